package syntax

import (
	"flag"
	"fmt"
	"os"
	"path/filepath"
	"reflect"
	"strings"
	"testing"
	"time"

	"github.com/kdsl-lang/kdsl/lang/source"
)

var update = flag.Bool("update", false, "rewrite lang/grammar.ebnf and the golden files")

func parse(t testing.TB, text string) *File {
	t.Helper()
	f, diags := Parse(source.New("test.kdsl", text))
	for _, d := range diags {
		t.Errorf("%v: %s: %s\n%s", d.Span.Pos(), d.Code, d.Message, f.Source.Line(d.Span.Pos().Line))
	}
	return f
}

// dump writes a tree without its places; blanks in expressions count as one.
func dump(v reflect.Value) string {
	switch v.Kind() {
	case reflect.Pointer, reflect.Interface:
		if v.IsNil() {
			return "-"
		}
		return dump(v.Elem())
	case reflect.Slice:
		var parts []string
		for i := range v.Len() {
			parts = append(parts, dump(v.Index(i)))
		}
		return "[" + strings.Join(parts, " ") + "]"
	case reflect.Struct:
		switch x := v.Interface().(type) {
		case Name:
			return x.Text
		case Slice:
			if x.At.File == nil && x.Text == "" {
				return "-"
			}
			return "`" + strings.Join(strings.Fields(x.Text), " ") + "`"
		case Str:
			return fmt.Sprintf("%q", x.Text)
		}
		out := strings.TrimPrefix(v.Type().String(), "syntax.") + "("
		for i := range v.NumField() {
			f := v.Type().Field(i)
			if f.Anonymous {
				continue
			}
			if s := dump(v.Field(i)); s != "-" && s != "[]" && s != "" && s != "false" {
				out += f.Name + "=" + s + " "
			}
		}
		return strings.TrimSuffix(out, " ") + ")"
	default:
		return fmt.Sprint(v.Interface())
	}
}

func dumpFile(f *File) string {
	var out strings.Builder
	for _, d := range f.Decls {
		out.WriteString(dump(reflect.ValueOf(d)) + "\n")
	}
	return out.String()
}

func walkFile(file *File, visit func(Spanned) bool) {
	for _, d := range file.Decls {
		Walk(d, visit)
	}
}

// content is every kdsl file of the project, and our own test data.
func content(t testing.TB) map[string]string {
	files := map[string]string{}
	for _, root := range []string{"testdata", "../../stdlib", "../../rules", "../../spells", "../../examples"} {
		filepath.WalkDir(root, func(path string, d os.DirEntry, err error) error {
			if err == nil && strings.HasSuffix(path, ".kdsl") {
				b, err := os.ReadFile(path)
				if err != nil {
					t.Fatal(err)
				}
				files[path] = string(b)
			}
			return nil
		})
	}
	if len(files) == 0 {
		t.Fatal("no content found")
	}
	return files
}

func golden(t *testing.T, path, got string) {
	t.Helper()
	if *update {
		if err := os.WriteFile(path, []byte(got), 0o644); err != nil {
			t.Fatal(err)
		}
		return
	}
	want, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	if string(want) != got {
		a, b := strings.Split(string(want), "\n"), strings.Split(got, "\n")
		for i := range a {
			if i >= len(b) || a[i] != b[i] {
				t.Fatalf("%s differs at line %d (go test -update rewrites it):\nwant %s\ngot  %s", path, i+1, a[i], append(b, "", "")[min(i, len(b))])
			}
		}
		t.Fatalf("%s differs", path)
	}
}

func TestGrammar(t *testing.T) { golden(t, "../grammar.ebnf", Grammar()) }

func TestForms(t *testing.T) {
	b, err := os.ReadFile("testdata/forms.kdsl")
	if err != nil {
		t.Fatal(err)
	}
	f := parse(t, string(b))
	golden(t, "testdata/forms.tree", dumpFile(f))
}

