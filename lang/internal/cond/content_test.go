package cond_test

import (
	"fmt"
	"math/rand/v2"
	"path/filepath"
	"reflect"
	"regexp"
	"strings"
	"sync"
	"testing"

	"github.com/kdsl-lang/kdsl/lang/expr"
	"github.com/kdsl-lang/kdsl/lang/internal/cond"
	"github.com/kdsl-lang/kdsl/lang/ir"
	"github.com/kdsl-lang/kdsl/lang/load"
	"github.com/kdsl-lang/kdsl/lang/source"
	"github.com/spf13/afero"
)

// written is an expression of some content with the scope in which it stands, worked out from what it was
// lowered to.
type written struct {
	env   *cond.Env
	scope *cond.Scope
	x     *ir.Expr
}

func (w *written) text() string { return w.x.At.Text() }

func (w *written) compile(text string) (*ir.Expr, source.Span, bool) {
	at := source.Span{File: source.New("c.kdsl", text), End: len(text)}
	x, diags := w.env.Compile(at, w.scope, w.x.Type)
	return x, at, !diags.HasErrors()
}

// content is every expression of all content that means the same standing alone, each once: all but points,
// events that are called and what else is written otherwise.
var content = sync.OnceValues(func() ([]written, error) {
	root := filepath.Join("..", "..", "..")
	l := &load.Loader{Local: afero.NewBasePathFs(afero.NewOsFs(), root)}
	for _, dir := range []string{"stdlib", "rules", "spells"} {
		l.Library = append(l.Library, afero.NewBasePathFs(afero.NewOsFs(), filepath.Join(root, dir)))
	}
	units, err := l.Load("stdlib", "rules", "spells", "examples", "interp/testdata/scenarios", "interp/testdata/pipeline")
	if err != nil {
		return nil, err
	}
	var out []written
	seen := map[string]bool{}
	for _, u := range units {
		env := cond.New(u.Program)
		for _, x := range roots(u.Program) {
			if key := x.At.Text() + expr.Key(x); x.At.File != nil && !seen[key] {
				seen[key] = true
				w := written{env, scopeOf(x), x}
				if again, _, ok := w.compile(w.text()); ok && expr.Key(again) == expr.Key(x) {
					out = append(out, w)
				}
			}
		}
	}
	return out, nil
})

// roots are the expressions of a program that stand in no other.
func roots(p *ir.Program) []*ir.Expr {
	var out []*ir.Expr
	seen := map[any]bool{}
	var walk func(v reflect.Value)
	walk = func(v reflect.Value) {
		switch v.Kind() {
		case reflect.Pointer:
			if v.IsNil() || seen[v.Interface()] {
				return
			}
			seen[v.Interface()] = true
			if x, ok := v.Interface().(*ir.Expr); ok {
				out = append(out, x)
				return
			}
			if v.Type() != reflect.TypeFor[*source.File]() {
				walk(v.Elem())
			}
		case reflect.Interface:
			if !v.IsNil() {
				walk(v.Elem())
			}
		case reflect.Struct:
			for i := range v.NumField() {
				if v.Type().Field(i).IsExported() {
					walk(v.Field(i))
				}
			}
		case reflect.Slice, reflect.Array:
			for i := range v.Len() {
				walk(v.Index(i))
			}
		}
	}
	walk(reflect.ValueOf(p))
	return out
}

var name = regexp.MustCompile(`^\w+(\.\w+)?$`)

// scopeOf finds the names that an expression mentions among its nodes, and takes for granted that what it
// reads as present is.
func scopeOf(x *ir.Expr) *cond.Scope {
	s := &cond.Scope{Names: map[string]*ir.Expr{}, Facts: expr.Known{}, Temps: -1}
	bound := map[int64]bool{}
	x.Walk(func(e *ir.Expr) bool {
		if ir.Ops[e.Op].Shape == ir.MacroShape {
			if s.Temps < 0 {
				s.Temps = int(e.N)
			}
			for n := range int64(ir.MaxTemps) { // what stands above belongs to macros
				bound[e.N+n] = true
			}
		}
		text := strings.Join(strings.Fields(e.At.Text()), "")
		leaf := ir.Ops[e.Op].Shape == ir.LeafShape && e.Op != ir.Const && e.Op != ir.AllOf && e.Op != ir.OptionVal && !(e.Op == ir.Temp && bound[e.N])
		whole := !strings.Contains(text, ".") && ir.Ops[e.Op].Shape != ir.LeafShape // a name that stands for more
		if (leaf || whole) && name.MatchString(text) && !(text[0] >= '0' && text[0] <= '9') {
			if old := s.Names[text]; old == nil || e.Type.Optional {
				s.Names[text] = e
			}
		}
		if !e.Type.Optional {
			s.Facts[expr.Fact{Key: expr.Key(e), Ref: expr.There}] = true
		}
		return true
	})
	s.Temps = max(s.Temps, 0)
	return s
}

