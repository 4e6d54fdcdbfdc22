//go:build ignore

// Mutants tries which mistakes in the Go code the tests of its package would not notice:
//
//	go run .ci/mutants.go [-n 60] [-seed 1] [-for 5m] [-slow 20s] [-tests PACKAGE,...] [-dir FOLDER] [ROOM...]
//
// Of each room (below) so many mutants are drawn. All of a room are built in at once, each behind a switch, so that its
// tests are built once and no file is changed. One run of each test says which mutants it comes by, and how long it takes; a
// mutant is tried with those tests only, the quickest first; tests that are slow are no part of it. What takes five times as
// much of the processor, or four GiB, is noticed. Those that nobody can notice are listed in .ci/survivors.go.txt, under their
// reasons, and counted apart. What was found out is kept in the folder, so that a run that ended (-for) is gone on with: with
// other tests, those that survived are tried again; another source, seed or number begins anew.
package main

import (
	"bufio"
	"bytes"
	"cmp"
	"context"
	"crypto/sha256"
	"encoding/json"
	"flag"
	"fmt"
	"go/ast"
	"go/parser"
	"go/token"
	"io/fs"
	"maps"
	"math/rand/v2"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"syscall"
	"time"
)

// room is some files that are spoilt, and the packages whose tests are run then, its own first.
type room struct {
	name  string
	files []string
	tests []string
	only  string // of the tests; "" is all
}

var machine = []string{"interp", "interp/eval", "interp/laws", "interp/odds", "."}

var rooms = []room{
	{"syntax", []string{"lang/syntax/*.go"}, []string{"lang/syntax", "lang/check", "lang/load"}, ""},
	{"check", []string{"lang/check/*.go"}, []string{"lang/check", "lang/load", "docs"}, ""},
	{"legality", []string{"interp/legal.go", "interp/valid.go", "interp/candidate.go", "interp/search.go", "interp/offer.go"}, machine, ""},
	{"pipeline", []string{"interp/pipeline.go", "interp/machine.go", "interp/clause.go", "interp/place.go", "interp/life.go"}, machine, ""},
	{"state", []string{"interp/state/*.go", "interp/eval/*.go", "interp/internal/live/*.go"}, machine, ""},
	{"replay", []string{"cmd/kdsl/replay.go", "save.go", "internal/sealed/*.go", "interp/play/*.go"}, []string{".", "cmd/kdsl", "interp/play"}, "Automatic|Version|Replay|Bounds|Resume|Saved|Kept|Forged|Undo|Scripts"},
}

// slow is how much of the processor a test may take, so that mutants are tried with it.
var slow = flag.Duration("slow", 20*time.Second, "leave out the tests that take more than this of the processor")

// unchanged are tests of the tree itself: they say nothing of what it does.
var unchanged = regexp.MustCompile(`^(TestImports|TestLattice.*|TestArrows.*|TestFloors|TestSameBinary|TestModules|TestLicences|TestKilled|Benchmark.*)$`)

// otherwise are scripts that are not about replays and saved games.
const otherwise = "^TestScripts$/^(card|check|coverage|fix|fmt|help|interrupt|missing|new|odds|proof|run|site|sim|survey|surroundings|test|watch|why)$"

// mutant is a change of a text, in pieces that nest with those of others.
type mutant struct {
	Number int
	File   string
	Line   int
	In     string // the declaration
	What   string
	edits  []edit
}

// edit puts a text at an offset, in the place of so many bytes.
type edit struct {
	at, cut int
	put     string
	closes  bool // it stands behind what it changes
}

func (m *mutant) String() string { return fmt.Sprintf("%s:%d: %s: %s", m.File, m.Line, m.In, m.What) }

// listed is how it stands in the list of those that nobody can notice.
func (m *mutant) listed() string { return fmt.Sprintf("%s: %s: %s", m.File, m.In, m.What) }

