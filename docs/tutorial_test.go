package docs_test

import (
	"encoding/binary"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"
	"unicode/utf16"
)

// The tutorial is one document that is walked through: a block is a whole file, a patch of one, or a command with its answer. What is
// done wrong on purpose is done wrong here, too, and gets the message that is printed.

// tutorials are the page in its languages, each with what the surroundings of its reader say, and how he saves.
var tutorials = []struct {
	page, lang string
	savings    []string
}{{"docs/tutorial.md", "en_GB.UTF-8", []string{"LF", "CRLF"}}, {"docs/tutorial.fr.md", "fr_FR.UTF-8", []string{"LF", "UTF-16"}}}

// walk is a reader at work: in a folder of his own, with kdsl and nothing else in his search path.
type walk struct {
	dir, bin, lang string
	save           func(text string) []byte // how his editor saves a text
	colour         bool                     // of what the terminal shows
}

// savings are the ways in which editors save: as everywhere, with the line ends of Windows, and as PowerShell does, in UTF-16.
var savings = map[string]func(string) []byte{
	"LF":   func(s string) []byte { return []byte(s) },
	"CRLF": func(s string) []byte { return []byte(strings.ReplaceAll(s, "\n", "\r\n")) },
	"UTF-16": func(s string) []byte {
		b := []byte{0xff, 0xfe}
		for _, u := range utf16.Encode([]rune(strings.ReplaceAll(s, "\n", "\r\n"))) {
			b = binary.LittleEndian.AppendUint16(b, u)
		}
		return b
	},
}

// TestTutorial does what the tutorial says, file by file and command by command, where there is no Go.
func TestTutorial(t *testing.T) {
	bin := installed(t)
	for _, x := range tutorials {
		for _, how := range x.savings {
			t.Run(filepath.Base(x.page)+" "+how, func(t *testing.T) {
				t.Parallel()
				w := walk{dir: t.TempDir(), bin: bin, lang: x.lang, save: savings[how]}
				page := examples(t, x.page)
				all := len(page)
				page = slices.DeleteFunc(page, func(x example) bool { return x.sort == "picture" && how != "LF" }) // they show the same
				if how != "LF" && all-len(page) < 5 {
					t.Errorf("only %d pictures stand on the page", all-len(page))
				}
				commands, files, patches := w.through(t, page, how == "UTF-16")
				if commands < 25 || files < 2 || patches < 8 {
					t.Errorf("only %d commands, %d files and %d patches were tried", commands, files, patches)
				}
			})
		}
	}
}

// through does what the blocks of a page say. mend tells that what was saved needs `check --fix` before it can be read.
func (w walk) through(t *testing.T, page []example, mend bool) (commands, files, patches int) {
	write := func(x example, name, text string, save func(string) []byte) {
		if err := os.WriteFile(filepath.Join(w.dir, name), save(text), 0o644); err != nil {
			t.Fatal(err)
		}
		if mend && x.sort != "kdsl-wrong" {
			w.kdsl(t, "kdsl check --fix "+name)
		}
	}
	var last []exchange // the last block of commands
	for _, x := range page {
		switch {
		case x.sort == "picture":
			w.picture(t, x, last)
		case x.sort == "diff":
			b, err := os.ReadFile(filepath.Join(w.dir, x.file))
			if err != nil {
				t.Fatal(err)
			}
			text, err := patched(strings.ReplaceAll(string(b), "\r\n", "\n"), x.text)
			if err != nil {
				t.Fatalf("%s: %v", x.name(), err)
			}
			save := w.save
			if mend { // it was mended, and an editor keeps what it has read
				save = savings["CRLF"]
			}
			if err := os.WriteFile(filepath.Join(w.dir, x.file), save(text), 0o644); err != nil {
				t.Fatal(err)
			}
			patches++
		case x.file != "":
			name, as, _ := strings.Cut(x.file, " ")
			save := w.save
			if as == "utf-16" {
				save = savings["UTF-16"]
			}
			write(x, name, x.text, save)
			files++
		case x.sort == "console":
			last = nil
			for _, c := range strings.Split("\n"+x.text, "\n$ ")[1:] {
				line, want, _ := strings.Cut(strings.TrimSuffix(c, "\n"), "\n")
				last = append(last, exchange{line, want})
				if got := w.kdsl(t, line); !answers(got, want) {
					t.Errorf("%s: $ %s\n%s\nthe page says\n%s", x.name(), line, got, want)
				}
				commands++
			}
		}
	}
	return commands, files, patches
}

// word is a word of a command line: what stands in quotes is one.
var word = regexp.MustCompile(`"[^"]*"|\S+`)

