package syntax

import (
	"maps"
	"slices"
	"strings"

	"github.com/alecthomas/participle/v2"
	"github.com/alecthomas/participle/v2/lexer"
)

// What is read where: the tables of the nodes, which stand with them, and the members of bodies.

func init() {
	statements, durations, places, heads, lines, decls = stmtTable(), durationTable(), placeTable(), headTable(), lineTable(), declTable()
	replacements = tableOf(direct[CardDecl, Decl](), replaceables()...)
	clauses, actions = direct[Clause, Member](), direct[ActionMember, Member]()
	fields, values = direct[FieldMember, Member](), direct[ValueMember, Member]()
	calls = produce(func(c *Call) *Call { return c })
	shared = []participle.Option{
		participle.Lexer(definition{}),
		participle.UseLookahead(0),
		participle.ParseTypeWith(statements.read),
		participle.ParseTypeWith(durations.read),
		participle.ParseTypeWith(places.read),
		participle.ParseTypeWith(heads.read),
		participle.ParseTypeWith(readFieldItem),
		participle.ParseTypeWith(readValueItem),
		participle.ParseTypeWith(readScriptItem),
		participle.ParseTypeWith(readReplaceable),
	}
	deriveWords()
}

// deriveWords takes the words from the tables.
func deriveWords() {
	connectingWords = slices.Compact(slices.Sorted(slices.Values(append(connectingWords, durations.firsts()...))))
	HookWords, DeclarationWords, statementWords = heads.firsts(), decls.firsts(), statements.firsts()
	memberWords = slices.DeleteFunc(lines.firsts(), func(w string) bool { return slices.Contains(softMemberWords, w) })
	Words = slices.Concat(HookWords, DeclarationWords, memberWords, statementWords, connectingWords, otherWords)
	Words = slices.DeleteFunc(Words, func(w string) bool { return softStatement[w] })
	slices.Sort(Words)
	Words = slices.Compact(Words)
	CallWords = slices.AppendSeq(slices.Clone(connectingWords), maps.Keys(asked))
	slices.Sort(CallWords)
	CallWords = slices.Compact(CallWords)
	connecting, declarations, reserved, hooks = wordSet(connectingWords), wordSet(DeclarationWords), wordSet(Words), wordSet(HookWords)
	scriptWords = map[string]bool{}
	for _, f := range decls.forms {
		scriptWords[f.word] = f.name == decls.words["test"].name
	}
}

// readFieldItem reads a line of a kind or an event, where `NAME: X` declares a field.
func readFieldItem(lex *lexer.PeekingLexer) (fieldItem, error) { return readLine(lex, fields) }

// readValueItem reads a line of a card, where `NAME: X` gives a field its value.
func readValueItem(lex *lexer.PeekingLexer) (valueItem, error) { return readLine(lex, values) }

// readLine reads a member and sees to it that it ends: at the end of the line, or where the next begins
// with a word of members or with `NAME:`. What begins with `NAME:` comes first, for a field may have the
// name of a soft word.
func readLine(lex *lexer.PeekingLexer, plain *production[Member]) (Member, error) {
	p := chooseLine(lex, plain)
	if p == nil {
		return nil, participle.NextMatch
	}
	m, err := p.parse(lex)
	if err == nil && !endsLine(lex) {
		err = &failure{token: *lex.Peek(), want: endOfLine}
	}
	return m, err
}

func chooseLine(lex *lexer.PeekingLexer, plain *production[Member]) *production[Member] {
	switch t := ahead(lex, 5); {
	case t[0].Type != tokIdent:
		return nil
	case t[0].Value == "replace" && t[1].Type == tokIdent && t[2].Value == ":":
		return clauses
	case t[1].Value == ":" && hooks[t[2].Value] && opens(t[3], t[4]), t[1].Value != ":" && hooks[t[0].Value]:
		return clauses
	case t[1].Value == ":" && t[2].Value == "action" && opens(t[3], t[4]), t[0].Value == "action" && t[1].Type == tokIdent:
		return actions
	case t[1].Value == ":":
		return plain
	default:
		return lines.words[t[0].Value]
	}
}

// opens tells whether the word of a clause or an action is that and no value: more of it follows, and not the next
// field.
func opens(next, second *lexer.Token) bool {
	return !next.EOF() && next.Type != tokEOL && !strings.Contains(":,}=", next.Value) && second.Value != ":"
}

// readScriptItem reads a text, a clause, an action or a step.
func readScriptItem(lex *lexer.PeekingLexer) (scriptItem, error) {
	if p := chooseLine(lex, nil); p == clauses || p == actions || p != nil && p == lines.words[lex.Peek().Value] && p.name == "TextMember" {
		return p.parse(lex)
	}
	return statements.read(lex)
}

// endsLine tells whether a member may end before the next token.
func endsLine(lex *lexer.PeekingLexer) bool {
	t := ahead(lex, 2)
	return t[0].Type == tokEOL || t[0].Value == "}" || t[0].Type == tokIdent &&
		(t[1].Value == ":" || hooks[t[0].Value] || t[0].Value == "action" || t[0].Value == "replace" || lines.words[t[0].Value] != nil)
}

func readReplaceable(lex *lexer.PeekingLexer) (replaceable, error) { return replacements.read(lex) }
