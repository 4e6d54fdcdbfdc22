package tongue_test

import (
	"strings"
	"testing"
	"unicode/utf8"

	. "github.com/kdsl-lang/kdsl/lang/tongue"
)

// pairs are cases in a line each: what is given, and what is wanted.
func pairs(t *testing.T, text string, do func(string) string) {
	t.Helper()
	n := 0
	for line := range strings.Lines(text) {
		line = strings.TrimSpace(line)
		if line == "" {
			continue
		}
		given, want, ok := strings.Cut(line, " | ")
		if !ok {
			t.Fatalf("no case: %s", line)
		}
		n++
		if got := do(given); got != want {
			t.Errorf("%s: got %q, want %q", given, got, want)
		}
	}
	if n == 0 {
		t.Error("no cases")
	}
}

func TestPluralEnglish(t *testing.T) {
	pairs(t, `
		blow | blows
		arm | arms
		box | boxes
		miss | misses
		match | matches
		brush | brushes
		bonus | bonuses
		buzz | buzzes
		army | armies
		ally | allies
		enemy | enemies
		day | days
		key | keys
		soliloquy | soliloquies
		die | dice
		dice | dice
		man | men
		woman | women
		swordsman | swordsmen
		Frenchman | Frenchmen
		human | humans
		Norman | Normans
		shaman | shamans
		talisman | talismans
		child | children
		foot | feet
		mouse | mice
		wolf | wolves
		elf | elves
		Elf | Elves
		knife | knives
		half | halves
		roof | roofs
		staff | staffs
		cliff | cliffs
		hero | heroes
		photo | photos
		echo | echoes
		crisis | crises
		basis | bases
		sheep | sheep
		monarch | monarchs
		stomach | stomachs
		AP | AP
		HP | HP
		X | X
		1D10 | 1D10
		point of movement | points of movement
		die of power | dice of power
		man-at-arms | men-at-arms
		attack die | attack dice
		action point | action points
		level 2 | levels 2
		Master archer | Master archers
		line of sight | lines of sight
		passer-by | passers-by
		axe | axes
		axis | axes
		blade with teeth | blades with teeth
		person | people
		zone | zones
		half-elf | half-elves
		Warriors | Warriors
		Card: Clansman | Cards: Clansman
		In melee | In melee
		Sword and bow | Swords and bows
		Artillery | Artillery
		Chief (2) | Chiefs (2)
	`, English.Plural)
}

func TestPluralFrench(t *testing.T) {
	pairs(t, `
		coup | coups
		arme | armes
		dé | dés
		PA | PA
		PV | PV
		V | V
		1D10 | 1D10
		niveau | niveaux
		château | châteaux
		chapeau | chapeaux
		boyau | boyaux
		tuyau | tuyaux
		jeu | jeux
		feu | feux
		lieu | lieux
		pneu | pneus
		bleu | bleus
		animal | animaux
		cheval | chevaux
		général | généraux
		bal | bals
		récital | récitals
		chacal | chacals
		naval | navals
		travail | travaux
		vitrail | vitraux
		portail | portails
		bijou | bijoux
		genou | genoux
		trou | trous
		œil | yeux
		ciel | cieux
		bras | bras
		voix | voix
		nez | nez
		corps | corps
		souris | souris
		Guerrier | Guerriers
		monsieur | messieurs
		gentilhomme | gentilshommes
		point d'action | points d'action
		point d’action | points d’action
		dé de pouvoir | dés de pouvoir
		dé d'attaque | dés d'attaque
		coup spécial | coups spéciaux
		arme lourde | armes lourdes
		grand bouclier | grands boucliers
		arme à deux mains | armes à deux mains
		arme de jet | armes de jet
		ligne de vue | lignes de vue
		test de Témérité | tests de Témérité
		chef de guerre | chefs de guerre
		homme-bête | hommes-bêtes
		porte-étendard | porte-étendards
		demi-orc | demi-orcs
		demi-toise | demi-toises
		porte | portes
		garde | gardes
		arc-en-ciel | arcs-en-ciel
		chef-d'œuvre | chefs-d'œuvre
		corps-à-corps | corps-à-corps
		loup-garou | loups-garous
		Anglo-Danois | Anglo-Danois
		Anglo-Saxon | Anglo-Saxons
		arc et flèche | arcs et flèches
		niveau 2 | niveaux 2
		sorcière des haies | sorcières des haies
		toise | toises
		allié | alliés
		main | mains
		tir de base | tirs de base
		Dé Saga | Dés Saga
		dé Saga | dés Saga
		Homme-Bête | Hommes-Bêtes
		coup sans effet | coups sans effet
		PA de plus | PA de plus
		La bataille | Les batailles
		Un tour | Des tours
		Au sol | Au sol
		Carte : Archers | Cartes : Archers
		À terre | À terre
	`, French.Plural)
}

