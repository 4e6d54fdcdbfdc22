package diag

import (
	"regexp"
	"strings"
	"unicode"
)

// What is safe is decided here, for all mends: the two texts are the same but for how they are written.

// written are signs and words from elsewhere, and ours. What stands for nothing is only punctuation.
var written = strings.NewReplacer(
	"“", "", "”", "", "„", "", "«", "", "»", "", `"`, "",
	"<>", "!=", "=<", "<=", "=>", ">=", "≥", ">=", "≤", "<=", "≠", "!=", "×", "*", "−", "-", "–", "-", "∧", "&&", "∨", "||", "¬", "!",
	"...", "..", "++", "+=1", "--", "-=1", ":", "", ";", "", ",", "",
)

var (
	operators = regexp.MustCompile(`(?i)\b(and|or|not)\b`)
	elseIf    = regexp.MustCompile(`\b(elif|elsif)\b`)
	equals    = regexp.MustCompile(`(^|[^-+*/<>!=])={1,2}($|[^-+*/<>!=])`)
	quoted    = regexp.MustCompile(`(^|[^\pL])['‘’]|['‘’]($|[^\pL])`)
)

// spelling is a text without what is only a matter of writing: two texts of one spelling say the same.
func spelling(text string) string {
	text = operators.ReplaceAllStringFunc(text, func(w string) string {
		return map[string]string{"and": "&&", "or": "||", "not": "!"}[strings.ToLower(w)]
	})
	text = elseIf.ReplaceAllString(text, "elseif")
	text = written.Replace(equals.ReplaceAllString(text, "$1$2"))
	text = quoted.ReplaceAllString(text, "$1$2")
	if strings.Count(text, "(") == strings.Count(text, ")") {
		text = strings.NewReplacer("(", "", ")", "").Replace(text)
	}
	return strings.ToLower(strings.Map(func(r rune) rune {
		if unicode.IsSpace(r) || r == '\ufeff' {
			return -1
		}
		return r
	}, text))
}

// rank is safe for an edit that changes nothing but how something is written.
func rank(was, is string) Rank {
	if was != is && spelling(was) == spelling(is) {
		return Safe
	}
	return Offered
}
