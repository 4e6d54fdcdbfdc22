package proof

// foreign tells whether an atom is a unit of length that the pack does not measure in, behind no number. A foot may be one.
func (r *reader) foreign(i int) bool {
	a := &r.atoms[i]
	_, number := r.value(i - 1)
	return a.is("unit") && !number && r.unit != 0 && a.n != r.unit && len(a.nouns) == 0 && (a.n != feet || i > 0 && r.atoms[i-1].is("variable"))
}

// metric tells whether the pack measures in a unit that nobody writes as a quotation mark.
func (l *lexicon) metric() bool { return l.unit == 2 || l.unit == 4 || l.unit == 7 }

// feet are the unit that people stand on, too.
const feet = 5

// paused tells whether an atom stands behind a pause, as at the head of a line.
func (r *reader) paused(i int) bool { return i > 0 && r.atoms[i-1].kind == pauseShape }

// quotes tells whether a name stands between a quotation mark and the next, and not what somebody says.
func quotes(r *reader, i int) bool {
	const longest = 4
	for k := i + 1; k < len(r.atoms) && k <= i+1+longest; k++ {
		if r.list[r.atoms[k].from].form == "\"" {
			return true
		}
	}
	return false
}

// entry tells whether a word stands alone between pauses, or ends of lines, and heads nothing.
func (r *reader) entry(i int) bool {
	after := i + 1
	if _, ok := r.value(after); ok {
		after++
	}
	begins := i == 0 || r.paused(i) || r.list[r.atoms[i].from].heads
	if after >= len(r.atoms) || r.list[r.atoms[after].from].heads {
		return begins
	}
	return begins && r.atoms[after].kind == pauseShape && r.list[r.atoms[after].from].form != ":"
}

// among tells whether a name stands alone so besides a word: it is an entry of the same list.
func among(r *reader, i int) bool {
	for k := range r.atoms {
		if k != i && r.atoms[k].kind == wordShape && len(r.atoms[k].sure()) > 0 && r.entry(k) {
			return true
		}
	}
	return false
}

// sibling tells whether an unknown word stands beside one that several names have, in the place of what those have there: Siege Artillery
// is none, where there are Light Artillery and Heavy Artillery. Then the claim is of both.
func (r *reader) sibling(i int, s *said) bool {
	at := i + 1
	if r.lang == "fr" {
		at = i - 1
	}
	if at < 0 || at >= len(r.atoms) || r.atoms[at].to != r.atoms[at].from+1 || r.sorts[stem(r.list[r.atoms[at].from].form, r.lang)] < 2 {
		return false
	}
	s.from, s.to = min(s.from, r.atoms[at].from), max(s.to, r.atoms[at].to)
	return r.list[s.from].capital()
}

// either tells whether it is said of something that it may be so or not: ally or not.
func (r *reader) either(i int) bool {
	at := r.atoms[i].to
	return at+1 < len(r.list) && r.does(&r.list[at], "or") && r.does(&r.list[at+1], "not")
}

// words reads what is left: freedoms, rounding, choices, and everything that is named.
func (r *reader) words() {
	quoted := false
	for i := range r.atoms {
		a := &r.atoms[i]
		if a.kind == pauseShape && r.list[a.from].form == "\"" {
			quoted = !quoted && quotes(r, i)
			continue
		}
		t := &r.list[a.from]
		s := said{from: a.from, to: a.to, capital: a.kind == wordShape && len(t.form) > 2 && t.capital() && !t.openings && !r.paused(i) || quoted}
		switch {
		case a.kind != wordShape:
			continue
		case a.is("may") && r.negated(i): // "no one else can"
			s.topic, s.word = freedomTopic, "cannot"
		case a.is("may", "must", "cannot") && (!s.capital || len(a.sure()) == 0):
			s.topic, s.word = freedomTopic, a.class
		case a.is("ours", "theirs") && r.either(i):
			continue
		case a.is("ours", "theirs"):
			s.topic, s.word, s.nouns, s.denied = sideTopic, a.class, a.nouns, r.negated(i)
		case a.is("all"):
			s.topic = allTopic
		case r.foreign(i):
			s.topic = unitTopic
		case a.is("up", "down"):
			s.topic, s.word = roundingTopic, a.class
		case a.is("nearest", "random"):
			s.topic, s.word = choiceTopic, a.class
		case a.word == nil && len(t.form) > 3 && r.sibling(i, &s):
			s.topic, s.word = unknownTopic, nearShared
		case a.word == nil && len(t.form) > 3 && (s.capital && !t.heads || t.capital() && r.entry(i) && among(r, i)):
			s.topic = unknownTopic
			if r.entry(i) {
				s.word = anEntry
			}
			if _, ok := r.value(i + 1); ok || i+1 < len(r.atoms) && r.atoms[i+1].is("variable", "title") || i > 0 && r.atoms[i-1].is("title") {
				s.sure = firm // a keyword with its figure
			}
		case a.word != nil && len(a.nouns) > 0:
			s.topic, s.nouns, s.plain, s.denied = nounTopic, a.nouns, a.class != "", r.negated(i)
		default:
			continue
		}
		r.out = append(r.out, s)
	}
}
