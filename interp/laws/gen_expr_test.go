package laws_test

import "fmt"

// int writes an expression of type int.
func (g *gen) int(s scope, deep int) string {
	if len(s.ints) > 0 && g.odds(1, 3) {
		return pick(g, s.ints)
	}
	if deep <= 0 || g.odds(1, 4) {
		if len(s.pieces) > 0 && g.odds(1, 2) {
			return pick(g, s.pieces) + "." + oneOf(g, "m_1", "m_2")
		}
		return fmt.Sprint(g.n(5))
	}
	if len(s.around) > 0 && g.odds(1, 4) {
		f := pick(g, s.around)
		return fmt.Sprintf("(has(during(%s)) ? during(%[1]s).%s : %d)", f[0], f[1], g.n(4))
	}
	for range 8 {
		switch g.n(23) {
		case 21:
			if q := g.name("q"); g.narrow { // of a kind
				return oneOf(g, fmt.Sprintf("all(piece_1).sum(%s, %[1]s.is(piece_2) ? %[1]s.extra_1 : %s)", q, g.int(s, deep-1)),
					fmt.Sprintf("all(piece_1).count(%s, !%[1]s.is(piece_2))", q),
					fmt.Sprintf("all(thing).sum(%s, %[1]s.is(piece_2) ? %[1]s.extra_1 : %[1]s.is(piece_1) ? 1 : 0)", q))
			}
		case 22:
			return fmt.Sprintf("size(cards(%s))", oneOf(g, "piece_1", "charm_1", "tool_1"))
		case 20:
			if q := g.name("q"); g.pawnN > 1 { // of a card, with what only that one has
				return oneOf(g, fmt.Sprintf("all(pawn_2).%s(%s, %[2]s.x_1 + %[2]s.m_1)", oneOf(g, "sum", "most"), q),
					fmt.Sprintf("all(piece_1).sum(%s, %[1]s.is(pawn_2) ? %[1]s.x_1 : %s)", q, g.int(s, deep-1)),
					fmt.Sprintf("all(piece_1).count(%s, %[1]s.card == pawn_2 && %[1]s.x_1 > 1)", q))
			}
		case 0, 1:
			return fmt.Sprintf("(%s %s %s)", g.int(s, deep-1), oneOf(g, "+", "-", "*"), g.int(s, deep-1))
		case 2:
			return fmt.Sprintf("(%s ? %s : %s)", g.bool(s, deep-1), g.int(s, deep-1), g.int(s, deep-1))
		case 3:
			q := g.name("q")
			if g.odds(1, 3) {
				return fmt.Sprintf("size(all(piece_1).best(%s, %s))", q, g.int(g.inner(s, q), deep-1))
			}
			return fmt.Sprintf("all(piece_1).%s(%s, %s)", "count", q, g.bool(g.inner(s, q), deep-1))
		case 4:
			q := g.name("q")
			return fmt.Sprintf("all(piece_1).%s(%s, %s)", oneOf(g, "sum", "most", "least"), q, g.int(g.inner(s, q), deep-1))
		case 5:
			if len(s.pieces) > 0 && !s.plain {
				return pick(g, s.pieces) + "." + oneOf(g, "s_1", "d_1", "s_1")
			}
		case 6:
			if len(s.pieces) > 0 && !s.plain && !s.apart && g.figures && g.odds(1, 2) {
				return fmt.Sprintf(oneOf(g, "fig_1(%s, %s)", "fig_1(%s, %s)", "base(fig_1(%s, %s))"), pick(g, s.pieces), pick(g, s.pieces))
			}
			if len(s.pieces) > 0 && !s.plain && len(g.funcs) > 0 {
				return fmt.Sprintf("%s(%s)", pick(g, g.funcs), pick(g, s.pieces))
			}
		case 7:
			if len(s.pieces) > 0 {
				return fmt.Sprintf("size(%s.items(%s))", pick(g, s.pieces), oneOf(g, "charm_1", "tool_1", "thing", "luck_1"))
			}
		case 8:
			if len(s.pieces) > 0 {
				return fmt.Sprintf("%s.row_1.%s()", pick(g, s.pieces), oneOf(g, "total", "highest", "lowest"))
			}
		case 9:
			if len(s.lists) > 0 {
				return fmt.Sprintf("%s.%s()", pick(g, s.lists), oneOf(g, "total", "highest", "lowest"))
			}
		case 10:
			if len(s.players) > 0 {
				return pick(g, s.players) + "." + oneOf(g, "p_1", "p_2")
			}
		case 11:
			return fmt.Sprintf("%s(%s, %s)", oneOf(g, "at_least", "at_most"), g.int(s, deep-1), g.int(s, deep-1))
		case 12:
			if g.tables {
				return fmt.Sprintf("worth_1(at_least(0, at_most(9, %s)), %s)", g.int(s, deep-1), g.bool(s, deep-1))
			}
		case 13:
			if g.options {
				return "opt_1"
			}
		case 14:
			if len(s.pieces) > 0 && g.odds(1, 4) { // a position that may lie outside
				return fmt.Sprintf("%s.row_1[%s]", pick(g, s.pieces), oneOf(g, "0", "1", "at_least(0, "+g.int(s, 0)+")"))
			}
		case 15:
			if len(s.pieces) > 0 {
				return fmt.Sprintf("%s.number(%s)", pick(g, s.pieces), g.borne())
			}
		case 17:
			if len(s.pieces) > 0 {
				return fmt.Sprintf("printed(%s.s_1)", pick(g, s.pieces))
			}
		case 18:
			if len(s.pieces) > 0 && g.values {
				p := pick(g, s.pieces)
				return oneOf(g, "whole_up("+p+".pace_1)", "faces_of("+p+".harm_1.plus(1))", "whole_down("+p+".pace_1 * 2)")
			}
		case 19:
			if len(s.pieces) > 0 && !s.plain {
				return fmt.Sprintf("base(%s.s_1)", pick(g, s.pieces))
			}
		case 16:
			return fmt.Sprintf("%s(%s)", oneOf(g, "half_up", "half_down", "abs"), g.int(s, deep-1))
		}
	}
	return "1"
}

