package ir

// Prim is the signature of a primitive: a pure function of the machine. A Ref of -1 in a type
// means any kind; a parameter of type list<any> (Elem Bad) takes any list of scalars.
// A Method is written x.name(...), its receiver is Params[0].
type Prim struct {
	Name   string
	Method bool
	Params []Type
	Result Type
	Reads  Reads  // besides the arguments
	Tie    Tie    // how the types of a call hang together
	Doc    string // one line for the reference: what it gives, units, when it fails
}

// Tie is what the types of a call have to do with each other, where Params and Result cannot say it.
type Tie uint8

// The ties.
const (
	Untied          Tie = iota + 1
	BagsToo             // the list may be a bag
	AnyNumbers          // every number will do: an int is made a length
	MemberOfFirst       // the second is comparable with the members of the first
	ListLikeFirst       // the second is comparable with the first
	CardOfKind          // the first is an instance of a kind that the card may be of
	ResultOfCard        // the result is of the kind of the card
	ResultLikeFirst     // the result is of the type of the first
	NamesKind           // the second is the name of a kind, and a result that is an instance, or a list of them, is of it
)

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
	tPieces = ListOf(tAny)
)

func optional(t Type) Type { t.Optional = true; return t }

// The primitives, by number. The machine implements exactly these; a test compares the sets.
const (
	PBears = iota
	PNumber
	PBorne
	PBearsKind
	PNumberKind
	PBorneKind
	PItems
	PIs
	PIsKind
	POpponent
	PPlayers
	PSeats
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
	POnly
	PNearestTo
	PX
	PY
	PZ
	PInsidePoint
	PWhollyInside
	PWithinPoint
	PAroundPiece
	PAround
	PHeight
	PTop
	PVerticalGap
	PEdgeDistance
	PDetour
	PSees
	PSeesPast
	PLines
	PLinesPast
	PBlockers
	PCorridor
	PCorridorWide
	PRay
	PRayTo
	PFacing
	PDirection
	PDirectionTo
	PAngle
	PInArc
	PPointAt
	PPointFrom
	PPointAlong
	PLegs
	PHeadings
	PSharpest
	PCrosses
	PPasses
	PLengthIn
	PThen
	primCount
)

