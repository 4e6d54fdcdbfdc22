package main

import (
	"regexp"
	"slices"
	"strings"

	"github.com/kdsl-lang/kdsl/internal/tell"
	"github.com/kdsl-lang/kdsl/lang/ir"
	"github.com/kdsl-lang/kdsl/lang/tongue"
)

// What `why` says of what happened is made of names and conditions, as their authors wrote them, and of a few words between them. In
// French these words are others.

// between are these words, those around questions and those above tables in French.
var between = map[string]string{
	": ": " : ", "offered": "offertes", "taken": "prises", "left": "laissées", "vain": "vaines", "null": "nulles", "again": "répétées",
	"retried": "rejouées", "better": "mieux", "worse": "pis", "asked": "demandées", "used": "utilisées", "resource": "ressource",
	"paid": "payées", "idle": "oisives", "scenario": "scénario", "games": "parties", "failed": "échouées", "choices": "choix",
	"passed": "passés", "ending": "fin", "reseated": "inversés", "only reseated": "seulement inversés",
	" did not act: ": " n'a pas agi : ", " on ": " sur ", " did not happen": " n'est pas arrivé", " had no part in it": " n'y a joué aucun rôle", " chooses ": " choisit ", " arrives": " arrive", " is gone": " n'est plus là",
	" moves": " se déplace", " begins anew": " recommence", "printed": "imprimé", "given": "donné", "worked out": "calculé",
	"refused": "refusé", "cancelled": "annulé", "replaced": "remplacé", "FAIL": "ÉCHEC", "pass": "réussi",
	", set to ": ", fixé à ", ", times ": ", multiplié par ", ", divided (rounded up) by ": ", divisé (arrondi au-dessus) par ",
	"; ": " ; ", "s FILE": "s FICHIER", "saved": "enregistré", "no way back": "pas de retour", "(some of many)": "(quelques-uns parmi d'autres)",
	"the game is not kept: s FILE saves it before q, and --save FILE at every question": "la partie n'est pas gardée : s FICHIER l'enregistre avant q, et --save FICHIER à chaque question",
	"nothing else could be chosen":                                                           "rien d'autre ne pouvait être choisi",
	"  the number itself, %s; suggested: %s":                                                 "  le nombre lui-même, %s ; conseillé : %s",
	"  the number itself, from %s to %s by %s; suggested: %s":                                "  le nombre lui-même, de %s à %s par %s ; conseillé : %s",
	"a number from 1 to %d; ? what is not offered, u back, a automatic, s FILE save, q quit": "un nombre de 1 à %d ; ? ce qui n'est pas offert, u retour, a automatique, s FICHIER enregistrer, q quitter",
	"again: ": "relancé : ", "more: ": "lancé en plus : ", "drop: ": "écarté : ", "set: ": "tourné : ", "fall: ": "tombé : ",
	", divided (rounded down) by ": ", divisé (arrondi au-dessous) par ", ", at least ": ", au moins ", ", at most ": ", au plus ", ", held at ": ", retenu à ",
}

// between says some words that stand between names.
func (t *tool) between(words string) string {
	if fr, ok := between[words]; ok && t.tongue() == tongue.French {
		return fr
	}
	return words
}

// rewording is how something is said in French that is made of what authors wrote.
type rewording struct {
	english *regexp.Regexp
	french  string
}

// reasons are what may be said of a condition that does not hold, and of a clause that was in no position to act.
var reasons = []rewording{
	{regexp.MustCompile(`^it lies on nothing of which it speaks$`), "elle ne repose sur rien de ce dont elle parle"},
	{regexp.MustCompile(`^nobody owns it$`), "elle n'est à personne"},
	{regexp.MustCompile(`^it lies in (\w+)$`), "elle est dans $1"},
	{regexp.MustCompile(`^where clauses rest$`), "où les clauses se reposent"},
	{regexp.MustCompile(`^its limit is used up$`), "sa limite est épuisée"},
	{regexp.MustCompile(`^its cost cannot be paid: (.*)$`), "son coût ne peut pas être payé : $1"},
	{regexp.MustCompile(`^(.+) declined$`), "$1 n'en a pas voulu"},
	{regexp.MustCompile(`^by (.+)$`), "par $1"},
	{regexp.MustCompile(`^another one like it counts for both$`), "une autre pareille compte pour les deux"},
	{regexp.MustCompile(`^it is ignored by (.+)$`), "elle est ignorée à cause de $1"},
	{regexp.MustCompile(`^(.+) is not on the table$`), "$1 n'est pas sur la table"},
	{regexp.MustCompile(`^(.+) does not hold$`), "$1 n'est pas vrai"},
	{regexp.MustCompile(`^([\w.()\[\]]+) is (\S.*)$`), "$1 est $2"},
}

