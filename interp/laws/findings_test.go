package laws_test

import (
	"fmt"
	"math/big"
	"strings"
	"testing"
)

// What was once found wrong, each with the smallest program that shows it, and what is right.

// finding is a program and a check of what comes of it.
type finding struct {
	name  string
	text  string
	check func(text string) string
}

func TestFindings(t *testing.T) {
	for _, f := range findings {
		t.Run(f.name, func(t *testing.T) { judge(t, f.name, f.check(f.text)) })
	}
}

// passes wants every test of a program to pass.
func passes(text string) string {
	p, why := loadText(text)
	if p == nil {
		return why
	}
	for _, s := range p.scripts {
		if s.word != "test" {
			continue
		}
		if msg := tried(func() string { return p.test(s) }); msg != "" {
			return s.name + ": " + msg
		}
	}
	return ""
}

// stops wants a test of a program to end with words, and without a panic.
func stops(words string) func(string) string {
	return func(text string) string {
		switch msg := passes(text); {
		case strings.HasPrefix(msg, "panic"), !strings.Contains(msg, words):
			return "got " + msg + ", want " + words
		}
		return ""
	}
}

// offersTruly wants what is offered anywhere to happen when it is tried.
func offersTruly(text string) string {
	p, why := loadText(text)
	if p == nil {
		return why
	}
	wrong, _ := legalIsTrue(nil, p)
	return wrong
}

// tried does something that must not panic.
func tried(do func() string) (wrong string) {
	defer func() {
		if x := recover(); x != nil {
			wrong = fmt.Sprint("panic: ", x)
		}
	}()
	return do()
}

// refusedAtLoad wants a program to have an error of that code.
func refusedAtLoad(code string) func(string) string {
	return func(text string) string {
		p, why := loadText(text)
		switch {
		case p != nil:
			return "it has no errors"
		case !strings.Contains(why, "["+code+"]"):
			return "another error: " + why
		}
		return ""
	}
}

// hasOdds wants the only question of a program to have these odds, and a simulation to be near them.
func hasOdds(want map[int64]*big.Rat) func(string) string {
	return func(text string) string {
		p, why := loadText(text)
		if p == nil {
			return why
		}
		for _, s := range p.scripts {
			if s.word != "odds" {
				continue
			}
			got, _, _, err := p.odds(s, 10)
			if err != nil {
				return err.Error()
			}
			for v, r := range want {
				if got[v] == nil || got[v].Cmp(r) != 0 {
					return fmt.Sprintf("odds of %d are %v, want %v", v, got[v], r)
				}
			}
			if why, _ := simIsNear(&generated{seed: 4}, &program{m: p.m, unit: p.unit, scripts: []script{s}}); why != "" {
				return why
			}
		}
		return ""
	}
}

// both wants two things.
func both(checks ...func(string) string) func(string) string {
	return func(text string) string {
		for _, c := range checks {
			if why := c(text); why != "" {
				return why
			}
		}
		return ""
	}
}

func holds(l func(*generated, *program) (string, bool)) func(string) string {
	return func(text string) string {
		p, why := loadText(text)
		if p == nil {
			return why
		}
		why, _ = l(&generated{seed: 2}, p)
		return why
	}
}

func certain(v int64) map[int64]*big.Rat { return map[int64]*big.Rat{v: big.NewRat(1, 1)} }