// Prims is the table of signatures.
var Prims = [primCount]Prim{
	PBears:        {"bears", true, []Type{tAny, tCard}, tBool, ReadsTable, Untied, "whether an instance of the card lies on it"},
	PNumber:       {"number", true, []Type{tAny, tCard}, tInt, ReadsTable, Untied, "how many instances of the card lie on it"},
	PBorne:        {"borne", true, []Type{tAny, tCard}, optional(tAny), ReadsTable, ResultOfCard, "the first instance of the card that lies on it; of the card's kind"},
	PBearsKind:    {"bears", true, []Type{tAny, {Kind: TextType}}, tBool, ReadsTable, NamesKind, "whether an instance of the kind lies on it"},
	PNumberKind:   {"number", true, []Type{tAny, {Kind: TextType}}, tInt, ReadsTable, NamesKind, "how many instances of the kind lie on it"},
	PBorneKind:    {"borne", true, []Type{tAny, {Kind: TextType}}, optional(tAny), ReadsTable, NamesKind, "the first instance of the kind that lies on it"},
	PItems:        {"items", true, []Type{tAny, {Kind: TextType}}, ListOf(tAny), ReadsTable, NamesKind, "the instances of a kind, or card, that lie on it, by arrival"},
	PIs:           {"is", true, []Type{tAny, tCard}, tBool, ReadsPrint, CardOfKind, "whether it is an instance of the card"},
	PIsKind:       {"is", true, []Type{tAny, {Kind: TextType}}, tBool, ReadsPrint, NamesKind, "whether it is of the kind"},
	POpponent:     {"opponent", true, []Type{tPlayer}, tPlayer, ReadsTable, Untied, "the other of two players; fails with more"},
	PPlayers:      {"players", false, nil, ListOf(tPlayer), ReadsTable, Untied, "all players, in seat order"},
	PSeats:        {"players", false, []Type{tPlayer}, ListOf(tPlayer), ReadsTable, Untied, "all players, in seat order from this one on"},
	PActive:       {"active", false, nil, optional(tPlayer), ReadsTable, Untied, "the owner of the innermost span that has one"},
	PHalfUp:       {"half_up", false, []Type{tInt}, tInt, ReadsNothing, Untied, "half, rounded up"},
	PHalfDown:     {"half_down", false, []Type{tInt}, tInt, ReadsNothing, Untied, "half, rounded down"},
	PCeilDiv:      {"ceil_div", false, []Type{tInt, tInt}, tInt, ReadsNothing, Untied, "quotient rounded up; fails when the divisor is 0"},
	PFloorDiv:     {"floor_div", false, []Type{tInt, tInt}, tInt, ReadsNothing, Untied, "quotient rounded down; fails when the divisor is 0"},
	PLength:       {"length", false, []Type{tInt}, tLength, ReadsNothing, Untied, "that many units"},
	PHalf:         {"half", false, []Type{tInt}, tLength, ReadsNothing, Untied, "exactly half as many units"},
	PHalves:       {"half", false, []Type{tLength}, tLength, ReadsNothing, Untied, "half a length, rounded up to the grid"},
	PWholeUp:      {"whole_up", false, []Type{tLength}, tInt, ReadsNothing, Untied, "units, rounded up"},
	PWholeDown:    {"whole_down", false, []Type{tLength}, tInt, ReadsNothing, Untied, "units, rounded down"},
	PAtMost:       {"at_most", false, []Type{tInt, tInt}, tInt, ReadsNothing, Untied, "the smaller"},
	PAtLeast:      {"at_least", false, []Type{tInt, tInt}, tInt, ReadsNothing, Untied, "the larger"},
	PAtMostL:      {"at_most", false, []Type{tLength, tLength}, tLength, ReadsNothing, AnyNumbers, "the smaller"},
	PAtLeastL:     {"at_least", false, []Type{tLength, tLength}, tLength, ReadsNothing, AnyNumbers, "the larger"},
	PAbs:          {"abs", false, []Type{tInt}, tInt, ReadsNothing, Untied, "the size without sign"},
	PHighest:      {"highest", true, []Type{tInts}, tInt, ReadsNothing, Untied, "the largest member; 0 when empty"},
	PLowest:       {"lowest", true, []Type{tInts}, tInt, ReadsNothing, Untied, "the smallest member; 0 when empty"},
	PWithout:      {"without", true, []Type{tInts, tInt}, tInts, ReadsNothing, Untied, "the list with one such member less, if there is one"},
	PPlus:         {"plus", true, []Type{tInts, tInt}, tInts, ReadsNothing, Untied, "the list with one more member, highest first"},
	PTotal:        {"total", true, []Type{tInts}, tInt, ReadsNothing, Untied, "the sum"},
	PTimes:        {"times", true, []Type{tList, {Kind: Bad}}, tInt, ReadsNothing, MemberOfFirst, "how many members equal it"},
	PShares:       {"shares", true, []Type{tList, tList}, tBool, ReadsNothing, ListLikeFirst, "whether the two lists have a member in common"},
	PSize:         {"size", false, []Type{tList}, tInt, ReadsNothing, BagsToo, "how many members; of a bag, the sum of its counts"},
	PChance:       {"chance", false, []Type{tInt, tInt, tInt}, tInt, ReadsNothing, Untied, "per mille: the best of n dice of f faces reaches need"},
	PDiceCount:    {"count_of", false, []Type{tDice}, tInt, ReadsNothing, Untied, "n of nDf+k"},
	PDiceFaces:    {"faces_of", false, []Type{tDice}, tInt, ReadsNothing, Untied, "f of nDf+k"},
	PDicePlus:     {"plus_of", false, []Type{tDice}, tInt, ReadsNothing, Untied, "k of nDf+k"},
	PDiceAdd:      {"plus", true, []Type{tDice, tInt}, tDice, ReadsNothing, Untied, "D6 plus 1 is D6+1"},
	PMeets:        {"meets", false, []Type{tInt, tTarget}, tBool, ReadsNothing, Untied, "whether a total reaches 4+"},
	PImprove:      {"improve", true, []Type{tTarget, tInt}, tTarget, ReadsNothing, Untied, "4+ improved by 1 is 3+"},
	PWorsen:       {"worsen", true, []Type{tTarget, tInt}, tTarget, ReadsNothing, Untied, "4+ worsened by 1 is 5+"},
	PDistance:     {"distance", false, []Type{tAny, tAny}, tLength, ReadsTable, Untied, "from base to base, rounded once to the grid; 0 when they touch"},
	PDistanceTo:   {"distance", false, []Type{tAny, tPoint}, tLength, ReadsTable, Untied, "from the base to a point"},
	PWithin:       {"within", false, []Type{tAny, tAny, tLength}, tBool, ReadsTable, Untied, "whether some of b's base lies within the length of a's base"},
	PInside:       {"inside", false, []Type{tAny, tAny}, tBool, ReadsTable, Untied, "whether some of a's base lies in b's"},
	PPosition:     {"position", false, []Type{tAny}, tPoint, ReadsTable, Untied, "the centre of its base; fails off the table"},
	PElevation:    {"elevation", false, []Type{tAny}, tLength, ReadsTable, Untied, "how high its base stands"},
	PTouching:     {"touching", false, []Type{tAny, tAny}, tBool, ReadsTable, Untied, "whether the bases are in contact"},
	PPoint:        {"point", false, []Type{tLength, tLength}, tPoint, ReadsNothing, Untied, "a point of the table"},
	PToward:       {"toward", false, []Type{tAny, tAny, tLength}, tPath, ReadsTable, Untied, "a straight path from a's centre towards b, so long, or until contact"},
	PPoint3:       {"point", false, []Type{tLength, tLength, tLength}, tPoint, ReadsNothing, Untied, "a point above the table"},
	PEndOf:        {"end_of", false, []Type{tPath}, tPoint, ReadsNothing, Untied, "the point where a path ends"},
	PPathLength:   {"length_of", false, []Type{tPath}, tLength, ReadsNothing, Untied, "how long a path is"},
	POnTable:      {"on_table", false, []Type{tAny}, tBool, ReadsTable, Untied, "whether it stands on the table"},
	PTableWidth:   {"table_width", false, nil, tLength, ReadsTable, Untied, "x runs from 0 to this"},
	PTableHeight:  {"table_height", false, nil, tLength, ReadsTable, Untied, "y runs from 0 to this"},
	PHidden:       {"hidden", false, []Type{tAny}, tBool, ReadsTable, Untied, "whether it was hidden, so that only its owner sees it"},
	PVisibleTo:    {"visible_to", false, []Type{tAny, tPlayer}, tBool, ReadsTable, Untied, "whether the player sees it"},
	PInPlay:       {"in_play", false, []Type{tAny}, tBool, ReadsTable, Untied, "whether it is still somewhere"},
	PWidth:        {"width", false, []Type{tAny}, tLength, ReadsTable, Untied, "diameter (or width) of its base; 0 without a body"},
	PDirect:       {"direct", false, []Type{tAny, tPoint}, tPath, ReadsTable, Untied, "the straight path from its centre to a point"},
	PIsPlayer:     {"owned_by", true, []Type{tAny, tPlayer}, tBool, ReadsTable, Untied, "whether the player owns it"},
	POnly:         {"only", true, []Type{tPieces, {Kind: TextType}}, tPieces, ReadsPrint, NamesKind, "the members that are of a kind, or card"},
	PNearestTo:    {"nearest_to", true, []Type{tPieces, tAny}, tPieces, ReadsTable, ResultLikeFirst, "the members whose base is nearest to it; more than one when they are equally near"},
	PX:            {"x_of", false, []Type{tPoint}, tLength, ReadsNothing, Untied, "how far along the table's width"},
	PY:            {"y_of", false, []Type{tPoint}, tLength, ReadsNothing, Untied, "how far along the table's height"},
	PZ:            {"z_of", false, []Type{tPoint}, tLength, ReadsNothing, Untied, "how high above the table"},
	PInsidePoint:  {"inside", false, []Type{tPoint, tAny}, tBool, ReadsTable, Untied, "whether a point lies in its base"},
	PWhollyInside: {"wholly_inside", false, []Type{tAny, tAny}, tBool, ReadsTable, Untied, "whether all of a's base lies in b's"},
	PWithinPoint:  {"within", false, []Type{tAny, tPoint, tLength}, tBool, ReadsTable, Untied, "whether some of a's base lies within the length of a point"},
	PAround:       {"around", false, []Type{tPoint, tLength}, tPieces, ReadsTable, Untied, "the pieces of which some base lies within the length of a point, by arrival"},
	PAroundPiece:  {"around", false, []Type{tAny, tLength}, tPieces, ReadsTable, Untied, "the other pieces of which some base lies within the length of its base, by arrival"},
	PHeight:       {"height", false, []Type{tAny}, tLength, ReadsTable, Untied, "how tall its body is; 0 without a body"},
	PTop:          {"top", false, []Type{tAny}, tLength, ReadsTable, Untied, "its elevation and height together; 0 off the table"},
	PVerticalGap:  {"vertical_gap", false, []Type{tAny, tAny}, tLength, ReadsTable, Untied, "how far apart in height two bodies are; 0 when they share some"},
	PEdgeDistance: {"edge_distance", false, []Type{tAny}, tLength, ReadsTable, Untied, "from the base to the nearest edge of the table; 0 when it reaches over it"},
	PDetour:       {"detour", false, []Type{tPoint, tAny, tPieces, tLength}, tLength, ReadsTable, Untied, "how long the shortest way is from a point to its base that comes within the length of none of the pieces; the distance where there is none"},
	PSees:         {"sees", false, []Type{tAny, tAny}, tBool, ReadsTable, Untied, "whether a line of sight from a to b is free"},
	PSeesPast:     {"sees", false, []Type{tAny, tAny, tPieces}, tBool, ReadsTable, Untied, "the same, when only the pieces of the list stand in the way"},
	PLines:        {"lines_of_sight", false, []Type{tAny, tAny}, tInt, ReadsTable, Untied, "how many of the nine lines of sight from a to b are free"},
	PLinesPast:    {"lines_of_sight", false, []Type{tAny, tAny, tPieces}, tInt, ReadsTable, Untied, "the same, when only the pieces of the list stand in the way"},
	PBlockers:     {"blockers", false, []Type{tAny, tAny}, tPieces, ReadsTable, Untied, "the pieces that bar a line of sight from a to b, nearest to a first"},
	PCorridor:     {"corridor", false, []Type{tAny, tAny}, tPieces, ReadsTable, Untied, "the pieces in the way from a to b, as wide as the smaller base, nearest to a first"},
	PCorridorWide: {"corridor", false, []Type{tAny, tAny, tLength}, tPieces, ReadsTable, Untied, "the pieces in a way of this width from a to b, nearest to a first"},
	PRay:          {"ray", false, []Type{tAny, tAny, tLength}, tPieces, ReadsTable, Untied, "the pieces on the straight line from a's base through b's centre, so long, nearest to a first"},
	PRayTo:        {"ray", false, []Type{tAny, tPoint, tLength}, tPieces, ReadsTable, Untied, "the pieces on the straight line from a's base through a point, so long, nearest to a first"},
	PFacing:       {"facing", false, []Type{tAny}, tInt, ReadsTable, Untied, "the direction that it faces: degrees, 0 to 359"},
	PDirection:    {"direction", false, []Type{tAny, tAny}, tInt, ReadsTable, Untied, "in which direction b's centre lies from a's: degrees, to the nearest"},
	PDirectionTo:  {"direction", false, []Type{tAny, tPoint}, tInt, ReadsTable, Untied, "in which direction a point lies from a's centre: degrees, to the nearest"},
	PAngle:        {"angle", false, []Type{tInt, tInt}, tInt, ReadsNothing, Untied, "the smaller angle between two directions: degrees, 0 to 180"},
	PInArc:        {"in_arc", false, []Type{tAny, tAny, tInt, tInt}, tBool, ReadsTable, Untied, "whether b's centre lies in the arc that runs so many degrees off a's facing, from one to the other"},
	PPointAt:      {"point_at", false, []Type{tAny, tInt, tLength}, tPoint, ReadsTable, Untied, "the point so far from its centre in a direction"},
	PPointFrom:    {"point_at", false, []Type{tPoint, tInt, tLength}, tPoint, ReadsNothing, Untied, "the point so far from a point in a direction"},
	PPointAlong:   {"point_along", false, []Type{tPath, tLength}, tPoint, ReadsNothing, Untied, "the point so far along a path"},
	PLegs:         {"legs", false, []Type{tPath}, ListOf(tLength), ReadsNothing, Untied, "the lengths of the straight pieces of a path"},
	PHeadings:     {"headings", false, []Type{tPath}, tInts, ReadsNothing, Untied, "the directions of the straight pieces of a path: degrees"},
	PSharpest:     {"sharpest", false, []Type{tPath}, tInt, ReadsNothing, Untied, "the greatest change of direction on a path: degrees, 0 to 180"},
	PCrosses:      {"crosses", false, []Type{tPath, tAny}, tBool, ReadsTable, Untied, "whether a path touches its base"},
	PPasses:       {"passes", false, []Type{tPath, tAny, tLength}, tBool, ReadsTable, Untied, "whether a path comes within the length of its base"},
	PLengthIn:     {"length_in", false, []Type{tPath, tAny}, tLength, ReadsTable, Untied, "how much of a path lies in its base"},
	PThen:         {"then", true, []Type{tPath, tPoint}, tPath, ReadsNothing, Untied, "the path and, from its end, straight on to a point"},
}
