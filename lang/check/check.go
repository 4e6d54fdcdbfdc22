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
// Check reads no more of what is only used than foreign.go says, and of what is overlaid what base.go says.
//
// Numbers follow the names in sorted order, never the order of files or declarations.
package check

import (
	"cmp"
	"context"
	"slices"
	"strings"

	"github.com/kdsl-lang/kdsl/lang/diag"
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

// Begin makes a program as Link does, but without its scripts, which say nothing of a card, and tells what hinders
// reading it: mistakes, not yet where their causes are. finish adds the scripts that are wanted, and tells what is wrong in them; without a question it adds
// all others, and tells what is wrong with all of it: that is called once, and last.
func Begin(in []Input, root string) (p *ir.Program, hinders diag.List, finish func(wanted func(script source.Span) bool) diag.List) {
	ctx := context.Background()
	c, overlays := declared(ctx, in, root, nil, nil)
	b := newBodies(c)
	b.lower()
	said := c.list
	(&vetter{bodies: b}).checkCycles() // whoever reads what reads itself comes to no end; it is told with all the others
	hinders, c.list = slices.Clone(c.list), said
	return c.p, hinders, func(wanted func(source.Span) bool) diag.List {
		if wanted != nil {
			lowerSome(b, wanted)
			return c.list
		}
		b.finish(ctx)
		told(ctx, c, overlays, nil)
		return c.list
	}
}

func work(ctx context.Context, in []Input, root string, m *Memory) *names {
	c, overlays := compiled(ctx, in, root, m)
	told(ctx, c, overlays, m)
	return c
}

// told puts what is wrong with a program where its cause is, in order.
func told(ctx context.Context, c *names, overlays *collector, m *Memory) {
	if !c.short {
		overlays.pointToBase()
		overlays.blame(func() (all diag.List) {
			for _, b := range basesOf(c.in, c.root) {
				var blank *Memory
				if m != nil {
					blank = newMemory()
				}
				base, _ := compiled(ctx, b.in, b.name, blank)
				all = append(all, base.list...)
			}
			return all
		})
		c.list.Sort()
	}
}

// compiled is a program with all that is wrong in it, each where it goes wrong.
func compiled(ctx context.Context, in []Input, root string, m *Memory) (*names, *collector) {
	c, overlays := declared(ctx, in, root, m, nil)
	if c.short {
		return c, overlays
	}
	if m != nil {
		(&stamper{c}).standOn(m.settle(ctx, c.in, root))
	}
	lowered(ctx, c)
	return c, overlays
}

// lowered compiles and looks over what is declared.
func lowered(ctx context.Context, c *names) {
	b := newBodies(c)
	b.lower()
	b.finish(ctx)
}

func newBodies(c *names) *bodies {
	return &bodies{coder: &coder{dicing: &dicing{deriver: &deriver{exprs: &exprs{names: c, env: compiler(c)}}}}}
}

// finish compiles the scripts, and looks over everything.
func (b *bodies) finish(ctx context.Context) {
	b.lowerScripts()
	b.hearThrows()
	if ctx.Err() == nil {
		b.keep()
	}
	if ctx.Err() == nil {
		(&vetter{bodies: b}).vet(b.grids)
	}
}

// settle works out which declarations the bases have, each with what it means there.
func (m *Memory) settle(ctx context.Context, in []Input, root string) []*base {
	all := basesOf(in, root)
	if m.basis = slices.DeleteFunc(m.basis, func(b *base) bool {
		return !slices.ContainsFunc(all, func(n *base) bool { return slices.Equal(n.in, b.in) })
	}); len(m.basis) == len(all) {
		return m.basis
	}
	for _, b := range all {
		b.settled = map[key]bool{}
		c, _ := declared(ctx, b.in, b.name, m, nil)
		for _, s := range c.decls.all() {
			for _, e := range s.entries {
				if e.decl == nil || !b.overlaid[c.files[e.at.File].Pack] {
					continue
				}
				if st := (&stamper{c}); !st.ofTheWhole(e) {
					b.settled[st.keyOf(e).in(st.lattice(b.sees))] = true
				}
			}
		}
	}
	m.basis = all
	return all
}

// declared is a program of which everything that has a name is known, and what each name means. bound, if somebody wants to
// know, is told what each name is bound to.
func declared(ctx context.Context, in []Input, root string, m *Memory, bound binder) (*names, *collector) {
	in = slices.Clone(in)
	slices.SortStableFunc(in, func(a, b Input) int {
		return cmp.Or(strings.Compare(a.name(), b.name()), strings.Compare(a.Pack, b.Pack))
	})
	c := &names{root: root, heads: m != nil, in: in, ctx: ctx, p: &ir.Program{Pack: root}, binder: bound, files: map[*source.File]Input{},
		report: report{unread: map[string]bool{}, lists: map[string]source.Span{}}}
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
				if d.Span().Contains(n.At) {
					c.gaps = append(c.gaps, d.Span())
					break
				}
			}
		}
	}
	c.sight = look(c.in, c.root, c.files)
	overlays := &collector{names: c, changed: map[string]touched{}}
	overlays.collect(in)
	if c.short {
		return c, overlays
	}
	(&declarer{c}).declare()
	strangeWords(c)
	bindDeclared(c)
	if m != nil {
		c.memory = &memorable{Memory: m}
		(&stamper{c}).stamp()
	}
	return c, overlays
}

// lower compiles every body but those of scripts.
func (c *bodies) lower() {
	c.lowerOptions()
	c.lowerLets()
	c.lowerKinds()
	c.lowerFunctions()
	c.lowerTables()
	c.lowerCards()
	c.lowerEvents()
	(&clauses{coder: c.coder}).lowerHooks()
	c.hearThrows()
	c.lowerLabels()
}

// vet finds what only the whole program shows. grids are the tables whose keys are known.
func (c *vetter) vet(grids []*grid) {
	c.checkTables(grids)
	c.checkCycles()
	c.checkIgnores()
	c.checkDuring()
	c.checkEmptied()
	c.checkLimits()
	c.checkNarrow()
	c.checkUnused()
	c.checkOffered()
	c.checkTags()
}
