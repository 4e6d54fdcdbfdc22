package laws_test

import (
	"fmt"
	"slices"
	"strings"
)

// makeEvents declares the events that everything else hears and calls, each of which calls only those
// after it: a generated program ends.
func (g *gen) makeEvents() {
	n := 2 + g.n(2)
	if g.tiny {
		n = 2
	}
	if g.large {
		n += 2
	}
	for i := 1; i <= n; i++ {
		e := event{name: fmt.Sprintf("ev_%d", i), ofPiece: true, n: g.odds(2, 3), layered: g.odds(1, 2), rank: i}
		g.events = append(g.events, e)
	}
	g.events = append(g.events, event{name: "turn_1", rank: 2}, event{name: "gain_1", rank: 8})
	pay := []*node{leaf("require rich_1: who.m_1 >= n_9"), leaf("do { who.m_1 -= n_9 }")}
	g.add(&node{open: "event pay_1(who: piece_1, n_9: int) {", close: "}", kids: pay})
	g.add(leaf("event gain_1(whom: player) { tag soft_1, loud_1; do { whom.p_1 += 1; note \"gain {whom}\" } }"))
	if g.holds = g.odds(1, 2); g.holds {
		g.events = append(g.events, event{name: "hold_1", ofPiece: true, record: true, rank: 0})
	}
	for i := range n {
		g.makeEvent(&g.events[i])
	}
	if g.odds(2, 3) {
		g.rolls = true
		toss := fmt.Sprintf(oneOf(g, "throw d%d as face_0 for toss_1; out_0 = face_0", "throw 2 d%d by face > 1 as face_0 of who for toss_1 { if face_0.class { out_0 = face_0.count } }",
			"throw 2 d%d as face_0 for toss_1; out_0 = face_0.total()", "throw d%d by face > 1 as high_0 of who for toss_1; out_0 = high_0 ? 2 : 1"), 2+g.n(3))
		g.add(leaf("event roll_1(who: piece_1) { out_0: int = 0; do { %s%s } }", toss, oneOf(g, "", "; who.m_1 += out_0", "; if out_0 > 1 { who.m_2 += 1 }")))
	}
	if g.holds {
		g.hold()
	}
	if g.acts() {
		s := scope{players: []string{"whom"}}
		g.actions = []string{"go_a_1"}
		kids := g.stmts(s, 1)
		if g.odds(1, 2) {
			kids = append(kids, leaf("window among go_1 by players() %s", oneOf(g, "once", "until pass")))
		}
		g.add(block([]*node{block(kids, "do")}, "event open_1(whom: player)"))
	}
	if g.tables {
		g.add(leaf("table fate_1(roll_9: int in 0..9, who: piece_1) on roll_9 { 0..3 => { who.m_1 += 1 }; 4..9 => { note \"fate {who}\"; who.m_2 += roll_9 } }"))
	}
}

