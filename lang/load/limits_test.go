package load

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"runtime"
	"strings"
	"sync/atomic"
	"testing"
	"testing/fstest"

	"github.com/spf13/afero"
)

// counted counts what is asked of a file system.
type counted struct {
	afero.Fs
	opened, bytes *atomic.Int64
}

func (c counted) Open(name string) (afero.File, error) {
	c.opened.Add(1)
	f, err := c.Fs.Open(name)
	if err != nil {
		return nil, err
	}
	return countedFile{f, c.bytes}, nil
}

type countedFile struct {
	afero.File
	bytes *atomic.Int64
}

func (f countedFile) Read(b []byte) (int, error) {
	n, err := f.File.Read(b)
	f.bytes.Add(int64(n))
	return n, err
}

func count(fs afero.Fs) counted { return counted{fs, new(atomic.Int64), new(atomic.Int64)} }

// Loading opens each folder and each file once, and reads each byte once: however many packs are used,
// whatever lies beside them, and in whichever file a pack says its name.
func TestEachFileIsReadOnce(t *testing.T) {
	shapes := map[string]func(n int) (map[string]string, string){
		"uses beside a large folder": func(n int) (map[string]string, string) {
			texts := map[string]string{}
			var all []string
			for i := range n {
				id := fmt.Sprintf("p%03d", i)
				all = append(all, id)
				texts["all/"+id+"/pack.kdsl"] = "pack " + id + "\n"
				texts[fmt.Sprintf("all/a_large/%03d.kdsl", i)] = strings.Repeat("// nothing\n", 100)
			}
			texts["all/main/main.kdsl"] = "pack main { uses " + strings.Join(all, ", ") + " }\n"
			return texts, "all/main"
		},
		"the pack in the last file": func(n int) (map[string]string, string) {
			texts := map[string]string{"p/zzz.kdsl": "pack p\n"}
			for i := range n {
				texts[fmt.Sprintf("p/%03d.kdsl", i)] = strings.Repeat("// nothing\n", 100)
			}
			return texts, "p"
		},
		"loose files that use one pack": func(n int) (map[string]string, string) {
			texts := map[string]string{"p/pack.kdsl": "pack p\n"}
			for i := range n {
				texts[fmt.Sprintf("loose/%03d.kdsl", i)] = "use p\n"
			}
			return texts, "loose"
		},
	}
	for name, shape := range shapes {
		for _, n := range []int{20, 40, 80} {
			texts, at := shape(n)
			local := count(files(t, texts))
			if _, err := (&Loader{Local: local}).Load(at); err != nil {
				t.Fatal(err)
			}
			size, folders := 0, map[string]bool{".": true, "all": true}
			for f, text := range texts {
				size += len(text)
				folders[f[:strings.LastIndexByte(f, '/')]] = true
			}
			if got, most := local.opened.Load(), int64(len(texts)+len(folders)); got > most {
				t.Errorf("%s, %d: opened %d times, at most %d are needed", name, n, got, most)
			}
			if got := local.bytes.Load(); got > int64(size) {
				t.Errorf("%s, %d: read %d bytes of %d", name, n, got, size)
			}
		}
	}
}

// Undefined names are looked up in the library, which is read once for all of them, and named once.
func TestTheLibraryIsReadOnce(t *testing.T) {
	lib := count(files(t, base))
	text := ""
	for i := range 100 {
		text += fmt.Sprintf("piece p%d { }\n", i)
	}
	u, err := (&Loader{Local: afero.NewMemMapFs(), Library: []afero.Fs{lib}}).LoadText("x", text)
	if err != nil || strings.Count(messages(u), "write `use base` above") != 1 {
		t.Fatalf("%v, %s", err, messages(u))
	}
	if got := lib.opened.Load(); got > 10 {
		t.Errorf("opened %d times", got)
	}
}

