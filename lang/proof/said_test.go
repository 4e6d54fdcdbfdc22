package proof

import (
	"slices"
	"testing"

	"github.com/kdsl-lang/kdsl/lang/ir"
)

// What print says in other words than the rule is understood: numbers in two words, figures that `and` joins, all of some counted, an end
// that comes as soon as something begins, who suffers from a card as its bearer, a limit behind `not ... but`.
func TestOtherWords(t *testing.T) {
	wanted(t, []judgement{
		{"kharn_ages_spells", "en", "Punishment", "At difficulty twenty-four the target loses more HP.", "number not in the rule", ""},
		{"kharn_ages_spells", "en", "Punishment", "At difficulty twenty-three the target loses more HP.", "number not in the rule", "twenty-three the target"},
		{"kharn_ages_spells", "fr", "Châtiment", "À la difficulté vingt-quatre la cible perd plus de PV.", "number not in the rule", ""},
		{"kharn_ages_spells", "fr", "Châtiment", "À la difficulté vingt-cinq la cible perd plus de PV.", "number differs", "vingt-cinq la cible"},
		{"kharn_ages", "fr", "Creuser", "Il faut 12 ou plus.", exceeded, ""},
		{"kharn_ages", "fr", "Creuser", "Il faut plus de 12.", exceeded, "plus de 12"},
		{"kharn_ages_fr", "fr", "Enclume", "P 6 et C 5 nécessaires", "figure differs", ""},
		{"kharn_ages_fr", "fr", "Enclume", "P 6 et C 4 nécessaires", "figure differs", "4"},
		{"kharn_ages", "fr", "Arc", "| Coût | Mains | Courte portée | Longue portée |\n|---|---|---|---|\n| 15 Ko | 2 | 3 | 6 |", "figure differs", ""},
		{"kharn_ages", "fr", "Arc", "| Coût | Mains | Courte portée | Longue portée |\n|---|---|---|---|\n| 15 Ko | 2 | 3 | 5 |", "figure differs", "5"},
		{"kharn_ages", "en", "Shock Vanguard", "V P A C T I\n7 4 5 3 5 2", "figure differs", ""},
		{"kharn_ages", "en", "Shock Vanguard", "V P A C T I\n7 4 6 3 5 2", "figure differs", "6"},
		{"kharn_ages", "en", "Shock Vanguard", "Level 2 – 95 Kr\nV P A C T I\n7 4 5 3 5 3\nStature 3, 5 AP, 9 HP", "figure differs", "3"},
		{"kharn_ages", "en", "Shock Vanguard", "V / P / A / C\n7 / 5 / 5 / 3", "figure differs", "5"},
		{"kharn_ages_spells", "en", "Cult Power", "The ally is immune to terror, which is over as soon as the caster begins his next activation.", "duration differs", ""},
		{"kharn_ages_spells", "en", "Cult Power", "The ally is immune to terror, which is over as soon as the caster ends his next activation.", "duration differs", "as soon as the caster ends his next activation"},
		{"kharn_ages_spells", "fr", "Aura de mort", "L'effroi se dissipe à la fin de la prochaine activation de la cible.", "duration differs", ""},
		{"kharn_ages_spells", "fr", "Aura de mort", "L'effroi se dissipe à la fin de la prochaine activation du lanceur.", "duration differs", "se dissipe à la fin de la prochaine activation du lanceur"},
		{"kharn_ages", "en", "Herd instinct", "Its Temerity is the number of Mongos in play, which is never lower than 3.", "antonym bound", ""},
		{"kharn_ages", "en", "Herd instinct", "Its Temerity is the number of Mongos in play, which never exceeds 3.", "antonym bound", "never exceeds 3"},
		{"kharn_ages", "en", "Warlord X", "It gains 1 AP for each ally in its aura, but never more than X.", "freedom differs", ""},
		{"aof_quest", "en", "Surge", "A 6 to hit makes a second hit; only the first of the two is one for other rules.", "number not in the rule", ""},
		{"aof_quest", "en", "Surge", "A 6 to hit makes two more hits.", "number differs", "two more hits"},
		{"fortification", "en", "At the gun", "He cannot shoot until the end of the turn.", "duration differs", ""},
		{"fortification", "en", "At the gun", "He cannot shoot until the end of the next turn.", "duration differs", "until the end of the next turn"},
		{"fortification", "fr", "À la pièce", "Il ne peut pas tirer jusqu'à la fin du tour suivant.", "duration differs", "jusqu'à la fin du tour suivant"},
		{"kharn_ages", "en", "Grain bag", "For the rest of the game nobody shoots in the zone of the victim.", "duration differs", "For the rest of the game"},
		{"kharn_ages", "en", "Affinity (Osteomancy)", "This mage may have Osteomancy spells in its grimoire.", "card not in the rule", ""},
		{"kharn_ages", "en", "Affinity (Osteomancy)", "This mage may have Shamanism spells in its grimoire.", "card not in the rule", "Shamanism"},
		{"aof_quest", "fr", "PA(2)", "Les jets de Défense contre les touches de cette arme subissent un malus de 2.", "antonym degree", ""},
		{"aof_quest", "fr", "PA(2)", "Les jets de Défense contre les touches de cette arme baissent de 2.", "antonym degree", "baissent"},
		{"kharn_ages_fr", "fr", "Plus rien à perdre", "Ses seuils montent tous deux de 1.", "antonym degree", "montent tous deux"},
		{"fortification", "en", "Let somebody out", "Only while it is not in motion does a vehicle set a passenger down.", "denial differs", ""},
		{"fortification", "en", "Let somebody out", "Only while it is in motion does a vehicle set a passenger down.", "denial differs", "in motion"},
		{"fortification", "fr", "Embarquer", "Sans ennemi au contact, elle monte à bord si le véhicule n'est pas En mouvement.", "denial differs", ""},
		{"fortification", "fr", "Embarquer", "Sans ennemi au contact, elle monte à bord si le véhicule est En mouvement.", "denial differs", "En mouvement"},
		{"saga", "en", "Wood", "Difficult ground. It gives light cover.", "card differs", ""},
		{"saga", "en", "Wood", "Difficult ground. It gives solid cover.", "card differs", "solid cover"},
		{"saga", "fr", "Ruines", "Terrain accidenté. Offre un couvert léger.", "card differs", "couvert léger"},
		{"kharn_ages_spells", "fr", "Aura de mort", "La cible inspire un effroi de 12 tant que sa prochaine activation n'est pas achevée.", "duration differs", ""},
		{"kharn_ages_spells", "fr", "Aura de mort", "La cible inspire un effroi de 12 tant que la prochaine activation du lanceur n'est pas achevée.", "duration differs", "tant que la prochaine activation du lanceur n'est pas achevée"},
		{"saga", "en", "Composite bow", "It shoots once its move is over.", "frequency not in the rule", ""},
		{"saga", "en", "Composite bow", "It shoots once per turn.", "frequency not in the rule", "once per turn"},
		{"kharn_ages", "fr", "Effrayé", "Il refait le test d'Effroi tant qu'il ne l'a pas réussi.", "antonym success", ""},
		{"kharn_ages", "fr", "Effrayé", "Il refait le test d'Effroi tant qu'il ne l'a pas raté.", "antonym success", "raté"},
		{"kharn_ages", "en", "Poisoned", "At the start of every activation of the victim the poison grows.", "antonym clock", ""},
	})
}

