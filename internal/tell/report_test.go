package tell_test

import (
	"os"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/spf13/afero"

	"github.com/kdsl-lang/kdsl/internal/tell"
	"github.com/kdsl-lang/kdsl/interp"
	"github.com/kdsl-lang/kdsl/interp/play"
	"github.com/kdsl-lang/kdsl/interp/state"
	"github.com/kdsl-lang/kdsl/lang/ir"
	"github.com/kdsl-lang/kdsl/lang/load"
	"github.com/kdsl-lang/kdsl/lang/text"
	"github.com/kdsl-lang/kdsl/lang/tongue"
)

// odd is what no report of a game with words has: an id, a change that is none, two blanks in a name, a number before a
// French colon without its blank, and in French words of the machine in English.
var odd = map[string]*regexp.Regexp{
	"en": regexp.MustCompile(`\pL_\pL|\b(\d+) → (\d+)\b|\S   +\S|\bnil\b|%!`),
	"fr": regexp.MustCompile(`\pL_\pL|\b(\d+) → (\d+)\b|\S   +\S|\bnil\b|%!|\pL:( |$)|\b(is gone|arrives|leaves|over|yes|none|seed|against|begins anew|set up)\b`),
}

// unsaid is the first test with its dice of which no line below says whether it was a success; "" where all are told of.
func unsaid(said string) string {
	tested := regexp.MustCompile(`^ *\S.* (tests?|testent|teste|passe un test) .*\]$`)
	lines := strings.Split(said, "\n")
	in := func(line string) int { return len(line) - len(strings.TrimLeft(line, " ")) }
	for i, line := range lines[:len(lines)-1] {
		if next := lines[i+1]; tested.MatchString(line) && in(next) <= in(line) {
			return line
		}
	}
	return ""
}

// What is told of the examples reads like a battle in both languages: nothing internal, all in agreement, nothing twice.
func TestReports(t *testing.T) {
	l := &load.Loader{Local: afero.NewBasePathFs(afero.NewOsFs(), "../..")}
	for _, dir := range []string{"stdlib", "rules", "spells"} {
		l.Library = append(l.Library, afero.NewBasePathFs(afero.NewOsFs(), "../../"+dir))
	}
	entries, err := os.ReadDir("../../examples")
	if err != nil {
		t.Fatal(err)
	}
	reports, plurals := 0, 0
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
				for lang := range odd {
					g := play.New(m, i, 1, nil)
					said := report(t, g, i, lang)
					r := reader{lang: lang, plural: pluralNames(g, lang)}
					r.inward, r.cells = cells(u.Program, lang)
					reports++
					plurals += len(r.plural)
					if open := unsaid(said); open != "" {
						t.Errorf("%s, %s: what came of it is not said: %q", e.Name(), lang, open)
					}
					for line := range strings.Lines(said) {
						if wrong := r.wrong(strings.TrimSpace(line)); wrong != "" {
							t.Errorf("%s, %s: %s in %q", e.Name(), lang, wrong, line)
						}
					}
				}
			}
		}
	}
	if reports < 20 || plurals < 4 {
		t.Errorf("only %d reports were read, and %d names of many", reports, plurals)
	}
}

// reader reads a report line by line.
type reader struct {
	lang   string
	inward []string      // what the cells are called that only keep books
	cells  []string      // what the others are called
	plural []tongue.Noun // the names of things that are many
}

// wrong is what is wrong with a line; "" when nothing is.
func (r *reader) wrong(line string) string {
	for _, found := range odd[r.lang].FindAllStringSubmatch(line, -1) {
		if found[1] == "" || found[1] == found[2] {
			return "odd words: " + found[0]
		}
	}
	sentence, facts := line, line
	if i := strings.LastIndex(line, "  "); i >= 0 { // between them there may be dice
		sentence, _, _ = strings.Cut(line, "  ")
		facts = line[i+2:]
	}
	of := sentence // what the facts are of
	for part := range strings.SplitSeq(facts, tell.Word("; ", r.lang)) {
		who, what, named := strings.Cut(part, tell.Word(": ", r.lang))
		if named {
			of = who
		} else {
			what = who
		}
		for f := range strings.SplitSeq(what, ", ") {
			if wrong := r.fact(f, of, strings.TrimSuffix(sentence, facts), named); wrong != "" {
				return wrong
			}
		}
	}
	for _, n := range r.plural {
		if rest, ok := strings.CutPrefix(sentence, tongue.Capital(tongue.For(r.lang).Named(n))+" "); ok && rest != "" && !strings.ContainsAny(rest[:1], ":0123456789") {
			again := tongue.Line{Language: tongue.For(r.lang)}
			again.Name(n)
			again.Say(" " + rest)
			if agreed := again.String(); agreed != sentence {
				return "no agreement, want " + agreed
			}
		}
	}
	return ""
}

// fact is what is wrong with what is told of somebody, beside a sentence or alone.
func (r *reader) fact(f, of, sentence string, named bool) string {
	key, was, change := strings.Cut(f, " → ")
	if number := strings.LastIndex(key, " "); change && number > 0 && strings.Trim(was, "0123456789,.-−") == "" {
		key = key[:number]
	} else {
		key, change = f, false
	}
	switch {
	case slices.Contains(r.inward, key):
		return "what only keeps books: " + key
	case change && !slices.Contains(r.cells, key):
		return "no name of anything: " + key
	case slices.ContainsFunc(r.plural, func(n tongue.Noun) bool { return strings.HasPrefix(f, n.One) }): // who has what
		return ""
	case !named && sentence == "" || change || strings.ContainsAny(f, "[]+>0123456789"):
		return ""
	case sentence != "" && strings.Contains(" "+strings.ToLower(sentence)+" ", " "+strings.ToLower(f)+" "):
		return "the same twice: " + f
	}
	state, _, _ := strings.Cut(f, " (")
	for _, n := range r.plural {
		if of != n.One && !strings.HasPrefix(of, n.One+" ") {
			continue
		}
		if agreed := tongue.For(r.lang).State(state, n.Gender, true); agreed != state {
			return "no agreement, want " + agreed
		}
	}
	return ""
}

// cells are the names of the cells that only keep books, and are no other's, and those of the others.
func cells(p *ir.Program, lang string) (inward, others []string) {
	for _, k := range p.Kinds {
		for _, f := range k.Fields {
			n := text.Noun(f.Texts, text.Name(p, f.Texts, "", lang), lang)
			if f.Inner {
				inward = append(inward, n.One)
			} else {
				others = append(others, n.One, n.Many)
			}
		}
	}
	empty := func(s string) bool { return s == "" }
	others = slices.DeleteFunc(others, empty)
	return slices.DeleteFunc(inward, func(s string) bool { return empty(s) || slices.Contains(others, s) }), others
}

// pluralNames are the names of the things of a game that are plurals.
func pluralNames(g *play.Game, lang string) []tongue.Noun {
	var out []tongue.Noun
	for i := range g.Run.S.Insts {
		if g.Run.S.Insts[i].Where == state.OnInst {
			continue
		}
		if n := g.Run.Noun(int64(i), lang); n.PluralOnly && n.One != "" {
			out = append(out, n)
		}
	}
	return out
}
