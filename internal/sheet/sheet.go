// Package sheet writes cards that are laid out for people: in a terminal, as Markdown, and as a page of HTML.
package sheet

import (
	"fmt"
	"io"
	"strings"
	"unicode/utf8"

	"github.com/kdsl-lang/kdsl/internal/term"
	"github.com/kdsl-lang/kdsl/lang/diag"
	"github.com/kdsl-lang/kdsl/lang/layout"
)

// Terms is what a reader pays, and how often, in one phrase; "" for nothing.
func Terms(a layout.Ability) string {
	if a.Cost != "" && a.Frequency != "" {
		return a.Cost + ", " + a.Frequency
	}
	return a.Cost + a.Frequency
}

// Head is what stands before the sentence of an ability: its name, then its terms with what divides them from it.
func Head(a layout.Ability, colon string) (name, rest string) {
	if rest = Terms(a); rest != "" {
		rest = "(" + rest + ")"
	}
	switch {
	case a.Name != "" && rest != "":
		rest = " " + rest
	case a.Name == "":
		colon = " "
	}
	if a.Text == "" || a.Name+rest == "" {
		colon = ""
	}
	return a.Name, rest + colon
}

// Colon is what stands between a name and what it says.
func Colon(lang string) string {
	if lang == "fr" {
		return "\u00a0: "
	}
	return ": "
}

// Subtitle is what a card is.
func Subtitle(c *layout.Card) string {
	return strings.Join(append([]string{c.Sort}, c.Classes...), " · ")
}

// Terminal writes cards for a terminal of a width.
func Terminal(w io.Writer, cards []*layout.Card, lang string, p term.Painter, width int) {
	for i, c := range cards {
		if i > 0 {
			fmt.Fprintln(w)
		}
		t := terminal{w, p, min(max(width, 30), 100), Colon(lang)}
		t.card(c)
	}
}

type terminal struct {
	w     io.Writer
	p     term.Painter
	width int
	colon string
}

const margin = "  "

func (t terminal) card(c *layout.Card) {
	t.wrap("", []span{{c.Title, term.Bold}})
	t.wrap("", []span{{Subtitle(c), term.Dim}})
	t.table(c.Figures)
	if len(c.Properties) > 0 {
		t.wrap(margin, []span{{strings.Join(c.Properties, ", "), ""}})
	}
	for _, l := range c.Lines {
		t.wrap(margin, []span{{l.Name + t.colon, term.Bold}, {strings.Join(l.Items, ", "), ""}})
	}
	for _, a := range c.Abilities {
		name, terms := Head(a, t.colon)
		t.wrap(margin, []span{{name, term.Bold}, {terms, ""}, {a.Text, ""}})
	}
}

// table writes figures in columns, names over values, in as many tables as the width asks for.
func (t terminal) table(figures []layout.Figure) {
	for len(figures) > 0 {
		names, values, n := margin, margin, 0
		for ; n < len(figures); n++ {
			name, value := diag.Visible(figures[n].Name), diag.Visible(figures[n].Value)
			wide := max(columns(name), columns(value))
			if n > 0 && columns(names)+2+wide > t.width {
				break
			}
			if n > 0 {
				names, values = names+"  ", values+"  "
			}
			names += pad(name, wide)
			values += pad(value, wide)
		}
		fmt.Fprintln(t.w, t.p.Paint(term.Dim, strings.TrimRight(names, " ")))
		fmt.Fprintln(t.w, strings.TrimRight(values, " "))
		figures = figures[n:]
	}
}

func pad(s string, wide int) string { return s + strings.Repeat(" ", wide-columns(s)) }

func columns(s string) int { return utf8.RuneCountInString(s) }

// span is a part of a text in a colour.
type span struct{ text, colour string }

// wordsOf are the words of a text. What French writes apart, but never at the beginning of a line, belongs to the one before.
func wordsOf(text string) []string {
	var out []string
	for i, w := range strings.Split(text, " ") {
		if last := len(out) - 1; i > 0 && out[last] != "" && (w == ";" || w == ":" || w == "!" || w == "?" || strings.HasPrefix(w, "»") || strings.HasSuffix(out[last], "«")) {
			out[last] += " " + w
			continue
		}
		out = append(out, w)
	}
	return out
}

// wrap writes parts one after the other; a line ends between two words.
func (t terminal) wrap(indent string, parts []span) {
	var line []span
	hanging := indent + margin
	at, space := columns(indent), false // a gap stands before the next word
	end := func() {
		fmt.Fprint(t.w, indent)
		for _, s := range line {
			if s.colour != "" {
				s.text = t.p.Paint(s.colour, s.text)
			}
			fmt.Fprint(t.w, s.text)
		}
		fmt.Fprintln(t.w)
	}
	for _, part := range parts {
		begun := false // a word of the part is the last on the line
		for i, word := range wordsOf(diag.Visible(part.text)) {
			space = space || i > 0
			if word == "" {
				continue
			}
			if space && len(line) > 0 && at+1+columns(word) > t.width {
				end()
				line, begun, space = nil, false, false
				indent = hanging
				at = columns(indent)
			}
			if space && len(line) > 0 {
				word = " " + word
			}
			if begun {
				line[len(line)-1].text += word
			} else {
				line = append(line, span{word, part.colour})
			}
			at, begun, space = at+columns(word), true, false
		}
	}
	end()
}
