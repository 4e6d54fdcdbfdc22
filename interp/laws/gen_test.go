package laws_test

import (
	"fmt"
	"math/rand/v2"
	"regexp"
	"slices"
	"strings"
)

// node is a piece of a program: a line, or a line that opens a block, what stands in it, and the line
// that closes it. A program is a list of them, so that any can be left out.
type node struct {
	open, close string
	kids        []*node
}

func leaf(format string, args ...any) *node { return &node{open: fmt.Sprintf(format, args...)} }

func block(kids []*node, format string, args ...any) *node {
	return &node{open: fmt.Sprintf(format, args...) + " {", close: "}", kids: kids}
}

func (n *node) write(b *strings.Builder, indent string) {
	b.WriteString(indent + n.open + "\n")
	for _, k := range n.kids {
		k.write(b, indent+"  ")
	}
	if n.close != "" {
		b.WriteString(indent + n.close + "\n")
	}
}

func textOfNodes(all []*node) string {
	var b strings.Builder
	for _, n := range all {
		n.write(&b, "")
	}
	return b.String()
}

// generated is a program that was made from a seed.
type generated struct {
	seed  uint64
	decls []*node
}

func (g *generated) text() string { return textOfNodes(g.decls) }

// declared is what a generated program's names look like; no word of the language does.
var declared = regexp.MustCompile(`\b[a-z]+(_[a-z]+)*_[0-9]+\b`)

// gen makes one program. What it knows of the program so far are the lists of names.
type gen struct {
	r     *rand.Rand
	decls []*node
	count int

	// what the world has; a program has some of it
	space, zones, enums, tables, bags, options, badges, wide, values bool

	large   bool     // more of everything
	tiny    bool     // less of it
	rolls   bool     // there is an event that throws a die
	holds   bool     // there is one that keeps a die while others throw
	quiet   bool     // there are no actions
	charmN  int      // how many cards there are that may be applied to pieces
	pawnN   int      // how many cards of pieces
	pawns   []string // their names, with arguments where they take some
	kinds   []string // their kinds
	shared  string   // the limit of the card that is written; ""
	narrow  bool     // some things lie only on what is of the narrower kind
	kept    bool     // the kind of charms has a clause that a card may replace
	narrows bool     // a head takes who an event is about for a card
	moves   bool     // a clause lets an event go on with somebody else
	sheets  []string
	events  []event
	funcs   []string // of a piece, giving an int
	figures bool     // there are functions that are contributed to
	asks    bool     // conditions ask what could happen
	spans   []string // of a player
	actions []string // of a piece
	fields  []string // of forms that take an int
}

// event is what a caller has to know: every event is about a piece and a number, or about a player.
type event struct {
	name    string
	ofPiece bool
	n       bool   // it takes a number
	layered bool   // its field total_1 has layers
	record  bool   // it has a field out_1
	must    bool   // the number has to be given
	want    string // a field of its form, and whether that takes a piece
	whom    bool
	each    bool // several answer it, so that it is judged when all have
	needs   string
	rank    int // it calls events of a higher rank only
}

// scope is what an expression or statement may speak of.
type scope struct {
	pieces, players, ints, bools []string
	lists                        []string // of ints
	rank                         int      // events of a higher rank may be called
	deep                         int      // nesting so far
	plain                        bool     // no stats, nor anything that reads them
	apart                        bool     // no functions that are contributed to
	cancel                       bool     // in a before clause
	total                        bool     // a layered field of the event may be contributed to
	loop                         bool     // inside a loop: nothing is made, nothing long
	span                         string   // the span whose steps these are
	bag                          string
	out                          string      // a field of the event that its steps write
	around                       [][2]string // fields of events that may be under way, with the names of these
	asks                         []event     // of which it may be asked whether they could happen
}

func (s scope) with(f func(*scope)) scope {
	s.pieces, s.players, s.ints = slices.Clip(s.pieces), slices.Clip(s.players), slices.Clip(s.ints)
	s.bools, s.lists, s.asks = slices.Clip(s.bools), slices.Clip(s.lists), slices.Clip(s.asks)
	f(&s)
	return s
}

