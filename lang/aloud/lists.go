package aloud

import (
	"regexp"
	"slices"
	"strings"

	"github.com/kdsl-lang/kdsl/lang/ir"
	"github.com/kdsl-lang/kdsl/lang/tongue"
)

// such is what is said of the members of a list, behind their name: that is on the table and has 1 AP or more. What does
// not begin with the member follows.
func (r *reader) such(member phrase, cond *ir.Expr) string {
	var own, relative, other []string
	except := ""
	for _, c := range cond.Conjuncts() {
		if whom, ok := excepted(r, member, c); ok && except == "" {
			except = r.say(" other than {0}", " autre"+map[bool]string{true: "s"}[member.many]+" que {0}", whom)
			continue
		}
		if r.mine(c) {
			own = append(own, r.say("is its own", "est à "+r.tonic(r.bearer().text)))
			continue
		}
		if only, ok := r.onlyIf(member, c); ok {
			own = append(own, only)
			continue
		}
		text := r.holds(c, true)
		if rest, ok := strings.CutPrefix(text, member.text+" "); ok {
			own = append(own, r.themselves(member, rest))
		} else if its, ok := r.whose(member, text); ok {
			relative = append(relative, r.themselves(member, its))
		} else if c.Op == ir.Or {
			other = append(other, "("+text+")")
		} else if whom, ok := r.whom(member, text); ok {
			relative = append(relative, whom)
		} else {
			other = append(other, text)
		}
	}
	if r.french() && len(own) == 1 && len(relative)+len(other) == 0 { // how it stands: a hat on fire
		if how, ok := strings.CutPrefix(strings.TrimPrefix(strings.TrimPrefix(own[0], "est "), "sont "), "au "); ok {
			return except + " au " + how
		}
	}
	if len(own) > 0 {
		relative = append([]string{r.say("that {0}", "qui {0}", plain(r.lang.And(own...)))}, relative...)
	}
	if len(other) > 0 {
		relative = append(relative, r.say("such that {0}", r.lang.Agree("tel", member.noun.Gender, member.many)+" que {0}", plain(r.lang.And(other...))))
	}
	out := except
	for i, s := range relative {
		switch {
		case i == 0:
			out += " " + s
		case i == len(relative)-1 && len(other) == 0 && len(own) < 2:
			out += r.say(" and ", " et ") + s
		case i == len(relative)-1 && len(other) == 0:
			out += r.say(", and ", ", et ") + s
		default:
			out += ", " + s
		}
	}
	return out
}

// excepted is whom a condition says that a member is not, if no more than a word: what follows would be said of who has a longer name.
func excepted(r *reader, member phrase, c *ir.Expr) (phrase, bool) {
	if c.Op != ir.Ne || c.Args[0].Type.Kind != ir.Inst || c.Args[1].Op == ir.Const {
		return phrase{}, false
	}
	for i, a := range c.Args {
		if whom := r.value(c.Args[1-i]); r.value(a).text == member.text && !strings.Contains(whom.text, " ") {
			return whom, true
		}
	}
	return phrase{}, false
}

// mine tells whether a condition says that something belongs to whoever chooses it.
func (r *reader) mine(c *ir.Expr) bool {
	if c.Op != ir.Eq || c.Args[0].Op != ir.OwnerOf || c.Args[0].Args[0].Op != ir.Temp || r.chooser == nil {
		return false
	}
	return r.value(c.Args[1]).text == r.value(r.chooser).text
}

// onlyIf is what is said of a member unless something else holds, which is told first: if the other is gone, is on the table.
func (r *reader) onlyIf(member phrase, c *ir.Expr) (string, bool) {
	if c.Op != ir.Or || c.Args[0].Op == ir.Or || c.Args[1].Op == ir.Or {
		return "", false
	}
	rest, ok := strings.CutPrefix(r.holds(c.Args[1], true), member.text+" ")
	other := r.holds(c.Args[0], false)
	if !ok || strings.Contains(other, member.text) || !unlisted(rest) || !unlisted(other) {
		return "", false
	}
	return r.say("(if {0}) {1}", "(si {0}) {1}", plain(other), plain(rest)), true
}

