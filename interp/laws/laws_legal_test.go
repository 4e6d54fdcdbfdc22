package laws_test

import (
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"
)

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

// What could happen is not refused when it is called at once, and what could not is: but for costs that dice or a
// clause have come in between of, and for what goes on elsewhere.
func canIsTrue(g *generated, p *program) (string, bool) {
	name, call, _ := p.bought(g)
	if call == nil {
		return "", false
	}
	could, label := told(call, "when query_1", "note"), refusal(call, "when call_1", "refused "+name)
	switch {
	case len(could) == 0 || len(told(call, "when call_1", "event call_1")) == 0:
		return "", false
	case strings.Contains(could[0], `"could"`) != (label == "") && label != "cost":
		return fmt.Sprintf("%s: %s, and when it is called it is refused %q", name, could[0], label), true
	}
	return "", true
}

// A cost is refused as the same call is, and asks the same of the same players.
func costsAreCalls(g *generated, p *program) (string, bool) {
	name, call, cost := p.bought(g)
	if call == nil {
		return "", false
	}
	called, paid := refusal(call, "when call_1", "refused "+name), refusal(cost, "when buy_1", "refused buy_1")
	switch {
	case since(call, "when call_1") == nil || since(cost, "when buy_1") == nil:
		return "", false
	case called != paid && called != "cost" && paid != "cost":
		return fmt.Sprintf("%s: called it is refused %q, as a cost %q", name, called, paid), true
	case called != "" || paid != "":
		return "", true
	}
	if a, b := told(call, "when call_1", "choice"), told(cost, "when buy_1", "choice"); !slices.Equal(a, b) {
		return fmt.Sprintf("%s: called it asks %q, as a cost %q", name, a, b), true
	}
	return "", true
}

// bought plays the scripts in which an event is called, and in which it is a cost; nil where there are none that end.
func (p *program) bought(g *generated) (event string, call, cost *outcome) {
	for _, s := range p.scripts {
		rank, ok := strings.CutPrefix(s.name, "call ")
		if other := p.script("cost " + rank); ok && other.index >= 0 && !strings.Contains(p.text, "hide ") {
			call, cost = p.play(s, how{told: true, seed: g.seedOf()}), p.play(other, how{told: true, seed: g.seedOf()})
			if call.end == "done" && cost.end == "done" {
				return "ev_" + rank, call, cost
			}
		}
	}
	return "", nil, nil
}

// refusal is the label of the first refusal of a sort, "" when there is none.
func refusal(o *outcome, start, sort string) string {
	lines := told(o, start, sort+" ")
	if len(lines) == 0 {
		return ""
	}
	return strings.Split(lines[0], `"`)[1]
}

// told are the lines of a sort since a line that begins so.
func told(o *outcome, start, sort string) (out []string) {
	for _, line := range since(o, start) {
		if line = strings.TrimSpace(line); strings.HasPrefix(line, sort) {
			out = append(out, line)
		}
	}
	return out
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

// chorus is put beside a program where the order of ids is the point: of rules that hear one event, of what a
// scenario says beside them, and of actions that are wanted alike. By length of their names and as they stand here
// they come in another order than by name.
func chorus() []*node {
	return []*node{
		leaf("rule voice_1 { sung_1: after gain_1 { note \"voice\" }; also_it_1: after gain_1 { note \"also\" } }"),
		leaf("rule second_voice_1 { sung_1: after gain_1 { note \"second\" } }"),
		leaf("rule tenor_1 { sung_1: after gain_1 { note \"tenor\" } }"),
		leaf("action wave_1(whom: player) { tag tied_1; do { whom.p_2 += 1 } }"),
		leaf("action stand_up_1(whom: player) { tag tied_1; do { whom.p_2 += 10 } }"),
		leaf("event ask_1(whom: player) { do { act whom among tied_1 once } }"),
		leaf("scenario tune_1 { hum_1: after gain_1 { note \"hum\" }; when gain_1(red) }"),
		leaf("test \"chorus\" { when gain_1(red); when ask_1(red); expect red.p_2 == 10 }"),
	}
}

// Other names in the same order, the same game, wherever the words of the language stand among them.
func namesAreNothing(g *generated, _ *program) (string, bool) {
	p, why := loadText(textOfNodes(slices.Concat(g.decls, chorus())))
	if p == nil {
		return "with the chorus it does not load: " + why, true
	}
	text := p.text
	names := declared.FindAllString(text, -1)
	slices.Sort(names)
	names = slices.Compact(names)
	to, back := map[string]string{}, []string{}
	cut := rand.New(rand.NewPCG(g.seed, 21)).IntN(len(names) + 1)
	for i, n := range names {
		side := "b"
		if i >= cut {
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
func placesAreNothing(g *generated, _ *program) (string, bool) {
	rng := rand.New(rand.NewPCG(g.seed, 20))
	decls := slices.Concat(g.decls, chorus())
	p, why := loadText(textOfNodes(decls))
	if p == nil {
		return "with the chorus it does not load: " + why, true
	}
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
