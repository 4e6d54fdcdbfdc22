package aloud

import (
	"fmt"

	"github.com/kdsl-lang/kdsl/lang/diag"
	"github.com/kdsl-lang/kdsl/lang/ir"
)

// MissingWords reports what has no words in a language in which the pack says that it is complete, each thing once,
// at the first clause that cannot be read without them.
func MissingWords(p *ir.Program) diag.List {
	var list diag.List
	names := map[string]string{"en": "English", "fr": "French"}
	for _, lang := range p.Complete {
		seen := map[Missing]bool{}
		for _, c := range p.Cards {
			if c.Pack != p.Pack || c.Inner || c.Kind < ir.BuiltinKinds && c.Kind != ir.RuleKind {
				continue
			}
			for _, r := range Card(p, c, lang) {
				for _, m := range r.Missing {
					if seen[m] {
						continue
					}
					seen[m] = true
					list.Warnf("missing-words", r.Clause.At, "the %s %s has no words in %s, and %s.%s cannot be read without them: write %s", m.Sort, m.Name, names[lang], c.Name, r.Clause.Label, proposal(m, lang))
				}
			}
		}
	}
	return list
}

// proposal is the line that would give a thing its words.
func proposal(m Missing, lang string) string {
	gender := map[string]string{"fr": "m "}[lang]
	switch m.Sort {
	case "field", "local", "value", "zone":
		return fmt.Sprintf("label %s { %s %s\"...\" }", m.Name, lang, gender)
	case "event":
		return fmt.Sprintf("%s noun %s\"...\" in it", lang, gender)
	}
	return fmt.Sprintf("%s %s\"...\" in it", lang, gender)
}