// What a text leaves out is told; not what it counts, and not a limit that two clauses share.
func TestLeftUnsaid(t *testing.T) {
	for _, c := range []struct{ card, text, by, want string }{
		{"Empoisonné", "Ses six caractéristiques baissent ; si P, A, C ou I tombe au-dessous de 0, il meurt.", "half missing", ""},
		{"Empoisonné", "Ses caractéristiques baissent ; si P, A, C ou I tombe au-dessous de 0, il meurt.", "half missing", "T"},
		{"Gelure", "Il a 2 de moins en V et en A.", "half missing", ""},
		{"Gelure", "Il a 2 de moins en V.", "half missing", "-2 A"},
		{"Exécuteur", "Une attaque à 3 PA peut faire 1D10 dégâts de plus, mais il n'en use qu'une fois par activation.", "not in the text", ""},
		{"Exécuteur", "Une attaque à 3 PA peut faire 1D10 dégâts de plus.", "not in the text", "une fois par activation"},
	} {
		p, got := program(t, "kharn_ages"), ""
		for _, v := range New(p, "fr").Card(NewFinder(p).Find(c.card).Card, c.text, nil).heard {
			if v.by == c.by && v.Rank != Doubt {
				got = v.Rule
			}
		}
		if got != c.want {
			t.Errorf("%s: got %q, want %q", c.text, got, c.want)
		}
	}
}

// Numbers are read in the words of both languages.
func TestNumberWords(t *testing.T) {
	for lang, words := range map[string]map[string]int64{
		"en": {"thirteen": 13, "twenty": 20, "twenty-one": 21, "fifty five": 55, "ninety-five": 95},
		"fr": {"dix-sept": 17, "vingt et un": 21, "trente-deux": 32, "soixante-dix": 70, "soixante et onze": 71, "soixante-quinze": 75, "quatre-vingts": 80, "quatre-vingt-un": 81, "quatre-vingt-dix-neuf": 99},
	} {
		l := newLexicon(small(t), lang)
		for text, want := range words {
			_, all, _, _ := l.read(small(t), nil, sentences(text + " HP")[0])
			if len(all) == 0 || all[0].topic != numberTopic || all[0].n != want*ir.Unit {
				t.Errorf("%s: got %+v", text, all)
			}
		}
	}
}

