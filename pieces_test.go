package kdsl_test

import (
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"sort"
	"strings"
	"testing"

	"github.com/kdsl-lang/kdsl/lang/source"
	"github.com/kdsl-lang/kdsl/lang/syntax"
)

// content is a pack, or an example: what it uses, the words that it says outside texts and comments, and what
// it offers to others, with the files of both.
type content struct {
	uses   []string
	words  map[string]bool
	offers []string
}

// notSaid are texts and comments; said are the words between them.
var (
	notSaid = regexp.MustCompile(`"(\\.|[^"\\\n])*"|//.*`)
	said    = regexp.MustCompile(`\w+`)
)

// add reads a file of the content and returns the id of its pack, if it is the file that declares one.
func (c *content) add(name, text string) (pack string) {
	for _, w := range said.FindAllString(notSaid.ReplaceAllString(text, ""), -1) {
		c.words[w] = true
	}
	f, _ := syntax.Parse(source.New(name, text))
	offer := func(n syntax.Name) {
		if !strings.HasPrefix(n.Text, "_") { // a pack's own
			c.offers = append(c.offers, n.Text)
		}
	}
	use := func(names []syntax.Name) {
		for _, n := range names {
			c.uses = append(c.uses, n.Text)
		}
	}
	for _, d := range f.Decls {
		switch d := d.(type) {
		case *syntax.PackDecl:
			pack = d.Name.Text
			use(d.Uses)
			use(d.Overlays)
		case *syntax.UseDecl:
			use(d.Names)
		case *syntax.KindDecl:
			offer(d.Name)
		case *syntax.CardDecl:
			if d.Word.Text != "rule" { // a rule works for whoever uses its pack
				offer(d.Name)
			}
		case *syntax.EventDecl:
			offer(d.Name)
		case *syntax.FuncDecl:
			offer(d.Name)
		case *syntax.TableDecl:
			offer(d.Name)
		case *syntax.BagDecl:
			offer(d.Name)
		case *syntax.EnumDecl:
			offer(d.Name)
		case *syntax.OptionDecl:
			offer(d.Name)
		}
	}
	return pack
}

// contents are the packs by their ids, the examples by their files.
func contents(t *testing.T) map[string]*content {
	t.Helper()
	byFolder, all := map[string]*content{}, map[string]*content{}
	for _, name := range files(t, ".kdsl", contentDirs...) {
		b, err := os.ReadFile(name)
		if err != nil {
			t.Fatal(err)
		}
		at := filepath.Dir(name)
		if at == "examples" {
			at = name
		}
		c := byFolder[at]
		if c == nil {
			c = &content{words: map[string]bool{}}
			byFolder[at] = c
		}
		switch pack := c.add(name, string(b)); {
		case pack != "":
			all[pack] = c
		case at == name:
			all[at] = c
		}
	}
	return all
}

// reaches tells whether a content uses a pack, by way of others too.
func reaches(all map[string]*content, c *content, pack string) bool {
	return slices.Contains(c.uses, pack) || slices.ContainsFunc(c.uses, func(u string) bool { return all[u] != nil && reaches(all, all[u], pack) })
}

// users are whoever uses the pack of a piece and says its name.
func users(all map[string]*content, pack, piece string) []string {
	var out []string
	for name, c := range all {
		if name != pack && c.words[piece] && reaches(all, c, pack) {
			out = append(out, name)
		}
	}
	sort.Strings(out)
	return out
}

// What stands in the standard library is shared: two packs or examples at least name each piece, and the guide
// tells what it is for. What serves its pack alone begins with _.
func TestStandardPiecesAreUsed(t *testing.T) {
	all := contents(t)
	b, err := os.ReadFile("docs/guide.md")
	if err != nil {
		t.Fatal(err)
	}
	_, chapter, _ := strings.Cut(string(b), "\n## Standard pieces\n")
	chapter, _, _ = strings.Cut(chapter, "\n## ")
	told := map[string]bool{}
	for _, w := range said.FindAllString(chapter, -1) {
		told[w] = true
	}
	folders, err := os.ReadDir("stdlib")
	if err != nil {
		t.Fatal(err)
	}
	pieces := 0
	for _, d := range folders {
		if !d.IsDir() {
			continue
		}
		pack := all[d.Name()]
		if pack == nil {
			t.Errorf("stdlib/%s declares no pack of that name", d.Name())
			continue
		}
		for _, piece := range pack.offers {
			pieces++
			if us := users(all, d.Name(), piece); len(us) < 2 {
				t.Errorf("%s of %s is used by %d, want 2: %s", piece, d.Name(), len(us), strings.Join(us, ", "))
			}
			if !told[piece] {
				t.Errorf("%s of %s does not stand in docs/guide.md", piece, d.Name())
			}
		}
	}
	if pieces < 20 {
		t.Errorf("%d pieces were found", pieces)
	}
}
