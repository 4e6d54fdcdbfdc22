package load_test

import (
	"bytes"
	"io/fs"
	"path"
	"runtime"
	"testing"
	"time"

	"github.com/spf13/afero"

	"github.com/kdsl-lang/kdsl/lang/load"
	"github.com/kdsl-lang/kdsl/rules"
	"github.com/kdsl-lang/kdsl/stdlib"
)

// Everything that is written in kdsl here, read, parsed and checked as one would who opens the
// folder: each pack as a program of its own, with all that it uses. The quickest of the passes counts.
func BenchmarkLoad(b *testing.B) {
	content := afero.FromIOFS{FS: rules.FS}
	lines, bytesRead, files := 0, 0, 0
	err := afero.Walk(content, ".", func(name string, i fs.FileInfo, err error) error {
		if err != nil || i.IsDir() || path.Ext(name) != ".kdsl" {
			return err
		}
		text, err := afero.ReadFile(content, name)
		lines, bytesRead, files = lines+bytes.Count(text, []byte("\n")), bytesRead+len(text), files+1
		return err
	})
	if err != nil || lines == 0 {
		b.Fatalf("%d lines, %v", lines, err)
	}
	best := time.Duration(0)
	var before, after runtime.MemStats
	runtime.ReadMemStats(&before)
	passes := 0
	for b.Loop() {
		start := time.Now()
		l := &load.Loader{Local: content, Library: []afero.Fs{afero.FromIOFS{FS: stdlib.FS}}}
		units, err := l.Load(".")
		if err != nil {
			b.Fatal(err)
		}
		for _, u := range units {
			if u.Diags.HasErrors() {
				b.Fatalf("%s: %s", u.Name, u.Diags[0].Message)
			}
		}
		if d := time.Since(start); best == 0 || d < best {
			best = d
		}
		passes++
	}
	runtime.ReadMemStats(&after)
	b.ReportMetric(float64(lines), "lines")
	b.ReportMetric(float64(lines)/best.Seconds(), "lines/s")
	b.ReportMetric(best.Seconds()*1000/float64(files), "ms/file")
	b.ReportMetric(float64(after.TotalAlloc-before.TotalAlloc)/float64(passes*bytesRead), "B-allocated/B")
}
