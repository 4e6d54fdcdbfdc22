package load

import (
	"context"
	"strings"
	"testing"

	"github.com/spf13/afero"

	"github.com/kdsl-lang/kdsl/lang/diag"
)

// mendedAs is a program on its own with what is safe mended, and what was mended.
func mendedAs(t *testing.T, text string) (string, *Mending) {
	t.Helper()
	fs, library := beside(t, text)
	w := (&Loader{Local: fs, Library: []afero.Fs{library}}).Open()
	m, err := w.Mend(context.Background(), "a.kdsl")
	if err != nil {
		t.Fatal(err)
	}
	if b, _ := afero.ReadFile(fs, "a.kdsl"); string(b) != text {
		t.Error("the disk has changed")
	}
	if now, ok := m.Texts["a.kdsl"]; ok {
		return now, m
	}
	return text, m
}

// TestSafely is the law of mends that are safe: a slip that has one comes out as the program that was meant, every
// other comes out as it was, byte for byte, and twice is once.
func TestSafely(t *testing.T) {
	base, _, all := slips(t)
	safe := 0
	for _, s := range all {
		before, after, _ := strings.Cut(base, s.from)
		for _, end := range []string{"\n", "\r\n"} {
			text := strings.ReplaceAll(before+s.to+after, "\n", end)
			meant := strings.ReplaceAll(before+s.meant+after, "\n", end)
			now, m := mendedAs(t, text)
			var first *diag.Mend
			for _, d := range checked(t, text) {
				for i := range d.Mends {
					if first == nil && d.Mends[i].Rank == diag.Safe {
						first = &d.Mends[i]
					}
					t.Logf("%s: %s: %q for %q", d.Mends[i].Rank, s.name, d.Mends[i].Edits[0].Text, d.Mends[i].Edits[0].Span.Text())
				}
			}
			switch {
			case first == nil && now != text:
				t.Errorf("%s: changed, though nothing is safe", s.name)
			case first == nil:
				continue
			case s.words != nil || bare(now) != bare(meant):
				t.Errorf("%s: %q is safe, and makes something else of it: %v", s.name, first.Edits[0].Text, m.Left)
			case len(m.Left) > 0:
				t.Errorf("%s: is not sound: %v", s.name, m.Left)
			}
			if end == "\r\n" && strings.Count(now, "\n") != strings.Count(now, "\r\n") {
				t.Errorf("%s: the ends of lines have changed", s.name)
			}
			if again, _ := mendedAs(t, now); again != now {
				t.Errorf("%s: twice is not once", s.name)
			}
			safe++
		}
	}
	if safe < 100 {
		t.Errorf("%d mends are safe", safe)
	}
}

// What would be wrong still when it is mended is left as it was written.
func TestNotByHalves(t *testing.T) {
	for _, step := range []string{"who.n = 1, 2", "who.n = !not m"} {
		text := "player { cell n: int = 0 }\nevent go(who: player) { m: bool = false  do { " + step + " } }\n"
		if now, m := mendedAs(t, text); now != text || len(m.Left) == 0 {
			t.Errorf("%s became %s", step, now)
		}
	}
}
