package proof

import (
	"fmt"
	"slices"
	"strings"

	"github.com/kdsl-lang/kdsl/lang/claim"
	"github.com/kdsl-lang/kdsl/lang/ir"
)

// fact is a word or a number of a text in whose place another of its sort could stand.
type fact struct {
	means    []sense
	from, to int             // where it stands, in bytes; both 0: it is claimed, and stands nowhere
	in       int             // which sentence of its text it stands in
	near     map[string]bool // the stems around it
	plain    bool            // it is a common word, too
	named    bool            // it is written as a name: with a capital, in quotation marks, behind a word that says what is called so
	how      []string        // how it is written
}

// sense is what a fact may mean: of a sort, which one.
type sense struct{ sort, key string }

// facts are those of a sentence of a card's text, and what words that only hint at a thing may mean besides.
func (x *Proofer) facts(c *ir.Card, list []token) (out []fact, maybe []sense) {
	list, all, _, _ := x.lex.read(x.p, c, list)
	within := bracketed(list)
	add := func(from, to int, how []string, means ...sense) {
		if len(means) == 0 {
			return
		}
		if from == 0 || list[from].heads {
			how = append(how, "at the head of a line")
		}
		if within[from] {
			how = append(how, "in brackets")
		}
		out = append(out, fact{means: means, from: list[from].at, to: list[to-1].end, near: x.around(list, from, to), how: how})
	}
	for i := range all {
		s := &all[i]
		switch {
		case s.topic == nounTopic && x.calls(s, c), s.topic == freedomTopic && list[s.from].at == 0: // "Mandatory" heads a card
			continue
		case s.topic == nounTopic:
			for _, n := range s.nouns {
				if !n.sure && n.Sort != claim.KindNoun {
					maybe = append(maybe, x.sense(n))
				}
			}
		case s.topic == numberTopic && s.sure == firm && s.part == 0 && s.sides == 0 && x.lex.firstOf(list, all, i) == s.n:
			var of []sense
			for _, n := range x.adjacent(list, s) {
				if m := (sense{"of " + x.sense(n).key, fmt.Sprint(s.n)}); !slices.Contains(of, m) {
					of = append(of, m)
				}
			}
			add(s.from, s.to, writing(list, s), of...)
		case s.topic == numberTopic && s.sides != 0 && s.n != 0: // so many dice of it
			var of []sense
			for _, n := range x.adjacent(list, s) {
				of = append(of, sense{"of " + x.sense(n).key, fmt.Sprint(s.n, " ", s.sides)})
			}
			add(s.from, s.to, writing(list, s), of...)
		}
		add(s.from, s.to, nil, x.turned(list, s)...)
		before := len(out)
		means := x.senses(s)
		if s.topic == numberTopic && len(means) > 0 {
			if n := x.lex.firstOf(list, all, i); n != s.n { // 5 or 6 is 5 or more
				means = append(means, sense{"number", fmt.Sprint(n)})
			}
		}
		add(s.from, s.to, writing(list, s), means...)
		if len(out) > before {
			out[before].plain = s.plain && !stats(s.nouns)
			out[before].named = s.topic == nounTopic && (s.capital || x.lex.titled(list, s.from))
		}
	}
	for i := range list { // so many as a parameter says
		if t := &list[i]; t.shape == wordShape && len(t.raw) == 1 && t.raw >= "X" && t.raw <= "Z" {
			var of []sense
			names, to := x.following(list, &said{from: i + 1, to: i + 1})
			to = max(to, i+1)
			if len(names) == 0 && i > 1 && x.lex.does(&list[i-1], "than") {
				names = x.before(list, i-1)
			}
			for _, n := range names {
				of = append(of, sense{"so many as " + t.raw, x.sense(n).key})
			}
			add(i, to, nil, of...)
		}
	}
	for i := range list { // also those in names: extra hits for each six
		if w := x.lex.forms[list[i].form]; w != nil && w.class == "number" && w.n > 1 {
			maybe = append(maybe, sense{"number", fmt.Sprint(w.n * ir.Unit)})
		}
	}
	bounds := x.lex.bounds(list)
	for _, b := range bounds {
		if b.single(x.lex, list) || b.divides(bounds) {
			continue
		}
		means := []sense{{"limit " + b.of(b.n), b.class}}
		if w := b.whole(); w.class != b.class {
			means = append(means, sense{"limit " + b.of(w.n), w.class})
		}
		if excepted(x.lex, list, b.from) { // what is forbidden but with as many is forbidden with fewer
			means = append(means, sense{"limit " + b.of(b.n), opposite[b.class]})
		}
		add(b.from, b.to, nil, means...)
	}
	_, given := x.read.links.givers[c.ID]
	others := slices.DeleteFunc(x.lex.alternatives.find(list, x.lex.denies(list)), func(a antonym) bool {
		return given && a.about == "person" && x.lex.does(&list[a.from], "sufferer") // it is the bearer
	})
	for i := range list {
		if a := x.lex.whoseClock(list, i, others); a != nil {
			add(min(i, a.from), max(i+1, a.to), nil, sense{"clock of", fmt.Sprint(a.about, a.side)})
		} else if whose := belongs(x.lex, list, i); whose != "" {
			add(i, i+1, nil, sense{"clock of", whose})
		}
	}
	figure := func(n name) bool { return n.sure && n.Sort == claim.FieldNoun }
	named := func(a antonym) bool { // it is in the name of the card, or is that of a figure
		return slices.ContainsFunc(all, func(s said) bool {
			return s.topic == nounTopic && s.from < a.to && a.from < s.to && (x.calls(&s, c) || list[s.from].capital() && !list[s.from].openings && slices.ContainsFunc(s.nouns, figure))
		})
	}
	others = slices.DeleteFunc(others, named)
	x.freedoms(list, all, others, add)
	x.quantities(list, all, others, add)
	for _, a := range others {
		if a.about == "clock" && slices.ContainsFunc(all, func(s said) bool {
			return (s.topic == numberTopic || s.topic == frequencyTopic && printsNumber(c, s.n) || s.word == "for spans") && s.from < a.from && a.from < s.to
		}) {
			continue // so often as a figure says
		}
		add(a.from, a.to, []string{fmt.Sprint("words ", min(a.to-a.from, 3))}, sense{"word " + a.about, fmt.Sprint(a.side)})
	}
	return out, maybe
}

