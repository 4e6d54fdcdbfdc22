package proof

import (
	"fmt"
	"testing"
)

// What printed cards write otherwise than sentences is understood, and a slip in it is found: sums of dice, shares, lists of spans, figures
// as frequencies, spans alone, dice by their faces, what a figure has where nobody says otherwise.
func TestPrintIsUnderstood(t *testing.T) {
	wanted(t, []judgement{
		{"kharn_ages", "en", "Heroic X", "For an action of the field X he rolls (L + 1) D10.", "dice not in the rule", ""},
		{"kharn_ages", "en", "Heroic X", "For an action of the field X he rolls 3D10.", "dice not in the rule", "3D10"},
		{"kharn_ages_fr", "fr", "Peur du feu", "Qui n'est pas magicien et a moins de 5 d'intelligence passe un test quand le feu le blesse.", "number differs", ""},
		{"kharn_ages_fr", "fr", "Peur du feu", "Qui n'est pas magicien et a moins de 7 d'intelligence passe un test quand le feu le blesse.", "number differs", "7 d'intelligence"},
		{"kharn_ages_spells", "fr", "Châtiment", "Il y a 3 difficultés.", "number differs", ""},
		{"kharn_ages_spells", "fr", "Châtiment", "Il y a 4 difficultés.", "number differs", "4 difficultés"},
		{"kharn_ages_spells", "en", "Punishment", "Enemy in the aura. 2 / turn.", "frequency not in the rule", ""},
		{"kharn_ages_spells", "en", "Punishment", "Enemy in the aura. 3 / turn.", "frequency not in the rule", "3 / turn"},
		{"saga", "fr", "Au corps-à-corps", "Une fois par Mouvement, Tir ou Corps-à-corps, elle se protège.", "frequency differs", ""},
		{"saga", "fr", "Au corps-à-corps", "Une fois par Mouvement ou Tir, elle se protège.", "frequency differs", "Une fois par Mouvement ou Tir"},
		{"kharn_ages", "en", "Climbing", "What is higher than 1.5 toises is climbed.", "number differs", ""},
		{"kharn_ages", "en", "Looting", "1 AP. What is left to eat is eaten for 3 AP.", "number differs", ""},
		{"aof_quest", "en", "Rush", "Moves 12\".", "number not in the rule", ""},
		{"saga", "en", "Levies", "Armour 3, both in melee and against shooting.", "number not in the rule", ""},
		{"saga", "en", "Levies", "Armour 3 in both.", "number not in the rule", "both"},
		{"aof_quest", "en", "Rush", "Moves 14\".", "number not in the rule", "14\""},
		{"kharn_ages_fr", "fr", "Pierre", "Saignement 1 / 1 tour.", "number not in the rule", ""},
		{"kharn_ages_fr", "fr", "Pierre", "Saignement 1 / 3 tours.", "duration differs", "3 tours"},
		{"kharn_ages", "en", "Bottle", "Bleeding 2 for 1 turn / 1 SP", "number not in the rule", ""},
		{"kharn_ages", "en", "Bottle", "Bleeding 2 for 3 turns / 1 SP", "duration differs", "3 turns"},
		{"kharn_ages", "en", "Grain bag", "For 1 turn nobody shoots in the zone of the victim.", "duration differs", ""},
		{"kharn_ages", "en", "Grain bag", "Cloud (2 turns)", "duration differs", "2 turns"},
		{"kharn_ages_fr", "fr", "Sac de grain", "Trois tours durant, nul ne tire dans la zone de la victime.", "duration differs", "Trois tours"},
		{"saga", "fr", "Couvert contre le tir", "Le couvert annule les touches sur 3 ou plus.", "antonym bound", ""},
		{"kharn_ages_fr", "fr", "Instinct grégaire", "Sa témérité vaut autant qu'il y a de Mongos en jeu (min 3).", "antonym bound", ""},
		{"kharn_ages_fr", "fr", "Instinct grégaire", "Sa témérité vaut autant qu'il y a de Mongos en jeu (max 3).", "antonym bound", "max 3"},
		{"kharn_ages", "en", "Herd instinct", "T equals the number of Mongos in play (max 3).", "antonym bound", "max 3"},
		{"fortification", "en", "Mountain Breaker", "A substitute needs an Aim higher or equal to 3.", "antonym degree", ""},
		{"fortification", "fr", "Brise-montagne", "Un remplaçant doit avoir un Tir supérieur ou égal à 3.", "antonym size", ""},
		{"saga", "en", "Cover against shooting", "In light cover, hits are cancelled on rolls of 3 or more.", "antonym bound", ""},
		{"kharn_ages", "en", "Nothing to lose", "Its critical thresholds are 1 lower until the beginning of the next turn.", "duration not in the rule", ""},
		{"kharn_ages", "en", "Nothing to lose", "Its critical thresholds are 1 lower until the end of its activation.", "duration differs", "until the end of its activation"},
		{"aof_quest", "fr", "Embuscade", "Elle est placée n'importe où à plus de 9″ des ennemis.", "antonym bound", ""},
		{"fortification", "fr", "Aimé des dieux", "À ses tests, un résultat de 1 obtenu après un 6 n'est pas considéré comme un échec.", "antonym success", ""},
		{"fortification", "fr", "Aimé des dieux", "À ses tests, un résultat de 1 obtenu après un 6 est considéré comme un échec.", "antonym success", "échec"},
		{"aof_quest", "fr", "Rapide", "+2\" si elle Avance ; +4\" si elle Court ou Charge.", swapped, ""},
		{"aof_quest", "fr", "Rapide", "+4\" si elle Avance ; +2\" si elle Court ou Charge.", swapped, "4"},
	})
}

