package load

import (
	"fmt"
	"strings"
	"unicode"
)

// devices are names that Windows keeps for itself, with any ending.
var devices = map[string]bool{"con": true, "prn": true, "aux": true, "nul": true, "conin$": true, "conout$": true}

func init() {
	for _, port := range []string{"com", "lpt"} {
		for _, n := range []string{"0", "1", "2", "3", "4", "5", "6", "7", "8", "9", "\u00b9", "\u00b2", "\u00b3"} {
			devices[port+n] = true
		}
	}
}

// maxBase bounds the name of a file inside its folder, in bytes.
const maxBase = 200

// strange says why the name of a file would not do everywhere, or "".
func (f *folder) strange(base string) string {
	stem, _, _ := strings.Cut(base, ".")
	name := strings.TrimSuffix(base, ".kdsl")
	switch {
	case len(base) > maxBase:
		return fmt.Sprintf("the name of this file has %d bytes, at most %d do everywhere", len(base), maxBase)
	case strings.ContainsFunc(base, hidden):
		return fmt.Sprintf("%s has a character in its name that is not seen", base)
	case strings.ContainsAny(base, `\:*?"<>|`):
		return fmt.Sprintf("%s has a sign in its name that Windows does not store", base)
	case strings.TrimRight(name, " .") != name || strings.TrimLeft(name, " ") != name:
		return fmt.Sprintf("%s begins or ends with a blank or a dot, which not every system stores", base)
	case devices[strings.ToLower(strings.TrimRight(stem, " "))]:
		return fmt.Sprintf("%s is the name of a device on Windows", base)
	}
	if first := f.folds[fold(base)]; first != "" && first != base {
		return fmt.Sprintf("%s and %s differ only in capital letters: on many systems only one of them is there", first, base)
	}
	return ""
}

// fold is a name as a system sees it for which capital letters do not count.
func fold(base string) string { return strings.ToLower(strings.ToUpper(base)) }

// hidden tells whether nothing is seen of a character, or it turns what is around it.
func hidden(r rune) bool {
	return r == unicode.ReplacementChar || unicode.IsControl(r) || unicode.Is(unicode.Cf, r) || unicode.IsSpace(r) && r != ' '
}
