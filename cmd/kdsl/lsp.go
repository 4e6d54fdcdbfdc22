package main

import (
	"context"
	"io"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"

	"github.com/kdsl-lang/kdsl/internal/library"
	"github.com/kdsl-lang/kdsl/internal/lsp"
)

type lspCommand struct{}

func (c *lspCommand) page() *cobra.Command {
	return &cobra.Command{
		Use:   "lsp",
		Short: "Answer an editor: the language server",
		Long: `Lsp speaks the Language Server Protocol over standard input and output: an
editor starts it. It tells what is wrong while you write, offers what mends
it and what may come next, says what a name means and how a card reads, finds
where it is declared, and lays a file out.

For Neovim, in a file ftplugin/kdsl.lua:

  vim.lsp.start({ name = "kdsl", cmd = { "kdsl", "lsp" } })`,
		Example: `  kdsl lsp`,
		Args:    cobra.NoArgs,
	}
}

func (c *lspCommand) flags(*pflag.FlagSet) {}

func (c *lspCommand) run(t *tool, _ []string) error {
	return lsp.Serve(context.Background(), stdio{t.in, t.out, t.out.flush}, library.Open(t.disk), t.admit, versionLine(), t.tongue())
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
