package proof

import (
	"regexp"
	"slices"
	"strconv"
	"strings"
	"unicode"
	"unicode/utf8"
)

// sort of a token.
type shape uint8

const (
	wordShape   shape = iota
	numberShape       // 2, 2.5, 1/2
	diceShape         // 1D10, D6
	signShape         // + or - before a number, or + behind one
	unitShape         // the quotation mark behind a number
	pauseShape        // , : / ( ) quotation marks: what stands on either side of it is apart
)

// token is a word of a text, with its place.
type token struct {
	shape
	form     string // lower case, without accents, ligatures and typographic signs
	raw      string // as it is written, in one line
	at, end  int    // in the text, in bytes
	n        int64  // of a number, in thousandths; of dice how many
	sides    int64  // of dice
	glued    bool   // nothing stands between it and the token before
	elided   bool   // an apostrophe follows
	openings bool   // it is the first of its sentence
	heads    bool   // it is the first of its line, or behind a dash
}

// capital tells whether a word begins with a capital.
func (t *token) capital() bool {
	r, _ := utf8.DecodeRuneInString(t.raw)
	return t.shape == wordShape && unicode.IsUpper(r)
}

// flat are the letters of both languages and of typesetters without what is put on them.
var flat = strings.NewReplacer("à", "a", "â", "a", "ä", "a", "á", "a", "ç", "c", "é", "e", "è", "e", "ê", "e", "ë", "e", "î", "i", "ï", "i", "í", "i", "ñ", "n",
	"ô", "o", "ö", "o", "ó", "o", "ù", "u", "û", "u", "ü", "u", "ú", "u", "ÿ", "y", "œ", "oe", "æ", "ae", "ß", "ss",
	"ﬀ", "ff", "ﬁ", "fi", "ﬂ", "fl", "ﬃ", "ffi", "ﬄ", "ffl", "’", "'", "‘", "'", "‑", "-")

// fold is a text as names are compared: lower case, without accents.
func fold(s string) string {
	if strings.IndexFunc(s, func(r rune) bool { return r >= utf8.RuneSelf || 'A' <= r && r <= 'Z' }) < 0 { // as mostly
		return s
	}
	return flat.Replace(strings.ToLower(s))
}

// accented are the words that the tables write with their accents: without them they are others.
var accented = func() map[string]bool {
	out := map[string]bool{}
	for _, lang := range Langs {
		for line := range strings.Lines(core(lang)) {
			for w := range strings.FieldsFuncSeq(line, func(r rune) bool { return !unicode.IsLetter(r) }) {
				if !strings.HasPrefix(line, "#") && fold(w) != w {
					out[w] = true
				}
			}
		}
	}
	return out
}()

// form is a word of a text as words are looked up.
func form(raw string) string {
	if low := strings.ToLower(raw); accented[low] {
		return low
	}
	return fold(raw)
}

// parts are the numbers that are one letter, in thousandths.
var parts = map[rune]int64{'½': 500, '⅓': 333, '¼': 250, '¾': 750}

// scanner cuts a text into tokens.
type scanner struct {
	text string
	at   int
	out  [][]token
	now  []token
}

// sentences cuts a text into sentences, and these into tokens. What a typesetter has done to it is undone: soft
// hyphens and hyphens at the end of a line, ligatures, quotation marks of all shapes.
func sentences(s string) [][]token {
	if strings.ContainsAny(s, ".0123456789") { // what each of them has
		s = references.ReplaceAllStringFunc(s, blank)
	}
	c := &scanner{text: s}
	for c.at < len(s) {
		c.next()
	}
	c.stop()
	return c.out
}

// references are what is no sentence of a rule, though full stops stand in it: pages, "e.g."; a line that is a page number.
var references = regexp.MustCompile(`(?i)\(?\b(?:see|voir|cf)?\.? ?\b(?:pages?|pp?\.) ?\d+(?:(?: et | and | & |[-–])\d+)*\)?|\be\.g\.|\bi\.e\.|\bp\. ?ex\.|(?m)^[ \t]*\d{1,3}[ \t]*$`)

// blank is as much of nothing. Of an example its beginning stays, without full stops.
func blank(s string) string {
	switch fold(s) {
	case "e.g.":
		return "e g "
	case "p. ex.":
		return "p  ex "
	case "p.ex.":
		return "p ex "
	}
	return strings.Repeat(" ", len(s))
}

// stepless is a text as long as another, without the numbers of the steps that it counts at the heads of lines: three or more, from 0 or 1
// on, and not as many as a die has faces.
func stepless(text string) string {
	out, from, steps := []byte(text), 0, 0
	var first, last int64
	for line := range strings.Lines(text) {
		number := strings.TrimLeft(line, " ")
		at := from + len(line) - len(number)
		from += len(line)
		end := strings.IndexAny(number, ".)")
		if end < 1 || end > 2 || !strings.HasPrefix(number[end+1:], " ") {
			continue
		}
		n, err := strconv.ParseInt(number[:end], 10, 8)
		switch {
		case err != nil:
			continue
		case steps == 0:
			first = n
		case n != last+1:
			return text
		}
		last = n
		steps++
		copy(out[at:], "   "[:end+1])
	}
	if steps < 3 || first > 1 || first == 1 && slices.Contains([]int{4, 6, 8, 10, 12, 20}, steps) {
		return text
	}
	return string(out)
}

