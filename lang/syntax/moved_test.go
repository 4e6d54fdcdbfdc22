package syntax

import (
	"math/rand/v2"
	"reflect"
	"slices"
	"strings"
	"testing"

	"github.com/kdsl-lang/kdsl/lang/source"
)

// A file that is read after another is what it is read alone, whatever stands in the other. It was seen to fail when a
// declaration was taken over at its old place, without what its statements ask for, or after a mend.
func TestReadAfterAnother(t *testing.T) {
	r := rand.New(rand.NewPCG(1, 2))
	same := 0
	for path, whole := range content(t) {
		text := whole
		before, _ := Parse(source.New(path, text))
		for range 6 {
			words := strings.SplitAfter(text, " ")
			i, j := r.IntN(len(words)), r.IntN(len(words))
			switch r.IntN(5) {
			case 0:
				words = slices.Delete(words, i, i+1)
			case 1:
				words = slices.Insert(words, i, words[j])
			case 2:
				words[i], words[j] = words[j], words[i]
			case 3:
				words = slices.Insert(words, 0, "// moved\n")
			case 4:
				words = strings.SplitAfter(whole, " ") // mended
			}
			text = strings.Join(words, "")
			file := source.New(path, text)
			got, gotDiags := ParseAfter(before, Whole, file)
			want, wantDiags := Parse(file)
			same += len(got.sound)
			bare(got)
			bare(want)
			if !reflect.DeepEqual(got, want) || !reflect.DeepEqual(gotDiags, wantDiags) {
				t.Fatalf("%s is read otherwise after another:\n%s", path, text)
			}
			before, _ = ParseAfter(before, Whole, file)
		}
	}
	if same < 1000 {
		t.Errorf("only %d declarations were sound", same)
	}
}

// bare leaves out of a tree what only reading has held.
func bare(f *File) {
	f.sound = nil
	m := mover{f.Source, 0}
	m.move(reflect.ValueOf(&f.Decls).Elem())
	m.move(reflect.ValueOf(&f.Chosen).Elem())
}
