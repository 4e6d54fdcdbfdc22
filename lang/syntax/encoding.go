package syntax

import (
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/kdsl-lang/kdsl/lang/diag"
	"github.com/kdsl-lang/kdsl/lang/source"
)

// encoded reports a text that is not UTF-8, or was once, and what it says.
func (l *lexed) encoded(text string) bool {
	whole := source.Span{File: l.file, End: len(text)}
	here := source.Span{File: l.file}
	decoded, was := source.Decode(text)
	switch was {
	case "UTF-16":
		here.File = source.New(l.file.Name, decoded)
		l.diags.Errorf("bad-encoding", here, "the file is written in UTF-16: it is read in UTF-8").
			Mend(diag.Replace(whole, decoded, "save it in UTF-8").Safely())
	case "Windows-1252":
		here.File = source.New(l.file.Name, decoded)
		for rest := text; ; { // each byte is a letter there
			r, n := utf8.DecodeRuneInString(rest)
			_, here.End = utf8.DecodeRuneInString(decoded[here.Start:])
			if here.End += here.Start; r == utf8.RuneError && n == 1 {
				break
			}
			for rest = rest[n:]; n > 0; n-- {
				_, more := utf8.DecodeRuneInString(decoded[here.Start:])
				here.Start += more
			}
		}
		before := strings.TrimRightFunc(decoded[:here.Start], unicode.IsLetter)
		tail := strings.TrimLeftFunc(decoded[here.End:], unicode.IsLetter)
		word := decoded[len(before) : len(decoded)-len(tail)]
		l.diags.Errorf("bad-encoding", here, "the file is not written in UTF-8; read as Windows-1252, it says %q here", word).
			Mend(diag.Replace(whole, decoded, "save it in UTF-8, as it reads so"))
	default:
		here.Start = strings.IndexRune(text, utf8.RuneError)
		if here.End = here.Start + 3; here.Start >= 0 {
			l.diags.Errorf("bad-encoding", here, "a character was lost here, when the file was saved in another encoding: write it again")
		}
		return false
	}
	l.fatal = true
	return true
}
