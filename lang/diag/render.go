package diag

import (
	"bytes"
	"fmt"
	"io"
	"maps"
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/kdsl-lang/kdsl/lang/catalog"
	"github.com/kdsl-lang/kdsl/lang/source"
	"github.com/kdsl-lang/kdsl/lang/tongue"
)

// The text renderer shows each diagnostic the way good compilers do: what is wrong, the lines
// concerned with the exact place marked, the other places that play a part, and the edit that would
// mend it. Without colour the output is the same but for the escapes.
//
//	error: player has no field scor [undefined-field]
//	  --> pig.kdsl:12:7
//	   |
//	 3 | player { cell score: int = 0 }
//	   | ------ player is declared here
//	   ...
//	12 |   who.scor += 1
//	   |       ^^^^
//	   = did you mean "score"

// tabStop is how many columns a tab reaches in what is shown.
const tabStop = 4

// maxLine bounds what is shown of one line, in columns.
const maxLine = 160

// Text writes the diagnostics for people, in their language.
func Text(w io.Writer, l List, lang tongue.Language, colour bool) error {
	t := &renderer{lang: lang, colour: colour}
	l = l.In(lang)
	for i := range l {
		if i > 0 {
			t.line("")
		}
		t.diagnostic(&l[i])
	}
	_, err := io.WriteString(w, t.out.String())
	return err
}

// Compact writes one line for each diagnostic: `file:line:column: severity: message [code]`.
func Compact(w io.Writer, l List, lang tongue.Language) error {
	l = l.In(lang)
	for i := range l {
		d := &l[i]
		hint := ""
		for _, h := range d.Hints() {
			hint += " (" + h + ")"
		}
		if _, err := fmt.Fprintf(w, "%s: %s %s [%s]%s\n", place(d.Span), heading(lang, d.Severity), Visible(d.Message), d.Code, Visible(hint)); err != nil {
			return err
		}
	}
	return nil
}

// heading is what a diagnostic begins with.
func heading(lang tongue.Language, s Severity) string {
	colon := ":"
	if lang == tongue.French {
		colon = " :"
	}
	return catalog.Say(lang, s.String()) + colon
}

func place(s source.Span) string {
	if s.File == nil {
		return "-"
	}
	p := s.Pos()
	return fmt.Sprintf("%s:%d:%d", Visible(s.File.Name), p.Line, p.Column)
}

// VisibleLines is Visible, but for line ends.
func VisibleLines(s string) string {
	lines := strings.Split(s, "\n")
	for i := range lines {
		lines[i] = Visible(lines[i])
	}
	return strings.Join(lines, "\n")
}

// Visible writes what a terminal would obey, or hide, as its number: control characters, and those
// that turn the direction of text or have no width. Tabs and line ends become blanks.
func Visible(s string) string {
	if !strings.ContainsFunc(s, hidden) {
		return s
	}
	var b strings.Builder
	for _, r := range s {
		switch {
		case r == '\t' || r == '\n':
			b.WriteByte(' ')
		case hidden(r):
			fmt.Fprintf(&b, `\u{%x}`, r)
		default:
			b.WriteRune(r)
		}
	}
	return b.String()
}

// EscapeJSON writes what Visible would not show as it is with the escapes of JSON, in a document or a part
// of one. It means the same as before.
func EscapeJSON(b []byte) []byte {
	inside := func(r rune) bool { return r >= 0x7f && hidden(r) } // the others are escaped already
	if !bytes.ContainsFunc(b, inside) {
		return b
	}
	var out []byte
	for _, r := range string(b) {
		switch {
		case !inside(r):
			out = utf8.AppendRune(out, r)
		case r > 0xffff:
			r -= 0x10000 // two halves, as UTF-16 has them
			out = fmt.Appendf(out, `\u%04x\u%04x`, 0xd800+r>>10, 0xdc00+r&0x3ff)
		default:
			out = fmt.Appendf(out, `\u%04x`, r)
		}
	}
	return out
}

func hidden(r rune) bool {
	switch {
	case r < 0x7f:
		return r < 0x20
	case r == 0x2028, r == 0x2029, r == 0xfffd, // lines, paragraphs
		unicode.IsControl(r), unicode.Is(unicode.Other_Default_Ignorable_Code_Point, r):
		return true
	case unicode.Is(unicode.Cf, r):
		return !unicode.Is(unicode.Prepended_Concatenation_Mark, r)
	}
	return 0xfe0f < r && unicode.Is(unicode.Variation_Selector, r) // those below are a part of emoji
}

type renderer struct {
	out    strings.Builder
	lang   tongue.Language
	colour bool
}

// The colours: what is said, where, what is wrong, and what else plays a part.
const (
	bold   = "1"
	red    = "1;31"
	yellow = "1;33"
	blue   = "1;34"
	green  = "32"
)

