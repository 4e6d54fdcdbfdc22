package main

import (
	"io"
	"os"
	"path"
	"slices"
	"strconv"
	"strings"
	"sync/atomic"
	"testing"

	"github.com/spf13/afero"

	"github.com/kdsl-lang/kdsl/cmd/kdsl/internal/files"
	"github.com/kdsl-lang/kdsl/internal/library"
	"github.com/kdsl-lang/kdsl/interp/trial"
	"github.com/kdsl-lang/kdsl/lang/ask"
	"github.com/kdsl-lang/kdsl/lang/diag"
	"github.com/kdsl-lang/kdsl/lang/ir"
	"github.com/kdsl-lang/kdsl/lang/layout"
	"github.com/kdsl-lang/kdsl/lang/proof"
	"github.com/kdsl-lang/kdsl/lang/start"
)

// A card begun like any other of any pack passes check, fmt, test, proof and card, as it is; those of a pack stand in one file.
func TestNewLike(t *testing.T) {
	var made, brought, kept, began atomic.Int64
	t.Run("of", func(t *testing.T) {
		for _, pack := range library.Games() {
			t.Run(pack, func(t *testing.T) {
				t.Parallel()
				u, space := ofLibrary(pack), library.Open(afero.NewMemMapFs())
				head := "use " + pack + "\n\n"
				all := strings.Builder{}
				for i, c := range u.Program.Cards {
					if c.Pack != pack || c.At.File == nil || !layout.Printed(u.Program, c) || c.Kind == ir.RuleKind || testing.Short() && i%17 != 0 {
						continue
					}
					id := strconv.Itoa(i)
					n := start.Names{ID: "lucky_coin_" + id, En: "Lucky coin " + id, Fr: "Pièce porte-bonheur " + id}
					b := &bed{file: "lucky_coin.kdsl", head: head, unit: u, space: space}
					out, err := start.Like(c, n, setupsOf(b, c))
					if err != nil {
						t.Fatal(err)
					}
					brought.Add(int64(len(out.Tests)))
					text, bare, err := begun(b, c, n, out)
					if bare {
						began.Add(1)
						out.Tests = nil
					} else if len(out.Tests) == 0 {
						t.Errorf("%s like %s has no test", pack, c.Name)
					}
					if err != nil {
						t.Errorf("%s like %s: %v", pack, c.Name, err)
						continue
					}
					made.Add(1)
					kept.Add(int64(len(out.Tests)))
					all.WriteString("\n" + strings.TrimPrefix(text, head))
				}
				if all.Len() > 0 {
					sound(t, pack, map[string]string{"lucky_coin.kdsl": head + strings.TrimPrefix(all.String(), "\n")})
				}
			})
		}
	})
	t.Logf("%d cards, with %d of %d tests; %d have one that only puts them in play", made.Load(), kept.Load(), brought.Load(), began.Load())
	if made.Load() < 20 || 10*kept.Load() < 8*brought.Load() {
		t.Errorf("%d cards, with %d of %d tests", made.Load(), kept.Load(), brought.Load())
	}
}

// sound holds files to all that the commands say of them.
func sound(t *testing.T, what string, texts map[string]string) {
	t.Helper()
	disk := afero.NewMemMapFs()
	for name, text := range texts {
		afero.WriteFile(disk, name, []byte(text), 0o644)
		if laid, wrong := ask.Format(name, text); wrong.HasErrors() || laid != text {
			t.Errorf("%s: fmt would change %s", what, name)
		}
	}
	units, err := library.Loader(disk).Load(".")
	if err != nil || len(units) != 1 {
		t.Fatalf("%s: %d programs, %v", what, len(units), err)
	}
	u := units[0]
	for _, d := range u.Diags {
		if d.Severity == diag.Error {
			t.Errorf("%s: %s", what, d.Message)
		}
	}
	m := library.Machines{}
	for _, s := range library.Scripts(ir.TestScript, u) {
		if r := trial.Run(m.Of(u), s.Index, trial.Options{}); !r.Passed {
			t.Errorf("%s: %s: %s", what, s.Name, r.Message)
		}
	}
	for _, d := range proof.Differences(t.Context(), u.Program, u.Name) {
		if d.Code != "missing-rule" { // that of a printed card is still to be written
			t.Errorf("%s: %s", what, d.Message)
		}
	}
	for _, c := range u.Program.Cards {
		if c.At.File != nil && slices.Contains(u.Local(), c.At.File.Name) {
			for _, lang := range []string{"en", "fr"} {
				if len(layout.Of(u.Program, c, lang).Title) == 0 {
					t.Errorf("%s: %s has no title in %s", what, c.Name, lang)
				}
			}
		}
	}
}

