package odds

import (
	"github.com/kdsl-lang/kdsl/interp"
	"github.com/kdsl-lang/kdsl/interp/internal/live"
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

// parts are the numbers of the instances and the list cells of a position.
type parts struct{ insts, lists uint32 }

// parts finds the numbers of the big tables of a state, given what they were and what has changed since.
func (k *keys) parts(s *state.State, was parts, lists, insts bool) parts {
	if insts {
		was.insts, _ = k.insts.number(k.instances(s))
	}
	if lists {
		k.part = listsOf(k.part[:0], s.ListCells)
		was.lists, _ = k.lists.number(k.part)
	}
	return was
}

func (k *keys) instances(s *state.State) []byte {
	b := k.part[:0]
	for i := range s.Insts {
		x := &s.Insts[i]
		b = state.Pack(b, state.Pair(x.Card, x.Owner), state.Pair(x.Source, x.Ref), state.Pair(x.Of, x.Span), state.Pair(x.Subject, x.Left),
			state.Pair(x.First, x.Next), state.Pair(x.Kin, x.Ints), state.Pair(x.Lists, 0),
			uint64(x.Where)|uint64(x.Ending)<<8|state.Flag(x.Hidden)<<16|uint64(x.Begun)<<17,
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
	b := state.Pack(k.key[:0], uint64(from)<<1|state.Flag(back), uint64(place.ID), uint64(p.insts)<<32|uint64(p.lists), state.Pair(s.Players, s.Gaps), state.Pair(s.Unwind, int32(len(s.Frames))),
		s.Dirty, uint64(s.Width), uint64(s.Depth))
	if thrown != nil {
		b = state.PackInts(b, thrown.Throw.Classes)
		b = chanceKey(b, &thrown.Throw)
	}
	for i := range s.Frames {
		f := &s.Frames[i]
		b = state.Pack(b, state.Pair(f.Self, f.Owner), state.Pair(f.Unwind, f.Cost), state.Pair(f.Rest, 0), state.Pair(f.Fence, int32(f.Flags)), uint64(f.Cursor), f.Given, f.Wrote, f.Open)
	}
	switch {
	case k.plain:
		b = listsOf(state.PackInts(b, s.Stack), s.ListStack)
	case back:
		b = k.live.Taken(b, place, s)
	default:
		b = place.Append(b, r, from)
	}
	b = state.Pack(b, state.Pair(int32(len(s.Sums)), int32(len(s.Rans))), state.Pair(int32(len(s.Spent)), int32(len(s.Edges))),
		state.Pair(int32(len(s.Replies)), int32(len(s.Banned))), state.Pair(int32(len(s.Answers)), int32(len(s.Stubs))))
	for i := range s.Sums {
		x := &s.Sums[i]
		b = state.Pack(b, state.Pair(x.Frame, x.Field), state.Pair(x.Layer, x.Op), state.Pair(x.Hook, x.Inst), uint64(x.Value))
	}
	for i := range s.Rans {
		x := &s.Rans[i]
		b = state.Pack(b, state.Pair(x.Frame, x.Hook), uint64(x.Inst))
	}
	for i := range s.Spent {
		x := &s.Spent[i]
		b = state.Pack(b, state.Pair(x.Limit, x.Span), uint64(x.Count), uint64(x.Key[0]), uint64(x.Key[1]), uint64(x.Key[2]))
	}
	for i := range s.Edges {
		b = state.Pack(b, state.Pair(s.Edges[i].Hook, s.Edges[i].Inst))
	}
	for i := range s.Replies {
		b = listsOf(state.Pack(b, uint64(s.Replies[i].Player)), s.Replies[i].Values)
	}
	for i := range s.Banned {
		b = values(b, s.Banned[i])
	}
	for i := range s.Answers {
		x := &s.Answers[i]
		b = state.Pack(b, state.Pair(x.Block, x.PC))
	}
	for i := range s.Stubs {
		b = state.Pack(b, uint64(s.Stubs[i].Func), uint64(s.Stubs[i].Value))
	}
	b = state.PackInts(b, s.Dice)
	b = state.PackInts(b, s.Options)
	k.key = b
	return b
}

func values(b []byte, all []state.Value) []byte {
	b = state.Pack(b, uint64(len(all)))
	for i := range all {
		b = state.PackInts(state.Pack(b, uint64(all[i].N)), all[i].L)
	}
	return b
}

func listsOf(b []byte, all [][]int64) []byte {
	b = state.Pack(b, uint64(len(all)))
	for _, l := range all {
		b = state.PackInts(b, l)
	}
	return b
}
