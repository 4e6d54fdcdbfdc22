package aloud_test

import (
	"fmt"
	"maps"
	"slices"
	"testing"

	"github.com/spf13/afero"

	"github.com/kdsl-lang/kdsl/internal/library"
	"github.com/kdsl-lang/kdsl/lang/aloud"
	"github.com/kdsl-lang/kdsl/lang/claim"
	"github.com/kdsl-lang/kdsl/lang/ir"
)

// Words that tell of several, in each place where one is meant: a figure that is its own plural, a card whose name is several, a field
// that is called as its type; and a number that may not exceed what there is.
func TestSeveralAndOne(t *testing.T) {
	u, err := library.Loader(afero.NewMemMapFs()).LoadText("x.kdsl", `enum class { en "class"  fr f "classe"  levy { en "Levies"  fr f "Levées" plural "Levées" }  lord { en "Lord"  fr m "Seigneur" } }
kind unit {
  en "Unit"  fr f "Unité"
  class: class
  first: int = 4 { en "Figures at first"  fr f "Figurines au départ" plural "Figurines au départ" }
  cell men: int = 4 { en "Figures" plural "Figures"  fr f "Figurines" plural "Figurines" }
}
unit levies { en "Levies"  fr f "Levées"  class: levy }
unit lord { en "Lord"  fr m "Seigneur"  class: lord }
kind gift on unit { en "Gift"  fr m "Don" }
function tired(who: unit): bool = who.men < 2 { en "{who} is tired"  fr "{who} est fatiguée" }
function near(who: unit, to: unit): bool = who.men < to.men { en "{who} is near {to}"  fr "{who} est près {de to}" }
event fall(who: unit, whom: unit) { en "{who} falls before {whom}"  fr "{who} tombe devant {whom}"  do { } }
event lose(who: unit, figures: int) { en "{who} loses {lost} {lost|figure|figures}"  fr "{who} perd {lost} {lost|figurine|figurines}"  lost: int = at_most(figures, who.men)  do { } }
event roll(n: int) { en "{n} {n|die is|dice are} rolled"  fr "{n} {n|dé est lancé|dés sont lancés}"  do { } }
gift lamp {
  en "Lamp"  fr f "Lampe"
  one: after fall(who: bearer) { bearer.men += 1 }
  first: after fall(who: bearer) when bearer.men == bearer.first { bearer.men += 2 }
  few: after fall(who: bearer) when bearer.men < 2 { bearer.men = 1 }
  levy: after fall(who: bearer) when whom.class == levy { bearer.men -= 1 }
  levies: after fall(who: bearer) when whom.is(levies) || whom.is(lord) { bearer.men -= 1 }
  less: after fall(who: bearer) { lose(bearer, 1) }
  least: after fall(who: bearer) { lose(whom, at_most(bearer.men, 1)) }
  rolls: after roll { bearer.men -= 2 }
  apart: after fall(who: bearer) when !tired(whom) && near(whom, bearer) { bearer.men -= 2 }
}
`)
	if err != nil || u.Diags.HasErrors() {
		t.Fatal(err, u.Diags)
	}
	readsAs(t, u.Program, "en", `After it falls before another unit, it gains 1 figure.
After it falls before another unit, if its figures are those at first, it gains 2 figures.
After it falls before another unit, if it has 1 figure or less, it then has 1 figure.
After it falls before another unit, if the class of the other unit is Levies, it loses 1 figure.
After it falls before another unit, if the other unit is levies or a lord, it loses 1 figure.
After it falls before another unit, it loses 1 figure, but no more than its figures.
After it falls before another unit, the other unit loses 1 figure, but no more than the figures of the bearer or the figures of the other unit.
After dice are rolled, it loses 2 figures.
After it falls before another unit, if the other unit is not tired and the other unit is near it, it loses 2 figures.`)
	readsAs(t, u.Program, "fr", `Quand elle vient de tomber devant une autre unité, elle gagne 1 figurine.
Quand elle vient de tomber devant une autre unité, si ses figurines sont égales à celles au départ, elle gagne 2 figurines.
Quand elle vient de tomber devant une autre unité, si elle a 1 figurine ou moins, elle a alors 1 figurine.
Quand elle vient de tomber devant une autre unité, si la classe de l'autre unité est Levées, elle perd 1 figurine.
Quand elle vient de tomber devant une autre unité, si l'autre unité est parmi les levées ou un seigneur, elle perd 1 figurine.
Quand elle vient de tomber devant une autre unité, elle perd 1 figurine, mais pas plus que ses figurines.
Quand elle vient de tomber devant une autre unité, l'autre unité perd 1 figurine, mais pas plus que les figurines de la porteuse ou les figurines de l'autre unité.
Dès que des dés sont lancés, elle perd 2 figurines.
Quand elle vient de tomber devant une autre unité, si l'autre unité n'est pas fatiguée et si l'autre unité est près d'elle, elle perd 2 figurines.`)
}