// whom is what is said of a member that is no subject: that it has in its zone, dont elle est un ennemi.
func (r voice) whom(member phrase, text string) (string, bool) {
	before, after, ok := strings.Cut(text, " "+member.text)
	if !ok || strings.Contains(after, member.text) || strings.ContainsAny(text, ",;:(") || after != "" && after[0] != ' ' {
		return "", false
	}
	last := before[strings.LastIndexByte(before, ' ')+1:]
	led := slices.Contains(prepositional, last)
	switch {
	case slices.Contains(conjunctions, last) || led && after != "":
		return "", false
	case led && (len(strings.Fields(before)) > 9 || strings.HasPrefix(before, "there ")): // it would not be heard what it belongs to
		return "", false
	case !r.french() && strings.HasPrefix(before, "that "):
		return "which " + before + after, true
	case !r.french():
		return "that " + before + after, true
	case led && last != "de" && last != "à" && after == "":
		lequel := map[bool]string{false: "lequel", true: "laquelle"}[member.noun.Gender == tongue.Feminine]
		if member.many {
			lequel = map[bool]string{false: "lesquels", true: "lesquelles"}[member.noun.Gender == tongue.Feminine]
		}
		return last + " " + lequel + " " + strings.TrimSuffix(before, " "+last), true
	case last == "de":
		return "dont " + strings.TrimSuffix(before, " de"), true
	}
	return tongue.Elide("que", before) + after, !led
}

// Words behind which a member is no object of what is said.
var (
	prepositional = []string{"of", "to", "from", "for", "in", "on", "at", "by", "with", "against", "towards", "de", "à", "sur", "dans", "sous", "contre", "pour", "par", "avec", "vers", "en", "entre", "chez", "devant"}
	conjunctions  = []string{"if", "whether", "that", "than", "and", "or", "si", "que", "et", "ou", "either"}
)

// themselves puts what several have in the place of what is said to be of those: their HP, for the HP of those.
func (r voice) themselves(member phrase, text string) string {
	if !member.many {
		return text
	}
	if r.french() {
		return leurs.ReplaceAllStringFunc(text, func(said string) string {
			part := leurs.FindStringSubmatch(said)
			their := map[string]string{"au": "à leur", "aux": "à leurs", "du": "de leur", "des": "de leurs", "les": "leurs"}[part[1]]
			if their == "" {
				their = "leur"
			}
			if strings.ToUpper(part[2]) == part[2] { // an abbreviation is several
				their = strings.TrimSuffix(their, "s") + "s"
			}
			return their + " " + part[2]
		})
	}
	return ofThose.ReplaceAllString(text, "their $1")
}

var leurs = regexp.MustCompile(`(?:^|\b)(au|aux|du|des|le|la|les) ([\p{L}-]+) de (?:celles|ceux)-ci`)

var ofThose = regexp.MustCompile(`\bthe ([\w' ]+?) of those\b`)

// whose is what is said of something that a member has.
func (r voice) whose(member phrase, text string) (string, bool) {
	thing, rest, ok := strings.Cut(text, r.say(" of ", " de ")+member.text+" ")
	if !ok || len(strings.Fields(thing)) > 7 {
		return "", false
	}
	if r.french() {
		for _, article := range []string{"le ", "la ", "les ", "l'"} {
			if strings.HasPrefix(thing, article) {
				return "dont " + thing + " " + rest, true
			}
		}
		return "", false
	}
	if things, one := strings.CutPrefix(thing, "one of the "); one {
		return "one of whose " + things + " " + rest, true
	}
	thing, ok = strings.CutPrefix(thing, "the ")
	return "whose " + thing + " " + rest, ok
}

// those are members of a list that have just been spoken of, all that are meant.
func (r voice) those(n tongue.Noun) phrase {
	switch {
	case !r.french():
		return phrase{text: "those", noun: n, many: true}
	case n.Gender == tongue.Feminine:
		return phrase{text: "celles-ci", noun: n, many: true}
	}
	return phrase{text: "ceux-ci", noun: n, many: true}
}

// narrowed are those of several of which a condition holds.
func (r *reader) narrowed(several string, one tongue.Noun, temps []int64, cond *ir.Expr) string {
	for _, n := range temps {
		r.temps[n] = r.those(one)
		defer delete(r.temps, n)
	}
	return several + r.such(r.those(one), cond)
}

// heads are the verbs behind which what is said of one and the same may be listed.
var heads = []string{"is", "are", "has", "have", "est", "sont", "a", "ont", "n'est", "n'a"}

// shared cuts two sayings behind the verb that they begin with alike; "" when they do not.
func shared(a, b string) string {
	x, y := strings.Fields(a), strings.Fields(b)
	for same := alike(x, y); same > 1; same-- {
		switch head := strings.Join(x[:same], " ") + " "; {
		case !slices.Contains(heads, x[same-1]) || x[same-1] == "a" && slices.Contains(heads, x[same-2]): // an article
		case strings.Contains(head, " not ") || strings.Contains(head, " y "):
			return ""
		default:
			return head
		}
	}
	return ""
}

// alike is with how many words two sayings begin alike.
func alike(a, b []string) (n int) {
	for n < min(len(a), len(b)) && a[n] == b[n] {
		n++
	}
	return n
}

// joined are sayings as one, with what they begin with alike said once: it has Cloak and Boots.
func (r voice) joined(list []string, join func(...string) string) string {
	return join(grouped(list, join)...)
}