// helpers are what the switches call, in each package that is spoilt. Which mutant is on, or whether it is noted which are
// come by, stands in a file: children, whatever their surroundings, read it, too.
const helpers = `package %s

import ("os"; "strconv"; "sync/atomic")

var on__, trace__ = func() (int, bool) {
	b, _ := os.ReadFile(%q + "/on")
	n, err := strconv.Atoi(string(b))
	return n, err != nil
}()

var seen__ [1 << 16]atomic.Bool

func m__(n int) bool { return n == on__ || trace__ && hit__(n) }

func hit__(n int) bool {
	if !seen__[n].Load() && !seen__[n].Swap(true) {
		if f, err := os.OpenFile(%q + "/hits", os.O_APPEND|os.O_CREATE|os.O_WRONLY, 0o644); err == nil {
			f.WriteString(strconv.Itoa(n) + "\n")
			f.Close()
		}
	}
	return false
}

type number__ interface { ~int|~int8|~int16|~int32|~int64|~uint|~uint8|~uint16|~uint32|~uint64|~uintptr|~float32|~float64 }
type ordered__ interface { number__ | ~string }

func lt__[T ordered__](n int, a, b T) bool { if m__(n) { return a <= b }; return a < b }
func le__[T ordered__](n int, a, b T) bool { if m__(n) { return a < b }; return a <= b }
func gt__[T ordered__](n int, a, b T) bool { if m__(n) { return a >= b }; return a > b }
func ge__[T ordered__](n int, a, b T) bool { if m__(n) { return a > b }; return a >= b }
func add__[T number__](n int, a, b T) T { if m__(n) { return a - b }; return a + b }
func sub__[T number__](n int, a, b T) T { if m__(n) { return a + b }; return a - b }
func mul__[T number__](n int, a, b T) T { if m__(n) { return a / b }; return a * b }
`

// calls are the helpers of operators, with what each becomes.
var calls = map[token.Token][2]string{token.LSS: {"lt__", "<="}, token.LEQ: {"le__", "<"}, token.GTR: {"gt__", ">="}, token.GEQ: {"ge__", ">"},
	token.ADD: {"add__", "-"}, token.SUB: {"sub__", "+"}, token.MUL: {"mul__", "/"}}

// mutants are all of a file. A `#` in an edit stands for the number of its mutant.
func mutants(name string) (out []*mutant, text []byte, pack string) {
	text, err := os.ReadFile(name)
	if err != nil {
		panic(err)
	}
	set := token.NewFileSet()
	f, err := parser.ParseFile(set, name, text, parser.SkipObjectResolution)
	if err != nil {
		panic(err)
	}
	at := func(p token.Pos) int { return set.Position(p).Offset }
	words := func(n ast.Node) string {
		return strings.Join(strings.Fields(string(text[at(n.Pos()):at(n.End())])), " ")
	}
	in := ""
	var path []ast.Node // what is around what is looked at, from the declaration on
	add := func(n ast.Node, what string, edits ...edit) {
		out = append(out, &mutant{File: filepath.ToSlash(name), Line: set.Position(n.Pos()).Line, In: in, What: what, edits: edits})
	}
	around := func(n ast.Node, before, behind string) []edit {
		return []edit{{at: at(n.Pos()), put: before}, {at: at(n.End()), put: behind, closes: true}}
	}
	statement := func(n ast.Stmt) {
		switch n := n.(type) {
		case *ast.ExprStmt:
			if call, ok := n.X.(*ast.CallExpr); ok {
				if id, ok := call.Fun.(*ast.Ident); ok && id.Name == "panic" {
					return
				}
			}
			add(n, "left out: "+words(n), around(n, "if !m__(#) { ", " }")...)
		case *ast.IncDecStmt:
			to := map[token.Token]string{token.INC: "--", token.DEC: "++"}[n.Tok]
			add(n, words(n)+": "+to, around(n, "if m__(#) { "+words(n.X)+to+" } else { ", " }")...)
		case *ast.AssignStmt:
			if id, ok := n.Lhs[0].(*ast.Ident); n.Tok != token.DEFINE && !(ok && id.Name == "_") {
				add(n, "left out: "+words(n), around(n, "if !m__(#) { ", " }")...)
			}
		case *ast.BranchStmt:
			if n.Label == nil && n.Tok == token.CONTINUE && !endsSwitch(path, n) {
				add(n, broken, edit{at: at(n.Pos()), put: "if m__(#) { break }; "})
			}
		}
	}
	negated := map[ast.Expr]bool{} // they are the condition of an if, which is negated itself
	look := func(n ast.Node) bool {
		if n == nil {
			path = path[:len(path)-1]
			return false
		}
		switch n := n.(type) {
		case *ast.GenDecl:
			if n.Tok != token.VAR {
				return false
			}
		case *ast.ArrayType:
			return false
		}
		path = append(path, n)
		switch n := n.(type) {
		case *ast.BlockStmt:
			for _, s := range n.List {
				statement(s)
			}
		case *ast.CaseClause:
			for _, s := range n.Body {
				statement(s)
			}
		case *ast.IfStmt:
			negated[n.Cond] = true
			add(n, "not: if "+words(n.Cond), around(n.Cond, "((", ") != m__(#))")...)
		case *ast.BinaryExpr:
			call, ok := calls[n.Op]
			switch x, y := n.X, n.Y; {
			case n.Op == token.EQL || n.Op == token.NEQ:
				if !negated[n] {
					add(n, "not: "+words(n), around(n, "((", ") != m__(#))")...)
				}
			case n.Op == token.LAND || n.Op == token.LOR:
				add(n, fmt.Sprintf("%s: the other of && and ||", words(n)),
					edit{at: at(x.Pos()), put: "(((("}, edit{at: at(x.End()), put: ") != m__(#))", closes: true},
					edit{at: at(y.Pos()), put: "(("}, edit{at: at(y.End()), put: ") != m__(#))) != m__(#))", closes: true})
			case ok && !isText(x) && !isText(y):
				e := around(n, call[0]+"(#, ", ")")
				add(n, fmt.Sprintf("%s: %s is %s", words(n), n.Op, call[1]), append(e, edit{at: at(n.OpPos), cut: len(n.Op.String()), put: ","})...)
			}
		case *ast.Ident:
			if put := map[string]string{"true": "(!m__(#))", "false": "m__(#)"}[n.Name]; put != "" {
				add(n, n.Name+" is not", edit{at: at(n.Pos()), cut: len(n.Name), put: put})
			}
		}
		return true
	}
	for _, d := range f.Decls {
		in = "var"
		if d, ok := d.(*ast.FuncDecl); ok {
			in = d.Name.Name
		}
		ast.Inspect(d, look)
	}
	return out, text, f.Name.Name
}

