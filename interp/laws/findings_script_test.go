package laws_test

import (
	"strings"
	"testing"

	"github.com/kdsl-lang/kdsl/interp/trial"
)

// What authors of tests met, each with the smallest program that shows it, and what is right.

// board is what the programs below stand on.
const board = `
player { cell gold: int = 9 }
kind piece { cell hurt: int = 0 }
kind charm on piece { }
piece pawn { }
charm counter { cell left: int = 3; more: after hit when who == bearer { left -= 1 } }
charm doubled { cell noticed: int = 0; twice: becomes size(bearer.items(charm)) > 2 { noticed += 1 } }
event hit(who: piece) { choose by who.owner { n: int in 1..3 } do { who.hurt += n } }
event circle(who: piece) { do { hit(who) } }
event pick() { n: int = 1  do { note "x" } }
rule late { more: after pick { n = 5 } }
event pay(who: player, n: int) { do { who.gold -= n } }
event nothing() { }
span turn() { }
event play() { do { repeat until all(piece)[0].hurt > 20 { turn(); let p = all(piece)[0]; throw d6 as die; p.hurt += die } } }
setup pair { given a = pawn for red; given b = pawn for blue }
`

// What authors of cards met: the parts of a card seen from outside, labels, limits, actions, costs.
var cardFindings = []struct{ name, text, fails string }{
	{"a cost with a given choice behind one that is asked", `
event strike(who: piece) { choose by who.owner { n: int in 1..3  target: piece where it.hurt < n } do { target.hurt += n } }
event pong(who: piece, whom: piece) { cost strike(who: who, target: whom)  do { } }
test "t" in pair { b.hurt = 2; when pong(a, b); expect b.hurt == 5; when pong(a, b); expect refused target }`, ""},
	{"a clause of a card in place of that of its kind", `
kind suit on piece { blocks: before harm(who: bearer) { add -1 to base } }
suit mail { replace blocks: before harm(who: bearer) { add -3 to base } }
event harm(who: piece, n: int) { base: int = n layers l  do { who.hurt += base } }
test "t" in pair { given a with mail; when harm(a, 5); expect a.hurt == 2 }`, ""},
	{"once per round is once, for two clauses", `
charm twice { limit once per bearer per turn as swift
  x: after pay { limit swift; bearer.hurt += 1 }
  y: after pick { limit swift; bearer.hurt += 1 } }
test "t" in pair { given a with twice; during turn() { when pay(red, 1); when pick(); expect a.hurt == 1 } }`, ""},
	{"an action of a card is for whom that card offers it", `
kind ability { gives: int = 0 }
ability mine_only { gives: 4; action do_it(who: ability) { do { each p: piece { p.hurt += self.gives } } } }
ability other { gives: 1 }
test "t" in pair { given o = other for red; given m = mine_only for red; when do_it(o); expect refused not_offered; when do_it(m); expect a.hurt == 4 }`, ""},
	{"a card's parameters and cells from outside", `
charm under_fire(shooter: piece?) { cell shots: int = 2 }
function shots_at(p: piece): int = p.items(under_fire).sum(u, u.shots) + (p.bears(under_fire) && has(p.borne(under_fire).shooter) ? 10 : 0)
event cool(c: charm) { do { if c.is(under_fire) { c.shots -= 1 } } }
test "t" in pair { given c = under_fire(b) on a; expect shots_at(a) == 12; when cool(c); expect c.shots == 1 && c.shooter == b }`, ""},
	{"an ignore during an event reaches what happens in it", `
event inner(who: piece) { n: int = 0 layers l  do { who.hurt += n } }
event outer(who: piece) { do { inner(who) } }
charm lucky { more: while inner(who: bearer) { add 1 to n } }
rule no_luck { ignore lucky during outer }
test "t" in pair { given a with lucky; when outer(a); expect a.hurt == 0; when inner(a); expect a.hurt == 1 }`, ""},
	{"an ignore that finds nothing there", `
event outer(who: piece) { do { who.hurt += 1 } }
charm lucky { more: after pay { bearer.hurt += 1 } }
rule no_luck { ignore lucky during outer }`, "lucky has no clause that acts during outer"},
	{"a preference for yes or no is a condition", `
event ask(who: piece) { choose by who.owner { keep: bool prefer who.hurt > 2 }  do { if keep { who.hurt = 20 } } }
test "t" in pair { a.hurt = 2; when ask(a); expect a.hurt == 2; a.hurt = 3; when ask(a); expect a.hurt == 20 }`, ""},
	{"an event that goes on keeps what was given by name", `
event wound(target: piece, n: int) { fire: bool = false  do { target.hurt += n } }
charm ward { halve: instead wound(target: bearer) when n > 1 { proceed { n: 1 } } }
rule ashes { burns: after wound(fire: true) { target.hurt += 10 } }
test "t" in pair { given a with ward; when wound(a, 3, fire: true); expect a.hurt == 11 }`, ""},
	{"what stands in place of an event reads what it comes to", `
event strike(who: piece, whom: piece) { total: int = 2 layers skill  do { whom.hurt += total } }
charm fury { hits: while strike(who: bearer) { add 3 to total } }
charm redirect { other: instead strike(whom: bearer) { who.hurt += total } }
test "t" in pair { given a with fury; given b with redirect; when strike(a, b); expect a.hurt == 5 && b.hurt == 0 }`, ""},
	{"an event that was filled in has happened", `
event roll(who: piece) { bonus: int = 0  do { throw d6 as die of who; bonus = die } }
event lunge(who: piece) { do { let r = roll(who); if r.happened { who.hurt += r.bonus } } }
charm two { x: instead roll(who: bearer) { throw 2 d6 as dice_thrown; bonus = dice_thrown.total() } }
test "t" in pair { given a with two; dice 2 3; when lunge(a); expect a.hurt == 5; dice 4; when lunge(b); expect b.hurt == 4 }`, ""},
	{"once is once for two actions that share a limit", `
kind mouse { cell done: int = 0
  limit once per self per turn as one_deed
  action freeze(who: mouse) { limit one_deed; do { who.done += 1 } }
  action scurry(who: mouse) { limit one_deed; do { who.done += 10 } } }
mouse grey { }
test "t" { given m = grey for red; during turn() { when freeze(m); when scurry(m); expect refused limit; expect m.done == 1 }; during turn() { when scurry(m); expect m.done == 11 } }`, ""},
	{"costs are judged one after the other", `
event spend(who: player, n: int) { require rich: who.gold >= n  do { who.gold -= n } }
event deed(who: player) { cost spend(who, 5); cost spend(who, 5); do { } }
test "t" { when deed(red); expect refused rich; expect red.gold == 9; red.gold = 10; when deed(red); expect red.gold == 0 }`, ""},
	{"a near point is measured from the centre", `
kind ball { body round 2.0 }
ball big { }
event roll_to(who: ball) { choose by who.owner { spot: point within 3.0 of who } do { move who to spot } }
test "t" { table 20 by 20; given a = big for red at (5, 5); when roll_to(a, spot: point(8, 5)); expect position(a) == point(8, 5); when roll_to(a, spot: point(11.5, 5)); expect refused spot }`, ""},
	{"what is moved to another keeps its duration", `
event lend(c: charm, who: piece) { do { move c on who } }
event lay(who: piece) { do { apply counter to who until end of next turn } }
test "t" in pair { when lay(a); when lend(a.items(charm)[0], b); expect b.bears(counter); when turn(); expect !b.bears(counter) }`, ""},
	{"what a where has asked is known behind it", `
kind pool on piece { }
pool heap { }
event deal() { choose by players()[0] { hand: pool where has(it.bearer)  n: int in 1..at_most(3, hand.bearer.hurt) } do { hand.bearer.hurt -= n } }
test "t" in pair { given a { hurt: 2 }; given h = heap on a; when deal(n: 2); expect a.hurt == 0 }`, ""},
	{"a given choice is judged before a requirement", `
event shove(who: piece) { choose by who.owner { target: piece where it.hurt > 3 }  require able: who.hurt > 0  do { } }
test "t" in pair { when shove(a, target: b); expect refused target }`, ""},
	{"two things of two cards are compared", `
piece rook { }
test "t" in pair { given c = rook; expect a != c && !(c == b) }`, ""},
	{"a player picks which dice are thrown again", `
event three(who: piece) { do { throw 3 d6 as dice_thrown of who; who.hurt += dice_thrown.total() } }
charm choosy { x: after throw(of: bearer) { throw again 1 where face < 5 by bearer.owner } }
charm lavish { x: after throw(of: bearer) { throw again all where face < 5 by bearer.owner } }
charm stern { x: cannot throw(again: true) }
test "one of them" in pair { given a with choosy; dice 1 3 6  5; answer which: [3]; when three(a); expect a.hurt == 12 }
test "no six" in pair { given a with choosy; dice 1 3 6  5; answer which: [6]; when three(a); expect refused which; expect a.hurt == 14 }
test "the lowest, without an answer" in pair { given a with choosy; dice 1 3 6  5; when three(a); expect a.hurt == 14 }
test "of equal ones one" in pair { given a with choosy; dice 1 1 6  5; answer which: [1]; when three(a); expect a.hurt == 12 }
test "as many as one likes" in pair { given a with lavish; dice 1 3 6  5 5; answer which: [1, 3]; when three(a); expect a.hurt == 16; dice 1 3 6  5; answer which: [1]; when three(a); expect a.hurt == 30 }
test "all, without an answer" in pair { given a with lavish; dice 1 3 6  5 5; when three(a); expect a.hurt == 16 }
test "nobody is asked in vain" in pair { given a with choosy, stern; dice 1 3 6; when three(a); expect a.hurt == 10 }
test "nobody is asked for nothing" in pair { given a with choosy; dice 5 5 6; when three(a); expect a.hurt == 16 }
odds "automatic" in pair { given a with choosy; when three(a); measure a.hurt > 9 }`, ""},
	{"what nobody owns sleeps where its owner is named, and wakes with what lies on it", `
kind rock { cell warm: int = 0 }
kind moss on rock { }
rock slab { news: becomes owner.opponent != owner { self.warm += 100 } }
moss green { grown: after morning(who: owner) { bearer.warm += 10 }  lift: while climb when who == owner { add 5 to high }  soon: becomes bearer.warm > 0 && owner != owner.opponent { bearer.warm += 1000 } }
event morning(who: player) { do { note "dawn" } }
event climb(who: player, what: rock) { high: int = 0 layers lifts  do { what.warm += high } }
event grab(who: player, what: rock) { do { give what to who } }
test "t" in pair {
  given r = slab
  given g = green on r
  when climb(red, r); when morning(red)
  expect r.warm == 0
  when grab(red, r)
  expect r.warm == 0
  when climb(red, r)
  expect r.warm == 5 + 1000
  when morning(red); when morning(blue)
  expect r.warm == 5 + 1000 + 10
}`, ""},
	{"what was something else meanwhile", `
charm lit(heat: int) { }
charm cold { }
kind lamp { cell wick: charm? = none }
lamp lantern { }
event swap(l: lamp, c: charm) { do { l.wick = c } }
event look(l: lamp, c: charm) { do { if has(l.wick) && l.wick.is(lit) { swap(l, c); let heat = l.wick.heat; note "{heat}" } } }
test "t" in pair { given x = lit(2) on a; given y = cold on a; given l = lantern { wick: x }; when look(l, y); expect true }`, "it is no lit any more"},
	{"what is gone is chosen from no list", `
event pick_one(who: player, some: list<piece>) { choose by who { x: piece in some } do { x.hurt += 1 } }
event pick_some(who: player, some: list<piece>) { choose by who { x: list<piece> in some count 1 } do { x[0].hurt += 1 } }
test "one" in pair { destroy b; when pick_one(red, [b, a]); expect a.hurt == 1 }
test "some" in pair { destroy b; when pick_some(red, [b, a]); expect a.hurt == 1 }
test "none" in pair { destroy b; when pick_one(red, [b]); expect refused no_choice }
test "answered" in pair { answer x: b; destroy b; when pick_one(red, [b, a]); expect refused x }`, ""},
	{"what is not seen is chosen from no list", `
event pick_one(who: player, some: list<piece>) { choose by who { x: piece in some } do { x.hurt += 1 } }
event pick_some(who: player, some: list<piece>) { choose by who { x: list<piece> in some count 1 } do { x[0].hurt += 1 } }
test "one" in pair { hide b; when pick_one(red, [b, a]); expect a.hurt == 1 && b.hurt == 0 }
test "some" in pair { hide b; when pick_some(red, [b, a]); expect a.hurt == 1 && b.hurt == 0 }
test "his own" in pair { hide b; when pick_one(blue, [b, a]); expect b.hurt == 1 }
test "answered" in pair { answer x: b; hide b; when pick_one(red, [b, a]); expect refused x }`, ""},
}

