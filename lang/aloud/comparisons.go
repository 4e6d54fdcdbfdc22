package aloud

import (
	"slices"
	"strings"

	"github.com/kdsl-lang/kdsl/lang/ir"
	"github.com/kdsl-lang/kdsl/lang/tongue"
)

// allCardsOf is the kind whose cards a list of several names, all of them.
func (r truth) allCardsOf(list *ir.Expr) (tongue.Noun, bool) {
	if len(list.List) < 2 || list.Type.Elem != ir.CardOf {
		return tongue.Noun{}, false
	}
	for k := r.p.Cards[list.List[0]].Kind; k >= 0; k = r.p.Kinds[k].Parent {
		count, all := 0, true
		for _, c := range r.p.Cards {
			if r.p.IsA(c.Kind, k) {
				count++
				all = all && slices.Contains(list.List, int64(c.ID))
			}
		}
		if all && count == len(list.List) {
			return r.kind(k), true
		}
	}
	return tongue.Noun{}, false
}

// compared is a comparison: of a figure that somebody has, "it has 4 HP or more"; of anything else, "the total is 4 or more".
func (r truth) compared(e *ir.Expr, yes bool) string {
	op, a, b := e.Op, e.Args[0], e.Args[1]
	if a.Op == ir.Const && b.Op != ir.Const {
		a, b = b, a
		op = op.Mirrored()
	}
	if !yes {
		op = op.Denied()
	}
	if n, ok := r.lowest(a); ok && b.Op == ir.Const && (op == ir.Le && b.N == n || op == ir.Lt && b.N == n+1) { // it is no less
		op, b = ir.Eq, &ir.Expr{Op: ir.Const, Type: b.Type, N: n}
	}
	if b.Op == ir.Const && b.N == ir.None && !b.Type.IsList() && (op == ir.Eq || op == ir.Ne) { // whether it has one
		return r.present(a, op == ir.Ne)
	}
	if b.Op == ir.Const && b.Type.Kind == ir.Bool {
		return r.holds(a, (b.N != 0) == (op == ir.Eq))
	}
	if a.Type.Kind == ir.Bool && b.Type.Kind == ir.Bool {
		left, right := plain(r.holds(a, true)), plain(r.holds(b, true))
		if op == ir.Eq {
			return r.say("{0} exactly if {1}", "{0} exactement si {1}", left, right)
		}
		return r.holds(unlike(a, b), true)
	}
	if empty(a) {
		a, b = b, a
	}
	if (op == ir.Eq || op == ir.Ne) && empty(b) {
		return r.thereIs(a, op == ir.Ne)
	}
	if list, some, ok := r.emptiness(op, a, b); ok {
		return r.thereIs(list, some)
	}
	if a.Op == ir.CallPrim && a.N == ir.PTimes && b.Op == ir.Const {
		return r.oftenAmong(a, b, op)
	}
	if same, ok := r.ofOne(a, b, op); ok {
		return same
	}
	left := r.value(itself(a, b))
	if len(a.Args) == 1 {
		defer r.ofAnother(r.value(a.Args[0]), a.Args[0].Type)()
	}
	bound := r.bound(op, b)
	if does := r.does(a, b); does != "" && (op == ir.Eq || op == ir.Ne) {
		return r.predicate(r.value(b), does+" {0}", does+" {0}", op == ir.Eq, r.value(a.Args[0]))
	}
	if (op == ir.Eq || op == ir.Ne) && !left.number && a.Type.Kind != ir.Int && a.Type.Kind != ir.Length {
		if a.Op == ir.CardOfInst && b.Op == ir.Const && b.N >= 0 {
			return r.is(left, amongst(r.voice, r.oneSuch(r.p.Cards[b.N])), op == ir.Eq)
		}
		is := r.value(b)
		if b.Op == ir.Self && r.card != nil && is.text == r.itself().text { // and no other of the name
			is.text += r.say(" itself", " "+map[bool]string{false: "lui", true: "elle"}[is.noun.Gender == tongue.Feminine]+"-même")
		}
		if b.Op == ir.Const && b.Type.Kind == ir.EnumType && participle(is.text) && is.noun.Gender == tongue.Unknown {
			is.text = r.lang.Agree(is.text, left.noun.Gender, left.many)
		}
		if is.bearer && thing.MatchString(left.text) { // it is the target, and not: the target is it
			left, is = is, left
		}
		if b.Type.Kind == ir.EnumType {
			is = r.alsoOf(left, is)
		}
		return r.is(left, is, op == ir.Eq)
	}
	if near, ok := r.apart(op, a, b); ok {
		return near
	}
	if higher, ok := r.higher(op, a, b); ok {
		return higher
	}
	if whose, figure, ok := r.had(a); ok && b.Op == ir.Const {
		many := !r.lang.Singular(b.N)
		if op != ir.Eq && op != ir.Ne {
			many = r.number(op, b).text != "1"
		}
		has := r.say("has {0} {1}", "a {0} {1}", bound, plain(r.lang.Counted(figure, many)))
		if op == ir.Eq && b.N == 0 {
			return r.hasNo(whose, figure)
		}
		if in, ok := inequalities[op]; ok {
			n := r.number(op, b)
			has = r.say("has {0} {1} or "+in.orMore[0], "a {0} {1} ou "+in.orMore[1], n, plain(r.lang.Counted(figure, many)))
		}
		return r.predicate(whose, has, has, op != ir.Ne)
	}
	in, ok := inequalities[op]
	if b.Op == ir.Const && b.Type.Kind == ir.EnumType {
		name, in := r.value(b), true
		if ok {
			name, in = r.ranging(op, b)
		}
		return r.predicate(left, "is {0}", "est {0}", in && op != ir.Ne, name)
	}
	if ok && b.Op != ir.Const {
		v := r.alsoOf(left, r.value(b))
		return r.predicate(left, in.is[0], in.is[1], true, v)
	}
	is := r.say("is {0}", amounts(r.voice, left)+" {0}", bound)
	if b.Op != ir.Const && (op == ir.Eq || op == ir.Ne) {
		v := r.alsoOf(left, r.value(b))
		if is = r.say("is {0}", "est {0}", v); b.Type.Kind == ir.Int || b.Type.Kind == ir.Length {
			is = r.say("is {0}", "est ~égal à {0}", v)
		}
	}
	return r.predicate(left, is, is, op != ir.Ne)
}

