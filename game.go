package kdsl

import (
	"context"
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"fmt"
	"hash"
	"io"
	"slices"
	"strings"

	"github.com/kdsl-lang/kdsl/internal/library"
	"github.com/kdsl-lang/kdsl/internal/tell"
	"github.com/kdsl-lang/kdsl/internal/term"
	"github.com/kdsl-lang/kdsl/interp"
	"github.com/kdsl-lang/kdsl/interp/journal"
	"github.com/kdsl-lang/kdsl/interp/play"
	"github.com/kdsl-lang/kdsl/lang/ir"
)

// Game is a scenario that is being played, from [Program.Start], [Program.Replay] or [Program.Resume]. It serves one goroutine at a time.
type Game struct {
	m       *interp.Machine
	script  library.Script
	seed    uint64
	play    *play.Game
	run     *interp.Run
	seats   []bool // by player
	deed    deed   // the action under way
	asked   *Question
	over    bool
	forgets bool // it keeps no journal

	catching bool // it is played again to where it was

	voices
	stories []*tell.Story
	lines   []lines
	journal []told
	entries int
	size    int64                   // of the journal
	sum     hash.Hash               // of the journal's lines
	full    error                   // the bound of what is told that is used up
	stop    context.CancelCauseFunc // ends the present stretch
}

// deed is where an action began: who began it, -1 for nobody, and how much was told before.
type deed struct {
	actor int32
	told  int
}

var nobody = deed{actor: -1}

// Start begins a scenario with the dice of a seed. All players are automatic at first. Who knows the seed knows all that will be
// thrown and how what is hidden was shuffled: for people it has to be one that nobody can guess, and stays where the game is kept.
func (p *Program) Start(scenario string, seed uint64) (*Game, error) {
	s, m, err := p.find(ir.ScenarioScript, "scenario", scenario)
	if err != nil {
		return nil, err
	}
	return p.begin(s, seed, play.New(m, s.Index, seed, nil)), nil
}

// Replay begins a scenario that was played before, with all that came from outside then: [Game.Inputs].
// Nobody is asked. [Game.Next] fails where the inputs are not those of the game. It cannot be saved.
func (p *Program) Replay(scenario string, seed uint64, inputs []Input) (*Game, error) {
	s, m, err := p.find(ir.ScenarioScript, "scenario", scenario)
	if err != nil {
		return nil, err
	}
	return p.begin(s, seed, play.Replay(m, s.Index, seed, inputs, nil)), nil
}

// languages are those of names, and "" for ids.
var languages = []string{"", "en", "fr"}

func (p *Program) begin(s library.Script, seed uint64, play *play.Game) *Game {
	g := &Game{m: p.machines[s.Unit], script: s, seed: seed, play: play, run: play.Run, deed: nobody, voices: voices{eyes: -1}, sum: sha256.New()}
	g.seats = make([]bool, len(g.players()))
	g.play.Player = g.answer
	g.run.Within(p.Budget)
	g.run.Listen(listener{Recorder: g.hear, g: g})
	g.names = make([][]*tell.Names, 1+len(g.seats))
	for _, lang := range languages {
		all := tell.NewNames(g.run, s.Script, lang)
		g.names[0], g.hearers = append(g.names[0], all), append(g.hearers, all)
		for p := range g.seats {
			g.names[p+1] = append(g.names[p+1], g.namesFor(all, int32(p)))
		}
	}
	return g
}

func (g *Game) players() []ir.PlayerName { return g.script.Players }

// Players are the ids of the players, in the order of their seats.
func (g *Game) Players() []string {
	var out []string
	for _, p := range g.players() {
		out = append(out, p.Name)
	}
	return out
}

// PlayerName is what a player is called in a language, en or fr.
func (g *Game) PlayerName(player, lang string) (string, error) {
	n, err := g.player(player)
	if err != nil {
		return "", err
	}
	return g.called(int64(n))[which(lang)], nil
}

// Seat gives players a seat: their questions are asked by [Game.Next], and not answered by the machine. Where one of them is
// none, nobody gets one.
func (g *Game) Seat(players ...string) error {
	seats := slices.Clone(g.seats)
	for _, name := range players {
		n, err := g.player(name)
		if err != nil {
			return err
		}
		seats[n] = true
	}
	g.seats = seats
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
	for i := range all { // by what the player is called
		if called := g.called(int64(i)); strings.EqualFold(name, called[0]) || strings.EqualFold(name, called[1]) {
			return int32(i), nil
		}
	}
	return -1, mark(fmt.Errorf("there is no player %q; there is %s", name, strings.Join(all, ", ")), ErrUnknown)
}

// viewer is the player by whose eyes is seen; -1 for "", who sees everything.
func (g *Game) viewer(name string) (int32, error) {
	if name == "" {
		return -1, nil
	}
	return g.player(name)
}

// Input is one thing that came from outside: dice, or an answer.
type Input = play.Input

// Inputs are all that came from outside since the game began, for [Program.Replay].
func (g *Game) Inputs() []Input { return g.play.Inputs }

// Forget lets the game keep no journal from here on, which may need much memory: it is told as it comes, and
// [Game.Journal] ends where it stands. What is told counts against [Budget] all the same.
func (g *Game) Forget() { g.forgets = true }

