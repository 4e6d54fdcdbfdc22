package main

import (
	"fmt"
	"os"
	"path/filepath"
	"reflect"
	"strings"
	"testing"

	"github.com/kdsl-lang/kdsl/lang/proof"
	"github.com/kdsl-lang/kdsl/lang/tongue"
)

// Every label, and every sort of verdict, rank and change, is said in both languages, and none in French as in English.
func TestLabels(t *testing.T) {
	codes := map[string][]string{"ranks": proof.Ranks[1:], "verdicts": append(proof.Kinds[1:], nowhere, noText, cutShort, tooLong, onCard), "changes": proof.Changes()}
	en, fr := reflect.ValueOf(labelsOf["en"]).Elem(), reflect.ValueOf(labelsOf["fr"]).Elem()
	differ := func(what, a, b string) {
		if a == "" || b == "" || a == b || strings.Count(a, "%") != strings.Count(b, "%") {
			t.Errorf("%s: %q in English, %q in French", what, a, b)
		}
	}
	for i := range en.NumField() {
		name := en.Type().Field(i).Name
		switch a, b := en.Field(i), fr.Field(i); a.Kind() {
		case reflect.String:
			differ(name, a.String(), b.String())
		case reflect.Map:
			if a.Len() != len(codes[name]) || b.Len() != a.Len() {
				t.Errorf("%s: %d and %d labels of %d codes", name, a.Len(), b.Len(), len(codes[name]))
			}
			for _, code := range codes[name] {
				key := reflect.ValueOf(code)
				if !a.MapIndex(key).IsValid() || !b.MapIndex(key).IsValid() {
					t.Errorf("%s: nothing says %q", name, code)
					continue
				}
				differ(code, a.MapIndex(key).String(), b.MapIndex(key).String())
			}
		case reflect.Struct:
			differ(name, a.FieldByName("One").String(), b.FieldByName("One").String())
		case reflect.Slice:
			for k := range a.Len() {
				differ(name, a.Index(k).Elem().String(), b.Index(k).Elem().String())
			}
		default:
			t.Errorf("%s is of a sort that is not looked at", name)
		}
	}
}

// What is told of a text is told in its language, with every label that there is.
func TestToldInOneLanguage(t *testing.T) {
	english := map[string]bool{}
	for _, w := range strings.Fields("the text says rule does not say card pack leaves out called error hint doubt errors hints words understood read as nothing wrong found in and of little lists") {
		english[w] = true
	}
	for _, kind := range append(proof.Kinds[1:], nowhere, noText, cutShort, tooLong) {
		for _, rank := range proof.Ranks[1:] {
			for _, v := range []proofFinding{{Rank: rank, Kind: kind, Says: "x", Rule: "y"}, {Rank: rank, Kind: kind, Says: "x", Card: "y"}} {
				told := sentenceOf(labelsOf["fr"], v) + " " + totals{3, 1, 2, 1, 4, 5}.summary("fr", false) + " " + totals{texts: 1}.summary("fr", false)
				for _, w := range strings.FieldsFunc(told, func(r rune) bool { return strings.ContainsRune(" :,;«»\u00a0", r) }) {
					if english[w] {
						t.Errorf("%q in %q", w, told)
					}
				}
			}
		}
	}
	if got := tongue.For("fr").Count(0, labelsOf["fr"].err); got != "0 erreur" {
		t.Errorf("got %q", got)
	}
}

// Of a text that is longer than any card's only the beginning is read, and it is said from where on it is not.
func TestLongText(t *testing.T) {
	p := filepath.Join(t.TempDir(), "long.json")
	text := strings.Repeat("It gains 1. ", longestText/12) + "It gains 1000 at the end of its life."
	if err := os.WriteFile(p, []byte(`{"Sadistic": "`+text+`"}`), 0o644); err != nil {
		t.Fatal(err)
	}
	out, _, code := call(nil, "proof", "kharn_ages", p)
	if want := fmt.Sprintf("hint %s:1:%d: the text is too long for a card: from here on it is not read", p, 15+longestText/12*12); code > exitProblems || !strings.Contains(out, want) || strings.Contains(out, "1000") {
		t.Errorf("exits with %d: got %.300s, want %s", code, out, want)
	}
}