// The bounds of a pack, just below and just above.
func TestPackLimits(t *testing.T) {
	if testing.Short() {
		t.Skip("reads 70 MB")
	}
	full := strings.Repeat(strings.Repeat("/", 63)+"\n", MaxFile/64)
	bySize := func(n int, more string) map[string]string {
		texts := map[string]string{}
		for i := range n {
			texts[fmt.Sprintf("p/%02d.kdsl", i)] = full
		}
		texts["p/00.kdsl"] = "pack p\n" + full[len("pack p\n"):]
		texts["p/zz.kdsl"] = more
		return texts
	}
	byFiles := func(n int) map[string]string {
		texts := map[string]string{"p/0000.kdsl": "pack p\n"}
		for i := 1; i < n; i++ {
			texts[fmt.Sprintf("p/%04d.kdsl", i)] = ""
		}
		return texts
	}
	for _, c := range []struct {
		name  string
		texts map[string]string
		want  string // the file that says so
	}{
		{"bytes below", bySize(MaxPack/MaxFile, ""), ""},
		{"bytes above", bySize(MaxPack/MaxFile, "\n"), "p/zz.kdsl"},
		{"files below", byFiles(MaxFiles), ""},
		{"files above", byFiles(MaxFiles + 2), "p/5000.kdsl"},
	} {
		units, err := (&Loader{Local: files(t, c.texts)}).Load("p")
		if err != nil || len(units) != 1 {
			t.Fatalf("%s: %v", c.name, err)
		}
		got := ""
		for _, d := range units[0].Diags {
			if d.Code == "bad-size" {
				got += d.Span.File.Name
			}
		}
		if got != c.want || len(units[0].Diags) > 1 {
			t.Errorf("%s: said of %q, want %q: %.200s", c.name, got, c.want, messages(units[0]))
		}
	}
}

// The bounds of what is read together, just below and just above, of programs that are within theirs.
func TestLimitsTogether(t *testing.T) {
	texts := map[string]string{"p/a.kdsl": "pack p { uses q }\n", "q/a.kdsl": "pack q\n", "z.kdsl": "use p\n"}
	all := size{words: 13, bytes: len(texts["p/a.kdsl"]) + len(texts["q/a.kdsl"]) + len(texts["z.kdsl"])}
	load, check := (*Loader).Load, (*Loader).Check
	for _, c := range []struct {
		name string
		read func(*Loader, ...string) ([]*Unit, error)
		held size // what has been read already
		want string
	}{
		{"words below", load, size{0, MaxWordsTogether - all.words}, ""},
		{"words above", load, size{0, MaxWordsTogether - all.words + 1}, "z.kdsl: up to here there are more than 600000 words and signs"},
		{"words below, checked", check, size{0, MaxWordsTogether - all.words}, ""},
		{"words above, checked", check, size{0, MaxWordsTogether - all.words + 1}, "z.kdsl: up to here there are more than 600000 words and signs"},
		{"bytes below", load, size{MaxBytesTogether - all.bytes, 0}, ""},
		{"bytes above", load, size{MaxBytesTogether - all.bytes + 1, 0}, "z.kdsl: up to here there are more than 16777216 bytes"},
		{"bytes of a pack", load, size{MaxBytesTogether, 0}, "p: up to here there are more than 16777216 bytes"},
	} {
		units, err := c.read(&Loader{Local: files(t, texts), held: c.held}, ".")
		if got := fmt.Sprint(err); c.want == "" && (err != nil || len(units) != 3) || c.want != "" && !strings.HasPrefix(got, c.want) {
			t.Errorf("%s: got %v, want %q", c.name, err, c.want)
		}
	}
	many := func(n int, text string) afero.Fs {
		texts := map[string]string{}
		for i := range n {
			texts[fmt.Sprintf("%05d.kdsl", i)] = text
		}
		return files(t, texts)
	}
	const least = MaxLinkedTogether / leastLinked
	if _, err := (&Loader{Local: many(least, "")}).Load("."); err != nil {
		t.Errorf("programs below: %v", err)
	}
	if _, err := (&Loader{Local: many(least+1, "")}).Load("."); err == nil || !strings.HasPrefix(err.Error(), fmt.Sprintf("%05d.kdsl: up to here the programs have", least)) {
		t.Errorf("programs above: %v", err)
	}
	units, err := (&Loader{Local: files(t, texts)}).Load(".")
	if err != nil || len(units) != 3 || units[0].words != 10 || units[1].words != 3 || units[2].words != 13 {
		t.Errorf("the programs are made of %v, %v", units, err)
	}
	if _, err := (&Loader{Local: many(MaxFilesTogether, "")}).Check("."); err != nil {
		t.Errorf("files below: %v", err)
	}
	if _, err := (&Loader{Local: many(MaxFilesTogether+1, "")}).Check("."); err == nil || err.Error() != "these are 10001 files, of which at most 10000 are read together" {
		t.Errorf("files above: %v", err)
	}
}