func (g *gen) makeEvent(e *event) {
	s := scope{pieces: []string{"who", "who"}, rank: e.rank, players: []string{"who.owner"}}
	params := "who: piece_1"
	var m []*node
	if g.odds(1, 2) {
		m = append(m, leaf("tag %s", oneOf(g, "loud_1", "soft_1")))
	}
	amount := "1"
	if e.n {
		params += ", n: int?"
		m = append(m, leaf("amount_1: int = has(n) ? n : %d", g.n(3)))
		s.ints, amount = append(s.ints, "amount_1", "amount_1"), "amount_1"
	}
	if e.layered {
		m = append(m, leaf("total_1: int = %s layers base_1, more_1%s%s", oneOf(g, amount, amount+" + who.s_1", "2"), oneOf(g, "", " min 0"), oneOf(g, "", " max 7")))
		m = append(m, leaf("extra_1: int = %s layers base_1%s", oneOf(g, "1", "total_1", amount), oneOf(g, "", " max total_1 + 2", " min 0")))
		s.ints = append(s.ints, "total_1", "extra_1")
	}
	e.record = g.odds(1, 2)
	if e.record {
		m = append(m, leaf("out_%d: int = 0", e.rank))
		s.ints = append(s.ints, fmt.Sprintf("out_%d", e.rank))
	}
	if g.bags && g.odds(1, 2) {
		m = append(m, leaf("heap_f_1: heap_1"))
		s.bag = "heap_f_1"
	}
	if s.asks = g.legal(); g.asks && e.rank < 2 { // nothing asks about the first
		s.asks = append(s.asks, g.events[e.rank])
	}
	legal := s.asks
	if g.odds(1, 3) {
		m = append(m, g.form(e, &s))
	}
	if s.asks = g.deeds(); g.odds(1, 3) {
		c := scope{pieces: []string{"who"}, ints: s.ints, asks: legal}
		m = append(m, leaf("require able_%d: %s", e.rank, oneOf(g, g.bool(c, 2), "who.m_1 < 6", "!who.on_1 || who.m_2 < 4")))
		e.needs = fmt.Sprintf("able_%d", e.rank)
	}
	if g.odds(1, 4) {
		m = append(m, leaf("limit %s%s per who%s per %s", oneOf(g, "", "tries "), oneOf(g, "once", "twice", "3"), oneOf(g, "", ", who.owner"), oneOf(g, "game", g.spans[0], g.spans0())))
	}
	if g.odds(1, 3) {
		m = append(m, leaf("cost pay_1(who, %d)", 1+g.n(2)))
		if g.odds(1, 2) {
			m = append(m, leaf("cost pay_1(who, %d)", 1+g.n(3)))
		}
		if g.odds(1, 3) {
			m = append(m, leaf("cost %s", g.callOf(g.events[min(e.rank+g.n(2), len(g.events)-1)], s)))
		}
	}
	if e.record && g.odds(1, 6) { // a cost that writes the record of what it is paid for
		g.add(leaf("event toll_%d(paid: %s) { do { paid.out_%[1]d += %[3]d } }", e.rank, e.name, 1+g.n(2)))
		m = append(m, leaf("cost toll_%d(this)", e.rank))
	}
	if g.odds(1, 4) {
		m = append(m, leaf("needs who"))
	}
	if g.odds(1, 8) {
		m = append(m, leaf("ordered by owner"))
	}
	if s.around = g.fieldsAround(e.rank); e.record {
		s.out = fmt.Sprintf("out_%d", e.rank)
	}
	do := g.stmts(s, 1+g.n(2))
	if g.large {
		do = append(do, g.stmt(&s)...)
	}
	if g.odds(1, 12) {
		do = append(do, leaf("if %s { who.m_2 = who.row_1[9] }", g.bool(s, 1))) // fails in the middle
	}
	if e.record {
		do = append(do, g.write(fmt.Sprintf("out_%d", e.rank), oneOf(g, "=", "+="), g.int(s, 1)))
	}
	g.add(block(append(m, block(g.step(e, do), "do")), "event %s(%s)", e.name, params))
}

// step puts the last statements of an event into a step, which a patch may have written.
func (g *gen) step(e *event, do []*node) []*node {
	if !g.odds(1, 4) {
		return do
	}
	from := g.n(len(do) + 1)
	step := block(slices.Clone(do[from:]), "step part_1:")
	if g.odds(1, 2) {
		g.add(block(one(step), "patch event %s", e.name))
		step = block(one(leaf("note \"before\"")), "step part_1:")
	}
	return append(do[:from:from], step)
}

