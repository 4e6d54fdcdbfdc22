package check

import (
	"regexp"
	"slices"
	"strings"
	"unicode"

	"github.com/kdsl-lang/kdsl/lang/diag"
	"github.com/kdsl-lang/kdsl/lang/ir"
	"github.com/kdsl-lang/kdsl/lang/source"
	"github.com/kdsl-lang/kdsl/lang/syntax"
)

// texts compiles the display texts of a thing; parameters are looked up at the place.
func (c *exprs) texts(list []syntax.Text, pl *place) ir.Texts { return c.compiled(list, plain, pl) }

// sentences compiles texts that say a rule.
func (c *exprs) sentences(list []syntax.Text, pl *place) ir.Texts {
	return c.compiled(list, sentence, pl)
}

func (c *exprs) compiled(list []syntax.Text, as manner, pl *place) ir.Texts {
	var t ir.Texts
	for _, s := range list {
		addText(c, &t, s, as, pl)
	}
	return t
}

// manner is how a text is read: the numbers of a sentence are those of its rule, the digits of a name are letters.
type manner bool

const (
	plain    manner = false
	sentence manner = true
)

func addText(c *exprs, t *ir.Texts, s syntax.Text, as manner, pl *place) {
	if c.foreign(s.At) {
		return
	}
	french := s.Lang.Text == "fr"
	if s.Lang.Text != "en" && s.Lang.Text != "" && !french {
		c.unknown("undefined-name", s.Lang.At, "texts are written in en and fr, got %s", s.Lang.Text)
		return
	}
	to := &t.En
	if french {
		to = &t.Fr
	}
	use := wordUses[use(s.Manners)]
	if i := slices.IndexFunc(t.Words, func(w *ir.Word) bool { return w.Use == use && w.French == french }); i >= 0 {
		c.errorf("duplicate-name", s.At, "the %s in %s is given twice", s.Manners[0].Text, s.Lang.Text).See(t.Words[i].At, "first given here")
		return
	}
	switch {
	case s.By != nil && use != ir.NounWord:
		c.errorf("invalid-member", s.By.At, "only a noun says what is done with it: %s noun \"...\" by \"...\" to \"...\"", s.Lang.Text)
	case use != ir.BadWord:
		w := word(c, s.Manners, s.Str, s.Plural, use, french, as, pl)
		if s.By != nil {
			w.By = s.By.Text
		}
		if s.To != nil {
			w.To = s.To.Text
		}
		t.Words = append(t.Words, w)
	case *to != nil:
		c.errorf("duplicate-name", s.At, "the text in %s is given twice", s.Lang.Text).See((*to).At, "first given here")
		return
	default:
		*to = &word(c, s.Manners, s.Str, s.Plural, use, french, as, pl).Template
	}
	for _, a := range s.Also {
		t.Words = append(t.Words, word(c, a.Manners, a.Str, a.Plural, ir.AlsoWord, french, plain, pl))
	}
}

// word compiles a text and what it is as a noun.
func word(c *exprs, manners []syntax.Name, s syntax.Str, plural *syntax.Str, use ir.WordUse, french bool, as manner, pl *place) *ir.Word {
	w := &ir.Word{Use: use, French: french, Template: *c.template(s, as, pl)}
	for i, p := range w.Template.Parts {
		if p.Expr != nil && !french && (p.Form == "de" || p.Form == "le") {
			whole := source.Span{File: p.Expr.At.File, Start: p.Expr.At.Start - len(p.Form) - 2, End: p.Expr.At.End + 1}
			d := c.errorf("bad-template", whole, "{%s x} is French: in an English text the word stands before the braces", p.Form)
			if name := p.Expr.At.Text(); whole.Text() == "{"+p.Form+" "+name+"}" {
				d.Rewrite(map[string]string{"de": "of "}[p.Form] + "{" + name + "}")
			}
		}
		if p.Expr != nil && p.Text != "" { // however a decimal is written, it is printed as its language has it
			from, to := ",", "."
			if french {
				from, to = to, from
			}
			w.Template.Parts[i].Text = strings.Replace(p.Text, from, to, 1)
		}
	}
	w.Noun = noun(c, manners, french)
	if plural != nil {
		w.Noun.Plural = plural.Text
	}
	return w
}

// noun is what the words before a text say of its noun.
func noun(c *exprs, manners []syntax.Name, french bool) (n ir.Noun) {
	for i, m := range manners {
		switch {
		case m.Text == "noun" || m.Text == "moment":
			if i > 0 {
				c.errorf("invalid-member", m.At, "%s stands right behind the language", m.Text)
			}
		case m.Text == "name":
			n.Name = true
		case french != (m.Text != "an"):
			c.errorf("invalid-member", m.At, "%s says something about %s nouns", m.Text, map[bool]string{true: "English", false: "French"}[french])
		case m.Text == "h" || m.Text == "an":
			n.Odd = true
		case n.Gendered:
			c.errorf("invalid-member", m.At, "a noun has one gender")
		default:
			n.Gendered, n.Feminine = true, m.Text == "f"
		}
	}
	return n
}

