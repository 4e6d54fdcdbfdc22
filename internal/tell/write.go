package tell

import (
	"io"
	"slices"
	"strconv"
	"strings"

	"github.com/kdsl-lang/kdsl/internal/term"
	"github.com/kdsl-lang/kdsl/interp/journal"
	"github.com/kdsl-lang/kdsl/interp/state"
	"github.com/kdsl-lang/kdsl/lang/diag"
	"github.com/kdsl-lang/kdsl/lang/text"
	"github.com/kdsl-lang/kdsl/lang/tongue"
)

// To makes the story be written to w as it goes, with a title and a line below it. What may still turn out
// otherwise waits: an event until it has happened or not, a span until nothing can cancel it any more.
func (t *Story) To(w io.Writer, p term.Painter, subtitle string) {
	t.w = &writer{p: p, out: w, blank: true, lang: t.Lang}
	t.subtitle = subtitle
	t.top.line = &segment{subject: -1}
}

// head writes the title, the players and the roster.
func (t *Story) head() {
	w := t.w
	t.headed = true
	w.line(0, w.p.Paint(term.Bold, diag.Visible(text.Name(t.run.M.P, t.script.Texts, Plain(t.script.Name), t.Lang))))
	players := t.names.now()[:len(t.script.Players)]
	joint := ", "
	if len(players) == 2 {
		joint = " " + t.word("against") + " "
	}
	w.line(0, w.p.Paint(term.Dim, diag.Visible(strings.Join(players, joint)+t.subtitle)))
	if t.roster != "" {
		w.line(0, "")
		for l := range strings.Lines(t.roster) {
			w.line(0, diag.Visible(strings.TrimSuffix(l, "\n")))
		}
	}
	w.line(0, "")
}

// write writes all that is certain.
func (t *Story) write() {
	if t.w == nil || !t.began {
		return
	}
	if !t.headed {
		t.head()
	}
	t.below(t.top)
}

// below writes what is certain of what is in a node, and tells whether that was all.
func (t *Story) below(n *node) bool {
	written := 0
	for _, i := range n.items {
		switch c := i.node; {
		case c == nil:
			t.w.item(i, n.line)
		case c.line == nil && !c.over && !t.certain(c):
			n.items = n.items[written:]
			return false
		default:
			if c.line == nil {
				t.w.open(c, n)
			}
			if !t.below(c) {
				n.items = n.items[written:]
				return false
			}
			t.w.close(c)
		}
		written++
	}
	n.items = n.items[:0] // what is written need not be kept
	return n.over
}

// certain tells whether what is known of an event that goes on will not change: it has happened, or
// nothing can stop it and it has nothing to say of itself.
func (t *Story) certain(n *node) bool {
	if n.done || !n.span && (n.told || n.veiled) {
		return n.done
	}
	f := n.depth - 1
	return f >= 0 && f < len(t.run.S.Frames) && int(t.run.S.Frames[f].Event) == n.event && t.run.S.Frames[f].Step > state.MayBefore
}

// Flush writes what is certain, down to the line that is waiting for more: somebody wants to read.
func (t *Story) Flush() {
	t.write()
	if t.headed {
		for _, n := range t.open {
			if n.line != nil {
				t.w.flush(n.line)
			}
		}
		for i, n := range t.open {
			if n.line == nil { // and all in it
				t.w.soFar(t, n, t.open[max(0, i-1)].line)
				break
			}
		}
	}
}

// soFar tells what has come of an event that is not certain yet, which is told in full later: who is asked in it has to know. Nothing is
// told twice so.
func (w *writer) soFar(t *Story, n *node, around *segment) {
	now := &segment{subject: -1}
	tell := func() {
		if n.told && !n.shown && (n.done || len(now.dice)+len(now.facts) > 0) {
			n.shown = true
			said := diag.Visible(n.said(t))
			now.sentence, now.said, now.subject = said, said, n.subject
		}
		if line := now.text(t.Lang, term.Painter{}); line != "" {
			w.line(around.indent, w.p.Paint(term.Dim, "... "+line))
		}
		now = &segment{said: now.said, subject: now.subject, follows: now.said != ""}
	}
	for i := range n.items {
		switch it := &n.items[i]; {
		case it.node != nil:
			tell()
			w.soFar(t, it.node, around)
		case it.shown:
		case it.fact == nil:
			tell()
			w.line(around.indent, w.p.Paint(term.Dim, "... "+diag.Visible(it.remark)))
		default:
			now.add(it.fact)
		}
		n.items[i].shown = true
	}
	tell()
}

