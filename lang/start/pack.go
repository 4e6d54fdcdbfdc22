package start

import (
	"fmt"
	"slices"
	"strings"

	"github.com/kdsl-lang/kdsl/lang/ir"
	"github.com/kdsl-lang/kdsl/lang/source"
	"github.com/kdsl-lang/kdsl/lang/syntax"
)

// Opening is a game to begin with: a text with a scenario that uses a pack, and all packs that it uses.
type Opening struct {
	Uses []string
	tree *syntax.File
}

// OpeningOf is the shortest of some texts that holds one scenario of a game; nil where none does.
func OpeningOf(game string, texts []*source.File) (best *Opening) {
	for _, f := range texts {
		tree, wrong := syntax.Parse(f)
		o, scenarios := &Opening{tree: tree}, 0
		for _, d := range tree.Decls {
			switch d := d.(type) {
			case *syntax.UseDecl:
				for _, n := range d.Names {
					o.Uses = append(o.Uses, n.Text)
				}
			case *syntax.ScriptDecl:
				if d.Word.Text == "scenario" {
					scenarios++
				}
			}
		}
		if scenarios == 1 && !wrong.HasErrors() && slices.Contains(o.Uses, game) && (best == nil || len(f.Text) < len(best.tree.Source.Text)) {
			best = o
		}
	}
	return best
}

// Given are the cards that the scenario sets up, in its order, each where it stands.
func (o *Opening) Given() (out []source.Span) {
	for d := range syntax.Scripts("scenario", o.tree) {
		for s := range syntax.Of[*syntax.GivenStmt](d.Body.Stmts) {
			if s.Card != nil && len(s.Card.Args) == 0 {
				out = append(out, s.Card.Name.At)
			}
		}
	}
	return out
}

// Kind is the kind of a card of the game itself; "" for another.
func (o *Opening) Kind(card string) string {
	if d := o.tree.CardNamed(card); d != nil {
		return d.Word.Text
	}
	return ""
}

// Text is the game without what it uses, with another card where one stands (no place: none).
func (o *Opening) Text(at source.Span, card string) string {
	var b strings.Builder
	for _, d := range o.tree.Decls {
		if _, use := d.(*syntax.UseDecl); use {
			continue
		}
		text := d.Span().Text()
		if here := d.Span(); at.File != nil && here.Start <= at.Start && at.End <= here.End {
			text = text[:at.Start-here.Start] + card + text[at.End-here.Start:]
		}
		b.WriteString(text + "\n\n")
	}
	return b.String()
}

// Game is the text of a game with names in their holes: my_game, My game and Mon jeu.
func Game(text string, n Names) string {
	if what := n.French(false); what != "" {
		text = strings.Replace(text, `  en "My game"`, "  // change: "+what+"\n  en \"My game\"", 1)
	}
	return Laid(strings.NewReplacer("my_game", n.ID, "My game", n.En, "Mon jeu", n.Fr).Replace(text))
}

// PackHead is what a pack begins with that brings cards to a game, and uses these packs.
func PackHead(p *ir.Program, of []string, n Names) string {
	var b strings.Builder
	fmt.Fprintf(&b, "// %s. Keep these commands at hand:\n//\n", n.En)
	fmt.Fprintf(&b, "//   kdsl check %s   what is wrong, and what to write instead\n", n.ID)
	fmt.Fprintf(&b, "//   kdsl test %s    the tests beside the cards\n", n.ID)
	fmt.Fprintf(&b, "//   kdsl card %s    the cards as they are printed; --lang fr in French\n", n.ID)
	fmt.Fprintf(&b, "//   kdsl run %s     a game between automatic players\n", n.ID)
	fmt.Fprintf(&b, "pack %s {\n", n.ID)
	if what := n.French(false); what != "" {
		fmt.Fprintf(&b, "  // change: %s\n", what)
	}
	fmt.Fprintf(&b, "  en %q  fr %q\n", n.En, n.Fr)
	if p.Unit != "" {
		fmt.Fprintf(&b, "  unit %s\n", p.Unit)
	}
	fmt.Fprintf(&b, "  uses %s\n}\n\n", strings.Join(of, ", "))
	return b.String()
}
