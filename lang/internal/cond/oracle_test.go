package cond

import (
	"fmt"
	"strings"

	"github.com/google/cel-go/checker"
	"github.com/google/cel-go/common"
	"github.com/google/cel-go/common/ast"
	"github.com/google/cel-go/common/containers"
	"github.com/google/cel-go/common/decls"
	"github.com/google/cel-go/common/types"
	"github.com/kdsl-lang/kdsl/lang/internal/cond/words"
	"github.com/kdsl-lang/kdsl/lang/ir"
	"github.com/kdsl-lang/kdsl/lang/source"
)

// Oracle has cel-go's type checker read a text that kdsl has lowered to x, and answers how many places they
// both gave a type. It is an error when cel-go refuses the text, or types a place otherwise.
func (e *Env) Oracle(at source.Span, s *Scope, x *ir.Expr) (int, error) {
	if s == nil {
		s = &Scope{}
	}
	p := &page{text: words.New(at)}
	src := common.NewStringSource(p.text.CEL(), "")
	reader, err := oracleParser()
	if err != nil {
		return 0, err
	}
	tree, errs := reader.Parse(src)
	if list := errs.GetErrors(); len(list) > 0 {
		return 0, fmt.Errorf("it does not parse: %s", list[0].Message)
	}
	p.info = tree.SourceInfo()
	n := &names{program: e.program, in: s}
	base, err := baseEnv()
	if err != nil {
		return 0, err
	}
	env, err := checker.NewEnv(containers.DefaultContainer, provider{n.p, n.program}, checker.ValidatedDeclarations(base))
	if err != nil {
		return 0, err
	}
	(&mentioned{l: n, env: env, seen: map[string]bool{}}).walk(tree.Expr())
	tree, errs = checker.Check(tree, src, env)
	if list := errs.GetErrors(); len(list) > 0 {
		return 0, fmt.Errorf("cel-go refuses it: %s", list[0].Message)
	}
	// The same place may have a node and, around it, the same made a length; then the inner one counts.
	typed := map[source.Span]*ir.Expr{}
	x.Walk(func(x *ir.Expr) bool {
		typed[x.At] = x
		return x.Op != ir.Became // what it asks has no place of its own
	})
	agreed := 0
	var differ error
	ast.PreOrderVisit(tree.Expr(), ast.NewExprVisitor(func(e ast.Expr) {
		place := p.place(e)
		if e.Kind() == ast.ComprehensionKind {
			place = p.place(e.AsComprehension().IterRange()).Join(p.text.Closing(p.own(e)))
		}
		x, cel := typed[place], tree.GetType(e.ID())
		if x == nil || isNone(x) || cel == nil || e.Kind() == ast.ComprehensionKind && e.AsComprehension().AccuVar() == mapMacro {
			return
		}
		length := x.Type.Kind == ir.Length && cel.Kind() == types.IntKind && begunByConst(x)
		if !length && !alikeCEL(cel, celType(n.p, x.Type)) && differ == nil {
			differ = fmt.Errorf("%s is %s to cel-go and %s to kdsl", quote(place.Text()), cel, n.p.TypeName(x.Type))
		}
		agreed++
	}))
	return agreed, differ
}

// begunByConst tells whether x is a constant or a choice whose first value is one: the declaration of ?: has
// the type of that value, and an int constant may stand for a length.
func begunByConst(x *ir.Expr) bool {
	for x.Op == ir.Cond {
		x = x.Args[1]
	}
	return x.Op == ir.Const
}

// alikeCEL tells whether two types may be one: what is dynamic may be any.
func alikeCEL(cel, want *types.Type) bool {
	if cel.Kind() == types.DynKind || want.Kind() == types.DynKind || cel.Kind() == types.TypeParamKind {
		return true
	}
	if cel.Kind() == types.ListKind && want.Kind() == types.ListKind {
		return alikeCEL(cel.Parameters()[0], want.Parameters()[0])
	}
	return cel.IsExactType(want)
}

