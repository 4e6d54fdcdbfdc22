package proof

import (
	"fmt"
	"maps"
	"slices"
	"strings"
	"testing"

	"github.com/spf13/afero"

	"github.com/kdsl-lang/kdsl/internal/library"
	"github.com/kdsl-lang/kdsl/lang/ir"
	"github.com/kdsl-lang/kdsl/lang/layout"
)

var programs = map[string]*ir.Program{}

// program is a pack of the library.
func program(t testing.TB, pack string) *ir.Program {
	t.Helper()
	if programs[pack] == nil {
		u, err := library.Loader(afero.NewMemMapFs()).LoadPack(pack)
		if err != nil || u == nil || u.Diags.HasErrors() {
			t.Fatal(pack, err)
		}
		programs[pack] = u.Program
	}
	return programs[pack]
}

var packs = []string{"kharn_ages", "kharn_ages_fr", "kharn_ages_spells", "aof_quest", "saga", "confrontation", "fortification"}

// No sentence of a pack differs from its clause, and nearly all of their words are understood.
func TestSentencesAgree(t *testing.T) {
	words, known, texts, hinted := 0, 0, 0, 0
	for _, pack := range packs {
		for _, s := range Sentences(t.Context(), program(t, pack), pack) {
			words, known, texts = words+s.Words, known+s.Known, texts+1
			if len(s.Verdicts) > 0 {
				hinted++
			}
			for _, v := range s.Verdicts {
				if v.Rank == Error {
					t.Errorf("%s: %s.%s %s: %q, the rule %q: %s", pack, s.Card.Name, s.Label, Kinds[v.Kind], v.Says, v.Rule, s.Text)
				}
			}
		}
	}
	if texts < 500 || 100*known < 90*words || 100*hinted > 3*texts {
		t.Errorf("%d texts, %d with hints, %d of %d words understood", texts, hinted, known, words)
	}
	t.Logf("%d texts, %d with hints, %d of %d words understood", texts, hinted, known, words)
}

// No card as it is laid out differs from its rule: figures, costs and limits are read, too.
func TestLayoutsAgree(t *testing.T) {
	for _, pack := range packs {
		p := program(t, pack)
		for _, lang := range Langs {
			x := New(p, lang)
			for _, c := range p.Cards {
				if c.Pack != pack || !layout.Printed(p, c) {
					continue
				}
				l := layout.Of(p, c, lang)
				var lines []string
				for _, f := range l.Figures {
					lines = append(lines, f.Name+": "+f.Value)
				}
				for _, a := range l.Lines {
					lines = append(lines, a.Name+": "+strings.Join(a.Items, ", "))
				}
				printed := strings.Join(lines, " / ")
				for _, a := range l.Abilities {
					printed += "\n\n" + a.Cost + " / " + a.Frequency + "\n\n" + a.Text
				}
				for _, v := range x.Card(c, printed, nil).Verdicts {
					if v.Rank == Error {
						t.Errorf("%s: %s %s: %q, the rule %q: %s", pack, c.Name, Kinds[v.Kind], v.Says, v.Rule, printed)
					}
				}
			}
		}
	}
}

// A small pack, with a card for each sort of claim.
const pack = `
kind piece {
  en "piece"  fr f "pièce"
  stat might: int = 3 layers all { en "Might"  fr f "Force" }
  stat speed: int = 3 layers all { en "Speed"  fr f "Vitesse" }
  stat I: int = 3 layers all { en "Insight"  fr f "Intuition" }
  cell HP: int = 9 { en "HP"  fr m "PV" also "points de vie" }
}
kind charm on piece { en "charm"  fr m "charme" }
kind tool on piece { en "tool"  fr m "outil" }
tool hammer { en "Hammer"  fr m "Marteau" }
tool chisel { en "Chisel"  fr m "Ciseau" }
span lap() { en noun "lap"  fr noun m "tour"  do { } }
span bout() { en noun "bout"  fr noun f "manche"  do { } }
event knock(who: piece, at: piece) {
  en "{who} knocks on {at}"  fr "{who} frappe à {at}"
  en noun "knock"  fr noun m "coup"
  do { at.HP -= 2 }
}
piece pawn { en "Pawn"  fr "Pion" }
charm drum(X: int in 1..9) {
  en "Drum {X}"  fr "Tambour {X}"
  beat: after knock(who: bearer) may {
    limit 1 per bearer per lap
    at.HP -= 3
  }
}
charm flute { en "Flute"  fr "Flûte"  play: while true { add 2 to bearer.might
  add 2 to bearer.speed } }
charm lyre { en "Lyre"  fr "Lyre"  play: while true { add 2 to bearer.might
  add 1 to bearer.speed } }
charm horn { en "Horn"  fr "Cor"  high: while true when bearer.bears(hammer) { add 2 to bearer.might }
  low: while true when bearer.bears(chisel) { add 1 to bearer.might } }
charm anvil { en "Anvil"  fr "Enclume"  ring: while true when bearer.bears(hammer) { add 1 to bearer.might } }
charm gong { en "Gong"  fr "Gong"  sound: before knock(at: bearer) { throw d6 as n; apply flute to who until end of lap; bearer.HP -= n } }
charm owl { en "Owl"  fr "Hibou"  looks: while true { add 3 to bearer.I } }
charm reed(X: int in 1..9) { en "Reed {X}"  fr "Roseau {X}"  bend: while true { add X to bearer.speed } }
charm harp { en "Harp"  fr "Harpe"  soothes: while true {
  en "While the flute plays it has 2 more Might."  fr "Tant que la flûte joue, elle a 2 de plus en Force."
  add 2 to bearer.might
} }
`

