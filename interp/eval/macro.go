package eval

import "github.com/kdsl-lang/kdsl/lang/ir"

// members walks the members of a macro's range, putting each into the macro's temporaries. Over
// everything of a kind nothing is collected first.
type members struct {
	all    bool
	kind   int
	list   List
	stride int // ints that make one member: 1, or fields+1 of a bag
	temp   int
}

func (c *Compiled) members(e *ir.Expr) members {
	r := e.Args[0]
	s := members{temp: int(e.N), stride: 1}
	if r.Op == ir.AllOf {
		s.all, s.kind = true, r.Ref
		return s
	}
	s.list = c.List(r)
	if r.Type.Kind == ir.BagType {
		s.stride = len(c.P.Bags[r.Type.Ref].Fields) + 1
	}
	return s
}

func (s *members) start(v *Env) []int64 {
	if s.all {
		return nil
	}
	return s.list(v)
}

// next moves to the next member; at is how far the walk has come.
func (s *members) next(v *Env, l []int64, at *int) bool {
	if v.Err != nil {
		return false
	}
	if s.all {
		for ; *at < len(v.S.Insts); *at++ {
			n := int64(*at)
			if v.IsKind(n, s.kind) && inPlay(v.S, n) && v.Seen(n) {
				v.t[v.base+s.temp] = n
				*at++
				return true
			}
		}
		return false
	}
	if *at >= len(l) {
		return false
	}
	copy(v.t[v.base+s.temp:], l[*at:*at+s.stride])
	*at += s.stride
	return true
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
			l := s.start(v)
			for at := 0; s.next(v, l, &at); {
				if f(v) {
					return true
				}
			}
			return false
		}
	case ir.ForAll:
		return func(v *Env) bool {
			l := s.start(v)
			for at := 0; s.next(v, l, &at); {
				if !f(v) {
					return false
				}
			}
			return true
		}
	}
	return func(v *Env) bool {
		l, n := s.start(v), 0
		for at := 0; s.next(v, l, &at); {
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
			l, n := s.start(v), int64(0)
			for at := 0; s.next(v, l, &at); {
				if f(v) {
					n += s.weight(v)
				}
			}
			return n
		}
	}
	f := c.Int(e.Args[1])
	if e.Op == ir.Sum {
		return func(v *Env) int64 {
			l, n := s.start(v), int64(0)
			for at := 0; s.next(v, l, &at); {
				n += f(v) * s.weight(v)
				if n > 1<<61 || n < -1<<61 {
					v.Fail(e.At, "the number is too large")
				}
			}
			return n
		}
	}
	most := e.Op == ir.Most
	return func(v *Env) int64 {
		l, best, any := s.start(v), int64(0), false
		for at := 0; s.next(v, l, &at); {
			if x := f(v); !any || (x > best) == most && x != best {
				best, any = x, true
			}
		}
		return best
	}
}

// select_ filters or maps. Members of a kind come by arrival.
func (c *Compiled) select_(e *ir.Expr) List {
	s := c.members(e)
	if s.all { // the order matters here
		kind := s.kind
		s.all, s.list = false, func(v *Env) []int64 { return v.All(kind) }
	}
	if e.Op == ir.Map {
		f := c.Int(e.Args[1])
		return func(v *Env) []int64 {
			l := s.start(v)
			out := make([]int64, 0, len(l)/s.stride)
			for at := 0; s.next(v, l, &at); {
				out = append(out, f(v))
			}
			return out
		}
	}
	f := c.Bool(e.Args[1])
	return func(v *Env) []int64 {
		l := s.start(v)
		out := make([]int64, 0, len(l))
		for at := 0; s.next(v, l, &at); {
			if f(v) {
				out = append(out, l[at-s.stride:at]...)
			}
		}
		return out
	}
}
