package laws_test

import (
	"fmt"
	"slices"
	"testing"
)

// contentDirs hold everything that is played.
var contentDirs = []string{"interp/testdata/scenarios", "interp/testdata/pipeline", "interp/testdata/space", "rules", "spells", "examples", "stdlib"}

// contentLaws are those that do not need to write the program anew.
var contentLaws = []law{
	{"told is untold", 1, toldIsUntold},
	{"automatic is asked", 1, automaticIsAsked},
	{"saved is unsaved", 1, savedIsUnsaved},
	{"refused answers change nothing", 1, refusedIsNothing},
	{"odds are enumeration", 1, oddsAreEnumeration},
	{"simulation is near the odds", 1, simIsNear},
}

// All content is held to the laws, too: every script of it.
func TestContent(t *testing.T) {
	programs, err := contentPrograms(contentDirs...)
	if err != nil {
		t.Fatal(err)
	}
	scripts := 0
	wrong := map[string][]string{}
	spoke := map[string]int{}
	for _, p := range programs {
		for _, s := range p.scripts {
			if scripts++; testing.Short() && scripts%60 != 0 {
				continue
			}
			alone := *p
			alone.scripts = []script{s}
			for _, l := range contentLaws {
				if *lawsOnly != "" && l.name != *lawsOnly {
					continue
				}
				why, said := l.check(nil, &alone)
				p.covered = alone.covered
				if why != "" {
					wrong[l.name] = append(wrong[l.name], fmt.Sprintf("%s, %s", p.name, why))
				}
				if said {
					spoke[l.name]++
				}
			}
		}
	}
	t.Logf("%d scripts of %d programs", scripts, len(programs))
	if scripts < 1000 {
		t.Errorf("only %d scripts were found", scripts)
	}
	for _, l := range contentLaws {
		t.Run(l.name, func(t *testing.T) {
			t.Logf("said something about %d scripts", spoke[l.name])
			all := wrong[l.name]
			slices.Sort(all)
			msg := ""
			if len(all) > 0 {
				msg = fmt.Sprintf("%d scripts break it; %s", len(all), all[0])
				if *lawsShow {
					for _, w := range all {
						t.Log(w)
					}
				}
			}
			judge(t, "content: "+l.name, msg)
		})
	}
}