// small is the small pack.
func small(t *testing.T) *ir.Program {
	t.Helper()
	u, err := library.Loader(afero.NewMemMapFs()).LoadText("small.kdsl", pack)
	if err != nil || u.Diags.HasErrors() {
		t.Fatal(err, u.Diags)
	}
	return u.Program
}

// What is found in a text: the rank, and what differs.
func TestCards(t *testing.T) {
	p := small(t)
	finder := NewFinder(p)
	for _, c := range []struct{ lang, card, text, want string }{
		{"en", "Drum", "Once per lap, after a knock, it may make the other lose 3 HP.", ""},
		{"en", "Drum", "After a knock, the other loses three HP (1/lap).", ""},
		{"en", "Drum", "Once per lap, after a knock, it may make the other lose 4 HP.", "error: 4 HP"},
		{"en", "Drum", "Twice per lap, after a knock, it may make the other lose 3 HP.", "error: Twice per lap"},
		{"en", "Drum", "Once per bout, after a knock, it may make the other lose 3 HP.", "error: Once per bout"},
		{"en", "Drum", "Once per lap, before a knock, it may make the other lose 3 HP.", "error: before a knock"},
		{"en", "Drum", "After a knock, it may make the other lose 3 HP.", "hint: "},
		{"fr", "Tambour", "Une fois par tour, après un coup, elle peut faire perdre 3 PV.", ""},
		{"fr", "Tambour", "Une fois par tour, après un coup, elle peut faire perdre trois points de vie.", ""},
		{"fr", "Tambour", "Une fois par tour, après un coup, elle peut faire perdre quatre points de vie.", "error: quatre points de vie"},
		{"fr", "Tambour", "Une fois par manche, après un coup, elle peut faire perdre 3 PV.", "error: Une fois par manche"},
		{"fr", "Tambour", "Une fois par tour, avant un coup, elle peut faire perdre 3 PV.", "error: avant un coup"},
		{"en", "Flute", "+2 Might and Speed.", ""},
		{"en", "Flute", "+2 Might.", "error: "},
		{"en", "Flute", "-2 Might and Speed.", "hint: -2 Might"},
		{"en", "Anvil", "With a hammer it has +1 Might.", ""},
		{"en", "Anvil", "With a chisel it has +1 Might.", "error: chisel"},
		{"en", "Anvil", "Without a hammer it has +1 Might.", "doubt: hammer"},
		{"en", "Anvil", "With a hammer it has +1 Speed.", "error: +1 Speed, error: Speed"},
		{"en", "Anvil", "With a hammer it has +1 Might and Tenacity 2.", "error: Tenacity, hint: 2"},
		{"fr", "Enclume", "Avec un ciseau, elle a 1 de plus en Force.", "error: ciseau"},
		{"en", "Gong", "Before a knock on it: it loses 1D6 HP, and who knocks has Flute until the end of the lap.", ""},
		{"en", "Gong", "Before a knock on it: it loses 1D8 HP, and who knocks has Flute until the end of the lap.", "error: 1D8 HP"},
		{"en", "Gong", "Before a knock on it: it loses 1D6 HP, and who knocks has Flute until the end of the bout.", "error: until the end of the bout"},
		{"en", "Pawn", "I 4, Might 3", "error: 4"},
		{"en", "Pawn", "I: 4", "error: 4"},
		{"en", "Lyre", "+2 Might, +1 Speed.", ""},
		{"en", "Lyre", "+1 Might, +2 Speed.", "error: +1 Might, error: +2 Speed"},
		{"en", "Horn", "With a hammer it has +2 Might, with a chisel +1 Might.", ""},
		{"en", "Horn", "With a hammer it has +1 Might, with a chisel +2 Might.", "error: 1"},
		{"en", "Gong", "Before a knock on it: it loses two D6 HP, and who knocks has Flute until the end of the lap.", "error: two D6 HP"},
		{"en", "Owl", "3 more 1.", "hint: 1, error: "},
		{"en", "Owl", "3 more I until the end of the lap.", "error: until the end of the lap"},
		{"en", "Owl", "3 more I for the Gluttonous.", "error: Gluttonous"},
		{"en", "Reed 2", "It has 2 more Speed.", ""},
		{"en", "Reed 2", "It has 3 more Speed.", "error: 3 more Speed"},
		{"en", "Reed X", "It has X more Speed.", ""},
		{"en", "Reed X", "It has X less Speed.", "error: less"},
		{"en", "Reed X", "The first time it has X more Speed.", "hint: The first"},
		{"en", "Reed X", "It must have X more Speed.", "doubt: must"},
		{"fr", "Roseau X", "Elle perd X en Vitesse.", "error: perd"},
	} {
		found := finder.Find(c.card)
		if found == nil {
			t.Errorf("no card %s", c.card)
			continue
		}
		var got []string
		r := New(p, c.lang).Card(found.Card, c.text, found.Given)
		for _, v := range slices.Concat(r.Verdicts, r.Doubts) {
			got = append(got, Ranks[v.Rank]+": "+v.Says)
		}
		if s := strings.Join(got, ", "); s != c.want {
			t.Errorf("%s %s: got %q, want %q", c.card, c.text, s, c.want)
		}
	}
}

