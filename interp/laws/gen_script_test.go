package laws_test

import (
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"
)

// makeScripts ends a program: what is set up, what is done, what is measured.
func (g *gen) makeScripts() {
	kind := g.n(3)
	if g.tiny {
		kind = g.n(6)
	}
	switch kind {
	case 0:
		g.add(g.scriptOf("scenario play_1", ""))
	case 1:
		g.add(g.scriptOf("test \"one\"", "expect"))
	}
	g.add(g.scriptOf("odds \"chance\"", "measure"))
	if g.acts() && g.odds(1, 3) && !g.zones {
		head, s := g.position()
		k := 1 + g.n(len(g.actions))
		p := g.piece(s)
		steps := g.steps(&s, 1)
		g.add(block(slices.Concat(head, steps, one(leaf("expect true")), one(leaf("when offer_%d(%s)", k, p)), one(leaf("expect true"))), "test \"offer %d\"", k))
		g.add(block(slices.Concat(head, steps, one(leaf("expect true")), one(leaf("when try_%d(%s)", k, p)), one(leaf("expect true"))), "test \"try %d\"", k))
	}
	if e := pick(g, g.events); g.asks && strings.HasPrefix(e.name, "ev_") && !e.each && !g.zones {
		g.bought(e)
	}
}

// bought asks whether an event could happen, calls it, and calls it as a cost, in the same position.
func (g *gen) bought(e event) {
	call := g.callOf(e, scope{pieces: []string{"who", "who.pal_1", "all(piece_1)[0]"}[:1], players: []string{"who.owner"}})
	g.add(leaf("event query_1(who: piece_1) { do { if can(%s) { note \"could\" } else { note \"could not\" } } }", call),
		leaf("event call_1(who: piece_1) { do { %s } }", call), leaf("event buy_1(who: piece_1) { cost %s; do { note \"bought\" } }", call))
	head, s := g.position()
	p := g.piece(s)
	steps := append(g.steps(&s, 1+g.n(2)), leaf("expect true"))
	g.add(block(slices.Concat(head, steps, []*node{leaf("when query_1(%s)", p), leaf("when call_1(%s)", p), leaf("expect true")}), "test \"call %d\"", e.rank))
	g.add(block(slices.Concat(head, steps, []*node{leaf("when buy_1(%s)", p), leaf("expect true")}), "test \"cost %d\"", e.rank))
}

// position sets up a few things.
func (g *gen) position() ([]*node, scope) {
	s := scope{players: []string{"red", "blue"}}
	var out []*node
	if g.wide {
		out = append(out, leaf("players red, blue, third_1"))
		s.players = append(s.players, "third_1")
	}
	if g.space {
		out = append(out, leaf("table 10 by 10"), leaf("given %s = chalk_1 at (%d, %d)", g.name("cross"), 1+g.n(8), 1+g.n(8)))
	}
	if g.options && g.odds(1, 2) {
		out = append(out, leaf("option opt_1 = %d", g.n(5)))
	}
	if len(g.funcs) > 0 && g.odds(1, 10) {
		out = append(out, leaf("stub %s = %d", oneOf(g, "f_1", "fig_1"), g.n(4)))
	}
	for range 2 + g.n(3) {
		x, at := g.name("man"), ""
		here := func() string { return fmt.Sprintf("(%d, %d)", 1+g.n(8), 1+g.n(8)) }
		if g.space && g.odds(4, 5) {
			at = " at " + here()
		}
		names, second := x, ""
		if g.odds(1, 6) {
			second = g.name("man")
			names += ", " + second
			if at != "" {
				at += ", " + here()
			}
		}
		with := ""
		if g.odds(1, 4) {
			with = " with " + pick(g, g.charmNames())
		}
		lasts := ""
		if g.odds(1, 8) {
			lasts = g.lasting(s)
		}
		whose := " for " + pick(g, s.players[:2])
		if g.odds(1, 12) { // nobody's
			whose = ""
		}
		out = append(out, leaf("given %s = %s%s%s%s%s { m_1: %d }", names, pick(g, g.pawns), with, whose, at, lasts, g.n(6)))
		if s.pieces = append(s.pieces, x); second != "" {
			s.pieces = append(s.pieces, second)
		}
		if g.odds(2, 3) {
			from := ""
			if g.odds(1, 3) {
				from = " from " + s.pieces[0]
			}
			out = append(out, leaf("apply %s to %s%s %s", pick(g, g.charmNames()), x, from, g.duration(s)))
		}
	}
	if g.zones {
		for range 2 {
			out = append(out, leaf("given %s = %s for red at hand_1 of %s", g.name("leaf"), pick(g, g.sheets), oneOf(g, "red", "blue")))
		}
	}
	return out, s
}

