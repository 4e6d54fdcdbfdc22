package laws_test

import (
	"fmt"
	"strings"

	"github.com/kdsl-lang/kdsl/interp"
	"github.com/kdsl-lang/kdsl/interp/journal"
	"github.com/kdsl-lang/kdsl/lang/ir"
)

// names numbers things in the order in which they came, whatever number the machine gives them: two
// journals are equal up to numbering when they are equal in these names.
type names struct {
	m    *interp.Machine
	of   map[int64]int
	next int
}

// newNames numbers what there is by arrival.
func newNames(r *interp.Run) *names {
	n := &names{m: r.M, of: map[int64]int{}}
	for _, i := range arrivals(r) {
		if c := r.CardOf(i); c >= 0 && declared.MatchString(r.M.P.Cards[c].Name) && isHole(r.M.P.Cards[c].Name) {
			continue
		}
		n.of[i] = n.next
		n.next++
	}
	return n
}

// arrivals are the things of a run in the order in which they came.
func arrivals(r *interp.Run) []int64 {
	var out []int64
	for i := range r.S.Insts {
		out = append(out, int64(i))
	}
	return out
}

// move goes on with the same names where things have other numbers.
func (n *names) move(from, to []int64) {
	of := map[int64]int{}
	for i, x := range from {
		if i < len(to) {
			of[to[i]] = n.of[x]
		}
	}
	n.of = of
}

func (n *names) name(x int64) string {
	if i, ok := n.of[x]; ok {
		return fmt.Sprintf("#%d", i)
	}
	return "#none"
}

func (n *names) value(t ir.Type, v int64) string {
	switch {
	case t.Kind == ir.Inst:
		return n.name(v)
	case t.Kind == ir.CardOf && v >= 0 && v < int64(len(n.m.P.Cards)):
		return n.m.P.Cards[v].Name
	}
	return fmt.Sprint(v)
}

// hear writes a line of the story.
func (p *player) hear(e *journal.Entry) {
	o := p.out
	prog := p.m.P
	if e.Kind == journal.Enter {
		p.names.of[e.Inst] = p.names.next
		p.names.next++
	}
	event := ""
	if e.Event >= 0 {
		event = prog.Events[e.Event].Name
	}
	if p.h.prelude != "" && !p.muted && event == p.h.prelude {
		// what came before is forgotten as well: things are numbered from here
		p.muted = true
	}
	if p.muted && event == p.h.prelude && e.Kind == journal.Done {
		p.muted, p.h.prelude = false, ""
		o.story, p.names = nil, newNames(p.run)
		return
	}
	var b strings.Builder
	fmt.Fprintf(&b, "%*s%s", e.Depth, "", e.Kind)
	if event != "" {
		fmt.Fprintf(&b, " %s", event)
	}
	if e.Hook >= 0 {
		fmt.Fprintf(&b, " by %s", p.m.HookName(e.Hook))
	}
	if e.Inst >= 0 {
		fmt.Fprintf(&b, " of %s", p.names.name(e.Inst))
		if c := p.run.CardOf(e.Inst); c >= 0 {
			fmt.Fprintf(&b, " %s", prog.Cards[c].Name)
		}
	}
	switch e.Kind {
	case journal.Change:
		fmt.Fprintf(&b, " %s: %s -> %s", e.Names[0], p.names.value(e.Types[0], e.Ints[0]), p.names.value(e.Types[0], e.Ints[1]))
	case journal.Move, journal.Throw, journal.Dice:
		fmt.Fprintf(&b, " %v %v", e.Ints, e.Lists)
	default:
		for i, n := range e.Names {
			if e.Kind == journal.Sum || i >= len(e.Types) && (e.Event < 0 || i >= len(prog.Events[e.Event].Fields)) {
				fmt.Fprintf(&b, " %s=%d", n, e.Ints[i])
				continue
			}
			if n == "(hearers)" { // clauses and numbers of things, which no text can name
				continue
			}
			t := journal.TypeOf(e, i, prog)
			if !t.IsList() {
				fmt.Fprintf(&b, " %s=%s", n, p.names.value(t, e.Ints[i]))
			} else {
				fmt.Fprintf(&b, " %s=", n)
			}
			if i < len(e.Lists) && e.Lists[i] != nil {
				for _, x := range e.Lists[i] {
					el := t
					if t.IsList() {
						el = t.Element()
					}
					fmt.Fprintf(&b, ",%s", p.names.value(el, x))
				}
			}
		}
	}
	fmt.Fprintf(&b, " p%d %q %v", e.Player, textOf(e), e.Hidden)
	p.tell(b.String())
}

// textOf is the text of an entry; that of a choice writes values, which may be numbers of things.
func textOf(e *journal.Entry) string {
	if e.Kind == journal.Choice && len(e.Names) > 0 {
		return ""
	}
	return e.Text
}

func (p *player) tell(line string) {
	if p.h.told && !p.muted {
		p.out.story = append(p.out.story, line)
	}
}

func isHole(card string) bool { return strings.HasPrefix(card, "void_") || card == "kept_0" }
