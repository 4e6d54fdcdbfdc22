package kdsl_test

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"flag"
	"fmt"
	"maps"
	"math/rand/v2"
	"regexp"
	"runtime/debug"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/kdsl-lang/kdsl"
)

var (
	forgeries   = flag.Int("saves", 1000, "how many corruptions of saved games are tried")
	forgerySeed = flag.Uint64("saves.seed", 1, "which")
)

// asking has questions that the others lack: several answers at once, several of a list, a path, what comes first.
const asking = `
player { cell purse: int = 9 }
enum hue { dark, pale }
kind piece { body round 1 tall 1  cell marks: int = 0  cell shade: hue = dark }
kind charm on piece { }
piece pawn { en "Pawn" fr "Pion" }
charm ring { after call { each p: piece { p.marks += 1 } } }
charm knock { after call { each p: piece { p.marks = 2 * p.marks } } }
event call() { ordered by owner }
event paint(who: player) {
  choose by who {
    one: piece where it.owner == who prefer -it.marks
    shade: hue
    coats: int in 1..3 prefer it
    helper: piece? where it != one
  }
  do { one.shade = shade; one.marks += coats }
}
event pick(who: player) {
  do {
    choose two: list<int> in [1, 1, 2, 5] count 2 where it.total() < 6 by who prefer it.total()
    each n in two { each p: piece { p.marks += n } }
  }
}
event vote() {
  choose by each p in players() { stake: int in 0..p.purse prefer -it; sure: bool prefer stake > 5 }
  do { each x: piece { x.marks = stake[0] * 10 + stake[1] + (sure[1] ? 100 : 0) } }
}
event go(who: piece) {
  choose by who.owner { route: path within 6 prefer whole_up(length_of(it)) }
  do { travel who along route }
}
scenario asking {
  players red "Rosa", blue "Bruno"
  given a = pawn for red at (3, 3)
  given b = pawn for blue at (9, 9)
  apply ring to a permanent
  apply knock to a permanent
  when vote()
  when go(who: a)
  when call()
  when pick(blue)
  when paint(red)
  when go(who: b)
  when vote()
}
`

// keptGames are games of every sort of question, saved at each of them, by scenario.
func keptGames(t testing.TB) (programs map[string]*kdsl.Program, games map[string][][]byte) {
	programs, games = map[string]*kdsl.Program{}, map[string][][]byte{}
	for scenario, text := range map[string]string{"stones": stones, "hands": hands, "c": chancy, "thrown": hands + thrown, "asking": asking} {
		p := load(text)
		p.Budget = kdsl.Budget{Steps: 200_000, Depth: 60, Instances: 200, Choices: 2000, Journal: 1 << 20}
		programs[scenario] = p
		g, err := p.Start(scenario, 7)
		if err == nil {
			err = g.Seat("red", "blue")
		}
		if err != nil {
			t.Fatal(err)
		}
		for {
			q, err := g.Next(context.Background())
			if err != nil {
				t.Fatal(scenario, err)
			}
			if q == nil {
				break
			}
			b, err := json.Marshal(g)
			if err != nil {
				t.Fatal(err)
			}
			games[scenario] = append(games[scenario], b)
			if err := g.Answer(); err != nil {
				t.Fatal(err)
			}
		}
		if len(games[scenario]) < 2 {
			t.Fatalf("%s: only %d games", scenario, len(games[scenario]))
		}
	}
	return programs, games
}

// node is a place in a tree of JSON, with what may be put there.
type node struct {
	value any
	put   func(any)
}

// nodes are all places in a tree.
func nodes(value any, put func(any)) []node {
	all := []node{{value, put}}
	switch v := value.(type) {
	case []any:
		for i := range v {
			all = append(all, nodes(v[i], func(x any) { v[i] = x })...)
		}
	case map[string]any:
		for _, k := range slices.Sorted(maps.Keys(v)) {
			all = append(all, nodes(v[k], func(x any) { v[k] = x })...)
		}
	}
	return all
}

// odd are values of every sort, to stand where another is wanted.
var odd = []string{"null", "true", "0", "1", "-1", "7", "1e300", "0.5", "-9223372036854775808", "9223372036854775807", "18446744073709551615", `""`, `"red"`, `"\u0000"`,
	"[]", "{}", "[null]", "[[]]", `[{"player":1}]`, `{"player":-7,"pick":99}`, `{"values":[{"N":-1,"L":[1,2]}]}`, strings.Repeat("[", 200) + strings.Repeat("]", 200)}

