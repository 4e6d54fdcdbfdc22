package aloud

import (
	"strings"

	"github.com/kdsl-lang/kdsl/lang/ir"
	"github.com/kdsl-lang/kdsl/lang/tongue"
)

// primWords are what the primitives of the language are called, in English and French. Those that are true or false
// are sentences about their first argument, the others nouns.
var primWords = map[int64][2]string{
	ir.PBears:        {"{0} has {1}", "{0} a {1}"},
	ir.PNumber:       {"the number of {1} of {0}", "le nombre de {1} de {0}"},
	ir.PBorne:        {"{1} of {0}", "{1} de {0}"},
	ir.PBearsKind:    {"{0} has {1}", "{0} a {1}"},
	ir.PNumberKind:   {"the number of {1} of {0}", "le nombre de {1} de {0}"},
	ir.PBorneKind:    {"{1} of {0}", "{1} de {0}"},
	ir.PItems:        {"{1} of {0}", "{1} de {0}"},
	ir.PIs:           {"{0} is {1}", "{0} est {1}"},
	ir.PIsKind:       {"{0} is {1}", "{0} est {1}"},
	ir.POpponent:     {"the opponent of {0}", "l'adversaire de {0}"},
	ir.PPlayers:      {"all players", "tous les joueurs"},
	ir.PSeats:        {"all players, from {0} on", "tous les joueurs, à partir de {0}"},
	ir.PActive:       {"the player whose turn it is", "le joueur dont c'est le tour"},
	ir.PHalfUp:       {"half {0} (rounded up)", "la moitié (arrondie au supérieur) de {0}"},
	ir.PHalfDown:     {"half {0} (rounded down)", "la moitié (arrondie à l'inférieur) de {0}"},
	ir.PCeilDiv:      {"{0} divided by {1}, rounded up", "{0} divisé par {1}, arrondi au supérieur"},
	ir.PFloorDiv:     {"{0} divided by {1}, rounded down", "{0} divisé par {1}, arrondi à l'inférieur"},
	ir.PLength:       {"{0}", "{0}"},
	ir.PHalf:         {"half {0}", "la moitié de {0}"},
	ir.PHalves:       {"half {0}", "la moitié de {0}"},
	ir.PWholeUp:      {"{0} rounded up", "{0} à l'entier supérieur"},
	ir.PWholeDown:    {"{0} rounded down", "{0} à l'entier inférieur"},
	ir.PAtMost:       {"{0}, at most {1}", "{0}, au plus {1}"},
	ir.PAtLeast:      {"{0}, at least {1}", "{0}, au moins {1}"},
	ir.PAtMostL:      {"{0}, at most {1}", "{0}, au plus {1}"},
	ir.PAtLeastL:     {"{0}, at least {1}", "{0}, au moins {1}"},
	ir.PAbs:          {"the size of {0}", "la grandeur de {0}"},
	ir.PHighest:      {"the highest of {0}", "le plus haut de {0}"},
	ir.PLowest:       {"the lowest of {0}", "le plus bas de {0}"},
	ir.PWithout:      {"{0} without {1}", "{0} sans {1}"},
	ir.PPlus:         {"{0} and {1}", "{0} et {1}"},
	ir.PTotal:        {"the total of {0}", "le total de {0}"},
	ir.PTimes:        {"the number of times that {1} is among {0}", "le nombre de fois où {1} est parmi {0}"},
	ir.PShares:       {"{0} is among {1}", "{0} est parmi {1}"},
	ir.PSize:         {"the number of {0}", "le nombre de {0}"},
	ir.PChance:       {"the chance that the best of {0} dice of {1} reaches {2}", "la chance que le meilleur de {0} dés à {1} faces atteigne {2}"},
	ir.PDiceCount:    {"the number of dice of {0}", "le nombre de dés de {0}"},
	ir.PDiceFaces:    {"the faces of {0}", "les faces de {0}"},
	ir.PDicePlus:     {"what is added to {0}", "ce qui s'ajoute à {0}"},
	ir.PDiceAdd:      {"{0} plus {1}", "{0} plus {1}"},
	ir.PMeets:        {"{0} reaches {1}", "{0} atteint {1}"},
	ir.PImprove:      {"{0}, better by {1}", "{0}, mieux de {1}"},
	ir.PWorsen:       {"{0}, worse by {1}", "{0}, moins bien de {1}"},
	ir.PDistance:     {"the distance from {0} to {1}", "la distance de {0} à {1}"},
	ir.PDistanceTo:   {"the distance from {0} to {1}", "la distance de {0} à {1}"},
	ir.PWithin:       {"{1} is within {2} of {0}", "{1} est à {2} ou moins de {0}"},
	ir.PInside:       {"{0} is in {1}", "{0} est dans {1}"},
	ir.PPosition:     {"the place of {0}", "la position de {0}"},
	ir.PElevation:    {"the height at which {0} stands", "la hauteur à laquelle {0} se tient"},
	ir.PTouching:     {"{0} touches {1}", "{0} touche {1}"},
	ir.PPoint:        {"the point {0}, {1}", "le point {0}, {1}"},
	ir.PToward:       {"the straight way from {0} towards {1} over {2}", "le chemin tout droit de {0} vers {1} sur {2}"},
	ir.PPathLength:   {"the length of {0}", "la longueur de {0}"},
	ir.POnTable:      {"{0} is on the table", "{0} est sur la table"},
	ir.PTableWidth:   {"the width of the table", "la largeur de la table"},
	ir.PTableHeight:  {"the depth of the table", "la profondeur de la table"},
	ir.PHidden:       {"{0} is hidden", "{0} est ~caché"},
	ir.PVisibleTo:    {"{0} is seen by {1}", "{0} est ~vu par {1}"},
	ir.PInPlay:       {"{0} is in play", "{0} est en jeu"},
	ir.PWidth:        {"the width of {0}", "la largeur de {0}"},
	ir.PDirect:       {"the straight way from {0} to {1}", "le chemin tout droit de {0} à {1}"},
	ir.PIsPlayer:     {"{0} belongs to {1}", "{0} appartient à {1}"},
	ir.PEndOf:        {"the end of {0}", "le bout de {0}"},
	ir.PPoint3:       {"the point {0}, {1}, {2}", "le point {0}, {1}, {2}"},
	ir.POnly:         {"{0}, only {1}", "{0}, seulement {1}"},
	ir.PNearestTo:    {"the nearest to {1} of {0}", "les plus proches de {1} parmi {0}"},
	ir.PX:            {"how far along the table {0} lies", "la distance de {0} au bord gauche"},
	ir.PY:            {"how far up the table {0} lies", "la distance de {0} au bord bas"},
	ir.PZ:            {"the height of {0}", "la hauteur de {0}"},
	ir.PInsidePoint:  {"{0} is in {1}", "{0} est dans {1}"},
	ir.PWhollyInside: {"{0} is wholly in {1}", "{0} est entièrement dans {1}"},
	ir.PWithinPoint:  {"{0} is within {2} of {1}", "{0} est à {2} ou moins de {1}"},
	ir.PAroundPiece:  {"everything within {1} of {0}", "tout ce qui est à {1} ou moins de {0}"},
	ir.PAround:       {"everything within {1} of {0}", "tout ce qui est à {1} ou moins de {0}"},
	ir.PHeight:       {"the height of {0}", "la hauteur de {0}"},
	ir.PTop:          {"the top of {0}", "le sommet de {0}"},
	ir.PVerticalGap:  {"the gap in height between {0} and {1}", "l'écart de hauteur entre {0} et {1}"},
	ir.PEdgeDistance: {"the distance from {0} to the edge of the table", "la distance de {0} au bord de la table"},
	ir.PDetour:       {"the way from {0} to {1} that keeps {3} off {2}", "le chemin de {0} à {1} qui reste à {3} de {2}"},
	ir.PSees:         {"{0} has a free line of sight to {1}", "{0} a une ligne de vue libre vers {1}"},
	ir.PSeesPast:     {"{0} has a line of sight to {1} that {2} leave free", "{0} a une ligne de vue vers {1} que {2} laissent libre"},
	ir.PLines:        {"the number of free lines of sight from {0} to {1}", "le nombre de lignes de vue libres de {0} vers {1}"},
	ir.PLinesPast:    {"the number of lines of sight from {0} to {1} that {2} leave free", "le nombre de lignes de vue de {0} vers {1} que {2} laissent libres"},
	ir.PBlockers:     {"what bars a line of sight from {0} to {1}", "ce qui barre une ligne de vue de {0} vers {1}"},
	ir.PCorridor:     {"what stands in the way from {0} to {1}", "ce qui se trouve sur le chemin de {0} vers {1}"},
	ir.PCorridorWide: {"what stands in a way {2} wide from {0} to {1}", "ce qui se trouve sur un chemin large de {2} de {0} vers {1}"},
	ir.PRay:          {"what stands on a line of {2} from {0} through {1}", "ce qui se trouve sur une ligne de {2} de {0} par {1}"},
	ir.PRayTo:        {"what stands on a line of {2} from {0} through {1}", "ce qui se trouve sur une ligne de {2} de {0} par {1}"},
	ir.PFacing:       {"the direction that {0} faces", "la direction à laquelle {0} fait face"},
	ir.PDirection:    {"the direction from {0} to {1}", "la direction qui va de {0} à {1}"},
	ir.PDirectionTo:  {"the direction from {0} to {1}", "la direction qui va de {0} à {1}"},
	ir.PAngle:        {"the angle between {0} and {1}", "l'angle entre {0} et {1}"},
	ir.PInArc:        {"{0} has {1} in its arc from {2} to {3} degrees", "{0} a {1} dans son arc de {2} à {3} degrés"},
	ir.PPointAt:      {"the point {2} from {0} in {1}", "le point à {2} de {0} dans {1}"},
	ir.PPointFrom:    {"the point {2} from {0} in {1}", "le point à {2} de {0} dans {1}"},
	ir.PPointAlong:   {"the point {1} along {0}", "le point à {1} le long de {0}"},
	ir.PLegs:         {"the legs of {0}", "les segments de {0}"},
	ir.PHeadings:     {"the directions of {0}", "les directions de {0}"},
	ir.PSharpest:     {"the sharpest turn of {0}", "le virage le plus serré de {0}"},
	ir.PCrosses:      {"{0} crosses {1}", "{0} traverse {1}"},
	ir.PPasses:       {"{0} passes within {2} of {1}", "{0} passe à {2} ou moins de {1}"},
	ir.PLengthIn:     {"the length of {0} in {1}", "la longueur de {0} dans {1}"},
	ir.PThen:         {"{0} and then to {1}", "{0}, puis jusqu'à {1}"},
}