func (g *gen) n(n int) int           { return g.r.IntN(n) }
func (g *gen) odds(a, of int) bool   { return g.r.IntN(of) < a }
func (g *gen) name(w string) string  { g.count++; return fmt.Sprintf("%s_%d", w, g.count) }
func (g *gen) add(n ...*node)        { g.decls = append(g.decls, n...) }
func pick[T any](g *gen, list []T) T { return list[g.r.IntN(len(list))] }
func oneOf(g *gen, list ...string) string {
	return list[g.r.IntN(len(list))]
}

// generate makes the program of a seed.
func generate(seed uint64) *generated {
	g := &gen{r: rand.New(rand.NewPCG(seed, 1789))}
	g.space, g.zones = g.odds(1, 4), g.odds(1, 5)
	g.enums, g.tables, g.bags = g.odds(1, 3), g.odds(1, 4), g.odds(1, 4)
	g.options, g.badges, g.wide = g.odds(1, 4), g.odds(1, 4), g.odds(1, 3)
	g.large, g.tiny = g.odds(1, 10), g.odds(3, 4)
	g.quiet = g.tiny && g.odds(1, 2)
	g.charmN, g.pawnN, g.kinds = 1+g.n(2), 1+g.n(5)/2, []string{"piece_1"}
	if g.tiny && !g.large {
		g.pawnN = 1 + g.n(5)/3
	}
	if g.large {
		g.charmN = 1 + g.n(4)
	}
	g.values, g.asks = g.odds(1, 4), g.odds(1, 2)
	g.world()
	g.makeEvents()
	g.makeActions()
	g.makeCards()
	g.makeRules()
	g.makeScripts()
	return &generated{seed, g.decls}
}

