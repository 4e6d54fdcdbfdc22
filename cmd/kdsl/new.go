package main

import (
	"bufio"
	"cmp"
	"context"
	_ "embed" // a small game
	"errors"
	"fmt"
	"io/fs"
	"path"
	"path/filepath"
	"slices"
	"strings"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"

	"github.com/kdsl-lang/kdsl/cmd/kdsl/internal/files"
	played "github.com/kdsl-lang/kdsl/examples"
	"github.com/kdsl-lang/kdsl/internal/library"
	"github.com/kdsl-lang/kdsl/internal/term"
	"github.com/kdsl-lang/kdsl/interp"
	"github.com/kdsl-lang/kdsl/interp/trial"
	"github.com/kdsl-lang/kdsl/lang/diag"
	"github.com/kdsl-lang/kdsl/lang/ir"
	"github.com/kdsl-lang/kdsl/lang/layout"
	"github.com/kdsl-lang/kdsl/lang/load"
	"github.com/kdsl-lang/kdsl/lang/source"
	"github.com/kdsl-lang/kdsl/lang/start"
	"github.com/kdsl-lang/kdsl/lang/syntax"
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
	n := start.Names{ID: cmp.Or(c.id, start.Slug(args[1])), En: args[1], Fr: cmp.Or(c.fr, args[1])}
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

// card begins a card of a kind.
func (c *newCommand) card(t *tool, kind string, n start.Names) error {
	b, err := c.bed(t, n)
	if err != nil {
		return err
	}
	other, err := c.other(b.unit, kind)
	if err != nil {
		return err
	}
	if known := b.unit.Program.Cards; slices.ContainsFunc(known, func(o *ir.Card) bool { return o.Name == n.ID }) {
		return usage("there is a card %s already: add --id with another name for the rules", n.ID)
	}
	out, err := start.Like(other, n, setupsOf(b, other))
	if err != nil {
		return err
	}
	brought := len(out.Tests)
	text, bare, err := begun(b, other, n, out)
	if err != nil {
		return err
	}
	if err := c.write(t, b.file, b.old, text); err != nil {
		return err
	}
	t.say("it is a copy of %s, with %s; what to decide is marked with // change:", other.Name, count(len(out.Tests), "test"))
	lost := brought - len(out.Tests)
	if bare {
		lost = brought
	}
	if lost > 0 {
		t.say("%s of %s left out: what was true of the one card is not of the other", count(lost, "test"), other.Name)
	}
	if bare {
		t.say("its test only puts it in play: what happens then is for you to write")
	}
	return nil
}

// begun is what a file says with a copy of a card and those of its tests that pass; where there are none, with one that only puts
// it in play, which is bare.
func begun(b *bed, other *ir.Card, n start.Names, out *start.Copy) (text string, bare bool, err error) {
	if text, err = b.proved(out); err != nil || len(out.Tests) > 0 {
		return text, false, err
	}
	for _, x := range out.Skeletons(b.unit.Program, other, n) {
		out.Tests = []start.Test{x}
		with, err := b.proved(out)
		if err != nil || len(out.Tests) > 0 {
			return with, err == nil, err
		}
	}
	return text, false, nil
}

// stored refuses the name of a file or folder that Windows does not store.
func stored(name string) error {
	if base := path.Base(name); load.IsDevice(base) {
		return usage("%s is the name of a device on Windows, which stores no such file: add --id with another name, or --in FILE", base)
	}
	return nil
}

// bed is where a card is written: a file, what it says so far, and the program that its words come from.
type bed struct {
	file  string
	old   []byte // nil: there is no such file
	head  string // what a file begins with
	unit  *load.Unit
	space *load.Workspace // where it is tried what the file may say
}

func (c *newCommand) bed(t *tool, n start.Names) (*bed, error) {
	b := &bed{file: filepath.ToSlash(cmp.Or(c.in, n.ID+".kdsl")), space: library.Open(t.disk)}
	if path.Ext(b.file) != ".kdsl" {
		return nil, usage("--in %s: rules are written in a file whose name ends in .kdsl", b.file)
	}
	if err := stored(b.file); err != nil {
		return nil, err
	}
	if err := t.admit(path.Dir(b.file)); err != nil {
		return nil, err
	}
	old, err := files.Read(t.disk, b.file, load.MaxFile+1)
	switch {
	case err == nil && c.in == "":
		return nil, usage("%s is there already: nothing is overwritten; --in %s adds to it", b.file, b.file)
	case err == nil:
		b.old = append([]byte{}, old...)
	case !errors.Is(err, fs.ErrNotExist):
		return nil, err
	}
	switch around, err := load.IsPack(t.disk, path.Dir(b.file)); {
	case err != nil:
		return nil, err
	case b.old != nil:
		return c.around(t, b, b.file)
	case around:
		return c.around(t, b, path.Dir(b.file))
	}
	units, err := c.games(t)
	if err != nil {
		return nil, err
	}
	b.unit, b.head = units[0], "use "+units[0].Name+"\n\n"
	return b, nil
}

// around takes the program that a file or folder belongs to.
func (c *newCommand) around(t *tool, b *bed, name string) (*bed, error) {
	units, err := t.playable([]string{name})
	if err != nil {
		return nil, err
	}
	b.unit = units[0]
	if of := func(x *ir.Card) bool { return x.Pack == c.game }; c.game != "" && !slices.ContainsFunc(b.unit.Program.Cards, of) {
		return nil, usage("%s is not for %s: leave --for out, or write `use %s` there", name, c.game, c.game)
	}
	return b, nil
}

// other is the card to copy.
func (c *newCommand) other(u *load.Unit, kind string) (*ir.Card, error) {
	var ofKind, named []*ir.Card
	var kinds, known []string
	for _, card := range u.Program.Cards {
		if !layout.Printed(u.Program, card) || card.At.File == nil {
			continue
		}
		is := u.Program.Kinds[card.Kind].Name
		if !slices.Contains(kinds, is) {
			kinds = append(kinds, is)
		}
		if calls(card, c.like) {
			named = append(named, card)
		}
		if is == kind {
			ofKind, known = append(ofKind, card), append(known, card.Name)
		}
	}
	switch {
	case len(ofKind) == 0:
		if at := slices.IndexFunc(u.Program.Kinds, func(k *ir.Kind) bool { return k.Name == kind }); at >= 0 {
			packs := elsewhere(u.Name, func(p *ir.Program, card *ir.Card) bool {
				k := p.Kinds[card.Kind]
				return k.Name == kind && k.At.File.Name == u.Program.Kinds[at].At.File.Name
			})
			if len(packs) > 0 {
				return nil, usage("%s has no card of the kind %s to begin like: write --for %s", u.Name, kind, strings.Join(packs, " or --for "))
			}
		}
		if diag.Nearest(kind, kinds) == "" {
			return nil, usage("%s has no cards of a kind %q; its kinds with cards are %s", u.Name, kind, strings.Join(kinds, ", "))
		}
		return nil, unknown("kind of card", kind, kinds, "")
	case c.like == "":
		return plainest(ofKind), nil
	}
	for _, card := range named {
		if slices.Contains(ofKind, card) {
			return card, nil
		}
	}
	if len(named) > 0 {
		is := u.Program.Kinds[named[0].Kind].Name
		return nil, usage("%s is a %s: write `kdsl new %s`", named[0].Name, is, is)
	}
	return nil, unknown(kind+" in "+u.Name, c.like, known, "")
}

// setupsOf are the setups that have to be copied with the tests of a card: those of another pack than the one that the copy is for.
func setupsOf(b *bed, c *ir.Card) map[string]*syntax.ScriptDecl {
	if c.Pack == b.unit.Name && b.head == "" {
		return nil
	}
	if c.Pack != b.unit.Name {
		if of := ofLibrary(c.Pack); of != nil {
			return start.Setups(of.Own)
		}
	}
	return start.Setups(b.unit.Own)
}

// calls tells whether a card is called something: its id, or as it is printed.
func calls(c *ir.Card, name string) bool {
	if c.Name == name {
		return true
	}
	for _, t := range []*ir.Template{c.Texts.En, c.Texts.Fr} {
		if t != nil && strings.EqualFold(strings.TrimSpace(firstWords(t)), name) {
			return true
		}
	}
	return false
}

// firstWords is what a template says before its first parameter.
func firstWords(t *ir.Template) string {
	if len(t.Parts) == 0 {
		return ""
	}
	return strings.TrimRight(t.Parts[0].Text, " (")
}

// plainest is the card with the least to read of those that have a clause of their own, if there are any: one without shows little of
// what cards can say.
func plainest(of []*ir.Card) *ir.Card {
	files := map[*source.File]map[source.Span]int{} // how much there is to read in each card
	work := func(c *ir.Card) int {
		sizes := files[c.At.File]
		if sizes == nil {
			sizes = map[source.Span]int{}
			f, _ := syntax.Parse(c.At.File)
			for _, d := range f.Decls {
				_, _, at := syntax.Named(d)
				members, _ := syntax.Members(d)
				if sizes[at] = len(d.Span().Text()); !slices.ContainsFunc(members, acts) {
					sizes[at] += load.MaxFile
				}
			}
			files[c.At.File] = sizes
		}
		return sizes[c.At]
	}
	return slices.MinFunc(of, func(a, b *ir.Card) int { return cmp.Compare(work(a), work(b)) })
}

// acts tells whether a member is a clause or an action.
func acts(m syntax.Member) bool {
	switch m.(type) {
	case *syntax.Clause, *syntax.ActionMember:
		return true
	}
	return false
}

// with is what the file says with a text at its end.
func (b *bed) with(text string) string {
	if b.old != nil {
		return strings.TrimRight(string(b.old), "\n") + "\n\n" + text
	}
	return b.head + text
}

// program is the program of the file, if that is what it says, and what is wrong in it.
func (b *bed) program(ctx context.Context, text string) (*ir.Program, diag.List, error) {
	b.space.Set(b.file, &text)
	return b.space.Program(ctx, b.file)
}

// proved is what a file says with a copy, without the tests that do not pass for the copy.
func (b *bed) proved(out *start.Copy) (string, error) {
	for {
		text := b.with(out.Text())
		p, wrong, err := b.program(context.Background(), text)
		if err != nil {
			return "", err
		}
		failing := notPassed(p, wrong, out)
		if len(failing) == 0 {
			if wrong.HasErrors() {
				return "", usage("a copy of it cannot be checked: %s", wrong[0].Message)
			}
			return text, nil
		}
		out.Tests = slices.DeleteFunc(out.Tests, func(x start.Test) bool { return failing[x.Name] })
	}
}

// notPassed are the tests of a copy that fail, or in which something is wrong.
func notPassed(p *ir.Program, wrong diag.List, out *start.Copy) map[string]bool {
	failing := map[string]bool{}
	for _, d := range wrong {
		for _, x := range out.Tests {
			if d.Severity == diag.Error && d.Span.File != nil && inside(d.Span, x.Name) {
				failing[x.Name] = true
			}
		}
	}
	if wrong.HasErrors() {
		return failing
	}
	m := interp.New(p)
	for _, x := range out.Tests {
		if !trial.Run(m, m.Script(ir.TestScript, x.Name), trial.Options{}).Passed {
			failing[x.Name] = true
		}
	}
	return failing
}

// inside tells whether a place lies in the test of a name.
func inside(at source.Span, name string) bool {
	before := at.File.Text[:at.Start]
	i := strings.LastIndex(before, "\ntest ")
	return i >= 0 && strings.HasPrefix(before[i+len("\ntest "):], fmt.Sprintf("%q", name))
}

// opening is a game to begin with, of those that come with kdsl; nil for none.
func opening(game string) (*start.Opening, error) {
	names, err := fs.Glob(played.FS, "*.kdsl")
	if err != nil {
		return nil, err
	}
	var texts []*source.File
	for _, name := range names {
		b, err := fs.ReadFile(played.FS, name)
		if err != nil {
			return nil, err
		}
		texts = append(texts, source.New(name, string(b)))
	}
	return start.OpeningOf(game, texts), nil
}

// withOpening is the text of a pack with a game behind its cards, in which one of them plays: in the place of the first that it
// can stand for.
func withOpening(b *bed, all *start.Copy, game *start.Opening, n start.Names) (string, error) {
	if game == nil {
		return b.proved(all)
	}
	cards := all.Card
	for _, at := range game.Given() {
		kind := game.Kind(at.Text())
		if i := slices.IndexFunc(b.unit.Program.Cards, func(c *ir.Card) bool { return c.Name == at.Text() }); i >= 0 {
			kind = b.unit.Program.Kinds[b.unit.Program.Cards[i].Kind].Name
		}
		id := n.ID + "_" + kind
		if !strings.Contains(cards, " "+id+" ") {
			continue
		}
		all.Card = cards + game.Text(at, id)
		if text, err := b.proved(all); err == nil {
			return text, nil
		}
	}
	all.Card = cards + game.Text(source.Span{}, "")
	return b.proved(all)
}

// pack begins a folder with a card of each usual kind of a game, and a game to play.
func (c *newCommand) pack(t *tool, n start.Names) error {
	if c.in != "" || c.like != "" {
		return usage("a new pack is a folder of its own: leave --in and --like out")
	}
	units, err := c.games(t)
	if err != nil {
		return err
	}
	u := units[0]
	if err := t.admit("."); err != nil {
		return err
	}
	if _, err := files.Lstat(t.disk, n.ID); err == nil {
		return usage("%s is there already: nothing is overwritten", n.ID)
	} else if !errors.Is(err, fs.ErrNotExist) {
		return err
	}
	game, err := opening(u.Name)
	if err != nil {
		return err
	}
	uses := []string{u.Name}
	if game != nil {
		uses = append(uses, slices.DeleteFunc(game.Uses, func(name string) bool { return name == u.Name })...)
	}
	b := &bed{file: path.Join(n.ID, n.ID+".kdsl"), head: start.PackHead(u.Program, uses, n), unit: u, space: library.Open(t.disk)}
	all := &start.Copy{}
	several := usual(uses)
	if game != nil {
		for _, at := range game.Given() { // what plays in the scenario
			if i := slices.IndexFunc(u.Program.Cards, func(c *ir.Card) bool { return c.Name == at.Text() }); i >= 0 {
				several[u.Program.Kinds[u.Program.Cards[i].Kind].Name] = u
			} else if kind := game.Kind(at.Text()); kind != "" && several[kind] == nil {
				several[kind] = u
			}
		}
	}
	for _, k := range u.Program.Kinds {
		from := several[k.Name]
		if from == nil {
			continue
		}
		other, err := c.other(from, k.Name)
		if err != nil {
			continue // there is no card of it
		}
		out, err := start.Like(other, ofKind(n, k), setupsOf(b, other))
		if err != nil {
			return err
		}
		all.Card += out.Card + "\n"
		all.Tests = append(all.Tests, out.Tests[:min(2, len(out.Tests))]...)
	}
	text, err := withOpening(b, all, game, n)
	if err != nil {
		return err
	}
	if err := t.disk.Mkdir(n.ID, 0o755); err != nil {
		return err
	}
	if err := c.write(t, b.file, nil, text); err != nil {
		t.disk.Remove(n.ID)
		return err
	}
	t.say("it holds a card of each of the usual kinds, with %s; what to decide is marked with // change:", count(len(all.Tests), "test"))
	return nil
}

// mostKinds is how many sorts of cards a new pack begins with: what has many cards in the book is what one writes.
const mostKinds = 7

// usual are the kinds of which packs of the library have most cards, of those that lie on something or that something lies on, each
// with the pack that has most of them; all of those where there are none.
func usual(packs []string) map[string]*load.Unit {
	from, most := map[string]*load.Unit{}, map[string]int{}
	var names, bare []string
	for _, id := range packs {
		u := ofLibrary(id)
		if u == nil {
			continue
		}
		count := map[string]int{}
		for _, c := range u.Program.Cards {
			if (c.Pack == u.Name || id == packs[0]) && c.Kind != ir.RuleKind && c.At.File != nil && layout.Printed(u.Program, c) {
				count[u.Program.Kinds[c.Kind].Name]++
			}
		}
		for _, k := range u.Program.Kinds {
			if n := count[k.Name]; n > most[k.Name] {
				carries := slices.ContainsFunc(k.Fields, func(f *ir.Field) bool { return f.Class == ir.Carried })
				switch {
				case most[k.Name] > 0:
				case len(k.On) > 0 || carries:
					names = append(names, k.Name)
				default:
					bare = append(bare, k.Name)
				}
				from[k.Name], most[k.Name] = u, n
			}
		}
	}
	if len(names) == 0 {
		names = bare
	}
	slices.SortStableFunc(names, func(a, b string) int { return most[b] - most[a] })
	out := map[string]*load.Unit{}
	for _, name := range names[:min(len(names), mostKinds)] {
		out[name] = from[name]
	}
	return out
}

// ofKind are the names of a card of a kind in a new pack: what the book calls the kind, in both languages.
func ofKind(n start.Names, k *ir.Kind) start.Names {
	said := func(t *ir.Template) string {
		if t == nil || firstWords(t) == "" {
			return strings.ReplaceAll(k.Name, "_", " ")
		}
		return firstWords(t)
	}
	return start.Names{ID: n.ID + "_" + k.Name, En: n.En + " " + strings.ToLower(said(k.Texts.En)), Fr: said(k.Texts.Fr) + ", " + n.Fr}
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

// write writes a file, and says so.
func (c *newCommand) write(t *tool, name string, old []byte, text string) error {
	if err := t.admit("."); err != nil {
		return err
	}
	if old == nil {
		if _, err := files.Lstat(t.disk, name); err == nil {
			return usage("%s is there already: nothing is overwritten", name)
		} else if !errors.Is(err, fs.ErrNotExist) {
			return err
		}
	}
	if err := files.Replace(t.disk, name, old, []byte(text), t.leave); err != nil {
		return err
	}
	t.say("wrote %s", name)
	return nil
}
