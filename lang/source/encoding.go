package source

import (
	"strings"
	"unicode/utf8"

	"golang.org/x/text/encoding"
	"golang.org/x/text/encoding/charmap"
	"golang.org/x/text/encoding/unicode"
)

// Decode is what the bytes of a text say in UTF-8, and how they were written: "" for UTF-8, "UTF-16", which begins with
// its mark, or "Windows-1252", which is a guess.
func Decode(text string) (decoded, was string) {
	by := func(e encoding.Encoding) string {
		s, _ := e.NewDecoder().String(text) // what has no letter there becomes U+FFFD
		return s
	}
	switch {
	case strings.HasPrefix(text, "\xff\xfe"), strings.HasPrefix(text, "\xfe\xff"):
		return by(unicode.UTF16(unicode.LittleEndian, unicode.ExpectBOM)), "UTF-16"
	case !utf8.ValidString(text):
		return by(charmap.Windows1252), "Windows-1252"
	}
	return text, ""
}