// Telling says how a game is told.
type Telling struct {
	Lang    string   // en or fr; "" is en
	Players []string // who hear it, and nothing that one of them may not see, nor the seed; none: everything is told
	Verbose bool     // of refusals, clauses and choices, too
	Plain   bool     // of what happens and what is thrown alone, not of what changes by it
	Colour  bool     // with the escapes of terminals
	JSON    bool     // the journal, one JSON object for each entry, and not a report
}

// Tell tells the game from here on as a battle report, or its journal, while it goes on. A journal is written entry by
// entry. Of a report what can still turn out otherwise waits until it is settled: all is written at the latest when a player
// is asked, and when the game ends. Errors of w are not looked at.
func (g *Game) Tell(w io.Writer, how Telling) error {
	if w == nil {
		return errors.New("there is nothing to tell the game to")
	}
	var viewers []int32
	for _, name := range how.Players {
		n, err := g.player(name)
		if err != nil {
			return err
		}
		viewers = append(viewers, n)
	}
	if how.JSON {
		g.lines = append(g.lines, lines{w, viewers, g.heardBy(viewers, 0)})
		return nil
	}
	how.Lang = language(how.Lang)
	s := tell.NewStory(g.run, g.script.Script, g.heardBy(viewers, 1+which(how.Lang)), how.Lang)
	s.Verbose, s.Plain, s.Viewers = how.Verbose, how.Plain, viewers
	if g.asked != nil || g.size > 0 {
		s.Goes()
	}
	seed := ""
	if len(viewers) == 0 { // whoever knows it sees all that is hidden
		seed = fmt.Sprintf(", %s %d", tell.Word("seed", how.Lang), g.seed)
	}
	s.To(w, term.Painter{On: how.Colour}, seed)
	g.stories = append(g.stories, s)
	return nil
}

// Next plays on to the next question for a player who has a seat, and gives the same again until it is
// answered. It is nil when the game is over. An error ends the game where the present action began: a
// [*LimitError], a [*StallError], what content did wrong, or that of a context which ends while the game goes
// on; [Game.MarshalJSON] and [Program.Resume] go on from there. A context that had ended before changes nothing.
func (g *Game) Next(ctx context.Context) (*Question, error) {
	outer := lasting(ctx)
	if outer.Err() != nil {
		return nil, ended(outer, context.Cause(outer))
	}
	if g.asked != nil || g.over {
		return g.asked, nil
	}
	ctx, stop := context.WithCancelCause(outer)
	defer func() { // what is asked in between nobody ends
		g.run.Cancel(context.Background())
		g.stop = nil
		stop(nil)
	}()
	g.stop = stop
	g.run.Cancel(ctx)
	g.byIDs()
	err := g.play.Play()
	switch {
	case g.full != nil: // it may have come to its end or to a question before it heard
		err = g.full
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
	return nil, ended(outer, err)
}

// errAsked comes up when somebody who has a seat is asked.
var errAsked = errors.New("a player is asked")

// answer answers for those who have no seat.
func (g *Game) answer(r *interp.Run, q *interp.Question) (interp.Result, error) {
	if g.catching || g.seats[q.Players[0]] {
		return interp.Result{}, errAsked
	}
	a := r.Decide()
	g.begins(q, a)
	return a, nil
}

// begins notes whose action begins with an answer. In what another has answered nobody goes back.
func (g *Game) begins(q *interp.Question, a interp.Result) {
	switch {
	case q.Kind == interp.AskAct && a.Pick >= 0 && !g.run.InAction():
		g.deed = deed{a.Player, len(g.journal)}
	case g.deed.actor >= 0 && a.Player != g.deed.actor:
		g.deed = nobody
	}
}

// Undo goes back to where the action of the player who is asked began, and he is asked again. It is
// refused when dice were thrown, something was revealed or somebody else answered since, and when the action is not his.
func (g *Game) Undo() error {
	if g.asked == nil || g.deed.actor < 0 || g.asked.player != g.deed.actor {
		return errors.New("no action of this player is under way")
	}
	if err := g.run.Undo(); err != nil {
		return err
	}
	g.journal = g.journal[:min(g.deed.told, len(g.journal))]
	g.play.Back()
	g.asked, g.deed = nil, nobody
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
	for _, n := range l.g.hearers {
		n.Renumbered(to)
	}
}

func (g *Game) hear(e *journal.Entry) {
	if e.Kind == journal.When { // what the script begins is nobody's action
		g.deed = nobody
	}
	for _, n := range g.hearers {
		n.Hear(e)
	}
	if g.full != nil {
		return
	}
	g.record(e)
	for _, s := range g.stories {
		s.Hear(e)
	}
	g.byIDs() // what the machine itself words it words by ids
	g.bound("bytes of the journal", g.size, g.run.Budget.Journal)
	for _, s := range g.stories {
		g.bound("bytes told", s.Size(), g.run.Budget.Text)
	}
}

// bound ends the game when more is told than may be.
func (g *Game) bound(what string, size, most int64) {
	if size <= most || g.full != nil {
		return
	}
	g.full = &LimitError{What: what, Bound: most, At: g.run.Site()}
	if g.stop != nil {
		g.stop(g.full)
	}
}

// Sum is how many entries the journal has, and the SHA-256 of their lines. What is undone stays in it.
func (g *Game) Sum() (entries int, sum string) {
	return g.entries, hex.EncodeToString(g.sum.Sum(nil))
}
