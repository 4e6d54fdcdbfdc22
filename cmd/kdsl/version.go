package main

import (
	"runtime"
	"runtime/debug"

	"github.com/spf13/cobra"
)

// version is set by the linker in a release; otherwise the module's own version counts.
var version = ""

// languageVersion is of the language that this kdsl reads.
const languageVersion = "0.1"

// versioned is what `version --json` writes.
type versioned struct {
	FormatVersion int    `json:"format_version"`
	Version       string `json:"version"`
	Commit        string `json:"commit"`
	Language      string `json:"language"`
	Go            string `json:"go"`
	Platform      string `json:"platform"`
}

func thisVersion() versioned {
	v := versioned{formatVersion, version, "unknown", languageVersion, runtime.Version(), runtime.GOOS + "/" + runtime.GOARCH}
	if info, ok := debug.ReadBuildInfo(); ok {
		if v.Version == "" && info.Main.Version != "(devel)" {
			v.Version = info.Main.Version
		}
		for _, s := range info.Settings {
			if s.Key == "vcs.revision" {
				v.Commit = s.Value
			}
		}
	}
	if v.Version == "" {
		v.Version = "0.0.0-dev"
	}
	return v
}

func versionLine() string {
	v := thisVersion()
	return "kdsl " + v.Version + " (" + v.Commit + ", language " + v.Language + ", " + v.Go + ", " + v.Platform + ")"
}

func (t *tool) versionCmd() *cobra.Command {
	cmd := &cobra.Command{
		Use:     "version",
		Short:   "Say which kdsl this is",
		Long:    "Version says which kdsl this is, and which version of the language it reads.",
		Example: "  kdsl version --json",
		Args:    none,
		RunE: func(*cobra.Command, []string) error {
			if t.asJSON {
				return writeJSON(t.out, thisVersion())
			}
			t.print("%s\n", versionLine())
			return nil
		},
	}
	cmd.Flags().BoolVar(&t.asJSON, "json", false, "write one JSON document")
	return cmd
}

// none refuses arguments.
func none(cmd *cobra.Command, args []string) error {
	if len(args) > 0 {
		return usage("%s takes no arguments, got %q", cmd.CommandPath(), args[0])
	}
	return nil
}

// atMost refuses more arguments than n.
func atMost(n int) cobra.PositionalArgs {
	return func(cmd *cobra.Command, args []string) error {
		if len(args) > n {
			return usage("%s takes %s at most, got %d", cmd.CommandPath(), count(n, "argument"), len(args))
		}
		return nil
	}
}
