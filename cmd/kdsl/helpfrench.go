package main

import (
	_ "embed" // the pages of help in French
	"slices"
	"strings"
	"sync"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"

	"github.com/kdsl-lang/kdsl/lang/tongue"
)

//go:embed help.fr.txt
var helpFrench string

// frenchPage is what help says of a command in French: in a line, on its page, and of its flags.
type frenchPage struct {
	short, long string
	flags       map[string]string
}

// frenchPages are those of help.fr.txt, by command; what stands under * is said of the flags of all of them.
var frenchPages = sync.OnceValue(func() map[string]frenchPage {
	pages := map[string]frenchPage{}
	for _, part := range strings.Split("\n"+helpFrench, "\n# ")[1:] {
		name, said, _ := strings.Cut(part, "\n")
		page := frenchPage{flags: map[string]string{}}
		text := strings.Split(strings.TrimSpace(said), "\n\n")
		last := strings.Split(text[len(text)-1], "\n")
		if !slices.ContainsFunc(last, func(line string) bool { return !strings.HasPrefix(line, "--") }) {
			for _, line := range last {
				flag, does, _ := strings.Cut(line[2:], " ")
				page.flags[flag] = does
			}
			text = text[:len(text)-1]
		}
		page.short, page.long, _ = strings.Cut(strings.Join(text, "\n\n"), "\n\n")
		pages[name] = page
	}
	return pages
})

// argumentsFrench is what the arguments of commands are called in French.
var argumentsFrench = strings.NewReplacer("PATH", "CHEMIN", "FILE", "FICHIER", "PACK", "PAQUET", "CARD", "CARTE", "TEXT", "TEXTE", "SCENARIO", "SCÉNARIO",
	"FOLDER", "DOSSIER", "EVENT", "ÉVÉNEMENT", "WORD", "MOT", "SORT", "SORTE", "NAME", "NOM", "COMMAND or TOPIC", "COMMANDE ou SUJET")

// headsFrench are the words that help puts around its pages.
var headsFrench = strings.NewReplacer("\nUsage:\n", "\nEmploi :\n", " COMMAND [ARGUMENT...]", " COMMANDE [ARGUMENT...]", " [flags]\n", " [options]\n",
	"\nAlso called: ", "\nAutre nom : ", "\nExamples:\n", "\nExemples :\n", "\nCommands:\n", "\nCommandes :\n", "\nTopics:\n", "\nSujets :\n", "\nFlags:\n", "\nOptions :\n",
	"(default", "(sinon :", `"kdsl help COMMAND" says more about a command.`, "« kdsl help COMMANDE » en dit plus sur une commande.")

// speakFrench lets help speak the language of who reads it.
func (t *tool) speakFrench(root *cobra.Command) {
	english := root.HelpFunc()
	root.SetHelpFunc(func(cmd *cobra.Command, args []string) {
		if t.tongue() != tongue.French {
			english(cmd, args)
			return
		}
		inFrench(root)
		var said strings.Builder
		cmd.SetOut(&said)
		english(cmd, args)
		t.print("%s", headsFrench.Replace(said.String()))
	})
}

// inFrench gives all commands the words of their pages in French.
func inFrench(root *cobra.Command) {
	pages := frenchPages()
	for _, c := range append(root.Commands(), root) {
		page := pages[c.Name()]
		c.Use, c.Short, c.Long = argumentsFrench.Replace(c.Use), page.short, page.long
		each := func(f *pflag.Flag) {
			if does := page.flags[f.Name]; does != "" {
				f.Usage = does
			} else if does = pages["*"].flags[f.Name]; does != "" {
				f.Usage = does
			}
		}
		c.InitDefaultHelpFlag()
		c.Flags().VisitAll(each)
		c.PersistentFlags().VisitAll(each)
	}
}