// Who has a part in what is heard is told, though its line does not name him; what cannot be done is done to some, and by some; and a
// line that is no clause is told as what happens then.
func TestPartsAreTold(t *testing.T) {
	u, err := library.Loader(afero.NewMemMapFs()).LoadText("x.kdsl", `kind hero {
  en "Fighter"  fr f "Figurine"
  cell HP: int = 9 { en "HP"  fr "PV" }
}
kind champion extends hero { en "Champion"  fr m "Champion" }
kind gift on hero { en "Gift"  fr m "Don" }
enum cause { en "cause"  fr f "cause"  fire { en "fire"  fr m "feu" }  frost { en "frost"  fr m "gel" } }
kind door { en "Door"  fr f "Porte" }
kind charm { en "Charm"  fr m "Charme" }
label attacker { en "attacker"  fr m "attaquant" }
label target { en "target"  fr f "cible" }
label victim { en "victim"  fr f "victime" }
event ending(who: hero) { en "After the game"  fr "Après la partie"  do { } }
event hush(who: hero) { en "Initiative"  fr "Initiative"  do { } }
event ambush(who: hero) { en "{who.owner} lays an ambush"  fr "{who.owner} tend une embuscade"  do { } }
event works(what: charm, target: hero) { en "{what} works"  fr "{what} prend effet"  do { } }
event burst(who: hero) { en "The ground bursts"  fr "Le sol éclate"  do { } }
event thrown(who: hero, by: hero) { en "{who} is thrown back"  fr "{who} est ~repoussée"  do { } }
event maul(attacker: hero, victim: hero) { en "{victim} suffers"  fr "{victim} souffre"  do { } }
event hurt(victim: hero, cause: cause) { en "{victim} is hurt by {cause}"  fr "{victim} souffre par {cause}"  do { } }
event given(who: hero, what: card charm) { en "{who} is given {what}"  fr "{who} reçoit {what}"  do { } }
event test(who: hero) { en "{who} tests morale"  fr "{who} teste son moral"  tester: champion = all(champion)[0]  do { } }
event opens(who: hero, what: door) { en "{who} opens or closes {what}"  fr "{who} ouvre ou ferme {what}"  do { } }
event quench(who: hero) { en "{who} burns no more"  fr "{who} ne brûle plus"  do { } }
event trial(who: hero, cause: cause, n: int, m: int) { en "{who} tests {cause} against {n} with {m} dice"  fr "{who} éprouve {cause} contre {n} avec {m} dés"  do { } }
function struck(who: hero, target: hero): bool = true layers l { en "a shot at {target} is able to hit {who}"  fr "un tir sur {target} est en mesure de toucher {who}" }
event aboard(who: hero, whom: champion) { en "{who} boards {whom}"  fr "{who} monte sur {whom}"  do { } }
event boils(who: hero) { en "The boiler of {who} explodes"  fr "La chaudière de {who} explose"  do { } }
event ebbs(who: hero, n: int) { en "{who} is hurt on a roll of {n} or more"  fr "{who} souffre sur un jet de {n} ou plus"  do { } }
event be(who: hero, what: charm) { en "{who} is {what}"  fr "{who} est {what}"  do { } }
function aims(who: hero, whom: hero): bool = true layers l { en "{who} is able to engage {whom}"  fr "{who} est en mesure d'engager {whom}" }
function seen(who: hero, whom: hero): bool = true layers l { en "{who} leaves {whom} in cover when it shoots"  fr "{who} laisse {whom} à couvert quand elle tire" }
function hides(what: charm, who: hero, from: hero): bool = true layers l { en "{what} hides {who} when {from} shoots"  fr "{what} cache {who} quand {from} tire" }
function reached(who: hero, by: charm): bool = true layers l { en "{who} is within range of {by}"  fr "{who} est à portée de {by}" }
gift lamp {
  en "Lamp"  fr f "Lampe"
  ended: after ending(who: bearer) { bearer.HP -= 1 }
  ended_all: before ending { bearer.HP -= 1 }
  hushed: after hush { bearer.HP -= 1 }
  lays: after ambush(who: bearer) { bearer.HP -= 1 }
  lays_all: cannot ambush
  works: after works(target: bearer) { bearer.HP -= 1 }
  bursts: after burst(who: bearer) { bearer.HP -= 1 }
  throws: after thrown(by: bearer) { bearer.HP -= 1 }
  mauls: after maul(attacker: bearer) { bearer.HP -= 1 }
  hurts: cannot hurt
  gives: cannot given(who: bearer)
  tests: cannot test
  opens: cannot opens(who: bearer)
  quenches: after quench(who: bearer) { bearer.HP -= 1 }
  is: cannot be(who: bearer)
  boards: cannot aboard
  boils: after boils(who: bearer) { bearer.HP -= 1 }
  ebbs: after ebbs(who: bearer) { bearer.HP -= 1 }
  tried: cannot trial(who: bearer)
  struck: while struck(who: bearer) { set to true layer l }
  unstruck: while struck(who: bearer) { set to false layer l }
  aimed: while aims(whom: bearer) { set to false layer l }
  hidden: while hides(who: bearer) { set to false layer l }
  out_of_reach: while reached(who: bearer) { set to false layer l }
}
`)
	if err != nil || u.Diags.HasErrors() {
		t.Fatal(err, u.Diags)
	}
	readsAs(t, u.Program, "en", `After what happens after the game for it, it loses 1 HP.
Before what happens after the game, it loses 1 HP.
After the initiative, it loses 1 HP.
After its owner lays an ambush, it loses 1 HP.
The owner of a fighter cannot lay an ambush.
After a charm works (it is the target), it loses 1 HP.
After the ground bursts for it, it loses 1 HP.
After another fighter is thrown back by it, it loses 1 HP.
After the victim suffers (it is the attacker), it loses 1 HP.
A victim cannot be hurt by a cause.
It cannot be given a charm.
A fighter cannot test morale.
It cannot open or close a door.
After it burns no more, it loses 1 HP.
It cannot be a charm.
A fighter cannot board a champion.
After its boiler explodes, it loses 1 HP.
After it is hurt on a roll, it loses 1 HP.
It cannot test a cause with dice.
A shot at any fighter is able to hit it.
It is not so that a shot at any fighter is able to hit it.
A fighter is not able to engage it.
A charm does not hide it when any fighter shoots.
It is not within range of any charm.`)
	readsAs(t, u.Program, "fr", `Après ce qui se passe après la partie pour elle, elle perd 1 PV.
Avant ce qui se passe après la partie, elle perd 1 PV.
Après l'initiative, elle perd 1 PV.
Quand son propriétaire vient de tendre une embuscade, elle perd 1 PV.
Le propriétaire d'une figurine ne peut pas tendre d'embuscade.
Quand un charme vient de prendre effet (elle est la cible), elle perd 1 PV.
Dès que le sol éclate pour elle, elle perd 1 PV.
Quand une autre figurine vient d'être repoussée par elle, elle perd 1 PV.
Quand la victime vient de souffrir (elle est l'attaquant), elle perd 1 PV.
Une victime ne peut pas souffrir par une cause.
Elle ne peut pas recevoir de charme.
Une figurine ne peut pas tester son moral.
Elle ne peut pas ouvrir ou fermer une porte.
Quand elle vient de ne plus brûler, elle perd 1 PV.
Elle ne peut pas être un charme.
Une figurine ne peut pas monter sur un champion.
Dès que sa chaudière explose, elle perd 1 PV.
Quand elle vient de souffrir sur un jet, elle perd 1 PV.
Elle ne peut pas éprouver de cause avec des dés.
Un tir sur n'importe quelle figurine est en mesure de la toucher.
Il n'est pas vrai qu'un tir sur une figurine est en mesure de la toucher.
Une figurine n'est pas en mesure de l'engager.
Un charme ne la cache pas quand une figurine tire.
Elle n'est à portée d'aucun charme.`)
}

