// Package coverage finds out what the tests of programs leave untried: it runs them on machines that
// report which ways they go, and compares with what there is.
package coverage

import (
	"cmp"
	"reflect"
	"slices"
	"strings"
	"sync"

	"github.com/kdsl-lang/kdsl/interp"
	"github.com/kdsl-lang/kdsl/interp/trial"
	"github.com/kdsl-lang/kdsl/lang/ir"
	"github.com/kdsl-lang/kdsl/lang/load"
	"github.com/kdsl-lang/kdsl/lang/source"
)

// Point is something that a test may reach, or a change that it may notice. A branch is two points, one for
// each side.
type Point struct {
	Kind string // clause, if, choice (`c ? a : b`), row, event, span, action, function; a change: clause, step, part, comparison, number, ending, one
	Name string // of a clause, event or function; of the others, what stands there
	Side string // true or false, of if and choice; of a change, what it makes of it: "" nothing
	Key  string // of a change: what it is called by
	At   source.Span
	Hit  bool
	Rule bool // of a change that is noticed: by a test that covers a rule of a book
}

// File is a file of the programs with its points, in order.
type File struct {
	Name   string
	Points []*Point
	source *source.File
	owner  *load.Unit
}

// Report is what the tests reached, or noticed. Failed counts the tests that do not pass: what they reach
// counts.
type Report struct {
	Files         []*File
	Tests, Failed int
	Hollow        []Hollow
	books         map[*load.Unit]bool // the programs of which a test covers a rule
}

// Hit counts the points that were reached.
func (f *File) Hit() int {
	n := 0
	for _, p := range f.Points {
		if p.Hit {
			n++
		}
	}
	return n
}

// Ruled counts the changes that a test notices which covers a rule, of those of the programs with such tests.
func (r *Report) Ruled() (n, of int) {
	for _, f := range r.Files {
		if !r.books[f.owner] {
			continue
		}
		for _, p := range f.Points {
			if of++; p.Rule {
				n++
			}
		}
	}
	return n, of
}

// sort puts files and points in order.
func (r *Report) sort() *Report {
	for _, f := range r.Files {
		slices.SortFunc(f.Points, func(a, b *Point) int {
			return cmp.Or(cmp.Compare(a.At.Start, b.At.Start), cmp.Compare(a.At.End, b.At.End), cmp.Compare(a.Kind, b.Kind), -cmp.Compare(a.Side, b.Side))
		})
	}
	slices.SortFunc(r.Files, func(a, b *File) int { return cmp.Compare(a.Name, b.Name) })
	return r
}

// key makes points of several programs one: a file may belong to more than one, under several names.
type key struct {
	text       string
	start, end int
	kind, side string
}

// Run runs the tests of all units. Only the units' own files are reported, but what a test of one reaches
// in a file of another counts.
func Run(units []*load.Unit) *Report {
	r := &Report{}
	c := r.collector(units)
	for _, u := range units {
		if u.Diags.HasErrors() || u.Program == nil {
			continue
		}
		c.nodes = map[node]*Point{}
		c.collect(u.Program)
		trial.Cover(u.Program, func(_ int, of any, side bool) { c.hit(of, side) }, func(_ int, t trial.Result) bool {
			r.Tests++
			if !t.Passed {
				r.Failed++
			}
			return true
		})
	}
	return r.sort()
}

// collector gathers points of the units' own files.
func (r *Report) collector(units []*load.Unit) *collector {
	c := &collector{files: map[string]*File{}, points: map[key]*Point{}}
	for _, u := range units {
		for _, f := range u.Own {
			if c.files[f.Source.Text] == nil {
				c.files[f.Source.Text] = &File{Name: f.Source.Name, source: f.Source, owner: u}
				r.Files = append(r.Files, c.files[f.Source.Text])
			}
		}
	}
	return c
}

// node is a part of one program, and which side of it.
type node struct {
	of   any
	side bool
}

type collector struct {
	mu     sync.Mutex       // of what points say
	files  map[string]*File // by their text
	points map[key]*Point
	nodes  map[node]*Point
}

func (c *collector) hit(of any, side bool) {
	if p := c.nodes[node{of, side}]; p != nil {
		p.Hit = true
	}
}

// add makes a point of a part of a program, unless it stands in a file of somebody else.
func (c *collector) add(of any, side bool, p Point) {
	if shared := c.point(p); shared != nil {
		c.nodes[node{of, side}] = shared
	}
}

// point is the one that stands for a part of the text in all programs; nil in a file of somebody else.
func (c *collector) point(p Point) *Point {
	if p.At.File == nil || c.files[p.At.File.Text] == nil {
		return nil
	}
	f := c.files[p.At.File.Text]
	k := key{p.At.File.Text, p.At.Start, p.At.End, p.Kind, p.Side}
	if c.points[k] == nil {
		p.At.File = f.source
		c.points[k] = &p
		f.Points = append(f.Points, &p)
	}
	return c.points[k]
}