// A title finds its card in either language, whatever its case, its accents and its parameters; also when a letter is
// wrong, which is then told.
func TestFind(t *testing.T) {
	f := NewFinder(small(t))
	for title, want := range map[string]string{"DRUM 4": "drum map[X:4]", "Tambour X": "drum map[]", "flute": "flute map[]", "Flûtte": "flute map[] near", "Drum (2)": "drum map[X:2]",
		"fl": "<nil>", "Marteau": "hammer map[]"} {
		got := "<nil>"
		if found := f.Find(title); found != nil {
			got = found.Card.Name + " " + fmt.Sprint(found.Given)
			if found.Near {
				got += " near"
			}
		}
		if got != want {
			t.Errorf("%s: got %s, want %s", title, got, want)
		}
	}
}

// A text below a heading that names no card, but a kind or an event, is proof-read, too; of the many events some are tried.
func TestEveryHeading(t *testing.T) {
	for _, pack := range packs {
		p := program(t, pack)
		f := NewFinder(p)
		for lang, text := range map[string]string{"en": "Once per turn he may throw 2D6.", "fr": "Une fois par tour, il peut jeter 2D6."} {
			x, done := New(p, lang), map[*ir.Card]bool{}
			for _, name := range slices.Sorted(maps.Keys(f.names)) {
				found := f.Find(name)
				if found == nil || found.of == nil || done[found.Card] {
					continue
				}
				done[found.Card] = true
				if found.Card.Kind >= len(p.Kinds) {
					t.Fatalf("%s: what %q names is of no kind", pack, name)
				}
				if found.of[0].Action != nil && len(done)%12 != 0 {
					continue
				}
				if r := x.Found(found, text); r.Words == 0 {
					t.Errorf("%s, %s: nothing is read below %q", pack, lang, name)
				}
			}
			if len(done) == 0 {
				t.Errorf("%s: no heading names a kind or an event", pack)
			}
		}
	}
}

// Of two cards by one name a title with a parameter, or the letter for one, means that which has one.
func TestParameters(t *testing.T) {
	u, err := library.Loader(afero.NewMemMapFs()).LoadText("rain.kdsl", pack+`
charm rain { en "Rain"  fr "Pluie"  falls: while true { add 1 to bearer.might }  fills: while true { add 1 to bearer.speed } }
charm downpour(X: int in 1..9) { en "Rain {X}"  fr "Pluie {X}"  falls: while true { add X to bearer.might } }`)
	if err != nil || u.Diags.HasErrors() {
		t.Fatal(err, u.Diags)
	}
	f := NewFinder(u.Program)
	for title, want := range map[string]string{"Rain": "rain", "RAIN X": "downpour", "Pluie 2": "downpour", "Pluie (X)": "downpour", "pluie": "rain"} {
		if found := f.Find(title); found == nil || found.Card.Name != want {
			t.Errorf("%s: got %v, want %s", title, found, want)
		}
	}
}