// Little words: a French pronoun before an infinitive melts with nothing, {le x} stands for the article that a thing has, and {de x} is no
// object; whose event it is when it is the owner's, or the card's own; which card is meant of those of a name; directions and dice.
func TestLittleWords(t *testing.T) {
	u, err := library.Loader(afero.NewMemMapFs()).LoadText("x.kdsl", `kind hero { en "Hero"  fr m "Héros"  cell HP: int = 9 { en "HP"  fr "PV" }  body round 1.0 }
kind pile { en "Pile"  fr f "Pile" }
kind gift on hero { en "Gift"  fr m "Don" }
kind leaf on pile { en "Leaf"  fr f "Feuille" }
event hit(who: hero, whom: hero) { en "{who} hits {whom}"  fr "{who} frappe {whom}"  do { } }
event fall(who: hero, whom: hero) { en "{who} is rid of {whom}"  fr "{who} triomphe {de whom}"  do { } }
event spare(who: hero, whom: hero) { en "{who} leaves {whom} alone"  fr "{who} laisse {le whom} en paix"  do { } }
event pick(who: player) { en "{who} picks a leaf"  fr "{who} cueille une feuille"  en noun "pick of a leaf"  fr noun f "cueillette d'une feuille"  do { } }
event pay(who: player) { en "{who} pays"  fr "{who} paie"  en noun "payment" by "makes"  fr noun m "paiement" by "fait"  do { } }
event drop(what: leaf) { en "{what} is dropped"  fr "{what} est jetée"  en noun "drop"  fr noun m "rejet"  do { } }
function leaves(who: player): list<leaf> = all(leaf).filter(l, l.owner == who) { en "the leaves of {who}"  fr f "les feuilles {de who}" }
function cover(who: hero, from: hero): int = 0 layers l { en "the cover that {who} has from {from}"  fr m "le couvert que {who} a contre {from}" }
function bare(who: player): bool = size(leaves(who)) == 0 { en "there are no leaves in the hand of {who}"  fr "il n'y a pas de feuilles dans la main {de who}" }
span day(who: player) { en "{who}'s day"  fr "Jour de {who}"  en noun "day"  fr noun m "jour" }
gift lamp {
  en "Lamp"  fr f "Lampe"
  hit: after hit(whom: bearer) { bearer.HP -= 1 }
  fall: after fall(whom: bearer) { fall(bearer, who) }
  spare: after spare(whom: bearer) { spare(bearer, who) }
  spares: cannot spare(who: bearer)
  covered: while cover(who: bearer) { add 1 layer l }
  like: after fall(who: bearer) when whom.owner == bearer.owner { bearer.HP -= 1 }
  ahead: after fall(who: bearer) { move bearer to point_at(bearer, facing(bearer), 3) }
  east: after fall(who: bearer) { move bearer to point_at(bearer, 90, 3) }
  thrown: after fall(who: bearer) { throw 2 d6 as d
    if d.total() > 7 { bearer.HP -= 1 } }
}
leaf oak {
  en "Oak leaf"  fr f "Feuille de chêne"
  picked: after pick(who: owner) { drop(self) }
  paid: after pay(who: owner) { drop(self) }
  dawn: before day(who: owner) { drop(self) }
  dropped: after drop(what: self) { pick(owner) }
  others: after pick when leaves(owner).exists(l, l.is(oak) && l != self) { drop(self) }
  every: after pick { each p in players() where bare(p) { pick(p) } }
}
`)
	if err != nil || u.Diags.HasErrors() {
		t.Fatal(err, u.Diags)
	}
	readsAs(t, u.Program, "en", `After another hero hits it, it loses 1 HP.
After another hero is rid of it, it is rid of the other hero.
After another hero leaves it alone, it leaves the other hero alone.
It cannot leave another hero alone.
The cover that it has from any hero goes up by 1.
After it is rid of another hero, if the other hero has the same owner as it, it loses 1 HP.
After it is rid of another hero, it goes to the point 3 from it in the direction that it faces.
After it is rid of another hero, it goes to the point 3 from it in the direction 90.
After it is rid of another hero, 2D6 are thrown; if the total of the dice is 8 or more, it loses 1 HP.
After a pick of a leaf by its owner, Oak leaf is dropped.
After a payment its owner makes, Oak leaf is dropped.
At the start of a day of its owner, Oak leaf is dropped.
After a drop of Oak leaf, its owner picks a leaf.
After a pick of a leaf, if one of the leaves of its owner is an oak leaf and that one is not Oak leaf itself, Oak leaf is dropped.
After a pick of a leaf, for each player such that there are no leaves in the hand of that one: that player picks a leaf.`)
	readsAs(t, u.Program, "fr", `Quand un autre héros vient de le frapper, il perd 1 PV.
Quand un autre héros vient de triompher de lui, il triomphe de l'autre héros.
Quand un autre héros vient de le laisser en paix, il laisse l'autre héros en paix.
Il ne peut pas laisser un autre héros en paix.
Le couvert qu'il a contre un héros augmente de 1.
Quand il vient de triompher d'un autre héros, si l'autre héros a le même propriétaire que lui, il perd 1 PV.
Quand il vient de triompher d'un autre héros, il va au point à 3 de lui dans la direction à laquelle il fait face.
Quand il vient de triompher d'un autre héros, il va au point à 3 de lui dans la direction 90.
Quand il vient de triompher d'un autre héros, on jette 2D6 ; si le total des dés est de 8 ou plus, il perd 1 PV.
Après une cueillette d'une feuille par son propriétaire, la Feuille de chêne est jetée.
Après un paiement que son propriétaire fait, la Feuille de chêne est jetée.
Au début d'un jour de son propriétaire, la Feuille de chêne est jetée.
Après un rejet de la Feuille de chêne, son propriétaire cueille une feuille.
Après une cueillette d'une feuille, si l'une des feuilles de son propriétaire est une feuille de chêne et celle-ci n'est pas la Feuille de chêne elle-même, la Feuille de chêne est jetée.
Après une cueillette d'une feuille, pour chaque joueur tel qu'il n'y a pas de feuilles dans la main de celui-ci : ce joueur cueille une feuille.`)
}

