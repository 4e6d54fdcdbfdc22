package main

import (
	"bytes"
	"errors"
	"fmt"
	"io/fs"
	"path"
	"path/filepath"
	"strings"
	"time"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"

	"github.com/kdsl-lang/kdsl/cmd/kdsl/internal/files"
	"github.com/kdsl-lang/kdsl/internal/sheet"
	"github.com/kdsl-lang/kdsl/internal/term"
	"github.com/kdsl-lang/kdsl/lang/diag"
	"github.com/kdsl-lang/kdsl/lang/ir"
	"github.com/kdsl-lang/kdsl/lang/layout"
	"github.com/kdsl-lang/kdsl/lang/view"
)

// pause is how long nothing is done between two looks at the files.
const pause = 30 * time.Millisecond

// lost is after how many looks a program that is not there is not being saved, but gone.
const lost = 60

// watchedOnce is a line of `watch --json`: what is seen after a change.
type watchedOnce struct {
	FormatVersion int           `json:"format_version"`
	State         string        `json:"state"`
	Sound         bool          `json:"sound"` // without errors, and no test failed
	Diagnostics   []diag.Report `json:"diagnostics"`
	Passed        int           `json:"passed"`
	Failed        []tested      `json:"failed"`
	Card          string        `json:"card,omitempty"` // the id of the card under work
}

type watchCommand struct {
	asJSON bool
	serve  bool
	paper  string         // the page that is written; "" for none
	cards  []*layout.Card // that stand on it
}

func (c *watchCommand) page() *cobra.Command {
	return &cobra.Command{
		Use:   "watch [PATH]",
		Short: "Show what a change does, whenever a file is saved",
		Long: `Watch looks at a program whenever one of its files is saved. One screen shows
its state, what is wrong, which tests fail, and the card under work as it is
printed, in English and French. The tests that the change concerns run first.

PATH is a file or the folder of a pack. Without PATH it is the pack around you.
Where the output is no terminal, each change is a line, with --json a document
on one line.

--page names a file that is written whenever something changes: a page with the
card under work, or at first with all of them, in both languages side by side,
and the state above. A browser in which it is open shows the new one at once.

--serve tells the address of a page for browsers on this machine. It shows the
card under work with the sentence of the clause that was changed last, which
numbers agree with the rule, the tests that run the clause and its chances. A
click on a sentence chooses another clause.

A letter and Enter does more: t runs all tests and names them, o works out the
odds, p prints the cards in both languages, f mends what is safe to mend, q (or
Ctrl-C) ends it.`,
		Example: `  echo q | kdsl watch pig.kdsl
  echo q | kdsl watch pig.kdsl --json`,
		Args: atMost(1),
	}
}

func (c *watchCommand) flags(fs *pflag.FlagSet) {
	jsonFlag(fs, &c.asJSON)
	fs.BoolVar(&c.serve, "serve", false, "show the card under work to browsers on this machine")
	fs.StringVar(&c.paper, "page", "", "write the cards to this page of HTML, which loads itself again")
}

func (c *watchCommand) run(t *tool, args []string) error {
	prompt()
	paths, err := t.paths(args)
	if err != nil {
		return err
	}
	if err := t.admit(paths...); err != nil {
		return err
	}
	if c.paper != "" {
		if strings.EqualFold(filepath.Ext(c.paper), ".kdsl") {
			return usage("%s would be a program: give the page a name that ends with .html", c.paper)
		}
		if err := t.admit(path.Dir(filepath.ToSlash(c.paper))); err != nil {
			return err
		}
	}
	w := newWatched(t.disk, paths[0])
	t.patient.Store(true)
	keys := listen(t.in)
	var shown *served
	var choices chan view.Subject
	if c.serve {
		if shown, err = serve(); err != nil {
			return err
		}
		defer shown.Close()
		defer shown.stop()
		choices = shown.choices
		t.say("%s", shown.Address())
	}
	gone := 0
	for first := true; ; first = false {
		s, err := w.look(t.ctx)
		if err == nil {
			gone = 0
		}
		switch {
		case t.ctx.Err() != nil:
			return errInterrupted
		case errors.Is(err, fs.ErrNotExist) && !first: // it is being saved by way of another name, or gone
			if gone++; gone == lost {
				t.say("%s", files.Plain(err))
				w.stamps = nil // it is shown when it is there again
			}
		case err != nil:
			return err
		case s != nil:
			if shown != nil {
				shown.see(t.ctx, s, t.words(s.state()), t.tongue())
			}
			c.show(t, s)
			if w.rest(t.ctx, s) { // the other tests, in whose result something new stands
				c.show(t, s)
				if shown != nil {
					shown.see(t.ctx, s, t.words(s.state()), t.tongue())
				}
			}
			if err := c.write(t, s); err != nil {
				return err
			}
		}
		select {
		case <-t.ctx.Done():
			return errInterrupted
		case key, more := <-keys:
			switch {
			case !more: // nobody types any more
				keys = nil
			case key == "q":
				return nil
			default:
				c.press(t, key, paths[0])
			}
		case x := <-choices:
			shown.pick(t.ctx, x)
		case <-time.After(pause):
		}
	}
}

