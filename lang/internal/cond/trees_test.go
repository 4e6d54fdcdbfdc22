package cond

import (
	"fmt"
	"strings"
	"testing"

	"github.com/kdsl-lang/kdsl/lang/internal/cond/words"
	"github.com/kdsl-lang/kdsl/lang/source"
)

// Parsed is how many texts the parser has read in this process.
func Parsed() int {
	remembered.mu.Lock()
	defer remembered.mu.Unlock()
	return remembered.parsed
}

// The same text is parsed once, wherever it stands; its places are those where it stands.
func TestTreesAreRemembered(t *testing.T) {
	before := Parsed()
	for n := range 50 {
		text := strings.Repeat(" ", n) + "who.hp > 3 && \nstrict // there are no other such texts"
		at := source.Span{File: source.New("t.kdsl", text), Start: n, End: len(text)}
		x, diags := New(board()).Compile(at, inClause(), tBool)
		if diags.HasErrors() || x.At.Start != n || x.Args[1].At.Text() != "strict" || x.Args[1].At.File != at.File {
			t.Fatalf("%d: %v, %s", n, x, describe(diags))
		}
	}
	if got := Parsed() - before; got != 1 {
		t.Errorf("parsed %d times", got)
	}
	for range 2 { // what is refused is said each time
		if _, diags := compileIn(t, inClause(), "who.hp > > 3", tBool); !diags.HasErrors() {
			t.Error("it is taken")
		}
	}
}

// What is remembered is bounded, whatever is read.
func TestTreesAreBounded(t *testing.T) {
	m := &trees{young: map[string]tree{}}
	of := func(text string) *words.Text {
		return words.New(source.Span{File: source.New("", text), End: len(text)})
	}
	for n := range 300 {
		if _, refused := m.parse(of(fmt.Sprintf("%d %s+ 1", n, strings.Repeat(" ", maxTrees/50)))); len(refused) > 0 {
			t.Fatal(refused[0].Message)
		}
		if kept := len(m.young) + len(m.old); kept > 100 {
			t.Fatalf("%d texts are kept", kept)
		}
	}
	if _, kept := m.find("299 " + strings.Repeat(" ", maxTrees/50) + "+ 1"); !kept || m.parsed != 300 {
		t.Errorf("parsed %d texts of 300", m.parsed)
	}
}
