package cond

import (
	"strings"
	"sync"
	"testing"

	"github.com/kdsl-lang/kdsl/lang/expr"
	"github.com/kdsl-lang/kdsl/lang/ir"
	"github.com/kdsl-lang/kdsl/lang/source"
)

func TestErrors(t *testing.T) {
	any := ir.Type{}
	for _, c := range []struct {
		text string
		want ir.Type
		says string
	}{
		{"", any, "1:1-1:1 invalid-expression: an expression is missing"},
		{"totl > 3", any, "1:1-1:5 undefined-name: nothing here is called `totl` [total]"},
		{"who.reech > 3", any, "1:5-1:10 undefined-field: piece has no field `reech` [reach]"},
		{"who.v > 3", any, "1:5-1:6 undefined-field: piece has no field `v` [V]"},
		{"who.tall > 2", any, "1:5-1:9 undefined-field: `tall` is a field of big, not of every piece; of a list, LIST.only(big) takes those of kind big"},
		{"thing.V > 1", any, "1:7-1:8 undefined-field: an instance of any kind has only owner, card, bearer, source, no `V`; of a list, LIST.only(piece) takes those of kind piece"},
		{"around(who, 2)", ir.ListOf(tPiece), "1:1-1:15 wrong-type: got list<thing>, want list<piece> [around(who, 2).only(piece)]"},
		{"r.totl", any, "1:3-1:7 undefined-field: the event meet has no field `totl` [total]"},
		{"g.wort", any, "1:3-1:7 undefined-field: a group has no field `wort` [worth]"},
		{"shot.mvoed", any, "1:6-1:11 undefined-field: `shot` has no field `mvoed` [moved]"},
		{"shot", any, "1:1-1:5 undefined-name: `shot` is no value by itself; read one of its fields: moved, obstacle"},
		{"it.V > 2", any, "1:1-1:3 undefined-name: `it` may not be used here: `it` is the candidate of a `where`"},
		{"total > 3 and who.V > 2", any, "1:11-1:14 invalid-expression: `and` is written `&&` [&&]"},
		{"total > 3 or strict", any, "1:11-1:13 invalid-expression: `or` is written `||` [||]"},
		{"not strict", any, "1:1-1:4 invalid-expression: `not` is written `!` [!]"},
		{"not (strict)", any, "1:1-1:4 invalid-expression: `not` is written `!` [!]"},
		{"total = 3", any, "1:7-1:8 invalid-expression: `=` is written `==` here [==]"},
		{"total <> 3", any, "1:7-1:9 invalid-expression: `<>` is written `!=` here [!=]"},
		{"(total => 3)", any, "1:8-1:10 invalid-expression: `=>` is written `>=` here [>=]"},
		{"total =< 3", any, "1:7-1:9 invalid-expression: `=<` is written `<=` here [<=]"},
		{"total ≥ 3", any, "1:7-1:8 invalid-expression: `≥` has no place in an expression [>=]"},
		{"strict ? 1", any, "1:8-1:9 invalid-expression: `?` needs `:` and a second value: c ? a : b"},
		{"(strict ? 1) + 2", any, "1:9-1:10 invalid-expression: `?` needs `:` and a second value: c ? a : b"},
		{"strict : 1", any, "1:8-1:9 invalid-expression: `:` has no `?` before it"},
		{"(total > 3", any, "1:1-1:2 unbalanced-bracket: `(` is never closed"},
		{"total > 3)", any, "1:10-1:11 unbalanced-bracket: `)` closes nothing"},
		{"(total, 3]", any, "1:1-1:2 unbalanced-bracket: `(` is closed by `]`"},
		{"far < 5\"", any, "1:8-1:9 invalid-number: lengths are written without a mark: `5` []"},
		{"(far < 5\") && ready", any, "1:9-1:10 invalid-number: lengths are written without a mark: `5` []"},
		{"who == \"ann\"", any, "1:8-1:13 invalid-expression: there are no strings in expressions; enum values and cards are named bare [ann]"},
		{"total / 2 > 1", any, "1:7-1:8 invalid-expression: there is no `/`: say how to round, as in ceil_div(total, 2), with ceil_div, floor_div, half_up or half_down; a length is halved with half"},
		{"1.2345", any, "1:1-1:7 invalid-number: `1.2345` is finer than a thousandth [1.234]"},
		{"1e5", any, "1:1-1:4 invalid-number: numbers are written out, without an exponent"},
		{"12u", any, "1:1-1:4 invalid-number: numbers have no suffix [12]"},
		{"2D6 + 1", any, "1:1-1:4 invalid-number: dice are no number: throw them, or read a field of type dice"},
		{"99999999999999999999", any, "1:1-1:21 invalid-number: `99999999999999999999` is too large"},
		{"9223372036854775807 + 1", any, "1:1-1:24 invalid-number: the value of `9223372036854775807 + 1` is too large"},
		{"9223372036854775807", tLength, "1:1-1:20 invalid-number: the value of `9223372036854775807` is too large"},
		{"null == other", any, "1:1-1:5 invalid-expression: what is absent is written none [none]"},
		{"none", any, "1:1-1:5 wrong-type: `none` is only a value where something may be absent"},
		{"other.V > 1", any, "1:1-1:6 missing-guard: `other` may be absent here; read it under has(other)"},
		{"other", tPiece, "1:1-1:6 missing-guard: `other` may be absent here; read it under has(other)"},
		{"has(other) || other.V > 1", any, "1:15-1:20 missing-guard: `other` may be absent here; read it under has(other)"},
		{"[other]", any, "1:2-1:7 missing-guard: `other` may be absent here; read it under has(other)"},
		{"has(other.foe)", any, "1:5-1:10 missing-guard: `other` may be absent here; read it under has(other)"},
		{"has(who)", any, "1:1-1:9 needless-guard: `who` is always present"},
		{"who == none", any, "1:1-1:12 wrong-type: `who` is always present: it is never none"},
		{"[who][0] == none", any, "1:1-1:17 wrong-type: a list has no place that is empty: whether there is a first one asks size([who]) > 0"},
		{"who.owner == none", any, "1:1-1:18 wrong-type: `who.owner` is no value that may be none: whether it has an owner asks !has(who.owner) [!has(who.owner)]"},
		{"none != who.owner", any, "1:1-1:18 wrong-type: `who.owner` is no value that may be none: whether it has an owner asks has(who.owner) [has(who.owner)]"},
		{"mid == mid", any, "1:8-1:11 ambiguous-name: several enums have the value `mid`: write mood.mid or shade.mid [mood.mid]"},
		{"low == light", any, "1:1-1:13 wrong-type: cannot compare mood with shade"},
		{"who.reach < low", any, "1:1-1:16 wrong-type: cannot compare length with mood [breadth(low)]"},
		{"who < giant", any, "1:1-1:12 wrong-type: piece has no order; only == and != compare it"},
		{"who > 3", any, "1:1-1:8 wrong-type: cannot compare piece with int"},
		{"total", tBool, "1:1-1:6 wrong-type: got int, want bool [total > 0]"},
		{"total", tLength, "1:1-1:6 wrong-type: got int, want length [length(total)]"},
		{"thing", tPiece, "1:1-1:6 wrong-type: got thing, want piece; of a list, LIST.only(piece) takes those of kind piece"},
		{"who", tBig, "1:1-1:4 wrong-type: got piece, want big; of a list, LIST.only(big) takes those of kind big"},
		{"who.V + strict", any, "1:1-1:15 wrong-type: cannot add int and bool"},
		{"strict && (who.V - strict > 1)", any, "1:12-1:26 wrong-type: cannot subtract bool from int"},
		{"far * far", any, "1:1-1:10 wrong-type: cannot multiply length by length: one factor must be an int (whole_up, whole_down round a length)"},
		{"who.die + 1", any, "1:1-1:12 wrong-type: dice are added to with .plus(1)"},
		{"best(1, 2)", any, "1:1-1:5 wrong-arguments: `best` takes 1 value: (n: int)"},
		{"bets(1)", any, "1:1-1:5 undefined-function: there is no function `bets` [best]"},
		{"near(who, curse, 1)", any, "1:11-1:16 wrong-type: got card effect, want piece: curse is the card, name one that is in play; there are ann_, bearer, giant, other, who"},
		{"distance(who, 3)", any, "1:1-1:9 wrong-type: `distance` is called as distance(thing, thing) or distance(thing, point), not with (piece, int)"},
		{"who.distance(giant)", any, "1:5-1:13 undefined-function: `distance` is a function, not a method: write distance(who, giant) [distance(who, giant)]"},
		{"highest(ways)", any, "1:1-1:8 undefined-function: `highest` is a method: x.highest(...)"},
		{"ways.highest", any, "1:6-1:13 undefined-field: `highest` is called with brackets: .highest() [highest()]"},
		{"all(pice).exists(m, true)", any, "1:5-1:9 undefined-name: there is no kind or card `pice` [piece]"},
		{"all(who.V)", any, "1:5-1:10 invalid-expression: all( ) takes the name of a kind"},
		{"all(piece).exists(m.x, true)", any, "1:19-1:22 invalid-expression: exists( ) begins with a new name for the member: exists(m, ...)"},
		{"exists(m, true)", any, "1:1-1:7 wrong-arguments: `exists` is asked of a list: list.exists(m, ...)"},
		{"piece", any, "1:1-1:6 wrong-type: `piece` is a kind, not a value; x.is(piece) asks whether x is of it, all(piece) lists its instances, cards(piece) its cards"},
		{"mood.hgh", any, "1:6-1:9 undefined-name: the enum `mood` has no value `hgh` [high]"},
		{"who.is(effect)", any, "1:1-1:15 wrong-type: this never holds: `who` is of kind piece, and no piece is of kind effect"},
		{"who.is(5)", any, "1:8-1:9 wrong-type: got int, want card"},
		{"size(cards(pice))", any, "1:12-1:16 undefined-name: there is no kind or card `pice` [piece]"},
		{"who.is(curse)", any, "1:1-1:14 wrong-type: this never holds: `who` is of kind piece, `curse` is a card effect"},
		{"{1: 2}", any, "1:1-1:2 invalid-expression: there are no maps or records written with braces"},
		{"if > 3", any, "1:1-1:3 invalid-expression: `if` is a reserved word and no name"},
		{"strict && && total", any, "1:11-1:13 invalid-expression: a value is missing before `&&`"},
		{"total >", any, "1:7-1:8 invalid-expression: a value is missing after `>`"},
		{"total who", any, "1:7-1:10 invalid-expression: an operator is missing before `who`"},
		{"best(n: 1)", any, "1:7-1:8 invalid-expression: the values of a function are given in order, without names"},
		{"[1, strict]", any, "1:5-1:11 wrong-type: got bool, want int"},
		{"strict ? far : 3", any, "1:16-1:17 wrong-type: the two values differ in type: length and int [3.0]"},
		{"1..3", any, "1:2-1:4 invalid-expression: a range has no place in an expression: write x >= 1 && x <= 6"},
		{strings.Repeat("(", 80) + "1" + strings.Repeat(")", 80), any, "1:61-1:62 bad-nesting: brackets nest deeper than 60"},
		{"1" + strings.Repeat("+1", 5000), any, "1:1-1:10002 bad-nesting: this expression is too long: 10001 words, at most 4000"},
		{strings.Repeat("-", 1000) + "total", any, ""},
		// Several errors of one text, and none that only follow from another.
		{"totl > 3 && whoo.V > 2", any, "1:1-1:5 undefined-name: nothing here is called `totl` [total]\n" +
			"1:13-1:17 undefined-name: nothing here is called `whoo` [who]"},
		{"has(othr) && othr.V > 2", any, "1:5-1:9 undefined-name: nothing here is called `othr` [other]"},
		{"has(whoo.foe) && who.foe.V > 1", any, "1:5-1:9 undefined-name: nothing here is called `whoo` [who]"},
		// Places: accents, tabs, several lines.
		{"/* */", any, "1:1-1:2 invalid-expression: there is no `/`: say how to round, as in ceil_div(a, b), with ceil_div, floor_div, half_up or half_down"},
		{"(total > 3 && // déjà vu, à côté\n\ttotl > 2)", any, "2:2-2:6 undefined-name: nothing here is called `totl` [total]"},
		{"near(who, // été\r\n\t giant,\r\n\t\tstrict)", any, "3:3-3:9 wrong-type: got bool, want length"},
		{"total + été", any, "1:9-1:10 invalid-expression: `é` has no place in an expression"},
		{"total > 3 \U0001F3B2", any, "1:11-1:12 invalid-expression: `\U0001F3B2` has no place in an expression"},
	} {
		_, diags := compileIn(t, inClause(), c.text, c.want)
		if got := describe(diags); got != c.says {
			t.Errorf("%s\n got %s\nwant %s", quote(c.text), got, c.says)
		}
	}
}

