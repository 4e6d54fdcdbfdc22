// Package term is what the command line knows of terminals: colours, their width, bars.
package term

import (
	"io"
	"math"
	"os"
	"strings"

	xterm "golang.org/x/term"
)

// IsTerminal tells whether a stream is a terminal.
func IsTerminal(w any) bool {
	f, ok := w.(*os.File)
	return ok && xterm.IsTerminal(int(f.Fd()))
}

// Width is how many columns a stream has; what is no terminal has 80.
func Width(w any) int {
	if f, ok := w.(*os.File); ok {
		if n, _, err := xterm.GetSize(int(f.Fd())); err == nil && n > 0 {
			return n
		}
	}
	return 80
}

// Colour decides whether a stream gets colours. mode is auto, always or never; auto asks the
// environment.
func Colour(mode string, w io.Writer, env func(string) string) bool {
	switch {
	case mode == "always":
		return true
	case mode == "never" || env("NO_COLOR") != "":
		return false
	case env("CLICOLOR_FORCE") != "" && env("CLICOLOR_FORCE") != "0":
		return true
	}
	return IsTerminal(w) && env("TERM") != "dumb"
}

// Painter wraps text in colours, or does not.
type Painter struct{ On bool }

// The colours.
const (
	Bold   = "1"
	Dim    = "2"
	Red    = "31"
	Green  = "32"
	Yellow = "33"
	Cyan   = "36"
)

// Paint colours a text.
func (p Painter) Paint(code, s string) string {
	if !p.On || s == "" {
		return s
	}
	return "\x1b[" + code + "m" + s + "\x1b[0m"
}

// Unicode tells whether the environment reads UTF-8, so that bars may be drawn finely.
func Unicode(env func(string) string) bool {
	for _, name := range []string{"LC_ALL", "LC_CTYPE", "LANG"} {
		if v := env(name); v != "" {
			v = strings.ToLower(v)
			return strings.Contains(v, "utf-8") || strings.Contains(v, "utf8")
		}
	}
	return false
}

var eighths = []string{"", "▏", "▎", "▍", "▌", "▋", "▊", "▉"}

// Bar draws a share of 1 in at most width columns. What is more than nothing shows.
func Bar(share float64, width int, fine bool) string {
	if share <= 0 || width <= 0 {
		return ""
	}
	share = min(share, 1)
	if !fine {
		return strings.Repeat("#", max(1, int(math.Round(share*float64(width)))))
	}
	n := max(1, int(math.Round(share*float64(width)*8)))
	return strings.Repeat("█", n/8) + eighths[n%8]
}
