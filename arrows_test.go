package kdsl_test

import (
	"cmp"
	"fmt"
	"go/ast"
	"go/importer"
	"go/parser"
	"go/token"
	"go/types"
	"maps"
	"path"
	"path/filepath"
	"slices"
	"strings"
	"testing"
)

// rooms are the packages whose files stand in layers: how many arrows of a hundred between files may
// point back, in the order that has the fewest. A room begins with what it has today and comes down to
// ten; a package without a line is not watched.
var rooms = map[string]int{
	"lang/internal/cond":       10,
	"lang/internal/cond/words": 10,
	"lang/check":               10,
	"lang/ir":                  10,
	"lang/syntax":              10,
	"interp":                   10,
	"interp/eval":              10,
	"cmd/kdsl":                 10,
}

const maxMethods = 45

// A file calls what stands below it. Where files call each other in circles, the order with the fewest
// arrows back is taken.
func TestArrows(t *testing.T) {
	l := newLoader()
	for _, dir := range slices.Sorted(maps.Keys(rooms)) {
		p := l.load(dir)
		names, arrows := p.arrows()
		order, back := layers(names, arrows)
		if len(arrows) == 0 {
			t.Errorf("%s: no arrows were found", dir)
			continue
		}
		t.Logf("%s: %d of %d arrows point back", dir, len(back), len(arrows))
		if 100*len(back) <= rooms[dir]*len(arrows) {
			continue
		}
		t.Errorf("%s: %d of %d arrows between files point back, more than %d in a hundred; from above:\n  %s",
			dir, len(back), len(arrows), rooms[dir], strings.Join(order, " "))
		for _, a := range back {
			t.Logf("  %s -> %s: %s", a[0], a[1], strings.Join(slices.Sorted(maps.Keys(arrows[a])), " "))
		}
	}
}

// No type does everything.
func TestMethods(t *testing.T) {
	count := map[string]int{}
	for _, name := range files(t, ".go", ".") {
		if strings.HasSuffix(name, "_test.go") {
			continue
		}
		f, err := parser.ParseFile(token.NewFileSet(), filepath.FromSlash(name), nil, parser.SkipObjectResolution)
		if err != nil {
			t.Fatal(err)
		}
		for _, d := range f.Decls {
			if d, ok := d.(*ast.FuncDecl); ok && d.Recv != nil {
				count[path.Dir(name)+"."+receiver(d.Recv.List[0].Type)]++
			}
		}
	}
	if len(count) < 100 {
		t.Fatalf("only %d types with methods were found", len(count))
	}
	for name, n := range count {
		if n > maxMethods {
			t.Errorf("%s has %d methods, more than %d", name, n, maxMethods)
		}
	}
}

func receiver(x ast.Expr) string {
	switch x := x.(type) {
	case *ast.StarExpr:
		return receiver(x.X)
	case *ast.IndexExpr:
		return receiver(x.X)
	case *ast.IndexListExpr:
		return receiver(x.X)
	case *ast.Ident:
		return x.Name
	}
	panic(fmt.Sprintf("a receiver of type %T", x))
}

// arrow is a use, in one file, of something that another file declares.
type arrow [2]string

// room is a package of the module with what its identifiers mean.
type room struct {
	fset  *token.FileSet
	files []*ast.File
	pkg   *types.Package
	uses  map[*ast.Ident]types.Object
}

// loader reads the packages of the module from their source. Packages of the standard library come from
// the compiler; those of others stay empty, for no name of ours is declared there.
type loader struct {
	fset  *token.FileSet
	std   types.Importer
	rooms map[string]*room
	other map[string]*types.Package
}

func newLoader() *loader {
	fset := token.NewFileSet()
	return &loader{fset, importer.ForCompiler(fset, "source", nil), map[string]*room{}, map[string]*types.Package{}}
}

func (l *loader) Import(name string) (*types.Package, error) {
	if dir, ok := strings.CutPrefix(name, module+"/"); ok {
		return l.load(dir).pkg, nil
	}
	if p := l.other[name]; p != nil {
		return p, nil
	}
	if first, _, _ := strings.Cut(name, "/"); !strings.Contains(first, ".") {
		return l.std.Import(name)
	}
	p := types.NewPackage(name, path.Base(name))
	p.MarkComplete()
	l.other[name] = p
	return p, nil
}

func (l *loader) load(dir string) *room {
	if r := l.rooms[dir]; r != nil {
		return r
	}
	r := &room{fset: l.fset, uses: map[*ast.Ident]types.Object{}}
	l.rooms[dir] = r
	names, _ := filepath.Glob(filepath.FromSlash(dir) + "/*.go")
	for _, name := range names {
		if strings.HasSuffix(name, "_test.go") {
			continue
		}
		f, err := parser.ParseFile(l.fset, name, nil, 0)
		if err != nil {
			panic(err)
		}
		r.files = append(r.files, f)
	}
	conf := types.Config{Importer: l, Error: func(error) {}, FakeImportC: true} // what an empty package lacks is no error here
	r.pkg, _ = conf.Check(module+"/"+dir, l.fset, r.files, &types.Info{Uses: r.uses})
	return r
}

// arrows gives the files of a package and the arrows between them, with the names that make them.
func (r *room) arrows() ([]string, map[arrow]map[string]bool) {
	file := func(at token.Pos) string { return filepath.Base(r.fset.File(at).Name()) }
	var names []string
	for _, f := range r.files {
		names = append(names, file(f.Package))
	}
	out := map[arrow]map[string]bool{}
	for id, o := range r.uses {
		if o.Pkg() != r.pkg || !o.Pos().IsValid() {
			continue
		}
		if a := (arrow{file(id.Pos()), file(o.Pos())}); a[0] != a[1] {
			if out[a] == nil {
				out[a] = map[string]bool{}
			}
			out[a][id.Name] = true
		}
	}
	return names, out
}

// layers orders files, callers first, so that few arrows point back: each file in turn goes where it
// disturbs least, until none moves.
func layers(names []string, arrows map[arrow]map[string]bool) (order []string, back []arrow) {
	calls := func(a, b string) int {
		if arrows[arrow{a, b}] != nil {
			return 1
		}
		return 0
	}
	order = slices.Sorted(slices.Values(names))
	slices.SortStableFunc(order, func(a, b string) int { // who is called much and calls little stands below
		weight := func(f string) (n int) {
			for _, g := range names {
				n += calls(g, f) - calls(f, g)
			}
			return n
		}
		return cmp.Compare(weight(a), weight(b))
	})
	for moved := true; moved; {
		moved = false
		for _, f := range slices.Clone(order) {
			at := slices.Index(order, f)
			order = slices.Delete(order, at, at+1)
			cost, best, to := 0, 0, 0 // of standing before all others
			costs := []int{0}
			for i, g := range order {
				cost += calls(f, g) - calls(g, f) // one further down
				costs = append(costs, cost)
				if cost < best {
					best, to = cost, i+1
				}
			}
			if costs[at] == best {
				to = at
			} else {
				moved = true
			}
			order = slices.Insert(order, to, f)
		}
	}
	for a := range arrows {
		if slices.Index(order, a[0]) > slices.Index(order, a[1]) {
			back = append(back, a)
		}
	}
	slices.SortFunc(back, func(a, b arrow) int { return slices.Compare(a[:], b[:]) })
	return order, back
}
