package main

import (
	"bytes"
	"cmp"
	"errors"
	"go/ast"
	"go/parser"
	"go/token"
	"io"
	"io/fs"
	"maps"
	"os"
	"path"
	"path/filepath"
	"regexp"
	"runtime"
	"slices"
	"strings"
	"sync"
	"syscall"
	"testing"

	"github.com/spf13/afero"

	"github.com/kdsl-lang/kdsl/cmd/kdsl/internal/files"
	"github.com/kdsl-lang/kdsl/internal/site"
)

// faulty is a file system that counts what is asked of it and calls before with the number from 1 of each
// operation; an error of before fails it.
type faulty struct {
	afero.Fs
	mu     sync.Mutex
	count  int
	before func(n int, op, name string) error
	room   *int // bytes that may be written before the disk is full; nil: as many as one likes
}

func (f *faulty) ask(op, name string) error {
	f.mu.Lock()
	defer f.mu.Unlock()
	f.count++
	return f.before(f.count, op, name)
}

func (f *faulty) Open(name string) (afero.File, error) {
	if err := f.ask("open", name); err != nil {
		return nil, err
	}
	o, err := f.Fs.Open(name)
	if err != nil {
		return nil, err
	}
	return &faultyFile{o, f, name}, nil
}

func (f *faulty) OpenFile(name string, flag int, mode fs.FileMode) (afero.File, error) {
	if err := f.ask("open", name); err != nil {
		return nil, err
	}
	o, err := f.Fs.OpenFile(name, flag, mode)
	if err != nil {
		return nil, err
	}
	return &faultyFile{o, f, name}, nil
}

func (f *faulty) Stat(name string) (fs.FileInfo, error) {
	if err := f.ask("stat", name); err != nil {
		return nil, err
	}
	return f.Fs.Stat(name)
}

func (f *faulty) LstatIfPossible(name string) (fs.FileInfo, bool, error) {
	if err := f.ask("stat", name); err != nil {
		return nil, true, err
	}
	info, err := files.Lstat(f.Fs, name)
	return info, true, err
}

func (f *faulty) Rename(from, to string) error {
	if err := f.ask("rename", to); err != nil {
		return err
	}
	return f.Fs.Rename(from, to)
}

func (f *faulty) Remove(name string) error {
	if err := f.ask("remove", name); err != nil {
		return err
	}
	return f.Fs.Remove(name)
}

func (f *faulty) Mkdir(name string, mode fs.FileMode) error {
	if err := f.ask("mkdir", name); err != nil {
		return err
	}
	return f.Fs.Mkdir(name, mode)
}

func (f *faulty) Chmod(name string, mode fs.FileMode) error {
	if err := f.ask("chmod", name); err != nil {
		return err
	}
	return f.Fs.Chmod(name, mode)
}

type faultyFile struct {
	afero.File
	in   *faulty
	name string
}

func (f *faultyFile) Read(b []byte) (int, error) {
	if err := f.in.ask("read", f.name); err != nil {
		return 0, err
	}
	return f.File.Read(b)
}

func (f *faultyFile) Readdir(n int) ([]fs.FileInfo, error) {
	if err := f.in.ask("readdir", f.name); err != nil {
		return nil, err
	}
	return f.File.Readdir(n)
}

// A write that fails has written half.
func (f *faultyFile) Write(b []byte) (int, error) {
	if err := f.in.ask("write", f.name); err != nil {
		n, _ := f.File.Write(b[:len(b)/2])
		if errors.Is(err, io.ErrShortWrite) {
			err = nil // some systems only tell how much
		}
		return n, err
	}
	if r := f.in.room; r != nil && *r < len(b) {
		n, _ := f.File.Write(b[:*r])
		*r = 0
		return n, &fs.PathError{Op: "write", Path: f.name, Err: syscall.ENOSPC}
	} else if r != nil {
		*r -= len(b)
	}
	return f.File.Write(b)
}

func (f *faultyFile) Sync() error {
	if err := f.in.ask("sync", f.name); err != nil {
		return err
	}
	return f.File.Sync()
}

func (f *faultyFile) Close() error {
	err := f.in.ask("close", f.name)
	f.File.Close()
	return err
}

