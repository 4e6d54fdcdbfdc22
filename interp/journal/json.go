package journal

import (
	"encoding/json"
	"fmt"
	"slices"
	"strings"

	"github.com/kdsl-lang/kdsl/lang/ir"
)

// Line is an entry as other tools read it. Fields are by name, as a reader expects the values; Clause
// is `card.label`. What an entry does not have is left out.
type Line struct {
	FormatVersion int               `json:"format_version"`
	Kind          Kind              `json:"kind"`
	Depth         int               `json:"depth"`
	Event         string            `json:"event,omitempty"`
	Fields        map[string]string `json:"fields,omitempty"`
	Dice          []int64           `json:"dice,omitempty"`    // the faces that came up
	Were          []int64           `json:"were,omitempty"`    // what they were before a clause changed them
	Classes       map[string]int64  `json:"classes,omitempty"` // or how many dice fell into each class
	Faces         int64             `json:"faces,omitempty"`   // of the dice
	Cell          string            `json:"cell,omitempty"`    // what changed, from what, to what
	Was           string            `json:"was,omitempty"`
	Is            string            `json:"is,omitempty"`
	Clause        string            `json:"clause,omitempty"`
	Card          string            `json:"card,omitempty"`
	Inst          string            `json:"inst,omitempty"`
	Player        string            `json:"player,omitempty"`
	Text          string            `json:"text,omitempty"`
	File          string            `json:"file,omitempty"`
	LineNumber    int               `json:"line,omitempty"`
}

// FormatVersion is of the lines. It changes when a key changes its meaning or goes.
const FormatVersion = 1

// Names knows how the things of a game are called. A run of the machine does.
type Names interface {
	ShowValue(ir.Type, ir.Value) string
	Name(inst int64) string
	HookName(hook int) string
	CardOf(inst int64) int // -1 when it is gone
}

// classes writes classes with how many dice fell into each.
func classes(e *Entry, list []int64, names Names) string {
	var out []string
	for c := range slices.Chunk(list, 2) {
		out = append(out, fmt.Sprintf("%dx %s", c[1], names.ShowValue(e.Types[0], ir.Value{N: c[0]})))
	}
	return strings.Join(out, ", ")
}

// ToLine makes a line of an entry, while what it speaks of is still there.
func ToLine(e *Entry, p *ir.Program, names Names) *Line {
	l := &Line{FormatVersion: FormatVersion, Kind: e.Kind, Depth: e.Depth, Text: e.Text}
	if e.Event >= 0 {
		l.Event = p.Events[e.Event].Name
	}
	if e.Hook >= 0 {
		l.Clause = names.HookName(e.Hook)
	}
	if e.Inst >= 0 {
		l.Inst = names.Name(e.Inst)
		if c := names.CardOf(e.Inst); c >= 0 {
			l.Card = p.Cards[c].Name
		}
	}
	if e.At.IsValid() {
		l.File, l.LineNumber = e.At.File.Name, e.At.Pos().Line
	}
	point := ir.Type{Kind: ir.Point}
	set := func(name, value string) {
		if l.Fields == nil {
			l.Fields = map[string]string{}
		}
		l.Fields[name] = value
	}
	switch e.Kind {
	case Throw:
		l.Faces = e.Ints[1]
		if len(e.Types) == 0 {
			l.Dice = e.Lists[0]
			break
		}
		l.Classes = map[string]int64{}
		for i := 0; i+1 < len(e.Lists[0]); i += 2 {
			l.Classes[names.ShowValue(e.Types[0], ir.Value{N: e.Lists[0][i]})] = e.Lists[0][i+1]
		}
	case Dice:
		l.Dice, l.Were = e.Lists[1], e.Lists[0]
		if len(e.Types) > 0 {
			l.Dice, l.Were = nil, nil
			l.Was, l.Is = classes(e, e.Lists[0], names), classes(e, e.Lists[1], names)
		}
	case Change:
		l.Cell = e.Names[0]
		l.Was = names.ShowValue(e.Types[0], ir.Value{N: e.Ints[0]})
		l.Is = names.ShowValue(e.Types[0], ir.Value{N: e.Ints[1]})
	case Sum:
		set(e.Names[0], names.ShowValue(sumType(e, p), ir.Value{N: e.Ints[0]}))
	case Move:
		set("at", names.ShowValue(point, ir.Value{L: e.Ints}))
	case Choice:
		l.Player = names.Name(int64(e.Player))
		fallthrough
	default:
		for i, name := range e.Names {
			if name[0] == '(' { // of the machine
				continue
			}
			set(name, names.ShowValue(TypeOf(e, i, p), valueOf(e, i)))
		}
	}
	return l
}

// Answered is what a choice answers to the fields of a form.
func Answered(e *Entry, names Names) string {
	var out strings.Builder
	for i, name := range e.Names {
		fmt.Fprintf(&out, "%s: %s  ", name, names.ShowValue(e.Types[i], ir.Value{N: e.Ints[i], L: e.Lists[i]}))
	}
	return out.String()
}

// TypeOf is the type of the i-th field of an entry.
func TypeOf(e *Entry, i int, p *ir.Program) ir.Type {
	if i < len(e.Types) {
		return e.Types[i]
	}
	return p.Events[e.Event].Fields[i].Type
}

// Renumber gives the instances that an entry speaks of their new numbers, by their old ones; -1 for those
// that are no more.
func (e *Entry) Renumber(p *ir.Program, to []int32) {
	move := func(n int64) int64 {
		if n >= 0 && n < int64(len(to)) {
			return int64(to[n])
		}
		return n
	}
	e.Inst, e.Of = move(e.Inst), move(e.Of)
	for i := range e.Names {
		if i >= len(e.Types) && (e.Event < 0 || e.Kind == Sum) { // numbers
			break
		}
		switch t := TypeOf(e, i, p); {
		case t.IsList() && i < len(e.Lists):
			l := slices.Clone(e.Lists[i])
			for n := range l {
				if p.Member(ir.SlotName{Type: t}, n).Kind == ir.Inst {
					l[n] = move(l[n])
				}
			}
			e.Lists[i] = l
		case t.Kind == ir.Inst && i < len(e.Ints):
			e.Ints[i] = move(e.Ints[i])
		}
	}
}

// sumType is the type of a contribution: that of the field, but factors are numbers.
func sumType(e *Entry, p *ir.Program) ir.Type {
	if e.Event >= 0 && e.Text != "multiply" && e.Text != "divide" {
		for _, f := range p.Events[e.Event].Fields {
			if f.Name == e.Names[0] {
				return f.Type
			}
		}
	}
	return ir.Type{Kind: ir.Int}
}

func valueOf(e *Entry, i int) ir.Value {
	v := ir.Value{N: e.Ints[i]}
	if i < len(e.Lists) {
		v.L = e.Lists[i]
	}
	return v
}

// JSON is the line as one line of JSON, without its end. The order of the keys is fixed.
func (l *Line) JSON() []byte {
	b, err := json.Marshal(l)
	if err != nil {
		panic(err) // strings and numbers marshal
	}
	return b
}
