package aloud

import (
	"strings"

	"github.com/kdsl-lang/kdsl/lang/ir"
	"github.com/kdsl-lang/kdsl/lang/tongue"
)

// dice are so many dice of so many faces.
func (r teller) dice(count, faces *ir.Expr) phrase {
	n := plain("1")
	if count != nil {
		n = r.value(count)
	}
	if faces == nil {
		return n
	}
	if faces.Op == ir.Const && (count == nil || count.Op == ir.Const) {
		return plain(n.text + "D" + r.value(faces).text)
	}
	if faces.Op == ir.Const {
		return plain(r.say("as many D{1} as {0}", "autant de D{1} que {0}", n, r.value(faces)))
	}
	return plain(r.say("as many dice of {1} faces as {0}", "autant de dés à {1} faces que {0}", n, r.value(faces)))
}

func (r teller) throw(s *ir.Throw) string {
	faces, by := s.Taken()
	dice := r.dice(s.Count, faces)
	text := r.say("{0} is thrown", "on jette {0}", dice)
	if s.Count != nil && (s.Count.Op != ir.Const || s.Count.N != 1) {
		text = r.say("{0} are thrown", "on jette {0}", dice)
	}
	if r.throws++; r.throws > 1 && r.last == dice.text {
		text = r.say("another {0} is thrown", "on jette un autre {0}", dice)
	}
	r.last = dice.text
	one, all := r.die(), phrase{text: r.say("the dice", "les dés"), many: true}
	if s.Into.Name != "" {
		if by != nil && by.Type.Kind == ir.Bool {
			r.shows[s.Into.Name] = by
		} else if r.known[s.Into.Name] = dieShows(r, one); s.Into.Type.IsList() {
			r.known[s.Into.Name] = all
		} else if by != nil { // what the die is taken for
			r.temps[0] = r.the(one, false)
			r.known[s.Into.Name] = r.value(by)
			delete(r.temps, 0)
			return text
		}
	}
	if by != nil && by.Type.Kind == ir.Bool && s.Class.Name != "" {
		r.shows[s.Class.Name] = by
		if s.Body == nil {
			return text
		}
		return text + r.say("; for each die: {0}", " ; pour chaque dé : {0}", r.together(s.Body))
	}
	if by != nil {
		r.temps[0] = r.the(one, false)
		defer delete(r.temps, 0)
		if s.Class.Name != "" {
			name := r.the(r.own("result", "résultat", tongue.Masculine), false)
			r.known[s.Class.Name], r.known[s.Num.Name] = name, phrase{text: r.say("the number of such dice", "le nombre de ces dés"), number: true}
			if i := strings.LastIndexByte(s.Class.Name, '.'); i > 0 {
				r.known[s.Class.Name[:i]] = name
			}
		}
		if s.Body != nil {
			by := plain(r.holdsOrIs(by))
			return text + r.say("; for each die by whether {1}: {0}", " ; pour chaque dé, selon que {1} : {0}", r.together(s.Body), by)
		}
	}
	if s.Body == nil {
		return text
	}
	return text + r.say(": {0}", " : {0}", r.together(s.Body))
}

// dieShows is what a die shows, as a number: in French the result of the die.
func dieShows(r teller, die tongue.Noun) phrase {
	if !r.french() {
		return r.the(die, false)
	}
	return r.of(r.own("result", "résultat", tongue.Masculine), r.the(die, false))
}

// die is the one that was thrown last.
func (r teller) die() tongue.Noun {
	n := r.own("die", "dé", tongue.Masculine)
	if r.throws > 1 {
		n.One = r.lang.Ordinal(r.throws, false) + " " + n.One
	}
	return n
}

// holdsOrIs is a condition, or a value.
func (r teller) holdsOrIs(e *ir.Expr) string {
	if e.Type.Kind == ir.Bool {
		return r.holds(e, true)
	}
	return r.value(e).text
}

// onDice is what is done to dice that were thrown.
func (r teller) onDice(s *ir.OnDice) string {
	which := plain(r.say("the dice", "les dés"))
	which.many = true
	if s.Times != nil {
		which = plain(r.say("{0} of the dice", "{0} des dés", r.value(s.Times)))
		if which.many = s.Times.Op != ir.Const || s.Times.N != 1; !which.many {
			which.text = r.say("one of the dice", "l'un des dés")
		}
	}
	face := r.own("face", "face", tongue.Feminine)
	r.temps[0] = phrase{text: r.say("whose face", "dont la face"), noun: face, number: true}
	defer delete(r.temps, 0)
	switch always := s.Where != nil && s.Where.Op == ir.Const && s.Where.N == 1; {
	case always && s.Times != nil && which.many:
		which.text = r.say("the {0} lowest dice", "les {0} dés les plus bas", r.value(s.Times))
	case always && s.Times != nil:
		which.text = r.say("the lowest die", "le dé le plus bas")
	case s.Where != nil && !always:
		where := r.holds(s.Where, true)
		if !strings.HasPrefix(where, r.temps[0].text) {
			where = r.say("where {0}", "où {0}", plain(where))
		}
		which.text += " " + where
	}
	switch s.Op {
	case ir.AgainDice:
		return r.with(which, "is thrown again", "est ~relancé", does)
	case ir.MoreDice:
		return r.say("{0} more dice are thrown", "{0} dés de plus sont jetés", r.value(s.Times))
	case ir.DropDice:
		return r.with(which, "is taken away", "est ~retiré", does)
	case ir.TurnDice:
		return r.with(which, "is turned to {0}", "est ~tourné sur {0}", does, r.value(s.To))
	}
	return r.with(which, "lands on {0}", "tombe sur {0}", does, r.value(s.To))
}
