package load

import (
	"flag"
	"fmt"
	"os"
	"strings"
	"testing"

	"github.com/spf13/afero"

	"github.com/kdsl-lang/kdsl/lang/diag"
)

var update = flag.Bool("update", false, "write down what is said of each slip")

// slip is a mistake in the small game of testdata/slips.kdsl, and what is said of it.
type slip struct {
	name, from, to, said string
}

// slips reads testdata/slips.txt: of each its name, the lines that it replaces, the lines that stand there
// then, and every diagnostic with its line, counted from the first that was replaced, and its mend.
func slips(t *testing.T) (base string, all []slip) {
	t.Helper()
	game, err := os.ReadFile("testdata/slips.kdsl")
	if err != nil {
		t.Fatal(err)
	}
	text, err := os.ReadFile("testdata/slips.txt")
	if err != nil {
		t.Fatal(err)
	}
	for _, part := range strings.Split(string(text), "#### ")[1:] {
		var s slip
		var from, to, said []string
		for i, line := range strings.Split(strings.TrimSuffix(part, "\n"), "\n") {
			switch {
			case i == 0:
				s.name = line
			case line[0] == '-':
				from = append(from, line[1:])
			case line[0] == '+':
				to = append(to, line[1:])
			default:
				said = append(said, strings.TrimPrefix(line, "! "))
			}
		}
		s.from, s.to, s.said = strings.Join(from, "\n"), strings.Join(to, "\n"), strings.Join(said, "\n")
		all = append(all, s)
	}
	return string(game), all
}

// checked is what is wrong with a program.
func checked(t *testing.T, text string) diag.List {
	t.Helper()
	fs := afero.NewMemMapFs()
	if err := afero.WriteFile(fs, "a.kdsl", []byte(text), 0o644); err != nil {
		t.Fatal(err)
	}
	units, err := (&Loader{Local: fs}).Load("a.kdsl")
	if err != nil {
		t.Fatal(err)
	}
	return units[0].Diags
}

// told writes what is wrong, a line each: the line, counted from one, the code, the message and the mend.
func told(list diag.List, from int) string {
	var out []string
	for _, d := range list {
		line := fmt.Sprintf("%+d %s %s", d.Span.Pos().Line-from, d.Code, d.Message)
		if f := d.Fix; f != nil {
			line += fmt.Sprintf(" => %q for %q", f.Text, f.Span.Text())
		}
		out = append(out, line)
	}
	return strings.Join(out, "\n")
}

// TestSlips holds what is said of each slip against what it must say, to the letter; and with the first mend the
// program is sound.
func TestSlips(t *testing.T) {
	base, all := slips(t)
	if said := told(checked(t, base), 0); said != "" {
		t.Fatalf("the game itself is wrong:\n%s", said)
	}
	var out strings.Builder
	for _, s := range all {
		at := strings.Index(base, s.from)
		if at < 0 {
			t.Errorf("%s: %q does not stand in the game", s.name, s.from)
			continue
		}
		text := base[:at] + s.to + base[at+len(s.from):]
		list := checked(t, text)
		said := told(list, strings.Count(base[:at], "\n")+1)
		if len(list) > 0 && list[0].Fix != nil {
			f := list[0].Fix
			if after := checked(t, text[:f.Span.Start]+f.Text+text[f.Span.End:]); len(after) > 0 {
				t.Errorf("%s: the mend of %s does not mend it:\n%s", s.name, list[0].Message, told(after, 0))
			}
		}
		if said != s.said && !*update {
			t.Errorf("%s\n-%s\n+%s\nsays\n%s\nwant\n%s", s.name, s.from, s.to, said, s.said)
		}
		fmt.Fprintf(&out, "#### %s\n-%s\n+%s\n! %s\n", s.name, strings.ReplaceAll(s.from, "\n", "\n-"), strings.ReplaceAll(s.to, "\n", "\n+"), strings.ReplaceAll(said, "\n", "\n! "))
	}
	if *update {
		if err := os.WriteFile("testdata/slips.txt", []byte(out.String()), 0o644); err != nil {
			t.Fatal(err)
		}
	}
}
