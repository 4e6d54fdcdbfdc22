package laws_test

import (
	"fmt"
	"maps"
	"os"
	"slices"
	"strconv"
	"strings"
	"testing"

	"github.com/kdsl-lang/kdsl/interp"
	"github.com/kdsl-lang/kdsl/interp/dice"
	"github.com/kdsl-lang/kdsl/interp/journal"
	"github.com/kdsl-lang/kdsl/interp/play"
	"github.com/kdsl-lang/kdsl/interp/state"
	"github.com/kdsl-lang/kdsl/interp/trial"
	"github.com/kdsl-lang/kdsl/lang/ir"
)

// differs are scripts on which the machine differs from the specification, each with the reason. The list
// must shrink to nothing.
var differs = map[string]string{}

// teller writes the entries of a journal so that two interpreters can be compared: instances are called
// by their cards and by which of these they are, sentences and depth are left out.
type teller struct {
	p     *ir.Program
	run   *interp.Run
	names map[int64]string
	count map[int]int
	story
}

// story is what was told, and where the game stood then.
type story struct {
	lines, positions []string
	cut              bool // there would be more
}

// enough is thrown when so much has been told that a game will say no more by going on.
type enough struct{}

func (s *story) add(line string, position func() string) {
	if len(s.lines) == *lawsLines {
		panic(enough{})
	}
	s.lines = append(s.lines, line)
	s.positions = append(s.positions, position())
}

func (t *teller) name(n int64) string {
	if n < 0 {
		return "none"
	}
	if s, ok := t.names[n]; ok {
		return s
	}
	c := t.run.CardOf(n)
	if c < 0 {
		return "gone"
	}
	s := t.p.Cards[c].Name
	if t.p.Cards[c].Kind == ir.PlayerKind {
		s = fmt.Sprint("player", n)
	}
	t.names[n] = s
	return s
}

func (t *teller) value(ty ir.Type, n int64, l []int64) string {
	if !ty.IsList() {
		switch ty.Kind {
		case ir.Inst:
			return t.name(n)
		case ir.Record:
			return "*"
		}
		return strconv.FormatInt(n, 10)
	}
	var out []string
	for _, m := range l {
		out = append(out, t.value(ir.Type{Kind: ty.Elem, Ref: ty.ElemRef}, m, nil))
	}
	return "[" + strings.Join(out, " ") + "]"
}

func (t *teller) hear(e *journal.Entry) {
	if e.Kind == journal.Enter {
		c := t.run.CardOf(e.Inst)
		t.count[c]++
		t.names[e.Inst] = fmt.Sprintf("%s#%d", t.p.Cards[c].Name, t.count[c])
	}
	var b strings.Builder
	b.WriteString(string(e.Kind))
	if e.Event >= 0 {
		fmt.Fprintf(&b, " %s", t.p.Events[e.Event].Name)
	}
	if e.Hook >= 0 && e.Kind != journal.Choice {
		h := t.p.Hooks[e.Hook]
		fmt.Fprintf(&b, " %d:%s", h.ID, h.Label)
	}
	if (e.Inst >= 0 || e.Kind == journal.Note || e.Kind == journal.Manual) && e.Kind != journal.Choice {
		fmt.Fprintf(&b, " %s", t.name(e.Inst))
	}
	switch e.Kind {
	case journal.Event, journal.Done, journal.Cancelled, journal.Replaced:
		for i, f := range t.p.Events[e.Event].Fields {
			l := e.Lists[i]
			if f.Chosen && f.Type.Kind == ir.List { // an answer of several has no order
				l = slices.Sorted(slices.Values(l))
			}
			fmt.Fprintf(&b, " %s=%s", f.Name, t.value(f.Type, e.Ints[i], l))
		}
	case journal.Refused:
		for i, f := range t.p.Events[e.Event].Fields {
			if f.Param {
				fmt.Fprintf(&b, " %s=%s", f.Name, t.value(f.Type, e.Ints[i], e.Lists[i]))
			}
		}
		b.WriteString(" by " + e.Text[strings.LastIndex(e.Text, ".")+1:])
	case journal.Choice:
		fmt.Fprintf(&b, " by player %d", e.Player)
		if e.Why.Kind != journal.NoWhy {
			b.WriteString(" refused " + e.Why.Label[strings.LastIndexByte(e.Why.Label, '.')+1:]) // a clause by its label
			break
		}
		for i, n := range e.Names {
			var l []int64
			if i < len(e.Lists) {
				l = e.Lists[i]
			}
			fmt.Fprintf(&b, " %s=%s", n, t.value(e.Types[i], e.Ints[i], l))
		}
		if len(e.Names) == 0 {
			b.WriteString(" " + e.Text[strings.LastIndexAny(e.Text, " .")+1:])
		}
	case journal.Change:
		fmt.Fprintf(&b, " %s %s -> %s", e.Names[0], t.value(e.Types[0], e.Ints[0], nil), t.value(e.Types[0], e.Ints[1], nil))
	case journal.Sum:
		fmt.Fprintf(&b, " %s %s %d", e.Names[0], e.Text, e.Ints[0])
	case journal.Move:
		if at := e.Ints; len(at) > 0 && (at[0] != 0 || at[1] != 0) {
			fmt.Fprintf(&b, " %v", at)
		}
	case journal.Dice:
		fmt.Fprintf(&b, " %s %v", e.Text, e.Lists)
	case journal.Throw:
		fmt.Fprintf(&b, " %v %v", e.Ints, e.Lists)
	}
	t.add(b.String(), t.position)
}

