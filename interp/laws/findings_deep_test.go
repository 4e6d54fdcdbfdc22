package laws_test

import (
	"fmt"
	"strings"
	"testing"
)

// Programs that are small to write and long to play, or to check: each ends in an answer or at a bound
// that says where, in little time and memory.
func TestFindingsThatNeverEnd(t *testing.T) {
	if testing.Short() {
		t.Skip("each goes on to its limit")
	}
	pieces := `
kind piece { cell m: int = 0 }
piece pawn { }
event grow(n: int) { do { repeat n { create pawn } } }
`
	player := "player { cell n: int = 0; cell l: list<int> = [1] }\n"
	throwing := player + `
event roll(who: player) { do { repeat until who.n < 0 { throw d6 as f; who.n = f } } }
scenario s { en "S"; roll(red) }
odds "o" { when roll(red); measure red.n }
`
	asking := player + `
action bid(who: player) { tag b; do { who.n += 1 } }
event auction() { do { repeat until players()[0].n < 0 { act players()[0] among b until pass } } }
scenario s { en "S"; auction() }
test "t" { when auction(); expect red.n == 3 }
`
	dice := player + `
event a(who: player, k: int) { do { throw k d100 as f; who.n = f.total() } }
event b(who: player, k: int) { do { throw k d6 as f; who.n = f.total() } }
event c(who: player, k: int) { do { throw k d10000 as f; who.n = f[0] } }
event d(who: player, k: int) { do { throw k d2 by face as g { who.n += g.count } } }
odds "4d100" { when a(red, 4); measure red.n > 200 }
odds "500d6" { when b(red, 500); measure red.n > 1750 }
odds "3d10000" { when c(red, 3); measure red.n }
odds "100000d10000" { when c(red, 100000); measure red.n }
odds "100000d2" { when d(red, 100000); measure red.n > 150000 }
`
	doubled := func(each, last string) string {
		return repeated(60, func(i int) string {
			return strings.NewReplacer("$n", fmt.Sprint(i+1), "$p", fmt.Sprint(i)).Replace(each)
		}) + last
	}
	for _, c := range []struct {
		name string
		deed deed
		want string
	}{
		{"events after each other", deed{Text: player + `
event ping(who: player) { do { who.n += 1 } }
event pong(who: player) { do { who.n += 1 } }
rule a { x: after ping { pong(who) } }
rule b { y: after pong { ping(who) } }
odds "o" { when ping(red); measure red.n }`, Do: "odds", Script: "o"}, "bound"},
		{"throws without end, played", deed{Text: throwing, Do: "play", Script: "s"}, "bound"},
		{"throws without end, simulated", deed{Text: throwing, Do: "sim", Script: "o"}, "bound"},
		{"questions without end, played", deed{Text: asking, Do: "play", Script: "s"}, "bound"},
		{"questions without end, tested", deed{Text: asking, Do: "test", Script: "t"}, "bound"},
		{"a game that stalls", deed{Text: player + `
action wait(who: player) { do { who.n = 1 } }
span turn(who: player) { owner who; do { act who once } }
scenario s { en "S"; repeat until red.n > 1 { turn(red) } }`, Do: "play", Script: "s"}, "bound"},
		{"ten sums in each other", deed{Text: `
function ten(): list<int> = [1,2,3,4,5,6,7,8,9,10]
function deep(l: list<int>): int = l.sum(a, l.sum(b, l.sum(c, l.sum(d, l.sum(e, l.sum(f, l.sum(g, l.sum(h, l.sum(i, l.sum(j, a + b + c + d + e + f + g + h + i + j))))))))))
odds "o" { measure deep(ten()) }`, Do: "odds", Script: "o"}, "bound"},
		{"a thousand million members", deed{Text: pieces + `
function any(): bool = all(piece).exists(a, all(piece).exists(b, all(piece).exists(c, a.m + b.m + c.m == 7)))
odds "o" { when grow(1000); measure any() }`, Do: "odds", Script: "o"}, "bound"},
		{"functions of two calls each", deed{Text: "function f0(n: int): int = n\n" + doubled("function f$n(n: int): int = f$p(n) + f$p(n)\n", "") + `odds "o" { measure f50(1) }`, Do: "odds", Script: "o"}, ""},
		{"derived fields of two each", deed{Text: "kind k {\n derive d0: int = 1\n" + doubled("derive d$n: int = self.d$p + self.d$p\n", "}\nk a { }\n") + "odds \"o\" { given x = a; measure x.d50 }", Do: "odds", Script: "o"}, ""},
		{"a form of three wide fields", deed{Text: player + `
event f(who: player) { choose by who { a: int in 0..9999; b: int in 0..9999; c: int in 0..9999 where a + b + it == 29998 } do { } }
scenario s { en "S"; f(red) }`, Do: "play", Script: "s"}, "bound"},
		{"a form of three wide fields and a preference", deed{Text: player + `
event f(who: player) { choose by who { a: int in 0..9999; b: int in 0..9999; c: int in 0..9999 where a + b + it == 29998 prefer it } do { } }
scenario s { en "S"; f(red) }`, Do: "play", Script: "s"}, "bound"},
		{"a form of a range of a thousand million", deed{Text: player + `
event f(who: player) { choose by who { a: int in 0..1000000000 where it > 999999998 } do { } }
scenario s { en "S"; f(red) }`, Do: "play", Script: "s"}, "bound"},
		{"a form of three among many", deed{Text: pieces + `
event f(who: player) { choose by who { a: piece; b: piece where it.m > 99 + a.m; c: piece where it.m > b.m } do { } }
scenario s { en "S"; grow(1000); f(red) }`, Do: "play", Script: "s"}, ""},
		{"a form of thirty of sixty", deed{Text: pieces + `
event f(who: player) { choose by who { a: list<piece> count 1..30 where it.sum(p, p.m) > 10 } do { } }
scenario s { en "S"; grow(60); f(red) }`, Do: "play", Script: "s"}, ""},
		{"odds of four dice of a hundred faces", deed{Text: dice, Do: "odds", Script: "4d100"}, ""},
		{"odds of 500 dice", deed{Text: dice, Do: "odds", Script: "500d6"}, ""},
		{"odds of three dice of ten thousand faces", deed{Text: dice, Do: "odds", Script: "3d10000"}, ""},
		{"odds of a hundred thousand dice", deed{Text: dice, Do: "odds", Script: "100000d10000"}, ""},
		{"odds of a hundred thousand dice by class", deed{Text: dice, Do: "odds", Script: "100000d2"}, ""},
		{"too many things", deed{Text: pieces + `scenario s { en "S"; grow(1000000) }`, Do: "play", Script: "s"}, "bound"},
		{"a list that grows", deed{Text: player + `
event g(who: player, k: int) { do { repeat k { who.l = who.l.plus(7) } } }
scenario s { en "S"; g(red, 600000) }`, Do: "play", Script: "s"}, ""},
		{"a journal without end", deed{Text: player + `
event e(who: player, k: int) { do { repeat k { who.n += 1; note "a long note {who} {who.n} ` + strings.Repeat("x", 90) + `" } } }
event o(who: player) { do { repeat 100000 { throw d6 as f; e(who, 5000) } } }
scenario s { en "S"; o(red) }`, Do: "play", Script: "s"}, "bound"},
		{"events that double", deed{Text: player + `
event e(who: player, n: int) { do { if n > 0 { e(who, n - 1); e(who, n - 1) } else { who.n += 1 } } }
scenario s { en "S"; e(red, 40) }`, Do: "play", Script: "s"}, "bound"},
		{"a chain of two thousand kinds", deed{Text: "kind k0 { }\n" + repeated(2000, func(i int) string { return fmt.Sprintf("kind k%d extends k%d { }\n", i+1, i) }), Do: "check"}, "refused"},
		{"a table of a million places", deed{Text: "table _t(a: int in 1..1000, b: int in 1..1048): int {\n" + repeated(1000, func(i int) string { return fmt.Sprintf("  %d, %d => %d\n", i+1, i+1, i+1) }) + "  *, * => 0\n}\n", Do: "check"}, "refused"},
		{"a file of nothing but NUL", deed{Text: strings.Repeat("\x00", 1<<19), Do: "check"}, "refused"},
		{"a file of half declarations", deed{Text: strings.Repeat("a\n", 1<<18), Do: "check"}, "refused"},
	} {
		t.Run(c.name, func(t *testing.T) {
			name := "never ends: " + c.name
			judge(t, name, c.deed.wrong(name, c.want))
		})
	}
}
