package load

import (
	"math/rand/v2"
	"testing"
)

// Of what a pack overlays those declarations are checked that it touches. It is told what it is told when all of them
// are, at the same places, as long as the base is sound.
func TestTouchedIsEnough(t *testing.T) {
	r := rand.New(rand.NewPCG(5, 6))
	wrong, moved := 0, 0
	pairs := len(operations) * 5
	for n := range 400 {
		texts := world(t)
		own := map[string]string{"over/pack.kdsl": texts["over/pack.kdsl"]}
		if n < pairs {
			own["over/pack.kdsl"] += operations[n%len(operations)] + "\n" + operations[r.IntN(len(operations))] + "\n"
		} else {
			for range 1 + n%3 {
				change(r, own)
			}
		}
		texts["over/pack.kdsl"] = own["over/pack.kdsl"]
		linked, err := (&Loader{Local: files(t, texts)}).Load("over")
		if err != nil {
			t.Fatal(err)
		}
		checked := checkedAlone(t, texts, "over")[0]
		if got, want := asJSON(t, checked.Diags), asJSON(t, linked[0].Diags); got != want {
			t.Fatalf("%d: %s\nis told\n%s\nand linked\n%s", n, own["over/pack.kdsl"], got, want)
		}
		for _, d := range checked.Diags {
			if d.Span.File.Name != "over/pack.kdsl" {
				t.Fatalf("%d: %s\nis told %s of %s", n, own["over/pack.kdsl"], d.Message, d.Span.File.Name)
			}
			if len(d.Related) > 0 && d.Related[0].Message == "it goes wrong here" {
				moved++
				break
			}
		}
		if len(checked.Diags) > 0 {
			wrong++
		}
	}
	t.Logf("%d of 400 were wrong, %d by what they touched", wrong, moved)
	if wrong < 150 || moved < 100 {
		t.Errorf("%d of 400 were wrong, %d by what they touched", wrong, moved)
	}
}
