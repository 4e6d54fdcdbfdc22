// Package docs holds the pages about kdsl that the tool itself shows.
package docs

import (
	"embed"
	"strings"
)

//go:embed explain/*.md
var pages embed.FS

// Explain is the page of a diagnostic code, in Markdown. ok is false when there is none.
func Explain(code string) (page string, ok bool) {
	if strings.ContainsAny(code, "/\\") {
		return "", false
	}
	b, err := pages.ReadFile("explain/" + code + ".md")
	return string(b), err == nil
}
