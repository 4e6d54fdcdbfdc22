//go:build unix

package main

import (
	"flag"
	"fmt"
	"math/rand/v2"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
	"time"
)

var kills = flag.Int("kills", 12, "how many commands are killed while they write")

// A command that is killed at any moment leaves each file as it was or as it should be; what else lies there is called .kdsl-.
func TestKilled(t *testing.T) {
	me, err := os.Executable()
	if err != nil {
		t.Fatal(err)
	}
	r := rand.New(rand.NewPCG(uint64(*kills), 4))
	was, is, early := 0, 0, 0
	for n := range *kills {
		dir := t.TempDir()
		const files = 40
		for i := range files {
			if err := os.WriteFile(filepath.Join(dir, fmt.Sprintf("f%02d.kdsl", i)), []byte(fmt.Sprintf("enum   e%d { a,b }\n", i)), 0o644); err != nil {
				t.Fatal(err)
			}
		}
		c := &exec.Cmd{Path: me, Args: []string{"kdsl", "fmt", dir}}
		if err := c.Start(); err != nil {
			t.Fatal(err)
		}
		for { // until something is written, and a little more
			if b, err := os.ReadFile(filepath.Join(dir, "f00.kdsl")); n%4 == 0 || err == nil && !strings.Contains(string(b), "   ") {
				break
			}
			time.Sleep(time.Millisecond)
		}
		time.Sleep(time.Duration(r.IntN(20_000)) * time.Microsecond)
		c.Process.Kill()
		c.Wait()
		entries, err := os.ReadDir(dir)
		if err != nil {
			t.Fatal(err)
		}
		seen, old := 0, 0
		for _, e := range entries {
			if strings.HasPrefix(e.Name(), ".kdsl-") {
				continue
			}
			b, err := os.ReadFile(filepath.Join(dir, e.Name()))
			if err != nil {
				t.Fatal(err)
			}
			i := seen
			switch string(b) {
			case fmt.Sprintf("enum   e%d { a,b }\n", i):
				old++
			case fmt.Sprintf("enum e%d { a, b }\n", i):
				is++
			default:
				t.Errorf("kill %d: %s holds %q", n, e.Name(), b)
			}
			seen++
		}
		was += old
		if old == files {
			early++
		}
		if seen != files {
			t.Errorf("kill %d: %d files are there", n, seen)
		}
	}
	t.Logf("%d kills: %d files as they were, %d as they should be; %d before anything was written", *kills, was, is, early)
	if was == 0 || is == 0 {
		t.Errorf("%d files as they were, %d as they should be: it was never killed in between", was, is)
	}
}
