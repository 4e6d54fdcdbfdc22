package eval

import "github.com/kdsl-lang/kdsl/lang/ir"

// plain is one of the commonest conditions, which speak of slots of the event, and of the things that stand in them:
// several in a row are one step, which looks up once where everything stands.
type plain struct {
	sort plainSort
	card int32 // that lies on what slot n names
	n, m uint32
	k    int64 // what slot n holds, or what its cell m is compared with
	r    relation
	both [][2]int64 // by card: what is printed on what slot n names is more than on what slot m names
}

type plainSort uint32

const (
	plainIs plainSort = iota
	plainMore
	plainBears
	plainCell
	plainOwn // slot n names the very thing whose clause it is
)

// relation is a comparison: bit 0 when less passes, bit 1 when equal does, bit 2 when greater does.
type relation uint8

func relationOf(op ir.Op) relation {
	switch op {
	case ir.Eq:
		return 2
	case ir.Ne:
		return 5
	case ir.Lt:
		return 1
	case ir.Le:
		return 3
	case ir.Gt:
		return 4
	case ir.Ge:
		return 6
	}
	panic("no comparison: " + ir.Ops[op].Name)
}

// mirrored is the relation of y to x.
func (r relation) mirrored() relation { return r&2 | r>>2 | r<<2&4 }

// holds costs no jump.
func (r relation) holds(x, y int64) bool {
	var less, more relation
	if x < y {
		less = 1
	}
	if x > y {
		more = 1
	}
	return r>>((1+more-less)&7)&1 != 0
}

// answer is what plain conditions come to.
type answer int

const (
	unknown answer = iota // they speak of no thing, or of what is not seen
	no
	yes
)

// hold tells whether plain conditions of a clause hold, of the event that is bound. It calls nothing, and so has all
// at hand.
func hold(v *Env, all []plain, self int32) answer {
	if v.Viewer >= 0 { // who does not see all
		return unknown
	}
	stack, at, insts := v.S.Stack, v.event.ints, v.S.Insts
	for i := range all {
		p := &all[i]
		x := stack[at+int(p.n)]
		switch {
		case p.sort == plainIs:
			if x != p.k {
				return no
			}
		case uint64(x) >= uint64(len(insts)):
			return unknown
		case p.sort == plainMore:
			y := stack[at+int(p.m)]
			if uint64(y) >= uint64(len(insts)) {
				return unknown
			}
			if p.both[uint32(insts[x].Card)][0] <= p.both[uint32(insts[y].Card)][1] {
				return no
			}
		case p.sort == plainBears:
			n := uint32(insts[x].First)
			for n != 0 && (insts[n].Card != p.card || insts[n].Dormant()) {
				n = uint32(insts[n].Next)
			}
			if n == 0 {
				return no
			}
		case p.sort == plainCell:
			if !p.r.holds(Cell(v, int(insts[x].Ints)+int(p.m)), p.k) {
				return no
			}
		default:
			if x != int64(self) {
				return no
			}
		}
	}
	return yes
}
