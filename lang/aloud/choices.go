package aloud

import (
	"cmp"
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
	for s.Else == nil && s.Then != nil && len(s.Then.Stmts) == 1 { // one condition
		inner, ok := s.Then.Stmts[0].(*ir.If)
		if !ok || inner.Else != nil {
			break
		}
		s = &ir.If{Cond: &ir.Expr{Op: ir.And, Type: s.Cond.Type, Args: []*ir.Expr{s.Cond, inner.Cond}}, Then: inner.Then}
	}
	throws := r.throws
	then := bracketed(r.together(s.Then))
	after := r.throws
	r.throws = throws // what is thrown in the one case is not in the other
	other := bracketed(r.together(s.Else))
	r.throws = max(r.throws, after)
	cond := plain(r.ifs(s.Cond, true))
	if s.Cond.Op == ir.And {
		cond = plain(r.conditions(r.parts(s.Cond, ir.And, true)))
	}
	switch {
	case then.text == "" && other.text == "":
		return ""
	case then.text == "":
		return r.say("if {0}, {1}", "si {0}, {1}", plain(r.ifs(s.Cond, false)), other)
	case other.text == "":
		return r.say("if {0}, {1}", "si {0}, {1}", cond, then)
	}
	return r.say("if {0}, {1}; otherwise {2}", "si {0}, {1} ; sinon {2}", cond, then, other)
}

// bracketed is what is done in a case, where it has parts of its own.
func bracketed(done phrase) phrase {
	if strings.Contains(done.text, ";") && !strings.HasPrefix(done.text, "(") {
		done.text = "(" + done.text + ")"
	}
	return done
}

// rows are branches on one number, a row each: "1: ...; 2 to 3: ...".
func (r teller) rows(s *ir.If) string {
	var rows []string
	var key *ir.Expr
	var rest *ir.Block
	throws, most := r.throws, r.throws
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
		r.throws = throws
		rows = append(rows, r.say("{0}: {1}", "{0} : {1}", row, r.together(at.Then)))
		most = max(most, r.throws)
		next := (*ir.If)(nil)
		if rest = at.Else; rest != nil && len(rest.Stmts) == 1 {
			next, _ = rest.Stmts[0].(*ir.If)
		}
		at = next
	}
	if r.throws = throws; len(rows) < 2 {
		return ""
	}
	defer func() { r.throws = max(r.throws, most) }()
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

// choose is what somebody decides.
func (r teller) choose(s *ir.Choose, how manner) string {
	who := owner(r.reader)
	if s.By != nil {
		who = r.value(s.By)
	}
	var what []string
	alike := map[string]int{}
	for _, f := range s.Form {
		alike[r.quietlyTyped(&ir.Expr{Type: f.Type}).One]++
	}
	seen := map[string]int{}
	for _, f := range s.Form {
		one := r.quietlyTyped(&ir.Expr{Type: f.Type}).One
		r.nth = 0
		if seen[one]++; alike[one] > 1 && r.written(f.Field.Texts) == nil {
			r.nth = seen[one]
		}
		if r.chooser = cmp.Or(s.By, &ir.Expr{Op: ir.SelfOwner}); f.Bool && len(what) > 0 { // whose deed it is would be heard of what was chosen
			r.chooser = nil
		}
		what = append(what, r.asks(f))
		r.chooser = nil
		r.chosen(f)
	}
	r.nth = 0
	verbs := make([]string, len(what)) // one chooses a thing in French, and decides whether
	for i := range what {
		verbs[i] = "choisit"
		if strings.HasPrefix(what[i], "si ") || strings.HasPrefix(what[i], "s'il") || strings.HasPrefix(what[i], "de ") || strings.HasPrefix(what[i], "d'") {
			verbs[i] = "décide"
		}
		if i > 0 && r.french() && verbs[i] != verbs[i-1] {
			what[i] = verbs[i] + " " + what[i]
		}
	}
	list := plain(r.lang.And(what...))
	if len(what) > 1 && slices.ContainsFunc(what, func(s string) bool { return !unlisted(s) }) { // where each ends is heard
		list = plain(strings.Join(what, r.say(", then ", ", puis ")))
	}
	if how == does && !slices.ContainsFunc(s.Form, func(f *ir.FormField) bool { return !f.Type.Optional }) {
		how = may
	}
	return r.with(who, "chooses {0}", verbs[0]+" {0}", how, list)
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
	r.known[f.Field.Name] = elected(r.voice, r.numbered(r.quietlyTyped(&ir.Expr{Type: f.Type})), f.Some)
}

// elected is what was chosen, as against any other.
func elected(r voice, n tongue.Noun, many bool) phrase {
	p := r.the(n, many)
	p.text += " " + r.say("chosen", r.lang.Agree("choisi", n.Gender, many))
	p.chosen = true
	return p
}

