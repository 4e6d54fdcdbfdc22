package main

import (
	"fmt"
	"runtime"
	"runtime/debug"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"
)

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
