package load

import (
	"testing"
	"unicode/utf8"
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