// form writes what an event asks, and adds to the scope what is answered.
func (g *gen) form(e *event, s *scope) *node {
	var fields []*node
	for k := range 1 + g.n(2) {
		x := fmt.Sprintf("want_%d%d", e.rank, k)
		it := s.with(func(d *scope) { d.pieces = append(d.pieces, "it", "it") })
		switch g.n(6) {
		case 0, 1:
			fields = append(fields, leaf("%s: int in 0..%d%s%s", x, 1+g.n(3), oneOf(g, "", fmt.Sprintf(" where it %s %s", oneOf(g, "<=", "!=", ">"), g.int(*s, 0))), oneOf(g, "", " prefer it", " prefer -it")))
			s.ints = append(s.ints, x)
			g.fields = append(g.fields, x)
			e.want, e.whom = x, false
		case 2, 3:
			fields = append(fields, leaf("%s: piece_1 where it != who%s%s", x, oneOf(g, "", " && "+g.bool(it, 1)), oneOf(g, "", " prefer it.m_1 + ("+g.int(it, 1)+")")))
			s.pieces = append(s.pieces, x)
			e.want, e.whom = x, true
		case 4:
			fields = append(fields, leaf("%s: bool%s", x, oneOf(g, "", " prefer true", " prefer "+g.bool(*s, 1))))
			s.bools = append(s.bools, x)
		default:
			fields = append(fields, leaf("%s: list<piece_1> count 0..2 prefer size(it)", x))
			s.bools = append(s.bools, fmt.Sprintf("size(%s) > 1", x))
		}
	}
	if len(fields) == 1 && g.odds(1, 5) {
		x, y := fmt.Sprintf("want_%d0", e.rank), fmt.Sprintf("want_%d1", e.rank)
		*s, e.want = scope{pieces: []string{"who"}, rank: s.rank, lists: []string{x}}, ""
		e.each = true
		each := one(leaf("%s: int in 0..2%s%s", x, oneOf(g, "", " where it <= by_0.p_1", " where it != by_0.p_2"), oneOf(g, " prefer it", " prefer it * by_0.p_2", "")))
		if g.odds(1, 2) { // what is answered above is known, and only to him
			each, s.lists = append(each, leaf("%s: int in 0..3 where it >= %s%s", y, x, oneOf(g, "", " prefer it", " && it != by_0.p_1"))), append(s.lists, y)
			g.fields = append(g.fields, y)
		}
		return block(each, "choose by each by_0 in players()")
	}
	return block(fields, "choose by %s", oneOf(g, "who.owner", "who.owner", "players()[1]"))
}

// makeActions declares what players may start.
func (g *gen) makeActions() {
	g.actions = nil
	if !g.acts() {
		return
	}
	for i := range 1 + g.n(5)/4 {
		name := []string{"go_a_1", "flee_far_1"}[i]
		g.actions = append(g.actions, name)
		s := scope{pieces: []string{"who", "who"}, rank: 2, players: []string{"who.owner"}}
		m := []*node{leaf("tag go_1, go_only_%d", i+1)}
		if g.odds(1, 3) {
			e := event{rank: 20 + i}
			m = append(m, g.form(&e, &s))
		}
		if g.odds(1, 2) {
			m = append(m, leaf("require free_%d: %s", i+1, oneOf(g, "who.m_1 < 5", g.bool(scope{pieces: []string{"who"}}, 2))))
		}
		m = append(m, leaf("limit %s%s per who per %s", oneOf(g, "", "tries "), oneOf(g, "once", "twice"), oneOf(g, "game", "turn_1")))
		if g.odds(1, 2) {
			m = append(m, leaf("cost pay_1(who, %d)", 1+g.n(2)))
		}
		if g.odds(1, 3) {
			m = append(m, leaf("prefer %s", g.int(scope{pieces: []string{"who"}}, 2)))
		}
		s.around = g.fieldsAround(99)
		do := g.stmts(s, 1+g.n(2))
		m = append(m, block(append(do, leaf("note \"act {who}\"")), "do"))
		g.add(block(m, "action %s(who: piece_1)", name))
		g.add(leaf("event offer_%d(who: piece_1) { do { act who among go_only_%d once } }", i+1, i+1),
			leaf("event try_%d(who: piece_1) { do { if in_play(who) { %s(who) } } }", i+1, name))
	}
}

