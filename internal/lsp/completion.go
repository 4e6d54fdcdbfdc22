package lsp

import (
	"context"
	"crypto/sha256"
	"fmt"
	"sync"

	"go.lsp.dev/protocol"

	"github.com/kdsl-lang/kdsl/lang/ask"
	"github.com/kdsl-lang/kdsl/lang/source"
)

// completer is what completion remembers.
type completer struct {
	habits func() *ask.Habits // of what comes with kdsl

	completing sync.Mutex // of what follows
	words      *ask.Tokens
	names      map[*source.File]map[string]bool // that stand in the files of the program that was asked for last
}

// usage is how what comes with kdsl is written.
func (s *Server) usage() *ask.Habits {
	texts, err := s.space.Library()
	if err != nil {
		texts = nil // then only the open text has habits
	}
	words, habits := learnt.of(texts)
	s.completing.Lock()
	defer s.completing.Unlock()
	s.words = words
	return habits
}

// learnt are the habits that were asked for last: what comes with kdsl is the same for all servers of a process.
var learnt lesson

// lesson is what was learnt from some texts.
type lesson struct {
	mu     sync.Mutex
	from   [sha256.Size]byte
	words  *ask.Tokens
	habits *ask.Habits
}

// of are the habits of some texts, and their words.
func (l *lesson) of(texts []string) (*ask.Tokens, *ask.Habits) {
	all := sha256.New()
	for _, text := range texts {
		fmt.Fprintf(all, "%d\n%s", len(text), text)
	}
	l.mu.Lock()
	defer l.mu.Unlock()
	if from := [sha256.Size]byte(all.Sum(nil)); l.habits == nil || l.from != from {
		l.words = ask.NewTokens()
		l.habits, l.from = ask.HabitsOf(l.words, texts...), from
	}
	return l.words.Clone(), l.habits
}

// Completion lists what may stand at a place, the likeliest first.
func (s *Server) Completion(ctx context.Context, p *protocol.CompletionParams) (protocol.CompletionResult, error) {
	x := s.docs.get(nameOf(p.TextDocument.URI))
	if x == nil {
		return nil, nil
	}
	files, meant, fits := s.texts(ctx, x.name)
	habits, at := s.habits(), offset(x.file, p.Position)
	s.completing.Lock()
	defer s.completing.Unlock()
	s.names = read(s.names, files)
	known := func(name string) bool {
		for _, has := range s.names {
			if has[name] {
				return true
			}
		}
		return ask.Reserved(name)
	}
	out := &protocol.CompletionList{IsIncomplete: true}
	for i, c := range ask.Complete(habits, s.words, fits, x.file, at, known) {
		text := c.Text
		if text == ask.Sentence {
			text = `""`
		}
		here := extent(source.Span{File: x.file, Start: at - c.Begun, End: at})
		out.Items = append(out.Items, protocol.CompletionItem{
			Label: text, Kind: sortOf(meant, text), SortText: protocol.NewOptional(fmt.Sprintf("%02d", i)),
			FilterText: protocol.NewOptional(x.file.Text[at-c.Begun:at] + text[c.Begun:]),
			TextEdit:   &protocol.TextEdit{Range: here, NewText: text},
		})
	}
	return out, nil
}

// signs are what an editor draws beside what a name means.
var signs = [ask.RoleCount]protocol.CompletionItemKind{
	ask.Type: protocol.CompletionItemKindStruct, ask.Card: protocol.CompletionItemKindClass, ask.Event: protocol.CompletionItemKindEvent,
	ask.Function: protocol.CompletionItemKindFunction, ask.Property: protocol.CompletionItemKindField,
	ask.Option: protocol.CompletionItemKindConstant, ask.Member: protocol.CompletionItemKindEnumMember,
}

// sortOf is what an editor draws beside a word.
func sortOf(meant ask.Known, word string) protocol.CompletionItemKind {
	switch sign := signs[meant[word]]; {
	case ask.Reserved(word):
		return protocol.CompletionItemKindKeyword
	case sign != 0:
		return sign
	case source.IsLetter(word[0]):
		return protocol.CompletionItemKindVariable
	}
	return protocol.CompletionItemKindText
}

// texts are those of the program that a file belongs to, what their names meant when that was last asked, and what fits.
func (s *Server) texts(ctx context.Context, name string) ([]*source.File, ask.Known, *ask.Fits) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.tell()
	files, err := s.space.Texts(ctx, name)
	if err != nil {
		return nil, nil, nil // then there are the names of the text itself
	}
	return files, s.meant[name], s.fits[name]
}

// read reads the names of files, but for those that were read before.
func read(before map[*source.File]map[string]bool, files []*source.File) map[*source.File]map[string]bool {
	out := map[*source.File]map[string]bool{}
	for _, f := range files {
		if out[f] = before[f]; out[f] == nil {
			out[f] = ask.Names(f.Text)
		}
	}
	return out
}