// End writes the rest.
func (t *Story) End() {
	if t.w == nil {
		return
	}
	t.began = true
	for _, n := range t.open { // what is not over now never will be
		n.said(t)
	}
	t.at(-1)
	t.write()
	t.w.flush(t.top.line)
}

type writer struct {
	p     term.Painter
	out   io.Writer
	lang  string
	blank bool // the last line is empty, or there is none
	after bool // a span with a heading has ended: what follows stands apart
	buf   []byte
}

func (w *writer) line(indent int, s string) {
	if w.after {
		w.after = false
		w.gap()
	}
	w.buf = w.buf[:0]
	if s != "" {
		for range indent {
			w.buf = append(w.buf, ' ')
		}
		w.buf = append(w.buf, s...)
	}
	w.buf = append(w.buf, '\n')
	w.blank = len(w.buf) == 1
	w.out.Write(w.buf)
}

func (w *writer) gap() {
	if !w.blank {
		w.blank = true
		io.WriteString(w.out, "\n")
	}
}

// open begins to write a node. Its facts wait until something has a line of its own.
func (w *writer) open(n, around *node) {
	n.line, n.level = around.line, around.level
	if !n.told || n.text == "" {
		return
	}
	n.own = true
	indent := n.line.indent
	w.flush(n.line)
	if n.span { // a span inside an event stands as far out as the event
		n.line.indent = indent
	}
	own := &segment{subject: -1, indent: n.line.indent}
	heading := diag.Visible(n.text)
	switch {
	case !n.span:
		own.sentence, own.said, own.subject = heading, heading, n.subject
	case n.level == 0:
		w.gap()
		heading = "== " + heading + " =="
		fallthrough
	default:
		w.line(indent, w.p.Paint(term.Bold, heading))
		own.indent, n.level = indent+2, n.level+1
	}
	n.line = own
}

func (w *writer) close(n *node) {
	if n.own {
		w.flush(n.line)
		w.after = w.after || n.span && n.level == 1
	}
}

func (w *writer) item(i item, waiting *segment) {
	if i.fact != nil {
		waiting.add(i.fact)
		return
	}
	w.flush(waiting)
	w.line(waiting.indent, w.p.Paint(term.Dim, diag.Visible(i.remark)))
}

// flush writes the line that is waiting. What comes after a sentence, inside its event, stands
// further in.
func (w *writer) flush(s *segment) {
	if line := s.text(w.lang, w.p); line != "" {
		w.line(s.indent, line)
	}
	next := segment{said: s.said, subject: s.subject, follows: true, indent: s.indent}
	if s.sentence != "" {
		next.indent += 2
	}
	*s = next
}

// text is all of a line.
func (s *segment) text(lang string, p term.Painter) string {
	line := s.sentence
	for _, part := range []string{p.Paint(term.Cyan, diag.Visible(s.thrown())), p.Paint(term.Yellow, diag.Visible(s.changes(lang)))} {
		if line != "" && part != "" {
			line += "  "
		}
		line += part
	}
	return line
}

// thrown writes the dice, and whose they are where the sentence does not tell it.
func (s *segment) thrown() string {
	var out strings.Builder
	whose := s.subject
	if i := slices.IndexFunc(s.dice, func(f *fact) bool { return f.inst >= 0 }); i >= 0 {
		one := s.dice[i]
		if names(s.said, one.name.One) && !slices.ContainsFunc(s.dice, func(f *fact) bool { return f.inst >= 0 && f.inst != one.inst }) {
			whose = one.inst
		}
	}
	for i, f := range s.dice {
		if i > 0 {
			out.WriteByte(' ')
		}
		if f.inst >= 0 && f.inst != whose {
			if i > 0 {
				out.WriteByte(' ')
			}
			out.WriteString(f.name.One + " ")
			whose = f.inst
		}
		out.WriteString(f.dice)
	}
	return out.String()
}

