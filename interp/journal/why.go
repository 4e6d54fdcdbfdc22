package journal

import "github.com/kdsl-lang/kdsl/lang/ir"

// WhyKind says what sort of thing stands in the way of an event.
type WhyKind int

// The kinds of reasons.
const (
	NoWhy       WhyKind = iota
	Requirement         // of the event
	Prohibition         // a `cannot`
	Limit
	Cost       // it was tried and did not happen
	NoAnswer   // there is no answer to the form
	Target     // what the caller gave is no answer to the form
	Unseen     // something that the player does not see
	NotOffered // an action for whom nobody offers it
)

// String is the kind in a word.
func (k WhyKind) String() string {
	return [...]string{NoWhy: "nothing", Requirement: "requirement", Prohibition: "prohibition", Limit: "limit", Cost: "cost",
		NoAnswer: "choice", Target: "choice", Unseen: "hidden", NotOffered: "not offered"}[k]
}

// Why is why an event did not happen, or may not. The zero value is no reason.
type Why struct {
	Kind  WhyKind
	Label string   // of a requirement; `card.label` of a prohibition; `limit`, `cost`, `no_choice`; a field's name
	Event int      // of which event the reason is: this one, or one of its costs
	Via   int      // the cost through which it is a reason, an event; -1 when it is the event's own
	Hook  int32    // the prohibition, -1
	Inst  int32    // whose it is, -1
	Expr  *ir.Expr // the condition that does not hold, or does; nil
}

// Is tells whether an author means this reason by a word: its label, with or without the card, or `cost`
// for whatever stands in the way of a cost.
func (w Why) Is(word string) bool {
	if w.Label == word || word == "cost" && (w.Via >= 0 || w.Kind == Cost) {
		return true
	}
	for i := len(w.Label) - 1; i >= 0; i-- {
		if w.Label[i] == '.' {
			return w.Label[i+1:] == word
		}
	}
	return false
}