// printsNumber tells whether a figure that a card itself gives is a number.
func printsNumber(c *ir.Card, n int64) bool {
	return slices.ContainsFunc(c.Said, func(i int) bool { return c.Values[i].N == n })
}

// bracketed tells of each token whether it stands in brackets.
func bracketed(list []token) []bool {
	out, open := make([]bool, len(list)), false
	for i := range list {
		open = (open || list[i].form == "(") && list[i].form != ")"
		out[i] = open
	}
	return out
}

// turned are what a number says of things that go up or down by it, each by the words that it is called with.
func (x *Proofer) turned(list []token, s *said) []sense {
	way := s.turn
	if way == 0 {
		way = s.sign
	}
	if s.topic != numberTopic || s.sure != firm || s.sides != 0 || s.part != 0 || s.factor || way == 0 {
		return nil
	}
	things := slices.Concat(s.nouns, s.lefts)
	first := s.from
	for first > 0 && first > s.from-7 && list[first-1].shape != pauseShape {
		first--
	}
	for k := first; k < s.from && len(things) == 0; k++ { // what goes up or down stands before its verb
		if w, n := x.lex.find(list[k:s.from]); w != nil && k+n <= s.from {
			things = figures((&atom{word: w}).sure())
		}
	}
	var out []sense
	for _, n := range things {
		if !n.sure {
			continue
		}
		for w := range telling(x.lex, speaker{x.p, x.lang}.called(n.Noun)) {
			if m := (sense{"turn " + w, map[bool]string{true: "up", false: "down"}[way > 0]}); !slices.Contains(out, m) {
				out = append(out, m)
			}
		}
	}
	slices.SortFunc(out, func(a, b sense) int { return strings.Compare(a.sort, b.sort) })
	return out
}

// writing is how a number or a name is written: that tells how much is to be made of it.
func writing(list []token, s *said) []string {
	t := &list[s.from]
	switch s.topic {
	case numberTopic:
		out := []string{"as a word"}
		if slices.ContainsFunc(list[s.from:s.to], func(t token) bool { return t.shape == numberShape }) {
			out = []string{"as a digit"}
		}
		for _, h := range []struct {
			how string
			so  bool
		}{
			{"that shows on a die", s.sure == face}, {"with a sign", s.sign != 0}, {"gained or lost", s.turn != 0}, {"a length", s.length}, {"a factor", s.factor}, {"so many dice", s.dice},
			{"a limit", s.lo != s.hi}, {"of nothing", len(s.nouns)+len(s.lefts) == 0}, {"one", s.n == ir.Unit},
		} {
			if h.so {
				out = append(out, h.how)
			}
		}
		return out
	case nounTopic:
		out := []string{"as a word"}
		switch {
		case len(t.raw) < 4 && strings.ToUpper(t.raw) == t.raw:
			out = []string{"an abbreviation"}
		case s.capital:
			out = []string{"with a capital"}
		}
		out = append(out, fmt.Sprint("in words ", min(3, s.to-s.from)), fmt.Sprint("may be things ", min(3, len(s.nouns))))
		if s.denied {
			out = append(out, "denied")
		}
		return out
	}
	return nil
}

