package main

import (
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"
)

// strangeGame is a game in whose names there is no word of any language, and in which much happens.
const strangeGame = `player { cell zorb: int in 0..99 = 9 { en "Zorb" fr m "Zorbo" }; cell plim: int in 0..99 = 0 { en "Plim" fr m "Plimo" } }
kind vroop { en "Vroop" fr m "Vroopo"; stat grax: int = 3 layers kliff, skrel { en "Grax" fr m "Graxo" }; cell ouch: int = 9 { en "Ouch" fr m "Oucho" } }
kind tchak on vroop { en "Tchak" fr m "Tchako" }
vroop blurb { en "Blurb" fr m "Blurbo" }
vroop snork {
  en "Snork" fr m "Snorko"
  twil: before zing(who: self) may { en "Twil." fr "Twilo."; limit once per self per tlon; add 2 to bzz layer kliff }
  drof: cannot zing(who: self) when self.grax > 50 { en "Drof." fr "Drofo." }
}
tchak gleb { en "Gleb" fr m "Glebo"; hrum: while bearer.ouch > 0 { multiply bearer.grax by 2 layer skrel; add 1 to bearer.grax layer kliff } }
tchak flonk { en "Flonk" fr m "Flonko"; gnup: instead zing(who: bearer) { en "Gnup." fr "Gnupo."; splat(who: bearer) } }
tchak mliff { en "Mliff" fr m "Mliffo"; krunt: before zing(who: bearer) when bearer.ouch > 50 { add 1 to bzz layer kliff } }
tchak wurg { en "Wurg" fr m "Wurgo"; jelp: before splat(who: bearer) { cancel } }
event pays(who: player, n: int) { en "{who} bruny {n}" fr "{who} bruno {n}"; require dosh: who.zorb >= n { en "Dosh." fr "Dosho." }; do { who.zorb -= n } }
event zing(who: vroop) {
  en "{who} zingy {bzz}" fr "{who} zingo {bzz}"
  bzz: int = 4 layers kliff
  do { throw 2 d6 as dreck; who.ouch -= dreck.count(x, x > 4); note { en "Bzzy {bzz}" fr "Bzzo {bzz}" } }
}
event splat(who: vroop) { en "{who} splaty" fr "{who} splato"; do { if who.ouch > 5 { who.ouch -= 1 } else { who.ouch += 1 } } }
action yolp(who: player) {
  en noun "yolpy" fr noun m "yolpo"
  choose by who { prit: vroop where it.ouch > 0 { en "prity" fr m "prito" }; vlad: int in 1..2 { en "vlady" fr m "vlado" } }
  require klem: who.zorb > 1 { en "Klem." fr "Klemo." }
  cost pays(who, n: 1)
  do { zing(who: prit); who.plim += 1 }
}
span tlon(who: player) { en "Tlony {who}" fr "Tlono {who}"; owner who; do { act who until pass } }
test "goof a" { given k = blurb for red; when splat(who: k); expect k.ouch == 8 }
test "goof b" { given k = blurb for red; when splat(who: k); expect k.ouch == 3 }
test "goof c" { given k = snork for red; dice 1 2; answer no; when zing(who: k); expect event splat }
test "goof d" { given k = snork for red; when pays(who: red, n: 80); expect red.zorb == 9 }
test "goof e" { given k = blurb for red; apply flonk to k permanent; when zing(who: k); expect k.ouch == 8 }
test "goof f" { given k = blurb for red; apply wurg to k permanent; apply gleb to k permanent; when splat(who: k); expect k.grax == 99 }
test "goof g" { given k = blurb for red; apply mliff to k permanent; apply gleb to k permanent; dice 5 6; when zing(who: k); expect k.grax == 8 }
test "goof h" { given k = blurb for red; when zing(who: k); expect k.ouch == 1 }
odds "goof i" { given k = blurb for red; when zing(who: k); measure k.ouch }
scenario goof_j {
  players red "Quux", blue "Corge"
  table 9 by 9
  given a = blurb for red at (2, 2)
  given b = snork for blue at (7, 7)
  repeat 2 { when tlon(red); when tlon(blue) }
}
`

