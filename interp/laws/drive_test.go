package laws_test

import (
	"encoding/json"
	"errors"
	"fmt"
	"maps"
	"math/big"
	"math/rand/v2"
	"path/filepath"
	"regexp"
	"slices"
	"strings"

	"github.com/spf13/afero"

	"github.com/kdsl-lang/kdsl/interp"
	"github.com/kdsl-lang/kdsl/interp/code"
	"github.com/kdsl-lang/kdsl/interp/dice"
	"github.com/kdsl-lang/kdsl/interp/eval"
	"github.com/kdsl-lang/kdsl/interp/journal"
	"github.com/kdsl-lang/kdsl/interp/odds"
	"github.com/kdsl-lang/kdsl/interp/play"
	"github.com/kdsl-lang/kdsl/interp/sim"
	"github.com/kdsl-lang/kdsl/interp/state"
	"github.com/kdsl-lang/kdsl/interp/trial"
	"github.com/kdsl-lang/kdsl/lang/ir"
	"github.com/kdsl-lang/kdsl/lang/load"
)

// This file is the only one of the package that knows how a machine is driven. The laws speak of
// programs, of ways to play them and of what came of it.

// program is a checked program with its machine.
type program struct {
	name    string
	text    string // of a single file, "" of content
	m       *interp.Machine
	unit    *load.Unit
	covered *interp.Machine // that counts the ways it goes, made when it is wanted
	scripts []script
}

// script is a test, odds or scenario of a program.
type script struct {
	index int
	word  string
	name  string
}

func (p *program) script(name string) script {
	for _, s := range p.scripts {
		if s.name == name {
			return s
		}
	}
	return script{index: -1}
}

// root is the module's folder, seen from here.
const root = "../.."

var library = []string{"stdlib", "rules", "spells"}

func diskLoader() *load.Loader {
	l := &load.Loader{Local: afero.NewBasePathFs(afero.NewOsFs(), root)}
	for _, dir := range library {
		l.Library = append(l.Library, afero.NewBasePathFs(afero.NewOsFs(), filepath.Join(root, dir)))
	}
	return l
}

// loadText checks one text; the complaint is empty when it has no errors.
func loadText(text string) (*program, string) {
	l := &load.Loader{Local: afero.NewMemMapFs()}
	u, err := l.LoadText("text.kdsl", text)
	if err != nil {
		return nil, err.Error()
	}
	p, why := ofUnit(u)
	if p != nil {
		p.text = text
	}
	return p, why
}

// loadPack checks the files of one pack.
func loadPack(files map[string]string) (*program, string) {
	l := &load.Loader{Local: afero.NewMemMapFs()}
	for _, name := range slices.Sorted(maps.Keys(files)) {
		if err := afero.WriteFile(l.Local, "pack/"+name, []byte(files[name]), 0o644); err != nil {
			return nil, err.Error()
		}
	}
	us, err := l.Load("pack")
	if err != nil {
		return nil, err.Error()
	}
	return ofUnit(us[0])
}

func ofUnit(u *load.Unit) (*program, string) {
	if u.Diags.HasErrors() {
		var b strings.Builder
		for _, d := range u.Diags {
			if d.Severity.String() == "error" {
				at := d.Span.Pos()
				fmt.Fprintf(&b, "%d:%d: %s [%s]: %s\n", at.Line, at.Column, d.Message, d.Code, lineAt(u, at.Line))
			}
		}
		return nil, b.String()
	}
	p := &program{name: u.Name, unit: u, m: interp.New(u.Program)}
	for i, s := range u.Program.Scripts {
		p.scripts = append(p.scripts, script{i, wordOf(s.Word), s.Name})
	}
	return p, ""
}

func lineAt(u *load.Unit, line int) string {
	if len(u.Own) != 1 {
		return ""
	}
	lines := strings.Split(u.Own[0].Source.Text, "\n")
	if line > len(lines) {
		return ""
	}
	return strings.TrimSpace(lines[line-1])
}

