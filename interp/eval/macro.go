package eval

import (
	"github.com/kdsl-lang/kdsl/lang/ir"
)

// members walks the members of a macro's range, putting each into the macro's temporaries. Over
// everything of a kind, or all that lies on something, nothing is collected first.
type members struct {
	all    bool
	kind   int
	on     Int // what the members lie on; nil: they come from a list
	list   List
	stride int // ints that make one member: 1, or fields+1 of a bag
	temp   int
}

// walk is how far a walk over members has come.
type walk struct {
	list []int64
	at   int   // in the list
	next int64 // of a thread of instances, -1 at its end
}

func (c *Compiled) members(e *ir.Expr) members {
	r := e.Args[0]
	s := members{temp: int(e.N), stride: 1}
	switch {
	case r.Op == ir.AllOf:
		s.all, s.kind = true, r.Ref
		return s
	case r.Op == ir.CallPrim && r.N == ir.PItems:
		s.on, s.kind = c.Int(r.Args[0]), r.Ref
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
		return walk{next: v.lying(s.on(v))}
	}
	return walk{list: s.list(v)}
}

// thread is where a thread of instances goes on, -1 at its end.
func thread(n int32) int64 {
	if n == 0 {
		return -1
	}
	return int64(n)
}

// lying is the first instance that lies on n, -1 for none.
func (v *Env) lying(n int64) int64 {
	if n < 0 || n >= int64(len(v.S.Insts)) {
		return -1
	}
	return thread(v.S.Insts[n].First)
}

// next moves to the next member.
func (s *members) next(v *Env, w *walk) bool {
	if !v.Burn() {
		return false
	}
	if s.all || s.on != nil {
		for n := w.next; n >= 0 && n < int64(len(v.S.Insts)); {
			in, at := &v.S.Insts[n], n
			switch {
			case !s.all:
				n = thread(in.Next)
			case s.kind < 0:
				n++
			default:
				n = thread(in.Kin)
			}
			if s.kind >= 0 && !v.C.isKind[s.kind][in.Card] || s.all && !inPlay(v.S, at) || !v.Seen(at) {
				continue
			}
			v.t[v.base+s.temp], w.next = at, n
			return true
		}
		w.next = -1
		return false
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

// sum adds, or fails at an expression.
func (v *Env) sum(a, b int64, e *ir.Expr) int64 {
	n, ok := Plus(a, b)
	if !ok {
		v.Fail(e.At, "the number is too large")
	}
	return n
}

// weight is how many things the present member stands for.
func (s *members) weight(v *Env) int64 {
	if s.stride == 1 {
		return 1
	}
	return v.t[v.base+s.temp+s.stride-1]
}

func (c *Compiled) quantifier(e *ir.Expr) Bool {
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

func (c *Compiled) measure(e *ir.Expr) Int {
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
					n = v.sum(n, s.weight(v), e)
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
				n = v.sum(n, f(v), e)
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
func (c *Compiled) collected(e *ir.Expr) List {
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
