// Package lang is the first half of kdsl: from the text of cards and rules to a checked program.
// This page is the architecture of the whole. lang/spec.md specifies the language, and package
// interp explains the semantics of play.
//
// # The way of a card
//
// A card walks straight through the house, and each room knows only the rooms before it:
//
//		text ── source ──► syntax ──► check ──► ir ──► interp ──► journal
//		                              │  ▲
//		                              ▼  │
//		                              cond
//
//	  - [github.com/kdsl-lang/kdsl/lang/source] owns files and coordinates.
//	  - [github.com/kdsl-lang/kdsl/lang/syntax] is the lexer, the grammar, the one syntax tree and
//	    the formatter. A mistake costs one declaration, never the file.
//	  - [github.com/kdsl-lang/kdsl/lang/check] gives every name a meaning and every value a type, and
//	    lowers declarations, clauses and statements to ir. All numbering is by id, never by the order
//	    of files.
//	  - [github.com/kdsl-lang/kdsl/lang/internal/cond] is the one door to CEL: cel-go parses a condition, and
//	    the tree is typed and lowered to ir's expressions. cel-go types and evaluates only in tests,
//	    as the oracle: spec.md says what the two languages share. Its room
//	    [github.com/kdsl-lang/kdsl/lang/internal/cond/words] explains slips before a parser sees them,
//	    and [github.com/kdsl-lang/kdsl/lang/internal/inprint] finds what was meant by a printed name.
//	  - [github.com/kdsl-lang/kdsl/lang/expr] is what can be said about an expression: how an author
//	    would write it, and what is known when it holds.
//	  - [github.com/kdsl-lang/kdsl/lang/ir] is the checked program: pure data, and the contract
//	    between the two halves.
//	  - [github.com/kdsl-lang/kdsl/lang/load] finds the files of a program, packs included. It alone
//	    touches file systems.
//	  - [github.com/kdsl-lang/kdsl/lang/diag] is what kdsl has to say about a text, in English;
//	    [github.com/kdsl-lang/kdsl/lang/catalog] has the French of each sentence; and
//	    [github.com/kdsl-lang/kdsl/lang/text] what cards say: printed sentences, in two languages.
//	  - [github.com/kdsl-lang/kdsl/lang/layout] is the whole printed card, as data: whoever prints it needs to
//	    know nothing of programs.
//	  - [github.com/kdsl-lang/kdsl/lang/tongue] is the grammar of English and French that such sentences
//	    need. It knows words, and no program.
//	  - [github.com/kdsl-lang/kdsl/lang/claim] is what a definition says, one thing after the other, as data;
//	    [github.com/kdsl-lang/kdsl/lang/aloud] reads it as sentences, and [github.com/kdsl-lang/kdsl/lang/proof]
//	    holds printed cards against it. [github.com/kdsl-lang/kdsl/lang/view] is all of that of the card under
//	    work, and [github.com/kdsl-lang/kdsl/lang/ask] the other questions of authors.
//	  - [github.com/kdsl-lang/kdsl/lang/value] is the notation of dice and targets.
//
// The second half, package interp, is the machine, and its own page lists its rooms; stdlib, rules,
// spells and examples hold the content. Two doors lead in: package kdsl at the root is for Go programs,
// cmd/kdsl is the command line, with what only it needs under cmd/kdsl/internal; what both tell with is
// under internal. docs holds the pages that are not code, whose examples are run as tests.
//
// # What must stay true
//
// The Go code knows no game: rename every declared name of a game, and the machine plays the same
// game. The order of declarations and files means nothing. What an author gets wrong is reported
// with its exact place, all in one pass. Bad input never panics. Tests at the root of the module hold
// the first two of these (guard_test.go), the arrows between packages (lattice_test.go), and those
// between files and the methods of types (arrows_test.go).
//
// # What a new word touches
//
// Six files at most, without tests:
//
//   - A statement is a node and its word (lang/syntax/statements.go, with what it asks for), what it is checked and
//     lowered to (lang/check/statements.go, lang/ir/stmt.go, with what it throws), the way through its instructions, with
//     the slots that they use (interp/code/assemble.go), what one of its own does (interp/execute.go), and how it is read
//     (lang/aloud/deeds.go). What it claims follows from its ir.Deed, whose word is in lang/claim/claim.go, or from what
//     stands in it. What changes one thing at once is assembled from its Deed, too, and happens in interp/place.go; a
//     step of scripts happens in interp/script.go, or is the business of who plays, and is not read.
//   - A duration is a node and its word (lang/syntax/durations.go), one of the ir.Endings (lang/check/exprs.go,
//     lang/ir/place.go), what ends it (interp/life.go), how it is read (lang/aloud/deeds.go), and the word of what it
//     claims (lang/claim/claim.go).
//   - The head of a clause is a node and its word (lang/syntax/members.go) and a stage (lang/check/clauses.go,
//     lang/ir/event.go), which runs at a step (interp/state/state.go), is read in lang/aloud/clause.go and claims by
//     its word (lang/claim/claim.go).
//
// Where one is left out, something does not build, a test of every form fails, or the sums that .ci/run
// checks are not exhausted. A loop, one that asks and one that throws were written so, five files each, a deed and a
// step of scripts, a duration and a head, with each of their files left out once.
//
// # Where to begin reading
//
// lang/syntax/members.go and statements.go show the language as a tree, lang/ir/program.go what
// becomes of it, and interp/pipeline.go what happens to an event.
package lang