// firstOf is the first of numbers that follow on each other in a list, up to one of them: 4, 5 or 6; a 5 or a 6.
func (l *lexicon) firstOf(list []token, all []said, i int) int64 {
	out := all[i].n
	for k := i - 1; k >= 0 && all[k].topic == numberTopic && all[k].n == out-ir.Unit && all[k].to < all[k+1].from && l.lists(list[all[k].to:all[k+1].from]); k-- {
		out = all[k].n
	}
	return out
}

// lists tells whether what stands between two numbers makes them members of a list.
func (l *lexicon) lists(between []token) bool {
	if len(between) == 0 || len(between) > 2 || between[0].form != "," && !l.does(&between[0], "or") {
		return false
	}
	if len(between) == 1 {
		return true
	}
	w := l.forms[between[1].form]
	return w != nil && (w.class == "article" || w.class == "number" && w.n == 1)
}

// titled tells whether a word stands before a token that says what is called so.
func (l *lexicon) titled(list []token, from int) bool {
	if from == 0 {
		return false
	}
	w := l.forms[list[from-1].form]
	return w != nil && w.class == "title"
}

// calls tells whether a name is that of the card itself.
func (x *Proofer) calls(s *said, c *ir.Card) bool {
	return slices.ContainsFunc(s.nouns, func(n name) bool {
		return n.sure && n.Sort != claim.FieldNoun && (fold(n.Name) == fold(c.Name) || n.Sort == claim.CardNoun && within(n.Name, c.Name))
	})
}

// around are the stems near some tokens.
func (x *Proofer) around(list []token, from, to int) map[string]bool {
	return stemsOf(x.lex, list[max(0, from-near):from], list[to:min(len(list), to+near)])
}

// stemsOf are the stems of the words that say something by themselves.
func stemsOf(l *lexicon, lists ...[]token) map[string]bool {
	out := map[string]bool{}
	for _, list := range lists {
		for _, t := range list {
			if l.tells(t) {
				out[stem(t.form, l.lang)] = true
			}
		}
	}
	return out
}

// tells tells whether a token is a word that says something by itself.
func (l *lexicon) tells(t token) bool {
	return t.shape == wordShape && len(t.form) > 2 && !l.empty(t.form)
}

// of is what a limit limits, n where that is a number.
func (b *bound) of(n int64) string {
	switch {
	case b.counted:
		return fmt.Sprint(n)
	case b.variable != "":
		return b.variable
	}
	return b.nouns[0].Name
}

// single tells whether the number of a limit is only a word for one, which may be an article.
func (b *bound) single(l *lexicon, list []token) bool {
	return b.counted && slices.ContainsFunc(list[b.from:b.to], func(t token) bool {
		w := l.forms[t.form]
		return t.shape == wordShape && w != nil && w.class == "number" && w.n == 1
	})
}

// senses are what a claim of a text may mean.
func (x *Proofer) senses(s *said) []sense {
	var out []sense
	switch {
	case s.topic == numberTopic && s.sides != 0 && s.n == 0: // so many as a letter says
	case s.topic == numberTopic && s.sides != 0:
		out = append(out, sense{"dice", fmt.Sprint(s.n, " ", s.sides)})
	case s.topic == numberTopic && s.part != 0:
		out = append(out, sense{"part", fmt.Sprint(s.part)})
	case s.topic == numberTopic && s.sure != faint:
		out = append(out, sense{"number", fmt.Sprint(s.n)})
		for n := int64(2); n < 10 && s.n < ir.Unit; n++ {
			if inverse(n*ir.Unit) == s.n {
				out = append(out, sense{"number", fmt.Sprint(n * ir.Unit)})
			}
		}
	case s.topic == momentTopic && !s.edge, s.topic == freedomTopic, s.topic == roundingTopic:
		out = append(out, sense{topics[s.topic], s.word})
	case s.word == "for spans" && s.n == 1: // until the next, whatever it is called
	case s.topic == frequencyTopic, s.topic == durationTopic:
		for _, n := range s.spans {
			out = append(out, sense{topics[s.topic], fmt.Sprint(s.n, s.word, n.Name)})
			if s.word == "from next" { // it ends when the next begins
				out = append(out, sense{topics[s.topic], fmt.Sprint(s.n, "until start", n.Name)})
			}
		}
	case s.topic == nounTopic:
		for _, n := range s.nouns {
			if n.sure && n.Sort != claim.KindNoun && (n.Sort != claim.FieldNoun || n.Field.Class == ir.Stat || n.Field.Type.Kind == ir.Bool && !s.plain) {
				out = append(out, x.sense(n))
			}
		}
	}
	return out
}

