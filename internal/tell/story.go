package tell

import (
	"cmp"
	"fmt"
	"slices"
	"strconv"
	"strings"

	"github.com/kdsl-lang/kdsl/interp"
	"github.com/kdsl-lang/kdsl/interp/journal"
	"github.com/kdsl-lang/kdsl/interp/state"
	"github.com/kdsl-lang/kdsl/lang/aloud"
	"github.com/kdsl-lang/kdsl/lang/ir"
	"github.com/kdsl-lang/kdsl/lang/text"
	"github.com/kdsl-lang/kdsl/lang/tongue"
)

// A story is the tree of what happened: spans and events that have a text are its headings and
// sentences; dice and changes belong to the sentence nearest above them. An event without a text is
// not told, what it changed is. The tree is built while the game runs, for names and values are only
// known then, and what is certain of it is written and forgotten.

// Story builds a battle report.
type Story struct {
	Lang    string
	Verbose bool    // tell of refusals, clauses and contributions, too
	Plain   bool    // tell what happens and what is thrown, and not what changes by it
	Viewers []int32 // the players to whom it is told, who hear nothing that one of them may not see; nil: all is told

	run      *interp.Run
	script   *ir.Script
	names    *Names
	top      *node
	open     []*node // the innermost last
	began    bool
	plain    bool // the game has no texts: events and cells are told by their names
	roster   string
	w        *writer
	subtitle string
	headed   bool               // the title is written
	others   map[*ir.Event]bool // actions by whether another event tells them
	called   bool               // a script has called what comes next
	unheard  []*journal.Entry   // what each has chosen of several who were asked at once, not told yet
	size     int64
}

// node is an event or span.
type node struct {
	depth   int
	event   int
	span    bool
	told    bool
	done    bool // it has happened, or not: its text is certain
	over    bool
	veiled  bool   // something in it could not be seen when it began
	called  bool   // a script calls it, and may be waiting for it
	by      string // whose action it is, where its text says of nobody that he does it
	text    string
	entry   *journal.Entry // in a game without texts: what the text is made of, until it is certain
	subject int64          // whose event it is, -1
	items   []item         // what is not written yet

	line  *segment // where it is being written: that of the node around it when it has no line of its own
	own   bool     // it has a heading or a sentence
	shown bool     // told already to who was asked meanwhile
	level int
}

// item is one of: a node below, a fact, a remark.
type item struct {
	node   *node
	fact   *fact
	remark string
	shown  bool // told already to who was asked meanwhile
}

// fact is something that changed.
type fact struct {
	dice    string
	inst    int64       // of dice, whose they are; -1
	name    tongue.Noun // of inst, as it was called then
	key     string      // what of it changed; "" for a text that stands alone
	flag    bool        // it is so or not: was and is are not told
	was, is string
	many    string // what changed, when it is several; "": as of one
	several bool
	of      int64  // what came or went, -1
	words   string // by which a sentence tells it already
	bearer  int64  // of what came or went, -1
	sign    string
	thing   tongue.Noun // what came to inst (+) or went from it (-)
	kind    journal.Kind
	wholly  string // a text that stands for the fact
	verb    bool   // wholly is what inst does
	told    bool   // the sentence of the event says it
}

var french = map[string]string{
	",": " ;", ": ": " : ", "; ": " ; ", "none": "rien", "yes": "oui", "no": "non", "appears": "apparaît", "is gone": "disparaît",
	"begins anew": "recommence", "leaves the table": "quitte la table", "by hand": "à la main", "refused": "refusé", "against": "contre", "not yet": "pas encore",
	"cancelled": "annulé", "chooses": "choisit", "uses": "utilise", "does not use": "n'utilise pas", "in place of it": "à la place", "over": "fini", "times": "fois", "seed": "graine",
	"taken back": "repris", "pass": "passe", "no choice": "aucun choix", "limit": "limite atteinte", "cost": "coût", "at least": "au moins", "at most": "au plus",
}

