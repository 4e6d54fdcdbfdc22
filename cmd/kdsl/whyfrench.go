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

// survivor calls a change that no test noticed: as a file of known ones does where one is given, else in the language of who reads it.
func (t *tool) survivor(key, change string, verbatim bool) string {
	if before, ok := strings.CutSuffix(key, change); ok && !verbatim {
		return before + t.words(change)
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
