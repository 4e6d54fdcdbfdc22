// Package ask answers what an author asks of a text while it is written: what stands in it, what a name means, how it
// is laid out. Its answers are functions of a text and of what was read of it; they know neither editors nor files.
package ask