func wordOf(w ir.ScriptWord) string {
	switch w {
	case ir.TestScript:
		return "test"
	case ir.OddsScript:
		return "odds"
	}
	return "scenario"
}

// contentPrograms loads every program below some folders of the module.
func contentPrograms(dirs ...string) ([]*program, error) {
	var out []*program
	l := diskLoader()
	for _, dir := range dirs {
		us, err := l.Load(dir)
		if err != nil {
			return nil, err
		}
		for _, u := range us {
			p, why := ofUnit(u)
			if p == nil {
				return nil, fmt.Errorf("%s: %s", u.Name, why)
			}
			out = append(out, p)
		}
	}
	return out, nil
}

// fuel bounds a play: what reaches a bound ends there and says so.
type fuel struct {
	steps, depth, instances, choices int
	stops                            int // questions, throws and steps of the script
}

// small is enough for a generated program that ends.
var small = fuel{steps: 20_000, depth: 60, instances: 300, choices: 2_000, stops: 400}

// ample is enough for all content.
var ample = fuel{steps: 2_000_000, depth: 400, instances: 10_000, choices: 20_000, stops: 20_000}

// how is a way to play a script. The zero value plays untold, answered through Resume by the
// automatic player, with the script's own dice and then those of seed 0.
type how struct {
	fuel      fuel
	seed      uint64
	faces     []int64                        // dice that come first, instead of the seed's
	onlyFaces bool                           // and there are no others: the play ends where they are used up
	free      bool                           // answers are drawn by the seed where the script gives none
	told      bool                           // somebody listens, traces and asks why
	covered   bool                           // the ways that the program goes are counted
	auto      bool                           // automatic players answer inside, as far as the machine can do that
	wrong     bool                           // each question is first given answers that may be refused
	reload    func(n int) bool               // at which stops the position goes through JSON
	rebase    int                            // the stop from which on the journal is kept and things are numbered; 0: from the start
	inputs    []interp.Result                // what is answered, instead of dice and players
	probe     *probe                         // what is asked of the rules on the way
	from      []byte                         // a saved position to begin with
	quiet     func(*interp.Run, interp.Stop) // sees every stop
	begun     func(*interp.Run)              // sees every beginning of an action
	toldOf    func(*interp.Run)              // sees whatever else is told
	prelude   string                         // an event that is left out of the journal when it is the first to happen
}

// mark is a state that was passed.
type mark struct{ s *state.State }

func (a mark) same(b mark) bool { return a.s.Equal(b.s) }

// bytes is the state as it is saved.
func (a mark) bytes() string {
	b, err := json.Marshal(a.s)
	if err != nil {
		return err.Error()
	}
	return string(b)
}

// thrown is a throw that was met: so many dice, and which class each face is of.
type thrown struct {
	n, faces int64
	byFace   []int
	weights  []int64
}

// outcome is what came of a play.
type outcome struct {
	end     string // done, measured, failed: ..., stopped: ...
	limit   bool   // a bound was reached
	marks   []mark // the state at every throw that nobody had fixed, and at the end
	story   []string
	throws  []thrown
	value   int64 // of the measure
	inputs  []interp.Result
	saved   []byte // the position at the stop of rebase
	stops   int
	atStep  bool // a step of the script failed, and no action
	refused bool // an event that the script itself started was refused
}

// play plays a script.
func (p *program) play(s script, h how) *outcome {
	pl := &player{p: p, h: h, out: &outcome{}, rng: rand.New(rand.NewPCG(h.seed, 77)), dice: dice.New(h.seed, 0)}
	if pl.h.fuel.steps == 0 {
		pl.h.fuel = small
	}
	m := p.m
	if h.covered {
		if p.covered == nil {
			p.covered = interp.Covered(p.unit.Program, func(any, bool) {})
		}
		m = p.covered
	}
	pl.m = m
	if h.from != nil {
		r, err := m.Load(h.from)
		if err != nil {
			pl.out.end = "stopped: " + err.Error()
			return pl.out
		}
		pl.take(r)
	} else {
		pl.take(m.Start(s.index))
	}
	pl.names = newNames(pl.run)
	if h.auto {
		pl.drive()
	} else {
		pl.play()
	}
	pl.out.inputs = pl.inputs
	return pl.out
}