// signs say what a clause makes of a figure.
var signs = map[string]string{"set": "=", "add": "+", "multiply": "×", "divide": "÷", "raise": "at least", "cap": "at most"}

// NewStory tells of a run that is about to begin, or goes on, with the names that things have there.
func NewStory(run *interp.Run, s *ir.Script, names *Names, lang string) *Story {
	t := &Story{Lang: lang, run: run, script: s, names: names, top: &node{depth: -1, event: -1, subject: -1}, plain: true, others: map[*ir.Event]bool{}}
	t.open = []*node{t.top}
	for _, e := range run.M.P.Events {
		if e.Texts.En != nil || e.Texts.Fr != nil {
			t.plain = false
		}
	}
	return t
}

func (t *Story) word(s string) string { return Word(s, t.Lang) }

func (t *Story) noun(inst int64) tongue.Noun { return t.run.Noun(inst, t.Lang) }

// Word is one of the words of stories in a language.
func Word(s, lang string) string {
	if w, ok := french[s]; ok && lang == "fr" {
		return w
	}
	return s
}

// at is the innermost node that an entry at a depth belongs to; deeper ones are over.
func (t *Story) at(depth int) *node {
	for len(t.open) > 1 && t.open[len(t.open)-1].depth > depth {
		t.open[len(t.open)-1].over = true
		t.open = t.open[:len(t.open)-1]
	}
	return t.open[len(t.open)-1]
}

// Remark says something beside the story: what was told of an action does not count any more.
func (t *Story) Remark(s string) {
	t.at(0)
	t.top.items = append(t.top.items, item{remark: "(" + t.word(s) + ")"})
	t.write()
}

// Size is about how many bytes have been told, written or not.
func (t *Story) Size() int64 { return t.size }

// Goes is a story that begins in the middle: no roster, no title.
func (t *Story) Goes() { t.began, t.headed = true, true }

// Hear adds an entry to the story, of which the names have heard.
func (t *Story) Hear(e *journal.Entry) {
	t.names.Use()
	if len(t.unheard) > 0 && !e.Sealed && e.Kind != journal.Event {
		t.shown()
	}
	hidden := slices.ContainsFunc(t.Viewers, func(p int32) bool { return !Heard(t.run, e, p) })
	switch n := t.of(e); {
	case e.Kind == journal.Event:
		t.begin(e, hidden)
		t.shown()
	case !hidden:
		if n == nil && e.Kind == journal.Refused { // before anything was asked
			t.begin(e, false)
			n = t.of(e)
		}
		t.tell(e, n)
	case n != nil && n.told && !n.span && t.known(e): // they saw what it is about before it was out of sight
		n.done = true
	case n != nil: // what comes of it is told as far as it is seen
		n.done, n.told, n.text, n.entry = true, n.told && n.span, "", nil
	}
	t.write()
}

// of is the node of the event of which an entry tells what became; nil for other entries.
func (t *Story) of(e *journal.Entry) *node {
	switch e.Kind {
	case journal.Done, journal.Refused, journal.Cancelled, journal.Replaced:
		if n := t.at(e.Depth); n.event == e.Event && n.depth == e.Depth && !n.done {
			return n
		}
	}
	return nil
}

