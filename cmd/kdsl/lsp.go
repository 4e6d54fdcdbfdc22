package main

import (
	"context"
	"fmt"
	"io"
	"path/filepath"
	"time"

	"github.com/spf13/afero"
	"github.com/spf13/cobra"
	"github.com/spf13/pflag"

	"github.com/kdsl-lang/kdsl/internal/library"
	"github.com/kdsl-lang/kdsl/internal/lsp"
)

type lspCommand struct{ check string }

func (c *lspCommand) page() *cobra.Command {
	return &cobra.Command{
		Use:   "lsp [--check FILE]",
		Short: "Answer an editor: the language server",
		Long: `Lsp speaks the Language Server Protocol over standard input and output: an
editor starts it. It tells what is wrong while you write, offers what mends
it and what may come next, says what a name means and how a card reads, finds
where it is declared, and lays a file out.

With --check it speaks with itself instead: it opens FILE as an editor would,
and says which kdsl and which dialect of its own messages answered, how soon,
and with what; or at which message it failed. That is what to show where an
editor shows nothing.

For Neovim, in a file ftplugin/kdsl.lua:

  vim.lsp.start({ name = "kdsl", cmd = { "kdsl", "lsp" } })`,
		Example: `  kdsl lsp
  kdsl lsp --check cards/one.kdsl`,
		Args: cobra.NoArgs,
	}
}

func (c *lspCommand) flags(fs *pflag.FlagSet) {
	fs.StringVar(&c.check, "check", "", "try the server on this file, and say how it answered")
}

// patience is how long the server may take with a file that it is tried on.
const patience = 30 * time.Second

func (c *lspCommand) run(t *tool, _ []string) error {
	bounded(1 << 40) // many programs may be open, and stay so
	prompt()
	if c.check != "" {
		return c.rehearse(t)
	}
	return lsp.Serve(context.Background(), stdio{t.in, t.out, t.out.flush}, library.Open(t.disk), t.admit, versionLine(), t.tongue())
}

// rehearse tries the server on a file.
func (c *lspCommand) rehearse(t *tool) error {
	if err := t.admit(filepath.Dir(c.check)); err != nil {
		return err
	}
	text, err := afero.ReadFile(t.disk, c.check)
	if err != nil {
		return err
	}
	ctx, cancel := context.WithTimeoutCause(t.ctx, patience, fmt.Errorf("%v have passed", patience))
	defer cancel()
	r, err := lsp.Rehearse(ctx, c.check, string(text), library.Open(t.disk), t.admit, versionLine(), t.tongue())
	if err != nil {
		return fmt.Errorf("the language server fails at %w", err)
	}
	t.print("%s\n", r.Server)
	t.print("dialect %d\n", r.Dialect)
	t.print("%s: %s, told after %v; %s, %s offered at its end\n", c.check, count(r.Problems, "problem"), r.Took.Round(10*time.Millisecond), count(r.Symbols, "declaration"), count(r.Words, "word"))
	return nil
}

// stdio is standard input and output as one stream. What is written is there at once.
type stdio struct {
	io.Reader
	io.Writer
	flush func()
}

func (s stdio) Write(b []byte) (int, error) {
	n, err := s.Writer.Write(b)
	s.flush()
	return n, err
}

// Close lets whoever reads go on until the process ends.
func (s stdio) Close() error { return nil }
