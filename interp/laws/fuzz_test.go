package laws_test

import (
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// spoken adds small programs to a fuzzer: those of the machine's own tests, and generated ones.
func spoken(f *testing.F) {
	for _, dir := range []string{"scenarios", "pipeline"} {
		names, err := filepath.Glob("../testdata/" + dir + "/*.kdsl")
		if err != nil || len(names) == 0 {
			f.Fatal("there are no seeds", err)
		}
		for _, n := range names {
			b, err := os.ReadFile(n)
			if err != nil {
				f.Fatal(err)
			}
			f.Add(string(b))
		}
	}
	for seed := range uint64(20) {
		f.Add(generate(1000 + seed).text())
	}
}

// ends plays every script of a program, none of which may panic, and tells whether all end within their bounds.
func ends(t *testing.T, p *program) bool {
	within := true
	for _, s := range p.scripts {
		o := p.play(s, how{fuel: small})
		if strings.HasPrefix(o.end, "panic") {
			t.Fatalf("%s: %s\n%s", s.name, o.end, p.text)
		}
		within = within && !o.limit
	}
	return within
}

// FuzzPlay reads whatever text it is given, and plays what has no errors: no text may make the checker or the machine panic, or go
// on for ever.
func FuzzPlay(f *testing.F) {
	spoken(f)
	f.Fuzz(func(t *testing.T, text string) {
		if len(text) > 20_000 {
			return
		}
		if p, _ := loadText(text); p != nil {
			ends(t, p)
		}
	})
}

// heldTo holds whatever small text is a program to some laws.
func heldTo(f *testing.F, laws ...law) {
	spoken(f)
	f.Fuzz(func(t *testing.T, text string) {
		if len(text) > 6_000 {
			return
		}
		p, _ := loadText(text)
		if p == nil || !ends(t, p) { // where a bound is reached is no law
			return
		}
		g := &generated{seed: uint64(len(text))}
		for _, l := range laws {
			if wrong, _ := l.check(g, p); wrong != "" {
				t.Fatalf("%s: %s\n%s", l.name, wrong, text)
			}
		}
	})
}

// FuzzLaws plays whatever is clean: told or not, asked or not, saved at every stop or never, by this interpreter or by the second.
func FuzzLaws(f *testing.F) {
	heldTo(f, law{"nothing panics", 1, nothingPanics}, law{"told is untold", 1, toldIsUntold}, law{"refused answers change nothing", 1, refusedIsNothing},
		law{"automatic is asked", 1, automaticIsAsked}, law{"saved is unsaved", 1, savedIsUnsaved}, law{"legal is pure and true", 1, legalIsTrue},
		law{"undone is never begun", 1, undoneIsNothing}, law{"failed is never begun", 1, failedIsNothing}, law{"the second interpreter agrees", 1, secondAgrees})
}

// FuzzOdds holds the exact odds of whatever is clean against the counting of every throw.
func FuzzOdds(f *testing.F) {
	heldTo(f, law{"odds are enumeration", 1, oddsAreEnumeration})
}
