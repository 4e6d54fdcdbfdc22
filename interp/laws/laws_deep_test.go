package laws_test

import (
	"encoding/json"
	"fmt"
	"io"
	"os"
	"os/exec"
	"runtime/debug"
	"runtime/metrics"
	"strings"
	"testing"
	"time"
)

// deed is a program that is long, deep or wide, and what is done with it in a process of its own, which
// has little stack, little memory and little time.
type deed struct {
	Text   string
	Do     string // check, play, test, odds, sim
	Script string
	MB     int
	Stack  int // KB
}

// ended is what the process says before it ends by itself.
type ended struct {
	Answer  string
	Error   string
	Located bool // the error says where
	Limit   bool // it is a budget that was reached
	Load    bool // the program has errors
}

// run does a deed; died says how the process came to grief, "" when it did not.
func (d deed) run(patience time.Duration) (e ended, died string) {
	if d.MB == 0 {
		d.MB = 400
	}
	if d.Stack == 0 {
		d.Stack = 64 << 10
	}
	in, err := json.Marshal(d)
	if err != nil {
		return e, err.Error()
	}
	cmd, err := command("deep", in)
	if err != nil {
		return e, err.Error()
	}
	var out strings.Builder
	cmd.Stdout, cmd.Stderr = &out, io.Discard
	if err := cmd.Start(); err != nil {
		return e, err.Error()
	}
	late := time.AfterFunc(patience, func() { _ = cmd.Process.Kill() })
	err = cmd.Wait()
	var exit *exec.ExitError
	switch {
	case !late.Stop():
		return e, fmt.Sprintf("it has not ended after %v", patience)
	case err != nil:
		if x, ok := err.(*exec.ExitError); ok {
			exit = x
		}
		if exit != nil && exit.ExitCode() == 3 {
			return e, fmt.Sprintf("it takes more than %d MB", d.MB)
		}
		return e, "the process dies: " + err.Error()
	}
	if err := json.Unmarshal([]byte(out.String()), &e); err != nil {
		return e, "it says " + out.String()
	}
	return e, ""
}

func deepChild() {
	var d deed
	if err := json.NewDecoder(os.Stdin).Decode(&d); err != nil {
		panic(err)
	}
	debug.SetMaxStack(d.Stack << 10)
	debug.SetMemoryLimit(int64(d.MB) << 19) // what is garbage does not count
	go func() {
		sample := []metrics.Sample{{Name: "/memory/classes/total:bytes"}, {Name: "/memory/classes/heap/released:bytes"}}
		for {
			metrics.Read(sample)
			if sample[0].Value.Uint64()-sample[1].Value.Uint64() > uint64(d.MB)<<20 {
				os.Exit(3)
			}
			time.Sleep(5 * time.Millisecond)
		}
	}()
	var e ended
	p, why := loadText(d.Text)
	switch {
	case p == nil:
		e.Error, e.Load, e.Located = why, true, true
		if len(e.Error) > 2000 {
			e.Error = e.Error[:2000]
		}
	case d.Do == "check":
		e.Answer = "no errors"
	default:
		e = p.once(d)
	}
	b, err := json.Marshal(e)
	if err != nil {
		panic(err)
	}
	fmt.Println(string(b))
}

// repeated writes a text for each number below n.
func repeated(n int, text func(i int) string) string {
	var b strings.Builder
	for i := range n {
		b.WriteString(text(i))
	}
	return b.String()
}

// linked are a thousand pieces, more or less, each of which hangs on the one before it.
const linked = `
kind piece on piece { cell pal: piece? = none  cell n: int = 0 }
kind charm on piece { }
piece pawn { }
charm thread { }
event tie_on(n: int) {
  do {
    create pawn for players()[0] as first
    apply thread to first permanent as top
    let last = top
    let k = 0
    repeat until k >= n {
      apply thread to first from last while source as next
      last = next
      k += 1
    }
  }
}
event stack_up(n: int) {
  do {
    create pawn for players()[0] as first
    let last = first
    let k = 0
    repeat until k >= n {
      create pawn for players()[0] on last as next
      last = next
      k += 1
    }
  }
}
event cut() { do { destroy all(charm)[0] } }
event topple() { do { destroy all(piece)[0] } }
event hand_over() { do { give all(piece)[0] to players()[1] } }
`

