package start

import (
	"fmt"
	"strings"

	"github.com/kdsl-lang/kdsl/lang/ir"
)

// Game is the text of a game with names in their holes: my_game, My game and Mon jeu.
func Game(text string, n Names) string {
	return Laid(strings.NewReplacer("my_game", n.ID, "My game", n.En, "Mon jeu", n.Fr).Replace(text))
}

// PackHead is what a pack begins with that brings cards to a game.
func PackHead(p *ir.Program, of string, n Names) string {
	var b strings.Builder
	fmt.Fprintf(&b, "// %s. Keep three commands at hand:\n//\n", n.En)
	fmt.Fprintf(&b, "//   kdsl check %s   what is wrong, and what to write instead\n", n.ID)
	fmt.Fprintf(&b, "//   kdsl test %s    the tests beside the cards\n", n.ID)
	fmt.Fprintf(&b, "//   kdsl card %s    the cards as they are printed; --lang fr in French\n", n.ID)
	fmt.Fprintf(&b, "pack %s {\n  en %q  fr %q\n", n.ID, n.En, n.Fr)
	if p.Unit != "" {
		fmt.Fprintf(&b, "  unit %s\n", p.Unit)
	}
	fmt.Fprintf(&b, "  uses %s\n}\n\n", of)
	return b.String()
}
