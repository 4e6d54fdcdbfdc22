package laws_test

import (
	"fmt"
	"slices"
	"strings"
)

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
		ways := []how{{told: true}, {covered: true}}
		if g == nil && s.index%4 != 0 {
			ways = ways[:1]
		}
		for _, h := range ways {
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
