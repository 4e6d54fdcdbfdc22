package main

import (
	"bufio"
	"cmp"
	_ "embed" // a small game
	"errors"
	"fmt"
	"io/fs"
	"path"
	"slices"
	"strings"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"

	"github.com/kdsl-lang/kdsl/cmd/kdsl/internal/files"
	"github.com/kdsl-lang/kdsl/internal/library"
	"github.com/kdsl-lang/kdsl/internal/term"
	"github.com/kdsl-lang/kdsl/lang/diag"
	"github.com/kdsl-lang/kdsl/lang/load"
	"github.com/kdsl-lang/kdsl/lang/source"
	"github.com/kdsl-lang/kdsl/lang/start"
)

// game is a whole small game, as everybody may copy it. Its names have a hole each.
//
//go:embed game.kdsl
var game string

type newCommand struct {
	like, game, in, id, fr string
	printed                []string // files
}

func (c *newCommand) page() *cobra.Command {
	return &cobra.Command{
		Use:   "new [SORT [NAME]]",
		Short: "Begin a card, a pack or a game of your own",
		Long: `New writes what you begin with: files that are checked, laid out and tested
already. Nothing is overwritten.

SORT is the kind of a card, or pack, game or test. NAME is what it is called in
English; --fr says it in French.

A card begins as a copy of another, as it is written, with up to five of its
tests; what you have to decide is marked with "// change:". --like names the
other, by its id or as it is printed; without it kdsl takes the plainest of the
kind. The card is written to a file of its own, or to the end of the file that
--in names; either belongs to the pack around you, if there is one.

A pack is a folder with a card of each usual kind of a game, and a scenario that
plays; a game is a whole one in a single file. --for names the pack of the game
that cards are for.

A test is for a clause: NAME is CARD.LABEL. kdsl looks for a test that lets the
clause run when the card is in play, and copies it beside the card with what it
throws; what it expects is for you to sharpen. Where there is none, the test
says why the clause does not run in it yet.

--printed names a file of printed cards, as text, CSV or YAML, and begins a card
of the kind for each, with its name, its sentences and, where its kind wants
them, figures to be changed. A second file has them in the other language.

On a terminal, new alone asks for which game, what it is called, and what rules
call it, and begins a pack, or a game.`,
		Example: `  kdsl new unit Otters --for saga
  kdsl new unit Herons --fr Hérons --in otters.kdsl
  kdsl new pack "River folk" --for saga
  kdsl new game "Hop and skip"
  kdsl new unit --printed swans.txt --for saga`,
		Args: func(cmd *cobra.Command, args []string) error {
			switch {
			case len(c.printed) > 0 && len(args) == 1, len(c.printed) == 0 && len(args) == 2, len(args) == 0 && term.IsTerminal(cmd.InOrStdin()):
				return nil
			case len(c.printed) > 0:
				return usage("--printed takes the kind of its cards, such as `kdsl new unit --printed sheet.txt`; their names stand in the file")
			}
			return usage("%s takes what to begin and its name, such as `kdsl new game \"Hop and skip\"`", cmd.CommandPath())
		},
	}
}

func (c *newCommand) flags(fs *pflag.FlagSet) {
	fs.StringVar(&c.like, "like", "", "the card to copy")
	fs.StringVar(&c.game, "for", "", "the pack of the game that it is for")
	fs.StringVar(&c.in, "in", "", "write to the end of this file")
	fs.StringVar(&c.id, "id", "", "what rules call it (default made from the name)")
	fs.StringArrayVar(&c.printed, "printed", nil, "begin the cards that are printed in this file")
	fs.StringVar(&c.fr, "fr", "", "its name in French (default the English one)")
}