func (c *scanner) stop() {
	if len(c.now) > 0 {
		c.now[0].openings = true
		c.out = append(c.out, c.now)
	}
	c.now = nil
}

func (c *scanner) add(t token) {
	if n := len(c.now); n > 0 {
		t.glued = c.now[n-1].end == t.at
		t.heads = strings.ContainsAny(c.text[c.now[n-1].end:t.at], "\n–—•}×")
	}
	c.now = append(c.now, t)
}

func (c *scanner) peek(by int) rune {
	r, _ := utf8.DecodeRuneInString(c.text[min(c.at+by, len(c.text)):])
	return r
}

// next takes the next token, or what stands between two.
func (c *scanner) next() {
	r, size := utf8.DecodeRuneInString(c.text[c.at:])
	start := c.at
	switch {
	case r == '\n' && c.gap():
		c.stop()
	case unicode.IsSpace(r), r == '\u00ad', r == '\ufeff', r == '*', r == '_', r == '#':
	case digit(r):
		c.number()
		return
	case letter(r):
		c.word()
		return
	case parts[r] != 0:
		raw := c.text[start : start+size]
		c.add(token{shape: numberShape, form: raw, raw: raw, at: start, end: start + size, n: parts[r]})
	case strings.ContainsRune(".!?;…", r):
		c.stop()
	case strings.ContainsRune("•●▪■·–—-−", r) && c.bullet(size):
		c.stop()
	case strings.ContainsRune(boxes, r):
		c.boxes(r)
		return
	case strings.ContainsRune("+-−–", r) && digit(c.peek(size)) || r == '+' || strings.ContainsRune("-−", r) && c.single(size):
		form := "-"
		if r == '+' {
			form = "+"
		}
		c.add(token{shape: signShape, form: form, raw: c.text[start : start+size], at: start, end: start + size})
	case strings.ContainsRune("\"“”„″", r) && len(c.now) > 0 && c.now[len(c.now)-1].shape == numberShape && c.now[len(c.now)-1].end == start:
		c.add(token{shape: unitShape, form: "\"", raw: "\"", at: start, end: start + size})
	case strings.ContainsRune("\"“”„″«»", r):
		c.add(token{shape: pauseShape, form: "\"", raw: "\"", at: start, end: start + size})
	case strings.ContainsRune(",:/()[]|", r):
		c.add(token{shape: pauseShape, form: string(r), raw: string(r), at: start, end: start + size})
	}
	c.at = start + size
}

// boxes are what is drawn to be ticked: so many as stand there.
const boxes = "○◯●□☐❏❐❑❒■◻"

// boxes takes all that stand in a row: a number.
func (c *scanner) boxes(r rune) {
	t := token{shape: numberShape, at: c.at}
	for c.at < len(c.text) && c.peek(0) == r {
		c.at += utf8.RuneLen(r)
		t.n += 1000
	}
	t.end, t.raw = c.at, c.text[t.at:c.at]
	t.form = t.raw
	c.add(t)
}

// gap tells whether an empty line begins here, or a line that is a paragraph of its own.
func (c *scanner) gap() bool {
	rest := strings.TrimLeft(c.text[c.at+1:], " \t\r")
	return strings.HasPrefix(rest, "\n") || strings.HasPrefix(rest, "#")
}

// bullet tells whether a dash opens a line: what follows is an item of a list, and no number below zero.
func (c *scanner) bullet(size int) bool {
	before := strings.TrimRight(c.text[:c.at], " \t")
	return (before == "" || strings.HasSuffix(before, "\n")) && unicode.IsSpace(c.peek(size)) || c.peek(0) == '•'
}

// single tells whether a sign stands before a word of one letter, as in -X.
func (c *scanner) single(size int) bool {
	after := c.text[min(c.at+size, len(c.text)):]
	r, n := utf8.DecodeRuneInString(after)
	next, _ := utf8.DecodeRuneInString(after[min(n, len(after)):])
	return unicode.IsUpper(r) && !letter(next)
}

// digit tells whether a rune is a digit of a number.
func digit(r rune) bool { return '0' <= r && r <= '9' }

// letter tells whether a rune belongs to a word: so does a digit that is written in another script, which is not understood.
func letter(r rune) bool { return unicode.IsLetter(r) || unicode.IsDigit(r) && !digit(r) }

