package lsp

import (
	"cmp"
	"context"
	"errors"
	"io"
	"path"
	"slices"
	"strings"
	"sync"
	"sync/atomic"

	"go.lsp.dev/jsonrpc2"
	"go.lsp.dev/protocol"
	"go.lsp.dev/uri"

	"github.com/kdsl-lang/kdsl/lang/ask"
	"github.com/kdsl-lang/kdsl/lang/catalog"
	"github.com/kdsl-lang/kdsl/lang/diag"
	"github.com/kdsl-lang/kdsl/lang/ir"
	"github.com/kdsl-lang/kdsl/lang/load"
	"github.com/kdsl-lang/kdsl/lang/source"
	"github.com/kdsl-lang/kdsl/lang/syntax"
	"github.com/kdsl-lang/kdsl/lang/text"
	"github.com/kdsl-lang/kdsl/lang/tongue"
)

// FixAll is the kind of the code action that mends all that is safe to mend.
const FixAll protocol.CodeActionKind = "source.fixAll.kdsl"

// Server answers one client.
type Server struct {
	protocol.UnimplementedServer
	version string
	admit   func(folders ...string) error // lets the files of a folder be read
	docs    *documents
	out     *outbox

	mu    sync.Mutex // of the workspace: one question of it at a time
	space *load.Workspace
	set   map[string]*source.File // what the workspace was told of open files
	meant map[string]ask.Known    // of the files that were asked about: what names meant last
	fits  map[string]*ask.Fits    // and what fitted where
	last  bindings                // of the file that was asked about last

	completer
	caret follower

	begun, shut atomic.Bool
	lang        atomic.Uint32 // a tongue.Language
}

// Serve answers a client over a stream until it says exit, or ctx ends, or the stream does. The workspace is the
// server's own from now on; admit is called with the folder of each file that is opened, so that what lies beside it can
// be read; lang is what is spoken with a client that says nothing of it. The error is that of the stream, or that the
// client left without saying so.
func Serve(ctx context.Context, stream io.ReadWriteCloser, space *load.Workspace, admit func(...string) error, version string, lang tongue.Language) error {
	ctx, cancel := context.WithCancel(ctx)
	defer cancel()
	conn := jsonrpc2.NewConn(forgive(stream, maxMessage), jsonrpc2.WithCodec(codec{}))
	s := &Server{version: version, admit: admit, docs: newDocuments(), space: space, set: map[string]*source.File{}, meant: map[string]ask.Known{}, out: newOutbox()}
	s.caret.moved, s.caret.begun = make(chan struct{}, 1), make(chan begun, 1)
	s.lang.Store(uint32(lang))
	go s.caret.show(ctx, s, conn)
	go s.out.send(ctx, protocol.ClientDispatcher(conn))
	go s.check(ctx)
	s.habits = sync.OnceValue(s.usage)
	handle := protocol.ServerHandler(s, jsonrpc2.MethodNotFoundHandler)
	conn.Go(ctx, protocol.CancelHandler(func(asked context.Context, r *jsonrpc2.Request) (any, error) {
		if r.Method() == protocol.MethodExit {
			go conn.Close()
			return nil, nil
		}
		if r.IsCall() { // a question; what changes a text is taken in the order of the wire
			turn := s.turn()
			jsonrpc2.Async(asked)
			asked = context.WithValue(asked, turnKey{}, turn)
		}
		// The context of a request is used again for others once it is answered, and what derives one from it asks it now and then from
		// elsewhere: that of the handler is another, with its turn.
		ctx, done := until(context.WithValue(ctx, turnKey{}, asked.Value(turnKey{})), asked.Done())
		defer done()
		return handle(ctx, r)
	}))
	<-conn.Done()
	if err := conn.Err(); err != nil && !errors.Is(err, io.EOF) && !errors.Is(err, io.ErrClosedPipe) {
		return err
	}
	if s.begun.Load() && !s.shut.Load() {
		return errors.New("the client has gone without a shutdown")
	}
	return nil
}

