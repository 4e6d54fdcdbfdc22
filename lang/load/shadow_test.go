package load

import (
	"testing"

	"github.com/spf13/afero"
)

// A pack of the id of one of the library is told of once, with the first error, unless it says the same.
func TestShadowedPack(t *testing.T) {
	library := map[string]string{"cups/pack.kdsl": "pack cups { }\nkind cup { cell n: int = 0 }\n"}
	for text, want := range map[string]int{
		"pack cups { }\nkind cup { }\n":                 1,
		library["cups/pack.kdsl"]:                       0,
		"pack jugs { }\nkind cup { cell n: int = 0 }\n": 0,
	} {
		l := &Loader{Local: files(t, map[string]string{"old/pack.kdsl": text, "mine/a.kdsl": "use cups\ncup mug { room: 1 }\ncup jar { size: 1 }\n"}), Library: []afero.Fs{files(t, library)}}
		units, err := l.Load("mine/a.kdsl")
		if err != nil {
			t.Fatal(err)
		}
		told := 0
		for _, d := range units[0].Diags {
			for _, r := range d.Related {
				if r.Span.Text() == "cups" && r.Message == "cups is read from old, in place of the pack of that id which comes with kdsl" {
					told++
				}
			}
		}
		if told != want || len(units[0].Diags) != 2 {
			t.Errorf("%q: told %d times, want %d, in %v", text, told, want, units[0].Diags)
		}
		if at, err := l.Located("mine", "cups"); err != nil || (at == "old") != (want == 1 || text == library["cups/pack.kdsl"]) {
			t.Errorf("%q: located at %q, %v", text, at, err)
		}
	}
}