// borne is a card or kind of which something may lie on a piece.
func (g *gen) borne() string {
	return g.bare(pick(g, append(g.charmNames(), "charm_1", "tool_1")))
}

// fieldsAround are fields of events that may be under way, with the names of these: those that are declared, up to a rank.
func (g *gen) fieldsAround(rank int) [][2]string {
	var out [][2]string
	for _, e := range g.events {
		if e.n && !e.must && e.rank < rank {
			out = append(out, [2]string{e.name, "amount_1"})
		}
		if e.record && e.rank < rank {
			out = append(out, [2]string{e.name, fmt.Sprintf("out_%d", e.rank)})
		}
	}
	return out
}

// bare is a card without its arguments.
func (g *gen) bare(card string) string {
	for i := range card {
		if card[i] == '(' {
			return card[:i]
		}
	}
	return card
}

func (g *gen) inner(s scope, piece string) scope {
	return s.with(func(s *scope) { s.pieces = append(s.pieces, piece, piece) })
}

// bool writes a condition.
func (g *gen) bool(s scope, deep int) string {
	if deep <= 0 {
		if len(s.bools) > 0 && g.odds(1, 2) {
			return pick(g, s.bools)
		}
		if len(s.pieces) > 0 && g.odds(1, 2) {
			return pick(g, s.pieces) + ".on_1"
		}
		return fmt.Sprintf("%s %s %s", g.int(s, 0), oneOf(g, "<", ">", "==", "!=", ">=", "<="), g.int(s, 0))
	}
	if len(s.asks) > 0 && g.odds(1, 4) {
		if asked := g.asked(s); asked != "" {
			return asked
		}
	}
	for range 8 {
		switch g.n(15) {
		case 0, 1, 2:
			return fmt.Sprintf("%s %s %s", g.int(s, deep-1), oneOf(g, "<", ">", "==", "!=", ">=", "<="), g.int(s, deep-1))
		case 3:
			return fmt.Sprintf("(%s) %s (%s)", g.bool(s, deep-1), oneOf(g, "&&", "||"), g.bool(s, deep-1))
		case 4:
			if len(s.pieces) > 0 && !s.plain && !s.apart && g.figures && g.odds(1, 2) {
				return fmt.Sprintf("fit_1(%s)", pick(g, s.pieces))
			}
			return fmt.Sprintf("!(%s)", g.bool(s, deep-1))
		case 5:
			q := g.name("q")
			list := "all(piece_1)"
			if g.odds(1, 3) {
				o := g.name("q")
				list = fmt.Sprintf("all(piece_1).filter(%s, %s)", o, g.bool(g.inner(s, o), deep-2))
			}
			return fmt.Sprintf("%s.%s(%s, %s)", list, oneOf(g, "exists", "all", "exists_one"), q, g.bool(g.inner(s, q), deep-1))
		case 6:
			if len(s.pieces) > 1 {
				return fmt.Sprintf("%s %s %s", pick(g, s.pieces), oneOf(g, "==", "!="), pick(g, s.pieces))
			}
		case 7:
			if len(s.pieces) > 0 {
				p, k := pick(g, s.pieces), g.borne()
				return fmt.Sprintf("(%s.bears(%s) && in_play(%[1]s.borne(%[2]s)))", p, k)
			}
		case 8:
			if len(s.pieces) > 0 {
				p := pick(g, s.pieces)
				return fmt.Sprintf("(has(%s.pal_1) && %s.pal_1.m_1 > %d)", p, p, g.n(4))
			}
		case 9:
			if len(s.pieces) > 0 {
				return fmt.Sprintf("in_play(%s)", pick(g, s.pieces))
			}
		case 10:
			if len(s.pieces) > 0 && len(s.players) > 0 {
				return fmt.Sprintf("%s.owned_by(%s)", pick(g, s.pieces), pick(g, s.players))
			}
		case 11:
			if g.enums && len(s.pieces) > 0 {
				return fmt.Sprintf("%s.tint_c_1 %s %s", pick(g, s.pieces), oneOf(g, "==", "<", ">="), oneOf(g, "pale_1", "dull_1", "dark_1"))
			}
		case 13:
			if len(s.pieces) > 0 && g.values {
				return fmt.Sprintf("meets(%s, %s.need_1.%s(1))", g.int(s, deep-1), pick(g, s.pieces), oneOf(g, "improve", "worsen"))
			}
		case 14:
			if len(s.players) > 0 {
				return fmt.Sprintf("(has(active()) && active() == %s)", pick(g, s.players))
			}
		case 12:
			if g.space && len(s.pieces) > 1 {
				a, b := pick(g, s.pieces), pick(g, s.pieces)
				if g.odds(1, 2) {
					there := oneOf(g, "position("+b+")", "point(3, 4)", "point_at("+b+", 40, 2.0)")
					then := oneOf(g, "distance("+a+", "+b+") < 2.0", "sees("+a+", "+b+")", "touching("+a+", "+b+")", "on_table("+b+")", g.bool(s, deep-1))
					return fmt.Sprintf("(on_table(%s) && on_table(%s) && standing(%s, %s, %s))", a, b, a, there, then)
				}
				if g.odds(1, 3) {
					return fmt.Sprintf("all(spot_1).exists(c, on_table(%s) && %s)", a, oneOf(g, "within("+a+", c, 2.0)", "within(c, "+a+", 1)", "inside(c, "+a+")", "distance(c, "+a+") < 2.5",
						"wholly_inside(c, "+a+")", "inside("+a+", c)", "within(c, position("+a+"), 3)", "inside(position(c), "+a+")", "touching(c, "+a+")", "width(c) == 0 && top(c) == 0"))
				}
				return fmt.Sprintf("(on_table(%s) && on_table(%s) && %s)", a, b, oneOf(g, "within("+a+", "+b+", 2.0)", "sees("+a+", "+b+")", "distance("+a+", "+b+") < 3.0", "touching("+a+", "+b+")"))
			}
		}
	}
	return "true"
}