// does is what somebody does who is said to be the one that does it: it makes the attack.
func (r truth) does(who, is *ir.Expr) string {
	if who.Op != ir.RecField || is.Op == ir.Const {
		return ""
	}
	return partBy(r.reader, who)
}

// unlike is that of two conditions one holds and the other does not.
func unlike(a, b *ir.Expr) *ir.Expr {
	both := func(a, b *ir.Expr) *ir.Expr { return &ir.Expr{Op: ir.And, Type: a.Type, Args: []*ir.Expr{a, b}} }
	not := func(a *ir.Expr) *ir.Expr { return &ir.Expr{Op: ir.Not, Type: a.Type, Args: []*ir.Expr{a}} }
	return &ir.Expr{Op: ir.Or, Type: a.Type, Args: []*ir.Expr{both(a, not(b)), both(not(a), b)}}
}

// empty tells whether an expression is a list of nothing.
func empty(e *ir.Expr) bool {
	return e.Type.IsList() && (e.Op == ir.Const && len(e.List) == 0 || e.Op == ir.MakeList && len(e.Args) == 0)
}

// lowest is the least that a number of what is heard can be.
func (r truth) lowest(e *ir.Expr) (int64, bool) {
	if e.Op != ir.EventField || e.Type.Kind != ir.Int || r.heard == nil || r.heard.Event == nil {
		return 0, false
	}
	for _, f := range r.heard.Event.Form {
		if f.Field.Slot == int(e.N) && f.Lo != nil && f.Lo.Op == ir.Const && !f.Some {
			return f.Lo.N, true
		}
	}
	if f := heardField(r.reader, e); f != nil && f.Lo != ir.None {
		return f.Lo, true
	}
	return 0, false
}

// oftenAmong says how often something is among others: at most once.
func (r truth) oftenAmong(a, b *ir.Expr, op ir.Op) string {
	n := r.number(op, b).text
	times := map[string]string{"1": r.say("once", "une fois"), "2": r.say("twice", "deux fois")}[n]
	if times == "" {
		times = n + r.say(" times", " fois")
	}
	bound := r.say("exactly ", "exactement ")
	switch op {
	case ir.Lt, ir.Le:
		bound = r.say("at most ", "au plus ")
	case ir.Gt, ir.Ge:
		bound = r.say("at least ", "au moins ")
	}
	args := r.primArgs(a)
	return r.predicate(args[1], "is among {0} {1}", "est parmi {0} {1}", op != ir.Ne, args[0], plain(bound+times))
}