// TestInsideFile checks that places are those of the file the text is cut from.
func TestInsideFile(t *testing.T) {
	const text = "// é\n\twhen été: totl > 3 { }"
	start := strings.Index(text, "totl")
	f := source.New("a.kdsl", text)
	_, diags := New(board()).Compile(source.Span{File: f, Start: start, End: strings.Index(text, " {")}, inClause(), tBool)
	if got := describe(diags); got != "2:12-2:16 undefined-name: nothing here is called `totl` [total]" {
		t.Error(got)
	}
}

// TestSpans checks the place of every node.
func TestSpans(t *testing.T) {
	for text, want := range map[string]string{
		"((total + 1) * 2) > (3)":                "total|1|total + 1|2|(total + 1) * 2|3|((total + 1) * 2) > (3)",
		"who . V>2":                              "who|who . V|2|who . V>2",
		"near( who , giant,2.5 )":                "who|giant|2.5|near( who , giant,2.5 )",
		"strict ? -1 : total":                    "strict|-1|total|strict ? -1 : total",
		"ways [ 0 ] + ways.without( 1 ).total()": "ways|0|ways [ 0 ]|ways|1|ways.without( 1 )|ways.without( 1 ).total()|ways [ 0 ] + ways.without( 1 ).total()",
		"all( piece ).exists(m, (m.hp) > 1)":     "all( piece )|m|m.hp|1|(m.hp) > 1|all( piece ).exists(m, (m.hp) > 1)",
		"ways.sum(w, w)":                         "ways|w|ways.sum(w, w)",
		"!( has( other ) )":                      "other|has( other )|!( has( other ) )",
		"mood.mid == who.tone":                   "mood.mid|who|who.tone|mood.mid == who.tone",
		"[ total, 1 ]":                           "total|1|[ total, 1 ]",
		"strict && // é\n(strict || strict)":     "strict|strict|strict|strict || strict|strict && // é\n(strict || strict)",
		"total in [1,2] && strict":               "total|[1,2]|total in [1,2]|strict|total in [1,2] && strict",
		"shot.moved > 1":                         "shot.moved|1|shot.moved > 1",
	} {
		x, diags := compileIn(t, inClause(), text, ir.Type{})
		if len(diags) > 0 {
			t.Errorf("%s\n%s", text, describe(diags))
			continue
		}
		var got []string
		var walk func(*ir.Expr)
		walk = func(e *ir.Expr) {
			for _, a := range e.Args {
				walk(a)
			}
			got = append(got, e.At.Text())
		}
		walk(x)
		if s := strings.Join(got, "|"); s != want {
			t.Errorf("%s\n got %s\nwant %s", text, s, want)
		}
	}
}

