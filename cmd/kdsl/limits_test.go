package main

import (
	"bytes"
	"fmt"
	"strings"
	"testing"

	"github.com/spf13/afero"
)

// A file that is too large is no replay and no saved game; one of just the size is read.
func TestFileBounds(t *testing.T) {
	w := newWorld(t, "memory", map[string]string{"pig.kdsl": shortPig(t)})
	for _, c := range []struct {
		size int
		args []string
		said string
	}{
		{maxFile, []string{"replay", "@/big"}, "kdsl: d/big: it is no replay: kdsl has not written it, or a part of it is missing\n"},
		{maxFile + 1, []string{"replay", "@/big"}, "kdsl: d/big: it is too large for a replay: over 33554432 bytes\n"},
		{maxFile, []string{"run", "@/pig.kdsl", "--resume", "@/big"}, "kdsl: d/big: it is no saved game: kdsl has not written it, or a part of it is missing\n"},
		{maxFile + 1, []string{"run", "@/pig.kdsl", "--resume", "@/big"}, "kdsl: d/big: it is too large for a game: over 33554432 bytes\n"},
	} {
		if err := afero.WriteFile(w.disk, "d/big", bytes.Repeat([]byte(" "), c.size), 0o644); err != nil {
			t.Fatal(err)
		}
		if said, code := w.run(w.disk, c.args); code != exitEnvironment || said != c.said {
			t.Errorf("%v of %d bytes: exits with %d and says %q, want %q", c.args, c.size, code, said, c.said)
		}
	}
}

// Every bound has a flag, which is a number in its range; the commands keep it.
func TestFlagBounds(t *testing.T) {
	run := []string{"steps", "depth", "instances", "choices", "dice"}
	for command, flags := range map[string][]string{
		"run": append(run, "bytes"), "replay": append(run, "bytes"), "test": append(run, "bytes"), "sim": run, "survey": run, "why": append(run, "bytes"),
		"odds": {"steps", "throws", "states", "results", "memory"},
	} {
		for _, f := range flags {
			for _, n := range []string{"0", "-1"} {
				_, said, code := call(nil, command, "../../examples/pig.kdsl", "--"+f, n)
				if want := fmt.Sprintf("kdsl: --%s is a number from 1, got %s\n", f, n); code != exitUsage || said != want {
					t.Errorf("%s --%s %s: exits with %d and says %q, want %q", command, f, n, code, said, want)
				}
			}
			if command == "replay" {
				continue
			}
			if _, said, code := call(nil, command, "../../examples/pig.kdsl", "--"+f, "1"); code == exitUsage {
				t.Errorf("%s --%s 1: says %q", command, f, said)
			}
		}
	}
	for _, c := range []struct {
		args, said string
		code       int
	}{
		{"sim ../../examples/pig.kdsl -n 0", "kdsl: -n is a number from 1, got 0\n", exitUsage},
		{"sim ../../examples/pig.kdsl -n 1 --workers 1024", "", exitFine},
		{"sim ../../examples/pig.kdsl -n 1 --workers 1025", "kdsl: --workers is a number from 1 to 1024, got 1025\n", exitUsage},
		{"run ../../examples/pig.kdsl --lang de", "kdsl: --lang is en or fr, got \"de\"\n", exitUsage},
		{"run ../../examples/pig.kdsl --seed -1", "kdsl: --seed is a number from 0, or random, got -1\n", exitUsage},
		{"version --color some", "kdsl: --color is auto, always or never, got \"some\"\n", exitUsage},
		{"coverage ../../examples/pig.kdsl --min 100.5", "kdsl: --min is a percentage from 0 to 100, got 100.5\n", exitUsage},
	} {
		if _, said, code := call(nil, strings.Fields(c.args)...); code != c.code || said != c.said {
			t.Errorf("%s: exits with %d and says %q, want %d and %q", c.args, code, said, c.code, c.said)
		}
	}
}
