package lsp

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"path/filepath"
	"time"

	"go.lsp.dev/jsonrpc2"
	"go.lsp.dev/protocol"
	"go.lsp.dev/uri"

	"github.com/kdsl-lang/kdsl/lang/load"
	"github.com/kdsl-lang/kdsl/lang/tongue"
)

// Rehearsed is what came of a conversation of the server with itself.
type Rehearsed struct {
	Server   string        // what it calls itself
	Dialect  int           // of its own messages, as it says at the handshake
	Problems int           // that it told of the text at once
	Symbols  int           // that the text declares
	Words    int           // that it offers at the end of the text
	Took     time.Duration // from the handshake until it told what is wrong
}

// Rehearse opens a text, which need not be on the disk, asks a few things of it, and goes, as an editor does, over a stream. The
// other arguments are those of Serve. The error says at which message it failed.
func Rehearse(ctx context.Context, name, text string, space *load.Workspace, admit func(...string) error, version string, lang tongue.Language) (Rehearsed, error) {
	here, there := streams()
	served := make(chan error, 1)
	go func() { served <- Serve(ctx, there, space, admit, version, lang) }()
	hears := listener{told: make(chan *protocol.PublishDiagnosticsParams, 1)}
	ctx, conn, server := protocol.NewClient(ctx, &hears, jsonrpc2.NewStream(here))
	defer conn.Close()

	var r Rehearsed
	begun := time.Now()
	hello, err := server.Initialize(ctx, &protocol.InitializeParams{})
	if err != nil {
		return r, fmt.Errorf("initialize: %w", err)
	}
	r.Server, _ = hello.ServerInfo.Version.Get()
	var own struct{ Kdsl struct{ Dialect int } }
	if err := json.Unmarshal(hello.Capabilities.Experimental, &own); err != nil {
		return r, fmt.Errorf("initialize: %w", err)
	}
	if r.Dialect = own.Kdsl.Dialect; r.Dialect != Dialect {
		return r, fmt.Errorf("initialize: it speaks dialect %d, and ought to speak %d", r.Dialect, Dialect)
	}
	if err := server.Initialized(ctx, &protocol.InitializedParams{}); err != nil {
		return r, fmt.Errorf("initialized: %w", err)
	}
	if name, err = filepath.Abs(name); err != nil {
		return r, err
	}
	of := protocol.TextDocumentIdentifier{URI: uri.File(name)}
	if err := server.DidOpen(ctx, &protocol.DidOpenTextDocumentParams{TextDocument: protocol.TextDocumentItem{URI: of.URI, LanguageID: "kdsl", Version: 1, Text: text}}); err != nil {
		return r, fmt.Errorf("didOpen: %w", err)
	}
	select {
	case p := <-hears.told:
		r.Problems, r.Took = len(p.Diagnostics), time.Since(begun)
	case err := <-served:
		return r, fmt.Errorf("didOpen: the server has gone: %w", err)
	case <-ctx.Done():
		return r, fmt.Errorf("didOpen: nothing was told of the text: %w", context.Cause(ctx))
	}
	symbols, err := server.DocumentSymbol(ctx, &protocol.DocumentSymbolParams{TextDocument: of})
	if err != nil {
		return r, fmt.Errorf("documentSymbol: %w", err)
	}
	if list, ok := symbols.(protocol.DocumentSymbolSlice); ok {
		r.Symbols = len(list)
	}
	asked := &protocol.CompletionParams{TextDocumentPositionParams: protocol.TextDocumentPositionParams{TextDocument: of, Position: protocol.Position{Line: 1 << 30}}}
	words, err := server.Completion(ctx, asked)
	if err != nil {
		return r, fmt.Errorf("completion: %w", err)
	}
	if list, ok := words.(*protocol.CompletionList); ok {
		r.Words = len(list.Items)
	}
	if err := server.Shutdown(ctx); err != nil {
		return r, fmt.Errorf("shutdown: %w", err)
	}
	if err := server.Exit(ctx); err != nil {
		return r, fmt.Errorf("exit: %w", err)
	}
	select {
	case err = <-served:
	case <-ctx.Done():
		err = context.Cause(ctx)
	}
	if err != nil {
		return r, fmt.Errorf("exit: %w", err)
	}
	return r, nil
}

// duplex is an end of a stream that goes both ways.
type duplex struct {
	*io.PipeReader
	*io.PipeWriter
}

func (d duplex) Close() error { return errors.Join(d.PipeReader.Close(), d.PipeWriter.Close()) }

// streams are the two ends of a stream.
func streams() (here, there duplex) {
	here.PipeReader, there.PipeWriter = io.Pipe()
	there.PipeReader, here.PipeWriter = io.Pipe()
	return here, there
}

// listener hears the first that is told of a text.
type listener struct {
	protocol.UnimplementedClient
	told chan *protocol.PublishDiagnosticsParams
}

func (l *listener) PublishDiagnostics(_ context.Context, p *protocol.PublishDiagnosticsParams) error {
	select {
	case l.told <- p:
	default: // what comes later is more of the same
	}
	return nil
}
