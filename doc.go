// Package kdsl plays tabletop games whose rules and cards are written in kdsl: it loads programs and says
// what is wrong in them, runs their tests, plays games with people and automatic players, answers
// questions about chances, and prints cards.
//
// # A program
//
// [Load] reads what a path names: a file, or a folder with all below it, together with the packs that it
// uses; those that come with kdsl are always found, and [LoadPacks] loads them by their ids. A [Program] never changes and may be used by any
// number of goroutines.
//
// # A game
//
// [Program.Start] begins a scenario with the dice of a seed. Players are automatic but for those that
// [Game.Seat] gives a seat. [Game.Next] plays on to the next question for one of them, and
// [Game.Answer] answers it; when there is no more question the game is over. Questions of every sort
// have one shape: some fields, each with its candidates, which have names in English and French. What
// cannot be answered is refused by a [*Refusal] with its reason, and changes nothing. What a player may
// not see is neither offered to him nor told, by no method that is given his name; where things of one name are told apart by
// numbers, those that he has not seen do not count. Only the numbers by which things are answered count all of them ([Piece].ID).
//
// The same program, seed and answers make the same game, everywhere: [Game.MarshalJSON] writes a game at any
// question as its seed and answers, and [Program.Resume] plays it again to there, in another process and on another
// machine; [Program.Replay] plays one again from all that came from outside.
//
// # Languages
//
// Wherever a language is named, fr and what begins so, as fr-CA, is French, and all else English.
//
// # Bounds
//
// Whatever a program says, everything here ends: when the context does, or with a [*LimitError] at one
// of the bounds of a [Budget]; a game in which nothing changes any more ends with a [*StallError]. Both have
// the place, and events that set each other off without end are named. A context that is nil does not end; the error of one that
// ends is its cause, and for [errors.Is] its own, too.
//
// # Versions
//
// The module follows semantic versioning. From 1.0 on, what is exported here, the language, the JSON of
// games and journals, and the dice of a seed change incompatibly only with the major version; until then
// a minor version may, and the changelog says so. Packages other than this one are not part of the
// promise.
//
// The folders of the module: lang is the language, interp the machine, cmd/kdsl the command, docs the
// pages, and stdlib, rules, spells and examples are content.
package kdsl