// In a list of what a card carries each name is that of something.
func TestCarried(t *testing.T) {
	wanted(t, []judgement{
		{"kharn_ages", "fr", "Guerrier mongo", "Coup de cornes. Instinct grégaire. Réceptif (shamanisme). Mkuki.", otherName, ""},
		{"kharn_ages", "fr", "Guerrier mongo", "Coup de cornes. Instinct de horde. Réceptif (shamanisme). Mkuki.", otherName, "Instinct de horde"},
		{"kharn_ages", "fr", "Guerrier mongo", "Coup de cornes, Mkuki, Réceptif. Instinct de horde. Instinct grégaire", otherName, ""},
		{"kharn_ages", "en", "Mongo warrior", "Bunt, Herding, Responsive (shamanism), Mkuki", otherName, "Herding"},
		{"kharn_ages", "en", "Mongo warrior", "Herding. It lives in the reeds.", otherName, ""},
		{"kharn_ages", "en", "Khârn Warrior", "Mastery: Sword and shield, Sword\nSkill: Brutality 1", otherName, ""},
		{"kharn_ages", "en", "Khârn Warrior", "Mastery: Sword and shield, Sword\nSkill: Ferocity 1", otherName, "Ferocity"},
		{"kharn_ages", "en", "Khârn Warrior", "Ferocity 1", otherName, ""},
		{"fortification", "en", "War wagon", "Irrepressible. Impact/3.", otherName, ""},
		{"fortification", "en", "War wagon", "Unbridled. Impact/3.", otherName, "Unbridled"},
	})
}

// A line of figures says what the card prints, each beside what it is of, and nothing else.
func TestFigures(t *testing.T) {
	const by = otherFigure
	wanted(t, []judgement{
		{"kharn_ages", "en", "Guisarme", "2 hands – 22 Kr – Reach 2 toises", by, ""},
		{"kharn_ages", "en", "Guisarme", "1 hand – 22 Kr – Reach 2 toises", by, "1 hand"},
		{"kharn_ages", "en", "Guisarme", "2 hands – 22 AP – Reach 2 toises", by, "22 AP"},
		{"kharn_ages", "en", "Keg", "Difficulty 0 / damage 3 / 2 SP", by, ""},
		{"kharn_ages", "en", "Keg", "Difficulty 0 / damage 3 / 2 HP", by, "2 HP"},
		{"kharn_ages", "en", "Barrel", "Damage / needed P : 4 / 3", by, ""},
		{"kharn_ages", "en", "Barrel", "Damage / needed P : 3 / 4", by, "3"},
		{"kharn_ages_fr", "fr", "Enclume", "Dégâts / P nécessaire : 8 / 6", by, ""},
		{"kharn_ages_fr", "fr", "Enclume", "Dégâts / P nécessaire : 8 / 5", by, "5"},
		{"kharn_ages", "en", "Shock vanguard", "V 7, P 4, A 5, C 3, T 5, I 2", by, ""},
		{"kharn_ages", "en", "Shock vanguard", "V 7, P 4, A 6, C 3, T 5, I 2", by, "6"},
		{"kharn_ages", "en", "Shock vanguard", "V7 P4 A5 C3 T4 I2", by, "T4"},
		{"kharn_ages", "en", "Tower plate", "Threshold 6 – V –2", by, ""},
		{"kharn_ages", "en", "Tower plate", "Threshold 6 – V –1", by, "–1"},
		{"kharn_ages", "en", "Heavy crossbow", "2 hands. Reloading: 1 AP", by, ""},
		{"kharn_ages", "en", "Heavy crossbow", "2 hands. Reloading: 2 AP", by, "2 AP"},
		{"kharn_ages_fr", "fr", "Mkuki", "2 / 5 / -. 10 - distance dégâts.", by, ""},
		{"aof_quest", "en", "Thane", "Qua 4+, Def 3+", by, ""},
		{"aof_quest", "en", "Thane", "Qua 4+, Dex 3+", by, "3+"},
		{"fortification", "en", "Ballista", "SP 4, Weight 8, Crew 1, RES 9. Weapon: Ballista", by, ""},
		{"fortification", "en", "Ballista", "SP 4, Weight 8, Crew 1, RES 9\nWeapon: Mortar", by, "Mortar"},
	})
}

