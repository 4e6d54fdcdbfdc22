package load

import (
	"cmp"
	"context"
	"maps"
	"slices"
	"strings"

	"github.com/kdsl-lang/kdsl/lang/check"
	"github.com/kdsl-lang/kdsl/lang/diag"
	"github.com/kdsl-lang/kdsl/lang/source"
	"github.com/kdsl-lang/kdsl/lang/syntax"
)

// Mending is what was mended in a program.
type Mending struct {
	Texts map[string]string // of the files that changed, by name
	Done  diag.List         // what was said of what is mended
	Left  diag.List         // what is still said
}

// maxRounds bounds how often what is safe is looked for again: a mend may bring to light what hid behind it.
const maxRounds = 10

// Mend mends what is safe to mend in the program that a file or the folder of a pack belongs to, and sets its files so.
// Each mend was proved by checking the program with it: there are fewer mistakes then. Only the program's own files
// are touched, none on the disk.
func (w *Workspace) Mend(ctx context.Context, name string) (*Mending, error) {
	m := &mending{Workspace: w, ctx: ctx, name: name, texts: map[string]string{}, refused: map[string]bool{}}
	if err := m.look(); err != nil {
		return nil, err
	}
	for range maxRounds {
		found := m.safe()
		helps, err := m.try(found)
		if err != nil {
			return nil, err
		}
		for i := 0; i < len(found) && !helps && len(found) > 1; i++ {
			if helps, err = m.try(found[i : i+1]); err != nil {
				return nil, err
			}
			m.refused[saying(found[i])] = !helps
		}
		if !helps {
			break
		}
	}
	return &Mending{Texts: m.texts, Done: m.done, Left: m.list}, nil
}

// mending is the work of Mend.
type mending struct {
	*Workspace
	ctx     context.Context
	name    string
	own     []string
	list    diag.List
	texts   map[string]string
	done    diag.List
	refused map[string]bool
}

func (m *mending) look() error {
	u, err := m.unit(m.ctx, m.name, syntax.Heads)
	if err != nil {
		return err
	}
	m.list, m.own = u.Diags, u.Local()
	return nil
}

// saying is what a diagnostic says, wherever it has come to stand.
func saying(d diag.Diagnostic) string {
	if d.Span.File == nil {
		return d.Code + "\x00" + d.Message
	}
	return d.Span.File.Name + "\x00" + d.Code + "\x00" + d.Message + "\x00" + d.Span.Text()
}

// others are the mistakes told before that are not to be mended, by [saying].
func others(before, mended diag.List) map[string]bool {
	known := map[string]bool{}
	for _, d := range before {
		known[saying(d)] = true
	}
	for _, d := range mended {
		known[saying(d)] = false
	}
	return known
}

// safe are the diagnostics of own files whose likeliest mend is safe, and does not overlap with that of another.
func (m *mending) safe() (out diag.List) {
	end := map[*source.File]int{}
	for _, d := range m.list {
		switch {
		case !d.Mended() || d.Mends[0].Rank != diag.Safe || d.Span.File == nil || m.refused[saying(d)]:
		case !slices.Contains(m.own, d.Span.File.Name):
		default:
			edits := d.Mends[0].Edits
			f := edits[0].Span.File
			if from, to := edits[0].Span.Start, edits[len(edits)-1].Span.End; from >= end[f] {
				end[f] = to + 1
				out = append(out, d)
			}
		}
	}
	return out
}

// try mends what some diagnostics tell, and answers whether there are fewer mistakes then; else all is as before.
func (m *mending) try(found diag.List) (helps bool, err error) {
	if len(found) == 0 {
		return false, nil
	}
	before, old := m.list, map[string]string{}
	edits := map[*source.File][]diag.Edit{}
	for _, d := range found {
		f := d.Mends[0].Edits[0].Span.File
		edits[f] = append(edits[f], d.Mends[0].Edits...)
	}
	for f, e := range edits {
		old[f.Name] = f.Text
		text := Edited(f.Text, e)
		m.Set(f.Name, &text)
		m.texts[f.Name] = text
	}
	if err := m.look(); err != nil {
		return false, err
	}
	known := others(before, found)
	wrong := func(d diag.Diagnostic) bool { // a name of nothing is one in whatever form it is written
		return !(known[saying(d)] && strings.HasPrefix(d.Code, "undefined-")) && wrongStill(d, edits)
	}
	if fewer(m.list, before, found, known) && !slices.ContainsFunc(m.list, wrong) {
		m.done = append(m.done, found...)
		return true, nil
	}
	for _, name := range slices.Sorted(maps.Keys(old)) {
		text := old[name]
		m.Set(name, &text)
		m.texts[name] = text
	}
	m.list = before
	return false, nil
}

