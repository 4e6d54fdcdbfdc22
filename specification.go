package kdsl

import _ "embed" // the specification

// Specification is that of the language, in Markdown, and Grammar the grammar as the parser prints it.
var (
	//go:embed lang/spec.md
	Specification string
	//go:embed lang/grammar.ebnf
	Grammar string
)
