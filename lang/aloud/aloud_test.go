package aloud_test

import (
	"flag"
	"hash/fnv"
	"iter"
	"os"
	"slices"
	"sort"
	"strings"
	"testing"

	"github.com/spf13/afero"

	"github.com/kdsl-lang/kdsl/internal/library"
	"github.com/kdsl-lang/kdsl/lang/aloud"
	"github.com/kdsl-lang/kdsl/lang/ir"
	"github.com/kdsl-lang/kdsl/lang/load"
)

// packs are those whose clauses are read.
var packs = []string{"kharn_ages", "kharn_ages_fr", "aof_quest", "saga", "confrontation", "fortification", "kharn_ages_spells", "bids", "decks", "markers", "orders", "sides", "throws", "turns"}

// cards are those of the packs.
func cards(t *testing.T) iter.Seq2[*load.Unit, *ir.Card] {
	return func(yield func(*load.Unit, *ir.Card) bool) {
		for _, name := range packs {
			u, err := library.Loader(afero.NewMemMapFs()).LoadPack(name)
			if err != nil || u == nil || u.Diags.HasErrors() {
				t.Fatalf("%s: %v", name, err)
			}
			for _, c := range u.Program.Cards {
				if c.Pack != u.Name || c.Inner || c.Kind < ir.BuiltinKinds && c.Kind != ir.RuleKind {
					continue
				}
				if !yield(u, c) {
					return
				}
			}
		}
	}
}

// Every clause of every pack can be read in both languages: a sentence, without anything of the file in it.
func TestEveryClauseIsRead(t *testing.T) {
	for _, lang := range []string{"en", "fr"} {
		clauses := 0
		missing := map[string]int{}
		for _, name := range packs {
			u, err := library.Loader(afero.NewMemMapFs()).LoadPack(name)
			if err != nil || u == nil || u.Diags.HasErrors() {
				t.Fatalf("%s: %v", name, err)
			}
			if len(u.Program.Complete) != 2 {
				t.Errorf("%s does not say that it is complete in both languages", name)
			}
			for _, d := range aloud.MissingWords(u.Program) {
				t.Errorf("%s:%d: %s", d.Span.File.Name, d.Span.Pos().Line, d.Message)
			}
			for _, c := range u.Program.Cards {
				if c.Kind < ir.BuiltinKinds && c.Kind != ir.RuleKind {
					continue
				}
				for _, r := range aloud.Card(u.Program, c, lang) {
					clauses++
					if len(r.Text) < 8 || !strings.HasSuffix(r.Text, ".") || strings.ContainsAny(r.Text, "{}_|") || strings.Contains(r.Text, "  ") {
						t.Errorf("%s %s.%s reads %q", lang, c.Name, r.Clause.Label, r.Text)
					}
					for _, m := range r.Missing {
						missing[u.Name+" "+m.Sort+" "+m.Name]++
					}
				}
			}
		}
		var list []string
		for m := range missing {
			list = append(list, m)
		}
		sort.Strings(list)
		if t.Logf("%s: %d clauses, %d things without words: %s", lang, clauses, len(list), strings.Join(list, ", ")); clauses < 600 {
			t.Errorf("%d clauses are read, want more", clauses)
		}
	}
}

var update = flag.Bool("update", false, "write the golden readings anew")

// lot is where a clause stands in the order of drawing, whatever others there are.
func lot(reading string) uint64 {
	name, _, _ := strings.Cut(reading, "\n")
	h := fnv.New64a()
	h.Write([]byte(name))
	return h.Sum64()
}

// Sixty clauses, drawn by lot from all packs, read as they were last read and found right by a person.
func TestReadings(t *testing.T) {
	for _, lang := range []string{"en", "fr"} {
		var all []string
		for u, c := range cards(t) {
			for _, r := range aloud.Card(u.Program, c, lang) {
				all = append(all, u.Name+" "+c.Name+"."+r.Clause.Label+"\n  "+r.Text+"\n")
			}
		}
		sort.Slice(all, func(i, j int) bool { return lot(all[i]) < lot(all[j]) })
		drawn := all[:60]
		sort.Strings(drawn)
		file, got := "testdata/readings."+lang+".txt", strings.Join(drawn, "")
		if *update {
			if err := os.WriteFile(file, []byte(got), 0o644); err != nil {
				t.Fatal(err)
			}
		}
		want, err := os.ReadFile(file)
		if err != nil {
			t.Fatal(err)
		}
		if got != string(want) {
			g, w := strings.Split(got, "\n"), strings.Split(string(want), "\n")
			for i := range g {
				if i >= len(w) || g[i] != w[i] {
					t.Errorf("%s line %d (go test -update writes it)\n%s", file, i+1, g[i])
				}
			}
		}
	}
}

// What is called by how much there is of it goes up and down; of what is put into a bag is told how much, and where.
func TestCountsAreRead(t *testing.T) {
	u, err := library.Loader(afero.NewMemMapFs()).LoadText("x.kdsl", `bag stakes { high: bool }
kind hero {
  en "Hero"  fr m "Héros"
  cell HP: int = 9 { en "HP left"  fr "PV restants" }
  cell coins: int = 9 { en "number of coins"  fr m "nombre de pièces" }
}
kind gift on hero { en "Gift"  fr m "Don" }
event hit(who: hero) { en "{who} is hit"  fr "{who} est frappé"  pot: stakes { en "pot"  fr m "pot" }  do { } }
gift lamp {
  en "Lamp"  fr "Lampe"
  burns: after hit(who: bearer) when bearer.HP > 3 { bearer.HP -= 2 }
  pays: after hit(who: bearer) { bearer.coins += 1 }
  bets: after hit(who: bearer) { put 2 into pot { high: true } }
}
`)
	if err != nil || u.Diags.HasErrors() {
		t.Fatal(err, u.Diags)
	}
	for _, lang := range []struct{ name, want string }{
		{"en", "After it is hit, if it has 4 HP left or more, its HP left goes down by 2.\nAfter it is hit, its number of coins goes up by 1.\nAfter it is hit, 2 more in the pot."},
		{"fr", "Quand il vient d'être frappé, s'il a 4 PV restants ou plus, ses PV restants diminuent de 2.\nQuand il vient d'être frappé, son nombre de pièces augmente de 1.\nQuand il vient d'être frappé, 2 de plus dans le pot."},
	} {
		readsAs(t, u.Program, lang.name, lang.want)
	}
}