func TestIsPlural(t *testing.T) {
	for name, want := range map[string]bool{
		"Warriors": true, "Warrior": false, "Warriors 2": true, "Boss": false, "Princess": false, "Men of the north": true, "Colossus": false,
		"Mice": true, "The mice": true, "The mouse": false, "Axis": false, "Dice": true, "Saxons": true, "Mars": false, "Circle of Stones": false,
		"Knights of the Circle": true, "": false, "2": false, "s": false, "Orc Warriors": true, "Warriors' Orc": false, "Swordsmen": true, "Omen": false, "Card: Clansmen": false, "Clansmen (2)": true, "VS": false, "Light Artillery": false, "In melees": false,
	} {
		if English.IsPlural(name) != want {
			t.Errorf("%s", name)
		}
	}
	for name, want := range map[string]bool{
		"Guerriers": true, "Guerrier": false, "Guerriers 2": true, "Guerriers des Normands": true, "Sorcière des haies": false, "Les souris": true,
		"Le bois": false, "Bois": false, "Anglo-Danois": true, "Normands": true, "Corps": false, "Héros": false, "Le Héros": false, "Les Héros": true,
		"Chevaux": true, "Croix": false, "Écus": true, "": false, "Ours": false, "Loups": true, "Seigneur des Normands": false, "Des loups": true,
		"Accès": false, "Virus": false, "Anglo-Saxon": false, "Chapeaux": true, "Aux aguets": false, "PS": false,
	} {
		if French.IsPlural(name) != want {
			t.Errorf("%s", name)
		}
	}
}

// nouns of French, by letters behind them: f feminine, m mass, p plural only, h aspirated, n a name.
func noun(s string) Noun {
	word, marks, _ := strings.Cut(s, "/")
	n := Noun{One: word, Gender: Masculine}
	if strings.Contains(marks, "f") {
		n.Gender = Feminine
	}
	n.Mass, n.PluralOnly = strings.Contains(marks, "m"), strings.Contains(marks, "p")
	n.Aspirated, n.Proper = strings.Contains(marks, "h"), strings.Contains(marks, "n")
	return n
}

func TestArticlesEnglish(t *testing.T) {
	l := English
	for _, c := range []struct {
		do   func(Noun, bool) string
		text string
	}{
		{l.The, "blow | the blow \n arm | the arm \n Warriors/p | the Warriors \n damage/m | the damage \n Orc/n | Orc"},
		{l.A, `
			blow | a blow
			arm | an arm
			damage/m | damage
			hour | an hour
			heir | an heir
			honest man | an honest man
			house | a house
			hero | a hero
			unit | a unit
			use | a use
			one-handed blade | a one-handed blade
			umbrella | an umbrella
			unarmed man | an unarmed man
			enemy | an enemy
			AP | an AP
			HP | an HP
			PA | a PA
			SP | an SP
			X | an X
			8 | an 8
			11 | an 11
			18 | an 18
			1D10 | a 1D10
			80 | an 80
			Warriors/p | Warriors
			Orc/n | Orc
			yard | a yard
			ewe | a ewe
			herb/h | an herb
			ubiquitous foe | a ubiquitous foe
			unimportant man | an unimportant man
			uninjured man | an uninjured man
		`},
		{l.Of, "blow | of the blow \n Orc/n | of Orc \n Warriors/p | of the Warriors"},
		{l.To, "blow | to the blow \n Orc/n | to Orc"},
		{l.Its, "blow | its blow"},
		{l.That, "ally | that ally \n dice/p | those dice"},
	} {
		pairs(t, c.text, func(s string) string { return c.do(noun(s), false) })
	}
	for got, want := range map[string]string{
		l.The(noun("die"), true): "the dice", l.A(noun("arm"), true): "arms", l.Its(noun("blow"), true): "its blows", l.That(noun("ally"), true): "those allies",
		l.Each(noun("blow")): "each blow", l.Each(noun("dice/p")): "all dice", l.All(noun("blow")): "all blows", l.No(noun("blow")): "no blow", l.All(noun("damage/m")): "all damage",
		l.Pronoun(noun("x"), false): "it", l.Pronoun(noun("x/f"), true): "they", l.Pronoun(noun("x/f"), false): "it",
		l.Whose("blow", noun("Orc")): "Orc's blow", l.Whose("blow", noun("Warriors/p")): "Warriors' blow",
	} {
		if got != want {
			t.Errorf("got %q, want %q", got, want)
		}
	}
}

