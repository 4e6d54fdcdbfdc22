package pages

import (
	"fmt"
	"slices"
	"strings"
	"testing"
)

// trees are two cards, and a label.
type trees struct{}

func (trees) Heads(s string, _ bool) bool {
	return slices.Contains([]string{"ash", "birch 2", "rain"}, strings.ToLower(s))
}
func (trees) Cards(s string) bool   { return !strings.EqualFold(s, "rain") }
func (trees) Labels(s string) bool  { return s == "Leaves" || s == "Cost" }
func (trees) Figures(s string) bool { return s == "Age" }

// The shapes in which people have texts: each gives the same two cards, with their places.
func TestRead(t *testing.T) {
	for _, c := range []struct{ name, data, want string }{
		{"a.txt", "Trees\n\nAsh\nIt grows.\nIt burns.\n\nBIRCH 2:\nIt bends.\n", "Ash 4:1 It grows. It burns. 5:1; BIRCH 2 8:1 It bends."},
		{"a.md", "# Ash\n\nIt grows.\n## Birch 2\nIt bends.\n", "Ash 3:1 It grows.; Birch 2 5:1 It bends."},
		{"b.txt", "Ash: it grows.\nIt burns.\n\nBirch 2: it bends.", "Ash 1:6 it grows. It burns. 2:1; Birch 2 4:10 it bends."},
		{"c.txt", "Trees\n\nAsh\nIt grows.\n\nLeaves\nThey fall.\n\nBirch 2\nIt bends.\n\nCedar\nIt smells.\n", "Ash 4:1 It grows. Leaves They fall. 7:1; Birch 2 10:1 It bends.; Cedar 13:1 It smells."},
		{"f.txt", "Cedar\nIt smells.\n\nAsh\nIt grows.\n\nBirch 2\nIt bends.\n\nLeaves of three\nGreen, red\n", "Cedar 2:1 It smells.; Ash 5:1 It grows.; Birch 2 8:1 It bends. Leaves of three Green, red 11:1"},
		{"h.txt", "Ash\nIt grows.\n\nSoil\nIt is dry.\n\nBirch 2\nIt bends.\n\nSoil\nIt is wet.\n\nCedar\nIt smells.\n", "Ash 2:1 It grows. Soil It is dry. 5:1; Birch 2 8:1 It bends. Soil It is wet. 11:1; Cedar 14:1 It smells."},
		{"g.txt", "Ash\nIt grows.\n\nCedar\nIt smells.\nBirch 2\nIt bends.\n", "Ash 2:1 It grows. Cedar It smells. 5:1; Birch 2 7:1 It bends."},
		{"a.csv", "Name,Cost,Text\nAsh,1,It grows.\n\"Birch 2\",2,\"It bends,\nand stays.\"\n", "Ash 2:7 It grows.; Birch 2 3:14 It bends, and stays. 4:1"},
		{"d.csv", "Name,Age,Text,Leaves\nAsh,9,It grows.,green\n", "Ash 2:7 It grows. Age: 9 Leaves: green 2:17"},
		{"e.csv", "name;Age\nAsh;9\n", "Ash 2:1 Age: 9"},
		{"c.json", `[{"name": "Ash", "Age": 9, "text": "It grows."}]`, "Ash 1:37 It grows. Age: 9 1:25"},
		{"b.csv", "nom;texte\nAsh;It grows.\n", "Ash 2:5 It grows."},
		{"c.csv", "Ash,It grows.\n", "Ash 1:5 It grows."},
		{"a.json", `{"Ash": "It grows.", "Birch 2": "It bends."}`, "Ash 1:10 It grows.; Birch 2 1:34 It bends."},
		{"b.json", "[{\"name\": \"Ash\", \"text\": \"It grows.\"}]", "Ash 1:27 It grows."},
		{"a.yaml", "Ash: It grows.\nBirch 2: |\n  It bends.\n", "Ash 1:6 It grows.; Birch 2 3:3 It bends."},
		{"b.yaml", "trees:\n- card: Ash\n  texte: It grows.\n", "Ash 3:10 It grows."},
		{"c.yaml", "Ash:\n  text: It grows.\n  Age: 9\nBirch 2: It bends.\n", "Ash 2:9 It grows. Age: 9 3:8; Birch 2 4:10 It bends."},
		{"d.txt", "\xef\xbb\xbfAsh\r\nIt grows.\r\n", "Ash 2:1 It grows."},
		{"stdin", "{\"Ash\": \"It grows.\"}", "Ash 1:10 It grows."},
		{"stdin", "- name: Ash\n  text: It grows.\n", "Ash 2:9 It grows."},
		{"stdin", "name;text\nAsh;It grows.\n", "Ash 2:5 It grows."},
		{"stdin", "Ash\nIt grows.\n", "Ash 2:1 It grows."},
		{"e.txt", "Ash\nIl br\xfble \x96 vite.\n", "Ash 2:1 Il brûle – vite."},
	} {
		pages, _, err := Read(c.name, []byte(c.data), trees{})
		if err != nil {
			t.Errorf("%s: %v", c.name, err)
			continue
		}
		var all []string
		for _, p := range pages {
			line, column := p.At(0)
			s := fmt.Sprintf("%s %d:%d %s", p.Name, line, column, strings.Join(strings.Fields(p.Text), " "))
			if lines := strings.Split(strings.TrimSpace(p.Text), "\n"); len(lines) > 1 {
				line, column = p.At(strings.LastIndex(p.Text, lines[len(lines)-1]))
				s += fmt.Sprintf(" %d:%d", line, column)
			}
			all = append(all, s)
		}
		if got := strings.Join(all, "; "); got != c.want {
			t.Errorf("%s: got %q, want %q", c.name, got, c.want)
		}
	}
}