// TestContentIsParsedOnce: each text of all content is parsed once, though most stand in several programs and
// many in several places.
func TestContentIsParsedOnce(t *testing.T) {
	all, err := content()
	if err != nil {
		t.Fatal(err)
	}
	before := cond.Parsed()
	for _, w := range all {
		w.compile(w.text())
	}
	if got := cond.Parsed() - before; got > 0 {
		t.Errorf("%d texts of %d are parsed again", got, len(all))
	}
}

// TestContentAgainstCEL: what kdsl makes of a condition has the types that cel-go gives it, at every place.
func TestContentAgainstCEL(t *testing.T) {
	all, err := content()
	if err != nil {
		t.Fatal(err)
	}
	places := 0
	for _, w := range all {
		n, err := w.env.Oracle(w.x.At, w.scope, w.x)
		if err != nil {
			t.Errorf("%s: %s: %v", w.x.At.File.Name, w.text(), err)
		}
		places += n
	}
	t.Logf("%d expressions, %d places", len(all), places)
	if len(all) < 5500 || places < 30_000 {
		t.Errorf("only %d expressions and %d places were compared", len(all), places)
	}
}

// TestContentValuesAgainstCEL: what kdsl makes of a condition is worth what cel-go says that its text is
// worth, whatever it reads.
func TestContentValuesAgainstCEL(t *testing.T) {
	all, err := content()
	if err != nil {
		t.Fatal(err)
	}
	r := rand.New(rand.NewPCG(5, 6))
	compared := 0
	for _, w := range all {
		switch ir.Ops[w.x.Op].Shape {
		case ir.LeafShape, ir.FieldShape, ir.OfShape:
			continue // says nothing
		}
		for range 3 {
			ok, err := cond.Values(w.x, r)
			if err != nil {
				t.Errorf("%s: %s: %v", w.x.At.File.Name, w.text(), err)
				break
			}
			if ok {
				compared++
			}
		}
	}
	t.Logf("%d values", compared)
	if compared < 5000 {
		t.Errorf("only %d values were compared", compared)
	}
}

// TestMutantsAgainstCEL: a condition with something wrong in it, which kdsl takes all the same, cel-go
// takes too: nothing hides behind an operator that is never reached.
func TestMutantsAgainstCEL(t *testing.T) {
	all, err := content()
	if err != nil {
		t.Fatal(err)
	}
	r := rand.New(rand.NewPCG(3, 4))
	word := regexp.MustCompile(`\w+(\.\d+)?|&&|\|\||[=!<>]=|[-+*<>]`)
	taken, refused := 0, 0
	for i := range all {
		w := &all[i]
		text := w.text()
		spots := word.FindAllStringIndex(text, -1)
		if len(spots) == 0 || len(text) > 400 {
			continue
		}
		for range 2 {
			at := spots[r.IntN(len(spots))]
			other := spots[r.IntN(len(spots))]
			by := []string{"nosuch", "3", "2.5", "true", "none", "self.typo", "[1]", text[other[0]:other[1]], "player", "all(player)", "<", "==", "+"}
			mutant := text[:at[0]] + by[r.IntN(len(by))] + text[at[1]:]
			if r.IntN(2) == 0 {
				mutant = fmt.Sprintf([]string{"(%s) || true", "false && (%s)", "true || (%s)", "(%s) == (%[1]s)"}[r.IntN(4)], mutant)
			}
			x, place, ok := w.compile(mutant)
			if !ok || x.Op == ir.BadOp {
				refused++
				continue
			}
			taken++
			if _, err := w.env.Oracle(place, w.scope, x); err != nil {
				t.Errorf("kdsl takes %s: %v", mutant, err)
			}
		}
	}
	t.Logf("%d taken, %d refused", taken, refused)
	if taken < 500 || refused < 5000 {
		t.Errorf("%d mutants were taken and %d refused: they prove little", taken, refused)
	}
}
