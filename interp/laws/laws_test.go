// Package laws_test holds the machine to what must always be so, over all content and over programs
// that are generated from seeds. The laws know programs, ways to play them and what came of it; how a
// machine is driven stands in drive_test.go alone.
//
// What today's machine breaks is listed in known_test.go, and has to break there: what is mended is
// taken off the list.
package laws_test

import (
	"flag"
	"fmt"
	"os"
	"runtime/debug"
	"slices"
	"strings"
	"testing"
)

var (
	lawsN     = flag.Int("laws.n", 2000, "how many programs are generated")
	lawsSeed  = flag.Uint64("laws.seed", 1, "the seed of the first")
	lawsGames = flag.Int("laws.games", 1, "how many games of each scenario are played twice, by both machines: 1 to 3")
	lawsLines = flag.Int("laws.lines", 1000, "how many entries of a journal both machines tell of a game at most")
	lawsShow  = flag.Bool("laws.show", false, "print the smallest program that breaks a law, of known ones too")
	lawsOnly  = flag.String("laws.only", "", "hold programs to this law alone")
)

func TestMain(m *testing.M) {
	flag.Parse()
	if child() {
		return
	}
	if testing.Short() {
		*lawsN = min(*lawsN, 60)
	}
	debug.SetGCPercent(400) // many small programs are loaded, and let go at once
	os.Exit(m.Run())
}

// law is something that holds for every program. Check answers how it is broken, "" when it holds, and
// whether it said anything about this program at all.
type law struct {
	name  string
	every uint64 // only every so many-th generated program is held to it: it loads programs of its own
	check func(g *generated, p *program) (wrong string, spoke bool)
}

var laws = []law{
	{"nothing panics", 1, nothingPanics},
	{"told is untold", 1, toldIsUntold},
	{"refused answers change nothing", 2, refusedIsNothing},
	{"automatic is asked", 1, automaticIsAsked},
	{"saved is unsaved", 1, savedIsUnsaved},
	{"odds are enumeration", 1, oddsAreEnumeration},
	{"simulation is near the odds", 4, simIsNear},
	{"legal is pure and true", 2, legalIsTrue},
	{"offered is what may be tried", 1, offeredIsTried},
	{"can is true", 1, canIsTrue},
	{"a cost is judged as a call", 1, costsAreCalls},
	{"undone is never begun", 1, undoneIsNothing},
	{"failed is never begun", 1, failedIsNothing},
	{"the second interpreter agrees", 1, secondAgrees},
	{"order is arrival", 8, orderIsArrival},
	{"names mean nothing", 20, namesAreNothing},
	{"places in files mean nothing", 20, placesAreNothing},
}

// Every generated program is held to every law.
func TestGeneratedPrograms(t *testing.T) {
	broken := map[string][]failing{}
	spoke := map[string]int{}
	loaded, bytes, ended := 0, 0, 0
	for i := range *lawsN {
		g := generate(*lawsSeed + uint64(i))
		p, why := loadText(g.text())
		if p == nil {
			if testing.Verbose() {
				t.Logf("seed %d: %s", g.seed, why)
			}
			continue
		}
		loaded++
		bytes += len(p.text)
		if slices.ContainsFunc(p.scripts, func(s script) bool { return p.play(s, how{}).limit }) {
			if wrong, _ := nothingPanics(g, p); wrong != "" {
				broken["nothing panics"] = append(broken["nothing panics"], failing{g, wrong})
			}
			continue
		}
		ended++
		for _, l := range laws {
			if g.seed%l.every != 0 || *lawsOnly != "" && l.name != *lawsOnly {
				continue
			}
			wrong, said := l.check(g, p)
			if wrong != "" {
				broken[l.name] = append(broken[l.name], failing{g, wrong})
			}
			if said {
				spoke[l.name]++
			}
		}
	}
	t.Logf("%d programs, %d without errors, %d that end, %d bytes each", *lawsN, loaded, ended, bytes/max(1, loaded))
	if loaded*100 < *lawsN*99 {
		t.Errorf("only %d of %d programs have no errors", loaded, *lawsN)
	}
	if ended*10 < loaded*9 {
		t.Errorf("only %d of %d programs end", ended, loaded)
	}
	for _, l := range laws {
		if *lawsOnly != "" && l.name != *lawsOnly {
			continue
		}
		t.Run(l.name, func(t *testing.T) {
			t.Logf("said something about %d programs", spoke[l.name])
			if *lawsN >= 2000 && spoke[l.name] < 20 {
				t.Errorf("the law speaks of %d programs only", spoke[l.name])
			}
			all := broken[l.name]
			if len(all) == 0 {
				judge(t, "generated: "+l.name, "")
				return
			}
			msg := fmt.Sprintf("%d programs break it; seed %d: %s", len(all), all[0].g.seed, all[0].wrong)
			if known["generated: "+l.name] == "" || *lawsShow {
				small := minimised(all, l)
				msg += fmt.Sprintf("\n%s\n%s", small.wrong, small.g.text())
				t.Log(msg)
			}
			judge(t, "generated: "+l.name, msg)
		})
	}
}

// failing is a program that breaks a law.
type failing struct {
	g     *generated
	wrong string
}

// minimised leaves out what can be left out while the law is still broken, of the shortest of the
// first few programs.
func minimised(all []failing, l law) failing {
	best := slices.MinFunc(all[:min(len(all), 12)], func(a, b failing) int { return len(a.g.text()) - len(b.g.text()) })
	try := func(decls []*node) bool {
		g := &generated{best.g.seed, decls}
		p, _ := loadText(g.text())
		if p == nil {
			return false
		}
		wrong, _ := l.check(g, p)
		if wrong == "" || whatOf(wrong) != whatOf(best.wrong) {
			return false
		}
		best = failing{g, wrong}
		return true
	}
	for again := true; again; {
		again = shrink(func() []*node { return best.g.decls }, try)
	}
	return best
}

// whatOf is the script that is wrong, or that something does not load: less of a program may well not load any more.
func whatOf(wrong string) string {
	what, _, _ := strings.Cut(wrong, ": ")
	return what
}

// shrink leaves out one node after the other and answers whether any could be spared.
func shrink(now func() []*node, try func([]*node) bool) bool {
	any := false
	for i := len(now()) - 1; i >= 0; i-- {
		if i < len(now()) && try(slices.Delete(slices.Clone(now()), i, i+1)) {
			any = true
		}
	}
	for i := range now() {
		d := now()[i]
		kids := d.kids
		set := func(k []*node) []*node {
			out := slices.Clone(now())
			out[i] = &node{open: d.open, close: d.close, kids: k}
			return out
		}
		if len(kids) > 0 && shrink(func() []*node { return now()[i].kids }, func(k []*node) bool { return try(set(k)) }) {
			any = true
		}
	}
	return any
}
