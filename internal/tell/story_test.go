package tell_test

import (
	"strings"
	"testing"
	"time"

	"github.com/kdsl-lang/kdsl/internal/tell"
)

// many is a game of 2^n small events, most of them inside others.
const many = `player { cell n: int = 0 }
event e(who: player, n: int) { do { if n > 0 { e(who, n - 1); e(who, n - 1) } else { who.n += 1 } } }
scenario s { e(red, 16) }
`

// once is a game in which much happens that is no news.
const once = `enum mood { calm { en "calm" }  cross { en "cross" } }
kind cat {
  en "cat"
  cell lives: int = 9 { en "life" plural "lives" }
  cell naps: int = 0 { en "nap taken" inner }
  cell asleep: bool = false { en "asleep" }
  cell mood: mood = calm { en "Mood" }
}
kind paw on cat { inner; cell claws: int = 0 { en "Claw" plural "Claws" } }
kind bell on cat { cell rung: int = 3 { en "Rung" } }
kind basket { }
cat tom { en "Tom" }
cat ada { en "Ada" }
paw left { en "Left paw" }
bell brass { en "Brass bell" }
basket wicker { en "Basket" }
event licks(who: cat, wounds: int) { en "{who} licks {wounds} {wounds|wound|wounds}"  do { who.lives += wounds } }
event scores(a: int, b: int) { en "{a} to {b}"  do { } }
event sleeps(who: cat) { en "{who} falls asleep"  do { who.asleep = true; who.naps += 1 } }
event grows(who: cat) { en "{who} is cross"  do { who.mood = cross } }
event frowns(who: cat) { en "{who} looks up"  do { who.mood = calm } }
event lifts(who: cat) { en "{who} lifts a paw"  do { apply left to who permanent; who.items(paw)[0].claws = 4; who.items(paw)[0].claws = 5 } }
event gets(who: cat) { en "{who} gets a bell"  do { apply brass to who permanent; who.items(bell)[0].rung = 4 } }
event brings(who: cat) { en "{who} is given a Brass bell"  do { apply brass to who permanent; create wicker } }
event lends(who: cat, to: cat) { en "{who} lends its bell"  do { move who.items(bell)[0] on to } }
scenario s {
  given a = tom for red
  given b = ada for blue
  when licks(a, 0)
  when licks(a, 1)
  when scores(0, 0)
  when sleeps(a)
  when grows(a)
  when frowns(a)
  when lifts(a)
  when gets(a)
  when brings(b)
  when lends(a, b)
}
`

// An amount of 0 of which nothing comes, what the sentence says, what keeps books and what has no place are not told.
func TestToldOnce(t *testing.T) {
	want := `s
Red against Blue

Tom licks 1 wound  lives 9 → 10
0 to 0
Tom falls asleep
Tom is cross
Tom looks up  Mood cross → calm
Tom lifts a paw  Claws 0 → 5
Tom gets a bell  +Brass bell; Brass bell: Rung 4
Ada is given a Brass bell
Tom lends its bell  Brass bell: → Ada
`
	if got := report(t, start(t, once), 0, "en"); got != want {
		t.Errorf("got\n%s\nwant\n%s", got, want)
	}
}

// chosen is a game in which a player of whom there are many chooses an action, and clauses add to a figure.
const chosen = `kind cat { en "cat"; body round 1.0 }
cat tom { en "Tom" }
event leaps(who: cat) { en "{who} leaps"  far: int = 1 layers all { en "far" }  do { } }
action prowl(who: cat) { en "{who} prowls"  en noun "prowl"; prefer 1; do { leaps(who) } }
rule wind {
  en "Wind"
  behind: before leaps { en "It carries on."  add 2 to far layer all }
  down: before leaps { en "It sinks."  add -3 to far layer all }
  still: before leaps { en "It does nothing."  add 0 to far layer all }
  against: before leaps { en "It holds back."  cap far at 2 layer all }
}
rule tide { rises: before leaps { add 4 to far layer all } }
scenario s {
  players red "Saxons", blue "Danes"
  given a = tom for red at (1, 1)
  when night(a)
}
event night(who: cat) { do { act who once } }
`

// What is told of choices agrees with who chooses, actions have their nouns, and what is added has a sign; nothing added is no news.
func TestVerbose(t *testing.T) {
	var b strings.Builder
	told(t, start(t, chosen), 0, "en", &b, func(s *tell.Story) { s.Verbose = true })
	for _, line := range []string{"* Saxons choose: prowl\n", "* far + 2: Wind: It carries on.\n", "* far − 3: Wind: It sinks.\n", "* far at most 2: Wind: It holds back.\n", "* far + 4: Before a cat leaps, the far goes up by 4.\n"} {
		if !strings.Contains(b.String(), line) {
			t.Errorf("%q is not in\n%s", line, b.String())
		}
	}
	if strings.Contains(b.String(), "far + 0") {
		t.Errorf("nothing added is told:\n%s", b.String())
	}
}

// counter counts lines and forgets them.
type counter struct{ lines int }

func (c *counter) Write(b []byte) (int, error) {
	c.lines++
	return len(b), nil
}

// To tell costs as much for the last event as for the first, and not much.
func TestLinear(t *testing.T) {
	cost := func(text string) (time.Duration, int) {
		g, w := start(t, text), &counter{}
		begin := time.Now()
		told(t, g, 0, "en", w)
		return time.Since(begin), w.lines
	}
	short, few := cost(strings.Replace(many, "16", "12", 1))
	long, lines := cost(many)
	t.Logf("%d lines in %v, %d in %v", few, short, lines, long)
	if lines < 1<<17-1 || few < 1<<13-1 {
		t.Errorf("%d and %d lines were told", few, lines)
	}
	if long > 100*short { // 16 times as many; the rest is for a busy machine
		t.Errorf("16 times as many events take %v, %v before", long, short)
	}
}

