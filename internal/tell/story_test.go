package tell_test

import (
	"io"
	"strings"
	"testing"
	"time"

	"github.com/spf13/afero"

	"github.com/kdsl-lang/kdsl/internal/tell"
	"github.com/kdsl-lang/kdsl/internal/term"
	"github.com/kdsl-lang/kdsl/interp"
	"github.com/kdsl-lang/kdsl/interp/journal"
	"github.com/kdsl-lang/kdsl/interp/play"
	"github.com/kdsl-lang/kdsl/lang/load"
)

// many is a game of 2^n small events, most of them inside others.
const many = `player { cell n: int = 0 }
event e(who: player, n: int) { do { if n > 0 { e(who, n - 1); e(who, n - 1) } else { who.n += 1 } } }
scenario s { e(red, 16) }
`

func start(t testing.TB, text string) *play.Game {
	t.Helper()
	u, err := (&load.Loader{Local: afero.NewMemMapFs()}).LoadText("main.kdsl", text)
	if err != nil || u.Diags.HasErrors() {
		t.Fatal(err, u.Diags)
	}
	return play.New(interp.New(u.Program), 0, 1, nil)
}

// counter counts lines and forgets them.
type counter struct{ lines, bytes int }

func (c *counter) Write(b []byte) (int, error) {
	c.lines++
	c.bytes += len(b)
	return len(b), nil
}

// To tell costs as much for the last event as for the first, and not much.
func TestLinear(t *testing.T) {
	cost := func(text string) (time.Duration, int) {
		g := start(t, text)
		w := &counter{}
		begin := time.Now()
		names := tell.NewNames(g.Run, g.Run.M.P.Scripts[0], "en")
		s := tell.NewStory(g.Run, g.Run.M.P.Scripts[0], names, "en")
		s.To(w, term.Painter{}, "")
		g.Run.Listen(interp.Recorder(func(e *journal.Entry) {
			names.Hear(e)
			s.Hear(e)
		}))
		if err := g.Play(); err != nil {
			t.Fatal(err)
		}
		s.End()
		return time.Since(begin), w.lines
	}
	short, few := cost(strings.Replace(many, "16", "12", 1))
	long, lines := cost(many)
	t.Logf("%d lines in %v, %d in %v", few, short, lines, long)
	if lines < 1<<17-1 || few < 1<<13-1 {
		t.Errorf("%d and %d lines were told", few, lines)
	}
	if long > 100*short { // 16 times as many; the rest is for a busy machine
		t.Errorf("16 times as many events take %v, %v before", long, short)
	}
}

var _ io.Writer = &counter{}
