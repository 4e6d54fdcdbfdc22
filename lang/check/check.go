// Package check turns the syntax of a program into the checked program: it resolves names and
// types, applies overlays, lowers statements to package ir, and reports everything that is wrong.
//
// The passes, each in its files:
//
//	collect, overlay       declarations by name; extend, replace, remove, patch, set on their syntax
//	declare, types         numbers and types of everything that has a name
//	kinds, cards, values   fields, defaults, and what the cards say
//	events, hooks          the steps of events, and the clauses
//	statements, changes    code, with its slots
//	scripts                tests, odds and scenarios
//	tables, cycles, unused what only the whole program shows
//
// Numbers follow the names in sorted order, never the order of files or declarations.
package check

import (
	"cmp"
	"slices"
	"strings"

	"github.com/kdsl-lang/kdsl/lang/cond"
	"github.com/kdsl-lang/kdsl/lang/diag"
	"github.com/kdsl-lang/kdsl/lang/ir"
	"github.com/kdsl-lang/kdsl/lang/source"
	"github.com/kdsl-lang/kdsl/lang/syntax"
)

// Input is one file of the program. Pack is the id of its pack, or the file's name for a loose file.
type Input struct {
	File *syntax.File
	Pack string
}

// Check checks the files of all packs of a program. root is the id of the root pack, or the name of
// the root file. The program is usable, if incomplete, even when the list has errors; its Hash is
// left to who has read the files.
func Check(in []Input, root string) (*ir.Program, diag.List) {
	in = slices.Clone(in)
	slices.SortStableFunc(in, func(a, b Input) int {
		return cmp.Or(strings.Compare(a.name(), b.name()), strings.Compare(a.Pack, b.Pack))
	})
	c := &checker{root: root, p: &ir.Program{Pack: root}, packs: map[*source.File]string{}, home: map[int]bool{},
		report: report{unread: map[string]bool{}}}
	for _, f := range in {
		if f.File == nil {
			continue
		}
		c.packs[f.File.Source] = f.Pack
		c.cut = c.cut || f.File.Cut
		for _, n := range f.File.Broken {
			c.unread[n.Text] = true
		}
	}
	c.collect(in)
	c.declare()
	c.env = cond.New(c.p)
	c.lower()
	c.lowerLabels()
	c.checkTables()
	c.checkCycles()
	c.checkIgnores()
	c.checkUnused()
	c.checkTags()
	c.list.Sort()
	return c.p, c.list
}

func (in Input) name() string {
	if in.File == nil || in.File.Source == nil {
		return ""
	}
	return in.File.Source.Name
}

// checker is one run of Check.
type checker struct {
	report
	root string
	p    *ir.Program
	env  *cond.Env

	decls    declarations
	index    index
	bearer   map[int]int             // kind of what the instances of a kind lie on, see bearer.go
	settled  map[int]int             // bearer, as it was before the last round
	placed   map[int]bool            // kinds of which something is known to lie on something
	lies     map[int][]int           // by kind, what its instances are put on, learnt in this round
	packs    map[*source.File]string // of each file
	home     map[int]bool            // kinds that their own pack puts on something
	used     usage
	measured *syntax.MeasureStmt  // in the script at hand
	expects  bool                 // the script at hand expects something
	compiled map[meaning]*ir.Expr // texts without errors, see scope.go
	grids    []*grid              // the tables whose keys are known, see tables.go
}

// lower compiles every body. What cards lie on is learnt from `apply CARD to X`, whose X may itself
// speak of a bearer; so the bodies are compiled again, from scratch, until nothing new is learnt.
func (c *checker) lower() {
	before := c.report
	for range maxRounds {
		c.settled = c.bearer
		c.inferCarried()
		c.report = before.clone()
		c.used = usage{}
		c.clearBodies()
		c.lowerOptions()
		c.lowerKinds()
		c.lowerFunctions()
		c.lowerTables()
		c.lowerCards()
		c.lowerEvents()
		c.lowerHooks()
		c.lowerScripts()
		if !c.inferApplied() {
			return
		}
	}
	c.unsettled()
}

// maxRounds bounds the inference of bearers; each round can only join kinds, so few are needed.
const maxRounds = 4

// clearBodies forgets what an earlier round of lower compiled.
func (c *checker) clearBodies() {
	c.p.Hooks = nil
	c.p.Scripts = nil
	c.index.chosen = nil
	for _, k := range c.p.Kinds {
		k.Hooks = nil
	}
	for _, card := range c.p.Cards {
		card.Hooks, card.Carry, card.Values, card.Rules = nil, nil, nil, nil
	}
	for _, e := range c.p.Events {
		e.Form, e.Requires, e.Limits, e.Costs, e.Needs, e.Do = nil, nil, nil, nil, nil, nil
		e.Frame = c.index.frames[e.ID]
		e.Frame.Slots = slices.Clone(e.Frame.Slots)
	}
}
