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

// behaviour is how a receiver treats a delivery.
type behaviour int

const (
	takes                behaviour = iota
	refuses                        // replies with a temporary error and stores nothing
	storesAndFails                 // stores it and replies with an error
	storesAndDisconnects           // stores it and closes the connection
	hangs                          // never replies and stores nothing
)

// random is a source of behaviours and delays, safe for concurrent use.
type random struct {
	mu        sync.Mutex
	rand      *rand.Rand
	hangsLeft int // how many more deliveries may hang: each blocks one of few workers
}

func newRandom(seed uint64) *random {
	return &random{rand: rand.New(rand.NewPCG(seed, 0)), hangsLeft: 6}
}

func (r *random) n(n int) int {
	r.mu.Lock()
	defer r.mu.Unlock()
	return r.rand.IntN(n)
}

func (r *random) behaviour() behaviour {
	r.mu.Lock()
	defer r.mu.Unlock()
	switch n := r.rand.IntN(100); {
	case n < 8:
		return refuses
	case n < 16:
		return storesAndFails
	case n < 24:
		return storesAndDisconnects
	case n < 26 && r.hangsLeft > 0:
		r.hangsLeft--
		return hangs
	}
	return takes
}

// receipts counts what a receiver has stored, by key.
type receipts struct {
	mu    sync.Mutex
	times map[string]int // number of deliveries by key
	order []string       // keys by first delivery
}

func (r *receipts) take(key string) {
	r.mu.Lock()
	defer r.mu.Unlock()
	if r.times[key]++; r.times[key] == 1 {
		r.order = append(r.order, key)
	}
}

// webhookReceiver stores webhooks; of has the idempotency key of each delivery.
type webhookReceiver struct {
	*httptest.Server
	receipts

	faultsEnded chan struct{} // closed at the end of the faults
	of          map[string]string
}

func newWebhookReceiver(t *testing.T, c *random) *webhookReceiver {
	t.Helper()
	h := &webhookReceiver{receipts: receipts{times: map[string]int{}}, faultsEnded: make(chan struct{}), of: map[string]string{}}
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
		switch c.behaviour() {
		case takes:
			take()
		case refuses:
			w.WriteHeader(http.StatusServiceUnavailable)
		case storesAndFails:
			take()
			w.WriteHeader(http.StatusInternalServerError)
		case storesAndDisconnects:
			take()
			panic(http.ErrAbortHandler)
		case hangs:
			select {
			case <-h.faultsEnded:
			case <-r.Context().Done():
			}
			panic(http.ErrAbortHandler)
		}
	}))
	t.Cleanup(h.Close)
	return h
}

// mailReceiver is a mail server that stores mails in its receipts.
type mailReceiver struct {
	receipts

	Address     string
	random      *random
	faultsEnded chan struct{}
}

func newMailReceiver(t *testing.T, c *random) *mailReceiver {
	t.Helper()
	m := &mailReceiver{receipts: receipts{times: map[string]int{}}, random: c, faultsEnded: make(chan struct{})}
	s := smtp.NewServer(m)
	s.Domain = "localhost"
	s.ErrorLog = quietLog{}
	l, err := (&net.ListenConfig{}).Listen(t.Context(), "tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	m.Address = l.Addr().String()
	done := make(chan struct{})
	go func() { defer close(done); _ = s.Serve(l) }()
	t.Cleanup(func() { _ = s.Close(); <-done })
	return m
}

// quietLog discards the errors of connections that were closed on purpose.
type quietLog struct{}

func (quietLog) Printf(string, ...any) {}
func (quietLog) Println(...any)        {}

// NewSession implements smtp.Backend.
func (m *mailReceiver) NewSession(c *smtp.Conn) (smtp.Session, error) { return &mailSession{m, c}, nil }

// mailSession is the session of one connection.
type mailSession struct {
	receiver *mailReceiver
	conn     *smtp.Conn
}

func (s *mailSession) Mail(string, *smtp.MailOptions) error { return nil }
func (s *mailSession) Rcpt(string, *smtp.RcptOptions) error { return nil }
func (s *mailSession) Reset()                               {}
func (s *mailSession) Logout() error                        { return nil }

var errBusy = &smtp.SMTPError{Code: 451, EnhancedCode: smtp.EnhancedCode{4, 3, 0}, Message: "busy"}

func (s *mailSession) Data(r io.Reader) error {
	data, err := io.ReadAll(r)
	if err != nil {
		return err // the sender was killed
	}
	m, err := netmail.ReadMessage(bytes.NewReader(data))
	if err != nil {
		return err
	}
	key := strings.Trim(m.Header.Get("Message-ID"), "<>")
	switch s.receiver.random.behaviour() {
	case takes:
		s.receiver.take(key)
		return nil
	case storesAndFails:
		s.receiver.take(key)
	case storesAndDisconnects:
		s.receiver.take(key)
		return errors.Join(s.conn.Conn().Close(), errBusy)
	case hangs:
		<-s.receiver.faultsEnded
	case refuses:
	}
	return errBusy
}
