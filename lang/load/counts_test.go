package load

import (
	"runtime"
	"testing"

	"github.com/spf13/afero"

	"github.com/kdsl-lang/kdsl/rules"
	"github.com/kdsl-lang/kdsl/spells"
	"github.com/kdsl-lang/kdsl/stdlib"
)

// library is what comes with kdsl, as it is found when it is not read itself.
func library() []afero.Fs {
	return []afero.Fs{afero.FromIOFS{FS: stdlib.FS}, afero.FromIOFS{FS: rules.FS}, afero.FromIOFS{FS: spells.FS}}
}

// project is the folder of the whole project.
func project() afero.Fs {
	return afero.NewReadOnlyFs(afero.NewBasePathFs(afero.NewOsFs(), "../.."))
}

// A text is parsed once for all that use it, though it lies in the project and in the library.
func TestEachTextIsParsedOnce(t *testing.T) {
	l := &Loader{Local: project(), Library: library()}
	units, err := l.Load("examples", "rules", "spells", "stdlib")
	if err != nil {
		t.Fatal(err)
	}
	seen := map[string]place{}
	for at, p := range l.parsed {
		text := p.file.Source.Text
		if other, twice := seen[text]; twice && text != "" {
			t.Errorf("%v is parsed, too, as %v", at, other)
		}
		seen[text] = at
		if at.system != 0 {
			t.Errorf("%s is parsed as it is in the library", at.name)
		}
	}
	if len(units) < 15 || len(l.parsed) < 100 {
		t.Errorf("only %d units and %d files", len(units), len(l.parsed))
	}
}

// A pack of the library is another than one of its id that says something else.
func TestOtherTextIsAnotherPack(t *testing.T) {
	for name, local := range map[string]string{"the same": base["lib/base/pack.kdsl"], "another": "pack base { }\nkind piece { cell n: int = 2 }\n"} {
		lib := map[string]string{"base/pack.kdsl": base["lib/base/pack.kdsl"], "base/cards.kdsl": base["lib/base/cards.kdsl"]}
		l := &Loader{Local: files(t, map[string]string{"my/deep/pack.kdsl": local, "my/deep/cards.kdsl": base["lib/base/cards.kdsl"],
			"a.kdsl": "use base\npiece rook { }\n"}), Library: []afero.Fs{files(t, lib)}}
		units, err := l.Load("a.kdsl", "my")
		if err != nil || len(units) != 2 {
			t.Fatal(err)
		}
		shared := l.twins[place{1, "base"}] == place{0, "my/deep"}
		if shared != (name == "the same") {
			t.Errorf("%s: shared %v", name, shared)
		}
		if n := units[0].Program.Kinds[len(units[0].Program.Kinds)-1].Fields[0].Default.N; n != 0 {
			t.Errorf("%s: the file is told that n is %d", name, n)
		}
	}
}

// What is allocated to read, parse and check is bounded by the text: counted in bytes, which are the same on
// every machine, and not in time.
func TestAllocationIsBounded(t *testing.T) {
	if testing.Short() {
		t.Skip("reads all rules twice")
	}
	measure := func(paths ...string) (allocated, read uint64) {
		var before, after runtime.MemStats
		l := &Loader{Local: project(), Library: library()}
		runtime.ReadMemStats(&before)
		if _, err := l.Load(paths...); err != nil {
			t.Fatal(err)
		}
		runtime.ReadMemStats(&after)
		for _, p := range l.parsed {
			read += uint64(len(p.file.Source.Text))
		}
		return after.TotalAlloc - before.TotalAlloc, read
	}
	measure("examples/homebrew.kdsl") // grammars are built once
	for path, most := range map[string]uint64{"examples/homebrew.kdsl": 450, "rules": 500} {
		if allocated, read := measure(path); allocated > most*read {
			t.Errorf("%s: %d bytes are allocated for %d bytes of text: %d for each, at most %d are allowed", path, allocated, read, allocated/read, most)
		} else {
			t.Logf("%s: %d bytes for each of %d", path, allocated/read, read)
		}
	}
}