// steps are what a script does.
func (g *gen) steps(s *scope, n int) []*node {
	var out []*node
	for range n {
		switch g.n(12) {
		case 0:
			out = append(out, leaf("dice %d %d", 1+g.n(2), 1+g.n(2)))
		case 1:
			if len(g.fields) > 0 {
				out = append(out, leaf("answer %s: %s%s", pick(g, g.fields), oneOf(g, fmt.Sprint(g.n(3)), fmt.Sprintf("%s.m_1 > %d ? 1 : 0", g.piece(*s), g.n(5))), oneOf(g, "", "", " by red", " by blue")))
			}
		case 2:
			out = append(out, leaf("answer %s", oneOf(g, "yes", "no", "pass", "yes by red", "no by blue")))
		case 3, 4:
			in := s.with(func(*scope) {})
			out = append(out, block(g.steps(&in, 1), "during turn_1(%s)", oneOf(g, "red", "blue")))
		case 5:
			out = append(out, leaf("when turn_1(%s)", oneOf(g, "red", "blue")))
		case 6:
			if g.acts() {
				out = append(out, leaf("when open_1(red)"))
			}
		case 7:
			p := g.piece(*s)
			out = append(out, oneOf2(g, leaf("destroy %s", p), leaf("%s.m_1 = %d", p, g.n(7)), leaf("%s.on_1 = true", p)))
		}
		e := g.events[g.n(len(g.events))]
		c := g.callOf(e, *s)
		out = append(out, leaf("expect true")) // a stop, so that what fails can be compared with what was
		if e.record && g.odds(1, 3) {
			r := g.name("rec")
			out = append(out, leaf("let %s = %s", r, c))
			s.ints = append(s.ints, fmt.Sprintf("%s.out_%d", r, e.rank))
			out = append(out, leaf("expect %s.out_%d != %d", r, e.rank, g.n(3)))
			switch g.n(4) { // what is answered later depends on what came before
			case 0:
				out = append(out, leaf("if %s.out_%d > %d { answer yes } else { answer no }", r, e.rank, g.n(3)))
			case 1:
				if len(g.fields) > 0 {
					f := pick(g, g.fields)
					out = append(out, leaf("if %s.out_%d > %d { answer %s: 0 } else { answer %s: 1 }", r, e.rank, g.n(3), f, f))
				}
			}
			if g.odds(1, 2) {
				out = append(out, leaf("%s.out_%d = 0", r, e.rank))
			}
		} else {
			out = append(out, leaf("when %s", c))
		}
	}
	return out
}

// rolled throws, answers after what came up, forgets it, and throws again: what is still to be answered is
// all that tells two positions apart.
func (g *gen) rolled(s *scope) []*node {
	p := g.piece(*s)
	a, b := g.name("rec"), g.name("rec")
	then, other := "answer yes", "answer no"
	if len(g.fields) > 0 && g.odds(1, 2) {
		f := pick(g, g.fields)
		then, other = fmt.Sprintf("answer %s: 0", f), fmt.Sprintf("answer %s: 1", f)
	}
	out := []*node{leaf("let %s = roll_1(%s)", a, p)}
	if g.odds(2, 3) {
		out = append(out, leaf("if %s.out_0 > 1 { %s } else { %s }", a, then, other))
	}
	out = append(out, leaf("%s.out_0 = 0", a), leaf("let %s = roll_1(%s)", b, p))
	if g.odds(1, 2) {
		out = append(out, leaf("%s.out_0 = 0", b))
	} else {
		s.ints = append(s.ints, b+".out_0")
	}
	return out
}

func oneOf2(g *gen, list ...*node) *node { return list[g.n(len(list))] }

