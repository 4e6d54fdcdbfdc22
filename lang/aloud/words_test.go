package aloud

import (
	"strings"
	"testing"

	"github.com/kdsl-lang/kdsl/lang/ir"
)

// Every primitive has words in both languages, with a place for each of its arguments and for nothing else.
func TestEveryPrimitiveHasWords(t *testing.T) {
	for n, p := range ir.Prims {
		for i, words := range primWords[int64(n)] {
			if words == "" {
				t.Errorf("%s has no words in %s", p.Name, []string{"English", "French"}[i])
				continue
			}
			for a := range 10 {
				place := "{" + string(rune('0'+a)) + "}"
				if named := strings.Contains(words, place); named != (a < len(p.Params)) {
					t.Errorf("%s: %q: place %s, of %d arguments", p.Name, words, place, len(p.Params))
				}
			}
		}
	}
}