// The second interpreter writes the same.

// tell says what happened.
func (g *game) tell(words ...any) {
	if !g.trying {
		g.heard(strings.Join(strings.Fields(fmt.Sprintln(words...)), " "))
	}
}

// show writes a value for what is told and compared.
func (g *game) show(t ir.Type, v val) string {
	if !t.IsList() && len(v) == 1 {
		return g.member(t, v[0])
	}
	words := []string{}
	for _, n := range v {
		words = append(words, g.member(t, n))
	}
	s := strings.Join(words, " ")
	return either(t.IsList(), "["+s+"]", s)
}

// member writes what a value of a type consists of.
func (g *game) member(t ir.Type, n int64) string {
	switch {
	case t.Kind == ir.Record:
		return "*"
	case t.Kind != ir.Inst && (t.Kind != ir.List || t.Elem != ir.Inst):
		return strconv.FormatInt(n, 10)
	case n < 0:
		return "none"
	}
	return g.things[n].name
}

func (g *game) tellEvent(word string, e *happening) {
	if e.Event == g.p.Throw && (word == "event" || word == "done") { // its dice say it
		return
	}
	g.tell(word, g.fields(e, func(*ir.Field) bool { return true }))
}

// fields writes an event with some of its fields.
func (g *game) fields(e *happening, which func(*ir.Field) bool) (s string) {
	for _, f := range keep(e.Fields, which) {
		v := e.of(f)
		if f.Chosen && f.Type.Kind == ir.List { // an answer of several has no order
			v = slices.Sorted(slices.Values(v))
		}
		s += " " + f.Name + "=" + g.show(f.Type, v)
	}
	return e.Name + s
}

// told writes a clause.
func (g *game) told(c clause) string {
	return fmt.Sprintf("%d:%s %s", c.hook.ID, c.hook.Label, g.things[c.self].name)
}

// thrower is who throws dice: a clause, or what offers the action whose steps these are.
func (e *env) thrower() string {
	switch {
	case e.hook != nil:
		return e.told(clause{e.hook, e.self})
	case e.self != ir.None:
		return e.things[e.self].name
	}
	return ""
}

func (g *game) tellMove(t *thing) {
	p := ofPoint(t.at)
	g.tell(append([]any{"move", t.name}, either(p[0] != 0 || p[1] != 0, []any{p}, nil)...)...)
}

// position is where a game stands, in a form that both interpreters can write: every thing with its cells, what was
// spent, what becomes clauses remember, and the events under way.
type position struct {
	p      *ir.Program
	things []string
	memory []string
	events []string
	rest   string
}

