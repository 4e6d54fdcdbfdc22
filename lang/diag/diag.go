// Package diag holds what kdsl has to say about a text: where, how grave, what was expected, and
// what to do about it. It knows spans, not syntax.
package diag

import (
	"cmp"
	"fmt"
	"slices"
	"strings"

	"github.com/kdsl-lang/kdsl/lang/catalog"
	"github.com/kdsl-lang/kdsl/lang/source"
	"github.com/kdsl-lang/kdsl/lang/tongue"
)

// Severity says whether a program with this diagnostic may run.
type Severity int

// The two severities.
const (
	Error Severity = iota
	Warning
)

func (s Severity) String() string {
	if s == Warning {
		return "warning"
	}
	return "error"
}

// Related is another place involved, and why.
type Related struct {
	Span    source.Span
	Message string
}

// Edit replaces Span by Text.
type Edit struct {
	Span source.Span
	Text string
}

// Rank says who may decide on a mend.
type Rank int

// The two ranks. What is safe changes how something is written, never what it means: the text as it stands can mean
// nothing else, and nothing that a card prints, no number and no name is changed. What is offered a person takes or leaves.
const (
	Offered Rank = iota
	Safe
)

func (r Rank) String() string {
	if r == Safe {
		return "safe"
	}
	return "offered"
}

// Mend is what may be done about a diagnostic: edits of one file, which do not overlap, in their order.
type Mend struct {
	Title string
	Rank  Rank
	Edits []Edit
}

// Replace is the mend that replaces a span by a text: safe when only the spelling changes, else offered.
func Replace(at source.Span, text, title string) *Mend {
	was := ""
	if at.File != nil {
		was = at.Text()
	}
	return &Mend{Title: title, Rank: rank(was, text), Edits: []Edit{{at, text}}}
}

// Before is the mend that writes a word before a span.
func Before(at source.Span, word string) *Mend {
	at.End = at.Start
	return Replace(at, word+" ", "write "+word+" before it")
}

// Safely is the mend, safe, whatever it changes.
func (m *Mend) Safely() *Mend {
	m.Rank = Safe
	return m
}

// Diagnostic is one thing to say. Code is kebab-case and documented (`kdsl explain CODE`).
// Message is in lower case, without a full stop.
type Diagnostic struct {
	Code     string
	Severity Severity
	Span     source.Span
	Message  string
	Related  []Related
	Mends    []Mend   // the likeliest first
	Hint     string   // what else may be done, which is no edit
	Cause    string   // of what shows in several places: the one thing that is wrong; else ""
	Lacking  []string // of a member that is missing: the declarations that could have it, where these are known
}

// List is an ordered list of diagnostics; its zero value is empty.
type List []Diagnostic

// Errorf appends an error and returns it for more to be attached.
func (l *List) Errorf(code string, at source.Span, format string, args ...any) *Diagnostic {
	*l = append(*l, Diagnostic{Code: code, Span: at, Message: fmt.Sprintf(format, args...)})
	return &(*l)[len(*l)-1]
}

// Warnf appends a warning.
func (l *List) Warnf(code string, at source.Span, format string, args ...any) *Diagnostic {
	d := l.Errorf(code, at, format, args...)
	d.Severity = Warning
	return d
}

// TooMany is the code of the line that ends a list which says no more.
const TooMany = "too-many-mistakes"

// Stop appends that nothing is read from here on, because there are too many mistakes before.
func (l *List) Stop(at source.Span) *Diagnostic {
	return l.Errorf(TooMany, at, "there are %d mistakes before this: no more of the file is read", len(*l))
}

// Cap shortens the list to n and one line that says how many more there are. Errors go before
// warnings; what is kept stays in its order.
func (l *List) Cap(n int) {
	s := *l
	if len(s) <= n {
		return
	}
	errs, stops := 0, 0
	for _, d := range s {
		if d.Code == TooMany {
			stops++
		} else if d.Severity == Error {
			errs++
		}
	}
	keep := map[Severity]int{Error: min(n, errs)}
	keep[Warning] = n - keep[Error]
	var kept List
	var more []Diagnostic
	var stop *Diagnostic
	for i, d := range s {
		switch {
		case d.Code == TooMany:
			stop = &s[i]
		case keep[d.Severity] > 0:
			keep[d.Severity]--
			kept = append(kept, d)
		default:
			more = append(more, d)
		}
	}
	switch {
	case len(more) > 0:
		least, sev := "", Warning
		if stops > 0 {
			least = "at least "
		}
		if errs > n || stops > 0 {
			sev = Error
		}
		kept.Errorf(TooMany, more[0].Span, "and %s%d more, which are not shown", least, len(more)).Severity = sev
	case stop != nil:
		kept = append(kept, *stop)
	}
	*l = kept
}

