// Command kdsl checks, tests and plays tabletop rules and cards written in kdsl.
package main

import (
	"bufio"
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"os/signal"
	"runtime/debug"
	"strings"
	"sync"
	"sync/atomic"
	"syscall"
	"time"

	"github.com/spf13/afero"
	"github.com/spf13/cobra"
	"github.com/spf13/pflag"

	"github.com/kdsl-lang/kdsl/cmd/kdsl/internal/files"
	"github.com/kdsl-lang/kdsl/internal/term"
	"github.com/kdsl-lang/kdsl/interp"
	"github.com/kdsl-lang/kdsl/lang/diag"
)

// The exit codes; `kdsl help exit-codes` tells them.
const (
	exitFine        = 0
	exitProblems    = 1
	exitUsage       = 2
	exitEnvironment = 3
	exitLimit       = 4
	exitBug         = 70
	exitInterrupted = 130
)

func main() { os.Exit(run()) }

// run is main with an exit code, for the tests.
func run() int {
	t := newTool(os.Args[1:], os.Stdin, os.Stdout, os.Stderr)
	ignorePipes()
	stop := make(chan os.Signal, 2)
	signal.Notify(stop, os.Interrupt, syscall.SIGTERM)
	go func() {
		<-stop
		t.interrupt(errInterrupted)
		if t.patient.Load() { // it tells what it has done, then ends by itself; nobody waits for it for ever
			select {
			case <-stop:
			case <-time.After(5 * time.Second):
			}
		}
		t.clean()
		os.Exit(exitInterrupted)
	}()
	return t.main()
}

// errInterrupted ends what is under way when the user has had enough.
var errInterrupted = &exit{exitInterrupted, "interrupted"}

// exit is an error that knows the exit code. An empty message has been told already.
type exit struct {
	code    int
	message string
}

func (e *exit) Error() string { return e.message }

// problems ends with "something is wrong in the cards", which has been told.
var problems = &exit{code: exitProblems}

func usage(format string, args ...any) error {
	return &exit{exitUsage, fmt.Sprintf(format, args...)}
}

// environment ends with what cannot be read or written; what refuses to be replaced was named wrongly.
func environment(err error) error {
	var refusal *files.Refusal
	if errors.As(err, &refusal) {
		return &exit{exitUsage, refusal.Error()}
	}
	return &exit{exitEnvironment, files.Plain(err)}
}

// tool is one call of the command line.
type tool struct {
	args   []string
	in     io.Reader
	out    *pipe
	err    *pipe
	colour string // auto, always, never
	asJSON bool

	disk  afero.Fs                    // every file that is read or written
	admit func(paths ...string) error // lets what the user names be used of it

	ctx       context.Context // ends when the user interrupts
	interrupt context.CancelCauseFunc
	patient   atomic.Bool // what runs heeds ctx

	mu       sync.Mutex
	leftover string // a temporary file to remove when interrupted
}

func newTool(args []string, in io.Reader, out, err io.Writer) *tool {
	disk := &files.Disk{}
	t := &tool{args: args, in: in, out: &pipe{w: out}, err: &pipe{w: err}, disk: disk, admit: disk.Admit}
	t.out.buffer = bufio.NewWriterSize(raw{t.out}, 64<<10)
	t.ctx, t.interrupt = context.WithCancelCause(context.Background())
	return t
}

// painter paints what goes to a stream, when colours are wanted there.
func (t *tool) painter(p *pipe) term.Painter {
	return term.Painter{On: term.Colour(t.colour, p.w, os.Getenv)}
}

// say writes a line beside the result.
func (t *tool) say(format string, args ...any) {
	t.out.flush()
	fmt.Fprintf(t.err, format+"\n", args...)
}

// print writes a part of the result.
func (t *tool) print(format string, args ...any) { fmt.Fprintf(t.out, format, args...) }

// leave remembers the temporary file that an interruption has to remove; "" for none.
func (t *tool) leave(name string) {
	t.mu.Lock()
	defer t.mu.Unlock()
	t.leftover = name
}

func (t *tool) clean() {
	t.mu.Lock()
	defer t.mu.Unlock()
	if t.leftover != "" {
		t.disk.Remove(t.leftover)
	}
}

// main runs the command and says what went wrong. A panic is our bug, and ends here.
func (t *tool) main() (code int) {
	defer func() {
		if p := recover(); p != nil {
			t.clean()
			where := ""
			if os.Getenv("KDSL_TRACE") != "" {
				where = "\n" + string(debug.Stack())
			}
			t.say("kdsl: a bug in kdsl: %s (please report it, with `kdsl %s` and %s; KDSL_TRACE=1 shows where)%s",
				diag.Visible(fmt.Sprint(p)), diag.Visible(strings.Join(t.args, " ")), versionLine(), where)
			code = exitBug
		}
	}()
	err := t.execute()
	t.out.flush()
	if err == nil && t.out.failed != nil {
		err = environment(fmt.Errorf("writing the result: %w", t.out.failed))
	}
	return t.exitCode(err)
}

