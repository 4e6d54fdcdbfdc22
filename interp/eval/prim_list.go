package eval

import (
	"cmp"
	"slices"

	"github.com/kdsl-lang/kdsl/interp/internal/space"
	"github.com/kdsl-lang/kdsl/lang/ir"
)

var listPrimitives = map[int]primitive{
	ir.PHighest:   {i: func(_ *Env, a *args) int64 { return extreme(a.l[0], true) }},
	ir.PLowest:    {i: func(_ *Env, a *args) int64 { return extreme(a.l[0], false) }},
	ir.PWithout:   {l: without},
	ir.PPlus:      {l: plus},
	ir.PTotal:     {i: total},
	ir.PTimes:     {i: times},
	ir.PShares:    {b: shares},
	ir.PSize:      {i: size},
	ir.POnly:      {l: only},
	ir.PNearestTo: {l: standing(nearestTo)},
}

func extreme(l []int64, high bool) int64 {
	best := int64(0)
	for i, x := range l {
		if i == 0 || (x > best) == high && x != best {
			best = x
		}
	}
	return best
}

func without(_ *Env, a *args) []int64 {
	if i := slices.Index(a.l[0], a.i[0]); i >= 0 {
		return slices.Delete(slices.Clone(a.l[0]), i, i+1)
	}
	return a.l[0]
}

func plus(_ *Env, a *args) []int64 {
	out := append(slices.Clone(a.l[0]), a.i[0])
	slices.SortFunc(out, func(x, y int64) int { return cmp.Compare(y, x) })
	return out
}

func total(v *Env, a *args) int64 {
	n := int64(0)
	for _, x := range a.l[0] {
		n = add(v, n, x, a.e)
	}
	return n
}

func times(_ *Env, a *args) int64 {
	n := int64(0)
	for _, x := range a.l[0] {
		if x == a.i[0] {
			n++
		}
	}
	return n
}

func shares(v *Env, a *args) bool {
	v.Fuel -= int64(len(a.l[0])) * int64(len(a.l[1])) / 16
	for _, x := range a.l[0] {
		if slices.Contains(a.l[1], x) {
			return true
		}
	}
	return false
}

func size(v *Env, a *args) int64 {
	t := a.e.Args[0].Type
	if t.Kind != ir.BagType {
		if t.Kind == ir.Path {
			return int64(len(a.l[0]) / 3)
		}
		return int64(len(a.l[0]))
	}
	n, stride := int64(0), len(v.C.P.Bags[t.Ref].Fields)+1
	for i := stride - 1; i < len(a.l[0]); i += stride {
		n = add(v, n, a.l[0][i], a.e)
	}
	return n
}

// only keeps the members of a kind.
func only(v *Env, a *args) []int64 {
	var out []int64
	for _, n := range a.l[0] {
		if v.IsKind(n, a.ref) {
			out = append(out, n)
		}
	}
	return out
}

// nearestTo keeps the members that are nearest to a body; those off the table are nearest to nothing.
func nearestTo(v *Env, a *args, from space.Body) []int64 {
	var out []int64
	best := int64(0)
	for _, n := range a.l[0] {
		b, ok := v.spot(n)
		if !ok {
			continue
		}
		switch d := space.Distance(from, b); {
		case len(out) == 0 || d < best:
			out, best = append(out[:0], n), d
		case d == best:
			out = append(out, n)
		}
	}
	return out
}
