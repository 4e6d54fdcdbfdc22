package main

import (
	"bufio"
	"bytes"
	"cmp"
	"context"
	"errors"
	"fmt"
	"github.com/kdsl-lang/kdsl/lang/syntax"
	"io"
	"io/fs"
	"os"
	"path"
	"path/filepath"
	"regexp"
	"runtime"
	"slices"
	"strings"
	"sync"
	"sync/atomic"
	"syscall"
	"time"

	"github.com/spf13/afero"

	"github.com/kdsl-lang/kdsl/cmd/kdsl/internal/files"
	"github.com/kdsl-lang/kdsl/internal/library"
	"github.com/kdsl-lang/kdsl/internal/term"
	"github.com/kdsl-lang/kdsl/interp"
	"github.com/kdsl-lang/kdsl/lang/catalog"
	"github.com/kdsl-lang/kdsl/lang/diag"
	"github.com/kdsl-lang/kdsl/lang/tongue"
)

// The exit codes; `kdsl help exit-codes` tells them.
const (
	exitFine        = 0
	exitProblems    = 1
	exitUsage       = 2
	exitEnvironment = 3
	exitLimit       = 4
	exitBug         = 70
	exitInterrupted = 130
)

// errInterrupted ends what is under way when the user has had enough.
var errInterrupted = &exit{exitInterrupted, "interrupted"}

// exit is an error that knows the exit code. An empty message has been told already.
type exit struct {
	code    int
	message string
}

func (e *exit) Error() string { return e.message }

// problems ends with "something is wrong in the cards", which has been told.
var problems = &exit{code: exitProblems}

// end ends with an exit code and a reason.
func end(code int, format string, args ...any) error {
	return &exit{code, fmt.Sprintf(format, args...)}
}

func usage(format string, args ...any) error { return end(exitUsage, format, args...) }

// judged is an error with its exit code. What nobody has judged before is of the environment, which cannot be
// read or written; a file that refuses to be replaced was named wrongly.
func judged(err error) *exit {
	var e *exit
	var refusal *files.Refusal
	switch {
	case errors.As(err, &e):
		return e
	case errors.As(err, &refusal):
		return &exit{exitUsage, refusal.Error()}
	}
	return &exit{exitEnvironment, files.Plain(err)}
}

// tool is one call of the command line.
type tool struct {
	args   []string
	in     io.Reader
	out    *pipe
	err    *pipe
	colour string // auto, always, never
	lang   string // of what people read: en, fr

	amend func(*syntax.File)          // changes what is read of it before it is checked; nil: nothing does
	disk  afero.Fs                    // every file that is read or written
	admit func(paths ...string) error // lets what the user names be used of it

	ctx       context.Context // ends when the user interrupts
	interrupt context.CancelCauseFunc
	patient   atomic.Bool // what runs heeds ctx

	mu       sync.Mutex
	leftover string // a temporary file to remove when interrupted
}

func newTool(args []string, in io.Reader, out, err io.Writer) *tool {
	disk := &files.Disk{}
	t := &tool{args: args, in: in, out: &pipe{w: out}, err: &pipe{w: err}, disk: disk, admit: disk.Admit}
	t.out.buffer = bufio.NewWriterSize(raw{t.out}, 64<<10)
	t.ctx, t.interrupt = context.WithCancelCause(context.Background())
	return t
}

// painter paints what goes to a stream, when colours are wanted there.
func (t *tool) painter(p *pipe) term.Painter {
	return term.Painter{On: term.Colour(t.colour, p.w, os.Getenv)}
}

// spoken is the language that the surroundings name: fr where they say French, else en.
func spoken(env func(string) string) string {
	for _, name := range []string{"LC_ALL", "LC_MESSAGES", "LANG"} {
		if v := env(name); v != "" {
			if i := strings.IndexAny(v, "_.@"); i >= 0 {
				v = v[:i]
			}
			if strings.EqualFold(v, "fr") {
				return "fr"
			}
			break
		}
	}
	return "en"
}

// tongue is the language of what people read.
func (t *tool) tongue() tongue.Language { return tongue.For(t.lang) }

// say writes a line beside the result, in the language of who reads it.
func (t *tool) say(format string, args ...any) {
	t.out.flush()
	fmt.Fprintln(t.err, t.words(fmt.Sprintf(format, args...)))
}

// words is a sentence in the language that is spoken.
func (t *tool) words(sentence string) string { return catalog.Say(t.tongue(), sentence) }

// decimal is the point of a number.
var decimal = regexp.MustCompile(`(\d)\.(\d)`)

// figure writes a number or a percentage as the language has it.
func (t *tool) figure(s string) string {
	if t.tongue() == tongue.French {
		s = strings.ReplaceAll(decimal.ReplaceAllString(s, "$1,$2"), "%", " %")
	}
	return s
}

