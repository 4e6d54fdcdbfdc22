package words

import (
	_ "embed"
	"strings"
	"sync"
)

//go:embed synonyms.txt
var synonyms string

// alike are the lines of synonyms.txt, by each of their words.
var alike = sync.OnceValue(func() map[string][]string {
	all := map[string][]string{}
	for line := range strings.Lines(synonyms) {
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

// Functions are how functions of other languages are called here.
var Functions = map[string]string{"max": "at_least", "maximum": "at_least", "min": "at_most", "minimum": "at_most", "sum": "total", "somme": "total", "len": "size", "length_of_list": "size", "count": "size",
	"floor": "whole_down", "ceil": "whole_up", "ceiling": "whole_up", "absolute": "abs", "moitie": "half_up", "nombre": "size"}
