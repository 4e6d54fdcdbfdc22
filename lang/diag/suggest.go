package diag

// MaxGuesses is after how many diagnostics nothing need be guessed any more: hardly more are shown, and
// each guess looks at all names.
const MaxGuesses = 200

// Nearest returns the candidate closest to name by edits (insert, drop, change, swap neighbours),
// or "" when none is close: at most a third of the name's length, and at least one edit, is allowed.
// Ties go to the candidate that comes first.
func Nearest(name string, candidates []string) string {
	limit := max(1, len(name)/3)
	best, found := limit+1, ""
	for _, c := range candidates {
		if c == name {
			continue
		}
		if d := edits(name, c, best); d < best {
			best, found = d, c
		}
	}
	return found
}

// edits is the restricted Damerau-Levenshtein distance, or limit when it is not below limit.
func edits(a, b string, limit int) int {
	if len(a)-len(b) >= limit || len(b)-len(a) >= limit {
		return limit
	}
	var rows [3][64]int // enough for most names
	before, row, next := rows[0][:], rows[1][:], rows[2][:]
	if len(b) >= len(row) {
		before, row, next = make([]int, len(b)+1), make([]int, len(b)+1), make([]int, len(b)+1)
	}
	for j := range len(b) + 1 {
		row[j] = j
	}
	for i := 1; i <= len(a); i++ {
		next[0] = i
		least := i
		for j := 1; j <= len(b); j++ {
			cost := 1
			if lower(a[i-1]) == lower(b[j-1]) {
				cost = 0
			}
			next[j] = min(row[j]+1, next[j-1]+1, row[j-1]+cost)
			if i > 1 && j > 1 && a[i-1] == b[j-2] && a[i-2] == b[j-1] {
				next[j] = min(next[j], before[j-2]+1)
			}
			least = min(least, next[j])
		}
		if least > limit { // a swap takes up what was two lines above, at the cost of one
			return limit
		}
		before, row, next = row, next, before
	}
	return min(row[len(b)], limit)
}

func lower(c byte) byte {
	if 'A' <= c && c <= 'Z' {
		return c + 'a' - 'A'
	}
	return c
}