// A file has one style of headings. What is named inside a card, as labels are, is none; nor is what a printer puts on each page.
func TestHeadings(t *testing.T) {
	for _, c := range []struct{ name, data, want string }{
		{"line and label", "ASH\n\nBirch 2: it bends.\n\nRain: none.\n", "ASH 3"},
		{"label at once", "ASH\nRain: +2\"\nBirch 2: +4\"\n", "ASH 2"},
		{"marked", "# Ash\n\n**Birch 2:** it bends.\n\nRain\nIt is wet.\n\n# Birch 2\n\nIt bends.", "Ash 3; Birch 2 10"},
		{"deeper", "## Trees\n\n### Ash\n\nIt grows.\n\n#### Rain\n\nWet.\n\n### Birch 2\n\nIt bends.", "Ash 5; Birch 2 13"},
		{"list", "# Ash\n\n- **Birch 2:** it bends.\n- Rain\n", "Ash 3"},
		{"capitals", "ASH\nIt grows.\n\nRain\nIt is wet.\n\nBIRCH 2\nIt bends.\n\nSoil\nIt is dry.\n", "ASH 2; BIRCH 2 8"},
		{"bold", "**Ash**\nIt grows.\n\n**Rain:** wet.\n\n**Birch 2**\nIt bends.", "Ash 2; Birch 2 7"},
		{"html", "<b>ASH</b>\nIt <b>grows</b>.\n\n<b>Birch 2</b><br>\nIt bends.", "ASH 2; Birch 2 5"},
		{"underlined", "Ash\n===\nIt grows.\n\nBirch 2\n-------\nIt bends.", "Ash 3; Birch 2 7"},
		{"dash", "Ash – it grows.\n\nRain: wet.\n\nBirch 2 – it bends: twice.", "Ash 1; Birch 2 5"},
		{"bold lead", "**Ash.** It grows.\n\n**Birch 2** It bends: twice.", "Ash 1; Birch 2 3"},
		{"events alone", "Rain: it is wet.\n\nIt stays.", "Rain 1"},
		{"section", "Rain\n\nAsh\nIt grows.\n\nBirch 2\nIt bends.\n", "Ash 4; Birch 2 7"},
		{"event among cards", "Ash\nIt grows.\n\nRain\nIt is wet.\n\nBirch 2\nIt bends.\n", "Ash 2; Rain 5; Birch 2 8"},
		{"grid", "# Trees\n\n| Card | Age | Text |\n|---|---|---|\n| Ash | 9 | It grows. |\n| Birch 2 | | It bends. |\n\nThe end.\n", "Ash 5; Birch 2 6"},
		{"page", "Ash\nIt grows.\n\n12\n\nWoods – Trees\n\nBirch 2\nIt bends.\n", "Ash 2; Birch 2 9"},
		{"running", "Ash\nIt grows.\n\nThe Woods 1\n\nBirch 2\nIt bends.\n\nThe Woods 2\n", "Ash 2; Birch 2 7"},
		{"event in a list", "Ash: it grows.\n\nRain: wet.\n\nBirch 2: it bends.", "Ash 1; Rain 3; Birch 2 5"},
		{"begins with a name", "Ash\n\nRain\nIt is wet.\n\nBirch 2\n\nSoil of trees:\n- it bends.\n", "Ash 3; Birch 2 8"},
		{"no text", "ASH\n\nBIRCH 2\nIt bends.\n", "ASH 1 cut 3; BIRCH 2 4"},
	} {
		pages, _, err := Read(c.name+".md", []byte(c.data), trees{})
		if err != nil {
			t.Errorf("%s: %v", c.name, err)
			continue
		}
		var all []string
		for _, p := range pages {
			line, _ := p.At(0)
			s := fmt.Sprintf("%s %d", p.Name, line)
			if p.Cut > 0 {
				s += fmt.Sprintf(" cut %d", p.Cut)
			}
			if strings.ContainsAny(p.Text, "<>") || strings.Contains(p.Text, "Woods") || strings.Contains(p.Text, "12") {
				s += fmt.Sprintf(" %q", p.Text)
			}
			all = append(all, s)
		}
		if got := strings.Join(all, "; "); got != c.want {
			t.Errorf("%s: got %s, want %s", c.name, got, c.want)
		}
	}
}

