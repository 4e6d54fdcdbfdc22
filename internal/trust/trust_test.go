//go:build unix

// Package trust_test holds kdsl to what docs/trust.md promises of bad input and of packs that strangers have written. What is
// promised of one package alone is proved beside it.
package trust_test

import (
	"flag"
	"os"
	"path/filepath"
	"regexp"
	"runtime/debug"
	"syscall"
	"testing"
	"time"
)

var (
	inputs = flag.Int("trust.inputs", 500, "how many bad inputs are tried")
	seed   = flag.Uint64("trust.seed", 1, "which: the first of a stream of random numbers")
)

func TestMain(m *testing.M) {
	flag.Parse()
	debug.SetGCPercent(400) // many small programs are read, and let go at once
	os.Exit(m.Run())
}

// root is the module's folder, seen from here.
const root = "../.."

// texts are the files that some patterns name, below the module's folder, by name.
func texts(t testing.TB, patterns ...string) map[string]string {
	t.Helper()
	out := map[string]string{}
	for _, p := range patterns {
		names, err := filepath.Glob(filepath.Join(root, p))
		if err != nil || len(names) == 0 {
			t.Fatalf("%s names no file: %v", p, err)
		}
		for _, n := range names {
			b, err := os.ReadFile(n)
			if err != nil {
				t.Fatal(err)
			}
			rel, err := filepath.Rel(root, n)
			if err != nil {
				t.Fatal(err)
			}
			out[filepath.ToSlash(rel)] = string(b)
		}
	}
	return out
}

// token is what a mistake takes hold of.
var token = regexp.MustCompile(`"(?:[^"\\\n]|\\.)*"|//[^\n]*|/\*(?s:.*?)\*/|[\p{L}\d_]+|[<>=!]=|[^\s\p{L}\d_]`)

// worked is how long this process has worked so far: what others do on the computer does not count.
func worked() time.Duration {
	var u syscall.Rusage
	if err := syscall.Getrusage(syscall.RUSAGE_SELF, &u); err != nil {
		return 0
	}
	return time.Duration(u.Utime.Nano() + u.Stime.Nano())
}
