package site_test

import (
	"bytes"
	"compress/gzip"
	"encoding/json"
	"encoding/xml"
	"io"
	"math"
	"net/url"
	"os"
	"path"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"sync"
	"testing"

	"github.com/spf13/afero"

	"github.com/kdsl-lang/kdsl/docs"
	"github.com/kdsl-lang/kdsl/internal/library"
	"github.com/kdsl-lang/kdsl/internal/site"
	"github.com/kdsl-lang/kdsl/lang/check"
	"github.com/kdsl-lang/kdsl/lang/ir"
	"github.com/kdsl-lang/kdsl/lang/load"
	"github.com/kdsl-lang/kdsl/lang/syntax"
	"github.com/kdsl-lang/kdsl/lang/tongue"
)

// manual is that of the module, read where it stands.
func manual(t *testing.T) site.Manual {
	t.Helper()
	read := func(name string) string {
		b, err := os.ReadFile("../../" + name)
		if err != nil {
			t.Fatal(err)
		}
		return string(b)
	}
	m := site.Manual{Words: "docs/words.md", Spec: "lang/spec.md", Grammar: read("lang/grammar.ebnf"), Explain: docs.ExplainIn}
	for _, name := range []string{"docs/tutorial.md", "docs/tutorial.fr.md", "docs/guide.md", "docs/cards.md", "docs/claims.md", "docs/words.md", "lang/spec.md"} {
		m.Docs = append(m.Docs, site.Doc{Path: name, Lang: "en", Text: read(name)})
	}
	for name, text := range docs.Pictures() {
		m.Drawn = append(m.Drawn, site.File{Name: "docs/" + name, Text: text})
	}
	return m
}

// packs are all that come with kdsl.
func packs(t *testing.T) (units []*load.Unit) {
	t.Helper()
	units, err := library.Shown()
	if err != nil {
		t.Fatal(err)
	}
	return units
}

// whole is the site of all packs.
var whole = sync.OnceValues(func() (*site.Site, map[string]string) {
	t := &testing.T{}
	s, err := site.New(packs(t), manual(t), "en")
	if err != nil {
		panic(err)
	}
	return s, files(s)
})

func files(s *site.Site) map[string]string {
	all, err := s.Files()
	if err != nil {
		panic(err)
	}
	out := map[string]string{}
	for _, f := range all {
		if _, twice := out[f.Name]; twice {
			panic(f.Name + " is there twice")
		}
		out[f.Name] = string(f.Text)
	}
	return out
}

// Every link leads to a page of the site, and to a place on it; every page is well formed, and no script stands on it but the two
// of the search.
func TestLinks(t *testing.T) {
	_, all := whole()
	ids, links := map[string]bool{}, map[string][]string{}
	for name, text := range all {
		if path.Ext(name) != ".html" {
			continue
		}
		d := xml.NewDecoder(strings.NewReader(text))
		d.Strict, d.AutoClose, d.Entity = false, xml.HTMLAutoClose, xml.HTMLEntity
		depth, scripts := 0, 0
		for {
			tok, err := d.Token()
			if err == io.EOF {
				break
			}
			if err != nil {
				t.Fatalf("%s: %v", name, err)
			}
			switch tok := tok.(type) {
			case xml.StartElement:
				depth++
				if tok.Name.Local == "script" {
					scripts++
				}
				for _, a := range tok.Attr {
					switch {
					case a.Name.Local == "id":
						ids[name+"#"+a.Value] = true
					case (a.Name.Local == "href" || a.Name.Local == "src") && a.Value != "data:,":
						links[name] = append(links[name], a.Value)
					case a.Name.Local == "style" || strings.HasPrefix(a.Name.Local, "on"):
						t.Errorf("%s: <%s %s> is not allowed to work", name, tok.Name.Local, a.Name.Local)
					}
				}
			case xml.EndElement:
				depth--
			}
		}
		if depth != 0 || scripts != 2 {
			t.Errorf("%s: %d elements are open, %d scripts", name, depth, scripts)
		}
	}
	seen := 0
	for from, list := range links {
		for _, to := range list {
			u, err := url.Parse(to)
			if err != nil {
				t.Errorf("%s: %v", from, err)
				continue
			}
			if u.Scheme == "https" {
				continue
			}
			seen++
			at := from
			if u.Path != "" {
				at = path.Join(path.Dir(from), u.Path)
			}
			if _, there := all[at]; !there || u.Scheme != "" || u.Fragment != "" && !ids[at+"#"+u.Fragment] {
				t.Errorf("%s leads to %s, which is not there", from, to)
			}
		}
	}
	if seen < 20_000 {
		t.Errorf("only %d links were seen", seen)
	}
}