// What a clause remembers is read, whether or not the author has given it words; and a number that is written as itself and
// another goes up or down.
func TestBooksAreRead(t *testing.T) {
	u, err := library.Loader(afero.NewMemMapFs()).LoadText("x.kdsl", `kind hero { en "Hero"  fr m "Héros"  cell HP: int = 9 { en "HP"  fr "PV" } }
kind gift on hero { en "Gift"  fr m "Don" }
event hit(who: hero) { en "{who} is hit"  fr "{who} est frappé"  do { } }
event fall(who: hero) { en "{who} falls"  fr "{who} tombe"  do { } }
gift lamp {
  en "Lamp"  fr "Lampe"
  cell lit: bool = false
  cell told: int = 0 { inner }
  kindles: after hit(who: bearer) { if !lit { lit = true } }
  counts: after hit(who: bearer) { told += 1 }
  burns: after hit(who: bearer) { bearer.HP = bearer.HP - 2 }
  warms: after hit(who: bearer) { bearer.HP = bearer.HP + 2 }
  smokes: after hit(who: bearer) or fall(who: bearer) { bearer.HP -= 3 }
  flickers: after hit(who: bearer) {
    let on = true
    repeat until !on {
      bearer.HP -= 1
      on = bearer.HP > 3
    }
  }
}
`)
	if err != nil || u.Diags.HasErrors() {
		t.Fatal(err, u.Diags)
	}
	for _, lang := range []struct{ name, want string }{
		{"en", "After it is hit, if Lamp is not lit, Lamp becomes lit.\nAfter it is hit, it is noted.\nAfter it is hit, it loses 2 HP.\nAfter it is hit, it gains 2 HP.\nAfter it is hit or falls, it loses 3 HP.\nAfter it is hit, again and again, as long as it may: it loses 1 HP."},
		{"fr", "Quand il vient d'être frappé, si Lampe n'est pas lit, Lampe devient lit.\nQuand il vient d'être frappé, cela est noté.\nQuand il vient d'être frappé, il perd 2 PV.\nQuand il vient d'être frappé, il gagne 2 PV.\nQuand il vient d'être frappé ou qu'il vient de tomber, il perd 3 PV.\nQuand il vient d'être frappé, autant de fois que c'est permis : il perd 1 PV."},
	} {
		readsAs(t, u.Program, lang.name, lang.want)
	}
}

// What was once said wrongly, each a class of sentences: dice of one case are not others of another, those of a list are of the
// gender of what the list is called, a name is what it is, and what is chosen is one of several.
func TestSaidRight(t *testing.T) {
	u, err := library.Loader(afero.NewMemMapFs()).LoadText("x.kdsl", `kind hero { en "Heroine"  fr f "Héroïne"  cell HP: int = 9 { en "HP"  fr "PV" }  cell friends: list<hero> = [] { en "friend" plural "friends"  fr f "amie" plural "amies" } }
kind gift on hero { en "Gift"  fr m "Don" }
kind order on hero { en "Order"  fr m "Ordre" }
order fire { en "Fire!"  fr "Tirez !" }
function allies(who: hero): list<hero> = all(hero).filter(h, h != who) { en "the allies of {who}"  fr m "les alliés de {who}" }
function crew(who: hero): list<hero> = all(hero).filter(h, h.owner == who.owner)
event hit(who: hero, target: hero, spent: int) {
  en "{who} hits {target}"  fr "{who} frappe {target}"
  force: int = 0 layers skills { en "damage"  fr m "dégâts" }
  more: int = 0 layers skills { en "bonus"  fr m "bonus" }
  gratis: bool = false { en "free"  fr "gratuit" }
  do { }
}
label spent { en "number of points spent"  fr m "nombre de points dépensés" }
label target { en "target"  fr f "cible" }
event fall(who: hero) { en "{who} falls"  fr "{who} tombe"  do { } }
event walk(who: hero) { en "{who} walks"  fr "{who} marche"  do { } }
event seize(who: hero, target: hero) { en "{who} seizes {target}"  fr "{who} saisit {target}"  do { } }
event turn_of(whose: player) { en "{whose}'s turn"  fr "Au tour de {whose}"  do { } }
event told(how: order) { en "{how} is given"  fr "{how} est donné"  do { } }
event swap(who: hero) {
  en "{a} changes places with {b}"  fr "{a} change de place avec {b}"
  choose by who.owner { a: hero where it != who  b: hero where it != a }
  do { }
}
gift lamp {
  en "Lamp"  fr "Lampe"
  each_throws: after fall(who: bearer) { each h in bearer.friends { throw d10 as n; h.HP -= n; fall(h) } }
  either: after fall(who: bearer) { if bearer.HP > 3 { throw d10 as n; bearer.HP -= n } else { throw d10 as m; bearer.HP += m } }
  allied: after fall(who: bearer) { each h in allies(bearer).filter(h, h.HP > 3) { fall(h); walk(h) } }
  alone: after fall(who: bearer) when bearer.friends == [] { bearer.HP -= 1 }
  befriended: after fall(who: bearer) when bearer.friends != [] { bearer.HP -= 1 }
  less: while hit(who: bearer) { add -more to force }
  tied: cannot walk(who: bearer) or seize(who: bearer)
  strikes: after fall(who: bearer) { hit(bearer, bearer.friends[0], 1) }
  his: after fall(who: bearer) { turn_of(bearer.owner) }
  called: after told when how.card == fire { bearer.HP -= 1 }
  dry: after fall(who: bearer) when crew(bearer).count(h, h.HP == 0) > 2 { bearer.HP -= 1 }
  slow: after fall(who: bearer) when !allies(bearer).exists(h, h.HP > 5) { bearer.HP -= 1 }
  sums: after fall(who: bearer) { bearer.HP -= all(hero).filter(h, h != bearer && h.HP > 3).sum(h, h.HP) }
  other_dice: after fall(who: bearer) { throw d6 as n; throw d10 as m; bearer.HP -= n; bearer.HP -= m }
  freely: after fall(who: bearer) { hit(bearer, bearer.friends[0], 2, gratis: true) }
  at_will: after fall(who: bearer) may when bearer.HP > 3 || bearer.friends == [] { bearer.HP -= 1 }
  action swaps(who: gift) { en "{a} changes places with {b}"  fr "{a} change de place avec {b}"  choose by who.owner { a: hero where it.HP > 3  b: hero where it != a }  do { } }
}
`)
	if err != nil || u.Diags.HasErrors() {
		t.Fatal(err, u.Diags)
	}
	for _, lang := range []struct{ name, want string }{
		{"en", `After it falls, for each of its friends: 1D10 is thrown, that heroine loses as many HP as the die and falls.
After it falls, if it has 4 HP or more, 1D10 is thrown and it loses as many HP as the die; otherwise 1D10 is thrown and it gains as many HP as the die.
After it falls, each of its allies that have 4 HP or more falls and walks.
After it falls, if it has no friend, it loses 1 HP.
After it falls, if it has a friend, it loses 1 HP.
When it hits the target, the damage goes down by the bonus.
It cannot walk or seize a target.
After it falls, it hits the first of its friends with 1 point spent.
After it falls, its owner's turn.
After an order is given, if the order is Fire!, it loses 1 HP.
After it falls, if the number of heroines that have the same owner as it and have no HP is 3 or more, it loses 1 HP.
After it falls, if none of its allies has 6 HP or more, it loses 1 HP.
After it falls, it loses as many HP as the total of the HP of each heroine other than it that has 4 HP or more.
After it falls, 1D6 is thrown, 1D10 is thrown, it loses as many HP as the die and as the second die.
After it falls, it hits the first of its friends with 2 points spent (free).
After it falls, if (either it has 4 HP or more or it has no friend) and if its owner wants: it loses 1 HP.
A first heroine may change places with a second heroine; its owner chooses a first heroine that has 4 HP or more, then a second heroine that is not the first heroine.`},
		{"fr", `Quand elle vient de tomber, pour chacune de ses amies : on jette 1D10, cette héroïne perd autant de PV que le résultat du dé et tombe.
Quand elle vient de tomber, si elle a 4 PV ou plus, on jette 1D10 et elle perd autant de PV que le résultat du dé ; sinon on jette 1D10 et elle gagne autant de PV que le résultat du dé.
Quand elle vient de tomber, chacun de ses alliés qui ont 4 PV ou plus tombe et marche.
Quand elle vient de tomber, si elle n'a aucune amie, elle perd 1 PV.
Quand elle vient de tomber, si elle a une amie, elle perd 1 PV.
Quand elle frappe la cible, les dégâts diminuent du bonus.
Elle ne peut ni marcher ni saisir de cible.
Quand elle vient de tomber, elle frappe la première de ses amies avec 1 point dépensé.
Quand elle vient de tomber, au tour de son propriétaire.
Quand un ordre vient d'être donné, si l'ordre est Tirez !, elle perd 1 PV.
Quand elle vient de tomber, si le nombre d'héroïnes qui ont le même propriétaire qu'elle et n'ont aucun PV est de 3 ou plus, elle perd 1 PV.
Quand elle vient de tomber, si parmi ses alliés il n'y a aucune héroïne qui a 6 PV ou plus, elle perd 1 PV.
Quand elle vient de tomber, elle perd autant de PV que le total des PV de chaque héroïne autre qu'elle qui a 4 PV ou plus.
Quand elle vient de tomber, on jette 1D6, on jette 1D10, elle perd autant de PV que le résultat du dé et le résultat du deuxième dé.
Quand elle vient de tomber, elle frappe la première de ses amies avec 2 points dépensés (gratuit).
Quand elle vient de tomber, si elle a 4 PV ou plus ou si elle n'a aucune amie, et si son propriétaire le veut : elle perd 1 PV.
Une première héroïne peut changer de place avec une deuxième héroïne ; son propriétaire choisit une première héroïne qui a 4 PV ou plus, puis une deuxième héroïne qui n'est pas la première héroïne.`},
	} {
		readsAs(t, u.Program, lang.name, lang.want)
	}
}

