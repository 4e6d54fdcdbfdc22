package aloud

import (
	"slices"
	"strconv"
	"strings"

	"github.com/kdsl-lang/kdsl/lang/ir"
	"github.com/kdsl-lang/kdsl/lang/tongue"
)

// choice is what happens if, and otherwise.
func (r teller) choice(s *ir.If) string {
	if rows := r.rows(s); rows != "" {
		return rows
	}
	then := r.together(s.Then)
	other := r.together(s.Else)
	cond := plain(r.holds(s.Cond, true))
	switch {
	case then.text == "" && other.text == "":
		return ""
	case then.text == "":
		return r.say("if {0}, {1}", "si {0}, {1}", plain(r.holds(s.Cond, false)), other)
	case other.text == "":
		return r.say("if {0}, {1}", "si {0}, {1}", cond, then)
	}
	return r.say("if {0}, {1}; otherwise {2}", "si {0}, {1} ; sinon {2}", cond, then, other)
}

// rows are branches on one number, a row each: "1: ...; 2 to 3: ...".
func (r teller) rows(s *ir.If) string {
	var rows []string
	var key *ir.Expr
	var rest *ir.Block
	for at := s; at != nil; {
		k, lo, hi, ok := bounds(at.Cond)
		if !ok || key != nil && (k.Op != key.Op || k.N != key.N) {
			return ""
		}
		key = k
		row := plain(strconv.FormatInt(lo, 10))
		switch {
		case lo == ir.None:
			row = plain(r.say("{0} or less", "{0} ou moins", plain(strconv.FormatInt(hi, 10))))
		case hi == ir.None:
			row = plain(r.say("{0} or more", "{0} ou plus", row))
		case hi != lo:
			row = plain(r.say("{0} to {1}", "{0} à {1}", row, plain(strconv.FormatInt(hi, 10))))
		}
		rows = append(rows, r.say("{0}: {1}", "{0} : {1}", row, r.together(at.Then)))
		next := (*ir.If)(nil)
		if rest = at.Else; rest != nil && len(rest.Stmts) == 1 {
			next, _ = rest.Stmts[0].(*ir.If)
		}
		at = next
	}
	if len(rows) < 2 {
		return ""
	}
	if rest != nil {
		rows = append(rows, r.say("otherwise: {0}", "sinon : {0}", r.together(rest)))
	}
	return r.say("by {0}: {1}", "selon {0} — {1}", r.value(key), plain(strings.Join(rows, "; ")))
}

// bounds is the range in which a condition asks for a number.
func bounds(e *ir.Expr) (of *ir.Expr, lo, hi int64, ok bool) {
	if e.Op == ir.And {
		a, lo, hi, ok := bounds(e.Args[0])
		b, lo2, hi2, also := bounds(e.Args[1])
		if !ok || !also || a.Op != b.Op || a.N != b.N {
			return nil, 0, 0, false
		}
		return a, max(lo, lo2), least(hi, hi2), true
	}
	if len(e.Args) != 2 || e.Args[0].Op != ir.Local || e.Args[1].Op != ir.Const || e.Args[1].Type.Kind != ir.Int {
		return nil, 0, 0, false
	}
	n := e.Args[1].N
	switch e.Op {
	case ir.Eq:
		return e.Args[0], n, n, true
	case ir.Lt:
		return e.Args[0], ir.None, n - 1, true
	case ir.Le:
		return e.Args[0], ir.None, n, true
	case ir.Gt:
		return e.Args[0], n + 1, ir.None, true
	case ir.Ge:
		return e.Args[0], n, ir.None, true
	}
	return nil, 0, 0, false
}

// least is the smaller of two bounds, one of which may be open.
func least(a, b int64) int64 {
	if a == ir.None || b != ir.None && b < a {
		return b
	}
	return a
}

