package main

import (
	"bufio"
	"errors"
	"io"
	"os/signal"
	"runtime"
	"sync"
	"syscall"
	"time"
)

// pipe is an output. When its reader has gone away there is nobody to tell: the rest goes nowhere, and
// the command goes on, for its exit code says whether anything is wrong.
type pipe struct {
	w      io.Writer
	mu     sync.Mutex
	buffer *bufio.Writer // nil: what is written goes out at once
	lively bool          // nothing stays in the buffer for long, so that a game that stalls is seen
	timer  *time.Timer
	gone   bool
	failed error
}

func (p *pipe) Write(b []byte) (int, error) {
	p.mu.Lock()
	defer p.mu.Unlock()
	if p.lively && p.timer == nil {
		p.timer = time.AfterFunc(50*time.Millisecond, p.flush)
	}
	if p.buffer != nil {
		return p.buffer.Write(b)
	}
	return raw{p}.Write(b)
}

// flush sends what is still in the buffer.
func (p *pipe) flush() {
	p.mu.Lock()
	defer p.mu.Unlock()
	if p.timer != nil {
		p.timer.Stop()
		p.timer = nil
	}
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

// ignorePipes lets a write to a closed pipe fail instead of ending the process.
func ignorePipes() { signal.Ignore(syscall.SIGPIPE) }

// isUnread tells whether nobody reads any more what was written. Windows says ERROR_BROKEN_PIPE or
// ERROR_NO_DATA.
func isUnread(err error) bool {
	return errors.Is(err, syscall.EPIPE) ||
		runtime.GOOS == "windows" && (errors.Is(err, syscall.Errno(109)) || errors.Is(err, syscall.Errno(232)))
}