// A requirement without a sentence of its own is told by what it asks for; what cannot be told is left to its label.
func TestUnmetIsRead(t *testing.T) {
	u, err := library.Loader(afero.NewMemMapFs()).LoadText("x.kdsl", `kind hero { en "Hero"  fr m "Héros"  cell HP: int = 9 { en "HP"  fr "PV" }  cell tired: int = 0 }
event hit(who: hero) {
  en "{who} is hit"  fr "{who} est frappé"
  require alive: who.HP > 2
  require awake: who.tired == 0
}
`)
	if err != nil || u.Diags.HasErrors() {
		t.Fatal(err, u.Diags)
	}
	for _, ev := range u.Program.Events {
		for _, want := range [][3]string{{"alive", "The hero has 2 HP or less.", "Le héros a 2 PV ou moins."}, {"awake", "", ""}, {"nothing", "", ""}} {
			if ev.Name != "hit" {
				continue
			}
			if en, fr := aloud.Unmet(u.Program, ev, want[0], "en"), aloud.Unmet(u.Program, ev, want[0], "fr"); en != want[1] || fr != want[2] {
				t.Errorf("%s: got %q and %q, want %q and %q", want[0], en, fr, want[1], want[2])
			}
		}
	}
}

// That of several of a card only one counts is read, and for whom. In French one decides whether, and chooses a thing.
func TestOnceIsRead(t *testing.T) {
	u, err := library.Loader(afero.NewMemMapFs()).LoadText("x.kdsl", `kind hero { en "Hero"  fr m "Héros" }
kind mood on hero { en "Mood"  fr f "Humeur" }
mood cross { en "Cross"  fr m "Courroux"  one per bearer, renewed }
mood merry { en "Mirth"  fr f "Joie"  one per bearer }
mood quiet { en "Quiet"  fr m "Calme"
  action hush(who: hero) {
    en "{who} is still"  fr "{who} se tait"
    choose by who.owner { whom: hero  sings: bool { en "to sing"  fr "chanter" } }
    do { sings(who: whom) }
  }
}
event sings(who: hero) { en "{who} sings"  fr "{who} chante" }
`)
	if err != nil || u.Diags.HasErrors() {
		t.Fatal(err, u.Diags)
	}
	want := map[string]string{
		"en": "Cross counts but once for it, and another gives it its own duration.|Mirth counts but once for it.|||",
		"fr": "Courroux ne compte qu'une fois pour lui, et un autre lui donne sa propre durée.|Joie ne compte qu'une fois pour lui.|||",
	}
	for lang, want := range want {
		got := ""
		for _, c := range u.Program.Cards {
			got += aloud.Once(u.Program, c, lang) + "|"
		}
		if got != want {
			t.Errorf("%s: got %s, want %s", lang, got, want)
		}
	}
	readsAs(t, u.Program, "fr", "Il peut se taire ; son propriétaire choisit un héros, puis décide de chanter ou non ; le héros choisi chante.")
}

// readsAs holds the readings of all cards of a program, a line each, to what is wanted.
func readsAs(t *testing.T, p *ir.Program, lang, want string) {
	t.Helper()
	var got []string
	for _, c := range p.Cards {
		for _, r := range aloud.Card(p, c, lang) {
			got = append(got, r.Text)
		}
	}
	if strings.Join(got, "\n") != want {
		t.Errorf("%s: got\n%s\nwant\n%s", lang, strings.Join(got, "\n"), want)
	}
}

