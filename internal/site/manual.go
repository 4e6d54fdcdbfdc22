package site

import (
	"bytes"
	"html"
	"html/template"
	"path"
	"slices"
	"strings"

	"github.com/yuin/goldmark"
	"github.com/yuin/goldmark/ast"
	"github.com/yuin/goldmark/extension"
	"github.com/yuin/goldmark/parser"
	"github.com/yuin/goldmark/renderer"
	ghtml "github.com/yuin/goldmark/renderer/html"
	gtext "github.com/yuin/goldmark/text"
	"github.com/yuin/goldmark/util"

	"github.com/kdsl-lang/kdsl/lang/diag"
)

// Doc is a page that is written by hand, in Markdown. Path is where it stands in the module: its links go from there.
type Doc struct {
	Path, Lang, Text string
}

// page is the address of a page of the manual.
func (d Doc) page() string {
	return "manual/" + strings.TrimSuffix(path.Base(d.Path), ".md") + ".html"
}

// heading is one of a page.
type heading struct {
	Level     int
	ID, Title string
}

// written is a page of the manual as it is shown.
type written struct {
	Title    string
	Body     template.HTML // without its title
	Headings []heading     // of the second level
}

// fences writes the examples of the manual.
type fences struct {
	s    *Site
	root string
}

func (f fences) RegisterFuncs(r renderer.NodeRendererFuncRegisterer) {
	r.Register(ast.KindFencedCodeBlock, f.fence)
}

// fence writes an example: of the language with its colours, what is typed in a terminal with its prompt.
func (f fences) fence(w util.BufWriter, source []byte, n ast.Node, entering bool) (ast.WalkStatus, error) {
	if !entering {
		return ast.WalkContinue, nil
	}
	block := n.(*ast.FencedCodeBlock)
	var text strings.Builder
	for i := range block.Lines().Len() {
		line := block.Lines().At(i)
		text.Write(line.Value(source))
	}
	info := ""
	if block.Info != nil {
		info = string(block.Info.Segment.Value(source))
	}
	sort, file, _ := strings.Cut(info, " ")
	body := text.String()
	caption, _, _ := strings.Cut(file, " ") // how a reader saves it is for those who try it
	if sort == "kdsl-error" || sort == "kdsl-slip" {
		for {
			line, rest, _ := strings.Cut(body, "\n")
			code, ok := strings.CutPrefix(line, "// want ")
			if !ok {
				break
			}
			code, _, _ = strings.Cut(code, " ")
			caption, body = code, rest
		}
	}
	w.WriteString(`<figure class="` + html.EscapeString(strings.TrimPrefix(sort, "kdsl-")) + `">`)
	switch {
	case caption != "" && body != text.String():
		w.WriteString(`<figcaption>` + f.s.in("Wrong: ") + `<a href="` + f.root + "diagnostics/" + html.EscapeString(caption) + `.html">` + html.EscapeString(caption) + `</a></figcaption>`)
	case caption != "":
		w.WriteString("<figcaption>" + html.EscapeString(caption) + "</figcaption>")
	}
	w.WriteString(`<pre tabindex="0"><code>`)
	switch {
	case sort == "diff", sort == "kdsl-slip":
		writeChanges(w, body)
	case strings.HasPrefix(sort, "kdsl"):
		w.WriteString(string(f.s.example(body, f.root)))
	case sort == "console":
		for line := range strings.Lines(body) {
			if command, ok := strings.CutPrefix(line, "$ "); ok {
				w.WriteString(`<span class="c">$ </span><b>` + html.EscapeString(strings.TrimSuffix(command, "\n")) + "</b>\n")
			} else {
				w.WriteString(html.EscapeString(line))
			}
		}
	default:
		w.WriteString(html.EscapeString(body))
	}
	w.WriteString("</code></pre></figure>\n")
	return ast.WalkSkipChildren, nil
}

// writeChanges shows lines, and which of them are taken out and put in.
func writeChanges(w util.BufWriter, lines string) {
	for line := range strings.Lines(lines) {
		class := map[byte]string{'-': "out", '+': "in"}[line[0]]
		if class == "" {
			w.WriteString(html.EscapeString(line))
			continue
		}
		w.WriteString(`<span class="` + class + `">` + html.EscapeString(strings.TrimSuffix(line, "\n")) + "</span>\n")
	}
}