func TestArticlesFrench(t *testing.T) {
	l := French
	one := func(do func(Noun, bool) string) func(string) string {
		return func(s string) string { return do(noun(s), false) }
	}
	many := func(do func(Noun, bool) string) func(string) string {
		return func(s string) string { return do(noun(s), true) }
	}
	pairs(t, `
		coup | le coup
		arme/f | l'arme
		Force/f | la Force
		allié | l'allié
		homme | l'homme
		habileté/f | l'habileté
		héros | le héros
		héroïne/f | l'héroïne
		hache/f | la hache
		hallebarde/f | la hallebarde
		hauteur/f | la hauteur
		horde/f | la horde
		œil | l'œil
		épée/f | l'épée
		Écu | l'Écu
		onze | le onze
		yeti | le yeti
		Orc/n | Orc
		dégâts/p | les dégâts
		eau/fm | l'eau
		Hakh/h | le Hakh
		hors-norme | le hors-norme
		1D10 | le 1D10
		iule | l'iule
		ypérite/f | l'ypérite
	`, one(l.The))
	pairs(t, "coup | les coups \n arme/f | les armes \n cheval | les chevaux \n eau/fm | l'eau \n PA | les PA \n Orc/n | Orcs \n point d'action | les points d'action", many(l.The))
	pairs(t, "coup | un coup \n arme/f | une arme \n eau/fm | de l'eau \n courage/m | du courage \n force/fm | de la force \n dégâts/p | des dégâts \n Orc/n | Orc", one(l.A))
	pairs(t, "coup | des coups \n arme/f | des armes", many(l.A))
	pairs(t, `
		coup | du coup
		arme/f | de l'arme
		Force/f | de la Force
		dégâts/p | des dégâts
		Orc/n | d'Orc
		Vitesse/fn | de Vitesse
		Hakh/nh | de Hakh
		Homme/n | d'Homme
		Héros/n | de Héros
		héros | du héros
		Guerriers/np | des Guerriers
		Les souris/np | des souris
		Le Seigneur/n | du Seigneur
		La Garde/nf | de la Garde
		L'Ours/n | de l'Ours
	`, one(l.Of))
	pairs(t, "coup | des coups \n arme/f | des armes \n Orc/n | des Orcs", many(l.Of))
	pairs(t, `
		coup | au coup
		arme/f | à l'arme
		Force/f | à la Force
		dégâts/p | aux dégâts
		Orc/n | à Orc
		Guerriers/np | aux Guerriers
		Les souris/np | aux souris
		Le Seigneur/n | au Seigneur
		La Garde/nf | à la Garde
		Hakh/h | au Hakh
	`, one(l.To))
	pairs(t, "coup | aux coups \n PA | aux PA", many(l.To))
	pairs(t, "coup | son coup \n Force/f | sa Force \n arme/f | son arme \n hache/f | sa hache \n Hakh/fh | sa Hakh \n dégâts/p | ses dégâts \n habileté/f | son habileté", one(l.Its))
	pairs(t, "coup | ses coups \n arme/f | ses armes", many(l.Its))
	pairs(t, "coup | ce coup \n allié | cet allié \n homme | cet homme \n héros | ce héros \n figurine/f | cette figurine \n arme/f | cette arme \n dégâts/p | ces dégâts", one(l.That))
	pairs(t, "allié | ces alliés \n figurine/f | ces figurines", many(l.That))
	pairs(t, "coup | chaque coup \n dégâts/p | tous les dégâts", func(s string) string { return l.Each(noun(s)) })
	pairs(t, "coup | tous les coups \n arme/f | toutes les armes \n or/m | tout l'or", func(s string) string { return l.All(noun(s)) })
	pairs(t, "coup | aucun coup \n arme/f | aucune arme", func(s string) string { return l.No(noun(s)) })
	pairs(t, "coup | il \n arme/f | elle \n dégâts/p | ils \n armes/fp | elles", one(l.Pronoun))
	pairs(t, "Orc/n | coup d'Orc \n Guerriers/np | coup des Guerriers \n Normand/n | coup de Normand", func(s string) string { return l.Whose("coup", noun(s)) })
}

func TestElide(t *testing.T) {
	pairs(t, `
		de Orc | d'Orc
		de nain | de nain
		le arme | l'arme
		le nain | le nain
		la épée | l'épée
		la hache | la hache
		que elle | qu'elle
		que il | qu'il
		que le | que le
		se arrête | s'arrête
		se déplace | se déplace
		ne attaque | n'attaque
		ne hurle | ne hurle
		ne heurte | ne heurte
		ne habite | n'habite
		je aime | j'aime
		si il | s'il
		si ils | s'ils
		si elle | si elle
		si on | si on
		jusque à | jusqu'à
		lorsque un | lorsqu'un
		puisque elle | puisqu'elle
		De Orc | D'Orc
		de le coup | du coup
		de les coups | des coups
		de Les Normands | des Normands
		de la hache | de la hache
		de l'arme | de l'arme
		à le coup | au coup
		à les coups | aux coups
		à la main | à la main
		à l'arme | à l'arme
		de un | d'un
		de onze | de onze
		de œil | d'œil
		ce est | c'est
		de Ys | d'Ys
		de Yack | de Yack
		de YAMA | de YAMA
		de 8 | de 8
		par un | par un
	`, func(s string) string {
		word, next, _ := strings.Cut(s, " ")
		return Elide(word, next)
	})
	if Elide("de", "") != "de" || Elide("", "") != "" || Elide("", "a") != " a" {
		t.Error("empty")
	}
}

func TestNumbers(t *testing.T) {
	ap, die := noun("AP"), noun("die")
	de, toise := noun("dé"), noun("toise/f")
	for got, want := range map[string]string{
		English.Count(1, ap): "1 AP", English.Count(2, ap): "2 AP", English.Count(0, die): "0 dice", English.Count(1, die): "1 die", English.Count(-1, die): "-1 die",
		English.Count(2, Noun{One: "ox", Many: "oxen"}): "2 oxen", English.Count(3, noun("damage/m")): "3 damage",
		French.Count(0, de): "0 dé", French.Count(1, de): "1 dé", French.Count(2, de): "2 dés", French.Count(-2, de): "-2 dés", French.Count(2, noun("dégâts/p")): "2 dégâts",
		French.Count(12, noun("point d'action")): "12 points d'action",
		French.Measure(1500, toise):              "1,5 toise", French.Measure(2000, toise): "2 toises", French.Measure(2500, toise): "2,5 toises", French.Measure(500, toise): "0,5 toise",
		French.Measure(-500, toise): "-0,5 toise", French.Measure(-1500, toise): "-1,5 toise", French.Measure(1000, toise): "1 toise",
		English.Measure(1500, noun("inch")): "1.5 inches", English.Measure(1000, noun("inch")): "1 inch", English.Measure(125, noun("inch")): "0.125 inches", English.Measure(0, noun("inch")): "0 inches",
		French.Decimal(-1 << 63): "-9223372036854775,808",
	} {
		if got != want {
			t.Errorf("got %q, want %q", got, want)
		}
	}
	for n, want := range map[int]string{1: "first", 2: "second", 3: "third", 10: "tenth", 11: "11th", 12: "12th", 13: "13th", 21: "21st", 22: "22nd", 23: "23rd", 111: "111th", 0: "0th", -1: "-1st"} {
		if got := English.Ordinal(n, false); got != want {
			t.Errorf("got %q, want %q", got, want)
		}
	}
	for n, want := range map[int]string{1: "premier", 2: "deuxième", 9: "neuvième", 10: "dixième", 11: "11e", 21: "21e"} {
		if got := French.Ordinal(n, false); got != want {
			t.Errorf("got %q, want %q", got, want)
		}
	}
	if got := French.Ordinal(1, true) + French.Ordinal(2, true); got != "premièredeuxième" {
		t.Error(got)
	}
}

