package delivery

import (
	"context"
	"encoding/json"
	"fmt"
	"io"
	"log/slog"
	"net/http"
	"net/http/httptest"
	"strings"
	"sync"
	"testing"
	"time"

	"ferrule/internal/database/databasetest"
	"ferrule/internal/mail"
	"ferrule/internal/mail/mailtest"
	"ferrule/internal/rfq"
)

// environment is a store with a real mail server and a real receiver of webhooks.
type environment struct {
	t          *testing.T
	store      *rfq.Store
	mailServer *mailtest.Server
	webhook    *receiver
	targets    Targets
	dir        string
	retention  time.Duration
	attempts   chan string // outcomes of attempts: "mail done"
	seen       map[string]int
}

// receiver replies to webhooks with answer and records their bodies.
type receiver struct {
	*httptest.Server
	answer func(http.ResponseWriter, *http.Request)

	mu  sync.Mutex
	got []webhookBody
}

func (h *receiver) all() []webhookBody {
	h.mu.Lock()
	defer h.mu.Unlock()
	return append([]webhookBody(nil), h.got...)
}

const secret = "swordfish"

func newReceiver(t *testing.T) *receiver {
	t.Helper()
	h := &receiver{answer: func(http.ResponseWriter, *http.Request) {}}
	h.Server = httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		body, err := io.ReadAll(r.Body)
		if err != nil {
			return
		}
		var in webhookBody
		if err := json.Unmarshal(body, &in); err != nil {
			t.Errorf("%v in %s", err, body)
		}
		stamp, _, _ := strings.Cut(strings.TrimPrefix(r.Header.Get("Ferrule-Signature"), "t="), ",")
		var sent int64
		_, _ = fmt.Sscan(stamp, &sent)
		if r.Header.Get("Ferrule-Signature") != sign(secret, body, time.Unix(sent, 0)) || r.Header.Get("Idempotency-Key") != in.Key || r.Header.Get("Ferrule-Event") != string(in.Event) {
			t.Errorf("header %v", r.Header)
		}
		h.mu.Lock()
		h.got = append(h.got, in)
		h.mu.Unlock()
		h.answer(w, r)
	}))
	t.Cleanup(h.Close)
	return h
}

// newEnvironment opens the store at an address of PostgreSQL, or with SQLite for an
// empty address.
func newEnvironment(t *testing.T, address string) *environment {
	t.Helper()
	d := &environment{t: t, dir: t.TempDir(), mailServer: mailtest.Start(t), webhook: newReceiver(t), attempts: make(chan string, 1000), seen: map[string]int{}}
	var err error
	if d.store, err = rfq.OpenAt(t.Context(), address, d.dir); err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = d.store.Close() })
	key, err := d.store.ReplyKey(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	server, err := mail.NewSMTP("smtp://ferrule:secret@"+d.mailServer.Address, "Ferrule <site@example.com>")
	if err != nil {
		t.Fatal(err)
	}
	d.targets = Targets{
		Supplier: []Recipient{{Address: "sales@example.com"}, {Form: "support", Address: "help@example.com"}},
		Mailer: &Mailer{
			Calendar:   rfq.Calendar{Zone: time.UTC},
			ToSupplier: server, ToVisitor: server, Contact: func(context.Context) string { return "contact@example.com" }, ReplyTo: "sales@example.com",
			About: func(context.Context, string) (rfq.Supplier, error) {
				return rfq.Supplier{Name: "Ferrule AG", Contact: []string{"Dichtwegstrasse 24", "+41 52 000 24 00"}}, nil
			},
			ReplyKey: key, Domain: "example.com", Language: "de-DE", BaseURL: "https://shop.example.com", OpenFile: d.store.OpenFile,
		},
		Webhook: NewWebhook(d.webhook.URL, secret, "https://shop.example.com"),
	}
	return d
}

// startWorker starts a worker, which the returned function stops.
func (d *environment) startWorker() (stop func()) {
	w := New(Options{
		Store: d.store, Targets: d.targets, Retry: time.Millisecond, Retention: d.retention, Log: slog.New(slog.DiscardHandler),
		Observe: func(target, outcome string) { d.attempts <- target + " " + outcome },
	})
	d.store.SetRouter(d.targets.Route)
	d.store.SetOnPlanned(w.Wake)
	ctx, cancel := context.WithCancel(context.WithoutCancel(d.t.Context()))
	done := make(chan struct{})
	go func() {
		defer close(done)
		w.Run(ctx)
	}()
	stop = sync.OnceFunc(func() {
		cancel()
		<-done
	})
	d.t.Cleanup(stop)
	return stop
}

