package source

import "testing"

// Columns count code points, so that an accent or a die moves nothing; bytes do not.
func TestPos(t *testing.T) {
	f := New("a.kdsl", "été 🎲 x\r\n\tdeux\n")
	for _, c := range []struct {
		offset int
		want   Pos
	}{
		{-1, Pos{1, 1}}, {0, Pos{1, 1}}, {2, Pos{1, 2}}, {6, Pos{1, 5}}, {10, Pos{1, 6}}, {11, Pos{1, 7}},
		{14, Pos{2, 1}}, {15, Pos{2, 2}}, {20, Pos{3, 1}}, {99, Pos{3, 1}},
	} {
		got := f.Pos(c.offset)
		if got != c.want {
			t.Errorf("Pos(%d) = %v, want %v", c.offset, got, c.want)
		}
		if c.offset >= 0 && c.offset <= len(f.Text) && f.Offset(got.Line, got.Column) != c.offset {
			t.Errorf("Offset(%v) = %d, want %d", got, f.Offset(got.Line, got.Column), c.offset)
		}
	}
	if f.Offset(0, 1) != 0 || f.Offset(9, 1) != len(f.Text) || f.Offset(2, 99) != 19 {
		t.Error("places outside of the text are not clamped")
	}
	for line, want := range map[int]string{0: "", 1: "été 🎲 x", 2: "\tdeux", 3: "", 4: ""} {
		if got := f.Line(line); got != want {
			t.Errorf("Line(%d) = %q, want %q", line, got, want)
		}
	}
}

func TestSpan(t *testing.T) {
	f := New("a.kdsl", "one\ntwo three")
	two, three := Span{f, 4, 7}, Span{f, 8, 13}
	if got := three.Join(two); got.Text() != "two three" || got.Pos() != (Pos{2, 1}) || got.EndPos() != (Pos{2, 10}) {
		t.Errorf("Join = %q from %v to %v", got.Text(), got.Pos(), got.EndPos())
	}
	var nowhere Span
	if nowhere.IsValid() || nowhere.Text() != "" || nowhere.Pos() != (Pos{}) || nowhere.EndPos() != (Pos{}) ||
		nowhere.Join(two) != two || two.Join(nowhere) != two {
		t.Error("the zero span is somewhere")
	}
}

// Editors count from 0, in units of UTF-16; there and back is the same place.
func TestUTF16(t *testing.T) {
	f := New("a.kdsl", "été 🎲 x\r\n\tdeux\n")
	for _, c := range []struct{ offset, line, column int }{
		{-1, 0, 0}, {0, 0, 0}, {2, 0, 1}, {6, 0, 4}, {10, 0, 6}, {12, 0, 8}, {14, 1, 0}, {15, 1, 1}, {20, 2, 0}, {99, 2, 0},
	} {
		line, column := f.UTF16(c.offset)
		if line != c.line || column != c.column {
			t.Errorf("UTF16(%d) = %d, %d, want %d, %d", c.offset, line, column, c.line, c.column)
		}
		if c.offset >= 0 && c.offset <= len(f.Text) && f.FromUTF16(line, column) != c.offset {
			t.Errorf("FromUTF16(%d, %d) = %d, want %d", line, column, f.FromUTF16(line, column), c.offset)
		}
	}
	if f.FromUTF16(-1, 3) != 0 || f.FromUTF16(9, 0) != len(f.Text) || f.FromUTF16(0, 99) != 12 || f.FromUTF16(0, 5) != 6 {
		t.Error("places outside of the text, and within a character, are not clamped")
	}
}
