package syntax

// Duration is how long an effect lasts.
//
//sumtype:decl
type Duration interface {
	Spanned
	of(Duration)
}

// durationTable is which duration begins with which word.
func durationTable() *table[Duration] {
	return tableOf(nil,
		on[Permanent, Duration]("permanent"), on[WhileSource, Duration]("while"), on[ForSpans, Duration]("for"),
		form[Duration]{"until", produce((*until).node)}, on[FromNext, Duration]("from"))
}

// Permanent is `permanent`.
type Permanent struct {
	as[Duration]
	permanentWord
}

type permanentWord struct {
	Said bool `parser:"@'permanent'"`
}

// WhileSource is `while source`.
type WhileSource struct {
	as[Duration]
	sourceWord
}

type sourceWord struct {
	Said bool `parser:"'while' @'source'"`
}

// UntilUsed is `until used`.
type UntilUsed struct{ as[Duration] }

// ForSpans is `for N SPAN [of X]`.
type ForSpans struct {
	as[Duration]
	Times    Slice  `parser:"'for' @@"`
	SpanName Name   `parser:"@@"`
	Of       *Slice `parser:"( 'of' @@ )?"`
}

// UntilStart is `until start of [second] [next] SPAN [of X]`.
type UntilStart struct {
	as[Duration]
	Nth      int // `second`: 2; 0 when nothing is written
	Next     bool
	SpanName Name
	Of       *Slice
}

// UntilEnd is `until end of [second] [next] SPAN [of X]`.
type UntilEnd struct {
	as[Duration]
	Nth      int // `second`: 2; 0 when nothing is written
	Next     bool
	SpanName Name
	Of       *Slice
}

// FromNext is `from start of [next] SPAN [of X] until its end`.
type FromNext struct {
	as[Duration]
	Next     bool   `parser:"'from' 'start' 'of' @'next'?"`
	SpanName Name   `parser:"@@"`
	Of       *Slice `parser:"( 'of' @@ )? 'until' 'its' 'end'"`
}

// until is the grammar of what begins with this word.
type until struct {
	Node
	Used bool   `parser:"'until' ( @'used'"`
	Edge string `parser:"| @( 'start' | 'end' ) 'of'"`
	Nth  string `parser:"@( 'second' | 'third' | 'fourth' )?"`
	Next bool   `parser:"@'next'?"`
	Span *Name  `parser:"@@"`
	Of   *Slice `parser:"( 'of' @@ )? )"`
}

func (u *until) node() Duration {
	if u.Used {
		return &UntilUsed{as[Duration]{u.Node}}
	}
	nth := map[string]int{"second": 2, "third": 3, "fourth": 4}[u.Nth]
	if u.Edge == "end" {
		return &UntilEnd{as[Duration]{u.Node}, nth, u.Next, *u.Span, u.Of}
	}
	return &UntilStart{as[Duration]{u.Node}, nth, u.Next, *u.Span, u.Of}
}

// Place is where something goes.
//
//sumtype:decl
type Place interface {
	Spanned
	of(Place)
}

// placeTable is which place begins with which word.
func placeTable() *table[Place] {
	return tableOf(direct[AtPlace, Place](),
		on[NowherePlace, Place]("nowhere"), on[OnPlace, Place]("on"))
}

// NowherePlace is `nowhere`.
type NowherePlace struct {
	as[Place]
	nowhereWord
}

type nowhereWord struct {
	Said bool `parser:"@'nowhere'"`
}

// OnPlace is `on X`.
type OnPlace struct {
	as[Place]
	Value Slice `parser:"'on' @@"`
}

// AtPlace is a point, `ZONE` or `ZONE of P`. Value holds the expression: a point or a bare zone name,
// the checker decides.
type AtPlace struct {
	as[Place]
	Value Slice  `parser:"@@"`
	Of    *Slice `parser:"( 'of' @@ )?"`
}
