package ask

import (
	"fmt"
	"slices"
	"strings"

	"github.com/kdsl-lang/kdsl/lang/ir"
	"github.com/kdsl-lang/kdsl/lang/source"
	"github.com/kdsl-lang/kdsl/lang/syntax"
)

// Signature is what may stand between the brackets behind a name.
type Signature struct {
	Of     string   // the name
	Params []string // each as `name: type`, or as a type
	Result string   // its type; "" for none
	Active int      // which of them is written; -1 when none is
	Doc    string   // a line that says what it is; "" for none
	Texts  ir.Texts // what it is called
}

// Label is all of it, in one line.
func (s *Signature) Label() string {
	out := s.Of + "(" + strings.Join(s.Params, ", ") + ")"
	if s.Result != "" {
		out += ": " + s.Result
	}
	return out
}

// mostBack is how many bytes before a place an open bracket is looked for.
const mostBack = 4000

// Signatures lists what the call may be in which a byte offset of a text lies; nothing outside of calls.
func Signatures(p *ir.Program, f *source.File, offset int) (out []Signature) {
	c, ok := callAround(f, offset)
	if !ok {
		return nil
	}
	add := func(params []*ir.Field, result string, texts ir.Texts) {
		s := Signature{Of: c.name, Result: result, Texts: texts}
		for _, f := range params {
			s.Params = append(s.Params, parameter(p, f))
		}
		s.Active = c.active(ir.FieldNames(params))
		out = append(out, s)
	}
	for _, x := range p.Events {
		if x.Name == c.name && !c.method {
			add(c.fields(x), "", x.Texts)
		}
	}
	for _, x := range p.Funcs {
		if x.Name == c.name && !c.method {
			add(x.Params, p.TypeName(x.Result), x.Texts)
		}
	}
	for _, x := range p.Tables {
		if x.Name == c.name && !c.method {
			add(x.Params, p.TypeName(x.Result), x.Texts)
		}
	}
	for _, x := range p.Cards {
		if x.Name == c.name && !c.method {
			add(x.Params, "", x.Texts)
		}
	}
	for _, x := range ir.Prims {
		if x.Name != c.name || x.Method != c.method {
			continue
		}
		s := Signature{Of: c.name, Result: p.TypeName(x.Result), Doc: x.Doc, Active: -1}
		for i, t := range x.Params {
			if i == 0 && c.method {
				continue // what stands before the dot
			}
			name := p.TypeName(t)
			if x.Tie == ir.NamesKind && t.Kind == ir.TextType {
				name = "kind"
			}
			s.Params = append(s.Params, name)
		}
		if c.place < len(s.Params) {
			s.Active = c.place
		}
		out = append(out, s)
	}
	return out
}

// parameter writes a parameter as it is declared.
func parameter(p *ir.Program, f *ir.Field) string {
	out := f.Name + ": " + p.TypeName(f.Type)
	if f.Lo != ir.None && f.Hi != ir.None {
		out += fmt.Sprintf(" in %d..%d", f.Lo, f.Hi)
	}
	return out
}

// call is one in which a place lies.
type call struct {
	name   string
	before string // the word before the name, on its line
	method bool   // a dot stands before the name
	place  int    // how many commas stand before the place
	arg    string // the name of the argument that the place lies in; "" for none
}

// active is which of some parameters is written.
func (c *call) active(names []string) int {
	if c.arg != "" {
		return slices.Index(names, c.arg)
	}
	if c.place < len(names) {
		return c.place
	}
	return -1
}

// fields are those that may be named in the brackets behind an event: in the head of a clause all that it has, else those that
// are given.
func (c *call) fields(e *ir.Event) (out []*ir.Field) {
	head := slices.Contains(syntax.HookWords, c.before)
	for _, f := range e.Fields[:max(0, len(e.Fields)-1-e.Hidden)] {
		if f.Param || f.Chosen || head && len(f.Layers) == 0 {
			out = append(out, f)
		}
	}
	return out
}

// callAround is the innermost call that is open at a byte offset.
func callAround(f *source.File, offset int) (c call, ok bool) {
	text := f.Text[:offset]
	line := text[strings.LastIndexByte(text, '\n')+1:]
	if quoted(line) {
		return c, false
	}
	if far := len(text) - mostBack; far > 0 {
		text = text[far+strings.IndexByte(text[far:], '\n')+1:]
	}
	list := tokens(text)
	depth := 0
	for i := len(list) - 1; i >= 0; i-- {
		switch list[i].word {
		case ")", "]":
			depth++
		case "[":
			if depth == 0 {
				return c, false // a list
			}
			depth--
		case "(":
			if depth > 0 {
				depth--
				continue
			}
			if i == 0 || !source.IsName(list[i-1].word) {
				return c, false
			}
			c.name = list[i-1].word
			if i > 1 {
				c.before = list[i-2].word
				c.method = c.before == "."
			}
			return c, true
		case ",":
			if depth == 0 {
				c.place++
			}
		case ":":
			if depth == 0 && c.place == 0 && c.arg == "" && i > 0 {
				c.arg = list[i-1].word
			}
		case "{", "}":
			return c, false // brackets end there
		}
	}
	return c, false
}
