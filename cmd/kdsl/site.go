package main

import (
	"cmp"
	"crypto/sha256"
	"errors"
	"fmt"
	"io/fs"
	"maps"
	"path/filepath"
	"slices"
	"strings"

	"github.com/spf13/afero"
	"github.com/spf13/cobra"
	"github.com/spf13/pflag"

	"github.com/kdsl-lang/kdsl"
	"github.com/kdsl-lang/kdsl/cmd/kdsl/internal/files"
	"github.com/kdsl-lang/kdsl/docs"
	"github.com/kdsl-lang/kdsl/internal/library"
	"github.com/kdsl-lang/kdsl/internal/site"
	"github.com/kdsl-lang/kdsl/lang/load"
)

type siteCommand struct{ out string }

func (c *siteCommand) page() *cobra.Command {
	return &cobra.Command{
		Use:   "site -o FOLDER [FILE|PACK...]",
		Short: "Write the reference as pages for a browser",
		Long: `Site writes a reference that opens by a double click and needs no network: a
page for each word and function of the language, each diagnostic, and each
event, kind, figure, function, table, option and card of the packs and examples
that come with kdsl and of those that are named; each with a card that uses it,
as it is written and as it is printed, and an event with what hooks in, in
order; all cards of each pack; the manual; and a search in both languages.

What nothing uses, and what nothing says anything of, is listed on the page
undocumented.html.

What stands around what the packs say is English, or with --lang fr French.

A file is replaced when it is not as it should be. FOLDER is made when it is not
there. The file made.txt lists what was made, with its sums: what is no part of
the site any more goes, if it is still as it was made. What else lies in the
folder stays.`,
		Example: `  kdsl site -o site
  kdsl site -o site pig.kdsl`,
	}
}

func (c *siteCommand) flags(fs *pflag.FlagSet) {
	fs.StringVarP(&c.out, "out", "o", "", "write to this folder")
}

func (c *siteCommand) run(t *tool, args []string) error {
	if c.out == "" {
		return usage("name the folder that the site goes to: -o FOLDER")
	}
	earlier, err := t.earlier(c.out)
	if err != nil {
		return err
	}
	bounded(72 << 20) // all that comes with kdsl is read, and played
	units, err := t.siteUnits(args)
	if err != nil {
		return err
	}
	s, err := site.New(units, manual(), t.lang)
	if err != nil {
		return err
	}
	all, err := s.Files()
	if err != nil {
		return err
	}
	written, gone, err := t.put(c.out, earlier, all)
	if err != nil {
		return err
	}
	lacks := s.Undocumented()
	t.print("%s, %d of them written, %d old ones gone; %s undocumented, %s\n", count(len(all), "file"), written, gone, count(len(lacks.Unsaid), "thing"), filepath.Join(c.out, "index.html"))
	return nil
}

// siteUnits are the packs and the examples that come with kdsl, then those that are named, which stand for any of the same name.
func (t *tool) siteUnits(args []string) ([]*load.Unit, error) {
	defer roomy()()
	var named []*load.Unit
	if len(args) > 0 {
		var err error
		if named, err = t.playable(args); err != nil {
			return nil, err
		}
	}
	units, err := library.Shown()
	if err != nil {
		return nil, err
	}
	units = slices.DeleteFunc(units, func(u *load.Unit) bool {
		return slices.ContainsFunc(named, func(n *load.Unit) bool { return filepath.Base(n.Name) == u.Name })
	})
	return append(units, named...), nil
}

// manual is what the site shows besides packs.
func manual() site.Manual {
	m := site.Manual{Words: "docs/words.md", Spec: "lang/spec.md", Grammar: kdsl.Grammar, Explain: docs.ExplainIn}
	for _, name := range []string{"tutorial.md", "tutorial.fr.md", "guide.md", "cards.md", "claims.md", "words.md"} {
		if text, ok := docs.Page(name); ok {
			lang := "en"
			if strings.HasSuffix(name, ".fr.md") {
				lang = "fr"
			}
			m.Docs = append(m.Docs, site.Doc{Path: "docs/" + name, Lang: lang, Text: text})
		}
	}
	pictures := docs.Pictures()
	for _, name := range slices.Sorted(maps.Keys(pictures)) {
		m.Drawn = append(m.Drawn, site.File{Name: "docs/" + name, Text: pictures[name]})
	}
	m.Docs = append(m.Docs, site.Doc{Path: "lang/spec.md", Lang: "en", Text: kdsl.Specification})
	return m
}

// made is the file that lists what was made of a site: a sum and a name on each line, as sha256sum writes them.
const made = "made.txt"

