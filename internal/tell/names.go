// Package tell turns what a game records into what people and tools read: a battle report, or one
// line of JSON for each entry.
package tell

import (
	"cmp"
	"strconv"
	"strings"

	"github.com/kdsl-lang/kdsl/interp"
	"github.com/kdsl-lang/kdsl/interp/journal"
	"github.com/kdsl-lang/kdsl/interp/state"
	"github.com/kdsl-lang/kdsl/lang/ir"
	"github.com/kdsl-lang/kdsl/lang/text"
	"github.com/kdsl-lang/kdsl/lang/tongue"
)

// Names calls the instances of a run: players as the script does, things by their cards, with the
// owner or a number where one card is in play more than once.
type Names struct {
	run    *interp.Run
	lang   string // "": ids
	labels []string
	shared map[string]bool // names of things of several players
}

// NewNames names what is there before a run begins.
func NewNames(run *interp.Run, s *ir.Script, lang string) *Names {
	n := &Names{run: run, lang: lang, shared: map[string]bool{}}
	for i := range run.S.Insts {
		label := n.card(i)
		if i < len(s.Players) {
			if label = s.Players[i].Name; lang != "" {
				label = text.Player(s.Players[i], lang)
			}
		}
		n.labels = append(n.labels, label)
	}
	return n
}

// card is the name of the card of an instance.
func (n *Names) card(inst int) string {
	card := n.run.M.P.Cards[n.run.S.Insts[inst].Card]
	if n.lang == "" {
		return card.Name
	}
	return cmp.Or(n.run.CardName(int64(inst), n.lang), Plain(card.Name))
}

// Hear names what comes into being. What lies on something else is told apart by what it lies on.
func (n *Names) Hear(e *journal.Entry) {
	if e.Kind != journal.Enter {
		return
	}
	at := int(e.Inst)
	for len(n.labels) <= at {
		n.labels = append(n.labels, "")
	}
	in := &n.run.S.Insts[at]
	base := n.card(at)
	if in.Where == state.OnInst {
		n.labels[at] = base
		return
	}
	if n.lang != "" && in.Owner >= 0 {
		if !n.shared[base] && n.called(base, at, func(rest string, o *state.Inst) bool { return rest == "" && o.Owner != in.Owner }) {
			n.shared[base] = true
			n.tellApart(base, at)
		}
		if n.shared[base] {
			base = n.belonging(base, in.Owner)
		}
	}
	n.labels[at] = n.free(base, at)
}

// tellApart makes the things in play that are called so, but one, say whose they are.
func (n *Names) tellApart(base string, but int) {
	for i, l := range n.labels[:min(len(n.labels), len(n.run.S.Insts))] {
		rest, ok := strings.CutPrefix(l, base)
		if in := &n.run.S.Insts[i]; ok && i != but && (rest == "" || rest[0] == ' ') && n.card(i) == base && in.Owner >= 0 && in.Where != state.OnInst {
			n.labels[i] = n.belonging(base, in.Owner) + rest
		}
	}
	n.Use()
}

// free is a name by which no other thing in play is called: as it is, or with the least number from 2.
func (n *Names) free(base string, but int) string {
	var taken []bool
	n.called(base, but, func(rest string, _ *state.Inst) bool {
		k := 1
		if rest != "" {
			k, _ = strconv.Atoi(rest[1:])
		}
		if k > 0 && k <= len(n.labels) {
			taken = append(taken, make([]bool, max(0, k+1-len(taken)))...)
			taken[k] = true
		}
		return false
	})
	for k := 1; ; k++ {
		switch {
		case k < len(taken) && taken[k]:
		case k == 1:
			return base
		default:
			return base + " " + strconv.Itoa(k)
		}
	}
}

// belonging says whose a thing is.
func (n *Names) belonging(thing string, owner int32) string {
	n.Use()
	return tongue.For(n.lang).Whose(thing, n.run.Noun(int64(owner), n.lang))
}

// called tells whether another thing in play, of those that count, is called so, or so and something behind a blank: rest has that,
// with its blank.
func (n *Names) called(label string, but int, counts func(rest string, in *state.Inst) bool) bool {
	for i, l := range n.labels[:min(len(n.labels), len(n.run.S.Insts))] {
		rest, ok := strings.CutPrefix(l, label)
		if !ok || i == but || rest != "" && rest[0] != ' ' {
			continue
		}
		if in := &n.run.S.Insts[i]; in.Where != state.Gone && in.Where != state.OnInst && counts(rest, in) {
			return true
		}
	}
	return false
}

// Renumbered follows the instances when they are numbered anew.
func (n *Names) Renumbered(to []int32) {
	old := n.labels
	n.labels = nil
	for i, l := range old {
		if i < len(to) && to[i] >= 0 {
			n.labels = append(n.labels, make([]string, max(0, int(to[i])+1-len(n.labels)))...)
			n.labels[to[i]] = l
		}
	}
	n.Use()
}

// Use makes the run speak with these names.
func (n *Names) Use() { n.run.Labels = n.labels }

// Plain writes an id as words.
func Plain(id string) string { return strings.ReplaceAll(id, "_", " ") }

// Join joins what is said of each member of a list.
func Join[T any](list []T, joint string, say func(T) string) string {
	said := make([]string, len(list))
	for i, x := range list {
		said[i] = say(x)
	}
	return strings.Join(said, joint)
}
