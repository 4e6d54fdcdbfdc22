package laws_test

import "fmt"

// stmts writes some statements, each of which sees what those before it declare.
func (g *gen) stmts(s scope, n int) []*node {
	var out []*node
	for range n {
		k := g.stmt(&s)
		out = append(out, k...)
	}
	if len(out) == 0 {
		out = append(out, leaf("note \"nothing\""))
	}
	return out
}

func one(n *node) []*node { return []*node{n} }

// stmt writes one statement, rarely two that belong together. It adds to the scope what is declared.
func (g *gen) stmt(s *scope) []*node {
	deeper := s.with(func(d *scope) { d.deep++ })
	p := g.piece(*s)
	for range 12 {
		switch g.n(41) {
		case 40:
			if s.out != "" {
				return one(g.write(s.out, oneOf(g, "=", "+="), g.int(*s, 1)))
			}
		case 39:
			if q := g.name("each"); g.narrow && s.deep < 2 && !s.loop { // known to be of a kind over another step
				return one(leaf("each %s: piece_1 { if %[1]s.is(piece_2) { %s; %[1]s.extra_1 += 1 } }", q, orNote(g.call(*s))))
			}
		case 0, 1, 2:
			if p != "" {
				return one(g.write(p+"."+oneOf(g, "m_1", "m_2"), oneOf(g, "=", "+=", "-=", "+="), g.int(*s, 1)))
			}
		case 3:
			if p != "" {
				return one(leaf("note \"n%d {%s} {%s.m_1}\"", g.n(9), p, p))
			}
			return one(leaf("note \"n%d\"", g.n(9)))
		case 4, 5, 6:
			if c := g.call(*s); c != "" {
				return one(leaf("%s", c))
			}
		case 7:
			if c := g.call(*s); c != "" {
				r := g.name("r")
				asked := oneOf(g, "done", "happened", "replaced", "refused")
				s.bools = append(s.bools, r+".done", r+".happened")
				return []*node{leaf("let %s = %s", r, c), leaf("if %s.%s { note \"%s\" } else { note \"not %[3]s\" }", r, asked, asked)}
			}
		case 8:
			if s.deep < 2 {
				kids := g.stmts(deeper, 1+g.n(2))
				n := block(kids, "if %s", g.bool(*s, 1))
				if g.odds(1, 3) {
					return one(&node{open: n.open, kids: kids, close: "} else { note \"else\" }"})
				}
				return one(n)
			}
		case 9:
			if s.deep < 2 && !s.loop {
				q := g.name("each")
				d := g.inner(deeper, q)
				d.loop = true
				where := ""
				if g.odds(1, 2) {
					where = " where " + g.bool(d, 1)
				}
				return one(block(g.stmts(d, 1+g.n(2)), "each %s: piece_1%s", q, where))
			}
		case 10:
			if s.deep < 2 && !s.loop {
				d := deeper.with(func(d *scope) { d.loop = true })
				x := g.name("x")
				if g.odds(1, 2) {
					d.ints = append(d.ints, x)
					return one(block(g.stmts(d, 1), "each %s in %s", x, g.list(*s)))
				}
				return one(block(g.stmts(d, 1), "repeat at_most(3, %s)", g.int(*s, 1)))
			}
		case 11:
			if s.deep < 2 && !s.loop {
				k := g.name("k")
				d := deeper.with(func(d *scope) { d.loop = true; d.ints = append(d.ints, k) })
				body := append(g.stmts(d, 1), leaf("%s += 1", k))
				return []*node{leaf("let %s = 0", k), block(body, "repeat until %s >= %d", k, 1+g.n(3))}
			}
		case 12, 13:
			if !s.loop || g.odds(1, 6) {
				f := g.name("face")
				s.lists = append(s.lists, f)
				s.ints = append(s.ints, f+".total()")
				return one(leaf("throw %d d%d as %s", 1+g.n(2)*g.n(2), 2+g.n(3), f))
			}
		case 14:
			if !s.loop {
				c := g.name("cls")
				d := deeper.with(func(d *scope) { d.loop = true; d.ints = append(d.ints, c+".class", c+".count") })
				return one(block(g.stmts(d, 1), "throw %d d%d by face >= 2 ? %d : 0 as %s", 1+g.n(3), 2+g.n(3), 1+g.n(2), c))
			}
		case 15:
			if !s.loop {
				x := g.name("drawn")
				l := g.list(*s)
				s.ints = append(s.ints, x)
				return one(leaf("draw %s in %s", x, l))
			}
		case 16:
			x := g.name("pick")
			by := g.player(*s)
			switch g.n(5) {
			case 0:
				n := leaf("choose %s: int in 0..%d%s by %s%s", x, 1+g.n(3), oneOf(g, "", " where it != 1"), by, oneOf(g, "", " prefer it", " prefer -it"))
				s.ints = append(s.ints, x)
				g.fields = append(g.fields, x)
				return one(n)
			case 1:
				n := leaf("choose %s: bool by %s%s", x, by, oneOf(g, "", " prefer true", " prefer "+g.bool(*s, 1)))
				s.bools = append(s.bools, x)
				return one(n)
			case 2, 3:
				it := g.inner(*s, "it")
				n := leaf("choose %s: piece_1? where %s by %s prefer %s", x, g.bool(it, 1), by, g.int(it, 1))
				d := g.inner(deeper, x)
				return []*node{n, block(g.stmts(d, 1), "if has(%s)", x)}
			default:
				n := leaf("choose %s: list<int> in [1, 2, %d] count %s%s by %s prefer it.total()", x, 1+g.n(3), oneOf(g, "2", "0..2", "1"), oneOf(g, "", " repeat 2"), by)
				s.lists = append(s.lists, x)
				return one(n)
			}
		case 17, 18:
			if !s.loop {
				x := g.name("new")
				at := ""
				if g.space && g.odds(1, 2) {
					at = fmt.Sprintf(" at (%d, %d)", 1+g.n(8), 1+g.n(8))
				}
				n := leaf("create %s for %s%s%s as %s", pick(g, g.pawnNames()), g.player(*s), at, g.lasting(*s), x)
				s.pieces = append(s.pieces, x, x)
				return one(n)
			}
		case 19, 20, 21:
			if p != "" && len(g.charmNames()) > 0 {
				from := ""
				if g.odds(1, 3) {
					from = " from " + g.piece(*s)
				}
				return one(leaf("apply %s to %s%s %s", pick(g, g.charmNames()), p, from, g.duration(*s)))
			}
		case 22:
			if p != "" {
				switch g.n(4) {
				case 0:
					return one(leaf("if %s.m_1 %s %d { destroy %s }", p, oneOf(g, ">", "==", "<"), g.n(4), p))
				case 1:
					if g.narrow && g.odds(1, 2) {
						q, card := g.name("lord"), oneOf(g, "hook_1", "loop_1")
						return one(leaf("each %s: piece_2 where !%s.bears(%s) { create %s on %s }", q, q, card, card, q))
					}
					return one(leaf("if size(%s.items(charm_1)) > 0 { destroy %s.items(charm_1)[0] }", p, p))
				case 2:
					return one(leaf("if size(%s.items(tool_1)) > 0 { move %s.items(tool_1)[0] %s%s }", p, p, g.somewhere(*s), g.lasting(*s)))
				default:
					return one(leaf("destroy %s", p))
				}
			}
		case 23:
			if p != "" {
				switch g.n(5) {
				case 0:
					return one(leaf("give %s to %s", p, g.player(*s)))
				case 1:
					return one(leaf("move %s %s%s", p, g.somewhere(*s), g.lasting(*s)))
				case 2:
					return one(leaf("%s %s", oneOf(g, "hide", "reveal"), p))
				case 3:
					return one(leaf("%s.pal_1 = %s", p, g.piece(*s)))
				default:
					return one(leaf("%s.row_1 = %s.row_1.%s(%s)", p, p, oneOf(g, "plus", "without"), g.int(*s, 0)))
				}
			}
		case 24:
			if len(g.actions) > 0 && s.rank < 1 && !s.loop && s.deep == 0 {
				if p != "" && g.odds(1, 2) {
					return one(leaf("if in_play(%s) { act %s%s%s }", p, p, oneOf(g, "", " among go_1"), oneOf(g, " once", "", " until pass")))
				}
				return one(leaf("window among go_1 by %s %s", oneOf(g, "players()", "players(players()[1])"), oneOf(g, "once", "until pass")))
			}
		case 25:
			if s.cancel && g.odds(1, 2) {
				return one(leaf("if %s { cancel }", g.bool(*s, 1)))
			}
		case 26:
			if s.total {
				return one(leaf("%s", g.contribution(*s)))
			}
		case 27:
			if s.span != "" && s.deep == 0 {
				return one(leaf("if %s { stop %s }", g.bool(*s, 1), s.span))
			}
		case 28:
			return one(block(g.stmts(deeper, 1), "always"))
		case 29:
			if len(s.players) > 0 {
				return one(g.write(pick(g, s.players)+"."+oneOf(g, "p_1", "p_2"), oneOf(g, "=", "+=", "-="), g.int(*s, 1)))
			}
		case 30:
			if s.bag != "" {
				return one(leaf("put at_least(0, %s) into %s { big_1: %s }", g.int(*s, 0), s.bag, g.bool(*s, 1)))
			}
		case 31:
			if g.space && p != "" && !s.loop {
				return one(g.travel(*s, p))
			}
		case 32:
			if g.enums && p != "" {
				return one(leaf("%s.tint_c_1 = %s", p, oneOf(g, "pale_1", "dull_1", "dark_1")))
			}
		case 34:
			if g.tables && p != "" && s.rank >= 0 {
				return one(leaf("fate_1(at_least(0, at_most(9, %s)), %s)", g.int(*s, 1), p))
			}
		case 35:
			if s.bag != "" && s.deep < 2 && !s.loop {
				x := g.name("heap")
				d := deeper.with(func(d *scope) {
					d.loop, d.ints, d.bools = true, append(d.ints, x+".count"), append(d.bools, x+".big_1")
				})
				return one(block(g.stmts(d, 1), "each %s in %s", x, s.bag))
			}
		case 36:
			if p != "" && !s.loop {
				x := g.name("card")
				return []*node{leaf("choose %s: card charm_1 by %s%s", x, g.player(*s), oneOf(g, "", " prefer it == luck_1")), leaf("apply %s to %s %s", x, p, g.duration(*s))}
			}
		case 37:
			return one(leaf("manual \"by hand\""))
		case 38:
			if g.space && p != "" && !s.loop && s.deep == 0 {
				x := g.name("spot")
				return one(block([]*node{
					leaf("choose %s: %s within %d.0 of %s by %s", x, oneOf(g, "point", "path"), 1+g.n(2), p, g.player(*s)),
					leaf("note \"spot {%s}\"", p),
				}, "if on_table(%s)", p))
			}
		case 33:
			if g.enums && s.deep < 2 && !s.loop && p != "" {
				x := g.name("hue")
				d := deeper.with(func(d *scope) { d.loop = true; d.bools = append(d.bools, x+" == pale_1") })
				return one(block(g.stmts(d, 1), "each %s: tint_1", x))
			}
		}
	}
	return one(leaf("note \"plain\""))
}

