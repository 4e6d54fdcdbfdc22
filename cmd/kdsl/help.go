package main

import (
	"strings"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"
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