// Boxes that are drawn are as many as there are.
func TestBoxes(t *testing.T) {
	list := sentences("Lifespan ○○○ – 1 hand")[0]
	if len(list) != 4 || list[1].n != 3000 || list[1].raw != "○○○" {
		t.Errorf("got %+v", list)
	}
	if list := sentences("● stable\n● brave"); len(list) != 2 || list[0][0].form != "stable" {
		t.Errorf("a bullet is no box: got %+v", list)
	}
}

// What the card has before something is not after it.
func TestPrintIsHeld(t *testing.T) {
	wanted(t, []judgement{
		{"kharn_ages_fr", "fr", "Sadique", "Il paie X PA de plus avant le jet d'armure pour X dégâts de plus.", "antonym instant after", ""},
		{"kharn_ages_fr", "fr", "Sadique", "Il paie X PA de plus après le jet d'armure pour X dégâts de plus.", "antonym instant after", "après"},
		{"aof_quest", "fr", "Entrave", "Avant le jet d'incantation d'un ennemi, les héros à 18″ ou moins dépensent des jetons.", "antonym instant after", ""},
		{"aof_quest", "fr", "Entrave", "Une fois le jet d'incantation d'un ennemi effectué, les héros à 18″ ou moins dépensent des jetons.", "antonym instant after", "Une fois"},
		{"fortification", "en", "Feint Master", "Once per attack, before the Defense, it cancels a die.", "antonym instant after", ""},
		{"fortification", "en", "Feint Master", "Once the opponent has made the Defense, it cancels a die of the opponent.", "antonym instant after", "Once"},
		{"fortification", "en", "Feint Master", "Once the Attack has succeeded, and before the Defense, it cancels a die.", "antonym instant after", ""},
	})
}

// What is asked for is not waived.
func TestWaived(t *testing.T) {
	const by = "antonym " + waiver
	wanted(t, []judgement{
		{"aof_quest", "fr", "Impact(X)", "Lancez X dés quand elle attaque après une charge, sauf si elle est fatiguée.", by, ""},
		{"aof_quest", "fr", "Impact(X)", "Lancez X dés quand elle attaque après une charge, même si elle est fatiguée.", by, "même si"},
		{"saga", "fr", "Chevaux", "Elle subit une Fatigue à la fin de ses mouvements, quel que soit le terrain.", by, "quel que"},
		{"kharn_ages", "fr", "Autorité", "Même terrorisé, il dépense ses dés de maîtrise pour un allié.", by, "Même"},
		{"kharn_ages", "en", "Survival instinct", "After a defence, no matter how many AP were spent, it moves.", by, ""},
	})
}

// What is added is not taken.
func TestFlipped(t *testing.T) {
	const by = "antonym " + sign
	wanted(t, []judgement{
		{"fortification", "en", "Master Fighter", "His opponents have -1 on the die of their Defense Rolls.", by, ""},
		{"fortification", "en", "Master Fighter", "His opponents have +1 on the die of their Defense Rolls.", by, "+1"},
		{"saga", "en", "Heavy weapons", "Its own Armour in melee is lowered by 1; each attack die has +1.", by, ""},
		{"saga", "en", "Heavy weapons", "Its own Armour in melee is raised by 1; each attack die has +1.", by, "1"},
	})
}

// What is counted is what the rule counts, and what is compared is compared as it is there.
func TestCounted(t *testing.T) {
	wanted(t, []judgement{
		{"kharn_ages", "en", "Supplies", "3 AP. Gives back 2D5 HP.", miscounted, ""},
		{"kharn_ages", "en", "Supplies", "3 AP. Gives back 2D5 AP.", miscounted, "2D5 AP"},
		{"kharn_ages", "fr", "Sacrifice X", "Il perd X PV : un allié gagne 1 PA.", miscounted, ""},
		{"kharn_ages", "fr", "Sacrifice X", "Il perd X PV : un allié gagne 1 PV.", miscounted, "1 PV"},
		{"kharn_ages", "en", "Loot", "2 AP: 2 HP for each AP.", miscounted, ""},
		{"fortification", "fr", "Désengagement en force", "Sa taille doit être supérieure à celle de chaque ennemi au contact.", "antonym bound", ""},
		{"fortification", "fr", "Désengagement en force", "Sa taille doit être au moins égale à celle de chaque ennemi au contact.", "antonym bound", "taille doit être au moins égale à"},
	})
}

