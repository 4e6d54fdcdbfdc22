package cond

import (
	"strings"
	"sync"

	"github.com/google/cel-go/common"
	"github.com/google/cel-go/common/ast"

	"github.com/kdsl-lang/kdsl/lang/internal/cond/words"
	"github.com/kdsl-lang/kdsl/lang/source"
)

// maxTrees bounds what is remembered, in bytes of text: what no text has asked for since as much was read
// is forgotten.
const maxTrees = 1 << 20

// tree is what cel-go's parser makes of a text, and its words. Nobody writes to it.
type tree struct {
	expr  ast.Expr
	info  *ast.SourceInfo
	words *words.Text
}

// trees remembers what texts mean to the parser, for the same text stands in many places and is read in many
// programs. A text that is refused is read again, and so explained at each of its places.
type trees struct {
	mu           sync.Mutex
	young, old   map[string]tree
	size, parsed int // bytes of the texts of young, and how often the parser was asked
}

var remembered = &trees{young: map[string]tree{}}

// parse reads a text; the list is empty when it is a tree.
func (m *trees) parse(of *words.Text) (tree, []*common.Error) {
	read, errs := celParser().Parse(common.NewStringSource(of.CEL(), ""))
	t := tree{expr: read.Expr(), info: read.SourceInfo()}
	m.mu.Lock()
	defer m.mu.Unlock()
	m.parsed++
	if list := errs.GetErrors(); len(list) > 0 {
		return t, list
	}
	if of.Compared() != nil { // a slip that another text is not
		return t, nil
	}
	text := strings.Clone(of.String()) // it is a piece of a file, which need not stay
	t.words = of.In(source.Span{}, text)
	m.keep(text, t)
	return t, nil
}

func (m *trees) find(text string) (tree, bool) {
	m.mu.Lock()
	defer m.mu.Unlock()
	if t, ok := m.young[text]; ok {
		return t, true
	}
	t, ok := m.old[text]
	if ok {
		m.keep(text, t)
	}
	return t, ok
}

func (m *trees) keep(text string, t tree) {
	if m.size += len(text); m.size > maxTrees {
		m.old, m.young, m.size = m.young, map[string]tree{}, len(text)
	}
	m.young[text] = t
}