// pawnNames are the cards of pieces; they are declared later, so their names are fixed.
func (g *gen) pawnNames() []string { return []string{"pawn_1", "pawn_2(2)", "pawn_3"}[:g.pawnN] }

// charmNames are the cards that lie on pieces.
func (g *gen) charmNames() []string {
	return []string{"luck_1", "luck_2", "luck_3(2)", "luck_4"}[:g.charmN]
}

func (g *gen) somewhere(s scope) string {
	switch g.n(4) {
	case 0:
		if g.space {
			return fmt.Sprintf("to (%d, %d)", 1+g.n(9), 1+g.n(9))
		}
	case 1:
		if g.zones {
			return "to " + oneOf(g, "pile_1", "hand_1 of "+g.player(s))
		}
	case 2:
		return "on " + g.piece(s)
	}
	return "to nowhere"
}

// lasting is how long something lasts, when that is said.
func (g *gen) lasting(s scope) string {
	if g.odds(2, 3) {
		return ""
	}
	return " " + g.duration(s)
}

func (g *gen) travel(s scope, p string) *node {
	switch g.n(3) {
	case 0:
		return leaf("if on_table(%s) { rotate %s %s %d }", p, p, oneOf(g, "to", "by"), 30*g.n(12))
	case 1:
		q := g.piece(s)
		return leaf("if on_table(%s) && on_table(%s) && %s != %s { push %s from %s by %d as %s }", p, q, p, q, p, q, 1+g.n(3), g.name("shove"))
	}
	z := g.name("met")
	d := g.inner(s, z)
	d.loop, d.deep = true, 2
	where := oneOf(g, "", "", " where "+g.bool(d, 1), " where distance("+z+", "+p+") > 0.0")
	watch := block(g.stmts(d, 1), "%s %s: piece_1 within 1.0%s", oneOf(g, "enter", "leave"), z, where)
	way := block([]*node{watch}, "travel %s along direct(%s, point(%d, %d))", p, p, 1+g.n(9), 1+g.n(9))
	return block([]*node{way}, "if on_table(%s)", p)
}

