package main

import (
	"regexp"
	"strings"

	"github.com/kdsl-lang/kdsl/lang/tongue"
)

// What `why` says of what happened is made of names and conditions, as their authors wrote them, and of a few words between them. In
// French these words are others.

// between are the words of `why` in French.
var between = map[string]string{
	" did not act: ": " n'a pas agi : ", " on ": " sur ", " did not happen": " n'est pas arrivé", " chooses ": " choisit ", " arrives": " arrive", " is gone": " n'est plus là",
	" moves": " se déplace", " begins anew": " recommence", "printed": "imprimé", "given": "donné",
	", set to ": ", fixé à ", ", times ": ", multiplié par ", ", divided (rounded up) by ": ", divisé (arrondi au-dessus) par ",
	", divided (rounded down) by ": ", divisé (arrondi au-dessous) par ", ", at least ": ", au moins ", ", at most ": ", au plus ", ", held at ": ", retenu à ",
}

// between says some words that stand between names.
func (t *tool) between(words string) string {
	if fr, ok := between[words]; ok && t.tongue() == tongue.French {
		return fr
	}
	return words
}

// reasons are what may be said of a condition that does not hold, and of a clause that was in no position to act.
var reasons = []struct {
	english *regexp.Regexp
	french  string
}{
	{regexp.MustCompile(`^it lies on nothing of which it speaks$`), "elle ne repose sur rien de ce dont elle parle"},
	{regexp.MustCompile(`^nobody owns it$`), "elle n'est à personne"},
	{regexp.MustCompile(`^it lies in (\w+), where clauses rest$`), "elle est dans $1, où les clauses se reposent"},
	{regexp.MustCompile(`^its limit is used up$`), "sa limite est épuisée"},
	{regexp.MustCompile(`^its cost cannot be paid: (.*)$`), "son coût ne peut pas être payé : $1"},
	{regexp.MustCompile(`^(.+) is not on the table$`), "$1 n'est pas sur la table"},
	{regexp.MustCompile(`^(.+) does not hold$`), "$1 n'est pas vrai"},
	{regexp.MustCompile(`^([\w.()\[\]]+) is (\S.*)$`), "$1 est $2"},
}

// reason says why something did not happen.
func (t *tool) reason(text string) string {
	if t.tongue() != tongue.French {
		return text
	}
	parts := strings.Split(text, "; ")
	for i, part := range parts {
		pieces := strings.Split(part, ", ")
		for j, piece := range pieces {
			for _, r := range reasons {
				if r.english.MatchString(piece) {
					pieces[j] = r.english.ReplaceAllString(piece, r.french)
					break
				}
			}
		}
		parts[i] = strings.Join(pieces, ", ")
	}
	return strings.Join(parts, " ; ")
}
