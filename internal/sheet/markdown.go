package sheet

import (
	"fmt"
	"io"
	"strings"

	"github.com/kdsl-lang/kdsl/lang/diag"
	"github.com/kdsl-lang/kdsl/lang/layout"
)

// Markdown writes cards as a document: a heading for each.
func Markdown(w io.Writer, cards []*layout.Card, lang string) {
	colon := Colon(lang)
	for i, c := range cards {
		if i > 0 {
			fmt.Fprintln(w)
		}
		fmt.Fprintf(w, "## %s\n\n*%s*\n", plain(c.Title), plain(Subtitle(c)))
		if len(c.Figures) > 0 {
			names, rule, values := "|", "|", "|"
			for _, f := range c.Figures {
				names, rule, values = names+" "+plain(f.Name)+" |", rule+" ---: |", values+" "+plain(f.Value)+" |"
			}
			fmt.Fprintf(w, "\n%s\n%s\n%s\n", names, rule, values)
		}
		if len(c.Properties) > 0 {
			fmt.Fprintf(w, "\n%s\n", plain(strings.Join(c.Properties, ", ")))
		}
		for _, l := range c.Lines {
			fmt.Fprintf(w, "\n**%s**%s%s\n", plain(l.Name), colon, plain(strings.Join(l.Items, ", ")))
		}
		for _, a := range c.Abilities {
			name, rest := Head(a, colon)
			if name != "" {
				name = "**" + plain(name) + "**"
			}
			fmt.Fprintf(w, "\n%s%s%s\n", name, plain(rest), plain(a.Text))
		}
	}
}

// plain writes a text so that Markdown reads nothing into it.
func plain(s string) string {
	var b strings.Builder
	for i, r := range diag.Visible(s) {
		if strings.ContainsRune("\\`*_{}[]<>#|!&~", r) || i == 0 && strings.ContainsRune("+-=", r) {
			b.WriteByte('\\')
		}
		b.WriteRune(r)
	}
	return b.String()
}
