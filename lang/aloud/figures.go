package aloud

import (
	"slices"
	"strconv"
	"strings"

	"github.com/kdsl-lang/kdsl/lang/ir"
	"github.com/kdsl-lang/kdsl/lang/tongue"
)

// contributed is what a clause contributes to: a field of what it hears, or what a function comes to for the bearer.
func (r teller) contributed(f *ir.Field) phrase {
	if r.heard == nil || r.heard.Hook == nil || r.heard.Hook.Func < 0 {
		return r.figure(f)
	}
	return r.figureOf(r.p.Funcs[r.heard.Hook.Func])
}

// someone is one of those that are told of as any in French.
var someone = strings.NewReplacer("que n'importe quelle ", "qu'une ", "que n'importe quel ", "qu'un ", "de n'importe quelle ", "d'une ", "de n'importe quel ", "d'un ",
	"n'importe quelle ", "une ", "n'importe quel ", "un ")

// settled is a function that answers true or false, told as its answer.
func (r teller) settled(s *ir.ContributeField) (string, bool) {
	if r.heard == nil || r.heard.Hook == nil || r.heard.Hook.Func < 0 || s.Value.Type.Kind != ir.Bool || s.Op != ir.SetOp {
		return "", false
	}
	f := r.p.Funcs[r.heard.Hook.Func]
	w := r.written(f.Texts)
	if w == nil || len(w.Parts) < 2 {
		return "", false
	}
	r.conds = append(slices.Clone(r.conds), s.Value)
	if s.Value.Op == ir.Const {
		text := r.told(w, r.place(f), s.Value.N != 0)
		if before, after, ok := strings.Cut(text, "n'importe quel"); ok && s.Value.N == 0 { // with ne the first is none, if it is told by that verb
			if !subordinate(before) {
				text = strings.TrimSuffix(strings.Replace(before, " pas", "", 1), "de ")
				none := strings.Replace("aucun"+after, "aucunle ", "aucune ", 1)
				if strings.HasSuffix(before, " de ") {
					none = tongue.Elide("de", none)
				}
				text += none
			}
			text = someone.Replace(text)
		}
		return text, true
	}
	return r.say("{0} if {1}, and not otherwise", "{0} si {1}, et pas autrement", plain(r.told(w, r.place(f), true)), plain(r.holds(s.Value, true))), true
}

// subordinate tells whether what follows is told by another verb in French, as behind "when".
func subordinate(before string) bool {
	return slices.ContainsFunc([]string{" quand ", " si ", " qui ", " que ", " qu'"}, func(w string) bool { return strings.Contains(before, w) })
}

// figureOf is what a function comes to, for those that the clause hears of.
func (r teller) figureOf(f *ir.Func) phrase {
	w := r.written(f.Texts)
	if w == nil || len(w.Parts) == 1 {
		n := r.noun("function", f.Name, f.Texts)
		if who := r.heard.Roles[0]; who != nil {
			return r.of(n, r.value(who))
		}
		return r.the(n, false)
	}
	text, _ := r.filled(w, r.place(f))
	text = someone.Replace(text) // a figure is that of one
	return phrase{text: text, noun: r.asNoun(text, w.Noun)}
}

// place is who a place in the words of a function that the clause hears of is about.
func (r teller) place(f *ir.Func) func(*ir.Expr) (phrase, bool) {
	return func(x *ir.Expr) (phrase, bool) {
		if x.Op != ir.Temp || int(x.N) >= len(f.Params) {
			return phrase{}, false
		}
		return r.value(x), true
	}
}

