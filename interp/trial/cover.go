package trial

import (
	"github.com/kdsl-lang/kdsl/interp"
	"github.com/kdsl-lang/kdsl/interp/journal"
	"github.com/kdsl-lang/kdsl/lang/ir"
)

// Cover plays the tests of a program one after the other, as long as wanted says so of the result of each, and reports what each
// test, by its number among the scripts, reaches of the program: what [eval.Report] names, with the way that it went, clauses that
// act, true, and events, true when they were done, and false when they were only asked for.
func Cover(p *ir.Program, reached func(test int, of any, took bool), wanted func(test int, r Result) bool) {
	now := 0
	m := interp.Covered(p, func(n any, took bool) { reached(now, n, took) })
	for n, s := range p.Scripts {
		if s.Word != ir.TestScript {
			continue
		}
		now = n
		r := Run(m, n, Options{})
		for _, e := range r.Journal {
			switch e.Kind {
			case journal.Clause:
				reached(n, p.Hooks[e.Hook], true)
			case journal.Done:
				reached(n, p.Events[e.Event], true)
			case journal.Refused, journal.Choice: // what refuses it was asked
				if e.Event >= 0 {
					reached(n, p.Events[e.Event], false)
				}
			default: // nothing that is counted
			}
		}
		if !wanted(n, r) {
			return
		}
	}
}
