package laws_test

import (
	"fmt"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"github.com/spf13/afero"

	"github.com/kdsl-lang/kdsl/lang/load"
)

func loader(local afero.Fs) *load.Loader {
	l := diskLoader()
	l.Local = local
	return l
}

// unitsOf are the programs of a folder or of a page of the documentation, by name.
func unitsOf(t *testing.T, where string) map[string]*load.Unit {
	t.Helper()
	out := map[string]*load.Unit{}
	keep := func(name string, us []*load.Unit, err error) {
		if err != nil {
			t.Fatal(err)
		}
		for _, u := range us {
			if !u.Diags.HasErrors() {
				out[name+u.Name] = u
			}
		}
	}
	if !strings.HasSuffix(where, ".md") {
		us, err := loader(afero.NewBasePathFs(afero.NewOsFs(), filepath.Join(root, where))).Load(".")
		keep(where+"/", us, err)
		return out
	}
	data, err := os.ReadFile(filepath.Join(root, where))
	if err != nil {
		t.Fatal(err)
	}
	named := map[string]string{} // the files of the page that have names
	for i, x := range fence.FindAllStringSubmatch(string(data), -1) {
		fs, file := afero.NewMemMapFs(), x[1]
		write := func(file, text string) {
			if err := afero.WriteFile(fs, file, []byte(text), 0o644); text != "" && err != nil {
				t.Fatal(err)
			}
		}
		for name, text := range named {
			write(name, text)
		}
		if file == "" {
			file = "main.kdsl"
		} else {
			named[file] = x[2]
		}
		names := fileLine.FindAllStringSubmatch(x[2], -1)
		for j, part := range fileLine.Split(x[2], -1) {
			if j > 0 {
				file = names[j-1][1]
			}
			if j > 0 || part != "" {
				write(file, part)
			}
		}
		us, err := loader(fs).Load(file)
		keep(fmt.Sprintf("%s:%d:", where, i), us, err)
	}
	return out
}

var (
	fence    = regexp.MustCompile("(?ms)^```kdsl(?: (\\S+))?\n(.*?)^```$")
	fileLine = regexp.MustCompile(`(?m)^-- ([\w./-]+) --\n`)
)
