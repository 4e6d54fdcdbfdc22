package main

import (
	"fmt"
	"runtime"
	"runtime/debug"
	"strings"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"

	"github.com/kdsl-lang/kdsl/docs"
	"github.com/kdsl-lang/kdsl/internal/term"
	"github.com/kdsl-lang/kdsl/lang/check"
	"github.com/kdsl-lang/kdsl/lang/tongue"
)

var exitCodesTopic = &cobra.Command{
	Use:   "exit-codes",
	Short: "What the exit codes mean",
	Long: `The exit codes of kdsl:

    0   nothing is wrong
    1   something is wrong in the cards: errors, failing tests, a file that
        is not formatted, a game that fails, a replay that plays differently
    2   the command was called wrongly
    3   a file cannot be read or written, is no replay, or is a replay of
        another program
    4   a safety limit was hit: a game or a question that does not end
   70   a bug in kdsl
  130   interrupted`,
}

type completionCommand struct{}

var shells = []string{"bash", "zsh", "fish", "powershell"}

func (c *completionCommand) page() *cobra.Command {
	return &cobra.Command{
		Use:       "completion SHELL",
		Short:     "Write a script that completes commands in your shell",
		Long:      "Completion writes a script that completes the commands and flags of kdsl.\nSHELL is bash, zsh, fish or powershell.",
		Example:   "  kdsl completion bash > kdsl.bash",
		ValidArgs: shells,
	}
}

func (c *completionCommand) flags(*pflag.FlagSet) {}

func (c *completionCommand) run(t *tool, args []string) error {
	if len(args) != 1 {
		return usage("name one shell: %s", strings.Join(shells, ", "))
	}
	switch root := t.root(); args[0] {
	case "bash":
		return root.GenBashCompletionV2(t.out, true)
	case "zsh":
		return root.GenZshCompletion(t.out)
	case "fish":
		return root.GenFishCompletion(t.out, true)
	case "powershell":
		return root.GenPowerShellCompletionWithDesc(t.out)
	}
	return unknown("shell", args[0], shells, "kdsl help completion")
}

// help lays the help out: what it is, how it is called, an example; no line is over 80 columns.
func help(root *cobra.Command) {
	root.SetHelpTemplate(`{{if .Long}}{{.Long}}{{else}}{{.Short}}{{end}}
{{if .Runnable}}
Usage:
  {{if .HasAvailableSubCommands}}{{.CommandPath}} COMMAND [ARGUMENT...]{{else}}{{.UseLine}}{{end}}
{{end}}{{if .Aliases}}
Also called: {{range .Aliases}}{{.}}{{end}}
{{end}}{{if .HasExample}}
Examples:
{{.Example}}
{{end}}{{if .HasAvailableSubCommands}}
Commands:
{{range .Commands}}{{if and .IsAvailableCommand}}  {{rpad .Name 12}}{{.Short}}
{{end}}{{end}}
Topics:
{{range .Commands}}{{if .IsAdditionalHelpTopicCommand}}  {{rpad .Name 12}}{{.Short}}
{{end}}{{end}}{{end}}{{if .HasAvailableLocalFlags}}
Flags:
{{.LocalFlags.FlagUsagesWrapped 80 | trimTrailingWhitespaces}}
{{end}}{{if .HasAvailableSubCommands}}
"kdsl help COMMAND" says more about a command.
{{end}}`)
	root.SetHelpCommand(&cobra.Command{
		Use:   "help [COMMAND or TOPIC]",
		Short: "Say more about a command",
		RunE: func(cmd *cobra.Command, args []string) error {
			root := cmd.Root()
			if len(args) == 0 {
				return root.Help()
			}
			for _, c := range root.Commands() {
				if c.Name() == args[0] || c.HasAlias(args[0]) {
					c.InitDefaultHelpFlag()
					return c.Help()
				}
			}
			return unknown("command", args[0], commandNames(root), "kdsl help")
		},
	})
	cobra.EnableCommandSorting = false
}

// explanation is a code, what it means in a line, and its page, in Markdown, in the language of who reads it.
type explanation struct{ code, summary, page string }

func (t *tool) explanation(code, summary string) explanation {
	page, there := docs.ExplainIn(code, t.lang)
	switch {
	case !there:
		page = "# " + code + "\n\n" + summary + "\n"
	case t.tongue() == tongue.French:
		summary = docs.Summary(page)
	}
	return explanation{code, summary, page}
}

func (x explanation) document() document {
	return documentOf(entry{"code", x.code}, entry{"summary", x.summary}, entry{"page", x.page})
}

type explainCommand struct{ report }

func (c *explainCommand) page() *cobra.Command {
	return &cobra.Command{
		Use:   "explain [CODE]",
		Short: "Explain a diagnostic, with a wrong and a right example",
		Long: `Explain says what the code of a diagnostic means, with a wrong and a right
example. Without CODE it lists all codes.`,
		Example: `  kdsl explain missing-duration
  kdsl explain`,
		Args: atMost(1),
	}
}

func (c *explainCommand) flags(fs *pflag.FlagSet) { jsonFlag(fs, &c.asJSON) }

