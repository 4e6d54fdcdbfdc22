// Command kdsl checks, tests and plays tabletop rules and cards written in kdsl.
package main

import (
	"fmt"
	"os"
	"os/signal"
	"path"
	"path/filepath"
	"runtime"
	"runtime/debug"
	"strings"
	"syscall"
	"time"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"

	"github.com/kdsl-lang/kdsl/lang/diag"
)

func main() { os.Exit(run()) }

// run is main with an exit code, for the tests.
func run() int {
	t := newTool(os.Args[1:], os.Stdin, os.Stdout, os.Stderr)
	ignorePipes()
	bounded(0)
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
				bug(p), diag.Visible(strings.Join(t.args, " ")), versionLine(), where)
			code = exitBug
		}
	}()
	err := t.call()
	t.out.flush()
	if t.out.failed != nil && (err == nil || judged(err).message == "") { // what is wrong in the cards is told in what is lost
		err = fmt.Errorf("writing the result: %w", t.out.failed)
	}
	return t.exitCode(err)
}

// bug says where kdsl's own code has failed, and what the runtime says of it. What else a panic says may hold a
// piece of a card, which is nobody's business: it is left out.
func bug(p any) string {
	said := ""
	if e, ok := p.(runtime.Error); ok {
		said = diag.Visible(e.Error()) + ", "
	}
	calls := make([]uintptr, 64)
	frames := runtime.CallersFrames(calls[:runtime.Callers(1, calls)])
	for inside := false; ; {
		f, more := frames.Next()
		switch {
		case f.Function == "runtime.gopanic":
			inside = true
		case inside && !strings.HasPrefix(f.Function, "runtime."):
			return fmt.Sprintf("%sin %s, %s:%d", said, path.Base(f.Function), path.Base(filepath.ToSlash(f.File)), f.Line)
		case !more:
			return said + "in kdsl"
		}
	}
}

// call does what the arguments say.
func (t *tool) call() error {
	root := t.root()
	root.SetArgs(longFlags(root, t.args))
	root.SetIn(t.in)
	root.SetOut(t.out)
	root.SetErr(t.err)
	return root.Execute()
}

// command is one word after `kdsl`. Its fields are what its flags say.
type command interface {
	page() *cobra.Command // how it is called, and what help says of it
	flags(*pflag.FlagSet)
	run(t *tool, args []string) error
}

func commands() []command {
	return []command{&checkCommand{}, &testCommand{}, &fmtCommand{}, &runCommand{}, &replayCommand{}, &oddsCommand{}, &simCommand{}, &surveyCommand{}, &cardCommand{},
		&proofCommand{}, &docCommand{}, &siteCommand{}, &whyCommand{}, &coverageCommand{}, &explainCommand{}, &newCommand{}, &watchCommand{}, &lspCommand{}, &versionCommand{}, &completionCommand{}}
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
	root.SetFlagErrorFunc(flagError)
	words(root.PersistentFlags(), &t.colour, "color", "colours: auto, always or never", "auto", "always", "never")
	words(root.PersistentFlags(), &t.lang, "lang", "the language of cards, reports and messages: en or fr; else what LANG says", "en", "fr")
	t.lang = spoken(os.Getenv)
	for _, c := range commands() {
		page := c.page()
		page.RunE = func(_ *cobra.Command, args []string) error { return c.run(t, args) }
		c.flags(page.Flags())
		root.AddCommand(page)
	}
	root.AddCommand(exitCodesTopic)
	root.InitDefaultHelpFlag()
	help(root)
	t.speakFrench(root)
	return root
}

func commandNames(root *cobra.Command) []string {
	var out []string
	for _, c := range root.Commands() {
		out = append(out, c.Name())
		out = append(out, c.Aliases...)
	}
	return out
}