// primitive is what a primitive comes to, when it is no condition.
func (r *reader) primitive(e *ir.Expr) phrase {
	words, args := primWords[e.N], r.primArgs(e)
	switch e.N {
	case ir.PAtMost, ir.PAtLeast, ir.PAtMostL, ir.PAtLeastL:
		if e.Args[0].Op == ir.Const || e.Args[0].Op == ir.CellOf && r.isParam(e.Args[0]) { // the bound stands first
			args[0], args[1] = args[1], args[0]
		}
	case ir.PPointAt, ir.PPointFrom:
		if short(e.Args[1]) { // degrees
			args[1] = plain(r.say("the direction {0}", "la direction {0}", args[1]))
		}
	case ir.PItems, ir.PBorne, ir.PBorneKind:
		one := r.typed(e.Type)
		if e.N == ir.PItems {
			return r.severalOf(one, args[0])
		}
		return r.of(one, args[0])
	case ir.PWholeUp, ir.PWholeDown:
		if g := args[0].noun.Gender; r.french() && g != tongue.Unknown {
			args[0].text += " " + r.lang.Agree("arrondi", g, args[0].many)
		}
	case ir.PLength:
		if n, known := worked(r.p, e.Args[0]); known {
			return r.shown(e.Type, n*ir.Unit)
		}
		if e.Args[0].Op == ir.CellOf && r.isParam(e.Args[0]) {
			args[0].text += r.unit()
		}
		return args[0]
	case ir.POnly:
		kind, one := r.kind(e.Ref), r.quietlyTyped(e.Args[0])
		if kind.One == one.One {
			return args[0]
		}
		return phrase{text: r.say("{1} among {0}", "{1} parmi {0}", args[0], plain(r.lang.The(kind, true))), noun: kind, many: true}
	case ir.PSize:
		if list := e.Args[0]; list.Op == ir.Filter {
			count := *list
			count.Op = ir.Count
			return r.over(&count)
		}
		return phrase{text: r.say(words[0], words[1], args...), number: true}
	}
	noun := r.quietlyTyped(e)
	if first, _, _ := strings.Cut(words[1], " "); !several(e.Type) { // what it is called there
		if g, told := map[string]tongue.Gender{"le": tongue.Masculine, "la": tongue.Feminine, "l'écart": tongue.Masculine, "l'angle": tongue.Masculine}[first]; told {
			noun.Gender = g
		}
	}
	return phrase{text: r.say(words[0], words[1], args...), noun: noun, many: several(e.Type), number: e.Type.Kind == ir.Int || e.Type.Kind == ir.Length}
}