// forge changes a tree: one that knows its types puts another number, or another order, the other puts anything anywhere.
func forge(r *rand.Rand, tree any, typed bool) any {
	all := nodes(tree, func(x any) { tree = x })
	if answers, ok := tree.(map[string]any)["answers"]; ok && r.IntN(4) > 0 { // most of what can be said is there
		all = nodes(answers, func(x any) { tree.(map[string]any)["answers"] = x })
	}
	n := all[r.IntN(len(all))]
	for again := 0; typed && again < 50 && !turned(r, n, all); again++ {
		n = all[r.IntN(len(all))]
	}
	if !typed {
		n.put(decoded([]byte(odd[r.IntN(len(odd))])))
	}
	return tree
}

// decoded is a tree of JSON, with its numbers as they are written.
func decoded(b []byte) (tree any) {
	d := json.NewDecoder(bytes.NewReader(b))
	d.UseNumber()
	if err := d.Decode(&tree); err != nil {
		panic(err)
	}
	return tree
}

// turned puts another value of its type at a node; false where that says nothing.
func turned(r *rand.Rand, n node, all []node) bool {
	switch v := n.value.(type) {
	case json.Number:
		numbers := []string{"0", "1", "2", "3", "-1", "-2", "9", "1000", "64", "2147483647", "-2147483648", "-9223372036854775808", "9223372036854775807"}
		n.put(json.Number(numbers[r.IntN(len(numbers))]))
	case bool:
		n.put(!v)
	case []any:
		if len(v) == 0 {
			return false
		}
		i, j := r.IntN(len(v)), r.IntN(len(v))
		b, err := json.Marshal(v)
		if err != nil {
			return false
		}
		l := decoded(b).([]any)
		switch r.IntN(4) {
		case 0:
			l = slices.Delete(l, i, i+1)
		case 1:
			l = slices.Insert(l, i, l[j])
		case 2:
			l[i], l[j] = l[j], l[i]
		default:
			l = l[:i]
		}
		n.put(l)
	case map[string]any, nil: // as another of its sort
		o := all[r.IntN(len(all))]
		if fmt.Sprintf("%T", o.value) != fmt.Sprintf("%T", n.value) {
			return false
		}
		b, err := json.Marshal(o.value)
		if err != nil {
			return false
		}
		n.put(decoded(b))
	default:
		return false
	}
	return true
}

// reasons are what is said of a saved game that is refused: what is wrong, and where.
var reasons = regexp.MustCompile(`answer \d+ of \d+|json: .*(field|struct)|cannot unmarshal|it is no saved game|in format -?\d+|another program|no scenario|no player|comes to another position`)

// Whatever stands in a saved game that was written anew, with the right hash, it is refused with the place of what is wrong, or it
// is a game that may be played: 10,000 of these were tried, and one seed of them is tried here.
func TestForgedGames(t *testing.T) {
	programs, games := keptGames(t)
	names := slices.Sorted(maps.Keys(games))
	r := rand.New(rand.NewPCG(*forgerySeed, 12))
	var refused, harmless [2]int
	var slowest time.Duration
	for n := range *forgeries {
		p := programs[names[n%len(names)]]
		of := games[names[n%len(names)]]
		tree := decoded(of[r.IntN(len(of))])
		if r.IntN(2) == 0 { // who does not know where it comes to says nothing of it
			tree.(map[string]any)["position"] = ""
		}
		typed := n/len(names)%2 == 0
		for range 1 + r.IntN(3) {
			if _, ok := tree.(map[string]any); ok {
				tree = forge(r, tree, typed)
			}
		}
		b, err := json.Marshal(tree)
		if err != nil {
			t.Fatal(err)
		}
		b = kdsl.Sealed(b)
		where := fmt.Sprintf("forgery %d of -saves.seed %d", n, *forgerySeed)
		begun := time.Now()
		verdict := &harmless
		if why := playedOn(p, b); why != "" {
			verdict = &refused
			if why[0] == '!' || !reasons.MatchString(why) {
				t.Errorf("%s: %s\n%s", where, why, b)
			}
		}
		slowest = max(slowest, time.Since(begun))
		if typed {
			verdict[0]++
		} else {
			verdict[1]++
		}
	}
	t.Logf("seed %d: of the typed %d refused, %d harmless; of the others %d and %d; the slowest took %v", *forgerySeed, refused[0], harmless[0], refused[1], harmless[1], slowest)
	if *forgeries >= 100 && (refused[0] == 0 || harmless[0] == 0 || refused[1] == 0) {
		t.Error("they say nothing")
	}
}

