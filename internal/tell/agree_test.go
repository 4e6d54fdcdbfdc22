package tell_test

import (
	"strings"
	"testing"
)

// spoken has names of either number and gender, states, a card with a parameter, dice that are sorted, and
// cells that have no words or only keep books, and a cost that comes to nothing.
const spoken = `
enum luck { bad { en "bad" fr "raté" }  good { en "good" fr "réussi" } }
function luck_of(face: int): luck = face >= 5 ? good : bad
player { cell purse: int = 3 { en "Purse" fr "Bourse" } }
kind band {
  cell men: int in 0..9 = 5 { en "Men" fr "Hommes" }
  cell ready: bool = false { en "Ready" fr "Prête" }
  cell held: bool = true { en "held in hand" fr "tenu en main" }
  cell kept: int = 0
  cell foe: band? = none { en "foe" fr "ennemi" }
  cell fresh: bool = true { en "not yet woken" fr "pas encore activée" }
  cell woken: bool = false { en "woken this turn" fr "réveillé ce tour-ci"  inner }
}
event pays(who: band, coins: int) { en "{who} pays {coins}" fr "{who} paie {coins}" }
kind mark on band { }
band riders { en "Riders" fr "Cavaliers" }
band witch { en "Hedge witch" fr f "Sorcière des haies" }
band rosa { en name "Rosa" fr name f "Rosa" }
band lord { en "Lord" fr m "Sire" }
band paladin { en "Paladin" fr "Paladin" }
band elf { en "Elf" fr "Elfe" }
mark plates { en "Plates" fr f "Plates d'avant-garde" }
mark bleeding(X: int in 1..9) { en "Bleeding {X}" fr "Saignement {X}" }
mark token { en "Token" fr "Jeton" }
mark ally { en "Ally" plural "Allies" fr m "Allié" }
mark dazed { en "Dazed" plural "Dazed" fr "Sonnée" }
span turn(who: player) { en "{who}'s turn" fr "Tour de {who}"  do { who.purse += 1 } }
event loses(who: band) { en "{who} loses its shield" fr "{who} perd son bouclier"  do { who.men -= 2; who.kept += 1 } }
event wakes(who: band) { en "{who} has been woken" fr "{who} a été activée"
  cost pays(who, coins: 0)
  do { who.ready = true; who.woken = true }
}
event sleeps(who: band) { en "{who} is tired" fr "{who} n'est plus prête"  do { who.ready = false; who.held = false } }
event strikes(who: band, at_whom: band) {
  en "{who} strikes {at_whom}" fr "{who} donne un coup à {at_whom}"
  do { throw 3 d6 by luck_of(face) as g { if g.class == good { apply bleeding(g.count) to at_whom permanent } } }
}
event counts(who: band) { en "{who} counts" fr "Les jetons de {who}"  do { apply token to who permanent; apply token to who permanent } }
event stuns(who: band, what: card mark) { en "{who} is {what}" fr "{who} est {what}"  do { apply what to who permanent } }
event hates(who: band, foe: band) { en "{who} looks at {foe}" fr "{who} regarde {foe}"  do { who.foe = foe; apply dazed to who permanent; apply dazed to who permanent } }
event calls(who: band) { en "{who} calls" fr "{who} appelle"  do { apply ally to who permanent; apply ally to who permanent } }
event stirs(who: band, other: band) { en "{who} stirs" fr "{who} remue"  do { who.fresh = false; other.fresh = false } }
event dresses(who: band) { en "{who} dresses" fr "{who} s'habille"  do { apply plates to who permanent } }
event dies(who: band) { en "{who} falls" fr "{who} meurt"  do { destroy who } }
scenario s {
  players mice "The mice" fr "Les souris", red
  given a = riders for mice
  given b = witch for mice
  given c = lord for red
  when turn(mice)
  when turn(red)
  when loses(a)
  when loses(c)
  when wakes(a)
  when wakes(b)
  when wakes(c)
  when sleeps(a)
  dice 1 5 6
  when strikes(a, c)
  dice 1 2 3
  when strikes(c, a)
  when counts(a)
  when stuns(c, dazed)
  when stuns(b, dazed)
  when hates(c, a)
  when calls(c)
  when dies(a)
  when dies(b)
  given d = rosa for red
  when strikes(c, d)
  given p = paladin for red
  given o = elf for red
  when wakes(p)
  when stirs(p, b)
  when stirs(d, o)
  when dresses(p)
  o.fresh = true
  p.fresh = true
}
`

