package app_test

import (
	"bytes"
	"encoding/json"
	"errors"
	"io"
	"math/rand/v2"
	"net"
	"net/http"
	"net/http/httptest"
	netmail "net/mail"
	"strings"
	"sync"
	"testing"

	"github.com/emersion/go-smtp"
)

// mood is how a receiver treats a delivery.
type mood int

const (
	takes         mood = iota
	refuses            // replies with a temporary error and stores nothing
	takesAndFails      // stores it and replies with an error
	takesAndCuts       // stores it and closes the connection
	hangs              // never replies and stores nothing
)

// chance is a random source of moods and moments, safe for concurrent use.
type chance struct {
	mu   sync.Mutex
	rand *rand.Rand
	hung int // how many more deliveries may hang: each blocks one of few workers
}

func newChance(seed uint64) *chance {
	return &chance{rand: rand.New(rand.NewPCG(seed, 0)), hung: 6}
}

func (c *chance) n(n int) int {
	c.mu.Lock()
	defer c.mu.Unlock()
	return c.rand.IntN(n)
}

func (c *chance) mood() mood {
	c.mu.Lock()
	defer c.mu.Unlock()
	switch n := c.rand.IntN(100); {
	case n < 8:
		return refuses
	case n < 16:
		return takesAndFails
	case n < 24:
		return takesAndCuts
	case n < 26 && c.hung > 0:
		c.hung--
		return hangs
	}
	return takes
}

// ledger counts what a receiver has stored, by key.
type ledger struct {
	mu    sync.Mutex
	times map[string]int // number of deliveries by key
	order []string       // keys by first delivery
}

func (l *ledger) take(key string) {
	l.mu.Lock()
	defer l.mu.Unlock()
	if l.times[key]++; l.times[key] == 1 {
		l.order = append(l.order, key)
	}
}

// hook is a receiver of webhooks; of has the idempotency key of each delivery.
type hook struct {
	*httptest.Server
	ledger

	calm chan struct{} // closed at the end of the faults
	of   map[string]string
}

func newHook(t *testing.T, c *chance) *hook {
	t.Helper()
	h := &hook{ledger: ledger{times: map[string]int{}}, calm: make(chan struct{}), of: map[string]string{}}
	h.Server = httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		body, err := io.ReadAll(r.Body)
		if err != nil {
			return // the sender was killed
		}
		var in struct {
			Key     string
			Request struct{ IdempotencyKey string }
		}
		if err := json.Unmarshal(body, &in); err != nil || in.Key != r.Header.Get("Idempotency-Key") {
			t.Errorf("%v: %s", err, body)
		}
		take := func() {
			h.take(in.Key)
			h.mu.Lock()
			defer h.mu.Unlock()
			h.of[in.Key] = in.Request.IdempotencyKey
		}
		switch c.mood() {
		case takes:
			take()
		case refuses:
			w.WriteHeader(http.StatusServiceUnavailable)
		case takesAndFails:
			take()
			w.WriteHeader(http.StatusInternalServerError)
		case takesAndCuts:
			take()
			panic(http.ErrAbortHandler)
		case hangs:
			select {
			case <-h.calm:
			case <-r.Context().Done():
			}
			panic(http.ErrAbortHandler)
		}
	}))
	t.Cleanup(h.Close)
	return h
}

// post is a mail server that stores mails in its ledger.
type post struct {
	ledger

	Address string
	chance  *chance
	calm    chan struct{}
}

func newPost(t *testing.T, c *chance) *post {
	t.Helper()
	p := &post{ledger: ledger{times: map[string]int{}}, chance: c, calm: make(chan struct{})}
	s := smtp.NewServer(p)
	s.Domain = "localhost"
	s.ErrorLog = quietLog{}
	l, err := (&net.ListenConfig{}).Listen(t.Context(), "tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	p.Address = l.Addr().String()
	done := make(chan struct{})
	go func() { defer close(done); _ = s.Serve(l) }()
	t.Cleanup(func() { _ = s.Close(); <-done })
	return p
}

// quietLog discards the errors of connections that were closed on purpose.
type quietLog struct{}

func (quietLog) Printf(string, ...any) {}
func (quietLog) Println(...any)        {}

// NewSession implements smtp.Backend.
func (p *post) NewSession(c *smtp.Conn) (smtp.Session, error) { return &counter{p, c}, nil }

// counter is the session of one connection.
type counter struct {
	post *post
	conn *smtp.Conn
}

func (s *counter) Mail(string, *smtp.MailOptions) error { return nil }
func (s *counter) Rcpt(string, *smtp.RcptOptions) error { return nil }
func (s *counter) Reset()                               {}
func (s *counter) Logout() error                        { return nil }

var errBusy = &smtp.SMTPError{Code: 451, EnhancedCode: smtp.EnhancedCode{4, 3, 0}, Message: "busy"}

func (s *counter) Data(r io.Reader) error {
	data, err := io.ReadAll(r)
	if err != nil {
		return err // the sender was killed
	}
	m, err := netmail.ReadMessage(bytes.NewReader(data))
	if err != nil {
		return err
	}
	key := strings.Trim(m.Header.Get("Message-ID"), "<>")
	switch s.post.chance.mood() {
	case takes:
		s.post.take(key)
		return nil
	case takesAndFails:
		s.post.take(key)
	case takesAndCuts:
		s.post.take(key)
		return errors.Join(s.conn.Conn().Close(), errBusy)
	case hangs:
		<-s.post.calm
	case refuses:
	}
	return errBusy
}
