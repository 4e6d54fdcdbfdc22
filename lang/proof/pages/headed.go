package pages

import (
	"regexp"
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"
)

// style is how a heading stands out; the later ones do so more.
type style uint8

const (
	none    style = iota
	leading       // its text stands behind it, in the same line
	tight         // it has a line of its own
	spaced        // with an empty line before it
	capital       // it has nothing but capitals
	bold
	marked // as Markdown and HTML mark headings
)

// heading is a line that may be one.
type heading struct {
	style
	depth  int    // of a marked one, from 1
	form   string // of a leading one: what stands between it and its text
	name   string
	rest   string // of its line: what is text
	at     int    // of the text in the line, in bytes
	apart  bool   // an empty line is before it
	known  bool   // it is a name
	card   bool   // and that of a card
	bodied bool   // a text follows
}

// sheet is a plain text.
type sheet struct {
	lines []string
	names Names
	heads []heading
}

// headed cuts a plain text at its headings. A file has one style of them: that in which most names of cards stand. What stands out less
// is no heading, though it names something: it may be a label inside a card. Where the names of cards stand apart, what stands apart as they
// do is a heading too: what is said of a card that nobody knows is not said of another. What stands there more than once is a label.
func headed(lines []string, names Names) ([]Page, []Note) {
	s := &sheet{lines: slices.Clone(lines), names: names}
	s.unpaged()
	for n := range s.lines {
		s.heads = append(s.heads, s.heading(n))
	}
	for n := range s.heads {
		h := &s.heads[n]
		for k := n + 1; k < len(s.heads) && h.style > leading && !h.bodied && !s.heads[k].named(); k++ {
			h.bodied = strings.TrimSpace(strings.Trim(s.lines[k], "=-")) != ""
		}
	}
	best := s.best()
	cuts := s.cuts(best)
	var out []Page
	var notes []Note
	var of []heading
	open := false // the lines go on with the text of the last page
	for n := 0; n < len(s.lines); n++ {
		line := s.lines[n]
		if rows := s.grid(n); rows > 0 {
			list, more, err := s.rows(n, rows)
			if err == nil && len(list) > 0 {
				out, notes, open = append(out, list...), append(notes, more...), false
				of = append(of, make([]heading, len(list))...)
				n += rows - 1
				continue
			}
		}
		h := s.heads[n]
		switch {
		case !cuts[n]:
			if open && (strings.TrimSpace(line) != "" || out[len(out)-1].Text != "") {
				p := &out[len(out)-1]
				p.places = append(p.places, place{at: len(p.Text), line: n + 1, column: 1})
				p.Text += line + "\n"
			}
			continue
		case h.style == leading:
			out = append(out, Page{Name: h.name, Text: h.rest + "\n", places: []place{{line: n + 1, column: utf8.RuneCountInString(line[:h.at]) + 1}}})
		default:
			out = append(out, Page{Name: h.name, places: []place{{line: n + 1, column: 1}}})
			if n+1 < len(s.lines) && underline(s.lines[n+1]) > 0 {
				s.lines[n+1] = ""
			}
		}
		of, open = append(of, h), true
	}
	return sections(out, of), notes
}

// sections drops the headings of parts of a file, below which other headings stand, and no text.
func sections(list []Page, of []heading) (out []Page) {
	for i, p := range list {
		if h := of[i]; strings.TrimSpace(p.Text) == "" && h.style != none {
			next := i + 1
			switch {
			case next == len(list):
				if h.known && !h.card {
					continue
				}
			case h.known && !h.card, h.style > spaced && h.style > of[next].style, h.style == marked && of[next].style == marked && h.depth < of[next].depth:
				continue
			default:
				p.Cut, _ = list[next].At(0)
				if of[next].style > leading {
					p.Cut = list[next].places[0].line
				}
			}
		}
		if len(p.places) > 1 && p.places[0].at == p.places[1].at { // the text begins below its heading
			p.places = p.places[1:]
		}
		out = append(out, p)
	}
	return out
}

// named tells whether a line is a name that has a line of its own.
func (h *heading) named() bool { return h.known && h.style > leading }

// longest is how many bytes a heading has at most.
const longest = 60

