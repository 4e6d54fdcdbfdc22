package coverage

import (
	"fmt"
	"slices"
	"strings"

	"github.com/kdsl-lang/kdsl/lang/ir"
	"github.com/kdsl-lang/kdsl/lang/source"
	"github.com/kdsl-lang/kdsl/lang/syntax"
)

// Known are the survivors that a file lists: under a reason, which begins its line, each on an indented line of its own, as
// it is called. What follows a # at the beginning of a line is a comment.
type Known struct {
	entries []KnownSurvivor
	reasons map[string]string
}

// KnownSurvivor is a line of the file.
type KnownSurvivor struct {
	Line int
	Key  string
}

// ReadKnown reads such a file. What is wrong with it is told with its line.
func ReadKnown(name, text string) (*Known, error) {
	k := &Known{reasons: map[string]string{}}
	reason := ""
	for i, line := range strings.Split(text, "\n") {
		said := strings.TrimSpace(line)
		switch {
		case said == "" || strings.HasPrefix(line, "#"):
		case said[0] == line[0]:
			reason = said
		case reason == "":
			return nil, fmt.Errorf("%s:%d: no reason stands above %q: a line that is not indented", name, i+1, said)
		case k.reasons[said] != "":
			return nil, fmt.Errorf("%s:%d: %q stands here twice", name, i+1, said)
		default:
			k.entries = append(k.entries, KnownSurvivor{i + 1, said})
			k.reasons[said] = reason
		}
	}
	return k, nil
}

// Reason is why a survivor may be one, "" when it is not known.
func (k *Known) Reason(key string) string { return k.reasons[key] }

// Gone lists what survives no longer, of the programs that were made wrong.
func (k *Known) Gone(r *Report) []KnownSurvivor {
	here, mutated := map[string]bool{}, map[string]bool{}
	for _, f := range r.Files {
		mutated[f.owner.Name] = true
		for _, p := range f.Points {
			here[p.Key] = here[p.Key] || !p.Hit
		}
	}
	for _, h := range r.Hollow {
		here[h.Key] = true
	}
	return slices.DeleteFunc(slices.Clone(k.entries), func(e KnownSurvivor) bool {
		program, _, _ := strings.Cut(e.Key, ": ")
		return here[e.Key] || !mutated[program]
	})
}

// Hollow is a test that covers a rule and notices no change at all: it proves nothing.
type Hollow struct {
	*ir.Script
	Key string
}

// call gives the changes and the hollow tests of a report their keys. They hold no line, so that they survive edits of
// other declarations; of several that are equal all but the first are numbered.
func (r *Report) call() {
	seen := map[string]int{}
	key := func(f *File, in, what string) string {
		k := f.owner.Name + ": " + in + ": " + what
		if seen[k]++; seen[k] > 1 {
			k += fmt.Sprintf(" (%d)", seen[k])
		}
		return k
	}
	files := map[string]*File{} // by their text
	for _, f := range r.Files {
		files[f.source.Text] = f
		for _, p := range f.Points {
			p.Key = key(f, place(f, p.At), p.Change())
		}
	}
	for i := range r.Hollow {
		h := &r.Hollow[i]
		h.Key = key(files[h.At.File.Text], fmt.Sprintf("test %q", h.Name), "notices nothing")
	}
}

// place is the declaration that something stands in, and its clause: `rule more.twice`.
func place(f *File, at source.Span) string {
	within := func(n syntax.Spanned) bool { return n.Span().Start <= at.Start && at.End <= n.Span().End }
	out := ""
	for _, own := range f.owner.Own {
		if own.Source.Text != f.source.Text {
			continue
		}
		for _, d := range own.Decls {
			if !within(d) {
				continue
			}
			out = head(d)
			syntax.Walk(d, func(n syntax.Spanned) bool {
				if c, ok := n.(*syntax.Clause); ok && within(n) && c.Label != nil {
					out += "." + c.Label.Text
				}
				return within(n)
			})
		}
	}
	return out
}

// head is what a declaration begins with: its word and its name.
func head(d syntax.Decl) string {
	text := strings.TrimPrefix(d.Span().Text(), "replace ")
	if i := strings.IndexAny(text, "{(:=\n"); i >= 0 {
		text = text[:i]
	}
	words := strings.Fields(text)
	return strings.Join(words[:min(2, len(words))], " ")
}

// Change says in words what a change is.
func (p *Point) Change() string {
	switch p.Kind {
	case "clause":
		return "without the clause"
	case "comparison":
		return "with " + p.Side + " in `" + brief(p.At) + "`"
	case "one", "step", "part":
		return "without `" + p.Name + "`"
	}
	return "with " + p.Side + " for " + p.Name + " in `" + marked(p.At) + "`"
}

// marked is the line in which something stands, with brackets around it when it is not all of the line.
func marked(at source.Span) string {
	line, from := at.File.Line(at.Pos().Line), at.Start-strings.LastIndexByte(at.File.Text[:at.Start], '\n')-1
	if to := from + len(at.Text()); from > 0 && to < len(line) {
		line = line[:from] + "[" + at.Text() + "]" + line[to:]
	}
	return strings.TrimSpace(line)
}
