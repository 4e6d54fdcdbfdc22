package syntax

import (
	"maps"
	"slices"
	"strings"

	"github.com/alecthomas/participle/v2"
	"github.com/alecthomas/participle/v2/lexer"
)

// Which node begins with which word.

func init() {
	statements = statementTable()
	durations = durationTable()
	places = placeTable()
	heads = headTable()
	lines = tableOf(nil,
		on[TextMember, Member]("en"), on[TextMember, Member]("fr"), on[TagMember, Member]("tag"),
		on[LimitMember, Member]("limit"), on[BodyMember, Member]("body"), on[ChooseMember, Member]("choose"),
		on[RequireMember, Member]("require"), on[CostMember, Member]("cost"), on[NeedsMember, Member]("needs"),
		on[OwnerMember, Member]("owner"), on[OrderedMember, Member]("ordered"), on[InnerMember, Member]("inner"), on[OneMember, Member]("one"), on[LetMember, Member]("let"), on[DoMember, Member]("do"), on[StepMember, Member]("step"),
		on[PreferMember, Member]("prefer"), on[FieldMember, Member]("stat"), on[FieldMember, Member]("cell"),
		on[FieldMember, Member]("derive"), on[FieldMember, Member]("carries"))
	decls = tableOf(direct[CardDecl, Decl](), append([]form[Decl]{
		on[PackDecl, Decl]("pack"), on[UseDecl, Decl]("use"), on[ExtendDecl, Decl]("extend"), on[ReplaceDecl, Decl]("replace"),
		on[RemoveDecl, Decl]("remove"), on[PatchDecl, Decl]("patch"), on[SetDecl, Decl]("set")}, replaceables()...)...)
	replacements = tableOf(direct[CardDecl, Decl](), replaceables()...)
	clauses, actions = direct[Clause, Member](), direct[ActionMember, Member]()
	fields, values = direct[FieldMember, Member](), direct[ValueMember, Member]()
	calls = produce(func(c *Call) *Call { return c })
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

func replaceables() []form[Decl] {
	return []form[Decl]{
		on[EnumDecl, Decl]("enum"), on[KindDecl, Decl]("kind"), on[KindDecl, Decl]("player"), on[EventDecl, Decl]("event"),
		on[EventDecl, Decl]("span"), on[EventDecl, Decl]("action"), on[BagDecl, Decl]("bag"), on[ZoneDecl, Decl]("zone"),
		on[FuncDecl, Decl]("function"), on[TableDecl, Decl]("table"), on[CardDecl, Decl]("rule"), on[OptionDecl, Decl]("option"),
		on[LabelDecl, Decl]("label"), on[ScriptDecl, Decl]("test"), on[ScriptDecl, Decl]("odds"), on[ScriptDecl, Decl]("scenario"), on[ScriptDecl, Decl]("setup"),
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

// word is what a node begins with: a word, or two of which the second stands later; nothing, when it is a name here.
func (t *table[T]) word(lex *lexer.PeekingLexer) string {
	word := lex.Peek().Value
	switch {
	case t.words[word] == nil:
		return word
	case any(t) == any(statements) && isName(lex):
		return ""
	case any(t) == any(durations) && word == "for" && !forSpans(lex):
		return ""
	case word != "throw" && !softStatement[word]:
		return word
	case softStatement[word]:
		if next := ahead(lex, 2)[1]; next.Type != tokIdent && next.Type != tokInt {
			return ""
		}
		return word
	}
	here := lex.MakeCheckpoint()
	defer lex.LoadCheckpoint(here)
	if lex.Next(); lex.Peek().Value == "again" {
		return "throw again"
	}
	var last [2]string
	for t := lex.Peek(); !t.EOF() && t.Type != tokEOL && t.Value != "{" && t.Value != "}"; t = lex.Peek() {
		last = [2]string{last[1], t.Value}
		lex.Next()
	}
	if last[1] == "more" && last[0] != "as" && last[0] != "throw" {
		return "throw more"
	}
	return word
}

// isName tells whether the word that comes next is the name of what is written, or of the event that is called.
func isName(lex *lexer.PeekingLexer) bool {
	switch next := ahead(lex, 2)[1]; next.Value {
	case "=", "+=", "-=", ".":
		return true
	case "[":
		return lex.Peek().Value == "players"
	case "(":
		return lex.Peek().Value == "players" || !asked[lex.Peek().Value] && endsWithCall(lex)
	}
	return false
}

// endsWithCall tells whether the line, or what stands between braces, ends where the bracket is closed that follows.
func endsWithCall(lex *lexer.PeekingLexer) bool {
	here := lex.MakeCheckpoint()
	defer lex.LoadCheckpoint(here)
	lex.Next()
	for depth := 0; ; {
		switch t := lex.Peek(); {
		case t.EOF(), t.Type == tokEOL, t.Value == "{", t.Value == "}":
			return false
		case t.Value == "(":
			depth++
		case t.Value == ")":
			depth--
		}
		if lex.Next(); depth == 0 {
			t := lex.Peek()
			return t.EOF() || t.Type == tokEOL || t.Value == "}"
		}
	}
}

// read reads a node; what cannot begin one is left to who asked.
func (t *table[T]) read(lex *lexer.PeekingLexer) (T, error) {
	p := t.words[t.word(lex)]
	if p == nil || lex.Peek().Type != tokIdent {
		p = t.rest
	}
	if p == nil {
		var none T
		return none, participle.NextMatch
	}
	return p.parse(lex)
}

// The tables. They are filled by init, for productions hold each other.
var (
	statements *table[Stmt]
	durations  *table[Duration]
	places     *table[Place]
	heads      *table[ClauseHead]
	lines      *table[Member] // of any body, but for what begins with `NAME:`
	decls      *table[Decl]

	replacements *table[Decl] // what may stand after `replace`

	clauses, actions, fields, values *production[Member]
	calls                            *production[*Call]
)

// options is the lexer and the tables, which every production shares.
func options() []participle.Option {
	return []participle.Option{
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
}
