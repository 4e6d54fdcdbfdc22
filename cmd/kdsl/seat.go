package main

import (
	"bufio"
	"context"
	"errors"
	"fmt"
	"io"
	"strconv"
	"strings"

	"github.com/kdsl-lang/kdsl"
	"github.com/kdsl-lang/kdsl/cmd/kdsl/internal/files"
	"github.com/kdsl-lang/kdsl/internal/library"
	"github.com/kdsl-lang/kdsl/internal/term"
	"github.com/kdsl-lang/kdsl/lang/diag"
)

// listen reads lines, each when it is wanted; the channel is closed at the end.
func listen(r io.Reader) <-chan string {
	out := make(chan string)
	go func() {
		defer close(out)
		s := bufio.NewScanner(r)
		for s.Scan() {
			out <- s.Text()
		}
	}()
	return out
}

// person is somebody at a terminal.
type person struct {
	t     *tool
	save  string // where the game is saved at every question
	s     library.Script
	path  string
	lang  string
	game  *kdsl.Game
	lines <-chan string
}

// errQuit ends a game that the person leaves.
var errQuit = errors.New("the person quits")

// play plays the game to its end, or until the person leaves it.
func (p *person) play() error {
	for {
		q, err := p.game.Next(p.t.ctx)
		switch {
		case err != nil:
			return stopped(err)
		case q == nil:
			return nil
		}
		if p.save != "" {
			if err := p.keep(p.save); err != nil {
				return err
			}
		}
		switch err := p.ask(q); {
		case errors.Is(err, errQuit):
			if p.save != "" {
				p.say("%s: %s", p.word("saved"), p.save)
			}
			return nil
		case err != nil:
			return err
		}
	}
}

// ask asks field after field, and answers when all are known.
func (p *person) ask(q *kdsl.Question) error {
	p.say("%s", p.t.painter(p.t.out).Paint(term.Bold, diag.Visible(q.Text(p.lang))))
	var values []kdsl.Value
	for len(values) < len(q.Fields) {
		v, what, err := p.field(q, values)
		switch {
		case err != nil:
			return err
		case what == "u" && len(values) > 0:
			values = values[:len(values)-1]
		case what == "u":
			if err := p.game.Undo(); err != nil {
				p.say("%s: %v", p.word("no way back"), err)
				continue
			}
			return nil
		case what == "a":
			return p.answer(values)
		default:
			values = append(values, v)
		}
	}
	return p.answer(values)
}

// answer answers; what is refused is asked again.
func (p *person) answer(values []kdsl.Value) error {
	var why *kdsl.Refusal
	switch err := p.game.Answer(values...); {
	case errors.As(err, &why):
		p.say("%s: %s", p.word("refused"), why.Sentence(p.lang))
		return nil
	default:
		return err
	}
}

// field asks for one field; what is the command that was given instead of a value.
func (p *person) field(q *kdsl.Question, before []kdsl.Value) (v kdsl.Value, what string, err error) {
	i := len(before)
	var offered []kdsl.Value
	for c := range p.game.Candidates(i, before...) {
		if c.Verdict.OK {
			offered = append(offered, c.Value)
		}
	}
	f := q.Fields[i]
	if q.Kind == "form" || q.Kind == "choose" {
		more := ""
		if f.Sample {
			more = " " + p.word("(some of many)")
		}
		p.say("%s%s", diag.Visible(f.Label(p.lang)), more)
	}
	for n, o := range offered {
		p.say("%3d  %s", n+1, diag.Visible(o.Name(p.lang)))
	}
	for {
		line, err := p.read()
		if err != nil {
			return v, "", err
		}
		word, file, _ := strings.Cut(line, " ")
		switch word {
		case "":
		case "?":
			p.missing(i, before)
		case "u", "a":
			return v, word, nil
		case "q":
			return v, "", errQuit
		case "s":
			if file = strings.TrimSpace(file); file == "" {
				file = p.save
			}
			p.saves(file)
		default:
			n, err := strconv.Atoi(word)
			if err == nil && n >= 1 && n <= len(offered) {
				return offered[n-1], "", nil
			}
			p.say(p.word("a number from 1 to %d; ? what is not offered, u back, a automatic, s FILE save, q quit"), len(offered))
		}
	}
}

// missing tells what is not offered, and why.
func (p *person) missing(field int, before []kdsl.Value) {
	n := 0
	for c := range p.game.Candidates(field, before...) {
		if c.Verdict.OK {
			continue
		}
		n++
		p.say("  -  %s: %s", diag.Visible(c.Name(p.lang)), diag.Visible(c.Verdict.Refusal.Sentence(p.lang)))
	}
	if n == 0 {
		p.say("%s", p.word("nothing else could be chosen"))
	}
}

// read reads a line; the end of the input quits.
func (p *person) read() (string, error) {
	fmt.Fprint(p.t.out, "> ")
	p.t.out.flush()
	select {
	case line, ok := <-p.lines:
		if !ok {
			fmt.Fprintln(p.t.out)
			return "", errQuit
		}
		if !term.IsTerminal(p.t.in) { // nobody sees what was typed
			p.say("%s", diag.Visible(line))
		}
		return strings.TrimSpace(line), nil
	case <-p.t.ctx.Done():
		return "", context.Cause(p.t.ctx)
	}
}

// saves saves because the person said so: what goes wrong is told, and the game goes on.
func (p *person) saves(file string) {
	err := error(usage("s FILE"))
	if file != "" {
		if err = savable(p.t, "game", file, p.path, p.s); err == nil {
			err = p.keep(file)
		}
	}
	if err != nil {
		p.say("%s", judged(err).message)
		return
	}
	p.say("%s: %s", p.word("saved"), file)
}

// keep writes the game to a file.
func (p *person) keep(file string) error {
	b, err := p.game.MarshalJSON()
	if err != nil {
		return err
	}
	return files.Replace(p.t.disk, file, nil, append(b, '\n'), p.t.leave)
}

func (p *person) say(format string, args ...any) { p.t.print(format+"\n", args...) }

func (p *person) word(s string) string {
	if w, ok := seatFrench[s]; ok && p.lang == "fr" {
		return w
	}
	return s
}

var seatFrench = map[string]string{
	"saved": "enregistré", "refused": "refusé", "no way back": "pas de retour", "(some of many)": "(quelques-uns parmi d'autres)",
	"nothing else could be chosen": "rien d'autre ne pouvait être choisi",
	"a number from 1 to %d; ? what is not offered, u back, a automatic, s FILE save, q quit": "un nombre de 1 à %d ; ? ce qui n'est pas offert, u retour, a automatique, s FICHIER enregistrer, q quitter",
}