func (p *position) String() string {
	slices.Sort(p.memory)
	return strings.Join(slices.Concat(p.things, p.memory, p.events, []string{p.rest}), "\n")
}

func (p *position) thing(c *ir.Card, name, owner, source, where, lasts string, facing int64, hidden bool, cell func(f *ir.Field) string) {
	var line strings.Builder // nearly all that is compared: it is written without fmt
	for _, s := range [...]string{name, " of ", owner, " from ", source, " ", where, " ", lasts, " ", strconv.FormatInt(facing, 10), " ", strconv.FormatBool(hidden)} {
		line.WriteString(s)
	}
	for _, fields := range [...][]*ir.Field{p.p.Kinds[c.Kind].Fields, c.Own} {
		for _, f := range fields {
			if f.Class == ir.Cell {
				line.WriteString(" ")
				line.WriteString(f.Name)
				line.WriteString("=")
				line.WriteString(cell(f))
			}
		}
	}
	p.things = append(p.things, line.String())
}

func (p *position) event(ev *ir.Event, field func(f *ir.Field) string) {
	if ev == p.p.Throw { // the machine has none where nobody hears it, and fewer faces
		return
	}
	line := "under way: " + ev.Name
	for _, f := range ev.Fields {
		line += " " + f.Name + "=" + field(f)
	}
	p.events = append(p.events, line)
}

func (t *teller) position() string {
	s, p := t.run.S, &position{p: t.p}
	for i := range s.Insts {
		x := &s.Insts[i]
		if x.Where == state.Gone {
			continue
		}
		where := "nowhere"
		switch x.Where {
		case state.OnTable:
			where = fmt.Sprint("at ", x.X, x.Y, x.Z)
		case state.OnInst:
			where = "on " + t.name(int64(x.Ref))
		case state.InZone:
			where = fmt.Sprint("in ", x.Ref, " of ", t.name(int64(x.Of)))
		case state.Aside:
			where = "aside"
		}
		lasts := ir.Endings[x.Ending]
		if x.Span >= 0 {
			lasts += fmt.Sprint(" ", x.Span, " of ", t.name(int64(x.Subject)), " ", max(1, x.Left), x.Dormant())
		}
		p.thing(t.p.Cards[x.Card], t.name(int64(i)), t.name(int64(x.Owner)), t.name(int64(x.Source)), where, lasts, x.Facing/1000, x.Hidden,
			func(f *ir.Field) string {
				if f.Type.IsList() {
					return t.value(f.Type, 0, s.ListCells[int(x.Lists)+f.Slot])
				}
				return t.value(f.Type, s.Cells[int(x.Ints)+f.Slot], nil)
			})
	}
	for _, l := range s.Spent {
		p.memory = append(p.memory, fmt.Sprint("limit ", l.Limit, " ", l.Count))
	}
	for _, e := range s.Edges {
		p.memory = append(p.memory, fmt.Sprint("holds ", e.Hook, " ", t.name(int64(e.Inst))))
	}
	for i := range s.Frames {
		goesOn := i+2 < len(s.Frames) && s.Frames[i+2].Flags&state.Continued != 0 && s.Frames[i+1].Ev == int32(i)
		if f := &s.Frames[i]; f.Sort == state.Event && !goesOn { // it stands there once
			p.event(t.p.Events[f.Event], func(d *ir.Field) string {
				if d.Type.IsList() {
					return t.value(d.Type, 0, *s.List(int32(i), d.Slot))
				}
				return t.value(d.Type, *s.Int(int32(i), d.Slot), nil)
			})
		}
	}
	p.rest = fmt.Sprint("options ", s.Options, " dice ", len(s.Dice), " answers ", len(s.Answers), " stubs ", len(s.Stubs))
	return p.String()
}

