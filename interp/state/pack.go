package state

import "encoding/binary"

// Positions are compared by keys of bytes, which are made of these.

// Pack appends numbers to a key.
func Pack(b []byte, all ...uint64) []byte {
	for _, n := range all {
		b = binary.LittleEndian.AppendUint64(b, n)
	}
	return b
}

// PackInts appends a list to a key, with its length.
func PackInts(b []byte, all []int64) []byte {
	b = Pack(b, uint64(len(all)))
	for _, n := range all {
		b = binary.LittleEndian.AppendUint64(b, uint64(n))
	}
	return b
}

// Pair is two small numbers as one.
func Pair(a, b int32) uint64 { return uint64(uint32(a))<<32 | uint64(uint32(b)) }

// Flag is a yes or no as a number.
func Flag(b bool) uint64 {
	if b {
		return 1
	}
	return 0
}
