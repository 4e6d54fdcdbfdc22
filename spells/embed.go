// Package spells holds the spell cards, written in kdsl: a folder a game, a file a path.
package spells

import "embed"

// FS holds the spell cards.
//
//go:embed all:*
var FS embed.FS
