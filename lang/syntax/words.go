package syntax

import "slices"

// The words of the language. They are identifiers like any other, told apart by their place; the
// list exists so that nobody declares one as a name and is then surprised.

// HookWords are the words that begin a clause.
var HookWords = []string{"after", "becomes", "before", "cannot", "ignore", "instead", "waive", "while"}

// declarationWords begin a declaration; a card begins with the name of its kind instead.
var declarationWords = []string{
	"action", "bag", "enum", "event", "extend", "function", "kind", "label", "odds", "option", "pack", "patch",
	"player", "remove", "replace", "rule", "scenario", "set", "span", "table", "test", "use", "zone",
}

// memberWords begin a member. Those that games want for themselves are not reserved: a field may be
// called `cost` or `owner`, for the colon tells them apart.
var memberWords = []string{"carries", "cell", "choose", "derive", "do", "en", "fr", "limit", "prefer", "require", "stat", "tag"}

var softMemberWords = []string{"body", "cost", "needs", "ordered", "owner"}

// statementWords begin a statement or a step of a script.
var statementWords = []string{
	"act", "add", "always", "answer", "apply", "cancel", "cap", "choose", "create", "destroy", "dice", "divide",
	"draw", "during", "each", "expect", "give", "given", "hide", "if", "let", "manual", "measure", "move",
	"multiply", "note", "option", "players", "push", "put", "raise", "repeat", "reveal", "rotate", "set", "stop", "stub",
	"table", "throw", "travel", "when", "window",
}

// connectingWords join the parts of a statement. An expression ends before one.
var connectingWords = []string{
	"along", "among", "as", "at", "by", "count", "default", "during", "for", "from", "into", "layer", "limit",
	"of", "per", "permanent", "prefer", "repeat", "rounding", "to", "until", "when", "where", "while", "with",
}

// otherWords are reserved too: they stand between other words.
var otherWords = []string{
	"card", "covers", "else", "extends", "in", "may", "nowhere", "on", "seen", "self", "bearer", "this", "it",
	"true", "false", "within",
}

// fieldEnds are words that may follow a default. They may still be names.
var fieldEnds = wordSet([]string{"layers", "min", "max", "tall"})

// Words is every reserved word of the language, sorted.
var Words = func() []string {
	var all []string
	for _, list := range [][]string{HookWords, declarationWords, memberWords, statementWords, connectingWords, otherWords} {
		all = append(all, list...)
	}
	slices.Sort(all)
	return slices.Compact(all)
}()

var (
	connecting   = wordSet(connectingWords)
	declarations = wordSet(declarationWords)
	reserved     = wordSet(Words)
	hooks        = wordSet(HookWords)
)

func wordSet(list []string) map[string]bool {
	set := make(map[string]bool, len(list))
	for _, w := range list {
		set[w] = true
	}
	return set
}