// alike are words that both languages have.
var alike = []string{"total", "action", "clause", "test", "tests", "faces", "kdsl", "fix", "quit", "en", "green"}

// notSaid is what is no word: a hash, a flag, a code, a file.
var notSaid = regexp.MustCompile("`[^`]*`|" + `[0-9a-f]{64}|--[a-z]+|\[[a-z]+-[a-z-]+\]|\S+/\S+`)

// What commands say in French has no word that they say in English, but those of the game and those that are both.
func TestCommandsInFrench(t *testing.T) {
	dir := t.TempDir()
	file := filepath.Join(dir, "strange.kdsl")
	if err := os.WriteFile(file, []byte(strangeGame), 0o644); err != nil {
		t.Fatal(err)
	}
	sound := filepath.Join(dir, "sound.kdsl")
	if err := os.WriteFile(sound, []byte(regexp.MustCompile(`test "goof [bcdfh]".*`).ReplaceAllString(strangeGame, "")), 0o644); err != nil {
		t.Fatal(err)
	}
	game := filepath.Join(dir, "game.json")
	words := func(s string) []string {
		return regexp.MustCompile(`\pL{2,}`).FindAllString(notSaid.ReplaceAllString(s, " "), -1)
	}
	known := append(words(regexp.MustCompile(`en (noun )?"[^"]*"`).ReplaceAllString(strangeGame, "")+file), alike...)
	for _, c := range []struct {
		in   string
		args []string
	}{
		{"", []string{"check", file}},
		{"", []string{"test", "-v", file}},
		{"", []string{"why", file, "--run", "goof"}},
		{"", []string{"why", file + ":goof_j", "--seed", "3"}},
		{"", []string{"coverage", file}},
		{"", []string{"coverage", file, "--min", "99"}},
		{"", []string{"coverage", sound, "--mutate"}},
		{"", []string{"odds", file}},
		{"", []string{"sim", file, "-n", "20"}},
		{"", []string{"survey", file, "-n", "3", "--reseated"}},
		{"", []string{"survey", file, "-n", "3", "--retry"}},
		{"", []string{"survey", file, "-n", "3", "--brief"}},
		{"", []string{"run", file, "-v", "--seed", "3", "--out", game}},
		{"", []string{"replay", game, "-v"}},
		{"?\n1\nx\n?\n1\n1\n1\n?\nu\nu\nu\ns\ns " + filepath.Join(dir, "kept") + "\nq\n", []string{"run", file, "--as", "red"}},
		{"1\n1\n1\n1\n1\n2\na\nq\n", []string{"run", file, "--as", "blue", "--save", filepath.Join(dir, "kept")}},
		{"", []string{"run", file, "--as", "green"}},
		{"x\nt\no\nf\nq\n", []string{"watch", file}},
		{"", []string{"card", "--plain", file}},
		{"", []string{"card", file}},
		{"", []string{"doc", file}},
		{"", []string{"doc", file, "zing"}},
	} {
		if slices.Contains(c.args, "--out") {
			os.Remove(game)
		}
		var said [2]string
		for i, lang := range []string{"en", "fr"} {
			out, beside, _ := call(strings.NewReader(c.in), append(slices.Clone(c.args), "--lang", lang)...)
			said[i] = out + beside
		}
		english := words(said[0])
		var left []string
		for line := range strings.Lines(said[1]) {
			for _, w := range words(line) {
				if slices.Contains(english, w) && !slices.Contains(known, w) {
					left = append(left, w+" in "+strings.TrimSpace(line))
				}
			}
		}
		slices.Sort(left)
		if left = slices.Compact(left); len(left) > 0 {
			t.Errorf("kdsl %s says in French:\n  %s", strings.Join(c.args, " "), strings.Join(left, "\n  "))
		}
	}
}
