package load

import (
	"math/rand/v2"
	"testing"
)

// Of what a pack overlays those declarations are checked that it touches. It is told what it is told when all of them
// are, at the same places, as long as the base is sound; also when the base overlays another.
func TestTouchedIsEnough(t *testing.T) {
	r := rand.New(rand.NewPCG(5, 6))
	wrong, moved := 0, 0
	pairs := len(operations) * 5
	for n := range 400 {
		texts, unit, file := world(t), "over", "over/pack.kdsl"
		if n%4 == 3 {
			unit, file = "top", "top/pack.kdsl"
			texts[file] = "pack top { overlays over }\npatch kind fighter { cell proud: bool = true }\n"
		}
		own := map[string]string{file: texts[file]}
		if n < pairs {
			own[file] += operations[n%len(operations)] + "\n" + operations[r.IntN(len(operations))] + "\n"
		} else {
			for range 1 + n%3 {
				change(r, own)
			}
		}
		texts[file] = own[file]
		linked, err := (&Loader{Local: files(t, texts)}).Load(unit)
		if err != nil {
			t.Fatal(err)
		}
		checked := checkedAlone(t, texts, unit)[0]
		if got, want := asJSON(t, checked.Diags), asJSON(t, linked[0].Diags); got != want {
			t.Fatalf("%d: %s\nis told\n%s\nand linked\n%s", n, own[file], got, want)
		}
		for _, d := range checked.Diags {
			if d.Span.File.Name != file {
				t.Fatalf("%d: %s\nis told %s of %s", n, own[file], d.Message, d.Span.File.Name)
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
