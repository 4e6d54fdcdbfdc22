package main

import (
	"strings"
	"testing"
)

// Every test of all content passes: what else holds of it is tried elsewhere, also of a test that fails.
func TestContentPasses(t *testing.T) {
	for _, folder := range []string{"rules", "spells", "stdlib", "examples"} {
		out, said, code := call(strings.NewReader(""), "test", "../../"+folder)
		if code != 0 || !strings.Contains(said, " passed, 0 failed") {
			t.Errorf("%s: exits with %d\n%.2000s%.2000s", folder, code, out, said)
		}
	}
}