// contribution is what is done to a figure.
func (r teller) contribution(f phrase, op ir.ContributeOp, e *ir.Expr) string {
	if e.Op == ir.Cond {
		return r.say("if {0}, {1}; otherwise {2}", "si {0}, {1} ; sinon {2}", plain(r.holds(e.Args[0], true)),
			plain(r.contribution(f, op, e.Args[1])), plain(r.contribution(f, op, e.Args[2])))
	}
	if e.Op == ir.CallTable { // what is looked up there is heard first
		if rows, key, ok := r.entries(e); ok && key.text != "" && op == ir.AddOp {
			up := r.with(f, "goes up by {0}", "augmente de {0}", does, plain(rows))
			return r.say("by {0}, {1}", "selon {0}, {1}", key, plain(up))
		}
	}
	for e.Op == ir.Folded || e.Op == ir.Narrowed || e.Op == ir.Scale {
		e = e.Args[0]
	}
	v := r.value(e)
	known := e.Op == ir.Const && !e.Type.IsList()
	switch op {
	case ir.AddOp:
		if e.Op == ir.Neg {
			return r.with(f, "goes down by {0}", "diminue de {0}", does, r.value(e.Args[0]))
		}
		if known && e.N < 0 {
			v.text = strings.TrimPrefix(v.text, "-")
			return r.with(f, "goes down by {0}", "diminue de {0}", does, v)
		}
		return r.with(f, "goes up by {0}", "augmente de {0}", does, v)
	case ir.SetOp:
		return r.write(f, '=', e)
	case ir.MulOp:
		if known && e.N == 2 {
			return r.with(f, "is doubled", "est ~doublé", does)
		}
		return r.with(f, "is multiplied by {0}", "est ~multiplié par {0}", does, v)
	case ir.DivUp, ir.DivDown:
		en, fr := "up", "au supérieur"
		if op == ir.DivDown {
			en, fr = "down", "à l'inférieur"
		}
		if known && e.N == 2 {
			return r.with(f, "is halved, rounded "+en, "est ~divisé par 2, ~arrondi "+fr, does)
		}
		return r.with(f, "is divided by {0}, rounded "+en, "est ~divisé par {0}, ~arrondi "+fr, does, v)
	case ir.RaiseOp:
		return r.with(f, "is at least {0}", "vaut au moins {0}", does, v)
	case ir.CapOp:
		return r.with(f, "is at most {0}", "ne dépasse pas {0}", does, v)
	}
	return ""
}

// write is a figure that gets a value.
func (r teller) write(f phrase, op byte, e *ir.Expr) string {
	v := r.value(e)
	switch {
	case v.text == f.text: // the same of what was done for it
		return ""
	case op == '+':
		return r.contribution(f, ir.AddOp, e)
	case op == '-':
		return r.with(f, "goes down by {0}", "diminue de {0}", does, v)
	case e.Type.Kind == ir.Bool && e.Op == ir.Const:
		return r.countsAs(f, e.N != 0)
	case e.Type.Kind == ir.Bool:
		return r.say("{0} if {1}", "si {1}, {0}", plain(r.countsAs(f, true)), plain(r.ifs(e, true)))
	case e.Type.Kind == ir.Int || e.Type.Kind == ir.Length:
		return r.with(f, "is {0}", r.equals(f, e), does, v)
	}
	return r.with(f, "is {0}", "est {0}", does, v)
}

// countsAs is what the event that is heard counts as: the test counts as passed.
func (r teller) countsAs(f phrase, yes bool) string {
	of, what := r.theEvent(), plain(r.lang.Form(f.noun, false))
	if first, _, _ := strings.Cut(what.text, " "); participle(first) || f.noun.Gender == tongue.Unknown {
		what.text = r.lang.Agree(what.text, of.noun.Gender, of.many)
	}
	return r.predicate(of, "counts as {0}", "compte comme {0}", yes, what)
}

