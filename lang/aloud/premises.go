package aloud

import (
	"slices"
	"strconv"
	"strings"

	"github.com/kdsl-lang/kdsl/lang/claim"
	"github.com/kdsl-lang/kdsl/lang/ir"
	"github.com/kdsl-lang/kdsl/lang/tongue"
)

// ownFirst puts what is said of the bearer before what is said of others, behind whom its pronoun would be theirs.
func (r planner) ownFirst(when []*ir.Expr) []*ir.Expr {
	known := r.missing
	defer func() { r.missing = known }()
	own := func(e *ir.Expr) bool {
		said := r.holds(e, true)
		return slices.ContainsFunc([]string{r.bearer().text + " ", r.say("its ", "son "), r.say("its ", "sa "), r.say("its ", "ses ")}, func(lead string) bool { return strings.HasPrefix(said, lead) })
	}
	others := func(e *ir.Expr) bool { // what stands before "it" may be taken for that
		call := e
		for call.Op == ir.Folded || call.Op == ir.Narrowed || call.Op == ir.Not {
			call = call.Args[0]
		}
		called := (call.Op == ir.CallFunc || call.Op == ir.CallPrim) && len(call.Args) > 0 && call.Args[0].Type.Kind == ir.Inst
		return called && !own(e) || r.card != nil && strings.HasPrefix(r.holds(e, true), r.itself().text+" ")
	}
	if r.bearer().noun.One == "" || !slices.ContainsFunc(when, others) {
		return when
	}
	out := slices.Clone(when)
	slices.SortStableFunc(out, func(a, b *ir.Expr) int {
		return strings.Compare(strconv.FormatBool(!own(a)), strconv.FormatBool(!own(b)))
	})
	return out
}

// namedFirst puts a French condition that tells of the other only what is not so behind the first that tells what is so of him: of
// "pas d'une autre" no other would be known.
func (r planner) namedFirst(when []*ir.Expr) []*ir.Expr {
	if !r.french() {
		return when
	}
	for i, e := range when {
		who := unnamed(e)
		if who == nil {
			continue
		}
		for j := i + 1; j < len(when); j++ {
			if unnamed(when[j]) == nil && readsField(when[j], who) {
				out := slices.Clone(when)
				copy(out[i:], when[i+1:j+1])
				out[j] = e
				return out
			}
		}
		break
	}
	return when
}

// unnamed is the field of an event with which it is not so what a condition tells of something else: !foe(bearer, who); nil for none.
func unnamed(e *ir.Expr) *ir.Expr {
	not := false
	for ; e.Op == ir.Folded || e.Op == ir.Narrowed || e.Op == ir.Not; e = e.Args[0] {
		not = not != (e.Op == ir.Not)
	}
	if !not || e.Op != ir.CallFunc && e.Op != ir.CallPrim || len(e.Args) < 2 {
		return nil
	}
	if i := slices.IndexFunc(e.Args[1:], func(a *ir.Expr) bool { return a.Op == ir.EventField && a.Type.Kind == ir.Inst }); i >= 0 && !readsField(e.Args[0], e.Args[1+i]) {
		return e.Args[1+i]
	}
	return nil
}

// readsField tells whether an expression reads a field of an event.
func readsField(e, field *ir.Expr) bool {
	return e != nil && (e.Op == field.Op && e.N == field.N || slices.ContainsFunc(e.Args, func(a *ir.Expr) bool { return readsField(a, field) }))
}

// taken tells that a condition asks for one of those from which one is chosen at once: that says as much.
func (r planner) taken(cl *claim.Clause, e *ir.Expr) bool {
	c := first(cl.Does)
	if c == nil || len(e.Args) != 2 || len(c.Form) != 1 || c.Form[0].In == nil {
		return false
	}
	list, some, asks := r.emptiness(e.Op, e.Args[0], e.Args[1])
	if e.Op == ir.Exists {
		of := *e
		of.Op, of.Type = ir.Filter, e.Args[0].Type
		list, some, asks = &of, true, true
	}
	return asks && some && r.value(list).text == r.value(c.Form[0].In).text
}

// first is the choice with which deeds begin, also when they are done again and again; nil: they begin with another.
func first(does []ir.Stmt) *ir.Choose {
	for _, s := range does {
		switch s := s.(type) {
		case *ir.Choose:
			return s
		case *ir.Repeat:
			if s.Times == nil && s.Body != nil {
				return first(s.Body.Stmts)
			}
		case *ir.Let: // nothing is told of it
			if s.Value.Op == ir.Const {
				continue
			}
		default: // another deed is told first
		}
		return nil
	}
	return nil
}

// flat are conditions one by one.
func flat(when []*ir.Expr) []*ir.Expr {
	var out []*ir.Expr
	for _, e := range when {
		out = append(out, e.Conjuncts()...)
	}
	return out
}

// idle tells whether a condition says nothing: that somebody is of the kind that he is called by, or another.
func (r planner) idle(e *ir.Expr) bool {
	if r.other(e) {
		return true
	}
	var kind tongue.Noun
	switch {
	case e.Op == ir.CallPrim && e.N == ir.PIsKind:
		kind = r.quietly(func() tongue.Noun { return r.kind(e.Ref) })
	case e.Op == ir.In && e.Args[0].Op == ir.CardOfInst && e.Args[1].Op == ir.Const:
		kind, _ = r.allCardsOf(e.Args[1])
	}
	if kind.One == "" {
		return false
	}
	who := e.Args[0]
	for who.Op == ir.Narrowed || who.Op == ir.CardOfInst {
		who = who.Args[0]
	}
	return r.value(who).noun.One == kind.One
}

// needless tells whether a condition asks for no more than that there is what another asks something of.
func needless(e *ir.Expr, all []*ir.Expr) bool {
	return e.Op == ir.Has && (e.Args[0].Op == ir.EventField || e.Args[0].Op == ir.RecField) &&
		slices.ContainsFunc(all, func(o *ir.Expr) bool { return o != e && o.Op != ir.Has && readsField(o, e.Args[0]) })
}

// common are the conditions that the heads of several moments share; what one has besides is put behind it.
func (r planner) common(cl *claim.Clause, heads []string) []string {
	said := make([][]string, len(cl.Moments))
	for i := range cl.Moments {
		r.heard = &cl.Moments[i]
		for _, e := range flat(r.heard.When) {
			if !r.ofThrow(e) && !r.idle(e) {
				said[i] = append(said[i], r.holds(e, true))
			}
		}
	}
	var all []string
	for _, s := range said[0] {
		if !slices.ContainsFunc(said[1:], func(list []string) bool { return !slices.Contains(list, s) }) {
			all = append(all, s)
		}
	}
	for i, list := range said {
		for _, s := range list {
			if !slices.Contains(all, s) && i < len(heads) {
				heads[i] += r.say(" (if {0})", " (si {0})", plain(s))
			}
		}
	}
	return all
}