// TestSlices checks what an expression takes and where it ends.
func TestSlices(t *testing.T) {
	for _, c := range []struct{ text, want string }{
		{"rule r { after e { let x = a ? b : c } }", "a ? b : c"},
		{"rule r { after e { let x = g.count + g.by } }", "g.count + g.by"},
		{"rule r { after e { let x = a in [1, 2] } }", "a in [1, 2]"},
		{"rule r { after e { let x = f(when, to)[0] } }", "f(when, to)[0]"},
		{"rule r { after e { let x = a &&\n b } }", "a &&\n b"},
		{"rule r { after e { let x = (a\n || b) } }", "(a\n || b)"},
		{"rule r { after e { let x = a // note\n } }", "a"},
		{"rule r { after e { let x = 4+ } }", "4+"},
		{"rule r { after e { let x = 4+1 } }", "4+1"},
		{"rule r { after e { let x = 4+y } }", "4+y"},
		{"rule r { after e { let x = 4+ y } }", "4+ y"},
		{"rule r { after e { let x = 4+ (y) } }", "4+ (y)"},
		{"rule r { after e { let x = D6+1 } }", "D6+1"},
		{"rule r { after e { let x = d < 3\" } }", "d < 3\""},
		{"piece p {\n v: 4+ w: 3 }", "4+"},
		{"piece p { v: 3\"  w: 3 }", "3\""},
		{"piece p { v: -\n w: 3 }", "-"},
		{"piece p { v: a ? b : c\n }", "a ? b : c"},
		{"piece p { v: [a,\n b(2)] }", "[a,\n b(2)]"},
		{"kind k { v: target = 4+ layers a }", "4+"},
		{"kind k { v: target = 4+\n w: int }", "4+"},
		{"kind k { v: target = 4+  cell w: int }", "4+"},
		{"kind k { v: target = 4+ body round 1 }", "4+"},
		{"event k { v: target = 4+ choose by w { x: bool } }", "4+"},
		{"event k { v: target = 4+ do { } }", "4+"},
		{"event k { v: int = 4+ body; require r: 4 > 3 }", "4+ body"},
		{"piece p { v: 4+ tag w }", "4+"},
		{"piece p { v: 2D6-1 en \"W\" }", "2D6-1"},
		{"piece p { v: [a] tag w }", "[a]"},
		{"kind k { v: int in 0..3 = 3 }", "0"},
	} {
		f := parse(t, c.text)
		got := ""
		walkFile(f, func(n Spanned) bool {
			if s, ok := n.(*Slice); ok && got == "" {
				got = s.Text
			}
			return true
		})
		if got != c.want {
			t.Errorf("%s: got %q, want %q", c.text, got, c.want)
		}
	}
}

// TestSpans checks that every node stands where its text is, inside its parent.
func TestSpans(t *testing.T) {
	for path, text := range content(t) {
		f, diags := Parse(source.New(path, text))
		if diags.HasErrors() {
			if strings.HasPrefix(path, "testdata") {
				t.Errorf("%s: %v", path, diags[0].Message)
			}
			continue
		}
		for _, d := range f.Decls {
			outer := d.Span()
			Walk(d, func(n Spanned) bool {
				at := n.Span()
				if base := n.(interface{ base() *Node }).base(); base.Tokens != nil {
					t.Errorf("%s: %T keeps its tokens", path, n)
				}
				if !at.IsValid() {
					name, ok := n.(*Name)
					if word := ok && name.Text == "en"; !word { // of a bare note
						t.Errorf("%s: %T has no place", path, n)
					}
					return false
				}
				if at.Start < outer.Start || at.End > outer.End || at.Start >= at.End && at.Text() != "" {
					t.Errorf("%s: %T at %v is outside of its declaration", path, n, at.Pos())
				}
				if text := at.Text(); text != strings.TrimSpace(text) {
					t.Errorf("%s: %T at %v has blanks around it: %q", path, n, at.Pos(), text)
				}
				switch n := n.(type) {
				case *Slice:
					if n.Text != at.Text() && n.Text != "1" && n.Text != "2" {
						t.Errorf("%s: slice %q stands at %q", path, n.Text, at.Text())
					}
				case *Name:
					if n.Text != at.Text() && n.Text != "kind" {
						t.Errorf("%s: name %q stands at %q", path, n.Text, at.Text())
					}
				}
				return true
			})
		}
	}
}

