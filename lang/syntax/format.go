package syntax

import (
	"slices"
	"strings"
	"unicode/utf8"

	"github.com/alecthomas/participle/v2/lexer"
)

// The formatter lays the file's own tokens out anew. It keeps the author's lines, as gofmt does, and
// decides everything else: indentation (two blanks), blanks between tokens, blank lines (one between
// declarations, at most one elsewhere), and that a body of several lines begins and ends on lines of
// its own. Expressions are copied as they stand. Because nothing is printed but tokens and comments of
// the file, nothing can be lost.

// Format returns the file's text in the canonical layout. The file must have been parsed without
// errors; of another, the caller should keep the text as it is.
func Format(f *File) string {
	p := &printer{file: f, text: f.Source.Text, starts: map[int]bool{}, items: map[int]bool{}, decls: map[int]bool{}}
	p.collect()
	p.cut()
	p.braces()
	p.print()
	return p.finish()
}

type printer struct {
	file   *File
	text   string
	whole  [][2]int     // spans that are printed as they stand, in order
	starts map[int]bool // where members begin: two blanks before one on the same line
	items  map[int]bool // where the items of a list in braces begin
	decls  map[int]bool // where declarations begin
	pieces []piece
	lines  []line
}

// piece is what is printed without looking inside: a token, a comment, an expression.
type piece struct {
	start, end int
	kind       lexer.TokenType // tokIllegal for expressions
	text       string
	comment    bool
	newLine    bool // a line begins here
	blank      bool // a blank line stood before it
	semicolon  bool // `;` stood before it, on the same line
	joined     bool // it goes on with the head of a clause
}

type line struct {
	code, comment string
	decl          bool // a declaration, or the comment before one, begins here
	blank         bool // a blank line stands before it
}

// collect finds in the tree what the tokens do not tell.
func (p *printer) collect() {
	plain := map[int]bool{} // where no member begins
	for _, d := range p.file.Decls {
		p.decls[d.Span().Start] = true
		Walk(d, func(n Spanned) bool {
			at := n.Span()
			switch n := n.(type) {
			case *ThrowStmt:
				p.keep(n.Faces.At.Start-1, n.Faces.At.End)
			case *Slice:
				p.keep(at.Start, at.End)
			case *Name:
				if strings.ContainsAny(at.Text(), "-.") {
					p.keep(at.Start, at.End)
				}
			case *ChooseStmt: // it is no member of anything
				plain[n.Field.At.Start] = true
			case *NoteStmt:
				bareFirst(plain, n.Texts)
			case *ManualStmt:
				bareFirst(plain, n.Texts)
			case *ExpectTextStmt:
				plain[n.Text.At.Start] = true
			case *DiceStmt: // which dice belong together is seen
				if first, last := n.Faces[0].At, n.Faces[len(n.Faces)-1].At; first.Pos().Line == last.Pos().Line {
					p.keep(first.Start, last.End)
				}
			case *BagDecl:
				for _, f := range n.Fields {
					p.starts[f.At.Start], p.items[f.At.Start] = true, true
				}
			case *PutStmt:
				for _, f := range n.Fields {
					p.items[f.At.Start] = true
				}
			case *GivenStmt:
				for _, f := range n.Cells {
					p.starts[f.At.Start], p.items[f.At.Start] = true, true
				}
			case *ProceedStmt:
				for _, f := range n.Fields {
					p.items[f.At.Start] = true
				}
			case *EnumValue, *TableRow:
				p.items[at.Start] = true
			case *FormField, *Text, Member:
				p.starts[at.Start], p.items[at.Start] = !plain[at.Start], true
			}
			return true
		})
	}
	slices.SortFunc(p.whole, func(a, b [2]int) int { return a[0] - b[0] })
}

// bareFirst notes where a text without a language begins: it is no member of anything.
func bareFirst(plain map[int]bool, texts []Text) {
	if len(texts) > 0 && !texts[0].Lang.At.IsValid() {
		plain[texts[0].At.Start] = true
	}
}

func (p *printer) keep(start, end int) {
	if end > start {
		p.whole = append(p.whole, [2]int{start, end})
	}
}

// cut makes the pieces of the tokens and comments.
func (p *printer) cut() {
	l := lex(p.file.Source)
	whole, comments, done := p.whole, l.comments, 0
	flush := func(before int) {
		for len(comments) > 0 && comments[0].At.Start < before {
			if c := comments[0]; c.At.Start >= done {
				p.pieces = append(p.pieces, piece{start: c.At.Start, end: c.At.End, text: c.Text, comment: true})
			}
			comments = comments[1:]
		}
	}
	semicolon := false
	for _, t := range l.tokens {
		at := t.Pos.Offset
		if t.Type == tokEOL {
			semicolon = true
			continue
		}
		if at < done || t.EOF() {
			continue
		}
		for len(whole) > 0 && whole[0][0] < at {
			whole = whole[1:]
		}
		flush(at)
		next := piece{start: at, end: at + len(t.Value), kind: t.Type, text: t.Value, semicolon: semicolon}
		_, next.joined = slices.BinarySearch(l.joined, at)
		if len(whole) > 0 && whole[0][0] == at {
			next.end, next.kind = whole[0][1], tokIllegal
			next.text = p.text[at:next.end]
		}
		semicolon, done = false, next.end
		p.pieces = append(p.pieces, next)
	}
	flush(len(p.text) + 1)
	for i := 1; i < len(p.pieces); i++ {
		a, b := &p.pieces[i-1], &p.pieces[i]
		n := strings.Count(p.text[a.end:b.start], "\n")
		b.newLine = n > 0 && !b.joined
		b.blank = n > 1 && strings.Count(strings.ReplaceAll(p.text[a.end:b.start], "\r", ""), "\n") > 1
		b.semicolon = b.semicolon && !b.newLine
	}
}

