package site

// What stands around what packs say is written in English, and is said in French by this table.

// in is a text of the frame in a language.
func in(lang, en string) string {
	if fr := french[en]; lang == "fr" && fr != "" {
		return fr
	}
	return en
}

// in is a text of the frame in its language.
func (s *Site) in(en string) string { return in(s.lang, en) }

// langs are the languages of cards, that of the frame first.
func langs(s *Site) []string {
	if s.lang == "fr" {
		return []string{"fr", "en"}
	}
	return []string{"en", "fr"}
}

// french is the French of the frame.
var french = map[string]string{
	"To the text":                        "Aller au texte",
	"Parts of the site":                  "Parties du site",
	"Search":                             "Rechercher",
	"Search names, in English or French": "Rechercher un nom, en français ou en anglais",
	"Found":                              "Trouvés",
	"found":                              "trouvés",
	"Nothing is called so.":              "Rien ne s'appelle ainsi.",
	"Made by kdsl site from what the packs declare. Every card is shown as it is written and as it is printed.": "Fait par kdsl site d'après ce que déclarent les paquets. Chaque carte est montrée telle qu'elle est écrite et telle qu'elle est imprimée.",

	"Language":     "Langage",
	"Packs":        "Paquets",
	"Names":        "Noms",
	"Diagnostics":  "Diagnostics",
	"Manual":       "Manuel",
	"More":         "Et encore",
	"Undocumented": "Sans documentation",
	"Pack":         "Paquet",
	"Diagnostic":   "Diagnostic",
	"manual":       "manuel",
	"language":     "langage",
	"diagnostic":   "diagnostic",
	"declaration":  "déclaration",
	"pack":         "paquet",
	"On this page": "Sur cette page",
	"Wrong: ":      "Faux : ",

	"Each pack with what it declares, and its cards as they are printed.": "Chaque paquet avec ce qu'il déclare, et ses cartes telles qu'elles sont imprimées.",
	": ":       " : ",
	"Programs": "Programmes",
	"%d more":  "%d de plus",
	"kdsl is a small language in which the rules and cards of tabletop games are written. Here is all that can be said in it, and all that the packs declare: each thing with a card that uses it, as it is written and as it is printed.": "kdsl est un petit langage dans lequel s'écrivent les règles et les cartes de jeux de table. Voici tout ce qui peut s'y dire, et tout ce que déclarent les paquets : chaque chose avec une carte qui s'en sert, telle qu'elle est écrite et telle qu'elle est imprimée.",
	"The words of the language": "Les mots du langage",
	"What kdsl says of a text":  "Ce que kdsl dit d'un texte",
	"What is not documented":    "Ce qui n'est pas documenté",
	"Every word that the language keeps, then every function that it knows.":                    "Chaque mot que le langage se réserve, puis chaque fonction qu'il connaît.",
	"What kdsl says of a text, by its code: what it means, with a wrong and a right example.":   "Ce que kdsl dit d'un texte, par son code : ce que cela veut dire, avec un exemple faux et un juste.",
	"What nothing says anything of but its name, and what nothing uses. Neither list may grow.": "Ce dont rien ne dit plus que le nom, et ce dont rien ne se sert. Aucune des deux listes ne doit grandir.",
	"Without words or a comment (%d)": "Sans mots ni commentaire (%d)",
	"Used by nothing (%d)":            "Dont rien ne se sert (%d)",

	"As it is written":                   "Telle qu'elle est écrite",
	"As it is printed":                   "Telle qu'elle est imprimée",
	"As its rule reads":                  "Ce que dit sa règle",
	"name":                               "nom",
	"as it is declared":                  "tel qu'il est déclaré",
	"English":                            "anglais",
	"French":                             "français",
	"What hooks in, in order":            "Ce qui s'y accroche, dans l'ordre",
	"What contributes to it, in order":   "Ce qui y contribue, dans l'ordre",
	"A card of the books that does this": "Une carte des livres qui fait ainsi",
	"A card of the books that is right without this mistake": "Une carte des livres qui est juste sans cette faute",
	"A card of the books of which a test does this":          "Une carte des livres dont un test fait ainsi",
	"A card that uses it":                                    "Une carte qui s'en sert",
	"A card in play where it is used":                        "Une carte en jeu là où cela sert",
	"A card that has it":                                     "Une carte qui l'a",
	"A card that is written with it":                         "Une carte écrite avec cela",
	"It does so by":                                          "Elle le fait par",
	"No test of it was found that passes.":                   "Aucun test qui en parle n'a été trouvé qui réussisse.",
	"Where it is used":                                       "Où l'on s'en sert",
	"Write one":                                              "En écrire une",
	"What proves it":                                         "Ce qui la prouve",
	"Where the specification speaks of it":                   "Où la spécification en parle",
	"Who speaks of it":                                       "Qui en parle",
	"Of the language":                                        "Du langage",
	"What it knows":                                          "Ce qu'il sait",
	"Its figures":                                            "Ses caractéristiques",
	"What it says of all its cards":                          "Ce qu'elle dit de toutes ses cartes",
	"How it may be set":                                      "Comment elle peut être réglée",
	"What bears it":                                          "Qui la porte",
	"What stands in its way":                                 "Ce qui s'y oppose",
	"Nothing in these packs uses it.":                        "Rien dans ces paquets ne s'en sert.",
	"%d more tests speak of it.":                             "%d autres tests en parlent.",

	"its parameters and fields, then what is chosen":  "ses paramètres et ses champs, puis ce qui se choisit",
	"what it requires, its limits, and every cannot":  "ce qu'il exige, ses limites, et chaque cannot",
	"what has to be paid":                             "ce qui doit être payé",
	"a clause may do its steps in place of the event": "une clause peut faire ses pas au lieu de l'événement",
	"forced clauses, then optional ones":              "les clauses forcées, puis les facultatives",
	"what contributes to its fields":                  "ce qui contribue à ses champs",
	"its own steps: from here on it is done":          "ses propres pas : dès lors, c'est fait",
	"what has turned true":                            "ce qui est devenu vrai",

	"word": "mot", "action": "action", "event": "événement", "span": "période", "kind": "sorte", "figure": "caractéristique", "function": "fonction",
	"table": "table", "option": "option", "enum": "énumération", "tag": "marque", "zone": "zone", "bag": "sac", "rule": "règle", "card": "carte",
	"Actions": "Actions", "Events": "Événements", "Spans": "Périodes", "Kinds": "Sortes", "Figures": "Caractéristiques", "Functions": "Fonctions", "Tables": "Tables",
	"Options": "Options", "Enums": "Énumérations", "Tags": "Marques", "Zones": "Zones", "Bags": "Sacs", "Rules": "Règles", "Cards": "Cartes",
}