func TestNesting(t *testing.T) {
	for _, unit := range []string{"(", "[", "{", "list<", "if a { ", "else if a { } ", "replace ", "f(x: ", "rule a { after b ", "((}", "kind a { action b(", "!", "- ", "? "} {
		for _, head := range []string{"", "rule r { after e { let x = ", "rule r { after e { if a { } ", "kind k { v: ", "function f(): "} {
			n := 1_000_000
			if !strings.Contains("([{", unit) {
				n /= 20 // brackets are refused while lexing; the rest is parsed
			}
			text := head + strings.ReplaceAll(wrapped(unit, n/len(unit)), "\n", "\n ")
			start := time.Now()
			_, diags := Parse(source.New("deep.kdsl", text))
			if len(diags) == 0 {
				t.Errorf("%q after %q: no diagnostic", unit, head)
			}
			if took := time.Since(start); took > time.Second {
				t.Errorf("%q after %q took %v", unit, head, took)
			}
		}
	}
	text := "rule r { after e { if a { } " + strings.ReplaceAll(wrapped("else if a { } ", 5_000), "\n", "\n ") + "} }"
	if _, diags := Parse(source.New("deep.kdsl", text)); len(diags) != 1 || diags[0].Code != "bad-nesting" {
		t.Errorf("a long chain of else: got %v", diags)
	}
	if _, diags := Parse(source.New("big.kdsl", strings.Repeat(" ", maxSize+1))); len(diags) != 1 || diags[0].Code != "bad-size" {
		t.Errorf("a large file: got %v", diags)
	}
}

// wrapped repeats the unit, with line ends so that no line is too long.
func wrapped(unit string, n int) string {
	line := strings.Repeat(unit, 9_000/len(unit)) + "\n"
	return strings.Repeat(line, n/(9_000/len(unit))) + strings.Repeat(unit, n%(9_000/len(unit)))
}

func TestWords(t *testing.T) {
	for i, w := range Words {
		if i > 0 && Words[i-1] >= w {
			t.Errorf("%s is out of order", w)
		}
	}
	for _, w := range HookWords {
		if !reserved[w] {
			t.Errorf("%s is not reserved", w)
		}
	}
}

func FuzzParse(f *testing.F) {
	for _, text := range content(f) {
		f.Add(text)
	}
	texts, _ := mistakes(f)
	for _, text := range texts {
		f.Add(text)
	}
	f.Fuzz(func(t *testing.T, text string) {
		file, diags := Parse(source.New("fuzz.kdsl", text))
		for _, d := range diags {
			if d.Span.Start < 0 || d.Span.End > len(d.Span.File.Text) || d.Span.Start > d.Span.End {
				t.Errorf("%s is outside of the file", d.Message)
			}
		}
		if diags.HasErrors() {
			return
		}
		once := Format(file)
		again, diags := Parse(source.New("fuzz.kdsl", once))
		if diags.HasErrors() {
			t.Fatalf("the formatted text does not parse: %v: %s\n%s", diags[0].Span.Pos(), diags[0].Message, once)
		}
		if a, b := dumpFile(file), dumpFile(again); a != b {
			t.Fatalf("formatting changed the tree:\n%s\n%s", a, b)
		}
		if twice := Format(again); twice != once {
			t.Fatalf("formatting is not idempotent:\n%q\n%q", once, twice)
		}
	})
}