// apart is a game in which both sides have the same cards, one action is told by what it does.
const apart = `kind cat { en "cat"; body round 1.0 }
cat tom { en "Tom" }
event throws(who: cat) { en "{who} throws"  do { throw d6 as face of who } }
action prowl(who: cat) { en "Prowl"  do { prowling(who) } }
action wait_for(who: cat) { en "Wait"  do { let t = throws(who) } }
event greets(who: cat, whom: cat) { en "{who} meets {whom}"  do { wait_for(whom) } }
span prowling(who: cat) { en "{who} prowls"  do { } }
scenario s {
  given a, b = tom for red at (1, 1), (2, 1)
  given c = tom for blue at (1, 4)
  given d = tom for red at (3, 1)
  when prowl(b)
  when greets(a, c)
}
`

// Things of one name say whose they are, whoever came first; who prowls is not told twice.
func TestWhose(t *testing.T) {
	want := "s\nRed against Blue\n\nRed: Red's Tom, Red's Tom 2, Red's Tom 3\nBlue: Blue's Tom\n\n== Red's Tom 2 prowls ==\n\nRed's Tom meets Blue's Tom\n  Blue: Wait\n    Blue's Tom throws  [2]\n"
	if got := report(t, start(t, apart), 0, "en"); got != want {
		t.Errorf("got\n%s\nwant\n%s", got, want)
	}
}

// What is revealed appears, where it has no place to be told.
func TestRevealed(t *testing.T) {
	want := "s\nRed against Blue\n\nTom is shown  appears\n"
	if got := report(t, start(t, `kind cat { en "cat" }
cat tom { en "Tom" }
event show(what: cat) { en "{what} is shown"  do { reveal what } }
scenario s {
  given a = tom for red
  hide a
  show(a)
}
`), 0, "en"); got != want {
		t.Errorf("got\n%s\nwant\n%s", got, want)
	}
}

// clash is a game in which players choose at once, a clause may be used, and the scenario calls what is refused.
const clash = `enum stance { high { en "high" } low { en "low" } }
player { cell hearts: int = 3 { en "hearts" } }
kind charm { }
charm luck {
  en "Luck"
  again: after throw(of: owner) may {
    en "Its owner may throw again."
    limit once per owner per game
    throw again all where true
  }
}
event clash() {
  en "Clash"
  require both: players().all(p, p.hearts > 0) { en "Both must stand." }
  choose by each p in players() { pick: stance { en "stance" } }
  do {
    throw d6 as x of players()[0]
    throw d6 as y of players()[1]
    let loser = players()[1]
    loser.hearts = 0
  }
}
event falls(who: player) { en "{who} falls"  do { throw d6 as x of who } }
event tries() { en "A try"  do { clash() } }
scenario s {
  given l = luck for red
  when falls(red)
  when clash()
  let c = clash()
  when tries()
}
`

// It is told what players choose at once, whose dice they are where that is not clear, that a clause is used, and that what the
// scenario calls is refused: not what is refused within an event.
func TestWhatIsShown(t *testing.T) {
	want := "s\nRed against Blue\n\nRed falls  [2]\n  Red uses Luck\n  [2] → [2] (Luck: Its owner may throw again.)\n" +
		"Clash\n  stance: Red high, Blue high\n  Red [4]  Blue [1]  Blue: hearts 3 → 0\n(Clash: refused. Both must stand.)\nA try\n"
	if got := report(t, start(t, clash), 0, "en"); got != want {
		t.Errorf("got\n%s\nwant\n%s", got, want)
	}
	var b strings.Builder
	told(t, start(t, clash), 0, "fr", &b, func(s *tell.Story) { s.Verbose = true })
	for _, line := range []string{"* Red utilise luck.again\n", "(Clash : refusé, both)\n"} {
		if !strings.Contains(b.String(), line) {
			t.Errorf("%q is not in\n%s", line, b.String())
		}
	}
}

// numbered is a game of several on both sides, who are told apart, move and have something with an article.
const numbered = `player { }
kind band { en "band"; body round 1.0 }
band warriors { en "Warriors" fr "Guerriers" }
kind charm { }
charm token { en "Lucky token" fr m "Porte-bonheur"
  again: after goes may { en "Its owner cheers." fr "Son propriétaire applaudit." }
}
event goes(who: band) { en "{who} goes on" fr "{who} avance"  do { move who to (3, 4) } }
scenario s {
  players danes "Danes" fr "Danois", saxons "Saxons" fr "Saxons"
  given a, b = warriors for danes at (1, 1), (2, 1)
  given c, d = warriors for saxons at (1, 4), (2, 4)
  given t = token for danes
  when goes(b)
}
`

// Of several of a name the number stands beside it, and not beside whose they are; what is used has its article, and where somebody
// has gone is told by an arrow.
func TestNumbered(t *testing.T) {
	for lang, want := range map[string]string{"en": `s
Danes against Saxons

Danes: Danes' Warriors, Danes' Warriors 2
Saxons: Saxons' Warriors, Saxons' Warriors 2

Danes' Warriors 2 go on  → (3, 4)
  Danes use Lucky token
`, "fr": `s
Danois contre Saxons

Danois : Guerriers des Danois, Guerriers 2 des Danois
Saxons : Guerriers des Saxons, Guerriers 2 des Saxons

Les Guerriers 2 des Danois avancent  → (3 ; 4)
  Les Danois utilisent le Porte-bonheur
`} {
		if got := report(t, start(t, numbered), 0, lang); got != want {
			t.Errorf("%s: got\n%s\nwant\n%s", lang, got, want)
		}
	}
}
