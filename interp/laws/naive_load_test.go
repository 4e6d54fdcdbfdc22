package laws_test

import (
	"os"
	"path/filepath"
	"regexp"
	"strconv"
	"strings"
	"testing"

	"github.com/spf13/afero"

	"github.com/kdsl-lang/kdsl/lang/load"
)

// label is what the programs of pages are called in reports.
var label = map[*load.Unit]string{}

// root is the module's folder, seen from here.
const root = "../.."

// library is where packs are looked for that stand beside no program.
func library() []afero.Fs {
	var out []afero.Fs
	for _, dir := range []string{"stdlib", "rules", "spells"} {
		out = append(out, afero.NewBasePathFs(afero.NewOsFs(), filepath.Join(root, dir)))
	}
	return out
}

// contentUnits are the programs below a folder of content.
func contentUnits(t *testing.T, dir string) []*load.Unit {
	t.Helper()
	l := &load.Loader{Local: afero.NewBasePathFs(afero.NewOsFs(), filepath.Join(root, dir)), Library: library()}
	out, err := l.Load(".")
	if err != nil {
		t.Fatal(err)
	}
	return out
}

var fileLine = regexp.MustCompile(`^-- ([\w./-]+) --$`)

// pageUnits are the complete programs of a page of the documentation.
func pageUnits(t *testing.T, page string) []*load.Unit {
	t.Helper()
	data, err := os.ReadFile(filepath.Join(root, page))
	if err != nil {
		t.Fatal(err)
	}
	var out []*load.Unit
	kept := map[string]string{} // the files of the page that have names
	open, name, text, at := false, "", "", 0
	for i, line := range strings.Split(string(data), "\n") {
		fence, isFence := strings.CutPrefix(line, "```")
		switch {
		case !open && isFence:
			sort, file, _ := strings.Cut(strings.TrimSpace(fence), " ")
			if sort == "kdsl" {
				open, name, text, at = true, file, "", i+1
			}
		case open && isFence:
			open = false
			fs := afero.NewMemMapFs()
			for f, s := range kept {
				write(t, fs, f, s)
			}
			last, part := name, ""
			if last == "" {
				last = "main.kdsl"
			}
			for l := range strings.Lines(text) {
				if m := fileLine.FindStringSubmatch(strings.TrimSpace(l)); m != nil {
					write(t, fs, last, part)
					last, part = m[1], ""
					continue
				}
				part += l
			}
			write(t, fs, last, part)
			if name != "" {
				kept[name] = text
			}
			l := &load.Loader{Local: fs, Library: library()}
			us, err := l.Load(last)
			if err != nil {
				t.Fatal(err)
			}
			label[us[0]] = page + ":" + strconv.Itoa(at)
			out = append(out, us[0])
		case open:
			text += line + "\n"
		}
	}
	return out
}

func write(t *testing.T, fs afero.Fs, name, text string) {
	t.Helper()
	if text == "" {
		return
	}
	if err := afero.WriteFile(fs, name, []byte(text), 0o644); err != nil {
		t.Fatal(err)
	}
}
