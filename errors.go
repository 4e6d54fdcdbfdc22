package kdsl

import (
	"context"
	"errors"
	"strings"
)

// What the errors of this package are, beside [ErrMistakes], [*Refusal], [*LimitError] and [*StallError], for [errors.Is]. Their
// sentences say more.
var (
	// ErrUnknown: nothing is called so, be it a script, a card, a pack or a player.
	ErrUnknown = errors.New("nothing is called so")
	// ErrAmbiguous: several scripts, or cards, are called so.
	ErrAmbiguous = errors.New("several are called so")
	// ErrNotAsked: an answer is given, and nothing is asked.
	ErrNotAsked = errors.New("nothing is asked")
	// ErrOtherProgram: a saved game is of another program, or of this one before it was changed.
	ErrOtherProgram = errors.New("it is a game of another program")
	// ErrDamaged: it is no saved game that this kdsl reads, or one that cannot be played as it says.
	ErrDamaged = errors.New("it is no saved game, or it is damaged")
)

// marked is an error that is another, too, and says what it says.
type marked struct {
	error
	as error
}

func (e *marked) Is(target error) bool { return target == e.as }

func (e *marked) Unwrap() error { return e.error }

func mark(err, as error) error { return &marked{err, as} }

// lasting is the context of a call: none is one that does not end.
func lasting(ctx context.Context) context.Context {
	if ctx == nil {
		return context.Background()
	}
	return ctx
}

// ended is the error of a call in its context: where it is the cause for which that has ended, it is the context's own, too.
func ended(ctx context.Context, err error) error {
	if own := ctx.Err(); err != nil && own != nil && errors.Is(err, context.Cause(ctx)) && !errors.Is(err, own) {
		return mark(err, own)
	}
	return err
}

// language is the one that is meant by a name: fr, whatever stands behind it, is French, and all else English.
func language(name string) string {
	if main, _, _ := strings.Cut(strings.ReplaceAll(name, "_", "-"), "-"); strings.EqualFold(main, "fr") {
		return "fr"
	}
	return "en"
}

// which is the place of a language in a pair.
func which(lang string) int {
	if language(lang) == "fr" {
		return 1
	}
	return 0
}
