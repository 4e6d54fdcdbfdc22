// Package lsp is the language server: what editors ask over the Language Server Protocol 3.18, answered by package ask
// and by a workspace. It is the only package that knows the protocol.
//
// Messages that change a text are taken in the order of the wire, by the goroutine that reads. Questions run beside it.
// One goroutine checks, another one writes diagnostics; where the client is slow to read, the newest for a file takes the
// place of those that wait.
package lsp
