package tell_test

import (
	"io"
	"strings"
	"testing"

	"github.com/spf13/afero"

	"github.com/kdsl-lang/kdsl/internal/tell"
	"github.com/kdsl-lang/kdsl/internal/term"
	"github.com/kdsl-lang/kdsl/interp"
	"github.com/kdsl-lang/kdsl/interp/journal"
	"github.com/kdsl-lang/kdsl/interp/play"
	"github.com/kdsl-lang/kdsl/lang/load"
)

// start begins the scenario of a text.
func start(t testing.TB, text string) *play.Game {
	t.Helper()
	u, err := (&load.Loader{Local: afero.NewMemMapFs()}).LoadText("main.kdsl", text)
	if err != nil || u.Diags.HasErrors() {
		t.Fatal(err, u.Diags)
	}
	return play.New(interp.New(u.Program), 0, 1, nil)
}

// told plays a game to its end and tells it.
func told(t testing.TB, g *play.Game, script int, lang string, w io.Writer, set ...func(*tell.Story)) {
	t.Helper()
	names := tell.NewNames(g.Run, g.Run.M.P.Scripts[script], lang)
	s := tell.NewStory(g.Run, g.Run.M.P.Scripts[script], names, lang)
	for _, f := range set {
		f(s)
	}
	s.To(w, term.Painter{}, "")
	g.Run.Listen(interp.Recorder(func(e *journal.Entry) {
		names.Hear(e)
		s.Hear(e)
	}))
	if err := g.Play(); err != nil {
		t.Fatal(err)
	}
	s.End()
}

// report is what is told of a game.
func report(t testing.TB, g *play.Game, script int, lang string) string {
	t.Helper()
	var b strings.Builder
	told(t, g, script, lang, &b)
	return b.String()
}
