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
	tPieces = ListOf(tAny)
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
	PBears:        {"bears", true, []Type{tAny, tCard}, tBool, "whether an instance of the card lies on it"},
	PNumber:       {"number", true, []Type{tAny, tCard}, tInt, "how many instances of the card lie on it"},
	PBorne:        {"borne", true, []Type{tAny, tCard}, optional(tAny), "the first instance of the card that lies on it; of the card's kind"},
	PItems:        {"items", true, []Type{tAny, {Kind: TextType}}, ListOf(tAny), "the instances of a kind that lie on it, by arrival"},
	PIs:           {"is", true, []Type{tAny, tCard}, tBool, "whether it is an instance of the card"},
	POpponent:     {"opponent", true, []Type{tPlayer}, tPlayer, "the other of two players; fails with more"},
	PPlayers:      {"players", false, nil, ListOf(tPlayer), "all players, in seat order"},
	PActive:       {"active", false, nil, optional(tPlayer), "the owner of the innermost span that has one"},
	PHalfUp:       {"half_up", false, []Type{tInt}, tInt, "half, rounded up"},
	PHalfDown:     {"half_down", false, []Type{tInt}, tInt, "half, rounded down"},
	PCeilDiv:      {"ceil_div", false, []Type{tInt, tInt}, tInt, "quotient rounded up; fails when the divisor is 0"},
	PFloorDiv:     {"floor_div", false, []Type{tInt, tInt}, tInt, "quotient rounded down; fails when the divisor is 0"},
	PLength:       {"length", false, []Type{tInt}, tLength, "that many units"},
	PHalf:         {"half", false, []Type{tInt}, tLength, "exactly half as many units"},
	PHalves:       {"half", false, []Type{tLength}, tLength, "half a length, rounded up to the grid"},
	PWholeUp:      {"whole_up", false, []Type{tLength}, tInt, "units, rounded up"},
	PWholeDown:    {"whole_down", false, []Type{tLength}, tInt, "units, rounded down"},
	PAtMost:       {"at_most", false, []Type{tInt, tInt}, tInt, "the smaller"},
	PAtLeast:      {"at_least", false, []Type{tInt, tInt}, tInt, "the larger"},
	PAtMostL:      {"at_most", false, []Type{tLength, tLength}, tLength, "the smaller"},
	PAtLeastL:     {"at_least", false, []Type{tLength, tLength}, tLength, "the larger"},
	PAbs:          {"abs", false, []Type{tInt}, tInt, "the size without sign"},
	PHighest:      {"highest", true, []Type{tInts}, tInt, "the largest member; 0 when empty"},
	PLowest:       {"lowest", true, []Type{tInts}, tInt, "the smallest member; 0 when empty"},
	PWithout:      {"without", true, []Type{tInts, tInt}, tInts, "the list with one such member less, if there is one"},
	PPlus:         {"plus", true, []Type{tInts, tInt}, tInts, "the list with one more member, highest first"},
	PTotal:        {"total", true, []Type{tInts}, tInt, "the sum"},
	PTimes:        {"times", true, []Type{tList, {Kind: Bad}}, tInt, "how many members equal it"},
	PShares:       {"shares", true, []Type{tList, tList}, tBool, "whether the two lists have a member in common"},
	PSize:         {"size", false, []Type{tList}, tInt, "how many members; of a bag, the sum of its counts"},
	PChance:       {"chance", false, []Type{tInt, tInt, tInt}, tInt, "per mille: the best of n dice of f faces reaches need"},
	PDiceCount:    {"count_of", false, []Type{tDice}, tInt, "n of nDf+k"},
	PDiceFaces:    {"faces_of", false, []Type{tDice}, tInt, "f of nDf+k"},
	PDicePlus:     {"plus_of", false, []Type{tDice}, tInt, "k of nDf+k"},
	PDiceAdd:      {"plus", true, []Type{tDice, tInt}, tDice, "D6 plus 1 is D6+1"},
	PMeets:        {"meets", false, []Type{tInt, tTarget}, tBool, "whether a total reaches 4+"},
	PImprove:      {"improve", true, []Type{tTarget, tInt}, tTarget, "4+ improved by 1 is 3+"},
	PWorsen:       {"worsen", true, []Type{tTarget, tInt}, tTarget, "4+ worsened by 1 is 5+"},
	PDistance:     {"distance", false, []Type{tAny, tAny}, tLength, "from base to base, rounded once to the grid; 0 when they touch"},
	PDistanceTo:   {"distance", false, []Type{tAny, tPoint}, tLength, "from the base to a point"},
	PWithin:       {"within", false, []Type{tAny, tAny, tLength}, tBool, "whether some of b's base lies within the length of a's base"},
	PInside:       {"inside", false, []Type{tAny, tAny}, tBool, "whether some of a's base lies in b's"},
	PPosition:     {"position", false, []Type{tAny}, tPoint, "the centre of its base; fails off the table"},
	PElevation:    {"elevation", false, []Type{tAny}, tLength, "how high its base stands"},
	PTouching:     {"touching", false, []Type{tAny, tAny}, tBool, "whether the bases are in contact"},
	PPoint:        {"point", false, []Type{tLength, tLength}, tPoint, "a point of the table"},
	PToward:       {"toward", false, []Type{tAny, tAny, tLength}, tPath, "a straight path from a's centre towards b, so long, or until contact"},
	PPoint3:       {"point", false, []Type{tLength, tLength, tLength}, tPoint, "a point above the table"},
	PEndOf:        {"end_of", false, []Type{tPath}, tPoint, "the point where a path ends"},
	PPathLength:   {"length_of", false, []Type{tPath}, tLength, "how long a path is"},
	POnTable:      {"on_table", false, []Type{tAny}, tBool, "whether it stands on the table"},
	PTableWidth:   {"table_width", false, nil, tLength, "x runs from 0 to this"},
	PTableHeight:  {"table_height", false, nil, tLength, "y runs from 0 to this"},
	PHidden:       {"hidden", false, []Type{tAny}, tBool, "whether only its owner sees it"},
	PVisibleTo:    {"visible_to", false, []Type{tAny, tPlayer}, tBool, "whether the player sees it"},
	PInPlay:       {"in_play", false, []Type{tAny}, tBool, "whether it is still somewhere"},
	PWidth:        {"width", false, []Type{tAny}, tLength, "diameter (or width) of its base"},
	PDirect:       {"direct", false, []Type{tAny, tPoint}, tPath, "the straight path from its centre to a point"},
	PIsPlayer:     {"owned_by", true, []Type{tAny, tPlayer}, tBool, "whether the player owns it"},
	POnly:         {"only", true, []Type{tPieces, {Kind: TextType}}, tPieces, "the members that are of a kind"},
	PNearestTo:    {"nearest_to", true, []Type{tPieces, tAny}, tPieces, "the members whose base is nearest to it; more than one when they are equally near"},
	PX:            {"x_of", false, []Type{tPoint}, tLength, "how far along the table's width"},
	PY:            {"y_of", false, []Type{tPoint}, tLength, "how far along the table's height"},
	PZ:            {"z_of", false, []Type{tPoint}, tLength, "how high above the table"},
	PInsidePoint:  {"inside", false, []Type{tPoint, tAny}, tBool, "whether a point lies in its base"},
	PWhollyInside: {"wholly_inside", false, []Type{tAny, tAny}, tBool, "whether all of a's base lies in b's"},
	PWithinPoint:  {"within", false, []Type{tAny, tPoint, tLength}, tBool, "whether some of a's base lies within the length of a point"},
	PAround:       {"around", false, []Type{tPoint, tLength}, tPieces, "the pieces of which some base lies within the length of a point, by arrival"},
	PAroundPiece:  {"around", false, []Type{tAny, tLength}, tPieces, "the other pieces of which some base lies within the length of its base, by arrival"},
	PHeight:       {"height", false, []Type{tAny}, tLength, "how tall its body is; 0 without a body"},
	PTop:          {"top", false, []Type{tAny}, tLength, "its elevation and height together; 0 off the table"},
	PVerticalGap:  {"vertical_gap", false, []Type{tAny, tAny}, tLength, "how far apart in height two bodies are; 0 when they share some"},
	PEdgeDistance: {"edge_distance", false, []Type{tAny}, tLength, "from the base to the nearest edge of the table; 0 when it reaches over it"},
	PSees:         {"sees", false, []Type{tAny, tAny}, tBool, "whether a line of sight from a to b is free"},
	PSeesPast:     {"sees", false, []Type{tAny, tAny, tPieces}, tBool, "the same, when only the pieces of the list stand in the way"},
	PLines:        {"lines_of_sight", false, []Type{tAny, tAny}, tInt, "how many of the nine lines of sight from a to b are free"},
	PLinesPast:    {"lines_of_sight", false, []Type{tAny, tAny, tPieces}, tInt, "the same, when only the pieces of the list stand in the way"},
	PBlockers:     {"blockers", false, []Type{tAny, tAny}, tPieces, "the pieces that bar a line of sight from a to b, nearest to a first"},
	PCorridor:     {"corridor", false, []Type{tAny, tAny}, tPieces, "the pieces in the way from a to b, as wide as the smaller base, nearest to a first"},
	PCorridorWide: {"corridor", false, []Type{tAny, tAny, tLength}, tPieces, "the pieces in a way of this width from a to b, nearest to a first"},
	PRay:          {"ray", false, []Type{tAny, tAny, tLength}, tPieces, "the pieces on the straight line from a's base through b's centre, so long, nearest to a first"},
	PRayTo:        {"ray", false, []Type{tAny, tPoint, tLength}, tPieces, "the pieces on the straight line from a's base through a point, so long, nearest to a first"},
	PFacing:       {"facing", false, []Type{tAny}, tInt, "the direction that it faces: degrees, 0 to 359"},
	PDirection:    {"direction", false, []Type{tAny, tAny}, tInt, "in which direction b's centre lies from a's: degrees, to the nearest"},
	PDirectionTo:  {"direction", false, []Type{tAny, tPoint}, tInt, "in which direction a point lies from a's centre: degrees, to the nearest"},
	PAngle:        {"angle", false, []Type{tInt, tInt}, tInt, "the smaller angle between two directions: degrees, 0 to 180"},
	PInArc:        {"in_arc", false, []Type{tAny, tAny, tInt, tInt}, tBool, "whether b's centre lies in the arc that runs so many degrees off a's facing, from one to the other"},
	PPointAt:      {"point_at", false, []Type{tAny, tInt, tLength}, tPoint, "the point so far from its centre in a direction"},
	PPointFrom:    {"point_at", false, []Type{tPoint, tInt, tLength}, tPoint, "the point so far from a point in a direction"},
	PPointAlong:   {"point_along", false, []Type{tPath, tLength}, tPoint, "the point so far along a path"},
	PLegs:         {"legs", false, []Type{tPath}, ListOf(tLength), "the lengths of the straight pieces of a path"},
	PHeadings:     {"headings", false, []Type{tPath}, tInts, "the directions of the straight pieces of a path: degrees"},
	PSharpest:     {"sharpest", false, []Type{tPath}, tInt, "the greatest change of direction on a path: degrees, 0 to 180"},
	PCrosses:      {"crosses", false, []Type{tPath, tAny}, tBool, "whether a path touches its base"},
	PPasses:       {"passes", false, []Type{tPath, tAny, tLength}, tBool, "whether a path comes within the length of its base"},
	PLengthIn:     {"length_in", false, []Type{tPath, tAny}, tLength, "how much of a path lies in its base"},
	PThen:         {"then", true, []Type{tPath, tPoint}, tPath, "the path and, from its end, straight on to a point"},
}