// died notes that a machine came to grief.
func (p *player) died() {
	if x := recover(); x != nil {
		p.out.end, p.out.limit = fmt.Sprint("panic: ", x), true
		p.out.marks = append(p.out.marks, mark{p.run.S.Clone()})
	}
}

type player struct {
	p      *program
	m      *interp.Machine
	h      how
	run    *interp.Run
	rng    *rand.Rand
	dice   *dice.Source
	names  *names
	inputs []interp.Result
	out    *outcome
	muted  bool
}

// take makes a run the one that is played, with whoever listens to it.
func (p *player) take(r *interp.Run) {
	f := p.h.fuel
	r.Within(interp.Budget{Steps: int64(f.steps), Depth: f.depth, Instances: f.instances, Choices: f.choices})
	p.run = r
	if p.h.told {
		r.Listen(ears{p})
	}
}

// ears hear all that can be heard.
type ears struct{ p *player }

func (e ears) Told(x *journal.Entry) {
	switch {
	case e.p.h.begun != nil && begins(e.p.run, x):
		e.p.h.begun(e.p.run)
	case e.p.h.toldOf != nil:
		e.p.h.toldOf(e.p.run)
	}
	e.p.hear(x)
}
func (ears) Considered(_ int, _ int32, _ bool, why func() interp.Reason) { _ = why() }
func (ears) WorkedOut(int32, *ir.Let)                                    {}
func (ears) Wrote(int32, *code.Write, int64, int64)                      {}
func (ears) Set(int64, *code.Write, int64, int64)                        {}
func (ears) Folded(*ir.Field, int64, int64, []eval.Contribution)         {}
func (ears) Over(int32, []int64, [][]int64)                              {}

// begins tells whether an entry is the beginning of what is taken back as a whole: what a script starts, or
// an action that is chosen while no other is under way.
func begins(r *interp.Run, e *journal.Entry) bool {
	inAction := slices.ContainsFunc(r.S.Frames, func(f state.Frame) bool {
		return f.Sort == state.Event && r.M.P.Events[f.Event].Word == ir.ActionEvent
	})
	acted := e.Kind == journal.Choice && e.Event < 0 && slices.ContainsFunc(r.M.P.Events, func(ev *ir.Event) bool { return ev.Name == e.Text })
	return !inAction && (e.Kind == journal.When || acted)
}

// driven is a player whose loop is the machine's own.
type driven struct{ *player }

var errOver = errors.New("the play is over")

func (d driven) Throw(_ *interp.Run, c *interp.Chance) ([]int64, error) {
	counts, err := d.throw(c)
	if err == nil && counts == nil {
		d.out.end, err = "stopped: no dice", errOver
	}
	return counts, err
}

func (d driven) Answer(r *interp.Run, _ *interp.Question) (interp.Result, error) {
	return r.Decide(), nil
}

func (d driven) Step(_ *interp.Run, s *code.Step) error {
	if d.step(s) {
		return errOver
	}
	return nil
}

func (p *player) drive() {
	defer p.died()
	switch err := interp.Drive(p.run, driven{p}); {
	case err == nil:
		p.out.end = "done"
	case err != errOver:
		var limit *interp.LimitError
		p.out.limit = errors.As(err, &limit)
		if p.out.end = failure(err); p.run.Step().Kind != interp.Fail {
			if e := errors.Unwrap(err); e != nil { // without what was asked
				err = e
			}
			p.out.end = "stopped: " + err.Error()
		}
	}
	p.out.marks = append(p.out.marks, mark{p.run.S.Clone()})
}

