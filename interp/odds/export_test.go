package odds

import "github.com/kdsl-lang/kdsl/interp"

// AskPlain works out a question without the analysis of what is still read.
func AskPlain(m *interp.Machine, script int, o Options) (*Answer, error) {
	return ask(m, script, o, true)
}
