package lsp

import (
	"context"
	"errors"
	"fmt"
	"io"
	"net"
	"strings"
	"testing"

	"github.com/spf13/afero"

	"github.com/kdsl-lang/kdsl/internal/library"
	"github.com/kdsl-lang/kdsl/lang/tongue"
)

// As many messages as one likes are read, each as long as may be; one that is longer by a byte is not, whether it is its
// header or what follows that has no end.
func TestMessagesAreBounded(t *testing.T) {
	const most = 10_000 // more than is read ahead
	frame := func(header, body int) string {
		head := fmt.Sprintf("Content-Length: %d\r\nX: ", body)
		whole := head + strings.Repeat("x", header-len(head)-len("\r\n\r\n")) + "\r\n\r\n"
		call := `{"jsonrpc":"2.0","method":"m"}`
		return whole + call + strings.Repeat(" ", body-len(call))
	}
	for _, last := range []string{frame(100, most-99), frame(most-99, 100), strings.Repeat("x", 3*most), strings.Repeat("x: y\r\n", most)} {
		var out strings.Builder
		s := forgive(pipe{strings.NewReader(strings.Repeat(frame(100, most-100)+frame(most-100, 100), 3) + last), &out}, most)
		for i := range 6 {
			if _, _, err := s.Read(t.Context()); err != nil {
				t.Fatalf("message %d: %v", i, err)
			}
		}
		if _, _, err := s.Read(t.Context()); !errors.Is(err, errTooLong) {
			t.Errorf("%.30s: got %v", last, err)
		}
	}
}

type pipe struct {
	io.Reader
	io.Writer
}

func (pipe) Close() error { return nil }

// A header without end ends the server, and not the memory.
func TestEndlessHeader(t *testing.T) {
	here, there := net.Pipe()
	done := make(chan error, 1)
	go func() {
		done <- Serve(context.Background(), there, library.Open(afero.NewMemMapFs()), func(...string) error { return nil }, "kdsl test", tongue.English)
	}()
	chunk := []byte(strings.Repeat("x", 1<<16))
	sent := 0
	for sent < 2*maxMessage {
		n, err := here.Write(chunk)
		sent += n
		if err != nil {
			break
		}
	}
	if sent > maxMessage {
		t.Errorf("read %d bytes of a header", sent)
	}
	here.Close()
	if err := <-done; !errors.Is(err, errTooLong) {
		t.Errorf("got %v", err)
	}
}