// ofOne says that two things are of one card, or of one owner.
func (r truth) ofOne(a, b *ir.Expr, op ir.Op) (string, bool) {
	words, ok := map[ir.Op][2]string{ir.CardOfInst: {"is of the same card as {0}", "est de la même carte que {0}"},
		ir.OwnerOf: {"has the same owner as {0}", "a le même propriétaire que {0}"}}[a.Op]
	if ok && b.Op == ir.SelfOwner {
		b = &ir.Expr{Op: ir.OwnerOf, Args: []*ir.Expr{{Op: ir.SelfBearer}}}
	}
	if !ok || op != ir.Eq && op != ir.Ne || a.Op != b.Op {
		return "", false
	}
	other := r.value(b.Args[0])
	if other.bearer {
		other = plain(r.tonic(other.text))
	}
	return r.predicate(r.value(a.Args[0]), words[0], words[1], op == ir.Eq, other), true
}

// hasNo says that somebody has none of what is counted.
func (r voice) hasNo(who phrase, of tongue.Noun) string {
	has := r.say(" has ", " n'a ")
	if who.many {
		has = r.say(" have ", " n'ont ")
	}
	return who.text + has + r.lang.No(of)
}

// oneSuch is a thing of a card: a bow.
func (r *reader) oneSuch(card *ir.Card) phrase {
	n := r.cardNoun(card)
	if strings.ContainsAny(n.One, "!?") { // it is called by its name
		return phrase{text: n.One, noun: n}
	}
	n.One = r.lowered(n.One)
	if !r.gendered(card.Texts) { // it tells how somebody is
		return plain(n.One)
	}
	n.Proper, n.PluralOnly = false, r.lang.IsPlural(n.One)
	return phrase{text: r.lang.A(n, false), noun: tongue.Noun{Gender: n.Gender}, many: n.PluralOnly}
}

// amongst is what somebody is who is of a card. One is not several things: in French he is among them.
func amongst(r voice, one phrase) phrase {
	if things, ok := strings.CutPrefix(one.text, "des "); ok && one.many && r.french() {
		return plain("parmi les " + things)
	}
	return plain(one.text)
}

// inequality is how one is said in both languages: behind a number; of what is compared with what is worked out, with a
// bound; of how far things are from each other, and how much higher one stands.
type inequality struct{ orMore, is, bounds, apart, higher [2]string }

var inequalities = map[ir.Op]inequality{
	ir.Lt: {orMore: [2]string{"less", "moins"}, is: [2]string{"is less than {0}", "est ~inférieur à {0}"},
		bounds: [2]string{"less than {0}", "moins de {0}"}, apart: [2]string{"is less than {0} from {1}", "est à moins de {0} de {1}"}, higher: [2]string{"less than {0}", "moins de {0}"}},
	ir.Le: {orMore: [2]string{"less", "moins"}, is: [2]string{"is at most {0}", "est au plus ~égal à {0}"},
		bounds: [2]string{"at most {0}", "{0} au plus"}, apart: [2]string{"is within {0} of {1}", "est à {0} ou moins de {1}"}, higher: [2]string{"at most {0}", "au plus {0}"}},
	ir.Gt: {orMore: [2]string{"more", "plus"}, is: [2]string{"is more than {0}", "est ~supérieur à {0}"},
		bounds: [2]string{"more than {0}", "plus de {0}"}, apart: [2]string{"is more than {0} from {1}", "est à plus de {0} de {1}"}, higher: [2]string{"more than {0}", "plus de {0}"}},
	ir.Ge: {orMore: [2]string{"more", "plus"}, is: [2]string{"is at least {0}", "est au moins ~égal à {0}"},
		bounds: [2]string{"at least {0}", "{0} au moins"}, apart: [2]string{"is at least {0} from {1}", "est à au moins {0} de {1}"}, higher: [2]string{"at least {0}", "au moins {0}"}},
}

// ranging are the values of an enum within a bound; in: or beyond it, where those are fewer.
func (r truth) ranging(op ir.Op, with *ir.Expr) (names phrase, in bool) {
	var left, out []string
	for n := range int64(len(r.p.Enums[with.Type.Ref].Values)) {
		name := r.shown(with.Type, n).text
		if holds := map[ir.Op]bool{ir.Lt: n < with.N, ir.Le: n <= with.N, ir.Gt: n > with.N, ir.Ge: n >= with.N}[op]; holds {
			left = append(left, name)
		} else {
			out = append(out, name)
		}
	}
	if in = len(left) <= max(3, len(out)); !in {
		left = out
	}
	return plain(r.lang.Or(left...)), in
}

// number is a bound as an inclusive number.
func (r truth) number(op ir.Op, b *ir.Expr) phrase {
	n := *b
	switch {
	case b.Type.Kind == ir.Length:
	case op == ir.Lt:
		n.N--
	case op == ir.Gt:
		n.N++
	}
	return r.constant(&n)
}