// Mend attaches a mend, if there is one.
func (d *Diagnostic) Mend(m *Mend) *Diagnostic {
	if m != nil {
		d.Mends = append(d.Mends, *m)
	}
	return d
}

// Rewrite attaches the mend "write a text in the place of the diagnostic's span".
func (d *Diagnostic) Rewrite(text string) *Diagnostic {
	return d.Mend(Replace(d.Span, text, "write "+text))
}

// LeaveOut attaches the mend "leave out what stands at the diagnostic's span".
func (d *Diagnostic) LeaveOut() *Diagnostic { return d.Mend(Replace(d.Span, "", "leave it out")) }

// Hints are what may be done about it, in words.
func (d *Diagnostic) Hints() (out []string) {
	for _, m := range d.Mends {
		out = append(out, m.Title)
	}
	if d.Hint != "" {
		out = append(out, d.Hint)
	}
	return out
}

// Edit is that of the first mend, when it has but one; else nil.
func (d *Diagnostic) Edit() *Edit {
	if len(d.Mends) == 0 || len(d.Mends[0].Edits) != 1 {
		return nil
	}
	return &d.Mends[0].Edits[0]
}

// In is the list as people of a language read it: whoever makes a diagnostic writes English.
func (l List) In(lang tongue.Language) List {
	if lang == tongue.English {
		return l
	}
	out := slices.Clone(l)
	for i := range out {
		d := &out[i]
		d.Related, d.Mends = slices.Clone(d.Related), slices.Clone(d.Mends)
		for _, s := range d.sentences() {
			*s = catalog.Say(lang, *s)
		}
	}
	return out
}

// Foreign is what the list says that has no French.
func (l List) Foreign() (out []string) {
	for i := range l {
		for _, s := range l[i].sentences() {
			if _, ok := catalog.French(*s); !ok {
				out = append(out, *s)
			}
		}
	}
	return out
}

// sentences are all that the diagnostic says.
func (d *Diagnostic) sentences() []*string {
	out := []*string{&d.Message}
	if d.Hint != "" {
		out = append(out, &d.Hint)
	}
	for i := range d.Related {
		out = append(out, &d.Related[i].Message)
	}
	for i := range d.Mends {
		out = append(out, &d.Mends[i].Title)
	}
	return out
}

// Mended tells whether there is a mend.
func (d *Diagnostic) Mended() bool { return len(d.Mends) > 0 }

// Suggest attaches the mend "replace the diagnostic's span by text", if text is not empty.
func (d *Diagnostic) Suggest(text string) *Diagnostic {
	if text != "" {
		d.Mends = []Mend{*Replace(d.Span, text, fmt.Sprintf("did you mean %q", text))}
	}
	return d
}

// SuggestAs is Suggest for what was written as it is printed.
func (d *Diagnostic) SuggestAs(text, printed string) *Diagnostic {
	if text == printed {
		return d.Suggest(text)
	}
	if text != "" {
		d.Mends = []Mend{*Replace(d.Span, text, fmt.Sprintf("did you mean %q, which is printed as %q", text, printed))}
	}
	return d
}

// See attaches another place.
func (d *Diagnostic) See(at source.Span, format string, args ...any) *Diagnostic {
	d.Related = append(d.Related, Related{at, fmt.Sprintf(format, args...)})
	return d
}

// Names are what some things are called, in their order.
func Names[T any](things []T, called func(T) string) (names []string) {
	for _, t := range things {
		names = append(names, called(t))
	}
	return names
}

// Few is how many names are listed behind most messages.
const Few = 8

const (
	thereIs  = "; there is only "
	thereAre = "; there are "
)

// Others says behind a message which names there are, unless there are none, or more than so many: `; there are ann, bob`.
func Others(names []string, most int) string {
	switch n := len(names); {
	case n == 0 || n > most:
		return ""
	case n == 1:
		return thereIs + names[0]
	}
	return thereAre + strings.Join(names, ", ")
}

// Alone is a message without what Others said behind it.
func Alone(message string) string {
	message, _, _ = strings.Cut(message, thereIs)
	message, _, _ = strings.Cut(message, thereAre)
	return message
}

