package claim

import (
	"github.com/kdsl-lang/kdsl/lang/ir"
	"github.com/kdsl-lang/kdsl/lang/source"
)

// Sort is what a claim is about.
type Sort int

// The sorts of claims.
const (
	BadSort    Sort = iota
	Figure          // a value that the card prints: Noun is its field
	Keyword         // another card: it carries, applies, ignores, waives or mentions it
	Trigger         // before, instead of, after or while an event; or when it becomes so
	Condition       // what must hold: a comparison, a state, a thing that is carried
	Freedom         // what may, must or cannot be done
	Frequency       // how often: so many times per span
	Cost            // what is paid
	Target          // who or what is chosen
	Effect          // what happens
	Duration        // how long
	Area            // within, in a zone, in line of sight
	Choice          // who decides, or what: the nearest, at random
	Rounding        // up or down
	Unreadable      // what has no words and could not be looked through
	sortCount
)

// SortWords are the words for the sorts of claims.
var SortWords = [sortCount]string{Figure: "figure", Keyword: "keyword", Trigger: "trigger", Condition: "condition",
	Freedom: "freedom", Frequency: "frequency", Cost: "cost", Target: "target", Effect: "effect", Duration: "duration",
	Area: "area", Choice: "choice", Rounding: "rounding", Unreadable: "unreadable"}

// Words are the words of each sort.
var Words = [sortCount][]string{
	Figure:    {"prints"},
	Keyword:   {"carries", "applies", "creates", "ignores", "waives", "has", "names"},
	Trigger:   {"before", "instead", "after", "while", "becomes", "cannot"},
	Condition: {"is", "bears", "carries", "event", "function", "holds"},
	Freedom:   {"may", "must", "cannot", "does"},
	Frequency: {"times", "tries"},
	Cost:      {"costs"},
	Target:    {"chooses"},
	Effect: {"calls", "adds", "sets", "multiplies", "divides", "raises", "caps", "throws", "throws again", "adds dice", "drops dice", "turns dice", "sets dice",
		"creates", "destroys", "moves", "gives", "hides", "reveals", "rotates", "pushes", "travels", "draws", "puts", "cancels", "proceeds", "stops", "acts", "manual"},
	Duration:   {"permanent", "while source", "until used", "for spans", "until start", "until end", "from next"},
	Area:       {"within", "sees", "touches", "inside", "zone"},
	Choice:     {"decides", "nearest", "random"},
	Rounding:   {"up", "down"},
	Unreadable: {"event"},
}

// Verbs are the words of claims as a card has them, in English and French; where a claim has none, what it names says enough.
var Verbs = map[string][2]string{
	"prints": {}, "throws": {}, "chooses": {}, "adds": {}, "calls": {}, "sets": {}, "holds": {}, "is": {}, "bears": {}, "function": {}, "event": {},
	"names": {}, "carries": {}, "has": {}, "times": {}, "acts": {}, "manual": {}, "within": {}, "zone": {}, "tries": {}, "for spans": {},
	"costs": {"costs", "coûte"}, "caps": {"at most", "au plus"}, "raises": {"at least", "au moins"},
	"divides": {"divides", "divise"}, "multiplies": {"multiplies", "multiplie"}, "creates": {"creates", "crée"}, "destroys": {"removes", "retire"},
	"cancels": {"cancels", "annule"}, "stops": {"stops", "arrête"}, "moves": {"moves", "déplace"}, "pushes": {"pushes", "repousse"},
	"travels": {"moves", "se déplace"}, "proceeds": {"goes on", "continue"}, "hides": {"hides", "cache"}, "reveals": {"shows", "montre"},
	"gives": {"gives", "donne"}, "rotates": {"turns", "tourne"}, "draws": {"draws", "pioche"}, "puts": {"puts", "pose"},
	"throws again": {"throws again", "relance"}, "adds dice": {"more dice:", "dés en plus :"}, "drops dice": {"fewer dice:", "dés en moins :"},
	"turns dice": {"turns dice:", "dés retournés :"}, "sets dice": {"sets dice:", "dés posés :"},
	"may": {"may", "peut"}, "must": {"must", "doit"}, "does": {"does", "fait"}, "cannot": {"cannot", "ne peut pas"},
	"before": {"before", "avant"}, "after": {"after", "après"}, "instead": {"instead of", "à la place de"}, "while": {"while", "pendant"},
	"becomes": {"as soon as", "dès que"}, "applies": {"gets", "reçoit"}, "ignores": {"ignores", "ne tient pas compte de"}, "waives": {"waives", "lève"},
	"inside": {"in", "dans"}, "sees": {"sees", "voit"}, "touches": {"touches", "touche"},
	"nearest": {"the nearest", "le plus proche"}, "decides": {"chosen", "choisi"}, "random": {"at random", "au hasard"},
	"up": {"rounded up", "arrondi au supérieur"}, "down": {"rounded down", "arrondi à l'inférieur"},
	"permanent": {"without a time limit", "sans limite de durée"}, "while source": {"as long as it is there", "tant qu'il est là"}, "until used": {"until it is used", "jusqu'à son emploi"},
	"until end": {"until the end", "jusqu'à la fin"}, "until start": {"until the start", "jusqu'au début"},
	"from next": {"from the next start", "à partir du prochain début"},
}

