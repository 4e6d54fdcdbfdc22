// Package library reads programs together with what comes with kdsl.
package library

import (
	"github.com/spf13/afero"

	"github.com/kdsl-lang/kdsl/lang/diag"
	"github.com/kdsl-lang/kdsl/lang/load"
	"github.com/kdsl-lang/kdsl/rules"
	"github.com/kdsl-lang/kdsl/spells"
	"github.com/kdsl-lang/kdsl/stdlib"
)

// Loader reads programs of a file system and of what comes with kdsl.
func Loader(local afero.Fs) *load.Loader {
	return &load.Loader{Local: local, Library: []afero.Fs{afero.FromIOFS{FS: stdlib.FS}, afero.FromIOFS{FS: rules.FS}, afero.FromIOFS{FS: spells.FS}}}
}

// Diagnostics are those of all units, in order; what several units share stands once.
func Diagnostics(units []*load.Unit) diag.List {
	type key struct {
		file, code, message string
		start, end          int
	}
	seen := map[key]bool{}
	var all diag.List
	for _, u := range units {
		for _, d := range u.Diags {
			k := key{code: d.Code, message: d.Message, start: d.Span.Start, end: d.Span.End}
			if d.Span.File != nil {
				k.file = d.Span.File.Name
			}
			if !seen[k] {
				seen[k] = true
				all = append(all, d)
			}
		}
	}
	all.Sort()
	return all
}
