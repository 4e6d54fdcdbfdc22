package check

import (
	"github.com/kdsl-lang/kdsl/lang/source"
	"github.com/kdsl-lang/kdsl/lang/syntax"
)

// saidAgain reports what is said once and is said again.
func saidAgain(c *names, what string, first, at source.Span) {
	d := c.errorf("duplicate-name", at, "%s is given twice: leave one of them out", what).See(first, "first given here")
	if c.files[first.File].Pack != c.files[at.File].Pack {
		d.Hint = "what another pack says is changed by patch"
	}
}

// onceEach reports the members that are said once and stand there again.
func onceEach(c *names, list []syntax.Member) {
	first := map[string]source.Span{}
	for _, m := range list {
		switch m.(type) {
		case *syntax.BodyMember, *syntax.OwnerMember, *syntax.PreferMember, *syntax.OneMember, *syntax.OrderedMember, *syntax.InnerMember:
			what := memberKey(m)
			if at, ok := first[what]; ok {
				saidAgain(c, what, at, m.Span())
				continue
			}
			first[what] = m.Span()
		}
	}
}
