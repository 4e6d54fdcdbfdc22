//go:build linux

package trust_test

import (
	"bytes"
	"cmp"
	"context"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"
	"time"

	"github.com/rogpeppe/go-internal/txtar"

	"github.com/kdsl-lang/kdsl/lang/load"
)

// most is what a command may need with the budgets that it has by itself, in bytes of memory.
const most = 256 << 20

var triedHow = regexp.MustCompile(`^// (.*) exits (\d+): (.*)$`)

// Whatever a stranger's pack does, the command ends within its budget, and says which card and which line it was. Each runs in a
// process of its own, whose memory and time are measured; two side by side.
func TestHostilePacks(t *testing.T) {
	archive, err := txtar.ParseFile("testdata/packs.txtar")
	if err != nil || len(archive.Files) < 80 {
		t.Fatal(len(archive.Files), err)
	}
	dir := t.TempDir()
	kdsl := built(t, dir)
	tried := make([]hostile, len(archive.Files))
	t.Run("packs", func(t *testing.T) {
		at := make(chan int)
		for range 2 {
			t.Run("", func(t *testing.T) {
				t.Parallel()
				for i := range at {
					tried[i] = tries(t, kdsl, dir, archive.Files[i])
				}
			})
		}
		go func() {
			for i := range tried {
				at <- i
			}
			close(at)
		}()
	})
	slowest := slices.MaxFunc(tried, func(a, b hostile) int { return cmp.Compare(a.took, b.took) })
	largest := slices.MaxFunc(tried, func(a, b hostile) int { return cmp.Compare(a.memory, b.memory) })
	if largest.memory < 20<<20 {
		t.Errorf("only %d bytes are said to be needed", largest.memory)
	}
	t.Logf("%d packs; the slowest worked for %v: %s; the largest needed %d MiB: %s", len(tried), slowest.took, slowest.name, largest.memory>>20, largest.name)
}

// hostile is how a pack was tried.
type hostile struct {
	name   string
	took   time.Duration
	memory int64
}

func tries(t *testing.T, kdsl, dir string, f txtar.File) hostile {
	head, text, _ := strings.Cut(string(f.Data), "\n")
	how := triedHow.FindStringSubmatch(head)
	if how == nil {
		t.Errorf("%s: %s", f.Name, head)
		return hostile{}
	}
	if err := os.WriteFile(filepath.Join(dir, f.Name), []byte(text), 0o644); err != nil {
		t.Error(err)
		return hostile{}
	}
	words := strings.Fields(how[1])
	code, said, took, memory := ran(t, kdsl, dir, append([]string{words[0], f.Name}, words[1:]...)...)
	want := strings.ReplaceAll(how[3], "@", f.Name)
	if strconv.Itoa(code) != how[2] || !strings.Contains(said, want) || strings.Contains(said, "a bug in kdsl") {
		t.Errorf("%s: exits with %d, and does not say\n%s\n%.2000s", f.Name, code, want, tail(said))
	}
	if memory > most {
		t.Errorf("%s: needs %d MiB", f.Name, memory>>20)
	}
	if took > 20*time.Second {
		t.Errorf("%s: works for %v", f.Name, took)
	}
	return hostile{f.Name, took, memory}
}

// built is the program, built in a folder.
func built(t *testing.T, dir string) string {
	kdsl := filepath.Join(dir, "kdsl")
	build := exec.Command("go", "build", "-o", kdsl, "./cmd/kdsl")
	build.Dir, build.Env = root, append(os.Environ(), "GOFLAGS=-buildvcs=false")
	if out, err := build.CombinedOutput(); err != nil {
		t.Fatalf("%s: %v", out, err)
	}
	return kdsl
}

// ran runs a command in a folder, with the bounds of memory that it has by itself: how it exits, what it says, how long it works
// and how much memory it needs.
func ran(t *testing.T, kdsl, dir string, args ...string) (code int, said string, took time.Duration, memory int64) {
	ctx, cancel := context.WithTimeout(t.Context(), 5*time.Minute)
	defer cancel()
	c := exec.CommandContext(ctx, kdsl, args...)
	var out bytes.Buffer
	c.Dir, c.Stderr, c.Stdout = dir, &out, &out
	c.Env = slices.DeleteFunc(os.Environ(), func(v string) bool { return strings.HasPrefix(v, "GOGC=") || strings.HasPrefix(v, "GOMEMLIMIT=") })
	if err := c.Start(); err != nil {
		t.Fatal(err)
	}
	needed := needs(c.Process.Pid)
	c.Wait()
	return c.ProcessState.ExitCode(), out.String(), c.ProcessState.UserTime() + c.ProcessState.SystemTime(), <-needed
}

