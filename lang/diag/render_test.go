package diag_test

import (
	"encoding/json"
	"fmt"
	"strings"
	"testing"

	"github.com/kdsl-lang/kdsl/lang/diag"
	"github.com/kdsl-lang/kdsl/lang/source"
	"github.com/kdsl-lang/kdsl/lang/tongue"
)

// text renders one error at the first occurrence of at, with what add puts on.
func text(t *testing.T, file *source.File, at string, add func(*diag.Diagnostic)) string {
	t.Helper()
	var l diag.List
	d := l.Errorf("some-code", span(t, file, at), "it is wrong")
	if add != nil {
		add(d)
	}
	var b strings.Builder
	if err := diag.Text(&b, l, tongue.English, false); err != nil {
		t.Fatal(err)
	}
	return b.String()
}

func span(t *testing.T, file *source.File, at string) source.Span {
	t.Helper()
	i := strings.Index(file.Text, at)
	if i < 0 {
		t.Fatalf("no %q", at)
	}
	return source.Span{File: file, Start: i, End: i + len(at)}
}

func TestText(t *testing.T) {
	file := source.New("a.kdsl", "first\n\tété := wrong\nthird\nfourth\n5\n6\nlast "+"\u202e\x1b[31m"+"evil\n")
	other := source.New("b.kdsl", "there\n")
	for _, c := range []struct {
		what, at string
		add      func(*diag.Diagnostic)
		want     string
	}{
		{"tabs and accents", "wrong", nil, `
error: it is wrong [some-code]
 --> a.kdsl:2:9
  |
2 |     été := wrong
  |            ^^^^^
`},
		{"a fix", "été", func(d *diag.Diagnostic) { d.Suggest("eté") }, `
error: it is wrong [some-code]
 --> a.kdsl:2:2
  |
2 |     été := wrong
  |     ^^^
  = did you mean "eté"
`},
		{"other places, in the order of the lines", "third", func(d *diag.Diagnostic) {
			d.See(span(t, file, "first"), "begun here").See(span(t, file, "6"), "ended here").See(span(t, other, "there"), "and here")
		}, `
error: it is wrong [some-code]
 --> a.kdsl:3:1
  |
1 | first
  | ----- begun here
2 |     été := wrong
3 | third
  | ^^^^^
  ...
6 | 6
  | - ended here
 --> b.kdsl:1:1
  |
1 | there
  | ----- and here
`},
		{"several lines", "third\nfourth\n5\n6", nil, `
error: it is wrong [some-code]
 --> a.kdsl:3:1
  |
3 | third
  | ^^^^^
  ...
6 | 6
  | ^ ends here
`},
		{"what would be obeyed or hidden", "evil", nil, `
error: it is wrong [some-code]
 --> a.kdsl:7:12
  |
7 | last \u{202e}\u{1b}[31mevil
  |                        ^^^^
`},
		{"the end of a line", "\nthird", func(d *diag.Diagnostic) { d.Span.End = d.Span.Start }, `
error: it is wrong [some-code]
 --> a.kdsl:2:14
  |
2 |     été := wrong
  |                 ^
`},
	} {
		if got := "\n" + text(t, file, c.at, c.add); got != c.want {
			t.Errorf("%s: got%s\nwant%s", c.what, got, c.want)
		}
	}
}

// A diagnostic that is nowhere, in a list with no file, is still told.
func TestNowhere(t *testing.T) {
	var l diag.List
	l.Warnf("some-code", source.Span{}, "it is \x07odd")
	var b, compact strings.Builder
	if err := diag.Text(&b, l, tongue.English, false); err != nil {
		t.Fatal(err)
	}
	if err := diag.Compact(&compact, l, tongue.English); err != nil {
		t.Fatal(err)
	}
	if b.String() != "warning: it is \\u{7}odd [some-code]\n" || compact.String() != "-: warning: it is \\u{7}odd [some-code]\n" {
		t.Errorf("got %q and %q", b.String(), compact.String())
	}
	if r := diag.Reports(l); len(r) != 1 || r[0].File != "" || r[0].Line != 0 || r[0].Related == nil || r[0].Mends == nil {
		t.Errorf("got %+v", r)
	}
}

