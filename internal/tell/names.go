// Package tell turns what a game records into what people and tools read: a battle report, or one
// line of JSON for each entry.
package tell

import (
	"cmp"
	"maps"
	"slices"
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
// owner or a number where one card is in play more than once. For players a number counts only what all of
// them see, or have seen: it says nothing of what is hidden. A thing that came hidden is named when it is seen.
type Names struct {
	run     *interp.Run
	lang    string // "": ids
	labels  []string
	shared  map[string]bool // names of things of several players
	viewers []int32         // for whom they are; nil: for who sees everything
	all     *Names          // those for who sees everything: as long as nothing was hidden they are the same; else nil
	unseen  map[int]bool    // what came hidden from one of the viewers, and has not been named
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

// For are the names for players: they hear what happens before those for who sees everything do. What is hidden already has
// no number.
func (n *Names) For(viewers ...int32) *Names {
	v := &Names{run: n.run, lang: n.lang, viewers: viewers, all: n}
	for i := range n.labels[:min(len(n.labels), len(n.run.S.Insts))] {
		if n.run.S.Insts[i].Where != state.Gone && v.hidden(i) {
			v.anew()
			break
		}
	}
	return v
}

// anew names what is there for viewers who have not heard how it came.
func (n *Names) anew() {
	first := slices.Clone(n.all.labels)
	n.labels, n.shared, n.unseen, n.all = nil, map[string]bool{}, map[int]bool{}, nil
	for i := range n.run.S.Insts {
		switch in := &n.run.S.Insts[i]; {
		case i < int(n.run.S.Players):
			n.labels = append(n.labels, first[i])
		case in.Where == state.Gone:
			n.labels = append(n.labels, "")
		default:
			n.enter(i)
		}
	}
}

// hidden tells whether one of the viewers does not see an instance.
func (n *Names) hidden(inst int) bool {
	return slices.ContainsFunc(n.viewers, func(p int32) bool { return !n.run.V.Visible(int64(inst), p) })
}

// Own tells whether these names differ from those for who sees everything.
func (n *Names) Own() bool { return n.viewers != nil && n.all == nil }

// card is the name of the card of an instance.
func (n *Names) card(inst int) string {
	card := n.run.M.P.Cards[n.run.S.Insts[inst].Card]
	if n.lang == "" {
		return card.Name
	}
	return cmp.Or(n.run.CardName(int64(inst), n.lang), Plain(card.Name))
}

// Hear names what comes into being, and what is seen.
func (n *Names) Hear(e *journal.Entry) {
	switch at := int(e.Inst); {
	case e.Kind == journal.Enter && (n.all == nil || n.hidden(at)):
		if n.all != nil {
			n.labels, n.shared, n.unseen, n.all = slices.Clone(n.all.labels), maps.Clone(n.all.shared), map[int]bool{}, nil
		}
		n.enter(at)
	case len(n.unseen) > 0:
		n.seen(e.Inst)
		n.seen(e.Ints...)
		for _, l := range e.Lists {
			n.seen(l...)
		}
	}
}

// enter names what comes into being; what is hidden waits.
func (n *Names) enter(at int) {
	for len(n.labels) <= at {
		n.labels = append(n.labels, "")
	}
	delete(n.unseen, at) // somebody may have gone back to before it was there
	if n.labels[at] = n.card(at); n.hidden(at) {
		n.unseen[at] = true
		return
	}
	n.name(at)
}

// seen names things of which is heard and that are seen now.
func (n *Names) seen(things ...int64) {
	for _, x := range things {
		if at := int(x); n.unseen[at] && at < len(n.run.S.Insts) && n.run.S.Insts[at].Where != state.Gone && !n.hidden(at) {
			delete(n.unseen, at)
			n.name(at)
		}
	}
}

// name names a thing. What lies on something else is told apart by what it lies on.
func (n *Names) name(at int) {
	in := &n.run.S.Insts[at]
	base := n.card(at)
	if in.Where == state.OnInst {
		n.labels[at] = base
		return
	}
	if n.lang != "" && in.Owner >= 0 {
		if !n.shared[base] && n.called(base, "", at, func(rest string, o *state.Inst) bool { return rest == "" && o.Owner != in.Owner }) {
			n.shared[base] = true
			n.tellApart(base, at)
		}
		if n.shared[base] {
			before, after, _ := strings.Cut(n.belonging("\x00", in.Owner), "\x00")
			n.labels[at] = n.free(before+base, after, at)
			return
		}
	}
	n.labels[at] = n.free(base, "", at)
}

// tellApart makes the things in play that are called so, but one, say whose they are.
func (n *Names) tellApart(base string, but int) {
	for i, l := range n.labels[:min(len(n.labels), len(n.run.S.Insts))] {
		rest, ok := strings.CutPrefix(l, base)
		if in := &n.run.S.Insts[i]; ok && i != but && !n.unseen[i] && (rest == "" || rest[0] == ' ') && n.card(i) == base && in.Owner >= 0 && in.Where != state.OnInst {
			n.labels[i] = n.belonging(base+rest, in.Owner)
		}
	}
	n.Use()
}

// free is a name by which no other thing in play is called: as it is, or with the least number from 2 between its parts.
func (n *Names) free(base, after string, but int) string {
	var taken []bool
	n.called(base, after, but, func(rest string, _ *state.Inst) bool {
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
			return base + after
		default:
			return base + " " + strconv.Itoa(k) + after
		}
	}
}

// belonging says whose a thing is.
func (n *Names) belonging(thing string, owner int32) string {
	n.Use()
	return tongue.For(n.lang).Whose(thing, n.run.Noun(int64(owner), n.lang))
}

// called tells whether another thing in play, of those that count, is called so, or so with something behind a blank between the
// parts: rest has that, with its blank.
func (n *Names) called(label, after string, but int, counts func(rest string, in *state.Inst) bool) bool {
	for i, l := range n.labels[:min(len(n.labels), len(n.run.S.Insts))] {
		rest, ok := strings.CutPrefix(l, label)
		rest, ends := strings.CutSuffix(rest, after)
		if !ok || !ends || i == but || n.unseen[i] || rest != "" && rest[0] != ' ' {
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
	old, unseen := n.labels, n.unseen
	n.labels, n.unseen = nil, map[int]bool{}
	for i, l := range old {
		if i < len(to) && to[i] >= 0 {
			n.labels = append(n.labels, make([]string, max(0, int(to[i])+1-len(n.labels)))...)
			n.labels[to[i]] = l
			if unseen[i] {
				n.unseen[int(to[i])] = true
			}
		}
	}
	n.Use()
}

// Use makes the run speak with these names.
func (n *Names) Use() { n.run.Labels = n.now() }

func (n *Names) now() []string {
	if n.all != nil {
		return n.all.labels
	}
	return n.labels
}

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