// each is what happens to each of several.
func (r teller) each(s *ir.Each) string {
	body := r.together(s.Body)
	if body.text == "" {
		return ""
	}
	if strings.Contains(body.text, ";") { // where it ends is heard
		body.text = "(" + body.text + ")"
	}
	one := r.typed(s.In.Type)
	if only := s.In; only.Op == ir.CallPrim && only.N == ir.POnly && only.Args[0].Op == ir.MakeList && len(only.Args[0].Args) == 1 {
		who := r.value(only.Args[0].Args[0])
		r.known[s.Var.Name] = who
		return r.say("if {0}, {1}", "si {0}, {1}", plain(r.is(who, plain(r.lang.A(r.kind(only.Ref), false)), true)), r.together(s.Body))
	}
	list := r.value(s.In)
	if s.In.Op == ir.AllOf {
		list = phrase{text: r.lang.Each(one), noun: one}
	} else if s.In.Op == ir.Filter && s.In.Args[0].Op == ir.AllOf {
		r.temps[s.In.N] = r.that(one)
		list = phrase{text: r.say("{0} where {1}", "{0} où {1}", plain(r.lang.Each(one)), plain(r.holds(s.In.Args[1], true))), noun: one}
		delete(r.temps, s.In.N)
	} else {
		chacun := "chacun de {0}"
		if list.noun.One == "" {
			list.noun = one
		}
		if list.noun.Gender == tongue.Feminine {
			chacun = "chacune de {0}"
		}
		list.text = r.say("each of {0}", chacun, list)
	}
	if s.Where != nil {
		return r.say("for {0} where {1}: {2}", "pour {0} où {1} : {2}", list, plain(r.holds(s.Where, true)), body)
	}
	return r.say("for {0}: {1}", "pour {0} : {1}", list, body)
}

// choose is what somebody decides.
func (r teller) choose(s *ir.Choose) string {
	who := r.of(r.own("owner", "propriétaire", tongue.Masculine), phrase{bearer: true})
	if s.By != nil {
		who = r.value(s.By)
	}
	var what []string
	for _, f := range s.Form {
		what = append(what, r.asks(f))
		r.chosen(f)
	}
	list := plain(r.lang.And(what...))
	how := does
	if !slices.ContainsFunc(s.Form, func(f *ir.FormField) bool { return !f.Type.Optional }) {
		how = may
	}
	return r.with(who, r.say("chooses {0}", "", list), r.say("", "choisit {0}", list), how)
}

// chosen remembers what the name of a field stands for that somebody chose.
func (r teller) chosen(f *ir.FormField) {
	if f.Bool {
		r.known[f.Field.Name] = plain(r.say("so", "le cas"))
		return
	}
	if r.written(f.Field.Texts) != nil {
		r.known[f.Field.Name] = r.the(r.field(f.Field), f.Some)
		return
	}
	n := r.quietlyTyped(&ir.Expr{Type: f.Type})
	p := r.the(n, f.Some)
	switch {
	case r.french() && f.Some:
		p.text += " " + r.lang.Agree("choisi", n.Gender, true)
	case r.french():
		p.text += " " + r.lang.Agree("choisi", n.Gender, false)
	default:
		p.text += " chosen"
	}
	r.known[f.Field.Name] = p
}

// asks is one thing that is chosen, and from what.
func (r teller) asks(f *ir.FormField) string {
	one := r.quietlyTyped(&ir.Expr{Type: f.Type})
	it := r.thatOne(one)
	r.asked = append(r.asked, it)
	defer func() { r.asked = r.asked[:len(r.asked)-1] }()
	var text string
	switch {
	case f.Bool && r.written(f.Field.Texts) == nil:
		return r.say("whether to do what follows", "de faire ou non ce qui suit")
	case f.Bool:
		return r.say("whether {0}", "si oui ou non : {0}", plain(r.field(f.Field).One))
	case f.Lo != nil || f.Hi != nil:
		if r.written(f.Field.Texts) == nil {
			return r.say("a number from {1} to {2}", "un nombre de {1} à {2}", phrase{}, r.value(f.Lo), r.value(f.Hi))
		}
		return r.say("a number ({0}) from {1} to {2}", "un nombre ({0}) de {1} à {2}", plain(r.field(f.Field).One), r.value(f.Lo), r.value(f.Hi))
	case f.In != nil:
		text = r.say("one of {0}", "un élément parmi {0}", r.value(f.In))
		if f.Some {
			text = r.say("several of {0}", "plusieurs éléments parmi {0}", r.value(f.In))
		}
	default:
		text = r.lang.A(one, f.Some)
	}
	if f.Within != nil {
		near := plain("")
		if f.Of != nil {
			near = r.value(f.Of)
		}
		text = r.say("{0} within {1} of {2}", "{0} à {1} ou moins de {2}", plain(text), r.value(f.Within), near)
	}
	if f.Where != nil {
		such := r.lang.Agree("tel", one.Gender, false)
		text = r.say("{0} such that {1}", "{0} "+such+" que {1}", plain(text), plain(r.holds(f.Where, true)))
	}
	return text
}
