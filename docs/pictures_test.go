package docs_test

import (
	"bytes"
	"encoding/xml"
	"fmt"
	"html"
	"os"
	"path"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"
	"unicode/utf8"
)

// The pictures of the tutorials are drawn of what the tool says at their place in the story: its cards as pages show them, and a
// terminal with the commands before it. `go test ./docs -run Tutorial -update` draws them anew. They are drawn without a browser, so
// they are the same bytes everywhere; no page speaks of what they show otherwise than they do.

// exchange is a command, and what a page shows of its answer.
type exchange struct{ typed, shown string }

// picture draws what a page shows at a place, and compares it with the file. before are the commands before it.
func (w walk) picture(t *testing.T, x example, before []exchange) {
	t.Helper()
	var drawn string
	if strings.HasPrefix(path.Base(x.file), "card") {
		drawn = drawCards(t, w.kdsl(t, "kdsl card cards.kdsl --html --lang en"), w.kdsl(t, "kdsl card cards.kdsl --html --lang fr"))
	} else {
		var lines []string
		for _, e := range before {
			coloured := w
			coloured.colour = true
			lines = append(lines, "\x1b[1m$ "+e.typed+"\x1b[0m")
			lines = append(lines, shownOf(coloured.kdsl(t, e.typed), e.shown)...)
		}
		drawn = drawTerminal(lines)
	}
	name := filepath.Join(root, "docs", filepath.FromSlash(x.file))
	if *update {
		if err := os.WriteFile(name, []byte(drawn), 0o644); err != nil {
			t.Fatal(err)
		}
		return
	}
	is, err := os.ReadFile(name)
	if err != nil {
		t.Fatal(err)
	}
	if string(is) != drawn {
		t.Errorf("%s: docs/%s shows something else than the tool says (go test ./docs -run TestTutorial -update draws it)", x.name(), x.file)
	}
}

// shownOf are the lines of an answer that a page shows, with their colours; where it leaves some out stands `...`.
func shownOf(said, shown string) (out []string) {
	rest := strings.Split(strings.TrimRight(said, "\n"), "\n")
	for line := range strings.Lines(strings.TrimRight(shown, "\n")) {
		if line = strings.TrimRight(line, " \n"); line == "..." {
			out = append(out, "\x1b[2m...\x1b[0m")
			continue
		}
		start, _ := strings.CutSuffix(line, " ...")
		for i, l := range rest {
			if strings.HasPrefix(sgr.ReplaceAllString(l, ""), start) {
				out, rest = append(out, l), rest[i+1:]
				break
			}
		}
	}
	return out
}

// pictureLine is a picture in a page, on a line of its own.
var pictureLine = regexp.MustCompile(`^!\[[^\]]+\]\((pictures/[\w.-]+\.svg)\)$`)

// svg begins and ends a picture of so many points.
func svg(width, height int, body string) string {
	return fmt.Sprintf("<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"%d\" height=\"%d\" viewBox=\"0 0 %[1]d %[2]d\">\n%s</svg>\n", width, height, body)
}

// The measures of a card: four points to a millimetre.
const (
	cardWide, cardTall, cardEdge = 252, 352, 12
	cardRow                      = 15
	cardSigns                    = 36 // of a line
)

// drawCards draws the first card of each page, side by side.
func drawCards(t *testing.T, pages ...string) string {
	t.Helper()
	var b strings.Builder
	for i, page := range pages {
		fmt.Fprintf(&b, "<g transform=\"translate(%d 4)\" font-family=\"Georgia, 'Times New Roman', serif\">\n", 4+i*(cardWide+12))
		drawCard(t, &b, page)
		b.WriteString("</g>\n")
	}
	return svg(8+len(pages)*(cardWide+12)-12, cardTall+8, b.String())
}

// words is a text of a card in one face.
type words struct{ face, text string }

// The faces of a card.
const (
	nameFace  = ` font-weight="bold"`
	quietFace = ` fill="#665f52"`
)

