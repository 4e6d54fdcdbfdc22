package odds

import (
	"encoding/binary"

	"github.com/kdsl-lang/kdsl/interp"
	"github.com/kdsl-lang/kdsl/interp/live"
	"github.com/kdsl-lang/kdsl/interp/state"
)

// Two positions go on in the same way when their keys and their cells are equal. A key says where they
// stand in the rules, and all that is still read of what they hold. Instances change seldom, so they stand
// in a key as a number: equal ones have the same.
type keys struct {
	live  *live.Analysis
	plain bool // everything counts, whether it is read or not
	insts pool
	lists pool
	key   []byte
	part  []byte
}

// pool numbers what is different.
type pool struct{ all map[string]uint64 }

func (p *pool) number(b []byte) uint64 {
	n, ok := p.all[string(b)]
	if !ok {
		n = uint64(len(p.all)) + 1
		p.all[string(b)] = n
	}
	return n
}

// parts are the numbers of the instances and the list cells of a position.
type parts struct{ insts, lists uint64 }

// parts finds the numbers of the big tables of a state, given what they were and what has changed since.
func (k *keys) parts(s *state.State, was parts, lists, insts bool) parts {
	if insts {
		was.insts = k.insts.number(k.instances(s))
	}
	if lists {
		k.part = listsOf(k.part[:0], s.ListCells)
		was.lists = k.lists.number(k.part)
	}
	return was
}

func (k *keys) instances(s *state.State) []byte {
	b := k.part[:0]
	for i := range s.Insts {
		x := &s.Insts[i]
		b = words(b, pair(x.Card, x.Owner), pair(x.Source, x.Ref), pair(x.Of, x.Span), pair(x.Subject, x.Left),
			pair(x.First, x.Next), pair(x.Kin, x.Ints), pair(x.Lists, 0),
			uint64(x.Where)|uint64(x.Ending)<<8|flag(x.Armed)<<16|flag(x.Hidden)<<17,
			uint64(x.X), uint64(x.Y), uint64(x.Z), uint64(x.Facing))
	}
	k.part = b
	return b
}

// of is the key of where a run stands, at a place, without what is live below a frame; good until the next
// is made. thrown are the dice that are about to be thrown; nil when something else comes next. With back,
// the frames above have just come back to the one below, and only what that has taken over counts.
func (k *keys) of(r *interp.Run, place *live.Place, p parts, thrown *interp.Stop, from int, back bool) []byte {
	s := r.S
	b := words(k.key[:0], uint64(from)<<1|flag(back), uint64(place.ID), p.insts, p.lists, pair(s.Players, s.Gaps), pair(s.Unwind, int32(len(s.Frames))),
		s.Dirty, uint64(s.Width), uint64(s.Depth))
	if thrown != nil {
		b = ints(b, thrown.Throw.Classes)
		b = chanceKey(b, &thrown.Throw)
	}
	for i := range s.Frames {
		f := &s.Frames[i]
		b = words(b, pair(f.Self, f.Owner), pair(f.Unwind, f.Cost), pair(f.Fence, int32(f.Flags)), uint64(f.Cursor), f.Given, f.Wrote)
	}
	switch {
	case k.plain:
		b = listsOf(ints(b, s.Stack), s.ListStack)
	case back:
		b = k.live.Taken(b, place, s)
	default:
		b = place.Append(b, r, from)
	}
	b = words(b, pair(int32(len(s.Sums)), int32(len(s.Rans))), pair(int32(len(s.Spent)), int32(len(s.Edges))),
		pair(int32(len(s.Replies)), int32(len(s.Banned))), pair(int32(len(s.Answers)), int32(len(s.Stubs))))
	for i := range s.Sums {
		x := &s.Sums[i]
		b = words(b, pair(x.Frame, x.Field), pair(x.Layer, x.Op), pair(x.Hook, x.Inst), uint64(x.Value))
	}
	for i := range s.Rans {
		x := &s.Rans[i]
		b = words(b, pair(x.Frame, x.Hook), uint64(x.Inst))
	}
	for i := range s.Spent {
		x := &s.Spent[i]
		b = words(b, pair(x.Limit, x.Span), uint64(x.Count), uint64(x.Key[0]), uint64(x.Key[1]), uint64(x.Key[2]))
	}
	for i := range s.Edges {
		b = words(b, pair(s.Edges[i].Hook, s.Edges[i].Inst))
	}
	for i := range s.Replies {
		b = listsOf(words(b, uint64(s.Replies[i].Player)), s.Replies[i].Values)
	}
	for i := range s.Banned {
		b = values(b, s.Banned[i])
	}
	for i := range s.Answers {
		x := &s.Answers[i]
		b = values(words(b, pair(x.Block, x.PC)), x.Values)
	}
	for i := range s.Stubs {
		b = words(b, uint64(s.Stubs[i].Func), uint64(s.Stubs[i].Value))
	}
	b = ints(b, s.Dice)
	b = ints(b, s.Options)
	k.key = b
	return b
}

func values(b []byte, all []state.Value) []byte {
	b = words(b, uint64(len(all)))
	for i := range all {
		b = ints(words(b, uint64(all[i].N)), all[i].L)
	}
	return b
}

func ints(b []byte, all []int64) []byte {
	b = words(b, uint64(len(all)))
	for _, n := range all {
		b = binary.LittleEndian.AppendUint64(b, uint64(n))
	}
	return b
}

func listsOf(b []byte, all [][]int64) []byte {
	b = words(b, uint64(len(all)))
	for _, l := range all {
		b = ints(b, l)
	}
	return b
}

func words(b []byte, all ...uint64) []byte {
	for _, n := range all {
		b = binary.LittleEndian.AppendUint64(b, n)
	}
	return b
}

func pair(a, b int32) uint64 { return uint64(uint32(a))<<32 | uint64(uint32(b)) }

func flag(b bool) uint64 {
	if b {
		return 1
	}
	return 0
}