// conditions are what stands behind an "if": in French each has its own.
func (r voice) conditions(list []string) string {
	all := grouped(list, r.lang.And)
	for i := range all {
		if i > 0 {
			all[i] = r.say("{0}", "si {0}", plain(all[i]))
		}
	}
	return r.lang.And(all...)
}

// denied tells whether a saying goes on with `not` behind its head, which what is listed behind it would be taken to share.
func denied(said, head string) bool { return strings.HasPrefix(said, head+"not ") }

// grouped are sayings with those together that begin alike.
func grouped(list []string, join func(...string) string) []string {
	var groups [][]string
	var starts []string
	for _, s := range list {
		last := len(groups) - 1
		if last >= 0 && unlisted(s) && unlisted(groups[last][0]) {
			before := groups[last][len(groups[last])-1]
			if head := shared(groups[last][0], s); head != "" && (starts[last] == "" || starts[last] == head) && (denied(s, head) || !denied(before, head)) {
				groups[last], starts[last] = append(groups[last], s), head
				continue
			}
		}
		groups, starts = append(groups, []string{s}), append(starts, "")
	}
	var out []string
	merged := false
	for i, g := range groups {
		for j := range g {
			g[j] = strings.TrimPrefix(g[j], starts[i])
		}
		out = append(out, starts[i]+neither(g, join))
		merged = merged || len(g) > 1
	}
	if last := len(out) - 1; merged && last > 0 { // where a list ends is heard
		out[last-1] += ","
	}
	return out
}

// neither lists what somebody is not behind the verb; of two things it is neither one nor the other.
func neither(list []string, join func(...string) string) string {
	if join("a", "b") != "a and b" && join("a", "b") != "a et b" {
		return join(list...)
	}
	for _, words := range [][3]string{{"not ", "neither ", " nor "}, {"pas ", "ni ", " ni "}} {
		if len(list) < 2 || slices.ContainsFunc(list, func(s string) bool { return !strings.HasPrefix(s, words[0]) }) {
			continue
		}
		of := make([]string, len(list))
		for i, s := range list {
			of[i] = s[len(words[0]):]
		}
		last := len(of) - 1
		return words[1] + strings.Join(of[:last], ", ") + words[2] + of[last]
	}
	return join(list...)
}

// unrepeated are deeds of which one that is told of the same as the one before leaves that out: it loses 2 HP and gets up.
func (r voice) unrepeated(done []string) []string {
	out := slices.Clone(done)
	for i := 1; i < len(done); i++ {
		a, b := strings.Fields(done[i-1]), strings.Fields(done[i])
		for same := alike(a, b); same > 0; same-- {
			if r.predicated(a[same-1], a[same:]) && r.predicated(b[same-1], b[same:]) {
				out[i] = strings.Join(b[same:], " ")
				break
			}
		}
	}
	return out
}

// predicated tells whether words begin with a verb that can stand behind the word before it.
func (r voice) predicated(before string, words []string) bool {
	if len(words) == 0 || slices.Contains(bound, before) {
		return false
	}
	first := words[0]
	if first == "then" || strings.HasPrefix(strings.Join(words, " "), "no longer ") || first == "n'a" || first == "n'est" || first == "ne" || first == "cannot" {
		return true
	}
	v := r.lang.Verb(first)
	return !v.Guessed && v.One == first && (r.french() || strings.HasSuffix(first, "s") && v.Many != first)
}

// bound are words that belong to the one behind them.
var bound = append(slices.Clone(prepositional), "the", "a", "an", "its", "that", "another", "other", "le", "la", "les", "un", "une", "des", "du", "son", "sa", "ses", "ce", "cet", "cette", "autre", "l'autre", "one", "number", "nombre")

// unlisted tells whether a saying has no list in it.
func unlisted(s string) bool {
	for _, joint := range []string{",", ";", ":", "(", " and ", " or ", " et ", " ou ", " if ", " si "} {
		if strings.Contains(s, joint) {
			return false
		}
	}
	return true
}