// waitFor returns after n further attempts have ended with an outcome.
func (d *environment) waitFor(outcome string, n int) {
	d.t.Helper()
	for d.seen[outcome] < n {
		select {
		case got := <-d.attempts:
			d.seen[got]++
		case <-d.t.Context().Done():
			d.t.Fatalf("no attempt with outcome %q", outcome)
		}
	}
	d.seen[outcome] -= n
}

func (d *environment) add(m rfq.Message) rfq.Request {
	d.t.Helper()
	a, err := d.store.Add(d.t.Context(), m)
	if err != nil {
		d.t.Fatal(err)
	}
	r, err := d.store.ByReference(d.t.Context(), a.Reference)
	if err != nil {
		d.t.Fatal(err)
	}
	return r
}

func (d *environment) stats() rfq.DeliveryStats {
	d.t.Helper()
	s, err := d.store.DeliveryStats(d.t.Context())
	if err != nil {
		d.t.Fatal(err)
	}
	return s
}

func onBoth(t *testing.T, test func(d *environment)) {
	t.Helper()
	databasetest.OnBoth(t, func(t *testing.T, address string) { test(newEnvironment(t, address)) })
}

// The receiver accepts a delivery but reports an error, closes the connection, and
// redirects.
func TestFailedDeliveryIsRetriedWithTheSameKey(t *testing.T) {
	t.Parallel()
	onBoth(t, func(d *environment) {
		tries := 0
		d.webhook.answer = func(w http.ResponseWriter, r *http.Request) {
			switch tries++; tries {
			case 1:
				w.WriteHeader(http.StatusInternalServerError)
			case 2:
				panic(http.ErrAbortHandler)
			case 3:
				http.Redirect(w, r, "/elsewhere", http.StatusTemporaryRedirect)
			}
		}
		d.startWorker()
		r := d.add(rfq.Message{Name: "Ada", FormKey: "cart", Language: "de-DE"})
		d.waitFor("webhook done", 1)
		got := d.webhook.all()
		if len(got) != 4 {
			d.t.Errorf("%d calls", len(got))
		}
		for _, in := range got {
			if in.Key != r.Reference+".created.webhook" || in.Request.Name != "Ada" || in.Request.Link != "https://shop.example.com/de/request/"+r.Token {
				d.t.Errorf("%+v", in)
			}
		}
	})
}

func TestSlowTargetDoesNotDelayOthers(t *testing.T) {
	t.Parallel()
	d := newEnvironment(t, "")
	held := make(chan struct{})
	d.webhook.answer = func(http.ResponseWriter, *http.Request) { <-held }
	d.startWorker()
	for i := range 3 * maxConcurrent {
		d.add(rfq.Message{Name: fmt.Sprint(i), Email: "ada@example.com"})
	}
	d.waitFor("mail done", 3*maxConcurrent)
	d.waitFor("confirmation done", 1)
	close(held)
	d.waitFor("webhook done", 3*maxConcurrent)
}

func TestRefusedDeliveryIsDeadAndReported(t *testing.T) {
	t.Parallel()
	onBoth(t, func(d *environment) {
		d.webhook.answer = func(w http.ResponseWriter, _ *http.Request) { w.WriteHeader(http.StatusGone) }
		d.targets.Supplier = append(d.targets.Supplier, Recipient{Address: "nobody@example.com"})
		stop := d.startWorker()
		r := d.add(rfq.Message{Name: "Ada"})
		for _, outcome := range []string{"webhook dead", "mail dead", "mail done"} {
			d.waitFor(outcome, 1)
		}
		stop()
		if s := d.stats(); s.Waiting != 0 || s.Dead != 2 {
			d.t.Fatalf("%+v", s)
		}
		// The worker may have sent its report already.
		if err := d.store.ReleaseJob(d.t.Context(), reportJob); err != nil {
			d.t.Fatal(err)
		}
		before := len(d.mailServer.All())
		for range 2 { // the second call is on the same day
			if err := New(Options{Store: d.store, Targets: d.targets}).report(d.t.Context()); err != nil {
				d.t.Fatal(err)
			}
		}
		reports := d.mailServer.All()[before:]
		if len(reports) != 1 {
			d.t.Fatalf("%d reports", len(reports))
		}
		_, parts := mailtest.Read(d.t, reports[0].Data)
		for _, want := range []string{r.Reference, "mail:nobody@example.com", "410 Gone", "ferrule requests resend"} {
			if !strings.Contains(parts["text/plain"], want) || !strings.Contains(parts["text/html"], want) {
				d.t.Errorf("no %q in %s", want, parts["text/plain"])
			}
		}
	})
}

