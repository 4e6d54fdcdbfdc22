package page

import (
	"bufio"
	"net"
	"net/http"
	"regexp"
	"strings"
	"testing"
	"time"
)

// opened is a server, and what was chosen on its page.
func opened(t *testing.T) (*Server, chan string) {
	t.Helper()
	chosen := make(chan string, 10)
	s, err := Open(func(card, clause string) { chosen <- card + "." + clause })
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { s.Close() })
	return s, chosen
}

// get asks for a path below the address; change may change the question.
func get(t *testing.T, s *Server, path string, change func(*http.Request)) *http.Response {
	t.Helper()
	r, err := http.NewRequest(http.MethodGet, s.Address()+path, nil)
	if err != nil {
		t.Fatal(err)
	}
	if change != nil {
		change(r)
	}
	out, err := http.DefaultTransport.RoundTrip(r)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { out.Body.Close() })
	return out
}

func TestWhoIsAnswered(t *testing.T) {
	s, chosen := opened(t)
	header := func(name, value string) func(*http.Request) {
		return func(r *http.Request) { r.Header.Set(name, value) }
	}
	path := func(p string) func(*http.Request) { return func(r *http.Request) { r.URL.Path = p } }
	for _, c := range []struct {
		name   string
		path   string
		change func(*http.Request)
		want   int
	}{
		{"the page", "", nil, 200},
		{"its script", "pane.js", nil, 200},
		{"its style", "pane.css", header("Sec-Fetch-Site", "same-origin"), 200},
		{"a link in a terminal", "", header("Sec-Fetch-Site", "none"), 200},
		{"its own origin", "pick?card=a&clause=b", func(r *http.Request) { r.Header.Set("Origin", "http://"+s.host) }, 204},
		{"a name that leads here", "", func(r *http.Request) { r.Host = "rebound.example:" + port(s) }, 403},
		{"the name of this machine", "", func(r *http.Request) { r.Host = "localhost:" + port(s) }, 403},
		{"another port", "", func(r *http.Request) { r.Host = "127.0.0.1:1" }, 403},
		{"no host at all", "", func(r *http.Request) { r.Host = "x" }, 403},
		{"another page", "pick?card=a", header("Origin", "https://evil.example"), 403},
		{"a page without an origin", "pick?card=a", header("Origin", "null"), 403},
		{"a link on another page", "", header("Sec-Fetch-Site", "cross-site"), 403},
		{"another page of this machine", "", header("Sec-Fetch-Site", "same-site"), 403},
		{"no token", "", path("/"), 404},
		{"a wrong token", "", path("/" + strings.Repeat("A", len(s.token)) + "/"), 404},
		{"a part of the token", "", path("/" + s.token[:8] + "/"), 404},
		{"what is not there", "other", nil, 404},
		{"a way out", "", path("/" + s.token + "/../../page.go"), 404},
		{"what is no question", "pick?card=a", func(r *http.Request) { r.Method = http.MethodPost }, 405},
		{"what deletes", "", func(r *http.Request) { r.Method = http.MethodDelete }, 405},
	} {
		r := get(t, s, c.path, c.change)
		if r.StatusCode != c.want {
			t.Errorf("%s: %s, want %d", c.name, r.Status, c.want)
		}
		if r.Header.Get("Content-Security-Policy") != policy || r.Header.Get("X-Content-Type-Options") != "nosniff" || r.Header.Get("Access-Control-Allow-Origin") != "" {
			t.Errorf("%s: headers %v", c.name, r.Header)
		}
	}
	if got := len(chosen); got != 1 {
		t.Errorf("%d things were chosen, want the one that may be", got)
	}
}

func port(s *Server) string { return s.host[strings.LastIndexByte(s.host, ':')+1:] }

// It listens on the loopback address alone, each time under another token.
func TestLoopback(t *testing.T) {
	a, _ := opened(t)
	b, _ := opened(t)
	at, ok := a.listener.Addr().(*net.TCPAddr)
	if !ok || !at.IP.Equal(net.IPv4(127, 0, 0, 1)) {
		t.Errorf("it listens on %v", a.listener.Addr())
	}
	if a.token == b.token || len(a.token) < 20 {
		t.Errorf("tokens %q and %q", a.token, b.token)
	}
}

// Whoever looks sees the newest, and each that comes; one that is slow misses what is old.
func TestViews(t *testing.T) {
	s, _ := opened(t)
	s.Show([]byte(`{"seq":1}`))
	s.Show([]byte(`{"seq":2}`))
	r := get(t, s, "views", nil)
	if got := r.Header.Get("Content-Type"); got != "text/event-stream" {
		t.Errorf("sent as %s", got)
	}
	lines := make(chan string, 10)
	go func() {
		for in := bufio.NewScanner(r.Body); in.Scan(); {
			if in.Text() != "" {
				lines <- in.Text()
			}
		}
		close(lines)
	}()
	next := func() string {
		select {
		case l := <-lines:
			return l
		case <-time.After(2 * time.Minute):
			return "nothing"
		}
	}
	if got := next(); got != `data: {"seq":2}` {
		t.Errorf("at first: %s", got)
	}
	s.Show([]byte(`{"seq":3}`))
	if got := next(); got != `data: {"seq":3}` {
		t.Errorf("then: %s", got)
	}
	s.Close()
	if got := next(); got != "" {
		t.Errorf("at the end: %s", got)
	}
}

func TestReadersAreCounted(t *testing.T) {
	s, _ := opened(t)
	for range mostReaders {
		if r := get(t, s, "views", nil); r.StatusCode != 200 {
			t.Fatal(r.Status)
		}
	}
	if r := get(t, s, "views", nil); r.StatusCode != http.StatusServiceUnavailable {
		t.Errorf("one too many: %s", r.Status)
	}
}

// The policy forbids what stands in the page itself; so nothing does. And what is told is text, never HTML.
func TestNothingInline(t *testing.T) {
	read := func(name string) string {
		b, err := Files.ReadFile(name)
		if err != nil {
			t.Fatal(err)
		}
		return string(b)
	}
	for _, bad := range []string{`<script>`, `<style`, `style=`, ` on\w+=`, `javascript:`, `https?://`} {
		if at := regexp.MustCompile(bad).FindString(read("pane.html")); at != "" {
			t.Errorf("the page has %q", at)
		}
	}
	for _, bad := range []string{`innerHTML`, `outerHTML`, `insertAdjacentHTML`, `document\.write`, `\beval\b`, `new Function`, `\.style\b`, `style:`} {
		if at := regexp.MustCompile(bad).FindString(read("pane.js")); at != "" {
			t.Errorf("the script has %q", at)
		}
	}
	if at := regexp.MustCompile(`url\(|@import`).FindString(read("pane.css")); at != "" {
		t.Errorf("the style has %q", at)
	}
	for _, want := range []string{"default-src 'none'", "script-src 'self';", "style-src 'self';", "frame-ancestors 'none'", "base-uri 'none'", "form-action 'none'"} {
		if !strings.Contains(policy, want) {
			t.Errorf("the policy lacks %s", want)
		}
	}
	if strings.Contains(policy, "unsafe") {
		t.Error("the policy allows what is unsafe")
	}
}