func TestCardFindings(t *testing.T) {
	for _, f := range cardFindings {
		t.Run(f.name, func(t *testing.T) {
			if got := passes(board + f.text); got == "" != (f.fails == "") || !strings.Contains(got, f.fails) {
				t.Errorf("got %q, want %q", got, f.fails)
			}
			if p, _ := loadText(board + f.text); p != nil && f.fails == "" {
				for _, s := range p.scripts {
					if d := compare(p.m, s.index, 0); d != "" && s.word == "test" {
						t.Error(d)
					}
				}
			}
		})
	}
}

var scriptFindings = []struct{ name, text, fails string }{
	{"an event is looked at as it ended", `test "t" { let p = pick(); expect p.n == 5; expect event pick where n == 5; expect no event pick where n == 1 }`, ""},
	{"how often is counted", `test "t" { when pay(red, 3); when pay(red, 3); expect event pay once }`, ""},
	{"so often, no more", `event twice_over(who: player) { do { pay(who, 3); pay(who, 4) } }
test "t" { when twice_over(red); expect event pay once }`, "expected the event pay once: pay happened 2 times"},
	{"so often, no less", `event twice_over(who: player) { do { pay(who, 3); pay(who, 4) } }
test "t" { when twice_over(red); expect event pay once where n == 3; expect event pay twice; expect event pay 3 times where n > 3 }`,
		"expected the event pay 3 times where n > 3: pay happened 2 times, 1 of them so, with n 3; with n 4"},
	{"what did happen is said", `test "t" { when pay(red, 3); expect event pay where n == 4 }`, "expected the event pay where n == 4: pay happened once, with n 3"},
	{"the variable of a macro is called as it is written", `test "t" { when pay(red, 3); expect event pay where players().exists(one, false) }`,
		"expected the event pay where players().exists(one, false): pay happened once"},
	{"what two things are called", `test "t" in pair { expect a == b }`, "expected a == b"},
	{"an instance is named as the test names it", `test "t" in pair { expect all(piece)[1] == a }`, "expected all(piece)[1] == a, all(piece)[1] is b"},
	{"which fields were asked for", `test "t" in pair { answer n: 1; answer n: 2; when hit(a) }`, "nobody asked for this answer; what was asked: hit (n)"},
	{"why nobody asked", `kind echo { again: after pay may { limit once per self per game; who.gold += 1 } }
echo e { }
test "t" in pair { given x = e; answer yes; answer no; when pay(red, 1); when pay(red, 1); expect red.gold > -9 }`,
		"nobody asked for this answer; what was asked: echo.again; the limit was used up of echo.again"},
	{"an action that is not offered", `action greet(who: player) { limit once per who per game; do { note "hello" } }
action wait(who: player) { do { note "well" } }
event go(who: player) { do { act who until pass } }
test "t" { answer greet; answer greet; when go(red); expect red.gold == 9 }`, "t: act: greet cannot be started now: its limit is used up"},
	{"an action that nobody may start any more", `action greet(who: player) { limit once per who per game; do { note "hello" } }
event go(who: player) { do { act who until pass } }
test "t" { answer greet; answer greet; when go(red); expect red.gold == 9 }`,
		"nobody asked for this answer; what was asked: act (greet); of greet, which says `limit once per who per game`, there were 1 already"},
	{"whose nobody is", `event take(who: piece) { choose by who.owner { t: piece where it.owner != who.owner } do { t.hurt += 1 } }
test "t" in pair { given c = pawn; when take(a); expect c.hurt == 1 }`, "pawn has no owner: who owns it is said with `for`"},
	{"what stands nowhere", `kind ball { body round 1.0 }
ball big { }
function far(x: ball, y: ball): bool = distance(x, y) > 1
test "t" { given x = big for red at (1, 1); given y = big for blue; expect far(x, y) }`, "big does not stand on the table"},
	{"what fails where it is asked whether it may be chosen", `kind ball { body round 1.0 }
ball big { }
action roll(who: player) { choose by who { x: ball  y: ball where distance(it, x) <= 3 } cost pay(who, 1) do { note "it rolls" } }
test "t" { given x = big for red; given y = big for red; when roll(red, x: x, y: y); expect true }`, "big does not stand on the table"},
	{"nothing happened", `test "t" { when nothing(); expect event pay }`, "expected the event pay, which did not happen"},
	{"a card remembers", `test "t" in pair { given c = counter on a; answer n: 1; when hit(a); expect c.left == 2; c.left = 9; expect c.left == 9 }`, ""},
	{"an answer is meant to be refused, inside another event", `test "t" in pair { answer n: 4; when circle(a); expect refused n; expect a.hurt == 1 }`, ""},
	{"an answer is refused and nobody expects it", `test "t" in pair { answer n: 4; when circle(a); expect a.hurt == 1 }`, "n: "},
	{"what was meant to be refused was not", `test "t" in pair { answer n: 3; when circle(a); expect refused n }`, "nothing was refused"},
	{"an answer is worked out when it is asked", `test "t" in pair { answer n: a.hurt + 1; a.hurt = 1; when hit(a); expect a.hurt == 3 }`, ""},
	{"what fails in an answer fails the test", `test "t" in pair { answer n: floor_div(4, a.hurt); when hit(a); expect a.hurt == 3 }`, "division by 0"},
	{"dice belong to the call behind them", `test "t" in pair { a.hurt = 20; dice 3 4; when play(); dice 1; expect true }`, "dice are left over behind play: [4]"},
	{"dice that nothing follows", `test "t" in pair { expect true; dice 1 }`, "dice are left over"},
	{"what is refused proves nothing", `event never(who: piece) { require kind: false }
test "t" in pair { when never(a); expect a.hurt == 0 }`, "never was refused: kind asks \"false\"; nothing follows that expects it"},
	{"refused before the next call", `event never(who: piece) { require kind: false }
test "t" in pair { when never(a); when hit(a); expect refused kind }`, "never was refused: kind asks \"false\"; nothing follows that expects it"},
	{"refused inside a span", `event never(who: piece) { require kind: false }
test "t" in pair { during turn() { when never(a) }; expect refused }`, "never was refused: kind asks \"false\"; nothing follows that expects it"},
	{"who asks whether it was refused need not expect it", `event never(who: piece) { require kind: false }
test "t" in pair { let r = never(a); expect r.refused; when never(a); expect a.hurt == 0; expect refused kind }`, ""},
	{"what is refused inside may be", `event never(who: piece) { require kind: false }
event tries(who: piece) { do { never(who); who.hurt += 1 } }
test "t" in pair { when tries(a); expect a.hurt == 1 }`, ""},
	{"to tell cannot fail", `event tells(who: piece) { en "{[1, 2][who.hurt]}"  do { note "{[1, 2][who.hurt]}"; who.hurt = 1 } }
test "t" in pair { a.hurt = 7; when tells(a); expect a.hurt == 1 }`, ""},
	{"what a test applies is noticed", `test "t" in pair {
  given d = doubled on a
  apply counter to a permanent
  apply counter to a permanent
  when nothing()
  expect d.noticed == 1
}`, ""},
	{"what is given is how it begins", `test "t" in pair { given a with counter, counter; given d = doubled on a; when nothing(); expect d.noticed == 0 }`, ""},
	{"a given of the setup is changed", `
setup hurt in pair { given a { hurt: 2 } }
test "t" in hurt { given a for blue { hurt: 4 }; given b with counter; expect a.hurt == 4 && a.owner == blue && size(b.items(charm)) == 1 }
odds "o" in hurt { throw d2 as die; measure a.hurt + die }
odds "p" in hurt { throw d2 as die; measure die }`, ""},
	{"whatever the dice, it ends", `test "t" in pair { for 50 seeds { when play(); expect a.hurt > 20; expect ends within 21 turn } }`, ""},
	{"the first seed that fails is told", `test "t" in pair { for 50 seeds { when play(); expect a.hurt != 21 } }`, "seed 2: expected a.hurt != 21"},
	{"the clauses of a scenario know its players", `
setup sides { players red, blue }
scenario s in sides { en "S"; first: after pay(who: blue) { who.gold += 10 }; second: after pay when who == red { who.gold += 20 }; pay(red, 1); pay(blue, 1) }`, ""},
	{"it is not waited for", `event ever() { do { repeat until false { turn(); throw d6 as die } } }
test "t" { for 3 seeds { when ever(); expect ends within 30 turn } }`, "seed 1: expected an end within 30 turn"},
}

