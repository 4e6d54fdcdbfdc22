package kdsl

import (
	"context"
	"errors"
	"fmt"
	"io"
	"slices"
	"strings"

	"github.com/kdsl-lang/kdsl/internal/tell"
	"github.com/kdsl-lang/kdsl/internal/term"
	"github.com/kdsl-lang/kdsl/interp"
	"github.com/kdsl-lang/kdsl/interp/code"
	"github.com/kdsl-lang/kdsl/interp/dice"
	"github.com/kdsl-lang/kdsl/interp/journal"
	"github.com/kdsl-lang/kdsl/lang/ir"
)

// Game is a scenario that is being played. It serves one goroutine at a time.
type Game struct {
	p       *Program
	u       *unit
	script  int
	seed    uint64
	run     *interp.Run
	dice    *dice.Source
	seats   []bool // by player
	actor   int32  // who began the action under way; -1: nobody
	since   int    // entries of the journal when it began
	asked   *Question
	over    bool
	resumed bool // it was read, and goes on in the middle

	names   map[string]*tell.Names // by language; "": ids
	stories []*tell.Story
	journal []told
	size    int64                   // of the journal
	stop    context.CancelCauseFunc // ends the present stretch
}

// told is an entry of the journal, and who may hear it, by player.
type told struct {
	Entry
	heard []bool
}

// Start begins a scenario with the dice of a seed. All players are automatic at first.
func (p *Program) Start(scenario string, seed uint64) (*Game, error) {
	u, i, err := p.find(ir.ScenarioScript, "scenario", scenario)
	if err != nil {
		return nil, err
	}
	g := p.game(u, i, seed, u.m.Start(i))
	s := u.Program.Scripts[i]
	for _, lang := range languages {
		g.names[lang] = tell.NewNames(g.run, s, lang)
	}
	return g, nil
}

// languages are those of names, and "" for ids.
var languages = []string{"", "en", "fr"}

func (p *Program) game(u *unit, script int, seed uint64, r *interp.Run) *Game {
	g := &Game{p: p, u: u, script: script, seed: seed, run: r, dice: dice.New(seed, 0), actor: -1, names: map[string]*tell.Names{}}
	g.seats = make([]bool, len(g.players()))
	r.Within(p.Budget.machine())
	r.Listen(listener{Recorder: g.hear, g: g})
	return g
}

func (g *Game) players() []ir.PlayerName { return g.u.m.P.Scripts[g.script].Players }

// Players are the ids of the players, in the order of their seats.
func (g *Game) Players() []string {
	var out []string
	for _, p := range g.players() {
		out = append(out, p.Name)
	}
	return out
}

// Seat gives players a seat: their questions are asked by [Game.Next], and not answered by the machine.
func (g *Game) Seat(players ...string) error {
	for _, name := range players {
		n, err := g.player(name)
		if err != nil {
			return err
		}
		g.seats[n] = true
	}
	return nil
}

// Seated are the players who have a seat.
func (g *Game) Seated() []string {
	var out []string
	for i, name := range g.Players() {
		if g.seats[i] {
			out = append(out, name)
		}
	}
	return out
}

func (g *Game) player(name string) (int32, error) {
	all := g.Players()
	if i := slices.Index(all, name); i >= 0 {
		return int32(i), nil
	}
	return -1, fmt.Errorf("there is no player %q; there is %s", name, strings.Join(all, ", "))
}

// viewer is the player by whose eyes is seen; -1 for "", who sees everything.
func (g *Game) viewer(name string) (int32, error) {
	if name == "" {
		return -1, nil
	}
	return g.player(name)
}

// Telling says how a game is told.
type Telling struct {
	Lang    string   // en or fr; "" is en
	Players []string // who hear it, and nothing that one of them may not see; none: everything is told
	Verbose bool     // of refusals, clauses and choices, too
	Colour  bool     // with the escapes of terminals
}

