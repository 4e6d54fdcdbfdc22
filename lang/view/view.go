// Package view is what an author sees of the card that he works at, as data: how both languages print it, which sentence belongs
// to the clause under the caret, what the rule says, which numbers agree with it. Which tests run the clause, and what its chances
// are, is filled in by whoever can play. It knows neither editors nor pages.
package view

import (
	"slices"

	"github.com/kdsl-lang/kdsl/lang/source"
)

// FormatVersion is the format_version of a View.
const FormatVersion = 1

// View is the card that an author works at, and all that is known of the clause under the caret: how both languages print it,
// what the rule says, which numbers agree, which tests run it and what its chances are. It is written as JSON for whoever shows it.
type View struct {
	FormatVersion int       `json:"format_version"`
	Sort          string    `json:"sort"` // what the caret stands in: the kind of a card, test, odds ...; "" for nothing
	Script        string    `json:"script,omitempty"`
	Card          string    `json:"card,omitempty"` // the id; "" for no card: then nothing else is said
	Place         *Place    `json:"place,omitempty"`
	Problem       *Problem  `json:"problem,omitempty"` // the text has mistakes: all else is of the text as it last had none
	Active        []string  `json:"active"`            // the clauses that the caret stands in
	Clauses       []Shown   `json:"clauses"`
	Sides         []Side    `json:"sides"`    // of each language
	Compared      bool      `json:"compared"` // the verdicts are there; else they are being found
	Tests         []Test    `json:"tests"`    // those that run the clause or name the card; null while they are being run, or cannot be
	Chances       []Chances `json:"chances"`  // null while they are being worked out, or cannot be
}

// Place is where something stands, as editors count: from 0, columns in units of UTF-16.
type Place struct {
	File  string `json:"file"`
	Start Spot   `json:"start"`
	End   Spot   `json:"end"`
}

// Spot is a place between two characters.
type Spot struct {
	Line      int `json:"line"`
	Character int `json:"character"`
}

// Problem is the first mistake of a text.
type Problem struct {
	Message string `json:"message"`
	Place   Place  `json:"place"`
	More    int    `json:"more"` // how many others there are
}

// Shown is a clause or an action of a card.
type Shown struct {
	ID    string `json:"id"` // its label, or the id of the action
	Place Place  `json:"place"`
	hooks []int
	event int // of an action; -1
}

// Side is a card in a language.
type Side struct {
	Lang       string    `json:"lang"`
	Title      string    `json:"title"`
	Sort       string    `json:"sort"` // what it is: its kind, and its classes
	Figures    []Figure  `json:"figures"`
	Properties []string  `json:"properties"`
	Lines      []Row     `json:"lines"`
	Abilities  []Ability `json:"abilities"`
	Readings   []Reading `json:"readings"`
}

// Figure is a number under a name.
type Figure struct {
	Name  string `json:"name"`
	Value string `json:"value"`
}

// Row is a name with several values.
type Row struct {
	Name  string   `json:"name"`
	Items []string `json:"items"`
}

// Ability is a sentence of a card, or several that go on with each other.
type Ability struct {
	Name  string     `json:"name,omitempty"`
	Terms string     `json:"terms,omitempty"` // what it costs, and how often it may be done
	Parts []Sentence `json:"parts"`
}

// Sentence is what a clause says in an ability; several, when they say the same.
type Sentence struct {
	Clauses  []string  `json:"clauses"`
	Pieces   []Cut     `json:"pieces"`
	Verdicts []Verdict `json:"verdicts"` // that stand at no place of it
	text     string
}

// Cut is a part of a sentence. Verdict is agrees, differs or unread of a number, differs of other words, "" of all else.
type Cut struct {
	Text    string `json:"text"`
	Verdict string `json:"verdict,omitempty"`
	Sure    bool   `json:"sure,omitempty"` // of what differs: an error, no hint
	Rule    string `json:"rule,omitempty"` // what the rule says there
	Note    string `json:"note,omitempty"`
}

// Verdict is what a rule says and its sentence leaves out.
type Verdict struct {
	Sure bool   `json:"sure"`
	Rule string `json:"rule"`
	Note string `json:"note,omitempty"`
}

// Reading is a clause read aloud from its rule alone.
type Reading struct {
	Clause string `json:"clause"`
	Text   string `json:"text"`
}

// Test is a test and how it came out.
type Test struct {
	Name    string `json:"name"`
	Place   Place  `json:"place"`
	Passed  bool   `json:"passed"`
	Message string `json:"message,omitempty"` // of one that fails
	Runs    bool   `json:"runs"`              // the clause under the caret, or one of the card when there is none
}

// Chances are what is known of a question.
type Chances struct {
	Name     string    `json:"name"`           // of the question, or of the test
	Test     bool      `json:"test,omitempty"` // it is a test whose dice fall as they will
	What     string    `json:"what,omitempty"` // is measured, as it is written
	Place    Place     `json:"place"`
	Mean     string    `json:"mean,omitempty"`
	Outcomes []Outcome `json:"outcomes"`
	Late     bool      `json:"late,omitempty"`     // there was no time for it, or there is no answer
	LeftOut  string    `json:"left_out,omitempty"` // the share of all other outcomes, as a percentage
}

// Outcome is a value and its chance.
type Outcome struct {
	Value   string  `json:"value"`
	P       float64 `json:"p"`
	Exact   string  `json:"exact"`            // as a fraction
	Percent string  `json:"percent"`          // as people read it
	Tested  bool    `json:"tested,omitempty"` // what the test expects
}

// PlaceOf is where a span stands.
func PlaceOf(at source.Span) Place {
	if at.File == nil {
		return Place{}
	}
	spot := func(offset int) Spot {
		line, column := at.File.UTF16(offset)
		return Spot{line, column}
	}
	return Place{at.File.Name, spot(at.Start), spot(at.End)}
}

// Ran is what ran in a test: hooks and events by number, with the first step of the test in which each did.
type Ran struct{ Hooks, Events map[int]source.Span }

// Step is the first step of a test in which a clause ran that the view is about: those under the caret, or, where there are none,
// those of the card; ok is false when none of them ran.
func (v *View) Step(ran Ran) (first source.Span, ok bool) {
	see := func(at source.Span, did bool) {
		if did && (!ok || at.Start < first.Start) {
			first, ok = at, true
		}
	}
	for _, c := range v.Clauses {
		if len(v.Active) > 0 && !slices.Contains(v.Active, c.ID) {
			continue
		}
		at, did := ran.Events[c.event]
		see(at, did)
		for _, h := range c.hooks {
			at, did := ran.Hooks[h]
			see(at, did)
		}
	}
	return first, ok
}