// drawCard draws the first card of a page of HTML.
func drawCard(t *testing.T, b *strings.Builder, page string) {
	t.Helper()
	_, rest, ok := strings.Cut(page, "<article")
	card, _, closed := strings.Cut(rest, "</article>")
	if !ok || !closed {
		t.Fatalf("there is no card on the page %q", page)
	}
	d := xml.NewDecoder(strings.NewReader("<article" + card + "</article>"))
	fmt.Fprintf(b, "<rect width=\"%d\" height=\"%d\" rx=\"8\" fill=\"#fffdf8\" stroke=\"#cfc7b8\"/>\n", cardWide, cardTall)
	y := cardEdge
	var within []string // the elements that are open
	var flow []words
	var figures [][2]string
	for {
		tok, err := d.Token()
		if err != nil {
			break
		}
		switch tok := tok.(type) {
		case xml.StartElement:
			within = append(within, tok.Name.Local)
			for _, a := range tok.Attr {
				if a.Name.Local == "class" {
					within[len(within)-1] += "." + a.Value
				}
			}
			switch tok.Name.Local {
			case "p":
				flow = nil
			case "div":
				figures = append(figures, [2]string{})
			}
		case xml.CharData:
			switch text := string(tok); within[len(within)-1] {
			case "h3":
				y += 14
				fmt.Fprintf(b, "<text x=\"%d\" y=\"%d\" font-size=\"17\" font-weight=\"bold\" fill=\"#1d1b17\">%s</text>\n", cardEdge, y, html.EscapeString(text))
			case "p.sort":
				y += cardRow
				fmt.Fprintf(b, "<text x=\"%d\" y=\"%d\" font-size=\"12\" font-style=\"italic\" fill=\"#665f52\">%s</text>\n", cardEdge, y, html.EscapeString(text))
			case "dt":
				figures[len(figures)-1][0] = text
			case "dd":
				figures[len(figures)-1][1] = text
			case "b":
				flow = append(flow, words{nameFace, text})
			case "span.terms":
				flow = append(flow, words{quietFace, text})
			case "p":
				flow = append(flow, words{"", text})
			}
		case xml.EndElement:
			closed := within[len(within)-1]
			within = within[:len(within)-1]
			switch {
			case closed == "dl.figures":
				y = drawFigures(b, figures, y+9)
			case closed == "p":
				y = drawText(b, flow, y+4)
			}
		}
	}
	if y > cardTall {
		t.Fatalf("the card has no room: %d points of %d", y, cardTall)
	}
}

// drawFigures draws the figures of a card in boxes of one row, as wide as their names are long.
func drawFigures(b *strings.Builder, figures [][2]string, y int) int {
	sum := 0
	for _, f := range figures {
		sum += utf8.RuneCountInString(f[0]) + 4
	}
	x := cardEdge
	for i, f := range figures {
		wide := (utf8.RuneCountInString(f[0]) + 4) * (cardWide - 2*cardEdge) / sum
		if i == len(figures)-1 {
			wide = cardWide - cardEdge - x
		}
		fmt.Fprintf(b, "<rect x=\"%d\" y=\"%d\" width=\"%d\" height=\"34\" fill=\"none\" stroke=\"#cfc7b8\"/>", x, y, wide)
		fmt.Fprintf(b, "<text x=\"%d\" y=\"%d\" font-size=\"9.5\" text-anchor=\"middle\" fill=\"#665f52\">%s</text>", x+wide/2, y+13, html.EscapeString(f[0]))
		fmt.Fprintf(b, "<text x=\"%d\" y=\"%d\" font-size=\"12\" font-weight=\"bold\" text-anchor=\"middle\" fill=\"#1d1b17\">%s</text>\n", x+wide/2, y+28, html.EscapeString(f[1]))
		x += wide
	}
	return y + 36
}

// drawText sets a text in lines.
func drawText(b *strings.Builder, flow []words, y int) int {
	room := 0
	for _, part := range flow {
		for _, word := range regexp.MustCompile(`\S+\s*`).FindAllString(part.text, -1) {
			signs := utf8.RuneCountInString(strings.TrimRight(word, " "))
			if room -= signs; room < 0 {
				if y > 0 && room != -signs {
					b.WriteString("</text>\n")
				}
				y += cardRow
				room = cardSigns - signs
				fmt.Fprintf(b, "<text x=\"%d\" y=\"%d\" font-size=\"12\" fill=\"#1d1b17\">", cardEdge, y)
			}
			room -= utf8.RuneCountInString(word) - signs
			if part.face == "" {
				b.WriteString(html.EscapeString(word))
			} else {
				b.WriteString("<tspan" + part.face + ">" + html.EscapeString(word) + "</tspan>")
			}
		}
	}
	b.WriteString("</text>\n")
	return y
}

// The measures of a terminal, in points.
const (
	signWide, signTall = 8, 19
	terminalEdge       = 14
	terminalSigns      = 100 // of a line; what is longer goes on in the next
)

// sgr is what turns a colour on, or off.
var sgr = regexp.MustCompile("\x1b\\[([0-9;]*)m")

// inks are the colours of a terminal.
var inks = map[string]string{"1": `fill="#ffffff" font-weight="bold"`, "2": `fill="#9a9488"`, "31": `fill="#ff9b8a"`, "32": `fill="#9fd48a"`, "33": `fill="#f0cf7a"`, "36": `fill="#8fd3dd"`}