func (g *game) position() string {
	p := &position{p: g.p}
	name := func(n int64) string { return g.show(ir.Type{Kind: ir.Inst}, num(n)) }
	for _, t := range g.all(func(*thing) bool { return true }) {
		where := "nowhere"
		switch t.where {
		case onTable:
			where = fmt.Sprint("at ", t.at.X, t.at.Y, t.at.Z)
		case onThing:
			where = "on " + name(t.bearer)
		case inZone:
			where = fmt.Sprint("in ", t.zone, " of ", name(t.zoneOf))
		case noPlace:
			where = "aside"
		}
		l := &t.lasts
		lasts := ir.Endings[l.ending]
		if l.ending.Spans() {
			lasts += fmt.Sprint(" ", l.span, " of ", name(l.of), " ", l.left, t.asleep())
		}
		p.thing(t.card, t.name, name(t.owner), name(t.source), where, lasts, t.facing, t.hidden,
			func(f *ir.Field) string { return g.show(f.Type, t.cells.of(f)) })
		for h, holds := range t.held {
			if holds {
				p.memory = append(p.memory, fmt.Sprint("holds ", h, " ", t.name))
			}
		}
	}
	for key, s := range g.limits {
		if id, _, _ := strings.Cut(key, " "); s.times > 0 {
			p.memory = append(p.memory, fmt.Sprint("limit ", id, " ", s.times))
		}
	}
	for _, e := range g.stack {
		p.event(e.Event, func(f *ir.Field) string {
			if f.Chosen && (f.Type.Kind == ir.Inst || f.Type.Optional) && !e.given[slices.Index(e.Fields, f)] {
				return g.show(f.Type, none(f.Type)) // nobody has answered
			}
			return g.show(f.Type, e.of(f))
		})
	}
	p.rest = fmt.Sprint("options ", g.options, " dice ", len(g.dice), " answers ", len(g.answers), " stubs ", len(g.stubs))
	return p.String()
}

// listening hears the journal for a teller, besides somebody else, and how instances are numbered anew.
type listening struct {
	interp.Recorder
	*teller
	other interp.Listener
}

func (l listening) Over(frame int32, ints []int64, lists [][]int64) {
	if l.other != nil {
		l.other.Over(frame, ints, lists)
	}
}

func (l listening) Renumbered(to []int32) {
	if r, ok := l.other.(interp.Renumbered); ok {
		r.Renumbered(to)
	}
	names := map[int64]string{}
	for n, s := range l.names {
		if n < int64(len(to)) && to[n] >= 0 {
			names[int64(to[n])] = s
		}
	}
	l.names = names
}

// byMachine plays a script on the machine; seed 0 is a test.
func byMachine(m *interp.Machine, script int, seed uint64) (t *teller, verdict string) {
	attach := func(r *interp.Run, l interp.Listener) interp.Listener {
		t = &teller{p: m.P, run: r, names: map[int64]string{}, count: map[int]int{}}
		return listening{func(e *journal.Entry) {
			if l != nil {
				l.Told(e)
			}
			t.hear(e)
		}, t, l}
	}
	defer func() {
		if r := recover(); r != nil && r != (enough{}) {
			panic(r)
		}
	}()
	if seed == 0 {
		if r := trial.Run(m, script, trial.Options{Attach: attach}); !r.Passed {
			return t, fmt.Sprintf("%s (line %d)", r.Message, line(r.At))
		}
	} else {
		g := play.New(m, script, seed, nil)
		g.Run.Listen(attach(g.Run, nil))
		if err := g.Play(); err != nil {
			return t, err.Error()
		}
	}
	t.add("over", t.position)
	return t, ""
}

// byNaive plays a script on the second interpreter, a law with its seeds.
func byNaive(p *ir.Program, script int, seed uint64) (told *story, verdict string) {
	for n := range p.Scripts[script].Seeds {
		if told, verdict = naively(p, script, uint64(n+1)); verdict != "" || told.cut {
			break
		}
	}
	if told == nil {
		told, verdict = naively(p, script, seed)
	}
	return told, verdict
}

func naively(p *ir.Program, script int, seed uint64) (told *story, verdict string) {
	told = &story{}
	src := dice.New(seed, 0)
	defer func() {
		r := recover()
		if f, ok := r.(mishap); ok {
			verdict = f.Error()
		} else if r == (enough{}) {
			told.cut = true
		} else if r != nil {
			panic(r)
		}
	}()
	var g *game
	g = newGame(p, p.Scripts[script], func(line string) { told.add(line, g.position) }, func(n, faces int64) (out []int64) {
		for range n {
			out = append(out, int64(src.Below(uint32(faces)))+1)
		}
		return out
	})
	g.play()
	told.add("over", g.position)
	return told, ""
}

