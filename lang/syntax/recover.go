package syntax

import (
	"slices"

	"github.com/alecthomas/participle/v2/lexer"
)

// A declaration with a mistake is read again with the mend that was told; without one, without the line that the
// mistake is on, so that its name, its head and its other lines are there for whoever speaks of them. What was
// left out or mended is noted, with all the names in it: nobody complains that these are unknown.

// index is where a token stands among the tokens of a declaration, or would.
func index(tokens []lexer.Token, t lexer.Token) int {
	if t.EOF() {
		return len(tokens)
	}
	i, _ := slices.BinarySearchFunc(tokens, t.Pos.Offset, func(x lexer.Token, at int) int { return x.Pos.Offset - at })
	return i
}

// without takes the line out of a declaration in which a token stands, or the rest of its head, or the one
// parameter; at the end of the declaration, it closes what is open. There is no rest when the mistake is where
// the declaration begins, or when a brace is missing somewhere.
func without(tokens []lexer.Token, at int) (rest, lost []lexer.Token) {
	open := enclosing(tokens, len(tokens))
	if at == len(tokens) {
		for ; open >= 0 && tokens[open].Value == "{"; open = enclosing(tokens, open) {
			rest = append(rest, lexer.Token{Type: tokPunct, Value: "}", Pos: tokens[at-1].Pos})
		}
		if open >= 0 || rest == nil {
			return nil, nil
		}
		return slices.Concat(tokens, rest), nil
	}
	if open >= 0 && tokens[open].Value == "{" {
		return nil, nil
	}
	from, to := at, at
	switch open = enclosing(tokens, at); {
	case open < 0: // the head
		for to < len(tokens) && tokens[to].Value != "{" {
			to++
		}
	case tokens[open].Value != "{" && enclosing(tokens, open) < 0: // a parameter
		for from > open+1 && tokens[from-1].Value != "," {
			from--
		}
		for to < len(tokens) && tokens[to].Value != "," && !closing(tokens[to]) {
			to = after(tokens, to)
		}
		switch {
		case to < len(tokens) && tokens[to].Value == ",":
			to++
		case from > open+1:
			from--
		}
	default:
		for tokens[open].Value != "{" {
			if open = enclosing(tokens, open); open < 0 {
				return nil, nil
			}
		}
		from = lineOf(tokens, open, at)
		for to = from; to < len(tokens) && tokens[to].Type != tokEOL && tokens[to].Value != "}"; {
			to = after(tokens, to)
		}
		if to < len(tokens) && tokens[to].Type == tokEOL {
			to++
		}
	}
	if from == 0 || from >= to {
		return nil, nil
	}
	return slices.Concat(tokens[:from], tokens[to:]), tokens[from:to]
}

// enclosing is the innermost bracket before the token that is still open at it, or -1. A brace closes the
// round ones that were forgotten in it.
func enclosing(tokens []lexer.Token, at int) int {
	var open []int
	for i, t := range tokens[:at] {
		switch {
		case opening(t):
			open = append(open, i)
		case closing(t):
			for n := len(open); n > 0; n = len(open) {
				last := tokens[open[n-1]].Value
				if t.Value != "}" && last == "{" {
					break
				}
				open = open[:n-1]
				if t.Value != "}" || last == "{" {
					break
				}
			}
		}
	}
	if len(open) == 0 {
		return -1
	}
	return open[len(open)-1]
}

// lineOf is where the line begins in which a token stands, of what the brace holds.
func lineOf(tokens []lexer.Token, brace, at int) int {
	from := brace + 1
	for i := from; i < at; i = after(tokens, i) {
		if tokens[i].Type == tokEOL {
			from = i + 1
		}
	}
	return from
}

// after is the token that follows one, or all that it opens.
func after(tokens []lexer.Token, at int) int {
	for depth := 0; at < len(tokens); {
		switch t := tokens[at]; {
		case opening(t):
			depth++
		case closing(t):
			depth--
		}
		if at++; depth <= 0 {
			break
		}
	}
	return at
}

func opening(t lexer.Token) bool { return t.Value == "{" || t.Value == "(" || t.Value == "[" }
func closing(t lexer.Token) bool { return t.Value == "}" || t.Value == ")" || t.Value == "]" }