// A line that says what part of a card stands below it is no name of one.
func TestLabels(t *testing.T) {
	f := NewFinder(small(t))
	for line, want := range map[string]bool{"Background": true, "BACKGROUND:": true, "Historique": true, "Règles spéciales": true, "Charms": true, "Might": true, "Backgammon": false, "Drum": false} {
		if got := f.Labels(line); got != want || got && f.Heads(line, true) {
			t.Errorf("%s: got %v", line, got)
		}
	}
}

// What typesetters and scanners do to a text is undone, and every word keeps its place.
func TestTokens(t *testing.T) {
	for text, want := range map[string]string{
		"2AP, 1D10+X and 9\"": "2 ap , 1D10 + x and 9 \"",
		"the tar-\nget":       "the target",
		"the tar\u00adget":    "the target",
		"the tar\u00ad\nget":  "the target",
		"l’ﬁn d'été":          "l fin d ete",
		"– 2 of (p. 37) 3":    "| 2 of 3",
		"a (see page 4) b":    "a b",
		"+2 −3 half-plate":    "+ 2 - 3 half-plate",
		"one. Two; three":     "one | two | three",
		"Bob's can't":         "bob can't",
		"1/2 2,5 0.25":        "1/2 2,5 0.25",
		"2 ٣ of d٣ +٣":        "2 ٣ of d٣ + ٣", // digits of another script are words that nobody understands
	} {
		var out []string
		for i, s := range sentences(text) {
			if i > 0 || len(out) == 0 && strings.HasPrefix(text, "–") {
				out = append(out, "|")
			}
			for _, tok := range s {
				out = append(out, tok.form)
				if !strings.Contains(text[tok.at:tok.end], tok.raw[:1]) {
					t.Errorf("%q: %q does not stand at %d", text, tok.raw, tok.at)
				}
			}
		}
		if got := strings.Join(out, " "); got != want {
			t.Errorf("%q: got %q, want %q", text, got, want)
		}
	}
}

func TestLang(t *testing.T) {
	for text, want := range map[string]string{"It loses two HP at the start of the turn.": "en", "Elle perd deux PV au début du tour.": "fr", "V 9, A 4": ""} {
		if got := Lang(text); got != want {
			t.Errorf("%s: got %s", text, got)
		}
	}
}

// A change of a number or of how often is found in the sentences of the packs as often as was once reached.
func TestMutants(t *testing.T) {
	if testing.Short() {
		t.Skip("reads the sentences of a pack some thousand times")
	}
	found, told := map[string]int{}, map[string]int{}
	for _, pack := range packs {
		for _, m := range Mutate(program(t, pack), Texts(program(t, pack), pack)) {
			if m.Told || m.Rank != 0 {
				told[m.Change]++
				if m.Rank != 0 {
					found[m.Change]++
				}
			}
		}
	}
	for change, least := range map[string]int{
		"number": 95, "span": 95, "edge": 95, "characteristic or value": 92, "keyword or thing": 85, "before and after": 92, "bound": 70, "sign": 91, "may and must": 81, "who": 58, "limit dropped": 95,
		"condition dropped": 25, "effect dropped": 33,
	} {
		if 100*found[change] < least*told[change] {
			t.Errorf("%s: %d of %d", change, found[change], told[change])
		}
	}
	for _, c := range Changes() {
		t.Logf("%-24s %4d of %4d", c, found[c], told[c])
	}
}

// What a card alone brings into play is part of its rule: a text tells the two as one.
func TestBrought(t *testing.T) {
	p := program(t, "kharn_ages")
	x := New(p, "en")
	found := NewFinder(p).Find("Berserk (Bleeding)")
	if found == nil || len(x.read.brought(found.Card)) != 1 {
		t.Fatal("nothing lies on a berserk that he alone brings")
	}
	for char, wrong := range map[string]bool{"P": false, "C": true} {
		r := x.Found(found, "Once he bleeds, he adds "+char+" to the damage of his blows.")
		if got := slices.ContainsFunc(r.Verdicts, func(v Verdict) bool { return v.Says == char }); got != wrong {
			t.Errorf("%s: %+v", char, r.Verdicts)
		}
	}
}
