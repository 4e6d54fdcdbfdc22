package load

import (
	"runtime"
	"strings"
	"sync"
	"testing"

	"github.com/spf13/afero"

	"github.com/kdsl-lang/kdsl/lang/diag"
	"github.com/kdsl-lang/kdsl/lang/tongue"
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
	units, err := l.Check("examples", "rules", "spells", "stdlib")
	if err != nil {
		t.Fatal(err)
	}
	seen := map[string]reading{}
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
	for path, most := range map[string]uint64{"examples/homebrew.kdsl": 180, "rules": 460} {
		if allocated, read := measure(path); allocated > most*read {
			t.Errorf("%s: %d bytes are allocated for %d bytes of text: %d for each, at most %d are allowed", path, allocated, read, allocated/read, most)
		} else {
			t.Logf("%s: %d bytes for each of %d", path, allocated/read, read)
		}
	}
}

// The scripts of a pack are its own, and those of who overlays it. Who only uses it is told nothing of them,
// whatever is wrong in them and whether or not the pack is checked, too; and all the same of its rules.
func TestScriptsOfAPackAreItsOwn(t *testing.T) {
	for _, c := range []struct{ script, rest, own, used string }{
		{"test \"t\" { expect 1 == 1 }\n", "", "", ""},
		{"test \"t\" { expect nope == 1 }\n", "", "undefined-name", ""},
		{"test \"t\" { expct 1 }\n", "", "bad-syntax", ""},
		{"test \"t\" { expect \u00a7 }\n", "", "bad-character", ""},
		{"test \"t\" {\n", "", "bad-syntax", ""},
		{"test \"t\" {\n", "function f(): int = nope\n", "bad-syntax undefined-name", "undefined-name"},
		{"test \"t\" { expect 1 == 1 }\n", "rul x { }\n", "undefined-kind", "undefined-kind"},
		{"odds \"t\" { measure 1 }\nscenario s { en \"S\" }\n", "", "", ""},
		{"test \"t\" { expect 1 == 1 }\nreplace test \"t\" { expect text f.k fr \"X.\" }\n", "", "undefined-card", ""},
	} {
		texts := map[string]string{"b/pack.kdsl": "pack b { }\nkind piece { cell n: int = 0 }\n", "b/x.kdsl": c.script + c.rest,
			"u/pack.kdsl": "pack u { uses b }\n", "v/pack.kdsl": "pack v { uses u }\n", "o/pack.kdsl": "pack o { overlays b }\n"}
		said := func(all ...string) map[string]string {
			units, err := (&Loader{Local: files(t, texts)}).Load(all...)
			if err != nil {
				t.Fatal(err)
			}
			out := map[string]string{}
			for _, u := range units {
				out[u.Name] = messages(u)
				if u.Name != "b" && u.Name != "o" && len(u.Program.Scripts) > 0 {
					t.Errorf("%s has the scripts of %q", u.Name, c.script)
				}
			}
			return out
		}
		together := said("b", "o", "u", "v")
		for _, one := range []string{"b", "o", "u", "v"} {
			if alone := said(one)[one]; alone != together[one] {
				t.Errorf("%q: %s is told alone\n%s\nand with the others\n%s", c.script+c.rest, one, alone, together[one])
			}
			want := c.used
			if one == "b" || one == "o" {
				want = c.own
			}
			got := together[one]
			if want == "" && got != "" {
				t.Errorf("%q: %s is told %s", c.script+c.rest, one, got)
			}
			for _, code := range strings.Fields(want) {
				if !strings.Contains(got, code+":") {
					t.Errorf("%q: %s is told %q, want %s", c.script+c.rest, one, got, code)
				}
			}
		}
	}
}

// What one loader has parsed of the library, others take over, at the same time, too; of what they read themselves nothing is
// shared.
func TestLibraryIsParsedOnce(t *testing.T) {
	shared := &Parsed{}
	loads := func(local string, by *Parsed) (*Loader, *Unit) {
		l := &Loader{Local: files(t, map[string]string{"a.kdsl": local}), Library: library(), Shared: by}
		units, err := l.Load("a.kdsl")
		if err != nil || len(units) != 1 {
			t.Fatal(err)
		}
		return l, units[0]
	}
	const wrong = "use saga\nunit wolves { no_such = 1 }\n"
	texts := []string{"use saga\nfunction twice(n: int): int = n * 2\n", "use saga\nenum beasts { wolf bear }\n", wrong}
	loads(texts[0], shared)
	var all sync.WaitGroup
	for _, text := range texts {
		all.Go(func() {
			l, u := loads(text, shared)
			for at := range l.parsed {
				if at.system > 0 {
					t.Errorf("%s is parsed again", at.name)
				}
			}
			_, alone := loads(text, nil)
			var got, want strings.Builder
			diag.Compact(&got, u.Diags, tongue.English)
			diag.Compact(&want, alone.Diags, tongue.English)
			if got.String() != want.String() || u.Diags.HasErrors() != (text == wrong) {
				t.Errorf("%q: got %s, want %s", text, got.String(), want.String())
			}
			if text != wrong && u.Program.Hash != alone.Program.Hash {
				t.Errorf("%q is another program", text)
			}
		})
	}
	all.Wait()
}