var (
	wrapped = regexp.MustCompile(`(?i)^(?:\*\*|__|<b>|<strong>)+([^*<]+?)(?:\*\*|__|</b>|</strong>)+ *:? *(?:<br ?/?>)?$`)
	begins  = regexp.MustCompile(`(?i)^(?:\*\*|__|<b>|<strong>)+([^*<]+?)(?:\*\*|__|</b>|</strong>)+[ :.–—-]*`)
	titled  = regexp.MustCompile(`(?i)^<h([1-6])[^<>]*>(.*)</h[1-6]>$`)
	divided = regexp.MustCompile(`\s*:\s*|\s+[–—-]\s+`)
	bullets = regexp.MustCompile(`^[-+*•●▪–—]\s`)
)

// heading is what a line would be, were it a heading.
func (s *sheet) heading(n int) heading {
	line := s.lines[n]
	text := strings.TrimSpace(line)
	h := heading{apart: alone(s.lines, n)}
	whole := func(st style, name string) heading {
		h.style, h.name = st, bared(tags.ReplaceAllString(name, ""))
		h.known = h.name != "" && len(h.name) < longest && s.names.Heads(h.name, h.apart || st >= bold)
		h.card = h.known && s.names.Cards(h.name)
		return h
	}
	if bared(text) == "" || strings.HasPrefix(text, "|") {
		return h
	}
	if strings.HasPrefix(text, "#") {
		h.depth = len(text) - len(strings.TrimLeft(text, "#"))
		return whole(marked, text)
	}
	if m := titled.FindStringSubmatch(text); m != nil {
		h.depth = int(m[1][0] - '0')
		return whole(marked, m[2])
	}
	if n+1 < len(s.lines) && h.apart && len(text) < longest {
		if h.depth = underline(s.lines[n+1]); h.depth > 0 {
			return whole(marked, text)
		}
	}
	if m := wrapped.FindStringSubmatch(text); m != nil {
		return whole(bold, m[1])
	}
	if h.lead(s, line) || bullets.MatchString(text) {
		return h
	}
	switch bare := bared(text); {
	case len(bare) >= longest:
		return h
	case strings.ToUpper(bare) == bare && strings.ToLower(bare) != bare:
		return whole(capital, text)
	case h.apart && !strings.HasSuffix(text, "."):
		return whole(spaced, text)
	}
	return whole(tight, text)
}

// lead tells whether a line begins with a name, and a text behind it. Only one that stands apart does.
func (h *heading) lead(s *sheet, line string) bool {
	from := len(line) - len(strings.TrimLeft(line, " \t"))
	try := func(name, form string, end int) bool {
		name, rest := bared(name), line[end:]
		if name == "" || len(name) >= longest || strings.TrimSpace(rest) == "" {
			return false
		}
		known := s.names.Heads(name, false)
		if !known && s.names.Heads(bared(line), false) && strings.IndexFunc(rest, unicode.IsLetter) >= 0 && len(bared(line)) < longest {
			return false // both are the name
		}
		if !h.apart {
			return true
		}
		if h.style == leading && (h.known || !known) {
			return true
		}
		h.style, h.form, h.name, h.rest, h.at, h.known, h.bodied = leading, form, name, rest, end, known, true
		h.card = known && s.names.Cards(name)
		return true
	}
	if m := begins.FindStringSubmatchIndex(line[from:]); m != nil && try(strings.TrimRight(line[from+m[2]:from+m[3]], ". "), "bold", from+m[1]) {
		return true
	}
	found := false
	for _, m := range divided.FindAllStringIndex(line, 2) {
		if m[0] > from {
			found = try(line[from:m[0]], strings.TrimSpace(line[m[0]:m[1]]), m[1]) || found
		}
	}
	return found
}

// underline is how deep a heading is over a line of = or -; 0: it is none.
func underline(line string) int {
	line = strings.TrimSpace(line)
	switch {
	case len(line) < 3:
		return 0
	case strings.Trim(line, "=") == "":
		return 1
	case strings.Trim(line, "-") == "":
		return 2
	}
	return 0
}