// Every letter of a text has its place in the file, however it is written there; where it is not known, the line alone is told.
func TestPlaces(t *testing.T) {
	for _, c := range []struct{ name, data, at, want string }{
		{"a.yaml", "- name: Ash\n  text: \"It grows.\\nIt burns \\\"well\\\".\"\n", "well", "2:32"},
		{"b.yaml", "Ash: \"It grows\n  and \\\n  burns.\"\n", "burns", "3:3"},
		{"c.yaml", "Ash: >-\n  It grows\n  and burns.\n", "burns", "3:7"},
		{"d.yaml", "Ash: It grows\n  and burns.\n", "burns", "2:7"},
		{"e.yaml", "Ash: 'It''s old, and burns.'\n", "burns", "1:22"},
		{"f.yaml", "Ash:\n  text:\n  - It grows.\n  - It burns.\n", "burns", "4:8"},
		{"g.yaml", "Ash: !!str It burns.\n", "burns", "1:0"},
		{"h.json", "{\"Ash\": \"\\u00c9 burns\"}", "burns", "1:17"},
		{"a.csv", "name,text\nAsh,\"It \"\"grows\"\"\n and burns.\"\n", "burns", "3:6"},
		{"b.csv", "name,text\n\u00c9t\u00e9,It burns.\n", "burns", "2:8"},
		{"a.txt", "Ash\nE\u0301te\u0301 burns.\n", "burns", "2:7"},
	} {
		pages, _, err := Read(c.name, []byte(c.data), trees{})
		if err != nil || len(pages) != 1 {
			t.Errorf("%s: %v %v", c.name, pages, err)
			continue
		}
		line, column := pages[0].At(strings.Index(pages[0].Text, c.at))
		if got := fmt.Sprintf("%d:%d", line, column); got != c.want {
			t.Errorf("%s: %q stands at %s, want %s", c.name, pages[0].Text, got, c.want)
		}
	}
}

// A name is found however its accents are written.
func TestComposed(t *testing.T) {
	pages, _, err := Read("a.csv", []byte("nom,texte\nE\u0301te\u0301,Il pleut.\n"), trees{})
	if err != nil || len(pages) != 1 || pages[0].Name != "\u00c9t\u00e9" {
		t.Errorf("got %v %v", pages, err)
	}
}

// What of a table is not read is said.
func TestTables(t *testing.T) {
	for _, c := range []struct{ data, want, said string }{
		{"name,text\nAsh,It grows, and burns.\n", "Ash=It grows, and burns.", `2:14 the row has 3 columns, the table 2: a text in which "," stands is put into quotation marks`},
		{"name,text,Age\nAsh,It grows, and burns.,9\n", "Ash=It grows", `2:26 the row has 4 columns, the table 3: a text in which "," stands is put into quotation marks`},
		{"name,text,Colour\nAsh,It grows.,red\n", "Ash=It grows.", `1:11 no figure is called "Colour": what stands there is not read`},
		{"title,body\nAsh,It grows.\n", "Ash=It grows.", ""},
		{"name,text\nAsh\nBirch 2,\n", "Ash=; Birch 2=", ""},
		{"name,text\nAsh,6\" tall\n", "Ash=6\" tall", ""},
		{"name,text\nAsh,\"It grows.\nBirch 2,\"It bends.\"\n", "", "a.csv:2:5: the quotation mark is not closed: the rows below it would be taken for a part of the text"},
		{"name,text\nAsh,\"It grows.\n", "", "a.csv:2:5: the quotation mark is not closed: the rows below it would be taken for a part of the text"},
		{"name,text\n", "", "a.csv: no card was found in it: below the row of headings there is nothing"},
		{"name,this,that\nAsh,It grows.,It burns.\n", "", `a.csv:1:1: no heading says which column has the text: call it "text"`},
		{"\n", "", "a.csv: it is empty"},
	} {
		pages, notes, err := Read("a.csv", []byte(c.data), trees{})
		var all []string
		for _, p := range pages {
			all = append(all, p.Name+"="+p.Text)
		}
		said := ""
		if err != nil {
			said = err.Error()
		}
		for _, n := range notes {
			said += fmt.Sprintf("%d:%d %s", n.Line, n.Column, n.Message)
		}
		if got := strings.Join(all, "; "); got != c.want || said != c.said {
			t.Errorf("%q: got %q and %q, want %q and %q", c.data, got, said, c.want, c.said)
		}
	}
}

// A colon inside a text is one to YAML, too.
func TestColons(t *testing.T) {
	_, _, err := Read("a.yaml", []byte("Ash: Once a year: it grows.\n"), trees{})
	if err == nil || !strings.Contains(err.Error(), "a text with a colon in it stands in quotes") {
		t.Errorf("got %v", err)
	}
}

func TestErrors(t *testing.T) {
	for name, data := range map[string]string{"a.yaml": "a: [", "b.yaml": "just words", "a.csv": "one\ntwo\n"} {
		if pages, _, err := Read(name, []byte(data), trees{}); err == nil {
			t.Errorf("%s: no error, but %v", name, pages)
		}
	}
}
