// Package page shows the views of a program in browsers on this machine, and nowhere else. It is the only package that opens a
// port: on the loopback address, under an address that nobody can guess, to whoever asks for it by exactly this address.
package page

import (
	"context"
	"crypto/rand"
	"crypto/subtle"
	"embed"
	"fmt"
	"net"
	"net/http"
	"strings"
	"sync"
	"time"
)

// Files are the page, which is also the pane of editors.
//
//go:embed pane.html pane.css pane.js
var Files embed.FS

// policy lets the page load what comes from here, and nothing else.
const policy = "default-src 'none'; script-src 'self'; style-src 'self'; connect-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'"

// mostReaders is how many browsers may look at once.
const mostReaders = 16

// Server shows the newest view.
type Server struct {
	listener net.Listener
	host     string
	token    string
	pick     func(card, clause string)
	http     *http.Server
	ended    context.CancelFunc

	mu      sync.Mutex // of what follows
	newest  []byte
	readers map[chan struct{}]bool
}

// Open begins to serve, on a port that is free. pick is told what somebody chooses on the page; it does not wait.
func Open(pick func(card, clause string)) (*Server, error) {
	l, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		return nil, err
	}
	ctx, ended := context.WithCancel(context.Background())
	s := &Server{listener: l, host: l.Addr().String(), token: rand.Text(), pick: pick, ended: ended, readers: map[chan struct{}]bool{}}
	s.http = &http.Server{Handler: s, ReadHeaderTimeout: 5 * time.Second, MaxHeaderBytes: 1 << 14, BaseContext: func(net.Listener) context.Context { return ctx }}
	go s.http.Serve(l)
	return s, nil
}

// Address is where the page is.
func (s *Server) Address() string { return "http://" + s.host + "/" + s.token + "/" }

// Close ends it.
func (s *Server) Close() error {
	s.ended()
	return s.http.Close()
}

// Show shows a message, which is JSON on one line, in the place of the one before.
func (s *Server) Show(message []byte) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.newest = message
	for r := range s.readers {
		select {
		case r <- struct{}{}:
		default: // it has not taken the last one yet
		}
	}
}

// ServeHTTP answers whoever knows the address. Another page cannot ask by way of a browser: not under a name that leads here, nor
// from somewhere else.
func (s *Server) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	h := w.Header()
	h.Set("Content-Security-Policy", policy)
	h.Set("X-Content-Type-Options", "nosniff")
	h.Set("Referrer-Policy", "no-referrer")
	h.Set("Cache-Control", "no-store")
	h.Set("Cross-Origin-Resource-Policy", "same-origin")
	h.Set("Cross-Origin-Opener-Policy", "same-origin")
	name, status := s.asked(r)
	if status != http.StatusOK {
		http.Error(w, http.StatusText(status), status)
		return
	}
	switch name {
	case "":
		s.file(w, "pane.html", "text/html; charset=utf-8")
	case "pane.css":
		s.file(w, name, "text/css; charset=utf-8")
	case "pane.js":
		s.file(w, name, "text/javascript; charset=utf-8")
	case "views":
		s.views(w, r)
	case "pick":
		q := r.URL.Query()
		s.pick(q.Get("card"), q.Get("clause"))
		w.WriteHeader(http.StatusNoContent)
	default:
		http.Error(w, http.StatusText(http.StatusNotFound), http.StatusNotFound)
	}
}

// asked is what somebody asks for, and whether that is answered.
func (s *Server) asked(r *http.Request) (name string, status int) {
	site, origin := r.Header.Get("Sec-Fetch-Site"), r.Header.Get("Origin")
	token, name, _ := strings.Cut(strings.TrimPrefix(r.URL.Path, "/"), "/")
	switch {
	case r.Host != s.host, origin != "" && origin != "http://"+s.host, site != "" && site != "same-origin" && site != "none":
		return "", http.StatusForbidden
	case subtle.ConstantTimeCompare([]byte(token), []byte(s.token)) != 1:
		return "", http.StatusNotFound
	case r.Method != http.MethodGet:
		return "", http.StatusMethodNotAllowed
	}
	return name, http.StatusOK
}

func (s *Server) file(w http.ResponseWriter, name, sort string) {
	b, err := Files.ReadFile(name)
	if err != nil {
		http.Error(w, err.Error(), http.StatusInternalServerError)
		return
	}
	w.Header().Set("Content-Type", sort)
	w.Write(b)
}

// views sends the newest view, and each that comes, until the browser has gone.
func (s *Server) views(w http.ResponseWriter, r *http.Request) {
	came := make(chan struct{}, 1)
	came <- struct{}{}
	s.mu.Lock()
	full := len(s.readers) >= mostReaders
	if !full {
		s.readers[came] = true
	}
	s.mu.Unlock()
	if full {
		http.Error(w, http.StatusText(http.StatusServiceUnavailable), http.StatusServiceUnavailable)
		return
	}
	defer func() {
		s.mu.Lock()
		delete(s.readers, came)
		s.mu.Unlock()
	}()
	w.Header().Set("Content-Type", "text/event-stream")
	out := http.NewResponseController(w)
	for {
		select {
		case <-r.Context().Done():
			return
		case <-came:
		}
		s.mu.Lock()
		message := s.newest
		s.mu.Unlock()
		if message == nil {
			message = []byte(`{}`)
		}
		if _, err := fmt.Fprintf(w, "data: %s\n\n", message); err != nil || out.Flush() != nil {
			return
		}
	}
}