func TestScriptFindings(t *testing.T) {
	for _, f := range scriptFindings {
		t.Run(f.name, func(t *testing.T) {
			got := passes(board + f.text)
			if got == "" != (f.fails == "") || !strings.Contains(got, f.fails) {
				t.Errorf("got %q, want %q", got, f.fails)
			}
			if p, _ := loadText(board + f.text); p != nil {
				for _, s := range p.scripts {
					if d := compare(p.m, s.index, 0); d != "" && s.word != "odds" {
						t.Error(d)
					}
				}
			}
		})
	}
}

// A test that fails lists what was asked since its last call, and who answered.
func TestAsked(t *testing.T) {
	p, why := loadText(board + `test "t" in pair { answer n: 2; when hit(a); when hit(a); answer n: 3; when hit(b); when circle(b); expect a.hurt == 0 }`)
	if p == nil {
		t.Fatal(why)
	}
	got := trial.Run(p.m, p.script("t").index, trial.Options{}).Asked
	if len(got) != 1 || got[0].Text != "asked blue for hit, answered automatically: n: 1" || got[0].At.Pos().Line != 8 {
		t.Errorf("got %v", got)
	}
	p, _ = loadText(board + `test "t" in pair { when hit(b)
  answer n: 7
  when circle(a) }`)
	if r := trial.Run(p.m, p.script("t").index, trial.Options{}); r.Message != "hit: n: got 7, want 1 to 3" || r.At.Text() != "answer n: 7" || r.Asked[0].Text != "asked red for hit" {
		t.Errorf("got %q at %q, asked %v", r.Message, r.At.Text(), r.Asked)
	}
	p, _ = loadText(board + `event shove(who: piece) { choose by who.owner { whom: piece where it != who; n: int in 1..3 } do { whom.hurt += n } }
test "t" in pair { answer n: 2; when shove(a); expect a.hurt == 1 }`)
	if r := trial.Run(p.m, p.script("t").index, trial.Options{}); r.Asked[0].Text != "asked red for shove, answered by line 18: whom: b, n: 2" {
		t.Errorf("asked %v", r.Asked)
	}
	p, _ = loadText(board + `test "t" in pair { answer n: 7; answer n: 3; when circle(b); expect refused n; expect b.hurt == 0 }`)
	got = trial.Run(p.m, p.script("t").index, trial.Options{}).Asked
	if len(got) != 1 || got[0].Text != "asked blue for hit, answered by line 17: n: 3" {
		t.Errorf("got %v", got)
	}
	p, _ = loadText(board + `event vote() { choose by each p in players() { stake: int in 0..9 prefer -it } do { each p in players() { p.gold += stake[0] } } }
test "t" { players red, blue, cleo; answer stake: 3 by blue; answer stake: 4 by red; when vote(); expect red.gold == 0 }`)
	got = trial.Run(p.m, p.script("t").index, trial.Options{}).Asked
	for i, want := range []string{"asked blue for vote, answered by line 18: stake: 3", "asked red for vote, answered by line 18: stake: 4", "asked cleo for vote, answered automatically: stake: 0"} {
		if i >= len(got) || got[i].Text != want {
			t.Errorf("got %v, want %q at %d", got, want, i)
		}
	}
}