// Whatever is taken out of a clause, it reads otherwise: a circumstance, a condition, what it costs, how often, what is done. What says
// no more than something else is left out by design, and stands here.
func TestEveryPartIsRead(t *testing.T) {
	told := map[string]string{ // elsewhere, or by what the thing is
		"aof_quest cover.0":                   "there is what something else is asked of",
		"aof_quest unconscious.0":             "it becomes so, and is told to be",
		"kharn_ages authority.lends":          "one of those is chosen",
		"kharn_ages master.once_more":         "the throw is for a roll",
		"kharn_ages rallying.takes_heart":     "one of those is chosen",
		"kharn_ages rallying.takes_no_chance": "one of those is chosen",
		"kharn_ages turn_by_turn.acts":        "who acts is a fighter",
	}
	left, needed := map[string]bool{}, map[string]bool{}
	for u, c := range cards(t) {
		for _, cl := range claim.Clauses(u.Program, c) {
			for _, lang := range []string{"en", "fr"} {
				whole := aloud.Of(u.Program, c, []*claim.Clause{cl}, lang)
				if len(whole) == 0 {
					continue
				}
				for part, less := range without(cl) {
					if got := aloud.Of(u.Program, c, []*claim.Clause{less}, lang); len(got) > 0 && got[0].Text == whole[0].Text {
						if key := u.Name + " " + c.Name + "." + cl.Label; told[key] != "" {
							needed[key] = true
							continue
						}
						left[lang+" "+u.Name+" "+c.Name+"."+cl.Label+" without "+part+": "+whole[0].Text] = true
					}
				}
			}
		}
	}
	for _, l := range slices.Sorted(maps.Keys(left)) {
		t.Error(l)
	}
	for name := range told {
		if !needed[name] {
			t.Errorf("%s: all of it is read, and need not be excepted", name)
		}
	}
}

