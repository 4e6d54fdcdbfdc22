package words_test

import (
	"strings"
	"testing"

	"github.com/kdsl-lang/kdsl/lang/diag"
	"github.com/kdsl-lang/kdsl/lang/internal/cond/words"
	"github.com/kdsl-lang/kdsl/lang/source"
)

func read(text string) *words.Text {
	f := source.New("w.kdsl", "when "+text+" {")
	return words.New(source.Span{File: f, Start: len("when "), End: len("when ") + len(text)})
}

func TestWords(t *testing.T) {
	for text, want := range map[string]string{
		"a.b+1.5>=x[2] // c":   "a|.|b|+|1.5|>=|x|[|2|]",
		"f(x)&&!y":             "f|(|x|)|&&|!|y",
		"é + \"s t\" 1..3":     "é|+|\"s t\"|1|..|3",
		"x . y\n\t? -1 : none": "x|.|y|?|-|1|:|none",
		"":                     "",
	} {
		x := read(text)
		var got []string
		for i := 0; i <= x.Last(); i++ {
			got = append(got, x.Word(i))
			if x.Token(i).Text() != x.Word(i) || x.At(x.Token(i).Start-len("when ")) != i {
				t.Errorf("%s: the place of %s is not its own", text, x.Word(i))
			}
		}
		if s := strings.Join(got, "|"); s != want {
			t.Errorf("%s: got %s, want %s", text, s, want)
		}
	}
}

func TestPlaces(t *testing.T) {
	x := read("(é + [a]) * f(b, c.d)")
	if got := x.Closing(0).Text(); got != ")" {
		t.Errorf("the first bracket is closed by %s", got)
	}
	if got := x.Token(x.At(x.Offset(5))).Text(); got != "[" { // the fifth code point, the sixth byte
		t.Errorf("the fifth code point is %s", got)
	}
	if got := x.Between(x.Token(1), x.Token(4)).Text(); got != "é + [a]" {
		t.Errorf("a place is widened to %s", got)
	}
	if got := x.Argument(13).Text(); got != "c.d" {
		t.Errorf("the second argument is %s", got)
	}
}

// What passes has brackets in pairs and values between operators; a name of the program is no slip.
func TestCheck(t *testing.T) {
	for text, want := range map[string]string{
		"a + (b - [1, 2][0]) > -1 && !c": "",
		"a and b":                        "invalid-expression",
		"known and b":                    "invalid-expression",
		"and":                            "",
		"(a":                             "unbalanced-bracket",
		"1.2345":                         "invalid-number",
		"a ? b":                          "invalid-expression",
		strings.Repeat("-(", 61) + "1" + strings.Repeat(")", 61): "bad-nesting",
	} {
		var out diag.List
		passed := read(text).Check(&out, func(name string) bool { return name == "known" })
		code := ""
		if len(out) > 0 {
			code = out[0].Code
		}
		if code != want || passed != (want == "") || len(out) > 1 {
			t.Errorf("%.40s: %v %v, want %q", text, passed, out, want)
		}
	}
}