// A pack and a game begun for anybody are sound, too, and a pack plays at once, with one of its cards.
func TestNewPack(t *testing.T) {
	for _, game := range library.Games() {
		t.Chdir(t.TempDir())
		disk := &files.Disk{}
		w := &world{disk: disk, admit: disk.Admit, dir: "."}
		said, code := w.run(w.disk, []string{"new", "pack", "River folk", "--for", game})
		if code != 0 {
			t.Errorf("%s: %s", game, said)
			continue
		}
		text, err := afero.ReadFile(w.disk, path.Join("river_folk", "river_folk.kdsl"))
		if err != nil {
			t.Fatal(err)
		}
		sound(t, game, map[string]string{"river_folk/river_folk.kdsl": string(text)})
		if n := strings.Count(string(text), "\n// change:") + strings.Count(string(text), "  // change:"); n == 0 {
			t.Errorf("%s: nothing is marked", game)
		}
		_, scenario, ok := strings.Cut(string(text), "\nscenario ")
		scenario, _, _ = strings.Cut(scenario, "\n}\n")
		if !ok || !strings.Contains(scenario, "= river_folk_") {
			t.Errorf("%s: no scenario in which one of its cards plays", game)
		}
		if said, code := w.run(w.disk, []string{"run", "river_folk"}); code != 0 {
			t.Errorf("%s: it does not play: %s", game, said)
		}
	}
	sound(t, "game", map[string]string{"hop.kdsl": start.Game(game, start.Names{ID: "hop", En: "Hop and skip", Fr: "Saute-mouton"})})
}

// Who answers the questions begins the same pack, or game, as who gives the flags.
func TestNewQuestions(t *testing.T) {
	for _, c := range []struct{ typed, want, flags string }{
		{"chess\nSAGA\n\nRiver folk\nPeuple du fleuve\n\n", "pack River folk", "saga Peuple du fleuve river_folk"},
		{"own\nHop and skip\n\nhop\n", "game Hop and skip", " Hop and skip hop"},
		{"saga\nOtters\n", "", "saga  "},
		{"", "", "  "},
	} {
		var said strings.Builder
		one := newTool(nil, strings.NewReader(c.typed), io.Discard, &said)
		var cmd newCommand
		args, err := cmd.questions(one)
		if got := strings.Join(args, " "); got != c.want || (err != nil) != (c.want == "") {
			t.Errorf("%q: %q, %v", c.typed, got, err)
		}
		if got := cmd.game + " " + cmd.fr + " " + cmd.id; err == nil && got != c.flags {
			t.Errorf("%q: %q, want %q", c.typed, got, c.flags)
		}
		one.err.flush()
		if err == nil && !strings.Contains(said.String(), "For which game: ") {
			t.Errorf("%q asks for nothing: %q", c.typed, said.String())
		}
	}
}

