// Package mistakes_test holds kdsl to its word about typical mistakes.
package mistakes_test

import (
	"os"
	"path/filepath"
	"regexp"
	"strconv"
	"strings"
	"testing"

	"github.com/spf13/afero"

	"github.com/kdsl-lang/kdsl/lang/diag"
	"github.com/kdsl-lang/kdsl/lang/load"
)

// want is `// want CODE "REGEXP" at "TEXT" [fix "TEXT"]` behind the line where the mistake is told: the
// message, the text at the exact place, and the edit that is suggested.
var want = regexp.MustCompile(`// want ([a-z-]+) ("(?:[^"\\]|\\.)*") at ("(?:[^"\\]|\\.)*")(?: fix ("(?:[^"\\]|\\.)*"))?$`)

// right is the mended line. It stands below the line that it replaces.
var right = regexp.MustCompile(`^\s*// right: (.*)$`)

func check(t *testing.T, name, text string) diag.List {
	t.Helper()
	u, err := (&load.Loader{Local: afero.NewMemMapFs()}).LoadText(name, text)
	if err != nil {
		t.Fatal(err)
	}
	return u.Diags
}

func unquote(t *testing.T, s string) string {
	t.Helper()
	s, err := strconv.Unquote(s)
	if err != nil {
		t.Fatal(err)
	}
	return s
}

// Every file holds one mistake. It is told once, at its place, as expected; when the line is replaced by
// the right one, nothing is wrong any more; and so when the suggestion is followed, if there is one.
func TestMistakes(t *testing.T) {
	names, err := filepath.Glob("*.kdsl")
	if err != nil || len(names) < 10 {
		t.Fatalf("%d files, %v", len(names), err)
	}
	for _, name := range names {
		t.Run(strings.TrimSuffix(name, ".kdsl"), func(t *testing.T) {
			b, err := os.ReadFile(name)
			if err != nil {
				t.Fatal(err)
			}
			lines := strings.Split(string(b), "\n")
			if !strings.HasPrefix(lines[0], "// ") {
				t.Error("the file does not begin with what the mistake is")
			}
			var code, message, at, fix string
			line := 0
			mended := append([]string(nil), lines...)
			for i, l := range lines {
				if m := want.FindStringSubmatch(l); m != nil {
					if line > 0 {
						t.Fatal("more than one mistake")
					}
					line, code, message, at = i+1, m[1], unquote(t, m[2]), unquote(t, m[3])
					if m[4] != "" {
						fix = unquote(t, m[4])
					}
				}
				if m := right.FindStringSubmatch(l); m != nil {
					mended[i-1] = m[1]
				}
			}
			if line == 0 {
				t.Fatal("no mistake is wanted")
			}
			ds := check(t, name, string(b))
			if len(ds) != 1 {
				t.Fatalf("got %d diagnostics, want 1: %+v", len(ds), diag.Reports(ds))
			}
			d := ds[0]
			if d.Severity != diag.Error || d.Code != code || d.Span.Pos().Line != line || d.Span.Text() != at || !regexp.MustCompile(message).MatchString(d.Message) {
				t.Errorf("got %s %s at line %d, %q: %s\nwant error %s at line %d, %q: %s", d.Severity, d.Code, d.Span.Pos().Line, d.Span.Text(), d.Message, code, line, at, message)
			}
			switch {
			case d.Mended() && fix == "":
				t.Errorf("suggests %q, want no suggestion", d.Edit().Text)
			case fix != "" && (!d.Mended() || d.Edit().Text != fix):
				t.Errorf("suggests %+v, want %q", d.Mends, fix)
			case fix != "":
				followed := string(b[:d.Edit().Span.Start]) + d.Edit().Text + string(b[d.Edit().Span.End:])
				if ds := check(t, name, followed); len(ds) > 0 {
					t.Errorf("the suggestion was followed, and still: %+v", diag.Reports(ds))
				}
			}
			if ds := check(t, name, strings.Join(mended, "\n")); len(ds) > 0 {
				t.Errorf("the line was mended, and still: %+v", diag.Reports(ds))
			}
		})
	}
}
