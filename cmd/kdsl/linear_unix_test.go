//go:build unix

package main

import (
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"os/exec"
	"runtime"
	"strings"
	"syscall"
	"testing"
	"time"

	"github.com/spf13/afero"
)

// shapes are inputs of n parts.
var shapes = map[string]func(n int) map[string]string{
	"kinds": each("kind k%[1]d { cell a: int = 0 }\n"),
	"line of kinds": func(n int) map[string]string {
		return map[string]string{"a.kdsl": "kind k0 { }\n" + repeat(n, func(i int) string { return fmt.Sprintf("kind k%d extends k%d { }\n", i+1, i) })}
	},
	"cards":           each("ware c%[1]d {\n  n: %[1]d\n  en \"Card\"\n  fr \"Carte\"\n}\n", "kind ware { n: int }\n"),
	"events":          each("event e%[1]d(who: player) { do { who.a += 1 } }\n", "player { cell a: int = 0 }\n"),
	"rules":           each("rule r%[1]d { hear: after e when a > %[1]d { note \"x\" } }\n", "event e(a: int) { do { } }\n"),
	"functions":       each("function f%[1]d(a: int): int = a + %[1]d\n"),
	"calls":           each("function f%[1]d(a: int): int = g(a) + %[1]d\n", "function g(a: int): int = a\n"),
	"tests":           each("test \"t%[1]d\" { expect 1 == 1 }\n"),
	"enums":           each("enum e%[1]d { a%[1]d, b%[1]d }\n"),
	"options":         each("option o%[1]d: bool = true {\n  en \"o\"\n  fr \"o\"\n}\n"),
	"comments":        each("// a comment %[1]d\n"),
	"illegal":         each("\x00$\x00$\x00$\n"),
	"no declaration":  each("a\n"),
	"undefined":       each("function f%[1]d(a: nope%[1]d): int = b\n"),
	"nearly a type":   each("kind k%[1]d { cell a: kk%[1]d? = none }\n"),
	"nearly a kind":   each("kind k%[1]d { }\nkk%[1]d c%[1]d { }\n"),
	"undefined kinds": each("nope%[1]d c%[1]d { }\n"),
	"declared twice":  each("kind k { }\n"),
	"broken":          each("kind k%[1]d {\n"),
	"wrong":           each("function f%[1]d(a: int): int = a + true\n"),
	"values": func(n int) map[string]string {
		return map[string]string{"a.kdsl": "enum e {\n" + repeat(n, func(i int) string { return fmt.Sprintf("  v%d\n", i) }) + "}\n"}
	},
	"fields": func(n int) map[string]string {
		return map[string]string{"a.kdsl": "kind k {\n" + repeat(n, func(i int) string { return fmt.Sprintf("  cell f%d: int = 0\n", i) }) + "}\n"}
	},
	"rows": func(n int) map[string]string {
		return map[string]string{"a.kdsl": "function f(a: int): int = t(1)\ntable t(a: int in 1..9): int {\n" + repeat(n, func(i int) string { return fmt.Sprintf("  %d => %d\n", i%9+1, i) }) + "}\n"}
	},
	"statements": func(n int) map[string]string {
		return map[string]string{"a.kdsl": "player { cell a: int = 0 }\nevent e(who: player) { do {\n" + repeat(n, func(i int) string { return fmt.Sprintf("  who.a += %d\n", i) }) + "} }\n"}
	},
	"parameters in texts": func(n int) map[string]string {
		return map[string]string{"a.kdsl": "event e(n: int) { do {\n" + repeat(n/100, func(int) string { return "  note \"" + strings.Repeat("{n} ", 100) + "\"\n" }) + "} }\n"}
	},
	"files of a pack": func(n int) map[string]string {
		texts := map[string]string{"zz.kdsl": "pack p\n"}
		for i := range n {
			texts[fmt.Sprintf("f%05d.kdsl", i)] = fmt.Sprintf("kind k%d { }\n", i)
		}
		return texts
	},
	"packs used": func(n int) map[string]string {
		texts := map[string]string{"main.kdsl": "pack p {\n" + repeat(n/10, func(i int) string { return fmt.Sprintf("  uses p%d\n", i) }) + "}\n"}
		for i := range n / 10 {
			texts[fmt.Sprintf("p%d/a.kdsl", i)] = fmt.Sprintf("pack p%d\n", i)
		}
		return texts
	},
}

func repeat(n int, line func(int) string) string {
	var b strings.Builder
	for i := range n {
		b.WriteString(line(i))
	}
	return b.String()
}