// bound is what something is compared with: 4 or more, less than the total.
func (r truth) bound(op ir.Op, b *ir.Expr) phrase {
	in, ok := inequalities[op]
	switch {
	case !ok:
		return r.value(b)
	case b.Op == ir.Const && b.Type.Kind != ir.Length:
		return plain(r.say("{0} or "+in.orMore[0], "{0} ou "+in.orMore[1], r.number(op, b)))
	}
	return plain(r.say(in.bounds[0], in.bounds[1], r.value(b)))
}

// had is who has a figure, and which. What is printed is a measure, unless it is counted: its level is 1, it has 2 hands.
func (r truth) had(e *ir.Expr) (whose phrase, figure tongue.Noun, ok bool) {
	switch e.Op {
	case ir.CellOf, ir.StatOf, ir.PrintedOf:
		if len(e.Args) != 1 || e.Type.Kind != ir.Int || r.isParam(e) {
			break
		}
		n := r.fieldOf(e)
		countable := e.Op == ir.CellOf || n.Many != "" && n.Many != n.One || n.PluralOnly
		return r.value(e.Args[0]), n, countable
	}
	return phrase{}, tongue.Noun{}, false
}

// apart is how far things are from each other.
func (r truth) apart(op ir.Op, a, b *ir.Expr) (string, bool) {
	if len(a.Args) != 2 || a.Type.Kind != ir.Length || !r.distance(a) {
		return "", false
	}
	in, ok := inequalities[op]
	if !ok {
		return "", false
	}
	from, to, far := r.value(a.Args[0]), r.value(a.Args[1]), r.value(b)
	return r.predicate(from, in.apart[0], in.apart[1], true, far, to), true
}

// higher is how much higher one stands than the other.
func (r truth) higher(op ir.Op, a, b *ir.Expr) (string, bool) {
	height := func(e *ir.Expr) bool { return e.Op == ir.CallPrim && e.N == ir.PElevation }
	in, ok := inequalities[op]
	if !ok || a.Op != ir.Sub || !height(a.Args[0]) || !height(a.Args[1]) {
		return "", false
	}
	far := plain(r.say(in.higher[0], in.higher[1], r.value(b)))
	top, foot := r.value(a.Args[0].Args[0]), r.value(a.Args[1].Args[0])
	return r.predicate(top, "stands {0} higher than {1}", "se trouve plus haut que {1} de {0}", true, far, foot), true
}

// distance tells whether an expression is how far two things are from each other.
func (r truth) distance(e *ir.Expr) bool {
	switch e.Op {
	case ir.CallPrim:
		return e.N == ir.PDistance || e.N == ir.PDistanceTo
	case ir.CallFunc:
		w := r.written(r.p.Funcs[e.N].Texts)
		return w != nil && len(w.Parts) > 1 && strings.Contains(strings.ToLower(w.Parts[0].Text), "distance") && e.Args[1].Type.Kind == ir.Inst
	}
	return false
}

// alsoOf is the same figure of another: that of the attack.
func (r truth) alsoOf(figure, other phrase) phrase {
	whose, same := strings.CutPrefix(other.text, figure.text+" ")
	if of := r.say("of {0}", "de {0}", r.asThe(phrase{noun: r.bearerNoun(), aside: true})); !same && figure.noun.One == other.noun.One && strings.HasSuffix(other.text, " "+of) {
		whose, same = of, true
	}
	if !same {
		return other
	}
	that, en := "celui", "that "
	if figure.noun.Gender == tongue.Feminine {
		that = "celle"
	}
	if figure.many {
		that, en = map[string]string{"celui": "ceux", "celle": "celles"}[that], "those "
	}
	return plain(r.say(en+whose, that+" "+whose))
}

// emptiness tells that a comparison asks whether there is any of a list.
func (r truth) emptiness(op ir.Op, a, b *ir.Expr) (list *ir.Expr, some, ok bool) {
	if b.Op != ir.Const || b.Type.Kind != ir.Int {
		return nil, false, false
	}
	switch {
	case a.Op == ir.CallPrim && a.N == ir.PSize:
		list = a.Args[0]
	case a.Op == ir.Count:
		x := *a
		x.Op, list = ir.Filter, &x
	default:
		return nil, false, false
	}
	switch {
	case op == ir.Gt && b.N == 0, op == ir.Ge && b.N == 1, op == ir.Ne && b.N == 0:
		return list, true, true
	case op == ir.Eq && b.N == 0, op == ir.Lt && b.N == 1, op == ir.Le && b.N == 0:
		return list, false, true
	}
	return nil, false, false
}