// What is the bearer's is told as the bearer's where a sentence is told of another who could have it: the corpulence of the
// bearer, for its corpulence, which would be the target's.
func TestWhoseIsHeard(t *testing.T) {
	u, err := library.Loader(afero.NewMemMapFs()).LoadText("x.kdsl", `kind hero { en "Fighter"  fr f "Figurine"  cell HP: int = 9 { en "HP"  fr "PV" }  M: int = 3 { en "might"  fr f "force" } }
kind gift on hero { en "Gift"  fr m "Don" }
function near(who: hero, whom: hero): bool = who.HP > whom.HP { en "{who} stands in the zone of {whom}"  fr "{who} se tient dans la zone de {whom}" }
function ally(who: hero, whom: hero): bool = who.HP > whom.HP { en "{who} is an ally of {whom}"  fr "{who} est un allié de {whom}" }
event lose(who: hero, points: int) { en "{who} loses {points} HP"  fr "{who} perd {points} PV"  do { who.HP -= points } }
event hit(who: hero, target: hero) { en "{who} hits {target}"  fr "{who} frappe {target}"  do { } }
label target { en "target"  fr f "cible" }
gift lamp {
  en "Lamp"  fr "Lampe"
  burns: after hit(who: bearer) { lose(target, bearer.M) }
  drains: after hit(who: bearer) { lose(bearer, bearer.M) }
  shies: after hit(target: bearer) when near(who, bearer) && ally(who, bearer) { lose(who, who.M) }
  smites: after hit(who: bearer) when target.M < bearer.M { lose(target, 1) }
}
`)
	if err != nil || u.Diags.HasErrors() {
		t.Fatal(err, u.Diags)
	}
	for _, lang := range []struct{ name, want string }{
		{"en", `After it hits the target, the target loses as many HP as the might of the bearer.
After it hits the target, it loses as many HP as its might.
After another fighter hits it, if the other fighter stands in the zone of the bearer and the other fighter is its ally, the other fighter loses as many HP as the might of the other fighter.
After it hits the target, if the might of the target is less than that of the bearer, the target loses 1 HP.`},
		{"fr", `Quand elle vient de frapper la cible, la cible perd autant de PV que la force de la porteuse.
Quand elle vient de frapper la cible, elle perd autant de PV que sa force.
Quand une autre figurine vient de la frapper, si l'autre figurine se tient dans la zone de la porteuse et si l'autre figurine est son alliée, l'autre figurine perd autant de PV que la force de l'autre figurine.
Quand elle vient de frapper la cible, si la force de la cible est inférieure à celle de la porteuse, la cible perd 1 PV.`},
	} {
		readsAs(t, u.Program, lang.name, lang.want)
	}
}

// What holds for whoever it may be is told of any, and what does not of none.
func TestWhoeverIsHeard(t *testing.T) {
	u, err := library.Loader(afero.NewMemMapFs()).LoadText("x.kdsl", `kind hero { en "Fighter"  fr f "Figurine"  cell HP: int = 9 { en "HP"  fr "PV" } }
kind arm { en "Weapon"  fr f "Arme"  cell far: int = 9 }
kind gift on hero { en "Gift"  fr m "Don" }
function spies(who: hero, whom: hero, with: arm): bool = who.HP > with.far layers gifts { en "{who} reaches {whom} with {with}"  fr "{who} atteint {whom} avec {with}" }
gift lamp { en "Lamp"  fr "Lampe"  lights: while spies(who: bearer) { set to true layer gifts } }
gift dark { en "Dark"  fr "Noir"  blinds: while spies(who: bearer) { set to false layer gifts } }
`)
	if err != nil || u.Diags.HasErrors() {
		t.Fatal(err, u.Diags)
	}
	readsAs(t, u.Program, "en", "It does not reach any fighter with any weapon.\nIt reaches any fighter with any weapon.")
	readsAs(t, u.Program, "fr", "Elle n'atteint aucune figurine avec une arme.\nElle atteint n'importe quelle figurine avec n'importe quelle arme.")
}

// A list is told as one lists in each language: "de" before each, what somebody does apart from what is a thing, "ni" behind a
// negation, against whom once; and a bound among the values of an enum by the values within it.
func TestListsAreHeard(t *testing.T) {
	u, err := library.Loader(afero.NewMemMapFs()).LoadText("x.kdsl", `enum health { unhurt { en "unhurt"  fr "indemne" }, hurt { en "hurt"  fr "blessé" }, maimed { en "maimed"  fr "estropié" }, dying { en "dying"  fr "mourant" }, dead { en "dead"  fr "mort" } }
kind hero { en "Hero"  fr m "Héros"  cell HP: int = 9 { en "HP"  fr "PV" }  cell state: health = unhurt { en "state"  fr m "état" } }
kind gift on hero { en "Gift"  fr m "Don" }
event kick(who: hero, target: hero) { en noun "kick" by "gives"  fr noun m "coup de pied" by "donne"  do { } }
event blow(who: hero, target: hero) { en noun "blow" by "gives"  fr noun m "coup" by "donne"  do { } }
event fall(who: hero) { en "{who} falls"  fr "{who} tombe"  do { } }
gift lamp {
  en "Lamp"  fr "Lampe"
  swaps: instead kick(who: bearer) or blow(who: bearer) { bearer.HP -= 1 }
  saves: before kick(who: bearer) or fall(who: bearer) { bearer.HP += 1 }
  tied: cannot kick(target: bearer) or blow(target: bearer)
  ails: after fall(who: bearer) when bearer.state > unhurt { bearer.HP -= 1 }
  fails: after fall(who: bearer) when bearer.state >= maimed { bearer.HP -= 2 }
  spared: after fall(who: bearer) when !(bearer.state in [hurt, dying, dead]) { bearer.HP += 1 }
}
`)
	if err != nil || u.Diags.HasErrors() {
		t.Fatal(err, u.Diags)
	}
	for _, lang := range []struct{ name, want string }{
		{"en", `Instead of a kick it gives or a blow it gives, it loses 1 HP.
Before a kick it gives or before it falls, it gains 1 HP.
Another hero cannot give a kick or a blow against it.
After it falls, if its state is not unhurt, it loses 1 HP.
After it falls, if its state is maimed, dying or dead, it loses 2 HP.
After it falls, if its state is neither hurt, dying nor dead, it gains 1 HP.`},
		{"fr", `À la place d'un coup de pied qu'il donne ou d'un coup qu'il donne, il perd 1 PV.
Avant un coup de pied qu'il donne ou quand il va tomber, il gagne 1 PV.
Un autre héros ne peut pas donner de coup de pied ni de coup contre lui.
Quand il vient de tomber, si son état n'est pas indemne, il perd 1 PV.
Quand il vient de tomber, si son état est estropié, mourant ou mort, il perd 2 PV.
Quand il vient de tomber, si son état n'est ni blessé, mourant ni mort, il gagne 1 PV.`},
	} {
		readsAs(t, u.Program, lang.name, lang.want)
	}
}

