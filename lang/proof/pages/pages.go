// Package pages reads the texts of cards as people have them: a text with the names of cards as headings (headed.go), a
// table (table.go), YAML or JSON (tree.go). Every text keeps its place in the file.
package pages

import (
	"fmt"
	"path"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"unicode"
	"unicode/utf8"

	"golang.org/x/text/unicode/norm"

	"github.com/kdsl-lang/kdsl/lang/source"
)

// Page is the text of one card.
type Page struct {
	Name string // as it is written
	Text string
	File string
	// Cut is the line that was taken for the heading of another card, of a page without a text; 0: there is none.
	Cut    int
	places []place
	raw    []string // the lines of a file in which letters and their accents stand apart; nil: they do not
}

// place is where a part of a text stands in its file, from an offset on.
type place struct {
	at, line, column int  // column 0: only the line is known
	fixed            bool // all of it stands there: a label that the file has elsewhere
}

// Note is what a reader of a file has to say of it.
type Note struct {
	Line, Column int
	Message      string
}

// add puts a cell of a table behind the text, if its heading says what stands there, and tells whether it does.
func (p *Page) add(heads Names, label, value string, line, column int) bool {
	value = strings.TrimSpace(value)
	_, err := strconv.Atoi(value)
	figures, labels := heads.Figures(label), heads.Labels(label)
	if value != "" && (figures || err != nil && labels) {
		label = strings.TrimSpace(label) + ": "
		p.Text = strings.TrimRight(p.Text, "\n") + "\n\n"
		p.places = append(p.places, place{len(p.Text), line, column, true}, place{len(p.Text) + len(label), line, column, false})
		p.Text += label + value + "\n"
	}
	return figures || labels
}

// At is the line and the column, both from 1, of a place in the text; column 0: only the line is known.
func (p *Page) At(offset int) (line, column int) {
	offset = min(offset, len(p.Text))
	n, found := slices.BinarySearchFunc(p.places, offset, func(x place, at int) int { return x.at - at })
	if !found {
		n = max(0, n-1)
	}
	x := p.places[n]
	if x.column > 0 && !x.fixed && offset > x.at {
		x.column += utf8.RuneCountInString(p.Text[x.at:offset])
	}
	if x.column > 0 && x.line <= len(p.raw) {
		x.column = apart(p.raw[x.line-1], x.column)
	}
	return x.line, x.column
}

// apart is a column of a line that is composed, in the line as it is written.
func apart(line string, column int) int {
	var it norm.Iter
	it.InitString(norm.NFC, line)
	raw := 1
	for at, composed := 0, 1; !it.Done() && composed < column; at = it.Pos() {
		composed += utf8.RuneCount(it.Next())
		raw += utf8.RuneCountInString(line[at:it.Pos()])
	}
	return raw
}

// Names tells the lines of a plain text apart.
type Names interface {
	// Heads tells whether a line is the name of a card; apart: an empty line is before it.
	Heads(line string, apart bool) bool
	// Cards tells of such a line whether it names a card, and not an event, a kind, or a value that has no card of its own.
	Cards(line string) bool
	// Labels tells whether a line says what stands below it on a card, such as what its skills are called.
	Labels(line string) bool
	// Figures tells whether a word is the name of what cards of a kind print: a number without it says nothing.
	Figures(word string) bool
}

// Read reads a file, and notes what it does not take of it.
func Read(name string, data []byte, heads Names) ([]Page, []Note, error) {
	text := decoded(data)
	var raw []string
	if !norm.NFC.IsNormalString(text) {
		raw, text = strings.Split(text, "\n"), norm.NFC.String(text)
	}
	lines := strings.Split(text, "\n")
	var out []Page
	var notes []Note
	var err error
	switch sort := sortOf(name, lines); {
	case strings.TrimSpace(text) == "":
		return nil, nil, fmt.Errorf("%s: it is empty", name)
	case sort == ".csv", sort == ".tsv":
		out, notes, err = table(name, lines, heads, sort == ".tsv")
	case sort == ".yaml", sort == ".yml", sort == ".json":
		out, notes, err = tree(name, text, heads)
	default:
		out, notes = headed(lines, heads)
	}
	for i := range out {
		p := &out[i]
		p.File, p.raw, p.Text = name, raw, tags.ReplaceAllStringFunc(p.Text, func(s string) string { return strings.Repeat(" ", len(s)) })
	}
	return out, notes, err
}

// sortOf is the ending of the name of a file, or, where it has none, that of what it looks like.
func sortOf(name string, lines []string) string {
	if sort := strings.ToLower(path.Ext(name)); sort != "" {
		return sort
	}
	n := slices.IndexFunc(lines, func(s string) bool { return strings.TrimSpace(s) != "" })
	if n < 0 {
		return ""
	}
	first := strings.TrimSpace(lines[n])
	if strings.HasPrefix(first, "{") || strings.HasPrefix(first, "[") {
		return ".json"
	}
	for _, comma := range []string{",", ";", "\t"} {
		if list := strings.Split(first, comma); column(names, list) >= 0 && column(bodies, list) >= 0 {
			return ".csv"
		}
	}
	if key, _, ok := strings.Cut(strings.TrimLeft(first, "- "), ":"); ok && (strings.HasPrefix(first, "- ") && column(names, []string{key}) >= 0 || strings.HasSuffix(first, "|") || strings.HasSuffix(first, ">-")) {
		return ".yaml"
	}
	return ""
}

