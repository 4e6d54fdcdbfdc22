package eval

import (
	"math"

	"github.com/kdsl-lang/kdsl/interp/state"
	"github.com/kdsl-lang/kdsl/lang/ir"
)

// members walks the members of a macro's range, putting each into the macro's temporaries. Over
// everything of a kind, or all that lies on something, nothing is collected first.
type members struct {
	all    bool // everything of kind that is in play
	kind   int
	is     []bool  // by card, which instances on the thread are meant; nil: all
	on     *scalar // what the members lie on; nil: they come from a list
	list   List
	stride int // ints that make one member: 1, or fields+1 of a bag
	temp   int
}

// walk is how far a walk over members has come.
type walk struct {
	list []int64
	at   int   // in the list
	next int32 // of a thread of instances, -1 at its end
}

// threaded tells whether the members stand on a thread of instances.
func (s *members) threaded() bool { return s.all || s.on != nil }

func (c *Compiled) members(e *ir.Expr) members {
	r := e.Args[0]
	s := members{temp: int(e.N), stride: 1, kind: r.Ref}
	switch {
	case r.Op == ir.AllOf && s.kind >= 0:
		s.all = true
		if c.P.CardAt(s.kind) != nil || c.P.Kinds[s.kind].Root != s.kind {
			s.is = cardsOf(c, s.kind)
		}
		return s
	case r.Op == ir.CallPrim && r.N == ir.PItems:
		on := c.scalar(r.Args[0])
		s.on = &on
		if s.kind >= 0 {
			s.is = cardsOf(c, s.kind)
		}
		return s
	}
	s.list = c.List(r)
	if r.Type.Kind == ir.BagType {
		s.stride = len(c.P.Bags[r.Type.Ref].Fields) + 1
	}
	return s
}

func (s *members) start(v *Env) walk {
	if s.threaded() {
		return walk{next: s.first(v)}
	}
	return walk{list: s.list(v)}
}

// next moves to the next member.
func (s *members) next(v *Env, w *walk) bool {
	if s.threaded() {
		n := s.from(v, w.next)
		w.next = -1
		if n >= 0 {
			w.next = s.after(v, n)
		}
		return n >= 0
	}
	if !v.Burn() || w.at >= len(w.list) {
		return false
	}
	if s.stride == 1 {
		v.t[v.base+s.temp] = w.list[w.at]
	} else {
		copy(v.t[v.base+s.temp:], w.list[w.at:w.at+s.stride])
	}
	w.at += s.stride
	return true
}

// first is where the thread begins, -1 for nowhere.
func (s *members) first(v *Env) int32 {
	switch {
	case s.on != nil:
		return v.lying(s.on.of(v))
	case s.kind >= 0:
		return v.first(s.kind)
	}
	return 0
}

// after is what follows instance n on the thread, -1 for nothing.
func (s *members) after(v *Env, n int32) int32 {
	switch in := &v.S.Insts[n]; {
	case s.on != nil:
		return thread(in.Next)
	case s.kind >= 0:
		return thread(in.Kin)
	}
	return n + 1
}

// from is the first member from instance n on, -1 for none; it is then in the temporary.
func (s *members) from(v *Env, n int32) int32 {
	if !v.Burn() {
		return -1
	}
	all := v.S.Insts
	for uint(n) < uint(len(all)) {
		in := &all[n]
		if (s.is == nil || s.is[in.Card]) && (!s.all || in.Where == state.OnTable || inPlay(v.S, int64(n))) && v.Seen(int64(n)) {
			v.t[v.base+s.temp] = int64(n)
			return n
		}
		n = s.after(v, n)
	}
	return -1
}

// tally counts the members of which f says so, up to a number at which it stops.
func (s *members) tally(v *Env, f Bool, so bool, stop int64) (count int64) {
	if s.threaded() {
		for n := s.from(v, s.first(v)); n >= 0; n = s.from(v, s.after(v, n)) {
			if f(v) == so {
				if count++; count == stop {
					break
				}
			}
		}
		return count
	}
	w := walk{list: s.list(v)}
	for s.next(v, &w) {
		if f(v) == so {
			if count++; count == stop {
				break
			}
		}
	}
	return count
}