func (g *gen) scriptOf(head, last string) *node {
	kids, s := g.position()
	if g.odds(1, 3) {
		setup := g.name("setup")
		g.add(block(kids, "setup %s", setup))
		head, kids = head+" in "+setup, nil
	}
	if strings.HasPrefix(head, "scenario") {
		kids = append([]*node{leaf("en \"Play\"")}, kids...)
		if g.odds(1, 2) {
			kids = append(one(g.clause(scope{}, "", "s")), kids...)
		}
	}
	if g.rolls && last == "measure" && g.odds(2, 3) {
		kids = append(kids, g.rolled(&s)...)
	}
	value := g.int
	if g.holds && last == "measure" && g.odds(2, 3) {
		step, made := g.held(s)
		kids, value = append(kids, step), func(scope, int) string { return made }
	}
	s.asks = g.deeds()
	kids = append(kids, g.steps(&s, 1+g.n(3))...)
	switch last {
	case "expect":
		kids = append(kids, leaf("expect %s", g.bool(s, 2)))
		if g.odds(1, 3) {
			kids = append(kids, block(append(g.steps(&s, 1), leaf("expect ends within %d turn_1", g.n(4))), "for 2 seeds"))
		}
	case "measure":
		kids = append(kids, leaf("measure %s", value(scope{pieces: s.pieces, ints: s.ints, players: s.players}, 2)))
	}
	if last != "expect" {
		kids = expectless(kids)
	}
	return block(kids, "%s", head)
}

// expectless are steps without those that expect something, which only tests do.
func expectless(kids []*node) (out []*node) {
	for _, k := range kids {
		if !strings.HasPrefix(k.open, "expect ") {
			k.kids = expectless(k.kids)
			out = append(out, k)
		}
	}
	return out
}

// isScript tells whether a declaration is a script.
func (n *node) isScript() bool {
	return strings.HasPrefix(n.open, "test ") || strings.HasPrefix(n.open, "odds ") || strings.HasPrefix(n.open, "scenario ")
}

// whole is a script with the steps of its setup as its own.
func (n *node) whole(decls []*node) *node {
	open, setup, ok := strings.Cut(strings.TrimSuffix(n.open, " {"), " in ")
	i := slices.IndexFunc(decls, func(d *node) bool { return strings.TrimSuffix(d.open, " {") == "setup "+setup })
	if !ok || i < 0 {
		return n
	}
	return &node{open: open + strings.TrimPrefix(n.open, open+" in "+setup), close: n.close, kids: slices.Concat(decls[i].kids, n.kids)}
}

// holesEvent is the event of the prelude that makes holes.
const holesEvent = "holes_0"

// withHoles is a program whose scripts begin by making and destroying things, so that what comes later
// is allocated in another pattern. Nothing of the program hears of it.
func withHoles(decls []*node, shapes [][2]int, seed uint64) []*node {
	rng := rand.New(rand.NewPCG(seed, 5))
	var out []*node
	var makes, ends []string
	for i, s := range shapes {
		var cells []string
		for k := range s[0] {
			cells = append(cells, fmt.Sprintf("cell i%d_0: int = 0", k))
		}
		for k := range s[1] {
			cells = append(cells, fmt.Sprintf("cell j%d_0: list<int> = [1]", k))
		}
		out = append(out, leaf("kind hole_%d { %s }", i, strings.Join(cells, "; ")), leaf("hole_%d void_%d { }", i, i))
		for k := range 1 + rng.IntN(4) {
			x := fmt.Sprintf("v%d_%d", i, k)
			makes = append(makes, fmt.Sprintf("create void_%d as %s", i, x))
			if rng.IntN(3) > 0 {
				ends = append(ends, "destroy "+x)
			}
		}
	}
	out = append(out, leaf("kind keep_0 { }"), leaf("keep_0 kept_0 { }"))
	rng.Shuffle(len(makes), func(i, j int) { makes[i], makes[j] = makes[j], makes[i] })
	rng.Shuffle(len(ends), func(i, j int) { ends[i], ends[j] = ends[j], ends[i] })
	steps := append(append(makes, "create kept_0"), ends...)
	out = append(out, leaf("event %s() { do { %s } }", holesEvent, strings.Join(steps, "; ")))
	for _, d := range decls {
		if d.isScript() {
			d = d.whole(decls)
			at := 0
			for at < len(d.kids) && slices.ContainsFunc([]string{"en ", "players ", "table ", "option ", "stub ", "ls_1:"}, func(w string) bool { return strings.HasPrefix(d.kids[at].open, w) }) {
				at++
			}
			d = &node{open: d.open, close: d.close, kids: slices.Insert(slices.Clone(d.kids), at, leaf("when %s()", holesEvent))}
		}
		out = append(out, d)
	}
	return out
}