// endsSwitch tells whether a continue stands in a switch behind which its loop does nothing: a break there would be the same.
func endsSwitch(path []ast.Node, n ast.Stmt) bool {
	at, inSwitch := ast.Node(n), false
	for _, around := range slices.Backward(path) {
		switch x := around.(type) {
		case *ast.ForStmt, *ast.RangeStmt:
			return inSwitch
		case *ast.SwitchStmt, *ast.TypeSwitchStmt:
			inSwitch = true
		case *ast.BlockStmt:
			if _, isCase := at.(*ast.CaseClause); inSwitch && !isCase && x.List[len(x.List)-1] != at {
				return false
			}
		}
		at = around
	}
	return false
}

// broken is what a mutant does that ends a loop.
const broken = "continue is break"

func isText(e ast.Expr) bool {
	lit, ok := e.(*ast.BasicLit)
	return ok && lit.Kind == token.STRING
}

// spoilt is a text with some mutants, each behind its switch. All are of one file, those around others before them.
func spoilt(text []byte, all []*mutant) []byte {
	type piece struct {
		edit
		order int
	}
	var pieces []piece
	for i, m := range all {
		for _, e := range m.edits {
			e.put = strings.ReplaceAll(e.put, "#", strconv.Itoa(m.Number))
			pieces = append(pieces, piece{e, i})
		}
	}
	slices.SortStableFunc(pieces, func(a, b piece) int {
		switch {
		case a.at != b.at:
			return a.at - b.at
		case a.closes != b.closes: // what ends here ends before anything begins
			if a.closes {
				return -1
			}
			return 1
		case a.closes:
			return b.order - a.order
		}
		return a.order - b.order
	})
	var out []byte
	from := 0
	for _, p := range pieces {
		out = append(append(out, text[from:p.at]...), p.put...)
		from = p.at + p.cut
	}
	return append(out, text[from:]...)
}

// work is what is found out of a room, kept in its folder.
type work struct {
	room
	dir     string
	mutants []*mutant
	there   int // of which they were drawn
	names   []string

	Key      string
	TestKeys map[string]string // of the packages whose tests they were tried with
	Dropped  []int             // mutants that are no program
	Tests    []test
	Verdicts map[int]string
}

// test is one of a package's, with the mutants that it comes by.
type test struct {
	Package, Name string
	Took          time.Duration
	Hits          []int
}

