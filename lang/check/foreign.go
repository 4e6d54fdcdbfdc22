package check

import (
	"slices"
	"strings"

	"github.com/kdsl-lang/kdsl/lang/ir"
	"github.com/kdsl-lang/kdsl/lang/source"
	"github.com/kdsl-lang/kdsl/lang/syntax"
)

// What is foreign to a check is the text of the packs that are only used: its bodies are their own affair. Of
// these only those are compiled that what is one's own depends on, and nothing is said of them:
//   - ranges, printed defaults, and what contributes, ignores or costs: always, for laws of the whole
//     program hold for them;
//   - functions, derived fields and the rows of tables: when something own is worked out from them;
//   - what is only done, when the heads were not enough, so that the files were read to syntax.Rules.

// foreign tells whether a text is. To who extends what he uses, nothing is.
func (c *names) foreign(at source.Span) bool {
	return c.heads && !c.extends && c.files[at.File].Used
}

// headless tells whether the bodies of a file were not read.
func (c *names) headless(at source.Span) bool {
	return c.foreign(at) && c.files[at.File].Depth < syntax.Rules
}

// quietly compiles something: of what is foreign nothing is said.
func (c *names) quietly(at source.Span, compile func()) {
	said, cut, foreign := len(c.list), c.cut, c.foreign(at)
	compile()
	if foreign {
		c.list, c.cut = c.list[:said], cut
	}
}

// wanting notes that heads are not enough, where a file has left out what is asked for.
func (c *names) wanting(what func(*syntax.File) bool) {
	for _, f := range c.files {
		c.short = c.short || c.heads && f.Used && f.Depth < syntax.Rules && what(f.File)
	}
}

// everyFile is what is wanting when all bodies must be known.
func everyFile(*syntax.File) bool { return true }

// mentioned tells whether a foreign text holds a word that the root declares, in packs that use each other.
func (c *vetter) mentioned(word string) bool {
	holding, mutual := false, false
	for file, f := range c.files {
		if c.foreign(source.Span{File: file}) {
			holding = holding || holds(file.Text, word)
			mutual = mutual || c.usesRoot(f.File)
		}
	}
	return holding && mutual
}

func (c *vetter) usesRoot(f *syntax.File) bool {
	uses, overlays := f.Packs()
	return slices.ContainsFunc(slices.Concat(uses, overlays), func(n syntax.Name) bool { return n.Text == c.root })
}

// holds tells whether a text holds a word.
func holds(text, word string) bool {
	for {
		i := strings.Index(text, word)
		if i < 0 {
			return false
		}
		before, after := text[:i], text[i+len(word):]
		if source.NameLen("_"+after) == 1 && (before == "" || source.NameLen("_"+before[len(before)-1:]) == 1) {
			return true
		}
		text = after
	}
}

func isCannot(head syntax.ClauseHead) bool {
	_, ok := head.(*syntax.CannotHead)
	return ok
}

// deriver compiles what values are worked out from, when it is asked for.
type deriver struct {
	*exprs
	compiled set[*entry] // functions, and foreign tables
}

// consistsOf calls f for every part of an expression, and of what those are worked out from: the bodies of
// functions and the clauses about them, derived fields and the rows of tables.
func (c *deriver) consistsOf(e *ir.Expr, f func(*ir.Expr)) {
	seen := map[*ir.Expr]bool{}
	var visit func(e *ir.Expr)
	visit = func(e *ir.Expr) {
		if seen[e] {
			return
		}
		seen[e] = true
		e.Walk(func(e *ir.Expr) bool {
			f(e)
			switch e.Op {
			case ir.DerivedOf:
				if f := c.p.FieldOf(e); f != nil {
					visit(f.Default)
				}
			case ir.CallFunc:
				visit(c.funcBody(int(e.N)))
			case ir.Folded:
				if e.OfFigure() {
					c.contributesTo(int(e.N), visit)
				}
			case ir.CallTable:
				for _, r := range c.rowsOf(int(e.N)) {
					visit(r.Expr)
				}
			}
			return true
		})
	}
	visit(e)
}

// contributesTo calls f for the bounds of a function with layers, and for all that the clauses about it read.
func (c *deriver) contributesTo(figure int, f func(*ir.Expr)) {
	c.funcBody(figure)
	of := c.p.Funcs[figure].Figure
	f(of.Min)
	f(of.Max)
	for _, h := range c.p.Hooks {
		if h.Func == figure {
			walkExprs(h, f)
		}
	}
}

// funcBody is the body of a function, compiled when it is asked for; parameter i is temporary i.
func (c *deriver) funcBody(i int) *ir.Expr {
	f, e := c.p.Funcs[i], c.index.funcs.decls[i]
	if !c.compiled[e] {
		c.compiled.add(e)
		d, pl := e.decl.(*syntax.FuncDecl), given(f.Params)
		c.quietly(e.at, func() {
			f.Body = c.expr(d.Body, pl, f.Result)
			if f.Figure != nil {
				f.Figure.Min, f.Figure.Max = c.optionalExpr(d.Min, pl, f.Result), c.optionalExpr(d.Max, pl, f.Result)
			}
		})
	}
	return f.Body
}

// rowsOf are the rows of a table; those of a foreign one are compiled when they are asked for.
func (c *deriver) rowsOf(i int) []ir.Row {
	t, e := c.p.Tables[i], c.index.tables.decls[i]
	if c.foreign(e.at) && !c.compiled[e] {
		c.compiled.add(e)
		pl := given(t.Params)
		for _, r := range e.decl.(*syntax.TableDecl).Rows {
			if r.Value == nil {
				continue
			}
			c.quietly(e.at, func() {
				if row, ok := c.rowValue(*r.Value, t, pl); ok {
					t.Rows = append(t.Rows, row)
				}
			})
		}
	}
	return t.Rows
}

// valuesOf are what a card prints. Of one that is known, or another's, that was not compiled, and nothing is said of it.
func (c *deriver) valuesOf(card *ir.Card) []ir.Value {
	if card.Values != nil && !c.foreign(card.At) {
		return card.Values
	}
	said, cut := len(c.list), c.cut
	defer func() { c.list, c.cut = c.list[:said], cut }()
	fields := c.p.Kinds[card.Kind].Fields
	out := make([]ir.Value, len(fields))
	for i, f := range fields {
		if f.Default != nil && (f.Class == ir.Printed || f.Class == ir.Stat) {
			out[i] = ir.Value{N: f.Default.N, L: f.Default.List}
		}
	}
	for _, m := range slices.Backward(c.index.cards.decls[card.ID].members) { // of two, the first counts
		if m, ok := m.(*syntax.ValueMember); ok {
			if i := ir.FieldNamed(fields, m.Name.Text); i >= 0 && (fields[i].Class == ir.Printed || fields[i].Class == ir.Stat) {
				if v, ok := c.constant(m.Value, fields[i].Type); ok {
					out[i] = v
				}
			}
		}
	}
	return out
}