// until is a context that ends when over does, or with done.
func until(ctx context.Context, over <-chan struct{}) (_ context.Context, done func()) {
	ctx, done = context.WithCancel(ctx)
	go func() {
		select {
		case <-over:
			done()
		case <-ctx.Done():
		}
	}()
	return ctx, done
}

type turnKey struct{}

func (s *Server) turn() int {
	_, turn := s.docs.all()
	return turn
}

// moved is that the texts have changed since a question was asked.
func (s *Server) moved(ctx context.Context) bool {
	turn, ok := ctx.Value(turnKey{}).(int)
	return ok && !s.docs.at(turn)
}

// maxMessage is how many bytes a message may have, with its header: many times what a file may have that is read.
const maxMessage = 64 << 20

// forgiving is a stream that a message without meaning does not end: who sent it is told, and the next one is read. One
// that is too long ends it.
type forgiving struct {
	jsonrpc2.Stream
	in   *bounded
	most int
	mu   sync.Mutex // one message is written at a time
}

func forgive(stream io.ReadWriteCloser, most int) *forgiving {
	in := &bounded{ReadWriteCloser: stream}
	return &forgiving{Stream: jsonrpc2.NewStream(in), in: in, most: most}
}

// bounded is a stream of which no more is read than is left.
type bounded struct {
	io.ReadWriteCloser
	left int
}

var errTooLong = errors.New("a message of the client is too long")

func (b *bounded) Read(p []byte) (int, error) {
	if b.left == 0 && len(p) > 0 {
		return 0, errTooLong
	}
	n, err := b.ReadWriteCloser.Read(p[:min(len(p), b.left)])
	b.left -= n
	return n, err
}

// Read reads the next message that is one.
func (f *forgiving) Read(ctx context.Context) (jsonrpc2.Message, int64, error) {
	for {
		f.in.left = f.most
		m, n, err := f.Stream.Read(ctx)
		var wrong *jsonrpc2.Error
		if !errors.As(err, &wrong) {
			return m, n, err
		}
		if _, err := f.Write(ctx, jsonrpc2.NewResponse(jsonrpc2.ID{}, nil, wrong)); err != nil {
			return nil, 0, err
		}
	}
}

// Write writes a message whole.
func (f *forgiving) Write(ctx context.Context, m jsonrpc2.Message) (int64, error) {
	f.mu.Lock()
	defer f.mu.Unlock()
	return f.Stream.Write(ctx, m)
}

// codec writes what the protocol's types are, and passes on what is written already.
type codec struct{}

func (codec) Marshal(v any) ([]byte, error) {
	if raw, ok := v.(jsonrpc2.RawMessage); ok {
		return raw, nil
	}
	return protocol.Marshal(v)
}

func (codec) Unmarshal(data []byte, v any) error {
	if raw, ok := v.(*jsonrpc2.RawMessage); ok {
		*raw = slices.Clone(data)
		return nil
	}
	return protocol.Unmarshal(data, v)
}

