package cond

import (
	"slices"
	"strings"

	"github.com/google/cel-go/common/ast"

	"github.com/kdsl-lang/kdsl/lang/diag"
	"github.com/kdsl-lang/kdsl/lang/ir"
	"github.com/kdsl-lang/kdsl/lang/source"
)

// What is asked of a list as in other languages, and what stands where a list does.

// noMethod explains what a list of another language does: with what is done here, or that nothing does it.
func (x *explainer) noMethod(e ast.Expr, name string) bool {
	c := e.AsCall()
	list := flat(x.place(c.Target()).Text())
	written, said := "", ""
	is := func(names ...string) bool {
		return slices.Contains(names, strings.ReplaceAll(strings.ToLower(name), "_", ""))
	}
	switch {
	case is("first", "head") && len(c.Args()) == 0:
		written = list + "[0]"
	case is("last", "back") && len(c.Args()) == 0:
		written = list + "[size(" + list + ") - 1]"
	case is("first", "last", "take", "limit", "slice", "head", "tail", "sublist", "skip"):
		said = "nothing takes a part of a list by its places; one of them is LIST[0], and the first ones are gone through in repeat N, with LIST[i]"
	case is("distinct", "unique", "uniq", "dedup", "toset", "set"):
		said = "nothing takes out what is in a list twice; how many sorts there are is counted among all that there may be, as in cards(KIND).count(c, LIST.exists(m, m.card == c))"
	case is("sort", "sorted", "sortby", "orderby", "order", "reverse", "reversed"):
		said = "nothing sorts a list; LIST.best(m, N) are those of the largest number, LIST.most(m, N) and LIST.least(m, N) the largest and the smallest"
	case is("index", "indexof", "find", "findindex", "position"):
		said = "nothing tells the place of a member; steps that go through a list count it, with let i = 0 before and i += 1 at the end"
	case is("shuffle", "shuffled", "random", "sample", "pick", "choice", "draw", "pop"):
		said = "one of a list is taken at random by a step of its own, as in draw x in LIST"
	default:
		return false
	}
	d := x.report("undefined-function", x.callAt(e), "there is no function %s", quote(name))
	if said != "" {
		d.Message += "; " + said
	} else {
		d.Message += "; write " + written
		d.Mend(diag.Replace(x.place(e), written, "write "+written))
	}
	return true
}

// inZone is told where somebody looks for what lies in a zone.
const inZone = "; to list them let them lie on a thing of their own in the zone, as THING.items(KIND)"

// noList reports a zone that stands where a list does.
func (x *explainer) noList(at source.Span, zone string) {
	x.report("wrong-type", at, "%s is a zone, where things lie, and no list of them", quote(zone)).Message += inZone
}

// listed tells whether what stands at a place stands where a list is gone through or chosen from.
func (x *explainer) listed(at source.Span) bool {
	return strings.HasSuffix(strings.TrimRight(at.File.Text[:at.Start], " "), " in")
}

// listAlone says how to come from a list to one of it, or to a number; the cause is the list, wherever it stands alone.
func (x *explainer) listAlone(d *diag.Diagnostic, list *ir.Expr) {
	name := list.At.Text()
	switch by := x.answered(list); {
	case by != "":
		d.Message += "; " + name + " are the answers of all, in the order of " + by + "; with let i = 0 before each p in " + by + ", and i += 1 at its end, that of p is " + name + "[i]"
	case list.Type == ir.ListOf(ir.Type{Kind: ir.Int}):
		d.Message += "; of a list take " + name + "[0], " + name + ".highest() or " + name + ".total()"
	default:
		return
	}
	d.Cause = "list " + name
}

// answered are the players who all answer a field of the event, as it names them; "" where it is no such field.
func (x *explainer) answered(field *ir.Expr) string {
	declared := x.in.Names[field.Name]
	if field.Op != ir.EventField || declared == nil {
		return ""
	}
	for _, ev := range x.p.Events {
		if ev.Chooser == nil || ev.Chooser.Type.Kind != ir.List {
			continue
		}
		if i := ir.FieldNamed(ev.Fields, field.Name); i >= 0 && ev.Fields[i].At == declared.At {
			return flat(ev.Chooser.At.Text())
		}
	}
	return ""
}

// valueOf is the value of an enum that a name would be, if the name stood for nothing else here; "" when the enum has none.
func valueOf(p *ir.Program, enum ir.Type, name string) string {
	en := p.Enums[enum.Ref]
	for _, v := range en.Values {
		if v.Name == name {
			return en.Name + "." + name
		}
	}
	return ""
}