// earlier is the list of what was made in a folder, "" for none; a folder that cannot be is told before there is much to do.
func (t *tool) earlier(dir string) (string, error) {
	parent := filepath.Dir(filepath.Clean(dir))
	if err := t.admit(parent); err != nil {
		return "", err
	}
	if _, err := t.disk.Stat(parent); err != nil {
		return "", err
	}
	is, err := t.disk.Stat(dir)
	switch {
	case errors.Is(err, fs.ErrNotExist):
		return "", nil
	case err == nil && !is.IsDir():
		return "", usage("%s is no folder: a site has one of its own", dir)
	case err != nil:
		return "", err
	}
	list, err := files.Read(t.disk, filepath.Join(dir, made), mostMade)
	if errors.Is(err, fs.ErrNotExist) {
		err = nil
	}
	return string(list), err
}

// put writes files to a folder, those that are not there as they should be, and takes away those that an earlier site left there.
// It answers how many.
func (t *tool) put(dir, earlier string, all []site.File) (written, gone int, err error) {
	var list strings.Builder
	now := map[string]bool{made: true}
	for _, f := range all {
		now[f.Name] = true
		list.WriteString(sumLine(f))
	}
	all = append(slices.Clip(all), site.File{Name: made, Text: []byte(list.String())}) // last: until all is there, the old list holds
	folders := map[string]bool{}
	for _, f := range all {
		name := filepath.Join(dir, filepath.FromSlash(f.Name))
		if link, err := t.linked(dir, f.Name); link != "" {
			return written, gone, cmp.Or(err, error(&files.Refusal{Name: link, Why: "is no folder, and the site stays in its own: take it away"}))
		}
		for _, in := range []string{filepath.Clean(dir), filepath.Dir(name)} {
			if folders[in] {
				continue
			}
			if err := t.disk.Mkdir(in, 0o755); err != nil && !errors.Is(err, fs.ErrExist) {
				return written, gone, err
			}
			folders[in] = true
		}
		if f.Name == made {
			if gone, err = t.clear(dir, earlier, now); err != nil {
				return written, gone, err
			}
		}
		was, err := files.Read(t.disk, name, int64(len(f.Text))+1)
		switch {
		case err == nil && string(was) == string(f.Text):
			continue
		case err != nil && !errors.Is(err, fs.ErrNotExist):
			return written, gone, err
		}
		if err := files.Renew(t.disk, name, f.Text, t.leave); err != nil {
			return written, gone, err
		}
		if f.Name != made {
			written++
		}
	}
	return written, gone, nil
}

// linked is what is on the way to a file of a folder and is no folder itself: a link, which may lead elsewhere; "" for nothing.
func (t *tool) linked(dir, name string) (string, error) {
	for i, c := range name {
		if c != '/' {
			continue
		}
		at := filepath.Join(dir, filepath.FromSlash(name[:i]))
		info, err := files.Lstat(t.disk, at)
		if errors.Is(err, fs.ErrNotExist) {
			break
		}
		if err != nil || !info.IsDir() {
			return at, err
		}
	}
	return "", nil
}

// mostMade is how many bytes a list of what was made may have.
const mostMade = 16 << 20

// sumLine is a file in the list of what was made.
func sumLine(f site.File) string { return fmt.Sprintf("%x  %s\n", sha256.Sum256(f.Text), f.Name) }

// clear takes away what an earlier list has and is no part of the site now, where it lies in the folder and is as it was made. It
// answers how many.
func (t *tool) clear(dir, earlier string, now map[string]bool) (gone int, err error) {
	for line := range strings.Lines(earlier) {
		_, name, _ := strings.Cut(strings.TrimSuffix(line, "\n"), "  ")
		if now[name] || !filepath.IsLocal(filepath.FromSlash(name)) {
			continue
		}
		at := filepath.Join(dir, filepath.FromSlash(name))
		link, err := t.linked(dir, name)
		if err != nil {
			return gone, err
		}
		if link != "" {
			continue
		}
		info, err := files.Lstat(t.disk, at)
		if errors.Is(err, fs.ErrNotExist) || err == nil && !info.Mode().IsRegular() {
			continue
		}
		var text []byte
		if err == nil {
			text, err = files.Read(t.disk, at, mostMade)
		}
		if err != nil {
			return gone, err
		}
		if sumLine(site.File{Name: name, Text: text}) != line {
			continue // it is none of ours any more
		}
		if err := t.disk.Remove(at); err != nil {
			return gone, err
		}
		gone++
		left, err := afero.ReadDir(t.disk, filepath.Dir(at))
		if err == nil && len(left) == 0 { // a folder goes with what was last in it
			err = t.disk.Remove(filepath.Dir(at))
		}
		if err != nil {
			return gone, err
		}
	}
	return gone, nil
}