// Initialize says what the server can do.
func (s *Server) Initialize(_ context.Context, p *protocol.InitializeParams) (*protocol.InitializeResult, error) {
	if p.Locale != nil {
		lang, _, _ := strings.Cut(strings.ToLower(string(*p.Locale)), "-")
		s.lang.Store(uint32(tongue.For(lang)))
	}
	s.begun.Store(true)
	yes, kind := true, protocol.TextDocumentSyncKindIncremental
	return &protocol.InitializeResult{
		ServerInfo: protocol.ServerInfo{Name: "kdsl", Version: protocol.NewOptional(s.version)},
		Capabilities: protocol.ServerCapabilities{
			TextDocumentSync:           &protocol.TextDocumentSyncOptions{OpenClose: &yes, Change: &kind},
			DocumentFormattingProvider: protocol.Boolean(true),
			DocumentSymbolProvider:     protocol.Boolean(true),
			FoldingRangeProvider:       protocol.Boolean(true),
			HoverProvider:              protocol.Boolean(true),
			CodeLensProvider:           &protocol.CodeLensOptions{},
			RenameProvider:             &protocol.RenameOptions{PrepareProvider: &yes},
			CompletionProvider:         &protocol.CompletionOptions{TriggerCharacters: []string{".", "(", "[", "{", ":", " "}},
			SemanticTokensProvider:     colouring(),
			InlayHintProvider:          protocol.Boolean(true),
			SignatureHelpProvider:      &protocol.SignatureHelpOptions{TriggerCharacters: []string{"(", ","}},
			DefinitionProvider:         protocol.Boolean(true),
			ReferencesProvider:         protocol.Boolean(true),
			DocumentHighlightProvider:  protocol.Boolean(true),
			Experimental:               experimental,
			CodeActionProvider:         &protocol.CodeActionOptions{CodeActionKinds: []protocol.CodeActionKind{protocol.CodeActionKindQuickFix, FixAll}},
		},
	}, nil
}

// say is a sentence in the client's language.
func (s *Server) say(sentence string) string { return catalog.Say(s.tongue(), sentence) }

func (s *Server) tongue() tongue.Language { return tongue.Language(s.lang.Load()) }

// Shutdown ends what is under way.
func (s *Server) Shutdown(context.Context) error {
	s.shut.Store(true)
	return nil
}

// DidOpen takes a text over from the disk.
func (s *Server) DidOpen(_ context.Context, p *protocol.DidOpenTextDocumentParams) error {
	if name := nameOf(p.TextDocument.URI); name != "" {
		_ = s.admit(path.Dir(name)) // where there is no folder, a text is there alone
		s.docs.put(&document{name, p.TextDocument.URI, p.TextDocument.Version, source.New(name, strings.Clone(p.TextDocument.Text))})
	}
	return nil
}

// DidChange changes an open text.
func (s *Server) DidChange(_ context.Context, p *protocol.DidChangeTextDocumentParams) error {
	if x := s.docs.get(nameOf(p.TextDocument.URI)); x != nil {
		s.docs.put(&document{x.name, x.uri, p.TextDocument.Version, edited(x.file, p.ContentChanges)})
		s.caret.follow(nil)
	}
	return nil
}

// DidClose gives a text back to the disk.
func (s *Server) DidClose(_ context.Context, p *protocol.DidCloseTextDocumentParams) error {
	s.docs.drop(nameOf(p.TextDocument.URI))
	return nil
}

// DidChangeWatchedFiles has the disk looked at again.
func (s *Server) DidChangeWatchedFiles(_ context.Context, p *protocol.DidChangeWatchedFilesParams) error {
	s.mu.Lock()
	defer s.mu.Unlock()
	for _, c := range p.Changes {
		if name := nameOf(c.URI); name != "" && s.docs.get(name) == nil {
			s.space.Set(name, nil)
			s.last = bindings{}
		}
	}
	s.docs.ring()
	return nil
}

// Formatting lays a text out.
func (s *Server) Formatting(ctx context.Context, p *protocol.DocumentFormattingParams) ([]protocol.TextEdit, error) {
	x := s.docs.get(nameOf(p.TextDocument.URI))
	if x == nil {
		return nil, nil
	}
	out, _ := ask.Format(x.name, x.file.Text)
	if s.moved(ctx) {
		return nil, protocol.ErrContentModified
	}
	return s.change(x.file, out), nil
}

func (s *Server) change(was *source.File, is string) []protocol.TextEdit {
	e, ok := ask.Change(was, is)
	if !ok {
		return []protocol.TextEdit{}
	}
	return []protocol.TextEdit{{Range: extent(e.Span), NewText: e.Text}}
}