// segment is what goes into one line.
type segment struct {
	sentence string
	said     string // the sentence, also where it stands on a line above
	indent   int
	subject  int64
	follows  bool // the sentence stands on a line above
	dice     []*fact
	facts    []*fact
}

// add puts a fact into the line; two changes of one thing make one.
func (s *segment) add(f *fact) {
	switch {
	case f.dice != "":
		s.dice = append(s.dice, f)
		return
	case f.kind == journal.Enter && slices.ContainsFunc(s.facts, func(o *fact) bool { return o.kind == journal.Enter && o.of == f.bearer }):
		return // it came with its bearer
	case f.kind == journal.Leave:
		s.facts = slices.DeleteFunc(s.facts, func(o *fact) bool { return o.kind == journal.Leave && o.bearer == f.of })
		if f.told {
			return
		}
	case f.kind == journal.Move:
		s.facts = slices.DeleteFunc(s.facts, func(o *fact) bool { return o.kind == journal.Move && o.inst == f.inst })
	case f.key != "":
		for i, o := range s.facts {
			if o.inst == f.inst && o.key == f.key {
				both := *o
				both.is, both.several, both.words = f.is, f.several, f.words
				s.facts[i] = &both
				if both.was == both.is {
					s.facts = slices.Delete(s.facts, i, i+1)
				}
				return
			}
		}
	}
	if f.key != "" && slices.ContainsFunc(s.facts, func(o *fact) bool { return o.kind == journal.Enter && o.of == f.inst }) {
		came := *f // what it was before it came is no news
		came.was, f = "", &came
	}
	s.facts = append(s.facts, f)
}

// news tells whether a fact says more than the sentence does: that speaks of what it happened to, and has its words.
func (s *segment) news(f *fact, lang string) bool {
	words := f.words
	if f.flag {
		words = f.key
	}
	words = tongue.For(lang).State(words, f.name.Gender, f.name.PluralOnly)
	return len(words) < 3 || !names(s.said, words) || f.inst != s.subject && !names(s.said, f.name.One)
}

// names tells whether a sentence has some words in it.
func names(sentence, words string) bool {
	return tongue.IndexWords(strings.ToLower(sentence), strings.ToLower(words)) >= 0
}

// group is what happened to one thing, or to several the same.
type group struct {
	inst  int64
	facts []*fact
	who   []tongue.Noun
	plain string // what is said of it, whoever it is
}

// changes writes the facts: those of one thing together, with its name where that is not clear, and things
// to which the same happened together, too.
func (s *segment) changes(lang string) string {
	var things, parts []group
	for _, f := range s.facts {
		if !s.news(f, lang) {
			continue
		}
		if i := slices.IndexFunc(things, func(g group) bool { return g.inst == f.inst }); i >= 0 {
			things[i].facts = append(things[i].facts, f)
		} else {
			things = append(things, group{inst: f.inst, facts: []*fact{f}, who: []tongue.Noun{f.name}})
		}
	}
	for i, g := range things {
		clear := g.inst == s.subject && (i == 0 || names(s.sentence, g.who[0].One))
		if s.sentence != "" && !s.follows && (clear || strings.HasPrefix(s.sentence, g.who[0].One+Word(": ", lang))) {
			g.who = nil
		}
		g.plain = g.said(lang, tongue.Noun{})
		if i := slices.IndexFunc(parts, func(o group) bool { return len(o.who) > 0 && len(g.who) > 0 && o.plain == g.plain }); i >= 0 {
			parts[i].who = append(parts[i].who, g.who...)
		} else {
			parts = append(parts, g)
		}
	}
	return Join(parts, Word("; ", lang), func(g group) string {
		said := g.said(lang, together(append(g.who, g.facts[0].name)[:max(1, len(g.who))]))
		switch {
		case len(g.who) == 0:
			return said
		case !slices.ContainsFunc(g.facts, func(f *fact) bool { return !f.verb && !f.ends(lang) }):
			return tongue.Capital(tongue.For(lang).And(counted(g.who, lang, tongue.For(lang).Named)...)) + " " + said
		}
		return strings.Join(counted(g.who, lang, bare), ", ") + Word(": ", lang) + said
	})
}

