package kdsl_test

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"reflect"
	"slices"
	"strings"
	"testing"
	"testing/fstest"
	"time"

	"github.com/kdsl-lang/kdsl"
	"github.com/kdsl-lang/kdsl/lang/diag"
	reading "github.com/kdsl-lang/kdsl/lang/load"
)

// What is no answer of the sort that is asked for is refused, and the list of answers ends with its question.
func TestSortsOfAnswers(t *testing.T) {
	_, g := begin(t, hands, "hands", "red")
	acts := 0
	play(t, g, func(q *kdsl.Question) *kdsl.Game {
		if q.Kind == "act" {
			acts++
		}
		for _, v := range []kdsl.Value{{}, kdsl.Path(), kdsl.Point(0, 0, 0)} {
			var why *kdsl.Refusal
			if err := g.Answer(v); !errors.As(err, &why) || why.Kind != "choice" {
				t.Errorf("%s: the answer %q: %v", q.Kind, v.Name("en"), err)
			}
		}
		var why *kdsl.Refusal
		if err := g.Answer(kdsl.Number(0), kdsl.Number(0)); !errors.As(err, &why) || why.Sentence("fr") != "lu 2 réponses, attendu 1 au plus" {
			t.Errorf("two answers to one field: %v", err)
		}
		listed, after := g.Candidates(0), 0
		for c := range g.Candidates(0) {
			if after++; c.Verdict.OK {
				if err := g.Answer(c.Value); err != nil {
					t.Fatal(err)
				}
				after = 0
			}
		}
		if after > 0 {
			t.Errorf("%s: %d are listed behind the answer", q.Kind, after)
		}
		for c := range listed {
			t.Errorf("%s: %s is listed behind the answer", q.Kind, c.Name("en"))
		}
		return g
	})
	if acts == 0 {
		t.Error("no action is asked for")
	}
	if !kdsl.Path(1, 2, 3).Is(kdsl.Point(1, 2, 3)) || kdsl.Number(0).Is(kdsl.Value{}) || kdsl.Number(0).Is(kdsl.Path()) {
		t.Error("a point is a path of one point, and nothing is no number")
	}
}

// What cannot be is an error, not the end of the process.
func TestNothingToRead(t *testing.T) {
	if _, _, err := kdsl.Load(nil, "a.kdsl"); err == nil {
		t.Error("nothing is read")
	}
	p := load(hands)
	p.Budget = kdsl.Budget{Steps: -1}
	if _, err := p.Start("hands", 1); err == nil || !strings.Contains(err.Error(), "-1 Steps") {
		t.Error(err)
	}
	if _, err := p.Resume([]byte("{}")); err == nil || !strings.Contains(err.Error(), "-1 Steps") {
		t.Error(err)
	}
}

// The reasons of refusals have one wording, and figures as the language writes them.
func TestRefusalsInFrench(t *testing.T) {
	_, g := begin(t, `player { cell far: length = 0 }
event walk(who: player) { choose by who { way: length in 0.5..2.5 } do { who.far += way } }
scenario s { players red "Red"; when walk(who: red) }
`, "s", "red")
	if _, err := g.Next(t.Context()); err != nil {
		t.Fatal(err)
	}
	var why *kdsl.Refusal
	if err := g.Answer(kdsl.Number(-99999)); !errors.As(err, &why) {
		t.Fatal(err)
	}
	if en, fr := why.Error(), why.Sentence("fr"); en != "way: got -99.999, want 0.5 to 2.5" || fr != "way : lu -99,999, attendu 0,5 à 2,5" {
		t.Errorf("%s; %s", en, fr)
	}
}

