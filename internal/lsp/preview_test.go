package lsp

import (
	"encoding/json"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/spf13/afero"
	"go.lsp.dev/protocol"

	"github.com/kdsl-lang/kdsl/lang/source"
	"github.com/kdsl-lang/kdsl/lang/view"
)

// follow tells where the caret is: before a part of a text.
func (c *client) follow(uri, text, before string) {
	c.t.Helper()
	at := strings.Index(text, before)
	if at < 0 {
		c.t.Fatalf("%q does not stand there", before)
	}
	line, column := source.New("", text).UTF16(at)
	c.tell("kdsl/follow", fmt.Sprintf(`{"uri":%q,"position":{"line":%d,"character":%d}}`, uri, line, column))
}

// preview waits for one that is as wanted.
func (c *client) preview(is func(version int, v *view.View) bool) *view.View {
	c.t.Helper()
	var out struct {
		Params struct {
			Version int
			View    *view.View
		}
	}
	c.wait(func(m map[string]any) bool {
		if m["method"] != "kdsl/preview" {
			return false
		}
		out.Params.View = nil
		b, err := json.Marshal(m)
		if err == nil {
			err = json.Unmarshal(b, &out)
		}
		if err != nil {
			c.t.Fatal(err)
		}
		return is(out.Params.Version, out.Params.View)
	})
	return out.Params.View
}

const hedgehog = `pack thorns { en "Thorns"  fr "Épines" }
kind hero { en "Hero"  fr "Héros"  cell HP: int = 9 { en "HP"  fr "PV" }  carries gifts: gift { en "Gifts"  fr "Dons" } }
kind gift on hero { en "Gift"  fr "Don" }
event hit(who: hero, by: hero) { en "{by} hits {who}"  fr "{by} frappe {who}"  do { } }
event hurt(who: hero, points: int in 0..9) { en "{who} loses {points} HP"  fr "{who} perd {points} PV"  do { who.HP -= points } }
gift prickly {
  en "Prickly 🦔"  fr "Piquant 🦔"
  stings: after hit(who: bearer) {
    en "After a hit, who struck loses 3 HP."
    fr "Après un coup, qui frappe perd 2 PV."
    hurt(who: by, points: 2)
  }
  calms: before hit(by: bearer) {
    en "It is calm first."  fr "Il se calme d'abord."
  }
}
hero anna { en "Anna"  fr "Anna" }
test "who strikes is stung" {
  given a = anna with prickly
  given b = anna
  when hit(who: a, by: b)
  expect b.HP == 7
}
test "it hurts" {
  given a = anna with prickly
  when hurt(who: a, points: 1)
  expect a.HP == 7
}
`