// What is told agrees in number and gender, in both languages, and nothing without words is told.
func TestAgreement(t *testing.T) {
	for lang, want := range map[string]string{"en": `
s
The mice against Red

== The mice's turn ==
  The mice: Purse 3 → 4

== Red's turn ==
  Red: Purse 3 → 4

Riders lose their shield  Men 5 → 3
Lord loses its shield  Men 5 → 3
Riders have been woken  Ready
Hedge witch has been woken  Ready
Lord has been woken  Ready
Riders are tired  Ready (over), no longer held in hand
Riders strike Lord  [1-4] [5-6] [5-6]  Lord: +Bleeding 2
Lord strikes Riders  [1-4] [1-4] [1-4]
Riders count  +2 Tokens
Lord is Dazed
Hedge witch is Dazed
Lord looks at Riders  foe Riders, +2 Dazed
Lord calls  +2 Allies
Riders fall
Hedge witch falls
Lord strikes Rosa  [1-4] [1-4] [1-4]
Paladin has been woken  Ready
Paladin stirs  woken; Hedge witch: woken
Rosa stirs  woken; Elf: woken
Paladin dresses  +Plates
Elf, Paladin: not yet woken
`, "fr": `
s
Les souris contre Red

== Tour des souris ==
  Les souris : Bourse 3 → 4

== Tour de Red ==
  Red : Bourse 3 → 4

Les Cavaliers perdent leur bouclier  Hommes 5 → 3
Le Sire perd son bouclier  Hommes 5 → 3
Les Cavaliers ont été activés  Prêts
La Sorcière des haies a été activée  Prête
Le Sire a été activé  Prêt
Les Cavaliers ne sont plus prêts  ne sont plus tenus en main
Les Cavaliers donnent un coup au Sire  [1-4] [5-6] [5-6]  Sire : +Saignement 2
Le Sire donne un coup aux Cavaliers  [1-4] [1-4] [1-4]
Les jetons des Cavaliers  +2 Jetons
Le Sire est Sonné
La Sorcière des haies est Sonnée
Le Sire regarde les Cavaliers  ennemi Cavaliers, +Sonné (2 fois)
Le Sire appelle  +2 Alliés
Les Cavaliers meurent
La Sorcière des haies meurt
Le Sire donne un coup à Rosa  [1-4] [1-4] [1-4]
Le Paladin a été activé  Prêt
Le Paladin remue  activé ; Sorcière des haies : activée
Rosa remue  activée ; Elfe : activée
Le Paladin s'habille  +Plates d'avant-garde
Elfe, Paladin : pas encore activés
`} {
		g := start(t, spoken)
		if got := report(t, g, 0, lang); got != want[1:] {
			t.Errorf("%s: got\n%s\nwant\n%s", lang, got, want[1:])
		}
	}
}

// Behind {le x} stands the article of the gender of what is named, once: of a thing, a card, a value of an enum; a player who has a name has none.
func TestLedByLe(t *testing.T) {
	g := start(t, `
kind piece { }
piece guard { en "guard" fr f "garde" }
piece axe { en "axe" fr f "hache" }
piece idol { en "idol" fr m "totem" }
enum mood { joy { en "joy" fr f "joie" } calm { en "calm" fr m "calme" } awe { en "awe" fr f "admiration" } }
event spots(what: piece, card: card piece, mood: mood, foe: player) {
  en "{what} sees {card}, feels {mood} and leaves {foe} alone"  fr "{what} voit {le card}, ressent {le mood} et laisse {le foe} en paix ; {le what} sort"
}
scenario s {
  players anna "Anna", horde "Horde" fr f "Horde"
  given a = guard for anna
  when spots(a, axe, joy, horde)
  when spots(a, idol, calm, anna)
  when spots(a, guard, awe, anna)
}
`)
	if got, want := report(t, g, 0, "fr"), `
s
Anna contre Horde

La garde voit la hache, ressent la joie et laisse la Horde en paix ; la garde sort
La garde voit le totem, ressent le calme et laisse Anna en paix ; la garde sort
La garde voit la garde, ressent l'admiration et laisse Anna en paix ; la garde sort
`; got != want[1:] {
		t.Errorf("got\n%s\nwant\n%s", got, want[1:])
	}
}