func TestWanted(t *testing.T) {
	lengths := ir.ListOf(tLength)
	for _, c := range []struct {
		text  string
		want  ir.Type
		shape string
		typ   ir.Type
	}{
		{"3", tLength, "3000m", tLength},
		{"2 + 1", tLength, "3000m", tLength},
		{"[]", tInts, "[]", tInts},
		{"[low, mid]", ir.ListOf(tTone), "[0,1]e", ir.ListOf(tTone)},
		{"[1, 2.5]", lengths, "[1000,2500]m", lengths},
		{"mid", tShade, "1e", tShade},
		{"none", opt(tPiece), "none", opt(tPiece)},
		{"who", opt(tPiece), "E0", tPiece},
		{"giant", tPiece, "L5", tBig},
		{"who", tAny, "E0", tPiece},
		{"curse", ir.Type{Kind: ir.CardOf, Ref: -1}, "2c", ir.Type{Kind: ir.CardOf, Ref: kEffect}},
		{"strict ? 1 : 2.5", tLength, "(if opt0 1000m 2500m)", tLength},
		{"strict ? none : who", opt(tPiece), "(if opt0 none E0)", opt(tPiece)},
		{"strict ? mid : low", tTone, "(if opt0 1e 0e)", tTone},
		{"[giant]", ir.ListOf(tPiece), "(list L5)", ir.ListOf(tPiece)},
	} {
		x, diags := compileIn(t, inClause(), c.text, c.want)
		if len(diags) > 0 {
			t.Errorf("%s\n%s", c.text, describe(diags))
			continue
		}
		if shape(x) != c.shape || x.Type != c.typ {
			t.Errorf("%s: got %s of %v, want %s of %v", c.text, shape(x), x.Type, c.shape, c.typ)
		}
	}
}

