package main

import (
	"bufio"
	"io"
)

// pipe is an output. When its reader has gone away there is nobody to tell: the rest goes nowhere, and
// the command goes on, for its exit code says whether anything is wrong.
type pipe struct {
	w      io.Writer
	buffer *bufio.Writer // nil: what is written goes out at once
	gone   bool
	failed error
}

func (p *pipe) Write(b []byte) (int, error) {
	if p.buffer != nil {
		return p.buffer.Write(b)
	}
	return raw{p}.Write(b)
}

// flush sends what is still in the buffer.
func (p *pipe) flush() {
	if p.buffer != nil {
		p.buffer.Flush()
	}
}

// raw is a pipe without its buffer.
type raw struct{ p *pipe }

func (r raw) Write(b []byte) (int, error) {
	p := r.p
	if p.gone {
		return len(b), nil
	}
	n, err := p.w.Write(b)
	if isUnread(err) {
		p.gone = true
		return len(b), nil
	}
	if err != nil && p.failed == nil {
		p.failed = err
	}
	return n, err
}