// Whoever knows the seed can play the game and see all hands: it is told where everything is, and to no player.
func TestSeedIsTold(t *testing.T) {
	for _, c := range []struct {
		how  kdsl.Telling
		told bool
	}{
		{kdsl.Telling{}, true},
		{kdsl.Telling{Lang: "fr"}, true},
		{kdsl.Telling{Players: []string{"red"}}, false},
		{kdsl.Telling{Players: []string{"red", "blue"}, Lang: "fr", Plain: true}, false},
		{kdsl.Telling{Players: []string{"red"}, JSON: true}, false},
	} {
		g, err := load(hands).Start("hands", 987654)
		if err != nil {
			t.Fatal(err)
		}
		var b strings.Builder
		if err := g.Tell(&b, c.how); err != nil {
			t.Fatal(err)
		}
		if _, err := g.Next(t.Context()); err != nil {
			t.Fatal(err)
		}
		if b.Len() == 0 || strings.Contains(b.String(), "987654") != c.told {
			t.Errorf("%+v:\n%s", c.how, b.String())
		}
	}
}

// What a field contains is what answers it: a value of another sort does not.
func TestContainsWhatAnswers(t *testing.T) {
	text := `enum colour { black, white }
kind piece { }
piece pawn { }
player { cell n: int = 0 }
event a(who: player) { choose by who { c: colour } do { who.n += 1 } }
event b(who: player) { choose by who { c: bool } do { who.n += 1 } }
event c(who: player) { choose by who { c: card piece } do { who.n += 1 } }
event d(who: player) { choose by who { c: piece } do { who.n += 1 } }
event e(who: player) { choose by who { c: int in 0..3 } do { who.n += 1 } }
event f(who: player) { choose by who { c: point within 2 of point(1, 1) } do { who.n += 1 } }
scenario s {
  players red, blue
  table 10 by 10
  given p = pawn for red at (1, 1)
  when a(red)
  when b(red)
  when c(red)
  when d(red)
  when e(red)
  when f(red)
}
`
	values := []kdsl.Value{{}, kdsl.Path(), kdsl.Path(3, 4), kdsl.Point(1000, 1000, 0), kdsl.Number(-1), kdsl.Number(0), kdsl.Number(1), kdsl.Number(7)}
	seen := map[bool]int{}
	for field := range 6 {
		for _, v := range values {
			_, g := begin(t, text, "s", "red")
			q, err := g.Next(t.Context())
			for range field {
				if err == nil {
					err = g.Answer()
				}
				if err == nil {
					q, err = g.Next(t.Context())
				}
			}
			if err != nil || q == nil {
				t.Fatal(q, err)
			}
			contains := g.Contains(0, v)
			if err := g.Answer(v); contains != (err == nil) {
				t.Errorf("%s: %q is contained: %v; answered: %v", q.Event, v.Name("en"), contains, err)
			}
			seen[contains]++
		}
	}
	if seen[true] == 0 || seen[false] == 0 {
		t.Error(seen)
	}
}

// What is no program is an error, and a context that is none does not end.
func TestNoProgram(t *testing.T) {
	wrong := &reading.Unit{Diags: diag.List{{Severity: diag.Error}}}
	for _, u := range []*reading.Unit{nil, {}, wrong} {
		if p, err := kdsl.New(u); p != nil || err == nil || errors.Is(err, kdsl.ErrMistakes) != (u == wrong) {
			t.Errorf("%v, %v", p, err)
		}
	}
	p, g := begin(t, stones, "stones", "red")
	var none context.Context
	if _, err := p.Test(none, "a turn brings three stones"); err != nil {
		t.Error(err)
	}
	if _, err := p.Odds(none, "luck"); err != nil {
		t.Error(err)
	}
	if _, err := p.Simulate(none, "luck", 10, 1, 1); err != nil {
		t.Error(err)
	}
	if q, err := g.Next(none); q == nil || err != nil {
		t.Error(q, err)
	}
	saved, err := g.MarshalJSON()
	if err != nil {
		t.Fatal(err)
	}
	if err := json.Unmarshal(saved, &kdsl.Game{}); err == nil || !strings.Contains(err.Error(), "Program.Resume") {
		t.Error(err)
	}
	if _, err := g.Journal(""); err != nil {
		t.Error(err)
	}
}

// Of players of whom one is none nobody gets a seat.
func TestSeatsTogether(t *testing.T) {
	_, g := begin(t, stones, "stones")
	if err := g.Seat("red", "green"); !errors.Is(err, kdsl.ErrUnknown) || len(g.Seated()) > 0 {
		t.Error(err, g.Seated())
	}
	if err := g.Seat("red", "blue"); err != nil || len(g.Seated()) != 2 {
		t.Error(err, g.Seated())
	}
}