// A thing that is used up leaves play, what only lasts ends; what is done with the card is done with it, and the card is not named
// beside it; what is forbidden of all of a class is told with what else is; and how near a place must be is told once.
func TestThingsAreHeard(t *testing.T) {
	u, err := library.Loader(afero.NewMemMapFs()).LoadText("x.kdsl", `kind hero { en "Fighter"  fr f "Figurine"  cell HP: int = 9 { en "HP"  fr "PV" }  carries arms: arm { en "Weapons"  fr f "Armes" }  body round 2 }
kind arm on hero { en "Weapon"  fr f "Arme"  cell blunt: bool = false { en "blunt"  fr "émoussé" } }
kind state on hero { en "State"  fr m "État" }
label loud { en "loud action"  fr f "action bruyante" plural "actions bruyantes" }
event shout(who: hero) { tag loud  en noun "shout" by "gives"  fr noun m "cri" by "donne" }
event sing(who: hero) { tag loud  en noun "song" by "gives"  fr noun f "chanson" by "donne" }
event call(who: hero) { tag loud  en noun "call" by "gives"  fr noun m "appel" by "donne" }
event howl(who: hero) { tag loud  en noun "howl" by "gives"  fr noun m "hurlement" by "donne" }
event rest(who: hero) { en "{who} rests"  fr "{who} se repose"  do { } }
event hit(who: hero, with: arm) { en noun "blow" by "gives"  fr noun m "coup" by "donne"  harm: int = 1 layers skills { en "harm"  fr m "mal" }  do { } }
event settle(who: hero) {
  choose by who.owner { spot: point within 9 + 2 of who where distance(who, it) <= 9 { en "place"  fr m "endroit" } }
  do { move who to spot }
}
event rove(who: hero) {
  choose by who.owner { spot: point within 9 of who where distance(who, it) <= 12 { en "place"  fr m "endroit" } }
  do { move who to spot }
}
arm club {
  en "Club"  fr f "Massue"
  dull: while hit(with: self) when self.blunt { add -1 to harm }
  breaks: after hit(with: self) { destroy self }
}
state awe {
  en "Awe"  fr m "Respect"
  hushed: cannot shout(who: bearer) or sing(who: bearer) or call(who: bearer) or howl(who: bearer) or rest(who: bearer)
  gone: after rest(who: bearer) { destroy self }
  lands: after rest(who: bearer) { settle(bearer) }
  roves: after rest(who: bearer) { rove(bearer) }
}
`)
	if err != nil || u.Diags.HasErrors() {
		t.Fatal(err, u.Diags)
	}
	readsAs(t, u.Program, "en", `It cannot rest or do any loud action.
After it rests, Awe ends.
After it rests, its owner chooses as place a point within 9 of it and it goes to the place.
After it rests, its owner chooses as place a point within 9 of it that it is within 12 of and it goes to the place.
During a blow with it, if it is blunt, the harm goes down by 1.
After a blow with it, it leaves play.`)
	readsAs(t, u.Program, "fr", `Elle ne peut ni faire d'action bruyante ni se reposer.
Quand elle vient de se reposer, le Respect prend fin.
Quand elle vient de se reposer, son propriétaire choisit comme endroit un point à 9 ou moins d'elle ; elle va à l'endroit.
Quand elle vient de se reposer, son propriétaire choisit comme endroit un point à 9 ou moins d'elle dont elle est à 12 ou moins ; elle va à l'endroit.
Pendant un coup avec elle, si elle est émoussée, le mal diminue de 1.
Après un coup avec elle, elle quitte le jeu.`)
}

// What nothing has told of before is some: what cannot be done to it, or may all the same, is told of a target, and of the target
// only where a condition names it; who is told by what he does is not named yet, and what is chosen is another.
func TestFirstIsSome(t *testing.T) {
	u, err := library.Loader(afero.NewMemMapFs()).LoadText("x.kdsl", `kind hero { en "Fighter"  fr f "Figurine"  cell HP: int = 9 { en "HP"  fr "PV" } }
kind gift on hero { en "Gift"  fr m "Don" }
kind charm { en "Charm"  fr m "Charme"  strength: int = 1 { en "strength"  fr f "force" } }
kind room on hero { en "Room"  fr f "Salle" }
label target { en "target"  fr f "cible" }
event blow(who: hero, target: hero) { en noun "blow" by "strikes" to "takes"  fr noun m "coup" by "porte" to "reçoit"  spent: int = 0 { en "number of points spent"  fr m "nombre de points dépensés" }  do { } }
event parry(who: hero, blow: blow) { en "{who} parries a blow"  fr "{who} pare un coup"  do { } }
event seize(who: hero, target: hero) { en "{who} seizes {target}"  fr "{who} saisit {target}"  do { } }
event learn(who: hero, what: charm) { en "{who} learns {what}"  fr "{who} apprend {what}"  require weak: what.strength < 3  do { } }
event enters(who: hero, place: hero) { en "{who} enters a room"  fr "{who} entre dans une salle"  do { } }
event hush(who: hero) { en noun "silence"  fr noun m "silence"  do { } }
event throws(who: hero) { en "{who} throws at {whom}"  fr "{who} lance sur {whom}"  choose by who.owner { whom: hero where it != who }  do { } }
label blow { en "blow"  fr m "coup" }
gift lamp {
  en "Lamp"  fr "Lampe"
  tied: cannot seize(who: bearer)
  spared: cannot seize(who: bearer) when target.HP > 3
  swift: cannot parry when blow.who == bearer
  wise: waive weak of learn(who: bearer)
  wiser: waive weak of learn(who: bearer) when what.strength > 1
  pelts: after seize(who: bearer) { throws(bearer) }
  parted: after blow when who.HP > 3 { bearer.HP -= 1; who.HP -= 1 }
  hushed: before hush when who.HP > 3 { who.HP -= 1 }
}
`)
	if err != nil || u.Diags.HasErrors() {
		t.Fatal(err, u.Diags)
	}
	readsAs(t, u.Program, "en", `It cannot seize a target.
If the target has 4 HP or more, it cannot seize the target.
If it strikes the blow, a fighter cannot parry a blow.
It may learn a charm even if the strength of the charm is 3 or more.
If the strength of a charm is 2 or more, it may learn the charm even if the strength of the charm is 3 or more.
After it seizes the target, it throws at another fighter.
After a blow, if the fighter that strikes the blow has 4 HP or more, it loses 1 HP and the fighter loses 1 HP.
Before a silence of a fighter, if the fighter has 4 HP or more, the fighter loses 1 HP.`)
	readsAs(t, u.Program, "fr", `Elle ne peut pas saisir de cible.
Si la cible a 4 PV ou plus, elle ne peut pas saisir la cible.
Si elle porte le coup, une figurine ne peut pas parer de coup.
Elle peut apprendre un charme même si la force du charme est de 3 ou plus.
Si la force d'un charme est de 2 ou plus, elle peut apprendre le charme même si la force du charme est de 3 ou plus.
Quand elle vient de saisir la cible, elle lance sur une autre figurine.
Après un coup, si la figurine qui porte le coup a 4 PV ou plus, elle perd 1 PV et la figurine perd 1 PV.
Avant un silence d'une figurine, si la figurine a 4 PV ou plus, la figurine perd 1 PV.`)
}

