package aloud

import (
	"cmp"
	"slices"
	"strings"

	"github.com/kdsl-lang/kdsl/lang/ir"
	"github.com/kdsl-lang/kdsl/lang/tongue"
)

// sum is what is worked out of two numbers: so many for each of several, or a plain sum.
func (r *reader) sum(e *ir.Expr) phrase {
	if i := slices.IndexFunc(e.Args, func(x *ir.Expr) bool { return x.Op == ir.Cond && premised(r, x.Args[0]) }); i >= 0 {
		known := *e
		known.Args = slices.Clone(e.Args)
		known.Args[i] = e.Args[i].Args[1]
		return r.sum(&known)
	}
	if e.Op == ir.Mul {
		for i, x := range e.Args {
			if each, ok := r.forEach(x); ok {
				return phrase{text: r.say("{0} for {1}", "{0} pour {1}", r.value(e.Args[1-i]), each), number: true}
			}
		}
	}
	if n, ok := worked(r.p, e); ok {
		return r.constant(&ir.Expr{Op: ir.Const, Type: e.Type, N: n})
	}
	a, b := r.value(e.Args[0]), r.value(e.Args[1])
	if e.Op == ir.Add { // so much, and more if
		for i, x := range e.Args {
			if x.Op == ir.Cond && x.Args[2].Op == ir.Const && x.Args[2].N == 0 {
				rest := []phrase{b, a}[i]
				return phrase{text: r.say("{0}, plus {1} if {2}", "{0}, plus {1} si {2}", rest, r.value(x.Args[1]), plain(r.holds(x.Args[0], true))), number: true}
			}
		}
	}
	for i, side := range []*phrase{&a, &b} {
		if x := e.Args[i]; x.Op == ir.Cond || e.Op == ir.Mul && compound(x) || x.Op == ir.CallPrim && wholes(x.N) || i == 0 && e.Op != ir.Mul && trailing(side.text) {
			side.text = "(" + side.text + ")"
		}
	}
	out := phrase{number: true, many: a.many}
	if a.many && b.many {
		out.noun = a.noun
	}
	switch e.Op {
	case ir.Add:
		out.text = r.say("{0} plus {1}", "{0} plus {1}", a, b)
	case ir.Sub:
		out.text = r.say("{0} minus {1}", "{0} moins {1}", a, b)
	default:
		switch {
		case e.Args[0].Op == ir.Const && e.Args[0].N == 2 && e.Args[1].Op != ir.Const:
			out.text = r.say("twice {0}", "le double de {0}", b)
		case e.Args[1].Op == ir.Const && e.Args[1].N == 2:
			out.text = r.say("twice {0}", "le double de {0}", a)
		default:
			out.text = r.say("{0} times {1}", "{0} fois {1}", a, b)
		}
	}
	return out
}

// trailing tells whether what stands behind a saying would be taken for a part of what is said of its members.
func trailing(said string) bool {
	return slices.ContainsFunc([]string{" such that ", " tel que ", " tels que ", " telle que ", " telles que ", " tel qu'", " tels qu'", " telle qu'", " telles qu'"}, func(w string) bool {
		return strings.Contains(said, w) && !strings.HasPrefix(said, "(")
	})
}

// forEach is one of those of which an expression is the number.
func (r *reader) forEach(e *ir.Expr) (phrase, bool) {
	switch {
	case e.Op == ir.CallPrim && e.N == ir.PTimes:
		return plain(r.say("each {0} among {1}", "chaque {0} parmi {1}", r.value(e.Args[1]), r.value(e.Args[0]))), true
	case e.Op == ir.Count:
		from, cond, temps := sifted(e)
		one := r.typed(e.Args[0].Type)
		list := r.value(from)
		one.Gender = cmp.Or(list.noun.Gender, one.Gender)
		return eachSuch(r, list, one, temps, cond), true
	case e.Op == ir.CallPrim && e.N == ir.PSize && e.Args[0].Op == ir.Filter:
		x := *e.Args[0]
		x.Op = ir.Count
		return r.forEach(&x)
	case e.Op == ir.CallPrim && e.N == ir.PSize:
		return r.eachOf(r.value(e.Args[0]), r.typed(e.Args[0].Type)), true
	case e.Op == ir.CallPrim && e.N == ir.PNumberKind:
		return plain(r.say("each {0} of {1}", "chaque {0} de {1}", plain(r.kind(e.Ref).One), r.value(e.Args[0]))), true
	case e.Op == ir.CallPrim && e.N == ir.PNumber:
		args := r.primArgs(e)
		return plain(r.say("each {0} of {1}", "chaque {0} de {1}", args[1], args[0])), true
	}
	return phrase{}, false
}

func (r *reader) listed(args []*ir.Expr) phrase {
	if len(args) == 0 {
		return plain(r.say("nothing", "rien"))
	}
	var all []string
	for _, a := range args {
		all = append(all, r.value(a).text)
	}
	return phrase{text: r.lang.And(all...), many: len(all) > 1}
}