const (
	uglyText   = "enum   a { b,c }\n"
	prettyText = "enum a { b, c }\n"
)

// clauseGame is watchedGame with a clause, and a test by which a test of it can be begun.
const clauseGame = `kind box {
  en "Box"  fr f "Boîte"
  weight: int
}

box crate {
  en "Crate"  fr "Caisse"; weight: 3
  heard: after lift(what: self) { en "Nothing happens." fr "Il ne se passe rien." }
}

event lift(what: box) {
  en "{what} is lifted."  fr "{what} : levé."
  force: int = what.weight
}

test "a crate is light" {
  given c = crate
  when lift(what: c)
  expect event lift where force == 3
}
`

// world is a folder with files, in memory or on the disk.
type world struct {
	disk  afero.Fs
	admit func(...string) error
	dir   string
	typed string // "" is a q: it ends what would go on
}

// systems are the sorts of worlds. On the disk, one works elsewhere, or "here".
var systems = []string{"memory", "disk"}

func newWorld(t *testing.T, system string, texts map[string]string) *world {
	t.Helper()
	disk := &files.Disk{}
	w := &world{disk: disk, admit: disk.Admit}
	switch system {
	case "memory":
		w = &world{disk: afero.NewMemMapFs(), admit: func(...string) error { return nil }, dir: "d"}
		w.disk.Mkdir(w.dir, 0o755)
	case "here":
		t.Chdir(t.TempDir())
		w.dir = "."
	default:
		w.dir = t.TempDir()
	}
	if err := w.admit(w.dir); err != nil {
		t.Fatal(err)
	}
	for name, text := range texts {
		if in := path.Dir(name); in != "." {
			if err := w.disk.Mkdir(filepath.Join(w.dir, in), 0o755); err != nil && !errors.Is(err, fs.ErrExist) {
				t.Fatal(err)
			}
		}
		if err := afero.WriteFile(w.disk, filepath.Join(w.dir, name), []byte(text), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	return w
}

// files are the texts of the world by name, those in its folders too.
func (w *world) files(t *testing.T) map[string]string {
	t.Helper()
	out := map[string]string{}
	err := afero.Walk(w.disk, w.dir, func(name string, info fs.FileInfo, err error) error {
		if err != nil || info.IsDir() {
			return err
		}
		b, err := afero.ReadFile(w.disk, name)
		if err != nil {
			return err
		}
		rel, err := filepath.Rel(w.dir, name)
		out[filepath.ToSlash(rel)] = string(b)
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
	return out
}

// run runs a command in which @ stands for the folder.
func (w *world) run(disk afero.Fs, args []string) (said string, code int) {
	said, _, code = w.runs(disk, args)
	return said, code
}

// runs is run, with what is printed.
func (w *world) runs(disk afero.Fs, args []string) (said, printed string, code int) {
	at := func(s string) string { return strings.ReplaceAll(s, "@", filepath.ToSlash(w.dir)) }
	args = slices.Clone(args)
	for i := range args {
		args[i] = at(args[i])
	}
	var o, e bytes.Buffer
	tool := newTool(args, strings.NewReader(at(cmp.Or(w.typed, "q\n"))), &o, &e)
	tool.disk, tool.admit = disk, w.admit
	code = tool.main()
	return e.String(), o.String(), code
}

func shortPig(t *testing.T) string {
	t.Helper()
	pig, err := os.ReadFile("../../examples/pig.kdsl")
	if err != nil {
		t.Fatal(err)
	}
	return strings.Replace(string(pig), "goal: int = 100", "goal: int = 10", 1)
}

// writing are the commands that write files, and what they find.
func writing(t *testing.T) map[string]struct {
	args  []string
	texts map[string]string
} {
	pig := shortPig(t)
	return map[string]struct {
		args  []string
		texts map[string]string
	}{
		"fmt folder":  {[]string{"fmt", "@"}, map[string]string{"a.kdsl": uglyText, "b.kdsl": prettyText, "c.kdsl": "enum   x { y }\n"}},
		"fmt file":    {[]string{"fmt", "@/a.kdsl"}, map[string]string{"a.kdsl": uglyText, "other.txt": "x"}},
		"check --fix": {[]string{"check", "--fix", "@"}, map[string]string{"a.kdsl": "# A remark.\nenum x { y }\n", "b.kdsl": prettyText, "c.kdsl": "/* Another. */\nenum z { y }\n"}},
		"new card":    {[]string{"new", "box", "Green box", "--in", "@/a.kdsl"}, map[string]string{"a.kdsl": "kind box {}\n\nbox red { en \"Red\" }\n"}},
		"card page":   {[]string{"card", "@", "--html", "--out", "@/cards.html"}, map[string]string{"a.kdsl": "pack p { en \"P\" fr \"P\" }\nkind box { en \"Box\" fr f \"Boîte\" }\nbox red { en \"Red\" fr \"Rouge\" }\n", "cards.html": "old"}},
		"new replay":  {[]string{"run", "@/pig.kdsl", "--out", "@/game.json"}, map[string]string{"pig.kdsl": pig}},
		"new game":    {[]string{"new", "game", "Hop and skip"}, map[string]string{"a.kdsl": prettyText}},
		"new pack":    {[]string{"new", "pack", "Otters", "--for", "toy"}, map[string]string{"toy/toy.kdsl": "pack toy { en \"Toy\" fr \"Jouet\" }\n\n" + watchedGame}},
		"watch page":  {[]string{"watch", "@/a.kdsl", "--page", "@/cards.html"}, map[string]string{"a.kdsl": watchedGame, "cards.html": "old"}},
		"over replay": {[]string{"run", "@/pig.kdsl", "-o", "@/game.json"}, map[string]string{"pig.kdsl": pig, "game.json": "old"}},
		"saved game":  {[]string{"run", "@/pig.kdsl", "--as", "red", "--save", "@/game.save"}, map[string]string{"pig.kdsl": pig, "game.save": "old"}},
		"new test":    {[]string{"new", "test", "crate.heard", "--in", "@/a.kdsl"}, map[string]string{"a.kdsl": clauseGame}},
		"new printed": {[]string{"new", "box", "--printed", "@/sheet.txt", "--in", "@/a.kdsl"}, map[string]string{"a.kdsl": watchedGame, "sheet.txt": "CASK\n\nIt weighs 4.\n"}},
	}
}

var systemCalls = regexp.MustCompile(`statat|openat|renameat|unlinkat|chmodat|fsync|\.kdsl-|<nil>|%!`)

// begin makes the world of a command. Those that write to the folder where one works do it on the disk alone.
func begin(t *testing.T, system string, args []string, texts map[string]string) *world {
	t.Helper()
	here := args[0] == "new" && !slices.Contains(args, "--in")
	if here && system == "memory" {
		return nil
	}
	if here {
		system = "here"
	}
	return newWorld(t, system, texts)
}

// harmless tells whether a command may go on without an operation, the k-th, on a file or folder of a name: a file that was
// read cannot be closed; run asks in vain whether FILE:NAME is a file itself; watch does not know what stood there before; packs are
// looked for where one is.
func harmless(command, op, of string, k int) bool {
	switch command {
	case "new replay", "over replay", "saved game":
		return k == 1 || op == " close"
	case "watch page":
		return of == "a.kdsl" && (op == " open" || op == " read") || op == " close"
	case "card page": // packs are looked for around d, and in it, before it is read itself
		looks := op == " open" || op == " readdir"
		return looks && (of == "." || of == ".." || of == "d" && k < 16) || op == " close"
	case "new pack":
		return of == "toy" && op != " mkdir" || op == " close"
	}
	return op == " close"
}

// writer is a command that writes, on a file system, with what lies there before it and after it.
type writer struct {
	name, system  string
	args          []string
	texts, wanted map[string]string
}

// writers are all of them, each on all systems that it works on.
func writers(t *testing.T) (out []writer) {
	for name, c := range writing(t) {
		for _, system := range systems {
			w := begin(t, system, c.args, c.texts)
			if w == nil {
				continue
			}
			if said, code := w.run(w.disk, c.args); code != 0 {
				t.Fatalf("%s: %s", name, said)
			}
			out = append(out, writer{name, system, c.args, c.texts, w.files(t)})
		}
	}
	return out
}

// lost tells of files that are gone.
func (c writer) lost(t *testing.T, where string, got map[string]string) {
	for f := range c.texts {
		if _, there := got[f]; !there {
			t.Errorf("%s: %s is gone", where, f)
		}
	}
}

// Whichever operation on files fails, once or from then on, each file is the old one or the new one, nothing
// is left behind that counts, the command exits with 3, and says one sentence. Only what is harmless does no
// harm: then all is as if it had not failed.
func TestEveryOperationFails(t *testing.T) {
	for _, c := range writers(t) {
		for _, fault := range []error{syscall.EIO, fs.ErrPermission, io.ErrShortWrite} {
			for _, forever := range []bool{false, true} {
				if fault != syscall.EIO && (c.system == "disk" || forever || c.args[0] == "run") {
					continue
				}
				for k := 1; ; k++ {
					w := begin(t, c.system, c.args, c.texts)
					failed, of := "", ""
					disk := &faulty{Fs: w.disk, before: func(n int, op, name string) error {
						if n != k && !(forever && n > k) {
							return nil
						}
						failed, of = failed+" "+op, of+" "+name
						return &fs.PathError{Op: op + "at", Path: name, Err: fault}
					}}
					said, code := w.run(disk, c.args)
					if failed == "" {
						if k < 8 {
							t.Errorf("%s on %s: only %d operations", c.name, c.system, k-1)
						}
						break
					}
					where := c.name + " on " + c.system + ": " + fault.Error() + " in" + failed + " of" + of
					said = regexp.MustCompile(`(?m)^.*: mended: .*\n`).ReplaceAllString(said, "")
					got := w.files(t)
					for f, text := range got {
						if temp := strings.HasPrefix(path.Base(f), ".kdsl-"); temp && forever {
							continue
						}
						if was, there := c.texts[f]; (!there || text != was) && text != c.wanted[f] {
							t.Errorf("%s: %s holds %.40q", where, f, text)
						}
					}
					c.lost(t, where, got)
					switch {
					case code == 0:
						if !harmless(c.name, failed, path.Base(strings.TrimSpace(of)), k) {
							t.Errorf("%s: exits with 0", where)
						}
						for f, text := range c.wanted {
							if got[f] != text {
								t.Errorf("%s: exits with 0, but %s is not written", where, f)
							}
						}
					case code != exitEnvironment:
						t.Errorf("%s: exits with %d: %s", where, code, said)
					case strings.Count(said, "\n") != 1 || !strings.HasPrefix(said, "kdsl: ") || systemCalls.MatchString(said):
						t.Errorf("%s: says %q", where, said)
					}
				}
			}
		}
	}
}

// Wherever a command is killed, before each operation on files, each file is the old one or the new one, and what else lies there is
// called .kdsl-.
func TestKilledAnywhere(t *testing.T) {
	for _, c := range writers(t) {
		old, is, left := 0, 0, 0
		for k, killed := 1, true; killed; k++ {
			w := begin(t, c.system, c.args, c.texts)
			dead, ended := make(chan string), make(chan bool)
			disk := &faulty{Fs: w.disk, before: func(n int, op, name string) error {
				if n == k {
					dead <- op + " of " + name
					select {} // nothing that it would have done is done, and nobody else of it gets on
				}
				return nil
			}}
			go func() {
				w.run(disk, c.args)
				ended <- true
			}()
			where := ""
			select {
			case <-ended:
				killed = false
			case where = <-dead:
			}
			got := w.files(t)
			c.lost(t, c.name+" on "+c.system+", killed before "+where, got)
			for f, text := range got {
				was, there := c.texts[f]
				switch {
				case text == c.wanted[f]:
					is++
				case there && text == was:
					old++
				case strings.HasPrefix(path.Base(f), ".kdsl-"):
					left++
				default:
					t.Errorf("%s on %s, killed before %s: %s holds %.40q", c.name, c.system, where, f, text)
				}
			}
		}
		if is == 0 || left == 0 {
			t.Errorf("%s on %s: %d files as they were, %d as they should be, %d left over: it was never killed while it wrote", c.name, c.system, old, is, left)
		}
	}
}

// Who types that the game is saved is told whether it was, and plays on.
func TestTypedSaveFails(t *testing.T) {
	args, texts := []string{"run", "@/pig.kdsl", "--as", "red"}, map[string]string{"pig.kdsl": shortPig(t), "game.save": "old"}
	for _, system := range systems {
		saved, told := 0, 0
		for k := 1; ; k++ {
			w := newWorld(t, system, texts)
			w.typed = "s @/game.save\nq\n"
			failed := ""
			disk := &faulty{Fs: w.disk, before: func(n int, op, name string) error {
				if n != k {
					return nil
				}
				failed = op + " of " + name
				return &fs.PathError{Op: op + "at", Path: name, Err: syscall.EIO}
			}}
			said, printed, code := w.runs(disk, args)
			is := w.files(t)["game.save"]
			was := strings.Contains(printed, "saved: ")
			switch {
			case is != "old" && !strings.HasPrefix(is, "{"):
				t.Errorf("%s, %s: the file holds %.40q", system, failed, is)
			case was && is == "old":
				t.Errorf("%s, %s: it is said that the game was saved, and it was not", system, failed)
			case was:
				saved++
			case code == 0 && strings.Contains(printed, ": input/output error\n") && strings.Contains(printed, "> q\nthe game is not kept: "):
				told++
			case code != exitEnvironment || said == "": // what is played could not be read
				t.Errorf("%s, %s: exits with %d, says %q and prints\n%s", system, failed, code, said, printed)
			}
			if failed == "" {
				break
			}
		}
		if saved == 0 || told < 5 {
			t.Errorf("%s: %d times it was saved, and %d times it was told that it was not", system, saved, told)
		}
	}
}

// Each function that writes files, and each that calls such a one, is come by in what is tried above: a new command, or a new
// way of an old one, is tried, too.
func TestEveryWriterIsTried(t *testing.T) {
	bodies := map[string]map[string]bool{} // what each function calls
	names, err := filepath.Glob("*.go")
	if err != nil {
		t.Fatal(err)
	}
	for _, name := range names {
		if strings.HasSuffix(name, "_test.go") {
			continue
		}
		f, err := parser.ParseFile(token.NewFileSet(), name, nil, parser.SkipObjectResolution)
		if err != nil {
			t.Fatal(err)
		}
		for _, d := range f.Decls {
			d, ok := d.(*ast.FuncDecl)
			if !ok {
				continue
			}
			calls := map[string]bool{}
			ast.Inspect(d, func(n ast.Node) bool {
				if call, ok := n.(*ast.CallExpr); ok {
					switch to := call.Fun.(type) {
					case *ast.Ident:
						calls[to.Name] = true
					case *ast.SelectorExpr:
						calls["."+to.Sel.Name] = true
						if of, ok := to.X.(*ast.Ident); ok {
							calls[of.Name+"."+to.Sel.Name] = true
						}
					}
				}
				return true
			})
			bodies[fullName(d)] = calls
		}
	}
	wanted := map[string]bool{}
	for name, calls := range bodies {
		if calls["files.Replace"] || calls["files.Renew"] || calls[".Mkdir"] {
			wanted[name] = true
			own := name[max(0, strings.Index(name, ".")):] // a method is called with a dot
			for other, calls := range bodies {
				if calls[own] && own != ".run" { // which is called by what calls every command
					wanted[other] = true
				}
			}
		}
	}
	if len(wanted) < 15 {
		t.Fatalf("only %d functions write: %v", len(wanted), wanted)
	}
	came := map[string]bool{}
	watch := func(w *world) *faulty {
		return &faulty{Fs: w.disk, before: func(_ int, op, _ string) error {
			if op == "rename" || op == "mkdir" {
				at := make([]uintptr, 100)
				frames := runtime.CallersFrames(at[:runtime.Callers(2, at)])
				for f, more := frames.Next(); more; f, more = frames.Next() {
					if _, name, ok := strings.Cut(path.Base(f.Function), "."); ok {
						came[regexp.MustCompile(`\.func\d.*$`).ReplaceAllString(strings.NewReplacer("(*", "", ")", "").Replace(name), "")] = true
					}
				}
			}
			return nil
		}}
	}
	pig := shortPig(t)
	for name, c := range writing(t) {
		w := begin(t, "disk", c.args, c.texts)
		if said, code := w.run(watch(w), c.args); code != 0 {
			t.Fatalf("%s: %s", name, said)
		}
	}
	w := newWorld(t, "memory", map[string]string{"pig.kdsl": pig})
	w.typed = "s @/game.save\nq\n" // TestTypedSaveFails
	w.run(watch(w), []string{"run", "@/pig.kdsl", "--as", "red"})
	w = newWorld(t, "memory", nil)
	tool := newTool(nil, nil, io.Discard, io.Discard)
	tool.disk, tool.admit = watch(w), w.admit
	if _, _, err := lay(tool, w.dir+"/site", []site.File{{Name: "a.html"}}); err != nil { // TestSiteFails
		t.Fatal(err)
	}
	delete(wanted, "siteCommand.run") // it makes the pages, for half a minute, and puts them
	for _, name := range slices.Sorted(maps.Keys(wanted)) {
		if !came[name] {
			t.Errorf("%s writes, and what happens when it cannot is not tried", name)
		}
	}
}

// fullName is the name of a function with what it is of.
func fullName(d *ast.FuncDecl) string {
	if d.Recv == nil {
		return d.Name.Name
	}
	of := d.Recv.List[0].Type
	if star, ok := of.(*ast.StarExpr); ok {
		of = star.X
	}
	return of.(*ast.Ident).Name + "." + d.Name.Name
}

// Whenever somebody edits a file while fmt runs, the edit is there afterwards. Only when it comes between
// the last look, of which the file is closed, and the renaming it is lost: no system does both at once.
func TestEditsAreNotLost(t *testing.T) {
	const edit, laidOut = "enum   a { b,c,edited }\n", "enum a { b, c, edited }\n"
	refused := 0
	for _, system := range systems {
		for k := 1; ; k++ {
			w := newWorld(t, system, map[string]string{"a.kdsl": uglyText})
			file, done, looked, late := filepath.Join(w.dir, "a.kdsl"), false, false, false
			disk := &faulty{Fs: w.disk, before: func(n int, op, _ string) error {
				looked = looked || op == "chmod"
				if n == k {
					done, late = true, op == "rename" || op == "close" && looked
					return afero.WriteFile(w.disk, file, []byte(edit), 0o644)
				}
				return nil
			}}
			said, code := w.run(disk, []string{"fmt", "@/a.kdsl"})
			if !done {
				break
			}
			got := w.files(t)
			if len(got) != 1 || got["a.kdsl"] != edit && got["a.kdsl"] != laidOut && !late {
				t.Errorf("%s, operation %d: %q, exits with %d and says %q", system, k, got, code, said)
			}
			if code == exitProblems && got["a.kdsl"] == edit { // read while it was half written
				continue
			}
			if code != 0 {
				refused++
				if code != exitEnvironment || !strings.Contains(said, "was changed by somebody else in the meantime, and is left as it is") {
					t.Errorf("%s, operation %d: exits with %d and says %q", system, k, code, said)
				}
			}
		}
	}
	if refused == 0 {
		t.Error("no edit was noticed")
	}
}

// A file that is gone when it would be replaced stays gone.
func TestRemovedMeanwhile(t *testing.T) {
	for _, system := range systems {
		w := newWorld(t, system, map[string]string{"a.kdsl": uglyText})
		disk := &faulty{Fs: w.disk, before: func(_ int, op, name string) error {
			if op == "write" {
				return w.disk.Remove(filepath.Join(w.dir, "a.kdsl"))
			}
			return nil
		}}
		if said, code := w.run(disk, []string{"fmt", "@/a.kdsl"}); code != exitEnvironment || len(w.files(t)) != 0 {
			t.Errorf("%s: exits with %d, says %q, leaves %v", system, code, said, w.files(t))
		}
	}
}

// An interruption and a bug take the temporary file away.
func TestLeftover(t *testing.T) {
	for _, system := range systems {
		w := newWorld(t, system, map[string]string{"a.kdsl": uglyText})
		disk := &faulty{Fs: w.disk, before: func(_ int, op, _ string) error {
			if op == "sync" {
				panic("boom")
			}
			return nil
		}}
		if _, code := w.run(disk, []string{"fmt", "@/a.kdsl"}); code != exitBug || len(w.files(t)) != 1 {
			t.Errorf("%s: exits with %d, leaves %v", system, code, w.files(t))
		}
	}
}