// together are things as the subject of one verb.
func together(things []tongue.Noun) tongue.Noun {
	all := things[0]
	for _, n := range things[1:] {
		all.PluralOnly = true
		switch {
		case n.Gender == tongue.Masculine || all.Gender == tongue.Masculine:
			all.Gender = tongue.Masculine
		case n.Gender != all.Gender:
			all.Gender = tongue.Unknown
		}
	}
	return all
}

// bare is the name of a thing alone.
func bare(n tongue.Noun) string { return n.One }

// counted are the names of things, those of one name together with their number.
func counted(things []tongue.Noun, lang string, named func(tongue.Noun) string) (out []string) {
	number := map[string]int64{}
	for _, n := range things {
		number[n.One]++
	}
	for _, n := range things {
		switch k := number[n.One]; {
		case k > 1:
			out = append(out, times(lang, k, n))
		case k == 1:
			out = append(out, named(n))
		}
		number[n.One] = 0
	}
	return out
}

// times is a name with how often it stands: 2 Jetons. A French one that tells how somebody is has no plural, unless its gender says
// that it is a common noun: Sonné (2 fois), but 2 Alliés.
func times(lang string, k int64, n tongue.Noun) string {
	l := tongue.For(lang)
	if l == tongue.French && n.Proper && l.State(n.One, tongue.Feminine, false) != l.State(n.One, tongue.Masculine, false) {
		return n.One + " (" + strconv.FormatInt(k, 10) + " " + Word("times", lang) + ")"
	}
	return l.Count(k, n)
}

// states are things as it is said of somebody that he is in them.
func states(things []tongue.Noun, of tongue.Noun, l tongue.Language) (out []tongue.Noun) {
	for _, n := range things {
		if !n.Proper { // a common noun, which agrees with nobody
			out = append(out, n)
			continue
		}
		n.One = l.State(n.One, of.Gender, of.PluralOnly)
		if n.Many != "" {
			n.Many = l.State(n.Many, of.Gender, true)
		}
		out = append(out, n)
	}
	return out
}

// said is what happened, without to whom, as it agrees with that.
func (g *group) said(lang string, of tongue.Noun) string {
	l := tongue.For(lang)
	var out []string
	signs := map[string][]tongue.Noun{}
	for _, f := range g.facts {
		signs[f.sign] = append(signs[f.sign], f.thing)
	}
	for _, f := range g.facts {
		switch {
		case f.sign != "":
			for _, thing := range counted(states(signs[f.sign], of, l), lang, bare) {
				out = append(out, f.sign+thing)
			}
			signs[f.sign] = nil
		case f.verb:
			out = append(out, l.Agreed(f.wholly, of.Gender, of.PluralOnly))
		case f.wholly != "":
			out = append(out, f.wholly)
		case f.flag && f.is == Word("yes", lang):
			out = append(out, l.State(f.key, of.Gender, of.PluralOnly))
		case f.flag:
			out = append(out, noLonger(l, l.State(f.key, of.Gender, of.PluralOnly), lang, of.PluralOnly))
		default:
			out = append(out, f.change(lang))
		}
	}
	return strings.Join(out, ", ")
}

// ends tells whether a fact is said with a verb since something is no longer so.
func (f *fact) ends(lang string) bool {
	return f.flag && f.is != Word("yes", lang) && strings.HasPrefix(noLonger(tongue.For(lang), f.key, lang, false), "n'est plus ")
}

// noLonger says that a property is no longer true: what is not yet so is so. What is written as a title is no word for how something is.
func noLonger(l tongue.Language, state, lang string, many bool) string {
	if so, ok := strings.CutPrefix(state, Word("not yet", lang)+" "); ok {
		return so
	}
	switch {
	case tongue.Capital(state) == state:
		return state + " (" + Word("over", lang) + ")"
	case l != tongue.French:
		return "no longer " + state
	case many:
		return "ne sont plus " + state
	}
	return "n'est plus " + state
}

// change is what a value was, and what it is.
func (f *fact) change(lang string) string {
	key, said := f.key, f.is
	if f.many != "" && (f.several || f.was != "") {
		key = f.many
	}
	if f.was != "" && f.was != Word("none", lang) {
		said = f.was + " → " + f.is
	}
	if strings.HasPrefix(f.was, key+" ") || strings.HasPrefix(f.is, key+" ") { // its name tells what it is
		return said
	}
	return key + " " + said
}