// What is as deep as a program can make it ends in an answer, or at a bound that says where.
func TestNothingRecursesOnInput(t *testing.T) {
	chain := func(n int) string {
		return "player { cell coins: int = 30000 }\n" + repeated(n, func(i int) string {
			cost := fmt.Sprintf("cost e%d(who: who)", i+1)
			if i == n-1 {
				cost = ""
			}
			return fmt.Sprintf("event e%d(who: player) { %s\n do { who.coins -= 1 } }\n", i, cost)
		}) + "scenario s { en \"S\"\n players a, b\n e0(a) }\nodds \"o\" { players a, b\n when e0(a)\n measure a.coins }\n"
	}
	functions := func(n int) string {
		return "function f0(n: int): int = n\n" + repeated(n, func(i int) string {
			return fmt.Sprintf("function f%d(n: int): int = f%d(n) + 1\n", i+1, i)
		}) + fmt.Sprintf("odds \"o\" { measure f%d(0) }\n", n)
	}
	for _, c := range []struct {
		name string
		deed deed
		want string // the answer; "" also allows a bound, which has to say where
	}{
		{"300 costs, one in the other", deed{Text: chain(300), Do: "odds", Script: "o"}, "29700"},
		{"600 costs, one in the other", deed{Text: chain(600), Do: "play", Script: "s"}, ""},
		{"2000 functions, each of the one before", deed{Text: functions(2000), Do: "odds", Script: "o"}, ""},
		{"a span in itself", deed{Text: "span s(n: int) { do { s(n + 1) } }\nscenario x { en \"X\"\n s(0) }", Do: "play", Script: "x"}, ""},
		{"deaths that answer each other", deed{Text: `
kind piece { cell hp: int = 1 }
piece pawn { avenge: after die when who != self { die(self) } }
event die(who: piece) { do { who.hp -= 1 } }
scenario x { en "X"
  given a = pawn for red
  given b = pawn for blue
  die(a) }`, Do: "play", Script: "x"}, ""},
		{"clauses that turn each other true", deed{Text: `
kind piece { cell a: bool = true  cell b: bool = false }
piece pawn { x: becomes self.a { self.a = false; self.b = true }  y: becomes self.b { self.b = false; self.a = true } }
event poke(who: piece) { do { who.a = false; who.b = true } }
scenario x { en "X"
  given a = pawn for red
  poke(a) }`, Do: "play", Script: "x"}, ""},
		{"300 effects, each while the one before it lasts", deed{Text: linked + "odds \"o\" { tie_on(300)\n cut()\n measure size(all(charm)) }", Do: "odds", Script: "o", Stack: 256}, "0"},
		{"1500 effects, each while the one before it lasts", deed{Text: linked + "odds \"o\" { tie_on(1500)\n cut()\n measure size(all(charm)) }", Do: "odds", Script: "o", Stack: 256}, "0"},
		{"4000 things, each on the one before it", deed{Text: linked + "odds \"o\" { stack_up(4000)\n topple()\n measure size(all(piece)) }", Do: "odds", Script: "o", Stack: 256}, "0"},
		{"4000 things on each other change hands", deed{Text: linked + "odds \"o\" { stack_up(4000)\n hand_over()\n measure all(piece).count(p, p.owned_by(blue)) }", Do: "odds", Script: "o", Stack: 256}, "4001"},
		{"100,000 things on each other", deed{Text: linked + "odds \"o\" { stack_up(100000)\n topple()\n measure size(all(piece)) }", Do: "odds", Script: "o", Stack: 256}, ""},
		{"a card that carries itself", deed{Text: "kind box on box { carries inside: box }\nbox a { inside: [a] }\nscenario x { en \"X\"\n create a }", Do: "play", Script: "x"}, ""},
		{"clauses that replace each other", deed{Text: `
event one() { do { note "one" } }
event two() { do { note "two" } }
rule a { x: instead one { two() } }
rule b { y: instead two { one() } }
scenario x { en "X"
  one() }`, Do: "play", Script: "x"}, "done"},
	} {
		t.Run(c.name, func(t *testing.T) {
			name := "deep: " + c.name
			judge(t, name, c.deed.wrong(name, c.want))
		})
	}
}

// patience is how long a deed may take, in wall time on a busy machine; what is known to be too slow
// has less, so that nobody waits for it.
func patience(name string) time.Duration {
	if _, listed := known[name]; listed {
		return 500 * time.Millisecond
	}
	return time.Minute
}

// wrong says what is wrong with how a deed ends. A bound has to say where; "refused" wants the program
// to have errors, "bound" a bound, "" either a bound or an answer.
func (d deed) wrong(name, want string) string {
	e, died := d.run(patience(name))
	switch {
	case died != "":
		return died
	case want == "refused":
		if !e.Load {
			return fmt.Sprintf("the program has no errors; %s %s", e.Answer, e.Error)
		}
		return ""
	case e.Load:
		return "it does not load: " + e.Error
	case e.Error != "" && !e.Located:
		return "the failure does not say where: " + e.Error
	case e.Error != "" && want != "" && want != "bound" && want != "fails":
		return "it fails: " + e.Error
	case want == "bound" && !e.Limit:
		return fmt.Sprintf("no bound is reached: %s %s", e.Answer, e.Error)
	case want == "fails" && (e.Error == "" || e.Limit):
		return fmt.Sprintf("it does not fail: %s %s", e.Answer, e.Error)
	case want != "" && want != "bound" && want != "fails" && e.Answer != want:
		return fmt.Sprintf("the answer is %s, want %s", e.Answer, want)
	}
	return ""
}
