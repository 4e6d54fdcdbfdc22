package pages

import (
	"fmt"
	"slices"
	"strings"
	"unicode/utf8"
)

// field is one of a row, with where it begins.
type field struct {
	text         string
	line, column int
	quoted       bool
}

// places are where the text of a field stands.
func (f field) places(lines []string) []place {
	if f.quoted {
		return trail(lines, f.line, f.column+1, f.text, twice)
	}
	return []place{{line: f.line, column: f.column}}
}

// cells reads the rows of a table. A quotation mark inside a field is one; one that swallows a row is a mistake.
type cells struct {
	file  string
	lines []string
	comma rune
	n     int // the line that is read next
}

// row reads the next row that is not empty; nil when there is none.
func (c *cells) row() ([]field, error) {
	for c.n < len(c.lines) && strings.TrimSpace(c.lines[c.n]) == "" {
		c.n++
	}
	if c.n == len(c.lines) {
		return nil, nil
	}
	rest, col := c.lines[c.n], 1
	var out []field
	for {
		f := field{line: c.n + 1, column: col}
		if blank := len(rest) - len(strings.TrimLeft(rest, " ")); strings.HasPrefix(rest[blank:], `"`) {
			f.column, f.quoted = col+blank, true
			var err error
			if f.text, rest, col, err = c.quoted(rest[blank+1:], col+blank+1); err != nil {
				return nil, err
			}
		}
		plain, after, more := strings.Cut(rest, string(c.comma))
		f.text += plain
		out = append(out, f)
		if !more {
			c.n++
			return out, nil
		}
		rest, col = after, col+utf8.RuneCountInString(plain)+1
	}
}

// quoted reads a field up to the mark that closes it, and answers what is behind that.
func (c *cells) quoted(rest string, col int) (text, after string, column int, err error) {
	line, at := c.n+1, col-1
	open := fmt.Errorf("%s:%d:%d: the quotation mark is not closed: the rows below it would be taken for a part of the text", c.file, line, at)
	var b strings.Builder
	for {
		part, tail, found := strings.Cut(rest, `"`)
		b.WriteString(part)
		col += utf8.RuneCountInString(part) + 1
		next, _ := utf8.DecodeRuneInString(tail)
		switch blank := strings.TrimLeft(tail, " "); {
		case !found:
			if c.n++; c.n == len(c.lines) {
				return "", "", 0, open
			}
			b.WriteByte('\n')
			rest, col = c.lines[c.n], 1
			continue
		case next == '"':
			b.WriteByte('"')
			rest, col = tail[1:], col+1
			continue
		case blank == "" || strings.HasPrefix(blank, string(c.comma)):
			return b.String(), blank, col + len(tail) - len(blank), nil
		case c.n+1 > line && strings.HasSuffix(part, string(c.comma)): // it opens another field
			return "", "", 0, open
		}
		b.WriteByte('"')
		rest = tail
	}
}

// table reads a table with a row of headings, or of two columns without. What stands below another heading is of the card, too, when
// that is what cards have.
func table(file string, lines []string, heads Names, tabs bool) (out []Page, notes []Note, err error) {
	r := &cells{file: file, lines: lines, comma: ','}
	first := lines[slices.IndexFunc(lines, func(s string) bool { return strings.TrimSpace(s) != "" })]
	switch {
	case tabs || strings.Contains(first, "\t"):
		r.comma = '\t'
	case strings.Count(first, ";") > strings.Count(first, ","):
		r.comma = ';'
	}
	t := tabular{heads: heads}
	for {
		row, err := r.row()
		if err != nil {
			return nil, nil, err
		}
		if row == nil {
			break
		}
		list, more, err := t.row(file, lines, row, r.comma)
		if err != nil {
			return nil, nil, err
		}
		out, notes = append(out, list...), append(notes, more...)
	}
	if len(out) == 0 {
		return nil, nil, fmt.Errorf("%s: no card was found in it: below the row of headings there is nothing", file)
	}
	return out, notes, nil
}

// tabular is what is known of a table from its first row on.
type tabular struct {
	heads            Names
	begun            bool
	name, body, wide int // the columns of the name and the text, -1: there is none; and how many there are
	labels           []string
}

// row reads the next row: the headings, or a card.
func (t *tabular) row(file string, lines []string, row []field, comma rune) (out []Page, notes []Note, err error) {
	if !t.begun {
		labels := make([]string, len(row))
		for i, f := range row {
			labels[i] = f.text
		}
		t.begun, t.wide = true, len(row)
		t.name, t.body = columns(labels, t.heads)
		if t.name >= 0 && (t.body >= 0 || slices.ContainsFunc(labels, t.heads.Figures)) {
			t.labels = labels
			for i, f := range row {
				if i != t.name && i != t.body && strings.TrimSpace(f.text) != "" && !t.heads.Figures(f.text) && !t.heads.Labels(f.text) {
					notes = ignored(notes, f.line, f.column, f.text)
				}
			}
			return nil, notes, nil
		}
		if t.name >= 0 && len(row) > 1 {
			return nil, nil, fmt.Errorf("%s:%d:%d: no heading says which column has the text: call it \"text\"", file, row[0].line, row[0].column)
		}
		if t.name, t.body = 0, 1; len(row) < 2 {
			return nil, nil, fmt.Errorf("%s:%d:%d: a table has a column with the name of a card, and one with its text", file, row[0].line, row[0].column)
		}
	}
	if t.name >= len(row) || strings.TrimSpace(row[t.name].text) == "" && len(row) == 1 {
		return nil, nil, nil
	}
	if len(row) > t.wide {
		f := row[t.wide]
		notes = append(notes, Note{f.line, f.column, fmt.Sprintf("the row has %d columns, the table %d: a text in which %q stands is put into quotation marks", len(row), t.wide, string(comma))})
		if t.body == t.wide-1 { // its text has the comma
			for _, f := range row[t.wide:] {
				row[t.body].text += string(comma) + f.text
			}
		}
	}
	p := Page{Name: strings.TrimSpace(row[t.name].text), places: []place{{line: row[t.name].line, column: row[t.name].column}}}
	if t.body >= 0 && t.body < len(row) {
		p.Text, p.places = row[t.body].text, row[t.body].places(lines)
	}
	for i := range min(len(t.labels), len(row)) {
		if len(row) <= t.wide && i != t.name && i != t.body {
			p.add(t.heads, t.labels[i], row[i].text, row[i].line, row[i].column)
		}
	}
	return []Page{p}, notes, nil
}
