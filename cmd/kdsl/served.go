package main

import (
	"context"
	"encoding/json"
	"slices"
	"strings"

	"github.com/kdsl-lang/kdsl/internal/desk"
	"github.com/kdsl-lang/kdsl/internal/page"
	"github.com/kdsl-lang/kdsl/lang/ir"
	"github.com/kdsl-lang/kdsl/lang/layout"
	"github.com/kdsl-lang/kdsl/lang/syntax"
	"github.com/kdsl-lang/kdsl/lang/tongue"
	"github.com/kdsl-lang/kdsl/lang/view"
)

// served is the page of `watch --serve`: it shows the clause that was changed last, or that somebody chose on it.
type served struct {
	*page.Server
	choices chan view.Subject
	desk    desk.Desk
	program *ir.Program // the last that had no mistakes; nil: there was none
	subject view.Subject
	wrong   *view.Problem
	state   string
	seq     int
	cancel  context.CancelFunc
	done    chan struct{}
}

// servedCard is one that may be chosen.
type servedCard struct {
	ID    string `json:"id"`
	Title string `json:"title"`
}

// servedView is what the page is sent.
type servedView struct {
	Seq   int          `json:"seq"`
	State string       `json:"state"`
	Cards []servedCard `json:"cards"`
	View  *view.View   `json:"view"`
}

func serve() (*served, error) {
	choices := make(chan view.Subject, 1)
	p, err := page.Open(func(card, clause string) {
		select {
		case choices <- view.Subject{Card: card, Clause: clause}:
		default: // one is being shown
		}
	})
	return &served{Server: p, choices: choices}, err
}

// see shows what is seen after a change.
func (s *served) see(ctx context.Context, seen *sight, state string, lang tongue.Language) {
	s.state, s.wrong = state, desk.Problem(seen.wrong, lang)
	if s.wrong == nil && seen.program != nil {
		s.program = seen.program
	}
	if s.program == nil {
		s.program = &ir.Program{}
	}
	switch at := seen.about; {
	case at.text != nil:
		read, _ := syntax.Parse(at.text)
		if is := view.SubjectAt(s.program, read, at.offset, s.subject.Card); is.Card != "" {
			s.subject = is
		}
	case s.subject.Card == "":
		if own := ownCards(s.program); len(own) > 0 {
			s.subject = view.Subject{Card: own[0].Name}
		}
	}
	s.show(ctx)
}

// pick shows what somebody chose.
func (s *served) pick(ctx context.Context, x view.Subject) {
	s.subject = x
	s.show(ctx)
}

// show shows the subject, as it is found. What is under way is given up.
func (s *served) show(ctx context.Context) {
	s.stop()
	ctx, s.cancel = context.WithCancel(ctx)
	s.done = make(chan struct{})
	cards := s.cards()
	go func() {
		defer close(s.done)
		s.desk.Look(ctx, s.program, s.subject, s.wrong, nil, func(v *view.View) {
			s.seq++
			if b, err := json.Marshal(servedView{s.seq, s.state, cards, v}); err == nil {
				s.Show(b)
			}
		})
	}()
}

// stop waits until nothing is under way.
func (s *served) stop() {
	if s.cancel != nil {
		s.cancel()
		<-s.done
	}
}

func (s *served) cards() []servedCard {
	out := []servedCard{}
	for _, c := range ownCards(s.program) {
		out = append(out, servedCard{c.Name, layout.Of(s.program, c, "en").Title})
	}
	slices.SortFunc(out, func(a, b servedCard) int { return strings.Compare(a.Title, b.Title) })
	return out
}
