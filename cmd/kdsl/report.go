package main

import (
	"bytes"
	"encoding/json"
	"fmt"
	"io"

	"github.com/kdsl-lang/kdsl/lang/diag"
)

// formatVersion is of every document that a command writes for other tools. It changes when a key
// changes its meaning or goes; new keys may come without.
const formatVersion = 1

// document is what --json writes: keys with their values, in this order.
type document []entry

type entry struct {
	key   string
	value any
}

// MarshalJSON writes the keys in their order.
func (d document) MarshalJSON() ([]byte, error) {
	var b bytes.Buffer
	for i, e := range d {
		value, err := json.Marshal(e.value)
		if err != nil {
			return nil, err
		}
		fmt.Fprintf(&b, "%c%q:%s", "{,"[min(i, 1)], e.key, value)
	}
	b.WriteByte('}')
	return b.Bytes(), nil
}

// documentOf is a whole document, with its version.
func documentOf(entries ...entry) document {
	return append(document{{"format_version", formatVersion}}, entries...)
}

// report is how a command gives its result: for people, or as a document.
type report struct{ asJSON bool }

// show writes the result.
func (r report) show(t *tool, d any, text func()) error {
	if !r.asJSON {
		text()
		return nil
	}
	return writeJSON(t.out, d)
}

// writeJSON writes one document, indented, with nothing in it that a terminal would obey or hide.
func writeJSON(w io.Writer, v any) error {
	b, err := json.MarshalIndent(v, "", "  ")
	if err != nil {
		return err
	}
	_, err = w.Write(append(diag.EscapeJSON(b), '\n'))
	return err
}

// writeLine writes one JSON object on a line of its own.
func writeLine(w io.Writer, v any) {
	b, err := json.Marshal(v)
	if err != nil {
		panic(err) // our own types marshal
	}
	w.Write(append(diag.EscapeJSON(b), '\n'))
}

func count(n int, what string) string {
	if n == 1 {
		return "1 " + what
	}
	return fmt.Sprintf("%d %ss", n, what)
}