// tags are those of HTML that words of a text have around them: they say how it looks.
var tags = regexp.MustCompile(`(?i)</?(?:b|i|u|em|strong|small|span|font|p|br|div|sub|sup|h[1-6]|ul|ol|li)(?: [ -;=?-~]*)?/?>`)

// decoded is a text in UTF-8 with the line ends of Unix.
func decoded(data []byte) string {
	s, _ := source.Decode(string(data))
	s = strings.ReplaceAll(strings.TrimPrefix(s, "\ufeff"), "\r\n", "\n")
	return strings.NewReplacer("\r", "\n", "\f", " ").Replace(s)
}

// trail finds where the letters of a text stand in the lines of a file, from a place on: blanks may be others there, and signs be written by
// several. Where a letter is not found only the line is known.
func trail(lines []string, line, column int, text string, q quoting) []place {
	only := []place{{line: line}}
	if line < 1 || line > len(lines) {
		return []place{{line: min(max(line, 1), len(lines))}}
	}
	var out []place
	rest, col := skip(lines[line-1], column-1), column
	next := 0 // the column of a letter that follows the one before
	for at, want := range text {
		if next++; unicode.IsSpace(want) {
			continue
		}
		for {
			for strings.TrimSpace(rest) == "" || q == doubled && rest == "\\" {
				if line++; line > len(lines) {
					return only
				}
				rest, col = lines[line-1], 1
			}
			r, size := q.letter(rest)
			if unicode.IsSpace(r) {
				rest, col = rest[size:], col+utf8.RuneCountInString(rest[:size])
				continue
			}
			if r != want {
				return only
			}
			if len(out) == 0 || line != out[len(out)-1].line || col != next {
				out, next = append(out, place{at: at, line: line, column: col}), col
			}
			rest, col = rest[size:], col+utf8.RuneCountInString(rest[:size])
			break
		}
	}
	if len(out) == 0 {
		return []place{{line: only[0].line, column: column}}
	}
	out[0].column -= utf8.RuneCountInString(text[:out[0].at]) // blanks before the first letter
	if out[0].at = 0; out[0].column < 1 {
		out[0].column = 1
	}
	return out
}

// skip is a line without its first letters.
func skip(line string, letters int) string {
	for ; letters > 0 && line != ""; letters-- {
		_, size := utf8.DecodeRuneInString(line)
		line = line[size:]
	}
	return line
}

// quoting is how a file writes signs that would end a text.
type quoting uint8

const (
	plain   quoting = iota
	twice           // "" is one quotation mark
	single          // '' is one apostrophe
	doubled         // \n and the like
)

// letter is the letter with which a part of a line begins, and how many bytes it has there.
func (q quoting) letter(s string) (rune, int) {
	r, size := utf8.DecodeRuneInString(s)
	switch {
	case q == twice && strings.HasPrefix(s, `""`), q == single && strings.HasPrefix(s, "''"):
		return r, 2
	case q != doubled || r != '\\' || len(s) < 2:
		return r, size
	}
	switch s[1] {
	case 'n', 't', 'r', 'f', 'v', 'b', 'N', 'L', 'P', ' ', '_', '\t':
		return ' ', 2
	case 'x', 'u', 'U':
		n := map[byte]int{'x': 4, 'u': 6, 'U': 10}[s[1]]
		v, err := strconv.ParseUint(s[2:min(n, len(s))], 16, 32)
		if err == nil && n <= len(s) {
			return rune(v), n
		}
	}
	r, size = utf8.DecodeRuneInString(s[1:])
	return r, 1 + size
}

// What the columns and keys are called.
var (
	names  = []string{"name", "nom", "card", "carte", "title", "titre", "id"}
	bodies = []string{"text", "texte", "rule", "regle", "règle", "description", "effect", "effet"}
)

// column is the first of some words that stands among others; -1 when none does.
func column(words, among []string) int {
	for _, w := range words {
		for i, a := range among {
			if strings.EqualFold(strings.TrimSpace(a), w) {
				return i
			}
		}
	}
	return -1
}

// columns are those of the name and the text among headings; -1: there is none. Beside a name the only heading that is neither a figure
// nor a label is that of the text, whatever it is called.
func columns(labels []string, heads Names) (name, body int) {
	name, body = column(names, labels), column(bodies, labels)
	if name < 0 || body >= 0 {
		return name, body
	}
	for i, label := range labels {
		switch {
		case i == name, heads.Figures(label), heads.Labels(label), column(names, []string{label}) >= 0, strings.TrimSpace(label) == "":
		case body >= 0:
			return name, -1
		default:
			body = i
		}
	}
	return name, body
}

// ignored notes the headings of which nothing is taken, each once.
func ignored(notes []Note, line, column int, label string) []Note {
	message := fmt.Sprintf("no figure is called %q: what stands there is not read", strings.TrimSpace(label))
	if slices.ContainsFunc(notes, func(n Note) bool { return n.Message == message }) {
		return notes
	}
	return append(notes, Note{line, column, message})
}