// playedOn reads a game and plays it on for a while. It answers why it is refused, after a `!` what must not be.
func playedOn(p *kdsl.Program, data []byte) (why string) {
	defer func() {
		if x := recover(); x != nil {
			why = fmt.Sprintf("! %v\n%s", x, debug.Stack())
		}
	}()
	g, err := p.Resume(data)
	if err != nil {
		return err.Error()
	}
	if _, err := json.Marshal(g); err != nil {
		return "! " + err.Error()
	}
	for range 12 {
		q, err := g.Next(context.Background())
		var limit *kdsl.LimitError
		switch {
		case errors.As(err, &limit):
			return ""
		case err != nil && err.Error() == "":
			return "! it fails without a word"
		case err != nil || q == nil:
			return ""
		}
		if _, err := g.View(g.Players()[0]); err != nil {
			return "! " + err.Error()
		}
		var refused *kdsl.Refusal
		if err := g.Answer(); err != nil && !errors.As(err, &refused) {
			return "! " + err.Error()
		}
	}
	return ""
}

// leaping fails in the middle of an action, behind an answer that belongs to it, and a throw and an answer that came before.
const leaping = `
kind piece { cell n: int in 0..99 = 1 }
piece pawn { en "Pawn" fr "Pion" }
event warm(who: piece) {
  do { throw d6 as die; who.n = die; choose more: int in 0..3 by who.owner; who.n += more }
}
action leap(who: piece) {
  choose by who.owner { far: int in 1..9 }
  do {
    who.n = 50
    choose more: int in 0..3 by who.owner
    let list = [1, 2]
    who.n = list[more + 7]
  }
}
scenario leapers {
  given a = pawn for red
  when warm(who: a)
  when leap(who: a)
}
`

// A game that failed, and one of which an action was taken back, is saved where that action began: it is played again to there.
func TestSavedWhereItBegan(t *testing.T) {
	p, g := begin(t, leaping, "leapers", "red")
	asked := func() string {
		t.Helper()
		q, err := g.Next(t.Context())
		if err != nil || q == nil {
			t.Fatal(q, err)
		}
		return fmt.Sprint(q.Text("en"), " ", len(g.Inputs()))
	}
	answer := func() {
		t.Helper()
		if err := g.Answer(); err != nil {
			t.Fatal(err)
		}
	}
	asked()
	answer()
	first := asked()
	before := what(t, g)
	answer()
	asked()
	answer()
	if _, err := g.Next(t.Context()); err == nil {
		t.Fatal("it does not fail")
	}
	b, err := json.Marshal(g)
	if err != nil {
		t.Fatal(err)
	}
	if g, err = p.Resume(b); err != nil {
		t.Fatal(err)
	}
	if again := asked(); again != first || what(t, g) != before {
		t.Errorf("resumed, it asks %q of %s, want %q of %s", again, what(t, g), first, before)
	}
	if len(g.Inputs()) != 2 {
		t.Errorf("%d things came from outside, want a throw and an answer", len(g.Inputs()))
	}
}

// What was changed into something that may be played leads elsewhere, and is told by that; a path that leads beyond where geometry is
// exact is no answer, however short its length comes out.
func TestForgedPlaces(t *testing.T) {
	programs, games := keptGames(t)
	last := func(scenario string) []byte { return games[scenario][len(games[scenario])-1] }
	for _, c := range []struct{ scenario, old, put, said string }{
		{"thrown", `"seed":7`, `"seed":8`, "comes to another position"},
		{"asking", `"L":\[3000,3000,0,[-\d]+,[-\d]+,0\]`, `"L":[3000,3000,0,9223372036854775807,3000,0]`, "answer 3 of 8: route: it is too far away"},
		{"asking", `"L":\[3000,3000,0,[-\d]+,[-\d]+,0\]`, `"L":[3000,3000,0,3000,-1073741825,0]`, "it is too far away"},
	} {
		old := regexp.MustCompile(c.old)
		if !old.Match(last(c.scenario)) {
			t.Fatalf("%s has no %s: %s", c.scenario, c.old, last(c.scenario))
		}
		bad := kdsl.Sealed(old.ReplaceAll(last(c.scenario), []byte(c.put)))
		if _, err := programs[c.scenario].Resume(bad); err == nil || !strings.Contains(err.Error(), c.said) {
			t.Errorf("%s, with %s: %v", c.scenario, c.put, err)
		}
	}
}
