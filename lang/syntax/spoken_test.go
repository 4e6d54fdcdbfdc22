package syntax

import (
	"testing"

	"github.com/kdsl-lang/kdsl/lang/source"
)

// What is said as one would say it aloud is mended to what is written.
func TestSpoken(t *testing.T) {
	for _, c := range []struct{ said, written string }{
		{"when x == 4 or more", "when x >= 4"}, {"when x == 4 or less", "when x <= 4"}, {"when x is 4 or more", "when x >= 4"}, {"when x is at least 4", "when x >= 4"},
		{"when x is between 4 and 6", "when x >= 4 && x <= 6"}, {"when b has HP", "when b.HP > 0"}, {"when b has glow", "when b.bears(glow)"}, {"when x == 4 or 5", "when x in [4, 5]"},
	} {
		text := func(when string) string { return "rule r { a: after e " + when + " { note \"x\" } }\n" }
		_, ds := Parse(source.New("x.kdsl", text(c.said)))
		if len(ds) != 1 || len(ds[0].Mends) != 1 {
			t.Errorf("%s: %v", c.said, ds)
			continue
		}
		got := text(c.said)
		for _, e := range ds[0].Mends[0].Edits {
			got = got[:e.Span.Start] + e.Text + got[e.Span.End:]
		}
		if got != text(c.written) {
			t.Errorf("%s is mended to\n%s", c.said, got)
		}
	}
}
