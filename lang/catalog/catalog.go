// Package catalog says in French what kdsl says in English. Whoever has something to say writes it in English,
// once, where it arises; fr.txt holds the French of each sentence, with a slot for what varies. A sentence is
// recognised as it stands, so nobody needs to hand over more than the sentence.
package catalog

import (
	_ "embed"
	"fmt"
	"regexp"
	"slices"
	"strings"
	"sync"

	"github.com/kdsl-lang/kdsl/lang/tongue"
)

//go:embed fr.txt
var french string

// Say is a sentence in a language: itself in English. What the catalogue does not know stays as it is.
func Say(l tongue.Language, sentence string) string {
	if l == tongue.English {
		return sentence
	}
	s, _ := French(sentence)
	return s
}

// French is the French of an English sentence, and whether all of it is known. Names, numbers and what stands in
// quotes are known: they stay as they are.
func French(sentence string) (string, bool) {
	s := entries().say(sentence, maxDepth)
	return s.text, s.lacks == 0
}

// maxDepth bounds how many slots are inside each other, and how often a sentence is parted.
const maxDepth = 7

// catalog is what fr.txt says.
type catalog struct {
	whole    map[string]phrase // without a slot
	patterns []pattern         // the most literal first
}

// phrase is French: a noun has a gender.
type phrase struct {
	text   string
	gender tongue.Gender
}

// pattern is a sentence with slots.
type pattern struct {
	english *regexp.Regexp
	longest string // of what it says literally: only what has it can be it
	letters int    // what it says literally
	slots   []sort
	said    string  // in French, as it is written
	french  []piece // in French
}

// sort is what a slot holds.
type sort uint8

const (
	asIs  sort = iota // nobody translates it
	words             // a name, or words with a French of their own
	noun              // a word with a gender
)

var entries = sync.OnceValue(func() *catalog {
	c, err := read(french)
	if err != nil {
		panic(err) // the file is part of the program; a test reads it
	}
	return c
})

// verb is a slot, and slot one in French: fr.txt says what they are.
var (
	verb     = regexp.MustCompile(`%[svqd]`)
	slot     = regexp.MustCompile(`\{([\pL']+) %(?:\[(\d)\])?[svqd]\}|%(?:\[(\d)\])?[svqd]`)
	gendered = regexp.MustCompile(`^(.*) \((m|f)\)$`)
)

// What fills a slot: words without "; " outside of quotes, a text in quotes, a number.
const (
	quotedText = `"(?:[^"\\]|\\.)*"`
	anyWords   = "(?:" + quotedText + "|`[^`]*`|\\([^()]*\\)|\\{[^{}]*\\}|;[^ ]|[^;`])+?"
)

// read reads a catalogue: a sentence on a line, its French, indented by a tab, on the next. A line that begins
// with # is about the next ones.
func read(text string) (*catalog, error) {
	c := &catalog{whole: map[string]phrase{}}
	lines := strings.Split(text, "\n")
	seen := map[string]bool{}
	for i := 0; i < len(lines); i++ {
		en := lines[i]
		if en == "" || strings.HasPrefix(en, "# ") {
			continue
		}
		if strings.HasPrefix(en, "\t") || i+1 == len(lines) || !strings.HasPrefix(lines[i+1], "\t") || seen[en] {
			return nil, fmt.Errorf("catalog, line %d: want a new sentence and, on the next line, its French behind a tab: %q", i+1, en)
		}
		seen[en] = true
		i++
		fr := lines[i][1:]
		if !verb.MatchString(en) {
			p := phrase{text: fr}
			if m := gendered.FindStringSubmatch(fr); m != nil {
				p = phrase{m[1], map[string]tongue.Gender{"m": tongue.Masculine, "f": tongue.Feminine}[m[2]]}
			}
			c.whole[en] = p
			continue
		}
		p, err := compile(en, fr)
		if err != nil {
			return nil, fmt.Errorf("catalog, line %d: %w", i, err)
		}
		c.patterns = append(c.patterns, p)
	}
	slices.SortStableFunc(c.patterns, func(a, b pattern) int { return b.letters - a.letters })
	return c, nil
}

func compile(en, fr string) (pattern, error) {
	p := pattern{said: fr}
	var re strings.Builder
	re.WriteString("(?s)^")
	at := 0
	literal := func(s string) {
		re.WriteString(regexp.QuoteMeta(s))
		p.letters += len(s)
		if len(s) > len(p.longest) {
			p.longest = s
		}
	}
	for _, m := range verb.FindAllStringIndex(en, -1) {
		literal(en[at:m[0]])
		at = m[1]
		switch en[m[0]+1] {
		case 'q':
			re.WriteString("(" + quotedText + ")")
		case 'd':
			re.WriteString(`(-?\d+)`)
		case 'v':
			re.WriteString(`((?:; )?` + anyWords + `)`)
		default:
			re.WriteString(`(` + anyWords + `)`)
		}
		kind := asIs
		if en[m[0]+1] == 's' {
			kind = words
		}
		p.slots = append(p.slots, kind)
	}
	literal(en[at:])
	re.WriteString("$")
	p.english = regexp.MustCompile(re.String())
	return p, p.pieces()
}

// piece is some French: a text, and the slot behind it, if there is one, with what goes before its noun.
type piece struct {
	text     string
	slot     int // -1: none
	particle string
}

