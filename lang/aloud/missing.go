package aloud

import (
	"fmt"

	"github.com/kdsl-lang/kdsl/lang/claim"
	"github.com/kdsl-lang/kdsl/lang/diag"
	"github.com/kdsl-lang/kdsl/lang/ir"
	"github.com/kdsl-lang/kdsl/lang/source"
	"github.com/kdsl-lang/kdsl/lang/text"
)

// names are what the languages are called, and genders what stands there before a noun.
var (
	names   = map[string]string{"en": "English", "fr": "French"}
	genders = map[string]string{"fr": "m "}
)

// MissingWords reports what has no words in a language in which the pack says that it is complete, each thing once,
// at the first clause that cannot be read without them.
func MissingWords(p *ir.Program) diag.List {
	var list diag.List
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
		list = append(list, unasked(p, lang)...)
	}
	return list
}

// unasked reports what players of the pack are asked for, and actions among which they choose, that have no words. Of another event
// whatever calls it is told.
func unasked(p *ir.Program, lang string) (list diag.List) {
	miss := func(at source.Span, sort, name, write string) {
		list.Warnf("missing-words", at, "the %s %s has no words in %s, and who is asked sees its id: write %s", sort, name, names[lang], write)
	}
	for _, f := range p.Asked {
		if text.Asked(p, f, lang) == "" {
			miss(f.At, "field", f.Name, fmt.Sprintf("{ %s %s\"...\" } behind its candidates", lang, genders[lang]))
		}
	}
	seen := map[string]bool{}
	for _, e := range p.Events {
		if e.Pack != p.Pack {
			continue
		}
		if e.Word == ir.ActionEvent && text.Called(e, lang) == nil {
			miss(e.At, "event", e.Name, proposal(Missing{"event", e.Name}, lang))
		}
		for _, f := range e.Form {
			if !seen[f.Field.Name] && text.Asked(p, f.Field, lang) == "" {
				seen[f.Field.Name] = true
				miss(f.Field.At, "field", f.Field.Name, proposal(Missing{"field", f.Field.Name}, lang))
			}
		}
	}
	return list
}

// proposal is the line that would give a thing its words.
func proposal(m Missing, lang string) string {
	gender := genders[lang]
	switch m.Sort {
	case "field", "local", "value", "zone":
		return fmt.Sprintf("label %s { %s %s\"...\" }", m.Name, lang, gender)
	case "event":
		return fmt.Sprintf("%s noun %s\"...\" in it", lang, gender)
	}
	return fmt.Sprintf("%s %s\"...\" in it", lang, gender)
}

// Unmet is what stands in the way of an event where a requirement of it does not hold, or what was chosen may not be: read from
// that alone, or "" where something in it has no words.
func Unmet(p *ir.Program, ev *ir.Event, label, lang string) string {
	r := newReader(p, nil, lang)
	r.heard = &claim.Moment{Event: ev}
	said := ""
	for _, q := range ev.Requires {
		if q.Label == label {
			said = r.smooth(r.lang.Sentence(truth{r}.holds(q.Cond, false)))
		}
	}
	if i := ir.FieldNamed(ev.Fields, label); i >= 0 && said == "" {
		said = r.field(ev.Fields[i]).One
	}
	if len(r.missing) > 0 {
		return ""
	}
	return said
}