// paramCEL is celType for a parameter: a length may be given as an int constant.
func paramCEL(p *ir.Program, t ir.Type) *types.Type {
	if t.Kind == ir.Length {
		return types.DynType
	}
	return celType(p, t)
}

// mentioned declares the names that a tree mentions.
type mentioned struct {
	l    *names
	env  *checker.Env
	seen map[string]bool
}

func (m *mentioned) declare(name string, t *types.Type) {
	if t != nil && !m.seen[name] {
		m.seen[name] = true
		_ = m.env.AddIdents(decls.NewVariable(name, t)) // cannot overlap: names are declared once
	}
}

func (m *mentioned) walk(e ast.Expr) {
	switch e.Kind() {
	case ast.IdentKind:
		m.declare(e.AsIdent(), m.identCEL(e.AsIdent()))
	case ast.SelectKind:
		op := e.AsSelect().Operand()
		if op.Kind() == ast.IdentKind {
			name := op.AsIdent() + "." + e.AsSelect().FieldName()
			m.declare(name, m.dottedCEL(op.AsIdent(), e.AsSelect().FieldName()))
		}
		m.walk(op)
	case ast.CallKind:
		c := e.AsCall()
		if c.IsMemberFunction() {
			m.walk(c.Target())
		}
		for _, a := range c.Args() {
			m.walk(a)
		}
		m.function(e)
	case ast.ListKind:
		for _, a := range e.AsList().Elements() {
			m.walk(a)
		}
	case ast.ComprehensionKind:
		c := e.AsComprehension()
		m.walk(c.IterRange())
		m.walk(c.LoopStep())
	}
}

// identCEL is the CEL type of a bare name, nil when there is no such name.
func (m *mentioned) identCEL(name string) *types.Type {
	if k, ok := strings.CutPrefix(name, kindName); ok {
		if id, ok := m.l.kinds[k]; ok {
			return types.NewTypeTypeWithParam(celType(m.l.p, ir.Type{Kind: ir.Inst, Ref: id}))
		}
		if id, ok := m.l.cards[k]; ok {
			return types.NewTypeTypeWithParam(celType(m.l.p, ir.Type{Kind: ir.Inst, Ref: m.l.p.CardRef(id)}))
		}
		return nil
	}
	if v, ok := strings.CutPrefix(name, eventName); ok {
		if id, ok := m.l.events[v]; ok {
			return types.NewTypeTypeWithParam(celType(m.l.p, ir.Type{Kind: ir.Record, Ref: id}))
		}
		return nil
	}
	if x := m.l.in.Names[name]; x != nil {
		return celType(m.l.p, x.Type)
	}
	found := m.l.candidates(name)
	if len(found) == 0 && m.l.isKind(name) { // of which something is asked
		return m.identCEL(kindName + name)
	}
	if len(found) == 0 {
		return nil
	}
	if len(found) > 1 {
		return types.DynType // several enums have it: lowering chooses
	}
	return celType(m.l.p, found[0].Type)
}

// dottedCEL is the CEL type of a dotted name of the scope or a value of an enum.
func (m *mentioned) dottedCEL(name, field string) *types.Type {
	if x := m.l.in.Names[name+"."+field]; x != nil {
		return celType(m.l.p, x.Type)
	}
	if x := m.l.enumDot(name, field); x != nil {
		return celType(m.l.p, x.Type)
	}
	return nil
}

// function declares a function or table of the program, under a name that no primitive has.
func (m *mentioned) function(e ast.Expr) {
	c := e.AsCall()
	name := c.FunctionName()
	params, result, found := m.l.signature(name)
	if !found || c.IsMemberFunction() {
		return
	}
	name = "@func:" + name
	e.SetKindCase(ast.NewExprFactory().NewCall(e.ID(), name, c.Args()...))
	if m.seen[name] {
		return
	}
	m.seen[name] = true
	p := m.l.p
	sig := signature{celType(p, result)}
	for _, f := range params {
		sig = append(sig, paramCEL(p, f.Type))
	}
	if f := function(name, false, sig); f != nil {
		_ = m.env.AddFunctions(f)
	}
}