// Behind another verb both of two are infinitives, and what denies a French one stands before it; of things that are called by several
// only, one is told by its form.
func TestInfinitivesAndOne(t *testing.T) {
	for got, want := range map[string]string{
		English.Verb("opens or closes a door").Cannot(false):     "cannot open or close a door",
		English.Verb("opens and then a door").May(false):         "may open and then a door",
		French.Verb("ouvre ou ferme une porte").Infinitive(true): "ouvrir ou fermer une porte",
		French.Verb("ne brûle plus ici").Infinitive(false):       "ne plus brûler ici",
		French.Verb("ne s'arrête plus").May(false):               "peut ne plus s'arrêter",
		English.Count(1, noun("figures/p")):                      "1 figure",
		French.Count(1, noun("figurines au départ/p")):           "1 figurine au départ",
	} {
		if got != want {
			t.Errorf("got %q, want %q", got, want)
		}
	}
}

// One line: the third person, then plural, infinitive.
func forms(l Language) func(string) string {
	return func(s string) string {
		v := l.Verb(s)
		out := v.Present(true) + ", " + v.Infinitive(false)
		if v.Guessed {
			out += "?"
		}
		return out
	}
}

func TestVerbsEnglish(t *testing.T) {
	pairs(t, `
		strikes | strike, strike
		loses | lose, lose
		is | are, be
		has | have, have
		does | do, do
		goes | go, go
		moves | move, move
		attacks | attack, attack
		tries | try, try
		carries | carry, carry
		plays | play, play
		dies | die, die
		misses | miss, miss
		passes | pass, pass
		catches | catch, catch
		pushes | push, push
		reaches | reach, reach
		fixes | fix, fix
		uses | use, use
		raises | raise, raise
		freezes | freeze, freeze
		stops | stop, stop
		drops | drop, drop
		stuns | stun, stun
		refers | refer, refer
		travels | travel, travel
		opens | open, open
		recovers | recover, recover
		aims | aim, aim
		fears | fear, fear
		hits | hit, hit
		takes | take, take
		undertakes | undertake, undertake
		throws | throw, throw
		rethrows | rethrow, rethrow
		withstands | withstand, withstand
		shoots | shoot, shoot
		casts | cast, cast
		springs | spring, spring
		spends | spend, spend
		falls | fall, fall
		flees | flee, flee
		lays | lay, lay
		rolls | roll, roll
		mows | mow, mow
		destroys | destroy, destroy
		defends | defend, defend
		tends | tend, tend
		suffers | suffer, suffer
		burns | burn, burn
		acts | act, act
		adds | add, add
		quits | quit, quit
		gets up | get up, get up
		picks up {x} | pick up {x}, pick up {x}
		is wiped out | are wiped out, be wiped out
		may | may, may
		cannot | cannot, cannot
		xyzzy | xyzzy, xyzzy?
		focus | focus, focus?
	`, forms(English))
}