// exitCode tells an error and turns it into the exit code.
func (t *tool) exitCode(err error) int {
	var e *exit
	var limit *interp.LimitError
	switch {
	case err == nil:
		return exitFine
	case errors.As(err, &e):
		if e.message != "" {
			t.say("kdsl: %s", visibleLines(e.message))
		}
		return e.code
	case errors.As(err, &limit):
		t.say("kdsl: %s", diag.Visible(err.Error()))
		return exitLimit
	}
	t.say("kdsl: %s", diag.Visible(err.Error()))
	return exitProblems
}

// visibleLines is diag.Visible, but for line ends.
func visibleLines(s string) string {
	lines := strings.Split(s, "\n")
	for i := range lines {
		lines[i] = diag.Visible(lines[i])
	}
	return strings.Join(lines, "\n")
}

func (t *tool) execute() error {
	root := t.root()
	root.SetArgs(longFlags(root, t.args))
	root.SetIn(t.in)
	root.SetOut(t.out)
	root.SetErr(t.err)
	return root.Execute()
}

// root is the tree of commands.
func (t *tool) root() *cobra.Command {
	root := &cobra.Command{
		Use:           "kdsl",
		Short:         "Check, test and play tabletop rules and cards",
		Long:          "kdsl checks, tests and plays tabletop rules and cards written in kdsl.",
		SilenceErrors: true,
		SilenceUsage:  true,
		Args:          cobra.ArbitraryArgs,
		RunE: func(cmd *cobra.Command, args []string) error {
			if len(args) == 0 {
				return cmd.Help()
			}
			return unknown("command", args[0], commandNames(cmd), "kdsl help")
		},
	}
	root.CompletionOptions.DisableDefaultCmd = true
	root.SetFlagErrorFunc(func(cmd *cobra.Command, err error) error { return flagError(cmd, err) })
	root.PersistentFlags().StringVar(&t.colour, "color", "auto", "colours: auto, always or never")
	root.PersistentPreRunE = func(cmd *cobra.Command, _ []string) error {
		switch t.colour {
		case "auto", "always", "never":
			return nil
		}
		return usage("--color is auto, always or never, got %q", t.colour)
	}
	root.AddCommand(t.checkCmd(), t.testCmd(), t.fmtCmd(), t.runCmd(), t.replayCmd(), t.oddsCmd(), t.simCmd(), t.cardCmd(), t.docCmd(), t.whyCmd(), t.coverageCmd(),
		t.explainCmd(), t.versionCmd(), t.completionCmd(), exitCodesTopic())
	root.InitDefaultHelpFlag()
	help(root)
	return root
}

// unknown says that a word is not one of those that are known, and which is near.
func unknown(what, got string, known []string, more string) error {
	near := diag.Nearest(got, known)
	if near != "" {
		return usage("there is no %s %q: did you mean %q?", what, got, near)
	}
	if more == "" {
		return usage("there is no %s %q", what, got)
	}
	return usage("there is no %s %q; see `%s`", what, got, more)
}

func commandNames(root *cobra.Command) []string {
	var out []string
	for _, c := range root.Commands() {
		out = append(out, c.Name())
		out = append(out, c.Aliases...)
	}
	return out
}

// flagError makes a usage error of a wrong flag, with the flag that was probably meant.
func flagError(cmd *cobra.Command, err error) error {
	var missing *pflag.NotExistError
	if errors.As(err, &missing) {
		got := missing.GetSpecifiedName()
		var known []string
		cmd.Flags().VisitAll(func(f *pflag.Flag) { known = append(known, f.Name) })
		if near := diag.Nearest(got, known); near != "" {
			return usage("%s has no flag %q: did you mean --%s?", cmd.CommandPath(), got, near)
		}
		return usage("%s has no flag %q; see `%s --help`", cmd.CommandPath(), got, cmd.CommandPath())
	}
	return usage("%s: %v", cmd.CommandPath(), err)
}

// longFlags lets a long flag be written with one dash, as the tools of Go do: -run, -json. Letters
// that stand together keep their meaning: no short flags make up a long one.
func longFlags(root *cobra.Command, args []string) []string {
	long := map[string]bool{}
	collect := func(f *pflag.Flag) { long[f.Name] = true }
	root.PersistentFlags().VisitAll(collect)
	for _, c := range root.Commands() {
		c.Flags().VisitAll(collect)
	}
	out := make([]string, 0, len(args))
	for i, a := range args {
		if a == "--" {
			return append(out, args[i:]...)
		}
		name, _, _ := strings.Cut(strings.TrimPrefix(a, "-"), "=")
		if len(name) > 1 && a[0] == '-' && a[1] != '-' && long[name] {
			a = "-" + a
		}
		out = append(out, a)
	}
	return out
}
