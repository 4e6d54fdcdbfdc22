package main

import (
	"fmt"
	"time"

	"github.com/kdsl-lang/kdsl/interp"
	"github.com/kdsl-lang/kdsl/interp/odds"
	"github.com/kdsl-lang/kdsl/interp/sim"
	"github.com/kdsl-lang/kdsl/lang/ir"
)

func showOdds(m *interp.Machine) {
	for i, s := range m.P.Scripts {
		if s.Word != ir.OddsScript {
			continue
		}
		t := time.Now()
		a, err := odds.Ask(m, i, odds.Options{})
		if err != nil {
			fmt.Println("odds", s.Name, err)
			continue
		}
		fmt.Println("odds", s.Name, a.Waves, a.States, time.Since(t))
		for _, o := range a.Outcomes {
			f, _ := o.P.Float64()
			fmt.Printf("  %s %.6f\n", o.Value, f)
		}
		f, _ := a.LeftOut.Float64()
		fmt.Println("  left out", f)
		t = time.Now()
		b, err := sim.Ask(m, i, sim.Options{N: 20000, Seed: 1, Workers: 2})
		fmt.Println(time.Since(t), err)
		if err == nil {
			for _, o := range b.Outcomes {
				fmt.Printf("  %s %.4f\n", o.Value, float64(o.Count)/float64(b.Samples))
			}
		}
	}
}
