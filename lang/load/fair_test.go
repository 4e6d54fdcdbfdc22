package load

import (
	"strings"
	"testing"
	"unicode/utf8"

	"github.com/spf13/afero"
)

// What an edit leaves of what it replaces are whole characters, though those of near numbers begin with the same bytes.
func TestKeptAreWhole(t *testing.T) {
	for _, x := range [][2]string{{"a 😀 b", "a 😁 b"}, {"é", "è"}, {"x — y", "x – y"}, {"\xf0\x9f", "\xf0"}} {
		for _, p := range kept(x[0], x[1]) {
			for _, at := range []int{p.was, p.was + p.bytes} {
				if at < len(x[0]) && !utf8.RuneStart(x[0][at]) && utf8.ValidString(x[0]) {
					t.Errorf("of %q %q leaves %q", x[0], x[1], x[0][p.was:p.was+p.bytes])
				}
			}
		}
	}
}

// What stands behind a mend is told where it stands, also where lines end with two signs; and none of these is cut in two.
func TestMendsBetweenLines(t *testing.T) {
	const text = "rule r\r\n  weak: cannot hop { en \"It does not hop.\"  fr \"Elle ne saute pas.\" }\r\n}\r\nevent hop() { do { note 1😀 } }\r\n"
	u, err := (&Loader{Local: afero.NewMemMapFs()}).LoadText("x.kdsl", text)
	if err != nil {
		t.Fatal(err)
	}
	told := false
	for _, d := range u.Diags {
		if at := strings.Index(text, "😀"); strings.Contains(d.Message, "😀") {
			told = true
			if d.Span.Start != at || d.Span.End != at+len("😀") {
				t.Errorf("%s: told at %d to %d, stands at %d", d.Message, d.Span.Start, d.Span.End, at)
			}
		}
		if d.Mended() {
			if now := Edited(text, d.Mends[0].Edits); strings.Count(now, "\r") != strings.Count(now, "\r\n") {
				t.Errorf("%s: mended to %q", d.Message, now)
			}
		}
	}
	if !told {
		t.Error("the strange sign is not told: ", u.Diags)
	}
}
