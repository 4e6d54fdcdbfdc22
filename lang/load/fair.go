package load

import (
	"slices"
	"sort"
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/kdsl-lang/kdsl/lang/diag"
	"github.com/kdsl-lang/kdsl/lang/source"
	"github.com/kdsl-lang/kdsl/lang/syntax"
)

// A mistake that cannot be read hides those behind it. So what is wrong with a file that has such mistakes is looked for
// in a fair copy, in which their mends are made, and told where it was written.

// maxCopies bounds how often a file is copied: a mend may bring to light another mistake that cannot be read.
const maxCopies = 8

// fairCopy is a file with the mends of what cannot be read in it.
type fairCopy struct {
	file *syntax.File
	said diag.List // what cannot be read, in the text as it was written
	from copies
}

// fair is the fair copy of a file; nil where there is nothing to mend.
func (p *parsed) fair() *fairCopy {
	p.copying.Do(func() {
		c := &fairCopy{file: p.file}
		left := p.diags
		for range maxCopies {
			done, more := diag.List(nil), diag.List(nil)
			var edits []diag.Edit
			end := -1
			for _, d := range left {
				if !sure(d) || d.Mends[0].Edits[0].Span.Start < end || d.Code != "bad-character" && unsettled(done, d) {
					more = append(more, d)
					continue
				}
				done = append(done, d)
				edits = append(edits, d.Mends[0].Edits...)
				for _, e := range d.Mends[0].Edits {
					end = max(end, e.Span.End)
				}
			}
			if left = more; len(done) == 0 {
				break
			}
			c.said = append(c.said, c.from.written(done)...)
			was := c.file.Source
			text := source.New(was.Name, Edited(was.Text, edits))
			var found diag.List
			c.file, found = syntax.ParseAfter(c.file, syntax.Whole, text)
			c.from = slices.Insert(c.from, 0, carried(was, text, edits))
			left = slices.DeleteFunc(left, func(d diag.Diagnostic) bool { return d.Severity == diag.Error })
			c.said, left = append(c.said, c.from.written(left)...), found
		}
		if len(c.from) > 0 {
			c.said = append(c.said, c.from.written(left)...)
			p.copied = c
		}
	})
	return p.copied
}

// fairly are files, with the fair copies in the place of those that have one.
func fairly(own []*parsed) (fair []*parsed, copies copies) {
	for _, p := range own {
		if c := p.fair(); c != nil {
			p = &parsed{file: c.file, diags: c.said}
			copies = append(copies, c.from...)
		}
		fair = append(fair, p)
	}
	return fair, copies
}

// copies are carries of which each copy comes before what it was made of.
type copies []carry

// sure tells whether a mistake has a mend to go on with. What name was meant by a word with letters that no name has is for
// the program to tell.
func sure(d diag.Diagnostic) bool {
	if !d.Mended() || d.Severity != diag.Error || d.Code == "bad-encoding" {
		return false
	}
	e := d.Mends[0].Edits[0]
	strange := strings.IndexFunc(e.Span.Text(), func(r rune) bool { return !unicode.IsLetter(r) && r != '_' }) < 0 && !source.IsName(e.Span.Text())
	return !strange || !source.IsName(e.Text) || slices.Contains(syntax.Words, e.Text)
}

// unsettled tells whether a mistake stands in the declaration in which another does: what is said of it may change with the
// mend of that.
func unsettled(list diag.List, d diag.Diagnostic) bool {
	if len(list) == 0 || list[len(list)-1].Span.End > d.Span.Start {
		return len(list) > 0
	}
	between := d.Span.File.Text[list[len(list)-1].Span.End:d.Span.Start]
	for at := range len(between) - 1 {
		if between[at] == '\n' && source.IsLetter(between[at+1]) {
			return false
		}
	}
	return true
}

// written are diagnostics of copies, as they are told of the text that was written. Of what stands in a mend alone,
// nobody has written anything.
func (c copies) written(list diag.List) (out diag.List) {
	for _, d := range list {
		at, theirs := c.place(d.Span)
		if !theirs {
			continue
		}
		d.Span = at
		d.Related, d.Mends = slices.Clone(d.Related), slices.Clone(d.Mends)
		for i := range d.Related {
			d.Related[i].Span, _ = c.place(d.Related[i].Span)
		}
		for i := range d.Mends {
			m := &d.Mends[i]
			m.Edits = slices.Clone(m.Edits)
			for j := range m.Edits {
				m.Edits[j].Span, _ = c.place(m.Edits[j].Span)
			}
		}
		out = append(out, d)
	}
	return out
}

// apart are the diagnostics of copies without those of what is partly a mend: they may come of it.
func (c copies) apart(list diag.List) diag.List {
	return slices.DeleteFunc(slices.Clone(list), func(d diag.Diagnostic) bool {
		at := d.Span
		for i := range c {
			if at.File == c[i].copy {
				if !c[i].whole(at) {
					return true
				}
				at, _ = c[i].place(at)
			}
		}
		return false
	})
}