func (p *player) play() {
	defer p.died()
	o := p.out
	for {
		if o.stops++; o.stops > p.h.fuel.stops {
			o.end, o.limit = "stopped: too many stops", true
			break
		}
		stop := p.run.Step()
		if stop.Kind != interp.Fail && stop.Kind != interp.Done {
			if p.h.rebase == o.stops {
				b, err := json.Marshal(p.run)
				if err != nil {
					panic(err)
				}
				o.saved, o.story, o.marks, p.inputs = b, nil, nil, nil
				p.names = newNames(p.run)
			}
			if p.h.reload != nil && p.h.reload(o.stops) {
				if !p.throughJSON() {
					break
				}
				stop = p.run.Step()
			}
		}
		if p.h.quiet != nil {
			p.h.quiet(p.run, stop)
		}
		if p.on(stop) {
			break
		}
	}
	o.marks = append(o.marks, mark{p.run.S.Clone()})
}

// throughJSON writes the position, reads it again and goes on from there.
func (p *player) throughJSON() bool {
	b, err := json.Marshal(p.run)
	var r *interp.Run
	if err == nil {
		r, err = p.m.Load(b)
	}
	if err != nil {
		p.out.end = "stopped: " + err.Error()
		return false
	}
	old := arrivals(p.run)
	p.take(r)
	p.names.move(old, arrivals(p.run))
	return true
}

// on does what a stop wants and answers whether the play is over.
func (p *player) on(stop interp.Stop) bool {
	o := p.out
	var err error
	switch stop.Kind {
	case interp.Throw:
		var counts []int64
		if counts, err = p.throw(&stop.Throw); err == nil {
			if counts == nil {
				o.end = "stopped: no dice"
				return true
			}
			p.input(interp.Result{Counts: counts})
			err = p.run.Resume(interp.Result{Counts: counts})
		}
	case interp.Ask:
		for _, a := range stop.Ask.Actions {
			p.tell("offered " + p.m.P.Events[a.Event].Name)
		}
		if p.h.wrong {
			p.givenWrong(&stop.Ask)
		}
		if p.h.probe != nil {
			p.h.probe.at(p, &stop.Ask)
		}
		var a interp.Result
		if a, err = p.answer(&stop.Ask); err == nil {
			p.input(a)
			err = p.run.Resume(a)
			if interp.Unseen(err) { // it is asked again, without this answer
				err = nil
			}
		}
	case interp.Step:
		if p.step(stop.Step) {
			return true
		}
		p.input(interp.Result{})
		err = p.run.Resume(interp.Result{})
	case interp.Done:
		o.end = "done"
		return true
	default:
		o.end = failure(stop.Err)
		var limit *interp.LimitError
		o.limit = errors.As(stop.Err, &limit)
		return true
	}
	if err != nil {
		o.end = "stopped: " + places.ReplaceAllString(err.Error(), "")
		return true
	}
	return false
}

// places are where something stands, which moves when declarations do.
var places = regexp.MustCompile(` at \S+:\d+| \(\S+:\d+\)`)

// step does a step of the script, and answers whether the play is over.
func (p *player) step(s *code.Step) bool {
	o := p.out
	switch s.Stmt.(type) {
	case *ir.Measure:
		o.value = s.Value.Int(p.run.Env())
		if err := p.run.V.Err; err != nil {
			o.end, o.atStep = failure(err), true
			return true
		}
		o.end, o.refused = "measured", p.run.StepRefused()
		return true
	case *ir.ExpectCond:
		v := p.run.Env()
		holds := s.Cond(v)
		if v.Err != nil {
			o.end, o.atStep = failure(v.Err), true
			return true
		}
		p.tell(fmt.Sprintf("expect %v", holds))
	}
	return false
}

// failure is an error without its place, which moves when declarations do.
func failure(err error) string {
	var e *eval.Error
	var l *interp.LimitError
	switch {
	case errors.As(err, &e):
		return "failed: " + e.Msg
	case errors.As(err, &l):
		return "failed: the limit of " + l.What
	}
	return "failed: " + err.Error()
}

