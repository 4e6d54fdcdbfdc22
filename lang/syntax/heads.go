package syntax

import (
	"slices"
	"sort"
	"strings"

	"github.com/alecthomas/participle/v2/lexer"

	"github.com/kdsl-lang/kdsl/lang/diag"
	"github.com/kdsl-lang/kdsl/lang/source"
)

// Who only uses a pack is checked against its heads: what is declared there, what is worked out, and what
// contributes and ignores. What is only done when the game is played is left out before the parser sees it:
// what stands between the braces of a `do`, of a row of statements, and, but for its tags, of a clause.

// bodies tells what is known of those, and may leave them out with what is wrong in them. One that does not end
// before the next declaration is not left out.
func (l *lexed) bodies(leave bool) Done {
	known := Done{map[string]bool{}, map[string]bool{}}
	all := l.tokens
	var left []source.Span
	to := 0
	for at := 0; at < len(all); at++ {
		if n := textAt(all, at); leave && n > 0 {
			if at += n - 1; to > 0 && (all[to-1].Type == tokEOL || all[to-1].Value == "{") && at+1 < len(all) && all[at+1].Type == tokEOL {
				at++ // the line is empty
			}
			continue
		}
		all[to] = all[at]
		to++
		open, clause := bodyAt(all, at)
		end := -1
		if open > 0 {
			end = closingOf(all, open)
		}
		if end < 0 {
			continue
		}
		known.note(all[open:end])
		if !leave {
			continue
		}
		to += copy(all[to:], all[at+1:open+1])
		left = append(left, l.between(all[open].Pos.Offset+1, all[end].Pos.Offset))
		if clause {
			to += copy(all[to:], tagsOf(all[open+1:end]))
		}
		at = end - 1
	}
	l.tokens = all[:to]
	l.silence(left)
	return known
}

// thrownFor are the tags of all throws, in bodies too.
func (l *lexed) thrownFor() (tags []Name) {
	for i := 0; i < len(l.tokens); i++ {
		if l.tokens[i].Value != "throw" {
			continue
		}
		for i++; i < len(l.tokens)-1 && l.tokens[i].Type != tokEOL && l.tokens[i].Value != "{" && l.tokens[i].Value != "}"; i++ {
			if l.tokens[i].Value != "for" {
				continue
			}
			for ; i+1 < len(l.tokens) && l.tokens[i+1].Type == tokIdent && (l.tokens[i].Value == "for" || l.tokens[i].Value == ","); i += 2 {
				t := l.tokens[i+1]
				tags = append(tags, Name{Node: Node{At: l.between(t.Pos.Offset, t.Pos.Offset+len(t.Value))}, Text: t.Value})
			}
		}
	}
	return tags
}

// note notes what a body chooses and sets.
func (d *Done) note(body []lexer.Token) {
	for i := 1; i+1 < len(body); i++ {
		t := &body[i]
		if name := askedName(t.Value, body[i+1].Value); name != "" {
			d.Chosen[name] = true
		}
		switch {
		case t.Value == "." && i+2 < len(body) && strings.HasSuffix(body[i+2].Value, "="):
			d.Written[body[i+1].Value] = true
		case t.Value == "proceed":
			for j := i + 1; j+1 < len(body) && body[j].Value != "}"; j++ {
				d.Written[body[j].Value] = d.Written[body[j].Value] || body[j+1].Value == ":"
			}
		}
	}
}

// silence takes back what was said of these parts of the text.
func (l *lexed) silence(parts []source.Span) {
	l.diags = slices.DeleteFunc(l.diags, func(d diag.Diagnostic) bool {
		i := sort.Search(len(parts), func(i int) bool { return parts[i].End >= d.Span.Start })
		return i < len(parts) && parts[i].Start <= d.Span.Start
	})
}

// textAt is how many tokens the text has that begins with a token, with the grammar of its words; 0 when none does.
func textAt(all []lexer.Token, at int) int {
	if t := &all[at]; t.Type != tokIdent || t.Value != "en" && t.Value != "fr" {
		return 0
	}
	i := at + 1
	manners := func() {
		for i < len(all) && all[i].Type == tokIdent && manner[all[i].Value] {
			i++
		}
	}
	word := func() bool {
		if i < len(all) && all[i].Type == tokString {
			i++
			return true
		}
		return false
	}
	if manners(); !word() {
		return 0
	}
	also := false
	for i+1 < len(all) && (all[i].Type == tokIdent && textTail[all[i].Value] || all[i].Value == "," && also) {
		from := i
		also = also || all[i].Value == "also"
		i++
		if manners(); !word() {
			return from - at
		}
	}
	return i - at
}

// textTail are the words behind a text.
var textTail = wordSet([]string{"plural", "by", "to", "also"})

// bodyAt is where the brace stands of the body that begins with a token, or -1, and whether it is a clause's.
func bodyAt(all []lexer.Token, at int) (open int, clause bool) {
	t := &all[at]
	if at == 0 || at+1 == len(all) {
		return -1, false
	}
	before, next := &all[at-1], &all[at+1]
	switch {
	case t.Value == "do" && t.Type == tokIdent || t.Value == "=>":
		if next.Value == "{" {
			return at + 1, false
		}
	case hooks[t.Value] && !lawHeads[t.Value] && next.Value != ":" && next.Value != "{" && (before.Type == tokEOL || before.Value == "{" || before.Value == ":"):
		for open = at + 1; all[open].Type != tokEOL && all[open].Value != "}" && !all[open].EOF(); open++ {
			if all[open].Value == "{" {
				return open, true
			}
		}
	}
	return -1, false
}

// closingOf is where the brace is closed, or -1 when a declaration begins before.
func closingOf(all []lexer.Token, open int) int {
	depth := 0
	for i := open; i < len(all); i++ {
		switch t := &all[i]; {
		case t.Value == "{":
			depth++
		case t.Value == "}":
			if depth--; depth == 0 {
				return i
			}
		case t.Type == tokIdent && t.Pos.Column == 1:
			return -1
		}
	}
	return -1
}

// tagsOf are the tags in the body of a clause.
func tagsOf(body []lexer.Token) (tags []lexer.Token) {
	depth := 0
	for i := 0; i < len(body); i++ {
		switch t := &body[i]; {
		case t.Value == "{":
			depth++
		case t.Value == "}":
			depth--
		case t.Value == "tag" && t.Type == tokIdent && depth == 0 && i+1 < len(body) && body[i+1].Type == tokIdent:
			from := i
			for i++; i+2 < len(body) && body[i+1].Value == "," && body[i+2].Type == tokIdent; {
				i += 2
			}
			if tags = append(tags, body[from:i+1]...); i+1 < len(body) && body[i+1].Type == tokEOL {
				i++
				tags = append(tags, body[i])
			}
		}
	}
	return tags
}
