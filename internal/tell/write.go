package tell

import (
	"slices"
	"strings"

	"github.com/kdsl-lang/kdsl/internal/term"
	"github.com/kdsl-lang/kdsl/lang/diag"
	"github.com/kdsl-lang/kdsl/lang/text"
)

// Write tells the whole story, with a title and a line below it.
func (t *Story) Write(p term.Painter, subtitle string) string {
	w := &writer{p: p}
	w.line(0, p.Paint(term.Bold, diag.Visible(text.Name(t.run.M.P, t.script.Texts, plain(t.script.Name), t.Lang))))
	var players []string
	for i := range t.script.Players {
		players = append(players, t.names.labels[i])
	}
	joint := ", "
	if len(players) == 2 {
		joint = " " + t.word("against") + " "
	}
	w.line(0, p.Paint(term.Dim, diag.Visible(strings.Join(players, joint)+subtitle)))
	if t.roster != "" {
		w.line(0, "")
		for l := range strings.Lines(t.roster) {
			w.line(0, diag.Visible(strings.TrimSuffix(l, "\n")))
		}
	}
	w.line(0, "")
	w.node(t.top, 0, 0)
	return w.b.String()
}

type writer struct {
	p     term.Painter
	b     strings.Builder
	after bool // a span with a heading has ended: what follows stands apart
}

func (w *writer) line(indent int, s string) {
	if w.after {
		w.after = false
		w.gap()
	}
	if s != "" {
		w.b.WriteString(strings.Repeat(" ", indent))
		w.b.WriteString(s)
	}
	w.b.WriteByte('\n')
}

func (w *writer) gap() {
	if s := w.b.String(); s != "" && !strings.HasSuffix(s, "\n\n") {
		w.b.WriteByte('\n')
	}
}

// node writes what happened in a node. Its facts wait until something has a line of its own.
func (w *writer) node(n *node, indent, level int) {
	waiting := &segment{subject: -1, indent: indent}
	switch {
	case !n.told || n.text == "":
	case n.span && level == 0:
		w.gap()
		w.line(indent, w.p.Paint(term.Bold, "== "+diag.Visible(n.text)+" =="))
		waiting.indent, level = indent+2, level+1
	case n.span:
		w.line(indent, w.p.Paint(term.Bold, diag.Visible(n.text)))
		waiting.indent, level = indent+2, level+1
	default:
		waiting.sentence, waiting.subject = diag.Visible(n.text), n.subject
	}
	w.items(n, waiting, level)
	w.flush(waiting)
	w.after = w.after || n.span && n.told && level == 1
}

func (w *writer) items(n *node, waiting *segment, level int) {
	for _, i := range n.items {
		switch {
		case i.fact != nil:
			waiting.add(i.fact)
		case i.remark != "":
			w.flush(waiting)
			w.line(waiting.indent, w.p.Paint(term.Dim, diag.Visible(i.remark)))
		case i.node.told && i.node.text != "":
			out := waiting.indent
			w.flush(waiting)
			if i.node.span { // a span inside an event stands as far out as the event
				waiting.indent = out
			}
			w.node(i.node, waiting.indent, level)
		default:
			w.items(i.node, waiting, level)
		}
	}
}

// flush writes the line that is waiting. What comes after a sentence, inside its event, stands
// further in.
func (w *writer) flush(s *segment) {
	line := s.sentence
	for _, part := range []string{w.p.Paint(term.Cyan, diag.Visible(strings.Join(s.dice, " "))), w.p.Paint(term.Yellow, diag.Visible(s.changes()))} {
		if line != "" && part != "" {
			line += "  "
		}
		line += part
	}
	if line != "" {
		w.line(s.indent, line)
	}
	next := segment{subject: s.subject, follows: true, indent: s.indent}
	if s.sentence != "" {
		next.indent += 2
	}
	*s = next
}

// segment is what goes into one line.
type segment struct {
	sentence string
	indent   int
	subject  int64
	follows  bool // the sentence stands on a line above
	dice     []string
	facts    []*fact
}

// add puts a fact into the line; two changes of one thing make one.
func (s *segment) add(f *fact) {
	switch {
	case f.dice != "":
		s.dice = append(s.dice, f.dice)
		return
	case f.key == "" && f.wholly == "": // a throw of no dice
		return
	case f.entered && slices.ContainsFunc(s.facts, func(o *fact) bool { return o.entered && o.bearer < 0 && o.inst == f.bearer }):
		return // it came with its bearer
	case f.left && f.bearer < 0:
		s.facts = slices.DeleteFunc(s.facts, func(o *fact) bool { return o.left && o.bearer == f.inst })
	case f.location:
		s.facts = slices.DeleteFunc(s.facts, func(o *fact) bool { return o.location && o.inst == f.inst })
	case f.key != "":
		for i, o := range s.facts {
			if o.inst == f.inst && o.key == f.key {
				both := *o
				both.is = f.is
				s.facts[i] = &both
				if both.was == both.is {
					s.facts = slices.Delete(s.facts, i, i+1)
				}
				return
			}
		}
	}
	s.facts = append(s.facts, f)
}

// changes writes the facts: those of one thing together, with its name where that is not clear.
func (s *segment) changes() string {
	var order []int64
	of := map[int64][]string{}
	name := map[int64]string{}
	for _, f := range s.facts {
		if of[f.inst] == nil {
			order = append(order, f.inst)
			name[f.inst] = f.name
		}
		said := f.wholly
		if said == "" {
			said = f.key + " " + f.was + " -> " + f.is
		}
		of[f.inst] = append(of[f.inst], said)
	}
	var parts []string
	for len(order) > 0 {
		said := strings.Join(of[order[0]], ", ")
		var who []string // to whom the same happened
		rest := order[:0:0]
		for _, i := range order {
			switch same := strings.Join(of[i], ", ") == said; {
			case !same:
				rest = append(rest, i)
			case i != s.subject || s.follows || s.sentence == "":
				who = append(who, name[i])
			}
		}
		order = rest
		if len(who) > 0 {
			said = strings.Join(who, ", ") + ": " + said
		}
		parts = append(parts, said)
	}
	return strings.Join(parts, "; ")
}
