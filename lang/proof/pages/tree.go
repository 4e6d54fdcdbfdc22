package pages

import (
	"fmt"
	"slices"
	"strings"

	"go.yaml.in/yaml/v3"
	"golang.org/x/text/unicode/norm"
)

// tree reads YAML and JSON: texts by the names of cards, or a list of things that have a name and a text.
func tree(file, text string, heads Names) ([]Page, []Note, error) {
	var doc yaml.Node
	if err := yaml.Unmarshal([]byte(text), &doc); err != nil {
		if strings.Contains(err.Error(), "mapping values are not allowed") {
			err = fmt.Errorf("%w: a text with a colon in it stands in quotes, or below its name behind a |", err)
		}
		return nil, nil, fmt.Errorf("%s: %w", file, err)
	}
	if len(doc.Content) == 0 {
		return nil, nil, nil
	}
	w := written{lines: strings.Split(text, "\n"), heads: heads}
	out, err := w.pages(doc.Content[0], false)
	if err != nil {
		return nil, nil, fmt.Errorf("%s: %w", file, err)
	}
	return out, w.notes, nil
}

// written is the lines of a file of YAML, and what tells them apart.
type written struct {
	lines []string
	heads Names
	notes []Note
}

// pages are the cards of a value; listed: it is one of a list.
func (w *written) pages(n *yaml.Node, listed bool) ([]Page, error) {
	var out []Page
	switch n = aliased(n); n.Kind {
	case yaml.SequenceNode:
		for _, item := range n.Content {
			p, err := w.pages(item, true)
			if err != nil {
				return nil, err
			}
			out = append(out, p...)
		}
	case yaml.MappingNode:
		keys := keysOf(n)
		name, body := column(names, keys), column(bodies, keys)
		if listed && name >= 0 {
			name, body = columns(keys, w.heads)
		}
		if name >= 0 && (body >= 0 || listed) {
			return []Page{w.whole(n, aliased(n.Content[2*name+1]).Value, name, body)}, nil
		}
		for i := 0; i < len(n.Content); i += 2 {
			value := aliased(n.Content[i+1])
			switch body := column(bodies, keysOf(value)); {
			case value.Kind == yaml.ScalarNode || worded(value):
				out = append(out, w.page(value, n.Content[i].Value))
			case body >= 0 && column(names, keysOf(value)) < 0: // what a card is, by its name
				out = append(out, w.whole(value, n.Content[i].Value, -1, body))
			default: // a section
				p, err := w.pages(value, false)
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

// aliased is the text for which a value stands. What holds others may hold itself.
func aliased(n *yaml.Node) *yaml.Node {
	if n.Kind == yaml.AliasNode && n.Alias.Kind == yaml.ScalarNode {
		return n.Alias
	}
	return n
}

// worded tells whether a value is a list of lines.
func worded(n *yaml.Node) bool {
	return n.Kind == yaml.SequenceNode && len(n.Content) > 0 && !slices.ContainsFunc(n.Content, func(x *yaml.Node) bool { return aliased(x).Kind != yaml.ScalarNode })
}

// keysOf are the keys of a mapping; of what is none there are none.
func keysOf(n *yaml.Node) (keys []string) {
	for i := 0; n.Kind == yaml.MappingNode && i < len(n.Content); i += 2 {
		keys = append(keys, n.Content[i].Value)
	}
	return keys
}

// whole is a card of which a mapping has the text under one key, and figures under others but that of its name.
func (w *written) whole(n *yaml.Node, called string, name, body int) Page {
	p := Page{Name: called, places: []place{{line: n.Line, column: n.Column}}}
	if body >= 0 {
		p = w.page(aliased(n.Content[2*body+1]), called)
	}
	for i, key := range keysOf(n) {
		k, v := n.Content[2*i], aliased(n.Content[2*i+1])
		if i != name && i != body && (v.Kind != yaml.ScalarNode || !p.add(w.heads, key, v.Value, v.Line, v.Column)) {
			w.notes = ignored(w.notes, k.Line, k.Column, key)
		}
	}
	return p
}

// page is a value as the text of a card: its lines, where it is a list.
func (w *written) page(value *yaml.Node, name string) Page {
	p := Page{Name: name}
	parts := []*yaml.Node{value}
	if value.Kind == yaml.SequenceNode {
		parts = value.Content
	}
	for _, part := range parts {
		part = aliased(part)
		text := norm.NFC.String(part.Value)
		if part.Kind != yaml.ScalarNode || part.Tag == "!!null" {
			text = ""
		}
		if len(p.places) > 0 {
			p.Text += "\n"
		}
		for _, x := range w.places(part, text) {
			x.at += len(p.Text)
			p.places = append(p.places, x)
		}
		p.Text += text
	}
	if len(parts) == 0 {
		p.places = []place{{line: value.Line, column: value.Column}}
	}
	return p
}

// places are where a value stands. A block begins on the line behind its sign.
func (w *written) places(value *yaml.Node, text string) []place {
	line, column, q := value.Line, value.Column, plain
	switch {
	case value.Style&(yaml.LiteralStyle|yaml.FoldedStyle) != 0:
		if line, column = line+1, 1; line > len(w.lines) {
			line = len(w.lines)
		}
		column += len(w.lines[line-1]) - len(strings.TrimLeft(w.lines[line-1], " "))
	case value.Style&yaml.DoubleQuotedStyle != 0:
		column, q = column+1, doubled
	case value.Style&yaml.SingleQuotedStyle != 0:
		column, q = column+1, single
	}
	return trail(w.lines, line, column, text, q)
}
