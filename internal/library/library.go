// Package library reads programs together with what comes with kdsl.
package library

import (
	"github.com/spf13/afero"

	"github.com/kdsl-lang/kdsl/examples"
	"github.com/kdsl-lang/kdsl/interp"
	"github.com/kdsl-lang/kdsl/lang/diag"
	"github.com/kdsl-lang/kdsl/lang/ir"
	"github.com/kdsl-lang/kdsl/lang/load"
	"github.com/kdsl-lang/kdsl/rules"
	"github.com/kdsl-lang/kdsl/spells"
	"github.com/kdsl-lang/kdsl/stdlib"
)

// packs are what comes with kdsl.
var packs = []afero.Fs{afero.FromIOFS{FS: stdlib.FS}, afero.FromIOFS{FS: rules.FS}, afero.FromIOFS{FS: spells.FS}}

// shared is what was parsed of them.
var shared load.Parsed

// Loader reads programs of a file system and of what comes with kdsl.
func Loader(local afero.Fs) *load.Loader {
	return &load.Loader{Local: local, Library: packs, Shared: &shared}
}

// Packs are the ids of the packs that come with kdsl.
func Packs() []string { return ids(packs) }

// Games are the ids of those that hold a game's rules or cards.
func Games() []string { return ids(packs[1:]) }

func ids(of []afero.Fs) []string {
	out, err := (&load.Loader{Local: afero.NewMemMapFs(), Library: of}).Packs()
	if err != nil {
		panic(err) // they are part of the program
	}
	return out
}

// Shown is what comes with kdsl to be looked at: all packs, then the examples.
func Shown() (units []*load.Unit, err error) {
	l := Loader(afero.FromIOFS{FS: examples.FS})
	ids, err := l.Packs()
	if err != nil {
		return nil, err
	}
	for _, id := range ids {
		u, err := l.LoadPack(id)
		if err != nil {
			return nil, err
		}
		units = append(units, u)
	}
	played, err := l.Load(".")
	return append(units, played...), err
}

// Open opens programs of a file system, which may use what comes with kdsl, to be looked at while they are written.
func Open(local afero.Fs) *load.Workspace { return Loader(local).Open() }

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

// Script is a test, a question about chances or a scenario.
type Script struct {
	*ir.Script
	Unit  *load.Unit
	Index int // among the scripts of the unit's program
}

// Scripts lists the scripts of a sort. A unit with mistakes has none.
func Scripts(word ir.ScriptWord, units ...*load.Unit) []Script {
	var out []Script
	for _, u := range units {
		if u.Diags.HasErrors() || u.Program == nil {
			continue
		}
		for i, s := range u.Program.Scripts {
			if s.Word == word {
				out = append(out, Script{s, u, i})
			}
		}
	}
	return out
}

// Names are the names of scripts.
func Names(list []Script) []string {
	out := make([]string, len(list))
	for i, s := range list {
		out[i] = s.Name
	}
	return out
}

// Scenario finds a scenario in the program with a hash, among those that were made, and tells whether there is that program.
func Scenario(units []*load.Unit, hash, name string) (found *Script, program bool) {
	for _, u := range units {
		if u.Program.Hash != hash {
			continue
		}
		for _, s := range Scripts(ir.ScenarioScript, u) {
			if s.Name == name {
				return &s, true
			}
		}
		return nil, true
	}
	return nil, false
}

// Machines makes one machine of each program.
type Machines map[*load.Unit]*interp.Machine

// Of is the machine of a program.
func (m Machines) Of(u *load.Unit) *interp.Machine {
	if m[u] == nil {
		m[u] = interp.New(u.Program)
	}
	return m[u]
}
