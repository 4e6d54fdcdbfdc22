// Package pages reads the texts of cards as people have them: a text with the names of cards as headings, a table
// (CSV), YAML or JSON. Every text keeps its place in the file.
package pages

import (
	"encoding/csv"
	"errors"
	"fmt"
	"io"
	"path"
	"slices"
	"strconv"
	"strings"
	"unicode"
	"unicode/utf8"

	"go.yaml.in/yaml/v3"

	"github.com/kdsl-lang/kdsl/lang/source"
)

// Page is the text of one card.
type Page struct {
	Name   string // as it is written
	Text   string
	File   string
	line   int // where the text begins, from 1
	column int
	indent int // of its further lines
	also   []cell
}

// cell is what a table says of a card besides: a line of its text, with the label before it that is the heading.
type cell struct{ at, label, line, column int }

// add puts a cell of a table behind the text, if its heading says what stands there.
func (p *Page) add(heads Names, label, value string, line, column int) {
	value = strings.TrimSpace(value)
	_, err := strconv.Atoi(value)
	if value != "" && (heads.Figures(label) || err != nil && heads.Labels(label)) {
		label = strings.TrimSpace(label) + ": "
		p.Text = strings.TrimRight(p.Text, "\n") + "\n\n"
		p.also = append(p.also, cell{len(p.Text), utf8.RuneCountInString(label), line, column})
		p.Text += label + value + "\n"
	}
}

// At is the line and the column, both from 1, of a place in the text.
func (p *Page) At(offset int) (line, column int) {
	before := p.Text[:min(offset, len(p.Text))]
	for _, c := range slices.Backward(p.also) {
		if offset >= c.at {
			return c.line, c.column + max(0, utf8.RuneCountInString(before[c.at:])-c.label)
		}
	}
	n := strings.Count(before, "\n")
	if n == 0 {
		return p.line, p.column + utf8.RuneCountInString(before)
	}
	return p.line + n, p.indent + 1 + utf8.RuneCountInString(before[strings.LastIndexByte(before, '\n')+1:])
}

// Names tells the lines of a plain text apart.
type Names interface {
	// Heads tells whether a line is the name of a card; apart: an empty line is before it.
	Heads(line string, apart bool) bool
	// Labels tells whether a line says what stands below it on a card, such as what its skills are called.
	Labels(line string) bool
	// Figures tells whether a word is the name of what cards of a kind print: a number without it says nothing.
	Figures(word string) bool
}

// Read reads a file.
func Read(name string, data []byte, heads Names) ([]Page, error) {
	text := decoded(data)
	var out []Page
	var err error
	switch strings.ToLower(path.Ext(name)) {
	case ".csv", ".tsv":
		out, err = table(text, heads, strings.HasSuffix(strings.ToLower(name), ".tsv"))
	case ".yaml", ".yml", ".json":
		out, err = tree(text, heads)
	default:
		out = headed(strings.Split(text, "\n"), heads)
	}
	for i := range out {
		out[i].File = name
	}
	if err != nil {
		return nil, fmt.Errorf("%s: %w", name, err)
	}
	return out, nil
}

// decoded is a text in UTF-8 with the line ends of Unix.
func decoded(data []byte) string {
	s, _ := source.Decode(string(data))
	s = strings.ReplaceAll(strings.TrimPrefix(s, "\ufeff"), "\r\n", "\n")
	return strings.ReplaceAll(s, "\r", "\n")
}

// headed cuts a plain text at its headings: a line that is the name of a card, or a heading of Markdown. Where the names of cards
// stand apart, what stands apart as they do is a heading too: what is said of a card that nobody knows is not said of another.
// What stands there more than once is a label.
func headed(lines []string, heads Names) []Page {
	known, apart := 0, 0
	for n, line := range lines {
		if bare := bared(line); bare != "" && len(bare) < longest && heads.Heads(bare, alone(lines, n)) {
			known++
			if alone(lines, n) {
				apart++
			}
		}
	}
	alike := known > 1 && apart == known
	titles := map[string]int{}
	for n, line := range lines {
		if alike && title(lines, n) {
			titles[bared(line)]++
		}
	}
	var out []Page
	for n, line := range lines {
		bare := bared(line)
		marked := strings.HasPrefix(strings.TrimSpace(line), "#")
		name, rest, colon := strings.Cut(bare, ":")
		switch {
		case bare == "":
		case marked || len(bare) < longest && (heads.Heads(bare, alone(lines, n)) || titles[bare] == 1 && title(lines, n) && !heads.Labels(bare)):
			out = append(out, Page{Name: bare, line: n + 2, column: 1})
			continue
		case colon && alone(lines, n) && len(name) < longest && heads.Heads(strings.TrimSpace(name), false):
			at := strings.Index(line, rest)
			out = append(out, Page{Name: strings.TrimSpace(name), line: n + 1, column: utf8.RuneCountInString(line[:at]) + 1, Text: line[at:] + "\n"})
			continue
		}
		if len(out) > 0 {
			out[len(out)-1].Text += line + "\n"
		}
	}
	return out
}

// longest is how many bytes a heading has at most.
const longest = 60

// bared is a line without what surrounds a heading.
func bared(line string) string { return strings.Trim(line, " \t#*=_:") }

// alone tells whether nothing is before a line.
func alone(lines []string, n int) bool { return n == 0 || bared(lines[n-1]) == "" }

