package syntax

import (
	"os"
	"testing"

	"github.com/kdsl-lang/kdsl/lang/source"
)

func BenchmarkParse(b *testing.B) {
	text, err := os.ReadFile("testdata/forms.kdsl")
	if err != nil {
		b.Fatal(err)
	}
	b.SetBytes(int64(len(text)))
	b.ReportAllocs()
	for b.Loop() {
		Parse(source.New("forms.kdsl", string(text)))
	}
}