func TestVerbsFrench(t *testing.T) {
	pairs(t, `
		frappe | frappent, frapper
		attaque | attaquent, attaquer
		perd | perdent, perdre
		subit | subissent, subir
		fait | font, faire
		est | sont, être
		a | ont, avoir
		va | vont, aller
		doit | doivent, devoir
		peut | peuvent, pouvoir
		veut | veulent, vouloir
		sait | savent, savoir
		voit | voient, voir
		revoit | revoient, revoir
		reçoit | reçoivent, recevoir
		boit | boivent, boire
		prend | prennent, prendre
		reprend | reprennent, reprendre
		surprend | surprennent, surprendre
		met | mettent, mettre
		permet | permettent, permettre
		combat | combattent, combattre
		part | partent, partir
		sort | sortent, sortir
		dort | dorment, dormir
		sert | servent, servir
		ressent | ressentent, ressentir
		meurt | meurent, mourir
		court | courent, courir
		parcourt | parcourent, parcourir
		acquiert | acquièrent, acquérir
		tient | tiennent, tenir
		maintient | maintiennent, maintenir
		obtient | obtiennent, obtenir
		vient | viennent, venir
		devient | deviennent, devenir
		prévient | préviennent, prévenir
		vaut | valent, valoir
		conclut | concluent, conclure
		vainc | vainquent, vaincre
		convainc | convainquent, convaincre
		vit | vivent, vivre
		survit | survivent, survivre
		suit | suivent, suivre
		poursuit | poursuivent, poursuivre
		fuit | fuient, fuir
		rit | rient, rire
		lit | lisent, lire
		écrit | écrivent, écrire
		dit | disent, dire
		interdit | interdisent, interdire
		maudit | maudissent, maudire
		finit | finissent, finir
		choisit | choisissent, choisir
		franchit | franchissent, franchir
		bondit | bondissent, bondir
		agit | agissent, agir
		guérit | guérissent, guérir
		détruit | détruisent, détruire
		conduit | conduisent, conduire
		réduit | réduisent, réduire
		produit | produisent, produire
		craint | craignent, craindre
		éteint | éteignent, éteindre
		atteint | atteignent, atteindre
		rejoint | rejoignent, rejoindre
		connaît | connaissent, connaître
		apparaît | apparaissent, apparaître
		disparaît | disparaissent, disparaître
		naît | naissent, naître
		rend | rendent, rendre
		défend | défendent, défendre
		descend | descendent, descendre
		étend | étendent, étendre
		répand | répandent, répandre
		répond | répondent, répondre
		mord | mordent, mordre
		tord | tordent, tordre
		rompt | rompent, rompre
		ouvre | ouvrent, ouvrir
		découvre | découvrent, découvrir
		souffre | souffrent, souffrir
		offre | offrent, offrir
		accueille | accueillent, accueillir
		appelle | appellent, appeler
		jette | jettent, jeter
		rejette | rejettent, rejeter
		achète | achètent, acheter
		lève | lèvent, lever
		enlève | enlèvent, enlever
		relève | relèvent, relever
		mène | mènent, mener
		ramène | ramènent, ramener
		pèse | pèsent, peser
		gèle | gèlent, geler
		cède | cèdent, céder
		possède | possèdent, posséder
		protège | protègent, protéger
		récupère | récupèrent, récupérer
		libère | libèrent, libérer
		règle | règlent, régler
		pénètre | pénètrent, pénétrer
		ébrèche | ébrèchent, ébrécher
		délègue | délèguent, déléguer
		déploie | déploient, déployer
		envoie | envoient, envoyer
		renvoie | renvoient, renvoyer
		appuie | appuient, appuyer
		paie | paient, payer
		effraie | effraient, effrayer
		étudie | étudient, étudier
		crée | créent, créer
		joue | jouent, jouer
		tue | tuent, tuer
		guette | guettent, guetter
		excelle | excellent, exceller
		se déplace | se déplacent, se déplacer
		s'arrête | s'arrêtent, s'arrêter
		s’arrête | s'arrêtent, s'arrêter
		s'en va | s'en vont, s'en aller
		se met en garde | se mettent en garde, se mettre en garde
		se trouve près d'ici | se trouvent près d'ici, se trouver près d'ici
		est activé | sont activés, être activé
		est en danger | sont en danger, être en danger
		coupe {x} en deux | coupent {x} en deux, couper {x} en deux
		xyz | xyz, xyz?
		e | e, e?
	`, forms(French))
}

func TestNegation(t *testing.T) {
	pairs(t, `
		strikes | does not strike; do not strike; cannot strike; may strike; must strike
		is wiped out | is not wiped out; are not wiped out; cannot be wiped out; may be wiped out; must be wiped out
		has a shield | does not have a shield; do not have a shield; cannot have a shield; may have a shield; must have a shield
		has moved | has not moved; have not moved; cannot have moved; may have moved; must have moved
		does harm | does not do harm; do not do harm; cannot do harm; may do harm; must do harm
		gets up | does not get up; do not get up; cannot get up; may get up; must get up
		tries | does not try; do not try; cannot try; may try; must try
	`, func(s string) string {
		v := English.Verb(s)
		return strings.Join([]string{v.Not(false), v.Not(true), v.Cannot(false), v.May(false), v.Must(true)}, "; ")
	})
	pairs(t, "can | cannot \n may | may not \n must | must not \n will | will not", func(s string) string { return English.Verb(s).Not(false) })
	pairs(t, `
		frappe | ne frappe pas; ne frappent pas; ne peut pas frapper; peut frapper; doivent frapper
		attaque | n'attaque pas; n'attaquent pas; ne peut pas attaquer; peut attaquer; doivent attaquer
		se déplace | ne se déplace pas; ne se déplacent pas; ne peut pas se déplacer; peut se déplacer; doivent se déplacer
		s'arrête | ne s'arrête pas; ne s'arrêtent pas; ne peut pas s'arrêter; peut s'arrêter; doivent s'arrêter
		a un bouclier | n'a pas de bouclier; n'ont pas de bouclier; ne peut pas avoir de bouclier; peut avoir un bouclier; doivent avoir un bouclier
		contre un tir ou une charge | ne contre pas de tir ou de charge; ne contrent pas de tir ou de charge; ne peut pas contrer de tir ou de charge; peut contrer un tir ou une charge; doivent contrer un tir ou une charge
		est un arc | n'est pas un arc; ne sont pas un arc; ne peut pas être un arc; peut être un arc; doivent être un arc
		est activé | n'est pas activé; ne sont pas activés; ne peut pas être activé; peut être activé; doivent être activés
		hurle | ne hurle pas; ne hurlent pas; ne peut pas hurler; peut hurler; doivent hurler
		perd un PV | ne perd pas de PV; ne perdent pas de PV; ne peut pas perdre de PV; peut perdre un PV; doivent perdre un PV
		se met en garde | ne se met pas en garde; ne se mettent pas en garde; ne peut pas se mettre en garde; peut se mettre en garde; doivent se mettre en garde
	`, func(s string) string {
		v := French.Verb(s)
		return strings.Join([]string{v.Not(false), v.Not(true), v.Cannot(false), v.May(false), v.Must(true)}, "; ")
	})
}

