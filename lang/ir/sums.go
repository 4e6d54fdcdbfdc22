package ir

// Stmts holds one of each statement.
var Stmts = []Stmt{
	(*Let)(nil), (*SetField)(nil), (*SetCell)(nil), (*Emit)(nil), (*If)(nil), (*Each)(nil),
	(*Repeat)(nil), (*Throw)(nil), (*Draw)(nil), (*Put)(nil), (*Choose)(nil), (*Create)(nil),
	(*Push)(nil), (*Travel)(nil), (*ContributeField)(nil), (*ContributeStat)(nil), (*Act)(nil),
	(*Stop)(nil), (*Cancel)(nil), (*Always)(nil), (*Note)(nil), (*Manual)(nil), (*Destroy)(nil),
	(*Move)(nil), (*Give)(nil), (*Hide)(nil), (*Reveal)(nil), (*Rotate)(nil), (*During)(nil),
	(*SetOption)(nil), (*Stub)(nil), (*GiveDice)(nil), (*Answer)(nil), (*ExpectCond)(nil),
	(*ExpectRefused)(nil), (*ExpectEvent)(nil), (*ExpectNoEvent)(nil), (*ExpectText)(nil),
	(*Measure)(nil),
}
