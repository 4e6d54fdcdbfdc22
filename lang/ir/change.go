package ir

// Change does something to one instance: Destroy, Move, Give, Hide, Reveal, Rotate.
//
//sumtype:decl
type Change interface {
	Stmt
	change()
}

// Destroy takes an instance, and what lies on it, out of play.
type Destroy struct {
	Base
	What *Expr
}

// Move puts an instance somewhere else.
type Move struct {
	Base
	What *Expr
	To   Place
}

// Give makes a player the owner of an instance and of what lies on it.
type Give struct {
	Base
	What *Expr
	Whom *Expr
}

// Hide shows an instance to its owner only.
type Hide struct {
	Base
	What *Expr
}

// Reveal shows an instance to everybody.
type Reveal struct {
	Base
	What *Expr
}

// Rotate turns an instance.
type Rotate struct {
	Base
	What *Expr
	Turn *Expr // degrees
	By   bool  // from where it faces, not from x
}

func (*Destroy) stmt() {}
func (*Move) stmt()    {}
func (*Give) stmt()    {}
func (*Hide) stmt()    {}
func (*Reveal) stmt()  {}
func (*Rotate) stmt()  {}

func (*Destroy) change() {}
func (*Move) change()    {}
func (*Give) change()    {}
func (*Hide) change()    {}
func (*Reveal) change()  {}
func (*Rotate) change()  {}