// makeCards declares what lies in play.
func (g *gen) makeCards() {
	g.pawns = g.pawnNames()
	self := scope{pieces: []string{"self"}}
	g.add(leaf("piece_1 pawn_1 { }"))
	if g.pawnN > 1 {
		k := []*node{}
		if g.odds(1, 3) {
			k = append(k, leaf("s_1: x_1"))
		}
		if g.odds(1, 2) {
			k = append(k, g.clause(self, "self", "a"))
		}
		g.add(block(k, "%s pawn_2(x_1: int in 1..3)", oneOf(g, g.kinds...)))
	}
	if g.pawnN > 2 {
		k := []*node{leaf("gear_1: [%s]", oneOf(g, "blade_1", "blade_1, blade_1", "blade_1, ring_1"))}
		if g.odds(1, 3) {
			k = append(k, g.clause(self, "self", "a"))
		}
		if g.acts() && g.odds(1, 3) {
			k = append(k, leaf("action go_z_1(who: piece_1) { tag go_1; limit once per who per game; do { note \"z {who}\"; %s } }", oneOf(g, "who.m_1 += 1", "ev_2(who)", "throw d3 as face_0 of who for toss_1; who.m_1 += face_0")))
			g.add(leaf("event go_on_1(who: piece_1) { do { if in_play(who) { go_z_1(who) } } }"))
			g.events = append(g.events, event{name: "go_on_1", ofPiece: true, rank: 9})
		}
		g.add(block(k, "piece_1 pawn_3"))
		g.add(block([]*node{g.clause(scope{pieces: []string{"bearer"}}, "bearer", "a")}, "tool_1 blade_1"))
		g.add(leaf("tool_1 ring_1 { }"))
	}
	on := scope{pieces: []string{"bearer"}}
	for i, head := range []string{"luck_1", "luck_2", "luck_3(x_2: int in 1..3)", "luck_4"}[:g.charmN] {
		s := on
		if i == 2 {
			s.ints = []string{"x_2"}
		}
		m := []*node{}
		switch {
		case i == 0:
			m = append(m, leaf("tag wet_1"))
			if g.charmN > 3 { // there is something to ignore
				m = append(m, leaf("damp_1: after ev_1(who: bearer) { note \"damp\" }"))
			}
		case i == 3: // it would ignore itself
			m = append(m, leaf("tag dry_1"))
		case g.odds(1, 3):
			m = append(m, leaf("tag %s", oneOf(g, "wet_1", "dry_1")))
		}
		if g.odds(1, 3) {
			m = append(m, leaf("let fix_1 = %d", g.n(4)))
			s.ints = append(slices.Clone(s.ints), "fix_1", "fix_1")
		}
		if g.odds(1, 4) {
			m = append(m, leaf("one per %s", oneOf(g, "bearer", "bearer, renewed", "bearer.m_1 > 2", "owner, renewed")))
		}
		if g.shared = ""; g.odds(1, 4) {
			g.shared = "often_1"
			m = append(m, leaf("limit %s per %s per %s as often_1", oneOf(g, "once", "twice"), oneOf(g, "bearer", "self", "owner"), oneOf(g, "game", "turn_1")))
		}
		if g.kept && g.odds(1, 2) {
			m = append(m, leaf("replace kept_1: after ev_1(who: bearer) { note \"another's {bearer}\" }"))
		}
		m = append(m, g.clause(s, "bearer", "a"))
		if g.odds(1, 3) || g.shared != "" {
			m = append(m, g.clause(s, "bearer", "b"))
		}
		g.shared = ""
		if i == 3 {
			m = append(m, leaf("ignore %s", oneOf(g, "luck_1", "luck_2 of bearer", "luck_1 during turn_1", "#wet_1 during ev_1", "#wet_1 during ev_1(who: bearer)", "luck_3 of bearer when bearer.m_1 > 1", "luck_1.lab_1 of bearer")))
		}
		g.add(block(m, "charm_1 %s", head))
	}
	if g.badges {
		s := scope{players: []string{"bearer"}}
		g.add(block([]*node{g.clause(s, "", "a")}, "badge_1 crown_1"))
		g.add(leaf("event crowned_1(whom: player) { do { apply crown_1 to whom %s } }", oneOf(g, "until used", "permanent", "until end of next turn_1 of whom")))
		g.events = append(g.events, event{name: "crowned_1", rank: 7})
	}
}

// makeRules declares what is always in play.
func (g *gen) makeRules() {
	for i := range g.n(5) / 2 {
		m := []*node{g.clause(scope{}, "", "a")}
		if g.odds(1, 3) {
			m = append(m, g.clause(scope{}, "", "b"))
		}
		g.add(block(m, "rule %s", []string{"zeal_1", "statute_1"}[i])) // the shorter name comes last
	}
}

