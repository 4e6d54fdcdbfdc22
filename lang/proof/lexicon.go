package proof

import (
	_ "embed" // the tables of core words
	"maps"
	"slices"
	"strconv"
	"strings"

	"github.com/kdsl-lang/kdsl/lang/claim"
	"github.com/kdsl-lang/kdsl/lang/ir"
)

// The core words of a language: a class, perhaps with a number, and its forms.
var (
	//go:embed en.txt
	english string
	//go:embed fr.txt
	french string
)

// Langs are the languages that texts are read in.
var Langs = []string{"en", "fr"}

// core are the words of a language, as they are for every pack.
func core(lang string) string {
	if lang == "fr" {
		return french
	}
	return english
}

// word is what a form means: a core word of a class, or things that are declared.
type word struct {
	class string
	n     int64
	nouns []name
}

// name is a declared thing under one of its names.
type name struct {
	claim.Noun
	sure bool // it is what the thing is called; else a word of a sentence about it
}

// lexicon is what the words of a language mean to a pack.
type lexicon struct {
	lang    string
	forms   map[string]*word // words with blanks between them
	stems   map[string]*word // the same by their stems: what a sentence may inflect
	known   []string         // single words that are names, for spelling
	longest map[string]int   // of forms by the stem of their first word: how many words the longest has
	unit    int64            // of length: its number in the tables; 0: not there
	sides   map[int]string   // of functions that are about one side only: ours or theirs
	also    map[string]bool  // what a form does besides, whatever its class: "and et"
	inch    string           // the unit of the program
	things  []thing          // that have the names
	sorts   map[string]int   // of how many names of two words a stem is the word that says of what sort it is: Heavy Artillery
	opposites
	meanings     map[[2]*word]*word // of a form and what is like it
	alternatives opposites          // of which a rule says one
}

// newLexicon reads the core words of a language and the names that a program declares.
func newLexicon(p *ir.Program, lang string) *lexicon { return lexiconOf(p.Unit, thingsOf(p), lang) }

func lexiconOf(unit string, things []thing, lang string) *lexicon {
	l := &lexicon{
		inch: unit, things: things,
		lang: lang, forms: map[string]*word{}, stems: map[string]*word{}, longest: map[string]int{}, sides: map[int]string{}, also: map[string]bool{}, sorts: map[string]int{},
		opposites:    newOpposites(phrase(lang, englishOpposites, frenchOpposites), ""),
		alternatives: newOpposites(phrase(lang, englishFacts, frenchFacts), phrase(lang, englishOpposites, frenchOpposites)),
	}
	for line := range strings.Lines(core(lang)) {
		head, forms, ok := strings.Cut(strings.TrimSpace(line), ": ")
		if !ok || head == "ends" || head == "spelt" || strings.HasPrefix(head, "#") {
			continue
		}
		class, value, _ := strings.Cut(head, " ")
		n, _ := strconv.ParseInt(value, 10, 64)
		for form := range strings.SplitSeq(forms, ", ") {
			if class == "also" {
				l.also[value+" "+form] = true
				continue
			}
			l.core(class+edge(value), n, form)
			if class == "unit" && form == fold(unit) {
				l.unit = n
			}
		}
	}
	compounds(l)
	if lang != "en" {
		l.unit = lexiconOf(unit, nil, "en").unit
	}
	l.declared()
	l.meanings = map[[2]*word]*word{}
	return l
}

// compounds adds the numbers that are said in two words: twenty-four.
func compounds(l *lexicon) {
	numbers := maps.Clone(l.forms)
	maps.DeleteFunc(numbers, func(form string, w *word) bool { return w.class != "number" || strings.Contains(form, " ") })
	for tens, t := range numbers {
		for ones, o := range numbers {
			if t.n >= 20 && t.n%10 == 0 && 0 < o.n && o.n < 10 {
				l.core("number", t.n+o.n, tens+" "+ones)
			}
		}
	}
}

// does tells whether a word does something besides, whatever its class.
func (l *lexicon) does(t *token, what string) bool { return l.also[what+" "+t.form] }

func edge(value string) string {
	if value == "start" || value == "end" {
		return " " + value
	}
	return ""
}

func (l *lexicon) at(m map[string]*word, key string) *word {
	w := m[key]
	if w == nil {
		w = &word{}
		m[key] = w
		first, _, _ := strings.Cut(key, " ")
		for _, k := range []string{first, stem(first, l.lang)} {
			l.longest[k] = max(l.longest[k], strings.Count(key, " ")+1)
		}
	}
	return w
}

