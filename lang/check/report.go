package check

import (
	"fmt"
	"regexp"
	"slices"
	"strings"

	"github.com/kdsl-lang/kdsl/lang/diag"
	"github.com/kdsl-lang/kdsl/lang/internal/cond/words"
	"github.com/kdsl-lang/kdsl/lang/internal/inprint"
	"github.com/kdsl-lang/kdsl/lang/ir"
	"github.com/kdsl-lang/kdsl/lang/source"
	"github.com/kdsl-lang/kdsl/lang/syntax"
	"github.com/kdsl-lang/kdsl/lang/tongue"
)

// report is what is wrong with a program. Of a declaration that could not be read only its words are
// known; what another text lacks because of that follows from the first mistake and is not said.
type report struct {
	list    diag.List
	unread  map[string]bool // the words and names of declarations that could not be read
	doubled map[string]bool // the names of cards that are declared twice: which is meant nobody knows
	cut     bool            // something is declared of which not even those are known
	slips   []source.Span   // where the lexer has complained
	gaps    []source.Span   // the declarations of which a part could not be read

	lists map[string]source.Span // of each name of thrown dice that are a list how many and which these are, where it was thrown last
}

// slipped tells whether the lexer has complained of a piece of a text, torn whether some of it could not be
// read.
func (r *report) slipped(at source.Span) bool { return touches(r.slips, at) }
func (r *report) torn(at source.Span) bool    { return touches(r.gaps, at) }

func touches(all []source.Span, at source.Span) bool {
	return slices.ContainsFunc(all, func(s source.Span) bool {
		return s.File == at.File && s.Start < at.End && at.Start < s.End
	})
}

// errorf reports something that is wrong in itself; not where a mistake has been told already.
func (r *report) errorf(code string, at source.Span, format string, args ...any) *diag.Diagnostic {
	if r.slipped(at) {
		return &diag.Diagnostic{}
	}
	return r.list.Errorf(code, at, format, args...)
}

// unknown reports a name, which stands at the place, that nothing has.
func (r *report) unknown(code string, at source.Span, format string, args ...any) *diag.Diagnostic {
	if r.cut || r.unread[at.Text()] {
		return &diag.Diagnostic{}
	}
	return r.errorf(code, at, format, args...)
}

// lacking reports a tag, label or member that the declarations lack: any that could not be read might
// have had it.
func (r *report) lacking(code string, at source.Span, format string, args ...any) *diag.Diagnostic {
	return r.lackingIn(nil, code, at, format, args...)
}

// lackingIn reports a member that some declarations lack, which are all that could have it.
func (r *report) lackingIn(names []string, code string, at source.Span, format string, args ...any) *diag.Diagnostic {
	if r.cut || r.unreadOf(names) {
		return &diag.Diagnostic{}
	}
	return r.errorf(code, at, format, args...)
}

// warnf warns of something.
func (r *report) warnf(code string, at source.Span, format string, args ...any) *diag.Diagnostic {
	return r.list.Warnf(code, at, format, args...)
}

// doubt warns about something, unless a declaration that could not be read may be the reason for it.
func (r *report) doubt(code string, at source.Span, format string, args ...any) *diag.Diagnostic {
	d := r.lacking(code, at, format, args...)
	d.Severity = diag.Warning
	return d
}

// near is the name that was probably meant, or "".
func (r *report) near(name string, among func() []string) string {
	if len(r.list) > diag.MaxGuesses {
		return ""
	}
	return diag.Nearest(name, among())
}

// meant suggests which of some things was probably meant by a name: the one that is printed so, or the one that is called
// nearly so.
func (r *report) meant(d *diag.Diagnostic, name string, among inprint.Named) {
	if len(r.list) > diag.MaxGuesses {
		return
	}
	var names []string
	for n := range among {
		names = append(names, n)
	}
	french := words.French[name]
	switch d.SuggestAs(inprint.As(among, name)); {
	case d.Mended():
	case slices.Contains(names, french):
		d.Suggest(french)
	case synonym(name, among, names) != "":
		d.Suggest(synonym(name, among, names))
	default:
		d.Suggest(diag.Nearest(name, names))
	}
}

// synonym is the only one of some things that is called, or printed, as another word for the same; "" when there is none, or
// several are.
func synonym(word string, among inprint.Named, names []string) (found string) {
	for _, other := range tongue.Alike(word) {
		name := other
		if !slices.Contains(names, other) {
			name, _ = inprint.As(among, other)
		}
		switch {
		case name == "" || name == found || other == word:
		case found != "":
			return ""
		default:
			found = name
		}
	}
	return found
}

// adopt takes over what is wrong with an expression, which may speak of what could not be read.
func (r *report) adopt(list diag.List) {
	for _, d := range list {
		r.cut = r.cut || d.Code == "missing-name" // of a head: what is said of its event cannot be known
		undefined := strings.HasPrefix(d.Code, "undefined-")
		if r.slipped(d.Span) || d.Code == "undefined-name" && r.torn(d.Span) { // declared in what could not be read, perhaps
			continue
		}
		r.blameThrow(&d)
		if !r.unread[d.Span.Text()] && (d.Code != "undefined-field" || !r.unreadOf(d.Lacking)) && !(r.cut && undefined) {
			r.list = append(r.list, d)
		}
	}
}