// clause writes a clause of a card; about is the thing that it is about, "" for none.
func (g *gen) clause(s scope, about, label string) *node {
	if g.rolls && g.odds(1, 6) {
		return g.onThrow(about, map[string]string{"a": "lab_1: ", "b": "kept_long_1: ", "s": "ls_1: "}[label])
	}
	e := g.events[g.n(min(5, len(g.events)))]
	if g.odds(1, 8) {
		e = g.events[len(g.events)-1]
	}
	if g.acts() && g.odds(1, 6) { // what players start is heard, too
		e = event{name: "go_a_1", ofPiece: true, rank: 3}
	}
	s.rank = e.rank
	when, sort := "", g.n(17)
	asks := g.legal()
	if sort > 1 && sort < 10 {
		asks = g.deeds()
	}
	if sort == 16 && g.figures {
		return g.figureClause(s, about, label)
	}
	in := s.with(func(d *scope) {
		d.asks, d.around = asks, g.fieldsAround(99)
		if e.layered && sort != 13 { // what contributes to them may not read them
			d.ints = append(d.ints, "total_1", "extra_1")
		}
		if e.ofPiece {
			d.pieces = append(d.pieces, "who")
			if e.n {
				d.ints = append(d.ints, "amount_1")
			}
		} else {
			d.players = append(d.players, "whom")
		}
	})
	var parts []string
	head := e.name
	if e.ofPiece {
		head = g.head(e, about)
		if head == e.name && about != "" && g.odds(1, 2) {
			parts = append(parts, "who == "+about)
		}
	}
	during := ""
	if g.odds(1, 8) {
		during = " during turn_1"
		if about != "" && g.odds(1, 2) {
			during += "(whom: owner)"
		}
		if g.odds(1, 2) {
			during += " as around_0"
			in = in.with(func(d *scope) { d.players = append(d.players, "around_0.whom", "around_0.whom") })
		}
	}
	if other := g.events[g.n(len(g.events))]; other.ofPiece && g.odds(1, 6) {
		parts = append(parts, fmt.Sprintf("(has(during(%s)) && during(%[1]s).who.m_1 > %d || %s)", other.name, g.n(3), g.bool(in, 1)))
	}
	if g.odds(1, 2) {
		parts = append(parts, "("+g.bool(in, 1)+")")
	}
	for i, p := range parts {
		if i == 0 {
			when = " when " + p
		} else {
			when += " && " + p
		}
	}
	l := map[string]string{"a": "lab_1: ", "b": "kept_long_1: ", "s": "ls_1: "}[label]
	switch sort {
	case 0, 1:
		return leaf("%scannot %s%s%s", l, head, during, when)
	case 2, 3:
		may, body := g.may(in, g.around(e, in, about))
		return block(body, "%sinstead %s%s%s%s", l, head, during, may, when)
	case 4, 5, 6:
		in := in.with(func(d *scope) {
			d.cancel, d.total = true, e.layered
		})
		may, body := g.may(in, g.clauseBody(in, about))
		return block(body, "%sbefore %s%s%s%s", l, head, during, may, when)
	case 7, 8, 9:
		may, body := g.may(in, g.clauseBody(in, about))
		return block(body, "%safter %s%s%s%s", l, head, during, may, when)
	case 10:
		if about != "" {
			b := scope{pieces: []string{about, about}, deep: 2, rank: 8, apart: true}
			body := []*node{leaf("note \"turned {%s}\"", about)}
			if g.odds(1, 2) {
				body = append(body, leaf("%s.m_2 += 1", about))
			}
			if g.odds(1, 4) {
				body = append(body, leaf("destroy %s", about))
			}
			return block(body, "%sbecomes %s", l, oneOf(g, about+".m_1 > 2", about+".on_1", g.bool(b, 1), about+".s_1 > 3"))
		}
	case 11, 12:
		p := s.with(func(d *scope) { d.plain = true; d.players = nil })
		layer := oneOf(g, "", " layer low_1", " layer high_1")
		what := oneOf(g, "add %s to %s.s_1", "set %[2]s.s_1 to %[1]s", "raise %[2]s.s_1 to %[1]s", "cap %[2]s.s_1 at %[1]s", "multiply %[2]s.s_1 by %[1]s")
		if about != "" && g.odds(2, 3) {
			return leaf("%swhile %s { %s%s }", l, g.bool(p, 1), fmt.Sprintf(what, g.int(p, 1), about), layer)
		}
		q := p.with(func(d *scope) { d.pieces = append(d.pieces, "each_0") })
		return leaf("%swhile each each_0: piece_1 where %s { %s%s }", l, g.bool(q, 1), fmt.Sprintf(what, g.int(q, 0), "each_0"), layer)
	case 13:
		if e.layered {
			in.plain = true
			if g.odds(1, 3) { // what is above is folded by then
				above := " && "
				if when == "" {
					above = " when "
				}
				return leaf("%swhile %s%s%s%stotal_1 > %d { add %d to extra_1 layer base_1 }", l, head, during, when, above, g.n(4), 1+g.n(3))
			}
			return leaf("%swhile %s%s%s { %s }", l, head, during, when, g.contribution(in))
		}
	case 14:
		if e.needs != "" && during == "" {
			return leaf("%swaive %s of %s%s", l, e.needs, head, when)
		}
	case 15:
		heads := "#" + oneOf(g, "loud_1", "soft_1")
		if other := g.events[g.n(len(g.events))]; g.odds(1, 2) && other.name != e.name {
			heads = head + " or " + other.name
			if other.ofPiece {
				heads = head + " or " + g.head(other, about)
			}
		} else if fields := g.head(e, ""); g.odds(1, 2) && head != e.name && fields != e.name {
			heads = head + " or " + fields
		}
		return block([]*node{leaf("note \"any\"")}, "%s%s %s", l, oneOf(g, "after", "before", "instead"), heads)
	}
	return block(g.clauseBody(in, about), "%safter %s%s%s", l, head, during, when)
}