// What was told twice, or wrongly, each a class of sentences: that there is one of those from which one is chosen; whom the others
// are beside; that none is any longer so; a count that is set to none; which face; what several have; where the card lies; of two
// conditions one and not the other; the line that ends with a relative; the card itself before a French verb.
func TestOnceAndRight(t *testing.T) {
	u, err := library.Loader(afero.NewMemMapFs()).LoadText("x.kdsl", `kind hero {
  en "Fighter"  fr f "Figurine"
  cell HP: int = 9 { en "HP"  fr "PV" }
  cell tired: bool = false { en "tired"  fr "fatigué" }
  cell friends: list<hero> = [] { en "friend" plural "friends"  fr f "amie" plural "amies" }
  cell wounds: int = 0 { en "wound" plural "wounds"  fr f "plaie" plural "plaies" }
  carries arms: arm { en "Weapons"  fr f "Armes" }
}
kind gift on hero { en "Gift"  fr m "Don" }
kind arm on hero { en "Weapon"  fr f "Arme" }
function weak(who: hero): bool = who.HP < 3 { en "{who} is at half of its strength"  fr "{who} est à la moitié de sa force" }
function foe(who: hero, whom: hero): bool = who.HP > whom.HP { en "{who} is an enemy of {whom}"  fr "{who} est une ennemie de {whom}" }
event fall(who: hero) { en "{who} falls"  fr "{who} tombe"  lowest: int = 1 layers skills { en "lowest face that counts"  fr f "plus basse face qui compte" }  do { } }
event runs(who: hero, whom: hero) { en "{who} runs to {whom}"  fr "{who} court vers {whom}"  do { } }
event hurls(who: hero, with: arm, whom: hero) { en "{who} hurls {with} at {whom}"  fr "{who} lance {with} sur {whom}"  do { } }
event bursts(what: hero) { en "The ground under {what} bursts"  fr "Le sol sous {what} éclate"  do { } }
span day() { en "Day"  fr "Jour"  en noun "day"  fr noun m "jour" }
arm axe { en "Axe"  fr "Hache"  light: cannot hurls(with: self) when whom.HP > 3 }
gift lamp {
  en "Lamp"  fr "Lampe"
  heals: after fall(who: bearer) may when bearer.friends.exists(f, f.HP < 3) {
    choose one: hero in bearer.friends.filter(f, f.HP < 3) by bearer.owner
    one.HP += 1
  }
  others: after fall(who: bearer) { each h: hero where h != bearer && h.HP > 3 { h.HP -= 1 } }
  rests: after day { each h: hero { h.tired = false } }
  mends: after fall(who: bearer) { bearer.wounds = 0 }
  opens: while fall(who: bearer) { set lowest to 2 layer skills }
  each_weak: after fall(who: bearer) { each h in bearer.friends where weak(h) { h.HP += 1 } }
  unlike: after fall(who: bearer) when (bearer.HP > 3) != bearer.tired { bearer.HP -= 1 }
  last: after fall(who: bearer) { each h in bearer.friends where h.HP > 3 { runs(bearer, all(hero).filter(f, foe(h, f))[0]) } }
  bursting: after bursts { bearer.HP -= 1 }
}
`)
	if err != nil || u.Diags.HasErrors() {
		t.Fatal(err, u.Diags)
	}
	readsAs(t, u.Program, "en", `If another fighter has 4 HP or more, a fighter cannot hurl it at the other fighter.
After it falls, its owner may choose one of its friends that have 2 HP or less: the fighter chosen gains 1 HP.
After it falls, each fighter other than it that has 4 HP or more loses 1 HP.
At the end of each day, each fighter is no longer tired.
After it falls, it no longer has any wounds.
When it falls, the lowest face that counts is 2.
After it falls, each of its friends that are at half of their strength gains 1 HP.
After it falls, if either (it has 4 HP or more and it is not tired) or (it has 3 HP or less and it is tired), it loses 1 HP.
After it falls, for each of its friends that have 4 HP or more: it runs to the first of all fighters which that fighter is an enemy of.
After the ground under a fighter bursts, it loses 1 HP.`)
	readsAs(t, u.Program, "fr", `Si une autre figurine a 4 PV ou plus, une figurine ne peut pas la lancer sur l'autre figurine.
Quand elle vient de tomber, son propriétaire peut choisir l'une de ses amies qui ont 2 PV ou moins : la figurine choisie gagne 1 PV.
Quand elle vient de tomber, chaque figurine autre qu'elle qui a 4 PV ou plus perd 1 PV.
À la fin de chaque jour, aucune figurine n'est plus fatiguée.
Quand elle vient de tomber, elle n'a plus aucune plaie.
Quand elle tombe, la plus basse face qui compte est 2.
Quand elle vient de tomber, chacune de ses amies qui sont à la moitié de leur force gagne 1 PV.
Quand elle vient de tomber, si (elle a 4 PV ou plus et elle n'est pas fatiguée) ou si (elle a 3 PV ou moins et elle est fatiguée), elle perd 1 PV.
Quand elle vient de tomber, pour chacune de ses amies qui ont 4 PV ou plus : elle court vers la première de toutes les figurines dont cette figurine est une ennemie.
Dès que le sol sous une figurine éclate, elle perd 1 PV.`)
}