// markdown shows a page that is written by hand. Links between pages go to those of the site; what has no page there is named only.
func (s *Site) markdown(d Doc, from string) (written, error) {
	root := rootOf(from)
	md := goldmark.New(goldmark.WithExtensions(extension.NewTable(extension.WithTableCellAlignMethod(extension.TableCellAlignAttribute))), goldmark.WithParserOptions(parser.WithAutoHeadingID()),
		goldmark.WithRendererOptions(renderer.WithNodeRenderers(util.Prioritized(fences{s, root}, 100)), ghtml.WithXHTML(), ghtml.WithUnsafe()))
	source := []byte(d.Text)
	doc := md.Parser().Parse(gtext.NewReader(source))
	var out written
	var lost []*ast.Link
	ast.Walk(doc, func(n ast.Node, entering bool) (ast.WalkStatus, error) {
		if !entering {
			return ast.WalkContinue, nil
		}
		switch n := n.(type) {
		case *ast.Heading:
			title := strings.ReplaceAll(string(plain(n, source)), "`", "")
			if n.Level == 1 && out.Title == "" {
				out.Title = title
				return ast.WalkContinue, nil
			}
			if id, ok := n.AttributeString("id"); ok {
				out.Headings = append(out.Headings, heading{n.Level, string(id.([]byte)), title})
			}
		case *ast.Image:
			if at := path.Join(path.Dir(d.Path), string(n.Destination)); slices.ContainsFunc(s.Drawn, func(f File) bool { return f.Name == at }) {
				n.Destination = []byte(drawn(at))
			}
		case *ast.Link:
			if to, ok := s.link(d, root, string(n.Destination)); ok {
				if name := s.named(d, string(n.Destination)); name != "" && string(plain(n, source)) == string(n.Destination) {
					n.RemoveChildren(n)
					n.AppendChild(n, ast.NewString([]byte(name)))
				}
				n.Destination = []byte(to)
			} else {
				lost = append(lost, n)
			}
		}
		return ast.WalkContinue, nil
	})
	for _, n := range lost { // its words stay
		parent := n.Parent()
		for c := n.FirstChild(); c != nil; c = n.FirstChild() {
			parent.InsertBefore(parent, n, c)
		}
		parent.RemoveChild(parent, n)
	}
	if h, ok := doc.FirstChild().(*ast.Heading); ok && h.Level == 1 {
		doc.RemoveChild(doc, h)
	}
	var b bytes.Buffer
	if err := md.Renderer().Render(&b, source, doc); err != nil {
		return out, err
	}
	out.Body = template.HTML(strings.ReplaceAll(b.String(), "<table>", `<table class="wide">`))
	return out, nil
}

// plain is the text of a node.
func plain(n ast.Node, source []byte) (out []byte) {
	for c := n.FirstChild(); c != nil; c = c.NextSibling() {
		if t, ok := c.(*ast.Text); ok {
			out = append(out, t.Segment.Value(source)...)
			continue
		}
		out = append(out, plain(c, source)...)
	}
	return []byte(diag.Visible(string(out)))
}

// named is the title of the page that a link goes to; "" for what is no page.
func (s *Site) named(d Doc, to string) string {
	for _, o := range s.docs {
		if o.Path == path.Join(path.Dir(d.Path), to) {
			title, _, _ := strings.Cut(o.Text, "\n")
			return strings.TrimPrefix(title, "# ")
		}
	}
	return ""
}

// link is where a link of a page goes in the site.
func (s *Site) link(d Doc, root, to string) (string, bool) {
	file, place, fragment := strings.Cut(to, "#")
	if file == "" || strings.Contains(to, "://") {
		return to, true
	}
	at := path.Join(path.Dir(d.Path), file)
	for _, o := range s.docs {
		if o.Path == at {
			if fragment {
				return root + o.page() + "#" + place, true
			}
			return root + o.page(), true
		}
	}
	return "", false
}

// drawn is where a picture lies beside the pages of the manual.
func drawn(name string) string { return "pictures/" + path.Base(name) }

// rootOf leads from a page to the site's root.
func rootOf(page string) string { return strings.Repeat("../", strings.Count(page, "/")) }