// Tell tells the game from here on as a battle report, while it goes on. Errors of w are not looked at.
func (g *Game) Tell(w io.Writer, how Telling) error {
	var viewers []int32
	for _, name := range how.Players {
		n, err := g.player(name)
		if err != nil {
			return err
		}
		viewers = append(viewers, n)
	}
	if how.Lang != "fr" {
		how.Lang = "en"
	}
	s := tell.StoryOf(g.run, g.u.m.P.Scripts[g.script], g.names[how.Lang], how.Lang)
	s.Verbose, s.Viewers = how.Verbose, viewers
	if g.resumed || g.asked != nil || g.size > 0 {
		s.Goes()
	}
	s.To(w, term.Painter{On: how.Colour}, fmt.Sprintf(", seed %d", g.seed))
	g.stories = append(g.stories, s)
	return nil
}

// Next plays on to the next question for a player who has a seat, and gives the same again until it is
// answered. It is nil when the game is over. An error ends the game where the present action began: the
// context's, a [*LimitError], or what content did wrong.
func (g *Game) Next(ctx context.Context) (*Question, error) {
	if g.asked != nil || g.over {
		return g.asked, nil
	}
	ctx, stop := context.WithCancelCause(ctx)
	defer func() { // what is asked in between nobody ends
		g.run.Cancel(context.Background())
		g.stop = nil
		stop(nil)
	}()
	g.stop = stop
	g.run.Cancel(ctx)
	g.names[""].Use()
	err := interp.Drive(g.run, handler{g})
	switch {
	case g.full(): // it may have come to its end or to a question before it heard
		err = g.fullError()
	case errors.Is(err, errAsked):
		g.asked = g.question(g.run.Step().Ask)
		for _, s := range g.stories {
			s.Flush()
		}
		return g.asked, nil
	case err == nil:
		g.over = true
	}
	for _, s := range g.stories {
		s.End()
	}
	return nil, outward(err)
}

// errAsked comes up when somebody who has a seat is asked.
var errAsked = errors.New("a player is asked")

// handler throws the dice of the seed and answers for those who have no seat.
type handler struct{ g *Game }

func (h handler) Throw(_ *interp.Run, c *interp.Chance) ([]int64, error) {
	return h.g.dice.Counts(c.N, c.Faces, len(c.Classes), c.ByFace), nil
}

func (h handler) Answer(r *interp.Run, q *interp.Question) (interp.Result, error) {
	if h.g.seats[q.Players[0]] {
		return interp.Result{}, errAsked
	}
	a := r.Decide()
	h.g.begins(q, a)
	return a, nil
}

func (handler) Step(*interp.Run, *code.Step) error { return nil }

// begins notes whose action begins with an answer.
func (g *Game) begins(q *interp.Question, a interp.Result) {
	if q.Kind == interp.AskAct && a.Pick >= 0 && !g.run.InAction() {
		g.actor, g.since = a.Player, len(g.journal)
	}
}

// Undo goes back to where the action of the player who is asked began, and he is asked again. It is
// refused when dice were thrown or something was revealed since, and when the action is not his.
func (g *Game) Undo() error {
	if g.asked == nil || g.actor < 0 || g.asked.player != g.actor {
		return errors.New("no action of this player is under way")
	}
	if err := g.run.Undo(); err != nil {
		return err
	}
	g.asked, g.actor = nil, -1
	g.journal = g.journal[:min(g.since, len(g.journal))]
	for _, s := range g.stories {
		s.Remark("taken back")
	}
	return nil
}

// listener hears the game.
type listener struct {
	interp.Recorder
	g *Game
}

// Renumbered keeps the names with their things.
func (l listener) Renumbered(to []int32) {
	for _, n := range l.g.names {
		n.Renumbered(to)
	}
}

func (g *Game) hear(e *journal.Entry) {
	if e.Kind == journal.When { // what the script begins is nobody's action
		g.actor = -1
	}
	for _, n := range g.names {
		n.Hear(e)
	}
	if g.full() {
		return
	}
	g.record(e)
	for _, s := range g.stories {
		s.Told(e)
	}
	g.names[""].Use() // what the machine itself words it words by ids
	if g.full() && g.stop != nil {
		g.stop(g.fullError())
	}
}

// full tells whether the journal has used up its bytes.
func (g *Game) full() bool { return g.size > g.p.Budget.Journal }

func (g *Game) fullError() error {
	return &LimitError{What: "bytes of the journal", Bound: g.p.Budget.Journal}
}
