// Package inprint finds by what a thing is printed as how it is called in a program: whoever writes an author's message knows only
// the printed name. Of what is only used nobody has read the names, so that they are read as they stand in its text.
package inprint

import (
	"iter"
	"slices"
	"strings"

	"github.com/kdsl-lang/kdsl/lang/ir"
	"github.com/kdsl-lang/kdsl/lang/source"
	"github.com/kdsl-lang/kdsl/lang/tongue"
)

// Named are things that are declared: what each is called, and where that stands.
type Named = iter.Seq2[string, source.Span]

// Fields are fields by what they are called.
func Fields(list []*ir.Field) Named {
	return func(yield func(string, source.Span) bool) {
		for _, f := range list {
			if !yield(f.Name, f.At) {
				return
			}
		}
	}
}

// As is the name of the only one of some things that is printed as some words, in whichever language, and how it is
// printed. Both are "" when none is, or several are.
func As(things Named, words string) (name, printed string) {
	key := letters(words)
	if key == "" {
		return "", ""
	}
	for n, at := range things {
		as := ""
		if n != words && n != name {
			as = printing(at, key)
		}
		switch {
		case as == "":
		case name != "":
			return "", ""
		default:
			name, printed = n, as
		}
	}
	return name, printed
}

// beforeNames are the words that stand before what something is printed as.
var beforeNames = []string{"en", "fr", "also", "plural", "inner", "an", "h", "m", "f", ","}

// printing is the one of the names between the braces behind a declared name that has some letters, or "".
func printing(at source.Span, key string) string {
	if at.File == nil {
		return ""
	}
	head, rest, _ := strings.Cut(at.File.Text[at.End:], "{")
	if _, params, ok := strings.Cut(head, "("); ok {
		_, head, _ = strings.Cut(params, ")")
	}
	if strings.Count(head, ":") > 1 || strings.ContainsAny(head, "\n}") { // it is the brace of something else
		return ""
	}
	for {
		before, text, ok := strings.Cut(rest, `"`)
		end := strings.IndexByte(text, '"')
		if !ok || end < 0 || slices.ContainsFunc(strings.Fields(before), func(w string) bool { return !slices.Contains(beforeNames, w) }) {
			return ""
		}
		as, _, _ := strings.Cut(text[:end], " {")
		if mayBe(as, key) && letters(as) == key {
			return as
		}
		rest = text[end+1:]
	}
}

// mayBe tells whether a text has some letters perhaps: nobody need look closer at most of them.
func mayBe(text, key string) bool {
	return text != "" && (text[0] >= 0x80 || text[0]|0x20 == key[0]|0x20) && len(text) >= len(key)
}

// letters are the letters and digits of a text, small and without accents.
func letters(s string) string { return strings.ReplaceAll(tongue.Folded(s), " ", "") }