// without are a clause without each of its parts.
func without(cl *claim.Clause) map[string]*claim.Clause {
	out := map[string]*claim.Clause{}
	for i, m := range cl.Moments {
		if m.Event != nil && (i > 0 || len(cl.Moments) > 1 && len(cl.Does) == 0) { // what is done is of the first; what is reckoned is told by what it comes to
			less := *cl
			less.Moments = slices.Delete(slices.Clone(cl.Moments), i, i+1)
			out[fmt.Sprint("moment ", i)] = &less
		}
		for j, e := range m.When {
			if e.Op == ir.Has { // there is what something else is asked of
				continue
			}
			less := *cl
			less.Moments = slices.Clone(cl.Moments)
			less.Moments[i].When = slices.Delete(slices.Clone(m.When), j, j+1)
			out[fmt.Sprint("condition ", j, " of moment ", i)] = &less
		}
	}
	for i := range cl.When {
		if cl.When[i].Op == ir.Has {
			continue
		}
		if len(cl.Moments) > 0 && cl.Moments[0].Hook.Stage == ir.Becomes { // it is what becomes so
			break
		}
		less := *cl
		less.When = slices.Delete(slices.Clone(cl.When), i, i+1)
		out[fmt.Sprint("condition ", i)] = &less
	}
	for i := range cl.Costs {
		less := *cl
		less.Costs = slices.Delete(slices.Clone(cl.Costs), i, i+1)
		out[fmt.Sprint("cost ", i)] = &less
	}
	for i := range cl.Limits {
		less := *cl
		less.Limits = slices.Delete(slices.Clone(cl.Limits), i, i+1)
		out[fmt.Sprint("limit ", i)] = &less
	}
	for i := range cl.Does {
		if _, keeps := cl.Does[i].(*ir.Let); keeps {
			continue
		}
		this := func(s ir.Stmt) bool { return s.Site() == cl.Does[i].Site() }
		less := *cl
		less.Does = slices.DeleteFunc(slices.Clone(cl.Does), this)
		less.Moments = slices.Clone(cl.Moments)
		for j, m := range cl.Moments {
			less.Moments[j].Does = slices.DeleteFunc(slices.Clone(m.Does), this)
		}
		out[fmt.Sprintf("deed %d (%T)", i, cl.Does[i])] = &less
	}
	return out
}