// braces opens the bodies that have several lines.
func (p *printer) braces() {
	var open []int
	for i := range p.pieces {
		switch b := &p.pieces[i]; b.text {
		case "{":
			open = append(open, i)
		case "}":
			if len(open) == 0 {
				continue
			}
			from := open[len(open)-1]
			open = open[:len(open)-1]
			if from+1 == i {
				b.newLine, b.blank = false, false
				continue
			}
			if i+1 < len(p.pieces) && p.pieces[i+1].text == "else" {
				// `else` follows the brace of several lines; behind a body on one line the author decides.
				p.pieces[i+1].blank = false
				if strings.Contains(p.text[p.pieces[from].start:b.end], "\n") {
					p.pieces[i+1].newLine = false
				}
			}
			if strings.Contains(p.text[p.pieces[from].start:b.end], "\n") {
				b.newLine, b.blank = true, false
				if next := &p.pieces[from+1]; !next.comment || next.newLine {
					next.newLine, next.blank = true, false
				}
			}
		}
	}
}

// print makes the lines.
func (p *printer) print() {
	depth, brackets := 0, 0
	var now strings.Builder
	var indent string
	comment := ""
	begun, decl, blank := false, false, false
	flush := func() {
		if begun {
			p.lines = append(p.lines, line{code: strings.TrimRight(now.String(), " "), comment: comment, decl: decl, blank: blank})
		}
		now.Reset()
		comment, begun = "", false
	}
	var last *piece // the last that is not a comment
	for i := range p.pieces {
		b := &p.pieces[i]
		if i == 0 || b.newLine || p.pieces[i-1].comment {
			flush()
			begun, blank = true, b.blank
			decl = depth == 0 && brackets == 0 && (p.decls[b.start] || b.comment)
			level := depth
			if b.text == "}" {
				level--
			}
			if !p.items[b.start] && b.text != "}" && (brackets > 0 || b.joined || last != nil && goesOn(last)) {
				level++
			}
			indent = strings.Repeat("  ", max(0, level))
			now.WriteString(indent)
		} else if b.comment {
			comment = b.text
			continue
		} else {
			now.WriteString(p.gap(&p.pieces[i-1], b))
		}
		if b.comment {
			now.WriteString(b.text)
			continue
		}
		switch b.text {
		case "{":
			depth++
		case "}":
			depth--
		case "(", "[":
			brackets++
		case ")", "]":
			brackets--
		}
		p.copy(&now, b.text, indent+"  ")
		last = b
	}
	flush()
}

// copy writes an expression; its further lines are indented one step more than its first.
func (p *printer) copy(to *strings.Builder, text, indent string) {
	for i, l := range strings.Split(text, "\n") {
		if i > 0 {
			to.WriteString("\n")
			l = strings.TrimLeft(l, " \t")
			if strings.TrimSpace(l) != "" {
				to.WriteString(indent)
			}
		}
		to.WriteString(strings.TrimRight(l, " \t\r"))
	}
}

// goesOn tells whether the line after the piece continues its line.
func goesOn(last *piece) bool {
	switch last.text {
	case ",", ":", "=", "=>", "+=", "-=":
		return last.kind == tokPunct
	}
	return false
}

// gap is what stands between two pieces on one line.
func (p *printer) gap(a, b *piece) string {
	if b.semicolon {
		return "; "
	}
	if a.text != "{" && p.starts[b.start] && a.text != "," && a.text != ":" {
		return "  "
	}
	punct := func(x *piece, signs string) bool {
		return x.kind == tokPunct && strings.Contains(signs, " "+x.text+" ")
	}
	switch {
	case punct(b, " ) ] , : . .. < > ? "), punct(a, " ( [ . .. < # "):
		return ""
	case punct(b, " ( ") && a.kind == tokIdent:
		return ""
	}
	return " "
}

// finish puts the lines together: blank lines, and comments behind code in one column.
func (p *printer) finish() string {
	var out strings.Builder
	for i := 0; i < len(p.lines); i++ {
		l := p.lines[i]
		if i > 0 && (l.blank || p.parts(i)) {
			out.WriteString("\n")
		}
		if l.comment == "" {
			out.WriteString(l.code + "\n")
			continue
		}
		// Neighbouring lines with comments share a column.
		end, width := i, 0
		for end < len(p.lines) && p.lines[end].comment != "" && (end == i || !p.lines[end].blank && !p.parts(end)) {
			width = max(width, lastWidth(p.lines[end].code))
			end++
		}
		for ; i < end; i++ {
			l := p.lines[i]
			out.WriteString(l.code + strings.Repeat(" ", width-lastWidth(l.code)+2) + l.comment + "\n")
		}
		i--
	}
	return out.String()
}

// lastWidth is the width of the last line of the code.
func lastWidth(code string) int {
	return utf8.RuneCountInString(code[strings.LastIndexByte(code, '\n')+1:])
}

// parts tells whether a blank line belongs before the line because a declaration begins there:
// between two declarations of one line each the author decides.
func (p *printer) parts(i int) bool {
	if !p.lines[i].decl || p.isComment(i-1) {
		return false
	}
	if strings.HasPrefix(p.lines[i-1].code, "}") || strings.HasPrefix(p.lines[i-1].code, " ") {
		return true
	}
	for p.isComment(i) && i+1 < len(p.lines) && p.lines[i+1].decl {
		if p.lines[i+1].blank {
			return false
		}
		i++
	}
	return i+1 < len(p.lines) && !p.lines[i+1].decl || strings.Contains(p.lines[i].code, "\n")
}

func (p *printer) isComment(i int) bool { return strings.HasPrefix(p.lines[i].code, "//") }
