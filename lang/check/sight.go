package check

import (
	"maps"
	"slices"
	"strings"

	"github.com/kdsl-lang/kdsl/lang/source"
	"github.com/kdsl-lang/kdsl/lang/syntax"
)

// Input is one file of the program. Pack is the id of its pack, or the file's name for a loose file. The
// tests, odds and scenarios of what is only Used are none of the program's.
type Input struct {
	File  *syntax.File
	Pack  string
	Used  bool
	Depth syntax.Depth // of what is Used: no more of the file counts in a check
}

func (in Input) name() string {
	if in.File == nil || in.File.Source == nil {
		return ""
	}
	return in.File.Source.Name
}

// followed are the packs that a pack names.
type followed struct{ uses, overlays []syntax.Name }

func follow(in []Input) map[string]*followed {
	out := map[string]*followed{}
	for _, f := range in {
		if f.File == nil {
			continue
		}
		if out[f.Pack] == nil {
			out[f.Pack] = &followed{}
		}
		to := out[f.Pack]
		uses, overlays := f.File.Packs()
		to.uses, to.overlays = append(to.uses, uses...), append(to.overlays, overlays...)
	}
	return out
}

// reach adds a pack to a set, and all that it names, or only what it overlays.
func reach(from map[string]*followed, pack string, to map[string]bool, uses bool) {
	if to[pack] || from[pack] == nil {
		return
	}
	to[pack] = true
	for _, n := range from[pack].overlays {
		reach(from, n.Text, to, uses)
	}
	if uses {
		for _, n := range from[pack].uses {
			reach(from, n.Text, to, uses)
		}
	}
}

// sight is which packs each pack uses, and who overlays it: nothing else has a name in its texts that it has not.
type sight struct {
	root  string // which sees all
	files map[*source.File]Input
	uses  map[string]string      // of each pack, the packs that it uses
	known map[string]set[string] // of each pack, those whose names its texts know
}

func look(in []Input, root string, files map[*source.File]Input) sight {
	from := follow(in)
	s := sight{root, files, map[string]string{}, map[string]set[string]{}}
	for pack := range from {
		seen := map[string]bool{}
		reach(from, pack, seen, true)
		s.uses[pack] = strings.Join(slices.Sorted(maps.Keys(seen)), " ")
		for other := range from {
			below := map[string]bool{}
			if reach(from, other, below, false); below[pack] {
				seen[other] = true
			}
		}
		s.known[pack] = seen
	}
	return s
}

// sees tells whether what one file declares is of any concern to another.
func (s *sight) sees(from, to *source.File) bool {
	f, t := s.files[from], s.files[to]
	return f.File == nil || t.File == nil || f.Pack == s.root || s.known[f.Pack][t.Pack]
}
