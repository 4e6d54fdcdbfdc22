//go:build linux

package trust_test

import (
	"bytes"
	"context"
	"flag"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strconv"
	"strings"
	"testing"
	"time"

	"github.com/rogpeppe/go-internal/txtar"
)

// most is what a command may need with the budgets that it has by itself, in bytes of memory.
const most = 256 << 20

var allPacks = flag.Bool("trust.packs", false, "try all hostile packs, and not only a fourth of them, which -trust.seed chooses")

var triedHow = regexp.MustCompile(`^// (.*) exits (\d+): (.*)$`)

// Whatever a stranger's pack does, the command ends within its budget, and says which card and which line it was. Each runs in a
// process of its own, whose memory and time are measured.
func TestHostilePacks(t *testing.T) {
	archive, err := txtar.ParseFile("testdata/packs.txtar")
	if err != nil || len(archive.Files) < 80 {
		t.Fatal(len(archive.Files), err)
	}
	dir := t.TempDir()
	kdsl := filepath.Join(dir, "kdsl")
	build := exec.Command("go", "build", "-o", kdsl, "./cmd/kdsl")
	build.Dir, build.Env = root, append(os.Environ(), "GOFLAGS=-buildvcs=false")
	if out, err := build.CombinedOutput(); err != nil {
		t.Fatalf("%s: %v", out, err)
	}
	var slowest time.Duration
	var largest int64
	slowestOf, largestOf, tried := "", "", 0
	for i, f := range archive.Files {
		if !*allPacks && (uint64(i)+*seed)%4 != 0 {
			continue
		}
		head, text, _ := strings.Cut(string(f.Data), "\n")
		how := triedHow.FindStringSubmatch(head)
		if how == nil {
			t.Fatalf("%s: %s", f.Name, head)
		}
		if err := os.WriteFile(filepath.Join(dir, f.Name), []byte(text), 0o644); err != nil {
			t.Fatal(err)
		}
		words := strings.Fields(how[1])
		args := append([]string{words[0], f.Name}, words[1:]...)
		ctx, cancel := context.WithTimeout(t.Context(), 5*time.Minute)
		c := exec.CommandContext(ctx, kdsl, args...)
		var said bytes.Buffer
		c.Dir, c.Stderr, c.Stdout = dir, &said, &said
		if err := c.Start(); err != nil {
			t.Fatal(err)
		}
		needed := needs(c.Process.Pid)
		c.Wait()
		cancel()
		tried++
		took, memory := c.ProcessState.UserTime()+c.ProcessState.SystemTime(), <-needed
		if took > slowest {
			slowest, slowestOf = took, f.Name
		}
		if memory > largest {
			largest, largestOf = memory, f.Name
		}
		want := strings.ReplaceAll(how[3], "@", f.Name)
		if code := c.ProcessState.ExitCode(); strconv.Itoa(code) != how[2] || !strings.Contains(said.String(), want) || strings.Contains(said.String(), "a bug in kdsl") {
			t.Errorf("%s: exits with %d, and does not say\n%s\n%.2000s", f.Name, code, want, tail(said.String()))
		}
		if memory > most {
			t.Errorf("%s: needs %d MiB", f.Name, memory>>20)
		}
		if took > 20*time.Second {
			t.Errorf("%s: works for %v", f.Name, took)
		}
	}
	if tried > 5 && largest < 20<<20 {
		t.Errorf("only %d bytes are said to be needed", largest)
	}
	t.Logf("%d packs; the slowest worked for %v: %s; the largest needed %d MiB: %s", tried, slowest, slowestOf, largest>>20, largestOf)
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