func (p *player) input(a interp.Result) { p.inputs = append(p.inputs, a) }

// recorded takes the next of the inputs that were recorded.
func (p *player) recorded() (interp.Result, bool) {
	if p.h.inputs == nil || len(p.inputs) >= len(p.h.inputs) {
		return interp.Result{}, false
	}
	return p.h.inputs[len(p.inputs)], true
}

func (p *player) throw(c *interp.Chance) ([]int64, error) {
	if a, ok := p.recorded(); ok {
		p.run.Given() // what the script gives is used up
		p.out.marks = append(p.out.marks, mark{p.run.S.Clone()})
		return a.Counts, nil
	}
	if given, ok, err := p.run.Given(); err != nil || ok {
		return given.Counts, err
	}
	var counts []int64
	p.out.marks = append(p.out.marks, mark{p.run.S.Clone()})
	p.out.throws = append(p.out.throws, thrown{c.N, c.Faces, c.ByFace, slices.Clone(c.Weights)})
	if int64(len(p.h.faces)) >= c.N && c.N > 0 {
		counts = make([]int64, len(c.Classes))
		for _, f := range p.h.faces[:c.N] {
			counts[classOf(c.ByFace, f)]++
		}
		p.h.faces = p.h.faces[c.N:]
		return counts, nil
	}
	if p.h.onlyFaces {
		return nil, nil
	}
	return p.dice.Counts(c.N, c.Faces, len(c.Classes), c.ByFace), nil
}

func classOf(byFace []int, face int64) int {
	if byFace == nil {
		return int(face - 1)
	}
	return byFace[face-1]
}

func (p *player) answer(q *interp.Question) (interp.Result, error) {
	if a, ok := p.recorded(); ok {
		p.run.Given()
		return a, nil
	}
	a, ok, err := p.run.Given()
	if err != nil || ok {
		return a, err
	}
	a = p.run.Decide()
	if !p.h.free || p.rng.IntN(3) == 0 {
		return a, nil
	}
	switch q.Kind {
	case interp.AskAct:
		a.Pick = p.rng.IntN(len(q.Actions)+1) - 1
	case interp.AskMay:
		a.Yes = p.rng.IntN(2) == 0
	case interp.AskOrder:
		a.Pick = p.rng.IntN(len(q.Order))
	default:
		x := q.Fields[p.rng.IntN(len(q.Fields))]
		if b, err := p.run.Complete(map[string]ir.Value{x.F.Field.Name: p.anyValue(x)}); err == nil {
			a = b
		}
	}
	return a, nil
}

// anyValue is a value that may be an answer to a field.
func (p *player) anyValue(x *code.FormField) ir.Value {
	switch {
	case x.F.Type.IsList():
		l := []int64{}
		for range 1 + p.rng.IntN(2) {
			l = append(l, int64(p.rng.IntN(6)))
		}
		return ir.Value{L: l}
	case x.F.Type.Kind == ir.Inst:
		return ir.Value{N: int64(p.rng.IntN(len(p.run.S.Insts)))}
	}
	return ir.Value{N: int64(p.rng.IntN(6)) - 1}
}

// givenWrong gives answers that nobody may give: they are refused and change nothing. It does not
// count on it; what they change the law sees.
func (p *player) givenWrong(q *interp.Question) {
	wrong := interp.Result{Player: 63}
	_ = p.run.Resume(wrong)
	switch q.Kind {
	case interp.AskAct:
		_ = p.run.Resume(interp.Result{Player: q.Players[0], Pick: len(q.Actions)})
	case interp.AskOrder:
		_ = p.run.Resume(interp.Result{Player: q.Players[0], Pick: -1})
	case interp.AskForm, interp.AskChoice:
		_ = p.run.Resume(interp.Result{Player: q.Players[0]})
		bad := slices.Repeat([]ir.Value{{N: -99_999, L: []int64{-99_999}}}, len(q.Fields))
		_ = p.run.Resume(interp.Result{Player: q.Players[0], Values: bad})
	}
}