// What an error is can be asked; what it says stays.
func TestErrors(t *testing.T) {
	p, g := begin(t, stones, "stones", "red")
	answered := g.Answer()
	if _, err := g.Next(t.Context()); err != nil {
		t.Fatal(err)
	}
	saved, err := g.MarshalJSON()
	if err != nil {
		t.Fatal(err)
	}
	twice, _, err := kdsl.Load(fstest.MapFS{"a.kdsl": {Data: []byte(stones)}, "b.kdsl": {Data: []byte(stones)}}, ".")
	if err != nil {
		t.Fatal(err)
	}
	of := func(_ any, err error) error { return err }
	read := func(p *kdsl.Program, b []byte) error { return of(p.Resume(b)) }
	for _, c := range []struct {
		err, is error
		says    string
	}{
		{of(p.Start("stone", 1)), kdsl.ErrUnknown, `did you mean "stones"?`},
		{of(p.Card("nothing", "en")), kdsl.ErrUnknown, `no card "nothing"`},
		{of(g.View("green")), kdsl.ErrUnknown, `no player "green"`},
		{of(twice.Start("stones", 1)), kdsl.ErrAmbiguous, `say "a.kdsl: stones"`},
		{answered, kdsl.ErrNotAsked, "nothing is asked"},
		{read(load(hands), saved), kdsl.ErrOtherProgram, "its hash is"},
		{of(p.Resume(nil)), kdsl.ErrDamaged, "no saved game"},
		{of(p.Resume(kdsl.Sealed([]byte(strings.Replace(string(saved), `"answers":[]`, `"answers":[null]`, 1))))), kdsl.ErrDamaged, "answer 1 of 1 is none"},
		{of(p.Resume(kdsl.Sealed([]byte(strings.Replace(string(saved), `"answers":[]`, `"answers":[{"player":7,"pick":99}]`, 1))))), kdsl.ErrDamaged, "cannot be played again"},
	} {
		for _, is := range []error{kdsl.ErrUnknown, kdsl.ErrAmbiguous, kdsl.ErrNotAsked, kdsl.ErrOtherProgram, kdsl.ErrDamaged} {
			if errors.Is(c.err, is) != (is == c.is) || !strings.Contains(fmt.Sprint(c.err), c.says) {
				t.Errorf("%v is %v: %v", c.err, is, errors.Is(c.err, is))
			}
		}
	}
}

// A context that has ended before anything was played leaves an answer of nothing; its error is the cause and the context's own.
func TestEndedBefore(t *testing.T) {
	enough := errors.New("enough")
	ctx, end := context.WithCancelCause(t.Context())
	end(enough)
	late, stop := context.WithDeadlineCause(t.Context(), time.Now(), enough)
	defer stop()
	p, g := begin(t, stones, "stones", "red")
	s, err := p.Simulate(ctx, "luck", 10, 1, 1)
	if s == nil || s.N != 0 || s.Name != "luck" {
		t.Errorf("got %+v", s)
	}
	errs := map[string]error{"Simulate": err}
	_, errs["Next"] = g.Next(ctx)
	_, errs["Odds"] = p.Odds(ctx, "luck")
	_, errs["Test"] = p.Test(ctx, "a turn brings three stones")
	for name, err := range errs {
		if !errors.Is(err, enough) || !errors.Is(err, context.Canceled) {
			t.Errorf("%s: %v", name, err)
		}
	}
	if _, err := g.Next(late); !errors.Is(err, enough) || !errors.Is(err, context.DeadlineExceeded) || err.Error() != "enough" {
		t.Error(err)
	}
}