// Role is whose part in a clause somebody plays.
type Role int

// The roles.
const (
	NoRole  Role = iota
	Bearer       // of the card; the thing itself when it lies on nothing
	Agent        // who does the event that the clause hears: its first field, unless that is the bearer
	Patient      // whom it is done to
	Owner        // the player
	Other        // somebody else
	roleCount
)

// RoleWords are the words for the roles.
var RoleWords = [roleCount]string{Bearer: "bearer", Agent: "agent", Patient: "patient", Owner: "owner", Other: "other"}

// NounSort is what sort of thing a noun names.
type NounSort int

// The sorts of nouns.
const (
	NoNoun    NounSort = iota
	FieldNoun          // a field of a kind, a card or an event
	CardNoun           // a card
	KindNoun           // a kind
	EventNoun          // an event, span or action
	FuncNoun           // a function
	TableNoun          // a value table
	ValueNoun          // a value of an enum
	TagNoun            // a tag
	ZoneNoun           // a zone
	PrimNoun           // what the language itself offers: distance, line of sight
	nounSorts
)

// NounSorts are the words for the sorts of nouns.
var NounSorts = [nounSorts]string{FieldNoun: "field", CardNoun: "card", KindNoun: "kind", EventNoun: "event", FuncNoun: "function",
	TableNoun: "table", ValueNoun: "value", TagNoun: "tag", ZoneNoun: "zone", PrimNoun: "primitive"}

// Noun is a declared thing that a claim names.
type Noun struct {
	Sort  NounSort
	ID    int       // its number in the program; of a value that of its enum; of a field 0
	Value int       // of a value of an enum
	Field *ir.Field // of a field
	Name  string    // as it is declared
}

// Amount is how much a claim says. A number is a range: "4 or more" is 4 to the greatest.
type Amount struct {
	Known  bool  // Lo and Hi are what the rule says
	Lo, Hi int64 // inclusive; ir.None: open. Lengths are in thousandths
	Length bool
	Dice   int64  // packed, see package value; 0: none
	Minus  bool   // Var is taken off
	Var    string // the name of what is not known before the game: a parameter, a chosen amount
	Part   int64  // 2: half of it, 3: a third; 0 and 1: all
	Of     *Noun  // what it is an amount of, when it is worked out: half of the Power
	Each   bool   // so much for each of something
}

// Claim is one thing that a definition says.
type Claim struct {
	Clause string // label of the clause, id of the action; "" for the card itself
	At     source.Span
	Sort   Sort
	Word   string // which of its sort, see Words
	Role   Role   // who is spoken of
	Noun   Noun
	Amount Amount
	Span   Noun   // of a frequency or duration: the span
	Denied bool   // it is not so
	Row    string // the branch of an `if`, or the row of a table: "1", "2"; "" for all
	Open   bool   // it says what a term that is named does: a text may tell it, or not
	Untold bool   // no text is expected to tell it
}

// NamesCard tells whether a claim names a card.
func (c *Claim) NamesCard() bool {
	return c.Noun.Sort == CardNoun || c.Span.Sort == CardNoun || c.Amount.Of != nil && c.Amount.Of.Sort == CardNoun
}
