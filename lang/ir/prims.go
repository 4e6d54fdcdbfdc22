package ir

// Prim is the signature of a primitive: a pure function of the machine. A Ref of -1 in a type
// means any kind; a parameter of type list<any> (Elem Bad) takes any list of scalars.
// A Method is written x.name(...), its receiver is Params[0].
type Prim struct {
	Name   string
	Method bool
	Params []Type
	Result Type
	Doc    string // one line for the reference: what it gives, units, when it fails
}

var (
	tInt    = Type{Kind: Int}
	tBool   = Type{Kind: Bool}
	tLength = Type{Kind: Length}
	tDice   = Type{Kind: Dice}
	tTarget = Type{Kind: Target}
	tPoint  = Type{Kind: Point}
	tPath   = Type{Kind: Path}
	tAny    = Type{Kind: Inst, Ref: -1}
	tCard   = Type{Kind: CardOf, Ref: -1}
	tPlayer = Type{Kind: Inst, Ref: PlayerKind}
	tInts   = ListOf(tInt)
	tList   = Type{Kind: List}
)

func optional(t Type) Type { t.Optional = true; return t }

// The primitives, by number. The machine implements exactly these; a test compares the sets.
const (
	PBears = iota
	PNumber
	PBorne
	PItems
	PIs
	POpponent
	PPlayers
	PActive
	PHalfUp
	PHalfDown
	PCeilDiv
	PFloorDiv
	PLength
	PHalf
	PHalves
	PWholeUp
	PWholeDown
	PAtMost
	PAtLeast
	PAtMostL
	PAtLeastL
	PAbs
	PHighest
	PLowest
	PWithout
	PPlus
	PTotal
	PTimes
	PShares
	PSize
	PChance
	PDiceCount
	PDiceFaces
	PDicePlus
	PDiceAdd
	PMeets
	PImprove
	PWorsen
	PDistance
	PDistanceTo
	PWithin
	PInside
	PPosition
	PElevation
	PTouching
	PPoint
	PToward
	PPathLength
	POnTable
	PTableWidth
	PTableHeight
	PHidden
	PVisibleTo
	PInPlay
	PWidth
	PDirect
	PIsPlayer
	PEndOf
	PPoint3
	primCount
)