// asked asks whether an event could happen, or a clause is switched off; "" where nothing is known that it could be about.
func (g *gen) asked(s scope) string {
	if g.charmN > 0 && len(s.pieces) > 0 && g.odds(1, 3) {
		return oneOf(g, "", "!") + fmt.Sprintf("ignored(%s, of: %s)", oneOf(g, "luck_1", "charm_1"), pick(g, s.pieces))
	}
	e := pick(g, s.asks)
	if e.ofPiece && len(s.pieces) == 0 {
		return ""
	}
	return oneOf(g, "", "", "!") + "can(" + g.callOf(e, s.with(func(d *scope) { d.asks = nil })) + ")"
}

// legal are events about which what is legal may ask: none of them asks about others.
func (g *gen) legal() []event {
	if !g.asks {
		return nil
	}
	return []event{{name: "pay_1", ofPiece: true, n: true, must: true}, {name: "gain_1"}}
}

// deeds are events about which what is done may ask.
func (g *gen) deeds() []event {
	if !g.asks {
		return nil
	}
	return append(g.legal(), g.events...)
}

// piece writes something of the kind of pieces; "" when none is known.
func (g *gen) piece(s scope) string {
	if len(s.pieces) == 0 {
		return ""
	}
	return pick(g, s.pieces)
}

// player writes a player.
func (g *gen) player(s scope) string {
	if len(s.players) > 0 && g.odds(2, 3) {
		return pick(g, s.players)
	}
	if p := g.piece(s); p != "" && g.odds(2, 3) {
		return p + ".owner"
	}
	return oneOf(g, "players()[0]", "players()[1]", "players(players()[0])[1]")
}

// list writes a list of ints.
func (g *gen) list(s scope) string {
	if len(s.lists) > 0 && g.odds(1, 3) {
		return pick(g, s.lists)
	}
	if p := g.piece(s); p != "" && g.odds(1, 3) {
		return p + ".row_1"
	}
	return fmt.Sprintf("[%s, %s, %d]", g.int(s, 1), g.int(s, 0), g.n(4))
}
