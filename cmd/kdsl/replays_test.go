package main

import (
	"bytes"
	"encoding/json"
	"flag"
	"fmt"
	"math/rand/v2"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/spf13/afero"

	"github.com/kdsl-lang/kdsl"
	"github.com/kdsl-lang/kdsl/interp"
)

var (
	corruptions    = flag.Int("replays", 1000, "how many corruptions of replays are tried")
	corruptionSeed = flag.Uint64("replays.seed", 1, "which")
)

// corruptionKinds are the ways in which a replay is spoilt. Those that know what a replay is write it anew, with the hash of what it
// says then: whoever means harm can do that, too.
var corruptionKinds = []struct {
	name   string
	sealed bool
	change func(r *rand.Rand, good, other []byte) []byte
}{
	{"bits flipped", false, func(r *rand.Rand, good, _ []byte) []byte {
		b := bytes.Clone(good)
		for range 1 + r.IntN(4) {
			b[r.IntN(len(b))] ^= 1 << r.IntN(8)
		}
		return b
	}},
	{"cut", false, func(r *rand.Rand, good, _ []byte) []byte {
		from := r.IntN(len(good))
		return slices.Delete(bytes.Clone(good), from, from+1+r.IntN(len(good)-from))
	}},
	{"pieces doubled", false, func(r *rand.Rand, good, _ []byte) []byte {
		from := r.IntN(len(good))
		to := from + 1 + r.IntN(len(good)-from)
		at := r.IntN(len(good))
		return slices.Insert(bytes.Clone(good), at, good[from:to]...)
	}},
	{"spliced with another", false, func(r *rand.Rand, good, other []byte) []byte {
		return append(bytes.Clone(good[:r.IntN(len(good))]), other[r.IntN(len(other)):]...)
	}},
	{"written anew", true, func(rng *rand.Rand, good, other []byte) []byte {
		var r, o replay
		if json.Unmarshal(good, &r) != nil || json.Unmarshal(other, &o) != nil {
			panic("no replays")
		}
		at := rng.IntN(len(r.Inputs))
		switch rng.IntN(9) {
		case 0:
			r.Inputs = slices.Delete(r.Inputs, at, at+1)
		case 1:
			r.Inputs = slices.Insert(r.Inputs, at, r.Inputs[rng.IntN(len(r.Inputs))])
		case 2:
			other := rng.IntN(len(r.Inputs))
			r.Inputs[at], r.Inputs[other] = r.Inputs[other], r.Inputs[at]
		case 3:
			r.Inputs[at] = kdsl.Input{Counts: []int64{rng.Int64N(9) - 1, 1 << rng.IntN(63)}}
		case 4:
			r.Inputs[at] = kdsl.Input{Answer: &interp.Result{Counts: []int64{rng.Int64() - 1<<62, 1, 2}, Pick: rng.IntN(9) - 1}}
		case 5:
			r.Seed = rng.Uint64()
		case 6:
			r.Inputs = o.Inputs
		case 7:
			r.Journal, r.Kdsl = o.Journal, "99.0.0"
		case 8:
			r.Inputs = r.Inputs[:at]
		}
		b, err := r.encode()
		if err != nil {
			panic(err)
		}
		return b
	}},
}

// However a replay is spoilt, it is refused with its reason, or it is harmless: it tells the game that was played.
func TestCorruptedReplays(t *testing.T) {
	w, good := saved(t)
	story := told(t, w, good)
	if said, code := w.run(w.disk, []string{"run", "@/pig.kdsl", "--out", "@/other.json", "--seed", "8"}); code != 0 {
		t.Fatal(said)
	}
	other, err := afero.ReadFile(w.disk, "d/other.json")
	if err != nil {
		t.Fatal(err)
	}
	r := rand.New(rand.NewPCG(*corruptionSeed, 5))
	count := map[string][2]int{}
	for n := range *corruptions {
		k := corruptionKinds[n%len(corruptionKinds)]
		bad := k.change(r, good, other)
		where := fmt.Sprintf("corruption %d of -replays.seed %d, %s", n, *corruptionSeed, k.name)
		said, code := w.replay(t, bad)
		c := count[k.name]
		switch reason := strings.TrimSpace(said); {
		case code == 0:
			c[1]++
			if told(t, w, bad) != story && told(t, w, bad) != told(t, w, other) {
				t.Errorf("%s: is verified, and tells another game\n%s", where, bad)
			}
			if !k.sealed && !bytes.Equal(bad, good) && !bytes.Equal(bad, other) {
				t.Errorf("%s: is verified\n%s", where, bad)
			}
		case code == exitEnvironment, code == exitProblems && k.sealed:
			c[0]++
			if !strings.HasPrefix(reason, "kdsl: d/bad.json") || systemCalls.MatchString(reason) {
				t.Errorf("%s: says %q", where, said)
			}
		default:
			t.Errorf("%s: exits with %d and says %q\n%s", where, code, said, bad)
		}
		count[k.name] = c
	}
	t.Logf("seed %d: %d corruptions, refused and harmless: %v", *corruptionSeed, *corruptions, count)
	for _, k := range corruptionKinds {
		if *corruptions >= 100 && count[k.name][0]*2 < *corruptions/len(corruptionKinds) {
			t.Errorf("of %q only %d are refused", k.name, count[k.name][0])
		}
	}
}

