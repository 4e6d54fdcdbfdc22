package proof

import (
	"slices"
	"strings"
)

// instant is before or after something, or the start or the end of it, in a text.
type instant struct {
	class    string          // before, after, edge start or edge end
	done     bool            // it is after what is done
	of       map[string]bool // the stems of the words behind it
	from, to int
}

// otherInstant begins the sorts of verdicts on what stands on the other side of something.
const (
	instantly    = "instant "
	otherInstant = "antonym " + instantly
)

// reversed are the instants that are the other side of one.
var reversed = map[string]string{"before": "after", "after": "before", "edge start": "edge end", "edge end": "edge start"}

// tail is how many words after an instant say of what it is, among how many.
const tail, span = 4, 8

// instantsOf are those of a sentence.
func instantsOf(l *lexicon, list []token) []instant {
	var out []instant
	for i := 0; i < len(list); {
		w, n := l.find(list[i:])
		x := instant{of: map[string]bool{}, from: i, to: i + n}
		if k := doneAt(l, list, i); k > 0 {
			x.class, x.done, x.to = "after", true, k
		} else if w != nil {
			x.class = w.class
		}
		if reversed[x.class] == "" {
			i += max(1, n)
			continue
		}
		for k := x.to; k < len(list) && k < x.to+span && len(x.of) < tail && list[k].shape == wordShape; k++ {
			if w, n := l.find(list[k:]); w != nil && n > 0 && reversed[w.class] != "" {
				break // of that is another
			}
			if l.tells(list[k]) {
				x.of[stem(list[k].form, l.lang)] = true
			}
		}
		out = append(out, x)
		i = x.to
	}
	return out
}

// doneAt tells where what is done is named behind the word for once: once the dice have been counted, une fois le jet effectué; 0 where
// nothing is, as in once per turn.
func doneAt(l *lexicon, list []token, at int) int {
	from := at + 1
	if !l.does(&list[at], "once") && from < len(list) && l.also["once "+list[at].form+" "+list[from].form] { // une fois
		from++
	} else if !l.does(&list[at], "once") {
		return 0
	}
	for k := from; k < len(list) && k < from+span && list[k].shape == wordShape; k++ {
		if w := l.forms[list[k].form]; k == from && w != nil && w.class == "per" {
			return 0
		}
		if l.does(&list[k], "done") || strings.HasSuffix(strings.TrimSuffix(strings.TrimSuffix(list[k].raw, "s"), "e"), "é") {
			return from
		}
	}
	return 0
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
	all := instantsOf(j.lex, j.list)
	before := slices.ContainsFunc(all, func(s instant) bool { return s.class == "before" })
	for _, s := range all {
		if j.spoken(s.from, s.to) || s.done && before { // once he has hit, and before it is parried

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
			j.report(Differs, antonym{about: instantly + about, from: s.from, to: s.to}, at, q)
			j.out[len(j.out)-1].Rank = Error
		}
	}
}
