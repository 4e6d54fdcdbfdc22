package main

import (
	"fmt"
	"strings"

	"github.com/spf13/cobra"

	"github.com/kdsl-lang/kdsl/docs"
	"github.com/kdsl-lang/kdsl/internal/term"
	"github.com/kdsl-lang/kdsl/lang/check"
)

// explained is what `explain --json` writes. Page is Markdown, empty when there is none.
type explained struct {
	FormatVersion int    `json:"format_version"`
	Code          string `json:"code"`
	Summary       string `json:"summary"`
	Page          string `json:"page"`
}

func (t *tool) explainCmd() *cobra.Command {
	cmd := &cobra.Command{
		Use:   "explain [CODE]",
		Short: "Explain a diagnostic, with a wrong and a right example",
		Long: `Explain says what the code of a diagnostic means, with a wrong and a right
example. Without CODE it lists all codes.`,
		Example: `  kdsl explain missing-duration
  kdsl explain`,
		Args: atMost(1),
		RunE: func(_ *cobra.Command, args []string) error {
			if len(args) == 0 {
				return t.codes()
			}
			return t.explain(args[0])
		},
	}
	cmd.Flags().BoolVar(&t.asJSON, "json", false, "write one JSON document")
	return cmd
}

// codes lists every code with its summary.
func (t *tool) codes() error {
	if t.asJSON {
		all := []explained{}
		for _, c := range check.Codes {
			page, _ := docs.Explain(c.Code)
			all = append(all, explained{formatVersion, c.Code, c.Summary, page})
		}
		return writeJSON(t.out, struct {
			FormatVersion int         `json:"format_version"`
			Codes         []explained `json:"codes"`
		}{formatVersion, all})
	}
	p := t.painter(t.out)
	for _, c := range check.Codes {
		t.print("%s\n", p.Paint(term.Bold, c.Code))
		t.print("%s", wrap(c.Summary, "    ", 78))
	}
	return nil
}

func (t *tool) explain(code string) error {
	code = strings.Trim(code, "[]")
	var known []string
	for _, c := range check.Codes {
		known = append(known, c.Code)
		if c.Code != code {
			continue
		}
		page, there := docs.Explain(code)
		switch {
		case t.asJSON:
			return writeJSON(t.out, explained{formatVersion, code, c.Summary, page})
		case !there:
			page = "# " + code + "\n\n" + c.Summary + "\n"
		}
		t.print("%s", render(page, t.painter(t.out)))
		return nil
	}
	return unknown("code", code, known, "kdsl explain")
}

// render writes a page for a terminal: paragraphs wrapped, examples set in.
func render(page string, p term.Painter) string {
	var b strings.Builder
	var paragraph []string
	flush := func() {
		if len(paragraph) > 0 {
			b.WriteString(wrap(strings.Join(paragraph, " "), "", 80))
			paragraph = nil
		}
	}
	fence := false
	for line := range strings.Lines(page) {
		line = strings.TrimRight(line, "\r\n")
		switch {
		case strings.HasPrefix(line, "```"):
			flush()
			fence = !fence
		case fence && strings.HasPrefix(line, "// want "):
			// What is reported here; the page has just said so.
		case fence:
			b.WriteString(strings.TrimRight("    "+line, " ") + "\n")
		case strings.HasPrefix(line, "# "):
			b.WriteString(p.Paint(term.Bold, line[2:]) + "\n")
		case line == "":
			flush()
			b.WriteByte('\n')
		default:
			paragraph = append(paragraph, strings.TrimSpace(line))
		}
	}
	flush()
	return b.String()
}

// wrap breaks a text into lines of at most width columns, each after the indent.
func wrap(text, indent string, width int) string {
	var b strings.Builder
	line := indent
	for _, word := range strings.Fields(text) {
		if line != indent && len([]rune(line))+1+len([]rune(word)) > width {
			fmt.Fprintln(&b, line)
			line = indent
		}
		if line != indent {
			line += " "
		}
		line += word
	}
	fmt.Fprintln(&b, line)
	return b.String()
}
