// Package check turns the syntax of a program into the checked program: it resolves names and
// types, applies overlays, lowers statements to package ir, and reports everything that is wrong.
//
// The floors of the house, each with its type, from the ground up. A floor embeds the one below it and
// calls nothing above:
//
//	report      what is wrong
//	names       what is declared: numbers, types, who is called what
//	collector   declarations by name; extend, replace, remove, patch, set on their syntax
//	declarer    numbers and types of everything that has a name
//	exprs       expressions, values, texts, calls and forms
//	deriver     functions, tables and fields that values are worked out from
//	dicing      what is said of throws, and done to dice
//	coder       statements, with their slots
//	clauses     the hooks of cards and kinds
//	bodies      everything that has a body
//	vetter      what only the whole program shows: gaps, cycles, what is unused
//
// Check reads no more of what is only used than foreign.go says.
//
// Numbers follow the names in sorted order, never the order of files or declarations.
package check

import (
	"cmp"
	"context"
	"slices"
	"strings"

	"github.com/kdsl-lang/kdsl/lang/diag"
	"github.com/kdsl-lang/kdsl/lang/internal/cond"
	"github.com/kdsl-lang/kdsl/lang/ir"
	"github.com/kdsl-lang/kdsl/lang/source"
)

// Link checks the files of all packs of a program and makes it. root is the id of the root pack, or the
// name of the root file. The program is usable, if incomplete, even when the list has errors; its Hash is
// left to who has read the files.
func Link(in []Input, root string) (*ir.Program, diag.List) {
	c := work(context.Background(), in, root, nil)
	return c.p, c.list
}

func work(ctx context.Context, in []Input, root string, m *Memory) *names {
	in = slices.Clone(in)
	slices.SortStableFunc(in, func(a, b Input) int {
		return cmp.Or(strings.Compare(a.name(), b.name()), strings.Compare(a.Pack, b.Pack))
	})
	c := &names{root: root, heads: m != nil, in: in, ctx: ctx, p: &ir.Program{Pack: root}, files: map[*source.File]Input{},
		report: report{unread: map[string]bool{}}}
	for _, f := range in {
		if f.File == nil {
			continue
		}
		c.files[f.File.Source] = f
		c.cut = c.cut || f.File.Cut
		c.slips = append(c.slips, f.File.Slips...)
		c.thrownFor = append(c.thrownFor, f.File.For...)
		for _, n := range f.File.Broken {
			c.unread[n.Text] = true
		}
		for _, d := range f.File.Decls {
			for _, n := range f.File.Broken {
				if at := d.Span(); at.Start <= n.At.Start && n.At.End <= at.End {
					c.gaps = append(c.gaps, at)
					break
				}
			}
		}
	}
	(&collector{c, map[string]touched{}}).collect(in)
	if c.short {
		return c
	}
	(&declarer{c}).declare()
	if m != nil {
		c.memory = &memorable{Memory: m}
		(&stamper{c}).stamp()
	}
	b := &bodies{coder: &coder{dicing: &dicing{deriver: &deriver{exprs: &exprs{names: c, env: cond.New(c.p)}}}}}
	b.lower()
	if ctx.Err() == nil {
		c.keep()
	}
	if ctx.Err() == nil {
		(&vetter{b}).vet(b.grids)
	}
	c.list.Sort()
	return c
}

// lower compiles every body.
func (c *bodies) lower() {
	c.lowerOptions()
	c.lowerLets()
	c.lowerKinds()
	c.lowerFunctions()
	c.lowerTables()
	c.lowerCards()
	c.lowerEvents()
	(&clauses{c.coder}).lowerHooks()
	c.lowerScripts()
	c.hearThrows()
	c.lowerLabels()
}

// vet finds what only the whole program shows. grids are the tables whose keys are known.
func (c *vetter) vet(grids []*grid) {
	c.checkTables(grids)
	c.checkCycles()
	c.checkIgnores()
	c.checkDuring()
	c.checkLimits()
	c.checkNarrow()
	c.checkUnused()
	c.checkTags()
}