// A span is that of whom the card says.
func TestWhoseSpan(t *testing.T) {
	wanted(t, []judgement{
		{"kharn_ages", "fr", "Sacrifice X", "Au début de sa propre activation, le Safar peut perdre X PV : un allié gagne 1 PA.", "clock", "activation"},
		{"fortification", "en", "Jammed", "It cannot fire this weapon until the end of the next turn.", "coming", ""},
		{"fortification", "en", "Jammed", "It cannot fire this weapon until the end of the turn.", "coming", "end of the turn"},
	})
}

// A text that goes through results has each as the rule has it.
func TestBranches(t *testing.T) {
	const right = "1 - Explosion\n2 - Overheating\n3 - Cracked structure\n4 - Damaged valve\n5 - Pressure loss\n"
	wanted(t, []judgement{
		{"fortification", "en", "Incidents", right + "6 - Boiler stopped", swapped, ""},
		{"fortification", "en", "Incidents", right + "6 - Explosion", swapped, "6 - Explosion"},
		{"fortification", "en", "Incidents", right + "6+: Boiler stopped", swapped, "6+: Boiler stopped"},
		{"fortification", "en", "Incidents", "1 - Explosion", swapped, ""},
		{"fortification", "fr", "Incidents", "1 : explosion.\n2 : surchauffe.\n3 : soupape.\n4 : structure fissurée.\n5 : perte de pression.\n6 : arrêt.", swapped, "3 : soupape"},
	})
}

// A number or a thing that both the card and the rule have is missed where a text has it not.
func TestLeftOut(t *testing.T) {
	for _, x := range []struct{ pack, lang, card, text, want string }{
		{"aof_quest", "en", "Relentless", "When it shoots, each unmodified 6 to hit causes one extra hit.", "9″"},
		{"aof_quest", "en", "Relentless", "When it shoots at enemies over 9\" away, each unmodified 6 to hit causes one extra hit.", ""},
		{"kharn_ages", "en", "Executioner", "Once per activation, an attack may do 1D10 more damage.", "3"},
		{"kharn_ages", "en", "Executioner", "Once per activation, an attack of 3 AP may do 1D10 more damage.", ""},
		{"kharn_ages_fr", "fr", "Exécuteur", "Une fois par activation, 1D10 dégâts de plus lors d'une attaque à 3 PA.", ""},
	} {
		p, got := program(t, x.pack), ""
		for _, v := range New(p, x.lang).Found(NewFinder(p).Find(x.card), x.text).Verdicts {
			if v.by == silence {
				got = v.Rule
			}
		}
		if got != x.want {
			t.Errorf("%s: got %q, want %q", x.text, got, x.want)
		}
	}
}

// Dice are dice also by their faces and by half, what is used so often is a frequency, and a span alone how long something lasts.
func TestForms(t *testing.T) {
	p := program(t, "aof_quest")
	for _, x := range []struct{ lang, text, want string }{
		{"en", "It moves by a die of 3 faces.", "dice 1 3"}, {"fr", "Elle avance d'un dé à 3 faces.", "dice 1 3"},
		{"en", "It takes half of 2D10.", "dice 2 5"}, {"fr", "Elle perd un demi-D10.", "dice 1 5"}, {"fr", "Elle récupère deux fois la moitié d'un D10.", "dice 2 5"},
		{"en", "He rolls (L + 1) D10.", "dice 0 10"}, {"fr", "1D10 dégâts lors d'une attaque.", "dice 1 10"},
		{"en", "One use per mission.", "times 1"}, {"fr", "2 utilisations par mission.", "times 2"},
		{"en", "Cost 3 / 2 rounds / 1 ally", "spans 2"}, {"en", "It loses 2 rounds of rest.", ""},
	} {
		got := ""
		for _, list := range sentences(x.text) {
			_, all, _, _ := New(p, x.lang).lex.read(p, nil, list)
			for _, s := range all {
				switch {
				case s.sides > 0:
					got = fmt.Sprint("dice ", s.n/1000, " ", s.sides)
				case s.topic == frequencyTopic:
					got = fmt.Sprint("times ", s.n)
				case s.topic == durationTopic:
					got = fmt.Sprint("spans ", s.n)
				}
			}
		}
		if got != x.want {
			t.Errorf("%s: got %q, want %q", x.text, got, x.want)
		}
	}
}