func TestAgree(t *testing.T) {
	// masculine, feminine, masculine plural, feminine plural: from each of them each
	for line := range strings.Lines(`
		vaincu vaincue vaincus vaincues
		frappé frappée frappés frappées
		activé activée activés activées
		fini finie finis finies
		pris prise pris prises
		mis mise mis mises
		surpris surprise surpris surprises
		mort morte morts mortes
		détruit détruite détruits détruites
		couvert couverte couverts couvertes
		éteint éteinte éteints éteintes
		fait faite faits faites
		dit dite dits dites
		vu vue vus vues
		reçu reçue reçus reçues
		né née nés nées
		actif active actifs actives
		public publique publics publiques
		grec grecque grecs grecques
		premier première premiers premières
		dernier dernière derniers dernières
		léger légère légers légères
		heureux heureuse heureux heureuses
		vainqueur vainqueur vainqueurs vainqueurs
		furieux furieuse furieux furieuses
		mortel mortelle mortels mortelles
		naturel naturelle naturels naturelles
		ancien ancienne anciens anciennes
		bon bonne bons bonnes
		muet muette muets muettes
		complet complète complets complètes
		secret secrète secrets secrètes
		beau belle beaux belles
		nouveau nouvelle nouveaux nouvelles
		vieux vieille vieux vieilles
		fou folle fous folles
		blanc blanche blancs blanches
		sec sèche secs sèches
		frais fraîche frais fraîches
		long longue longs longues
		doux douce doux douces
		roux rousse roux rousses
		faux fausse faux fausses
		gros grosse gros grosses
		bas basse bas basses
		épais épaisse épais épaisses
		gentil gentille gentils gentilles
		nul nulle nuls nulles
		bref brève brefs brèves
		net nette nets nettes
		spécial spéciale spéciaux spéciales
		royal royale royaux royales
		naval navale navals navales
		petit petite petits petites
		grand grande grands grandes
		lourd lourde lourds lourdes
		court courte courts courtes
		fort forte forts fortes
		haut haute hauts hautes
		gris grise gris grises
		mauvais mauvaise mauvais mauvaises
		anglais anglaise anglais anglaises
		gallois galloise gallois galloises
		normand normande normands normandes
		saxon saxonne saxons saxonnes
		supérieur supérieure supérieurs supérieures
		meilleur meilleure meilleurs meilleures
		majeur majeure majeurs majeures
		protecteur protectrice protecteurs protectrices
		aigu aiguë aigus aiguës
		libre libre libres libres
		rapide rapide rapides rapides
		immobile immobile immobiles immobiles
		magique magique magiques magiques
		héroïque héroïque héroïques héroïques
		prêt prête prêts prêtes
		blessé blessée blessés blessées
		vivant vivante vivants vivantes
		présent présente présents présentes
		Sonné Sonnée Sonnés Sonnées
		Prêt Prête Prêts Prêtes
		seul seule seuls seules
		noir noire noirs noires
		plein pleine pleins pleines
		mauvais mauvaise mauvais mauvaises
		debout debout debout debout
		KO KO KO KO
		nu nue nus nues
		public publique publics publiques
	`) {
		f := strings.Fields(line)
		if len(f) == 0 {
			continue
		}
		for i, given := range f {
			for j, want := range f {
				if got := French.Agree(given, []Gender{Masculine, Feminine}[j%2], j >= 2); got != want {
					t.Errorf("%s: got %q, want %q", given, got, want)
				}
			}
			if got := French.Agree(given, Unknown, false); got != f[i%2] && f[0] != f[2] {
				t.Errorf("%s of unknown gender: got %q, want %q", given, got, f[i%2])
			}
		}
	}
	if got := French.Agree("prêt à tirer", Feminine, true); got != "prêtes à tirer" {
		t.Error(got)
	}
	if got := English.Agree("ready", Feminine, true); got != "ready" {
		t.Error(got)
	}
}

func TestAgreed(t *testing.T) {
	pairs(t, `
		loses | lose
		loses its shield | lose their shield
		is wiped out | are wiped out
		has the field | have the field
		holds the field | hold the field
		does not move | do not move
		may move | may move
		is in its zone | are in their zone
		stops and keeps | stop and keep
		opens or closes its door | open or close their door
		gets up | get up
		cannot move | cannot move
		less | less
		's turn | 's turn
		as | as
		versus | versus
		tests Initiative | test Initiative
		hurts itself | hurt themselves
		: | :
		was hit | were hit
	`, func(s string) string { return English.Agreed(s, Unknown, true) })
	pairs(t, `
		perd | perdent
		perd son bouclier | perdent leur bouclier
		pose ses armes | posent leurs armes
		est éliminée au corps-à-corps | sont éliminés au corps-à-corps
		a été activée | ont été activés
		a été activé | ont été activés
		n'a pas été activé | n'ont pas été activés
		n'est pas activée | ne sont pas activés
		est déjà engagée | sont déjà engagés
		ne brûle plus | ne brûlent plus
		se défend | se défendent
		s'est déplacée | se sont déplacés
		se déplace | se déplacent
		est en terrain dangereux | sont en terrain dangereux
		est à terre | sont à terre
		est hors de combat | sont hors de combat
		est tuée et retirée | sont tués et retirés
		est Sonné | sont Sonnés
		est Diminuée | sont Diminués
		est prête à tirer | sont prêts à tirer
		n'est plus prête | ne sont plus prêts
		a gagné | ont gagné
		a {x} PV | ont {x} PV
		reste maître du terrain | restent maîtres du terrain
		en moins | en moins
		en vie | en vie
		contre | contre
		: | :
		peut tirer | peuvent tirer
		s'arrête | s'arrêtent
		n'attaque pas | n'attaquent pas
		fait face | font face
		s'arrête et garde {x} | s'arrêtent et gardent {x}
		ouvre ou ferme {x} | ouvrent ou ferment {x}
		entre dans la zone | entrent dans la zone
		va bien | vont bien
		est l'ennemi | sont l'ennemi
	`, func(s string) string { return French.Agreed(s, Masculine, true) })
	pairs(t, `
		est activé | est activée
		a été activé | a été activée
		perd son bouclier | perd son bouclier
		est prêt | est prête
		est libre | est libre
		s'est déplacé | s'est déplacée
	`, func(s string) string { return French.Agreed(s, Feminine, false) })
	pairs(t, "est un ennemi de lui | est une ennemie de lui \n est son allié | est son alliée \n est un héros | est un héros", func(s string) string { return French.Agreed(s, Feminine, false) })
	pairs(t, "est activée | est activée \n est activé | est activé", func(s string) string { return French.Agreed(s, Unknown, false) })
	pairs(t, "a été activée | ont été activées", func(s string) string { return French.Agreed(s, Unknown, true) })
	pairs(t, "est activée | est activé", func(s string) string { return French.Agreed(s, Masculine, false) })
}