// wordUses are the uses of a text by the word before it.
var wordUses = map[string]ir.WordUse{" noun": ir.NounWord, " moment": ir.MomentWord}

// use is the word that says what a text is, with a blank before it; "" for a text that is just that.
func use(manners []syntax.Name) string {
	for _, m := range manners {
		if m.Text == "noun" || m.Text == "moment" {
			return " " + m.Text
		}
	}
	return ""
}

// memberTexts compiles the texts among the members.
func (c *exprs) memberTexts(list []syntax.Member, pl *place) ir.Texts {
	var t ir.Texts
	for m := range syntax.Of[*syntax.TextMember](list) {
		addText(c, &t, m.Text, plain, pl)
	}
	return t
}

// template reads a sentence. It reads the literal as it stands in the file, so that places inside
// it are exact whatever is escaped.
func (c *exprs) template(s syntax.Str, as manner, pl *place) *ir.Template {
	t := &ir.Template{At: s.At}
	raw, at := asWritten(s)
	var lit strings.Builder
	flush := func() {
		if lit.Len() > 0 {
			t.Parts = append(t.Parts, ir.Part{Text: lit.String()})
			lit.Reset()
		}
	}
	for i := 0; i < len(raw); i++ {
		switch b := raw[i]; {
		case as == sentence && writtenOut(raw[i:]) > 0:
			n := writtenOut(raw[i:])
			flush()
			written := raw[i : i+n]
			if number := strings.Replace(written, ",", ".", 1); number != written {
				if n, ok := parseLength(number); ok {
					t.Parts = append(t.Parts, ir.Part{Text: written, Expr: &ir.Expr{Op: ir.Const, Type: ir.Type{Kind: ir.Length}, N: n, At: at(i, i+len(written)), Name: number}})
				}
			} else if p, ok := c.part(written, at(i, i+n), pl); ok {
				p.Text = written
				t.Parts = append(t.Parts, p)
			}
			i += n - 1
		case b == '\\' && i+1 < len(raw):
			i++
			lit.WriteByte(unescape(raw[i]))
		case b == '{':
			end := strings.IndexByte(raw[i:], '}')
			if end < 0 {
				d := c.errorf("bad-template", at(i, len(raw)), "a { in a text begins a parameter and needs its }")
				if source.IsName(raw[i+1:]) {
					d.Mend(diag.Replace(at(len(raw), len(raw)), "}", "close it here"))
				}
				i = len(raw)
				break
			}
			if inner := strings.IndexByte(raw[i+1:i+end], '{'); inner >= 0 {
				c.errorf("bad-template", at(i+1+inner, i+end+1), "braces do not stand inside braces: a number beside its word is {n} {n|one|many}")
				i = len(raw)
				break
			}
			if inner := raw[i+1 : i+end]; as == sentence && inner != "" && writtenOut(inner) == len(inner) {
				c.errorf("bad-template", at(i, i+end+1), "a number that never changes is written as it is").Suggest(inner)
			}
			flush()
			if p, ok := c.part(raw[i+1:i+end], at(i+1, i+end), pl); ok {
				t.Parts = append(t.Parts, p)
			}
			i += end
		case b == '[' && as == sentence && strings.IndexByte(raw[i:], ']') > 0:
			end := i + strings.IndexByte(raw[i:], ']')
			d := c.warnf("bad-template", at(i, end+1), "these square brackets are printed; the name of a card stands without them, and a [ that is meant is written \\[")
			d.Mends = []diag.Mend{{Title: "leave them out", Edits: []diag.Edit{{Span: at(i, i+1)}, {Span: at(end, end+1)}}}}
			lit.WriteByte(b)
		case b == '}':
			c.errorf("bad-template", at(i, i+1), "this } closes nothing: leave it out, or open a { before it; one that is printed is written \\}")
		default:
			lit.WriteByte(b)
		}
	}
	flush()
	return t
}

// asWritten is a sentence as it stands in the file, and where its parts stand.
func asWritten(s syntax.Str) (raw string, at func(start, end int) source.Span) {
	raw, from := s.Text, s.At.Start
	if whole := s.At.Text(); len(whole) >= 2 && whole[0] == '"' && whole[len(whole)-1] == '"' {
		raw, from = whole[1:len(whole)-1], from+1
	}
	return raw, func(start, end int) source.Span {
		return source.Span{File: s.At.File, Start: from + start, End: from + end}
	}
}

var number = regexp.MustCompile(`^([0-9]*D[0-9]+([+-][0-9]+)?|[0-9]+([.,][0-9]+)?)`)

// writtenOut is the length of the number or the dice with which a text begins.
func writtenOut(text string) int {
	if text == "" || text[0] != 'D' && !isDigit(text[0]) {
		return 0
	}
	return len(number.FindString(text))
}

func unescape(b byte) byte {
	switch b {
	case 'n':
		return '\n'
	case 't':
		return '\t'
	}
	return b
}

