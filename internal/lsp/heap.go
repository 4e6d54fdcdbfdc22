package lsp

import (
	"runtime"
	"runtime/debug"
	"runtime/metrics"
	"sync/atomic"
)

// room is how far the heap of a server grows before its garbage is collected, in bytes, and growth by how many per cent
// of what is in use at least. Of little that is used much is made anew at every key, and what is published waits for a
// collection under way: one in thirty keys may wait, not one in seven. At most the heap grows by so many per cent: of
// these a heap without anything in it grows to 4 MB for each hundred.
const room, growth, most = 256 << 20, 150, room / (4 << 20) * 100

// Roomy lets the heap of the process grow as one wants it who answers at every key, or every save, until the function is
// called that it gives back.
func Roomy() (tidy func()) {
	before, over := debug.SetGCPercent(growth), new(atomic.Bool)
	var collected func(*[16]byte)
	collected = func(x *[16]byte) { // is told of each collection, for then it has gone
		if over.Load() {
			return
		}
		live := []metrics.Sample{{Name: "/gc/heap/live:bytes"}}
		metrics.Read(live)
		debug.SetGCPercent(min(max(growth, int(room*100/max(1, live[0].Value.Uint64()))-100), most))
		runtime.SetFinalizer(x, collected)
	}
	runtime.SetFinalizer(new([16]byte), collected)
	return func() {
		over.Store(true)
		debug.SetGCPercent(before)
	}
}

// enough is how many bytes of garbage are collected when nobody waits.
const enough = room / 8

var collecting atomic.Bool

// rest collects garbage now, when nobody waits: then less of it is collected while somebody does.
func rest() {
	heap := []metrics.Sample{{Name: "/gc/heap/live:bytes"}, {Name: "/memory/classes/heap/objects:bytes"}}
	metrics.Read(heap)
	if heap[1].Value.Uint64() < heap[0].Value.Uint64()+enough || !collecting.CompareAndSwap(false, true) {
		return
	}
	go func() {
		defer collecting.Store(false)
		runtime.GC()
	}()
}
