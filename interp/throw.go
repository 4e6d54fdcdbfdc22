package interp

import (
	"fmt"
	"slices"

	"github.com/kdsl-lang/kdsl/interp/code"
	"github.com/kdsl-lang/kdsl/lang/ir"
)

// Dice come from outside: the run stops with the classes of faces that matter, and goes on with how many
// fell in each.

// throw works out what is thrown; the answer comes through thrown.
func (r *executor) throw(f int32, d *code.Dice, in *code.Instr) bool {
	v := r.V
	n, faces := d.Count(v), d.Faces(v)
	if !r.possible(n, faces, in) {
		return false
	}
	if n <= 0 {
		*v.ListSlot(int(d.Into.N)) = nil
		r.frame(f).PC++
		return false
	}
	c := Chance{N: n, Faces: faces, At: in.At}
	if d.By == nil {
		c.Classes, c.Weights = faceClasses(faces)
	} else {
		c.ByFace = make([]int, faces)
		of := make([]int64, faces)
		for i := range of {
			v.Temp(0, int64(i+1))
			of[i] = d.By(v)
			if !slices.Contains(c.Classes, of[i]) {
				c.Classes = append(c.Classes, of[i])
			}
		}
		slices.Sort(c.Classes)
		c.Weights = make([]int64, len(c.Classes))
		for i := range of {
			c.ByFace[i], _ = slices.BinarySearch(c.Classes, of[i])
			c.Weights[c.ByFace[i]]++
		}
	}
	r.pend.Kind, r.pend.Throw, r.pend.Dice, r.pend.Draw, r.pend.fell, r.pend.of = Throw, c, d, false, nil, r.whose(d)
	return true
}

// The classes of plain dice with few faces, made once: a class a face, each as likely.
var fewFaces, fewWeights = upTo(128)

func upTo(faces int64) (classes, weights []int64) {
	classes, weights = make([]int64, faces), make([]int64, faces)
	for i := range classes {
		classes[i], weights[i] = int64(i+1), 1
	}
	return classes, weights
}

func faceClasses(faces int64) (classes, weights []int64) {
	if n := int64(len(fewFaces)); faces > n {
		return upTo(faces)
	}
	return fewFaces[:faces:faces], fewWeights[:faces:faces]
}

// draw works out the members of a draw.
func (r *executor) draw(in *code.Instr) bool {
	l := in.List(r.V)
	if len(l) == 0 {
		r.V.Fail(in.At, "there is nothing to draw from")
		return false
	}
	c := Chance{N: 1, Faces: int64(len(l)), At: in.At}
	c.Classes, c.Weights = faceClasses(c.Faces)
	r.pend = Stop{Kind: Throw, Throw: c, Draw: true, members: l}
	return true
}

// thrown takes the dice of the present throw, as counts of its classes.
func (r *executor) thrown(counts []int64) error {
	c := &r.pend.Throw
	if len(counts) != len(c.Classes) {
		return fmt.Errorf("got counts of %d classes, want %d", len(counts), len(c.Classes))
	}
	n := int64(0)
	for _, k := range counts {
		if k < 0 {
			return fmt.Errorf("a count is negative")
		}
		n += k
	}
	if n != c.N {
		return fmt.Errorf("got %d dice, want %d", n, c.N)
	}
	f := r.S.Top()
	r.V.Bind(f)
	in := r.instr(f)
	if r.pend.Draw {
		for i, k := range counts {
			if k > 0 {
				*r.V.Slot(int(in.A)) = r.pend.members[i]
			}
		}
		r.frame(f).PC++
		return nil
	}
	if r.pend.fell != nil {
		r.fell(f, counts)
		return nil
	}
	d := r.pend.Dice
	var out []int64
	switch {
	case d.By == nil && n == 1 && c.Faces <= int64(len(fewFaces)): // a list that is there already
		i := slices.Index(counts, 1)
		out = fewFaces[i : i+1 : i+1]
	case d.By == nil:
		out = make([]int64, 0, n)
		for i := len(counts) - 1; i >= 0; i-- {
			for range counts[i] {
				out = append(out, c.Classes[i])
			}
		}
	default:
		for i, k := range counts {
			if k > 0 {
				out = append(out, c.Classes[i], k)
			}
		}
	}
	var by *ir.Type
	if d.By != nil {
		by = &d.Stmt.ByType
	}
	if d.Into.List {
		*r.V.ListSlot(int(d.Into.N)) = out
	} else { // the face, or the class of which there is one
		*r.V.Slot(int(d.Into.N)) = out[0]
	}
	r.tellThrow(f, r.pend.of, c, by, func(face int) int64 { return c.Classes[c.binOf(face)] }, out)
	r.frame(f).PC++
	return nil
}

// put adds a group to a bag, keeping its rows sorted and equal rows merged.
func (r *executor) put(b *code.Bag) {
	v := r.V
	n := b.Count(v)
	row := make([]int64, 0, len(b.Values)+1)
	for i, f := range b.Values {
		row = append(row, held(f(v), r.M.P.Bags[b.Kind].Fields[i]))
	}
	if n <= 0 || v.Err != nil {
		return
	}
	var bag *[]int64
	switch {
	case b.Local != nil:
		bag = v.ListSlot(int(b.Local.N))
	case b.Of != nil:
		n := int32(b.Of(v))
		bag = r.S.List(n, int(b.Slot))
		r.fills(n)
	default:
		bag = v.FieldList(int(b.Slot))
		r.fills(v.Ev)
	}
	*bag = addGroup(*bag, row, n)
}

func addGroup(bag, row []int64, n int64) []int64 {
	w := len(row)
	out := make([]int64, 0, len(bag)+w+1)
	placed := false
	for i := 0; i < len(bag); i += w + 1 {
		g := bag[i : i+w+1]
		if c := slices.Compare(g[:w], row); !placed && c >= 0 {
			placed = true
			if c == 0 {
				out = append(append(out, row...), g[w]+n)
				continue
			}
			out = append(append(out, row...), n)
		}
		out = append(out, g...)
	}
	if !placed {
		out = append(append(out, row...), n)
	}
	return out
}