func (w *work) save() {
	b, err := json.Marshal(w)
	if err == nil {
		err = os.WriteFile(filepath.Join(w.dir, "work.json"), b, 0o644)
	}
	if err != nil {
		panic(err)
	}
}

// begin draws mutants, and takes up what is known of them.
func begin(rm room, dir string, n int, seed uint64, some []string) *work {
	w := &work{room: rm, dir: filepath.Join(dir, rm.name)}
	if w.tests = slices.Clone(rm.tests); len(some) > 0 {
		w.tests = slices.DeleteFunc(w.tests, func(pack string) bool { return !slices.Contains(some, pack) })
	}
	hash := sha256.New()
	fmt.Fprint(hash, n, seed, rm, *slow)
	for _, pattern := range rm.files {
		found, _ := filepath.Glob(pattern)
		w.names = append(w.names, found...)
	}
	var all []*mutant
	for _, name := range w.names {
		if !strings.HasSuffix(name, "_test.go") {
			m, text, _ := mutants(name)
			all = append(all, m...)
			hash.Write(text)
		}
	}
	for i, m := range all {
		m.Number = i + 1
	}
	w.there = len(all)
	rng := rand.New(rand.NewPCG(seed, 0))
	rng.Shuffle(len(all), func(i, j int) { all[i], all[j] = all[j], all[i] })
	w.mutants = all[:min(n, len(all))]
	slices.SortFunc(w.mutants, func(a, b *mutant) int { return a.Number - b.Number })
	key := fmt.Sprintf("%x", hash.Sum(nil))
	if b, err := os.ReadFile(filepath.Join(w.dir, "work.json")); err == nil {
		_ = json.Unmarshal(b, w)
	}
	if w.Key != key {
		w.Key, w.Dropped, w.Tests, w.Verdicts = key, nil, nil, map[int]string{}
		if err := os.MkdirAll(w.dir, 0o755); err != nil {
			panic(err)
		}
	}
	old := w.TestKeys
	w.TestKeys = map[string]string{}
	for _, pack := range w.tests {
		w.TestKeys[pack] = hashOf(pack)
		if w.TestKeys[pack] != old[pack] {
			w.Tests = slices.DeleteFunc(w.Tests, func(t test) bool { return t.Package == pack })
		}
	}
	if !maps.Equal(w.TestKeys, old) {
		maps.DeleteFunc(w.Verdicts, func(_ int, v string) bool { return !strings.HasPrefix(v, "noticed") })
	}
	w.mutants = slices.DeleteFunc(w.mutants, func(m *mutant) bool { return slices.Contains(w.Dropped, m.Number) })
	return w
}

// hashOf is a hash of the tests of a package, and of what they read beside them.
func hashOf(pack string) string {
	hash := sha256.New()
	names, _ := filepath.Glob(filepath.Join(pack, "*_test.go"))
	filepath.WalkDir(filepath.Join(pack, "testdata"), func(name string, d fs.DirEntry, err error) error {
		if err == nil && !d.IsDir() {
			names = append(names, name)
		}
		return nil
	})
	for _, name := range names {
		b, _ := os.ReadFile(name)
		hash.Write(b)
	}
	return fmt.Sprintf("%x", hash.Sum(nil))
}

// unnoticeable reads the list of those that nobody can notice: a reason begins its line, those that it is the reason of stand
// below it, indented.
func unnoticeable() map[string]bool {
	b, err := os.ReadFile(".ci/survivors.go.txt")
	if err != nil {
		panic(err)
	}
	out := map[string]bool{}
	for line := range strings.Lines(string(b)) {
		if strings.HasPrefix(line, "  ") {
			out[strings.TrimSpace(line)] = true
		}
	}
	return out
}

// binary is the file of a package's tests.
func (w *work) binary(pack string) string {
	return filepath.Join(w.dir, strings.NewReplacer("/", "-", ".", "root").Replace(pack)+".test")
}

var complaint = regexp.MustCompile(`(?m)([^\s/:]+\.go):(\d+):\d+: (.*)`)

