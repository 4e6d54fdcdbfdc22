package load

import (
	"context"
	"fmt"

	"github.com/kdsl-lang/kdsl/lang/diag"
	"github.com/kdsl-lang/kdsl/lang/ir"
	"github.com/kdsl-lang/kdsl/lang/syntax"
)

// Try is what a program would be with some edits: the one that a file or the folder of a pack belongs to. Afterwards its
// texts are as they were. The error is that it cannot be read, or of the context.
func (w *Workspace) Try(ctx context.Context, name string, edits []diag.Edit) (p *ir.Program, said diag.List, err error) {
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
	u, err := w.unit(ctx, name, syntax.Rules)
	if err != nil {
		return nil, nil, fmt.Errorf("trying it: %w", err)
	}
	return u.Program, u.Diags, nil
}