// figureClause writes a clause about a function that is contributed to, which reads no such function.
func (g *gen) figureClause(s scope, about, label string) *node {
	name, pieces := "fig_1", []string{"q_9", "q_8"}
	if g.odds(1, 4) {
		name, pieces = "fit_1", pieces[:1]
	}
	in := s.with(func(d *scope) { d.pieces, d.apart, d.around = append(d.pieces, pieces...), true, g.fieldsAround(99) })
	head := name
	if about != "" && g.odds(2, 3) {
		head += "(" + pick(g, pieces) + ": " + about + ")"
	} else if g.odds(1, 4) {
		head += "(q_9: pawn_1)"
	}
	head += oneOf(g, "", "", "", " during turn_1", " during ev_1 as around_0")
	if g.odds(1, 2) {
		head += " when " + g.bool(in, 2)
	}
	body := "set to " + g.bool(in, 1)
	if name == "fig_1" {
		body = fmt.Sprintf(oneOf(g, "add 0 + %s", "add 1 * %s", "set to %s", "raise to %s", "cap at %s", "multiply by %s"), g.int(in, 1)) + oneOf(g, "", " layer low_f", " layer high_f")
	}
	if g.odds(1, 4) {
		body = "if " + g.bool(in, 1) + " { " + body + " }"
	}
	return leaf("%swhile %s { %s }", map[string]string{"a": "lab_1: ", "b": "kept_long_1: ", "s": "ls_1: "}[label], head, body)
}

// around is what is done in place of an event, which may go on in the midst of it.
func (g *gen) around(e event, s scope, about string) []*node {
	out := slices.DeleteFunc(g.clauseBody(s, about), func(n *node) bool { // in place of a span its limits never bind
		return e.name == "turn_1" && strings.HasPrefix(n.open, "limit") && strings.HasSuffix(n.open, "per turn_1")
	})
	if g.odds(1, 3) {
		return out
	}
	var changes []string
	if e.ofPiece && e.rank < 20 && !g.narrows && g.odds(1, 3) {
		g.moves = true
		changes = append(changes, "who: "+oneOf(g, "who", "all(piece_1)[0]", "all(piece_1)[size(all(piece_1)) - 1]"))
	}
	if e.n && g.odds(1, 2) {
		changes = append(changes, oneOf(g, "n: none", "n: "+g.int(s, 1), "amount_1: "+g.int(s, 1), "amount_1: half_up(amount_1)"))
	}
	on := "proceed"
	if len(changes) > 0 {
		on += " { " + strings.Join(changes, ", ") + " }"
	}
	switch g.n(4) {
	case 0:
		out = append(out, block(one(leaf("%s", on)), "if %s", g.bool(s, 1)))
	case 1:
		n := block(one(leaf("%s", on)), "if %s", g.bool(s, 1))
		n.close = "} else { proceed; note \"as it is\" }"
		out = append(out, n)
	default:
		out = append(out, leaf("%s", on))
	}
	if s.pieces = slices.DeleteFunc(slices.Clone(s.pieces), func(p string) bool { return p == "bearer" }); g.odds(1, 2) { // it may lie elsewhere now
		out = append(out, leaf("note \"{%s}\"", g.int(s, 1)))
		s.deep = 1
		out = append(out, g.stmts(s, 1)...)
	}
	if g.odds(1, 3) {
		out = append(out, leaf("if this.%s { note \"so\" }", oneOf(g, "done", "replaced", "refused", "happened")))
	}
	return out
}