// title tells whether a line looks like the name of a card: a few words that stand apart and are no sentence, with one below.
func title(lines []string, n int) bool {
	bare := bared(lines[n])
	first, _ := utf8.DecodeRuneInString(bare)
	if !alone(lines, n) || !unicode.IsUpper(first) || len(strings.Fields(bare)) > 5 || strings.ContainsAny(bare, ".,;:!?") || column(bodies, []string{bare}) >= 0 {
		return false
	}
	for _, line := range lines[n+1:] {
		switch line = strings.TrimSpace(line); {
		case line == "":
			return false
		case strings.ContainsAny(line[len(line)-1:], ".!"):
			return true
		}
	}
	return false
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

// table reads a table with a row of headings, or of two columns without. What stands below another heading is of the card, too, when
// that is what cards have.
func table(text string, heads Names, tabs bool) ([]Page, error) {
	r := csv.NewReader(strings.NewReader(text))
	r.FieldsPerRecord, r.LazyQuotes = -1, true
	first, _, _ := strings.Cut(text, "\n")
	switch {
	case tabs || strings.Contains(first, "\t"):
		r.Comma = '\t'
	case strings.Count(first, ";") > strings.Count(first, ","):
		r.Comma = ';'
	}
	name, body := -1, -1
	var labels []string
	var out []Page
	for {
		row, err := r.Read()
		if errors.Is(err, io.EOF) {
			return out, nil
		}
		if err != nil {
			return nil, err
		}
		if name < 0 {
			if name, body = column(names, row), column(bodies, row); name >= 0 && (body >= 0 || slices.ContainsFunc(row, heads.Figures)) {
				labels = row
				continue
			}
			if name, body = 0, 1; len(row) < 2 {
				return nil, errors.New("a table has a column with the name of a card, and one with its text")
			}
		}
		if max(name, body) < len(row) {
			p := Page{Name: row[name]}
			if p.line, p.column = r.FieldPos(max(body, 0)); body >= 0 {
				p.Text = row[body]
			}
			for i := range min(len(labels), len(row)) {
				if i != name && i != body {
					line, at := r.FieldPos(i)
					p.add(heads, labels[i], row[i], line, at)
				}
			}
			out = append(out, p)
		}
	}
}

// tree reads YAML and JSON: texts by the names of cards, or a list of things that have a name and a text.
func tree(text string, heads Names) ([]Page, error) {
	var doc yaml.Node
	if err := yaml.Unmarshal([]byte(text), &doc); err != nil {
		if strings.Contains(err.Error(), "mapping values are not allowed") {
			err = fmt.Errorf("%w: a text with a colon in it stands in quotes, or below its name behind a |", err)
		}
		return nil, err
	}
	if len(doc.Content) == 0 {
		return nil, nil
	}
	return written{strings.Split(text, "\n"), heads}.pages(doc.Content[0])
}

// written is the lines of a file of YAML, and what tells them apart.
type written struct {
	lines []string
	heads Names
}

func (w written) pages(n *yaml.Node) ([]Page, error) {
	var out []Page
	switch n.Kind {
	case yaml.SequenceNode:
		for _, item := range n.Content {
			p, err := w.pages(item)
			if err != nil {
				return nil, err
			}
			out = append(out, p...)
		}
	case yaml.MappingNode:
		keys := keysOf(n)
		if name, body := column(names, keys), column(bodies, keys); name >= 0 && body >= 0 {
			return []Page{w.whole(n, n.Content[2*name+1].Value, name, body)}, nil
		}
		for i := 0; i < len(n.Content); i += 2 {
			value := n.Content[i+1]
			switch body := column(bodies, keysOf(value)); {
			case value.Kind == yaml.ScalarNode:
				out = append(out, w.page(value, n.Content[i].Value))
			case body >= 0 && column(names, keysOf(value)) < 0: // what a card is, by its name
				out = append(out, w.whole(value, n.Content[i].Value, -1, body))
			default: // a section
				p, err := w.pages(value)
				if err != nil {
					return nil, err
				}
				out = append(out, p...)
			}
		}
	default:
		return nil, fmt.Errorf("line %d: texts are written by the names of cards, or as a list of names and texts", n.Line)
	}
	return out, nil
}

// keysOf are the keys of a mapping; of what is none there are none.
func keysOf(n *yaml.Node) (keys []string) {
	for i := 0; n.Kind == yaml.MappingNode && i < len(n.Content); i += 2 {
		keys = append(keys, n.Content[i].Value)
	}
	return keys
}

// whole is a card of which a mapping has the text under one key, and figures under others but that of its name.
func (w written) whole(n *yaml.Node, called string, name, body int) Page {
	p := w.page(n.Content[2*body+1], called)
	for i, key := range keysOf(n) {
		if v := n.Content[2*i+1]; i != name && i != body && v.Kind == yaml.ScalarNode {
			p.add(w.heads, key, v.Value, v.Line, v.Column)
		}
	}
	return p
}

// page is a value as the text of a card. A block begins on the line behind its sign.
func (w written) page(value *yaml.Node, name string) Page {
	p := Page{Name: name, Text: value.Value, line: value.Line, column: value.Column}
	if value.Style&(yaml.LiteralStyle|yaml.FoldedStyle) != 0 {
		if p.line < len(w.lines) {
			p.indent = len(w.lines[p.line]) - len(strings.TrimLeft(w.lines[p.line], " "))
		}
		p.line++
		p.column = p.indent + 1
	} else if value.Style&(yaml.DoubleQuotedStyle|yaml.SingleQuotedStyle) != 0 {
		p.column++
	}
	return p
}
