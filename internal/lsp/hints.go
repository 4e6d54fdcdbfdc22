package lsp

import (
	"context"

	"go.lsp.dev/protocol"

	"github.com/kdsl-lang/kdsl/interp/trial"
	"github.com/kdsl-lang/kdsl/lang/source"
)

// InlayHint says in the tests of a text what each of their dice is thrown for, and who is asked for what they answer.
func (s *Server) InlayHint(ctx context.Context, p *protocol.InlayHintParams) ([]protocol.InlayHint, error) {
	out := []protocol.InlayHint{}
	x := s.docs.get(nameOf(p.TextDocument.URI))
	if x == nil {
		return out, nil
	}
	part := source.Span{File: x.file, Start: offset(x.file, p.Range.Start), End: offset(x.file, p.Range.End)}
	play := s.player(ctx, x)
	defer play.done()
	err := play.tests(part, func(r trial.Result) {
		for _, u := range r.Uses {
			if u.At.File == nil || u.At.File.Name != x.name {
				continue // of a setup that stands elsewhere
			}
			yes, at := true, extent(u.At)
			h := protocol.InlayHint{Position: at.Start, Label: protocol.String(u.Text + ":"), PaddingRight: &yes}
			if u.Answer {
				h = protocol.InlayHint{Position: at.End, Label: protocol.String(s.say(u.Text)), PaddingLeft: &yes}
			}
			out = append(out, h)
		}
	})
	return out, err
}