var findings = []finding{
	{"a throw, heard by nobody or by who does nothing, is no moment for what becomes true", `
kind piece { cell hurt: int = 4  cell roars: int = 0 }
piece bear { roar: becomes self.hurt > 3 { self.roars += 1 } }
rule listener { never: after throw when sides > 1000 { drop all where true } }
event dip(who: piece) { do { who.hurt -= 2; throw d6 as d; who.hurt += 2; note "{d}" } }
test "it never looks" {
  given p = bear
  dice 1
  when dip(p)
  expect p.roars == 0
}`, passes},
	{"many answers of which few fit are a bound that is reached, and not none", `
event x(who: player) {
  choose by who { l: list<int> in [1,2,3,4,5,6,7,8,9,10,11,12,13,14,15] count 0..15 where it.total() == 120 }
  do { note "{l.total()}" }
}
test "so it could happen" { expect can(x(red)) }`, stops("the limit of 20000 choices is reached")},
	{"throws that set each other off", `
event roll() { do { throw d6 as d; note "{d}" } }
rule echo { again: before throw { throw d6 as e; note "{e}" } }
test "a ring of throws" { when roll() }`, stops("the limit of 400 nested events is reached; these set each other off: echo.again")},
	{"of one sorted die the highest face counts, whoever looks", `
kind piece { cell n: int = 0 }
kind charm on piece { }
piece pawn { }
charm twin { e: while throw(of: bearer) { add 1 to number } }
charm eye { cell l: int = 0  e: after throw(of: bearer) { l = faces.total() } }
event look(who: piece) { do { throw d6 by face == 3 as three of who; if three { who.n = 1 } } }
event rank(who: piece) { do { throw d6 by face == 3 ? 5 : face == 6 ? 1 : 2 as k of who; who.n = k } }
test "nobody looks" { given a = pawn with twin; dice 6 3; when look(a); expect a.n == 0; dice 4 3; when rank(a); expect a.n == 2 }
test "somebody does" { given a = pawn with twin, eye; dice 6 3; when look(a); expect a.n == 0; dice 4 3; when rank(a); expect a.n == 2 }
test "the highest is it" { given a = pawn with twin; dice 1 3; when look(a); expect a.n == 1; dice 6 3; when rank(a); expect a.n == 1 }`, passes},
	{"what is cancelled is spent, what is refused is not", `
kind piece { cell hurt: int = 0  cell log: int = 0 }
kind charm on piece { }
piece pawn { }
span turn(who: player) { owner who }
event ping(who: piece) { do { who.log += 1 } }
event pong(who: piece) { do { who.hurt += 1 } }
charm follows { r: after ping(who: bearer) { limit once per bearer per turn; pong(bearer) } }
charm veto { r: before pong(who: bearer) when bearer.log < 2 { cancel } }
charm forbids { r: cannot pong(who: bearer) when bearer.log < 2 }
test "cancelled" {
  given a = pawn with follows, veto for red
  during turn(red) { when ping(a); when ping(a); expect a.hurt == 0 }
}
test "forbidden" {
  given a = pawn with follows, forbids for red
  during turn(red) { when ping(a); when ping(a); expect a.hurt == 1 }
}`, passes},
	{"a kind is ignored by one of it", `
kind piece { cell log: int = 0 }
kind charm on piece { }
piece pawn { }
event foo(who: piece) { do { who.log += 1 } }
charm hush { i: ignore charm of bearer }
charm loud { l: after foo(who: bearer) { bearer.log += 10 } }
test "silent" {
  given a = pawn with loud for red
  when foo(a)
  expect a.log == 11
  apply hush to a permanent
  when foo(a)
  expect a.log == 12
}`, passes},
	{"an action that several answer, and that is forbidden", `
kind piece { }
kind charm on piece { }
piece pawn { }
charm gag { still: cannot go when who == bearer }
action go(who: piece) { tag move  choose by each p in players() { want: int in 0..2 } }
event open() { do { window among move by players() once } }
test "it is not offered" {
  given a = pawn for red
  apply gag to a permanent
  when open()
  expect no event go
}`, offersTruly},
	{"the elder of two acts, whoever asks", `
kind pawn {
  cell no: int = 0
  cell marked: bool = false
  action wave(who: pawn) { tag call; prefer 1; do { who.marked = true } }
}
pawn scout { }
event enlist(n: int, p: player) { do { create scout for p as s; s.no = n } }
event dismiss(n: int) { do { each s: pawn where s.no == n { destroy s } } }
event exchange(p: player) {
  do {
    enlist(1, p)
    enlist(2, p)
    dismiss(1)
    choose k: int in 1..2 by p
    enlist(3, p)
    window among call by [p] once
  }
}
test "as a test" {
  when exchange(red)
  expect all(pawn).exists(s, s.no == 2 && s.marked)
}
odds "as odds" {
  exchange(red)
  measure all(pawn).exists(s, s.no == 2 && s.marked)
}`, both(passes, hasOdds(certain(1)), holds(automaticIsAsked))},

	{"what a script still has to answer keeps positions apart", `
player { cell x: int = 0 }
event roll(who: player) {
  sum: int = 0
  do { throw d6 as f; sum = f }
}
event offer(who: player) { do { who.x = 0 } }
rule r { please: after offer may { who.x = 5 } }
odds "either" {
  let first = roll(red)
  if first.sum > 3 { answer yes } else { answer no }
  first.sum = 0
  let second = roll(red)
  second.sum = 0
  offer(red)
  measure red.x
}`, hasOdds(map[int64]*big.Rat{0: big.NewRat(1, 2), 5: big.NewRat(1, 2)})},

	{"34 costs, one in the other, are paid once", "player { cell coins: int = 100 }\n" + repeated(34, func(i int) string {
		cost := fmt.Sprintf("cost e%d(who)", i+1)
		if i == 33 {
			cost = ""
		}
		return fmt.Sprintf("event e%d(who: player) { %s; do { who.coins -= 1 } }\n", i, cost)
	}) + `test "once" { when e0(red); expect red.coins == 66 }`, passes},

	{"an event that costs itself is an error", `
player { cell n: int = 0 }
event pay(who: player) { cost pay(who); do { who.n -= 1 } }
test "x" { when pay(red); expect red.n == 0 }`, refusedAtLoad("cyclic-definition")},

	{"events that cost each other are an error", `
player { cell n: int = 0 }
event a(who: player) { cost b(who); do { } }
event b(who: player) { cost a(who); do { } }
test "x" { when a(red); expect red.n == 0 }`, refusedAtLoad("cyclic-definition")},

	{"actions that cost each other are an error", `
player { cell n: int = 0 }
action buy(who: player) { tag t; cost sell(who); do { who.n += 1 } }
action sell(who: player) { tag t; cost buy(who); do { who.n -= 1 } }
span turn(who: player) { owner who; do { act who among t } }
scenario s { en "S"; turn(red) }`, refusedAtLoad("cyclic-definition")},

	{"a given choice that may not be made is no requirement", `
kind pawn { cell hp: int = 3 }
pawn scout { }
event shot(who: pawn) {
  choose by who.owner { target: pawn where it != who && it.hp > 5 }
  require target: who.hp > 1
  do { target.hp -= 1 }
}
test "t" {
  given x = scout for red
  given y = scout for blue
  when shot(x, target: y)
  expect refused target
}`, func(text string) string {
		p, why := loadText(text)
		if p == nil {
			return why
		}
		if kind := p.refusalKind(p.scripts[0]); kind != "choice" {
			return fmt.Sprintf("it is refused for a %s, want a choice", kind)
		}
		return ""
	}},

	{"a test may want a refusal for the cost", `
player { cell coins: int = 3 }
event pay(who: player) { do { who.coins -= 1 } }
event deed(who: player) { cost pay(who); do { who.coins += 10 } }
rule r { stop_it: before pay { cancel } }
test "t" { when deed(red); expect refused cost }`, passes},

	{"what is refused before its form is answered tells no answer", `
kind pawn { cell hp: int = 3 }
pawn scout { }
action shot(who: pawn) {
  choose by who.owner { target: pawn where it != who }
  limit tries once per who per game
  do { target.hp -= 1 }
}
scenario s {
  en "S"
  given x = scout for red
  given y = scout for blue
  when shot(x)
  when shot(x)
}`, func(text string) string {
		p, why := loadText(text)
		if p == nil {
			return why
		}
		for _, line := range p.play(p.scripts[0], how{told: true}).story {
			if strings.Contains(line, "refused shot") && strings.Contains(line, "target=#0") {
				return "a pawn that is a player: " + line
			}
		}
		return ""
	}},

	{"one bad event, one complaint", `
player { cell x: int = 0 }
event roll(who: player) { total: int = 0  do { throw d6 as f  total = f } }
test "t" {
  players a
  let first = roll(who: a)
  expect first.total == 1
}`, func(text string) string {
		if _, why := loadText(text); strings.Contains(why, "values of a function") {
			return why
		}
		return ""
	}},

	{"the first of two wards is used up, saved or not", `
kind piece { cell marks: int = 0 }
kind ward on piece { cell n: int = 0 }
piece pawn { }
ward red_ward { stops: cannot hit when who == bearer { en "no" } }
ward blue_ward { halts: cannot hit when who == bearer { en "no" } }
event hit(who: piece) { do { who.marks += 1 } }
event arm(who: piece) { do { apply blue_ward to who until used; apply red_ward to who until used } }
event disarm(who: piece) { do { destroy who.items(ward)[0] } }
event again(who: piece) { do { apply blue_ward to who until used } }
test "the elder one" {
  given a = pawn for red
  when arm(a)
  when disarm(a)
  expect true
  when again(a)
  expect true
  when hit(a)
  expect refused
  expect !a.bears(red_ward) && a.bears(blue_ward)
}`, both(passes, holds(savedIsUnsaved))},

	{"members are looked at by arrival", `
kind piece { cell marks: int = 0 }
piece pawn { }
event make(n: int) { do { create pawn for players()[0] as q; q.marks = n } }
event kill(n: int) { do { each p in all(piece).filter(p, p.marks == n) { destroy p } } }
event look() { s: bool = false; do { s = all(piece).exists(p, [1][p.marks] == 1) } }
test "the one that fails comes second" {
  when make(0)
  when make(9)
  let r = look()
  expect r.s
}
test "the same, in a place that was used before" {
  when make(5)
  when make(0)
  when kill(5)
  expect size(all(piece)) == 1
  when make(9)
  let r = look()
  expect r.s
}`, passes},

	{"a cost with a given choice that reads one still to make", `
kind piece { cell marks: int = 0; stat far: length in 0..9 = 1 layers x }
kind arm_kind on piece { reach: length = 1.0 }
arm_kind stick { }
piece pawn { }
function reach_of(who: piece, arm: arm_kind?): length = has(arm) ? at_least(arm.reach, who.far) : who.far
event hit(who: piece) {
  choose by who.owner { arm: arm_kind? in who.items(arm_kind)
    target: piece where it != who && reach_of(who, arm) > 0 }
  do { target.marks += 1 }
}
event swap(who: piece, whom: piece) { cost hit(who: who, target: whom); do { } }
test "as a cost" {
  given a = pawn for red
  given s = stick for red on a
  given b = pawn for blue
  when swap(a, b)
  expect b.marks == 1
}`, passes},

	{"as a cost what happens as a statement", `
kind piece { cell marks: int = 0 }
piece pawn { }
event hit(who: piece) {
  choose by who.owner { n: int in 1..3; target: piece where it.marks < n }
  do { target.marks += 1 }
}
event swap(who: piece, whom: piece) { cost hit(who: who, target: whom); do { } }
event plain(who: piece, whom: piece) { do { hit(who: who, target: whom) } }
test "a statement" {
  given a = pawn for red
  given b = pawn for blue
  when plain(a, b)
  expect b.marks == 1
}
test "a cost" {
  given a = pawn for red
  given b = pawn for blue
  when swap(a, b)
  expect b.marks == 1
}`, passes},

	{"what has no body is a point", `
kind coin { }
kind fog_kind { body round 4.0 }
coin penny { }
fog_kind fog { }
test "in the fog" {
  table 10 by 10
  given c = penny at (5, 5)
  given f = fog at (5, 5)
  expect inside(position(c), f)
  expect inside(c, f)
  expect within(f, c, 1.0)
  expect distance(c, f) == 0
  expect wholly_inside(c, f) && !wholly_inside(f, c) && within(c, point(6, 5), 1) && inside(point(5, 5), c) && width(c) == 0
  expect [c].nearest_to(f) == [c] && touching(c, f) && !around(f, 3).exists(x, x == c)
}`, passes},

	{"whether a clause is ignored can be asked", `
kind piece { cell told: int = 0 }
kind armour on piece { one per bearer }
piece pawn { }
armour mail { blocks: before hit(whom: bearer) { add -1 to n layer armour } }
kind rune on piece { }
rune acid { bites: ignore mail.blocks during hit }
rune melt { bites: ignore armour of bearer when bearer.told > 5 }
function bare(p: piece): bool = ignored(mail.blocks, of: p)
event hit(whom: piece) { n: int = 5 layers armour  do { whom.told += n; if bare(whom) { whom.told += 100 } } }
test "in a hit only" {
  given a = pawn with mail, mail
  given b = pawn
  expect !bare(a) && !bare(b)
  when hit(a)
  expect a.told == 4
  create acid as c
  expect !bare(a)
  when hit(a)
  expect a.told == 109 && !bare(a)
  destroy c
  apply melt to a permanent
  expect bare(a) && ignored(mail, of: a) && !ignored(acid, of: a)
}`, passes},

	{"a score may ask what could happen", `
kind piece { cell n: int = 0 }
piece pawn { }
event ask(who: piece) { choose by who.owner { yes_please: bool prefer can(other(who)) }  do { who.n = yes_please ? 1 : 2 } }
event other(who: piece) { choose by who.owner { much: int in 1..9 prefer it }  do { note "o" } }
test "it could" {
  given a = pawn for red
  when ask(a)
  expect a.n == 1
}`, passes},

	{"what lies on what wakes held already", `
kind piece { cell told: int = 0  cell force: int = 4 }
kind charm on piece { }
piece pawn { }
charm keen { glad: becomes bearer.force > 2 { bearer.told += 1 } }
span turn(who: player) { }
event nothing() { do { } }
test "it is not new" {
  given a = pawn with keen from start of next turn until its end
  during turn(red) { when nothing(); expect a.told == 0; a.force = 0; a.force = 5; expect a.told == 1 }
}`, passes},

	{"a parameter fills what is printed", `
kind profile { en "Profile"  ordinary: card profile? = none  stat force: int in 0..9 = 2 }
kind boon on profile { }
profile clerk { force: 1 }
profile champion { force: 6 }
profile cap(R: card profile, F: int in 0..9) { ordinary: R; force: F }
boon strong { while true { add 2 to bearer.force } }
function fallback(p: profile): int = has(p.ordinary) ? p.ordinary.force : p.force
test "each has its own" {
  given a = cap(champion, 3)
  given b = cap(clerk, 5) with strong
  given c = clerk
  expect a.ordinary == champion && b.ordinary == clerk && fallback(a) == 6 && fallback(b) == 1 && fallback(c) == 1
  expect a.force == 3 && b.force == 7 && base(b.force) == 7 && printed(b.force) == 5
  expect cap.force == 2 && a.card.ordinary == none && all(profile).sum(p, p.force) == 11
}`, passes},

	{"a zone that passes", `
kind piece { cell price: int = 0 }
kind fog_kind { body round 4.0 }
piece pawn { }
fog_kind fog { }
span activation(who: piece) { owner who.owner }
event fumes(who: piece) { do { create fog at (7, 5) until start of next activation of who } }
test "until the next activation" {
  given a = pawn for red
  given b = pawn for blue
  during activation(a) { when fumes(a) }
  during activation(b) { expect size(all(fog)) == 1 }
  during activation(a) { expect size(all(fog)) == 0 }
}`, passes},

	{"what is applied and then moved keeps its clock", `
kind piece { }
kind ill_kind on piece { }
piece pawn { }
ill_kind ill { }
span turn(who: player) { owner who }
event catch(what: ill_kind, heir: piece) { do { move what on heir; give what to heir.owner } }
event anew(what: ill_kind, heir: piece) { do { move what on heir until end of next turn of heir.owner } }
test "whose turn ends it" {
  given a = pawn for red
  given b = pawn for blue
  given i = ill on a until end of turn of red
  given j = ill on a until end of turn of red
  when catch(i, b)
  when anew(j, b)
  during turn(blue) { expect size(b.items(ill_kind)) == 2 }
  expect size(b.items(ill_kind)) == 1
  during turn(red) { expect b.bears(ill) }
  expect size(b.items(ill_kind)) == 0
}`, passes},

	{"becomes notices what a test applies", `
kind piece { cell told: int = 0 }
kind charm on piece { }
piece pawn { twice: becomes size(self.items(charm)) > 1 { self.told += 1 } }
charm curse { }
event nothing() { do { } }
test "a second one" {
  given a = pawn for red
  apply curse to a permanent
  when nothing()
  expect a.told == 0
  apply curse to a permanent
  when nothing()
  expect a.told == 1
}`, passes},

	{"an optional deed that is refused spends no limit", `
kind piece { cell n: int = 0; cell awake: bool = false }
kind charm on piece { }
piece pawn { }
event poke(who: piece) { do { who.n += 1 } }
action strike(who: piece) { require able: who.awake; do { who.n += 100 } }
charm keen { again: after poke may when who == bearer { limit once per bearer per game; strike(bearer) } }
test "later" {
  given a = pawn for red
  apply keen to a permanent
  when poke(a)
  expect a.n == 1
  a.awake = true
  when poke(a)
  expect a.n == 102
}`, passes},

	{"what ends together ends by arrival", `
kind piece { }
kind charm on piece { }
piece pawn { }
charm dust { }
charm mist { }
charm haze { }
span turn(whom: player) { owner whom }
event lay(who: piece) { do { apply dust to who permanent as a; apply mist to who until end of next turn; destroy a } }
event add_to(who: piece) { do { apply haze to who until end of next turn } }
test "the elder first" {
  given a = pawn for red
  when lay(a)
  expect true
  when add_to(a)
  expect true
  when turn(red)
  expect true
}`, func(text string) string {
		p, why := loadText(text)
		if p == nil {
			return why
		}
		story := strings.Join(p.play(p.scripts[0], how{told: true}).story, "\n")
		_, after, _ := strings.Cut(story, "when turn")
		mist, haze := strings.Index(after, "mist"), strings.Index(after, "haze")
		if mist < 0 || haze < mist {
			return "the younger one leaves first"
		}
		return ""
	}},

	{"who is asked of two clauses, saved or not", `
kind piece { cell m: int = 1 }
kind charm on piece { }
player { cell p: int = 5 }
event gain(whom: player) { do { whom.p += 1 } }
event spread(who: piece) { do { always { apply luck to who while source } } }
piece pawn { }
charm luck { lb: before gain may { prefer 4 < bearer.m; note "luck" } }
rule code { la: after spread { each q: piece { let r = gain(q.owner) } } }
test "twice" {
  given a = pawn for red { m: 3 }
  given b = pawn for red { m: 1 }
  apply luck to b until used
  let r = spread(a)
  expect r.done
}`, holds(savedIsUnsaved)},

	{"a card that destroys its bearer speaks of it still", `
kind piece { cell n: int = 1 }
kind charm on piece { }
piece pawn { }
charm doom { x: after poke when who == bearer { destroy bearer; bearer.n += 2; who.n += bearer.n } }
event poke(who: piece) { knew: int = 0; do { knew = who.n } }
event last(who: piece) { knew: int = 0; do { poke(who); knew = who.n } }
test "no crash" {
  given a = pawn for red
  apply doom to a permanent
  let r = last(a)
  expect r.knew == 6
}`, passes},

	{"the order of two actions in the file", `
player { cell n: int = 0 }
action beta(who: player) { tag t; do { who.n += 10 } }
action alpha(who: player) { tag t; do { who.n += 1 } }
event go(who: player) { do { act who among t once } }
test "by name" { when go(red); expect red.n == 1 }`, passes},

	{"the order of two actions, the other way round", `
player { cell n: int = 0 }
action alpha(who: player) { tag t; do { who.n += 1 } }
action beta(who: player) { tag t; do { who.n += 10 } }
event go(who: player) { do { act who among t once } }
test "by name" { when go(red); expect red.n == 1 }`, passes},

	{"an answer that something unseen refuses", `
player { cell k: int = 0 }
kind piece { }
piece pawn { }
event hit(who: player) { choose by who { n: int in 1..2 } do { who.k += n } }
rule bound { x: cannot hit(n: 1) when all(piece).exists(p, hidden(p)) { en "no" } }
test "is refused, and nobody expects it" {
  given b = pawn for blue
  hide b
  answer n: 1
  when hit(red)
  expect red.k == 2
}`, stops("where that is right, the test says so behind the step: `expect refused hidden`")},

	{"an answer that something unseen refuses, as the test expects", `
player { cell k: int = 0 }
kind piece { }
piece pawn { }
event hit(who: player) { choose by who { n: int in 1..2 } do { who.k += n } }
rule bound { x: cannot hit(n: 1) when all(piece).exists(p, hidden(p)) { en "no" } }
test "is refused, and that is meant" {
  given b = pawn for blue
  hide b
  answer n: 1
  when hit(red)
  expect refused hidden
  expect red.k == 2
}`, passes},

	{"an answer that something seen refuses, where the test expects something unseen", `
player { cell k: int = 0 }
event hit(who: player) { choose by who { n: int in 1..2 } do { who.k += n } }
rule bound { x: cannot hit(n: 1) when who.k == 0 { en "no" } }
test "is refused for what can be seen" {
  answer n: 1
  when hit(red)
  expect refused hidden
}`, stops("expected a refusal for hidden")},

	{"an action that something unseen refuses", `
player { cell k: int = 0 }
kind piece { }
piece pawn { }
span turn(who: player) { owner who do { act who } }
action hit(who: player) { do { who.k += 1 } }
rule bound { x: cannot hit when all(piece).exists(p, hidden(p)) { en "no" } }
test "is refused, and nobody expects it" {
  given b = pawn for blue
  hide b
  answer hit
  when turn(red)
  expect red.k == 0
}`, stops("something that cannot be seen from here is in the way")},

	{"a form that nobody can answer, for nobody owns what it is about", `
kind piece { cell n: int = 2 }
piece pawn { }
event ev(who: piece) {
  extra: int = 3
  choose by who.owner { other: piece where it != who prefer it.n + extra }
  require able: who.n < 4
}
test "nobody is asked" {
  given a, b = pawn { n: 1 }
  when ev(a)
  expect refused
}`, stops("pawn has no owner")},

	{"halves of what is below zero", `
test "down" { expect half_down(-3) == -2 && half_up(-3) == -1 && floor_div(-3, 2) == -2 && ceil_div(-3, 2) == -1 }`, passes},
}

