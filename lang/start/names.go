package start

import (
	"strings"

	"github.com/kdsl-lang/kdsl/lang/source"
	"github.com/kdsl-lang/kdsl/lang/tongue"
)

// Slug is an identifier made from a name: "Pièce porte-bonheur" becomes piece_porte_bonheur. It is empty when the name
// has no letter of the alphabet.
func Slug(name string) string {
	var b strings.Builder
	for _, r := range strings.ToLower(tongue.Plain(name)) {
		switch {
		case r >= 'a' && r <= 'z', r >= '0' && r <= '9':
			b.WriteRune(r)
		case r == 'œ':
			b.WriteString("oe")
		case r == 'æ':
			b.WriteString("ae")
		case r == '\'' || r == '’': // the fox's tail
		case b.Len() > 0 && !strings.HasSuffix(b.String(), "_"):
			b.WriteByte('_')
		}
	}
	out := strings.TrimLeft(strings.Trim(b.String(), "_"), "0123456789_")
	if !source.IsName(out) {
		return ""
	}
	return out
}
