package site

import (
	"os"
	"regexp"
	"strings"
	"testing"
)

// What stands around what packs say is all said in French, and nothing else is.
func TestFrenchFrame(t *testing.T) {
	used := map[string]bool{}
	quoted := regexp.MustCompile(`\bin (?:"((?:[^"\\]|\\.)*)")|\bin\((?:lang, )?"((?:[^"\\]|\\.)*)"\)`)
	for _, name := range []string{"site.go", "pages.go", "things_page.go", "right.go", "manual.go", "pages.html"} {
		b, err := os.ReadFile(name)
		if err != nil {
			t.Fatal(err)
		}
		for _, m := range quoted.FindAllStringSubmatch(string(b), -1) {
			used[m[1]+m[2]] = true
		}
	}
	for _, s := range sorts {
		used[s.sort], used[s.many] = true, true
	}
	used["word"] = true
	for en := range used {
		if french[en] == "" {
			t.Errorf("%q has no French", en)
		}
	}
	for en, fr := range french {
		if !used[en] {
			t.Errorf("nothing says %q", en)
		}
		if strings.Count(en, "%d") != strings.Count(fr, "%d") || strings.Count(en, "%s") != strings.Count(fr, "%s") {
			t.Errorf("%q leaves out something of %q", fr, en)
		}
	}
}

// One is told as one, and what there are more of as several.
func TestAmounts(t *testing.T) {
	for _, c := range []struct {
		lang                string
		declarations, cards int
		want                string
	}{
		{"en", 1, 0, "small: 1 declaration"}, {"en", 0, 1, "small: 0 declarations, 1 card"}, {"en", 2, 3, "small: 2 declarations, 3 cards"},
		{"fr", 1, 1, "small : 1 déclaration, 1 carte"}, {"fr", 0, 2, "small : 0 déclaration, 2 cartes"},
	} {
		if got := amounts(c.lang, "small", c.declarations, c.cards); got != c.want {
			t.Errorf("got %q, want %q", got, c.want)
		}
	}
}