func TestState(t *testing.T) {
	pairs(t, `
		Activée ce round | Activés ce round
		S'est déplacée durant le tour | Se sont déplacés durant le tour
		Doit encore agir | Doivent encore agir
		A bougé | Ont bougé
		Mêlée | Mêlée
		En mouvement | En mouvement
		En vie | En vie
		Bouge | Bouge
		Se repose | Se reposent
		Charge | Charge
		Prête | Prêts
		Déjà lancée | Déjà lancés
		Inconscient | Inconscients
		Actif | Actif
		Libre | Libre
	`, func(s string) string { return French.State(s, Masculine, true) })
	pairs(t, "Activé | Activée \n Témérité | Témérité \n Épée | Épée", func(s string) string { return French.State(s, Feminine, false) })
	pairs(t, "Activée | Activée \n A tiré | A tiré", func(s string) string { return French.State(s, Unknown, false) })
	pairs(t, "Has moved this turn | Have moved this turn \n Wounded | Wounded \n Still to act | Still to act", func(s string) string { return English.State(s, Unknown, true) })
}

func TestSentences(t *testing.T) {
	pairs(t, `
		it strikes | It strikes.
		it strikes. | It strikes.
		it strikes! | It strikes!
		X is 2 | X is 2.
		"it strikes." | "it strikes."
	`, English.Sentence)
	pairs(t, `
		elle frappe | Elle frappe.
		elle perd un PV: rien | Elle perd un PV : rien.
		elle perd un PV : rien | Elle perd un PV : rien.
		quoi? | Quoi ?
		quoi?! | Quoi ?!
		à 12:30 | À 12:30.
		elle tire; elle court | Elle tire ; elle court.
		été | Été.
		(2,6; 5,5) | (2,6 ; 5,5).
	`, French.Sentence)
	pairs(t, `
		-1 to hit, +1/-1 | −1 to hit, +1/−1
		1-4, a-b, [5-6], 2-1 | 1-4, a-b, [5-6], 2-1
		PA 0 -> 5 | PA 0 → 5
		it strikes: 1 | it strikes: 1
	`, English.Typeset)
	pairs(t, `
		elle perd -1 PV : rien ! | elle perd −1 PV_: rien_!
		« quoi ? » ; (3 ; -2) | «_quoi_?_»_; (3_; −2)
	`, func(s string) string { return strings.ReplaceAll(French.Typeset(s), "\u00a0", "_") })
	for got, want := range map[string]string{
		English.And("a", "b", "c"): "a, b and c", English.And("a", "b"): "a and b", English.And("a"): "a", English.And(): "", English.Or("a", "b", "c"): "a, b or c",
		French.And("a", "b", "c"): "a, b et c", French.Or("a", "b"): "a ou b", English.Sentence(""): "", French.Sentence("  "): "", Capital("été"): "Été", Capital(""): "",
	} {
		if got != want {
			t.Errorf("got %q, want %q", got, want)
		}
	}
}

func TestGuess(t *testing.T) {
	for name, want := range map[string]Noun{
		"Sorcière des haies": {Gender: Feminine}, "Seigneur": {Gender: Masculine}, "Guerriers": {Gender: Masculine, PluralOnly: true},
		"La Garde": {Gender: Feminine}, "Les souris": {PluralOnly: true}, "Le Roi": {Gender: Masculine}, "Orc": {}, "Anglo-Danois": {PluralOnly: true, Gender: Masculine},
	} {
		want.One, want.Proper = name, true
		if got := French.Guess(name); got != want {
			t.Errorf("got %+v, want %+v", got, want)
		}
	}
	if For("fr") != French || For("en") != English || For("") != English {
		t.Error("languages")
	}
	if English.Guess("Warriors") != (Noun{One: "Warriors", Proper: true, PluralOnly: true}) {
		t.Error("Warriors")
	}
}

