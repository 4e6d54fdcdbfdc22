package load

import (
	"flag"
	"fmt"
	"os"
	"strings"
	"testing"

	"github.com/spf13/afero"

	"github.com/kdsl-lang/kdsl/interp"
	"github.com/kdsl-lang/kdsl/interp/trial"
	"github.com/kdsl-lang/kdsl/lang/diag"
	"github.com/kdsl-lang/kdsl/lang/ir"
)

var update = flag.Bool("update", false, "write down what is said of each slip")
var every = flag.Int("every", 40, "of so many pairs of slips one is tried")
var shown = flag.Bool("shown", false, "show the pairs that are not told as their slips are alone")

// slip is a mistake in the small game of testdata/slips.kdsl, what was meant, and what is said of it. Where no edit
// can be sure, words are what a person has to be told.
type slip struct {
	name            string
	from, to, meant string
	words           []string
	said            string
}

// slips reads testdata/slips.txt, which begins with what its lines are.
func slips(t *testing.T) (game, intro string, all []slip) {
	t.Helper()
	base, err := os.ReadFile("testdata/slips.kdsl")
	if err != nil {
		t.Fatal(err)
	}
	text, err := os.ReadFile("testdata/slips.txt")
	if err != nil {
		t.Fatal(err)
	}
	parts := strings.Split(string(text), "#### ")
	for _, part := range parts[1:] {
		name, rest, _ := strings.Cut(strings.TrimSuffix(part, "\n"), "\n")
		lines := map[byte][]string{}
		for _, line := range strings.Split(rest, "\n") {
			text := line[1:]
			if line[0] == '!' || line[0] == '~' {
				text = strings.TrimSpace(text)
			}
			lines[line[0]] = append(lines[line[0]], text)
		}
		joined := func(sign byte) string { return strings.Join(lines[sign], "\n") }
		s := slip{name: name, from: joined('-'), to: joined('+'), meant: joined('='), words: lines['~'], said: joined('!')}
		if lines['='] == nil {
			s.meant = s.from
		}
		all = append(all, s)
	}
	return string(base), parts[0], all
}

func (s slip) write(out *strings.Builder) {
	lines := func(sign, text string) {
		fmt.Fprintf(out, "%s%s\n", sign, strings.ReplaceAll(text, "\n", "\n"+sign))
	}
	fmt.Fprintf(out, "#### %s\n", s.name)
	lines("-", s.from)
	lines("+", s.to)
	if s.meant != s.from {
		lines("=", s.meant)
	}
	for _, words := range s.words {
		lines("~ ", words)
	}
	if s.said != "" {
		lines("! ", s.said)
	}
}

// beside are a program on its own and the packs that it may use.
func beside(t *testing.T, text string) (local, library afero.Fs) {
	t.Helper()
	local = afero.NewMemMapFs()
	if err := afero.WriteFile(local, "a.kdsl", []byte(text), 0o644); err != nil {
		t.Fatal(err)
	}
	pack, err := os.ReadFile("testdata/slips_pack.kdsl")
	if err != nil {
		t.Fatal(err)
	}
	return local, files(t, map[string]string{"small_charms/pack.kdsl": string(pack), "small_cups/pack.kdsl": `pack small_cups { en "Small cups" }`})
}

// unit is what is read of a program on its own.
func unit(t *testing.T, text string) *Unit {
	t.Helper()
	local, library := beside(t, text)
	units, err := (&Loader{Local: local, Library: []afero.Fs{library}}).Load("a.kdsl")
	if err != nil {
		t.Fatal(err)
	}
	return units[0]
}

// checked is what is wrong with a program.
func checked(t *testing.T, text string) diag.List { return unit(t, text).Diags }

// tried is what is wrong with a program, and, where that is nothing, with its tests.
func tried(t *testing.T, text string) diag.List {
	u := unit(t, text)
	if len(u.Diags) > 0 {
		return u.Diags
	}
	m := interp.New(u.Program)
	for i, s := range u.Program.Scripts {
		if s.Word != ir.TestScript {
			continue
		}
		if r := trial.Run(m, i, trial.Options{}); !r.Passed {
			u.Diags.Errorf("test", r.At, "%s", r.Message)
		}
	}
	return u.Diags
}

// told writes what is wrong, a line each: the line, counted from one, the code, the message and the mend.
func told(list diag.List, from int) string {
	var out []string
	for _, d := range list {
		line := fmt.Sprintf("%+d %s %s", d.Span.Pos().Line-from, d.Code, d.Message)
		if f := d.Edit(); f != nil {
			line += fmt.Sprintf(" => %q for %q", f.Text, f.Span.Text())
		}
		out = append(out, line)
	}
	return strings.Join(out, "\n")
}