// numbered is a thing of which several are chosen: the second point.
func (r *reader) numbered(n tongue.Noun) tongue.Noun {
	if r.nth > 0 {
		n.One = r.lang.Ordinal(r.nth, n.Gender == tongue.Feminine) + " " + n.One
	}
	return n
}

// asks is one thing that is chosen, and from what.
func (r teller) asks(f *ir.FormField) string {
	one := r.quietlyTyped(&ir.Expr{Type: f.Type})
	it := r.thatOne(one)
	if f.Some {
		it = r.those(one)
	}
	r.asked = append(r.asked, it)
	defer func() { r.asked = r.asked[:len(r.asked)-1] }()
	text, where := "", f.Where
	switch {
	case f.Bool && r.written(f.Field.Texts) == nil:
		return r.say("whether to do what follows", "de faire ou non ce qui suit")
	case f.Bool:
		return r.whether(r.field(f.Field).One, played(r, r.chooser))
	case f.Lo != nil || f.Hi != nil:
		upTo := "de {1} à {2}"
		if !short(f.Hi) { // what it comes to is told in several words
			upTo = "entre {1} et {2}"
		}
		if r.written(f.Field.Texts) == nil {
			return r.say("a number from {1} to {2}", "un nombre "+upTo, phrase{}, r.value(f.Lo), r.amount(f.Hi))
		}
		what := r.field(f.Field)
		if strings.HasPrefix(what.One, r.say("number ", "nombre ")) {
			return r.say("{0} from {1} to {2}", "{0} "+upTo, plain(r.lang.A(what, false)), r.value(f.Lo), r.amount(f.Hi))
		}
		return r.say("a number ({0}) from {1} to {2}", "un nombre ({0}) "+upTo, plain(what.One), r.value(f.Lo), r.amount(f.Hi))
	case f.In != nil:
		text = r.oneFrom(notHis(r, r.value(f.In)), one, f)
		if f.Type.Kind == ir.Int && r.written(f.Field.Texts) != nil {
			text = r.say("{0} as {1}", "{0} comme {1}", plain(text), plain(r.lang.Form(r.field(f.Field), f.Some)))
		}
	default:
		text = r.lang.A(r.numbered(one), f.Some)
		if others, its := notMine(r, f); its {
			text, where = r.among("", "l'un", one, plain("ses "+r.lang.Form(one, true))), others
		}
		if (f.Type.Kind == ir.Inst || f.Type.Kind == ir.Point) && r.written(f.Field.Texts) != nil && r.distinct(f.Field) {
			text = r.say("as {1} {0}", "comme {1} {0}", plain(text), plain(r.lang.Form(r.field(f.Field), f.Some)))
		}
	}
	if f.Within != nil {
		near, within := plain(""), f.Within
		if f.Of != nil {
			near = r.value(f.Of)
			if less, rest := nearer(r, f); less != nil {
				within, where = less, rest
			}
		}
		far := r.value(within)
		if _, known := worked(r.p, within); !known && compound(within) {
			far.text = "(" + far.text + ")"
		}
		text = r.say("{0} within {1} of {2}", "{0} à {1} ou moins de {2}", plain(text), far, near)
	}
	if where != nil {
		text += r.such(it, where)
	}
	return text
}

// notMine is what else is asked of one thing that belongs to whoever chooses it: in French it is one of his.
func notMine(r teller, f *ir.FormField) (others *ir.Expr, its bool) {
	if !r.french() || f.Some || r.nth > 0 || f.Where == nil || f.Within != nil {
		return nil, false
	}
	for _, c := range f.Where.Conjuncts() {
		switch {
		case r.mine(c):
			its = true
		case others == nil:
			others = c
		default:
			others = &ir.Expr{Op: ir.And, Type: c.Type, Args: []*ir.Expr{others, c}}
		}
	}
	return others, its
}

// part tells whether an amount is plainly no more than another: a smaller number, or what something is added to.
func part(less, all *ir.Expr) bool {
	if less.Op == ir.Const && all.Op == ir.Const {
		return less.N <= all.N
	}
	return all.Op == ir.Add && (less.Op == all.Args[0].Op && less.N == all.Args[0].N && less.Name == all.Args[0].Name)
}

// nearer is how near a point is that is told to be near the same twice, by its condition, where that is less: it is the figure that
// counts. The rest of the condition is nil when it says no more.
func nearer(r teller, f *ir.FormField) (within, rest *ir.Expr) {
	for _, c := range f.Where.Conjuncts() {
		if c.Op == ir.Le && c.Args[0].Op == ir.CallPrim && c.Args[0].N == ir.PDistanceTo && within == nil && c.Args[0].Args[1].Op == ir.Temp &&
			r.value(c.Args[0].Args[0]).text == r.value(f.Of).text && part(c.Args[1], f.Within) {
			within = c.Args[1]
		} else if rest == nil {
			rest = c
		} else {
			rest = &ir.Expr{Op: ir.And, Type: c.Type, Args: []*ir.Expr{rest, c}}
		}
	}
	return within, rest
}

