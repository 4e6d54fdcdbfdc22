package check

import (
	"slices"
	"strings"

	"github.com/kdsl-lang/kdsl/lang/diag"
	"github.com/kdsl-lang/kdsl/lang/source"
)

// report is what is wrong with a program. Of a declaration that could not be read only its words are
// known; what another text lacks because of that follows from the first mistake and is not said.
type report struct {
	list   diag.List
	unread map[string]bool // the words and names of declarations that could not be read
	cut    bool            // there are files of which not even those are known
}

// errorf reports something that is wrong in itself.
func (r *report) errorf(code string, at source.Span, format string, args ...any) *diag.Diagnostic {
	return r.list.Errorf(code, at, format, args...)
}

// unknown reports a name, which stands at the place, that nothing has.
func (r *report) unknown(code string, at source.Span, format string, args ...any) *diag.Diagnostic {
	if r.cut || r.unread[at.Text()] {
		return &diag.Diagnostic{}
	}
	return r.errorf(code, at, format, args...)
}

// lacking reports a tag, label or member that the declarations lack: any that could not be read might
// have had it.
func (r *report) lacking(code string, at source.Span, format string, args ...any) *diag.Diagnostic {
	if r.cut || len(r.unread) > 0 {
		return &diag.Diagnostic{}
	}
	return r.errorf(code, at, format, args...)
}

// warnf warns of something.
func (r *report) warnf(code string, at source.Span, format string, args ...any) *diag.Diagnostic {
	return r.list.Warnf(code, at, format, args...)
}

// doubt warns about something, unless a declaration that could not be read may be the reason for it.
func (r *report) doubt(code string, at source.Span, format string, args ...any) *diag.Diagnostic {
	d := r.lacking(code, at, format, args...)
	d.Severity = diag.Warning
	return d
}

// near is the name that was probably meant, or "".
func (r *report) near(name string, among func() []string) string {
	if len(r.list) > diag.MaxGuesses {
		return ""
	}
	return diag.Nearest(name, among())
}

// adopt takes over what is wrong with an expression, which may speak of what could not be read.
func (r *report) adopt(list diag.List) {
	for _, d := range list {
		undefined := strings.HasPrefix(d.Code, "undefined-")
		if !r.unread[d.Span.Text()] && (d.Code != "undefined-field" || len(r.unread) == 0) && !(r.cut && undefined) {
			r.list = append(r.list, d)
		}
	}
}

// clone is a report that goes on from here by itself.
func (r *report) clone() report { return report{slices.Clone(r.list), r.unread, r.cut} }
