package syntax

import (
	"sync"

	"github.com/alecthomas/participle/v2"
	"github.com/alecthomas/participle/v2/lexer"

	"github.com/kdsl-lang/kdsl/lang/diag"
	"github.com/kdsl-lang/kdsl/lang/source"
)

// root exists because participle prints the grammar of a struct only.
type root struct {
	Decl Decl `parser:"@@"`
}

// parsers are built once, when the first file is parsed.
var parsers = sync.OnceValues(func() (*participle.Parser[root], *participle.Parser[Call]) {
	text, tag, limit := &TextMember{}, &TagMember{}, &LimitMember{}
	body, choose, require, cost, needs := &BodyMember{}, &ChooseMember{}, &RequireMember{}, &CostMember{}, &NeedsMember{}
	owner, ordered, do, prefer := &OwnerMember{}, &OrderedMember{}, &DoMember{}, &PreferMember{}
	whole := participle.MustBuild[root](
		participle.Lexer(definition{}),
		participle.UseLookahead(0),
		participle.Union[Decl](&PackDecl{}, &UseDecl{}, &EnumDecl{}, &KindDecl{}, &EventDecl{}, &BagDecl{}, &ZoneDecl{},
			&FuncDecl{}, &TableDecl{}, &OptionDecl{}, &LabelDecl{}, &ScriptDecl{}, &ExtendDecl{}, &ReplaceDecl{},
			&RemoveDecl{}, &PatchDecl{}, &SetDecl{}, &CardDecl{}),
		participle.Union[replaceable](&EnumDecl{}, &KindDecl{}, &EventDecl{}, &BagDecl{}, &ZoneDecl{},
			&FuncDecl{}, &TableDecl{}, &OptionDecl{}, &LabelDecl{}, &ScriptDecl{}, &CardDecl{}),
		// A field may have the name of a soft word, so what begins with `NAME:` comes first.
		participle.Union[fieldItem](&Clause{}, &ActionMember{}, &plainField{}, text, tag, limit, body, choose, require,
			cost, needs, owner, ordered, do, prefer, &wordField{}),
		participle.Union[valueItem](&Clause{}, &ActionMember{}, &ValueMember{}, text, tag, limit, body,
			choose, require, cost, needs, owner, ordered, do, prefer, &wordField{}),
		participle.Union[scriptItem](text, &Clause{}, &ActionMember{}, &stmtItem{}),
		participle.Union[Stmt](&LetStmt{}, &IfStmt{}, &EachStmt{}, &RepeatStmt{}, &ThrowStmt{}, &DrawStmt{}, &PutStmt{},
			&ChooseStmt{}, &CreateStmt{}, &ChangeStmt{}, &PushStmt{}, &TravelStmt{}, &ActStmt{}, &ContributeStmt{},
			&StopStmt{}, &CancelStmt{}, &AlwaysStmt{}, &NoteStmt{}, &ManualStmt{}, &PlayersStmt{}, &BoardStmt{},
			&GivenStmt{}, &SettingStmt{}, &DiceStmt{}, &AnswerStmt{}, &WhenStmt{}, &DuringStmt{}, &ExpectStmt{},
			&MeasureStmt{}, &AssignStmt{}, &CallStmt{}),
	)
	call, err := participle.ParserForProduction[Call](whole)
	if err != nil {
		panic(err) // our grammar has calls
	}
	return whole, call
})

// Grammar is the grammar in EBNF, as participle prints it.
func Grammar() string {
	p, _ := parsers()
	return p.String() + "\n"
}

// Parse parses a file. The tree holds every declaration that could be read; the list says what is
// wrong with the others, one diagnostic for each. A file that is too large or nested too deep gives
// no declarations at all, and one with more than 200 mistakes only those before the last of them.
func Parse(file *source.File) (*File, diag.List) {
	l := lex(file)
	p := &parsing{lexed: l, out: &File{Source: file, Comments: l.comments, Cut: l.fatal}}
	if !l.fatal {
		p.run()
	}
	p.diags.Sort()
	return p.out, p.diags
}

// parsing is the work on one file.
type parsing struct {
	*lexed
	out   *File
	index int // of the current declaration's first token
}

// run parses one declaration after the other. After a mistake it goes on at the next name in column
// 1: any name, so that a misspelt word is reported rather than swallowed.
func (p *parsing) run() {
	whole, _ := parsers()
	peek, err := lexer.Upgrade(&replay{p.tokens})
	if err != nil {
		panic(err) // replay has no errors
	}
	lexical := p.diags // in the order of the text
	for {
		for peek.Peek().Type == tokEOL {
			peek.Next()
		}
		if peek.Peek().EOF() {
			return
		}
		start := peek.MakeCheckpoint()
		p.index = int(peek.RawCursor())
		err := p.begins(*peek.Peek())
		if err == nil {
			var r *root
			r, err = whole.ParseFromLexer(peek, participle.AllowTrailing(true))
			if t := *peek.Peek(); err == nil && !t.EOF() && t.Type != tokEOL {
				err = &failure{token: t, want: "the end of the line"}
			}
			if err == nil {
				var d Decl
				if d, err = p.lower(r.Decl); err == nil {
					p.out.Decls = append(p.out.Decls, d)
					continue
				}
			}
		}
		// Go back to the first token and on to the next declaration.
		next := p.index + 1
		for next < len(p.tokens)-1 && !(p.tokens[next].Type == tokIdent && p.tokens[next].Pos.Column == 1) {
			next++
		}
		p.report(err, next, lexical)
		if p.tokens[p.index].Type == tokIdent {
			for _, t := range p.tokens[p.index:min(p.index+2, next)] {
				if t.Type == tokIdent {
					p.out.Broken = append(p.out.Broken, Name{Node: Node{At: p.span(t)}, Text: t.Value})
				}
			}
		}
		if len(p.diags) >= maxMistakes {
			p.out.Cut = true
			p.diags.Stop(p.span(p.tokens[next]))
			return
		}
		peek.LoadCheckpoint(start)
		for int(peek.RawCursor()) < next {
			peek.Next()
		}
	}
}

// begins refuses what cannot begin a declaration. Any word that is not of the language is taken for
// the kind of a card; whether there is such a kind is the checker's to say.
func (p *parsing) begins(t lexer.Token) error {
	if t.Type != tokIdent || reserved[t.Value] && !declarations[t.Value] {
		return &failure{token: t, want: "a declaration"}
	}
	return nil
}

func (p *parsing) span(t lexer.Token) source.Span {
	return source.Span{File: p.file, Start: t.Pos.Offset, End: t.Pos.Offset + len(t.Value)}
}