// What a call hands on that decides what happens is told: how many, whether, who; and a parameter that stands in the title by its letter
// is read by it.
func TestHandedOnIsTold(t *testing.T) {
	u, err := library.Loader(afero.NewMemMapFs()).LoadText("x.kdsl", `kind hero { en "Heroine"  fr f "Héroïne"
  cell HP: int = 9 { en "HP"  fr "PV" } }
kind gift on hero { en "Gift"  fr m "Don" }
label hits { en "number of hits"  fr m "nombre de touches" }
label warded { en "warded off"  fr "arrêté" }
label cause { en "cause"  fr f "cause" }
label reach_of_it { en "reach of it"  fr f "portée de celle-ci" }
event strike(who: hero, target: hero) { en "{who} strikes {target}"  fr "{who} frappe {target}"  en noun "stroke"  fr noun m "coup"
  hits: int = 0  warded: bool = false  do { } }
event suffer(who: hero, points: int) { en "{who} suffers {points} damage"  fr "{who} subit {points} dégâts"  en noun "wound"  fr noun f "blessure"
  hits: int = 0  warded: bool = false  cause: hero? = none  do { } }
event hit(who: hero, whom: hero) { en "{who} hits {whom}"  fr "{who} touche {whom}"  do { } }
gift lamp(reach_of_it: int in 1..9) {
  en "Lamp {reach_of_it}"  fr f "Lampe {reach_of_it}"
  burns: after hit(who: bearer) {
    let s = strike(bearer, whom)
    suffer(whom, 1, hits: s.hits, warded: s.warded)
    suffer(bearer, reach_of_it, cause: whom)
  }
}
`)
	if err != nil || u.Diags.HasErrors() {
		t.Fatal(err, u.Diags)
	}
	readsAs(t, u.Program, "en", "After it hits another heroine, it strikes the other heroine; the other heroine suffers 1 damage with the same number of hits, warded off if so; it suffers X damage (cause: the other heroine).")
	readsAs(t, u.Program, "fr", "Quand elle vient de toucher une autre héroïne, elle frappe l'autre héroïne ; l'autre héroïne subit 1 dégâts avec le même nombre de touches, arrêtée si le coup est arrêté ; elle subit X dégâts (cause : l'autre héroïne).")
}