// tell tells of an entry that may be heard, and of the event that it is about.
func (t *Story) tell(e *journal.Entry, n *node) {
	switch e.Kind {
	case journal.When:
		t.called = true
		if !t.began {
			t.began = true
			t.roster = t.muster()
		}
	case journal.Done:
		if n != nil {
			n.done = true
			n.told = n.told || n.veiled // when it has happened, it may be seen
			if !t.Verbose && n.silent() && t.nothing(e) {
				n.told, n.text, n.entry = false, "", nil
			}
			if !n.span && n.told {
				was := len(n.text)
				n.text, n.entry = n.by+t.sentence(e), nil
				t.size += int64(len(n.text) - was)
			}
		}
	case journal.Refused, journal.Cancelled, journal.Replaced:
		if n != nil {
			t.hindered(e, n)
		}
	case journal.Throw:
		f := &fact{dice: t.facesOf(e, e.Lists[0]), inst: e.Of}
		if e.Of >= 0 {
			f.name = t.noun(e.Of)
		}
		t.add(e, f)
	case journal.Dice:
		t.add(e, &fact{dice: t.turned(e), inst: -1})
	case journal.Change:
		t.changed(e)
	case journal.Enter, journal.Leave, journal.Renew:
		t.cameOrWent(e)
	case journal.Move:
		t.moved(e)
	case journal.Note:
		t.remark(e, t.run.EventText(e, t.Lang))
	case journal.Manual:
		t.remark(e, t.word("by hand")+t.word(": ")+t.run.EventText(e, t.Lang))
	case journal.Choice:
		t.chosen(e)
	}
	if !t.Verbose {
		return
	}
	switch e.Kind {
	case journal.Clause:
		t.remark(e, "* "+t.clause(e.Hook, e.Inst))
	case journal.Sum:
		if e.Text != "add" || e.Ints[0] != 0 {
			l := journal.ToLine(e, t.run.M.P, t.run)
			sign, by := t.word(cmp.Or(signs[e.Text], e.Text)), l.Fields[e.Names[0]]
			if less, ok := strings.CutPrefix(by, "-"); ok && e.Text == "add" {
				sign, by = "−", less
			}
			t.remark(e, fmt.Sprintf("* %s %s %s%s%s", t.field(e, e.Names[0]), sign, by, t.word(": "), t.clause(e.Hook, e.Inst)))
		}
	}
}

// chosen tells of a choice: that a clause is used which need not be, and what was chosen in secret, once all have chosen; of all
// others only where it is asked for.
func (t *Story) chosen(e *journal.Entry) {
	who := t.noun(int64(e.Player))
	does := func(verb, what string) string {
		return fmt.Sprintf("%s %s%s", tongue.Capital(tongue.For(t.Lang).Named(who)), t.agreed(t.word(verb), who), what)
	}
	used, sentence := "", ""
	switch h := e.May; {
	case h == nil:
	case h.Card >= 0:
		if used = titled(t.run, h.ID, e.Of, t.Lang); used != "" {
			used = tongue.For(t.Lang).Named(text.ByName(t.run.M.P.Cards[h.Card].Texts, used, t.Lang))
		}
	default: // all of the kind have it: its sentence tells what it is
		sentence = printed(t.run, h.ID, e.Of, t.Lang)
	}
	switch {
	case t.Verbose && e.May != nil && e.Yes:
		t.remark(e, "* "+does("uses", " "+cmp.Or(used, sentence, t.run.HookName(e.May.ID))))
	case t.Verbose && e.May != nil:
		t.remark(e, "* "+does("does not use", " "+cmp.Or(used, sentence, t.run.HookName(e.May.ID))))
	case t.Verbose:
		t.remark(e, "* "+does("chooses", t.word(": ")+t.choice(e)))
	case e.Yes && used != "":
		t.remark(e, does("uses", " "+used))
	case e.Sealed:
		t.unheard = append(t.unheard, e)
	}
}

// shown tells what each has chosen of several who were asked at once: a line for each thing that was asked for. What becomes of
// things that were chosen is told by itself.
func (t *Story) shown() {
	unheard := t.unheard
	t.unheard = nil
	for i := range unheard[:min(1, len(unheard))] {
		for n, ty := range unheard[i].Types {
			if ty.Kind == ir.Inst || ty.Elem == ir.Inst {
				continue
			}
			t.remark(unheard[i], Field(t.run.M.P, unheard[i].Asked[n], t.Lang)+t.word(": ")+Join(unheard, t.word(",")+" ", func(e *journal.Entry) string {
				return t.run.Name(int64(e.Player)) + " " + Value(t.run, e.Types[n], ir.Value{N: e.Ints[n], L: e.Lists[n]}, t.Lang)
			}))
		}
	}
}