func TestPreviewFollowsTheCaret(t *testing.T) {
	c := serve(t, memory(t, map[string]string{"/w/thorns.kdsl": hedgehog}))
	const uri = "file:///w/thorns.kdsl"
	c.open(uri, hedgehog)
	c.follow(uri, hedgehog, "hurt(who: by")
	v := c.preview(func(_ int, v *view.View) bool { return v.Compared && v.Chances != nil })
	if v.FormatVersion != view.FormatVersion || v.Card != "prickly" || v.Sort != "gift" || !slices.Equal(v.Active, []string{"stings"}) || !v.Compared {
		t.Errorf("the view is of %+v", v)
	}
	if got := said(v, "en", "stings"); got != "After a hit, who struck loses [3 HP differs: 2 hurt]." {
		t.Errorf("English: %s", got)
	}
	if got := said(v, "fr", "stings"); got != "Après un coup, qui frappe perd [2 agrees] PV." {
		t.Errorf("French: %s", got)
	}
	if len(v.Tests) != 2 || v.Tests[0].Name != "who strikes is stung" || !v.Tests[0].Passed || !v.Tests[0].Runs || v.Tests[1].Runs || v.Tests[1].Passed || v.Tests[1].Message == "" {
		t.Errorf("tests: %+v", v.Tests)
	}

	c.follow(uri, hedgehog, "before hit")
	v = c.preview(func(_ int, v *view.View) bool {
		return slices.Equal(v.Active, []string{"calms"}) && v.Compared && v.Chances != nil
	})
	if len(v.Tests) != 2 || v.Tests[0].Runs || v.Tests[1].Runs {
		t.Errorf("tests of a clause that no test runs: %+v", v.Tests)
	}

	// In a test the card stays that it names, with the tests of it.
	c.follow(uri, hedgehog, "when hit(")
	v = c.preview(func(_ int, v *view.View) bool { return v.Sort == "test" && v.Tests != nil })
	if v.Card != "prickly" || v.Script != "who strikes is stung" || len(v.Active) > 0 || v.Tests[0].Name != "who strikes is stung" {
		t.Errorf("in a test: %+v", v)
	}

	// A number is changed, and the sentence agrees.
	at := strings.Index(hedgehog, "points: 2)") + len("points: ")
	c.replace(uri, 1, hedgehog, "", at, at+1, "3")
	now := strings.Replace(hedgehog, "points: 2)", "points: 3)", 1)
	c.follow(uri, now, "hurt(who: by")
	v = c.preview(func(version int, v *view.View) bool { return version == 2 && v.Compared && v.Tests != nil })
	if got := said(v, "en", "stings"); got != "After a hit, who struck loses [3 agrees] HP." {
		t.Errorf("after a change: %s", got)
	}
	if v.Tests[0].Passed || v.Problem != nil {
		t.Errorf("after a change: %+v", v)
	}

	// While the text cannot be read, the card stays as it was, and says what is wrong.
	c.replace(uri, 2, now, "", at, at+1, "(")
	broken := strings.Replace(now, "points: 3)", "points: ()", 1)
	c.follow(uri, broken, "hurt(who: by")
	v = c.preview(func(version int, v *view.View) bool { return version == 3 && v.Compared })
	if v.Problem == nil || v.Problem.Message == "" || v.Problem.Place.Start.Line != 10 || v.Card != "prickly" || !slices.Equal(v.Active, []string{"stings"}) {
		t.Errorf("a broken text: %+v", v)
	}
	if got := said(v, "en", "stings"); got != "After a hit, who struck loses [3 agrees] HP." {
		t.Errorf("of a broken text: %s", got)
	}
	c.leave()
}

// Who looks first into a text that was checked whole sees what one sees who looks at once, and so after an edit of that text, or of another
// of its program. It was seen to fail when what is at hand was taken to be so after an edit.
func TestFirstViewIsAsAnyOther(t *testing.T) {
	const more = "test \"stung again\" {\n  given a = anna with prickly\n  given b = anna\n  when hit(who: a, by: b)\n  expect b.HP == 7\n}\n"
	right := strings.Replace(hedgehog, "loses 3 HP", "loses 2 HP", 1) // what has mistakes is not checked whole
	files := map[string]string{"/w/thorns.kdsl": right, "/w/more.kdsl": more}
	const uri, other = "file:///w/thorns.kdsl", "file:///w/more.kdsl"
	for _, c := range []struct{ of, from, to string }{{}, {uri, "points: 2)", "points: 3)"}, {other, "HP == 7", "HP == 6"}} {
		views := map[time.Duration]string{}
		for _, wait := range []time.Duration{0, 4 * quiet} {
			client := serve(t, memory(t, files))
			client.open(uri, right)
			time.Sleep(wait)
			text, wanted := right, 1
			switch c.of {
			case uri:
				at := strings.Index(right, c.from)
				client.replace(uri, 1, right, "", at, at+len(c.from), c.to)
				text, wanted = strings.Replace(right, c.from, c.to, 1), 2
			case other:
				client.open(other, strings.Replace(more, c.from, c.to, 1))
			}
			client.follow(uri, text, "hurt(who: by")
			v := client.preview(func(version int, v *view.View) bool { return version == wanted && v.Compared && v.Chances != nil })
			b, err := json.Marshal(v)
			if err != nil {
				t.Fatal(err)
			}
			views[wait] = string(b)
			client.leave()
		}
		if views[0] != views[4*quiet] {
			t.Errorf("%s: at once\n%s\nand later\n%s", c.to, views[0], views[4*quiet])
		}
	}
}

