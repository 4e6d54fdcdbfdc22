package main

import (
	"cmp"
	"path"
	"path/filepath"
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/kdsl-lang/kdsl/lang/proof"
	"github.com/kdsl-lang/kdsl/lang/source"
	"github.com/kdsl-lang/kdsl/lang/start"
)

// sheets begins a card of a kind for each that stands in files of printed texts; two files are the same cards in two
// languages, in the same order.
func (c *newCommand) sheets(t *tool, kind string) error {
	prints, err := c.prints(t)
	if err != nil {
		return err
	}
	base := path.Base(filepath.ToSlash(c.printed[0]))
	base, _, _ = strings.Cut(base, ".")
	b, err := c.bed(t, start.Names{ID: cmp.Or(start.Slug(base), "cards")})
	if err != nil {
		return err
	}
	other, err := c.other(b.unit, kind)
	if err != nil {
		return err
	}
	all := &start.Copy{}
	n := 0
	seen := map[string]bool{}
	for _, p := range prints {
		id := p.ID()
		if !source.IsName(id) {
			return usage("%q gives no name that rules could call it by", p["en"].Name+p["fr"].Name)
		}
		if cardNamed(b.unit.Program, id) != nil || seen[id] {
			t.say("%s is there already: left out", id)
			continue
		}
		seen[id] = true
		all.Card += p.Card(b.unit.Program, other) + "\n"
		n++
	}
	if n == 0 {
		return end(exitProblems, "nothing was begun: all cards are there already")
	}
	text, err := b.proved(all)
	if err != nil {
		return err
	}
	if err := c.write(t, b.file, b.old, start.Laid(text)); err != nil {
		return err
	}
	t.say("it holds %s; what to decide is marked with // change:", count(n, "card"))
	return nil
}

// prints reads the printed cards of all files.
func (c *newCommand) prints(t *tool) (out []start.Print, err error) {
	for i, name := range c.printed {
		list, _, err := t.texts(name, apart{})
		switch {
		case err != nil:
			return nil, err
		case i > 0 && len(list) != len(out):
			return nil, end(exitProblems, "%s has %s, %s has %d: the same cards stand in both, in the same order", name, count(len(list), "card"), c.printed[0], len(out))
		}
		lang := guessed(list, &proof.Finder{})
		for n, p := range list {
			if i == 0 {
				out = append(out, start.Print{})
			}
			if _, twice := out[n][lang]; twice {
				return nil, usage("%s is in the same language as %s", name, c.printed[0])
			}
			out[n][lang] = struct{ Name, Text string }{p.Name, p.Text}
		}
	}
	return out, nil
}

// apart takes what stands apart and is no sentence for the name of a card.
type apart struct{}

// Heads tells whether a line is the name of a card.
func (apart) Heads(line string, apart bool) bool {
	first, _ := utf8.DecodeRuneInString(line)
	return apart && !unicode.IsLower(first) && !strings.ContainsAny(line[len(line)-1:], ".,;:!?")
}

// Cards tells that each name is that of a card: no pack says otherwise yet.
func (apart) Cards(string) bool { return true }

// Labels tells that no line says what stands below it: nothing is known of such lines.
func (apart) Labels(string) bool { return false }

// Figures is never so: what the cards print is not known yet.
func (apart) Figures(string) bool { return false }
