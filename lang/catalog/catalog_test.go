package catalog

import "testing"

func TestRead(t *testing.T) {
	if _, err := read(french); err != nil {
		t.Fatal(err)
	}
}