// choice is what was answered.
func (t *Story) choice(e *journal.Entry) string {
	if len(e.Names) == 0 {
		for _, ev := range t.run.M.P.Events {
			if ev.Word == ir.ActionEvent && ev.Name == e.Text {
				return cmp.Or(text.Fill(t.run.M.P, nil, text.Called(ev, t.Lang), t.Lang), Plain(ev.Name))
			}
		}
		return Plain(t.word(e.Text))
	}
	var parts []string
	for i := range e.Names {
		parts = append(parts, Field(t.run.M.P, e.Asked[i], t.Lang)+" "+Value(t.run, e.Types[i], ir.Value{N: e.Ints[i], L: e.Lists[i]}, t.Lang))
	}
	return strings.Join(parts, "  ")
}

// bareName is the text of an event where nothing stands in it that varies; "" for another.
func (t *Story) bareName(ev *ir.Event) string {
	said := cmp.Or(text.Of(ev.Texts, t.Lang), ev.Texts.En)
	if said == nil || slices.ContainsFunc(said.Parts, func(p ir.Part) bool { return p.Expr != nil }) {
		return ""
	}
	return text.Fill(t.run.M.P, nil, said, t.Lang)
}

// field is the display name of a field of the event of an entry.
func (t *Story) field(e *journal.Entry, name string) string {
	if e.Event >= 0 {
		for _, f := range t.run.M.P.Events[e.Event].Fields {
			if f.Name == name {
				return Field(t.run.M.P, f, t.Lang)
			}
		}
	}
	return Plain(name)
}

// Field is what players are asked for with a field, or its id.
func Field(p *ir.Program, f *ir.Field, lang string) string {
	return cmp.Or(text.Asked(p, f, lang), text.Asked(p, f, "en"), Plain(f.Name))
}

func (t *Story) clause(h int, inst int64) string { return Clause(t.run, h, inst, t.Lang) }

// Clause is the sentence of a clause of a thing after the name of its card, or else the clause read aloud, or its label.
func Clause(run *interp.Run, h int, inst int64, lang string) string {
	return cmp.Or(printed(run, h, inst, lang), aloud.Clause(run.M.P, cardOf(run, h, inst), run.M.P.Hooks[h], lang), run.HookName(h))
}

// printed is the sentence of a clause after the name of its card; "" where it has none.
func printed(run *interp.Run, h int, inst int64, lang string) string {
	p, c := run.M.P, cardOf(run, h, inst)
	if c < 0 {
		return ""
	}
	if s := text.Clause(p, p.Cards[c], p.Hooks[h], lang); s != "" {
		return Plain(text.Title(p, p.Cards[c], lang)) + Word(": ", lang) + s
	}
	return ""
}

// cardOf is the card of a clause, which may be its kind's; -1 for none.
func cardOf(run *interp.Run, h int, inst int64) int {
	if c := run.M.P.Hooks[h].Card; c >= 0 {
		return c
	}
	return run.CardOf(inst)
}

// muster lists who has what at the start, a line for each player.
func (t *Story) muster() string {
	var b strings.Builder
	for p := range t.script.Players {
		var mine []string
		for i := range t.run.S.Insts {
			in := &t.run.S.Insts[i]
			if int(in.Owner) == p && !slices.ContainsFunc(t.Viewers, func(p int32) bool { return !t.run.V.Visible(int64(i), p) }) && in.Where != state.Gone && in.Where != state.OnInst && in.Where != state.Aside {
				mine = append(mine, t.run.Name(int64(i)))
			}
		}
		if len(mine) > 0 {
			fmt.Fprintf(&b, "%s%s%s\n", t.run.Name(int64(p)), t.word(": "), strings.Join(mine, ", "))
		}
	}
	return b.String()
}

