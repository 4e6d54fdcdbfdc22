package proof

import (
	"slices"
	"strings"
)

// instant is before or after something, or the start or the end of it, in a text.
type instant struct {
	class    string          // before, after, edge start or edge end
	of       map[string]bool // the stems of the words behind it
	from, to int
}

// reversed are the instants that are the other side of one.
var reversed = map[string]string{"before": "after", "after": "before", "edge start": "edge end", "edge end": "edge start"}

// tail is how many words after an instant say of what it is.
const tail = 4

// instantsOf are those of a sentence.
func instantsOf(l *lexicon, list []token) []instant {
	var out []instant
	for i := 0; i < len(list); {
		w, n := l.find(list[i:])
		if w == nil || reversed[w.class] == "" {
			i += max(1, n)
			continue
		}
		x := instant{class: w.class, of: map[string]bool{}, from: i, to: i + n}
		for k := i + n; k < len(list) && k < i+n+tail && list[k].shape == wordShape; k++ {
			if l.tells(list[k]) {
				x.of[stem(list[k].form, l.lang)] = true
			}
		}
		out = append(out, x)
		i += n
	}
	return out
}

// about tells whether two instants are of the same.
func (x *instant) about(o *instant) bool {
	for s := range x.of {
		if o.of[s] {
			return true
		}
	}
	return false
}

// instants reports what a text puts on the other side of something than the card that the pack prints and the rule read aloud, which
// never have it on the text's side.
func (j opposer) instants() {
	if j.placed {
		return
	}
	for _, s := range instantsOf(j.lex, j.list) {
		if j.spoken(s.from, s.to) {
			continue
		}
		var at passage
		var q quote
		same := false
		for _, p := range slices.Concat(j.read.shown, j.read.own) {
			for _, o := range instantsOf(j.lex, p.list) {
				switch {
				case !s.about(&o):
				case o.class == s.class:
					same = true
				case o.class == reversed[s.class] && q.in == "":
					at, q = p, quote{p.text, p.list[o.from].at, p.list[o.to-1].end, p.printed}
				}
			}
		}
		if about, _, _ := strings.Cut(s.class+" ", " "); !same && q.in != "" {
			j.report(Differs, antonym{about: about, from: s.from, to: s.to}, at, q)
		}
	}
}