// whole tells whether a span of the copy stood in what it was made of, as it is.
func (c *carry) whole(at source.Span) bool {
	i := sort.Search(len(c.parts), func(i int) bool { return c.parts[i].at+c.parts[i].bytes >= at.End })
	return i < len(c.parts) && c.parts[i].at <= at.Start
}

// place is where something of the last copy was written; false where nothing of it was.
func (c copies) place(at source.Span) (source.Span, bool) {
	theirs := true
	for i := range c {
		if at.File == c[i].copy {
			var all bool
			at, all = c[i].place(at)
			theirs = theirs && all
		}
	}
	return at, theirs
}

// carry tells where the parts of a copy stood in the text that it was made of.
type carry struct {
	copy, of *source.File
	parts    []part // in their order, in both
}

// part is so many bytes of a copy, and where they stood.
type part struct{ at, was, bytes int }

// carried is the carry of a text to itself with edits. What an edit leaves of the words that it replaces is carried, too.
func carried(of, copy *source.File, edits []diag.Edit) carry {
	c := carry{copy: copy, of: of}
	at, was := 0, 0
	for _, e := range asMade(of.Text, edits) {
		c.add(at, was, e.Span.Start-was)
		at += e.Span.Start - was
		for _, p := range kept(e.Span.Text(), e.Text) {
			c.add(at+p.at, e.Span.Start+p.was, p.bytes)
		}
		at, was = at+len(e.Text), e.Span.End
	}
	c.add(at, was, len(of.Text)-was)
	return c
}

func (c *carry) add(at, was, bytes int) {
	if n := len(c.parts) - 1; n >= 0 && c.parts[n].at+c.parts[n].bytes == at && c.parts[n].was+c.parts[n].bytes == was {
		c.parts[n].bytes += bytes
	} else if bytes > 0 {
		c.parts = append(c.parts, part{at, was, bytes})
	}
}

// place is where a span of the copy stood, with what was replaced at its ends; false when no byte of it stood there.
func (c *carry) place(at source.Span) (source.Span, bool) {
	i := sort.Search(len(c.parts), func(i int) bool { return c.parts[i].at+c.parts[i].bytes > at.Start })
	j := sort.Search(len(c.parts), func(j int) bool { return c.parts[j].at+c.parts[j].bytes >= at.End })
	before := func(i int) int { // the end of the part before
		if i == 0 {
			return 0
		}
		return c.parts[i-1].was + c.parts[i-1].bytes
	}
	out := source.Span{File: c.of, Start: before(i), End: len(c.of.Text)}
	if at.Start == at.End {
		if j < len(c.parts) && c.parts[j].at <= at.Start {
			out.Start = c.parts[j].was + at.Start - c.parts[j].at
		} else if j < len(c.parts) && before(j) < c.parts[j].was {
			out.Start = before(j)
		}
		out.End = out.Start
		return out, i < len(c.parts) && c.parts[i].at <= at.Start || j < len(c.parts) && c.parts[j].at <= at.Start
	}
	if i < len(c.parts) && c.parts[i].at <= at.Start {
		out.Start = c.parts[i].was + at.Start - c.parts[i].at
	}
	if j < len(c.parts) {
		if out.End = c.parts[j].was; c.parts[j].at < at.End {
			out.End += at.End - c.parts[j].at
		}
	}
	return out, i < len(c.parts) && c.parts[i].at < at.End
}

// maxAligned bounds the words of an edit that are looked for in what it replaces.
const maxAligned = 200

// kept are the words of a text that an edit leaves as they were: the most that stand in the same order in both.
func kept(was, now string) (parts []part) {
	a, b := wordsOf(was), wordsOf(now)
	if len(a) > maxAligned || len(b) > maxAligned {
		return nil
	}
	most := make([][]int, len(a)+1)
	for i := range most {
		most[i] = make([]int, len(b)+1)
	}
	for i := len(a) - 1; i >= 0; i-- {
		for j := len(b) - 1; j >= 0; j-- {
			if most[i][j] = max(most[i+1][j], most[i][j+1]); was[a[i].was:a[i].was+a[i].bytes] == now[b[j].was:b[j].was+b[j].bytes] {
				most[i][j] = max(most[i][j], most[i+1][j+1]+1)
			}
		}
	}
	for i, j := 0, 0; i < len(a) && j < len(b); {
		switch same := was[a[i].was:a[i].was+a[i].bytes] == now[b[j].was:b[j].was+b[j].bytes]; {
		case same && most[i][j] == most[i+1][j+1]+1:
			parts = append(parts, part{b[j].was, a[i].was, a[i].bytes})
			i, j = i+1, j+1
		case most[i+1][j] >= most[i][j+1]:
			i++
		default:
			j++
		}
	}
	return parts
}

// wordsOf are the words and signs of a text.
func wordsOf(text string) (out []part) {
	for at := 0; at < len(text); {
		n := source.NameLen(text[at:])
		if n == 0 {
			_, n = utf8.DecodeRuneInString(text[at:])
		}
		if text[at] != ' ' && text[at] != '\n' && text[at] != '\t' && text[at] != '\r' {
			out = append(out, part{at, at, n})
		}
		at += n
	}
	return out
}
