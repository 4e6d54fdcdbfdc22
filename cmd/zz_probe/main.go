package main

import (
	"fmt"
	"os"

	"github.com/kdsl-lang/kdsl/interp"
	"github.com/kdsl-lang/kdsl/interp/journal"
	"github.com/kdsl-lang/kdsl/interp/play"
	"github.com/kdsl-lang/kdsl/lang/load"
	"github.com/kdsl-lang/kdsl/lang/ir"
	"github.com/kdsl-lang/kdsl/rules"
	"github.com/kdsl-lang/kdsl/stdlib"
	"github.com/spf13/afero"
)

func lib() []afero.Fs { return []afero.Fs{afero.FromIOFS{FS: stdlib.FS}, afero.FromIOFS{FS: rules.FS}} }

func main() {
	l := &load.Loader{Local: afero.NewOsFs(), Library: lib()}
	us, err := l.Load(os.Args[1]); fmt.Println(err, len(us)); for _, u := range us { for _, d := range u.Diags { fmt.Println(d.Message) } }
	m := interp.New(us[0].Program)
	for i, s := range us[0].Program.Scripts {
		if s.Word == ir.ScenarioScript {
			var g *play.Game
			g = play.New(m, i, 1, func(e *journal.Entry) {
				n := ""
				if e.Event >= 0 { n = m.P.Events[e.Event].Name }
				fmt.Println(e.Depth, e.Kind, n, e.Inst, e.Names, e.Ints, e.Text)
				for k, x := range g.Run.S.Insts { if int64(k) == e.Inst { fmt.Println("      ", m.P.Cards[x.Card].Name) } }
			})
			fmt.Println(g.Play())
		}
	}
}
