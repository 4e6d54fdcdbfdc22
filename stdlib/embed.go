// Package stdlib holds the packs that any game may use, written in kdsl.
package stdlib

import "embed"

// FS holds the packs of the standard library.
//
//go:embed all:*
var FS embed.FS
