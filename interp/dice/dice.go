// Package dice is the machine's generator of chance. It is frozen: the same seed gives the same
// dice for ever, on every platform. It is PCG-XSH-RR 64/32 (M. O'Neill, 2014), and a bounded number
// is drawn by rejection, without bias.
package dice

const multiplier = 6364136223846793005

// Source is a stream of dice. Each worker has its own.
type Source struct {
	state, inc uint64
}

// Nth is the seed of the n-th of many games that are played for one seed: those of near seeds have nothing
// in common. It is SplitMix64 (G. Steele, D. Lea, C. Flood, 2014), of a seed that was mixed before.
func Nth(seed, n uint64) uint64 { return splitMix(splitMix(seed) + n) }

func splitMix(x uint64) uint64 {
	x += 0x9E3779B97F4A7C15
	x = (x ^ x>>30) * 0xBF58476D1CE4E5B9
	x = (x ^ x>>27) * 0x94D049BB133111EB
	return x ^ x>>31
}

// New makes the stream number stream of a seed. Streams whose numbers are near are alike where their seeds
// are: of many games each has a seed of its own, see Nth.
func New(seed, stream uint64) *Source {
	s := &Source{inc: stream<<1 | 1}
	s.next()
	s.state += seed
	s.next()
	return s
}

func (s *Source) next() uint32 {
	old := s.state
	s.state = old*multiplier + s.inc
	x := uint32((old>>18 ^ old) >> 27)
	rot := uint32(old >> 59)
	return x>>rot | x<<((-rot)&31)
}

// Below draws one of 0 to n-1, each as likely. n is 1 to 2^31.
func (s *Source) Below(n uint32) uint32 {
	threshold := -n % n
	for {
		if x := s.next(); x >= threshold {
			return x % n
		}
	}
}

// Counts throws n dice with the given number of faces and counts how many fell into each of
// the classes; class gives the class of a face counted from 0 (nil: each face is a class).
func (s *Source) Counts(n, faces int64, classes int, class []int) []int64 {
	return s.CountsIn(make([]int64, classes), n, faces, class)
}

// CountsIn is Counts into a list that is there already, one place for each class.
func (s *Source) CountsIn(out []int64, n, faces int64, class []int) []int64 {
	clear(out)
	for range n {
		f := int(s.Below(uint32(faces)))
		if class != nil {
			f = class[f]
		}
		out[f]++
	}
	return out
}
