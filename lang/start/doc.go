// Package start writes what a new card, a new pack or a new game begins with: text that is checked, laid out and tested
// already. A card begins as a copy of another, as it is written, with its tests; what its author has to decide is marked.
package start
