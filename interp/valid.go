package interp

import (
	"cmp"
	"fmt"
	"slices"

	"github.com/kdsl-lang/kdsl/interp/code"
	"github.com/kdsl-lang/kdsl/interp/internal/space"
	"github.com/kdsl-lang/kdsl/lang/ir"
)

// An answer need not be among the candidates that are listed (a path may be any that is short enough),
// so it is checked by what the form says.

// valid tells whether a value is an answer to a field, given the fields before it.
func (r *picker) valid(x *code.FormField, c ir.Value) error {
	v, f := r.V, x.F
	name := f.Field.Name
	if absent(x, c) {
		return nil
	}
	switch {
	case f.Some:
		if err := r.validSelection(x, c); err != nil {
			return err
		}
	case f.Within != nil:
		if err := r.validReach(x, c); err != nil {
			return err
		}
	case f.In != nil:
		if !slices.Contains(r.among(x), c.N) {
			return fmt.Errorf("%s: %s is not among the choices", name, r.known(f.Type, c.N))
		}
	case f.Lo != nil:
		if lo, hi := asSeen(v, x.Lo), asSeen(v, x.Hi); c.N < lo || c.N > hi {
			return fmt.Errorf("%s: got %s, want %s to %s", name, r.Show(f.Type, c.N), r.Show(f.Type, lo), r.Show(f.Type, hi))
		}
	case f.Bool:
		if c.N != 0 && c.N != 1 {
			return fmt.Errorf("%s: want yes or no", name)
		}
	default:
		if !v.IsKind(c.N, f.All) || !v.InPlay(c.N) || !v.Seen(c.N) {
			return fmt.Errorf("%s: %s is not among the choices", name, r.known(f.Type, c.N))
		}
	}
	if !r.fits(x, c) {
		return unmet(fmt.Sprintf("%s: %s does not meet %q", name, r.ShowValue(f.Type, c), f.Where.At.Text()))
	}
	return nil
}

// unmet is that the `where` of a field does not hold for an answer that is among its choices.
type unmet string

func (u unmet) Error() string { return string(u) }

// known shows a value to whoever is asked: a thing that he does not see is as one that is not there.
func (r *picker) known(t ir.Type, n int64) string {
	if t.Kind == ir.Inst && n != ir.None && !r.V.Seen(n) {
		return fmt.Sprintf("#%d", n)
	}
	return r.Show(t, n)
}

// inOrder puts a selection of several in the order of the list that it is from.
func (r *picker) inOrder(x *code.FormField, c ir.Value) ir.Value {
	if l := x.In(r.V); !r.isInOrder(c.L, l) {
		c.L = slices.Clone(c.L)
		slices.SortStableFunc(c.L, func(a, b int64) int { return cmp.Compare(slices.Index(l, a), slices.Index(l, b)) })
	}
	return c
}

// isInOrder tells whether a selection stands in the order of the list that it is from.
func (r *picker) isInOrder(selection, list []int64) bool {
	last := -1
	for _, n := range selection {
		i := slices.Index(list, n)
		if i < last {
			return false
		}
		last = i
	}
	return true
}

// validSelection checks a selection of several.
func (r *picker) validSelection(x *code.FormField, c ir.Value) error {
	f := x.F
	l, lo, hi, repeat := r.several(x)
	if n := int64(len(c.L)); n < lo || n > hi {
		return fmt.Errorf("%s: got %d, want %d to %d", f.Field.Name, n, lo, hi)
	}
	count := func(l []int64, m int64) (n int64) {
		for _, k := range l {
			if k == m {
				n++
			}
		}
		return n
	}
	for i, m := range c.L {
		if i > 0 && m == c.L[i-1] {
			continue
		}
		in := count(l, m)
		if in == 0 {
			return fmt.Errorf("%s: %s is not among the choices", f.Field.Name, r.known(f.Type.Element(), m))
		}
		if count(c.L, m) > in*repeat {
			return fmt.Errorf("%s: %s may be taken %d times at most", f.Field.Name, r.Show(f.Type.Element(), m), in*repeat)
		}
	}
	return nil
}

func (r *picker) validReach(x *code.FormField, c ir.Value) error {
	name, length := x.F.Field.Name, x.Within(r.V)
	_, body, ok := r.centre(x)
	if !ok {
		return fmt.Errorf("%s: there is nothing to measure from", name)
	}
	if !space.Near(c.L) {
		return fmt.Errorf("%s: it is too far away", name)
	}
	show := func(n int64) string { return r.Show(ir.Type{Kind: ir.Length}, n) }
	if x.F.Type.Kind == ir.Path {
		if len(c.L) < 6 || len(c.L)%3 != 0 || c.L[0] != body.At.X || c.L[1] != body.At.Y {
			return fmt.Errorf("%s: a path starts where the piece stands and has at least one more point", name)
		}
		if n := space.PathLength(c.L); n > length {
			return fmt.Errorf("%s: the path is %s long, want at most %s", name, show(n), show(length))
		}
		end := body
		end.At = space.Point{X: c.L[len(c.L)-3], Y: c.L[len(c.L)-2], Z: c.L[len(c.L)-1]}
		if r.S.Width > 0 && !space.OnTable(end, r.S.Width, r.S.Depth) {
			return fmt.Errorf("%s: the path ends beyond the edge of the table", name)
		}
		return nil
	}
	if len(c.L) != 3 {
		return fmt.Errorf("%s: want a point", name)
	}
	at := body
	at.Width, at.Depth, at.Rect = 0, 0, false
	if d := space.DistanceToPoint(at, space.Point{X: c.L[0], Y: c.L[1], Z: c.L[2]}); d > length {
		return fmt.Errorf("%s: the point is %s away, want at most %s", name, show(d), show(length))
	}
	return nil
}
