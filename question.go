package kdsl

import (
	"fmt"
	"iter"
	"slices"
	"strconv"
	"strings"

	"github.com/kdsl-lang/kdsl/internal/tell"
	"github.com/kdsl-lang/kdsl/interp"
	"github.com/kdsl-lang/kdsl/interp/state"
	"github.com/kdsl-lang/kdsl/lang/ir"
	"github.com/kdsl-lang/kdsl/lang/text"
	"github.com/kdsl-lang/kdsl/lang/tongue"
)

// Question is what a player who has a seat is asked. It stands until [Game.Answer] answers it.
type Question struct {
	Kind   string  // act: which action, or none; form: the open fields of an event; choose, may, order: for a clause
	Player string  // who is asked
	Event  string  // whose form it is, or on which the clause acts; ""
	Clause string  // `card.label`, or ""
	Fields []Field // what is to be answered, in this order
	player int32
	text   [2]string
	ask    interp.Question
	listed []Candidate // what can be answered to one that is no form, when somebody has asked
}

// Field is one thing to answer.
type Field struct {
	Name   string // its id
	Sort   string // bool, int, length, enum, thing, card, point, path, list; choice: one of its candidates and nothing else
	Least  *int64 // of a number, where the rules say it outright: the bounds
	Most   *int64
	Sample bool // the candidates are a sample: any point or path that keeps the rules will do
	Length bool // it is a length, in thousandths of a unit: of its range any will do, the candidates are halves of a unit
	label  [2]string
}

// Label is what the field is called in a language, en or fr.
func (f Field) Label(lang string) string { return f.label[which(lang)] }

// Text is the question in a language, en or fr.
func (q *Question) Text(lang string) string { return q.text[which(lang)] }

// Value is an answer to a field: one of its candidates, or what [Number], [Point] or [Path] makes. The zero Value is no answer.
// A candidate is sent elsewhere as its [Value.Number] or [Value.Coordinates], of which they make it again.
type Value struct {
	sort valueSort
	n    int64
	list []int64
	name [2]string
}

// valueSort is what a value is.
type valueSort uint8

const (
	noValue valueSort = iota
	numberValue
	listValue
)

// Number is a number as an answer; of a length, in thousandths of the unit, of a thing its [Piece].ID.
func Number(n int64) Value {
	s := strconv.FormatInt(n, 10)
	return Value{sort: numberValue, n: n, name: [2]string{s, s}}
}

// Point is a point of the table as an answer, in thousandths of the unit.
func Point(x, y, z int64) Value { return Path(x, y, z) }

// Path is a path as an answer: x, y and z of each of its points, in thousandths of the unit. The first
// point is where the piece stands.
func Path(coordinates ...int64) Value {
	s := fmt.Sprint(coordinates)
	return Value{sort: listValue, list: coordinates, name: [2]string{s, s}}
}

// Number is what the function Number makes the value of; ok is false where it is another.
func (v Value) Number() (n int64, ok bool) { return v.n, v.sort == numberValue }

// Coordinates are what [Path] makes the value of, of a list its members; ok is false where it is a number.
func (v Value) Coordinates() (all []int64, ok bool) { return slices.Clone(v.list), v.sort == listValue }

// Name is how the value is called in a language, en or fr.
func (v Value) Name(lang string) string { return v.name[which(lang)] }

// Is tells whether two values are the same answer to a field. A point is a path of one point: to which of the two a field takes
// it says its type.
func (v Value) Is(o Value) bool {
	return v.sort == o.sort && v.n == o.n && slices.Equal(v.list, o.list)
}

func (v Value) machine() ir.Value { return ir.Value{N: v.n, L: v.list} }

// Candidate is a value that a field could have.
type Candidate struct {
	Value
	Verdict Verdict
}

// Verdict says whether the question can be answered so. Certain is false when a cost has to be paid that
// may turn out otherwise; Refusal is the reason of a verdict that is not OK.
type Verdict struct {
	OK, Certain bool
	Refusal     *Refusal
}

// The answers to whether a clause is used, and to which action when it is none.
const (
	no   = 0
	yes  = 1
	pass = -1
)