// weight is how many things the present member stands for.
func (s *members) weight(v *Env) int64 {
	if s.stride == 1 {
		return 1
	}
	return v.t[v.base+s.temp+s.stride-1]
}

func quantifier(c *Compiled, e *ir.Expr) Bool {
	s, f := c.members(e), c.Bool(e.Args[1])
	switch e.Op {
	case ir.Exists:
		return func(v *Env) bool { return s.tally(v, f, true, 1) > 0 }
	case ir.ForAll:
		return func(v *Env) bool { return s.tally(v, f, false, 1) == 0 }
	}
	return func(v *Env) bool { return s.tally(v, f, true, math.MaxInt64) == 1 }
}

func measure(c *Compiled, e *ir.Expr) Int {
	s := c.members(e)
	if e.Op == ir.Count {
		f := func(*Env) bool { return true }
		if len(e.Args) > 1 {
			f = c.Bool(e.Args[1])
		}
		if s.stride == 1 {
			return func(v *Env) int64 { return s.tally(v, f, true, math.MaxInt64) }
		}
		return func(v *Env) int64 {
			w, n := s.start(v), int64(0)
			for s.next(v, &w) {
				if f(v) {
					n = add(v, n, s.weight(v), e)
				}
			}
			return n
		}
	}
	f := c.Int(e.Args[1])
	if e.Op == ir.Sum {
		return func(v *Env) int64 {
			w, n := s.start(v), int64(0)
			for s.next(v, &w) {
				n = add(v, n, f(v), e)
			}
			return n
		}
	}
	most := e.Op == ir.Most
	return func(v *Env) int64 {
		w, best, any := s.start(v), int64(0), false
		for s.next(v, &w) {
			if x := f(v); !any || (x > best) == most && x != best {
				best, any = x, true
			}
		}
		return best
	}
}

// collected filters or maps. Members of a kind come by arrival.
func collected(c *Compiled, e *ir.Expr) List {
	s := c.members(e)
	if s.all || s.on != nil {
		s.all, s.on, s.list = false, nil, c.List(e.Args[0])
	}
	if e.Op == ir.Map {
		f := c.Int(e.Args[1])
		return func(v *Env) []int64 {
			w := s.start(v)
			out := make([]int64, 0, len(w.list)/s.stride)
			for s.next(v, &w) {
				out = append(out, f(v))
			}
			return out
		}
	}
	f := c.Bool(e.Args[1])
	return func(v *Env) []int64 {
		w := s.start(v)
		var out []int64 // nothing is allocated for a list that stays empty
		for s.next(v, &w) {
			if f(v) {
				if out == nil {
					out = make([]int64, 0, len(w.list)-w.at+s.stride)
				}
				out = append(out, w.list[w.at-s.stride:w.at]...)
			}
		}
		return out
	}
}

// best keeps the members that are worth most.
func best(c *Compiled, e *ir.Expr) List {
	s, f := c.members(e), c.Int(e.Args[1])
	s.all, s.on, s.list = false, nil, c.List(e.Args[0])
	return func(v *Env) []int64 {
		w := s.start(v)
		var out []int64
		most := int64(0)
		for s.next(v, &w) {
			x := f(v)
			if len(out) == 0 || x > most {
				most, out = x, out[:0]
			}
			if x == most {
				out = append(out, w.list[w.at-s.stride:w.at]...)
			}
		}
		return out
	}
}

// kept counts what a filter keeps as it goes.
func kept(c *Compiled, e *ir.Expr) Int {
	if e.Type.Kind == ir.BagType { // its length is no number of members
		l := collected(c, e)
		return func(v *Env) int64 { return int64(len(l(v))) }
	}
	s, f := c.members(e), c.Bool(e.Args[1])
	return func(v *Env) int64 { return s.tally(v, f, true, math.MaxInt64) }
}