// core adds a core word. The first class of a form prevails; filler and plain words are what nothing else is.
func (l *lexicon) core(class string, n int64, form string) {
	w := l.at(l.forms, form)
	if w.class == "" {
		w.class, w.n = class, n
	}
}

// declared adds everything that has a name in the language.
func (l *lexicon) declared() {
	for i := range l.things {
		if x := &l.things[i]; x.Sort == claim.EventNoun || x.Sort == claim.FuncNoun {
			l.sentence(x.Noun, x.texts, x.Name)
			heading(l, x)
		} else {
			l.thing(x.Noun, x.texts, x.Name)
		}
	}
	for i := range l.things {
		if x := &l.things[i]; x.Sort == claim.FuncNoun {
			l.side(x)
		}
	}
	slices.Sort(l.known)
	l.known = slices.Compact(l.known)
}

// texts are the names of a thing in the language, and the sentence about it.
func (l *lexicon) texts(t ir.Texts) (names []*ir.Template, main *ir.Template) {
	main = t.En
	if l.lang == "fr" {
		main = t.Fr
	}
	for _, w := range t.Words {
		if w.French == (l.lang == "fr") {
			names = append(names, &w.Template)
		}
	}
	return names, main
}

// thing adds what is called by its text: a field, a card, a kind, a value.
func (l *lexicon) thing(n claim.Noun, t ir.Texts, id string) {
	names, main := l.texts(t)
	if main != nil {
		names = append(names, main)
	}
	for _, m := range names {
		l.add(n, literal(m), m.Noun.Plural, true)
		if one, other, both := strings.Cut(literal(m), " / "); both { // a text may name the one or the other
			l.add(n, one, "", false)
			l.add(n, other, "", false)
		}
	}
	if !worded(t) || len(id) < 4 && strings.ToUpper(id) == id { // an abbreviation is printed as it is
		l.add(n, strings.ReplaceAll(id, "_", " "), "", len(id) < 4)
	}
}

// sentence adds what is called by its nouns, and told by a sentence: the words of that are a hint of it.
func (l *lexicon) sentence(n claim.Noun, t ir.Texts, id string) {
	names, main := l.texts(t)
	for _, m := range names {
		l.add(n, literal(m), m.Noun.Plural, true)
	}
	if main != nil {
		if len(main.Parts) == 1 && main.Parts[0].Expr == nil {
			l.add(n, main.Parts[0].Text, main.Noun.Plural, true)
		}
		for _, part := range main.Parts {
			for _, s := range sentences(part.Text) {
				for _, w := range s {
					l.hint(n, w)
				}
			}
		}
	}
	if !worded(t) {
		l.add(n, strings.ReplaceAll(id, "_", " "), "", false)
	}
	for part := range strings.SplitSeq(id, "_") {
		if len(part) > 3 {
			l.hint(n, token{form: fold(part)})
		}
	}
}

// heading adds the word of a heading of a span without a noun, as what that is called: Round {n}, {who}'s turn.
func heading(l *lexicon, x *thing) {
	names, main := l.texts(x.texts)
	if !x.span || len(names) > 0 || main == nil {
		return
	}
	var words []string
	for _, s := range sentences(literal(main)) {
		for _, t := range s {
			if t.shape == wordShape && len(t.form) > 2 && (l.clock(&t) || !l.empty(t.form)) {
				words = append(words, t.raw)
			}
		}
	}
	if len(words) == 1 {
		l.add(x.Noun, words[0], "", true)
	}
}

// side notes whose side a function is about, by the words of its text.
func (l *lexicon) side(f *thing) {
	if _, main := l.texts(f.texts); main != nil {
		for _, s := range sentences(literal(main)) {
			for _, t := range s {
				if w := l.forms[t.form]; w != nil && (w.class == "ours" || w.class == "theirs") {
					l.sides[f.ID] = w.class
				}
			}
		}
	}
}

// hint adds a word of a sentence about a thing.
func (l *lexicon) hint(n claim.Noun, t token) {
	if t.shape != wordShape || len(t.form) < 4 && !t.capital() {
		return
	}
	if known := l.forms[t.form]; known != nil && known.class != "" && known.class != "plain" && known.class != "filler" {
		return
	}
	if known := l.forms[t.form]; known != nil && known.class == "filler" {
		return
	}
	l.put(l.stems, stem(t.form, l.lang), name{n, false})
}

// literal is the text of a name without its parameters, and what stands in brackets.
func literal(t *ir.Template) string {
	s := ""
	for _, p := range t.Parts {
		if p.Expr == nil {
			s += p.Text
		}
	}
	s, _, _ = strings.Cut(s, "(")
	return strings.TrimSpace(s)
}