// What a French reader missed, each a class of sentences: what is given with a call is told as what it is; what is asked stands before
// what is done; who is told of as not there is told of before; what is so of an event is said of its noun; a card that is a common noun
// has its article, and several daggers are they; a figure is that of one; and what automatic players weigh is not told.
func TestFrenchReaders(t *testing.T) {
	u, err := library.Loader(afero.NewMemMapFs()).LoadText("x.kdsl", `kind hero {
  en "Fighter"  fr f "Figurine"
  cell HP: int = 9 { en "HP"  fr "PV" }
  cell points: int = 0 { en "point of structure" plural "points of structure"  fr m "point de structure" plural "points de structure" }
  carries arms: arm { en "Weapons"  fr f "Armes" }
}
kind gift on hero { en "Gift"  fr m "Don" }
kind arm on hero { en "Weapon"  fr f "Arme" }
function foe(who: hero, whom: hero): bool = who.HP > whom.HP { en "{who} has {whom} in front of it"  fr "{who} a {whom} devant elle" }
function near(who: hero, whom: hero): bool = who.HP >= whom.HP { en "{who} is near {whom}"  fr "{who} est près de {whom}" }
function cover(who: hero, from: hero): int = 0 layers gifts { en "cover that {who} has from {from}"  fr m "le couvert que {who} a contre {from}" }
function liking(who: hero): int = 0 layers gifts { en "liking"  fr m "attrait"  inner }
event fall(who: hero) { en "{who} falls"  fr "{who} tombe"  do { } }
event test(who: hero) { en "{who} is tested"  fr "{who} est éprouvée"  en noun "test" by "passes"  fr noun m "test" by "passe"  won: bool = false { en "passed"  fr "réussi" }  kept: bool = false layers gifts { en "kept"  fr "gardé" }  do { } }
event push(who: hero, force: int) { en "{who} pushes"  fr "{who} pousse"  do { } }
event throws(who: hero, with: arm, whom: hero) { en "{who} hurls {with} at {whom}"  fr "{who} lance {with} sur {whom}"  do { } }
event charge(who: hero, whom: hero) { en noun "charge" by "makes"  fr noun f "charge" by "fait"  do { } }
span day() { en "Day"  fr "Jour"  en noun "day"  fr noun m "jour" }
label force { en "strength"  fr f "force" }
arm daggers { en "Daggers"  fr f "Dagues"  light: cannot throws(with: self) when whom.HP > 3 }
arm pike { en "Pike"  fr m "Épieu"  light: cannot throws(with: self) }
arm stone {
  en "Big stone"  fr f "Grosse pierre"
  cell worn: bool = false { en "worn"  fr "usé" }
  wears: after fall(who: bearer) { worn = true }
}
gift lamp {
  en "Lamp"  fr "Lampe"
  pushes: after fall(who: bearer) { push(bearer, bearer.HP) }
  often: after fall(who: bearer) when bearer.HP > 3 { limit once per bearer per day
    bearer.HP -= 1 }
  passed: after test(who: bearer) when won { bearer.HP += 1 }
  keeps: before test(who: bearer) { set kept to bearer.HP > 3 }
  front: cannot charge(whom: bearer) when !foe(bearer, who) && who.HP > 3
  apart: cannot charge(whom: bearer) when !near(bearer, who) && who.HP > 3
  covers: while cover(from: bearer) { add -1 layer gifts }
  likes: while liking(who: bearer) { add 1 layer gifts }
  builds: after fall(who: bearer) { bearer.points = bearer.HP }
  counts: after fall(who: bearer) when bearer.points + bearer.points > 3 { bearer.HP -= 1 }
}
`)
	if err != nil || u.Diags.HasErrors() {
		t.Fatal(err, u.Diags)
	}
	readsAs(t, u.Program, "fr", `Si une autre figurine a 4 PV ou plus, une figurine ne peut pas les lancer sur l'autre figurine.
Quand elle vient de tomber, elle pousse avec ses PV comme force.
Une fois par jour, quand elle vient de tomber, si elle a 4 PV ou plus, elle perd 1 PV.
Après un test qu'elle passe, si le test est réussi, elle gagne 1 PV.
Avant un test qu'elle passe, si elle a 4 PV ou plus, le test compte comme gardé.
Si une autre figurine a 4 PV ou plus et si elle n'a pas l'autre figurine devant elle, l'autre figurine ne peut pas faire de charge contre elle.
Si une autre figurine a 4 PV ou plus et si elle n'est pas près de l'autre figurine, l'autre figurine ne peut pas faire de charge contre elle.
Le couvert qu'une figurine a contre elle diminue de 1.
Quand elle vient de tomber, ses points de structure sont égaux à ses PV.
Quand elle vient de tomber, si ses points de structure plus ses points de structure sont au nombre de 4 ou plus, elle perd 1 PV.
Une figurine ne peut pas le lancer sur une autre figurine.
Quand elle vient de tomber, la Grosse pierre devient usée.`)
}

// Nothing that decides is lost in a reading: whose figure it is that its words do not name, who may leave what others do, and what is
// asked of the members of a list, where that is nothing; that who is chosen may be the one who chooses.
func TestNothingIsLost(t *testing.T) {
	u, err := library.Loader(afero.NewMemMapFs()).LoadText("x.kdsl", `kind hero {
  en "Heroine"  fr f "Héroïne"
  cell HP: int = 9 { en "HP"  fr "PV" }
  derive friends: list<hero> = all(hero).filter(h, h.owner == self.owner && h != self) { en "friends"  fr f "amies" }
}
kind gift on hero { en "Gift"  fr m "Don" }
event fall(who: hero) { en "{who} falls"  fr "{who} tombe"  do { } }
event tire(who: hero) { en "{who} tires"  fr "{who} se fatigue"  do { } }
event snuff(what: gift) { en "The light of {what} is put out"  fr "La lumière {de what} est éteinte"  do { } }
function reach(who: hero, what: gift): length = 3 layers l { en "the reach of {what}"  fr f "la portée {de what}" }
gift lamp {
  en "Lamp"  fr f "Lampe"
  far: while reach(who: bearer) { add 1 }
  snuffs: after fall(who: bearer) may { cost snuff(self); bearer.HP += 1 }
  tires: before fall may when who != bearer { tire(who) }
  herself: before fall(who: bearer) may { tire(who) }
  some: after fall(who: bearer) when bearer.friends.exists(f, true) { bearer.HP += 1 }
  either: after fall(who: bearer) may when bearer.HP > 3 || size(bearer.friends) == 0 { bearer.HP += 1 }
  mends: action mend(who: hero) { en "{who} mends"  fr "{who} soigne"
    choose by who.owner { whom: hero where it.HP < 9 }
    do { whom.HP += 1 } }
  helps: action help(who: hero) { en "{who} helps"  fr "{who} aide"
    choose by who.owner { whom: hero where it.HP < 9 && it != who }
    do { whom.HP += 1 } }
  many: after fall(who: bearer) when bearer.friends.count(f, true) >= 2 { bearer.HP += 1 }
}
`)
	if err != nil || u.Diags.HasErrors() {
		t.Fatal(err, u.Diags)
	}
	for lang, want := range map[string]string{
		"en": `For it, the reach of any gift goes up by 1.
After it falls, if its owner wants: the light of Lamp is put out; it gains 1 HP.
Before a heroine falls, if it is not the heroine and if its owner wants: the heroine tires.
Before it falls, it may tire.
After it falls, if it has friends, it gains 1 HP.
After it falls, if (either it has 4 HP or more or it has no friends) and if its owner wants: it gains 1 HP.
After it falls, if the number of its friends is 2 or more, it gains 1 HP.
It may help; its owner chooses a heroine other than it that has 8 HP or less; the other heroine gains 1 HP.
It may mend; its owner chooses a heroine that has 8 HP or less; the heroine chosen gains 1 HP.`,
		"fr": `Pour elle, la portée d'un don augmente de 1.
Quand elle vient de tomber, si son propriétaire le veut : la lumière de la Lampe est éteinte ; elle gagne 1 PV.
Quand une héroïne va tomber, si elle n'est pas l'héroïne et si son propriétaire le veut : l'héroïne se fatigue.
Quand elle va tomber, elle peut se fatiguer.
Quand elle vient de tomber, si elle a des amies, elle gagne 1 PV.
Quand elle vient de tomber, si elle a 4 PV ou plus ou si elle n'a aucune amie, et si son propriétaire le veut : elle gagne 1 PV.
Quand elle vient de tomber, si le nombre de ses amies est de 2 ou plus, elle gagne 1 PV.
Elle peut aider ; son propriétaire choisit une héroïne autre qu'elle qui a 8 PV ou moins ; l'autre héroïne gagne 1 PV.
Elle peut soigner ; son propriétaire choisit une héroïne qui a 8 PV ou moins ; l'héroïne choisie gagne 1 PV.`,
	} {
		var got []string
		for _, r := range aloud.Card(u.Program, u.Program.Cards[slices.IndexFunc(u.Program.Cards, func(c *ir.Card) bool { return c.Name == "lamp" })], lang) {
			got = append(got, r.Text)
		}
		if strings.Join(got, "\n") != want {
			t.Errorf("%s: got\n%s\nwant\n%s", lang, strings.Join(got, "\n"), want)
		}
	}
}