// each is what happens to each of several.
func (r teller) each(s *ir.Each) string {
	one := r.typed(s.In.Type)
	if only := s.In; only.Op == ir.CallPrim && only.N == ir.POnly && only.Args[0].Op == ir.MakeList && len(only.Args[0].Args) == 1 {
		who := r.value(only.Args[0].Args[0])
		r.known[s.Var.Name] = who
		is := r.is(who, plain(r.lang.A(r.kind(only.Ref), false)), true)
		if slices.ContainsFunc(r.conds, func(e *ir.Expr) bool { return r.holds(e, true) == is }) { // that has been told
			return r.together(s.Body).text
		}
		return r.say("if {0}, {1}", "si {0}, {1}", plain(is), r.together(s.Body))
	}
	if ended, ok := r.rid(s); ok {
		return ended
	}
	told := []string(nil)
	if s.Body != nil {
		throws := r.throws
		told = r.inOrder(s.Body.Stmts)
		if the := r.lang.The(one, false); slices.ContainsFunc(told, func(s string) bool { return tongue.IndexWords(s, the) >= 0 }) { // two of a kind
			r.known[s.Var.Name] = r.that(tongue.Noun{One: r.say("other ", "autre ") + one.One, Gender: max(one.Gender, tongue.Masculine)})
			r.throws = throws
			told = r.inOrder(s.Body.Stmts)
		}
	}
	if len(told) == 0 {
		return ""
	}
	list := r.members(s, one)
	subject := r.slot(&ir.Expr{Op: ir.Local, Name: s.Var.Name, Type: s.Var.Type}).text + " "
	var rest []string
	for _, d := range told {
		if text, ok := strings.CutPrefix(d, subject); ok && unlisted(text) {
			rest = append(rest, text)
		}
	}
	if none, ok := strings.CutPrefix(list, r.lang.Each(one)); ok && r.french() && len(rest) == len(told) && !slices.ContainsFunc(rest, func(s string) bool { return !strings.HasPrefix(s, "n'est plus ") && !strings.HasPrefix(s, "n'a plus ") }) {
		return r.lang.No(one) + none + " " + r.lang.And(rest...)
	}
	if len(rest) == len(told) && s.In.Op != ir.MakeList && !trailing(list) {
		return list + " " + r.lang.And(rest...)
	}
	return r.say("for {0}: {1}", "pour {0} : {1}", plain(list), r.jointly(told))
}

// rid is somebody who is no longer as a card says: each that lies on him ends.
func (r teller) rid(s *ir.Each) (string, bool) {
	if s.In.Op != ir.CallPrim || s.In.N != ir.PBorne && s.In.N != ir.PItems || !s.In.Type.IsList() || s.Where != nil || s.Body == nil || len(s.Body.Stmts) != 1 {
		return "", false
	}
	end, ok := s.Body.Stmts[0].(*ir.Destroy)
	var c *ir.Card
	if of := s.In.Type.Element(); of.Kind == ir.Inst && of.Ref >= 0 {
		c = r.p.CardAt(of.Ref)
	}
	if !ok || c == nil || end.What.Op != ir.Local || end.What.Name != s.Var.Name {
		return "", false
	}
	who := r.value(s.In.Args[0])
	if !r.condition(c) {
		return who.text + r.say(" no longer has {0}", " n'a plus {0}", r.cardWith(c, nil)), true
	}
	return r.no(who, c), true
}

// members are those to each of which something happens.
func (r teller) members(s *ir.Each, one tongue.Noun) string {
	list, member := "", r.thatOne(one)
	switch {
	case s.In.Op == ir.AllOf:
		list = r.lang.Each(one)
	case s.In.Op == ir.Filter && s.In.Args[0].Op == ir.AllOf:
		r.temps[s.In.N] = member
		list = r.lang.Each(one) + r.such(member, s.In.Args[1])
		delete(r.temps, s.In.N)
	default:
		of := r.value(s.In)
		if of.text == "" || !of.many { // cards: each of them already
			list = of.text
			break
		}
		if of.noun.One != "" {
			one = of.noun
		}
		if s.In.Op == ir.MakeList { // each by its name
			list = of.text
			break
		}
		if list = r.eachOf(of, one).text; list != r.lang.Each(one) {
			member = r.those(one)
		}
	}
	if s.Where != nil {
		known, was := r.known[s.Var.Name]
		r.known[s.Var.Name] = member
		list += r.such(member, s.Where)
		if delete(r.known, s.Var.Name); was {
			r.known[s.Var.Name] = known
		}
	}
	return list
}

// massed are deeds of which those that change figures by the same are told as one: its Power and its Agility go up by 1.
func (r voice) massed(done []string) []string {
	var out, figures []string
	change, verb := "", ""
	flush := func() {
		if len(figures) > 1 {
			out = append(out, r.lang.And(figures...)+" "+r.lang.Verb(verb).Present(true)+change)
		} else if len(figures) == 1 {
			out = append(out, figures[0]+" "+verb+change)
		}
		figures = nil
	}
	for _, d := range done {
		figure, v, by := cutChange(d)
		if v == "" || v != verb || by != change || len(figures) == 0 {
			flush()
		}
		if v == "" {
			out = append(out, d)
			continue
		}
		figures, verb, change = append(figures, figure), v, by
	}
	flush()
	return out
}

// cutChange cuts what is said of a figure before and behind its verb, when it goes up or down.
func cutChange(told string) (figure, verb, by string) {
	for _, v := range []string{"goes", "augmente", "diminue"} {
		if figure, by, ok := strings.Cut(told, " "+v+" "); ok {
			return figure, v, " " + by
		}
	}
	return "", "", ""
}