// told is the game that a replay tells, without its seed and version.
func told(t *testing.T, w *world, text []byte) string {
	t.Helper()
	if err := afero.WriteFile(w.disk, "d/told.json", text, 0o644); err != nil {
		t.Fatal(err)
	}
	var out, said bytes.Buffer
	tool := newTool([]string{"replay", "d/told.json", "--json"}, strings.NewReader(""), &out, &said)
	tool.disk, tool.admit = w.disk, w.admit
	if code := tool.main(); code != 0 {
		t.Fatalf("exits with %d and says %s", code, said.String())
	}
	_, rest, _ := strings.Cut(out.String(), "\n")
	return rest
}

// FuzzReplay: whatever a file holds, it is no replay, or one that decodes to what it was written from; where its inputs were
// changed and it was written anew, it is played, or it is said why not.
func FuzzReplay(f *testing.F) {
	pig, err := os.ReadFile("../../examples/pig.kdsl")
	if err != nil {
		f.Fatal(err)
	}
	disk := afero.NewMemMapFs()
	text := strings.Replace(string(pig), "goal: int = 100", "goal: int = 5", 1)
	if err := afero.WriteFile(disk, "d/pig.kdsl", []byte(text), 0o644); err != nil {
		f.Fatal(err)
	}
	w := &world{disk: disk, admit: func(...string) error { return nil }, dir: "d"}
	if said, code := w.run(disk, []string{"run", "@/pig.kdsl", "--out", "@/game.json"}); code != 0 {
		f.Fatal(said)
	}
	good, err := afero.ReadFile(disk, "d/game.json")
	if err != nil {
		f.Fatal(err)
	}
	var r replay
	if err := json.Unmarshal(good, &r); err != nil {
		f.Fatal(err)
	}
	inputs, err := json.Marshal(r.Inputs)
	if err != nil {
		f.Fatal(err)
	}
	p, _, err := kdsl.Load(afero.NewIOFS(disk), "d/pig.kdsl")
	if err != nil {
		f.Fatal(err)
	}
	p.Budget = kdsl.Budget{Steps: 20_000, Journal: 1 << 20}
	f.Add(good, []byte(nil))
	f.Add(bytes.Replace(good, []byte(","), []byte(", "), 1), []byte(nil)) // the same, written otherwise
	f.Add([]byte(nil), inputs)
	for _, s := range []string{"[]", "[null]", `[{"counts":[1,0,0,0,0,0]}]`, `[{"counts":[-1]}]`, `[{"answer":{"player":-1,"pick":99}}]`, `[{"answer":{"player":0,"values":[{"N":9}]}}]`, `[{"counts":[9223372036854775807]}]`} {
		f.Add([]byte(nil), []byte(s))
	}
	f.Fuzz(func(t *testing.T, file, inputs []byte) {
		if len(file) > 0 {
			r, err := decodeReplay(file)
			if err != nil {
				return
			}
			if again, err := r.encode(); err != nil || !bytes.Equal(again, file) {
				t.Fatalf("%v: %s is written as %s", err, file, again)
			}
			return
		}
		x := r
		x.Inputs = nil
		if json.Unmarshal(inputs, &x.Inputs) != nil {
			return
		}
		b, err := x.encode()
		if err != nil {
			t.Fatal(err)
		}
		read, err := decodeReplay(b)
		if err != nil {
			return
		}
		g, err := p.Replay(read.Scenario, read.Seed, read.Inputs)
		if err != nil {
			return
		}
		if _, err := g.Next(t.Context()); err != nil && err.Error() == "" {
			t.Fatal("fails without a word")
		}
	})
}

// What older versions have written, and this one, is kept in testdata/kept, in folders with the names of formats; a program lies
// beside its replays (.json) and saved games (.save). Each is verified or played on, or refused for its format, as verdicts.txt
// says: what it says there of a format changes with the next format alone.
func TestKept(t *testing.T) {
	names, err := filepath.Glob("testdata/kept/*/*")
	if err != nil {
		t.Fatal(err)
	}
	var verdicts strings.Builder
	count := map[string]int{}
	for _, name := range names {
		args := []string{"replay", name}
		switch filepath.Ext(name) {
		case ".kdsl":
			continue
		case ".save":
			args = []string{"run", strings.TrimSuffix(name, ".save") + ".kdsl", "--resume", name}
		}
		out, said, code := call(strings.NewReader(""), args...)
		verdict, _, _ := strings.Cut(strings.TrimPrefix(said, "kdsl: "+name+": "), "\n")
		if code == 0 && args[0] == "run" { // the first that is asked
			verdict, _, _ = strings.Cut(strings.TrimSpace(out), "\n")
		}
		rel := filepath.ToSlash(strings.TrimPrefix(name, "testdata/kept/"))
		count[fmt.Sprint(strings.SplitN(rel, "/", 2)[0], filepath.Ext(name), code)]++
		fmt.Fprintf(&verdicts, "%s\n  exits with %d: %s\n", rel, code, verdict)
	}
	want, err := os.ReadFile("testdata/kept/verdicts.txt")
	if err != nil {
		t.Fatal(err)
	}
	if got := verdicts.String(); got != string(want) {
		t.Errorf("got\n%s\nwant\n%s", got, want)
	}
	if count["format-2.json0"] < 5 || count["format-2.save0"] < 5 || count["format-1.json3"] == 0 || count["format-1.save3"] == 0 {
		t.Errorf("too few are kept: %v", count)
	}
}