// At most 200 diagnostics, and one that says how many more; what the file does not say is not undefined.
func TestDiagnosticsAreCapped(t *testing.T) {
	for n, want := range map[int]int{MaxDiags: MaxDiags, MaxDiags + 1: MaxDiags + 1, 5 * MaxDiags: MaxDiags + 1} {
		text := ""
		for i := range n {
			text += fmt.Sprintf("function _f%d(a: nope): int = 1\n", i)
		}
		u, err := (&Loader{Local: afero.NewMemMapFs()}).LoadText("x", text)
		if err != nil || len(u.Diags) != want || !u.Diags.HasErrors() {
			t.Errorf("%d: %d, want %d, %v", n, len(u.Diags), want, err)
		}
		if last := u.Diags[len(u.Diags)-1].Message; want > MaxDiags && last != fmt.Sprintf("and %d more, which are not shown", n-MaxDiags) {
			t.Errorf("%d: %s", n, last)
		}
	}
	u, err := (&Loader{Local: afero.NewMemMapFs()}).LoadText("x", strings.Repeat("a\n", 1000)+"kind piece { }\npiece rook { }\n")
	if err != nil || strings.Contains(messages(u), "undefined") || !strings.Contains(messages(u), "no more of the file is read") {
		t.Errorf("%v, %s", err, messages(u))
	}
}

// Names that do not do everywhere are warned of, where the file is used.
func TestNamesOfFiles(t *testing.T) {
	for _, c := range []struct{ name, want string }{
		{"a.kdsl", ""},
		{"Élan vital-2 (draft).kdsl", ""},
		{"console.kdsl", ""},
		{".hidden.kdsl", ""}, // no part of a program
		{strings.Repeat("a", 195) + ".kdsl", ""},
		{strings.Repeat("a", 196) + ".kdsl", "201 bytes"},
		{"a\\b.kdsl", "Windows does not store"},
		{"a:b.kdsl", "Windows does not store"},
		{"what?.kdsl", "Windows does not store"},
		{"CON.kdsl", "name of a device"},
		{"nul.draft.kdsl", "name of a device"},
		{"com1.kdsl", "name of a device"},
		{"com\u00b9.kdsl", "name of a device"},
		{"a .kdsl", "blank or a dot"},
		{" a.kdsl", "blank or a dot"},
		{"a..kdsl", "blank or a dot"},
		{"a\u202eb.kdsl", "not seen"},
		{"a\u200bb.kdsl", "not seen"},
		{"a\u00a0b.kdsl", "not seen"},
		{"a\tb.kdsl", "not seen"},
		{"a\xffb.kdsl", "not seen"},
	} {
		units, err := (&Loader{Local: files(t, map[string]string{"d/" + c.name: "enum _x { a }\n", "d/other.kdsl": ""})}).Load("d")
		if err != nil {
			t.Errorf("%q: %v", c.name, err)
			continue
		}
		got := ""
		for _, u := range units {
			got += messages(u)
		}
		if c.want == "" && got != "" || !strings.Contains(got, c.want) || c.want != "" && !strings.Contains(got, "bad-file-name") {
			t.Errorf("%q: got %q", c.name, got)
		}
	}
	units, err := (&Loader{Local: files(t, map[string]string{"d/A.kdsl": "pack d\n", "d/a.kdsl": "enum _x { a }\n", "d/b.kdsl": ""})}).Load("d")
	if err != nil || messages(units[0]) != "bad-file-name: A.kdsl and a.kdsl differ only in capital letters: on many systems only one of them is there" {
		t.Errorf("%v, %s", err, messages(units[0]))
	}
	if units[0].Diags[0].Span.File.Name != "d/a.kdsl" {
		t.Error("that is said of another file")
	}
}

