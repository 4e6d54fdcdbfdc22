package sealed_test

import (
	"strings"
	"testing"

	"github.com/kdsl-lang/kdsl/internal/sealed"
)

// What is wrong in a document is said in a sentence, however long what is wrong is.
func TestSaidShortly(t *testing.T) {
	kind := sealed.Kind{Name: "letter", Head: sealed.Head{FormatVersion: 1, Magic: "letter"}}
	for _, body := range []string{`"n":` + strings.Repeat("9", 1_000_000), `"` + strings.Repeat("x", 1_000_000) + `":1`, `"n":1`} {
		for _, head := range []string{`{"format_version":1,"magic":"letter",`, `{"format_version":` + strings.Repeat("9", 1_000_000) + `,"magic":"letter",`, `{"magic":"letter","format_version":1,"sha256":"` + strings.Repeat("x", 1_000_000) + `",`} {
			var document struct {
				sealed.Head
				N      int    `json:"n"`
				SHA256 string `json:"sha256"`
			}
			_, err := kind.Read([]byte(head+body+"}"), &document, &document.SHA256)
			if err == nil || len(err.Error()) > 300 {
				t.Errorf("%.60s%.20s: %.400v", head, body, err)
			}
		}
	}
}