// cell is what somebody has, and gets or loses.
func (r teller) cell(s *ir.SetCell) string {
	who, f, v := r.value(s.Inst), r.tally(s.Field), r.value(s.Value)
	if s.Value.Type.Kind == ir.Bool {
		flag := plain(r.lang.Agree(f.One, who.noun.Gender, who.many))
		if r.gendered(s.Field.Texts) { // a noun
			if flag = plain(r.lang.A(f, false)); s.Value.Op == ir.Const && s.Value.N == 0 {
				return r.is(who, flag, false)
			} else if s.Value.Op == ir.Const {
				return r.with(who, "becomes {0}", "devient {0}", does, flag)
			}
		}
		if s.Value.Op == ir.Const && s.Value.N == 0 {
			return r.say("{0} is no longer {1}", "{0} n'est plus {1}", who, flag)
		}
		if s.Value.Op != ir.Const {
			cond := plain(r.holds(s.Value, true))
			return r.with(who, "is then {0} if {1}, and otherwise not", "est alors {0} si {1}, et ne l'est pas sinon", does, flag, cond)
		}
		return r.with(who, "becomes {0}", "devient {0}", does, flag)
	}
	if s.Op == '=' && s.Value.Op == ir.Cond {
		then, other := *s, *s
		then.Value, other.Value = s.Value.Args[1], s.Value.Args[2]
		return r.say("if {0}, {1}; otherwise {2}", "si {0}, {1} ; sinon {2}", plain(r.holds(s.Value.Args[0], true)), plain(r.cell(&then)), plain(r.cell(&other)))
	}
	if more, limit, ok := grown(s); ok {
		text := r.cell(&ir.SetCell{Inst: s.Inst, Field: s.Field, Op: '+', Value: more})
		if limit != nil {
			text += r.say(", up to {0} in all", ", {0} en tout au plus", r.value(limit))
		}
		return text
	}
	switch s.Op {
	case '+', '-':
		if r.lang.Stands(f) {
			return r.write(r.of(r.counted(f, s.Value.Type), who), s.Op, s.Value)
		}
		for s.Value.Op == ir.Folded || s.Value.Op == ir.Scale {
			s.Value = s.Value.Args[0]
		}
		verb := [2]string{"gains {0} {1}", "gagne {0} {1}"}
		if s.Op == '-' {
			verb = [2]string{"loses {0} {1}", "perd {0} {1}"}
		}
		number, err := strconv.ParseInt(v.text, 10, 64)
		if err == nil || s.Value.Op == ir.CellOf && r.isParam(s.Value) {
			many := plain(r.lang.Counted(f, err != nil || !r.lang.Singular(number)))
			return r.with(who, verb[0], verb[1], does, v, many)
		}
		verb = [2]string{"gains as many {1} as {0}", "gagne autant de {1} que {0}"}
		if s.Op == '-' {
			verb = [2]string{"loses as many {1} as {0}", "perd autant de {1} que {0}"}
		}
		many := plain(r.lang.Form(f, true))
		if r.justTold(s.Value, v) {
			v.text = ""
			verb[0], verb[1] = strings.TrimSuffix(verb[0], " as {0}"), strings.TrimSuffix(verb[1], " que {0}")
		}
		return r.with(who, verb[0], verb[1], does, v, many)
	}
	if n := s.Value; n.Op == ir.Const && n.Type.Kind == ir.Int && n.N >= 0 {
		if n.N == 0 {
			return r.say("{0} no longer has any {1}", "{0} n'a plus {2}", who, plain(r.lang.Form(f, true)), plain(r.lang.No(f)))
		}
		many := plain(r.lang.Counted(f, !r.lang.Singular(n.N)))
		return who.text + r.say(" then has {0} {1}", " a alors {0} {1}", v, many)
	}
	figure := r.of(r.counted(f, s.Value.Type), who)
	if s.Value.Type.Kind == ir.Inst && s.Value.Op != ir.Const {
		return r.with(v, "is noted as {0}", "est ~noté comme {0}", does, figure)
	}
	if s.Value.Op == ir.Const && s.Value.N == ir.None {
		return r.say("{0} no longer has {1}", "{0} n'a plus {2}", who, plain(r.lang.A(f, false)), plain(tongue.Elide("de", r.lang.Form(f, false))))
	}
	if k := s.Value.Type.Kind; k == ir.Inst || k == ir.CardOf || k == ir.EnumType {
		return r.with(figure, "becomes {0}", "devient {0}", does, v)
	}
	return r.write(figure, '=', s.Value)
}

// justTold tells that so many has been chosen: as many are meant.
func (r reader) justTold(e *ir.Expr, v phrase) bool {
	return e.Op == ir.Local && strings.HasPrefix(v.text, r.say("the number ", "le nombre "))
}

// amounts is how French says before a number how great a figure is, or which number a face is.
func amounts(r voice, f phrase) string {
	switch {
	case r.lang.Numbers(f.noun):
		return "est"
	case f.many && f.noun.Many != "" && strings.ToUpper(f.noun.Many) != f.noun.Many: // things that are counted
		return "est au nombre de"
	}
	return "est de"
}

// equals is how French says that a figure is a number, or as great as another.
func (r reader) equals(f phrase, e *ir.Expr) string {
	if _, known := worked(r.p, e); known || e.Op == ir.CellOf && len(r.value(e).text) < 3 {
		return amounts(r.voice, f) + " {0}"
	}
	return "est ~égal à {0}"
}

// grown is by how much a cell grows that is set to itself and more, and up to what.
func grown(s *ir.SetCell) (more, limit *ir.Expr, ok bool) {
	e := s.Value
	if e.Op == ir.CallPrim && e.N == ir.PAtMost {
		limit, e = e.Args[0], e.Args[1]
		if limit.Op != ir.Const {
			limit, e = e, limit
		}
	}
	if s.Op != '=' || e.Op != ir.Add || e.Args[0].Op != ir.CellOf || e.Args[0].Name != s.Field.Name || e.Args[0].Args[0].Op != s.Inst.Op || e.Args[0].Args[0].N != s.Inst.N {
		return nil, nil, false
	}
	return e.Args[1], limit, true
}