// drawTerminal draws lines, with their colours. Each piece is as wide as its signs, whatever letters a computer has.
func drawTerminal(lines []string) string {
	var b bytes.Buffer
	wide, row, ink := 40, 0, ""
	for _, line := range lines {
		row++
		at := 0
		put := func(text string) {
			for text != "" {
				r := []rune(text)
				n := min(len(r), terminalSigns-at)
				if n == 0 {
					row++
					at = 0
					continue
				}
				piece := string(r[:n])
				if strings.TrimSpace(piece) != "" {
					face := inks[ink]
					if face == "" {
						face = `fill="#e6e1d6"`
					}
					fmt.Fprintf(&b, "<text x=\"%d\" y=\"%d\" textLength=\"%d\" lengthAdjust=\"spacingAndGlyphs\" %s>%s</text>\n", terminalEdge+at*signWide,
						terminalEdge+row*signTall-5, n*signWide, face, strings.ReplaceAll(html.EscapeString(piece), " ", "\u00a0"))
				}
				at += n
				wide = max(wide, at)
				text = string(r[n:])
			}
		}
		from := 0
		for _, m := range sgr.FindAllStringSubmatchIndex(line, -1) {
			put(line[from:m[0]])
			ink, from = line[m[2]:m[3]], m[1]
		}
		put(line[from:])
	}
	width, height := 2*terminalEdge+wide*signWide, 2*terminalEdge+row*signTall
	return svg(width, height, fmt.Sprintf("<rect width=\"%d\" height=\"%d\" rx=\"8\" fill=\"#1f1d1a\"/>\n<g font-family=\"ui-monospace, Menlo, Consolas, 'DejaVu Sans Mono', monospace\" font-size=\"13\">\n%s</g>\n",
		width, height, b.String()))
}

func TestShownOf(t *testing.T) {
	got := shownOf("a\n\x1b[31mb\x1b[0m: 1\n\nc\nd e f\n", "b: 1\n\n...\nd e ...")
	if want := []string{"\x1b[31mb\x1b[0m: 1", "", "\x1b[2m...\x1b[0m", "d e f"}; !slices.Equal(got, want) {
		t.Errorf("%q, want %q", got, want)
	}
}

func TestDrawTerminal(t *testing.T) {
	drawn := drawTerminal([]string{"\x1b[1m$ kdsl\x1b[0m", "\x1b[31merror\x1b[0m: a < b", strings.Repeat("x", 130)})
	for _, want := range []string{
		`<text x="14" y="28" textLength="48" lengthAdjust="spacingAndGlyphs" fill="#ffffff" font-weight="bold">$` + "\u00a0kdsl</text>",
		`<text x="14" y="47" textLength="40" lengthAdjust="spacingAndGlyphs" fill="#ff9b8a">error</text>`,
		`<text x="54" y="47" textLength="56" lengthAdjust="spacingAndGlyphs" fill="#e6e1d6">:` + "\u00a0a\u00a0&lt;\u00a0b</text>",
		`y="66" textLength="800"`, `y="85" textLength="240"`, `<svg xmlns="http://www.w3.org/2000/svg" width="828" height="104"`,
	} {
		if !strings.Contains(drawn, want) {
			t.Errorf("%s\nis not in\n%s", want, drawn)
		}
	}
	if err := xml.Unmarshal([]byte(drawn), new(struct{ XMLName xml.Name })); err != nil {
		t.Error(err)
	}
}

func TestDrawCard(t *testing.T) {
	page := `<html><article class=""><h3>Boat &amp; hook</h3><p class="sort">Weapon</p><dl class="figures"><div><dt>Krowns</dt><dd>12</dd></div><div><dt>Hands</dt><dd>2</dd></div></dl>` +
		`<p><b>Drags</b><span class="terms"> (once per round): </span>` + strings.Repeat("word ", 20) + `</p></article></html>`
	drawn := drawCards(t, page, page)
	for _, want := range []string{"Boat &amp; hook</text>", ">Weapon</text>", ">Krowns</text>", ">12</text>", `<tspan font-weight="bold">Drags</tspan>`, ">(once </tspan>"} {
		if strings.Count(drawn, want) != 2 {
			t.Errorf("%s is not twice in\n%s", want, drawn)
		}
	}
	if n := strings.Count(drawn, "word "); n != 40 {
		t.Errorf("%d words of 40", n)
	}
	for line := range strings.Lines(drawn) {
		if text := regexp.MustCompile("<[^>]*>").ReplaceAllString(line, ""); utf8.RuneCountInString(text) > cardSigns+2 {
			t.Errorf("%q is too long", text)
		}
	}
	if err := xml.Unmarshal([]byte(drawn), new(struct{ XMLName xml.Name })); err != nil {
		t.Error(err)
	}
}