// Whatever begins as French does is French; all else is English.
func TestLanguages(t *testing.T) {
	_, g := begin(t, stones, "stones", "red")
	q, err := g.Next(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	for lang, want := range map[string]string{"fr": "Que fait", "FR": "Que fait", "fr-CA": "Que fait", "fr_FR.UTF-8": "Que fait", "": "What does", "en": "What does", "de": "What does", "frr": "What does"} {
		if !strings.HasPrefix(q.Text(lang), want) {
			t.Errorf("%s: %s", lang, q.Text(lang))
		}
	}
}

// A number tells things apart, and tells nobody of things that he has not seen: what is hidden does not count, for no method. Who
// has been called so is called so from then on.
func TestNumbersOfHiddenThings(t *testing.T) {
	_, g := begin(t, `zone hand of player seen by owner
zone pile seen by all
kind sheet { cell pips: int = 0 }
sheet low { en "Low" fr "Basse" }
player { cell won: int = 0 }
event look(who: player, what: sheet) { en "{who} looks at {what}." fr "{who} regarde {what}." do { what.pips += 1; note "sees {what}" } }
event wait(who: player) { choose by who { b: bool } do { who.won += 1 } }
event pick(who: player) { choose by who { what: sheet where visible_to(it, who) } do { what.pips += 1 } }
event drop(what: sheet) { do { move what to pile } }
scenario s {
  players red "Rosa", blue "Bruno"
  given a, b, c = low for red at hand of red
  given d = low for blue at hand of blue
  when look(blue, d)
  when wait(blue)
  when drop(c)
  when look(blue, c)
  when pick(blue)
  when drop(a)
  when wait(blue)
}
`, "s", "blue")
	var told, lines, both, late strings.Builder
	for w, how := range map[*strings.Builder]kdsl.Telling{&told: {Players: []string{"blue"}}, &lines: {Players: []string{"blue"}, JSON: true}, &both: {Players: []string{"red", "blue"}, JSON: true}} {
		if err := g.Tell(w, how); err != nil {
			t.Fatal(err)
		}
	}
	names := func(player string) string {
		seen, err := g.View(player)
		if err != nil {
			t.Fatal(err)
		}
		var out []string
		for _, p := range seen {
			if p.Kind == "sheet" {
				out = append(out, p.Name("en"))
			}
		}
		return strings.Join(out, ", ")
	}
	asked := 0
	play(t, g, func(q *kdsl.Question) *kdsl.Game {
		if want := []string{"Low", "Rosa's Low, Bruno's Low", "Rosa's Low 2, Rosa's Low, Bruno's Low"}[asked]; names("blue") != want {
			t.Errorf("question %d: blue sees %s, want %s", asked, names("blue"), want)
		}
		if asked == 1 {
			if err := g.Tell(&late, kdsl.Telling{Players: []string{"red", "blue"}, JSON: true}); err != nil {
				t.Fatal(err)
			}
			var offered []string
			for c := range g.Candidates(0) {
				offered = append(offered, c.Name("en"))
			}
			if got := strings.Join(offered, ", "); got != "Rosa's Low, Bruno's Low" {
				t.Errorf("blue is offered %s", got)
			}
		}
		asked++
		if err := g.Answer(); err != nil {
			t.Fatal(err)
		}
		return g
	})
	if asked != 3 || names("") != "Rosa's Low, Rosa's Low 2, Rosa's Low 3, Bruno's Low" {
		t.Errorf("%d questions; %s", asked, names(""))
	}
	mine, err := g.Journal("blue")
	if err != nil {
		t.Fatal(err)
	}
	all := told.String() + lines.String() + both.String() + fmt.Sprint(mine)
	for _, number := range []string{"Low 3", "Low 4", "low 4"} {
		if strings.Contains(all, number) {
			t.Errorf("blue hears of %s:\n%s", number, all)
		}
	}
	for _, said := range []string{"Bruno looks at Low.", "Bruno looks at Rosa's Low.", "sees low 2"} {
		if !strings.Contains(all, said) {
			t.Errorf("blue does not hear %s:\n%s", said, all)
		}
	}
	for _, s := range []string{both.String(), late.String()} {
		if strings.Contains(s, "low 3") || !strings.Contains(s, `"inst":"low"`) || !strings.Contains(s, `"inst":"low 2"`) {
			t.Errorf("both hear\n%s", s)
		}
	}
}

// A card is what is printed on it, whatever it has: its abilities have words where nobody wrote a sentence, too. Each stands once.
func TestCards(t *testing.T) {
	p, err := kdsl.LoadPacks("saga", "confrontation", "aof_quest", "saga")
	if err != nil {
		t.Fatal(err)
	}
	figures, lines, abilities, seen, ids := 0, 0, 0, map[string]bool{}, map[string]int{}
	french := p.Cards("fr-CA")
	for i, c := range p.Cards("de") {
		if one, err := p.Card(c.Pack+": "+c.ID, "en"); err != nil || !reflect.DeepEqual(one, c) {
			t.Errorf("%+v is by itself %+v, %v", c, one, err)
		}
		ids[c.ID]++
		fr := french[i]
		if at := c.Pack + " " + c.ID; seen[at] || c.Name == "" || c.Sort == "" || c.Kind == "" || fr.ID != c.ID || fr.Name == "" || len(c.Figures) != len(fr.Figures) || len(c.Lines) != len(fr.Lines) {
			t.Errorf("%+v, in French %+v, stood there before: %v", c, fr, seen[at])
		}
		seen[c.Pack+" "+c.ID] = true
		figures, lines, abilities = figures+len(c.Figures), lines+len(c.Lines), abilities+len(c.Abilities)
	}
	several := 0
	for id, n := range ids {
		if n > 1 {
			several++
		}
		if _, err := p.Card(id, "en"); (err == nil) != (n == 1) || n > 1 && (!errors.Is(err, kdsl.ErrAmbiguous) || !strings.Contains(err.Error(), ": "+id)) {
			t.Errorf("%d cards %s: %v", n, id, err)
		}
	}
	if several == 0 {
		t.Error("no card is called as another")
	}
	if len(seen) < 100 || figures < 100 || lines < 10 || abilities < 50 {
		t.Errorf("%d cards with %d figures, %d lines and %d abilities", len(seen), figures, lines, abilities)
	}
	fr, err := kdsl.LoadPacks("kharn_ages", "kharn_ages_fr")
	if err != nil {
		t.Fatal(err)
	}
	if c, err := fr.Card("paladin", "fr"); err != nil || c.Pack != "kharn_ages" {
		t.Errorf("of a pack and another that overlays it: %v, %v", c, err)
	}
	if _, err := kdsl.LoadPacks("sagas"); !errors.Is(err, kdsl.ErrUnknown) {
		t.Error(err)
	}
	if _, _, err := kdsl.Load(fstest.MapFS{"game.kdsl": {Data: []byte(stones)}}); err == nil || !strings.Contains(err.Error(), `"." is the whole`) {
		t.Error(err)
	}
}

// A game that is saved where it goes round for ever is read at once: what comes behind its answers is played by Next, in its context.
func TestResumeStops(t *testing.T) {
	p, g := begin(t, `player { cell n: int = 0 }
event ask(who: player) { choose by who { b: bool } do { who.n += 1 } }
event go() {
  n: int = 0
  do { repeat until n < 0 { n = 0 } }
}
scenario s {
  players red, blue
  when ask(red)
  when go()
  when ask(red)
}
`, "s", "red")
	if _, err := g.Next(t.Context()); err != nil {
		t.Fatal(err)
	}
	if err := g.Answer(); err != nil {
		t.Fatal(err)
	}
	p.Budget.Steps = 1 << 60
	short, stop := context.WithTimeout(t.Context(), 20*time.Millisecond)
	defer stop()
	if _, err := g.Next(short); err == nil {
		t.Fatal("it comes to an end")
	}
	saved, err := g.MarshalJSON()
	if err != nil {
		t.Fatal(err)
	}
	read := make(chan error, 1)
	go func() {
		_, err := p.Resume(saved)
		read <- err
	}()
	select {
	case err := <-read:
		if err != nil {
			t.Error(err)
		}
	case <-time.After(20 * time.Second):
		t.Fatal("it is played on while it is read")
	}
}

// What a front end has to know of a question and of a thing is there, and an answer may come from far away.
func TestForFrontEnds(t *testing.T) {
	_, g := begin(t, `zone hand of player seen by owner
kind sheet { }
sheet low { en "Low" fr "Basse" }
player { cell won: int = 0 }
event pick(who: player) {
  choose by who {
    a: int in 1..7
    b: int in 0..who.won + 1
    c: sheet
    d: point within 2 of point(1, 1)
    e: bool
    f: length in 0.5..2
  }
  do { who.won += a }
}
scenario s {
  players red "Rosa" fr "Rose", blue "Bruno"
  table 10 by 10
  given x = low for red at hand of red
  when pick(red)
  when pick(blue)
}
`, "s", "red")
	q, err := g.Next(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	var fields []string
	for _, f := range q.Fields {
		s := f.Name + " " + f.Sort
		if f.Least != nil {
			s += fmt.Sprint(" ", *f.Least)
		}
		if f.Most != nil {
			s += fmt.Sprint(" ", *f.Most)
		}
		fields = append(fields, s)
	}
	if got := strings.Join(fields, "; "); got != "a int 1 7; b int 0; c thing; d point; e bool; f length 500 2000" {
		t.Error(got)
	}
	var values []kdsl.Value
	for i := range q.Fields {
		v := first(t, g, i, values...)
		n, number := v.Number()
		list, listed := v.Coordinates()
		sent := kdsl.Number(n)
		if listed {
			sent = kdsl.Path(list...)
		}
		if number == listed || !sent.Is(v) || !g.Contains(i, sent, values...) {
			t.Errorf("%s: %v is sent as %v", q.Fields[i].Name, v, sent)
		}
		values = append(values, sent)
	}
	if err := g.Answer(values...); err != nil {
		t.Error(err)
	}
	for lang, want := range map[string]string{"en": "Rosa", "fr": "Rose"} {
		if name, err := g.PlayerName("red", lang); err != nil || name != want {
			t.Error(name, err)
		}
	}
	if _, err := g.PlayerName("green", "en"); !errors.Is(err, kdsl.ErrUnknown) {
		t.Error(err)
	}
	seen, err := g.View("red")
	if err != nil {
		t.Fatal(err)
	}
	if i := slices.IndexFunc(seen, func(p kdsl.Piece) bool { return p.Card == "low" }); i < 0 || seen[i].Zone != "hand" || seen[i].Of != "red" {
		t.Errorf("%+v", seen)
	}
}

// Behind an answer that cannot be nothing is listed, whatever was meant by it; and what is hidden is as what is not there.
func TestCandidatesBehindNoAnswer(t *testing.T) {
	_, g := begin(t, `
kind piece { cell marks: int in 0..99 = 3 }
kind rock { }
piece pawn { }
rock stone { }
event guess(who: player) { choose by who { target: piece  n: int in 1..target.marks + 1  m: int in 1..n } do { note "{n}" } }
event lurk(spy: piece) { do { hide spy; spy.marks = 42 } }
scenario guessing {
  players red "Red", blue "Blue"
  given a = pawn for red
  given b = pawn for blue
  given s = stone
  lurk(b)
  guess(red)
}
`, "guessing", "red")
	if _, err := g.Next(context.Background()); err != nil {
		t.Fatal(err)
	}
	mine := first(t, g, 0)
	if n, _ := g.Count(1, -1, mine); n != 4 {
		t.Errorf("%d numbers behind %s, want 4", n, mine.Name("en"))
	}
	for id := int64(-3); id < 50; id++ {
		v := kdsl.Number(id)
		if v.Is(mine) {
			continue
		}
		for c := range g.Candidates(1, v) {
			t.Errorf("behind %d stands %s", id, c.Name("en"))
		}
	}
	for _, before := range [][]kdsl.Value{{kdsl.Path(99)}, {{}}, {kdsl.Path()}, {mine, kdsl.Number(99)}, {mine, kdsl.Number(-1)}} {
		if n, _ := g.Count(len(before), -1, before...); n != 0 {
			t.Errorf("%d answers behind what is none", n)
		}
	}
	if n, _ := g.Count(2, -1, mine, kdsl.Number(2)); n != 2 {
		t.Errorf("%d numbers behind 2, want 2", n)
	}
}