func TestConstant(t *testing.T) {
	at := func(text string) source.Span { return source.Span{File: source.New("", text), End: len(text)} }
	env := New(board())
	fixed := &Scope{Constant: true}
	x, diags := env.Compile(at("[2, 3 * 2]"), fixed, tInts)
	if len(diags) > 0 || x == nil || x.Op != ir.Const || len(x.List) != 2 || x.List[1] != 6 {
		t.Error(x, describe(diags))
	}
	for _, text := range []string{"size(all(piece))", "strict ? 1 : 2", "size(players())", "best(2)"} {
		if _, diags := env.Compile(at(text), fixed, tInt); len(diags) != 1 || diags[0].Code != "not-constant" {
			t.Errorf("%s: %s", text, describe(diags))
		}
	}
}

// TestSpoilt: what uses a name in error says nothing more about it.
func TestSpoilt(t *testing.T) {
	s := inClause()
	s.Names["broken"] = &ir.Expr{Op: ir.BadOp, Name: "broken"}
	for _, text := range []string{"broken", "broken.V > 2", "best(broken)", "has(broken) && broken.x", "broken == who"} {
		x, diags := compileIn(t, s, text, tBool)
		if len(diags) > 0 || x == nil || x.Op != ir.BadOp {
			t.Errorf("%s: %v %s", text, x, describe(diags))
		}
	}
	if _, diags := compileIn(t, s, "broken > 1 && totl > 2", tBool); len(diags) != 1 {
		t.Error(describe(diags))
	}
}

