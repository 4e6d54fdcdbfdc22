// Package pool does many things at once.
package pool

import (
	"runtime"
	"sync"
	"sync/atomic"
)

// Each does something with each member of a list, and tells which it is, on as many processors as there are; the first are begun first.
// It returns when all is done.
func Each[T any](list []T, do func(i int, member T)) {
	var next atomic.Int64
	var all sync.WaitGroup
	for range min(runtime.GOMAXPROCS(0), len(list)) {
		all.Go(func() {
			for i := int(next.Add(1)) - 1; i < len(list); i = int(next.Add(1)) - 1 {
				do(i, list[i])
			}
		})
	}
	all.Wait()
}