// odds answers a question exactly: the distribution of its measure over so many throws one after the
// other, and what is left out. The third is how likely it is that what it starts is refused.
func (p *program) odds(s script, waves int) (_ map[int64]*big.Rat, _, _ *big.Rat, err error) {
	defer func() {
		if x := recover(); x != nil {
			err = fmt.Errorf("panic: %v", x)
		}
	}()
	a, err := odds.Ask(p.m, s.index, odds.Options{Waves: waves, Budget: interp.Budget{States: 5_000}})
	var unasked *interp.UnaskedError
	if err != nil && !errors.As(err, &unasked) { // else the answer is whole
		return nil, nil, nil, err
	}
	out := map[int64]*big.Rat{}
	for _, x := range a.Outcomes {
		out[x.N] = x.P
	}
	return out, a.LeftOut, a.Refused, nil
}

// simulate plays a question n times and counts.
func (p *program) simulate(s script, n int64, seed uint64, workers int) (_ map[int64]int64, err error) {
	defer func() {
		if x := recover(); x != nil {
			err = fmt.Errorf("panic: %v", x)
		}
	}()
	a, err := sim.Ask(p.m, s.index, sim.Options{N: n, Seed: seed, Workers: workers})
	if err != nil {
		return nil, err
	}
	out := map[int64]int64{}
	for _, x := range a.Outcomes {
		out[x.N] = x.Count
	}
	return out, nil
}

// test runs a script as `kdsl test` does and answers its message, "" when it passes.
func (p *program) test(s script) string {
	r := trial.Run(p.m, s.index, trial.Options{})
	if r.Passed {
		return ""
	}
	return r.Message
}

// probe asks the rules on the way what may be done, and holds them to it.
type probe struct {
	rng    *rand.Rand
	asked  int // how much was asked
	left   int // how much more may be asked
	wrongs []string
}

func (b *probe) wrong(format string, args ...any) {
	if len(b.wrongs) < 5 {
		b.wrongs = append(b.wrongs, fmt.Sprintf(format, args...))
	}
}

func (b *probe) at(p *player, q *interp.Question) {
	before := mark{p.run.S}.bytes()
	saved, _ := json.Marshal(p.run)
	pure := func(what string) {
		if got := (mark{p.run.S}).bytes(); got != before {
			b.wrong("%s changes the state", what)
			before = got
		}
	}
	p.run.Decide()
	pure("asking the automatic player")
	again := reread(p, string(saved))
	again.Step()
	if got := (mark{again.S}).bytes(); got != before {
		b.wrong("asking once more, in what was read, changes the state")
	}
	switch q.Kind {
	case interp.AskAct:
		for i, o := range q.Actions {
			if b.left--; b.left < 0 {
				return
			}
			b.asked++
			why := b.start(p, string(saved), interp.Result{Player: q.Players[0], Pick: i}, o.Event)
			if why != "" {
				b.wrong("%s is offered and then %s", p.m.P.Events[o.Event].Name, why)
			}
		}
	case interp.AskForm, interp.AskChoice:
		if len(q.Players) > 1 || p.run.Several() {
			return
		}
		for range 3 {
			if b.left--; b.left < 0 {
				return
			}
			b.asked++
			x := q.Fields[b.rng.IntN(len(q.Fields))]
			v := p.anyValue(x)
			name := x.F.Field.Name
			a, err := p.run.Complete(map[string]ir.Value{name: v})
			pure("completing an answer")
			if err == nil {
				if why := b.start(p, string(saved), a, q.Event); why != "" {
					b.wrong("%s: %v may be answered and then %s", name, v, why)
				}
				continue
			}
			if len(q.Fields) > 1 {
				continue
			}
			got := p.tryWrong(string(saved), interp.Result{Player: q.Players[0], Values: []ir.Value{v}})
			switch {
			case got == nil:
				b.wrong("%s: %v may not be answered (%v) and is taken", name, v, err)
			case got.Error() != err.Error():
				b.wrong("%s: %v may not be answered for one reason (%v) and is refused for another (%v)", name, v, err, got)
			}
		}
	}
}

