package proof

import (
	"slices"

	"github.com/kdsl-lang/kdsl/lang/claim"
	"github.com/kdsl-lang/kdsl/lang/ir"
	"github.com/kdsl-lang/kdsl/lang/text"
	"github.com/kdsl-lang/kdsl/lang/tongue"
)

// chosen are claims, and how many things of a kind a clause chooses that asks for each of them by itself: a text tells their
// number.
func chosen(claims []claim.Claim) []claim.Claim {
	type group struct {
		clause, row string
		kind        int
	}
	first, many := map[group]int{}, map[group]int64{}
	for i := range claims {
		if x := &claims[i]; summed(x) {
			return claims // they were counted before
		} else if ofChoice(x) >= 0 && x.Amount == (claim.Amount{}) && !(x.Noun.Field != nil && x.Noun.Field.Type.IsList()) {
			g := group{x.Clause, x.Row, ofChoice(x)}
			if many[g]++; many[g] == 1 {
				first[g] = i
			}
		}
	}
	var out []claim.Claim
	for i, x := range claims {
		if g := (group{x.Clause, x.Row, ofChoice(&x)}); many[g] > 1 && first[g] == i {
			n := x
			n.Noun, n.Amount = claim.Noun{Sort: claim.KindNoun, ID: g.kind}, claim.Amount{Known: true, Lo: many[g], Hi: many[g]}
			out = append(out, n)
		}
		out = append(out, x)
	}
	return out
}

// ofChoice is the kind of what a claim says is chosen; -1 when it says nothing of that.
func ofChoice(x *claim.Claim) int {
	if x.Sort != claim.Target || x.Word != claim.Words[claim.Target][0] {
		return -1
	}
	switch n := x.Noun; {
	case n.Sort == claim.KindNoun:
		return n.ID
	case n.Sort == claim.FieldNoun && n.Field != nil:
		t := n.Field.Type
		if t.IsList() {
			t = t.Element()
		}
		if t.Kind == ir.Inst {
			return t.Ref
		}
	}
	return -1
}

// summed tells whether a claim is how many things are chosen one by one: a text may tell of each by itself, too.
func summed(x *claim.Claim) bool {
	return ofChoice(x) >= 0 && x.Noun.Sort == claim.KindNoun && x.Amount.Known
}

// kinds are the kinds that are named behind a number: two pieces, two other pieces, two of its pieces.
func (r *reader) kinds(i int) []name {
	for j := i + 1; j < len(r.atoms) && j < i+5; j++ {
		a := &r.atoms[j]
		if a.kind != wordShape {
			return nil
		}
		for _, n := range a.sure() {
			if n.Sort == claim.KindNoun {
				return a.sure()
			}
		}
		if !(a.word == nil || a.is("of", "ours", "theirs", "least", "most", "more") || r.does(&r.list[a.from], "whose")) {
			return nil
		}
	}
	return nil
}

// chooses tells whether a number counts things of the kind that a claim says are chosen.
func (j *judge) chooses(s *said, x *claim.Claim) bool {
	kind := ofChoice(x)
	return kind >= 0 && slices.ContainsFunc(s.kinds, func(n name) bool {
		return n.Sort == claim.KindNoun && (j.p.IsA(n.ID, kind) || j.p.IsA(kind, n.ID))
	})
}

// things are so many things of a kind: 2 pieces. Between two numbers they are told of the greater.
func (s speaker) things(x *claim.Claim, size string) string {
	kind := ofChoice(x)
	if kind < ir.BuiltinKinds || kind >= len(s.p.Kinds) {
		return size
	}
	t := tongue.For(s.lang)
	k := s.p.Kinds[kind]
	noun := t.Guess(text.Name(s.p, k.Texts, k.Name, s.lang))
	noun.Proper = false
	if written := text.Of(k.Texts, s.lang); written != nil {
		noun.Many = written.Noun.Plural
	}
	return size + " " + t.Form(noun, !t.Singular(max(x.Amount.Lo, x.Amount.Hi)))
}