// head writes an event about a piece, with or without what its fields have to be.
func (g *gen) head(e event, about string) string {
	var fields []string
	switch who := g.n(6); {
	case who < 3 && about != "":
		fields = append(fields, "who: "+about)
	case who == 3 && !g.moves: // what is taken for a card, nobody makes another meanwhile
		g.narrows = true
		fields = append(fields, "who: "+oneOf(g, append([]string{"pawn_1"}, g.kinds...)...))
	}
	if e.n && g.odds(1, 6) {
		fields = append(fields, fmt.Sprintf("amount_1: %d", g.n(4)))
	}
	if len(fields) == 0 {
		return e.name
	}
	if len(fields) > 1 && g.odds(1, 2) {
		slices.Reverse(fields)
	}
	return e.name + "(" + strings.Join(fields, ", ") + ")"
}

// may writes whether a clause is left to a player; what he prefers stands in its body.
func (g *gen) may(s scope, body []*node) (string, []*node) {
	switch g.n(5) {
	case 0:
		return " may", body
	case 1:
		return " may", append([]*node{leaf("prefer %s", g.bool(s, 1))}, body...)
	}
	return "", body
}

// clauseBody is what a clause does, with what bounds it.
func (g *gen) clauseBody(s scope, about string) []*node {
	var out []*node
	if g.odds(1, 4) {
		key := about
		if key == "" {
			key = "self"
		}
		out = append(out, leaf("limit %s%s per %s per %s", oneOf(g, "", "tries "), oneOf(g, "once", "twice"), key, oneOf(g, "game", "turn_1")))
	} else if g.shared != "" && g.odds(2, 3) {
		out = append(out, leaf("limit %s%s", oneOf(g, "", "tries "), g.shared))
	}
	if about != "" && g.odds(1, 6) {
		out = append(out, leaf("cost pay_1(%s, 1)", about))
	}
	s.deep = 1
	return append(out, g.stmts(s, 1+g.n(4)/3)...)
}

// onThrow writes a clause that hears throws.
func (g *gen) onThrow(about, label string) *node {
	head := oneOf(g, "throw", "throw(for: toss_1)")
	if about != "" && g.odds(1, 2) {
		head = fmt.Sprintf(oneOf(g, "throw(of: %s)", "throw(of: %s, for: toss_1)"), about)
	}
	switch g.n(10) {
	case 0:
		return leaf("%scannot %s", label, oneOf(g, head, "throw(again: true)", "throw(again: true, for: toss_1)"))
	case 1:
		return leaf("%sinstead %s { %s }", label, head, oneOf(g, "note \"no dice\"", "proceed"))
	case 2:
		return leaf("%s%s %s { add 1 to %s }", label, oneOf(g, "before", "while"), head, oneOf(g, "number", "sides"))
	case 3:
		return leaf("%sbefore %s may { %s }", label, head, oneOf(g, "add 1 to number", "cancel"))
	}
	var body []*node
	for range 1 + g.n(2) {
		body = append(body, leaf("%s", oneOf(g, "set face to 2 where face == 1", "set face to face + 1 where face < 3", "throw again 1 where face == 1", "throw again 1 where face < 3 by players()[0]", "throw again all where true by players()[1]", "throw again all where face < 2",
			"throw 1 more", "drop 1 where face > 1", "drop all where face == 2", "drop 1 where face == faces.highest()", "if faces.total() > 2 { throw again 1 where true }", "note \"it lies\"")))
	}
	if about != "" && g.odds(1, 3) {
		body = append(body, leaf("%s.m_1 += 1", about))
	}
	return block(body, "%safter %s%s", label, head, oneOf(g, "", "", " may", " when number > 1", " when "+g.bool(scope{ints: []string{"number"}, around: g.fieldsAround(99)}, 1)))
}
