package main

import (
	"os"
	"runtime/debug"

	"github.com/kdsl-lang/kdsl/internal/lsp"
)

// whileLoading is how far the heap may grow between two collections while programs are read, in per cent of
// what is in use: nearly all that is made then is kept or is gone at once, and there is little of it.
const whileLoading = 800

// most is how much memory a command needs at most, in bytes, as far as that is for the collector of garbage to say: what
// the budgets let be in use takes less. Tests, of which one process runs many commands, have more.
var most int64 = 208 << 20

// bounded keeps the heap below most, and twice as much more as a budget was given more bytes than it has by itself.
func bounded(more int64) {
	if os.Getenv("GOMEMLIMIT") == "" {
		debug.SetMemoryLimit(most + 2*min(max(0, more), 1<<40))
	}
}

// prompt lets the heap grow as far between two collections as one wants it who answers at every key, or every save.
func prompt() {
	if os.Getenv("GOGC") == "" && os.Getenv("GOMEMLIMIT") == "" {
		lsp.Roomy()
	}
}

// roomy lets the heap grow until the function is called that it gives back. Who has set the bounds of the
// memory in the environment is obeyed.
func roomy() (tidy func()) {
	if os.Getenv("GOGC") != "" || os.Getenv("GOMEMLIMIT") != "" {
		return func() {}
	}
	before := debug.SetGCPercent(whileLoading)
	return func() { debug.SetGCPercent(before) }
}
