package kdsl

import (
	"bytes"
	"encoding/json"
	"io"
	"path"
	"slices"

	"github.com/kdsl-lang/kdsl/internal/tell"
	"github.com/kdsl-lang/kdsl/interp"
	"github.com/kdsl-lang/kdsl/interp/journal"
	"github.com/kdsl-lang/kdsl/interp/state"
	"github.com/kdsl-lang/kdsl/lang/diag"
	"github.com/kdsl-lang/kdsl/lang/ir"
)

// Entry is one thing that happened, by ids; what it does not have is left out. Clause is `card.label`.
type Entry = journal.Line

// told is an entry of the journal as a line of JSON, and who may hear it, by player, who may have names of his own for
// things.
type told struct {
	line  []byte
	heard []bool
	own   map[int32][]byte
}

// by is the line for a player, or for -1, who sees everything.
func (t *told) by(player int32) []byte {
	if own := t.own[player]; own != nil {
		return own
	}
	return t.line
}

// lines is a writer to which the journal is told as it comes, as far as these players may hear it.
type lines struct {
	w       io.Writer
	viewers []int32
	names   *tell.Names
}

func (g *Game) record(e *journal.Entry) {
	g.byIDs()
	entry := journal.ToLine(e, g.m.P, g.run)
	t := told{line: append(entry.JSON(), '\n')}
	for p := range g.seats {
		t.heard = append(t.heard, tell.Heard(g.run, e, int32(p)))
		if own := lineBy(g.names[p+1][0], g.run, e); t.heard[p] && own != nil && !bytes.Equal(own, t.line) {
			if t.own == nil {
				t.own = map[int32][]byte{}
			}
			t.own[int32(p)] = own
		}
	}
	if !g.forgets {
		g.journal = append(g.journal, t)
	}
	g.entries++
	g.size += int64(len(t.line))
	for _, l := range g.lines {
		if !slices.ContainsFunc(l.viewers, func(p int32) bool { return !t.heard[p] }) {
			line := lineBy(l.names, g.run, e)
			if line == nil {
				line = t.line
			}
			l.w.Write(diag.EscapeJSON(line))
		}
	}
	if base := path.Base(entry.File); base != entry.File { // where the program lies is no part of the game
		entry.File = base
		t.line = append(entry.JSON(), '\n')
	}
	g.sum.Write(t.line)
}

// lineBy is the line of an entry by the names for some; nil where they are those for who sees everything.
func lineBy(names *tell.Names, run *interp.Run, e *journal.Entry) []byte {
	if !names.Own() {
		return nil
	}
	names.Use()
	l := journal.ToLine(e, run.M.P, run)
	switch {
	case e.Say != nil:
		l.Text = run.TextIn(e.Say.En, "en")
	case e.Kind == journal.Choice && len(e.Names) > 0:
		l.Text = journal.Answered(e, run)
	}
	return append(l.JSON(), '\n')
}

// Journal is what happened since the game began, as far as a player may know of it; "" knows everything. Of a game
// that was read it is all of it, too.
func (g *Game) Journal(player string) ([]Entry, error) {
	viewer, err := g.viewer(player)
	if err != nil {
		return nil, err
	}
	var out []Entry
	for i := range g.journal {
		t := &g.journal[i]
		if viewer < 0 || t.heard[viewer] {
			e := Entry{}
			if err := json.Unmarshal(t.by(viewer), &e); err != nil {
				return nil, err
			}
			out = append(out, e)
		}
	}
	return out, nil
}

// Piece is a thing in the game, as it is now.
type Piece struct {
	ID         int // its number; it may become another when things are gone. It counts all things, hidden ones, too
	Card, Kind string
	Owner      string // a player; "": nobody
	Place      string // table, zone, on (another thing), away (not in play), or "" for what has no place
	X, Y, Z    int64  // on the table, in thousandths of the unit
	Zone       string
	Of         string // whose zone it is, a player; "": nobody's
	On         int
	Cells      map[string]string // what is remembered of it

	names [2]string
}

// Name is how the piece is called in a language, en or fr. For a player a number in it counts only what he sees, or has seen.
func (p Piece) Name(lang string) string { return p.names[which(lang)] }

// View lists what a player sees; "" sees everything.
func (g *Game) View(player string) ([]Piece, error) {
	viewer, err := g.viewer(player)
	if err != nil {
		return nil, err
	}
	var out []Piece
	defer func(was int32) { g.eyes = was }(g.eyes)
	g.eyes = viewer
	g.run.Aside(func() {
		for i := range g.run.S.Insts {
			kind := g.m.P.Cards[g.run.S.Insts[i].Card].Kind
			if g.run.S.Insts[i].Where != state.Gone && kind != ir.RuleKind && kind != ir.ScenarioKind && g.seen(int64(i), viewer) {
				out = append(out, g.piece(i, viewer))
			}
		}
	})
	return out, nil
}

func (g *Game) seen(n int64, viewer int32) bool {
	return viewer < 0 || n < 0 || n >= int64(len(g.run.S.Insts)) || g.run.S.Insts[n].Where == state.Gone || g.run.V.Visible(n, viewer)
}

func (g *Game) piece(i int, viewer int32) Piece {
	p, s := g.m.P, g.run.S
	in := &s.Insts[i]
	card := p.Cards[in.Card]
	out := Piece{ID: i, Card: card.Name, Kind: p.Kinds[card.Kind].Name, Cells: map[string]string{}, names: g.called(int64(i))}
	if in.Owner >= 0 && int(in.Owner) < len(g.seats) {
		out.Owner = g.players()[in.Owner].Name
	}
	switch in.Where {
	case state.OnTable:
		out.Place, out.X, out.Y, out.Z = "table", in.X, in.Y, in.Z
	case state.OnInst:
		out.Place, out.On = "on", int(in.Ref)
	case state.InZone:
		out.Place, out.Zone = "zone", p.Zones[in.Ref].Name
		if in.Of >= 0 && int(in.Of) < len(g.seats) {
			out.Of = g.players()[in.Of].Name
		}
	case state.Nowhere:
		out.Place = "away"
	}
	g.names[g.eyes+1][0].Use()
	for _, f := range slices.Concat(card.Own, p.Kinds[card.Kind].Fields) {
		v := ir.Value{}
		switch {
		case f.Class != ir.Cell:
			continue
		case f.Type.IsList():
			v.L = s.ListCells[int(in.Lists)+f.Slot]
		default:
			v.N = s.Cells[int(in.Ints)+f.Slot]
		}
		if f.Type.Kind == ir.Inst && !g.seen(v.N, viewer) {
			out.Cells[f.Name] = "?"
			continue
		}
		if f.Type.Kind == ir.List && f.Type.Elem == ir.Inst {
			v.L = slices.DeleteFunc(slices.Clone(v.L), func(n int64) bool { return !g.seen(n, viewer) })
		}
		out.Cells[f.Name] = g.run.ShowValue(f.Type, v)
	}
	return out
}

// called is how a thing is called in English and French.
func (g *Game) called(n int64) [2]string {
	return g.both(func(string) string { return g.run.Name(n) })
}