// part reads what stands between the braces: `x`, `x|one|many`, `de x`, `le x`.
func (c *exprs) part(text string, at source.Span, pl *place) (ir.Part, bool) {
	var p ir.Part
	body := text
	if choices := splitBars(text); len(choices) > 1 {
		if len(choices) != 3 {
			c.errorf("bad-template", at, "a plural is written {x|one|many}")
			return p, false
		}
		body, p.Form, p.One, p.Many = choices[0], "plural", choices[1], choices[2]
	} else {
		for _, form := range []string{"de", "le"} {
			if strings.HasPrefix(strings.TrimLeft(text, " "), form+" ") {
				p.Form = form
				body = strings.TrimLeft(text, " ")[len(form)+1:]
			}
		}
	}
	start := at.Start
	if p.Form == "de" || p.Form == "le" {
		start = at.End - len(body)
	}
	trimmed := strings.TrimSpace(body)
	start += strings.Index(body, trimmed)
	span := source.Span{File: at.File, Start: start, End: start + len(trimmed)}
	if trimmed == "" {
		c.errorf("bad-template", at, "a parameter is missing between { and }")
		return p, false
	}
	if written := led(trimmed, pl); written != "" && p.Form == "" {
		whole := source.Span{File: at.File, Start: at.Start - 1, End: at.End + 1}
		c.errorf("bad-template", whole, "of all words de and le alone stand in braces, as in {de x}: others stand before them").Rewrite(written)
		return p, false
	}
	if p.Expr = notation(trimmed, span, ir.Type{Kind: ir.Dice}); p.Expr == nil {
		p.Expr = c.expr(syntax.Slice{Node: syntax.Node{At: span}, Text: trimmed}, pl, tAny)
	}
	if p.Expr != nil && p.Expr.Op == ir.Const && p.Expr.Type == (ir.Type{Kind: ir.CardOf, Ref: ir.PlayerKind}) {
		c.errorf("invalid-parameter", span, "a text that says {player} prints that word: who is meant is a field").Suggest(meant(c.p, trimmed, pl))
		return p, false
	}
	if p.Expr == nil {
		if n := len(c.list) - 1; n >= 0 && c.list[n].Span == span {
			c.list[n].Mend(suggested(span, meant(c.p, trimmed, pl)))
		}
		if n := len(c.list) - 1; n >= 0 && c.list[n].Span == span && len(trimmed) == 1 && source.IsName(trimmed) && trimmed == strings.ToUpper(trimmed) && pl.card != nil {
			c.list[n].Message = "nothing here is called `" + trimmed + "`: a number with which a card is written is declared behind its name, as in " + pl.card.Name + "(" + trimmed + ": int)"
		}
		return p, false
	}
	switch k := p.Expr.Type.Kind; {
	case k == ir.Int, k == ir.Length, p.Expr.Op == ir.BadOp:
	case p.Form == "plural":
		c.errorf("invalid-parameter", span, "a plural follows a number, got %s", c.p.TypeName(p.Expr.Type))
	case k != ir.Dice && k != ir.Target && k != ir.EnumType && k != ir.Inst && k != ir.CardOf:
		c.errorf("invalid-parameter", span, "a text cannot show %s", c.p.TypeName(p.Expr.Type))
	}
	return p, true
}

// led is what a name with a word before it, between braces, is written as; "" where it is none.
func led(text string, pl *place) string {
	word, name, found := strings.Cut(text, " ")
	if before, after, elided := strings.Cut(text, "'"); elided {
		word, name, found = before+"'", after, true
	}
	name = strings.TrimSpace(name)
	if !found || !source.IsName(strings.ReplaceAll(name, ".", "_")) || pl.names[word] != nil || strings.ContainsFunc(strings.TrimSuffix(word, "'"), func(r rune) bool { return !unicode.IsLetter(r) }) {
		return ""
	}
	switch strings.ToLower(word) {
	case "la", "les", "l'":
		return "{le " + name + "}"
	case "au", "aux":
		word = "à"
	case "du", "des", "d'":
		word = "de"
	}
	return word + " {" + name + "}"
}

// meant is the one field of the event that is of a kind; "" where there are more, or none.
func meant(p *ir.Program, kind string, pl *place) (name string) {
	if pl.event == nil {
		return ""
	}
	for _, f := range pl.event.Named() {
		if ty := f.Type; ty.Kind == ir.Inst && strings.TrimSuffix(p.TypeName(ty), "?") == kind {
			if name != "" {
				return ""
			}
			name = f.Name
		}
	}
	return name
}

// suggested puts what was meant in the place of a name; nil for nothing.
func suggested(at source.Span, name string) *diag.Mend {
	if name == "" {
		return nil
	}
	return diag.Replace(at, name, "did you mean \""+name+"\"")
}

// splitBars cuts at single bars; `||` is an operator.
func splitBars(s string) []string {
	var list []string
	from := 0
	for i := 0; i < len(s); i++ {
		if s[i] != '|' {
			continue
		}
		if i+1 < len(s) && s[i+1] == '|' {
			i++
			continue
		}
		list = append(list, s[from:i])
		from = i + 1
	}
	return append(list, s[from:])
}
