package load

import (
	"fmt"
	"path"
	"slices"
	"strings"

	"github.com/kdsl-lang/kdsl/lang/diag"
	"github.com/kdsl-lang/kdsl/lang/source"
	"github.com/kdsl-lang/kdsl/lang/syntax"
)

// What is not found may be declared where the program does not look: in a file beside it, or in a pack that it
// does not use.

// forgotten says of names that are not found which file beside the program, or which pack of the library, declares
// them: once of each, for what else is missing of it follows.
func (l *Loader) forgotten(o program, diags diag.List, used map[string]bool) (diag.List, error) {
	var near map[string]neighbour
	told := map[string]bool{}
	meant, all := "", false
	var out diag.List
	for _, d := range diags {
		if !strings.HasPrefix(d.Code, "undefined-") {
			out = append(out, d)
			continue
		}
		if near == nil {
			var err error
			if near, err = l.neighbours(o); err != nil {
				return nil, err
			}
			if err = l.indexNames(); err != nil {
				return nil, err
			}
			meant, all = l.otherGame(diags, used)
		}
		name := d.Span.Text()
		lacks := strings.HasPrefix(d.Message, "there is no ")
		file, packs := near[name], l.declared[name]
		switch {
		case d.Mended() && strings.EqualFold(d.Edit().Text, name): // which is nearer than what another program declares
		case d.Code == "undefined-action" && alone(d.Message) != d.Message: // who acts here does what there is here
		case file.base != "" && file.may(d.Code) && (lacks || strings.HasPrefix(d.Message, "nothing here is called ")):
			if told[file.base] {
				continue
			}
			told[file.base] = true
			d.Mends = nil // the name is right
			d.Message = alone(d.Message) + fmt.Sprintf("; it is declared in %s, which is a program by itself: "+
				"where one file says `pack %s`, all of the folder are one program", file.base, idOf(o.at))
		case slices.ContainsFunc(packs, func(id string) bool { return told[id] }):
			continue
		case meant != "" && slices.Contains(packs, meant) && !d.Mended() && lacks:
			told[meant] = true
			at := useOf(d.Span.File, used)
			d.Message = alone(d.Message) + fmt.Sprintf("; it is declared in %s, which is another game than %s", meant, at.Text())
			if all {
				d.Mend(diag.Replace(at, meant, "use "+meant+" in its place"))
			}
		case len(packs) > 0 && !d.Mended() && lacks && !slices.ContainsFunc(packs, func(id string) bool { return used[id] }) && !l.rivals(packs[0], used):
			told[packs[0]] = true
			d.Message = alone(d.Message) + fmt.Sprintf("; it is declared in %s: write `use %s` above", strings.Join(packs, ", "), packs[0])
			if d.Code == "undefined-kind" {
				d.Message += fmt.Sprintf(", or declare it here: `kind %s`", name)
			}
			if len(packs) == 1 && d.Code == "undefined-kind" { // a card may as well be misspelt, or be missing
				d.Mend(using(d.Span.File, packs[0]))
			}
		}
		out = append(out, d)
	}
	return out, nil
}

// otherGame is the pack that is not used and declares most of what is not found, where it is another game than those that are
// used; and whether it declares all of it.
func (l *Loader) otherGame(diags diag.List, used map[string]bool) (id string, all bool) {
	lacking, of := 0, map[string]int{}
	for _, d := range diags {
		if !strings.HasPrefix(d.Code, "undefined-") || !strings.HasPrefix(d.Message, "there is no ") || d.Mended() || d.Span.File == nil {
			continue
		}
		lacking++
		if alone(d.Message) != d.Message { // there are few, and they are named: it is more likely one of those
			continue
		}
		for _, pack := range l.declared[d.Span.Text()] {
			if of[pack]++; !used[pack] && useOf(d.Span.File, used).IsValid() && (id == "" || of[pack] > of[id] || of[pack] == of[id] && pack < id) && l.rivals(pack, used) {
				id = pack
			}
		}
	}
	return id, id != "" && of[id] == lacking
}