// changed are what may be changed of a rule so that it is wrong.
var changed = []rewording{
	{regexp.MustCompile(`^without the clause$`), "sans la clause"},
	{regexp.MustCompile("^without (`.*)$"), "sans $1"},
	{regexp.MustCompile("^with (.+?) for (.+?) in (`.*)$"), "avec $1 au lieu de $2 dans $3"},
	{regexp.MustCompile("^with (.+) in (`.*)$"), "avec $1 dans $2"},
	{regexp.MustCompile(`^notices nothing$`), "ne remarque rien"},
}

// reworded is a text by the first of some rewordings that fits.
func reworded(text string, by []rewording) string {
	for _, r := range by {
		if r.english.MatchString(text) {
			return r.english.ReplaceAllString(text, r.french)
		}
	}
	return text
}

// survivor calls a change that no test noticed: as a file of known ones does where one is given, else in the language of who reads it.
func (t *tool) survivor(key, change string, verbatim bool) string {
	if before, ok := strings.CutSuffix(key, change); ok && !verbatim && t.tongue() == tongue.French {
		return before + reworded(change, changed)
	}
	return key
}

// whether says oui and non for yes and no in what is told of a test, where no value of the program is called so.
func whether(p *ir.Program, g *whyGame) {
	for _, e := range p.Enums {
		if slices.ContainsFunc(e.Values, func(v ir.EnumValue) bool { return v.Name == "yes" || v.Name == "no" }) {
			return
		}
	}
	value := regexp.MustCompile(`^\[?((yes|no)(, )?)+\]?$`)
	word := strings.NewReplacer("yes", "oui", "no", "non")
	said := func(s *string) {
		if value.MatchString(*s) {
			*s = word.Replace(*s)
		}
	}
	among := regexp.MustCompile(`(\bis |: )(yes|no)\b|\b(yes|no) -> (yes|no)$`)
	in := func(s *string) { *s = among.ReplaceAllStringFunc(*s, word.Replace) }
	var numbers func([]*tell.WhyNumber)
	numbers = func(all []*tell.WhyNumber) {
		for _, n := range all {
			said(&n.Value)
			for i := range n.Parts {
				said(&n.Parts[i].Value)
			}
			numbers(n.Stats)
		}
	}
	var every func([]*tell.WhyStep)
	every = func(steps []*tell.WhyStep) {
		for _, s := range steps {
			for i := range s.Fields {
				said(&s.Fields[i].Value)
			}
			switch s.Kind {
			case "change", "choice":
				in(&s.Text)
			case "idle", "event":
				in(&s.Why)
			}
			numbers(s.Numbers)
			every(s.Steps)
		}
	}
	in(&g.Message)
	every(g.Steps)
}

// refusal says why an event was refused or gave way.
func (t *tool) refusal(text string) string {
	if said := t.words(text); said != text {
		return said
	}
	return t.reason(text)
}

// reason says why a clause did not act.
func (t *tool) reason(text string) string {
	if t.tongue() != tongue.French {
		return text
	}
	parts := strings.Split(text, "; ")
	for i, part := range parts {
		pieces := strings.Split(part, ", ")
		for j, piece := range pieces {
			pieces[j] = reworded(piece, reasons)
		}
		parts[i] = strings.Join(pieces, ", ")
	}
	return strings.Join(parts, " ; ")
}