// Everything has a page: what packs declare, the words and functions of the language, and diagnostics.
func TestPages(t *testing.T) {
	_, all := whole()
	count := 0
	want := func(page string) {
		count++
		if all[page] == "" {
			t.Errorf("there is no %s", page)
		}
	}
	for _, w := range syntax.Words {
		want("language/word-" + w + ".html")
	}
	for _, f := range ir.Prims {
		want("language/function-" + f.Name + ".html")
	}
	for _, c := range check.Codes {
		want("diagnostics/" + c.Code + ".html")
		if _, french, ok := strings.Cut(all["diagnostics/"+c.Code+".html"], "En français"); !ok || !strings.Contains(french, "<p>") || strings.Contains(french, "<pre") {
			t.Errorf("the page of %s says nothing in French", c.Code)
		}
	}
	for _, u := range packs(t) {
		p := u.Program
		u.Name = strings.TrimSuffix(u.Name, ".kdsl") // its folder
		want(u.Name + "/cards.html")
		want(u.Name + "/cartes.html")
		for _, e := range p.Events {
			if e.Pack == u.Name && e.At.IsValid() && e.Name[0] != '_' {
				want(u.Name + "/" + [...]string{ir.PlainEvent: "event", ir.SpanEvent: "span", ir.ActionEvent: "action"}[e.Word] + "-" + e.Name + ".html")
			}
		}
		for _, c := range p.Cards {
			if c.Pack == u.Name && c.At.IsValid() && c.Kind >= ir.BuiltinKinds && !c.Inner && c.Name[0] != '_' {
				want(u.Name + "/card-" + c.Name + ".html")
			}
		}
		own := func(at string) bool {
			return slices.ContainsFunc(u.Own, func(f *syntax.File) bool { return f.Source.Name == at })
		}
		for _, k := range p.Kinds[ir.BuiltinKinds:] {
			if !own(k.At.File.Name) || k.Name[0] == '_' {
				continue
			}
			want(u.Name + "/kind-" + k.Name + ".html")
			for _, f := range k.Fields {
				if k.Parent < 0 && f.At.File == k.At.File {
					want(u.Name + "/figure-" + k.Name + "." + f.Name + ".html")
				}
			}
		}
		for _, f := range p.Funcs {
			if own(f.At.File.Name) && f.Name[0] != '_' {
				want(u.Name + "/function-" + f.Name + ".html")
			}
		}
		for _, o := range p.Options {
			if own(o.At.File.Name) {
				want(u.Name + "/option-" + o.Name + ".html")
			}
		}
	}
	if count < 1500 {
		t.Errorf("only %d pages were wanted", count)
	}
}

// showsCard finds a card on the page of a thing.
var showsCard = regexp.MustCompile(`A card (?:that uses it|in play where it is used|that has it)`)

// What nothing says anything of, and what nothing uses, may become less, and never more. Each thing is shown with a card, but
// in games that have none.
func TestUndocumented(t *testing.T) {
	const unsaid, unused = 245, 5
	s, all := whole()
	u := s.Undocumented()
	packed := slices.DeleteFunc(slices.Clone(u.Unsaid), func(line string) bool { return strings.Contains(line, ".kdsl ") }) // examples say what they show
	if len(packed) != unsaid {
		t.Errorf("%d things have neither words nor a comment, and not %d: write so here, if they are fewer: %.2000q", len(packed), unsaid, packed)
	}
	if len(u.Unused) != unused {
		t.Errorf("%d things are used by nothing, and not %d: %q", len(u.Unused), unused, u.Unused)
	}
	cards := map[string]bool{"language": true}
	for name := range all {
		if strings.HasPrefix(path.Base(name), "card-") {
			cards[path.Dir(name)] = true
		}
	}
	shown := 0
	for name, text := range all {
		sort, _, _ := strings.Cut(path.Base(name), "-")
		if !slices.Contains([]string{"event", "action", "span", "kind", "figure", "function", "table", "option", "enum", "tag", "zone", "word"}, sort) ||
			!cards[path.Dir(name)] {
			continue
		}
		if shown++; !showsCard.MatchString(text) && !(sort == "word" && strings.Contains(text, "A card that is written with it")) {
			t.Errorf("%s shows no card", name)
		}
	}
	if shown < 1500 {
		t.Errorf("only %d pages were looked at", shown)
	}
}