// useOf is where a file names the only pack that it uses; not valid when it uses none or several.
func useOf(f *source.File, used map[string]bool) (at source.Span) {
	from := 0
	for line := range strings.Lines(f.Text) {
		if rest, ok := strings.CutPrefix(line, "use "); ok {
			name := strings.TrimSpace(rest)
			if at.IsValid() || !used[name] {
				return source.Span{}
			}
			start := from + strings.Index(line, name)
			at = source.Span{File: f, Start: start, End: start + len(name)}
		}
		from += len(line)
	}
	return at
}

// rivals tells whether a pack declares what one of those that are used does, too: they are two games.
func (l *Loader) rivals(pack string, used map[string]bool) bool {
	for _, packs := range l.declared {
		if slices.Contains(packs, pack) && slices.ContainsFunc(packs, func(id string) bool { return id != pack && used[id] }) {
			return true
		}
	}
	return false
}

// using is the edit with which a file uses a pack: before what it declares first. A pack says at its head what it uses.
func using(f *source.File, id string) *diag.Mend {
	at := 0
	for line := range strings.Lines(f.Text) {
		if source.NameLen(line) > 0 {
			if strings.HasPrefix(line, "pack ") {
				return nil
			}
			here := source.Span{File: f, Start: at, End: at}
			return diag.Replace(here, "use "+id+"\n", "write it above").Safely()
		}
		at += len(line)
	}
	return nil
}

// alone is a message without the names that there are.
func alone(message string) string {
	message, _, _ = strings.Cut(diag.Alone(message), "; what has ")
	return message
}

// idOf is what the pack of a folder may be called.
func idOf(at place) string {
	if base := path.Base(at.name); source.IsName(base) {
		return base
	}
	return "NAME"
}

// neighbour is a file beside the program, and the word with which it declares a name.
type neighbour struct{ base, word string }

// may tells whether what the file declares may be what is not found.
func (n neighbour) may(code string) bool {
	does := slices.Contains([]string{"event", "span", "action", "table"}, n.word)
	switch code {
	case "undefined-event", "undefined-action", "undefined-span":
		return does
	case "undefined-name", "undefined-card":
		return n.word == "option" || n.word == "rule" || !slices.Contains(syntax.DeclarationWords, n.word)
	}
	return true
}

// neighbours are the names that the other files of the folder declare, when the program is a file by itself, each with the
// first file that does. What declares a name that the program has, too, is another state of it, or another game: the two cannot
// be one program.
func (l *Loader) neighbours(o program) (map[string]neighbour, error) {
	names, own := map[string]neighbour{}, map[string]bool{}
	if o.pack || o.text != nil {
		return names, nil
	}
	f, err := l.folder(o.at)
	if err != nil {
		return nil, err
	}
	declared := func(e entry) (map[string]neighbour, error) {
		found := map[string]neighbour{}
		text, err := l.text(o.at, e)
		for line := range strings.Lines(text) {
			if word, name := declaredBy(line); name != "" {
				found[name] = neighbour{e.base, word}
			}
		}
		return found, err
	}
	for _, e := range o.files {
		found, err := declared(e)
		if err != nil {
			return nil, err
		}
		for n := range found {
			own[n] = true
		}
	}
	for _, e := range f.files {
		if slices.ContainsFunc(o.files, func(own entry) bool { return own.base == e.base }) || e.size > MaxFile {
			continue
		}
		found, err := declared(e)
		if err != nil {
			return nil, err
		}
		if overlap(found, own) {
			continue
		}
		for n, by := range found {
			if names[n].base == "" {
				names[n] = by
			}
		}
	}
	return names, nil
}

// changing are words with which a line begins that declares nothing new.
var changing = []string{"pack", "use", "test", "odds", "set", "extend", "patch", "replace", "remove"}

// overlap tells whether something has a name of some.
func overlap(found map[string]neighbour, names map[string]bool) bool {
	for n := range found {
		if names[n] {
			return true
		}
	}
	return false
}

// declaredBy is the name that a line declares by WORD NAME in column 1, and the word; or "".
func declaredBy(line string) (word, name string) {
	word = line[:source.NameLen(line)]
	rest := strings.TrimLeft(line[len(word):], " \t")
	if word == "" || len(rest) == len(line)-len(word) || slices.Contains(changing, word) || slices.Contains(syntax.Words, word) && !slices.Contains(syntax.DeclarationWords, word) {
		return "", ""
	}
	return word, rest[:source.NameLen(rest)]
}
