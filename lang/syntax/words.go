package syntax

// The words of the language. They are identifiers like any other, told apart by their place; the
// list exists so that nobody declares one as a name and is then surprised.

// What begins with a word of its own has it from the tables in chosen.go.
var (
	HookWords        []string // begin a clause, sorted
	DeclarationWords []string // begin a declaration, sorted; a card begins with the name of its kind instead
	Words            []string // every reserved word of the language, sorted
	statementWords   []string // begin a statement or a step of a script
	memberWords      []string // begin a member
)

// softMemberWords begin members and are not reserved, for games want them for themselves: a field may be
// called `cost` or `owner`, for the colon tells them apart.
var softMemberWords = []string{"body", "cost", "needs", "ordered", "owner"}

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

var (
	connecting                    = wordSet(connectingWords)
	declarations, reserved, hooks map[string]bool
)

func wordSet(list []string) map[string]bool {
	set := make(map[string]bool, len(list))
	for _, w := range list {
		set[w] = true
	}
	return set
}