// question makes a question of what the machine asks.
func (g *Game) question(a interp.Question) *Question {
	p := g.m.P
	q := &Question{ask: a, player: a.Players[0]}
	q.ask.Players = slices.Clone(a.Players)
	g.eyes = q.player
	q.Player = g.Players()[q.player]
	if a.Event >= 0 {
		q.Event = p.Events[a.Event].Name
	}
	if a.Hook >= 0 {
		q.Clause = g.m.HookName(a.Hook)
	}
	one := func(name, en, fr string) { q.Fields = []Field{{Name: name, Sort: "choice", label: [2]string{en, fr}}} }
	who := g.called(int64(q.player))
	q.text = who
	who[1] = tongue.French.Named(tongue.French.Guess(who[1])) // in a sentence: Que font les Normands ?
	switch a.Kind {
	case interp.AskAct:
		q.Kind = "act"
		q.text = [2]string{"What " + agreed("en", who, "does") + " " + who[0] + " do?", "Que " + agreed("fr", who, "fait") + " " + who[1] + " ?"}
		one("action", "action", "action")
	case interp.AskMay:
		q.Kind = "may"
		c := g.clause(a.Hook, int64(a.Inst))
		q.text = [2]string{who[0] + " may use " + c[0], tongue.Capital(who[1]) + " " + agreed("fr", who, "peut") + " utiliser " + c[1]}
		for i, said := range g.sentence(a.Event) { // it is told when it has happened: so one knows on what
			if said != "" {
				q.text[i] += " (" + said + ")"
			}
		}
		one("use", "use it", "l'utiliser")
	case interp.AskOrder:
		q.Kind = "order"
		q.text = [2]string{who[0] + ": which comes first?", who[1] + " : lequel d'abord ?"}
		one("first", "first", "d'abord")
	default:
		if q.Kind = "form"; a.Kind == interp.AskChoice {
			q.Kind = "choose"
		}
		about := g.about(a.Event)
		for i := range q.text {
			if about[i] != "" {
				q.text[i] += tell.Word(": ", languages[i+1]) + about[i]
			}
		}
		for _, f := range a.Fields {
			x := Field{Name: f.F.Field.Name, Sort: ir.TypeWords[f.F.Type.Kind], Least: outright(f.F.Lo), Most: outright(f.F.Hi), Sample: f.F.Within != nil, Length: f.F.Type.Kind == ir.Length}
			for i, lang := range languages[1:] {
				x.label[i] = tell.Field(p, f.F.Field, lang)
			}
			q.Fields = append(q.Fields, x)
		}
	}
	return q
}

// outright is a number that depends on nothing; nil for any other.
func outright(x *ir.Expr) *int64 {
	if x == nil || x.Op != ir.Const {
		return nil
	}
	n := x.N
	return &n
}

// agreed is a verb of which a player is the subject, by his name.
func agreed(lang string, who [2]string, verb string) string {
	l := tongue.For(lang)
	n := l.Guess(who[which(lang)])
	return l.Agreed(verb, n.Gender, n.PluralOnly)
}

// about is what something is asked for: the event whose form it is, where that has words or is an action; else the clause or the
// event around it, by its words, or the id of the innermost.
func (g *Game) about(event int) [2]string {
	frames := g.run.S.Frames
	words := func(event int) bool {
		e := g.m.P.Events[event]
		return text.Deed(e, "en") != nil || interp.Heads(g.run, event, e.Texts.En)
	}
	called := func(event int) [2]string {
		return g.both(func(lang string) string { return g.named(event, interp.About{}, lang) })
	}
	if event >= 0 && (words(event) || g.m.P.Events[event].Word == ir.ActionEvent) {
		return called(event)
	}
	for i := len(frames) - 1; i >= 0; i-- {
		switch f := &frames[i]; {
		case f.Sort == state.Clause:
			return g.clause(int(f.Hook), int64(f.Self))
		case f.Sort == state.Event && words(int(f.Event)):
			return called(int(f.Event))
		}
	}
	switch f := &frames[len(frames)-1]; {
	case event >= 0:
		return called(event)
	case f.Sort == state.Event:
		return called(int(f.Event))
	}
	return [2]string{}
}

// named is what an event is called, or its id.
func (g *Game) named(event int, about interp.About, lang string) string {
	e := g.m.P.Events[event]
	t := text.Deed(e, lang)
	if said := text.Of(e.Texts, lang); about.Action == nil && interp.Heads(g.run, event, said) {
		t = said
	}
	if t != nil {
		if s := g.run.In(event, t, about, lang); s != "" {
			return s
		}
	}
	if said := text.Outline(g.m.P, e, lang); lang == "fr" && strings.Trim(said, "… ,;:") != "" { // its id is not in this language
		return said
	}
	return tell.Plain(e.Name)
}

