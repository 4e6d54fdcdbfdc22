package proof

import (
	"strings"
	"testing"

	"github.com/spf13/afero"

	"github.com/kdsl-lang/kdsl/internal/library"
)

// A sentence beside its clause that speaks of the bearer alone, where the clause does something to somebody else, is
// found; and the other way round.
func TestRoles(t *testing.T) {
	for sentence, want := range map[string]int{"It loses 2 HP.": 1, "The other loses 2 HP.": 0, "Its victim loses 2 HP.": 0} {
		u, err := library.Loader(afero.NewMemMapFs()).LoadText("small.kdsl", pack+`charm hook { en "Hook"  tug: after knock(who: bearer) { en "`+sentence+`"; at.HP -= 2 } }`)
		if err != nil || u.Diags.HasErrors() {
			t.Fatal(err, u.Diags)
		}
		for _, s := range Sentences(t.Context(), u.Program, u.Program.Pack) {
			if s.Card.Name == "hook" && (len(s.Verdicts) != want || want > 0 && !strings.HasPrefix(s.Verdicts[0].Rule, "somebody else")) {
				t.Errorf("%s: got %v, want %d hints", s.Text, s.Verdicts, want)
			}
		}
	}
}

// Who does what a clause hears is told by the words beside its name: what the bearer is said to do, and is done to him, is
// found, and the other way round.
func TestParts(t *testing.T) {
	for _, x := range []struct{ part, sentence, want string }{
		{"who", "After its knock it loses 1 HP.", ""}, {"at", "After its knock it loses 1 HP.", "hint: its knock"},
		{"at", "After a knock on it, it loses 1 HP.", ""}, {"who", "After a knock on it, it loses 1 HP.", "hint: knock on it"},
	} {
		if got := own(t, `tug: after knock(`+x.part+`: bearer) { en "`+x.sentence+`"; bearer.HP -= 1 }`); got != x.want {
			t.Errorf("%s, %s: got %q, want %q", x.part, x.sentence, got, x.want)
		}
	}
}

// A clause that hears what anybody does, beside a sentence that speaks of nobody but its bearer, is warned of.
func TestEverybody(t *testing.T) {
	for _, x := range []struct{ clause, sentence, want string }{
		{"while knock", "Its knocks are harder.", "hint: nobody else"}, {"while knock(who: bearer)", "Its knocks are harder.", ""},
		{"while knock when who == bearer", "Its knocks are harder.", ""}, {"while knock", "All knocks are harder.", ""},
		{"while knock", "The knocks of others are harder.", ""},
		{"while lap", "It sings.", ""}, // it has no lap of its own
	} {
		if got := own(t, "hard: "+x.clause+` { en "`+x.sentence+`" }`); got != x.want {
			t.Errorf("%s, %s: got %q, want %q", x.clause, x.sentence, got, x.want)
		}
	}
}

// How long something lasts, and whose span it is, is compared beside the clause, for good and until it is used, too.
func TestHowLong(t *testing.T) {
	for _, x := range []struct{ lasts, sentence, want string }{
		{"until end of stride of at", "After a knock the victim has a flute until the end of the victim's stride.", ""},
		{"until end of stride of at", "After a knock the victim has a flute until the end of the stride of the striker.", "error: until the end of the stride of the striker"},
		{"until end of stride of who", "After a knock the victim has a flute until the end of the victim's stride.", "error: until the end of the victim's stride"},
		{"until end of stride", "After a knock the victim has a flute until the end of the victim's stride.", "error: until the end of the victim's stride"},
		{"until end of stride", "After a knock the victim has a flute until the end of the stride.", ""},
		{"permanent", "After a knock the victim has a flute until the end of the lap.", "error: until the end of the lap"},
		{"until used", "After a knock the victim has a flute until the end of the lap.", "error: until the end of the lap"},
		{"until end of lap", "After a knock the victim has a flute until the end of the lap.", ""},
	} {
		got := own(t, `plays: after knock { en "`+x.sentence+`"; if who == bearer { apply flute to at `+x.lasts+` } } }
label at { en "victim" }
label who { en "striker" }
span stride(of: piece) { en noun "stride"  do { }`)
		if got != x.want {
			t.Errorf("%s, %s: got %q, want %q", x.lasts, x.sentence, got, x.want)
		}
	}
}

