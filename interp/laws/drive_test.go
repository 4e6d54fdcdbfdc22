package laws_test

import (
	"encoding/json"
	"fmt"
	"maps"
	"math/rand/v2"
	"path/filepath"
	"slices"
	"strings"

	"github.com/spf13/afero"

	"github.com/kdsl-lang/kdsl/interp"
	"github.com/kdsl-lang/kdsl/interp/dice"
	"github.com/kdsl-lang/kdsl/interp/state"
	"github.com/kdsl-lang/kdsl/lang/ir"
	"github.com/kdsl-lang/kdsl/lang/load"
)

// The files drive*_test.go are the only ones of the package that know how a machine is driven. The laws speak of
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
		if u.Runs(s) {
			p.scripts = append(p.scripts, script{i, wordOf(s.Word), s.Name})
		}
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
		st := new(state.State)
		if err := json.Unmarshal(h.from, st); err != nil {
			pl.out.end = "stopped: " + err.Error()
			return pl.out
		}
		pl.take(m.Resume(st))
	} else {
		pl.take(m.Start(s.index))
	}
	pl.names = newNames(pl.run)
	pl.play()
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
