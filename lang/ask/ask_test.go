package ask

import (
	"fmt"
	"strings"
	"testing"

	"github.com/kdsl-lang/kdsl/lang/source"
	"github.com/kdsl-lang/kdsl/lang/syntax"
)

const text = `// A small
// game.
player { cell score: int = 0 }
event win(who: player) {
  en "{who} wins, {who|who|whos} who else?"  fr "{who} gagne"
  do {
    who.score += 1 // who
  }
}
test "a win" { when win(red); expect red.score == 1 }
`

func TestUses(t *testing.T) {
	var got []string
	f := source.New("a", text)
	for _, at := range Uses(f, "who") {
		p := at.Pos()
		got = append(got, fmt.Sprintf("%d:%d", p.Line, p.Column))
	}
	if s := strings.Join(got, " "); s != "4:11 5:8 5:20 5:51 7:5" {
		t.Errorf("got %s", s)
	}
	if at, ok := Name(f, strings.Index(text, "core")); !ok || at.Text() != "score" {
		t.Errorf("got %q", at.Text())
	}
	if _, ok := Name(f, strings.Index(text, "+=")); ok {
		t.Error("a sign is no name")
	}
}

func TestSymbolsAndFolds(t *testing.T) {
	f, ds := syntax.Parse(source.New("a", text))
	if len(ds) > 0 {
		t.Fatal(ds)
	}
	var got []string
	for _, s := range Symbols(f) {
		got = append(got, s.Sort+" "+s.Name)
		for _, p := range s.Parts {
			got = append(got, "  "+p.Sort+" "+p.Name)
		}
	}
	if s := strings.Join(got, "\n"); s != "kind player\n  cell score\nevent win\ntest a win" {
		t.Errorf("got %s", s)
	}
	if got := fmt.Sprint(Folds(f.Source)); got != "[{0 1 true} {5 6 false} {3 7 false}]" {
		t.Errorf("got %s", got)
	}
}

// A change of whole lines makes one text of another, whatever they are.
func TestChange(t *testing.T) {
	texts := []string{"", "a", "a\n", "a\nb\n", "b\n", "a\nb\nc", "a\nc\n", "a\na\na\n", "a\na\n", text}
	for _, was := range texts {
		for _, is := range texts {
			f := source.New("x", was)
			e, ok := Change(f, is)
			if ok == (was == is) {
				t.Errorf("%q, %q: %v", was, is, ok)
			}
			if ok && was[:e.Span.Start]+e.Text+was[e.Span.End:] != is {
				t.Errorf("%q, %q: %+v", was, is, e)
			}
		}
	}
}