// Count writes `1 parameter`, `2 parameters`, `no parameters`.
func Count(n int, what string) string {
	switch n {
	case 0:
		return "no " + what + "s"
	case 1:
		return "1 " + what
	}
	return fmt.Sprintf("%d %ss", n, what)
}

// HasErrors tells whether one of the list is an error.
func (l List) HasErrors() bool {
	for _, d := range l {
		if d.Severity == Error {
			return true
		}
	}
	return false
}

// Sort orders by file name, place and code, and drops exact repeats, and all but the first of one cause.
func (l *List) Sort() {
	name := func(d Diagnostic) string {
		if d.Span.File == nil {
			return ""
		}
		return d.Span.File.Name
	}
	s := *l
	slices.SortStableFunc(s, func(a, b Diagnostic) int {
		return cmp.Or(cmp.Compare(name(a), name(b)), cmp.Compare(a.Span.Start, b.Span.Start), cmp.Compare(a.Code, b.Code))
	})
	s = slices.CompactFunc(s, func(a, b Diagnostic) bool {
		return a.Code == b.Code && a.Span == b.Span && a.Message == b.Message
	})
	told := map[string]bool{"": false}
	*l = slices.DeleteFunc(s, func(d Diagnostic) bool {
		again := told[d.Cause]
		told[d.Cause] = d.Cause != ""
		return again
	})
}

// MaxGuesses is after how many diagnostics nothing need be guessed any more: hardly more are shown, and
// each guess looks at all names.
const MaxGuesses = 200

// Nearest returns the candidate closest to name by edits (insert, drop, change, swap neighbours),
// or "" when none is close: at most a third of the name's length, and at least one edit, is allowed.
// Ties go to the candidate that comes first.
// Where none is close, it is the one that begins with the whole of the name, as kharn_ages does with kharn: the shortest, if all
// that begin so begin with it; or else the only one that ends with it, as to_hit does with hit.
func Nearest(name string, candidates []string) string {
	if near := Within(max(1, len(name)/3), name, candidates); near != "" || len(name) < 3 {
		return near
	}
	begun, ends, name := "", []string(nil), strings.ToLower(name)
	for _, c := range candidates {
		switch {
		case c == name || c == name+"es" || c+"es" == name:
			return c
		case strings.HasSuffix(c, "_"+name):
			ends = append(ends, c)
		case !strings.HasPrefix(c, name+"_"):
		case begun == "" || strings.HasPrefix(begun, c+"_"):
			begun = c
		case !strings.HasPrefix(c, begun+"_"):
			return ""
		}
	}
	if begun == "" && len(ends) == 1 {
		return ends[0]
	}
	return begun
}

// Within is Nearest with so many edits allowed.
func Within(limit int, name string, candidates []string) string {
	best, found := limit+1, ""
	for _, c := range candidates {
		if c == name {
			continue
		}
		if d := edits(name, c, best); d < best && (d < 2 || name[0] == c[0]) { // a word that begins otherwise is another word
			best, found = d, c
		}
	}
	return found
}

// edits is the restricted Damerau-Levenshtein distance, or limit when it is not below limit.
func edits(a, b string, limit int) int {
	if len(a)-len(b) >= limit || len(b)-len(a) >= limit {
		return limit
	}
	var rows [3][64]int // enough for most names
	before, row, next := rows[0][:], rows[1][:], rows[2][:]
	if len(b) >= len(row) {
		before, row, next = make([]int, len(b)+1), make([]int, len(b)+1), make([]int, len(b)+1)
	}
	for j := range len(b) + 1 {
		row[j] = j
	}
	for i := 1; i <= len(a); i++ {
		next[0] = i
		least := i
		for j := 1; j <= len(b); j++ {
			cost := 1
			if lower(a[i-1]) == lower(b[j-1]) {
				cost = 0
			}
			next[j] = min(row[j]+1, next[j-1]+1, row[j-1]+cost)
			if i > 1 && j > 1 && a[i-1] == b[j-2] && a[i-2] == b[j-1] {
				next[j] = min(next[j], before[j-2]+1)
			}
			least = min(least, next[j])
		}
		if least > limit { // a swap takes up what was two lines above, at the cost of one
			return limit
		}
		before, row, next = row, next, before
	}
	return min(row[len(b)], limit)
}

func lower(c byte) byte {
	if 'A' <= c && c <= 'Z' {
		return c + 'a' - 'A'
	}
	return c
}