// A number that is too large is a failure, never a wrong number.
func TestNumbersDoNotWrap(t *testing.T) {
	const most = "9223372036854775807"
	for _, c := range []struct{ name, steps string }{
		{"added by +=", "red.n = " + most + "; red.n += 1"},
		{"taken off by -=", "red.n = -" + most + "; red.n -= 5"},
		{"added", "red.n = " + most + "; red.m = red.n + 1"},
		{"multiplied", "red.n = " + most + "; red.m = red.n * 2"},
		{"total", "red.n = " + most + "; red.m = [red.n, red.n].total()"},
		{"sum", "red.n = " + most + "; red.m = [red.n, red.n].sum(x, x)"},
		{"abs of the least", "red.n = " + most + "; red.m = abs(-red.n - 1)"},
		{"quotient of the least", "red.n = " + most + "; red.m = ceil_div(-red.n - 1, -1)"},
		{"negated least", "red.n = " + most + "; red.m = -(-red.n - 1)"},
		{"length", "red.n = " + most + "; red.k = length(red.n)"},
		{"divided by nothing", "red.m = floor_div(5, red.m)"},
		{"half", "red.n = " + most + "; red.m = half_up(red.n) * 3"},
		{"added by an event", "grow(red)"},
		{"contributed", "pile(red)"},
	} {
		t.Run(c.name, func(t *testing.T) {
			text := "player { cell n: int = 0; cell m: int = 0; cell k: length = 0.0 }\n" +
				"event grow(who: player) { do { who.n = " + most + "; who.n += 1 } }\n" +
				"event pile(who: player) { n: int = " + most + " layers a; do { who.n = n } }\n" +
				"rule r { x: while pile { add 5 to n } }\n" +
				"test \"x\" { " + c.steps + "; expect red.m != 77 }"
			p, why := loadText(text)
			if p == nil {
				t.Fatal(why)
			}
			o := p.play(p.scripts[0], how{})
			wrong := ""
			if !strings.HasPrefix(o.end, "failed: ") {
				wrong = "it does not fail: " + o.end
			}
			judge(t, "number: "+c.name, wrong)
		})
	}
}

// Workers share nothing that they write: to be run with the race detector.
func TestSimulationRace(t *testing.T) {
	if why, listed := known["simulation race"]; listed && raceDetector {
		t.Skip("known: ", why)
	}
	p, why := loadText(`
player { cell n: int = 0 }
event roll(who: player) { do { throw d6 as f; who.n += f } }
odds "o" { when roll(red); measure red.n }`)
	if p == nil {
		t.Fatal(why)
	}
	one, err := p.simulate(p.scripts[0], 2000, 1, 1)
	if err != nil {
		t.Fatal(err)
	}
	many, err := p.simulate(p.scripts[0], 2000, 1, 8)
	if err != nil {
		t.Fatal(err)
	}
	if fmt.Sprint(one) != fmt.Sprint(many) {
		t.Errorf("one worker counts %v, eight %v", one, many)
	}
}