// A list is shortened to its first errors, then warnings, and one line that says how many more.
func TestCap(t *testing.T) {
	f := source.New("x", strings.Repeat("x", 1000))
	list := func(errs, warnings int, stopped bool) diag.List {
		var l diag.List
		for i := range warnings {
			l.Warnf("w", source.Span{File: f, Start: i, End: i}, "w")
		}
		for i := range errs {
			l.Errorf("e", source.Span{File: f, Start: 500 + i, End: 500 + i}, "e")
		}
		if stopped {
			l.Stop(source.Span{File: f, Start: 1000, End: 1000})
		}
		return l
	}
	for _, c := range []struct {
		errs, warnings int
		stopped        bool
		want           int
		last           string
		severity       diag.Severity
	}{
		{5, 5, false, 10, "e", diag.Error},
		{6, 5, false, 11, "and 1 more, which are not shown", diag.Warning},
		{11, 0, false, 11, "and 1 more, which are not shown", diag.Error},
		{0, 400, false, 11, "and 390 more, which are not shown", diag.Warning},
		{12, 400, false, 11, "and 402 more, which are not shown", diag.Error},
		{10, 0, true, 11, "there are 10 mistakes before this: no more of the file is read", diag.Error},
		{20, 0, true, 11, "and at least 10 more, which are not shown", diag.Error},
	} {
		l := list(c.errs, c.warnings, c.stopped)
		had := l.HasErrors()
		l.Cap(10)
		last := l[len(l)-1]
		if len(l) != c.want || last.Message != c.last || last.Severity != c.severity || !last.Span.IsValid() || l.HasErrors() != had {
			t.Errorf("%+v: %d, %v", c, len(l), last)
		}
		errs := 0
		for _, d := range l {
			if d.Code == "e" {
				errs++
			}
		}
		if errs != min(10, c.errs) {
			t.Errorf("%+v: %d errors are left", c, errs)
		}
	}
}

// Escapes mean what they stand for.
func TestEscapeJSON(t *testing.T) {
	for _, s := range []string{"", "plain é 漢", "\u202e", "\u0085\u009b\u007f", "\U000e0041\U0001f600", "a\tb\nc\x1b", "\ufffd\ufeff"} {
		b, err := json.Marshal(s)
		if err != nil {
			t.Fatal(err)
		}
		b = diag.EscapeJSON(b)
		var back string
		if err := json.Unmarshal(b, &back); err != nil || back != s {
			t.Errorf("%q becomes %s, which is %q, %v", s, b, back, err)
		}
		if got := diag.Visible(string(b)); got != string(b) {
			t.Errorf("%s still hides something: %s", b, got)
		}
	}
}

// What has no width, turns the text round or is obeyed is written as its number; what is seen stands as it is.
func TestVisible(t *testing.T) {
	for _, r := range "\x00\x1b\x7f\u009b\u00ad\u034f\u061c\u115f\u17b4\u180e\u200b\u200e\u2028\u202e\u2066\u206f\u3164\ufeff\uffa0\U0001d173\U000e0001\U000e0041\U000e0100" {
		if want, got := fmt.Sprintf(`a\u{%x}b`, r), diag.Visible("a"+string(r)+"b"); got != want {
			t.Errorf("%q, want %q", got, want)
		}
	}
	for _, s := range []string{"Khârn-Âges", "a\u00a0b\u202f!", "\u0627\u0644", "\u0600", "❤\ufe0f", "e\u0301", "😀"} {
		if got := diag.Visible(s); got != s {
			t.Errorf("%q became %q", s, got)
		}
	}
}

// TestNearest: a word that begins otherwise is nearly the same only by one letter.
func TestNearest(t *testing.T) {
	for name, want := range map[string]string{"contact": "", "infact": "intact", "untact": "intact", "inetcat": "intact"} {
		if got := diag.Nearest(name, []string{"intact"}); got != want {
			t.Errorf("nearest to %s is %q, want %q", name, got, want)
		}
	}
	for name, want := range map[string]string{"hit": "to_hit", "off": "", "it": ""} { // the only one that ends with it
		if got := diag.Nearest(name, []string{"to_hit", "fall_off", "set_off"}); got != want {
			t.Errorf("nearest to %s is %q, want %q", name, got, want)
		}
	}
}