// write writes the page. While something is wrong, the cards stay on it as they were.
func (c *watchCommand) write(t *tool, s *sight) error {
	if c.paper == "" {
		return nil
	}
	if s.program != nil && !s.wrong.HasErrors() {
		under := ownCards(s.program)
		if s.card != nil {
			under = []*ir.Card{s.card}
		} else if c.cards != nil {
			under = nil // something else was changed
		}
		var cards []*layout.Card
		for _, card := range under {
			cards = append(cards, layout.Of(s.program, card, "en"), layout.Of(s.program, card, "fr"))
		}
		if cards != nil {
			c.cards = cards
		}
	}
	var b bytes.Buffer
	if err := sheet.Live(&b, t.words(s.state()), []layout.Section{{Cards: c.cards}}, t.lang); err != nil {
		return err
	}
	return files.Replace(t.disk, c.paper, nil, b.Bytes(), t.leave)
}

// press does what a letter stands for.
func (c *watchCommand) press(t *tool, key, name string) {
	defer t.out.flush()
	on := []string{name}
	switch {
	case c.asJSON: // what reads documents has nothing of it
	case key == "t":
		t.exitCode((&testCommand{verbose: true}).run(t, on))
	case key == "o":
		t.exitCode(new(oddsCommand).run(t, on))
	case key == "p":
		was := t.lang
		for _, t.lang = range []string{"en", "fr"} {
			t.exitCode(new(cardCommand).run(t, on))
		}
		t.lang = was
	case key == "f":
		t.exitCode((&checkCommand{fix: true}).run(t, on))
	case key != "":
		t.say("t, o, p, f or q: tests, odds, print, fix, quit")
	}
}

// show shows what is seen: a screen on a terminal, else a line.
func (c *watchCommand) show(t *tool, s *sight) {
	defer t.out.flush()
	switch screen := term.IsTerminal(t.out.w); {
	case c.asJSON:
		out := watchedOnce{formatVersion, s.state(), s.sound(), diag.Reports(s.wrong.In(t.tongue())), s.passed, []tested{}, ""}
		for _, f := range s.failed {
			at := diag.PlaceOf(f.script.At)
			out.Failed = append(out.Failed, tested{formatVersion, f.script.Name, at.File, at.Line, append([]string{}, f.script.Covers...), false, f.result.Message, nil, nil})
		}
		if s.card != nil {
			out.Card = s.card.Name
		}
		writeLine(t.out, out)
	case screen:
		t.print("\x1b[2J\x1b[H%s", c.screen(t, s))
	default:
		t.print("%s\n", t.words(s.state()))
		diag.Compact(t.out, s.wrong, t.tongue())
		for _, f := range s.failed {
			at := f.result.At
			t.print("%s:%d: %s%s%s\n", diag.VisibleLines(at.File.Name), at.Pos().Line, diag.Visible(f.script.Name), t.between(": "), diag.VisibleLines(t.words(f.result.Message)))
		}
	}
}

// screen is one screen of what is seen.
func (c *watchCommand) screen(t *tool, s *sight) string {
	p := t.painter(t.out)
	var b bytes.Buffer
	colour := map[bool]string{true: term.Green, false: term.Red}[s.sound()]
	fmt.Fprintf(&b, "%s\n\n", p.Paint(colour, t.words(s.state())))
	diag.Text(&b, s.wrong[:min(5, len(s.wrong))], t.tongue(), p.On)
	for _, f := range s.failed[:min(5, len(s.failed))] {
		fmt.Fprintf(&b, "%s  %s\n", p.Paint(term.Red, t.between("FAIL")), diag.Visible(f.script.Name))
		diag.Text(&b, diag.List{{Span: f.result.At, Message: f.result.Message}}, t.tongue(), p.On)
		fmt.Fprintln(&b)
	}
	if s.card != nil {
		for _, lang := range []string{"en", "fr"} {
			sheet.Terminal(&b, []*layout.Card{layout.Of(s.program, s.card, lang)}, lang, p, term.Width(t.out.w))
			fmt.Fprintln(&b)
		}
	}
	return b.String()
}
