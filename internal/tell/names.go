// Package tell turns what a game records into what people and tools read: a battle report, or one
// line of JSON for each entry.
package tell

import (
	"strconv"
	"strings"

	"github.com/kdsl-lang/kdsl/interp"
	"github.com/kdsl-lang/kdsl/interp/journal"
	"github.com/kdsl-lang/kdsl/interp/state"
	"github.com/kdsl-lang/kdsl/lang/ir"
	"github.com/kdsl-lang/kdsl/lang/text"
)

// names calls the instances of a run: players as the script does, things by their cards, with the
// owner or a number where one card is in play more than once.
type names struct {
	run    *interp.Run
	lang   string // "": ids
	labels []string
}

func newNames(run *interp.Run, s *ir.Script, lang string) *names {
	n := &names{run: run, lang: lang}
	for i := range run.S.Insts {
		label := n.card(int(run.S.Insts[i].Card))
		if i < len(s.Players) {
			label = s.Players[i].Name
			if lang != "" && s.Players[i].Label != "" {
				label = s.Players[i].Label
			} else if lang != "" {
				label = capital(label)
			}
		}
		n.labels = append(n.labels, label)
	}
	return n
}

func (n *names) card(c int) string {
	card := n.run.M.P.Cards[c]
	if n.lang == "" {
		return card.Name
	}
	return text.Name(n.run.M.P, card.Texts, plain(card.Name), n.lang)
}

// hear names what comes into being. What lies on something else is told apart by what it lies on.
func (n *names) hear(e *journal.Entry) {
	if e.Kind != journal.Enter {
		return
	}
	at := int(e.Inst)
	for len(n.labels) <= at {
		n.labels = append(n.labels, "")
	}
	in := &n.run.S.Insts[at]
	base := n.card(int(in.Card))
	if in.Where == state.OnInst {
		n.labels[at] = base
		return
	}
	if n.lang != "" && in.Owner >= 0 && n.abroad(base, at, in.Owner) {
		base = n.belonging(base, n.labels[in.Owner])
	}
	label := base
	for k := 2; n.taken(label, at); k++ {
		label = base + " " + strconv.Itoa(k)
	}
	n.labels[at] = label
}

// belonging says whose a thing is.
func (n *names) belonging(thing, owner string) string {
	switch {
	case n.lang == "fr":
		return thing + " " + text.Elide("de", owner)
	case strings.HasSuffix(owner, "s"):
		return owner + "' " + thing
	}
	return owner + "'s " + thing
}

// abroad tells whether a thing of another player is called so.
func (n *names) abroad(label string, but int, owner int32) bool {
	for i := range n.run.S.Insts {
		in := &n.run.S.Insts[i]
		if i != but && i < len(n.labels) && in.Where != state.Gone && in.Where != state.OnInst && in.Owner != owner && n.labels[i] == label {
			return true
		}
	}
	return false
}

func (n *names) taken(label string, but int) bool {
	for i := range n.run.S.Insts {
		in := &n.run.S.Insts[i]
		if i != but && i < len(n.labels) && in.Where != state.Gone && in.Where != state.OnInst && n.labels[i] == label {
			return true
		}
	}
	return false
}

// use makes the run speak with these names.
func (n *names) use() { n.run.Labels = n.labels }

// plain writes an id as words.
func plain(id string) string {
	b := []byte(id)
	for i := range b {
		if b[i] == '_' {
			b[i] = ' '
		}
	}
	return string(b)
}

func capital(s string) string {
	if s != "" && 'a' <= s[0] && s[0] <= 'z' {
		return string(s[0]-'a'+'A') + s[1:]
	}
	return s
}