// notHis is what the bearer has from which another chooses, whose it would be in French: les dés qu'elle a, for ses dés.
func notHis(r teller, list phrase) phrase {
	rest, ok := strings.CutPrefix(list.text, r.lang.Its(list.noun, true))
	if !r.french() || !ok || list.noun.One == "" || r.value(r.chooser).bearer || rest != "" && rest[0] != ' ' {
		return list
	}
	things, has := r.lang.The(list.noun, true), " qu'"+r.bearer().text+" a"
	if strings.HasPrefix(rest, " qu") || strings.HasPrefix(rest, " dont ") {
		list.text = things + has + " et" + rest
	} else {
		list.text = things + rest + has
	}
	return list
}

// oneFrom is one of several things, or so many of them.
func (r teller) oneFrom(list phrase, one tongue.Noun, f *ir.FormField) string {
	named := list.noun.One == "" // each by its name
	list.noun.Gender = cmp.Or(list.noun.Gender, one.Gender)
	text := ""
	each := named && f.In.Type.Elem == ir.EnumType && (f.In.Op == ir.MakeList || f.In.Op == ir.Const)
	if each {
		list.text = r.lang.And(r.single(f.In)...)
	}
	switch number := r.howMany(f); {
	case f.Some && named:
		text = r.say("{2} of {0}", "{2} {1} parmi {0}", list, plain(r.lang.Form(one, true)), plain(number))
	case f.Some:
		text = r.say("{1} of {0}", "{1} de {0}", list, plain(number))
	case each:
		text = r.say("{1} out of {0}", "{1} parmi {0}", plain(list.text), plain(r.lang.A(one, false)))
	default:
		text = r.among("one", "l'un", list.noun, list)
	}
	if f.Repeat != nil && (f.Repeat.Op != ir.Const || f.Repeat.N != 1) {
		chacun := r.lang.Agree("chacun", list.noun.Gender, false)
		text += r.say(" (each up to {0} times)", " ("+chacun+" {0} fois au plus)", r.value(f.Repeat))
	}
	return text
}

// amount is so many as there are of what somebody has.
func (r teller) amount(e *ir.Expr) phrase {
	if v := r.value(e); e.Op != ir.CellOf || !v.many {
		return v
	}
	if who := r.value(e.Args[0]); who.bearer {
		return plain(r.say("the number of {0}", "le nombre de {0}", r.value(e)))
	}
	return plain(r.say("the number of {0} of {1}", "le nombre de {0} de {1}", plain(r.lang.Form(r.fieldOf(e), true)), r.value(e.Args[0])))
}

// howMany are so many as somebody may choose.
func (r teller) howMany(f *ir.FormField) string {
	lo, hi := f.CountLo, f.CountHi
	switch {
	case hi == nil && (lo == nil || lo.Op == ir.Const && lo.N <= 1):
		return r.say("any number", "un nombre au choix")
	case hi == nil:
		return r.say("{0} or more", "{0} ou plus", r.value(lo))
	case lo == nil || lo.Op == ir.Const && lo.N == 0:
		return r.say("up to {0}", "{0} au plus", r.value(hi))
	case lo == hi || lo.Op == ir.Const && hi.Op == ir.Const && lo.N == hi.N:
		return r.value(hi).text
	}
	return r.say("{0} to {1}", "{0} à {1}", r.value(lo), r.value(hi))
}

// played is who does what an owner decides: the thing that is his.
func played(r teller, by *ir.Expr) phrase {
	switch {
	case by == nil:
	case by.Op == ir.SelfOwner:
		return r.bearer()
	case by.Op == ir.OwnerOf:
		return r.value(by.Args[0])
	}
	return phrase{}
}

// whether is what somebody may do, or what may be so; who: a thing of whoever decides, by which it is done.
func (r voice) whether(what string, who phrase) string {
	if !r.french() {
		if strings.HasPrefix(what, "to ") {
			return "whether " + what
		}
		return "whether it is " + what
	}
	verb, _, _ := strings.Cut(strings.TrimPrefix(strings.TrimPrefix(what, "s'"), "en "), " ")
	for _, end := range []string{"er", "ir", "re"} {
		if strings.HasSuffix(verb, end) {
			if who.text != "" {
				return r.say("", "si {0} va {1}", who, plain(what))
			}
			rest := strings.TrimPrefix(what, verb)
			return tongue.Elide("de", verb) + " ou non" + rest
		}
	}
	return "si c'est " + what
}
