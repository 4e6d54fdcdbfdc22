package kdsl

import "github.com/kdsl-lang/kdsl/internal/tell"

// voices are what the things of a game are called, by who hears it.
type voices struct {
	names   [][]*tell.Names // by whose eyes, from those who see everything, then by language, as languages has them
	hearers []*tell.Names   // all names, in the order in which they hear what happens
	eyes    int32           // by whose eyes things are named where that is not said: of who is asked; -1: of who sees everything
}

// namesFor are the names for players.
func (v *voices) namesFor(all *tell.Names, players ...int32) *tell.Names {
	n := all.For(players...)
	v.hearers = append([]*tell.Names{n}, v.hearers...)
	return n
}

// heardBy are the names in a language for who hears a game: who sees everything, one player, or what several may all see.
func (v *voices) heardBy(players []int32, lang int) *tell.Names {
	if len(players) > 1 {
		return v.namesFor(v.names[0][lang], players...)
	}
	return v.names[append(players, -1)[0]+1][lang]
}

// byIDs names things by their ids, for who sees everything.
func (v *voices) byIDs() { v.names[0][0].Use() }

// both says something in both languages, with the names of each for whose eyes it is.
func (v *voices) both(say func(lang string) string) [2]string {
	var out [2]string
	for i, lang := range languages[1:] {
		v.names[v.eyes+1][i+1].Use()
		out[i] = say(lang)
	}
	return out
}