// nothing tells whether what an event says of itself is an amount, and that is 0. Two amounts are a score.
func (t *Story) nothing(e *journal.Entry) bool {
	ev := t.run.M.P.Events[e.Event]
	said := text.Of(ev.Texts, t.Lang)
	if said == nil || ev.Word == ir.SpanEvent {
		return false
	}
	amount := -1
	for i, f := range ev.Named() {
		number := i < len(e.Ints) && (f.Type.Kind == ir.Int || f.Type.Kind == ir.Length)
		if !number || !slices.ContainsFunc(said.Parts, func(p ir.Part) bool {
			return p.Expr != nil && p.Expr.Op == ir.EventField && int(p.Expr.N) == f.Slot && p.Expr.Type.Kind == f.Type.Kind
		}) {
			continue
		}
		if amount >= 0 || e.Ints[i] != 0 {
			return false
		}
		amount = i
	}
	return amount >= 0
}

// silent tells whether nothing is told of what is in a node.
func (n *node) silent() bool {
	return !slices.ContainsFunc(n.items, func(i item) bool { return i.node == nil || i.node.told || !i.node.silent() })
}

// begin opens the node of an event. What is hidden in it keeps its text from those who do not see it.
func (t *Story) begin(e *journal.Entry, hidden bool) {
	parent := t.at(e.Depth - 1)
	ev := t.run.M.P.Events[e.Event]
	n := &node{depth: e.Depth, event: e.Event, span: ev.Word == ir.SpanEvent, subject: -1, called: t.called}
	t.called = false
	if len(ev.Fields) > 0 && ev.Fields[0].Param && ev.Fields[0].Type.Kind == ir.Inst {
		n.subject = t.having(e.Ints[0])
	}
	n.told = (t.plain || ev.Texts.En != nil || ev.Texts.Fr != nil) && (t.Verbose || !t.another(ev))
	switch {
	case hidden:
		n.veiled, n.told = n.told && !n.span, false
	case n.told && t.plain && !n.span: // most of them are told when they have happened
		n.text, n.entry = ev.Name, e
	case n.told:
		n.by = t.whose(ev, n.subject)
		n.text = n.by + t.sentence(e)
	}
	t.size += int64(len(n.text) + 2*e.Depth)
	parent.items = append(parent.items, item{node: n})
	t.open = append(t.open, n)
}

// whose says before an action that names nobody whose it is, where it is not one of him of whom the story tells just then.
func (t *Story) whose(ev *ir.Event, subject int64) string {
	said := cmp.Or(text.Of(ev.Texts, t.Lang), ev.Texts.En)
	if ev.Word != ir.ActionEvent || said == nil || subject < 0 || t.run.S.Insts[subject].Owner < 0 {
		return ""
	}
	for _, n := range slices.Backward(t.open) {
		if n.told && n.subject >= 0 {
			if n.subject == subject || slices.ContainsFunc(said.Parts, func(p ir.Part) bool { return p.Expr != nil && p.Expr.Type.Kind == ir.Inst }) {
				return ""
			}
			return t.run.Name(int64(t.run.S.Insts[subject].Owner)) + t.word(": ")
		}
	}
	return ""
}

// another tells whether an action is told by another event: its text is but a name, that of nobody who does it, and beside
// what keeps books it only makes that event of him happen.
func (t *Story) another(ev *ir.Event) bool {
	if ev.Word != ir.ActionEvent || t.plain || ev.Do == nil || ev.Named()[0].Type.Kind != ir.Inst {
		return false
	}
	another, ok := t.others[ev]
	if !ok {
		one, only := t.onlyOne(ev.Do, int64(ev.Named()[0].Slot))
		another = only && one && t.bareName(ev) != ""
		t.others[ev] = another
	}
	return another
}

// onlyOne tells whether a block makes one event happen that is told of what stands in a field, and whether it does nothing
// beside it that is news.
func (t *Story) onlyOne(b *ir.Block, who int64) (one, only bool) {
	if b == nil {
		return false, true
	}
	for _, s := range b.Stmts {
		once, ok := false, false
		switch s := s.(type) {
		case *ir.SetCell:
			ok = s.Field.Inner || s.Field.Texts.En == nil
		case *ir.If:
			once, ok = t.onlyOne(s.Then, who)
			ok = ok && s.Else == nil
		case *ir.Repeat:
			once, ok = t.onlyOne(s.Body, who)
		case *ir.Emit:
			ev := t.run.M.P.Events[s.Event]
			once = ev.Texts.En != nil && len(s.Args) > 0 && s.Args[0].Value.Op == ir.EventField && s.Args[0].Value.N == who
			ok = once && s.Result == nil
		default: // whatever else happens is news
			return false, false
		}
		if !ok || one && once {
			return false, false
		}
		one = one || once
	}
	return one, true
}

