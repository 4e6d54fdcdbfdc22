package tell

import (
	"crypto/sha256"
	"encoding/hex"
	"hash"
	"io"
	"path"

	"github.com/kdsl-lang/kdsl/interp"
	"github.com/kdsl-lang/kdsl/interp/journal"
	"github.com/kdsl-lang/kdsl/lang/diag"
	"github.com/kdsl-lang/kdsl/lang/ir"
)

// Lines writes a journal as lines of JSON, and hashes them.
type Lines struct {
	Unhashed bool // nobody will ask for the hash

	w     io.Writer
	sum   hash.Hash
	names *Names
	count int
	size  int64
}

// NewLines writes to w, which may be nil: then the lines are only hashed.
func NewLines(w io.Writer, run *interp.Run, s *ir.Script) *Lines {
	return &Lines{w: w, sum: sha256.New(), names: NewNames(run, s, "")}
}

// Size is how many bytes of lines there were.
func (l *Lines) Size() int64 { return l.size }

// Hear writes an entry.
func (l *Lines) Hear(e *journal.Entry) {
	l.names.Hear(e)
	l.names.Use()
	line := journal.ToLine(e, l.names.run.M.P, l.names.run)
	l.count++
	if l.w != nil {
		b := append(diag.EscapeJSON(line.JSON()), '\n')
		l.size += int64(len(b))
		l.w.Write(b)
	}
	if l.Unhashed {
		return
	}
	line.File = path.Base(line.File) // where the program lies is no part of the game
	l.sum.Write(append(line.JSON(), '\n'))
}

// Hash is the SHA-256 of all lines so far, in hex.
func (l *Lines) Hash() string { return hex.EncodeToString(l.sum.Sum(nil)) }

// Count is how many lines there were.
func (l *Lines) Count() int { return l.count }
