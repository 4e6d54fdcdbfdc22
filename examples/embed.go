// Package examples holds games to run. A pack that is begun takes one of them to begin with.
package examples

import "embed"

// FS holds the examples that are no cards alone.
//
//go:embed *.kdsl
var FS embed.FS
