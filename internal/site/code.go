package site

import (
	"html"
	"html/template"
	"strings"

	"github.com/kdsl-lang/kdsl/lang/ask"
	"github.com/kdsl-lang/kdsl/lang/diag"
	"github.com/kdsl-lang/kdsl/lang/source"
	"github.com/kdsl-lang/kdsl/lang/syntax"
)

// classes are how roles look.
var classes = map[ask.Role]string{ask.Keyword: "k", ask.Remark: "c", ask.Quoted: "s", ask.Number: "n", ask.Type: "t", ask.Card: "d", ask.Event: "e", ask.Function: "f",
	ask.Property: "p", ask.Option: "o", ask.Member: "m", ask.Parameter: "v", ask.Clause: "l"}

// source writes a part of a text of a pack, with its colours, and each name with a link to what it means. root leads from the page
// to the site's root.
func (s *Site) source(p *pack, at source.Span, root string) template.HTML {
	for _, f := range p.Own {
		if f.Source == at.File || f.Source.Name == at.File.Name {
			return coloured(at, s.painted[f], func(x ask.Piece) string {
				if t := p.means(x); t != nil && !x.Declared {
					return root + t.page
				}
				if w := s.known(x); w != nil {
					return root + w.page
				}
				return ""
			})
		}
	}
	return template.HTML(html.EscapeString(at.Text()))
}

// example writes a text of the manual, which is no part of any pack.
func (s *Site) example(text, root string) template.HTML {
	f, _ := syntax.Parse(source.New("example.kdsl", text))
	return coloured(source.Span{File: f.Source, End: len(f.Source.Text)}, ask.Paint(f, nil), func(x ask.Piece) string {
		if w := s.known(x); w != nil {
			return root + w.page
		}
		return ""
	})
}

// coloured writes a part of a text with the roles of its pieces. What stands deeper than its first line does in the file is set in
// by so much less.
func coloured(at source.Span, pieces []ask.Piece, link func(ask.Piece) string) template.HTML {
	var b strings.Builder
	deep := at.Pos().Column - 1
	lines := 0
	put := func(text, class, to string) {
		text = html.EscapeString(diag.Visible(text))
		switch {
		case to != "":
			b.WriteString(`<a class="` + class + `" href="` + html.EscapeString(to) + `">` + text + `</a>`)
		case class != "":
			b.WriteString(`<span class="` + class + `">` + text + `</span>`)
		default:
			b.WriteString(text)
		}
	}
	plain := func(text string) {
		for i, line := range strings.Split(text, "\n") {
			if i > 0 {
				b.WriteByte('\n')
				lines++
				line = strings.TrimPrefix(line, strings.Repeat(" ", min(deep, len(line)-len(strings.TrimLeft(line, " ")))))
			}
			put(strings.TrimRight(line, "\r"), "", "")
		}
	}
	i := at.Start
	for _, x := range pieces {
		if x.At.Start < i || x.At.End > at.End {
			continue
		}
		plain(at.File.Text[i:x.At.Start])
		put(x.At.Text(), classes[x.Role], link(x))
		i = x.At.End
	}
	plain(at.File.Text[i:at.End])
	return template.HTML(b.String())
}