func TestFacts(t *testing.T) {
	s := inClause()
	s.Facts = expr.Known{{Key: expr.Key(s.Names["other"]), Ref: expr.There}: true}
	if x, diags := compileIn(t, s, "other.V", tInt); len(diags) > 0 {
		t.Error(shape(x), describe(diags))
	}
	for text, want := range map[string][2]string{
		"has(other)":                   {"other", ""},
		"!has(other)":                  {"", "other"},
		"other == none":                {"", "other"},
		"none != other":                {"other", ""},
		"other == who":                 {"other", ""},
		"has(other) && has(perhaps)":   {"other perhaps", ""},
		"!has(other) || !has(perhaps)": {"", "other perhaps"},
		"has(other) || has(perhaps)":   {"", ""},
		"has(other) && strict":         {"other", ""},
	} {
		x, diags := compileIn(t, inClause(), text, tBool)
		if len(diags) > 0 {
			t.Error(describe(diags))
			continue
		}
		for i, when := range []bool{true, false} {
			var got []string
			for _, k := range expr.Facts(nil, x, when) {
				for _, name := range []string{"other", "perhaps"} {
					if k.Key == expr.Key(s.Names[name]) {
						got = append(got, name)
					}
				}
			}
			if strings.Join(got, " ") != want[i] {
				t.Errorf("%s is %v: knows %v, want %q", text, when, got, want[i])
			}
		}
	}
}

