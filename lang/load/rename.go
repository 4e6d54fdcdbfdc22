package load

import (
	"github.com/kdsl-lang/kdsl/lang/diag"
)

// Try does something while the texts are what they would be with some edits. Afterwards they are as they were. The error is that of
// what is done.
func (w *Workspace) Try(edits []diag.Edit, do func() error) error {
	by := map[string][]diag.Edit{}
	before := map[string]*string{}
	for _, e := range edits {
		f := e.Span.File
		by[f.Name] = append(by[f.Name], e)
		if before[f.Name] = nil; w.over.above(f.Name) != nil {
			before[f.Name] = &f.Text
		}
	}
	for name, list := range by {
		text := Edited(list[0].Span.File.Text, list)
		w.Set(name, &text)
	}
	defer func() {
		for name, text := range before {
			w.Set(name, text)
		}
	}()
	return do()
}