// wrongStill tells whether a mistake stands in what some edits have written, or cannot be read right behind it: what is mended so is
// not what was meant.
func wrongStill(d diag.Diagnostic, edits map[*source.File][]diag.Edit) bool {
	if d.Severity != diag.Error || d.Span.File == nil {
		return false
	}
	for f, all := range edits {
		moved := 0
		for _, e := range asMade(f.Text, all) {
			from := e.Span.Start + moved
			to := from + len(e.Text)
			moved += len(e.Text) - (e.Span.End - e.Span.Start)
			if f.Name != d.Span.File.Name || e.Text == "" {
				continue
			}
			follows := d.Span.Start >= to && strings.Trim(d.Span.File.Text[to:d.Span.Start], " ") == "" && fromSyntax[d.Code]
			if follows || d.Span.Start < to && from < d.Span.End && d.Span.End <= to {
				return true
			}
		}
	}
	return false
}

// Edited is a text with edits made in it. The ends of its lines stay as its first line has them.
func Edited(text string, edits []diag.Edit) string {
	var out strings.Builder
	at := 0
	for _, e := range asMade(text, edits) {
		out.WriteString(text[at:e.Span.Start])
		out.WriteString(e.Text)
		at = e.Span.End
	}
	out.WriteString(text[at:])
	return out.String()
}

// asMade are edits of a text as they are made: in their order, with the ends of lines as its first line has them, of which
// none is cut in two.
func asMade(text string, edits []diag.Edit) []diag.Edit {
	edits = slices.Clone(edits)
	slices.SortStableFunc(edits, func(a, b diag.Edit) int { return cmp.Compare(a.Span.Start, b.Span.Start) })
	if !strings.Contains(text[:strings.IndexByte(text+"\n", '\n')], "\r") {
		return edits
	}
	within := func(at int) bool { return at > 0 && at < len(text) && text[at-1:at+1] == "\r\n" }
	end := 0
	for i := range edits {
		e := &edits[i]
		e.Text = strings.ReplaceAll(strings.ReplaceAll(e.Text, "\r\n", "\n"), "\n", "\r\n")
		if within(e.Span.End) {
			e.Span.End = max(end, e.Span.End-1)
		}
		if within(e.Span.Start) {
			e.Span.Start = max(end, e.Span.Start-1)
		}
		e.Span.End = max(e.Span.Start, e.Span.End)
		end = e.Span.End
	}
	return edits
}

// fewer tells whether there are fewer mistakes now: fewer files that cannot be read at all, or else less that cannot be
// read in them, or else fewer of all. What is read farther may show mistakes that nobody saw before: so it does as well
// when as much cannot be read that was not known, but farther on.
func fewer(now, before, mended diag.List, known map[string]bool) bool {
	more := func(is func(code string) bool) int {
		n := 0
		for _, d := range now {
			if is(d.Code) {
				n++
			}
		}
		for _, d := range before {
			if is(d.Code) {
				n--
			}
		}
		return n
	}
	unread := func(code string) bool { return fromSyntax[code] }
	if n := cmp.Or(more(func(code string) bool { return code == "bad-encoding" }), more(unread)); n != 0 {
		return n < 0
	}
	if !slices.ContainsFunc(mended, func(d diag.Diagnostic) bool { return unread(d.Code) }) {
		return len(now) < len(before)
	}
	return !slices.ContainsFunc(now, func(d diag.Diagnostic) bool {
		farther := func(m diag.Diagnostic) bool {
			return m.Span.File.Name == d.Span.File.Name && m.Span.Start < d.Span.Start
		}
		return unread(d.Code) && !known[saying(d)] && !slices.ContainsFunc(mended, farther)
	})
}

// fromSyntax are the codes of what cannot be read.
var fromSyntax = func() map[string]bool {
	m := map[string]bool{}
	for _, c := range check.Codes {
		m[c.Code] = c.From == "syntax"
	}
	return m
}()