func (t *renderer) paint(code, s string) string {
	if !t.colour || s == "" {
		return s
	}
	return "\x1b[" + code + "m" + s + "\x1b[0m"
}

func (t *renderer) line(s string) {
	t.out.WriteString(strings.TrimRight(s, " "))
	t.out.WriteByte('\n')
}

// mark is one place to show: of the diagnostic itself, or of another that plays a part.
type mark struct {
	span source.Span
	text string
	main bool
}

func (t *renderer) diagnostic(d *Diagnostic) {
	code := red
	if d.Severity == Warning {
		code = yellow
	}
	head := t.paint(code, heading(t.lang, d.Severity)) + " " + t.paint(bold, Visible(d.Message))
	if d.Code != "" {
		head += " [" + d.Code + "]"
	}
	t.line(head)
	marks := []mark{{span: d.Span, main: true}}
	for _, r := range d.Related {
		marks = append(marks, mark{span: r.Span, text: Visible(r.Message)})
	}
	width := 1
	for _, m := range marks {
		width = max(width, len(fmt.Sprint(m.span.EndPos().Line)))
	}
	blank := strings.Repeat(" ", width)
	for len(marks) > 0 {
		file := marks[0].span.File
		var here []mark
		here, marks = split(marks, file)
		if file == nil {
			for _, m := range here {
				if m.text != "" {
					t.line(blank + t.paint(blue, " = ") + m.text)
				}
			}
			continue
		}
		t.line(blank + t.paint(blue, "--> ") + place(here[0].span))
		t.snippet(file, here, width, code)
	}
	for _, h := range d.Hints() {
		t.line(blank + t.paint(blue, " = ") + t.paint(green, Visible(h)))
	}
}

func split(all []mark, file *source.File) (here, rest []mark) {
	for _, m := range all {
		if m.span.File == file {
			here = append(here, m)
		} else {
			rest = append(rest, m)
		}
	}
	return here, rest
}

// snippet shows the lines of one file that have a mark, in their order.
func (t *renderer) snippet(file *source.File, marks []mark, width int, code string) {
	lines := map[int][]mark{}
	for _, m := range marks {
		first, last := m.span.Pos().Line, lastLine(m.span)
		lines[first] = append(lines[first], m)
		if last > first && m.main { // where it ends, too
			lines[last] = append(lines[last], mark{span: source.Span{File: file, Start: file.Offset(last, 1), End: m.span.End}, main: true, text: catalog.Say(t.lang, "ends here")})
		}
	}
	order := slices.Sorted(maps.Keys(lines))
	bar := strings.Repeat(" ", width) + t.paint(blue, " |")
	t.line(bar)
	for i, n := range order {
		switch {
		case i > 0 && n == order[i-1]+2: // one line left out is as well shown
			t.source(file, n-1, width)
		case i > 0 && n > order[i-1]+2:
			t.line(strings.Repeat(" ", width) + t.paint(blue, " ..."))
		}
		t.source(file, n, width)
		for _, m := range lines[n] {
			t.underline(file, n, m, bar, code)
		}
	}
}

// lastLine is the line of the last character of a span.
func lastLine(s source.Span) int {
	if s.End > s.Start {
		return s.File.Pos(s.End - 1).Line
	}
	return s.Pos().Line
}

func (t *renderer) source(file *source.File, n, width int) {
	text, _ := layout(file.Line(n))
	if r := []rune(text); len(r) > maxLine {
		text = string(r[:maxLine]) + " ..."
	}
	t.line(t.paint(blue, fmt.Sprintf("%*d |", width, n)) + " " + text)
}

func (t *renderer) underline(file *source.File, n int, m mark, bar, code string) {
	from := m.span.Pos().Column
	end := m.span.EndPos()
	_, columns := layout(file.Line(n))
	to := len(columns) // 1-based column behind the last character
	if end.Line == n {
		to = end.Column
	}
	from, to = min(from, len(columns)), min(max(to, from), len(columns))
	start, stop := columns[from-1], columns[max(to, from)-1]
	if start >= maxLine {
		return
	}
	sign, paint := "^", code
	if !m.main {
		sign, paint = "-", blue
	}
	s := strings.Repeat(sign, max(1, min(stop, maxLine)-start))
	if m.text != "" {
		s += " " + m.text
	}
	t.line(bar + " " + strings.Repeat(" ", start) + t.paint(paint, s))
}

// layout is a line as it is shown, and at which column each of its characters then stands (with one
// more entry for the line's end).
func layout(line string) (string, []int) {
	var b strings.Builder
	var columns []int
	at := 0
	for _, r := range line {
		columns = append(columns, at)
		s := string(r)
		switch {
		case r == '\t':
			s = strings.Repeat(" ", tabStop-at%tabStop)
		case hidden(r):
			s = Visible(s)
		}
		b.WriteString(s)
		at += len([]rune(s))
	}
	return b.String(), append(columns, at)
}
