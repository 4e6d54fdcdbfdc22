package ir

import "github.com/kdsl-lang/kdsl/lang/source"

// Place is where something goes: Nowhere, OnInstance, AtPoint, InZone.
//
//sumtype:decl
type Place interface{ place() }

// Places holds one of each place.
var Places = []Place{(*Nowhere)(nil), (*OnInstance)(nil), (*AtPoint)(nil), (*InZone)(nil)}

// Nowhere is off the table, in no zone and on nothing.
type Nowhere struct{}

// OnInstance is on another instance.
type OnInstance struct{ Inst *Expr }

// AtPoint is a point of the table.
type AtPoint struct{ Point *Expr }

// InZone is in a zone.
type InZone struct {
	Zone int
	Of   *Expr // whose zone it is; nil: of nobody, or of who owns the thing
}

func (*Nowhere) place()    {}
func (*OnInstance) place() {}
func (*AtPoint) place()    {}
func (*InZone) place()     {}

// Duration is how long an effect lasts.
type Duration struct {
	At     source.Span
	Ending Ending
	Times  *Expr   // of ForSpans
	Span   *SpanOf // nil: it looks at none
	Nth    int     // the second next: 2; 0 for the next
}

// Ending says what a duration ends with.
type Ending uint8

// The endings; saved games have their numbers.
const (
	Permanent    Ending = iota
	WhileSource         // its source leaves play
	ForSpans            // so many spans have ended
	UntilStart          // a span begins that is not under way
	UntilEnd            // a span ends that is under way
	UntilNextEnd        // a span ends that begins later
	FromNext            // so does one with which the effect begins
	UntilUsed           // its clause was used
)

// Spans tells whether what ends so looks at a span.
func (e Ending) Spans() bool { return e >= ForSpans && e <= FromNext }

// Endings are the names of the endings.
var Endings = [...]string{Permanent: "permanent", WhileSource: "while source", ForSpans: "for spans",
	UntilStart: "until start", UntilEnd: "until end", UntilNextEnd: "until next end", FromNext: "from next", UntilUsed: "until used"}

// SpanOf is the spans of a name that a duration looks at.
type SpanOf struct {
	Event int
	Of    *Expr // their subject; nil: any
}
