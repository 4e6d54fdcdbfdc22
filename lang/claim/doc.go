// Package claim says what a definition says. It takes a checked card apart into its clauses, in plain terms
// (plain.go), and lists what each of them claims (list.go): figures, keywords, moments, conditions, freedoms,
// frequencies, costs, effects and durations. Cards are read aloud, proof-read and shown by these claims and by
// nothing else.
//
// What has words of its own is a term: a clause names it and stops there. What has none is glass: one looks through
// it, and what it does is what the clause does.
package claim