// A player who is called by a common noun has an article in French, and one who has a name has none, but may have an h that keeps
// the vowel before it. A name without a plural of its own is of several where the English one is.
func TestPlayersArticles(t *testing.T) {
	g := start(t, `
kind piece { }
piece guard { en "guard" fr m "garde" }
span turn(who: player) { en "{who}'s turn" fr "Tour de {who}" }
event wins(who: player, foe: player) { en "{who} beats {foe}" fr "{who} triomphe de {foe}" }
event waits(who: player, foe: player) { en "{who} waits until {foe} is there" fr "{who} attend que {foe} soit là" }
event falls(what: piece) { en "{what} falls" fr "{what} tombe"  do { destroy what } }
scenario s {
  players castle "Castle" fr m "Château", horde "Horde" fr f "Horde", anna "Anna", hild "Hild" fr h "Hild", band "Heroes" fr "Héros", copse "Wood" fr "Bois"
  given a = guard for castle
  given b = guard for horde
  given c = guard for hild
  when turn(horde)
  when turn(castle)
  when turn(anna)
  when wins(horde, castle)
  when wins(castle, anna)
  when wins(anna, hild)
  when wins(hild, anna)
  when waits(anna, hild)
  when wins(band, copse)
  when wins(copse, band)
  when falls(b)
  when falls(a)
  when falls(c)
}
`)
	if got, want := report(t, g, 0, "fr"), `
s
Château, Horde, Anna, Hild, Héros, Bois

== Tour de la Horde ==

== Tour du Château ==

== Tour d'Anna ==

La Horde triomphe du Château
Le Château triomphe d'Anna
Anna triomphe de Hild
Hild triomphe d'Anna
Anna attend que Hild soit là
Les Héros triomphent de Bois
Bois triomphe des Héros
Le garde de la Horde tombe
Le garde du Château tombe
Le garde de Hild tombe
`; got != want[1:] {
		t.Errorf("got\n%s\nwant\n%s", got, want[1:])
	}
}

// A card with an empty name is told of, too.
func TestEmptyNames(t *testing.T) {
	g := start(t, `
kind piece { cell hp: int = 3 }
piece pawn { en ""  fr "" }
event hit(who: piece) { en "{who} is hit"  fr "{who} est touché"  do { who.hp -= 1 } }
scenario s { given a = pawn; hit(a) }
`)
	if got := report(t, g, 0, "fr"); !strings.Contains(got, "est touché") {
		t.Errorf("got %s", got)
	}
}

// What is no longer so of somebody is a sentence, a card that is used has its parameters, faces that are thrown by what they are worth
// say what that is, and what all of a kind may do is told by what comes of it.
func TestToldByWhatCame(t *testing.T) {
	text := `
kind band {
  cell men: int in -9..9 = 1 { en "Men" fr "Hommes" }
  cell tired: bool = true { en "tired" fr "fatigué" }
  grit: after rests(who: self) may { en "It may count on." fr "Elle peut compter encore." self.men -= 1 }
}
kind talent on band { }
band elf { en "Elf" fr m "Elfe" }
band witch { en "Witch" fr f "Sorcière" }
talent healer(X: int in 1..9) { en "Healer/{X}" fr "Guérisseur/{X}"  heals: after rests(who: bearer) may { en "It heals {X}." fr "Elle en soigne {X}." bearer.men += X } }
event rests(who: band) { en "{who} rests" fr "{who} se repose"  do { throw d6 by ceil_div(face, 2) as third; who.men -= 3 } }
event dawn() { do { each b in all(band) { b.tired = false } } }
scenario s {
  players red
  given a = elf with healer(4) for red
  given b = witch for red
  dice 5
  answer yes
  answer yes
  when rests(a)
  when dawn()
}
`
	for lang, want := range map[string]string{"en": `
Elf rests  [5-6: 3]  Men 1 → −3
  Red uses Healer/4
  Elf: Men −3 → 1
Elf, Witch: no longer tired
`, "fr": `
L'Elfe se repose  [5-6 : 3]  Hommes 1 → −3
  Red utilise Guérisseur/4
  Elfe : Hommes −3 → 1
L'Elfe et la Sorcière ne sont plus fatigués
`} {
		if _, got, _ := strings.Cut(report(t, start(t, text), 0, lang), "\n\n"); got != want[1:] {
			t.Errorf("%s: got\n%s\nwant\n%s", lang, got, want[1:])
		}
	}
}