// duration writes how long something lasts.
func (g *gen) duration(s scope) string {
	span := oneOf(g, "turn_1", g.spans0())
	of := ""
	if g.odds(1, 2) {
		of = " of " + g.player(s)
	}
	if span != "turn_1" {
		of = ""
	}
	switch g.n(14) {
	case 0, 1:
		return "permanent"
	case 2, 3:
		return "while source"
	case 4, 5, 6:
		return "until used"
	case 7:
		return fmt.Sprintf("for %d %s%s", 1+g.n(2), span, of)
	case 8:
		return fmt.Sprintf("until start of next %s%s", span, of)
	case 9:
		return fmt.Sprintf("until end of %s%s", span, of)
	case 10:
		return fmt.Sprintf("until end of next %s%s", span, of)
	case 11:
		return fmt.Sprintf("until %s of second next %s%s", oneOf(g, "start", "end"), span, of)
	case 12:
		return fmt.Sprintf("from start of next %s%s until its end", span, of)
	}
	return "until start of " + span + of
}

func (g *gen) spans0() string {
	if len(g.spans) > 1 {
		return g.spans[1]
	}
	return "turn_1"
}

// call writes a call of an event that may be called from here; "" when there is none.
func (g *gen) call(s scope) string {
	var can []event
	for _, e := range g.events {
		if e.rank > s.rank && (!e.ofPiece || len(s.pieces) > 0) && (!s.loop || e.rank >= 4) {
			can = append(can, e)
		}
	}
	if len(can) == 0 {
		return ""
	}
	return g.callOf(pick(g, can), s)
}

