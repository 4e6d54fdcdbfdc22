package lsp

import (
	"context"
	"errors"
	"fmt"
	"slices"

	"go.lsp.dev/protocol"
	"go.lsp.dev/uri"

	"github.com/kdsl-lang/kdsl/lang/ask"
	"github.com/kdsl-lang/kdsl/lang/check"
	"github.com/kdsl-lang/kdsl/lang/diag"
	"github.com/kdsl-lang/kdsl/lang/ir"
	"github.com/kdsl-lang/kdsl/lang/source"
)

// PrepareRename tells whether there is a name at a place.
func (s *Server) PrepareRename(_ context.Context, p *protocol.PrepareRenameParams) (protocol.PrepareRenameResult, error) {
	x, here := s.named(p.TextDocument.URI, p.Position)
	if x == nil || ask.Reserved(here.Text()) {
		return nil, nil
	}
	at := extent(here)
	return &at, nil
}

// Rename gives a name another, where the program is afterwards what it was but for that name; else it says why not.
func (s *Server) Rename(ctx context.Context, p *protocol.RenameParams) (*protocol.WorkspaceEdit, error) {
	x, here := s.named(p.TextDocument.URI, p.Position)
	if x == nil {
		return nil, errors.New("there is no name here")
	}
	s.mu.Lock()
	defer s.mu.Unlock()
	s.tell()
	edits, err := s.renamed(ctx, x.name, here, p.NewName)
	if err != nil {
		return nil, err
	}
	out := map[uri.URI][]protocol.TextEdit{}
	for _, e := range edits {
		u := s.docs.uriOf(e.Span.File.Name)
		out[u] = append(out[u], protocol.TextEdit{Range: extent(e.Span), NewText: e.Text})
	}
	return &protocol.WorkspaceEdit{Changes: out}, nil
}

// renamed are the edits that give a name another and leave the program as it is.
func (s *Server) renamed(ctx context.Context, name string, here source.Span, to string) ([]diag.Edit, error) {
	was := here.Text()
	own, err := s.space.Files(ctx, name)
	if err != nil {
		return nil, err
	}
	all, err := s.space.Texts(ctx, name)
	if err != nil {
		return nil, err
	}
	before, said, err := s.space.Program(ctx, name)
	switch {
	case err != nil:
		return nil, err
	case said.HasErrors():
		return nil, fmt.Errorf("mend what is wrong first: only a sound program shows that it stays the same")
	}
	bound, err := s.last.at(ctx, s, name)
	if err != nil {
		return nil, err
	}
	ways, err := ask.Renamings(own, all, here, to, bound.Same)
	if err != nil {
		return nil, err
	}
	for _, edits := range ways {
		// Whether it is a renaming at all is shown with a name that sorts where the old one does: nothing else moves. That the new
		// one stands for nothing else is shown by what it is bound to.
		probe := was + "0"
		var is *ir.Program
		var list diag.List
		try := func() (err error) {
			is, list, err = s.space.Program(ctx, name)
			return err
		}
		if err := s.space.Try(called(edits, probe), try); err != nil {
			return nil, err
		}
		if len(list) != len(said) || !ask.Alike(before, is, was, probe) {
			continue
		}
		var now *check.Bindings
		if err := s.space.Try(edits, func() (err error) {
			if err = try(); err == nil {
				now, err = s.space.Bindings(ctx, name)
			}
			return err
		}); err != nil {
			return nil, err
		}
		if len(list) == len(said) && (len(bound.Same(here)) == 0 || ask.Apart(edits, now.Same)) {
			return edits, nil
		}
	}
	return nil, fmt.Errorf("%s cannot be renamed here: the program would be another; %s may stand for something else already, or %s belong to a pack that is used", was, to, was)
}

// bindings are what the names of a program are bound to, at a turn.
type bindings struct {
	name string
	turn int
	of   *check.Bindings
}

// at tells what the names are bound to in the program that a file belongs to. The caller holds s.mu, and has told the
// workspace what is open.
func (b *bindings) at(ctx context.Context, s *Server, name string) (*check.Bindings, error) {
	if turn := s.turn(); b.of == nil || b.name != name || b.turn != turn {
		of, err := s.space.Bindings(ctx, name)
		if err != nil {
			return nil, err
		}
		*b = bindings{name, turn, of}
	}
	return b.of, nil
}

// called are edits that write another name.
func called(edits []diag.Edit, name string) []diag.Edit {
	out := slices.Clone(edits)
	for i := range out {
		out[i].Text = name
	}
	return out
}