// add adds a name: as it is, in the plural, and by its stem.
func (l *lexicon) add(n claim.Noun, text, plural string, sure bool) {
	for _, text := range []string{text, plural} {
		var forms, stems []string
		for _, s := range sentences(text) {
			for _, t := range s {
				if t.shape == wordShape {
					forms = append(forms, t.form)
					stems = append(stems, stem(t.form, l.lang))
				}
			}
		}
		for len(forms) > 1 && len(forms[len(forms)-1]) == 1 { // a parameter
			forms, stems = forms[:len(forms)-1], stems[:len(stems)-1]
		}
		if len(forms) == 0 || len(forms) == 1 && forms[0] != "" && len(forms[0]) == 1 && text != strings.ToUpper(text) {
			continue
		}
		for _, form := range l.inflected(forms, n.Sort == claim.EventNoun || n.Sort == claim.FieldNoun || n.Sort == claim.KindNoun) {
			l.put(l.forms, form, name{n, sure})
		}
		if len(forms[0]) > 2 || len(forms) > 1 {
			l.put(l.stems, strings.Join(stems, " "), name{n, false})
		}
		if len(forms) == 1 && len(forms[0]) > 4 {
			l.known = append(l.known, forms[0])
		}
		if sorted := n.Sort == claim.CardNoun || n.Sort == claim.ValueNoun; sorted && sure && len(forms) == 2 && text != plural && !slices.ContainsFunc(forms, l.empty) {
			l.sorts[phrase(l.lang, stems[1], stems[0])]++ // lava is Dangerous terrain, un terrain dangereux
		}
	}
}

func (l *lexicon) put(m map[string]*word, key string, n name) {
	w := l.at(m, key)
	for i, known := range w.nouns {
		if known.Noun == n.Noun {
			w.nouns[i].sure = known.sure || n.sure
			return
		}
	}
	w.nouns = append(w.nouns, n)
}

// inflected are a name and its plural, with the first or the last of its words in the plural. What is a noun has no feminine:
// that is another word.
func (l *lexicon) inflected(forms []string, noun bool) []string {
	whole := strings.Join(forms, " ")
	out := []string{whole}
	for _, i := range []int{0, len(forms) - 1} {
		for _, many := range plurals(forms[i], l.lang) {
			if noun && len(forms) == 1 && l.lang == "fr" && (many == forms[i]+"e" || many == forms[i]+"es") {
				continue
			}
			copied := slices.Clone(forms)
			copied[i] = many
			out = append(out, strings.Join(copied, " "))
		}
	}
	if l.lang == "fr" && len(forms) > 1 { // every word agrees
		copied := slices.Clone(forms)
		for i := range copied {
			copied[i] = plurals(copied[i], l.lang)[0]
		}
		out = append(out, strings.Join(copied, " "))
	}
	return out
}

// plurals are the forms that a noun may have in the plural, and an adjective in the feminine.
func plurals(w, lang string) []string {
	switch {
	case len(w) < 3:
		return []string{w}
	case lang == "fr":
		out := []string{w + "s", w + "x", w + "e", w + "es"}
		if stem, ok := strings.CutSuffix(w, "al"); ok {
			out = append(out, stem+"aux", w+"es")
		}
		return out
	}
	out := []string{w + "s", w + "es"}
	if stem, ok := strings.CutSuffix(w, "y"); ok {
		out = append(out, stem+"ies")
	}
	if stem, ok := strings.CutSuffix(w, "f"); ok {
		out = append(out, stem+"ves")
	}
	return out
}

// ends are what inflection and derivation put on words, the longest first.
var ends = func() map[string][]string {
	out := map[string][]string{}
	for _, lang := range Langs {
		for line := range strings.Lines(core(lang)) {
			if list, ok := strings.CutPrefix(strings.TrimSpace(line), "ends: "); ok {
				out[lang] = strings.Split(list, ", ")
			}
		}
	}
	return out
}()

// spelt are the beginnings of words that are spelt otherwise elsewhere, each with how it is here.
var spelt = func() map[string][][2]string {
	out := map[string][][2]string{}
	for _, lang := range Langs {
		for line := range strings.Lines(core(lang)) {
			if list, ok := strings.CutPrefix(strings.TrimSpace(line), "spelt: "); ok {
				for pair := range strings.SplitSeq(list, ", ") {
					there, here, _ := strings.Cut(pair, " ")
					out[lang] = append(out[lang], [2]string{there, here})
				}
			}
		}
	}
	return out
}()

