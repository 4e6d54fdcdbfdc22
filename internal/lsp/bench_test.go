package lsp

import (
	"os"
	"path/filepath"
	"slices"
	"testing"
	"time"

	"github.com/spf13/afero"
)

// asServed collects garbage as the command does that serves editors.
func asServed(b *testing.B) { b.Cleanup(Roomy()) }

// BenchmarkTyping types a word into a file, key by key, and reports how long it takes from a key to what is said of
// it: the median and what 95 of 100 keys stay under, in milliseconds.
func BenchmarkTyping(b *testing.B) {
	asServed(b)
	for _, file := range []string{"examples/homebrew.kdsl", "rules/kharn-ages/skills.kdsl", "rules/kharn-ages/melee.kdsl"} {
		b.Run(filepath.Base(file), func(b *testing.B) {
			root, err := filepath.Abs("../..")
			if err != nil {
				b.Fatal(err)
			}
			name := filepath.Join(root, filepath.FromSlash(file))
			text, err := os.ReadFile(name)
			if err != nil {
				b.Fatal(err)
			}
			uri := "file://" + filepath.ToSlash(name)
			c := serve(b, afero.NewOsFs())
			begun := time.Now()
			c.open(uri, string(text))
			c.published(uri, 1)
			b.ReportMetric(float64(time.Since(begun).Microseconds())/1000, "first-ms")
			now, version := string(text), 1
			at := len(now) * 2 / 3
			for now[at] != '\n' {
				at++
			}
			at++
			var all []time.Duration
			for range b.N {
				for _, key := range "// a word \nrule later { en \"Later\" }\n" {
					begun := time.Now()
					version = c.replace(uri, version, now, "", at, at, string(key))
					now = now[:at] + string(key) + now[at:]
					at += len(string(key))
					c.published(uri, version)
					all = append(all, time.Since(begun))
				}
			}
			slices.Sort(all)
			b.ReportMetric(float64(all[len(all)/2].Microseconds())/1000, "p50-ms")
			b.ReportMetric(float64(all[len(all)*95/100].Microseconds())/1000, "p95-ms")
			c.leave()
		})
	}
}