// sentence is what the event says of itself on which a clause may be used.
func (g *Game) sentence(event int) [2]string {
	if event < 0 {
		return [2]string{}
	}
	return g.both(func(lang string) string {
		return g.run.In(event, text.Of(g.m.P.Events[event].Texts, lang), interp.About{}, lang)
	})
}

// Candidates lists what can be answered to a field of the present question, and for actions also what
// cannot, when the fields before it are answered so. What an automatic player likes best comes first; what
// may not be stands among them, with the reason. For a point or path it is a sample. There is nothing in the list where a field before
// it has no answer, or one that it cannot have. It ends once the question has been answered.
func (g *Game) Candidates(field int, before ...Value) iter.Seq[Candidate] {
	q := g.asked
	if !q.has(field, before) {
		return func(func(Candidate) bool) {}
	}
	if q.form() {
		return func(yield func(Candidate) bool) {
			if g.asked == q {
				g.answers(q, field, before, yield)
			}
		}
	}
	return func(yield func(Candidate) bool) {
		if g.asked != q {
			return
		}
		for _, c := range g.list(q) {
			if !yield(c) || g.asked != q {
				return
			}
		}
	}
}

// has tells whether something is asked that has such a field, before which those are answered.
func (q *Question) has(field int, before []Value) bool {
	return q != nil && field >= 0 && field < len(q.Fields) && len(before) >= field
}

// form tells whether values are asked for, and not which of a few things is done.
func (q *Question) form() bool { return q.ask.Kind == interp.AskForm || q.ask.Kind == interp.AskChoice }

// list lists what can be answered to a question that is no form. Actions that are not offered have a number
// below that of to pass.
func (g *Game) list(q *Question) []Candidate {
	if q.listed != nil {
		return q.listed
	}
	add := func(n int64, name [2]string) *Verdict {
		q.listed = append(q.listed, Candidate{Value{sort: numberValue, n: n, name: name}, Verdict{OK: true, Certain: true}})
		return &q.listed[len(q.listed)-1].Verdict
	}
	switch q.ask.Kind {
	case interp.AskAct:
		for i, o := range g.run.Acts() {
			if o.Verdict.OK {
				add(int64(slices.Index(q.ask.Actions, o.Option)), g.action(o.Option)).Certain = o.Verdict.Certain
				continue
			}
			*add(int64(pass-1-i), g.action(o.Option)) = Verdict{Certain: o.Verdict.Certain, Refusal: g.refusal(o.Verdict.Why, interp.About{Action: &o.Option}, nil)}
		}
		add(pass, [2]string{"pass", "passer"})
	case interp.AskMay:
		add(yes, [2]string{"yes", "oui"})
		add(no, [2]string{"no", "non"})
	case interp.AskOrder:
		for i, e := range q.ask.Order {
			add(int64(i), g.clause(int(e.Hook), int64(e.Inst)))
		}
	}
	return q.listed
}

func (g *Game) answers(q *Question, field int, before []Value, yield func(Candidate) bool) {
	if q.sorted(before[:field]) != nil {
		return
	}
	given := make([]ir.Value, field)
	for i := range given {
		given[i] = before[i].machine()
	}
	t := q.ask.Fields[field].F.Type
	for c := range g.candidates(field, given) {
		out := Candidate{g.value(t, c.Value), Verdict{OK: c.Verdict.OK, Certain: c.Verdict.Certain}}
		if !out.Verdict.OK {
			out.Verdict.Refusal = g.refusal(c.Verdict.Why, interp.About{Answers: append(slices.Clone(given), c.Value)}, nil)
		}
		if !yield(out) || g.asked != q {
			return
		}
	}
}

// candidates are the machine's; to look at them costs the game nothing.
func (g *Game) candidates(field int, given []ir.Value) iter.Seq[interp.Candidate] {
	return func(yield func(interp.Candidate) bool) {
		g.run.Aside(func() { g.run.Candidates(field, given...)(yield) })
	}
}

// Count is how many candidates of a field are OK. It is at least so many when exact is false: they are a
// sample, or more than most. With a most below 0 all are counted.
func (g *Game) Count(field, most int, before ...Value) (n int, exact bool) {
	for c := range g.Candidates(field, before...) {
		if !c.Verdict.OK {
			continue
		}
		if n == most {
			return n, false
		}
		n++
	}
	return n, g.asked.has(field, before) && !g.asked.Fields[field].Sample
}