// The page of each diagnostic shows a card that does what is right, and has what the page shows to be right, or one in which the page makes
// the mistake.
func TestDiagnosticsShowCards(t *testing.T) {
	_, all := whole()
	for _, c := range check.Codes {
		page := all["diagnostics/"+c.Code+".html"]
		before, after, ok := strings.Cut(page, "<h2>A card of the books ")
		if !ok {
			t.Errorf("the page of %s shows no card", c.Code)
			continue
		}
		if example, _, _ := strings.Cut(after, "<h2"); strings.Contains(before, "En français") || !regexp.MustCompile(`<a href="../\w+/card-\w+.html"`).MatchString(example) || !strings.Contains(example, `<article`) {
			t.Errorf("the page of %s shows no card where it says so", c.Code)
		}
	}
	for code, word := range map[string]string{"invalid-statement": "cancel", "wrong-type": "require", "undefined-label": "waive", "invalid-pattern": "cannot", "missing-key": "limit",
		"undefined-function": "half_up", "missing-expectation": "expect", "undefined-option": "option", "table-gap": "table-shortened"} {
		_, after, _ := strings.Cut(all["diagnostics/"+code+".html"], "<h2>A card of the books ")
		if example, _, _ := strings.Cut(after, "<h2"); !strings.Contains(example, word) {
			t.Errorf("the card of %s has no %s", code, word)
		}
	}
	for code, card := range map[string]string{"bad-encoding": "confrontation/card-regeneration.html", "conflicting-patch": "kharn_ages_spells/card-punishment.html", "missing-value": "kharn_ages/card-poisoned.html"} {
		slip, example, _ := strings.Cut(all["diagnostics/"+code+".html"], "<h2>A card of the books that is right without this mistake")
		if example, _, _ := strings.Cut(example, "<h2"); !strings.Contains(example, card) || !strings.Contains(slip, `<span class="out">-`) && !strings.Contains(slip, `<span class="in">+`) || strings.Contains(slip, "// want") {
			t.Errorf("the page of %s makes no mistake in %s", code, card)
		}
	}
}

// What is looked for is found in both languages, without accents; and all that can be looked for is small.
func TestSearchIndex(t *testing.T) {
	_, all := whole()
	text := all["index.js"]
	var entries [][4]string
	if err := json.Unmarshal([]byte(strings.TrimSuffix(strings.TrimPrefix(text, "window.KDSL = "), ";\n")), &entries); err != nil {
		t.Fatal(err)
	}
	for word, page := range map[string]string{"coup": "kharn_ages/event-blow.html", "blow": "kharn_ages/event-blow.html", "sonne": "confrontation/card-stunned.html", "after": "language/word-after.html"} {
		if !slices.ContainsFunc(entries, func(e [4]string) bool { return e[2] == page && strings.Contains(" "+e[1], " "+word) }) {
			t.Errorf("%q does not find %s", word, page)
		}
	}
	for _, e := range entries {
		at, _, _ := strings.Cut(e[2], "#")
		if all[at] == "" {
			t.Errorf("%q leads to %s, which is not there", e[0], e[2])
		}
	}
	var b bytes.Buffer
	z := gzip.NewWriter(&b)
	z.Write([]byte(text))
	z.Close()
	if b.Len() > 300<<10 || len(entries) < 2000 {
		t.Errorf("%d entries, %d bytes", len(entries), b.Len())
	}
}

func TestFolded(t *testing.T) {
	for s, want := range map[string]string{"Sonné": "sonne", "Pièce  porte-bonheur": "piece porte bonheur", "L'Œuf": "l oeuf", "": "", "…": ""} {
		if got := tongue.Folded(s); got != want {
			t.Errorf("%q: got %q, want %q", s, got, want)
		}
	}
}

// The same packs make the same bytes.
func TestSameBytes(t *testing.T) {
	_, all := whole()
	s, err := site.New(packs(t), manual(t), "en")
	if err != nil {
		t.Fatal(err)
	}
	again := files(s)
	for name, text := range all {
		if again[name] != text {
			t.Errorf("%s is another", name)
		}
	}
	if len(again) != len(all) {
		t.Errorf("%d files and %d", len(all), len(again))
	}
}

// small makes the site of some files, without a manual.
func small(t *testing.T, files map[string]string) (*site.Site, map[string]string) {
	t.Helper()
	return smallIn(t, files, "en")
}