// world declares kinds, spans, functions and the like.
func (g *gen) world() {
	if g.enums {
		g.add(leaf("enum tint_1 { pale_1, dull_1, dark_1 }"))
	}
	cells := []*node{
		leaf("cell m_1: int%s = %d", oneOf(g, "", "", " in 0..9", " in -9..9"), g.n(4)),
		leaf("cell m_2: int in 0..5 = %s", oneOf(g, "0", "1", "self.m_1 > 2 ? 1 : 2")),
		leaf("cell on_1: bool = %s", oneOf(g, "false", "true")),
		leaf("cell pal_1: piece_1? = none"),
		leaf("cell row_1: list<int> = [3, %d]", g.n(5)),
		leaf("stat s_1: int in 0..9 = %d layers low_1, high_1", 1+g.n(5)),
		leaf("derive d_1: int = self.m_1 + %s", oneOf(g, "self.s_1", "2 * self.m_2", "size(self.items(charm_1))")),
	}
	if g.pawnN > 2 {
		cells = append(cells, leaf("carries gear_1: tool_1"))
	}
	if g.enums {
		cells = append(cells, leaf("cell tint_c_1: tint_1 = %s", oneOf(g, "pale_1", "dull_1")))
	}
	if g.values {
		cells = append(cells, leaf("pace_1: length = %s; need_1: target = 4+; harm_1: dice = D6", oneOf(g, "1.5", "2")))
	}
	if g.space {
		cells = append(cells, leaf("body %s", oneOf(g, "round 1.0 tall 1.0", "round 2.0", "rect 1.0 by 2.0 tall 1.5")))
	}
	if g.odds(1, 3) {
		cells = append(cells, leaf("kin_1: after ev_%d when who == self && %s { note \"kin {self}\" }", 1+g.n(2), oneOf(g, "who.m_1 > 1", "true")))
	}
	if g.odds(1, 3) { // of a piece that lies on another
		cells = append(cells, leaf("ride_1: %s { note \"ride {bearer}\"; bearer.m_2 += 1 }", oneOf(g, "after ev_1 when who == bearer", "before ev_2 when who == self && bearer.m_1 > 0", "becomes bearer.m_1 > 2", "after ev_1 when owner == bearer.owner")))
	}
	g.add(&node{open: "kind piece_1 on piece_1 {", close: "}", kids: cells})
	if g.odds(1, 3) {
		g.add(leaf("kind piece_2 extends piece_1 { cell extra_1: int = 1 }"))
		g.kinds = append(g.kinds, "piece_2")
		g.narrow = true
	}
	if g.space { // what has no body and stands somewhere
		g.add(leaf("kind spot_1 { }"), leaf("spot_1 chalk_1 { }"))
	}
	if g.kept = g.odds(1, 3); g.kept {
		g.add(leaf("kind charm_1 on piece_1 { cell c_1: int = 0; kept_1: after ev_1(who: bearer) { note \"kept {bearer}\" } }"))
	} else {
		g.add(leaf("kind charm_1 on piece_1 { cell c_1: int = 0 }"))
	}
	g.add(leaf("kind tool_1 on piece_1 { cell worn_1: int = 0 }"))
	if g.narrow {
		g.add(leaf("kind tool_2 extends tool_1 on piece_2 { grip_1: while true { %s } }", oneOf(g, "add bearer.extra_1 to bearer.s_1", "raise bearer.s_1 to 2")))
		g.add(leaf("tool_2 hook_1 { }"), leaf("tool_1 loop_1 on piece_2 { ties_1: after ev_1 when who == bearer { bearer.extra_1 += 1 } }"))
	}
	player := []*node{leaf("cell p_1: int in 0..20 = %d", 3+g.n(5)), leaf("cell p_2: int = 0")}
	if g.odds(1, 6) {
		player = append(player, leaf("seat_1: after ev_1 when owner == self { note \"seat {self}\" }"))
	}
	g.add(&node{open: "player {", close: "}", kids: player})
	if g.badges {
		g.add(leaf("kind badge_1 on player { }"))
	}
	if g.zones {
		g.add(leaf("zone hand_1 of player seen by owner"), leaf("zone pile_1 seen by %s", oneOf(g, "all", "nobody")))
		g.add(leaf("kind sheet_1 { worth_1: int = 1 }"), leaf("sheet_1 low_s_1 { }"), leaf("sheet_1 top_s_1 { worth_1: 3 }"))
		g.sheets = []string{"low_s_1", "top_s_1"}
	}
	if g.bags {
		g.add(leaf("bag heap_1 { big_1: bool }"))
	}
	if g.options {
		g.add(leaf("option opt_1: int = %d", g.n(4)))
	}
	if g.tables {
		g.add(leaf("table worth_1(a_1: int in 0..9, b_1: bool): int { ..3, true => %d; 4.., true => a_1; *, false => a_1 + 1 }", g.n(4)))
	}
	if g.tiny && g.odds(1, 2) {
		g.funcs = nil
	} else {
		s := scope{pieces: []string{"p_9"}}
		g.add(leaf("function f_1(p_9: piece_1): int = %s", g.int(s, 2)))
		g.funcs = append(g.funcs, "f_1")
		g.add(leaf("function fig_1(q_9: piece_1, q_8: piece_1): int = %s layers low_f, high_f%s%s", g.int(scope{pieces: []string{"q_9", "q_8"}}, 2), oneOf(g, "", " min 0"), oneOf(g, "", " max q_8.m_1 + 4")))
		g.add(leaf("function fit_1(q_9: piece_1): bool = %s layers low_f", g.bool(scope{pieces: []string{"q_9"}}, 1)))
		g.figures = true
	}
	g.add(block(g.spanMembers("turn_1"), "span turn_1(whom: player)"))
	g.spans = []string{"turn_1"}
	if g.odds(1, 2) {
		g.add(leaf("span round_1() { }"))
		g.spans = append(g.spans, "round_1")
	}
}

func (g *gen) spanMembers(name string) []*node {
	s := scope{players: []string{"whom"}, rank: 2, span: name}
	all := []*node{leaf("owner whom")}
	if g.odds(2, 3) {
		kids := g.stmts(s, 1+g.n(2))
		if g.acts() && g.odds(1, 2) {
			kids = append(kids, leaf("act whom%s%s", oneOf(g, "", " among go_1"), oneOf(g, " once", " until pass", "")))
		}
		if g.odds(1, 4) {
			kids = append(kids, leaf("always { note \"always\" }"))
		}
		all = append(all, block(kids, "do"))
	}
	return all
}

// acts tells whether there are actions to start.
func (g *gen) acts() bool { return !g.quiet }