func (c *explainCommand) run(t *tool, args []string) error {
	p := t.painter(t.out)
	if len(args) == 0 {
		var all []document
		for _, x := range check.Codes {
			all = append(all, t.explanation(x.Code, x.Summary).document())
		}
		return c.show(t, documentOf(entry{"codes", all}), func() {
			for _, x := range check.Codes {
				t.print("%s\n", p.Paint(term.Bold, x.Code))
				t.print("%s", wrap(t.explanation(x.Code, x.Summary).summary, "    ", 78))
			}
		})
	}
	code := strings.Trim(args[0], "[]")
	var known []string
	for _, x := range check.Codes {
		known = append(known, x.Code)
		if x.Code == code {
			x := t.explanation(code, x.Summary)
			return c.show(t, x.document(), func() { t.print("%s", render(x.page, p)) })
		}
	}
	return unknown("code", code, known, "kdsl explain")
}

// render writes a page for a terminal: paragraphs wrapped, examples set in.
func render(page string, p term.Painter) string {
	var b strings.Builder
	var paragraph []string
	flush := func() {
		if len(paragraph) > 0 {
			b.WriteString(wrap(strings.Join(paragraph, " "), "", 80))
			paragraph = nil
		}
	}
	fence := false
	for line := range strings.Lines(page) {
		line = strings.TrimRight(line, "\r\n")
		switch {
		case strings.HasPrefix(line, "```"):
			flush()
			fence = !fence
		case fence && strings.HasPrefix(line, "// want "):
			// What is reported here; the page has just said so.
		case fence:
			b.WriteString(strings.TrimRight("    "+line, " ") + "\n")
		case strings.HasPrefix(line, "# "):
			b.WriteString(p.Paint(term.Bold, line[2:]) + "\n")
		case line == "":
			flush()
			b.WriteByte('\n')
		default:
			paragraph = append(paragraph, strings.TrimSpace(line))
		}
	}
	flush()
	return b.String()
}

// wrap breaks a text into lines of at most width columns, each after the indent.
func wrap(text, indent string, width int) string {
	var b strings.Builder
	line := indent
	for _, word := range strings.Fields(text) {
		if line != indent && len([]rune(line))+1+len([]rune(word)) > width {
			fmt.Fprintln(&b, line)
			line = indent
		}
		if line != indent {
			line += " "
		}
		line += word
	}
	fmt.Fprintln(&b, line)
	return b.String()
}

// version is set by the linker in a release; otherwise the module's own version counts.
var version = ""

// languageVersion is of the language that this kdsl reads.
const languageVersion = "0.1"

// thisVersion is the version of this kdsl, and the commit that it was made of.
func thisVersion() (is, commit string) {
	is, commit = version, "unknown"
	if info, ok := debug.ReadBuildInfo(); ok {
		if is == "" && info.Main.Version != "(devel)" {
			is = info.Main.Version
		}
		for _, s := range info.Settings {
			if s.Key == "vcs.revision" {
				commit = s.Value
			}
		}
	}
	if is == "" {
		is = "0.0.0-dev"
	}
	return is, commit
}

const platform = runtime.GOOS + "/" + runtime.GOARCH

func versionLine() string {
	is, commit := thisVersion()
	return fmt.Sprintf("kdsl %s (%s, language %s, %s, %s)", is, commit, languageVersion, runtime.Version(), platform)
}

type versionCommand struct {
	report
	modules bool
}

// module is one that is linked.
type module struct {
	Path    string `json:"path"`
	Version string `json:"version"`
	Sum     string `json:"sum"` // as go.sum has it
}

// modules are those that are linked, without this one.
func modules() []module {
	out := []module{}
	if info, ok := debug.ReadBuildInfo(); ok {
		for _, d := range info.Deps {
			if d.Replace != nil {
				d = d.Replace
			}
			out = append(out, module{d.Path, d.Version, d.Sum})
		}
	}
	return out
}

func (c *versionCommand) page() *cobra.Command {
	return &cobra.Command{
		Use:     "version",
		Short:   "Say which kdsl this is",
		Long:    "Version says which kdsl this is, and which version of the language it reads.\nWith --modules it lists what else it was made of, with versions and hashes.",
		Example: "  kdsl version --json\n  kdsl version --modules",
		Args:    atMost(0),
	}
}

func (c *versionCommand) flags(fs *pflag.FlagSet) {
	jsonFlag(fs, &c.asJSON)
	fs.BoolVar(&c.modules, "modules", false, "list what it was made of")
}

func (c *versionCommand) run(t *tool, _ []string) error {
	is, commit := thisVersion()
	d := documentOf(entry{"version", is}, entry{"commit", commit}, entry{"language", languageVersion}, entry{"go", runtime.Version()}, entry{"platform", platform})
	if c.modules {
		d = documentOf(entry{"version", is}, entry{"commit", commit}, entry{"go", runtime.Version()}, entry{"modules", modules()})
	}
	return c.show(t, d, func() {
		t.print("%s\n", versionLine())
		for _, m := range modules() {
			if c.modules {
				t.print("%s %s %s\n", m.Path, m.Version, m.Sum)
			}
		}
	})
}
