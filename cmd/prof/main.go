package main

import (
	"fmt"
	"os"
	"runtime/pprof"
	"strconv"
	"time"

	"github.com/kdsl-lang/kdsl/interp"
	"github.com/kdsl-lang/kdsl/interp/sim"
	"github.com/kdsl-lang/kdsl/lang/ir"
	"github.com/kdsl-lang/kdsl/lang/load"
	"github.com/kdsl-lang/kdsl/rules"
	"github.com/kdsl-lang/kdsl/spells"
	"github.com/kdsl-lang/kdsl/stdlib"
	"github.com/spf13/afero"
)

func main() {
	l := &load.Loader{Local: afero.NewOsFs(), Library: []afero.Fs{afero.FromIOFS{FS: stdlib.FS}, afero.FromIOFS{FS: rules.FS}, afero.FromIOFS{FS: spells.FS}}}
	us, err := l.Load(os.Args[1])
	if err != nil {
		panic(err)
	}
	n, _ := strconv.Atoi(os.Args[2])
	m := interp.New(us[0].Program)
	f, _ := os.Create("/tmp/cpu.prof")
	pprof.StartCPUProfile(f)
	for i, s := range m.P.Scripts {
		if s.Word == ir.OddsScript {
			t := time.Now()
			_, err := sim.Ask(m, i, sim.Options{N: int64(n), Seed: 1, Workers: 1})
			fmt.Println(s.Name, time.Since(t)/time.Duration(n), err)
		}
	}
	pprof.StopCPUProfile()
}