// build builds the tests with all mutants. Those that are no program are dropped, and it is tried again.
func (w *work) build() {
	for {
		replace := map[string]string{}
		byFile := map[string][]*mutant{}
		for _, m := range w.mutants {
			byFile[m.File] = append(byFile[m.File], m)
		}
		n := 0
		for name, all := range byFile {
			n++
			_, text, pack := mutants(name)
			whole, err := filepath.Abs(name)
			if err != nil {
				panic(err)
			}
			for put, what := range map[string][]byte{whole: spoilt(text, all),
				filepath.Join(filepath.Dir(whole), "zz_mutants.go"): fmt.Appendf(nil, helpers, pack, w.dir, w.dir)} {
				file := filepath.Join(w.dir, fmt.Sprintf("%d_%s", n, filepath.Base(put)))
				if err := os.WriteFile(file, what, 0o644); err != nil {
					panic(err)
				}
				replace[put] = file
			}
		}
		overlay := filepath.Join(w.dir, "overlay.json")
		b, _ := json.Marshal(map[string]any{"Replace": replace})
		if err := os.WriteFile(overlay, b, 0o644); err != nil {
			panic(err)
		}
		var said []byte
		for _, pack := range w.tests {
			out, err := exec.Command("go", "test", "-c", "-vet=off", "-overlay", overlay, "-o", w.binary(pack), "./"+pack).CombinedOutput()
			if err != nil {
				said = append(said, out...)
				break
			}
		}
		if said == nil {
			w.save()
			return
		}
		before := len(w.mutants)
		drop := func(at []byte, of func(*mutant) bool) {
			w.mutants = slices.DeleteFunc(w.mutants, func(m *mutant) bool {
				base := filepath.Base(m.File)
				bad := (string(at) == base || strings.HasSuffix(string(at), "_"+base)) && of(m)
				if bad {
					w.Dropped = append(w.Dropped, m.Number)
				}
				return bad
			})
		}
		for _, c := range complaint.FindAllSubmatch(said, -1) {
			line, _ := strconv.Atoi(string(c[2]))
			if drop(c[1], func(m *mutant) bool { return m.Line == line }); bytes.HasPrefix(c[3], []byte("missing return")) { // a loop ends now
				drop(c[1], func(m *mutant) bool { return m.What == broken && m.Line < line && line-m.Line < 20 })
			}
		}
		if len(w.mutants) == before {
			panic(fmt.Sprintf("%s: no mutant is at fault:\n%s", w.name, said))
		}
	}
}

// run runs some tests of a package with a mutant on, 0 for none, or noting which are come by; they fail, or take more
// time of the processor than the limit, or they do not. It answers how much they took.
func (w *work) run(pack, names, on string, limit time.Duration) (failed bool, took time.Duration) {
	if err := os.WriteFile(filepath.Join(w.dir, "on"), []byte(on), 0o644); err != nil {
		panic(err)
	}
	ctx, cancel := context.WithTimeout(context.Background(), 10*limit) // it may wait, for a computer that is busy, too
	defer cancel()
	c := exec.CommandContext(ctx, "sh", "-c", fmt.Sprintf(`ulimit -v 4194304; ulimit -t %d; exec "$@"`, int(limit.Seconds())), "sh", w.binary(pack), "-test.short", "-test.failfast", "-test.run", names, "-test.skip", otherwise)
	c.Dir = pack
	c.SysProcAttr = &syscall.SysProcAttr{Setpgid: true} // its children end with it
	c.Cancel = func() error { return syscall.Kill(-c.Process.Pid, syscall.SIGKILL) }
	c.WaitDelay = time.Second
	err := c.Run()
	return err != nil, c.ProcessState.UserTime() + c.ProcessState.SystemTime()
}

// trace runs every test once.
func (w *work) trace() {
	only := regexp.MustCompile(w.only)
	for _, pack := range w.tests {
		c := exec.Command(w.binary(pack), "-test.list", ".")
		c.Dir = pack
		out, err := c.Output()
		if err != nil {
			panic(err)
		}
		for name := range strings.FieldsSeq(string(out)) {
			if unchanged.MatchString(name) || !only.MatchString(name) ||
				slices.ContainsFunc(w.Tests, func(t test) bool { return t.Package == pack && t.Name == name }) {
				continue
			}
			os.Remove(filepath.Join(w.dir, "hits"))
			failed, took := w.run(pack, "^"+name+"$", "trace", *slow)
			t := test{Package: pack, Name: name, Took: took}
			if failed {
				fmt.Printf("%s: %s of %s fails without a mutant or is slow, and is left out\n", w.name, name, pack)
			} else if b, err := os.ReadFile(filepath.Join(w.dir, "hits")); err == nil {
				for s := bufio.NewScanner(bytes.NewReader(b)); s.Scan(); {
					n, _ := strconv.Atoi(s.Text())
					t.Hits = append(t.Hits, n)
				}
			}
			w.Tests = append(w.Tests, t)
			w.save()
			if late() {
				return
			}
		}
	}
}