// Whatever it is given, nothing panics, and what comes is text.
func FuzzTongue(f *testing.F) {
	for _, s := range []string{"", " ", "-", "'", "d'", "n'", "é", "s", "e", "-o-", "l'a de", "a été et", "est é et é", "\xff", "è", "ème", "ssse", "x-", "y", "h", "se ", "s's's'", "of of", "de", "İ", "ﬁ"} {
		f.Add(s, s)
	}
	f.Fuzz(func(t *testing.T, a, b string) {
		valid := utf8.ValidString(a) && utf8.ValidString(b)
		for _, l := range []Language{English, French} {
			var out []string
			add := func(s ...string) { out = append(out, s...) }
			for g := range 12 {
				n := Noun{One: a, Gender: Gender(g % 3), Aspirated: g%2 == 0, Proper: g%4 == 0, PluralOnly: g == 5, Mass: g == 7}
				if g > 8 {
					n.Many = b
				}
				many := g%2 == 1
				add(l.The(n, many), l.A(n, many), l.Of(n, many), l.To(n, many), l.Its(n, many), l.That(n, many), l.Each(n), l.All(n), l.No(n),
					l.Pronoun(n, many), l.Whose(b, n), l.Count(int64(g), n), l.Measure(int64(g)*500, n), l.Agree(a, n.Gender, many), l.Agreed(a, n.Gender, many))
				v := l.Verb(a)
				add(v.Present(many), v.Infinitive(many), v.Not(many), v.May(many), v.Must(many), v.Cannot(many))
			}
			add(l.Plural(a), l.Sentence(a), l.And(a, b), l.Or(a, b, a), l.Guess(a).One, Capital(a), Elide(a, b))
			l.IsPlural(a)
			line := Line{Language: l}
			line.Say(a)
			line.Name(l.Guess(b))
			line.Say(b)
			line.Name(l.Guess(a))
			line.Say(" " + a)
			add(line.String(), l.State(a, Feminine, true), l.State(b, Masculine, false))
			for _, s := range out {
				if valid && !utf8.ValidString(s) {
					t.Fatalf("%q, %q give %q", a, b, s)
				}
			}
		}
	})
}

// A line is parts between bars; what stands in brackets is named.
func line(l Language) func(string) string {
	return func(s string) string {
		out := Line{Language: l}
		for part := range strings.SplitSeq(s, "|") {
			if name, ok := strings.CutPrefix(part, "["); ok {
				if name = strings.TrimSuffix(name, "]"); strings.Contains(name, "/") {
					out.Name(noun(name))
				} else {
					out.Name(l.Guess(name))
				}
			} else {
				out.Say(part)
			}
		}
		return out.String()
	}
}

func TestLine(t *testing.T) {
	pairs(t, `
		[Warriors]| loses |2 | Warriors lose 2
		[Warrior]| loses |2 | Warrior loses 2
		[Warriors]|'s turn | Warriors' turn
		[Orc]|'s turn | Orc's turn
		[Mice]|'s turn | Mice's turn
		[Anna]| strikes |[Warriors]| for |2|. | Anna strikes Warriors for 2.
		[Warriors]| strikes |[Anna]| for |2|. | Warriors strike Anna for 2.
		A one! |[Wolves]| loses |3 | A one! Wolves lose 3
		The boiler of |[Engines]| explodes | The boiler of Engines explodes
		[Normans]| holds the field | Normans hold the field
		[Warriors]|: |2| more | Warriors: 2 more
		[Warriors]| and |[Orc] | Warriors and Orc
		[Khârn]| bring |3 | Khârn bring 3
	`, line(English))
	pairs(t, `
		[Guerriers]| perd |2 | Les Guerriers perdent 2
		[Guerrier]| perd |2 | Guerrier perd 2
		Tour de |[Anglo-Danois] | Tour des Anglo-Danois
		Tour de |[Anna] | Tour d'Anna
		Tour de |[Rosa] | Tour de Rosa
		Au tour de |[Les souris] | Au tour des souris
		De |[Les souris]| vient | Des souris vient
		Le dé de |[Orc]| est utilisé | Le dé d'Orc est utilisé
		[Anna]| donne à |[Guerriers] | Anna donne aux Guerriers
		[Anna]| donne à |[Le Roi] | Anna donne au Roi
		[Sorcière des haies]| est activé | Sorcière des haies est activée
		[Seigneur]| a été activée | Seigneur a été activé
		[Guerriers]| a été activée | Les Guerriers ont été activés
		[Orc]| est activée | Orc est activée
		[Guerriers]| : |2| de moins | Guerriers : 2 de moins
		[Guerriers]|. |[Guerriers]| perd | Les Guerriers. Les Guerriers perdent
		[Guerriers]| ne perd rien | Les Guerriers ne perdent rien
		Ce que |[Orc]| perd | Ce qu'Orc perd
		Ce que |[Nain]| perd | Ce que Nain perd
		[Seigneur/]| frappe |[Arche/f] | Le Seigneur frappe l'Arche
		[Arche/f]| frappe |[Seigneur 2/] | L'Arche frappe le Seigneur 2
		[Seigneur/]| obéit à |[Dame/f]|, puis à |[Roi/] | Le Seigneur obéit à la Dame, puis au Roi
		À |[Roi/]|, puis jusqu'à |[Roi/] | Au Roi, puis jusqu'au Roi
		Tour de |[Roi/] | Tour du Roi
		De |[Dame/f]|, ce que |[Arche/f]| perd | De la Dame, ce que l'Arche perd
		[Seigneur/]| : |2| de moins | Seigneur : 2 de moins
		Carte : |[Seigneur/] | Carte : Seigneur
		Il part (|[Seigneur/]|). |[Dame/f]| est activé | Il part (Seigneur). La Dame est activée
		Chaque |[Seigneur/]| et un |[Roi/] | Chaque Seigneur et un Roi
		[Dame/f]| est |[blessé/] | La Dame est blessée
	`, line(French))
}
