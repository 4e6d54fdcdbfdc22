package claim

import "github.com/kdsl-lang/kdsl/lang/ir"

// Within are the things that a function asks for, or an event does, one level deep.
func Within(p *ir.Program, n Noun) []Noun {
	g := newGatherer(p)
	switch n.Sort {
	case FuncNoun:
		g.function(n.ID)
	case EventNoun:
		if n.ID >= 0 {
			g.event(n.ID)
			for _, look := range g.later {
				look()
			}
		}
	}
	var out []Noun
	g.Nouns(func(m Noun) { out = append(out, m) })
	return out
}
