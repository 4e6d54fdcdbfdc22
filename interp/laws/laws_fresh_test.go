package laws_test

import (
	"bufio"
	"bytes"
	"encoding/json"
	"fmt"
	"os"
	"os/exec"
	"strings"
	"testing"

	"github.com/kdsl-lang/kdsl/interp"
)

// childEnv tells the test binary that it is another process, and which.
const childEnv = "KDSL_LAWS_CHILD"

// child does what a child process is there for and answers whether this is one.
func child() bool {
	switch os.Getenv(childEnv) {
	case "fresh":
		freshChild()
	case "deep":
		deepChild()
	default:
		return false
	}
	return true
}

// command runs this very binary as a child.
func command(kind string, in []byte) (*exec.Cmd, error) {
	exe, err := os.Executable()
	if err != nil {
		return nil, err
	}
	cmd := exec.Command(exe)
	cmd.Env = append(os.Environ(), childEnv+"="+kind)
	cmd.Stdin = bytes.NewReader(in)
	return cmd, nil
}

// moment is a game at one of its stops, and what is answered from there on.
type moment struct {
	Text   string
	Script string
	State  []byte
	Inputs []interp.Result
}

// comes is what comes of a moment: what is told from there on, and where it ends.
func comes(o *outcome) string {
	return fmt.Sprintf("%s\n%s\n%d\n%s", strings.Join(o.story, "\n"), o.end, o.value, things(o.marks[len(o.marks)-1].s))
}

// A game that is saved at some moment and goes on in another process, which has loaded the program for
// itself, tells the same and comes to the same end.
func TestFreshProcess(t *testing.T) {
	var in bytes.Buffer
	var want []string
	var texts []string
	enc := json.NewEncoder(&in)
	for i := range min(*lawsN/20, 1000) {
		g := generate(*lawsSeed + 100_000 + uint64(i))
		p, _ := loadText(g.text())
		if p == nil {
			continue
		}
		for _, s := range p.scripts {
			h := how{told: true, free: true, seed: g.seed}
			a := p.play(s, h)
			if a.limit || a.stops < 2 || strings.HasPrefix(a.end, "stopped") {
				continue
			}
			h.rebase = 1 + int(g.seed)%(a.stops-1)
			a = p.play(s, h)
			if a.saved == nil {
				continue
			}
			if err := enc.Encode(moment{p.text, s.name, a.saved, a.inputs}); err != nil {
				t.Fatal(err)
			}
			want, texts = append(want, comes(a)), append(texts, fmt.Sprintf("seed %d, %s, stop %d", g.seed, s.name, h.rebase))
		}
	}
	cmd, err := command("fresh", in.Bytes())
	if err != nil {
		t.Fatal(err)
	}
	out, err := cmd.Output()
	if err != nil {
		t.Fatalf("%v\n%s", err, out)
	}
	n, broken, first := 0, 0, ""
	sc := bufio.NewScanner(bytes.NewReader(out))
	sc.Buffer(nil, 64<<20)
	for sc.Scan() {
		var got string
		if json.Unmarshal(sc.Bytes(), &got) != nil {
			continue
		}
		if got != want[n] {
			if broken++; first == "" {
				first = texts[n] + ": " + firstDifference(want[n], got, "\n")
			}
		}
		n++
	}
	if n != len(want) || n == 0 {
		t.Fatalf("%d answers to %d moments", n, len(want))
	}
	t.Logf("%d moments", n)
	if broken > 0 {
		first = fmt.Sprintf("%d of %d moments: %s", broken, n, first)
	}
	judge(t, "fresh process", first)
}

func freshChild() {
	sc := bufio.NewScanner(os.Stdin)
	sc.Buffer(nil, 64<<20)
	enc := json.NewEncoder(os.Stdout)
	var p *program
	for sc.Scan() {
		var m moment
		if err := json.Unmarshal(sc.Bytes(), &m); err != nil {
			panic(err)
		}
		if p == nil || p.text != m.Text {
			why := ""
			if p, why = loadText(m.Text); p == nil {
				panic(why)
			}
		}
		o := p.play(p.script(m.Script), how{told: true, from: m.State, inputs: m.Inputs})
		if err := enc.Encode(comes(o)); err != nil {
			panic(err)
		}
	}
}
