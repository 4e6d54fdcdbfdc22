// Package examples holds games to run. A pack that is begun takes one of them to begin with.
package examples

import "embed"

// FS holds the examples, each a file, or a folder that is a pack.
//
//go:embed *.kdsl house_rules
var FS embed.FS
