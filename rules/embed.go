// Package rules holds the rulebooks, written in kdsl: a folder a game, a file a chapter.
package rules

import "embed"

// FS holds the rulebooks.
//
//go:embed all:*
var FS embed.FS
