package proof

import (
	"os"
	"strings"
	"testing"
)

// The terms of a book that is printed in both languages name the same thing in both: what bears the English term bears
// the French one. A term that nothing bears has its reason behind it, and no other has one.
func TestGlossary(t *testing.T) {
	data, err := os.ReadFile("testdata/glossary.tsv")
	if err != nil {
		t.Fatal(err)
	}
	en, fr := map[string]*Proofer{}, map[string]*Proofer{}
	for _, pack := range []string{"kharn_ages", "kharn_ages_fr", "kharn_ages_spells"} {
		en[pack], fr[pack] = New(program(t, pack), "en"), New(program(t, pack), "fr")
	}
	terms, borne := 0, 0
	for line := range strings.Lines(string(data)) {
		f := strings.Split(strings.TrimSuffix(line, "\n"), "\t")
		if strings.HasPrefix(line, "#") {
			continue
		}
		terms++
		both := alike(bearers(en, f[1]), bearers(fr, f[2]))
		if both {
			borne++
		}
		if reason := len(f) > 3 && f[3] != ""; both == reason {
			t.Errorf("%s: %q and %q: borne by one thing: %v, with a reason why not: %v", f[0], f[1], f[2], both, reason)
		}
	}
	t.Logf("%d of %d terms are borne", borne, terms)
	if terms < 474 || 100*borne < 60*terms {
		t.Errorf("%d of %d terms are borne", borne, terms)
	}
}

// bearers are what a term names surely, over some packs.
func bearers(readers map[string]*Proofer, term string) map[string]bool {
	out := map[string]bool{}
	for part := range strings.FieldsFuncSeq(term, func(r rune) bool { return r == '/' || r == ';' }) {
		var forms []string
		for _, s := range sentences(part) {
			for _, t := range s {
				if t.shape == wordShape && (t.form != "x" || len(forms) == 0) {
					forms = append(forms, t.form)
				}
			}
		}
		for pack, r := range readers {
			if w := r.lex.forms[strings.Join(forms, " ")]; w != nil {
				for _, n := range w.nouns {
					if n.sure {
						out[pack+"."+n.Name] = true
					}
				}
			}
		}
	}
	return out
}

// alike tells whether two sets have something in common.
func alike(a, b map[string]bool) bool {
	for k := range a {
		if b[k] {
			return true
		}
	}
	return false
}
