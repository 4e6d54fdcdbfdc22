package main

import (
	"reflect"
	"testing"
)

// What the site shows comes in one order: else the list of what was made would be another each time.
func TestManualIsInOrder(t *testing.T) {
	first := manual().Drawn
	for range 20 {
		if again := manual().Drawn; !reflect.DeepEqual(first, again) {
			t.Fatalf("%s stands first, and %s another time", first[0].Name, again[0].Name)
		}
	}
}
