package proof

import (
	"testing"
	"unicode/utf8"

	"github.com/kdsl-lang/kdsl/lang/ir"
)

// FuzzProof: whatever is printed on a card or as a table, to read it ends, what is found lies in the text, and no more words are understood than
// there are.
func FuzzProof(f *testing.F) {
	p := program(f, "fortification")
	all := Texts(p, "fortification")
	if len(all) < 20 {
		f.Fatal("there are no seeds")
	}
	for i, s := range all {
		if i%3 == 0 {
			f.Add(uint(i), s.Text, s.Lang == "fr")
		}
	}
	for i, s := range []string{"", ".", "1d10 2d6+3 (", "\"'«»", "At the start of, and then until 3 AP if not", "[[Power]] {x} \x00", "deux fois par, jusqu'à la fin", "99999999999999999999 damage", "-1 -1 -1", "é É ﬁ",
		"V | P\n7 | 4", "| MOV | RES |\n|---|\n| 10 | 9 |\n- | -", "A B C\n1 - 3", "MOV / RES\n/ 7", "Skills: Frenzy 2, Siege Artillery", "0. a\n1. b\n2. c"} {
		f.Add(uint(i), s, i%2 == 0)
	}
	for i := range p.Tables {
		for _, s := range []string{"6-10: 1 / 1 / 2 / 3", "Two 3s: 1 SP lost; 4+ – nothing", "0 ou moins : châssis 0, renfort 99999999999999999999", "Light: 1 -2: 4 cm to 3\n:\n-",
			"L | 0 or less | 1-5 |\n|---|\nFrame | 0 | –\n| Structure: | 1", "6 to 10 – 1: 0; 2-3: 1\n1 – 2: ; 3", "a / b\n1 / / 2 …..."} {
			f.Add(uint(len(p.Cards)+i), s, i%2 == 0)
		}
	}
	readers := map[bool]*Proofer{false: New(p, "en"), true: New(p, "fr")}
	f.Fuzz(func(t *testing.T, card uint, text string, french bool) {
		if len(text) > 2_000 {
			return
		}
		at := int(card % uint(len(p.Cards)+len(p.Tables)))
		var r Result
		if at < len(p.Cards) {
			r = readers[french].Card(p.Cards[at], text, nil)
		} else { // a printed table
			r = readers[french].table(p.Tables[at-len(p.Cards)], &ir.Card{ID: -1, Kind: ir.RuleKind}, text)
		}
		if r.Known > r.Words || r.Words < 0 || r.Flavour < 0 {
			t.Fatalf("%d of %d words are understood", r.Known, r.Words)
		}
		for _, v := range append(r.Verdicts, r.Doubts...) {
			if v.Start < 0 || v.End < v.Start || v.End > len(text) || v.Rule == "" && v.Says == "" {
				t.Fatalf("%+v has no place in %q", v, text)
			}
			if utf8.ValidString(text) && !utf8.ValidString(v.Says) {
				t.Fatalf("%q is half of a letter", v.Says)
			}
		}
	})
}
