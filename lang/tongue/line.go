package tongue

import (
	"strings"
	"unicode"
	"unicode/utf8"
)

// Line is a sentence that is put together from its parts, some of which name things: the verb behind the name
// with which it begins agrees with that, and in French little words melt with the name behind them.
type Line struct {
	Language Language

	said    string
	subject *Noun // the name with which it begins, where nothing follows yet
	is      *Noun // the same, where only a form of "être" follows: what is named next says what it is
}

// String is what has been said.
func (l *Line) String() string { return l.said }

// Say goes on with a text.
func (l *Line) Say(s string) {
	n := l.subject
	l.subject, l.is = nil, nil
	if n == nil {
		l.said += s
		return
	}
	if strings.HasPrefix(s, " :") && l.said == Capital(l.Language.Named(*n)) { // a title, and what there is of it
		l.said = n.One
	}
	rest, own := strings.CutPrefix(s, "'s")
	next, _ := utf8.DecodeRuneInString(rest)
	switch predicate, verb := strings.CutPrefix(s, " "); {
	case verb:
		s = " " + l.Language.Agreed(predicate, n.Gender, n.PluralOnly)
		if v := l.Language.Verb(predicate); v.Tail == " " && lists(French).has("copula", v.One) {
			l.is = n
		}
	case own && l.Language == English && n.PluralOnly && strings.HasSuffix(n.One, "s") && !unicode.IsLetter(next):
		s = "'" + rest
	}
	l.said += s
}

// Name goes on with the name of a thing.
func (l *Line) Name(n Noun) {
	if l.is != nil {
		n.One, n.Proper, n.PluralOnly = l.Language.State(n.One, l.is.Gender, l.is.PluralOnly), true, false
	}
	l.subject, l.is = nil, nil
	if before := strings.TrimRight(l.said, " "); before == "" || before != l.said && strings.ContainsAny(before[len(before)-1:], ".!?:;") {
		l.subject = &n
	}
	if l.Language == English {
		l.said += n.One
		return
	}
	l.said = l.french(n)
}

// french is what has been said, and a name behind it: with its article, which melts with the word before it.
func (l *Line) french(n Noun) string {
	text, space := strings.CutSuffix(l.said, " ")
	i := strings.LastIndexAny(text, " (") + 1
	word, named := text[i:], French.Named(n)
	switch low := strings.ToLower(word); {
	case l.said == "" || space && strings.ContainsAny(word[max(0, len(word)-1):], ".!?"):
		return l.said + Capital(named)
	case !space || word == ":" || lists(French).has("determiner", low):
		return l.said + n.One
	case low == "de":
		named = French.Of(n, false)
	case low == "à":
		named = French.To(n, false)
	case strings.HasSuffix(low, "'à"): // jusqu'à
		return text[:i] + word[:len(word)-len("à")] + French.To(n, false)
	case lists(French).has("elided", low) && mute(named) && (n.mute() || named != n.One):
		named = Elide(low, named)
	default:
		return l.said + named
	}
	if Capital(word) == word {
		named = Capital(named)
	}
	return text[:i] + named
}