// Prims is the table of signatures.
var Prims = [primCount]Prim{
	PBears:       {"bears", true, []Type{tAny, tCard}, tBool, "whether an instance of the card lies on it"},
	PNumber:      {"number", true, []Type{tAny, tCard}, tInt, "how many instances of the card lie on it"},
	PBorne:       {"borne", true, []Type{tAny, tCard}, optional(tAny), "the first instance of the card that lies on it; of the card's kind"},
	PItems:       {"items", true, []Type{tAny, {Kind: TextType}}, ListOf(tAny), "the instances of a kind that lie on it, by arrival"},
	PIs:          {"is", true, []Type{tAny, tCard}, tBool, "whether it is an instance of the card"},
	POpponent:    {"opponent", true, []Type{tPlayer}, tPlayer, "the other of two players; fails with more"},
	PPlayers:     {"players", false, nil, ListOf(tPlayer), "all players, in seat order"},
	PActive:      {"active", false, nil, optional(tPlayer), "the owner of the innermost span that has one"},
	PHalfUp:      {"half_up", false, []Type{tInt}, tInt, "half, rounded up"},
	PHalfDown:    {"half_down", false, []Type{tInt}, tInt, "half, rounded down"},
	PCeilDiv:     {"ceil_div", false, []Type{tInt, tInt}, tInt, "quotient rounded up; fails when the divisor is 0"},
	PFloorDiv:    {"floor_div", false, []Type{tInt, tInt}, tInt, "quotient rounded down; fails when the divisor is 0"},
	PLength:      {"length", false, []Type{tInt}, tLength, "that many units"},
	PHalf:        {"half", false, []Type{tInt}, tLength, "exactly half as many units"},
	PHalves:      {"half", false, []Type{tLength}, tLength, "half a length, rounded up to the grid"},
	PWholeUp:     {"whole_up", false, []Type{tLength}, tInt, "units, rounded up"},
	PWholeDown:   {"whole_down", false, []Type{tLength}, tInt, "units, rounded down"},
	PAtMost:      {"at_most", false, []Type{tInt, tInt}, tInt, "the smaller"},
	PAtLeast:     {"at_least", false, []Type{tInt, tInt}, tInt, "the larger"},
	PAtMostL:     {"at_most", false, []Type{tLength, tLength}, tLength, "the smaller"},
	PAtLeastL:    {"at_least", false, []Type{tLength, tLength}, tLength, "the larger"},
	PAbs:         {"abs", false, []Type{tInt}, tInt, "the size without sign"},
	PHighest:     {"highest", true, []Type{tInts}, tInt, "the largest member; 0 when empty"},
	PLowest:      {"lowest", true, []Type{tInts}, tInt, "the smallest member; 0 when empty"},
	PWithout:     {"without", true, []Type{tInts, tInt}, tInts, "the list with one such member less, if there is one"},
	PPlus:        {"plus", true, []Type{tInts, tInt}, tInts, "the list with one more member, highest first"},
	PTotal:       {"total", true, []Type{tInts}, tInt, "the sum"},
	PTimes:       {"times", true, []Type{tList, {Kind: Bad}}, tInt, "how many members equal it"},
	PShares:      {"shares", true, []Type{tList, tList}, tBool, "whether the two lists have a member in common"},
	PSize:        {"size", false, []Type{tList}, tInt, "how many members; of a bag, the sum of its counts"},
	PChance:      {"chance", false, []Type{tInt, tInt, tInt}, tInt, "per mille: the best of n dice of f faces reaches need"},
	PDiceCount:   {"count_of", false, []Type{tDice}, tInt, "n of nDf+k"},
	PDiceFaces:   {"faces_of", false, []Type{tDice}, tInt, "f of nDf+k"},
	PDicePlus:    {"plus_of", false, []Type{tDice}, tInt, "k of nDf+k"},
	PDiceAdd:     {"plus", true, []Type{tDice, tInt}, tDice, "D6 plus 1 is D6+1"},
	PMeets:       {"meets", false, []Type{tInt, tTarget}, tBool, "whether a total reaches 4+"},
	PImprove:     {"improve", true, []Type{tTarget, tInt}, tTarget, "4+ improved by 1 is 3+"},
	PWorsen:      {"worsen", true, []Type{tTarget, tInt}, tTarget, "4+ worsened by 1 is 5+"},
	PDistance:    {"distance", false, []Type{tAny, tAny}, tLength, "from base to base, rounded once to the grid; 0 when they touch"},
	PDistanceTo:  {"distance", false, []Type{tAny, tPoint}, tLength, "from the base to a point"},
	PWithin:      {"within", false, []Type{tAny, tAny, tLength}, tBool, "whether some of b's base lies within the length of a's base"},
	PInside:      {"inside", false, []Type{tAny, tAny}, tBool, "whether some of a's base lies in b's"},
	PPosition:    {"position", false, []Type{tAny}, tPoint, "the centre of its base; fails off the table"},
	PElevation:   {"elevation", false, []Type{tAny}, tLength, "how high its base stands"},
	PTouching:    {"touching", false, []Type{tAny, tAny}, tBool, "whether the bases are in contact"},
	PPoint:       {"point", false, []Type{tLength, tLength}, tPoint, "a point of the table"},
	PToward:      {"toward", false, []Type{tAny, tAny, tLength}, tPath, "a straight path from a's centre towards b, so long, or until contact"},
	PPoint3:      {"point", false, []Type{tLength, tLength, tLength}, tPoint, "a point above the table"},
	PEndOf:       {"end_of", false, []Type{tPath}, tPoint, "the point where a path ends"},
	PPathLength:  {"length_of", false, []Type{tPath}, tLength, "how long a path is"},
	POnTable:     {"on_table", false, []Type{tAny}, tBool, "whether it stands on the table"},
	PTableWidth:  {"table_width", false, nil, tLength, "x runs from 0 to this"},
	PTableHeight: {"table_height", false, nil, tLength, "y runs from 0 to this"},
	PHidden:      {"hidden", false, []Type{tAny}, tBool, "whether only its owner sees it"},
	PVisibleTo:   {"visible_to", false, []Type{tAny, tPlayer}, tBool, "whether the player sees it"},
	PInPlay:      {"in_play", false, []Type{tAny}, tBool, "whether it is still somewhere"},
	PWidth:       {"width", false, []Type{tAny}, tLength, "diameter (or width) of its base"},
	PDirect:      {"direct", false, []Type{tAny, tPoint}, tPath, "the straight path from its centre to a point"},
	PIsPlayer:    {"owned_by", true, []Type{tAny, tPlayer}, tBool, "whether the player owns it"},
}
