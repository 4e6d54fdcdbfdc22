package laws_test

import "testing"

// known lists what the machine breaks today, and why. A law or a finding that stands here must fail;
// what holds again has to be taken off the list, so that it only ever shrinks.
var known = map[string]string{}

// judge ends a test: wrong says how the law is broken, "" that it holds.
func judge(t *testing.T, name, wrong string) {
	t.Helper()
	why, listed := known[name]
	switch {
	case listed && wrong == "":
		t.Errorf("mended: take %q off the list of what is known to be broken (%s)", name, why)
	case listed:
		t.Logf("known: %s", why)
	case wrong != "":
		t.Error(wrong)
	}
}
