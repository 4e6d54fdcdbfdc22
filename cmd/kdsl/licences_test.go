package main

import (
	"os/exec"
	"regexp"
	"strings"
	"testing"
)

// Everything that is linked stands under a licence that was looked at; a release lists them all.
func TestLicences(t *testing.T) {
	c := exec.Command("go", "run", ".ci/release.go", "-licences")
	c.Dir = "../.."
	out, err := c.CombinedOutput()
	if err != nil {
		t.Fatalf("%v\n%s", err, out)
	}
	line := regexp.MustCompile(`^\S.* (MIT|Apache-2\.0|BSD-2-Clause|BSD-3-Clause)$`)
	seen := 0
	for l := range strings.Lines(string(out)) {
		if !line.MatchString(strings.TrimSpace(l)) {
			t.Errorf("%s", l)
		}
		seen++
	}
	for _, want := range []string{"github.com/google/cel-go ", "github.com/inconshreveable/mousetrap ", "Go's own packages "} {
		if !strings.Contains(string(out), want) {
			t.Errorf("%sis not listed", want)
		}
	}
	if seen < 15 {
		t.Errorf("only %d licences are listed", seen)
	}
}