// A circumstance is said once and by its own word: at the start of something, and not after it; before each of two, where the first ends
// with another; and not that there is what is asked for something at once. A condition is of the first of several that are heard.
func TestCircumstancesAreSaidOnce(t *testing.T) {
	u, err := library.Loader(afero.NewMemMapFs()).LoadText("x.kdsl", `kind hero { en "Heroine"  fr f "Héroïne"
  cell HP: int = 9 { en "HP"  fr "PV" } }
kind gift on hero { en "Gift"  fr m "Don" }
kind arm { en "Weapon"  fr f "Arme"  cell blunt: bool = false { en "blunt"  fr "ébréché" } }
event dawn(who: hero) { en noun "start of day"  fr noun m "début de journée"  do { } }
event harm(who: hero) { en noun "damage of a blow"  fr noun m "dégât d'un coup"  do { } }
event burn(who: hero) { en noun "fire"  fr noun m "feu"  do { } }
event shot(who: hero) { en noun "shot"  fr noun m "tir"  with: arm? = none  do { } }
event push(who: hero, whom: hero) { en "{who} pushes {whom}"  fr "{who} pousse {whom}"  do { } }
event grab(who: hero, by: hero, whom: hero) { en "{who} grabs {whom}"  fr "{who} saisit {whom}"  do { } }
label whom { en "target"  fr f "cible" }
event suffer(who: hero, points: int) { en "{who} suffers damage"  fr "{who} subit des dégâts"  do { } }
label points { en "damage"  fr m "dégâts" }
gift lamp {
  en "Lamp"  fr f "Lampe"
  rises: after dawn(who: bearer) { bearer.HP += 1 }
  either: before harm or burn { bearer.HP += 1 }
  blunted: before shot when has(with) && with.blunt { bearer.HP += 1 }
  spares: cannot push(who: bearer) or grab(who: bearer) when whom.HP > 3
  other: before shot(who: bearer) { suffer(bearer, bearer.HP > 3 ? bearer.HP + 1 : 2 * bearer.HP) }
}
`)
	if err != nil || u.Diags.HasErrors() {
		t.Fatal(err, u.Diags)
	}
	readsAs(t, u.Program, "en", `At the start of its day, it gains 1 HP.
Before a damage of a blow or before a fire, it gains 1 HP.
Before a shot, if the weapon is blunt, it gains 1 HP.
If the target has 4 HP or more, it cannot push the target or grab a target.
Before its shot, it suffers damage, as much as its HP plus 1 if it has 4 HP or more, otherwise twice its HP.`)
	readsAs(t, u.Program, "fr", `Au début de sa journée, elle gagne 1 PV.
Avant un dégât d'un coup ou avant un feu, elle gagne 1 PV.
Avant un tir, si l'arme est ébréchée, elle gagne 1 PV.
Si la cible a 4 PV ou plus, elle ne peut ni pousser la cible ni saisir de cible.
Avant son tir, elle subit des dégâts, autant que ses PV plus 1 si elle a 4 PV ou plus, sinon autant que le double de ses PV.`)
}