// A stopping server releases unfinished deliveries for the next one.
func TestInterruptedDeliveryIsRetriedByTheNextServer(t *testing.T) {
	t.Parallel()
	onBoth(t, func(d *environment) {
		received, held := make(chan struct{}, 10), make(chan struct{})
		d.webhook.answer = func(_ http.ResponseWriter, r *http.Request) {
			received <- struct{}{}
			select {
			case <-held:
			case <-r.Context().Done():
			}
		}
		stop := d.startWorker()
		d.add(rfq.Message{Name: "Ada"})
		<-received
		stop()
		d.waitFor("webhook interrupted", 1)
		close(held)
		d.startWorker()
		d.waitFor("webhook done", 1)
	})
}

func TestRemovedTargetKeepsItsPendingDeliveries(t *testing.T) {
	t.Parallel()
	d := newEnvironment(t, "")
	d.store.SetRouter(d.targets.Route)
	d.add(rfq.Message{Name: "Ada"})
	d.targets.Webhook, d.targets.Supplier = nil, nil
	d.startWorker()
	d.waitFor("mail done", 1)
	if got := d.mailServer.Only(t); got.To[0] != "sales@example.com" {
		t.Errorf("to %v", got.To)
	}
	if s := d.stats(); s.Waiting != 1 {
		t.Errorf("%+v", s)
	}
}

func TestForgottenOrAnsweredRequestIsNotDelivered(t *testing.T) {
	t.Parallel()
	d := newEnvironment(t, "")
	d.store.SetRouter(func(rfq.Event, rfq.Message) []string { return []string{webhookTarget} })
	r := d.add(rfq.Message{Name: "Ada"})
	delivered := func(e rfq.Event) bool {
		_, wanted, err := New(Options{Store: d.store, Targets: d.targets}).payload(t.Context(), rfq.Delivery{Reference: r.Reference, Event: e})
		if err != nil {
			t.Fatal(err)
		}
		return wanted
	}
	if !delivered(rfq.EventDue) {
		t.Error("an open request is not due")
	}
	if err := d.store.Answer(t.Context(), r.Reference, "Ada"); err != nil {
		t.Fatal(err)
	}
	if delivered(rfq.EventDue) || !delivered(rfq.EventCreated) {
		t.Error("an answered request is due, or not delivered")
	}
	if err := d.store.Forget(t.Context(), r.Reference); err != nil {
		t.Fatal(err)
	}
	if delivered(rfq.EventCreated) {
		t.Error("a forgotten request is delivered")
	}
}

func TestAttemptsAreSpreadOverDays(t *testing.T) {
	t.Parallel()
	sum := time.Duration(0)
	for attempt := 1; attempt <= 200; attempt++ {
		wait := backoff(10*time.Second, attempt)
		most := 10 * time.Second << min(attempt-1, 20)
		if wait <= 0 || wait > min(most, rfq.MaxWait) {
			t.Fatalf("attempt %d waits %s", attempt, wait)
		}
		sum += wait
	}
	if sum < 72*time.Hour {
		t.Errorf("200 attempts in %s", sum)
	}
	now := time.Now()
	tests := []struct {
		age      time.Duration
		attempts int
		want     bool
	}{{71 * time.Hour, 100, false}, {73 * time.Hour, 100, true}, {100 * 24 * time.Hour, 2, false}, {-time.Hour, 100, false}}
	for _, tt := range tests {
		if got := exhausted(rfq.Delivery{Created: now.Add(-tt.age), Attempts: tt.attempts}, 72*time.Hour, now); got != tt.want {
			t.Errorf("%+v: %v", tt, got)
		}
	}
}
