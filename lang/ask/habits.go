package ask

import (
	"cmp"
	"maps"
	"slices"
	"strings"

	"github.com/kdsl-lang/kdsl/lang/source"
)

// Habits are what usually stands after what, in texts that were read. It is a mixture of how often a token stood in
// several surroundings: after the same tokens, in the same sort of line, call and declaration.
type Habits struct {
	seen []habit // sorted by where and what
}

// habit is how often a token stood in a surrounding.
type habit struct {
	where       uint64
	what, times uint32
}

// Tokens are the words that texts are made of, by number.
type Tokens struct {
	number map[string]uint32
	words  []string
}

// NewTokens knows no word yet.
func NewTokens() *Tokens { return &Tokens{number: map[string]uint32{}} }

// Clone knows the same words, and learns others for itself.
func (t *Tokens) Clone() *Tokens { return &Tokens{maps.Clone(t.number), slices.Clone(t.words)} }

func (t *Tokens) of(word string) uint32 {
	n, ok := t.number[word]
	if !ok {
		word = strings.Clone(word)
		n = uint32(len(t.words))
		t.number[word], t.words = n, append(t.words, word)
	}
	return n
}

// token is a piece of a text. Where it begins a line, the line before is at an end.
type token struct {
	word string
	at   int
}

// What stands for more than itself.
const (
	lineEnd  = "\n"
	Sentence = "\"" // whatever it says
	figure   = "#"  // in surroundings: whichever number
)

var twofold = []string{"==", "!=", "<=", ">=", "&&", "||", "+=", "-=", ".."}

// tokens cuts a text, without its remarks.
func tokens(text string) (out []token) {
	add := func(word string, at int) { out = append(out, token{word, at}) }
	for i := 0; i < len(text); {
		c, n := text[i], 1
		switch {
		case c == '\n':
			if len(out) > 0 && out[len(out)-1].word != lineEnd {
				add(lineEnd, i)
			}
		case c == ' ', c == '\t', c == '\r':
		case strings.HasPrefix(text[i:], "//"):
			if n = strings.IndexByte(text[i:], '\n'); n < 0 {
				n = len(text) - i
			}
		case c == '"':
			for n < len(text)-i && text[i+n] != '"' && text[i+n] != '\n' {
				if text[i+n] == '\\' {
					n++
				}
				n++
			}
			n = min(n+1, len(text)-i)
			add(Sentence, i)
		case source.IsLetter(c):
			n = source.NameLen(text[i:])
			add(text[i:i+n], i)
		case source.IsDigit(c):
			for n < len(text)-i && (source.IsDigit(text[i+n]) || text[i+n] == '.' && n+1 < len(text)-i && source.IsDigit(text[i+n+1])) {
				n++
			}
			add(text[i:i+n], i)
		default:
			if i+1 < len(text) && slices.Contains(twofold, text[i:i+2]) {
				n = 2
			}
			add(text[i:i+n], i)
		}
		i += n
	}
	return out
}

// Names are all names that stand in a text.
func Names(text string) map[string]bool {
	out := map[string]bool{}
	for _, x := range tokens(text) {
		if source.IsLetter(x.word[0]) {
			out[x.word] = true
		}
	}
	return out
}

// place is where a token stands: in which sort of declaration, line and call, and after what.
type place struct {
	decl, line string
	calls      []string
	last       [4]string // the last first
	depth      int
}

// surroundings are how many there are, and how much each says.
const surroundings = 9

var says = [surroundings]float64{9, 6, 4, 3, 2, 2, 2, .5, .05}

// follow goes past a token.
func (p *place) follow(word string) {
	before := p.last[0]
	plain := word
	if source.IsDigit(word[0]) {
		plain = figure
	}
	switch {
	case word == lineEnd:
		p.line = ""
	case word == ":" && p.last[1] == lineEnd && p.line == before: // a name, whichever; what a line is about comes then
		p.line = word
	case p.line == "", p.line == ":":
		if p.line = plain; p.depth == 0 {
			p.decl = word
		}
	}
	switch word {
	case "(":
		p.calls, p.depth = append(p.calls, before), p.depth+1
	case "[", "{":
		p.calls, p.depth = append(p.calls, word), p.depth+1
	case ")", "]", "}":
		p.depth--
		if len(p.calls) > 0 {
			p.calls = p.calls[:len(p.calls)-1]
		}
	}
	copy(p.last[1:], p.last[:3])
	p.last[0] = plain
}

// where are the surroundings of a place.
func (p *place) where(t *Tokens) (out [surroundings]uint64) {
	call := ""
	if len(p.calls) > 0 {
		call = p.calls[len(p.calls)-1]
	}
	var b [4]uint32
	for i, w := range p.last {
		b[i] = t.of(w)
	}
	decl, line, in := t.of(p.decl), t.of(p.line), t.of(call)
	for i, words := range [surroundings][]uint32{
		{b[0], b[1], b[2], b[3], decl}, b[:], b[:3], {b[0], b[1], line}, {b[0], line, decl}, b[:2], {b[0], in}, b[:1], {},
	} {
		h := uint64(i) + 14695981039346656037
		for _, w := range words {
			h = (h ^ uint64(w)) * 1099511628211
			h ^= h >> 29
		}
		out[i] = h
	}
	return out
}

// HabitsOf are those of some texts.
func HabitsOf(t *Tokens, texts ...string) *Habits {
	read, count := make([][]token, len(texts)), 0
	for i, text := range texts {
		read[i] = tokens(text)
		count += len(read[i])
	}
	all := make([]habit, 0, count*surroundings)
	for _, list := range read {
		var p place
		for _, x := range list {
			n := t.of(x.word)
			for _, w := range p.where(t) {
				all = append(all, habit{w, n, 1})
			}
			p.follow(x.word)
		}
	}
	return sorted(all)
}

// in are the habits of a surrounding.
func (h *Habits) in(where uint64) []habit {
	from, _ := slices.BinarySearchFunc(h.seen, where, func(x habit, w uint64) int { return cmp.Compare(x.where, w) })
	to := from
	for to < len(h.seen) && h.seen[to].where == where {
		to++
	}
	return h.seen[from:to]
}

// weigh adds what a place makes likely; few is how little makes a habit.
func (h *Habits) weigh(t *Tokens, p *place, factor, few float64, likely map[uint32]float64) {
	for i, w := range p.where(t) {
		list, all := h.in(w), 0.0
		for _, x := range list {
			all += float64(x.times)
		}
		for _, x := range list {
			likely[x.what] += factor * says[i] * float64(x.times) / (all + few)
		}
	}
}

// sorted makes habits of what was seen, in the place of that.
func sorted(all []habit) *Habits {
	slices.SortFunc(all, func(a, b habit) int {
		if a.where != b.where { // there are millions: cmp.Or would look at both each time
			return cmp.Compare(a.where, b.where)
		}
		return cmp.Compare(a.what, b.what)
	})
	n := 0
	for _, x := range all {
		if n > 0 && all[n-1].where == x.where && all[n-1].what == x.what {
			all[n-1].times++
		} else {
			all[n], n = x, n+1
		}
	}
	return &Habits{slices.Clone(all[:n])}
}
