package dice

import "testing"

// The reference vectors of pcg32-demo (seed 42, stream 54).
func TestReferenceVectors(t *testing.T) {
	s := New(42, 54)
	for i, want := range []uint32{0xa15c02b7, 0x7b47f409, 0xba1d3330, 0x83d2f293, 0xbfa4784b, 0xcbed606e} {
		if got := s.next(); got != want {
			t.Errorf("number %d: got %#x, want %#x", i, got, want)
		}
	}
}

func TestBelowIsFrozen(t *testing.T) {
	s, want := New(1, 0), []uint32{7, 3, 1, 4, 8, 4, 4, 0}
	var got []uint32
	for range want {
		got = append(got, s.Below(10))
	}
	for i := range want {
		if got[i] != want[i] {
			t.Fatalf("the dice of seed 1 have changed: got %v, want %v", got, want)
		}
	}
}

func TestBelowIsEven(t *testing.T) {
	s := New(7, 3)
	var counts [6]int
	for range 60_000 {
		counts[s.Below(6)]++
	}
	for f, n := range counts {
		if n < 9_600 || n > 10_400 {
			t.Errorf("face %d: %d of 60000", f+1, n)
		}
	}
}

// Many games of one seed have nothing in common with those of another, however near.
func TestGamesOfNearSeeds(t *testing.T) {
	seen := map[[6]uint32][2]uint64{}
	sixes := [16]int{}
	for seed := range uint64(16) {
		for n := range uint64(2000) {
			d := New(Nth(seed, n), 0)
			if d.Below(6) == 5 {
				sixes[seed]++
			}
			var first [6]uint32
			for i := range first {
				first[i] = d.Below(1 << 20)
			}
			if was, ok := seen[first]; ok {
				t.Fatalf("game %d of seed %d throws what game %d of seed %d does", n, seed, was[1], was[0])
			}
			seen[first] = [2]uint64{seed, n}
		}
	}
	spread := 0
	for _, n := range sixes {
		spread += (n - 333) * (n - 333)
	}
	if want := 16 * 2000 * 5 / 36; spread < want/4 || spread > want*4 {
		t.Errorf("the sixes of 16 seeds spread by %d, want about %d", spread, want)
	}
}