// What French readers stumbled over: a price that read as a duty, who does what his owner decides, whose things another chooses from, what
// is one of the part it is of, who does either of two things, what a premise has settled, and of which sorts an action is.
func TestReadersAreHeard(t *testing.T) {
	u, err := library.Loader(afero.NewMemMapFs()).LoadText("x.kdsl", `kind unit {
  en "Unit"  fr f "Unité"
  cell HP: int = 9 { en "HP"  fr "PV" }
  cell calm: bool = true { en "calm"  fr "calme" }
  derive whole: unit = self { en "unit"  fr f "unité" }
  carries gifts: gift
}
kind hero extends unit { en "Heroine"  fr f "Héroïne" }
kind gift on unit { en "Gift"  fr m "Don" plural "Dons" }
label brisk { en "brisk action"  fr f "action vive" }
label haste { en "in haste"  fr "en hâte" }
label target { en "target"  fr f "cible" }
event toil(who: unit) { en noun "toil" by "does"  fr noun f "tâche" by "accomplit"  haste: bool = false  do { } }
event ache(who: unit) { en "{who} suffers"  fr "{who} souffre"  do { } }
event charge(who: unit, target: unit) { en noun "charge" by "makes"  fr noun f "charge" by "mène"  tag deed  force: int = 0 layers skills { en "force"  fr f "force" }  do { } }
event volley(who: unit, target: unit) { en noun "volley" by "makes"  fr noun f "volée" by "mène"  tag deed  force: int = 0 layers skills { en "force"  fr f "force" }  do { } }
event prayer(who: hero) { en noun "prayer" by "says"  fr noun f "prière" by "dit"  tag deed  do { } }
event cast(who: unit, spell: gift, target: unit) { en "{who} casts {spell} on {target}"  fr "{who} lance {spell} sur {target}"  do { } }
gift lamp {
  en "Lamp"  fr "Lampe"
  action lit(who: unit, target: unit) {
    en "{who} lights up"  fr "{who} s'éclaire"
    en noun "light" by "makes"  fr noun f "lumière" by "fait"
    tag brisk
    cost toil(who: who, haste: true)
    cost ache(target)
    do { who.HP += 1 }
  }
  sings: after ache(who: bearer) may {
    choose sing: bool { en "to sing"  fr "chanter" } by bearer.owner
    if sing { bearer.HP += 1 }
  }
  sheds: after toil(who: bearer) {
    choose its: gift in bearer.items(gift).filter(g, g != self) by bearer.owner
    destroy its
  }
  grows: after toil(who: bearer) when bearer.calm { bearer.HP += bearer.HP * (bearer.calm ? 2 : 3) }
  barred: cannot cast(spell: self) when target == who
}
rule upset { en "Upset"  fr "Émoi"  stays: cannot #deed when !who.whole.calm }
rule harder { en "Harder"  fr "Plus fort"  hits: while charge or volley { add who.HP to force } }
`)
	if err != nil || u.Diags.HasErrors() {
		t.Fatal(err, u.Diags)
	}
	readsAs(t, u.Program, "en", `During a charge or a volley, the force goes up by the HP of the unit that makes it.
After it suffers, if its owner wants: its owner chooses whether to sing; if this is so, it gains 1 HP.
After a toil it does, its owner chooses one of its gifts other than Lamp and the gift chosen leaves play.
After a toil it does, if it is calm, it gains as many HP as twice its HP.
If the target is the unit that would do this, the unit cannot cast it on the target.
As a brisk action, it may light up (the price: it does a toil in haste and the target suffers); it gains 1 HP.
If the unit is not calm, the unit cannot make a charge or a volley, or say a prayer.`)
	readsAs(t, u.Program, "fr", `Pendant une charge ou une volée, la force augmente des PV de l'unité qui la mène.
Quand elle vient de souffrir, si son propriétaire le veut : son propriétaire décide si elle va chanter ; si c'est le cas, elle gagne 1 PV.
Après une tâche qu'elle accomplit, son propriétaire choisit l'un des dons autres que Lampe qu'elle a et le don choisi quitte le jeu.
Après une tâche qu'elle accomplit, si elle est calme, elle gagne autant de PV que le double de ses PV.
Si la cible est l'unité qui ferait cela, l'unité ne peut pas le lancer sur la cible.
Comme action vive, elle peut s'éclairer (le prix : elle accomplit une tâche en hâte et la cible souffre) ; elle gagne 1 PV.
Si l'unité n'est pas calme, l'unité ne peut ni mener de charge ou de volée ni dire de prière.`)
}
