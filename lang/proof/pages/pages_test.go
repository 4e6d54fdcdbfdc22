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
	return slices.Contains([]string{"ash", "birch 2"}, strings.ToLower(s))
}
func (trees) Labels(s string) bool  { return s == "Leaves" || s == "Cost" }
func (trees) Figures(s string) bool { return s == "Age" }

// The shapes in which people have texts: each gives the same two cards, with their places.
func TestRead(t *testing.T) {
	for _, c := range []struct{ name, data, want string }{
		{"a.txt", "Trees\n\nAsh\nIt grows.\nIt burns.\n\nBIRCH 2:\nIt bends.\n", "Ash 4:1 It grows. It burns. 5:1; BIRCH 2 8:1 It bends."},
		{"a.md", "# Ash\n\nIt grows.\n## Birch 2\nIt bends.\n", "Ash 2:1 It grows.; Birch 2 5:1 It bends."},
		{"b.txt", "Ash: it grows.\nIt burns.\n\nBirch 2: it bends.", "Ash 1:5 it grows. It burns. 2:1; Birch 2 4:9 it bends."},
		{"c.txt", "Trees\n\nAsh\nIt grows.\n\nLeaves\nThey fall.\n\nBirch 2\nIt bends.\n\nCedar\nIt smells.\n", "Ash 4:1 It grows. Leaves They fall. 7:1; Birch 2 10:1 It bends.; Cedar 13:1 It smells."},
		{"f.txt", "Cedar\nIt smells.\n\nAsh\nIt grows.\n\nBirch 2\nIt bends.\n\nLeaves of three\nGreen, red\n", "Cedar 2:1 It smells.; Ash 5:1 It grows.; Birch 2 8:1 It bends. Leaves of three Green, red 11:1"},
		{"h.txt", "Ash\nIt grows.\n\nSoil\nIt is dry.\n\nBirch 2\nIt bends.\n\nSoil\nIt is wet.\n\nCedar\nIt smells.\n", "Ash 2:1 It grows. Soil It is dry. 5:1; Birch 2 8:1 It bends. Soil It is wet. 11:1; Cedar 14:1 It smells."},
		{"g.txt", "Ash\nIt grows.\n\nCedar\nIt smells.\nBirch 2\nIt bends.\n", "Ash 2:1 It grows. Cedar It smells. 5:1; Birch 2 7:1 It bends."},
		{"a.csv", "Name,Cost,Text\nAsh,1,It grows.\n\"Birch 2\",2,\"It bends,\nand stays.\"\n", "Ash 2:7 It grows.; Birch 2 3:13 It bends, and stays. 4:1"},
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
		{"e.txt", "Ash\nIl br\xfble \x96 vite.\n", "Ash 2:1 Il brûle – vite."},
	} {
		pages, err := Read(c.name, []byte(c.data), trees{})
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

// A colon inside a text is one to YAML, too.
func TestColons(t *testing.T) {
	_, err := Read("a.yaml", []byte("Ash: Once a year: it grows.\n"), trees{})
	if err == nil || !strings.Contains(err.Error(), "a text with a colon in it stands in quotes") {
		t.Errorf("got %v", err)
	}
}

func TestErrors(t *testing.T) {
	for name, data := range map[string]string{"a.yaml": "a: [", "b.yaml": "just words", "a.csv": "one\ntwo\n"} {
		if pages, err := Read(name, []byte(data), trees{}); err == nil {
			t.Errorf("%s: no error, but %v", name, pages)
		}
	}
}
