//go:build !unix

package main

import (
	"errors"
	"runtime"
	"syscall"
)

// ignorePipes does nothing: a write to a closed pipe only fails.
func ignorePipes() {}

// isUnread tells whether nobody reads any more what was written. Windows says ERROR_BROKEN_PIPE or
// ERROR_NO_DATA.
func isUnread(err error) bool {
	return errors.Is(err, syscall.EPIPE) ||
		runtime.GOOS == "windows" && (errors.Is(err, syscall.Errno(109)) || errors.Is(err, syscall.Errno(232)))
}