// owner is the unit whose file something stands in; nil: none of them.
func (c *collector) owner(at source.Span) *load.Unit {
	if at.File == nil || c.files[at.File.Text] == nil {
		return nil
	}
	return c.files[at.File.Text].owner
}

// noticed notes what tests notice, and answers what they have noticed so far.
func (c *collector) noticed(p *Point, hit, rule bool) (bool, bool) {
	c.mu.Lock()
	defer c.mu.Unlock()
	p.Hit, p.Rule = p.Hit || hit, p.Rule || rule
	return p.Hit, p.Rule
}

var words = map[ir.EventWord]string{ir.PlainEvent: "event", ir.SpanEvent: "span", ir.ActionEvent: "action"}

// collect lists the points of a program.
func (c *collector) collect(p *ir.Program) {
	m := &interp.Machine{P: p} // for the names of clauses alone
	for i, h := range p.Hooks {
		c.add(h, true, Point{Kind: "clause", Name: m.HookName(i), At: h.At})
	}
	for _, e := range p.Events {
		c.add(e, true, Point{Kind: words[e.Word], Name: e.Name, At: e.At})
	}
	for _, f := range p.Funcs {
		c.add(f, true, Point{Kind: "function", Name: f.Name, At: f.At})
	}
	for _, t := range p.Tables {
		for i := range t.Rows {
			c.add(&t.Rows[i], true, Point{Kind: "row", Name: keys(t.Rows[i].At), At: t.Rows[i].At})
		}
	}
	Walk(p, func(n any) {
		switch n := n.(type) {
		case *ir.If:
			if n.Else != nil && n.Else.At == n.At { // a row of a table of statements
				c.add(n, true, Point{Kind: "row", Name: keys(n.At), At: n.At})
				return
			}
			c.add(n, true, Point{Kind: "if", Name: brief(n.Cond.At), Side: "true", At: n.At})
			c.add(n, false, Point{Kind: "if", Name: brief(n.Cond.At), Side: "false", At: n.At})
		case *ir.Expr:
			if n.Op == ir.Cond {
				c.add(n, true, Point{Kind: "choice", Name: brief(n.Args[0].At), Side: "true", At: n.At})
				c.add(n, false, Point{Kind: "choice", Name: brief(n.Args[0].At), Side: "false", At: n.At})
			}
		}
	})
}

// brief is the first line of what stands somewhere.
func brief(at source.Span) string {
	s, _, more := strings.Cut(strings.TrimSpace(at.Text()), "\n")
	if more {
		s = strings.TrimSpace(s) + " ..."
	}
	return s
}

// keys is what stands before the arrow of a row.
func keys(at source.Span) string {
	s, _, _ := strings.Cut(at.Text(), "=>")
	return source.OneLine(s)
}

// Walk visits the statements and expressions of a program's rules: of clauses, events, functions,
// tables and fields. What automatic players prefer is no rule, texts and scripts are none either.
func Walk(p *ir.Program, visit func(any)) {
	w := walker{seen: map[any]bool{}, visit: visit}
	w.program(p)
}

type walker struct {
	seen   map[any]bool
	visit  func(any)
	prefer func(any) // visits what automatic players prefer; nil: nobody does
}

func (w *walker) program(p *ir.Program) {
	w.walk(reflect.ValueOf(p.Hooks))
	w.walk(reflect.ValueOf(p.Events))
	w.walk(reflect.ValueOf(p.Funcs))
	w.walk(reflect.ValueOf(p.Tables))
	w.walk(reflect.ValueOf(p.Kinds))
	w.walk(reflect.ValueOf(p.Cards))
}

// walk goes through everything, so that what is added to the language is not forgotten here.
func (w *walker) walk(v reflect.Value) {
	switch v.Kind() {
	case reflect.Pointer:
		if v.IsNil() || w.seen[v.Interface()] {
			return
		}
		w.seen[v.Interface()] = true
		w.visit(v.Interface())
		w.walk(v.Elem())
	case reflect.Interface:
		w.walk(v.Elem())
	case reflect.Slice:
		for i := range v.Len() {
			w.walk(v.Index(i))
		}
	case reflect.Struct:
		switch v.Interface().(type) {
		case source.Span, ir.Texts, ir.Value:
			return
		}
		for i := range v.NumField() {
			if v.Type().Field(i).Name != "Prefer" {
				w.walk(v.Field(i))
			} else if w.prefer != nil {
				(&walker{seen: w.seen, visit: w.prefer}).walk(v.Field(i))
			}
		}
	}
}
