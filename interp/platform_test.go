package interp_test

import (
	"crypto/sha256"
	"flag"
	"fmt"
	"os"
	"runtime"
	"strings"
	"testing"

	"github.com/kdsl-lang/kdsl/interp"
	"github.com/kdsl-lang/kdsl/interp/journal"
	"github.com/kdsl-lang/kdsl/interp/odds"
	game "github.com/kdsl-lang/kdsl/interp/play"
	"github.com/kdsl-lang/kdsl/interp/sim"
	"github.com/kdsl-lang/kdsl/lang/ir"
)

var (
	updateSums = flag.Bool("update-sums", false, "write what this machine plays as what every machine has to play")
	seeds      = flag.Int("seeds", 3, "how many seeds of each scenario are played; 20 are known")
)

// sums is what every machine plays: a line a game, with a hash of its journal; and of each question.
const sums = "testdata/platform.sums"

// Same program, same seed: the same bytes on every machine, however many processors it has. The file
// says what they are; .ci/platforms runs this test on other machines.
func TestSameEverywhere(t *testing.T) {
	b, err := os.ReadFile(sums)
	if err != nil && !*updateSums {
		t.Fatal(err)
	}
	if testing.Short() {
		*seeds = 1
	}
	known := map[string]string{}
	for line := range strings.Lines(string(b)) {
		sum, name, _ := strings.Cut(strings.TrimSpace(line), "  ")
		known[name] = sum
	}
	var out strings.Builder
	say := func(name string, what []byte) {
		sum := fmt.Sprintf("%x", sha256.Sum256(what))[:32]
		fmt.Fprintf(&out, "%s  %s\n", sum, name)
		if !*updateSums && known[name] != sum {
			t.Errorf("%s: got %s, want %s", name, sum, known[name])
		}
	}
	played, scenarios := 0, 0
	for _, u := range programs(t, "examples") {
		m := machine(t, u)
		for i, s := range u.Program.Scripts {
			switch {
			case s.Word == ir.ScenarioScript:
				if scenarios++; testing.Short() && scenarios%4 != 1 {
					continue
				}
				for seed := range *seeds {
					defer runtime.GOMAXPROCS(runtime.GOMAXPROCS([]int{1, 2, 8}[seed%3]))
					say(fmt.Sprintf("%s %s, seed %d", u.Name, s.Name, seed), playedBytes(t, m, i, uint64(seed)))
					played++
				}
			case s.Word == ir.OddsScript && strings.HasPrefix(u.Name, "examples/pig"):
				a, err := odds.Ask(m, i, odds.Options{Waves: 12})
				must(t, err)
				say(u.Name+" "+s.Name, fmt.Append(nil, a.Outcomes, a.LeftOut))
				for _, workers := range []int{1, 2, 8} {
					b, err := sim.Ask(m, i, sim.Options{N: 500, Seed: 1, Workers: workers})
					must(t, err)
					say(u.Name+" "+s.Name+", sampled", fmt.Append(nil, b.Outcomes))
				}
			}
		}
	}
	if played < 3**seeds {
		t.Errorf("only %d games were played", played)
	}
	if *updateSums {
		must(t, os.WriteFile(sums, []byte(out.String()), 0o644))
	}
}

// playedBytes is the journal of a scenario, as lines of JSON. On which lines the rules stand is left out, so that a rule
// that only moved plays as it did.
func playedBytes(t *testing.T, m *interp.Machine, script int, seed uint64) []byte {
	var b []byte
	var g *game.Game
	g = game.New(m, script, seed, interp.Recorder(func(e *journal.Entry) {
		line := journal.ToLine(e, m.P, g.Run)
		line.LineNumber = 0
		b = append(b, line.JSON()...)
		b = append(b, '\n')
	}))
	must(t, g.Play())
	return b
}
