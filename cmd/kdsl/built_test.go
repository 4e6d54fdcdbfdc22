package main

import (
	"bytes"
	"encoding/json"
	"flag"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
)

var anew = flag.Bool("anew", false, "build the second binary without what was built before: takes minutes")

// built builds the command from a folder, as a release is built.
func built(t *testing.T, from, cache string) (file string, bytes []byte) {
	t.Helper()
	file = filepath.Join(t.TempDir(), "kdsl")
	c := exec.Command("go", "build", "-trimpath", "-buildvcs=false", "-o", file, "./cmd/kdsl")
	c.Dir, c.Env = from, append(os.Environ(), "GOFLAGS=-mod=readonly", "CGO_ENABLED=0")
	if cache != "" {
		c.Env = append(c.Env, "GOCACHE="+cache)
	}
	if out, err := c.CombinedOutput(); err != nil {
		t.Fatalf("%s: %v", out, err)
	}
	b, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	return file, b
}

// The same source gives the same binary, wherever it lies; with -anew, whatever was built before.
func TestSameBinary(t *testing.T) {
	if testing.Short() {
		t.Skip("builds twice")
	}
	elsewhere := filepath.Join(t.TempDir(), "a folder")
	if err := os.CopyFS(elsewhere, os.DirFS("../..")); err != nil {
		t.Fatal(err)
	}
	cache := ""
	if *anew {
		cache = t.TempDir()
	}
	_, here := built(t, "../..", "")
	_, there := built(t, elsewhere, cache)
	if !bytes.Equal(here, there) {
		t.Errorf("two builds differ, of %d and %d bytes", len(here), len(there))
	}
}

// What is linked is listed, each with the hash that go.sum has.
func TestModules(t *testing.T) {
	sums, err := os.ReadFile("../../go.sum")
	if err != nil {
		t.Fatal(err)
	}
	file, _ := built(t, "../..", "")
	out, err := exec.Command(file, "version", "--modules", "--json").Output()
	if err != nil {
		t.Fatal(err)
	}
	var d struct{ Modules []module }
	if err := json.Unmarshal(out, &d); err != nil {
		t.Fatal(err)
	}
	for _, m := range d.Modules {
		if !strings.Contains(string(sums), m.Path+" "+m.Version+" "+m.Sum+"\n") {
			t.Errorf("go.sum has no %+v", m)
		}
	}
	lines, err := exec.Command(file, "version", "--modules").Output()
	if err != nil || len(d.Modules) < 10 || strings.Count(string(lines), "\n") != len(d.Modules)+1 || !strings.Contains(string(lines), "\ngithub.com/google/cel-go v") {
		t.Errorf("%d modules, %v:\n%s", len(d.Modules), err, lines)
	}
}