// Text takes memory, too: the largest packs that are read, of nothing but what takes most of it for its length, need no more
// than a command may.
func TestLargestPacks(t *testing.T) {
	if testing.Short() {
		t.Skip("works for half a minute")
	}
	dir := t.TempDir()
	kdsl := built(t, dir)
	const words = load.MaxWords/2 - 50 // of each of two files; the rest are those of the pack, a card and the heads
	for _, c := range []struct {
		name, head, unit, tail string
		words                  int // of a unit, with the end of its line
		clean                  bool
	}{
		{"statements", "event e@(x: int) { do {\n", "x += 1\n", "} }\n", 4, true},
		{"conditions", "event e@(x: bool) { do {\n", "if x {}\n", "} }\n", 5, true},
		{"clauses", "event e@() { do { } }\nkind k@ {\n", "after e@ { }\n", "}\n", 5, true},
		{"fields", "kind k@ {\n", "a: int\n", "}\nevent e@() { do { } }\n", 4, false},
		{"values", "event e@() { do { } }\nenum v@ {\n", "a,\n", "b }\n", 2, false},
		{"names", "event e@() { do {\n", "a\n", "} }\n", 2, false},
	} {
		pack := filepath.Join(dir, c.name)
		if err := os.Mkdir(pack, 0o755); err != nil {
			t.Fatal(err)
		}
		large := c.head + strings.Repeat(c.unit, words/c.words) + c.tail
		for name, text := range map[string]string{
			"pack.kdsl": "pack " + c.name + "\nkind token { en \"Thing\"  fr \"Chose\"\n  after e1 { en \"After the event nothing happens.\" }\n}\ntoken zed { en \"Zed\" }\n",
			"a.kdsl":    strings.ReplaceAll(large, "@", "1"), "b.kdsl": strings.ReplaceAll(large, "@", "2"),
		} {
			if err := os.WriteFile(filepath.Join(pack, name), []byte(text), 0o644); err != nil {
				t.Fatal(err)
			}
		}
		commands := []string{"check", "fmt"}
		if c.clean {
			commands = append(commands, "card", "coverage")
		}
		for _, command := range commands {
			args := []string{command, c.name}
			if command == "card" {
				args = append(args, "zed")
			}
			code, said, took, memory := ran(t, kdsl, dir, args...)
			if memory > most || took > 20*time.Second || strings.Contains(said, "a bug in kdsl") || strings.Contains(said, "bad-size") || c.clean && code != 0 {
				t.Errorf("%s of %s: needs %d MiB and %v, exits with %d, and says\n%.1000s", command, c.name, memory>>20, took, code, said)
			}
			t.Logf("%s of %s: %d MiB, %v", command, c.name, memory>>20, took.Round(time.Millisecond))
		}
	}
}

// needs watches a process to its end, and tells how many bytes of memory it needed at most. What the system says of a process
// that has ended will not do: it counts what this one needed before, too.
func needs(pid int) <-chan int64 {
	out := make(chan int64, 1)
	go func() {
		most := int64(0)
		for {
			b, err := os.ReadFile(fmt.Sprintf("/proc/%d/status", pid))
			is := peak.FindSubmatch(b)
			if err != nil || is == nil { // it has ended
				out <- most
				return
			}
			n, _ := strconv.ParseInt(string(is[1]), 10, 64)
			if name, _ := os.Readlink(fmt.Sprintf("/proc/%d/exe", pid)); filepath.Base(name) == "kdsl" { // and not what began it
				most = max(most, n<<10)
			}
			time.Sleep(2 * time.Millisecond)
		}
	}()
	return out
}

var peak = regexp.MustCompile(`(?m)^VmHWM:\s+(\d+) kB$`)

func tail(s string) string { return s[max(0, len(s)-2000):] }