// smallIn is small with a frame in a language.
func smallIn(t *testing.T, texts map[string]string, lang string) (*site.Site, map[string]string) {
	t.Helper()
	fs := afero.NewMemMapFs()
	for name, text := range texts {
		if err := afero.WriteFile(fs, name, []byte(text), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	units, err := library.Loader(fs).Load(".")
	if err != nil {
		t.Fatal(err)
	}
	for _, u := range units {
		if u.Diags.HasErrors() {
			t.Fatal(u.Diags)
		}
	}
	s, err := site.New(units, site.Manual{}, lang)
	if err != nil {
		t.Fatal(err)
	}
	return s, files(s)
}

const base = `pack cups { en "Cups" }
player { cell coins: int = 0 }
kind charm { en "Charm"  room: int = 1 }
// Somebody looks under a cup.
event search(who: player, found: int) { do { who.coins += found } }
`

// The card that shows an event is one that hears it and has a passing test, the shortest such, and one of its own pack before those
// of others; a shorter one that only calls it, that no test speaks of, or whose test fails, is none.
func TestChoice(t *testing.T) {
	hears := func(name, more string) string {
		return "charm " + name + " { en \"" + name + "\"\n  a: after search(who: owner) { " + more + "who.coins += 1 } }\n"
	}
	tested := func(name string, coins string) string {
		return "test \"" + name + " helps\" { given c = " + name + " for red; when search(red, found: 2); expect red.coins == " + coins + " }\n"
	}
	longer, long := `note "again"; `, `note "once more"; `
	calls := "charm calls { en \"Calls\"  a: after spill { search(players()[0], 1) } }\nevent spill() { do { } }\ntest \"calls\" { given c = calls for red; when spill(); expect red.coins == 1 }\n"
	for _, c := range []struct{ own, other, want string }{
		{hears("plain", "") + tested("plain", "3"), "", "plain"},
		{hears("plain", longer) + tested("plain", "3") + hears("bare", ""), "", "plain"},
		{hears("plain", long) + tested("plain", "3") + hears("two", longer) + tested("two", "3"), "", "two"},
		{hears("plain", longer) + tested("plain", "3") + hears("two", "") + tested("two", "4"), "", "plain"},
		{hears("plain", longer) + tested("plain", "3"), hears("two", "") + tested("two", "3"), "plain"},
		{calls, hears("two", longer) + tested("two", "3"), "two"},
		{calls, "", "calls"},
	} {
		files := map[string]string{"cups/cups.kdsl": base + c.own}
		if c.other != "" {
			files["more/more.kdsl"] = "pack more { en \"More\"  uses cups }\n" + c.other
		}
		_, all := small(t, files)
		page := all["cups/event-search.html"]
		_, after, ok := strings.Cut(page, "A card that uses it")
		if !ok || !regexp.MustCompile(`^</h2>\s*<p><a href="../\w+/card-`+c.want+`.html"`).MatchString(after) {
			t.Errorf("want %s:\n%s", c.want, page[max(0, strings.Index(page, "A card")):])
		}
		if strings.Contains(after, "No test of it") {
			t.Errorf("the test of %s is not seen", c.want)
		}
	}
}

// What only a rule or another event speaks of is shown by a card that uses these, with what lies between; by as little as can be.
func TestThrough(t *testing.T) {
	const seeker = "charm seeker { en \"Seeker\"  a: after peep(who: owner) { who.coins += 1 } }\ntest \"it helps\" { given c = seeker for red; when peep(red); expect red.coins == 3 }\n"
	_, all := small(t, map[string]string{"cups/cups.kdsl": base + "event look(who: player) { do { search(who, 2) } }\nevent peep(who: player) { do { look(who) } }\nrule all_see { b: after search { who.coins += 0 } }\n" + seeker})
	for page, want := range map[string]string{
		"cups/event-search.html": `<a href="../cups/card-seeker.html">Seeker</a>, charm · Cups. It does so by <a href="../cups/event-peep.html"><code>peep</code></a>, <a href="../cups/event-look.html"><code>look</code></a>.</p>`,
		"cups/event-look.html":   `<a href="../cups/card-seeker.html">Seeker</a>, charm · Cups. It does so by <a href="../cups/event-peep.html"><code>peep</code></a>.</p>`,
		"cups/event-peep.html":   `<a href="../cups/card-seeker.html">Seeker</a>, charm · Cups.</p>`,
	} {
		if !strings.Contains(all[page], want) {
			t.Errorf("%s does not say %s:\n%s", page, want, all[page])
		}
	}
}

// What no card speaks of is shown by a card in play where it happens, in a test that passes, and by the test: one that acts before one that
// is only there, of the test or of its setup; by none where it does not happen.
func TestInPlay(t *testing.T) {
	const lift = "event lift(who: player) { do { search(who, 2) } }\nevent drop(who: player) { do { } }\n"
	const rich = "charm rich { en \"Rich\"  room: 2 }\ncharm keen { en \"Keen\"  b: after drop(who: owner) when size(players()) == 2 { note \"so\" } }\n"
	for _, c := range []struct{ test, want string }{
		{`test "a find" { given c = rich for red; when lift(red); expect red.coins == c.room }`, "rich"},
		{"setup ready { given c = rich for red }\ntest \"a find\" in ready { when lift(red); expect red.coins == 2 }", "rich"},
		{`test "a find" { given c = rich for red; given d = keen for red; when lift(red); when drop(red); expect red.coins == c.room }`, "keen"},
		{`test "a find" { given c = rich for red; given d = keen for red; when lift(red); when drop(blue); expect red.coins == c.room }`, "rich"},
		{`test "a find" { given c = rich for red; when lift(red); expect red.coins == 7 }`, ""},
		{`test "none" { given c = rich for red; when drop(red); expect red.coins == 0 }`, ""},
	} {
		_, all := small(t, map[string]string{"cups/cups.kdsl": base + lift + rich + c.test + "\n"})
		_, after, ok := strings.Cut(all["cups/event-search.html"], "A card in play where it is used")
		if !ok {
			if c.want != "" {
				t.Errorf("%s: no card is in play", c.test)
			}
			continue
		}
		if !regexp.MustCompile(`^</h2>\s*<p><a href="../cups/card-`+c.want+`.html"`).MatchString(after) || !strings.Contains(after, "a find") {
			t.Errorf("%s: want %q:\n%s", c.test, c.want, after)
		}
	}
}

// With a French frame what packs say in French comes first, and all else is as it was.
func TestFrench(t *testing.T) {
	files := map[string]string{"cups/cups.kdsl": "pack cups { en \"Cups\"  fr \"Gobelets\" }\nkind charm { en \"Charm\"  fr m \"charme\" }\ncharm lucky { en \"Lucky coin\"  fr f \"Pièce porte-bonheur\" }\n"}
	_, en := small(t, files)
	_, fr := smallIn(t, files, "fr")
	for name := range en {
		if fr[name] == "" {
			t.Errorf("there is no %s in French", name)
		}
	}
	page := fr["cups/card-lucky.html"]
	last := 0
	for _, part := range []string{`<html lang="fr"`, "Aller au texte", "Carte · Gobelets (cups)", "<h1>Pièce porte-bonheur</h1>", "Telle qu&#39;elle est écrite", "Telle qu&#39;elle est imprimée", `<div lang="fr">`, `<div lang="en">`, "En écrire une"} {
		at := strings.Index(page[last:], part)
		if at < 0 {
			t.Fatalf("%s does not follow in\n%s", part, page)
		}
		last += at
	}
}

// An event has what hooks in, in the order of the pipeline, also from other packs; what nothing uses is listed.
func TestPipeline(t *testing.T) {
	s, all := small(t, map[string]string{
		"cups/cups.kdsl": base + "charm late { en \"Late\"  z: after search { who.coins += 1 } }\ncharm never { en \"Never\"  a: cannot search when who.coins > 9 { en \"Full.\" } }\nevent lonely() { do { } }\n",
		"more/more.kdsl": "pack more { en \"More\"  uses cups }\ncharm early { en \"Early\"  y: before search { who.coins += 1 } }\n",
	})
	page := all["cups/event-search.html"]
	last := 0
	for _, part := range []string{"<b>forbid</b>", "charm never", "<b>before</b>", "charm early", "· More", "<b>do</b>", "<b>after</b>", "charm late"} {
		at := strings.Index(page[last:], part)
		if at < 0 {
			t.Fatalf("%s does not follow in\n%s", part, page)
		}
		last += at
	}
	if !strings.Contains(page, "Somebody looks under a cup.") {
		t.Error("the comment is lost")
	}
	u := s.Undocumented()
	if !slices.Contains(u.Unused, "cups event lonely") || !slices.Contains(u.Unsaid, "cups event lonely") || slices.Contains(u.Unused, "cups event search") || slices.Contains(u.Unsaid, "cups event search") {
		t.Errorf("%v", u)
	}
}

// Names that a system would take for one file have pages of their own, and what packs say is never read as HTML.
func TestHostile(t *testing.T) {
	_, all := small(t, map[string]string{"cups/cups.kdsl": "pack cups { en \"</title><script>alert(1)</script>\" }\nkind charm { en \"<b>\"  V: int = 1  v: int = 2 }\n// <script>alert(2)</script> \x1b[2J\u202e\ncharm lucky { en \"<img src=x>\u202ex\u200by\" }\n"})
	if all["cups/figure-charm.V.html"] == "" || all["cups/figure-charm.v-2.html"] == "" {
		t.Error("a figure has no page of its own")
	}
	for name, text := range all {
		if path.Ext(name) == ".html" && (strings.Contains(text, "<script>") || strings.Contains(text, "<img") || strings.Contains(text, "<b></h")) {
			t.Errorf("%s obeys", name)
		}
		if strings.ContainsAny(text, "\x1b\u202e\u200b") {
			t.Errorf("%s turns its text round", name)
		}
	}
}

// No pack takes the place of another, or of what the site has itself, whatever it is called: no file is there twice, for a system
// to which capitals are all one, too.
func TestOwnPlaces(t *testing.T) {
	fields := ""
	for _, name := range []string{"abcd", "Abcd", "aBcd", "ABcd", "abCd", "AbCd", "aBCd", "ABCd", "abcD", "AbcD", "aBcD"} {
		fields += " " + name + ": int = 1"
	}
	_, all := small(t, map[string]string{
		"language/l.kdsl": "pack language { en \"Speech\" }\nkind word {" + fields + " }\n",
		"manual/m.kdsl":   "pack manual { en \"Handbook\" }\nkind ware {}\nware one {}\n",
		"manual.kdsl":     "kind other {}\n",
	})
	for name, want := range map[string]string{"language/index.html": "<title>Language ", "language-2/index.html": "Speech", "manual-2/kind-other.html": "other", "manual-3/index.html": "Handbook"} {
		if !strings.Contains(all[name], want) {
			t.Errorf("%s does not say %q: %.200s", name, want, all[name])
		}
	}
	seen := map[string]bool{}
	for name := range all {
		if lower := strings.ToLower(name); seen[lower] || strings.Contains(name, ":") {
			t.Errorf("%s is there twice, or no name", name)
		} else {
			seen[lower] = true
		}
	}
}

// What is read stands out from what it stands on, in light and in dark: at least 4.5 to 1, as WCAG wants it.
func TestContrast(t *testing.T) {
	_, all := whole()
	css := all["site.css"]
	schemes := regexp.MustCompile(`:root \{[^}]*\}`).FindAllString(css, -1)
	if len(schemes) != 3 {
		t.Fatalf("%d schemes, want light, dark and paper", len(schemes))
	}
	for _, scheme := range schemes {
		colour := map[string]float64{}
		for _, m := range regexp.MustCompile(`--(\w+): #([0-9a-f]{3,6});`).FindAllStringSubmatch(scheme, -1) {
			colour[m[1]] = luminance(m[2])
		}
		for _, on := range []string{"paper", "back", "head", "mark"} {
			for _, ink := range []string{"ink", "quiet", "link", "k", "c", "s", "n", "t", "e", "f", "p", "l"} {
				under, there := colour[on]
				over, known := colour[ink]
				if !known {
					t.Errorf("%s has no colour in %s", ink, scheme)
				}
				if !there || on == "mark" && ink != "ink" || on == "head" && ink != "ink" && ink != "link" {
					continue // nothing of the sort stands there
				}
				if ratio := (math.Max(over, under) + .05) / (math.Min(over, under) + .05); ratio < 4.5 {
					t.Errorf("%s on %s: %.2f to 1 in %s", ink, on, ratio, scheme)
				}
			}
		}
	}
}

// luminance is how bright a colour is, from 0 to 1.
func luminance(hex string) float64 {
	if len(hex) == 3 {
		hex = string([]byte{hex[0], hex[0], hex[1], hex[1], hex[2], hex[2]})
	}
	sum := 0.0
	for i, weight := range []float64{.2126, .7152, .0722} {
		n, _ := strconv.ParseUint(hex[2*i:2*i+2], 16, 8)
		c := float64(n) / 255
		if c <= .04045 {
			c /= 12.92
		} else {
			c = math.Pow((c+.055)/1.055, 2.4)
		}
		sum += weight * c
	}
	return sum
}
