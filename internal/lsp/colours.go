package lsp

import (
	"context"

	"go.lsp.dev/protocol"

	"github.com/kdsl-lang/kdsl/lang/ask"
	"github.com/kdsl-lang/kdsl/lang/ir"
	"github.com/kdsl-lang/kdsl/lang/syntax"
)

// legend is what editors call the roles that pieces of a text have.
var legend = [ask.RoleCount - 1]string{
	ask.Keyword - 1: "keyword", ask.Remark - 1: "comment", ask.Quoted - 1: "string", ask.Number - 1: "number",
	ask.Pack - 1: "namespace", ask.Type - 1: "type", ask.Card - 1: "class", ask.Event - 1: "event", ask.Function - 1: "function",
	ask.Property - 1: "property", ask.Option - 1: "macro", ask.Member - 1: "enumMember", ask.Parameter - 1: "parameter",
	ask.Variable - 1: "variable", ask.Clause - 1: "decorator",
}

// colouring is what the server can say of colours: of names that are declared where they stand, too.
func colouring() *protocol.SemanticTokensOptions {
	return &protocol.SemanticTokensOptions{Full: protocol.Boolean(true), Range: protocol.Boolean(true),
		Legend: protocol.SemanticTokensLegend{TokenTypes: legend[:], TokenModifiers: []string{"declaration"}}}
}

// SemanticTokensFull says what each piece of a text is.
func (s *Server) SemanticTokensFull(ctx context.Context, p *protocol.SemanticTokensParams) (*protocol.SemanticTokens, error) {
	return s.colours(ctx, s.docs.get(nameOf(p.TextDocument.URI)), nil)
}

// SemanticTokensRange says it of a part.
func (s *Server) SemanticTokensRange(ctx context.Context, p *protocol.SemanticTokensRangeParams) (*protocol.SemanticTokens, error) {
	return s.colours(ctx, s.docs.get(nameOf(p.TextDocument.URI)), &p.Range)
}

// colours says what the pieces are that lie in a part of a text; nil: in all of it. While there are
// mistakes in the program, a name of which nothing is known means what it meant last.
func (s *Server) colours(ctx context.Context, x *document, part *protocol.Range) (*protocol.SemanticTokens, error) {
	out := &protocol.SemanticTokens{Data: []uint32{}}
	if x == nil {
		return out, nil
	}
	f, _ := syntax.Parse(x.file)
	known := s.roles(ctx, x.name)
	if s.moved(ctx) {
		return nil, protocol.ErrContentModified
	}
	from, to := 0, len(x.file.Text)
	if part != nil {
		from, to = offset(x.file, part.Start), offset(x.file, part.End)
	}
	var line, column uint32
	for _, piece := range ask.Paint(f, known) {
		if piece.At.End <= from || piece.At.Start >= to {
			continue
		}
		at := extent(piece.At)
		if at.Start.Line != line {
			column = 0
		}
		var declared uint32
		if piece.Declared {
			declared = 1
		}
		out.Data = append(out.Data, at.Start.Line-line, at.Start.Character-column, at.End.Character-at.Start.Character, uint32(piece.Role-1), declared)
		line, column = at.Start.Line, at.Start.Character
	}
	return out, nil
}

// roles is what names mean in the program that a file belongs to.
func (s *Server) roles(ctx context.Context, name string) ask.Known {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.tell()
	p, said, err := s.space.Program(ctx, name)
	if err != nil {
		return s.meant[name]
	}
	return s.means(name, p, said.HasErrors())
}

// means notes what names mean in the program that a file belongs to; broken: there are mistakes in it. The caller holds s.mu.
func (s *Server) means(name string, p *ir.Program, broken bool) ask.Known {
	now := ask.RolesOf(p)
	if broken {
		for word, role := range s.meant[name] {
			if _, known := now[word]; !known {
				now[word] = role
			}
		}
	}
	s.meant[name] = now
	if s.fits == nil {
		s.fits = map[string]*ask.Fits{}
	}
	if !broken || s.fits[name] == nil { // else what fitted last fits still
		s.fits[name] = ask.FitsOf(p)
	}
	return now
}
