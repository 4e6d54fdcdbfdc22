package docs_test

import (
	"errors"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"sync"
	"testing"

	"github.com/kdsl-lang/kdsl/lang/claim"
)

// The commands of the pages are typed, and what the pages say of the answers is compared.

// TestGuide does what the guide says.
func TestGuide(t *testing.T) {
	bin := installed(t)
	follow(t, "docs/guide.md", bin, 2)
}

// TestClaims does the same with the page on claims, which has a row for every sort of them.
func TestClaims(t *testing.T) {
	bin := installed(t)
	follow(t, "docs/claims.md", bin, 3)
	page, err := os.ReadFile(filepath.Join(root, "docs", "claims.md"))
	if err != nil {
		t.Fatal(err)
	}
	for _, sort := range claim.SortWords[1:] {
		if !strings.Contains(string(page), "\n| `"+sort+"` |") {
			t.Errorf("docs/claims.md has no row for %s", sort)
		}
	}
}

// follow writes the files of a page and types its commands, of which there are at least so many.
func follow(t *testing.T, page, bin string, least int) {
	t.Helper()
	own := t.TempDir()
	commands := 0
	for _, x := range examples(t, page) {
		switch {
		case x.file != "":
			name := filepath.Join(own, filepath.FromSlash(x.file))
			if err := os.MkdirAll(filepath.Dir(name), 0o755); err != nil {
				t.Fatal(err)
			}
			if err := os.WriteFile(name, []byte(x.text), 0o644); err != nil {
				t.Fatal(err)
			}
		case x.sort == "console":
			for _, c := range strings.Split("\n"+x.text, "\n$ ")[1:] {
				line, want, _ := strings.Cut(strings.TrimSuffix(c, "\n"), "\n")
				dir := own
				if strings.HasPrefix(line, "go ") {
					dir = root
				}
				got, _ := command(t, dir, bin, line)
				if !answers(got, want) {
					t.Errorf("%s: $ %s\n%s\nthe page says\n%s", x.name(), line, got, want)
				}
				commands++
			}
		}
	}
	if commands < least {
		t.Errorf("only %d commands were tried", commands)
	}
}

// installing is where kdsl is installed, once for all tests: the folder goes when they are done.
var installing = struct {
	sync.Once
	dir string
}{}

func TestMain(m *testing.M) {
	code := m.Run()
	os.RemoveAll(installing.dir)
	os.Exit(code)
}

// installed is the folder in which kdsl is installed.
func installed(t *testing.T) string {
	t.Helper()
	installing.Do(func() {
		dir, err := os.MkdirTemp("", "kdsl")
		if err != nil {
			t.Fatal(err)
		}
		if out, ok := command(t, root, dir, "go install ./cmd/kdsl"); !ok {
			t.Fatal(out)
		}
		installing.dir = dir
	})
	if installing.dir == "" {
		t.Fatal("kdsl is not installed")
	}
	return installing.dir
}

// amply says in the environment that a command has memory in plenty: most of the work of one that has little is to collect garbage.
var amply = []string{"GOGC=400", "GOMEMLIMIT=2GiB"}

// command runs a line of a terminal, which may end with `< FILE`. Programs that Go installs go to bin, and
// are found there.
func command(t *testing.T, dir, bin, line string) (out string, ok bool) {
	t.Helper()
	line, input, _ := strings.Cut(line, " < ")
	words := strings.Fields(line)
	name := words[0]
	if name == "kdsl" {
		name = filepath.Join(bin, "kdsl")
	}
	c := exec.Command(name, words[1:]...)
	c.Dir = dir
	// Whoever commits meanwhile makes Go say that it cannot tell the revision: it is not asked for.
	c.Env = append(os.Environ(), "GOBIN="+bin, "NO_COLOR=1", "GOFLAGS=-buildvcs=false")
	c.Env = append(c.Env, amply...)
	if input != "" {
		f, err := os.Open(filepath.Join(dir, input))
		if err != nil {
			t.Error(err)
			return "", false
		}
		defer f.Close()
		c.Stdin = f
	}
	b, err := c.CombinedOutput()
	var exit *exec.ExitError
	if err != nil && !errors.As(err, &exit) {
		t.Errorf("%s: %v", line, err)
	}
	return string(b), err == nil
}

