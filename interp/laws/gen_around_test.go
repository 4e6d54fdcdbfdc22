package laws_test

import "fmt"

// hold declares an event that keeps a die and calls one that throws another, after which somebody asks, in one way or
// another, for the die that is kept around it: that is all that tells two positions apart.
func (g *gen) hold() {
	kept := "(has(during(hold_1)) ? during(hold_1).out_0 : 0)"
	if g.odds(1, 3) {
		g.add(leaf("function held_1(): int = %s", kept))
		kept = "held_1()"
	}
	way, sorts, is := g.n(12), 12, kept+" > 1"
	head := " when " + is
	if way > 5 { // told_1 is called: clauses may wait for it
		is = oneOf(g, is, "has(during(hold_1)) && during(hold_1).out_0 == 2", "has(during(hold_1))")
		head = oneOf(g, " when "+is, " during hold_1(out_0: 2)", " during hold_1 as hold_0 when hold_0.out_0 > 1")
	} else {
		sorts = 9
	}
	gain := leaf("who.owner.p_2 += %d", 1+g.n(9))

	told := []*node{leaf("sum_1: int = %s layers base_1", oneOf(g, "1", "1", kept)), block([]*node{leaf("who.owner.p_2 += sum_1")}, "do")}
	clause := leaf("after told_1 { note \"told\" }")
	switch g.n(sorts) {
	case 0:
		told = append(told, leaf("require able_9: !(%s)", is))
	case 1:
		told = append(told, leaf("choose by who.owner { want_9: int in 0..3 prefer it == %s ? 1 : 0 }", kept), leaf("require able_9: want_9 != 2"))
	case 2:
		told = append(told, leaf("require able_9: who.owner.p_2 < 0"))
		clause = leaf("waive able_9 of told_1 when %s", is)
	case 3:
		told = append(told, leaf("cost toll_9(who, %s)", kept))
		g.add(leaf("event toll_9(who: piece_1, n_9: int) { require few_9: n_9 < 2; do { note \"toll\" } }"))
	case 4:
		clause = leaf("cannot told_1%s", head)
	case 5:
		clause = block(one(leaf("cancel")), "before told_1%s", head)
	case 6:
		clause = block([]*node{gain, leaf("%s", oneOf(g, "proceed", "note \"instead\""))}, "instead told_1%s", head)
	case 7:
		clause = block([]*node{leaf("prefer %s", is), gain}, "after told_1 may")
	case 8:
		clause = leaf("while told_1%s { add 2 to sum_1 }", head)
	case 9:
		g.add(leaf("rule calm_1 { ignore watch_1.lab_1 during hold_1(out_0: 2) }"))
		clause = block(one(gain), "lab_1: after told_1")
	default:
		clause = block(one(gain), "after told_1%s", head)
	}
	g.add(block(told, "event told_1(who: piece_1)"), block(one(clause), "rule watch_1"))

	do := []*node{leaf("throw d%d as kept_0", 2+g.n(2)), leaf("out_0 = kept_0")}
	look := []*node{leaf("throw d2 as dull_0")}
	switch way {
	case 0:
		look = append(look, leaf("who.owner.p_2 += %s", kept))
	case 1:
		look = append(look, leaf("if can(told_1(who)) { who.owner.p_2 += 20 }"))
	case 2:
		look = append(look, leaf("who.owner.p_2 += weigh_1(who)"))
		g.add(leaf("function weigh_1(q_9: piece_1): int = 1 layers base_1"), leaf("rule scales_1 { while weigh_1%s { add 3 } }", head))
	case 3, 4, 5: // what is ignored acts nowhere after the throw
		ask := []struct{ derived, ignored, deed string }{
			{kept, "", "who.owner.p_2 += stone_0.held_d_1"},
			{"1", "ignore stone_1.load_1 during hold_1(out_0: 2)", "who.owner.p_2 += stone_0.held_s_1"},
			{"1", "ignore stone_1.weight_1 during hold_1(out_0: 2)", "if ignored(stone_1.weight_1, of: stone_0) { who.owner.p_2 += 4 }"},
		}[way-3]
		g.add(leaf("kind slab_1 { derive held_d_1: int = %s; stat held_s_1: int = 2 layers base_1 }", ask.derived),
			leaf("slab_1 stone_1 { weight_1: after first_1 { note \"heavy\" }; load_1: while true { add 3 to self.held_s_1 } }"),
			leaf("rule rest_1 { %s }", ask.ignored), leaf("event first_1() { do { note \"first\" } }"))
		do = append(do, leaf("first_1()"))
		look = append(look, leaf("create stone_1 as stone_0"), leaf("%s", ask.deed))
	case 6:
		look = append(look, leaf("who.on_1 = !who.on_1"))
		g.add(leaf("rule turns_1 { becomes all(piece_1).exists(q, q.on_1) { each q: piece_1 { told_1(q) } } }"))
	case 7:
		look = append(look, leaf("if in_play(who) { act who among held_a_1 once }"))
		g.add(leaf("action held_a_1(who: piece_1) { tag held_a_1; limit once per who per game; prefer %s; do { told_1(who) } }", kept))
	default:
		look = append(look, leaf("told_1(who)"))
	}
	g.add(block(one(block(look, "do")), "event look_1(who: piece_1)"))

	do = append(do, leaf("look_1(who)"))
	if g.odds(1, 2) {
		do = append(do, leaf("%s", oneOf(g, "look_1(who)", "throw d2 as other_0", "out_0 += 1; look_1(who)", g.callOf(g.events[0], scope{pieces: []string{"who"}}))))
	}
	g.add(block([]*node{leaf("out_0: int = 0"), block(do, "do")}, "event hold_1(who: piece_1)"))
}

// held is a step that calls what keeps a die, and what tells afterwards what was made of it.
func (g *gen) held(s scope) (*node, string) {
	return leaf("when hold_1(%s)", g.piece(s)), fmt.Sprintf("players().sum(q, q.p_2) * 10 + all(piece_1).sum(q, q.%s)", oneOf(g, "m_1", "m_2"))
}
