package proof

import (
	"slices"
	"strings"
	"testing"

	"github.com/kdsl-lang/kdsl/lang/claim"
)

// Beside a verdict stands what it was compared with, and in it the words: what the pack prints, or the rule read aloud.
func TestCompared(t *testing.T) {
	p := small(t)
	finder := NewFinder(p)
	for _, c := range []struct{ lang, card, text, printed, read string }{
		{"en", "Reed X", "It has X less Speed.", "", "Its speed [goes up] by X."},
		{"fr", "Roseau X", "Elle perd X en Vitesse.", "", "Sa vitesse [augmente] de X."},
		{"en", "Reed X", "The first time it has X more Speed.", "", "Its speed goes up by X."},
		{"en", "Harp", "While the flute plays it has 2 more Speed.", "", "Its [might] goes up by 2."},
		{"fr", "Harpe", "Tant que la flûte joue, elle a 2 de plus en Vitesse.", "", "Sa [force] augmente de 2."},
	} {
		found := finder.Find(c.card)
		if found == nil {
			t.Fatalf("no card %s", c.card)
		}
		r := New(p, c.lang).Card(found.Card, c.text, found.Given)
		printed, read := r.Compared(slices.Concat(r.Verdicts, r.Doubts))
		if got := strings.Join(printed, "|"); got != c.printed {
			t.Errorf("%s: printed %q, want %q", c.text, got, c.printed)
		}
		if got := strings.Join(read, "|"); got != c.read {
			t.Errorf("%s: read %q, want %q", c.text, got, c.read)
		}
	}
}

// Where the pack's own card names another thing in the place of one of the text, that is what stands beside it.
func TestInstead(t *testing.T) {
	p := small(t)
	harp := NewFinder(p).Find("Harp").Card
	for lang, text := range map[string][2]string{
		"en": {"While the lyre plays it has 2 more Might.", "While the [flute] plays it has 2 more Might."},
		"fr": {"Tant que la lyre joue, elle a 2 de plus en Force.", "Tant que la [flûte] joue, elle a 2 de plus en Force."},
	} {
		x, claims := New(p, lang), claim.Of(p, harp)
		b := x.bench(&Sentence{Card: harp, Text: text[0]}, ruleOf(p, harp, claims, nil), claims)
		got := ""
		for i := range b.text.facts {
			if q := b.verdict(i).quote; q.printed && b.text.text[b.text.facts[i].from:b.text.facts[i].to] == "lyre" {
				got = q.in[:q.from] + "[" + q.in[q.from:q.to] + "]" + q.in[q.to:]
			}
		}
		if got != text[1] {
			t.Errorf("%s: beside it stands %q, want %q", text[0], got, text[1])
		}
	}
}
