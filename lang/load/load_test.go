package load

import (
	"strings"
	"testing"

	"github.com/spf13/afero"
)

func files(t testing.TB, texts map[string]string) afero.Fs {
	t.Helper()
	fs := afero.NewMemMapFs()
	for name, text := range texts {
		if err := afero.WriteFile(fs, name, []byte(text), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	return afero.NewReadOnlyFs(fs)
}

var base = map[string]string{
	"lib/base/pack.kdsl":  "pack base { }\nkind piece { cell n: int = 0 }\n",
	"lib/base/cards.kdsl": "piece pawn { en \"Pawn\" }\nevent hop(who: piece) { do { who.n += 1 } }\ntest \"hop\" { given a = pawn for red; when hop(a); expect a.n == 1 }\n",
}

func messages(u *Unit) string {
	var all []string
	for _, d := range u.Diags {
		all = append(all, d.Code+": "+d.Message)
	}
	return strings.Join(all, "\n")
}

func TestAPackIsItsFolder(t *testing.T) {
	l := &Loader{Local: files(t, base)}
	units, err := l.Load(".")
	if err != nil {
		t.Fatal(err)
	}
	if len(units) != 1 || units[0].Name != "base" || len(units[0].Own) != 2 || len(units[0].Diags) != 0 {
		t.Fatalf("got %d units, %+v", len(units), units[0])
	}
}

func TestALooseFileUsesAPackOfTheLibrary(t *testing.T) {
	l := &Loader{Local: files(t, map[string]string{
		"mine/a.kdsl": "use base\npiece rook { }\ntest \"rook\" { given r = rook for red; expect r.n == 0 }\n",
		"mine/b.kdsl": "kind lonely { }\n",
	}), Library: []afero.Fs{files(t, base)}}
	units, err := l.Load("mine")
	if err != nil {
		t.Fatal(err)
	}
	if len(units) != 2 {
		t.Fatalf("got %d units, want each loose file by itself", len(units))
	}
	u := units[0]
	if len(u.Diags) != 0 {
		t.Fatal(messages(u))
	}
	if len(u.Program.Scripts) != 1 {
		t.Errorf("%d scripts, want the file's own only", len(u.Program.Scripts))
	}
}

func TestAnOverlayRunsTheTestsOfItsBase(t *testing.T) {
	l := &Loader{Local: files(t, map[string]string{
		"lib/base/pack.kdsl":  base["lib/base/pack.kdsl"],
		"lib/base/cards.kdsl": base["lib/base/cards.kdsl"],
		"lib/over/pack.kdsl":  "pack over { overlays base }\npatch event hop { do { who.n += 2 } }\n",
	})}
	units, err := l.Load("lib/over")
	if err != nil {
		t.Fatal(err)
	}
	u := units[0]
	if len(u.Diags) != 0 {
		t.Fatal(messages(u))
	}
	if len(u.Program.Scripts) != 1 {
		t.Error("the base's test is not the overlay's")
	}
}

func TestWhatIsNotFound(t *testing.T) {
	l := &Loader{Local: files(t, map[string]string{
		"a.kdsl": "use bse\npiece rook { }\nevent go(n: int) { total: int = true  do { } }\n",
		"b.kdsl": "piece rook { }\n",
		"d.kdsl": "event run(who: piece) { do { hop(who) } }\nkind tower extends piece { }\n",
	}), Library: []afero.Fs{files(t, base)}}
	units, err := l.Load("a.kdsl", "b.kdsl", "d.kdsl")
	if err != nil {
		t.Fatal(err)
	}
	if d := units[0].Diags[0]; d.Code != "undefined-pack" || !d.Mended() || d.Edit().Text != "base" {
		t.Errorf("got %s", messages(units[0]))
	}
	// What the pack might declare is not said to be undefined; what is wrong anyway is.
	if ds := units[0].Diags; len(ds) != 2 || ds[1].Code != "wrong-type" {
		t.Errorf("got %s", messages(units[0]))
	}
	if m := messages(units[1]); !strings.Contains(m, "write `use base` above, or declare it here: `kind piece`") {
		t.Errorf("got %s", m)
	}
	if m := messages(units[2]); m != "undefined-type: there is no type piece; it is declared in base: write `use base` above" { // once
		t.Errorf("got %s", m)
	}
	if _, err := l.Load("c.kdsl"); err == nil {
		t.Error("a file that is not there was loaded")
	}
}

// Files of a folder that is no pack do not see each other: what one lacks of its neighbours is told once of each.
func TestWhatIsDeclaredBeside(t *testing.T) {
	l := &Loader{Local: files(t, map[string]string{
		"cups/a.kdsl": "kind piece { }\npiece rook { }\nfunction far(): int = 3\nevent hop(who: piece) { n: int = far() }\n",
		"cups/b.kdsl": "kind tower { cell n: int = far() }\nevent go(who: piece) { do { hop(who) } }\n",
		"cups/c.kdsl": "event go(who: player) { do { gone(who); jump(who) } }\nevent gone_by(who: player) { }\n",
		"cups/d.kdsl": "event gone(who: player) { }\nevent jump(who: player) { }\n",
		"cups/e.kdsl": "event fall(n: int) { do { falls(n: n) } }\n", "cups/f.kdsl": "event fall(n: int) { }\nevent falls(n: int) { }\n", // two states of one file
		"cups/g.kdsl": "function _n(): int = jump\n",
		"cups/h.kdsl": "event Skip(who: player) { }\nevent go(who: player) { do { skip(who) } }\n", "cups/i.kdsl": "event skip(who: player) { }\n",
		"p/pack.kdsl": "pack p\n", "p/x.kdsl": "event hop(n: int) { }\n", "p/y.kdsl": "event go() { do { hop(n: 1) } }\n",
	}), Library: []afero.Fs{files(t, base)}}
	units, err := l.Load("cups/a.kdsl", "cups/b.kdsl", "cups/c.kdsl", "p", "cups/e.kdsl", "cups/g.kdsl", "cups/h.kdsl")
	if err != nil {
		t.Fatal(err)
	}
	said := func(what, file string) string {
		return what + "; it is declared in " + file + ", which is a program by itself: where one file says `pack cups`, all of the folder are one program"
	}
	for i, want := range []string{
		"",
		"undefined-function: " + said("there is no function `far`", "a.kdsl"),
		"undefined-event: " + said("there is no event gone", "d.kdsl"),
		"undefined-event: there is no event falls",
		"undefined-name: nothing here is called `jump`",
		"undefined-event: there is no event skip",
		"",
	} {
		if m := messages(units[i]); m != want {
			t.Errorf("%s: got %s\nwant %s", units[i].Name, m, want)
		}
	}
	if f := units[2].Diags[0].Edit(); f != nil {
		t.Errorf("suggests %q, though the very name stands beside", f.Text)
	}
	if f := units[5].Diags[0].Edit(); f == nil || f.Text != "Skip" {
		t.Errorf("the name in other letters, which the file itself declares, is not suggested: %v", f)
	}
}

// Who acts in a game does what there is in it: an answer is not looked for in packs that it does not use.
func TestAnswersOfOtherGames(t *testing.T) {
	l := &Loader{Local: files(t, map[string]string{
		"a.kdsl": "action leap(who: player) { do { note \"up\" } }\nspan turn(who: player) { do { act who until pass } }\ntest \"a\" { answer halt; when turn(red); expect refused }\n",
	}), Library: []afero.Fs{files(t, map[string]string{"other/pack.kdsl": "pack other\naction halt(who: player) { do { note \"still\" } }\n"})}}
	units, err := l.Load("a.kdsl")
	if err != nil {
		t.Fatal(err)
	}
	if m := messages(units[0]); m != "undefined-action: there is no action halt; there are pass, leap" {
		t.Errorf("got %s", m)
	}
}

func TestTheHashIsOfTheTexts(t *testing.T) {
	hash := func(dir, text string) string {
		l := &Loader{Local: files(t, map[string]string{dir + "/pack.kdsl": "pack p { }\n", dir + "/x.kdsl": text})}
		units, err := l.Load(".")
		if err != nil {
			t.Fatal(err)
		}
		return units[0].Program.Hash
	}
	a, b, c := hash("one", "kind a { }\n"), hash("elsewhere/two", "kind a { }\n"), hash("one", "kind b { }\n")
	if a != b {
		t.Error("where a pack lies changes its hash")
	}
	if a == c {
		t.Error("another text has the same hash")
	}
}

// A dash in the name of a pack is told once, with the name that was meant.
func TestDashInUse(t *testing.T) {
	fs := files(t, map[string]string{"a-b/a.kdsl": "pack a_b\nkind piece { }\n", "c.kdsl": "use a-b\npiece pawn { }\n"})
	units, err := (&Loader{Local: fs}).Load("c.kdsl")
	if err != nil {
		t.Fatal(err)
	}
	if told := told(units[0].Diags, 0); told != `+1 bad-syntax a name is one word, with _ for a blank => "a_b" for "a-b"` {
		t.Error(told)
	}
}

func TestTwoGamesAreToldOnce(t *testing.T) {
	game := func(id, kind string) string {
		return "pack " + id + "\nkind " + kind + " { }\nevent hit(who: " + kind + ") { }\nevent miss(who: " + kind + ") { }\n" + kind + " king { }\n"
	}
	l := &Loader{Local: files(t, map[string]string{
		"a.kdsl": "use one\nuse two\npiece rook { }\n",
		"b.kdsl": "use one, Twó\npiece rook { }\n",
	}), Library: []afero.Fs{files(t, map[string]string{"one/a.kdsl": game("one", "piece"), "two/a.kdsl": game("two", "man")})}}
	for _, read := range []func(...string) ([]*Unit, error){l.Load, l.Check} {
		units, err := read("a.kdsl")
		if err != nil {
			t.Fatal(err)
		}
		said := units[0].Diags
		if len(said) != 1 || said[0].Span.Text() != "two" || !strings.HasPrefix(said[0].Message, "one and two cannot be used together: both declare ") {
			t.Errorf("it says %s", told(said, 0))
		}
		if units, err = read("b.kdsl"); err != nil {
			t.Fatal(err)
		}
		if told := told(units[0].Diags, 0); told != `+1 bad-character a pack is used by its id, in small letters => "use one, two" for "use one, Twó"` {
			t.Errorf("as it is printed: %s", told)
		}
	}
}
