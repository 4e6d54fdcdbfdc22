package space

// Touching reports whether two bases have a point in common, exactly.
func Touching(a, b Body) bool { return Within(a, b, 0) }

// Overlap reports whether two bases share more than their border.
func Overlap(a, b Body) bool {
	z := apart(&a, &b)
	return z.meets(between(a.At, b.At), z.r, false)
}