// reread is a run of the position that was written.
func reread(p *player, saved string) *interp.Run {
	r, err := p.m.Load([]byte(saved))
	if err != nil {
		panic(err)
	}
	r.Within(p.run.Budget)
	return r
}

func (p *player) tryWrong(saved string, a interp.Result) error {
	r := reread(p, saved)
	r.Step()
	return r.Resume(a)
}

// start gives an answer in a copy and says what is wrong when the event that it starts is refused in
// its second step; that a cost is not paid may happen, when the cost asks, throws or is replaced.
func (b *probe) start(p *player, saved string, a interp.Result, event int) string {
	r := reread(p, saved)
	r.Step()
	depth, wrong, over := 0, "", false
	r.Listen(interp.Recorder(func(e *journal.Entry) {
		if over || event < 0 || e.Event != event || e.Kind == journal.Choice {
			return
		}
		if depth == 0 {
			depth = e.Depth
		}
		switch {
		case e.Kind == journal.Refused && e.Depth == depth:
			over = true
			if !p.costs(event, e.Text) {
				wrong = "refused: " + e.Text
			}
		case e.Kind == journal.Done, e.Kind == journal.Replaced, e.Kind == journal.Cancelled:
			over = true
		}
	}))
	if err := r.Resume(a); err != nil {
		return "refused at once: " + err.Error()
	}
	for range 50 {
		if over {
			break
		}
		stop := r.Step()
		var err error
		switch stop.Kind {
		case interp.Ask:
			err = r.Resume(r.Decide())
		case interp.Throw:
			c := &stop.Throw
			err = r.Resume(interp.Result{Counts: p.dice.Counts(c.N, c.Faces, len(c.Classes), c.ByFace)})
		default:
			return wrong
		}
		if err != nil {
			return err.Error()
		}
	}
	return wrong
}

// costs tells whether an event has costs and was refused for want of paying them.
func (p *player) costs(event int, why string) bool {
	return why == "cost" && len(p.m.P.Events[event].Costs) > 0
}

// undone starts the first action that is offered, takes it back, and answers the state before and
// after: nothing may be left of it. ok is false when the script comes to no action.
func (p *program) undone(s script, seed uint64) (before, after string, ok bool) {
	pl := &player{p: p, m: p.m, h: how{fuel: small, seed: seed}, out: &outcome{}, rng: rand.New(rand.NewPCG(seed, 77)), dice: dice.New(seed, 0)}
	pl.take(p.m.Start(s.index))
	pl.names = newNames(pl.run)
	for range 200 {
		stop := pl.run.Step()
		if stop.Kind == interp.Ask && stop.Ask.Kind == interp.AskAct && len(stop.Ask.Actions) > 0 {
			before = things(pl.run.S)
			if pl.run.Resume(interp.Result{Player: stop.Ask.Players[0], Pick: 0}) != nil {
				return "", "", false
			}
			event := stop.Ask.Actions[0].Event
			k := pl.run.Step().Kind
			under := slices.ContainsFunc(pl.run.S.Frames, func(f state.Frame) bool { return f.Sort == state.Event && int(f.Event) == event })
			if k != interp.Ask || !under || pl.run.Undo() != nil { // the action must still be under way
				return "", "", false
			}
			return before, things(pl.run.S), true
		}
		if pl.on(stop) {
			return "", "", false
		}
	}
	return "", "", false
}