// try runs the tests that come by a mutant, more and more at once, and says which package noticed it.
func (w *work) try(m *mutant) string {
	var all []test
	for _, t := range w.Tests {
		if slices.Contains(t.Hits, m.Number) {
			all = append(all, t)
		}
	}
	if len(all) == 0 {
		return "no test comes by"
	}
	slices.SortStableFunc(all, func(a, b test) int { // its own package first where it is as quick
		return cmp.Compare(a.Took.Round(time.Second), b.Took.Round(time.Second))
	})
	for share := 2 * time.Second; len(all) > 0; share *= 4 {
		pack, took := all[0].Package, time.Duration(0)
		var names []string
		var rest []test
		for _, t := range all {
			if t.Package == pack && (len(names) == 0 || took+t.Took <= share) {
				names, took = append(names, t.Name), took+t.Took
			} else {
				rest = append(rest, t)
			}
		}
		all = rest
		if failed, _ := w.run(pack, "^("+strings.Join(names, "|")+")$", strconv.Itoa(m.Number), 10*time.Second+5*took); failed {
			return "noticed by " + pack
		}
	}
	return "survives"
}

// byFile says how many of each file are noticed.
func (w *work) byFile() (out string) {
	for _, name := range w.names {
		good, all := 0, 0
		for _, m := range w.mutants {
			if v := w.Verdicts[m.Number]; v != "" && m.File == name {
				all++
				if strings.HasPrefix(v, "noticed") {
					good++
				}
			}
		}
		if all > 0 {
			out += fmt.Sprintf(" %s %d/%d", filepath.Base(name), good, all)
		}
	}
	return out
}

var deadline time.Time

func late() bool { return !deadline.IsZero() && time.Now().After(deadline) }

func main() {
	n := flag.Int("n", 60, "how many mutants of each room")
	seed := flag.Uint64("seed", 1, "which")
	packs := flag.String("tests", "", "only the tests of these packages, such as interp,. (default all that the room names); those that survive are tried with all of them by another run")
	dir := flag.String("dir", filepath.Join(os.TempDir(), "kdsl-mutants"), "where what is found out is kept")
	within := flag.Duration("for", 0, "end after about this time, to be gone on with; 0: at the end")
	flag.Parse()
	if *within > 0 {
		deadline = time.Now().Add(*within)
	}
	some := strings.FieldsFunc(*packs, func(r rune) bool { return r == ',' })
	known := unnoticeable()
	noticed, tried, left := 0, 0, 0
	for _, rm := range rooms {
		if flag.NArg() > 0 && !slices.Contains(flag.Args(), rm.name) {
			continue
		}
		w := begin(rm, *dir, *n, *seed, some)
		if !late() && len(w.Verdicts) < len(w.mutants) {
			w.build()
			w.trace()
		}
		for _, m := range w.mutants {
			if w.Verdicts[m.Number] == "" && !late() {
				w.Verdicts[m.Number] = w.try(m)
				w.save()
			}
		}
		good, all, apart := 0, 0, 0
		for _, m := range w.mutants {
			switch v := w.Verdicts[m.Number]; {
			case v == "":
				left++
				continue
			case strings.HasPrefix(v, "noticed"):
				good++
			case known[m.listed()]:
				apart++
				continue
			default:
				fmt.Printf("%s %s: %s\n", w.name, v, m)
			}
			all++
		}
		fmt.Printf("%s: %d of %d are noticed (of %d there are, seed %d; %d more are no program, %d nobody can notice):%s\n", w.name, good, all, w.there, *seed, len(w.Dropped), apart, w.byFile())
		noticed, tried = noticed+good, tried+all
	}
	if tried > 0 {
		fmt.Printf("%d of %d are noticed, %.0f %%\n", noticed, tried, 100*float64(noticed)/float64(tried))
	}
	if left > 0 {
		fmt.Printf("%d were not tried: run it again\n", left)
		os.Exit(3)
	}
}