func (c *newCommand) run(t *tool, args []string) error {
	if len(args) == 0 {
		var err error
		if args, err = c.questions(t); err != nil {
			return err
		}
	}
	if len(c.printed) > 0 {
		return c.sheets(t, args[0])
	}
	if args[0] == "test" {
		return c.test(t, args[1])
	}
	n := start.Names{ID: cmp.Or(c.id, start.Slug(args[1])), En: args[1], Fr: cmp.Or(c.fr, args[1]), NoFrench: c.fr == ""}
	if !source.IsName(n.ID) {
		return usage("%q gives no name that rules could call it by: add --id NAME, with letters from a to z, digits and _", cmp.Or(c.id, args[1]))
	}
	for _, name := range []string{n.En, n.Fr} {
		if strings.ContainsAny(name, "{}|\\\"") || diag.Visible(name) != name {
			return usage("a name has no {, }, |, \\ or quotes: %q", name)
		}
	}
	if args[0] == "pack" || args[0] == "game" {
		if err := stored(n.ID + ".kdsl"); err != nil {
			return err
		}
	}
	switch args[0] {
	case "pack":
		return c.pack(t, n)
	case "game":
		return c.write(t, n.ID+".kdsl", nil, start.Game(game, n))
	}
	return c.card(t, args[0], n)
}

// questions asks what the arguments and flags would say, and answers the arguments.
func (c *newCommand) questions(t *tool) ([]string, error) {
	typed := bufio.NewScanner(t.in)
	question := func(text, otherwise string) (string, error) {
		if otherwise != "" {
			text += " [" + otherwise + "]"
		}
		fmt.Fprint(t.err, text+" ")
		if !typed.Scan() {
			return "", usage("nothing was begun: the questions were not answered")
		}
		return cmp.Or(strings.TrimSpace(typed.Text()), otherwise), nil
	}
	sort := "pack"
	for {
		answer, err := question(t.words(fmt.Sprintf("For which game: %s? Or is it a game of its own (own)?", strings.Join(library.Games(), ", "))), c.game)
		if err != nil {
			return nil, err
		}
		if c.game = strings.ToLower(answer); c.game == "own" {
			sort, c.game = "game", ""
			break
		} else if slices.Contains(library.Games(), c.game) {
			break
		}
	}
	var en string
	for en == "" {
		var err error
		if en, err = question(t.words("What is it called in English?"), ""); err != nil {
			return nil, err
		}
	}
	var err error
	if c.fr, err = question(t.words("And in French?"), cmp.Or(c.fr, en)); err != nil {
		return nil, err
	}
	if c.id, err = question(t.words("What do rules, and its files, call it?"), cmp.Or(c.id, start.Slug(en))); err != nil {
		return nil, err
	}
	return []string{sort, en}, nil
}

// stored refuses the name of a file or folder that Windows does not store.
func stored(name string) error {
	if base := path.Base(name); load.IsDevice(base) {
		return usage("%s is the name of a device on Windows, which stores no such file: add --id with another name, or --in FILE", base)
	}
	return nil
}

// games reads the pack that --for names.
func (c *newCommand) games(t *tool) ([]*load.Unit, error) {
	if c.game == "" {
		return nil, usage("for which game? Add --for with one of %s", strings.Join(library.Games(), ", "))
	}
	if !t.isThere(c.game) && !slices.Contains(library.Games(), c.game) {
		return nil, usage("there is no game %q: --for takes one of %s", c.game, strings.Join(library.Games(), ", "))
	}
	return t.subject([]string{c.game})
}

// absent refuses a name under which something is there already.
func absent(t *tool, name string) error {
	_, err := files.Lstat(t.disk, name)
	switch {
	case err == nil:
		return usage("%s is there already: nothing is overwritten", name)
	case errors.Is(err, fs.ErrNotExist):
		return nil
	}
	return err
}

// write writes a file, and says so.
func (c *newCommand) write(t *tool, name string, old []byte, text string) error {
	if err := t.admit("."); err != nil {
		return err
	}
	if old == nil {
		if err := absent(t, name); err != nil {
			return err
		}
	}
	if err := files.Replace(t.disk, name, old, []byte(text), t.leave); err != nil {
		return err
	}
	t.say("wrote %s", name)
	return nil
}