// bare is a text without blanks, line ends and what stands for them.
func bare(text string) string {
	return strings.NewReplacer(" ", "", "\r", "", "\n", "", ";", "").Replace(text)
}

// Figures of the slips.
type figures struct {
	mistakes, line, edits, words, wrong, alone int
}

// TestSlips holds what is said of each slip against what it must say, to the letter, and measures: how many are
// told on the right line, how many by one message, and how many are given the right mend: an edit that makes of
// it the program that was meant, which is sound; or, where none can be sure, the words that help.
func TestSlips(t *testing.T) {
	base, intro, all := slips(t)
	if said := told(tried(t, base), 0); said != "" {
		t.Fatalf("the game itself is wrong:\n%s", said)
	}
	out := strings.Builder{}
	out.WriteString(intro)
	sum := figures{}
	for _, s := range all {
		before, after, found := strings.Cut(base, s.from)
		if !found {
			t.Errorf("%s: %q does not stand in the game", s.name, s.from)
			continue
		}
		list := tried(t, before+s.to+after)
		for _, x := range list.Foreign() {
			t.Errorf("%s: no French for %q", s.name, x)
		}
		said := told(list, strings.Count(before, "\n")+1)
		if said != s.said && !*update {
			t.Errorf("%s\n-%s\n+%s\nsays\n%s\nwant\n%s", s.name, s.from, s.to, said, s.said)
		}
		if sound := told(checked(t, before+s.meant+after), 0); sound != "" && s.words == nil {
			t.Errorf("%s: what was meant is not sound: %s", s.name, sound)
		}
		if s.to != s.meant {
			sum.count(t, s, list, before, after)
		}
		s.said = said
		s.write(&out)
	}
	t.Logf("%d mistakes: told on the right line %d, by one message %d; mended rightly %d (%d by an edit, %d in words), wrongly %d",
		sum.mistakes, sum.line, sum.alone, sum.edits+sum.words, sum.edits, sum.words, sum.wrong)
	if sum.mistakes < 134 || sum.line < sum.mistakes || 20*sum.alone < 19*sum.mistakes || 20*(sum.edits+sum.words) < 19*sum.mistakes || sum.wrong > 0 {
		t.Error("too few of them")
	}
	if *update {
		if err := os.WriteFile("testdata/slips.txt", []byte(out.String()), 0o644); err != nil {
			t.Fatal(err)
		}
	}
}

// count takes a slip, and what is said of it, into the figures.
func (f *figures) count(t *testing.T, s slip, list diag.List, before, after string) {
	f.mistakes++
	if len(list) == 0 {
		t.Logf("%s: nothing is said", s.name)
		return
	}
	if len(list) == 1 {
		f.alone++
	} else {
		t.Logf("%s: %d messages", s.name, len(list))
	}
	line := list[0].Span.Pos().Line
	if from, to := s.lines(before, after); from <= line && line <= to || list[0].Code == "test" && strings.Contains(list[0].Message, fmt.Sprintf(" line %d ", from)) {
		f.line++
	} else {
		t.Logf("%s: is told on line %d", s.name, line)
	}
	text := before + s.to + after
	for i, d := range list {
		switch {
		case d.Mended() && (s.words != nil || bare(mended(text, d.Edit())) != bare(before+s.meant+after) || len(checked(t, mended(text, d.Edit()))) > 0):
			f.wrong++
			t.Logf("%s: a wrong mend: %q for %q", s.name, d.Edit().Text, d.Edit().Span.Text())
		case i > 0:
		case d.Mended():
			f.edits++
		case s.words != nil && tells(d, s.words):
			f.words++
		default:
			t.Logf("%s: no mend: %s; want %q", s.name, d.Message, s.words)
		}
	}
}

// lines are those that the slip has changed, or, where something was left out, what stands before it and behind it.
func (s slip) lines(before, after string) (from, to int) {
	was, is := strings.Split(before+s.meant+after, "\n"), strings.Split(before+s.to+after, "\n")
	first, last, end := 0, len(is)-1, len(was)-1
	for first < last && first < end && is[first] == was[first] {
		first++
	}
	for last > first && end >= first && is[last] == was[end] {
		last, end = last-1, end-1
	}
	empty := func(i int) bool { return strings.Trim(is[i], " }") == "" }
	for last = max(first, last); last+1 < len(is) && empty(last); last++ {
	}
	for first > 0 && empty(first) {
		first--
	}
	return first + 1, last + 1
}

func mended(text string, f *diag.Edit) string {
	return text[:f.Span.Start] + f.Text + text[f.Span.End:]
}

// tells tells whether a message has all of these words.
func tells(d diag.Diagnostic, words []string) bool {
	for _, w := range words {
		if !strings.Contains(d.Message, w) {
			return false
		}
	}
	return true
}
