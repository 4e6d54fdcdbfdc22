package start

import (
	"fmt"
	"regexp"
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/kdsl-lang/kdsl/lang/ir"
	"github.com/kdsl-lang/kdsl/lang/source"
	"github.com/kdsl-lang/kdsl/lang/syntax"
	"github.com/kdsl-lang/kdsl/lang/tongue"
)

// Print is a card as it stands on paper: by language, its name and what it says.
type Print map[string]struct{ Name, Text string }

// letters are what a printed card calls a number that varies.
var letters = regexp.MustCompile(`\b[XYZN]\b`)

// level is the number with which a card is printed, behind its name: another may have another.
var level = regexp.MustCompile(`\(\d+\)\s*$`)

// varied is a printed name with a letter where its number stands.
func varied(name string) string { return level.ReplaceAllString(name, "(X)") }

// ID is what rules call the printed card: its English name, without the numbers that vary.
func (p Print) ID() string {
	for _, lang := range []string{"en", "fr"} {
		if one, ok := p[lang]; ok {
			id := Slug(letters.ReplaceAllString(varied(one.Name), ""))
			for _, word := range append(syntax.Words, "player") {
				if word == id {
					return id + "_card"
				}
			}
			return id
		}
	}
	return ""
}

// Card begins a card of a kind from what is printed: its names, its sentences, and the figures that its kind wants, which
// are those of another card. What is left to decide is marked.
func (p Print) Card(program *ir.Program, like *ir.Card) string {
	var b strings.Builder
	var params []string
	for _, lang := range []string{"en", "fr"} {
		for _, letter := range letters.FindAllString(varied(p[lang].Name), -1) {
			if param := letter + ": int in 1..9"; !strings.Contains(strings.Join(params, " "), param) {
				params = append(params, param)
			}
		}
	}
	fmt.Fprintf(&b, "%s %s", program.Kinds[like.Kind].Name, p.ID())
	if len(params) > 0 {
		fmt.Fprintf(&b, "(%s)", strings.Join(params, ", "))
	}
	b.WriteString(" {\n")
	varies := func(s string) string {
		return letters.ReplaceAllStringFunc(s, func(letter string) string {
			if strings.Contains(strings.Join(params, " "), letter+":") {
				return "{" + letter + "}"
			}
			return letter
		})
	}
	for _, lang := range []string{"en", "fr"} {
		if one, ok := p[lang]; ok {
			fmt.Fprintf(&b, "  %s \"%s\"\n", lang, varies(written(Heading(varied(one.Name)))))
		}
	}
	if figures := wanted(program, like); len(figures) > 0 {
		b.WriteString("  // change: its figures\n")
		for _, f := range figures {
			b.WriteString("  " + f + "\n")
		}
	}
	texts := p.paragraphs()
	if len(texts) > 0 {
		b.WriteString("  // change: the clauses that do what these sentences say\n")
	}
	for _, one := range texts {
		for _, lang := range []string{"en", "fr"} {
			if one[lang] != "" {
				fmt.Fprintf(&b, "  %s \"%s\"\n", lang, varies(written(one[lang])))
			}
		}
	}
	b.WriteString("}\n")
	return b.String()
}

// paragraphs are what the card says, piece by piece in all languages; as one piece, where there are not as many in each.
func (p Print) paragraphs() []map[string]string {
	in, most, even := map[string][]string{}, 0, true
	for lang, one := range p {
		for piece := range strings.SplitSeq(one.Text, "\n\n") {
			if piece = source.OneLine(piece); piece != "" {
				in[lang] = append(in[lang], piece)
			}
		}
		even = even && (most == 0 || most == len(in[lang]))
		most = max(most, len(in[lang]))
	}
	out := make([]map[string]string, most)
	if !even {
		out = out[:1]
	}
	for lang, list := range in {
		if !even {
			list = []string{strings.Join(list, " ")}
		}
		for i, piece := range list {
			if out[i] == nil {
				out[i] = map[string]string{}
			}
			out[i][lang] = piece
		}
	}
	return out
}

// wanted are the fields to which each card of the kind of a card gives a value, as it gives them.
func wanted(program *ir.Program, like *ir.Card) (out []string) {
	file, _ := syntax.Parse(like.At.File)
	d := file.CardNamed(like.Name)
	if d == nil {
		return nil
	}
	for v := range syntax.Of[*syntax.ValueMember](d.Members) {
		for _, f := range program.Kinds[like.Kind].Fields {
			if f.Name == v.Name.Text && f.Default == nil && f.Class != ir.Carried && !f.Type.Optional {
				out = append(out, v.Span().Text())
			}
		}
	}
	return out
}

// Heading is a name in the usual letters, of one that is printed in capitals.
func Heading(name string) string {
	first, n := utf8.DecodeRuneInString(name)
	if name != strings.ToUpper(name) || len(name) == n || !unicode.IsUpper(first) {
		return name
	}
	words := strings.Fields(strings.ToLower(name))
	for i, w := range words {
		if up := strings.ToUpper(w); letters.MatchString(up) && (len(w) == 1 || strings.Trim(up, "()") != up) {
			words[i] = up
		}
	}
	return tongue.Capital(strings.Join(words, " "))
}

// written is a text as it is written between quotes.
func written(s string) string {
	return strings.NewReplacer(`\`, `\\`, `"`, `\"`, "{", `\{`, "}", `\}`).Replace(s)
}
