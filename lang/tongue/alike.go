package tongue

import (
	_ "embed"
	"strings"
	"sync"
)

//go:embed alike.txt
var likeWords string

// alike are the lines of alike.txt, by each of their words.
var alike = sync.OnceValue(func() map[string][]string {
	all := map[string][]string{}
	for line := range strings.Lines(likeWords) {
		if group := strings.Fields(line); !strings.HasPrefix(line, "#") {
			for _, w := range group {
				all[w] = append(all[w], group...)
			}
		}
	}
	return all
})

// Alike are the words that somebody may have had in mind who wrote another one.
func Alike(word string) []string { return alike()[strings.ToLower(word)] }