// stem is a word without its end. It is coarse: what two words have in common may make them agree, never differ.
func stem(w, lang string) string {
	for _, x := range spelt[lang] {
		if end, ok := strings.CutPrefix(w, x[0]); ok {
			w = x[1] + end
		}
	}
	for _, end := range ends[lang] {
		if s, ok := strings.CutSuffix(w, end); ok && (len(s) > 3 || len(s) == 3 && lang == "en" && (end == "e" || end == "ed" || end == "es")) {
			if n := len(s); s[n-1] == s[n-2] && s[n-1] != 's' && s[n-1] != 'l' {
				s = s[:n-1]
			}
			return s
		}
	}
	return w
}

// find is the longest form at the start of tokens, how many of them it takes, and what it means.
func (l *lexicon) find(list []token) (*word, int) {
	n := 0
	if len(list) > 0 && list[0].shape == wordShape {
		longest := max(l.longest[list[0].form], l.longest[stem(list[0].form, l.lang)])
		for n < len(list) && n < longest && list[n].shape == wordShape {
			n++
		}
	}
	for ; n > 0; n-- {
		form, root := list[0].form, stem(list[0].form, l.lang)
		for _, t := range list[1:n] {
			form, root = form+" "+t.form, root+" "+stem(t.form, l.lang)
		}
		exact, like := l.forms[form], l.stems[root]
		if exact == nil && like == nil || n > 1 && exact != nil && exact.class != "" && abbreviated(l, list[n-1:]) {
			continue
		}
		out := meaning(l, exact, like)
		if n == 1 && (out.class != "" || len(out.nouns) > 0) {
			single := *out
			out = &single
			homonym := slices.Contains([]string{"clock", "may", "before"}, out.class) && !list[0].named()
			out.nouns = slices.DeleteFunc(slices.Clone(out.nouns), func(m name) bool {
				return !letters(l, m, list) || homonym && m.Sort != claim.EventNoun && m.Sort != claim.FuncNoun
			})
		}
		if out.class != "" || len(out.nouns) > 0 {
			return out, n
		}
	}
	return nil, 1
}

// abbreviated tells whether a word is one capital letter by which a thing is called, and no article: 2 less in V and in A.
func abbreviated(l *lexicon, list []token) bool {
	t := &list[0]
	w := l.forms[t.form]
	return len(t.raw) == 1 && t.named() && w != nil && slices.ContainsFunc(w.nouns, func(n name) bool { return n.sure && letters(l, n, list) })
}

// meaning is what a form means, and what is like it: each pair is put together once.
func meaning(l *lexicon, exact, like *word) *word {
	pair := [2]*word{exact, like}
	out := l.meanings[pair]
	if out == nil {
		out = &word{}
		if exact != nil {
			*out = *exact
		}
		if like != nil {
			for _, m := range like.nouns {
				if !slices.ContainsFunc(out.nouns, func(k name) bool { return k.Noun == m.Noun }) {
					out.nouns = append(slices.Clip(out.nouns), m)
				}
			}
		}
		if out.nouns = slices.Clip(out.nouns); l.meanings != nil { // else there are names to come
			l.meanings[pair] = out
		}
	}
	return out
}

// named tells whether a word is written as a name: with a capital that does not open a sentence or a line.
func (t *token) named() bool { return t.capital() && !t.openings && !t.heads }

// letters tells whether a word may stand for a thing: an abbreviation is written in capitals, and stands before no
// apostrophe; the first word of a sentence is none of one letter, unless its number follows in a row of such.
func letters(l *lexicon, n name, list []token) bool {
	t := &list[0]
	if len(t.form) > 2 {
		return true
	}
	if t.raw != strings.ToUpper(t.raw) { // Kr
		return len(t.form) == 2 && t.capital() && !t.openings && !t.elided && n.sure
	}
	return !t.elided && !(t.openings && len(t.form) == 1 && !tabled(l, list))
}

// tabled tells whether the first of some tokens is a figure and its number, with nothing or another figure behind: V 9, P 5; or if it
// stands above a column, before another one: V | P.
func tabled(l *lexicon, list []token) bool {
	number := func(i int) bool { return i < len(list) && list[i].shape == numberShape }
	short := func(i int) bool {
		return i < len(list) && list[i].shape == wordShape && list[i].capital() && len(list[i].form) < 3
	}
	switch {
	case short(1) && short(2), len(list) > 1 && (list[1].form == "|" || list[1].form == "/") && short(2):
		return true
	case len(list) > 1 && (list[1].form == ":" || list[1].form == "="):
		return number(2)
	case !number(1):
		return false
	}
	next := 2
	if next < len(list) && (list[next].shape == pauseShape || l.does(&list[next], "and")) {
		next++
	}
	return next >= len(list) || list[next].capital() && (number(next+1) || next+1 < len(list) && number(next+2))
}