// pieces parts the French at its slots.
func (p *pattern) pieces() error {
	fr, at, next := p.said, 0, 0
	for _, m := range slot.FindAllStringSubmatchIndex(fr, -1) {
		x := piece{text: fr[at:m[0]], slot: -1}
		at = m[1]
		if m[2] >= 0 {
			x.particle = fr[m[2]:m[3]]
		}
		for _, i := range []int{4, 6} {
			if m[i] >= 0 {
				x.slot = int(fr[m[i]]-'0') - 1
			}
		}
		if x.slot < 0 {
			x.slot, next = next, next+1
		}
		if x.slot >= len(p.slots) {
			return fmt.Errorf("%q has more slots than the English", fr)
		}
		if x.particle != "" {
			p.slots[x.slot] = noun
		}
		p.french = append(p.french, x)
	}
	p.french = append(p.french, piece{text: fr[at:], slot: -1})
	return nil
}

// said is French for something, and how much of it is not known.
type said struct {
	phrase
	lacks int
}

// say finds the French of a sentence: as a whole, as a noun with a name behind it, by the pattern that leaves least unknown, or in its parts.
func (c *catalog) say(s string, depth int) said {
	if p, ok := c.whole[s]; ok {
		return said{phrase: p}
	}
	if word, name, two := strings.Cut(s, " "); two && c.whole[word].gender != 0 && name != "" && !strings.Contains(name, " ") {
		return said{phrase: phrase{text: with("le", c.whole[word]) + " " + name}}
	}
	best := said{phrase{text: s}, unknown(s)}
	if depth == maxDepth || strings.Contains(quotes.ReplaceAllString(s, ""), " is ") { // what is a sentence is not taken for code
		best.lacks++
	}
	if depth == 0 {
		return best
	}
	for _, p := range c.patterns {
		if p.letters > len(s) || !strings.Contains(s, p.longest) {
			continue
		}
		m := p.english.FindStringSubmatch(s)
		if m == nil {
			continue
		}
		if x := c.fill(p, m[1:], depth-1); x.lacks < best.lacks {
			best = x
		}
		if best.lacks == 0 {
			return best
		}
	}
	if best.lacks > 0 {
		if x, ok := c.parts(s, depth-1); ok && x.lacks < best.lacks {
			best = x
		}
	}
	return best
}

// fill writes what a pattern says in French, with the slots filled.
func (c *catalog) fill(p pattern, values []string, depth int) said {
	var out said
	filled := make([]phrase, len(values))
	for i, v := range values {
		filled[i] = phrase{text: v}
		if p.slots[i] == noun || p.slots[i] == words && strings.Contains(v, " ") { // a word alone is a name
			x := c.say(v, depth)
			filled[i] = x.phrase
			out.lacks += x.lacks
		}
	}
	for _, x := range p.french {
		out.text += x.text
		if x.slot >= 0 {
			out.text += with(x.particle, filled[x.slot])
		}
	}
	return out
}

// with is a noun with what goes before it.
func with(particle string, p phrase) string {
	n := tongue.Noun{One: p.text, Gender: p.gender}
	switch particle {
	case "le":
		return tongue.French.The(n, false)
	case "un":
		return tongue.French.A(n, false)
	case "du":
		return tongue.Elide("de", tongue.French.The(n, false))
	case "d'un":
		return tongue.Elide("de", tongue.French.A(n, false))
	case "de":
		return tongue.Elide("de", p.text)
	}
	return p.text
}

// joints are what parts of a sentence are joined by.
var joints = []struct{ en, fr string }{
	{"; ", " ; "}, {", ", ", "}, {": ", " : "}, {" or ", " ou "}, {" and ", " et "},
}

// parts says a sentence in its parts, if there are any. All parts of one joint are taken at once: a list of many names
// takes no longer than its length.
func (c *catalog) parts(s string, depth int) (said, bool) {
	for _, j := range joints {
		all := split(s, j.en)
		for i, part := range all {
			if len(all) == 1 {
				all = nil
				break
			}
			x := c.say(part, depth)
			if x.lacks > 0 {
				all = nil
				break
			}
			all[i] = x.text
		}
		if all != nil {
			return said{phrase{text: strings.Join(all, j.fr)}, 0}, true
		}
	}
	return said{}, false
}

// split parts a text at a joint, where it stands outside of quotes.
func split(s, joint string) (out []string) {
	var open byte
	from := 0
	for i := 0; i < len(s); i++ {
		switch c := s[i]; {
		case open != 0:
			if c == open {
				open = 0
			}
		case c == '"' || c == '`':
			open = c
		case strings.HasPrefix(s[i:], joint):
			out = append(out, s[from:i])
			from = i + len(joint)
			i = from - 1
		}
	}
	return append(out, s[from:])
}

// plain is what is no English: quotes, code, numbers, names and signs.
var plain = regexp.MustCompile(quotedText + "|`[^`]*`|\\b(?:in|is|when|to)\\b")

// quotes are texts in quotes, and code.
var quotes = regexp.MustCompile(quotedText + "|`[^`]*`")

// unknown counts the words of English in what nobody has translated: those behind another, or behind a number. One
// word alone is a name.
func unknown(s string) int {
	s = plain.ReplaceAllString(s, "#")
	n, before := 0, false
	for _, w := range strings.Fields(s) {
		is := strings.Trim(w, "abcdefghijklmnopqrstuvwxyz,") == ""
		if is && before {
			n++
		}
		before = is || strings.Trim(w, "0123456789") == ""
	}
	return n
}
