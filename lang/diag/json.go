package diag

import (
	"fmt"

	"github.com/kdsl-lang/kdsl/lang/source"
)

// Place is a span as other tools read it: lines and columns count from 1, columns in code points;
// the end is behind the last character. Nowhere is an empty file and zeros.
type Place struct {
	File      string `json:"file"`
	Line      int    `json:"line"`
	Column    int    `json:"column"`
	EndLine   int    `json:"end_line"`
	EndColumn int    `json:"end_column"`
}

// Report is a diagnostic as other tools read it.
type Report struct {
	Place
	Severity string          `json:"severity"`
	Code     string          `json:"code"`
	Message  string          `json:"message"`
	Related  []RelatedReport `json:"related"`
	Mends    []MendReport    `json:"mends"`
}

// String is the report in one line.
func (r Report) String() string {
	s := fmt.Sprintf("%s:%d:%d: %s [%s]", r.File, r.Line, r.Column, r.Message, r.Code)
	for _, m := range r.Mends {
		s += " (" + m.Title + ")"
	}
	return s
}

// RelatedReport is another place involved.
type RelatedReport struct {
	Place
	Message string `json:"message"`
}

// MendReport is what would mend it: its rank is safe or offered.
type MendReport struct {
	Title string       `json:"title"`
	Rank  string       `json:"rank"`
	Edits []EditReport `json:"edits"`
}

// EditReport is one edit of a mend.
type EditReport struct {
	Place
	Text string `json:"text"`
}

// PlaceOf says where a span is.
func PlaceOf(s source.Span) Place {
	if s.File == nil {
		return Place{}
	}
	a, b := s.Pos(), s.EndPos()
	return Place{s.File.Name, a.Line, a.Column, b.Line, b.Column}
}

// Reports makes reports of a list; never nil.
func Reports(l List) []Report {
	out := make([]Report, 0, len(l))
	for _, d := range l {
		r := Report{Place: PlaceOf(d.Span), Severity: d.Severity.String(), Code: d.Code, Message: d.Message, Related: []RelatedReport{}, Mends: []MendReport{}}
		for _, x := range d.Related {
			r.Related = append(r.Related, RelatedReport{PlaceOf(x.Span), x.Message})
		}
		for _, m := range d.Mends {
			edits := make([]EditReport, len(m.Edits))
			for i, e := range m.Edits {
				edits[i] = EditReport{PlaceOf(e.Span), e.Text}
			}
			r.Mends = append(r.Mends, MendReport{m.Title, m.Rank.String(), edits})
		}
		out = append(out, r)
	}
	return out
}
