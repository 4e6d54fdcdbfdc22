package sheet

import (
	_ "embed" // the page
	"html/template"
	"io"
	"slices"
	"strings"
	"unicode"

	"github.com/kdsl-lang/kdsl/lang/diag"
	"github.com/kdsl-lang/kdsl/lang/layout"
	"github.com/kdsl-lang/kdsl/lang/tongue"
)

//go:embed page.html
var page string

var pageTemplate = template.Must(template.New("page").Parse(page))

// words are those of the page itself.
type words struct{ Search, Nothing, Every, Colon string }

var pageWords = map[string]words{
	"en": {"Search", "No card fits.", "What holds for all of them", ": "},
	"fr": {"Rechercher", "Aucune carte ne convient.", "Ce qui vaut pour toutes", "\u00a0: "},
}

// HTML writes sections of cards as one page that needs nothing else: to be read and searched on a screen, and to be
// printed, nine cards on a sheet.
func HTML(w io.Writer, title string, sections []layout.Section, lang string) error {
	return html(w, title, sections, lang, false)
}

// Live is HTML that a browser loads again every second.
func Live(w io.Writer, title string, sections []layout.Section, lang string) error {
	return html(w, title, sections, lang, true)
}

func html(w io.Writer, title string, sections []layout.Section, lang string, live bool) error {
	data := struct {
		Lang, Title string
		Live        bool
		Words       words
		Sections    []pageSection
	}{lang, set(title, lang), live, pageWords[lang], nil}
	for _, s := range sections {
		shown := pageSection{Title: set(s.Title, lang)}
		for _, text := range s.Texts {
			shown.Texts = append(shown.Texts, set(text, lang))
		}
		for _, c := range s.Cards {
			shown.Cards = append(shown.Cards, pageCards(c, lang)...)
		}
		data.Sections = append(data.Sections, shown)
	}
	return pageTemplate.Execute(w, data)
}

// Card is a card as it stands on a screen, a part of somebody else's page, which says how it looks.
func Card(c *layout.Card, lang string) (template.HTML, error) {
	var b strings.Builder
	err := pageTemplate.ExecuteTemplate(&b, "card", pageCards(c, lang)[0])
	return template.HTML(b.String()), err
}

type pageSection struct {
	Title string
	Texts []string
	Cards []pageCard
}

// pageCard is a card of paper. One whose text has no room is followed by others; on a screen the first shows all.
type pageCard struct {
	Title, Subtitle, Size string
	Figures               []layout.Figure
	Properties            string
	Lines                 []pageLine
	Abilities             []pageAbility
	More                  bool // it goes on with another
	Only                  bool // it stands on paper alone
}

type pageLine struct{ Name, Items, Colon string }

type pageAbility struct {
	Name, Rest, Text string
	Over             bool // it stands on the screen alone
}

// sizes are those in which a card can be set: how many signs a line has, and how many lines the card.
var sizes = []struct {
	class       string
	signs, rows int
}{{"", 34, 20}, {"small", 40, 25}, {"smaller", 46, 29}, {"tiny", 54, 34}}

// set is a text as a page shows it: nothing in it is hidden, and it is set as the printers of its language do.
func set(s, lang string) string { return tongue.For(lang).Typeset(diag.Visible(s)) }

// pageCards cuts a card into as many of paper as it needs, in the largest size in which one will do, or else in
// the smallest.
func pageCards(c *layout.Card, lang string) []pageCard {
	colon, set := pageWords[lang].Colon, func(s string) string { return set(s, lang) }
	whole := pageCard{Title: set(c.Title), Subtitle: set(Subtitle(c)), Properties: set(strings.Join(c.Properties, ", "))}
	for _, f := range c.Figures {
		whole.Figures = append(whole.Figures, layout.Figure{Name: set(f.Name), Value: set(f.Value)})
	}
	for _, l := range c.Lines {
		whole.Lines = append(whole.Lines, pageLine{set(l.Name), set(strings.Join(l.Items, ", ")), colon})
	}
	for _, a := range c.Abilities {
		name, rest := Head(a, colon)
		whole.Abilities = append(whole.Abilities, pageAbility{Name: set(name), Rest: set(rest), Text: set(a.Text)})
	}
	last := sizes[len(sizes)-1]
	for _, s := range sizes {
		whole.Size = s.class
		if head, list := height(whole, s.signs); head+sum(list) <= s.rows {
			return []pageCard{whole}
		}
	}
	return cut(whole, last.signs, last.rows)
}

