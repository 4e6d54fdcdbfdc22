package check

import (
	"regexp"
	"strings"

	"github.com/kdsl-lang/kdsl/lang/diag"
	"github.com/kdsl-lang/kdsl/lang/source"
)

// Who asks what something comes to only to hold it there, `when f > 5 { set f to 5 }`, means a bound: `{ cap f at 5 }`.
var (
	asking = regexp.MustCompile(`\b(when|where)\s+$`)
	bound  = regexp.MustCompile(`^\s*([<>])=?\s*([^\s{}]+)\s*\{\s*(?:set|raise|cap)\s+(?:(\S+)\s+)?(?:to|at)\s+([^\s{}]+?)(\s+layer\s+\w+)?\s*\}`)
)

// asBound is the edit that makes a bound of a condition, which begins with what is read, or nil when it is none.
func asBound(read source.Span) *diag.Mend {
	text := read.File.Text
	line := strings.LastIndexByte(text[:read.Start], '\n') + 1
	from := asking.FindStringIndex(text[line:read.Start])
	m := bound.FindStringSubmatch(text[read.End:])
	if from == nil || m == nil || m[2] != m[4] || m[3] != "" && m[3] != read.Text() {
		return nil
	}
	deed := source.OneLine("cap " + m[3] + " at " + m[2] + m[5])
	if m[1] == "<" {
		deed = source.OneLine("raise " + m[3] + " to " + m[2] + m[5])
	}
	read.Start, read.End = line+from[0], read.End+len(m[0])
	return diag.Replace(read, "{ "+deed+" }", "a bound is no condition: `"+deed+"`")
}