// symbolKinds are the signs that editors have for what is declared.
var symbolKinds = map[string]protocol.SymbolKind{
	"pack": protocol.SymbolKindPackage, "enum": protocol.SymbolKindEnum, "kind": protocol.SymbolKindClass, "event": protocol.SymbolKindEvent, "span": protocol.SymbolKindEvent,
	"action": protocol.SymbolKindEvent, "function": protocol.SymbolKindFunction, "table": protocol.SymbolKindArray, "option": protocol.SymbolKindConstant,
	"test": protocol.SymbolKindMethod, "odds": protocol.SymbolKindMethod, "scenario": protocol.SymbolKindModule, "setup": protocol.SymbolKindModule,
	"field": protocol.SymbolKindField, "cell": protocol.SymbolKindField, "stat": protocol.SymbolKindField, "derive": protocol.SymbolKindField, "clause": protocol.SymbolKindMethod,
}

// DocumentSymbol lists what a text declares.
func (s *Server) DocumentSymbol(_ context.Context, p *protocol.DocumentSymbolParams) (protocol.DocumentSymbolResult, error) {
	x := s.docs.get(nameOf(p.TextDocument.URI))
	if x == nil {
		return protocol.DocumentSymbolSlice{}, nil
	}
	f, _ := syntax.Parse(x.file)
	var list func(all []ask.Symbol) []protocol.DocumentSymbol
	list = func(all []ask.Symbol) (out []protocol.DocumentSymbol) {
		for _, y := range all {
			kind := symbolKinds[y.Sort]
			if kind == 0 {
				kind = protocol.SymbolKindObject // a card
			}
			out = append(out, protocol.DocumentSymbol{Name: y.Name, Detail: &y.Sort, Kind: kind, Range: extent(y.At), SelectionRange: extent(y.Here), Children: list(y.Parts)})
		}
		return out
	}
	return protocol.DocumentSymbolSlice(list(ask.Symbols(f))), nil
}

// FoldingRanges lists what may be folded.
func (s *Server) FoldingRanges(_ context.Context, p *protocol.FoldingRangeParams) ([]protocol.FoldingRange, error) {
	x := s.docs.get(nameOf(p.TextDocument.URI))
	out := []protocol.FoldingRange{}
	if x == nil {
		return out, nil
	}
	for _, f := range ask.Folds(x.file) {
		r := protocol.FoldingRange{StartLine: uint32(f.From), EndLine: uint32(f.To)}
		if f.Remark {
			r.Kind = protocol.FoldingRangeKindComment
		}
		out = append(out, r)
	}
	return out, nil
}

// named is the open document that an editor speaks of, and the name at a place of it; nil for no name.
func (s *Server) named(u uri.URI, at protocol.Position) (*document, source.Span) {
	x := s.docs.get(nameOf(u))
	if x == nil {
		return nil, source.Span{}
	}
	here, ok := ask.Name(x.file, offset(x.file, at))
	if !ok {
		return nil, source.Span{}
	}
	return x, here
}

// meanings is what the name at a place means, in the program that the text belongs to.
func (s *Server) meanings(ctx context.Context, u uri.URI, at protocol.Position) (*ir.Program, source.Span, []ask.Meaning) {
	x, here := s.named(u, at)
	if x == nil {
		return nil, source.Span{}, nil
	}
	s.mu.Lock()
	defer s.mu.Unlock()
	s.tell()
	p, _, err := s.space.Program(ctx, x.name)
	if err != nil || p == nil {
		return nil, source.Span{}, nil
	}
	bound, err := s.last.at(ctx, s, x.name)
	if err != nil {
		return nil, source.Span{}, nil
	}
	return p, here, ask.Meant(p, here, bound.Declared)
}