// A sentence that says what comes of a success, beside a clause that does it upon a failure, is found: its own condition counts, not
// what the event says that is asked.
func TestOutcomeTurned(t *testing.T) {
	for sentence, want := range map[string]string{"After its knock comes a trial; if it fails, it loses 1 HP.": "", "After its knock comes a trial; if it passes, it loses 1 HP.": "hint: if it passes"} {
		got := own(t, `tries: after knock(who: bearer) { en "`+sentence+`"; let t = trial(who: bearer); if !t.passed { bearer.HP -= 1 } } }
event trial(who: piece) { en noun "trial"  passed: bool = false { en "passed" }  do { throw d6 as n; if n > 3 { passed = true } }`)
		if got != want {
			t.Errorf("%s: got %q, want %q", sentence, got, want)
		}
	}
}

// The bearer does what stands behind him in a list of deeds, whatever may or cannot be; or it is done to him.
func TestDeeds(t *testing.T) {
	for _, x := range []struct{ part, sentence, want string }{
		{"who", "It cannot march or knock.", ""}, {"at", "It cannot march or knock.", "hint: It cannot march or knock"},
		{"who", "It cannot march; its next knock neither.", ""}, {"at", "It cannot march; its next knock neither.", "hint: its next knock"},
		{"at", "It cannot be knocked.", ""}, {"who", "It cannot be knocked.", "hint: cannot be knocked"},
	} {
		got := own(t, `stay: cannot march(who: bearer) or knock(`+x.part+`: bearer) { en "`+x.sentence+`" } }
event march(who: piece) { en noun "march"  do { who.HP -= 1 }`)
		if got != x.want {
			t.Errorf("%s, %s: got %q, want %q", x.part, x.sentence, got, x.want)
		}
	}
}

// A card of the library and a printed text: what the judge finds in it, of some comparison; "" where it finds nothing.
func judged(t *testing.T, pack, lang, card, text, by string) string {
	t.Helper()
	p := program(t, pack)
	found := NewFinder(p).Find(card)
	if found == nil {
		t.Fatalf("no card %s", card)
	}
	for _, v := range New(p, lang).Found(found, text).heard {
		if v.by == by && (v.judged() || v.Kind == Differs) {
			return v.Says
		}
	}
	return ""
}

// judgement is a text of a card, and where it differs by one sort of verdict; "" for nowhere.
type judgement struct{ pack, lang, card, text, by, want string }

// wanted holds texts to what is judged of them.
func wanted(t *testing.T, list []judgement) {
	t.Helper()
	for _, x := range list {
		if got := judged(t, x.pack, x.lang, x.card, x.text, x.by); got != x.want {
			t.Errorf("%s: got %q, want %q", x.text, got, x.want)
		}
	}
}

// What the bearer does is not what is done to him, also where he is called what he is; his figures are not his enemy's.
func TestVoice(t *testing.T) {
	wanted(t, []judgement{
		{"kharn_ages", "en", "Brutal charge X", "When this fighter assaults, the distance goes up by X toises.", otherPart, ""},
		{"kharn_ages", "en", "Brutal charge X", "When this fighter is assaulted, the distance goes up by X toises.", otherPart, "this fighter is assaulted"},
		{"kharn_ages", "fr", "Sadique", "Quand ce combattant frappe, il peut dépenser des PA.", otherPart, ""},
		{"kharn_ages", "fr", "Sadique", "Quand ce combattant est frappé, il peut dépenser des PA.", otherPart, "ce combattant est frappé"},
		{"saga", "en", "Heavy weapons", "In melee its Armour is 1 less.", otherPart, ""},
		{"saga", "en", "Heavy weapons", "In melee the enemy's Armour is 1 less.", otherPart, "enemy's Armour"},
		{"saga", "en", "Heavy weapons", "In melee the Armour of the enemy is 1 less.", otherPart, "Armour of the enemy"},
		{"saga", "fr", "Armes lourdes", "Au corps-à-corps, l'Armure de l'ennemi baisse de 1.", otherPart, "Armure de l'ennemi"},
		{"saga", "fr", "Armes lourdes", "Au corps-à-corps, son Armure baisse de 1.", otherPart, ""},
	})
}