// primArgs are the arguments of a primitive; where it names a kind or a card, that one.
func (r *reader) primArgs(e *ir.Expr) []phrase {
	var args []phrase
	for i, a := range e.Args {
		if i == 1 && (e.N == ir.PBears || e.N == ir.PIs || e.N == ir.PNumber || e.N == ir.PBorne) && a.Op == ir.Const && a.Type.Kind == ir.CardOf && a.N >= 0 {
			if card := r.p.Cards[a.N]; e.N == ir.PIs {
				args = append(args, amongst(r.voice, r.oneSuch(card)))
			} else {
				args = append(args, phrase{text: r.cardWith(card, nil).text})
			}
			continue
		}
		if i == 0 && a.Op == ir.CallPrim && (e.N == ir.PCeilDiv && a.N == ir.PWholeUp || e.N == ir.PFloorDiv && a.N == ir.PWholeDown) {
			a = a.Args[0] // once is enough
		}
		v := r.value(a)
		if compound(a) && rounds(e.N) && (a.Op != ir.Cond || strings.Contains(v.text, r.say(" if ", " si "))) {
			v.text = "(" + v.text + ")"
		}
		args = append(args, v)
	}
	if ir.Prims[e.N].Tie == ir.NamesKind {
		n := r.kind(e.Ref)
		if e.N == ir.POnly || e.N == ir.PNumberKind {
			args = append(args[:1], phrase{text: r.lang.Form(n, true)})
		} else {
			if n.Proper {
				n.Proper, n.One, n.PluralOnly = false, r.lowered(n.One), r.lang.IsPlural(n.One)
			}
			one := phrase{text: r.lang.A(n, false), noun: n, many: n.PluralOnly}
			if e.N == ir.PIsKind {
				one = amongst(r.voice, one)
			}
			args = append(args[:1], one)
		}
	}
	return args
}

// compound tells whether an expression is told in several parts.
func compound(e *ir.Expr) bool {
	switch e.Op {
	case ir.Cond, ir.Add, ir.Sub:
		return true
	case ir.Mul:
		return compound(e.Args[0]) || compound(e.Args[1])
	case ir.Folded, ir.Scale:
		return compound(e.Args[0])
	}
	return e.Op == ir.CallPrim && rounds(e.N)
}

// wholes tells whether a primitive rounds, and says so behind what it is told of.
func wholes(n int64) bool {
	return n == ir.PCeilDiv || n == ir.PFloorDiv
}

// rounds tells whether a primitive works something out of a number.
func rounds(n int64) bool {
	switch n {
	case ir.PHalfUp, ir.PHalfDown, ir.PCeilDiv, ir.PFloorDiv, ir.PHalf, ir.PHalves, ir.PWholeUp, ir.PWholeDown:
		return true
	}
	return false
}