// Contains tells whether a field can be answered by a value, when those before it are answered so. It
// does not list the candidates.
func (g *Game) Contains(field int, v Value, before ...Value) bool {
	q := g.asked
	if !q.has(field, before) {
		return false
	}
	if !q.form() {
		return slices.ContainsFunc(g.list(q), func(c Candidate) bool { return c.Is(v) && c.Verdict.OK })
	}
	values := append(slices.Clone(before[:field]), v)
	if q.sorted(values) != nil {
		return false
	}
	ok := false
	g.run.Aside(func() {
		_, err := g.run.Complete(q.given(values))
		ok = err == nil
	})
	return ok
}

// sorted refuses values of the first fields of which one is of another sort than its field.
func (q *Question) sorted(values []Value) error {
	for i, v := range values {
		if v.sort != sortOf(q.ask.Fields[i].F.Type) {
			return &Refusal{Kind: "choice", Label: q.Fields[i].Name, Event: q.Event, text: inBoth(q.Fields[i].Name + ": this is another sort of answer")}
		}
	}
	return nil
}

// given are values of the first fields by name.
func (q *Question) given(values []Value) map[string]ir.Value {
	out := map[string]ir.Value{}
	for i, v := range values {
		out[q.ask.Fields[i].F.Field.Name] = v.machine()
	}
	return out
}

// Answer answers the present question, a value for each field; what is left out is answered as an
// automatic player would, all of it when nothing is given. The zero [Value] leaves nothing out: it is refused. An answer that may not be is refused by a
// [*Refusal], and changes nothing. When it is refused for something that the player does not see, Next
// asks anew, without it.
func (g *Game) Answer(values ...Value) error {
	q := g.asked
	if q == nil {
		return ErrNotAsked
	}
	if len(values) > len(q.Fields) {
		return &Refusal{Kind: "choice", Event: q.Event, text: inBoth(fmt.Sprintf("got %d answers, want %d at most", len(values), len(q.Fields)))}
	}
	g.names[q.player+1][1].Use() // for the words of a refusal
	a, err := g.result(q, values)
	g.byIDs()
	if err != nil {
		return g.refused(q, values, err)
	}
	switch err := g.give(&q.ask, a); {
	case err == nil:
		g.asked = nil
		return nil
	case interp.Unseen(err): // it is struck from what may be answered
		g.asked = nil
		return g.refused(q, values, err)
	default:
		return g.refused(q, values, err)
	}
}

// give gives the run an answer to its question. What is refused for something that is not seen counts as given.
func (g *Game) give(q *interp.Question, a interp.Result) error {
	was := g.deed
	g.begins(q, a)
	err := g.run.Resume(a)
	if err != nil {
		g.deed = was
	}
	if err == nil || interp.Unseen(err) {
		g.play.Answered(a)
	}
	return err
}

func (g *Game) result(q *Question, values []Value) (interp.Result, error) {
	a := interp.Result{Player: q.player}
	if len(values) == 0 {
		return g.run.Decide(), nil
	}
	if q.form() {
		if err := q.sorted(values); err != nil {
			return a, err
		}
		return g.run.Complete(q.given(values))
	}
	i := slices.IndexFunc(g.list(q), func(c Candidate) bool { return c.Is(values[0]) })
	switch {
	case i < 0:
		return a, &Refusal{Kind: "choice", Label: q.Fields[0].Name, text: inBoth("this is no answer")}
	case !q.listed[i].Verdict.OK:
		return a, q.listed[i].Verdict.Refusal
	}
	if q.ask.Kind == interp.AskMay {
		a.Yes = values[0].n == yes
	} else {
		a.Pick = int(values[0].n)
	}
	return a, nil
}

// action is what an action is called, after who acts where its words do not speak of him.
func (g *Game) action(o interp.Option) [2]string {
	return g.both(func(lang string) string {
		s := g.named(o.Event, interp.About{Action: &o}, lang)
		if who := g.run.Name(o.Who); o.Who >= int64(len(g.seats)) && !strings.Contains(s, who) {
			return who + tell.Word(": ", lang) + s
		}
		return s
	})
}

func sortOf(t ir.Type) valueSort {
	if t.IsList() {
		return listValue
	}
	return numberValue
}

// value is an answer with its names.
func (g *Game) value(t ir.Type, v ir.Value) Value {
	return Value{sort: sortOf(t), n: v.N, list: v.L, name: g.both(func(lang string) string { return tell.Value(g.run, t, v, lang) })}
}

// clause is the sentence of a clause after the name of its card, or its label.
func (g *Game) clause(hook int, inst int64) [2]string {
	return g.both(func(lang string) string { return tell.Clause(g.run, hook, inst, lang) })
}