// best is the heading whose style most names of cards have; of names, where there is none of a card. Where what comes first has a
// line of its own, what has its text behind it is a label.
func (s *sheet) best() heading {
	for _, cards := range []bool{true, false} {
		count := map[heading]int{}
		seen := map[string]bool{}
		first, top := none, heading{}
		for _, h := range s.heads {
			kind := heading{style: h.style, depth: h.depth, form: h.form}
			if !h.known || cards && !h.card || !h.bodied || h.style == leading && first > leading || seen[h.name] {
				continue
			}
			if first == none {
				first = h.style
			}
			seen[h.name] = true
			count[kind]++
		}
		for _, h := range s.heads { // of two that are as many the first
			if kind := (heading{style: h.style, depth: h.depth, form: h.form}); count[kind] > count[top] {
				top = kind
			}
		}
		if top.style != none {
			top.card = cards && !(top.style == leading && s.each(count[top]))
			return top
		}
		if slices.ContainsFunc(s.heads, func(h heading) bool { return h.style == marked || h.style == bold && h.bodied }) {
			return heading{style: marked, depth: 6}
		}
	}
	return heading{style: spaced}
}

// each tells whether so many names are nearly those of all paragraphs, so that what begins another is no label.
func (s *sheet) each(names int) bool {
	all := 0
	for n, line := range s.lines {
		if strings.TrimSpace(line) != "" && alone(s.lines, n) {
			all++
		}
	}
	return names > 1 && 3*names >= 2*all
}

// cuts are the lines that are headings.
func (s *sheet) cuts(best heading) map[int]bool {
	out := map[int]bool{}
	known, apart := 0, 0
	var last *heading                // of which no text has come yet
	waits := func(h *heading) bool { // the card above would have no text
		return last != nil && last.card && !h.card && h.style != marked
	}
	for n, h := range s.heads {
		if out[n] = h.cuts(best, s.lines, n) && !waits(&h); out[n] && h.style > leading {
			last = &s.heads[n]
		} else if strings.TrimSpace(s.lines[n]) != "" {
			last = nil
		}
		if out[n] && h.known {
			known++
			if h.apart {
				apart++
			}
		}
	}
	if known < 2 || apart < known {
		return out
	}
	titles := map[string]int{}
	for n := range s.heads {
		if s.title(n) {
			titles[s.heads[n].name]++
		}
	}
	for n, h := range s.heads {
		switch {
		case out[n]:
			if last = nil; h.style > leading {
				last = &s.heads[n]
			}
			continue
		case strings.TrimSpace(s.lines[n]) == "":
			continue
		}
		if !waits(&h) && titles[h.name] == 1 && s.title(n) && !s.names.Labels(h.name) && (h.style == best.style && h.depth == best.depth || best.style <= spaced) {
			out[n] = true
		}
		last = nil
	}
	return out
}

// cuts tells whether a line is a heading of a file whose headings are like another.
func (h *heading) cuts(best heading, lines []string, n int) bool {
	switch {
	case h.style == marked:
		return h.card || best.style != marked || h.depth <= best.depth
	case !h.known:
		return false
	case h.style == leading:
		return best.style == leading && h.form == best.form && (h.card || !best.card)
	case h.style < best.style:
		return h.style == tight && h.card && best.style == spaced && told(lines, n)
	case h.style == best.style:
		return h.style > tight && (h.card || h.apart) || (h.card || !best.card) && h.bodied
	}
	return h.card && (h.style > tight || told(lines, n)) || h.apart && !strings.HasSuffix(strings.TrimSpace(lines[n]), ":")
}

// bared is a line without what surrounds a heading.
func bared(line string) string { return strings.Trim(line, " \t\f#*=_:\u00a0\u202f") }

// alone tells whether nothing is before a line.
func alone(lines []string, n int) bool { return n == 0 || bared(lines[n-1]) == "" }

// title tells whether a line looks like the name of a card: a few words that stand apart and are no sentence, with one below.
func (s *sheet) title(n int) bool {
	bare := s.heads[n].name
	first, _ := utf8.DecodeRuneInString(bare)
	return s.heads[n].style > leading && s.heads[n].apart && unicode.IsUpper(first) && len(strings.Fields(bare)) <= 5 && !strings.ContainsAny(bare, ".,;:!?") && !strings.HasSuffix(strings.TrimSpace(s.lines[n]), ":") &&
		column(bodies, []string{bare}) < 0 && told(s.lines, n)
}

// told tells whether a sentence stands below a line.
func told(lines []string, n int) bool {
	for _, line := range lines[n+1:] {
		switch line = strings.TrimSpace(line); {
		case line == "":
			return false
		case strings.ContainsAny(line[len(line)-1:], ".!"):
			return true
		}
	}
	return false
}

