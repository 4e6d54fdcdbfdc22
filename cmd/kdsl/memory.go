package main

import (
	"os"
	"runtime/debug"
)

// whileLoading is how far the heap may grow between two collections while programs are read, in per cent of
// what is in use: nearly all that is made then is kept or is gone at once, and there is little of it.
const whileLoading = 800

// roomy lets the heap grow until the function is called that it gives back. Who has set the bounds of the
// memory in the environment is obeyed.
func roomy() (tidy func()) {
	if os.Getenv("GOGC") != "" || os.Getenv("GOMEMLIMIT") != "" {
		return func() {}
	}
	before := debug.SetGCPercent(whileLoading)
	return func() { debug.SetGCPercent(before) }
}