// sifted is a list of which some are taken and then some of those, with all that is asked of them at once, and the temporaries
// for which a member stands there.
func sifted(e *ir.Expr) (list, cond *ir.Expr, temps []int64) {
	list, temps = e.Args[0], []int64{e.N}
	if e.Op != ir.Filter && e.Op != ir.Count {
		return list, nil, temps
	}
	for cond = e.Args[1]; list.Op == ir.Filter; list = list.Args[0] {
		cond = &ir.Expr{Op: ir.And, Type: cond.Type, Args: []*ir.Expr{list.Args[1], cond}}
		temps = append(temps, list.N)
	}
	return list, cond, temps
}

// over is what is said of the members of a list.
func (r *reader) over(e *ir.Expr) phrase {
	from, cond, temps := sifted(e)
	list := r.value(from)
	one := r.typed(e.Args[0].Type)
	if g := list.noun.Gender; g != tongue.Unknown && e.Op == ir.Filter { // some are called otherwise: allies
		one.Gender = g
	}
	r.temps[e.N] = r.thatOne(one)
	defer delete(r.temps, e.N)
	switch e.Op {
	case ir.Filter:
		return phrase{text: r.narrowed(list.text, one, temps, cond), noun: one, many: true}
	case ir.Count:
		several := plain(r.narrowed(r.lang.Form(one, true), one, temps, cond))
		if list.text != r.lang.All(one) {
			several.text = r.narrowed(list.text, one, temps, cond)
		}
		return phrase{text: r.say("the number of {0}", "le nombre de {0}", several), noun: r.own("number", "nombre", tongue.Masculine), number: true}
	case ir.Best:
		return phrase{text: r.say("those of {1} with the greatest of {0}", "ceux de {1} avec le plus grand de {0}", r.value(e.Args[1]), list), noun: one, many: true}
	}
	each := r.eachOf(list, one)
	if from.Op == ir.Filter { // each that is so, and not: that are so
		all, cond, temps := sifted(from)
		if of := r.value(all); of.text == r.lang.All(one) {
			each.text = eachSuch(r, of, one, temps, cond).text
		}
	}
	r.temps[e.N] = each
	what := r.value(e.Args[1])
	switch e.Op {
	case ir.Sum:
		if rest, ok := strings.CutPrefix(what.text, r.say("the number of ", "le nombre ")); ok {
			return phrase{text: r.say("the total number of {0}", "le nombre total {0}", plain(rest)), noun: r.own("number", "nombre", tongue.Masculine), number: true}
		}
		return phrase{text: r.say("the total of {0}", "le total de {0}", what), number: true}
	case ir.Most, ir.Least:
		if text, ok := r.extreme(what.text, e.Op == ir.Most); ok {
			return phrase{text: text, number: true}
		}
		if e.Op == ir.Most {
			return phrase{text: r.say("the greatest of {0}", "le plus grand de {0}", what), number: true}
		}
		return phrase{text: r.say("the least of {0}", "le plus petit de {0}", what), number: true}
	}
	what.many = true
	return what
}

// eachOf is what stands for each of several where one of them is picked.
var eachOf = strings.NewReplacer("in each of ", "in any of ", "dans chacune des ", "dans l'une des ", "dans chacun des ", "dans l'un des ")

// extreme is the greatest or the least of what is worked out of each: the least value that it has in each of them.
func (r voice) extreme(what string, most bool) (string, bool) {
	articles := map[string][2]string{"the ": {"the greatest ", "the least "}}
	if r.french() {
		articles = map[string][2]string{"le ": {"le plus grand ", "le plus petit "}, "la ": {"la plus grande ", "la plus petite "}}
	}
	for lead, words := range articles {
		if rest, ok := strings.CutPrefix(what, lead); ok {
			rest = eachOf.Replace(rest)
			return map[bool]string{true: words[0], false: words[1]}[most] + rest, true
		}
	}
	return "", false
}

// eachOf is each member of a list.
func (r voice) eachOf(list phrase, one tongue.Noun) phrase {
	if strings.HasPrefix(list.text, strings.TrimSuffix(r.lang.All(one), r.lang.Form(one, true))) {
		if all := r.lang.All(one); list.text == all || strings.HasPrefix(list.text, all+" ") {
			return phrase{text: r.lang.Each(one) + strings.TrimPrefix(list.text, all), noun: one}
		}
	}
	return phrase{text: r.among("each", "chacun", one, list), noun: one}
}

// eachSuch is each member of a list of which a condition holds; temps are those that stand for it there.
func eachSuch(r *reader, list phrase, one tongue.Noun, temps []int64, cond *ir.Expr) phrase {
	member := r.thatOne(one)
	for _, n := range temps {
		r.temps[n] = member
		defer delete(r.temps, n)
	}
	return plain(r.eachOf(list, one).text + r.such(member, cond))
}