// said is the text of a node as far as it is known.
func (n *node) said(t *Story) string {
	if n.entry != nil {
		n.text, n.entry = t.sentence(n.entry), nil
	}
	return n.text
}

// sentence is what an event says of itself; in a game without texts, its name and its fields.
func (t *Story) sentence(e *journal.Entry) string {
	if !t.plain {
		return t.run.EventText(e, t.Lang)
	}
	ev := t.run.M.P.Events[e.Event]
	parts := []string{Plain(ev.Name)}
	for i, f := range ev.Named() {
		if f.Type.Kind == ir.Record || f.Type.Kind == ir.BagType || f.Type.Optional && !f.Type.IsList() && e.Ints[i] == ir.None {
			continue
		}
		parts = append(parts, Plain(f.Name)+" "+t.value(f.Type, ir.Value{N: e.Ints[i], L: e.Lists[i]}))
	}
	return strings.Join(parts, "  ")
}

// hindered takes an event back out of the story: it did not happen.
func (t *Story) hindered(e *journal.Entry, n *node) {
	said := strings.TrimSuffix(cmp.Or(n.said(t), t.event(t.run.M.P.Events[e.Event])), ".")
	n.told, n.text, n.done = false, "", true
	if !t.Verbose && (!n.called || e.Kind == journal.Replaced) {
		return
	}
	switch e.Kind {
	case journal.Refused:
		why, joint := t.obstacle(e), ", "
		if e.Why.Kind == journal.Requirement && e.Why.Via < 0 && strings.HasSuffix(why, ".") { // a sentence of its own
			joint = ". "
		}
		t.remark(e, fmt.Sprintf("(%s%s%s%s%s)", said, t.word(": "), t.word("refused"), joint, why))
	case journal.Cancelled:
		t.remark(e, fmt.Sprintf("(%s%s%s)", said, t.word(": "), t.word("cancelled")))
	default:
		card := e.Text
		if e.Why.Hook >= 0 {
			card = cmp.Or(titled(t.run, int(e.Why.Hook), int64(e.Why.Inst), t.Lang), card)
		}
		t.remark(e, fmt.Sprintf("(%s%s%s %s)", said, t.word(": "), card, t.word("in place of it")))
	}
}

// event is what an event without a sentence is called.
func (t *Story) event(ev *ir.Event) string {
	return cmp.Or(tongue.Capital(text.Fill(t.run.M.P, nil, text.Called(ev, t.Lang), t.Lang)), Plain(ev.Name))
}

// titled is the name of the card of a clause, which a thing has, with the parameters that it has there; "" where it has none.
func titled(run *interp.Run, h int, inst int64, lang string) string {
	p, c := run.M.P, cardOf(run, h, inst)
	if c < 0 || text.Of(p.Cards[c].Texts, lang) == nil {
		return ""
	}
	if run.CardOf(inst) == c {
		return Plain(run.CardName(inst, lang))
	}
	return Plain(text.Title(p, p.Cards[c], lang))
}

// obstacle is what stood in the way of an event: the sentence of the requirement or the clause, what is read aloud from it, or
// its label.
func (t *Story) obstacle(e *journal.Entry) string {
	p := t.run.M.P
	for _, r := range p.Events[e.Event].Requires {
		if r.Label == e.Text && text.Of(r.Texts, t.Lang) != nil {
			return t.run.EventText(&journal.Entry{Event: -1, Say: &r.Texts}, t.Lang)
		}
	}
	if e.Why.Kind == journal.Requirement && e.Why.Via >= 0 {
		asked := p.Events[e.Why.Event]
		said := cmp.Or(t.run.CostSaid(e.Why, t.Lang), aloud.Unmet(p, asked, e.Why.Label, t.Lang), t.word(Plain(e.Why.Label)))
		return t.word("cost") + t.word(": ") + said
	}
	if e.Why.Kind == journal.Prohibition {
		return t.clause(int(e.Why.Hook), int64(e.Why.Inst))
	}
	return cmp.Or(aloud.Unmet(p, p.Events[e.Event], e.Text, t.Lang), t.word(Plain(e.Text)))
}

