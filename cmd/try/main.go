package main

import (
	"fmt"
	"os"

	"github.com/kdsl-lang/kdsl/interp"
	"github.com/kdsl-lang/kdsl/interp/trial"
	"github.com/kdsl-lang/kdsl/lang/ir"
	"github.com/kdsl-lang/kdsl/lang/load"
	"github.com/spf13/afero"
)

func main() {
	l := &load.Loader{Local: afero.NewOsFs()}
	us, err := l.Load(os.Args[1:]...)
	if err != nil {
		fmt.Println(err)
		return
	}
	for _, u := range us {
		for _, d := range u.Diags {
			p := d.Span.Pos()
			n := ""
			if d.Span.File != nil {
				n = d.Span.File.Name
			}
			fmt.Printf("%s:%d:%d: %s [%s]", n, p.Line, p.Column, d.Message, d.Code)
			if d.Fix != nil {
				fmt.Printf(" (%s)", d.Fix.Message)
			}
			fmt.Println()
		}
		if u.Diags.HasErrors() {
			continue
		}
		m := interp.New(u.Program)
		showOdds(m)
		for i, s := range u.Program.Scripts {
			if s.Word == ir.TestScript && u.Runs(s) {
				r := trial.Run(m, i, trial.Options{})
				p := r.At.Pos()
				if debug {
					for _, e := range r.Journal {
						fmt.Printf("    %d %s ev=%d hook=%d inst=%d %v %v %s\n", e.Depth, e.Kind, e.Event, e.Hook, e.Inst, e.Names, e.Ints, e.Text)
					}
				}
				fmt.Println(r.Passed, s.Name, r.Message, p.Line)
			}
		}
	}
}

func init() { debug = os.Getenv("KDEBUG") != "" }

var debug bool