// TestConcurrent: an environment serves several goroutines.
func TestConcurrent(t *testing.T) {
	env := New(board())
	var wait sync.WaitGroup
	for range 4 {
		wait.Go(func() {
			for _, text := range []string{"who.V > 1", "all(piece).exists(m, m.hp > 1)", "near(who, giant, 1)", "totl"} {
				env.Compile(source.Span{File: source.New("", text), End: len(text)}, inClause(), ir.Type{})
			}
		})
	}
	wait.Wait()
}

// TestString: what is printed reads back as the same expression.
func TestString(t *testing.T) {
	for text, want := range map[string]string{
		"( total+1 )*2>3&&(strict||strict)":               "(total + 1) * 2 > 3 && (strict || strict)",
		"total - (1 - total)":                             "total - (1 - total)",
		"-(total+1)":                                      "-(total + 1)",
		"!(total > 1)":                                    "!(total > 1)",
		"strict ? (strict ? 1 : total) : 3":               "strict ? (strict ? 1 : total) : 3",
		"far > 2.50":                                      "far > 2.5",
		"far + total < 3":                                 "far + total < 3.0",
		"all(piece).exists( p , p.V>1 )":                  "all(piece).exists(p, p.V > 1)",
		"who.pool.sum(c, c.count)":                        "who.pool.sum(c, c.count)",
		"printed( who.V ) > base(who.V)":                  "printed(who.V) > base(who.V)",
		"who.items( effect ).count(m, m.level > 1)":       "who.items(effect).count(m, m.level > 1)",
		"size(who.gear)":                                  "size(who.gear)",
		"has(other)&&other.owner==owner":                  "has(other) && other.owner == owner",
		"mid in [ low,high ]":                             "mid in [low, high]",
		"ways.without(3)[0]":                              "ways.without(3)[0]",
		"who.tone == mid && near(who,giant,2)":            "who.tone == mid && near(who, giant, 2.0)",
		"this.total > r.total":                            "this.total > r.total",
		"other == none":                                   "other == none",
		"shot.moved > 1 && g.count > 2 && who.is(ann)":    "shot.moved > 1.0 && g.count > 2 && who.is(ann)",
		"all(piece).filter(m,m.hp>1).map(k,k.hp).total()": "all(piece).filter(m, m.hp > 1).map(k, k.hp).total()",
	} {
		x, diags := compileIn(t, inClause(), text, ir.Type{})
		if len(diags) > 0 {
			t.Errorf("%s\n%s", text, describe(diags))
			continue
		}
		got := expr.String(x)
		if got != want {
			t.Errorf("%s: printed %s, want %s", text, got, want)
		}
		again, diags := compileIn(t, inClause(), got, ir.Type{})
		if len(diags) > 0 || shape(again) != shape(x) {
			t.Errorf("%s: %s is not the same: %s", text, got, describe(diags))
		}
	}
}