func (t *Story) remark(e *journal.Entry, s string) {
	if s != "" {
		t.size += int64(len(s)) + 1
		n := t.at(e.Depth)
		n.items = append(n.items, item{remark: s})
	}
}

// add puts a fact into the story. What happens before the first event sets the table up and is told by
// the roster.
func (t *Story) add(e *journal.Entry, f *fact) {
	if !t.began || t.Plain && f.dice == "" || f.dice == "" && f.key == "" && f.wholly == "" { // a throw of no dice
		return
	}
	t.size += int64(len(f.name.One)+len(f.thing.One)+len(f.key)+len(f.was)+len(f.is)+len(f.wholly)+len(f.dice)) + 1
	n := t.at(e.Depth)
	n.items = append(n.items, item{fact: f})
}

// turned is what a clause has made of dice, and which: `[10] → [9] (cursed)`.
func (t *Story) turned(e *journal.Entry) string {
	was, is := t.facesOf(e, e.Lists[0]), t.facesOf(e, e.Lists[1])
	said := was + " → " + cmp.Or(is, "–")
	if was == "" {
		said = "+ " + is
	}
	return said + " (" + t.clause(e.Hook, e.Inst) + ")"
}

// facesOf draws small faces, or classes; many dice are counted.
func (t *Story) facesOf(e *journal.Entry, list []int64) string {
	counts, face := list, func(n int64) string { return strconv.FormatInt(n, 10) }
	if len(e.Types) > 0 {
		face = func(n int64) string {
			if faces, ok := e.Fell(n); ok {
				if e.Types[0].Kind == ir.Int { // what they are worth is not what they show
					faces += t.word(": ") + t.value(e.Types[0], ir.Value{N: n})
				}
				return faces
			}
			return t.value(e.Types[0], ir.Value{N: n})
		}
	} else {
		if len(counts) <= 10 {
			return Join(counts, " ", func(n int64) string { return "[" + face(n) + "]" })
		}
		counts = nil
		for _, n := range list {
			if k := len(counts); k > 0 && counts[k-2] == n {
				counts[k-1]++
			} else {
				counts = append(counts, n, 1)
			}
		}
	}
	dice := int64(0)
	for i := 1; i < len(counts); i += 2 {
		dice += counts[i]
	}
	return Join(slices.Collect(slices.Chunk(counts, 2)), " ", func(c []int64) string {
		if dice <= 10 {
			return strings.TrimSuffix(strings.Repeat("["+face(c[0])+"] ", int(c[1])), " ")
		}
		return fmt.Sprintf("%dx[%s]", c[1], face(c[0]))
	})
}

func (t *Story) value(ty ir.Type, v ir.Value) string { return Value(t.run, ty, v, t.Lang) }

// Value is a value as a reader of a language wants it.
func Value(run *interp.Run, ty ir.Type, v ir.Value, lang string) string {
	switch {
	case ty.IsList() && len(v.L) == 0:
		return Word("none", lang)
	case ty.Kind == ir.Point || ty.Kind == ir.Path:
		return Join(slices.Collect(slices.Chunk(v.L, 3)), " → ", func(at []int64) string { return place(run, at, lang) })
	case ty.IsList() || v.N != ir.None && ty.Kind != ir.Bool:
		return run.ShowIn(ty, v, lang)
	case v.N == ir.None:
		return Word("none", lang)
	case v.N != 0:
		return Word("yes", lang)
	}
	return Word("no", lang)
}