// Hover says what a name means: what it is, what it is called, and how a card reads; of what is known by its place alone the line that
// declares it.
func (s *Server) Hover(ctx context.Context, p *protocol.HoverParams) (*protocol.Hover, error) {
	program, here, all := s.meanings(ctx, p.TextDocument.URI, p.Position)
	if len(all) == 0 {
		return nil, nil
	}
	var out []string
	for _, m := range all[:min(3, len(all))] {
		head := "**" + m.Name + "** · " + s.say(m.Sort)
		if m.Sort == "" {
			head = "**" + m.Name + "** · `" + strings.TrimSpace(m.At.File.Line(m.At.Pos().Line)) + "`"
		}
		if m.Of != "" {
			head += map[tongue.Language]string{tongue.English: " of ", tongue.French: " de "}[s.tongue()] + m.Of
		}
		if words := names(program, m.Texts, m.Name); words != "" {
			head += " · " + words
		}
		out = append(out, head)
		if m.Card != nil {
			for _, lang := range s.languages() {
				out = append(out, ask.Reads(program, m.Card, lang)...)
			}
		}
	}
	at := extent(here)
	return &protocol.Hover{Contents: &protocol.MarkupContent{Kind: protocol.MarkupKindMarkdown, Value: strings.Join(out, "\n\n")}, Range: &at}, nil
}

// languages are both, the client's first.
func (s *Server) languages() []string {
	if s.tongue() == tongue.French {
		return []string{"fr", "en"}
	}
	return []string{"en", "fr"}
}

// SignatureHelp says what may stand in the brackets around a place.
func (s *Server) SignatureHelp(ctx context.Context, p *protocol.SignatureHelpParams) (*protocol.SignatureHelp, error) {
	x := s.docs.get(nameOf(p.TextDocument.URI))
	if x == nil {
		return nil, nil
	}
	s.mu.Lock()
	s.tell()
	program, _, err := s.space.Program(ctx, x.name)
	s.mu.Unlock()
	if err != nil || program == nil {
		return nil, nil
	}
	out := &protocol.SignatureHelp{}
	for _, y := range ask.Signatures(program, x.file, offset(x.file, p.Position)) {
		info := protocol.SignatureInformation{Label: y.Label()}
		for _, name := range y.Params {
			info.Parameters = append(info.Parameters, protocol.ParameterInformation{Label: protocol.String(name)})
		}
		if doc := cmp.Or(y.Doc, names(program, y.Texts, y.Of)); doc != "" {
			info.Documentation = &protocol.MarkupContent{Kind: protocol.MarkupKindMarkdown, Value: doc}
		}
		if y.Active >= 0 {
			active := uint32(y.Active)
			info.ActiveParameter = protocol.NewNullable(active)
		}
		out.Signatures = append(out.Signatures, info)
	}
	if len(out.Signatures) == 0 {
		return nil, nil
	}
	return out, nil
}

// names are what something is called, other than by its name, in all languages.
func names(p *ir.Program, texts ir.Texts, name string) string {
	var out []string
	for _, lang := range []string{"en", "fr"} {
		if words := text.Name(p, texts, name, lang); words != name {
			out = append(out, "*"+words+"*")
		}
	}
	return strings.Join(out, " · ")
}

// Definition is where what a name means is declared.
func (s *Server) Definition(ctx context.Context, p *protocol.DefinitionParams) (protocol.DefinitionResult, error) {
	_, _, all := s.meanings(ctx, p.TextDocument.URI, p.Position)
	out := protocol.LocationSlice{}
	for _, m := range all {
		out = append(out, protocol.Location{URI: s.docs.uriOf(m.At.File.Name), Range: extent(m.At)})
	}
	return out, nil
}

// References are where the name at a place stands for the same in the program's own files.
func (s *Server) References(ctx context.Context, p *protocol.ReferenceParams) ([]protocol.Location, error) {
	out := []protocol.Location{}
	x, here := s.named(p.TextDocument.URI, p.Position)
	if x == nil {
		return out, nil
	}
	s.mu.Lock()
	defer s.mu.Unlock()
	s.tell()
	files, err := s.space.Files(ctx, x.name)
	if err != nil {
		return out, nil
	}
	bound, err := s.last.at(ctx, s, x.name)
	if err != nil {
		return out, nil
	}
	for _, at := range ask.Same(files, here, bound.Same) {
		out = append(out, protocol.Location{URI: s.docs.uriOf(at.File.Name), Range: extent(at)})
	}
	return out, nil
}

