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
	"math/big"
	"math/rand/v2"
	"os"
	"runtime/debug"
	"slices"
	"strings"
	"testing"
)

var (
	lawsN    = flag.Int("laws.n", 2000, "how many programs are generated")
	lawsSeed = flag.Uint64("laws.seed", 1, "the seed of the first")
	lawsShow = flag.Bool("laws.show", false, "print the smallest program that breaks a law, of known ones too")
	lawsOnly = flag.String("laws.only", "", "hold programs to this law alone")
)

func TestMain(m *testing.M) {
	flag.Parse()
	if child() {
		return
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
	{"undone is never begun", 1, undoneIsNothing},
	{"failed is never begun", 1, failedIsNothing},
	{"order is arrival", 6, orderIsArrival},
	{"names mean nothing", 10, namesAreNothing},
	{"places in files mean nothing", 10, placesAreNothing},
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
	if loaded*10 < *lawsN*9 {
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
			if *lawsN >= 500 && spoke[l.name] < 20 {
				t.Errorf("the law speaks of %d programs only", spoke[l.name])
			}
			all := broken[l.name]
			if len(all) == 0 {
				judge(t, "generated: "+l.name, "")
				return
			}
			msg := fmt.Sprintf("%d programs break it; seed %d: %s", len(all), all[0].g.seed, all[0].wrong)
			if follows["generated: "+l.name] == nil || *lawsShow {
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
		if wrong == "" {
			return false
		}
		best = failing{g, wrong}
		return true
	}
	for again := true; again; {
		again = shrink(&best.g.decls, func() []*node { return best.g.decls }, try)
	}
	return best
}

// shrink leaves out one node after the other and answers whether any could be spared.
func shrink(_ *[]*node, now func() []*node, try func([]*node) bool) bool {
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
		if len(kids) > 0 && shrink(nil, func() []*node { return now()[i].kids }, func(k []*node) bool { return try(set(k)) }) {
			any = true
		}
	}
	return any
}

// seedOf is a seed for the dice and answers of a program's scripts.
func (g *generated) seedOf() uint64 {
	if g == nil {
		return 1
	}
	return g.seed
}

// differ says how two plays differ in what they passed and came to.
func differ(a, b *outcome, states bool) string {
	switch {
	case a.limit || b.limit:
		return ""
	case a.end != b.end:
		return fmt.Sprintf("one ends %q, the other %q", a.end, b.end)
	case a.value != b.value:
		return fmt.Sprintf("one measures %d, the other %d", a.value, b.value)
	case len(a.marks) != len(b.marks):
		return fmt.Sprintf("one throws %d times, the other %d times", len(a.marks)-1, len(b.marks)-1)
	}
	for i := range a.marks {
		if states && !a.marks[i].same(b.marks[i]) {
			return fmt.Sprintf("state %d of %d is another:\n%s", i+1, len(a.marks), firstDifference(a.marks[i].bytes(), b.marks[i].bytes(), ","))
		}
	}
	if len(a.story) > 0 && len(b.story) > 0 && !slices.Equal(a.story, b.story) {
		return "another journal:\n" + firstDifference(strings.Join(a.story, "\n"), strings.Join(b.story, "\n"), "\n")
	}
	return ""
}

// firstDifference shows where two texts part.
func firstDifference(a, b, sep string) string {
	x, y := strings.Split(a, sep), strings.Split(b, sep)
	for i := range x {
		if i >= len(y) || x[i] != y[i] {
			other := "(nothing)"
			if i < len(y) {
				other = strings.Join(y[i:min(len(y), i+3)], sep)
			}
			return strings.Join(x[i:min(len(x), i+3)], sep) + "\n  against\n" + other
		}
	}
	return "the second is longer: " + strings.Join(y[len(x):min(len(y), len(x)+3)], sep)
}

// eachScript holds the scripts of a program to something, until one breaks it.
func eachScript(p *program, check func(s script) (string, bool)) (string, bool) {
	spoke := false
	for _, s := range p.scripts {
		wrong, said := check(s)
		spoke = spoke || said
		if wrong != "" {
			return s.word + " " + s.name + ": " + wrong, true
		}
	}
	return "", spoke
}

// No program brings the machine down.
func nothingPanics(g *generated, p *program) (string, bool) {
	return eachScript(p, func(s script) (string, bool) {
		for _, h := range []how{{}, {free: true, told: true, seed: g.seed}, {auto: true, seed: g.seed + 1}} {
			if o := p.play(s, h); strings.HasPrefix(o.end, "panic") {
				return o.end, true
			}
		}
		return "", true
	})
}

// Whether anybody listens, traces, asks why or counts the ways, the same happens.
func toldIsUntold(g *generated, p *program) (string, bool) {
	return eachScript(p, func(s script) (string, bool) {
		free := g != nil
		fuel := fuelFor(g)
		a := p.play(s, how{fuel: fuel, seed: g.seedOf(), free: free})
		for _, h := range []how{{told: true}, {covered: true}} {
			h.fuel, h.seed, h.free = fuel, g.seedOf(), free
			if why := differ(a, p.play(s, h), true); why != "" {
				return why, true
			}
		}
		return "", true
	})
}

func fuelFor(g *generated) fuel {
	if g == nil {
		return ample
	}
	return small
}

// Answers that are refused change nothing: the question stands.
func refusedIsNothing(g *generated, p *program) (string, bool) {
	return eachScript(p, func(s script) (string, bool) {
		a := p.play(s, how{fuel: fuelFor(g), told: true})
		b := p.play(s, how{fuel: fuelFor(g), told: true, wrong: true})
		return differ(a, b, true), len(a.inputs) > 0
	})
}

// Automatic players that answer inside the machine answer as those do that are asked.
func automaticIsAsked(g *generated, p *program) (string, bool) {
	return eachScript(p, func(s script) (string, bool) {
		a := p.play(s, how{fuel: fuelFor(g), seed: g.seedOf()})
		b := p.play(s, how{fuel: fuelFor(g), seed: g.seedOf(), auto: true})
		return differ(a, b, true), true
	})
}

// Saved and read at every stop, or at one of them, the game goes on as if it had not been.
func savedIsUnsaved(g *generated, p *program) (string, bool) {
	return eachScript(p, func(s script) (string, bool) {
		h := how{fuel: fuelFor(g), seed: g.seedOf(), told: true, free: g != nil}
		a := p.play(s, h)
		h.reload = func(n int) bool { return n < 40 || n%10 == 0 }
		if why := differ(a, p.play(s, h), true); why != "" {
			return "saved at every stop: " + why, true
		}
		if g == nil || g.seed%2 == 0 || a.stops < 2 {
			return "", true
		}
		at := 1 + int(g.seed)%(a.stops-1)
		h.reload = func(n int) bool { return n == at }
		if why := differ(a, p.play(s, h), true); why != "" {
			return fmt.Sprintf("saved at stop %d: %s", at, why), true
		}
		return "", true
	})
}

// maxWays bounds an enumeration: a question with more ways is not enumerated.
const maxWays = 250

// waves are the throws one after the other that odds and enumeration follow.
const waves = 3

// Exact odds are what comes of playing every way the dice can fall.
func oddsAreEnumeration(g *generated, p *program) (string, bool) {
	return eachScript(p, func(s script) (string, bool) {
		if s.word != "odds" {
			return "", false
		}
		want, ok := enumerate(p, s, fuelFor(g))
		if !ok {
			return "", false
		}
		got, left, refused, err := p.odds(s, waves)
		switch {
		case err != nil && want.failed == "":
			return fmt.Sprintf("odds fail (%v), no way does", err), true
		case err == nil && want.failed != "":
			return fmt.Sprintf("odds do not fail, one way does: %s", want.failed), true
		case err != nil:
			return "", true
		case left.Cmp(want.left) != 0:
			return fmt.Sprintf("odds leave out %s, enumeration %s", left, want.left), true
		case refused.Cmp(want.refused) != 0:
			return fmt.Sprintf("refused in odds %s, in enumeration %s", refused, want.refused), true
		}
		for v := range want.p {
			if got[v] == nil || got[v].Cmp(want.p[v]) != 0 {
				return fmt.Sprintf("%d has odds %v, by enumeration %s", v, got[v], want.p[v]), true
			}
		}
		if len(got) != len(want.p) {
			return fmt.Sprintf("odds have %d values, enumeration %d", len(got), len(want.p)), true
		}
		return "", true
	})
}

// distribution is what an enumeration came to.
type distribution struct {
	p             map[int64]*big.Rat
	left, refused *big.Rat
	failed        string
	ways          int
}

// enumerate plays every way the dice of a question can fall; ok is false when there are too many.
func enumerate(p *program, s script, f fuel) (*distribution, bool) {
	d := &distribution{p: map[int64]*big.Rat{}, left: new(big.Rat), refused: new(big.Rat)}
	ok := d.follow(p, s, f, nil, big.NewRat(1, 1))
	return d, ok
}

func (d *distribution) follow(p *program, s script, f fuel, faces []int64, chance *big.Rat) bool {
	if d.ways++; d.ways > maxWays {
		return false
	}
	o := p.play(s, how{fuel: f, faces: slices.Clone(faces), onlyFaces: true})
	switch {
	case o.limit:
		return false
	case o.end == "measured":
		if d.p[o.value] == nil {
			d.p[o.value] = new(big.Rat)
		}
		d.p[o.value].Add(d.p[o.value], chance)
		if o.refused {
			d.refused.Add(d.refused, chance)
		}
		return true
	case o.end != "stopped: no dice":
		d.failed = o.end
		return true
	case len(o.throws) > waves:
		d.left.Add(d.left, chance)
		return true
	}
	c := o.throws[len(o.throws)-1]
	if c.n > 4 || c.faces > 12 {
		return false
	}
	all := int64(1)
	for range c.n {
		all *= c.faces
	}
	ok := true
	falls(c.n, c.faces, func(next []int64, ways int64) {
		if ok {
			one := new(big.Rat).Mul(chance, big.NewRat(ways, all))
			ok = d.follow(p, s, f, append(slices.Clone(faces), next...), one)
		}
	})
	return ok
}

// falls lists how n dice can fall, highest first, and in how many orders.
func falls(n, faces int64, yield func([]int64, int64)) {
	var rec func(dice []int64, top int64)
	rec = func(dice []int64, top int64) {
		if int64(len(dice)) == n {
			ways, run := int64(1), int64(0)
			for i := range dice {
				if i > 0 && dice[i] == dice[i-1] {
					run++
				} else {
					run = 1
				}
				ways = ways * int64(i+1) / run
			}
			yield(dice, ways)
			return
		}
		for f := top; f >= 1; f-- {
			rec(append(slices.Clone(dice), f), f)
		}
	}
	rec(nil, faces)
}

// What is played many times comes as often as the odds say, within five times the deviation.
func simIsNear(g *generated, p *program) (string, bool) {
	return eachScript(p, func(s script) (string, bool) {
		if s.word != "odds" {
			return "", false
		}
		n := int64(200)
		want, left, _, err := p.odds(s, 6)
		if err != nil || left.Sign() != 0 {
			return "", false
		}
		got, err := p.simulate(s, n, g.seedOf(), 1)
		if err != nil {
			return fmt.Sprintf("odds do not fail, simulation does: %v", err), true
		}
		for v, k := range got {
			if want[v] == nil {
				return fmt.Sprintf("%d came %d times of %d, and cannot come", v, k, n), true
			}
		}
		for v, p := range want {
			mean := new(big.Rat).Mul(p, big.NewRat(n, 1))
			off := mean.Sub(mean, big.NewRat(got[v], 1))
			far := off.Mul(off, off)                       // (k - np)^2
			sigma := new(big.Rat).Sub(big.NewRat(1, 1), p) // 25 np(1-p), and a little for small numbers
			sigma.Mul(sigma, p).Mul(sigma, big.NewRat(25*n, 1))
			if p.Cmp(big.NewRat(1, 1)) != 0 {
				sigma.Add(sigma, big.NewRat(16, 1))
			}
			if far.Cmp(sigma) > 0 {
				return fmt.Sprintf("%d came %d times of %d, its odds are %s", v, got[v], n, p), true
			}
		}
		return "", true
	})
}

// Asking what may be done changes no byte; what is offered happens when it is started, and what is
// refused is refused for the same reason when it is tried.
func legalIsTrue(g *generated, p *program) (string, bool) {
	if strings.Contains(p.text, "hide ") || strings.Contains(p.text, "zone ") {
		return "", false // what a player does not see may stand in the way
	}
	return eachScript(p, func(s script) (string, bool) {
		b := &probe{rng: rand.New(rand.NewPCG(g.seedOf(), 3)), left: 12}
		p.play(s, how{fuel: fuelFor(g), seed: g.seedOf(), free: true, probe: b})
		if len(b.wrongs) > 0 {
			return b.wrongs[0], true
		}
		return "", b.asked > 0
	})
}

// An action is offered just when it is not refused where it is tried without asking.
func offeredIsTried(g *generated, p *program) (string, bool) {
	for _, s := range p.scripts {
		k, ok := strings.CutPrefix(s.name, "offer ")
		if !ok || strings.Contains(p.text, "hide ") {
			continue
		}
		other := p.script("try " + k)
		if other.index < 0 {
			continue
		}
		a := p.play(s, how{told: true, seed: g.seedOf()})
		b := p.play(other, how{told: true, seed: g.seedOf()})
		name := map[string]string{"1": "go_a_1", "2": "flee_far_1"}[k]
		if a.end != "done" || b.end != "done" {
			return "", false
		}
		offered := slices.Contains(since(a, "when offer_"+k), "offered "+name)
		happened, refused := false, ""
		for _, line := range since(b, "when try_"+k) {
			line = strings.TrimSpace(line)
			if rest, ok := strings.CutPrefix(line, "refused "+name); ok {
				refused = rest
			}
			happened = happened || strings.HasPrefix(line, "event "+name)
		}
		if !happened && refused == "" {
			return "", false
		}
		switch {
		case offered && refused != "" && !strings.Contains(refused, `"cost"`):
			return fmt.Sprintf("%s is offered; tried, it is refused:%s", name, refused), true
		case !offered && refused == "":
			return fmt.Sprintf("%s is not offered; tried, it is not refused", name), true
		}
		return "", true
	}
	return "", false
}

// since is what was told from a line on that begins so.
func since(o *outcome, start string) []string {
	for i := len(o.story) - 1; i >= 0; i-- {
		if strings.HasPrefix(strings.TrimSpace(o.story[i]), start) {
			return o.story[i:]
		}
	}
	return nil
}

// An action that is taken back leaves nothing.
func undoneIsNothing(g *generated, p *program) (string, bool) {
	return eachScript(p, func(s script) (string, bool) {
		before, after, ok := p.undone(s, g.seedOf())
		if ok && before != after {
			return "taken back, the state is another:\n" + firstDifference(before, after, ","), true
		}
		return "", ok
	})
}

// A step that fails leaves what was there before it.
func failedIsNothing(g *generated, p *program) (string, bool) {
	return eachScript(p, func(s script) (string, bool) {
		before, after, ok := p.failed(s, how{fuel: small, seed: g.seedOf(), free: true})
		if ok && before != after {
			return "after the failure the state is another:\n" + firstDifference(before, after, ","), true
		}
		return "", ok
	})
}

// Where things are kept in the table shows nowhere.
func orderIsArrival(g *generated, p *program) (string, bool) {
	holed, why := loadText(textOfNodes(withHoles(g.decls, p.shapes(), g.seed)))
	if holed == nil {
		return "with holes it does not load: " + why, true
	}
	return eachScript(p, func(s script) (string, bool) {
		h := how{told: true, free: false, seed: g.seed}
		a := p.play(s, h)
		h.prelude = holesEvent
		b := holed.play(holed.script(s.name), h)
		return differ(a, b, false), true
	})
}

// Other names in the same order, the same game.
func namesAreNothing(g *generated, p *program) (string, bool) {
	text := p.text
	names := declared.FindAllString(text, -1)
	slices.Sort(names)
	names = slices.Compact(names)
	to, back := map[string]string{}, []string{}
	for i, n := range names {
		side := "b"
		if n > "player" {
			side = "y"
		}
		to[n] = fmt.Sprintf("%s%04d_0", side, i)
		back = append(back, to[n], n)
	}
	q, why := loadText(declared.ReplaceAllStringFunc(text, func(n string) string { return to[n] }))
	if q == nil {
		return "renamed it does not load: " + why, true
	}
	named := strings.NewReplacer(back...)
	return eachScript(p, func(s script) (string, bool) {
		h := how{told: true, seed: g.seed}
		a := p.play(s, h)
		other := s.name
		if to[other] != "" {
			other = to[other]
		}
		b := q.play(q.script(other), h)
		for i := range b.story {
			b.story[i] = named.Replace(b.story[i])
		}
		b.end = named.Replace(b.end)
		return differ(a, b, false), true
	})
}

// Declarations in another order, in several files, the same game.
func placesAreNothing(g *generated, p *program) (string, bool) {
	rng := rand.New(rand.NewPCG(g.seed, 20))
	decls := slices.Clone(g.decls)
	rng.Shuffle(len(decls), func(i, j int) { decls[i], decls[j] = decls[j], decls[i] })
	cut := rng.IntN(len(decls) + 1)
	q, why := loadPack(map[string]string{
		"one.kdsl":                             textOfNodes(decls[:cut]),
		"two.kdsl":                             textOfNodes(decls[cut:]),
		fmt.Sprintf("f%d.kdsl", rng.IntN(100)): "pack pack_0\n",
	})
	if q == nil {
		return "shuffled it does not load: " + why, true
	}
	return eachScript(p, func(s script) (string, bool) {
		h := how{told: true, seed: g.seed}
		return differ(p.play(s, h), q.play(q.script(s.name), h), false), true
	})
}