// grid is how many lines a table of Markdown has that begins with a line, if it has columns for the name and the text of cards.
func (s *sheet) grid(n int) int {
	if !strings.HasPrefix(strings.TrimSpace(s.lines[n]), "|") || n+2 >= len(s.lines) || strings.Trim(s.lines[n+1], " |-:") != "" || !strings.Contains(s.lines[n+1], "-") {
		return 0
	}
	var labels []string
	for _, c := range barred(s.lines[n], n+1) {
		labels = append(labels, c.text)
	}
	if name, body := columns(labels, s.names); name < 0 || body < 0 {
		return 0
	}
	end := n
	for end < len(s.lines) && strings.HasPrefix(strings.TrimSpace(s.lines[end]), "|") {
		end++
	}
	return end - n
}

// rows are the cards of a table of Markdown.
func (s *sheet) rows(n, rows int) (out []Page, notes []Note, err error) {
	t := tabular{heads: s.names}
	for k := n; k < n+rows; k++ {
		if k == n+1 {
			continue
		}
		list, more, err := t.row("", s.lines, barred(s.lines[k], k+1), '|')
		if err != nil {
			return nil, nil, err
		}
		out, notes = append(out, list...), append(notes, more...)
	}
	return out, notes, nil
}

// barred are the fields of a row of Markdown.
func barred(line string, n int) (out []field) {
	text := strings.TrimRight(line, " \t")
	from := strings.Index(text, "|") + 1
	text = strings.TrimSuffix(text, "|")
	for from <= len(text) {
		part, _, _ := strings.Cut(text[min(from, len(text)):], "|")
		blank := len(part) - len(strings.TrimLeft(part, " \t"))
		out = append(out, field{text: bared(part), line: n, column: utf8.RuneCountInString(text[:min(from, len(text))]) + blank + 1})
		from += len(part) + 1
	}
	return out
}

var page = regexp.MustCompile(`(?i)^(?:[-–—] ?)?(?:p(?:age|\.)? ?)?\d{1,4}(?: ?(?:/|of|sur) ?\d{1,4})?(?: ?[-–—])?$`)

// unpaged takes out what a printer puts on each page: the number of the page, where it stands alone, and the line beside it that is
// no sentence; and a line of names that stands alone between cards more than once.
func (s *sheet) unpaged() {
	single := func(n int) bool {
		return n >= 0 && n < len(s.lines) && strings.TrimSpace(s.lines[n]) != "" && alone(s.lines, n) && (n+1 == len(s.lines) || strings.TrimSpace(s.lines[n+1]) == "")
	}
	header := func(n int) bool {
		text := strings.TrimSpace(s.lines[n])
		return single(n) && len(text) < longest && !strings.ContainsAny(text[len(text)-1:], ".!?;:") && !s.names.Heads(bared(text), true)
	}
	near := func(n, by int) int { // the next line that is not empty
		for n += by; n >= 0 && n < len(s.lines) && strings.TrimSpace(s.lines[n]) == ""; n += by {
		}
		return n
	}
	number := regexp.MustCompile(`\d+`)
	seen := map[string]int{}
	like := func(n int) string { return number.ReplaceAllString(strings.TrimSpace(s.lines[n]), "0") }
	for n := range s.lines {
		if single(n) && header(n) {
			seen[like(n)]++
		}
	}
	var gone []int
	for n := range s.lines {
		switch {
		case single(n) && page.MatchString(strings.TrimSpace(s.lines[n])):
			gone = append(gone, n)
			for _, by := range []int{-1, 1} {
				if k := near(n, by); k > 0 && k < len(s.lines) && header(k) && (by > 0 && nouns(s.lines[k]) || seen[like(k)] > 1) {
					gone = append(gone, k)
				}
			}
		case single(n) && header(n) && seen[like(n)] > 1 && nouns(s.lines[n]) && !s.names.Labels(bared(s.lines[n])):
			gone = append(gone, n)
		}
	}
	for _, n := range gone {
		s.lines[n] = ""
	}
}

// nouns tells whether all longer words of a line begin with capitals, as those of a title do.
func nouns(line string) bool {
	long := 0
	for word := range strings.FieldsSeq(line) {
		if utf8.RuneCountInString(word) > 3 {
			if first, _ := utf8.DecodeRuneInString(word); !unicode.IsUpper(first) && !unicode.IsDigit(first) {
				return false
			}
			long++
		}
	}
	return long > 0
}