// cut puts what has no room on further cards.
func cut(whole pageCard, signs, rows int) []pageCard {
	head, _ := height(whole, signs)
	var all, rest []pageAbility
	for _, a := range whole.Abilities {
		all = append(all, pieces(a, signs, rows-head)...)
	}
	room := rows - head
	for i, a := range all {
		if room -= tall(a, signs); room < 0 && i > 0 {
			rest = slices.Clone(all[i:])
			for j := range all[i:] {
				all[i+j].Over = true
			}
			break
		}
	}
	whole.Abilities = all
	whole.More = len(rest) > 0
	out := []pageCard{whole}
	for len(rest) > 0 {
		next := pageCard{Title: whole.Title, Subtitle: whole.Subtitle, Size: whole.Size, Only: true}
		head, _ := height(next, signs)
		n, room := 0, rows-head
		for ; n < len(rest) && (n == 0 || tall(rest[n], signs) <= room); n++ {
			room -= tall(rest[n], signs)
		}
		next.Abilities, rest = rest[:n], rest[n:]
		next.More = len(rest) > 0
		out = append(out, next)
	}
	return out
}

// pieces cuts an ability that has no room on one card between its sentences, and where one is longer between its words.
func pieces(a pageAbility, signs, rows int) []pageAbility {
	if tall(a, signs) <= rows {
		return []pageAbility{a}
	}
	words := strings.Fields(a.Text)
	end, stop := 0, 0
	for n := range words {
		part := a
		part.Text = strings.Join(words[:n+1], " ")
		if tall(part, signs) > rows {
			break
		}
		end = n + 1
		if strings.HasSuffix(words[n], ".") {
			stop = n + 1
		}
	}
	if stop == 0 {
		stop = max(end, 1)
	}
	first, second := a, pageAbility{Text: strings.Join(words[stop:], " ")}
	first.Text = strings.Join(words[:stop], " ")
	if second.Text == "" {
		return []pageAbility{first}
	}
	return append([]pageAbility{first}, pieces(second, signs, rows)...)
}

// height is how many rows a card needs before its abilities, and each of these.
func height(c pageCard, signs int) (head int, abilities []int) {
	head = 1 + lines(c.Title, signs*2/3) + lines(c.Subtitle, signs)
	table := 0
	for _, f := range c.Figures {
		table += max(wide(f.Name), wide(f.Value), 3) + 2
	}
	head += (table + signs - 1) / signs * 3
	if c.Properties != "" {
		head += lines(c.Properties, signs)
	}
	for _, l := range c.Lines {
		head += lines(l.Name+": "+l.Items, signs)
	}
	for _, a := range c.Abilities {
		abilities = append(abilities, tall(a, signs))
	}
	return head, abilities
}

func tall(a pageAbility, signs int) int {
	return lines(a.Name+a.Rest+a.Text, signs)
}

func lines(s string, signs int) int { return max(1, (wide(s)+signs-1)/signs) }

// wide is how many signs of a common width a text is as wide as.
func wide(s string) int {
	doubled := 0
	for _, r := range s {
		switch {
		case r >= 0x2e80: // Chinese, Japanese, Korean, pictures
			doubled += 4
		case unicode.IsUpper(r):
			doubled += 3
		default:
			doubled += 2
		}
	}
	return (doubled + 1) / 2
}

func sum(list []int) (n int) {
	for _, v := range list {
		n += v
	}
	return n
}
