package lsp

import (
	"context"
	"errors"
	"strings"
	"testing"
	"time"

	"github.com/kdsl-lang/kdsl/internal/library"
	"github.com/kdsl-lang/kdsl/lang/tongue"
)

// The server speaks with itself as with an editor, and goes; what hangs is told with the message at which it hung.
func TestRehearse(t *testing.T) {
	fs := memory(t, nil)
	try := func(ctx context.Context, text string) (Rehearsed, error) {
		return Rehearse(ctx, "cards.kdsl", text, library.Open(fs), func(...string) error { return nil }, "kdsl test", tongue.English)
	}
	ctx, cancel := context.WithTimeout(context.Background(), 2*time.Minute)
	defer cancel()
	r, err := try(ctx, "kind piece { }\npiece a { }\npeace b { }\n")
	if err != nil || r.Server != "kdsl test" || r.Dialect != Dialect || r.Problems != 1 || r.Symbols != 3 || r.Words == 0 || r.Took <= 0 {
		t.Errorf("%+v, %v", r, err)
	}
	if r, err = try(ctx, "kind piece { }\n"); err != nil || r.Problems != 0 || r.Symbols != 1 {
		t.Errorf("%+v, %v", r, err)
	}
	gone, cancel := context.WithCancel(context.Background())
	cancel()
	if _, err = try(gone, ""); !errors.Is(err, context.Canceled) && (err == nil || !strings.Contains(err.Error(), "initialize: ")) {
		t.Errorf("%v", err)
	}
}
