package main

import (
	"fmt"
	"strings"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"

	"github.com/kdsl-lang/kdsl/docs"
	"github.com/kdsl-lang/kdsl/internal/term"
	"github.com/kdsl-lang/kdsl/lang/check"
	"github.com/kdsl-lang/kdsl/lang/tongue"
)

// explanation is a code, what it means in a line, and its page, in Markdown, in the language of who reads it.
type explanation struct{ code, summary, page string }

func (t *tool) explanation(code, summary string) explanation {
	page, there := docs.ExplainIn(code, t.lang)
	switch {
	case !there:
		page = "# " + code + "\n\n" + summary + "\n"
	case t.tongue() == tongue.French:
		summary = docs.Summary(page)
	}
	return explanation{code, summary, page}
}

func (x explanation) document() document {
	return documentOf(entry{"code", x.code}, entry{"summary", x.summary}, entry{"page", x.page})
}

type explainCommand struct{ report }

func (c *explainCommand) page() *cobra.Command {
	return &cobra.Command{
		Use:   "explain [CODE]",
		Short: "Explain a diagnostic, with a wrong and a right example",
		Long: `Explain says what the code of a diagnostic means, with a wrong and a right
example. Without CODE it lists all codes.`,
		Example: `  kdsl explain missing-duration
  kdsl explain`,
		Args: atMost(1),
	}
}

func (c *explainCommand) flags(fs *pflag.FlagSet) { jsonFlag(fs, &c.asJSON) }

func (c *explainCommand) run(t *tool, args []string) error {
	p := t.painter(t.out)
	if len(args) == 0 {
		var all []document
		for _, x := range check.Codes {
			all = append(all, t.explanation(x.Code, x.Summary).document())
		}
		return c.show(t, documentOf(entry{"codes", all}), func() {
			for _, x := range check.Codes {
				t.print("%s\n", p.Paint(term.Bold, x.Code))
				t.print("%s", wrap(t.explanation(x.Code, x.Summary).summary, "    ", 78))
			}
		})
	}
	code := strings.Trim(args[0], "[]")
	var known []string
	for _, x := range check.Codes {
		known = append(known, x.Code)
		if x.Code == code {
			x := t.explanation(code, x.Summary)
			return c.show(t, x.document(), func() { t.print("%s", render(x.page, p)) })
		}
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