func (g *gen) callOf(e event, s scope) string {
	if !e.ofPiece {
		return fmt.Sprintf("%s(%s)", e.name, g.player(s))
	}
	if e.must || e.n && g.odds(2, 3) {
		return fmt.Sprintf("%s(%s, %s)", e.name, g.piece(s), g.int(s, 1))
	}
	if e.want != "" && g.odds(1, 2) {
		return fmt.Sprintf("%s(who: %s, %s: %s)", e.name, g.piece(s), e.want, either(e.whom, g.piece(s), oneOf(g, "0", "1", "2", g.int(s, 0))))
	}
	return fmt.Sprintf("%s(who: %s)", e.name, g.piece(s))
}

// contribution writes what a clause gives to a field of an event with layers.
func (g *gen) contribution(s scope) string {
	to, layer := "total_1", oneOf(g, "", " layer base_1", " layer more_1")
	if g.odds(1, 3) {
		to, layer = "extra_1", oneOf(g, "", " layer base_1")
	}
	switch g.n(6) {
	case 0, 1:
		return fmt.Sprintf("add %s to %s%s", g.int(s, 1), to, layer)
	case 2:
		return fmt.Sprintf("set %s to %s%s", to, g.int(s, 1), layer)
	case 3:
		return fmt.Sprintf("multiply %s by %d%s", to, g.n(3), layer)
	case 4:
		return fmt.Sprintf("raise %s to %s%s", to, g.int(s, 1), layer)
	}
	if g.odds(1, 2) {
		return fmt.Sprintf("divide %s by %d rounding %s%s", to, 1+g.n(3), oneOf(g, "up", "down"), layer)
	}
	return fmt.Sprintf("cap %s at %s%s", to, g.int(s, 1), layer)
}

// orNote is a statement, or one that says nothing when there is none.
func orNote(s string) string {
	if s == "" {
		return "note \"none\""
	}
	return s
}

// write is a statement that writes a number: not what stands there already, which is no statement.
func (g *gen) write(target, op, value string) *node {
	if op == "=" && value == target {
		value = "0"
	}
	return leaf("%s %s %s", target, op, value)
}
