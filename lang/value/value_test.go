package value

import "testing"

func TestDice(t *testing.T) {
	for _, s := range []string{"D6", "2D6", "D6+1", "3D3-1", "D10", "12D99+4999"} {
		v, ok := ParseDice(s)
		if !ok || FormatDice(v) != s {
			t.Errorf("ParseDice(%q) = %d, %v; prints %q", s, v, ok, FormatDice(v))
		}
	}
	for _, s := range []string{"", "6", "D", "D0", "D100", "0D6", "D6+", "DD6", "x", "D6+5000", "-D6"} {
		if v, ok := ParseDice(s); ok {
			t.Errorf("ParseDice(%q) = %d, want refusal", s, v)
		}
	}
	d6, _ := ParseDice("D6")
	if v, ok := Add(d6, 1); !ok || FormatDice(v) != "D6+1" {
		t.Errorf("D6 plus 1 = %s", FormatDice(v))
	}
	if _, ok := Add(d6, MaxPlus+1); ok {
		t.Error("Add beyond the bound succeeds")
	}
}

func TestTarget(t *testing.T) {
	if v, ok := ParseTarget("4+"); !ok || v != 4 || FormatTarget(v) != "4+" {
		t.Errorf("ParseTarget(4+) = %d, %v", v, ok)
	}
	for _, s := range []string{"", "4", "+", "4++", "-4+"} {
		if v, ok := ParseTarget(s); ok {
			t.Errorf("ParseTarget(%q) = %d, want refusal", s, v)
		}
	}
}