// failed plays a script that fails, and answers the state at the last stop before the action that failed
// and after it. ok is false when nothing fails.
func (p *program) failed(s script, h how) (before, after string, ok bool) {
	var began []state.Frame
	h.told, h.begun = true, func(r *interp.Run) { before, began = things(r.S), slices.Clone(r.S.Frames) }
	h.toldOf = func(r *interp.Run) {
		if isOver(began, r.S.Frames) {
			before = ""
		}
	}
	o := p.play(s, h)
	over := strings.Contains(o.end, "dice are left over") // which is seen when the action has ended
	if !strings.HasPrefix(o.end, "failed: ") || o.limit || before == "" || o.atStep || over {
		return "", "", false
	}
	end := o.marks[len(o.marks)-1].s
	closes := func(f state.Frame) bool { return f.Flags&state.Outer != 0 && f.Step > state.Commit }
	if isOver(began, end.Frames) { // before anything more was told
		return "", "", false
	}
	if slices.ContainsFunc(end.Frames, closes) { // a span of the script fails after its steps: what they started is over
		return "", "", false
	}
	return before, things(end), true
}

// isOver tells whether an action is over that somebody took within the steps of an event, or that the script began: what is done
// is done, also when what follows it fails.
func isOver(began, now []state.Frame) bool {
	n := len(began) - 1
	switch {
	case n < 0:
		return false
	case began[n].Sort == state.Event:
		return len(now) <= n || len(now) == n+1 && now[n].PC != began[n].PC
	}
	return len(now) > n && now[n].PC > began[n].PC // a later step of the script fails, which is no action
}

// things is what a state holds but for what runs in it.
func things(s *state.State) string {
	c := s.Clone()
	c.Frames, c.Stack, c.ListStack, c.Dirty, c.Unwind = nil, nil, nil, 0, 0
	return mark{c}.bytes()
}

// shapes are the numbers of int and list cells that the cards of a program have.
func (p *program) shapes() [][2]int {
	var out [][2]int
	for _, c := range p.m.P.Cards {
		if s := [2]int{c.Ints, c.Lists}; !slices.Contains(out, s) {
			out = append(out, s)
		}
	}
	return out
}

// once does a deed of the child process, with the bounds that everybody has.
func (p *program) once(d deed) (e ended) {
	s := p.script(d.Script)
	if s.index < 0 {
		panic("there is no script " + d.Script)
	}
	var err error
	switch d.Do {
	case "odds":
		var a *odds.Answer
		if a, err = odds.Ask(p.m, s.index, odds.Options{}); err == nil {
			if len(a.Outcomes) == 0 {
				err = errors.New("no outcome")
				break
			}
			e.Answer = fmt.Sprint(a.Outcomes[0].N)
			if len(a.Outcomes) > 1 {
				e.Answer = "several"
			}
		}
	case "sim":
		var a *sim.Answer
		if a, err = sim.Ask(p.m, s.index, sim.Options{N: 20, Seed: 1, Workers: 1}); err == nil {
			e.Answer = fmt.Sprint(a.Outcomes[0].N)
		}
	case "test":
		r := trial.Run(p.m, s.index, trial.Options{})
		e.Answer = "passed"
		if !r.Passed {
			e.Answer, e.Error, e.Located = "", r.Message, r.At.IsValid()
			e.Limit = strings.Contains(r.Message, "limit")
			return e
		}
	case "play":
		g := play.New(p.m, s.index, 1, interp.Recorder(func(*journal.Entry) {}))
		if err = g.Play(); err == nil {
			e.Answer = "done"
		}
	}
	if err != nil {
		e.Error = err.Error()
		var limit *interp.LimitError
		var where *eval.Error
		if errors.As(err, &limit) {
			e.Limit, e.Located = true, limit.At.IsValid()
		}
		if errors.As(err, &where) {
			e.Located = where.At.IsValid()
		}
	}
	return e
}

// refusalKind says what sort of thing refused the last event that a script started: requirement,
// prohibition, limit, cost or choice; "label" when the machine gives a label alone.
func (p *program) refusalKind(s script) string {
	kind := "nothing"
	trial.Run(p.m, s.index, trial.Options{Attach: func(_ *interp.Run, l interp.Listener) interp.Listener {
		return interp.Recorder(func(e *journal.Entry) {
			l.Told(e)
			if e.Kind == journal.Refused {
				kind = e.Why.Kind.String()
			}
		})
	}})
	return kind
}
