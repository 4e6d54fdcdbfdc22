package interp

import "github.com/kdsl-lang/kdsl/interp/journal"

// Why is what stands in the way of an event; see package journal, which tells of it.
type Why = journal.Why

// Verdict says whether an event may happen now. Certain is false when a cost among several throws, asks
// or may be replaced, so that only playing shows whether all can be paid. Why is of a verdict that is
// not OK.
type Verdict struct {
	OK, Certain bool
	Why         Why
}

var fine = Verdict{OK: true, Certain: true}

func no(why Why) Verdict { return Verdict{Certain: true, Why: why} }