// each makes a file of n lines, behind some others.
func each(line string, before ...string) func(n int) map[string]string {
	return func(n int) map[string]string {
		return map[string]string{"a.kdsl": strings.Join(before, "") + repeat(n, func(i int) string { return strings.ReplaceAll(line, "%[1]d", fmt.Sprint(i)) })}
	}
}

// linearAlone says in the environment that this process is there for TestEveryCommandIsLinear.
const linearAlone = "KDSL_LINEAR_ALONE"

// Twice the input costs at most two and a half times the work: allocations, which do not depend on the
// machine, and the processor's time of the best of some runs, with some leeway for a busy one. A process of its own has nothing else
// in its memory: garbage is collected before each run.
func TestEveryCommandIsLinear(t *testing.T) {
	if testing.Short() {
		t.Skip("takes its time")
	}
	if os.Getenv(linearAlone) == "" {
		me, err := os.Executable()
		if err != nil {
			t.Fatal(err)
		}
		ctx := t.Context()
		if end, ok := t.Deadline(); ok { // and time to tell how far it came
			var cancel context.CancelFunc
			ctx, cancel = context.WithDeadline(ctx, end.Add(-5*time.Second))
			defer cancel()
		}
		c := exec.CommandContext(ctx, me, "-test.run=^TestEveryCommandIsLinear$", "-test.v")
		c.Env = append(os.Environ(), linearAlone+"=1")
		out, err := c.CombinedOutput()
		if t.Logf("%s", out); err == nil && !strings.Contains(string(out), "--- PASS: TestEveryCommandIsLinear") {
			err = errors.New("the process ends well, but the test has not passed in it")
		}
		if err != nil {
			t.Error(err)
		}
		return
	}
	only := map[string]string{"fmt": "statements", "doc": "kinds", "card": "cards", "test": "tests", "coverage": "tests"}
	for name, shape := range shapes {
		for _, command := range []string{"check", "fmt", "doc", "card", "test", "coverage"} {
			if on := only[command]; on != "" && on != name {
				continue
			}
			const n = 200
			measure := func(n int) (allocs uint64, cpu time.Duration) {
				w := &world{disk: afero.NewMemMapFs(), admit: func(...string) error { return nil }, dir: "d"}
				for f, text := range shape(n) {
					if err := afero.WriteFile(w.disk, "d/"+f, []byte(text), 0o644); err != nil {
						t.Fatal(err)
					}
				}
				args := []string{command, "d"}
				if command == "fmt" {
					args = append(args, "--check")
				}
				for i := range 2 {
					runtime.GC()
					var before, after runtime.MemStats
					runtime.ReadMemStats(&before)
					start := processor()
					tool := newTool(args, strings.NewReader(""), io.Discard, io.Discard)
					tool.disk, tool.admit = w.disk, w.admit
					if code := tool.main(); code > exitProblems {
						t.Fatalf("%s of %s exits with %d", command, name, code)
					}
					took := processor() - start
					runtime.ReadMemStats(&after)
					if i == 0 || took < cpu {
						cpu = took
					}
					allocs = after.Mallocs - before.Mallocs
				}
				return allocs, cpu
			}
			measure(1) // what is made once
			a1, t1 := measure(n)
			a2, t2 := measure(2 * n)
			slow := func() bool { return t2 > t1*4 && t2 > 40*time.Millisecond }
			for again := 0; again < 4 && slow(); again++ { // a busy machine may slow one of the two, and not five times the same
				_, t1 = measure(n)
				_, t2 = measure(2 * n)
			}
			t.Logf("%-8s %-20s %8d -> %8d (%.2f)  %6.1f -> %6.1f ms (%.2f)", command, name, a1, a2, float64(a2)/float64(a1), t1.Seconds()*1e3, t2.Seconds()*1e3, t2.Seconds()/t1.Seconds())
			if a2 > a1*5/2 {
				t.Errorf("%s of %s: %d allocations become %d when the input is doubled", command, name, a1, a2)
			}
			if slow() {
				t.Errorf("%s of %s: %v become %v when the input is doubled", command, name, t1, t2)
			}
		}
	}
}

// processor is the time that this process has worked so far.
func processor() time.Duration {
	var u syscall.Rusage
	if err := syscall.Getrusage(syscall.RUSAGE_SELF, &u); err != nil {
		return 0
	}
	return time.Duration(u.Utime.Nano() + u.Stime.Nano())
}
