package aloud

import (
	"strings"

	"github.com/kdsl-lang/kdsl/lang/ir"
	"github.com/kdsl-lang/kdsl/lang/tongue"
)

// function is what a function comes to: by its words, with its arguments in them.
func (r *reader) function(e *ir.Expr) phrase {
	f := r.p.Funcs[e.N]
	if its, ok := r.itsOwn(f, e); ok {
		return its
	}
	if w := r.written(f.Texts); w != nil {
		s, n := r.filled(w, r.arguments(e))
		noun := r.asNoun(s, w.Noun)
		switch {
		case n > 0:
			for _, a := range e.Args { // what is known of what the words say in general
				if all, ok := r.eachNamed(a); ok && a.Type.IsList() {
					s += " (" + all.text + ")"
				}
			}
			noun.One = s
			return phrase{text: s, noun: noun, many: several(e.Type), number: true}
		case len(e.Args) > 0 && e.Args[0].Type.Kind == ir.Inst:
			return r.of(noun, r.value(e.Args[0]))
		}
		return r.the(noun, several(e.Type))
	}
	r.miss("function", f.Name)
	noun := r.guessed(humane(f.Name))
	if len(e.Args) == 0 {
		return r.the(noun, several(e.Type))
	}
	return r.of(noun, r.value(e.Args[0]))
}

// itsOwn is a function of the bearer whose words end with whose it is: its aura, for "the aura of {who}".
func (r *reader) itsOwn(f *ir.Func, e *ir.Expr) (phrase, bool) {
	w := r.written(f.Texts)
	if w == nil || len(w.Parts) != 2 || w.Parts[1].Expr == nil || w.Parts[1].Expr.Op != ir.Temp {
		return phrase{}, false
	}
	name, ok := strings.CutSuffix(w.Parts[0].Text, r.say(" of ", " de "))
	who, known := r.arguments(e)(w.Parts[1].Expr)
	if !ok || !known || !who.bearer {
		return phrase{}, false
	}
	n := r.asNoun(name, w.Noun)
	n.PluralOnly = several(e.Type)
	for article, g := range map[string]tongue.Gender{"the ": tongue.Unknown, "le ": tongue.Masculine, "la ": tongue.Feminine, "l'": n.Gender, "les ": n.Gender} {
		if rest, ok := strings.CutPrefix(name, article); ok {
			n.One, n.Gender = rest, g
			n.PluralOnly = n.PluralOnly || article == "les " || r.lang.IsPlural(rest)
		}
	}
	return r.of(n, who), true
}

// arguments are what the parameters of a function stand for in a call.
func (r *reader) arguments(call *ir.Expr) func(*ir.Expr) (phrase, bool) {
	return func(x *ir.Expr) (phrase, bool) {
		if x.Op == ir.Temp && int(x.N) < len(call.Args) {
			return r.value(call.Args[x.N]), true
		}
		return phrase{}, false
	}
}