// A number of a text that nothing accounts for is weighed by how many others there are, and by how many of the rule the text leaves out.
func TestLedger(t *testing.T) {
	p := small(t)
	for text, want := range map[string]string{
		"4 more I.":                   "numbers: 1 unsaid, 1 untold",
		"3 more I, for 5 HP.":         "numbers: 1 unsaid, 0 untold",
		"4 more I, for 5 HP.":         "numbers: 2 unsaid, 1 untold",
		"4 more I, 7 AP, 8 VP, 9 XP.": "numbers: 3 unsaid, 1 untold",
	} {
		r := New(p, "en").Card(NewFinder(p).Find("Owl").Card, text, nil)
		if !slices.ContainsFunc(r.heard, func(v Verdict) bool { return slices.Contains(v.signs, want) }) {
			t.Errorf("%s: no verdict has the sign %q", text, want)
		}
	}
}

// Some verdicts are errors whatever else is said: a name that nothing has, where it stands as one, and what is asked for that must not be.
// Never more than six is six at most.
func TestSurelyWrong(t *testing.T) {
	for _, c := range []struct{ pack, lang, card, text, want string }{
		{"kharn_ages", "en", "Tower plate", "Whoever wears it has the skill Unyielding.", "Unyielding"},
		{"kharn_ages", "en", "Tower plate", "Whoever wears it has the skill Stable.", ""},
		{"kharn_ages", "en", "Shock Vanguard", "Level 2\nSkills: Bite, Frenzy\nAP 5", "Frenzy"},
		{"kharn_ages", "en", "Shock Vanguard", "Level 2\nSkills: Bite, Fulgurance\nAP 5", ""},
		{"fortification", "en", "Great cannon", "Rank: Siege Artillery.", "Siege Artillery"},
		{"fortification", "en", "Great cannon", "Rank: Heavy Artillery.", ""},
		{"aof_quest", "en", "Villain", "While this model is Shaken, AI units within 12″ may test with its Quality.", "Shaken"},
		{"aof_quest", "en", "Villain", "While this model is not Shaken, AI units within 12″ may test with its Quality.", ""},
		{"aof_quest", "fr", "Lanceur de sorts(2)", "Il n'a jamais plus de 6 jetons.", ""},
		{"aof_quest", "fr", "Lanceur de sorts(2)", "Il n'a jamais moins de 6 jetons.", "jamais moins de 6"},
	} {
		p := program(t, c.pack)
		found := NewFinder(p).Find(c.card)
		if found == nil {
			t.Errorf("no card %s", c.card)
			continue
		}
		var got []string
		for _, v := range New(p, c.lang).Found(found, c.text).Verdicts {
			if v.Rank == Error {
				got = append(got, v.Says)
			}
		}
		if c.want == "" && len(got) > 0 || c.want != "" && !slices.Contains(got, c.want) {
			t.Errorf("%s: %s: the errors are %q, want %q", c.card, c.text, got, c.want)
		}
	}
}

// The numbers of steps are none of a rule's; those of a die's faces are, and a list that is not counted in order.
func TestStepless(t *testing.T) {
	for text, want := range map[string]string{
		"0. Throw.\n1. Add.\n2. Tell.":                             "   Throw.\n   Add.\n   Tell.",
		" 1) Throw.\nTwice.\n 2) Add.\n 3) Tell.":                  "    Throw.\nTwice.\n    Add.\n    Tell.",
		"1. One.\n2. Two.\n3. Three.\n4. Four.\n5. Five.\n6. Six.": "1. One.\n2. Two.\n3. Three.\n4. Four.\n5. Five.\n6. Six.",
		"1. One.\n3. Three.\n4. Four.":                             "1. One.\n3. Three.\n4. Four.",
		"2. Two.\n3. Three.\n4. Four.":                             "2. Two.\n3. Three.\n4. Four.",
	} {
		if got := stepless(text); got != want {
			t.Errorf("%q: got %q, want %q", text, got, want)
		}
	}
	wanted(t, []judgement{ // the numbers of steps count nothing on a card, either
		{"kharn_ages", "en", "Bunt", "0. Attack with two of V, P, A and C.\n1. The victim takes 1D5 damage.\n2. It suffers Bleeding 1.\n3. Characteristics do nothing.", "number differs", ""},
	})
}
