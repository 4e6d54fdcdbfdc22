//go:build unix

package main

import (
	"errors"
	"os/signal"
	"syscall"
)

// ignorePipes lets a write to a closed pipe fail instead of ending the process.
func ignorePipes() { signal.Ignore(syscall.SIGPIPE) }

// isUnread tells whether nobody reads any more what was written.
func isUnread(err error) bool { return errors.Is(err, syscall.EPIPE) }
