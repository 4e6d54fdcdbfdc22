//go:build unix

package main

import (
	"os/signal"
	"syscall"
)

// ignorePipes lets a write to a closed pipe fail instead of ending the process.
func ignorePipes() { signal.Ignore(syscall.SIGPIPE) }
