package ask

import (
	"cmp"
	"slices"
	"strings"

	"github.com/kdsl-lang/kdsl/lang/source"
	"github.com/kdsl-lang/kdsl/lang/syntax"
)

// Candidate is what may stand at a place of a text. Begun is how many bytes of it are written already.
type Candidate struct {
	Text  string
	Begun int
}

const (
	most    = 30   // of what is offered
	signs   = 4    // of them, behind a word that may be whole
	fitting = .3   // what a name is worth that fits
	unfit   = .05  // how much of it a name is worth that does not
	window  = 6000 // tokens before the caret from which habits are taken
)

// Complete lists what may stand at a byte offset of a text, the likeliest first: words, names and signs that usually stand
// there, in the texts of the habits and in this one. A word that is written already may be whole or not. In a sentence or a
// remark there is nothing. What fits by its type goes before what only stands there often; fits may be nil. known tells whether a name is one of the program; what is written in this text is.
func Complete(h *Habits, t *Tokens, fits *Fits, f *source.File, offset int, known func(name string) bool) []Candidate {
	before := f.Text[:offset]
	line := before[strings.LastIndexByte(before, '\n')+1:]
	if quoted(line) {
		return nil
	}
	begun := 0
	for begun < len(line) && (source.IsLetter(line[len(line)-1-begun]) || source.IsDigit(line[len(line)-1-begun])) {
		begun++
	}
	c := caret{h: h, t: t, here: map[string]bool{}, known: known}
	list := tokens(before[:offset-begun])
	c.read(list[max(0, len(list)-window):])
	own := sorted(slices.Clone(c.own))
	if fits != nil {
		c.fit = fits.at(list, &c.place)
	}
	for _, x := range tokens(f.Text[offset:]) { // what is declared below
		c.here[x.word] = true
	}
	begin := line[len(line)-begun:]
	if begun == 0 {
		return c.candidates(own, "", most)
	}
	var out []Candidate
	if !source.IsDigit(begin[0]) {
		out = slices.DeleteFunc(c.candidates(own, begin, most), func(x Candidate) bool { return x.Text == begin })
		if _, known := t.number[begin]; !known {
			return out
		}
	}
	c.read([]token{{begin, 0}})
	c.fit = nil
	after := slices.DeleteFunc(c.candidates(own, "", most), func(x Candidate) bool { return source.IsLetter(x.Text[0]) || source.IsDigit(x.Text[0]) })
	return append(after[:min(signs, len(after))], out...)
}

// Reserved tells whether a word is one of the language.
func Reserved(word string) bool { return slices.Contains(syntax.Words, word) }

// caret is a place of a text, with what stands before it.
type caret struct {
	h     *Habits
	t     *Tokens
	place place
	own   []habit
	here  map[string]bool
	known func(string) bool
	fit   map[string]bool // what fits by its type; nil: nobody knows
}

// read goes behind some tokens.
func (c *caret) read(list []token) {
	for _, x := range list {
		c.here[x.word] = true
		n := c.t.of(x.word)
		for _, w := range c.place.where(c.t) {
			c.own = append(c.own, habit{w, n, 1})
		}
		c.place.follow(x.word)
	}
}

// candidates are what is likely here and begins with something.
func (c *caret) candidates(own *Habits, begin string, most int) []Candidate {
	likely := map[uint32]float64{}
	c.h.weigh(c.t, &c.place, 1, 2, likely)
	own.weigh(c.t, &c.place, 2.5, 1, likely)
	for word := range c.fit {
		if n, ok := c.t.number[word]; ok {
			likely[n] += fitting
		} else if strings.HasPrefix(word, begin) {
			likely[c.t.of(word)] += fitting
		}
	}
	var found []uint32
	for n := range likely {
		word := c.t.words[n]
		name := source.IsLetter(word[0])
		if name && c.fit != nil && !c.fit[word] {
			likely[n] *= unfit
		}
		if word != lineEnd && strings.HasPrefix(word, begin) && (!name || c.here[word] || c.known(word)) {
			found = append(found, n)
		}
	}
	slices.SortFunc(found, func(a, b uint32) int {
		return cmp.Or(cmp.Compare(likely[b], likely[a]), cmp.Compare(c.t.words[a], c.t.words[b]))
	})
	var out []Candidate
	for _, n := range found[:min(len(found), most)] {
		out = append(out, Candidate{c.t.words[n], len(begin)})
	}
	return out
}

// quoted tells whether the end of a line lies in a sentence or a remark.
func quoted(line string) bool {
	in := false
	for i := 0; i < len(line); i++ {
		switch {
		case in && line[i] == '\\':
			i++
		case line[i] == '"':
			in = !in
		case !in && strings.HasPrefix(line[i:], "//"):
			return true
		}
	}
	return in
}
