package ir

// During runs the body inside a span, without the span's own steps. Only in scripts.
type During struct {
	Base
	Emit *Emit
	Body *Block
}

// SetOption sets an option for this script.
type SetOption struct {
	Base
	Option int
	Value  *Expr
}

// Stub makes a function answer a constant in this script.
type Stub struct {
	Base
	Func  int
	Value *Expr
}

// GiveDice gives the next faces; only in scripts.
type GiveDice struct {
	Base
	Faces []*Expr
}

// Answer answers a form to come. Word is pass, yes, no, the name of an action, or "".
type Answer struct {
	Base
	Word  string
	Event int // of an action's name; -1
	Args  []NamedValue
}

// NamedValue is `name: value`.
type NamedValue struct {
	Name  string
	Value *Expr
}

// Expect is an assertion: ExpectCond, ExpectRefused, ExpectEvent, ExpectNoEvent, ExpectText.
//
//sumtype:decl
type Expect interface {
	Stmt
	expect()
}

// ExpectCond fails a test unless a condition holds.
type ExpectCond struct {
	Base
	Cond *Expr
}

// ExpectRefused fails a test unless something was refused since the last `when`.
type ExpectRefused struct {
	Base
	Label string // of what refused; "" for any
}

// ExpectEvent fails a test unless such an event happened since the last `when`.
type ExpectEvent struct {
	Base
	Event int
	Where *Expr // EventField reads the recorded event; nil: any
}

// ExpectNoEvent fails a test when such an event happened since the last `when`.
type ExpectNoEvent struct {
	Base
	Event int
	Where *Expr // EventField reads the recorded event; nil: any
}

// ExpectText fails a test unless a card, or a clause of it, reads so.
type ExpectText struct {
	Base
	Card int
	Hook int // of the clause; -1 for the card
	Lang string
	Text string
}

// Measure is what an odds question asks for.
type Measure struct {
	Base
	Value *Expr
}

func (*During) stmt()        {}
func (*SetOption) stmt()     {}
func (*Stub) stmt()          {}
func (*GiveDice) stmt()      {}
func (*Answer) stmt()        {}
func (*ExpectCond) stmt()    {}
func (*ExpectRefused) stmt() {}
func (*ExpectEvent) stmt()   {}
func (*ExpectNoEvent) stmt() {}
func (*ExpectText) stmt()    {}
func (*Measure) stmt()       {}

func (*ExpectCond) expect()    {}
func (*ExpectRefused) expect() {}
func (*ExpectEvent) expect()   {}
func (*ExpectNoEvent) expect() {}
func (*ExpectText) expect()    {}