// said is the sentence of a clause, with what is said of its parts.
func said(v *view.View, lang, clause string) string {
	var b strings.Builder
	for _, s := range v.Sides {
		for _, a := range s.Abilities {
			for _, p := range a.Parts {
				for _, x := range p.Pieces {
					switch {
					case s.Lang != lang || !slices.Contains(p.Clauses, clause):
					case x.Verdict == "":
						b.WriteString(x.Text)
					case x.Rule == "":
						fmt.Fprintf(&b, "[%s %s]", x.Text, x.Verdict)
					default:
						fmt.Fprintf(&b, "[%s %s: %s]", x.Text, x.Verdict, x.Rule)
					}
				}
			}
		}
	}
	return b.String()
}

func TestTestsOfAText(t *testing.T) {
	c := serveIn(t, memory(t, map[string]string{"/w/thorns.kdsl": hedgehog}), "fr")
	const uri = "file:///w/thorns.kdsl"
	c.open(uri, hedgehog)
	tell := func(params string) string {
		b, err := json.Marshal(c.ask("kdsl/tests", params))
		if err != nil {
			t.Fatal(err)
		}
		return string(b)
	}
	listed := tell(fmt.Sprintf(`{"uri":%q}`, uri))
	if strings.Count(listed, `"ran":false`) != 2 || !strings.Contains(listed, `"name":"it hurts"`) {
		t.Errorf("listed: %s", listed)
	}
	ran := tell(fmt.Sprintf(`{"uri":%q,"run":true}`, uri))
	if strings.Count(ran, `"ran":true`) != 2 || strings.Count(ran, `"passed":true`) != 1 || !strings.Contains(ran, `attendu a.HP == 7`) {
		t.Errorf("run: %s", ran)
	}
	if one := tell(fmt.Sprintf(`{"uri":%q,"run":true,"names":["it hurts"]}`, uri)); strings.Count(one, `"name"`) != 1 {
		t.Errorf("one: %s", one)
	}
	c.change(uri, 2, 0, 0, 4, "pakc")
	if wrong := tell(fmt.Sprintf(`{"uri":%q,"run":true}`, uri)); !strings.Contains(wrong, `"problem":"`) || strings.Contains(wrong, `"ran":true`) {
		t.Errorf("of a text with mistakes: %s", wrong)
	}
	c.leave()
}

// The handshake tells which dialect is spoken.
func TestHandshake(t *testing.T) {
	s := &Server{version: "kdsl test"}
	r, err := s.Initialize(t.Context(), new(protocol.InitializeParams))
	if err != nil {
		t.Fatal(err)
	}
	if got := string(r.Capabilities.Experimental); got != fmt.Sprintf(`{"kdsl":{"dialect":%d}}`, Dialect) {
		t.Errorf("the handshake says %s", got)
	}
}

