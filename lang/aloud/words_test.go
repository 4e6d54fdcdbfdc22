package aloud

import (
	"strings"
	"testing"

	"github.com/kdsl-lang/kdsl/lang/ir"
	"github.com/kdsl-lang/kdsl/lang/tongue"
)

// Every primitive has words in both languages, with a place for each of its arguments and for nothing else.
func TestEveryPrimitiveHasWords(t *testing.T) {
	for n, p := range ir.Prims {
		for i, words := range primWords[int64(n)] {
			if words == "" {
				t.Errorf("%s has no words in %s", p.Name, []string{"English", "French"}[i])
				continue
			}
			for a := range 10 {
				place := "{" + string(rune('0'+a)) + "}"
				if named := strings.Contains(words, place); named != (a < len(p.Params)) {
					t.Errorf("%s: %q: place %s, of %d arguments", p.Name, words, place, len(p.Params))
				}
			}
		}
	}
}

// Every way in which something may end is read in both languages.
func TestEveryEndingIsRead(t *testing.T) {
	p := &ir.Program{Events: []*ir.Event{{Name: "lap", Word: ir.SpanEvent}}}
	for i, name := range ir.Endings {
		for _, lang := range []string{"en", "fr"} {
			d := &ir.Duration{Ending: ir.Ending(i), Times: &ir.Expr{Op: ir.Const, N: 2}, Span: &ir.SpanOf{}}
			r := &reader{namer: namer{voice: voice{tongue.For(lang)}, p: p}}
			got := (teller{truth{r}}).lasting(d)
			if got == "" {
				t.Errorf("%s: an effect that lasts %s is not read", lang, name)
			}
			d.Nth = 3
			if later := (teller{truth{r}}).lasting(d); later == got && (d.Ending == ir.UntilStart || d.Ending == ir.UntilNextEnd) {
				t.Errorf("%s: an effect that lasts %s, the third from now, is read as the next: %s", lang, name, got)
			}
		}
	}
}

// Every stage at which something is done about an event is read in both languages, before nouns and before clauses.
func TestEveryStageIsRead(t *testing.T) {
	for s := ir.BadStage + 1; s < ir.Stages; s++ {
		if words := prepositions[s.Moment()]; s.Acts() && s != ir.Becomes { // which is of no event
			for i, w := range words {
				if !strings.Contains(w, "{0}") {
					t.Errorf("%s: words %d have no place for the event: %q", s.Word(), i, w)
				}
			}
		}
	}
}