// number takes digits: a number, a fraction, or dice.
func (c *scanner) number() {
	start := c.at
	n := c.digits()
	t := token{shape: numberShape, n: n * 1000, at: start}
	switch r := c.peek(0); {
	case (r == '.' || r == ',') && digit(c.peek(1)):
		c.at++
		from := c.at
		part := c.digits()
		for i := c.at - from; i < 3; i++ {
			part *= 10
		}
		if c.at-from <= 3 {
			t.n += part
		}
	case r == '/' && n < 10 && n < int64(c.peek(1)-'0') && c.peek(1) <= '4' && !digit(c.peek(2)) && c.peek(2) != '/': // a fraction
		c.at++
		t.n /= c.digits()
	case (r == 'D' || r == 'd') && digit(c.peek(1)):
		c.at++
		t.shape, t.n, t.sides = diceShape, n, c.digits()
	default:
		if end := ordinals.FindString(c.text[c.at:]); end != "" && !letterAt(c.text, c.at+len(end)) {
			c.at += len(end)
			t.shape, t.form, t.n = wordShape, ordinal, 0
		}
	}
	t.end, t.raw = c.at, c.text[start:c.at]
	if t.form == "" {
		t.form = t.raw
	}
	c.add(t)
}

// ordinals are the ends of numbers that tell how manieth something is: 2nd, 1re.
var ordinals = regexp.MustCompile(`^(?:st|nd|nde|rd|th|ers?|re|ère|ème|eme|e)`)

// ordinal is the form of such a number, whichever it is.
const ordinal = "nth"

func (c *scanner) digits() int64 {
	n := int64(0)
	for c.at < len(c.text) && '0' <= c.text[c.at] && c.text[c.at] <= '9' {
		if n < 1e9 {
			n = n*10 + int64(c.text[c.at]-'0')
		}
		c.at++
	}
	return n
}

// word takes letters. An apostrophe ends a word of French; what follows it in English is no word.
func (c *scanner) word() {
	start := c.at
	var b strings.Builder
	for c.at < len(c.text) {
		r, size := utf8.DecodeRuneInString(c.text[c.at:])
		switch {
		case letter(r) || unicode.Is(unicode.Mn, r):
			b.WriteRune(r)
		case (r == '-' || r == '‑' || r == '\u00ad') && c.at > start && c.broken(size):
			c.at += size
			for c.at < len(c.text) && unicode.IsSpace(c.peek(0)) {
				c.at++
			}
			continue
		case r == '\u00ad':
		case (r == '-' || r == '‑') && (c.peek(size) == 'D' || c.peek(size) == 'd') && digit(c.peek(size+1)): // half a die
			c.finish(start, b.String())
			return
		case (r == '-' || r == '‑') && c.at > start && letter(c.peek(size)):
			b.WriteRune('-')
		default:
			c.finish(start, b.String())
			return
		}
		c.at += size
	}
	c.finish(start, b.String())
}

// broken tells whether a hyphen divides a word at the end of a line.
func (c *scanner) broken(size int) bool {
	rest := strings.TrimLeft(c.text[c.at+size:], " \t\r")
	after, ok := strings.CutPrefix(rest, "\n")
	r, _ := utf8.DecodeRuneInString(strings.TrimLeft(after, " \t"))
	return ok && unicode.IsLower(r)
}

func (c *scanner) finish(start int, raw string) {
	if (raw == "D" || raw == "d") && digit(c.peek(0)) {
		t := token{shape: diceShape, n: 1, sides: c.digits(), at: start, end: c.at, raw: c.text[start:c.at]}
		if n := len(c.now); n > 0 && c.now[n-1].raw == ")" { // (L + 1) D10: so many as a sum says
			t.n = 0
		}
		t.form = t.raw
		c.add(t)
		return
	}
	if strings.HasSuffix(raw, "D") && parametric.MatchString(raw) && digit(c.peek(0)) {
		t := token{shape: diceShape, sides: c.digits(), at: start, end: c.at, raw: c.text[start:c.at]}
		t.form = t.raw
		c.add(t)
		return
	}
	t := token{form: form(raw), raw: raw, at: start, end: c.at}
	if r := c.peek(0); r == '\'' || r == '’' {
		after := c.text[c.at+utf8.RuneLen(r):]
		if next, _ := utf8.DecodeRuneInString(after); strings.HasPrefix(after, "s") && !letterAt(after, 1) {
			c.at = len(c.text) - len(after) + 1 // a genitive
		} else if strings.HasPrefix(after, "t") && !letterAt(after, 1) { // can't
			t.form += "'t"
			c.at = len(c.text) - len(after) + 1
		} else if letter(next) {
			t.elided = true
			c.at = len(c.text) - len(after)
		}
	}
	t.end = c.at
	c.add(t)
	if n := len(c.now); t.elided {
		c.now[n-1].end = c.at
	}
}

// parametric is how dice begin of which a letter tells how many they are.
var parametric = regexp.MustCompile(`^[A-Z]D$`)

func letterAt(s string, at int) bool {
	r, _ := utf8.DecodeRuneInString(s[min(at, len(s)):])
	return letter(r)
}