// unreadOf tells whether one of some declarations could not be read, of which any may have what is missing; none are known: whether any
// could not.
func (r *report) unreadOf(names []string) bool {
	if len(names) == 0 {
		return len(r.unread) > 0
	}
	return slices.ContainsFunc(names, func(n string) bool { return r.unread[n] })
}

// onlyOne is one die that is thrown as a list.
var onlyOne = regexp.MustCompile(`^1 ?d`)

// blameThrow tells once of dice that stand alone as a number, and of one die where it was thrown.
func (r *report) blameThrow(d *diag.Diagnostic) {
	name, list := strings.CutPrefix(d.Cause, "list ")
	if !list {
		return
	}
	d.Cause = ""
	at, thrown := r.lists[name]
	if !thrown || at.File != d.Span.File || d.Span.Start < at.End || strings.Contains(at.File.Text[at.End:d.Span.Start], "\n}") {
		return
	}
	d.Cause = fmt.Sprint(at.File.Name, " ", at.Start)
	if one := onlyOne.FindString(at.Text()); one != "" {
		die := "d" + at.Text()[len(one):]
		*d = diag.Diagnostic{Code: d.Code, Span: at, Cause: d.Cause, Message: "a number before the die makes a list of one: the die alone is " + die}
		d.Rewrite(die)
	}
}

// wrongIn tells whether there is a mistake in a piece of a text.
func (r *report) wrongIn(at source.Span) bool {
	return slices.ContainsFunc(r.list, func(d diag.Diagnostic) bool {
		return d.Severity == diag.Error && d.Span.File == at.File && at.Start <= d.Span.Start && d.Span.End <= at.End
	})
}

// mistakes tells of many pieces of texts whether there is a mistake in them.
func (r *report) mistakes() func(source.Span) bool {
	in := map[*source.File][]source.Span{}
	for i := range r.list {
		if d := &r.list[i]; d.Severity == diag.Error {
			in[d.Span.File] = append(in[d.Span.File], d.Span)
		}
	}
	for _, list := range in {
		slices.SortFunc(list, func(a, b source.Span) int { return a.Start - b.Start })
	}
	return func(at source.Span) bool {
		list := in[at.File]
		i, _ := slices.BinarySearchFunc(list, at.Start, func(s source.Span, start int) int { return s.Start - start })
		for ; i < len(list) && list[i].Start <= at.End; i++ {
			if list[i].End <= at.End {
				return true
			}
		}
		return false
	}
}

// forgive takes back the warnings of a guard that is needless in some of the events only that one text is about. What
// has been said of the text stands behind the first `said` of all.
func (r *report) forgive(said, events int) {
	of := map[source.Span]int{}
	for _, d := range r.list[said:] {
		of[d.Span]++
	}
	r.list = append(r.list[:said], slices.DeleteFunc(r.list[said:], func(d diag.Diagnostic) bool {
		return d.Code == "needless-guard" && of[d.Span] < events
	})...)
}

// usage is what was used, and which locals were declared by `let`.
type usage struct {
	funcs, tables, options, events, tags set[int64]
	begun                                set[int64] // the events that something offers, or that something but a test calls
	setups                               set[string]
	words                                set[string] // of texts in error, which might have used anything
	slots                                set[slotKey]
	lets                                 []letUse
}

type slotKey struct {
	frame *ir.Frame
	list  bool
	slot  int64
}

type letUse struct {
	name  string
	at    source.Span
	slots []slotKey
}

type set[K comparable] map[K]bool

func (s *set[K]) add(k K) {
	if *s == nil {
		*s = set[K]{}
	}
	(*s)[k] = true
}

func (s *set[K]) addAll(other set[K]) {
	for k := range other {
		s.add(k)
	}
}

// expr notes what one node of an expression uses.
func (u *usage) expr(e *ir.Expr, frame *ir.Frame) {
	switch e.Op {
	case ir.CallFunc:
		u.funcs.add(e.N)
	case ir.CallTable:
		u.tables.add(e.N)
	case ir.Can:
		u.events.add(int64(e.Ref))
	case ir.OptionVal:
		u.options.add(e.N)
	case ir.Local:
		u.slots.add(slotKey{frame, e.Type.IsList(), e.N})
	}
}

// declare notes a let.
func (u *usage) declare(frame *ir.Frame, n syntax.Name, vars []ir.Var) {
	l := letUse{name: n.Text, at: n.At}
	for _, v := range vars {
		l.slots = append(l.slots, slotKey{frame, v.Type.IsList(), int64(v.Slot)})
	}
	u.lets = append(u.lets, l)
}

// scan notes the words of a text that is in error, so that nothing in it counts as unused.
func (u *usage) scan(text string) {
	for _, w := range identifiers(text) {
		u.words.add(w)
	}
}

// reserved reports a word of the language as a name.
func (r *report) reserved(n syntax.Name, why string) {
	r.errorf("reserved-name", n.At, "%q is a word of the language %s: choose another name", n.Text, why)
	r.cut = true // whoever speaks of it calls it otherwise
}

// givenTwice reports an argument that has been given before, and remembers it.
func (r *report) givenTwice(given map[string]source.Span, name string, at source.Span) bool {
	first, ok := given[name]
	if ok {
		r.errorf("duplicate-argument", at, "%s is given twice", name).See(first, "first given here")
	} else {
		given[name] = at
	}
	return ok
}
