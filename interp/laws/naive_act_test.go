package laws_test

import (
	"slices"

	"github.com/kdsl-lang/kdsl/interp/journal"
	"github.com/kdsl-lang/kdsl/lang/ir"
)

// offered is an action that may be started: by whom, and what offers it.
type offered struct {
	ev    *ir.Event
	who   int64
	giver int64
	score int64
}

// act lets players start actions.
func (e *env) act(s *ir.Act) signal {
	g := e.g
	if s.Who != nil {
		for {
			who := g.thing(e.num(s.Who), s.At)
			if who.owner == ir.None {
				fail(s.At, "nobody owns %s", who.card.Name)
			}
			passed, sig := g.askAct(who.owner, []*thing{who}, s.Events, e.line)
			if sig != goOn || passed || !s.Pass {
				return sig
			}
			if who.gone || e.own && !g.needed(e.ev) {
				return goOn
			}
		}
	}
	players := slices.Clone(e.eval(s.By).L)
	passes := 0
	for turn := 0; len(players) > 0; turn++ {
		p := players[turn%len(players)]
		var things []*thing
		for _, t := range g.all() {
			if t.owner == p {
				things = append(things, t)
			}
		}
		passed, sig := g.askAct(p, things, s.Events, e.line)
		if sig != goOn {
			return sig
		}
		if passes++; !passed {
			passes = 0
		}
		if !s.Pass && turn+1 == len(players) || s.Pass && passes == len(players) {
			break
		}
	}
	return goOn
}

// deeds are the actions of some things that could be started, by arrival: of each thing those of its
// kind, of what lies on it, and of its own card.
func (g *game) deeds(player int64, things []*thing, among []int) (out []offered) {
	for _, t := range things {
		if !g.awake(t) {
			continue
		}
		offer := func(actions []int, giver int64) {
			for _, a := range actions {
				ev := g.p.Events[a]
				if g.isKind(t.card.Kind, ev.Fields[0].Type.Ref) && (among == nil || slices.Contains(among, a)) {
					d := offered{ev: ev, who: t.num, giver: giver}
					ok := g.guided(ev)
					if !ok {
						d.score, ok = g.startable(d, player)
					}
					if ok {
						out = append(out, d)
					}
				}
			}
		}
		offer(g.p.Kinds[t.card.Kind].Actions, ir.None)
		for _, x := range g.on(t.num) {
			if g.awake(x) {
				offer(x.card.Actions, x.num)
			}
		}
		offer(t.card.Actions, t.num)
	}
	return out
}

// startable tells whether an action has an answer that nothing refuses, and how much an automatic player
// wants it, who would give the automatic answer. Without a player, everything is in view.
func (g *game) startable(d offered, player int64) (score int64, ok bool) {
	was := g.trying
	g.trying = true
	defer func() { g.trying = was }()
	e := g.propose(d.ev, map[int]val{0: num(d.who)}, d.giver)
	defer g.end(e)
	if label, _ := g.ask(e, true, player == ir.None); label != "" {
		return 0, false
	}
	g.compute(e, func(i int) bool { return g.afterForm(d.ev, i) })
	if label, _ := g.permitted(e, player); label != "" {
		return 0, false
	}
	if d.ev.Prefer == nil {
		return 1, true
	}
	en := g.at(e)
	en.view = player
	return en.num(d.ev.Prefer), true
}

// guided tells whether the form of an action asks for a place or a way, of which players see a sample.
func (g *game) guided(ev *ir.Event) bool {
	return g.guide != nil && slices.ContainsFunc(ev.Form, func(f *ir.FormField) bool { return f.Within != nil })
}

// askAct asks a player for an action and starts it. One that is refused for what the player does not see
// changes nothing: the question stands, without it.
func (g *game) askAct(player int64, things []*thing, among []int, line []*ir.Hook) (passed bool, sig signal) {
	struck := map[[3]int64]bool{}
	for {
		deeds := keep(g.deeds(player, things, among), func(d offered) bool { return !struck[d.key()] })
		guided, theirs := slices.ContainsFunc(deeds, func(d offered) bool { return g.guided(d.ev) }), ""
		if guided {
			asked := false
			if theirs, asked = g.guide.deed(); !asked {
				return true, goOn
			}
		}
		if len(deeds) == 0 {
			return true, goOn
		}
		if g.trying {
			panic(notPlain{})
		}
		pick := g.pick(deeds, guided, theirs)
		if pick >= 0 && !g.guided(deeds[pick].ev) {
			if _, ok := g.startable(deeds[pick], ir.None); !ok {
				struck[deeds[pick].key()] = true
				continue
			}
		}
		en := journal.Entry{Kind: journal.Choice, Event: -1, Hook: -1, Inst: -1, Text: "pass", Player: int32(player)}
		if pick >= 0 {
			en.Text, en.Inst = deeds[pick].ev.Name, deeds[pick].who
		}
		g.tell(en)
		if pick < 0 {
			return true, goOn
		}
		d := deeds[pick]
		_, _, sig := g.call(d.ev, map[int]val{0: num(d.who)}, d.giver, line, nil)
		return false, sig
	}
}

// pick is the answer of the script, of the guide, or the automatic one: the largest score above 0, of equal
// ones the first; -1 passes.
func (g *game) pick(deeds []offered, guided bool, theirs string) int {
	if a := g.take(func(a *answer) bool { return a.s.Word == "pass" || a.s.Word != "" && a.s.Event >= 0 }); a != nil {
		pick := slices.IndexFunc(deeds, func(d offered) bool { return d.ev.ID == a.s.Event })
		if pick < 0 && a.s.Word != "pass" {
			fail(a.s.At, "the answer is refused: this action is not offered")
		}
		return pick
	}
	pick, best := -1, int64(0)
	for i, d := range deeds {
		g.fuel++
		if guided && d.ev.Name == theirs {
			return i
		} else if !guided && d.score > best {
			pick, best = i, d.score
		}
	}
	return pick
}

func (d offered) key() [3]int64 { return [3]int64{int64(d.ev.ID), d.who, d.giver} }
