package check

import (
	"context"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/kdsl-lang/kdsl/lang/source"
	"github.com/kdsl-lang/kdsl/lang/syntax"
)

// borrowed is a pack whose texts read names of every sort, above all such as a field of an event or kind may take.
const borrowed = `
enum tone { dark pale }
option prize: int = 5
kind piece { cell marks: int = 0  cell shade: tone = dark  cell pal: card piece = pawn }
kind charm on piece { let far = 9 }
piece pawn { }
piece queen { }
event blow(who: piece, target: piece) {
  force: int = prize layers skill
  do { target.marks += force + prize; target.shade = pale; if target.shade == dark && target.card == queen { create pawn for who.owner } }
}
span round(n: int) { do { let more = n + prize; each p: piece where p.shade != pale { p.marks += more } } }
function brighter(p: piece): bool = p.shade == dark || p.card == pawn
charm venom(dose: int) {
  cell left: int = dose
  hurts: after blow(target: bearer) when left > 0 && who.shade == pale { left -= 1; bearer.marks += left + dose + far + prize }
  stops: cannot blow(who: pawn) when all(charm).exists(c, c.is(venom) && c.bearer == bearer && far > prize) { en "Not it." }
  grows: while blow(who: bearer) during round { add prize to force layer skill }
}
rule odd { foe: after round when all(piece).exists(p, p.owner.opponent == p.owner && p.shade == pale) { note "{prize}" } }
`

// A pack that is used means the same whoever uses it: here one that declares whatever its texts say.
func TestUsedMeansTheSame(t *testing.T) {
	word := regexp.MustCompile(`[A-Za-z_]\w*`)
	for _, text := range []string{borrowed, game} {
		parse := func(name, text string) *syntax.File {
			f, diags := syntax.Parse(source.New(name, text))
			for _, d := range diags {
				t.Fatalf("%s: line %d: %s", name, d.Span.Pos().Line, d.Message)
			}
			return f
		}
		theirs := parse("theirs.kdsl", "pack theirs\n"+text)
		alone, err := Bind(context.Background(), []Input{{File: theirs, Pack: "theirs", Used: true}}, "theirs")
		if err != nil {
			t.Fatal(err)
		}
		said := slices.DeleteFunc(identifiers(text), func(w string) bool {
			return !source.IsLetter(w[0]) || slices.Contains(syntax.ValueWords, w) || slices.Contains(builtinFields, w) || w == "opponent"
		})
		slices.Sort(said)
		said = slices.Compact(said)
		found := 0
		for few := range slices.Chunk(said, 30) { // an event has no more fields than 63
			var mine strings.Builder
			mine.WriteString("use theirs\nenum mood { " + strings.Join(said, " ") + " }\n")
			for _, m := range regexp.MustCompile(`(?m)^(kind|event|action|span) (\w+)`).FindAllStringSubmatch(text, -1) {
				mine.WriteString("extend " + m[1] + " " + m[2] + " {\n")
				p, _ := Link([]Input{{File: theirs, Pack: "theirs"}}, "theirs")
				has := map[string]bool{}
				for _, k := range p.Kinds {
					for _, f := range k.Fields {
						has[f.Name] = has[f.Name] || m[1] == "kind"
					}
				}
				for _, ev := range p.Events {
					for _, f := range ev.Fields {
						has[f.Name] = has[f.Name] || m[2] == ev.Name
					}
				}
				for _, w := range few {
					switch {
					case has[w]:
					case m[1] == "kind":
						mine.WriteString("  cell " + w + ": int = 0\n")
					default:
						mine.WriteString("  " + w + ": int = 0\n")
					}
				}
				mine.WriteString("}\n")
			}
			in := []Input{{File: theirs, Pack: "theirs", Used: true}, {File: parse("mine.kdsl", mine.String()), Pack: "mine"}}
			used, err := Bind(context.Background(), in, "mine")
			if err != nil {
				t.Fatal(err)
			}
			_, diags := Link(in, "mine")
			for _, d := range diags {
				if d.Span.File == theirs.Source {
					t.Errorf("line %d: %s", d.Span.Pos().Line, d.Message)
				}
			}
			for _, at := range word.FindAllStringIndex(theirs.Source.Text, -1) {
				span := source.Span{File: theirs.Source, Start: at[0], End: at[1]}
				want, got := alone.Same(span), used.Same(span)
				got = slices.DeleteFunc(slices.Clone(got), func(s source.Span) bool { return s.File != theirs.Source })
				found += len(want)
				if !slices.Equal(got, want) {
					t.Errorf("line %d: %s means something else when it is used: %v, want %v", span.Pos().Line, span.Text(), got, want)
				}
			}
		}
		if found < 50 {
			t.Errorf("only %d names are known", found)
		}
	}
}
