package tell_test

import (
	"os"
	"regexp"
	"strings"
	"testing"

	"github.com/spf13/afero"

	"github.com/kdsl-lang/kdsl/internal/tell"
	"github.com/kdsl-lang/kdsl/internal/term"
	"github.com/kdsl-lang/kdsl/interp"
	"github.com/kdsl-lang/kdsl/interp/journal"
	"github.com/kdsl-lang/kdsl/interp/play"
	"github.com/kdsl-lang/kdsl/lang/ir"
	"github.com/kdsl-lang/kdsl/lang/load"
)

// odd is what no report of a game with words has: an id, a change that is none, two blanks in a name, a number before a
// French colon without its blank, and in French words of the machine in English.
var odd = map[string]*regexp.Regexp{
	"en": regexp.MustCompile(`\pL_\pL|\b(\d+) -> (\d+)\b|\S   +\S|\bnil\b|%!`),
	"fr": regexp.MustCompile(`\pL_\pL|\b(\d+) -> (\d+)\b|\S   +\S|\bnil\b|%!|\pL:( |$)|\b(is gone|arrives|leaves|over|yes|none|seed|against|begins anew|set up)\b`),
}

// What is told of the examples reads like a battle in both languages: nothing internal.
func TestReports(t *testing.T) {
	l := &load.Loader{Local: afero.NewBasePathFs(afero.NewOsFs(), "../..")}
	for _, dir := range []string{"stdlib", "rules", "spells"} {
		l.Library = append(l.Library, afero.NewBasePathFs(afero.NewOsFs(), "../../"+dir))
	}
	entries, err := os.ReadDir("../../examples")
	if err != nil {
		t.Fatal(err)
	}
	told := 0
	for _, e := range entries {
		if !strings.HasSuffix(e.Name(), ".kdsl") {
			continue
		}
		units, err := l.Load("examples/" + e.Name())
		if err != nil {
			t.Fatal(err)
		}
		for _, u := range units {
			m := interp.New(u.Program)
			for i, s := range u.Program.Scripts {
				if s.Word != ir.ScenarioScript {
					continue
				}
				for lang, wrong := range odd {
					told++
					for _, line := range strings.Split(report(t, m, i, lang), "\n") {
						for _, found := range wrong.FindAllStringSubmatch(line, -1) {
							if found[1] == "" || found[1] == found[2] {
								t.Errorf("%s, %s: %q in %q", e.Name(), lang, found[0], line)
							}
						}
					}
				}
			}
		}
	}
	if told < 20 {
		t.Errorf("only %d reports were read", told)
	}
}

// report is what is told of a scenario.
func report(t *testing.T, m *interp.Machine, script int, lang string) string {
	g := play.New(m, script, 1, nil)
	var b strings.Builder
	names := tell.NewNames(g.Run, g.Run.M.P.Scripts[script], lang)
	s := tell.NewStory(g.Run, g.Run.M.P.Scripts[script], names, lang)
	s.To(&b, term.Painter{}, "")
	g.Run.Listen(interp.Recorder(func(e *journal.Entry) {
		names.Hear(e)
		s.Hear(e)
	}))
	if err := g.Play(); err != nil {
		t.Fatal(err)
	}
	s.End()
	return b.String()
}