// The other side of a limit differs, also with the limit's own number; but not where it is denied or forbidden, or where
// both sides stand beside each other.
func TestOtherSideOfLimit(t *testing.T) {
	wanted(t, []judgement{
		{"aof_quest", "en", "Relentless", "Shooting at a target over 9\" away: one extra hit for each 6 to hit.", "antonym bound", ""},
		{"aof_quest", "en", "Relentless", "Shooting at a target within 9\": one extra hit for each 6 to hit.", "antonym bound", "within 9"},
		{"aof_quest", "en", "Relentless", "At a target over 9\" away one extra hit for each 6 to hit, within 9\" none.", "antonym bound", ""},
		{"aof_quest", "fr", "Implacable", "À plus de 9\" de la cible, une touche de plus par 6 au toucher.", "antonym bound", ""},
		{"aof_quest", "fr", "Implacable", "À 9\" au plus de la cible, une touche de plus par 6 au toucher.", "antonym bound", "9\" au plus"},
	})
}

// Dice that are thrown one after another may be counted together; how often a figure says that something may be done is that figure.
func TestCountedTogether(t *testing.T) {
	wanted(t, []judgement{
		{"kharn_ages", "en", "Supplies", "3 AP: it recovers 2D5 HP.", "dice differs", ""},
		{"kharn_ages", "en", "Supplies", "3 AP: it recovers 3D5 HP.", "dice differs", "3D5 HP"},
		{"kharn_ages", "fr", "Vivres", "3 PA : lancez deux D5.", "dice differs", ""},
		{"kharn_ages", "fr", "Vivres", "3 PA : lancez deux D10.", "dice differs", "deux D10"},
		{"kharn_ages", "fr", "Vivres", "3 PA : la moitié de deux D10, arrondie au supérieur.", "dice differs", ""},
		{"kharn_ages", "en", "Executioner", "Once per activation it may add 1D5 to the damage of a 3 AP attack.", "dice differs", "1D5"},
		{"kharn_ages_spells", "en", "Death Aura", "Rate: 1/turn.", "frequency not in the rule", ""},
		{"kharn_ages_spells", "en", "Death Aura", "Rate: 2/turn.", "number differs", "2/turn"},
		{"kharn_ages_spells", "fr", "Aura de mort", "Cadence : 1 par tour.", "frequency not in the rule", ""},
	})
}

// Whose span it is stands beside it, in the text and in the rule; what stands before something does not stand after it, even
// where nothing happens between the two.
func TestWhoseClock(t *testing.T) {
	wanted(t, []judgement{
		{"kharn_ages_spells", "en", "Cult Power", "The target fears nothing until the start of the caster's next activation.", "clock", ""},
		{"kharn_ages_spells", "en", "Cult Power", "The target fears nothing until the start of the target's next activation.", "clock", "target's next activation"},
		{"kharn_ages_spells", "fr", "Puissance du Culte", "La cible ne craint rien jusqu'au début de la prochaine activation de la cible.", "clock", "activation de la cible"},
		{"kharn_ages", "fr", "En feu", "Avant chaque étape des maux, elle perd 1 PV.", "moment differs", ""},
		{"kharn_ages", "fr", "En feu", "Après chaque étape des maux, elle perd 1 PV.", "moment differs", "Après chaque étape des maux"},
	})
}