// BenchmarkPreview types into a card and moves the caret, and reports in milliseconds how long it takes, in half of all cases and
// in 95 of 100, from a key to the card with its sentence, to the verdicts, to all of it; and from a move to the verdicts.
func BenchmarkPreview(b *testing.B) {
	asServed(b)
	for _, of := range []struct{ file, clause, other string }{
		{"examples/homebrew.kdsl", "add X to total", "remembers: after"},
		{"rules/kharn-ages/skills.kdsl", "", ""},
	} {
		b.Run(filepath.Base(of.file), func(b *testing.B) {
			root, err := filepath.Abs("../..")
			if err != nil {
				b.Fatal(err)
			}
			name := filepath.Join(root, filepath.FromSlash(of.file))
			raw, err := os.ReadFile(name)
			if err != nil {
				b.Fatal(err)
			}
			text, version, uri := string(raw), 1, "file://"+filepath.ToSlash(name)
			if of.clause == "" { // somewhere in the middle
				of.clause = lineBehind(text, len(text)/2)
				of.other = lineBehind(text, len(text)/3)
			}
			c := serve(b, afero.NewOsFs())
			c.open(uri, text)
			c.follow(uri, text, of.clause)
			whole := func(_ int, v *view.View) bool { return v.Compared && v.Chances != nil }
			c.preview(whole)
			times := map[string][]time.Duration{}
			for range b.N {
				for _, put := range []string{" ", "  ", "   "} {
					at := strings.Index(text, of.clause)
					time.Sleep(100 * time.Millisecond) // as one types
					begun := time.Now()
					now := text[:at] + put + text[at:]
					version = c.replace(uri, version, text, "", at, at, put)
					text = now
					c.follow(uri, text, of.clause)
					parts := map[string]func(*view.View) bool{
						"card":     func(v *view.View) bool { return v.Card != "" },
						"verdicts": func(v *view.View) bool { return v.Compared },
						"tests":    func(v *view.View) bool { return v.Tests != nil },
						"chances":  func(v *view.View) bool { return v.Chances != nil },
					}
					until := func(from string, all ...string) { // tells when each was there first, and when all were
						had := map[string]bool{}
						c.preview(func(v int, w *view.View) bool {
							missing := false
							for _, what := range all {
								is := v == version && parts[what](w)
								if missing = missing || !is; is && !had[what] {
									had[what] = true
									times[from+what] = append(times[from+what], time.Since(begun))
								}
							}
							return !missing
						})
						times[from+"all"] = append(times[from+"all"], time.Since(begun))
					}
					until("key-", "card", "verdicts", "tests", "chances")
					for _, where := range []string{of.other, of.clause} {
						time.Sleep(100 * time.Millisecond)
						begun = time.Now()
						c.follow(uri, text, where)
						until("move-", "verdicts", "chances")
					}
				}
			}
			for what, all := range times {
				slices.Sort(all)
				b.ReportMetric(float64(all[len(all)/2].Microseconds())/1000, what+"-p50-ms")
				b.ReportMetric(float64(all[len(all)*95/100].Microseconds())/1000, what+"-p95-ms")
			}
			c.leave()
		})
	}
}

// lineBehind is a line that stands once in a text, behind a place.
func lineBehind(text string, at int) string {
	for line := range strings.Lines(text[at+strings.IndexByte(text[at:], '\n')+1:]) {
		if line = strings.TrimSpace(line); strings.Count(text, line) == 1 && strings.Contains(line, "after ") {
			return line
		}
	}
	return ""
}

// BenchmarkFirstView opens a text and goes into it for the first time, as soon as its mistakes were told, and when nobody has done anything
// for two seconds; and reports in milliseconds how long it takes to the card and to all of it.
func BenchmarkFirstView(b *testing.B) {
	asServed(b)
	for _, of := range []struct{ file, clause string }{{"examples/homebrew.kdsl", "add X to total"}, {"rules/kharn-ages/skills.kdsl", ""}} {
		for _, wait := range []time.Duration{0, 2 * time.Second} {
			b.Run(fmt.Sprint(filepath.Base(of.file), "/", wait), func(b *testing.B) {
				root, err := filepath.Abs("../..")
				if err != nil {
					b.Fatal(err)
				}
				name := filepath.Join(root, filepath.FromSlash(of.file))
				raw, err := os.ReadFile(name)
				if err != nil {
					b.Fatal(err)
				}
				text, uri := string(raw), "file://"+filepath.ToSlash(name)
				clause := of.clause
				if clause == "" {
					clause = lineBehind(text, len(text)/2)
				}
				var opened, card, all []time.Duration
				for range b.N {
					c := serve(b, afero.NewOsFs())
					begun := time.Now()
					c.open(uri, text)
					c.published(uri, 1)
					opened = append(opened, time.Since(begun))
					time.Sleep(wait)
					begun = time.Now()
					c.follow(uri, text, clause)
					c.preview(func(_ int, v *view.View) bool { return v.Card != "" })
					card = append(card, time.Since(begun))
					c.preview(func(_ int, v *view.View) bool { return v.Compared && v.Chances != nil })
					all = append(all, time.Since(begun))
					c.leave()
				}
				for what, list := range map[string][]time.Duration{"opened": opened, "card": card, "all": all} {
					slices.Sort(list)
					b.ReportMetric(float64(list[len(list)/2].Microseconds())/1000, what+"-p50-ms")
					b.ReportMetric(float64(list[len(list)*95/100].Microseconds())/1000, what+"-p95-ms")
				}
			})
		}
	}
}