// Files of one name in several systems are several files, whatever the systems print.
func TestSystemsAreApart(t *testing.T) {
	system := func(text string) afero.Fs {
		return afero.FromIOFS{FS: opaque{fstest.MapFS{"p/pack.kdsl": {Data: []byte(text)}}}}
	}
	l := &Loader{Local: system("pack mine { uses theirs }\n"), Library: []afero.Fs{system("pack theirs { uses third }\n"), system("pack third\nkind piece { }\n")}}
	units, err := l.Load("p")
	if err != nil || messages(units[0]) != "" || len(units[0].Program.Kinds) < 1 {
		t.Fatalf("%v, %s", err, messages(units[0]))
	}
	if got := units[0].Local(); len(got) != 1 || got[0] != "p/pack.kdsl" {
		t.Errorf("local are %q", got)
	}
}

// opaque prints like every other of its sort.
type opaque struct{ fs.FS }

func (opaque) Format(s fmt.State, _ rune) { s.Write([]byte("fs")) }

// broken fails to open one file.
type broken struct {
	afero.Fs
	name string
}

func (b broken) Open(name string) (afero.File, error) {
	if name == b.name {
		return nil, &fs.PathError{Op: "open", Path: name, Err: os.ErrPermission}
	}
	return b.Fs.Open(name)
}

// A file beside that cannot be read fails only who might need it.
func TestUnreadableBeside(t *testing.T) {
	texts := map[string]string{"all/locked/pack.kdsl": "pack locked\n", "all/open/pack.kdsl": "pack open\n",
		"all/a/a.kdsl": "use open\n", "all/b/b.kdsl": "use locked\n"}
	l := &Loader{Local: broken{files(t, texts), "all/locked/pack.kdsl"}}
	if units, err := l.Load("all/a"); err != nil || messages(units[0]) != "" {
		t.Errorf("%v", err)
	}
	if _, err := l.Load("all/b"); !errors.Is(err, os.ErrPermission) {
		t.Errorf("got %v", err)
	}
}

// Many mistakes of one sort are told in memory that grows as their text does: none is looked at with all that follows it.
func TestMistakesAreLinear(t *testing.T) {
	for _, c := range []struct{ head, unit, tail string }{
		{"event e(x: int) { do {\n", "x = x\n", "} }\n"},
		{"event e(x: int) { do {\n", "y += 1\n", "} }\n"},
		{"event e(x: int) { do {\n", "f(x)\n", "} }\n"},
		{"kind k { }\nk a {\n", "en = 1\n", "}\n"},
		{"kind k { }\nk a {\n", "b = 1\n", "}\n"},
		{"", "kind k extends l { }\n", ""},
	} {
		measure := func(n int) uint64 {
			text := c.head + strings.Repeat(c.unit, n) + c.tail
			var before, after runtime.MemStats
			runtime.ReadMemStats(&before)
			u, err := (&Loader{Local: afero.NewMemMapFs()}).LoadText("x", text)
			runtime.ReadMemStats(&after)
			if err != nil || !u.Diags.HasErrors() {
				t.Errorf("%q: %v, %d mistakes", c.unit, err, len(u.Diags))
			}
			return after.TotalAlloc - before.TotalAlloc
		}
		measure(1) // what is made once
		if one, two := measure(4000), measure(8000); two > one*5/2 {
			t.Errorf("%q: %d bytes become %d when there are twice as many", c.unit, one, two)
		}
	}
}
