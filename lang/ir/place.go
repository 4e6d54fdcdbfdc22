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

// Duration is how long an effect lasts: Permanent, WhileSource, UntilUsed, ForSpans, UntilStart,
// UntilEnd, FromNext.
//
//sumtype:decl
type Duration interface{ duration() }

// Durations holds one of each duration.
var Durations = []Duration{
	(*Permanent)(nil), (*WhileSource)(nil), (*UntilUsed)(nil), (*ForSpans)(nil), (*UntilStart)(nil),
	(*UntilEnd)(nil), (*FromNext)(nil),
}

// Permanent lasts until it is destroyed.
type Permanent struct{ At source.Span }

// WhileSource lasts while its source is in play.
type WhileSource struct{ At source.Span }

// UntilUsed lasts until its clause was used.
type UntilUsed struct{ At source.Span }

// ForSpans lasts until so many spans have ended.
type ForSpans struct {
	At    source.Span
	Times *Expr
	Span  SpanOf
}

// UntilStart lasts until a span begins that is not under way.
type UntilStart struct {
	At   source.Span
	Span SpanOf
	Nth  int // the second next: 2; 0 for the next
}

// UntilEnd lasts until a span ends, the one under way or the next.
type UntilEnd struct {
	At   source.Span
	Span SpanOf
	Next bool
	Nth  int // the second next: 2; 0 for the next
}

// FromNext begins with the next span and lasts until its end.
type FromNext struct {
	At   source.Span
	Span SpanOf
}

// SpanOf is the spans of a name that a duration looks at.
type SpanOf struct {
	Event int
	Of    *Expr // their subject; nil: any
}

func (*Permanent) duration()   {}
func (*WhileSource) duration() {}
func (*UntilUsed) duration()   {}
func (*ForSpans) duration()    {}
func (*UntilStart) duration()  {}
func (*UntilEnd) duration()    {}
func (*FromNext) duration()    {}
