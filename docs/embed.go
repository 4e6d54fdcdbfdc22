// Package docs holds the pages about kdsl that the tool itself shows.
package docs

import (
	"embed"
	"strings"
)

//go:embed *.md explain/*.md
var pages embed.FS

// Page is a page of this folder, in Markdown, by the name of its file. ok is false when there is none.
func Page(name string) (page string, ok bool) {
	if strings.ContainsAny(name, "/\\") {
		return "", false
	}
	b, err := pages.ReadFile(name)
	return string(b), err == nil
}

// Word is a word of the language, and what it says in a line.
type Word struct{ Name, En, Fr string }

// Words are those of words.md, in its order.
func Words() (out []Word) {
	page, _ := Page("words.md")
	for line := range strings.Lines(page) {
		if cells := strings.Split(strings.TrimSpace(line), " | "); len(cells) == 3 && strings.HasPrefix(cells[0], "| `") {
			out = append(out, Word{strings.Trim(cells[0], "| `"), cells[1], strings.TrimSuffix(cells[2], " |")})
		}
	}
	return out
}

//go:embed pictures/*.svg
var pictures embed.FS

// Pictures are what the pages show, by name: pictures/card.svg.
func Pictures() map[string][]byte {
	all := map[string][]byte{}
	list, err := pictures.ReadDir("pictures")
	if err != nil {
		panic(err) // the folder is part of the program
	}
	for _, f := range list {
		name := "pictures/" + f.Name()
		if all[name], err = pictures.ReadFile(name); err != nil {
			panic(err)
		}
	}
	return all
}

//go:embed explain/fr.txt
var french string

// ExplainIn is the page of a diagnostic code in a language (en, or fr), in Markdown; the same examples stand on each. ok is false
// when there is none.
func ExplainIn(code, lang string) (page string, ok bool) {
	if strings.ContainsAny(code, "/\\") {
		return "", false
	}
	b, err := pages.ReadFile("explain/" + code + ".md")
	if err != nil {
		return "", false
	}
	said := inFrench(code)
	if lang != "fr" || said == "" {
		return string(b), true
	}
	examples := string(b)
	if at := strings.Index(examples, "\nWrong:"); at >= 0 {
		examples = examples[at:]
	} else if at := strings.Index(examples, "\nRight:"); at >= 0 {
		examples = examples[at:]
	}
	return "# " + code + "\n\n" + said + "\n" + strings.NewReplacer("\nWrong:", "\nFaux :", "\nRight:", "\nJuste :", "\nIn a card of the books,", "\nDans une carte des livres,", "`:\n\n```kdsl-slip", "` :\n\n```kdsl-slip").Replace(examples), true
}

// Summary is the first sentence of a page of Explain.
func Summary(page string) string {
	_, said, _ := strings.Cut(page, "\n\n")
	said, _, _ = strings.Cut(said, "\n\n")
	said = strings.Join(strings.Fields(said), " ")
	said, _, _ = strings.Cut(said, ". ")
	return strings.TrimSuffix(said, ".")
}

// inFrench are the French words of the page of a code; "" for none.
func inFrench(code string) string {
	_, said, _ := strings.Cut("\n"+french, "\n# "+code+"\n")
	said, _, _ = strings.Cut(said, "\n# ")
	return strings.TrimSpace(said)
}