// Cards begun from paper are sound, whatever their kind and their game, in one language or two; a card that is there already
// is left out.
func TestNewPrinted(t *testing.T) {
	t.Chdir(t.TempDir())
	const en = "LUCKY COIN\nOnce per round, the bearer may throw a \"die\" again.\n\nFERAL CALM X\nIts luck is X better.\n\nIt never flees.\n"
	const fr = "nom;texte\nPièce fétiche;Une fois par round, le porteur peut relancer un dé.\nCalme féroce X;\"Sa chance est meilleure de X.\n\nIl ne fuit jamais.\"\n"
	for name, text := range map[string]string{"mine.txt": en, "mine.fr.csv": fr} {
		if err := os.WriteFile(name, []byte(text), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	const twice = "saga_unit_2.kdsl"
	made := 0
	for _, game := range library.Games() {
		u := ofLibrary(game)
		for _, k := range u.Program.Kinds {
			if _, err := new(newCommand).other(u, k.Name); err != nil || k.ID == ir.RuleKind {
				continue // there is no card of it
			}
			for _, sheets := range [][]string{{"mine.txt", "mine.fr.csv"}, {"mine.txt"}} {
				if len(sheets) == 1 && made > 1 {
					continue
				}
				var said strings.Builder
				one := newTool(nil, strings.NewReader(""), io.Discard, &said)
				file := game + "_" + k.Name + "_" + strconv.Itoa(len(sheets)) + ".kdsl"
				if err := (&newCommand{game: game, in: file, printed: sheets}).run(one, []string{k.Name}); err != nil {
					t.Errorf("%s of %s: %v", k.Name, game, err)
					continue
				}
				text, err := os.ReadFile(file)
				if err != nil {
					t.Fatal(err)
				}
				for _, want := range []string{"feral_calm(X: int in 1..9)", "Its luck is {X} better.", "Lucky coin"} {
					if !strings.Contains(string(text), want) {
						t.Errorf("%s: no %q in %s", file, want, text)
					}
				}
				if french := strings.Contains(string(text), "Il ne fuit jamais."); french != (len(sheets) == 2) {
					t.Errorf("%s: %s", file, text)
				}
				if len(sheets) == 2 {
					sound(t, file, map[string]string{file: string(text)})
				}
				if made++; file != twice { // the next need not be read beside it
					os.Remove(file)
				}
			}
		}
	}
	if made < 20 {
		t.Errorf("only %d", made)
	}
	var said strings.Builder
	one := newTool(nil, strings.NewReader(""), io.Discard, &said)
	err := (&newCommand{in: twice, printed: []string{"mine.txt"}}).run(one, []string{"unit"})
	if err == nil || !strings.Contains(err.Error(), "all cards are there already") {
		t.Errorf("twice: %v", err)
	}
}

// Of clauses of cards of all packs a test is begun, and it is sound: one in which they run, or, where there is none to copy, one
// that says why they do not run yet.
func TestNewTest(t *testing.T) {
	done, sketched, asked, i := 0, 0, 0, 0
	for _, game := range library.Games() {
		u, space := ofLibrary(game), library.Open(afero.NewMemMapFs())
		for _, h := range u.Program.Hooks {
			if h.Card < 0 || u.Program.Cards[h.Card].Pack != game || !layout.Printed(u.Program, u.Program.Cards[h.Card]) {
				continue
			}
			if i++; i%101 != 0 {
				continue
			}
			asked++
			one := newTool(nil, strings.NewReader(""), io.Discard, io.Discard)
			if err := one.admit("."); err != nil {
				t.Fatal(err)
			}
			c := u.Program.Cards[h.Card]
			a := &rehearsal{bed: &bed{file: "tried.kdsl", head: "use " + game + "\n\n", unit: u, space: space}, hook: h, card: c}
			found, err := a.search(one)
			if err != nil {
				t.Logf("%s: %v", game, err)
				continue
			}
			text, err := a.bed.proved(&start.Copy{Tests: []start.Test{found}})
			if err != nil {
				t.Errorf("%s: %s.%s: %v", game, c.Name, h.Label, err)
				continue
			}
			if !strings.Contains(text, "// change: what is different with "+c.Name) {
				t.Errorf("%s: %s.%s: %s", game, c.Name, h.Label, text)
			}
			sound(t, game+" "+c.Name+"."+h.Label, map[string]string{"tried.kdsl": text})
			if !a.still {
				done++
			} else if sketched++; !strings.Contains(text, "// change: "+c.Name+"."+h.Label+" does not act here yet: ") {
				t.Errorf("%s: %s.%s is not said to be still: %s", game, c.Name, h.Label, text)
			}
		}
	}
	if t.Logf("%d of %d, and %d sketches", done, asked, sketched); 3*done < asked || done+sketched < asked || asked < 5 {
		t.Errorf("a test for %d of %d clauses, and a sketch for %d", done, asked, sketched)
	}
}

// A clause that is none is answered with those that there are.
func TestNewTestOf(t *testing.T) {
	p := ofLibrary(library.Games()[0]).Program
	var card *ir.Card
	for _, h := range p.Hooks {
		if h.Card >= 0 {
			card = p.Cards[h.Card]
			break
		}
	}
	label := p.Hooks[card.Hooks[0]].Label
	if h, err := clauseOf(p, card.Name, label); err != nil || h.Label != label {
		t.Errorf("%v, %v", h, err)
	}
	if _, err := clauseOf(p, card.Name, label+"x"); err == nil || !strings.Contains(err.Error(), card.Name+"."+label) {
		t.Error(err)
	}
	if _, err := clauseOf(p, card.Name+"x", label); err == nil || !strings.Contains(err.Error(), card.Name) {
		t.Error(err)
	}
}