// DocumentHighlight is where the name at a place stands for the same in the text.
func (s *Server) DocumentHighlight(ctx context.Context, p *protocol.DocumentHighlightParams) ([]protocol.DocumentHighlight, error) {
	out := []protocol.DocumentHighlight{}
	x, here := s.named(p.TextDocument.URI, p.Position)
	if x == nil {
		return out, nil
	}
	s.mu.Lock()
	defer s.mu.Unlock()
	s.tell()
	bound, err := s.last.at(ctx, s, x.name)
	if err != nil {
		return out, nil
	}
	for _, at := range ask.Same([]*source.File{x.file}, here, bound.Same) {
		out = append(out, protocol.DocumentHighlight{Range: extent(at)})
	}
	return out, nil
}

// CodeAction offers the mends of what is said at a place, and one for all that is safe.
func (s *Server) CodeAction(ctx context.Context, p *protocol.CodeActionParams) ([]protocol.CommandOrCodeAction, error) {
	x := s.docs.get(nameOf(p.TextDocument.URI))
	out := []protocol.CommandOrCodeAction{}
	if x == nil {
		return out, nil
	}
	wants := func(kind protocol.CodeActionKind) bool {
		return len(p.Context.Only) == 0 || slices.ContainsFunc(p.Context.Only, func(k protocol.CodeActionKind) bool {
			return k == kind || strings.HasPrefix(string(kind), string(k)+".")
		})
	}
	s.mu.Lock()
	defer s.mu.Unlock()
	s.tell()
	if wants(protocol.CodeActionKindQuickFix) {
		list, err := s.space.Check(ctx, x.name)
		if err != nil {
			return out, nil
		}
		from, to := offset(x.file, p.Range.Start), offset(x.file, p.Range.End)
		for _, d := range list {
			if d.Span.File == nil || d.Span.File.Name != x.name || d.Span.End < from || d.Span.Start > to {
				continue
			}
			for _, m := range d.Mends {
				out = append(out, s.action(m, s.diagnostic(d)))
			}
		}
	}
	if wants(FixAll) {
		m, err := s.space.Mend(ctx, x.name)
		s.set = map[string]*source.File{} // the workspace holds what was tried
		s.tell()
		if err == nil {
			for name := range m.Texts {
				if s.docs.get(name) == nil {
					s.space.Set(name, nil)
				}
			}
			if now, ok := m.Texts[x.name]; ok && now != x.file.Text {
				kind := FixAll
				out = append(out, &protocol.CodeAction{Title: s.say("Mend what is safe to mend"), Kind: &kind,
					Edit: &protocol.WorkspaceEdit{Changes: map[uri.URI][]protocol.TextEdit{x.uri: s.change(x.file, now)}}})
			}
		}
	}
	if s.moved(ctx) {
		return nil, protocol.ErrContentModified
	}
	return out, nil
}

// action is a mend that somebody may choose.
func (s *Server) action(m diag.Mend, of protocol.Diagnostic) *protocol.CodeAction {
	kind, safe := protocol.CodeActionKindQuickFix, m.Rank == diag.Safe
	changes := map[uri.URI][]protocol.TextEdit{}
	for _, e := range m.Edits {
		u := s.docs.uriOf(e.Span.File.Name)
		changes[u] = append(changes[u], protocol.TextEdit{Range: extent(e.Span), NewText: e.Text})
	}
	return &protocol.CodeAction{Title: s.say(m.Title), Kind: &kind, IsPreferred: &safe, Diagnostics: []protocol.Diagnostic{of},
		Edit: &protocol.WorkspaceEdit{Changes: changes}}
}
