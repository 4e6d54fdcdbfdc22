package ask

import (
	"strings"

	"github.com/kdsl-lang/kdsl/lang/diag"
	"github.com/kdsl-lang/kdsl/lang/source"
	"github.com/kdsl-lang/kdsl/lang/syntax"
)

// Format lays a text out in the one form. It fails with the mistakes that keep it from being read, when there are any:
// then the text is as it was. The ends of lines stay as the text's first line has them.
func Format(name, text string) (string, diag.List) {
	f, ds := syntax.Parse(source.New(name, text))
	if ds.HasErrors() {
		return text, ds
	}
	out := syntax.Format(f)
	if out != text { // blanks that were added may make a line too long
		if _, ds := syntax.Parse(source.New(name, out)); ds.HasErrors() {
			return text, ds
		}
	}
	if i := strings.IndexByte(text, '\n'); i > 0 && text[i-1] == '\r' {
		out = strings.ReplaceAll(strings.ReplaceAll(out, "\r\n", "\n"), "\n", "\r\n")
	}
	return out, nil
}

// Change is the least edit of whole lines that makes one text of another; ok is false when they are the same.
func Change(was *source.File, is string) (e diag.Edit, ok bool) {
	if was.Text == is {
		return e, false
	}
	a, b := strings.SplitAfter(was.Text, "\n"), strings.SplitAfter(is, "\n")
	from, to := 0, len(was.Text)
	for len(a) > 0 && len(b) > 0 && a[0] == b[0] {
		from += len(a[0])
		a, b = a[1:], b[1:]
	}
	for len(a) > 0 && len(b) > 0 && a[len(a)-1] == b[len(b)-1] {
		to -= len(a[len(a)-1])
		a, b = a[:len(a)-1], b[:len(b)-1]
	}
	return diag.Edit{Span: source.Span{File: was, Start: from, End: to}, Text: strings.Join(b, "")}, true
}