// sense is what a name means: things of its sort could stand in its place.
func (x *Proofer) sense(n name) sense {
	switch n.Sort {
	case claim.FieldNoun:
		if n.Field.Type.Kind == ir.Bool && n.Field.Class != ir.Stat {
			if i := slices.IndexFunc(x.p.Events, func(e *ir.Event) bool { return e.Name == n.Name }); i >= 0 { // it is what it says that it is
				return sense{fmt.Sprint("event ", x.p.Events[i].Word), n.Name}
			}
			return sense{"property", fold(n.Name)}
		}
		return sense{fmt.Sprint("field ", n.Field.Class), fold(n.Name)}
	case claim.CardNoun:
		return sense{fmt.Sprint("card ", x.p.Cards[n.ID].Kind), n.Name}
	case claim.ValueNoun:
		return sense{fmt.Sprint("value ", n.ID), n.Name}
	case claim.EventNoun:
		return sense{fmt.Sprint("event ", x.p.Events[n.ID].Word), n.Name}
	}
	return sense{claim.NounSorts[n.Sort], n.Name}
}

// adjacent are the names right beside a number: of what it is. In a line of figures that is what stands before it.
func (x *Proofer) adjacent(list []token, s *said) []name {
	after, end := x.following(list, s)
	for end < len(list) && (list[end].shape == signShape || list[end].form == ":") {
		end++
	}
	counted := len(after) > 0 && end < len(list) && !list[end].heads && (list[end].shape == numberShape || list[end].shape == diceShape || list[end].raw == "X")
	if before := x.before(list, s.from); len(before) > 0 && (len(after) == 0 || counted) {
		return before
	}
	return after
}

// following are the names behind a number, and where they end.
func (x *Proofer) following(list []token, s *said) ([]name, int) {
	for i := s.from; i < len(list) && i < s.to+4; {
		t := &list[i]
		switch {
		case i == s.to && t.form == "(": // 1 (light)
			i++
			continue
		case i > s.from && t.heads, t.shape != wordShape && t.shape != unitShape && i >= s.to:
			return nil, 0
		case t.shape != wordShape:
			i++
			continue
		}
		w, n := x.lex.find(list[i:])
		if w == nil || i == s.to && s.sign == 0 && s.turn == 0 && (w.class == "filler" || w.class == "article") {
			return nil, 0 // 6 to hit, 6 the target
		}
		if names := figures((&atom{word: w}).sure()); len(names) > 0 {
			return names, i + n
		}
		if !slices.Contains([]string{"filler", "article", "of", "more", "less", "unit", "number", "most", "least"}, w.class) && !x.lex.does(t, "points") {
			return nil, 0
		}
		i += n
	}
	return nil, 0
}

// before are the names that end right before a token: "Power 5", "Power: 5".
func (x *Proofer) before(list []token, from int) []name {
	i := from - 1
	for i >= 0 && !list[i+1].heads && (list[i].shape == signShape || list[i].form == ":" || list[i].form == "(" || x.lex.does(&list[i], "of") || x.lex.does(&list[i], "passive")) {
		i--
	}
	if i < 0 || list[i+1].heads {
		return nil
	}
	for k := max(0, i-2); k <= i; k++ {
		if w, n := x.lex.find(list[k:]); w != nil && k+n == i+1 {
			if names := figures((&atom{word: w}).sure()); len(names) > 0 {
				return names
			}
		}
	}
	return nil
}

// alike tells whether one fact could stand in the place of another.
func (u *fact) alike(o *fact) bool {
	return slices.ContainsFunc(u.means, func(a sense) bool {
		return slices.ContainsFunc(o.means, func(b sense) bool { return a.sort == b.sort && a.key != b.key })
	})
}

// same tells whether two facts may mean the same.
func (u *fact) same(o *fact) bool {
	return slices.ContainsFunc(u.means, func(a sense) bool { return slices.Contains(o.means, a) })
}

// sort is that of a fact, in a word.
func (u *fact) sort() string {
	sort := u.means[0].sort
	if about, ok := strings.CutPrefix(sort, "word "); ok {
		return about
	}
	sort, _, _ = strings.Cut(sort, " ")
	return sort
}
