package eval

import (
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

func (c *Compiled) members(e *ir.Expr) members {
	r := e.Args[0]
	s := members{temp: int(e.N), stride: 1, kind: r.Ref}
	switch {
	case r.Op == ir.AllOf:
		s.all = true
		if s.kind >= 0 && c.P.Kinds[s.kind].Root != s.kind {
			s.is = c.isKind[s.kind]
		}
		return s
	case r.Op == ir.CallPrim && r.N == ir.PItems:
		on := c.scalar(r.Args[0])
		s.on = &on
		if s.kind >= 0 {
			s.is = c.isKind[s.kind]
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
	switch {
	case s.all && s.kind < 0:
		return walk{}
	case s.all:
		return walk{next: v.first(s.kind)}
	case s.on != nil:
		return walk{next: v.lying(s.on.of(v))}
	}
	return walk{list: s.list(v)}
}

// next moves to the next member.
func (s *members) next(v *Env, w *walk) bool {
	if !v.Burn() {
		return false
	}
	if s.all || s.on != nil {
		return s.step(v, w)
	}
	if w.at >= len(w.list) {
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

// step moves along a thread of instances.
func (s *members) step(v *Env, w *walk) bool {
	all := v.S.Insts
	for n := w.next; uint(n) < uint(len(all)); {
		in, at := &all[n], n
		switch {
		case !s.all:
			n = thread(in.Next)
		case s.kind < 0:
			n++
		default:
			n = thread(in.Kin)
		}
		if s.is != nil && !s.is[in.Card] || s.all && !inPlay(v.S, int64(at)) || !v.Seen(int64(at)) {
			continue
		}
		v.t[v.base+s.temp], w.next = int64(at), n
		return true
	}
	w.next = -1
	return false
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
		return func(v *Env) bool {
			w := s.start(v)
			for s.next(v, &w) {
				if f(v) {
					return true
				}
			}
			return false
		}
	case ir.ForAll:
		return func(v *Env) bool {
			w := s.start(v)
			for s.next(v, &w) {
				if !f(v) {
					return false
				}
			}
			return true
		}
	}
	return func(v *Env) bool {
		w, n := s.start(v), 0
		for s.next(v, &w) {
			if f(v) {
				n++
			}
		}
		return n == 1
	}
}

func measure(c *Compiled, e *ir.Expr) Int {
	s := c.members(e)
	if e.Op == ir.Count {
		f := func(*Env) bool { return true }
		if len(e.Args) > 1 {
			f = c.Bool(e.Args[1])
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
				x, ok := Times(f(v), s.weight(v))
				if ok {
					n, ok = Plus(n, x)
				}
				if !ok {
					v.Fail(e.At, "the number is too large")
				}
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

// kept counts what a filter keeps as it goes.
func kept(c *Compiled, e *ir.Expr) Int {
	if e.Type.Kind == ir.BagType { // its length is no number of members
		l := collected(c, e)
		return func(v *Env) int64 { return int64(len(l(v))) }
	}
	s, f := c.members(e), c.Bool(e.Args[1])
	return func(v *Env) int64 {
		w, n := s.start(v), int64(0)
		for s.next(v, &w) {
			if f(v) {
				n++
			}
		}
		return n
	}
}