// answers compares what the tool said with what a page shows. Blank lines and blanks at the ends
// of lines do not count; a line `...` stands for any lines, and ` ...` for any end of a line.
func answers(got, want string) bool {
	lines := func(s string) (out []string) {
		for l := range strings.Lines(s) {
			if l = strings.TrimRight(l, " \r\n"); l != "" {
				out = append(out, l)
			}
		}
		return out
	}
	g, w := lines(got), lines(want)
	for i, l := range w {
		if l == "..." {
			rest := strings.Join(w[i+1:], "\n")
			for k := range len(g) + 1 {
				if answers(strings.Join(g[k:], "\n"), rest) {
					return true
				}
			}
			return false
		}
		if len(g) == 0 {
			return false
		}
		if start, open := strings.CutSuffix(l, " ..."); g[0] != l && !(open && strings.HasPrefix(g[0], start)) {
			return false
		}
		g = g[1:]
	}
	return len(g) == 0
}

func TestAnswers(t *testing.T) {
	for _, c := range []struct {
		got, want string
		ok        bool
	}{
		{"a\nb\n", "a\nb", true},
		{"a\n\nb", "a\nb", true},
		{"a\nb", "a", false},
		{"a", "a\nb", false},
		{"a\nb\nc", "a\n...\nc", true},
		{"a\nb\nc", "a\n...", true},
		{"a\nb\nc", "...\nb", false},
		{"version 1.2", "version 1. ...", true},
		{"version 2.2", "version 1. ...", false},
	} {
		if answers(c.got, c.want) != c.ok {
			t.Errorf("%q and %q: want %v", c.got, c.want, c.ok)
		}
	}
}

// TestReadme runs the commands of the README. What would run this test again is only named right.
func TestReadme(t *testing.T) {
	data, err := os.ReadFile(filepath.Join(root, "README.md"))
	if err != nil {
		t.Fatal(err)
	}
	bin, commands := t.TempDir(), 0
	for line := range strings.Lines(string(data)) {
		line, indented := strings.CutPrefix(strings.TrimRight(line, "\n"), "    ")
		if !indented || !strings.HasPrefix(line, "go ") {
			continue
		}
		commands++
		if strings.HasPrefix(line, "go test ") {
			const all = "go test -timeout 30m ./..." // ten minutes, which Go gives a package, are too few on two processors
			if line != all {
				t.Errorf("%s: want %s", line, all)
			}
			continue
		}
		if out, ok := command(t, root, bin, line); !ok {
			t.Errorf("%s\n%s", line, out)
		}
	}
	if commands == 0 {
		t.Error("the README has no commands")
	}
	bin = installed(t)
	for _, x := range examples(t, "README.md") {
		if x.sort != "console" {
			continue
		}
		line, want, _ := strings.Cut(strings.TrimPrefix(x.text, "$ "), "\n")
		if got, _ := command(t, root, bin, line); !answers(got, want) {
			t.Errorf("README.md: $ %s\n%s\nthe page says\n%s", line, got, want)
		}
	}
}

// TestPrinted finds the three slips in each of the printed sheets, and tells of them in the language of the sheet.
func TestPrinted(t *testing.T) {
	bin := installed(t)
	sheets, err := filepath.Glob(filepath.Join(root, "examples", "printed", "*"))
	if err != nil || len(sheets) != 6 {
		t.Fatalf("%d sheets, %v", len(sheets), err)
	}
	for _, s := range sheets {
		out, ok := command(t, root, bin, "kdsl proof kharn_ages examples/printed/"+filepath.Base(s))
		want := "3 errors and 0 hints in 5 texts"
		if strings.Contains(s, ".fr.") {
			want = "3 erreurs et 0 remarque dans 5 textes"
		}
		if ok || !strings.Contains(out, want) {
			t.Errorf("%s: %s", filepath.Base(s), out)
		}
	}
}