// print writes a part of the result.
func (t *tool) print(format string, args ...any) { fmt.Fprintf(t.out, format, args...) }

// leave remembers the temporary file that an interruption has to remove; "" for none.
func (t *tool) leave(name string) {
	t.mu.Lock()
	defer t.mu.Unlock()
	t.leftover = name
}

func (t *tool) clean() {
	t.mu.Lock()
	defer t.mu.Unlock()
	if t.leftover != "" {
		t.disk.Remove(t.leftover)
	}
}

// exitCode tells an error and turns it into the exit code.
func (t *tool) exitCode(err error) int {
	if err == nil {
		return exitFine
	}
	e := judged(err)
	if more := t.instead(err); more != "" {
		e = &exit{e.code, e.message + more}
	}
	if e.message != "" {
		t.out.flush()
		fmt.Fprintln(t.err, t.words("kdsl:"), t.words(diag.VisibleLines(e.message)))
	}
	return e.code
}

// instead says what may be meant by a name that names nothing: a file or a folder beside it, or a pack; "" for other errors.
func (t *tool) instead(err error) string {
	var missing *fs.PathError
	if !errors.As(err, &missing) || !errors.Is(err, fs.ErrNotExist) {
		return ""
	}
	name := filepath.ToSlash(missing.Path)
	dir, ext := path.Dir(name), path.Ext(name)
	stem := func(s string) string { return strings.TrimSuffix(s, path.Ext(s)) }
	var known []string // without what stands behind the last dot
	full := map[string]string{}
	if t.admit(dir) == nil {
		list, _ := afero.ReadDir(t.disk, dir) // what cannot be read has nothing to offer
		for _, info := range list {
			if !strings.HasPrefix(info.Name(), ".") && (info.IsDir() && ext != ".json" || ext != "" && path.Ext(info.Name()) == ext || path.Ext(info.Name()) == ".kdsl") {
				known, full[stem(info.Name())] = append(known, stem(info.Name())), path.Join(dir, info.Name())
			}
		}
	}
	if isName(name) {
		if slices.Contains(library.Games(), name) {
			return fmt.Sprintf(" here; the pack of that id comes with kdsl, see `kdsl doc %s`", name)
		}
		known = append(known, library.Games()...)
	}
	near := stem(path.Base(name)) // under another ending; the folder is the same, and says nothing
	if full[near] == "" {
		near = diag.Nearest(near, known)
	}
	if near != "" {
		return fmt.Sprintf(": did you mean %s?", cmp.Or(full[near], near))
	}
	if isName(name) {
		return fmt.Sprintf(": no file, no folder, and no pack, of which there are %s", strings.Join(library.Games(), ", "))
	}
	return ""
}

// failed ends with what content did wrong, or the limit at which it was stopped, after a word on what failed.
func failed(err error, what string) *exit {
	var limit *interp.LimitError
	code := exitProblems
	if errors.As(err, &limit) {
		code = exitLimit
	}
	return &exit{code, what + err.Error()}
}

// unknown says that a word is not one of those that are known, and which is near.
func unknown(what, got string, known []string, more string) error {
	near := diag.Nearest(got, known)
	if near != "" {
		return usage("there is no %s %q: did you mean %q?", what, got, near)
	}
	if more == "" {
		return usage("there is no %s %q", what, got)
	}
	return usage("there is no %s %q; see `%s`", what, got, more)
}

// pipe is an output. When its reader has gone away there is nobody to tell: the rest goes nowhere, and
// the command goes on, for its exit code says whether anything is wrong.
type pipe struct {
	w      io.Writer
	mu     sync.Mutex
	buffer *bufio.Writer // nil: what is written goes out at once
	lively bool          // nothing stays in the buffer for long, so that a game that stalls is seen
	begun  bool          // the first line went out at once: it is what one waits for
	timer  *time.Timer
	gone   bool
	failed error
}

func (p *pipe) Write(b []byte) (int, error) {
	p.mu.Lock()
	defer p.mu.Unlock()
	if p.buffer == nil {
		return raw{p}.Write(b)
	}
	n, err := p.buffer.Write(b)
	switch {
	case !p.lively:
	case !p.begun && bytes.IndexByte(b, '\n') >= 0:
		p.begun = true
		p.buffer.Flush()
	case p.timer == nil:
		p.timer = time.AfterFunc(50*time.Millisecond, p.flush)
	}
	return n, err
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

// isUnread tells whether nobody reads any more what was written. Windows says ERROR_BROKEN_PIPE or
// ERROR_NO_DATA.
func isUnread(err error) bool {
	return errors.Is(err, syscall.EPIPE) ||
		runtime.GOOS == "windows" && (errors.Is(err, syscall.Errno(109)) || errors.Is(err, syscall.Errno(232)))
}