// compare plays a script on both and says where they part: in what they tell, or in where they stand.
func compare(machine *interp.Machine, script int, seed uint64) string {
	m, mv := byMachine(machine, script, seed)
	n, nv := byNaive(machine.P, script, seed)
	if strings.Contains(mv, "the limit of ") { // where it lies is the machine's affair
		m.lines, n.lines = m.lines[:min(len(m.lines), len(n.lines))], n.lines[:min(len(m.lines), len(n.lines))]
		nv = mv
	}
	at := func(l []string, i int) string {
		if i < len(l) {
			return l[i]
		}
		return "(nothing)"
	}
	for i := range max(len(m.lines), len(n.lines)) {
		a, b := at(m.lines, i), at(n.lines, i)
		if mv != "" && nv != "" && i >= min(len(m.lines), len(n.lines))-1 {
			break // what is told of the event that fails is not laid down
		}
		if a == b {
			half := strings.HasPrefix(a, "leave") // the edge of a span is half gone through
			if a, b = at(m.positions, i), at(n.positions, i); a == b || half {
				continue
			}
			d := firstDifference(a, b, "\n")
			a, b = "stands there", d
		}
		before := strings.Join(m.lines[max(0, i-4):min(i+1, len(m.lines))], "\n      ")
		return fmt.Sprintf("entry %d\n      %s\n  machine: %s\n  naive:   %s\n  verdicts: %q, %q", i, before, a, b, mv, nv)
	}
	if (mv == "") != (nv == "") {
		return fmt.Sprintf("verdicts: machine %q, naive %q", mv, nv)
	}
	return ""
}

// secondAgrees plays the scripts of a program on both: tests as they stand, others with dice.
func secondAgrees(g *generated, p *program) (string, bool) {
	return eachScript(p, func(s script) (string, bool) {
		seeds := []uint64{0}
		if s.word != "test" {
			seeds = []uint64{1 + g.seedOf(), 2 + g.seedOf()}
		}
		for _, seed := range seeds {
			if d := compare(p.m, s.index, seed); d != "" {
				return fmt.Sprintf("%s: seed %d: %s", s.name, seed, d), true
			}
		}
		return "", true
	})
}

// TestNaive compares the machine with the naive interpreter on every script of all content: tests as they
// stand, the questions of odds with the dice of three seeds, and scenarios with those of one, or of as many as a flag says.
func TestNaive(t *testing.T) {
	only := os.Getenv("ONLY") // a page or a folder, while one works on it
	stale := maps.Clone(differs)
	agree := 0
	for _, where := range []string{"lang/spec.md", "docs/guide.md", "docs/tutorial.md", "stdlib", "rules", "spells", "examples", "interp/testdata"} {
		if !strings.HasPrefix(where, only) || testing.Short() && (where == "rules" || where == "examples") {
			continue
		}
		for name, u := range unitsOf(t, where) {
			m := interp.New(u.Program)
			for i, s := range u.Program.Scripts {
				seeds := []uint64{0}
				if s.Word != ir.TestScript {
					seeds = []uint64{1, 2, 3}
				}
				if s.Word == ir.ScenarioScript { // a game may be long
					seeds = seeds[:min(*lawsGames, len(seeds))]
				}
				for _, seed := range seeds {
					d := compare(m, i, seed)
					if key := name + ": " + s.Name; d != "" && differs[key] != "" {
						delete(stale, key)
					} else if d != "" {
						t.Errorf("%s (line %d) seed %d: %s", key, line(s.At), seed, d)
					} else {
						agree++
					}
				}
			}
		}
	}
	t.Logf("%d agree", agree)
	for key, why := range stale {
		if only == "" && !testing.Short() {
			t.Errorf("%s: no longer differs (%s): take it from the list", key, why)
		}
	}
}
