package proof

import (
	"strings"
	"testing"
)

// A printed table is held against the declared one row by row, however its rows are written.
func TestTables(t *testing.T) {
	for _, x := range []struct{ pack, lang, name, text, want string }{
		{"saga", "en", "Length of stick", "VS: 2\" – S: 4\" – M: 6\" – L: 12\"", ""},
		{"saga", "en", "Length of stick", "VS: 2\" – S: 4\" – M: 12\" – L: 6\"", "M: 12\" differs M: 6; L: 6\" differs L: 12"},
		{"saga", "en", "Length of stick", "S: 4 cm", "S: 4 cm differs S: 4"},
		{"saga", "en", "Measuring sticks", "VS: 2\nS: 4\nM: 6\nL: 12", ""},
		{"saga", "en", "Measuring sticks", "VS: 2\nS: 4\nM: 8\nL: 12", "M: 8 differs M: 6"},
		{"saga", "fr", "Réglettes de mesure", "En pouces. Tc : 2, C : 4", ""},
		{"saga", "fr", "Réglettes de mesure", "En centimètres. Tc : 2, C : 4", "centimètres differs ″"},
		{"aof_quest", "en", "Power reference", "A further action | 2\nA failed skill | 1\nA revival | 2", ""},
		{"aof_quest", "en", "Power reference", "A further action | 2\nA failed skill | 1\nA revival | 3", "A revival | 3 differs a revival: 2"},
		{"aof_quest", "en", "Power reference", "Heroes may spend 2 power for a further action, and 1 power for a failed skill.", ""},
		{"fortification", "en", "Exceptional Damage", "Two 1s or two 2s: nothing\nTwo 3s: -1 SP", ""},
		{"fortification", "en", "Exceptional Damage", "Two 2s or two 3s: nothing", "3s: nothing differs 3: 1"},
		{"fortification", "en", "Exceptional Damage", "7: 4", "7: 4 not in the rule "},
		{"fortification", "en", "Locations", "1: Frame; 2: Reinforcement; 4, 5 or 6: Mechanism", ""},
		{"fortification", "en", "Locations", "1: Frame; 3 to 6: Mechanism", "3 to 6: Mechanism differs 3: Structure"},
		{"fortification", "en", "Locations", "4, 5 or 6: Gearbox", "6: Gearbox differs Mechanism"},
		{"fortification", "en", "Structure Points lost", "0 or less: 0 / 0 / 1 / 1\n21+: 3 / 3 / 4 / 4", ""},
		{"fortification", "en", "Structure Points lost", "Reinforcement / Frame / Structure / Mechanism\n1–5: 1 / 0 / 1 / 2", ""},
		{"fortification", "en", "Structure Points lost", "Reinforcement / Frame / Structure / Mechanism\n1–5: 0 / 1 / 1 / 2", "1–5: 0 differs level 1, Reinforcement: 1"},
		{"fortification", "fr", "Damage table", "6 à 10 : 1, 1, 2, 3", ""},
		{"fortification", "fr", "Damage table", "6 à 10 : 1, 1, 3, 2", "6 à 10 : 1, 1, 3 differs 6, Structure : 2"},
		{"fortification", "fr", "Damage table", "0 ou moins : châssis 0, renfort 1, structure 1, mécanisme 1", "0 ou moins : châssis 0, renfort 1 differs 0, Renforts : 0"},
		{"kharn_ages", "en", "Ammunition", "| | 5 Kr: arrows | 5 Kr: bolts |\n|---|---|---|---|---|\n| Simple | 3 | 3 | 10 | 6 |\n| Fire | 1 | 0 | 2 | 1 |", ""},
		{"kharn_ages", "en", "Ammunition", "| Simple | 3 | 3 | 10 | 6 |\n| Fire | 0 | 0 | 1 | 2 |", "Fire | 0 differs Fire, Small pack, Arrows: 1"},
		{"kharn_ages", "fr", "Munitions", "Pour 15 Ko :\nSimple : 10 flèches ou 6 carreaux\nEnflammé : 2 flèches ou 1 carreau", ""},
		{"kharn_ages", "fr", "Munitions", "Pour 15 Ko :\nSimple : 6 flèches ou 10 carreaux\nEnflammé : 2 flèches ou 1 carreau", "6 differs 3, 10"},
		{"kharn_ages", "fr", "Couvert", "Stature 2 : 1 – 2 – 3 – 4 – 4 – 4\nStature 3 : 0 – 1 – 2 – 3 – 4 – 4", ""},
		{"kharn_ages", "fr", "Couvert", "Stature 2 : 1 – 2 – 3 – 4 – 4 – 4\nStature 3 : 1 – 2 – 3 – 4 – 4 – 4", "3 : 1 differs 3, 1 : 0"},
		{"fortification", "en", "Structure Points lost", "Level: 0 or less | 1–5 | 6–10 | 11–15\nFrame: 0 | 0 | 1 | 1\nReinforcement: 0 | 1 | 1 | 2", ""},
		{"fortification", "en", "Structure Points lost", "Level: 0 or less | 1–5 | 6–10 | 11–15\nFrame: 0 | 0 | 1 | 1\nReinforcement: 0 | 1 | 2 | 1", "2 differs level 6, Reinforcement: 1; 1 differs level 11, Reinforcement: 2"},
		{"fortification", "en", "Structure Points lost", "             0 or less   1–5   6–10\nFrame            0        0      1\nReinforcement    0        1      2", "2 differs level 6, Reinforcement: 1"},
		{"confrontation", "en", "Wound table (invented)", "Level | location 1 | 2 | 3 | 4 to 6\n0 and less | – | – | Light | Light\n11–15 | Light | Serious | Critical | Killed", ""},
		{"confrontation", "en", "Wound table (invented)", "| | 1 | 2 | 3 | 4 to 6 |\n|---|---|---|---|---|\n| 0 and less | – | – | Light | Light |\n| 11–15 | Light | Critical | Serious | Killed |", "Critical differs level 11, location 2: Serious wound; Serious differs level 11, location 3: Critical wound"},
		{"confrontation", "en", "Wound table (invented)", "Level across by location\n6 to 10 – 1-2: Light; 3: Serious; 4-6: Critical\n11 to 15 – 1: Light; 2: Serious", ""},
		{"confrontation", "en", "Wound table (invented)", "Level across by location\n6 to 10 – 1-2: Light; 3: Critical; 4-6: Serious\n11 to 15 – 1: Light; 2: Serious", "Critical differs level 6, location 3: Serious wound; Serious differs level 6, location 4: Critical wound"},
		{"confrontation", "fr", "Table des blessures", "Niveau – localisation 1 / 2 / 3 / 4, 5 et 6\n0 ou moins – indemne / indemne / légère / légère\n6 à 10 – légère / légère / critique / grave", "critique differs 6, 3 : Blessure grave; grave differs 6, 4 : Blessure critique"},
		{"kharn_ages", "fr", "Couvert", "Stature et hauteur\nS | ras | genou | hanche | épaule | tête | tour\n2 | 1 | 2 | 3 | 4 | 4 | 4\n3 | 0 | 1 | 3 | 2 | 4 | 4", "3 differs 3, 3 : 2; 2 differs 3, 4 : 3"},
		{"saga", "en", "One stick less", "Instead of … / use …\nL / M\nM / S\nS / VS\nVS / VS", ""},
		{"saga", "en", "One stick less", "Instead of … / use …\nL / M\nM / VS\nS / VS\nVS / VS", "M / VS differs M: S"},
		{"saga", "en", "Symbols of a SAGA die", "Roll | Symbol\n1, 2, 3 | Common\n4, 5 | Rare\n6 | Uncommon", "4, 5 | Rare differs 4: Uncommon; 6 | Uncommon differs 6: Rare"},
		{"aof_quest", "fr", "Prix en pouvoir", "Une action de plus … 2\nUne compétence ratée … 2 / Un test raté … 1\nUne réanimation … 2", "Une compétence ratée … 2 differs une compétence ratée : 1; Un test raté … 1 differs un test raté : 2"},
		{"confrontation", "en", "Wound penalties", "Unhurt: 0. Serious: 2. Critical: 2.", "Critical: 2 differs Critical wound: 3"},
	} {
		p := program(t, x.pack)
		found := NewFinder(p).Find(x.name)
		if found == nil {
			t.Errorf("%s: %q is not found", x.pack, x.name)
			continue
		}
		var got []string
		for _, v := range New(p, x.lang).Found(found, x.text).Verdicts {
			got = append(got, v.Says+" "+Kinds[v.Kind]+" "+v.Rule)
		}
		if said := strings.Join(got, "; "); said != x.want {
			t.Errorf("%s: %q: got %q, want %q", x.name, x.text, said, x.want)
		}
	}
}

// What of a printed table could not be compared is told as not understood.
func TestTablesUnread(t *testing.T) {
	p := program(t, "fortification")
	found := NewFinder(p).Find("Structure Points lost")
	for text, want := range map[string]string{
		"1–5: 0 / 1 / 1 / 2":              "",
		"1–5: 0 / 1\n6–10: 1 / 1 / 2 / 3": "1–5: 0 / 1",
		"3":                               "3",
		"":                                "",
	} {
		if r := New(p, "en").Found(found, text); strings.Join(r.Unread, "; ") != want || r.Known > r.Words {
			t.Errorf("%q: %q is unread, want %q", text, r.Unread, want)
		}
	}
}
