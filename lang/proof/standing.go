package proof

import (
	"slices"
	"strings"

	"github.com/kdsl-lang/kdsl/lang/claim"
)

// standing is what is known of a sort of verdicts besides what its signs weigh: too few texts have one to learn that from.
type standing uint8

const (
	vain   standing = iota + 1 // it accuses more right texts than it finds faults that nothing else finds: it is not told
	lax                        // it is of what is said in too many ways to be surely wrong: it is no error
	seldom                     // of the texts that have one nearly all are wrong: it is told
	plain                      // it is right wherever it is told: it is an error
	closed                     // it is of what is said in few ways: told, it is an error where the judge calls it one
	exact                      // the same, whatever its signs weigh
	proven                     // none is known to be wrong: it is an error
)

// verdictSort is a comparison, and what came of it; 0: whatever came of it.
type verdictSort struct {
	by string
	Kind
}

// denialDiffers is the verdict that a thing is asked for which must not be, or the other way round; askedFor marks the one.
const (
	denialDiffers = "denial differs"
	askedFor      = "the text asks for it"
)

// Where a name stands that nothing has, besides behind what is a sort of names.
const (
	nearShared = "beside a word that names share"
	anEntry    = "an entry of a list"
)

// sortedBy marks what stands right after a thing of a sort, as a name does after the word for what it is one of.
func sortedBy(sort claim.NounSort) string { return "behind a " + claim.NounSorts[sort] }

// standings are those of the sorts that have one.
var standings = map[verdictSort]standing{
	{swapped, 0}: proven, {miscounted, 0}: proven, {exceeded, 0}: proven,
	{"antonym always", NotInRule}: vain, {"antonym excepted", NotInRule}: vain, {"deed", NotInRule}: vain, {"antonym with", Differs}: vain, {"case", Differs}: vain,
	{"many", Differs}:                   vain,
	{"dice not in the rule", NotInRule}: plain, {"characteristic differs", Differs}: plain, {"duration differs", Differs}: plain, {"number", Differs}: plain,
	{"moment differs", Differs}: plain, {"arm", Differs}: plain, {"coming", Differs}: plain,
	{"case", NotInRule}: plain, {outOfList, 0}: plain,
	{unheard, 0}: seldom, {otherPart, 0}: seldom,
	{"antonym edge", 0}: lax, {"opposite-edge", 0}: lax, {"each", 0}: lax, {"antonym first", NotInRule}: lax,
	{"frequency differs", 0}: exact, {"antonym bound", Differs}: exact, {otherFigure, 0}: exact,
	{"number differs", 0}: closed, {"card differs", 0}: closed, {"value differs", 0}: closed, {"unit differs", 0}: closed,
}

// standing is that of a verdict.
func (v *Verdict) standing() standing {
	has := func(marks ...string) bool {
		return !slices.ContainsFunc(marks, func(m string) bool { return !slices.Contains(v.marks, m) })
	}
	switch {
	case v.by == unheard && (has(nearShared) || has(sortedBy(claim.KindNoun)) || has(anEntry, sortedBy(claim.CardNoun)) || has(anEntry, sortedBy(claim.FieldNoun))):
		return proven
	case v.by == denialDiffers && has(askedFor, nowhere):
		return proven
	case v.by == denialDiffers && has(askedFor):
		return seldom
	case v.by == "antonym edge" && slices.Contains(v.marks, otherSideOnCard), v.by == unheard && v.Rank == Hint && slices.Contains(v.signs, "judged an error"):
		return plain // beside the same word; a name with a figure
	case slices.Contains(v.marks, otherWay): // whatever the sort
		return seldom
	}
	return max(standings[verdictSort{v.by, v.Kind}], standings[verdictSort{v.by, 0}])
}

// settle gives a weighed verdict the rank at which it is told, beside that which the judge gave it; 0 where the judge gave none.
func (v *Verdict) settle(judge Rank) {
	switch s := v.standing(); {
	case s == proven:
		v.Rank = Error
	case s == vain:
		v.Rank = Doubt
	case strings.HasPrefix(v.by, otherInstant) && judge > 0:
		v.Rank = judge
	case s == plain && v.Rank == Hint:
		v.Rank = Error
	case s == seldom:
		v.Rank = min(v.Rank, Hint)
	case v.given && judge == Error: // no witness prints the card with what a title gives
		if v.Rank = min(v.Rank, Hint); v.sole {
			v.Rank = Error
		}
	case s == lax:
		v.Rank = max(v.Rank, Hint)
	case v.End == 0 && judge > 0 && (v.Kind == NotInText || judge == Error): // of what the text is silent
		v.Rank = min(v.Rank, judge)
	case judge == Error && (s == exact || s == closed && v.Rank == Hint):
		v.Rank = Error
	}
}