// kdsl types a command.
func (w walk) kdsl(t *testing.T, line string) string {
	t.Helper()
	var words []string
	for _, s := range word.FindAllString(line, -1) {
		words = append(words, strings.Trim(s, `"`))
	}
	if words[0] != "kdsl" {
		t.Fatalf("%s: the reader has nothing but kdsl", line)
	}
	c := exec.Command(filepath.Join(w.bin, "kdsl"), words[1:]...)
	c.Dir = w.dir
	c.Env = []string{"PATH=" + w.bin, "HOME=" + w.dir, "LANG=" + w.lang, "SYSTEMROOT=" + os.Getenv("SYSTEMROOT")}
	if c.Env = append(c.Env, "NO_COLOR=1"); w.colour {
		c.Env[len(c.Env)-1] = "CLICOLOR_FORCE=1"
	}
	c.Env = append(c.Env, amply...)
	out, _ := c.CombinedOutput() // whether it is content is compared with what it says
	return string(out)
}

// patched applies a patch to a text: its lines with - and those with a blank are found once, one after the other, and those with + and
// with a blank come in their place.
func patched(text, patch string) (string, error) {
	var old, is strings.Builder
	for line := range strings.Lines(patch) {
		sign, rest := line[0], line[1:]
		if sign == '\n' {
			sign, rest = ' ', "\n"
		}
		if sign != '+' {
			old.WriteString(rest)
		}
		if sign != '-' {
			is.WriteString(rest)
		}
	}
	if n := strings.Count("\n"+text, "\n"+old.String()); n != 1 {
		return "", errFound(n)
	}
	return strings.TrimPrefix(strings.Replace("\n"+text, "\n"+old.String(), "\n"+is.String(), 1), "\n"), nil
}

type errFound int

func (e errFound) Error() string {
	if e == 0 {
		return "what is to be changed is not in the file"
	}
	return "what is to be changed is in the file more than once"
}

func TestPatched(t *testing.T) {
	for _, c := range []struct{ text, patch, want string }{
		{"a\nb\nc\n", "-b\n+x\n", "a\nx\nc\n"},
		{"a\nb\nc\n", " a\n+x\n b\n", "a\nx\nb\nc\n"},
		{"a\n", "-a\n", ""},
		{"a\n\nb\n", " a\n\n-b\n+c\n", "a\n\nc\n"},
		{"a\nb\na\n", "-a\n+x\n", "what is to be changed is in the file more than once"},
		{"a\n", "-b\n", "what is to be changed is not in the file"},
		{"ab\n", "-b\n", "what is to be changed is not in the file"},
	} {
		got, err := patched(c.text, c.patch)
		if err != nil {
			got = err.Error()
		}
		if got != c.want {
			t.Errorf("%q in %q: got %q, want %q", c.patch, c.text, got, c.want)
		}
	}
}

// terms are the words that somebody who has never programmed may not know, in the languages of the tutorials.
var terms = map[string][]string{
	"docs/tutorial.md":    {"folder", "terminal", "test", "dice", "event", "clause", "condition", "pack", "scenario", "seed", "figures", "given", "when", "expect"},
	"docs/tutorial.fr.md": {"dossier", "terminal", "test", "dés", "événement", "clause", "condition", "paquet", "scénario", "graine", "caractéristiques"},
}

// Each term is explained where it stands first: there it is *set apart*.
func TestTermsAreExplained(t *testing.T) {
	for page, words := range terms {
		b, err := os.ReadFile(filepath.Join(root, page))
		if err != nil {
			t.Fatal(err)
		}
		for _, early := range unexplained(string(b), words) {
			t.Errorf("%s: %s", page, early)
		}
	}
}

var (
	fenced = regexp.MustCompile("(?ms)^```.*?^```$")
	inCode = regexp.MustCompile("`[^`\n]*`")
)

// unexplained lists the terms of a page that stand there before they are set apart, or are set apart nowhere.
func unexplained(page string, words []string) (out []string) {
	prose := inCode.ReplaceAllString(fenced.ReplaceAllString(page, ""), "")
	for _, w := range words {
		first := regexp.MustCompile(`(?i)(\*?)(^|[^\p{L}-])` + regexp.QuoteMeta(w) + `($|[^\p{L}-])`).FindString(prose)
		if !strings.Contains(first, "*") {
			out = append(out, w+" is used before it is explained")
		}
	}
	return out
}

func TestUnexplained(t *testing.T) {
	for page, want := range map[string][]string{
		"A *test* is a promise. A test is good.":                                   nil,
		"Run the test. A *test* is a promise.":                                     {"test is used before it is explained"},
		"Run `kdsl test`.\n```\ntest\n```\nA *Test* is a promise, the latest one.": nil,
		"Nothing.":    {"test is used before it is explained"},
		"The latest.": {"test is used before it is explained"},
	} {
		if got := unexplained(page, []string{"test"}); !slices.Equal(got, want) {
			t.Errorf("%q: got %q, want %q", page, got, want)
		}
	}
}
