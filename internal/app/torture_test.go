package app_test

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"math/rand/v2"
	"net/http"
	"os"
	"slices"
	"strconv"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"ferrule/internal/app/apptest"
	"ferrule/internal/database/databasetest"
	"ferrule/internal/fault"
	"ferrule/internal/rfq"
)

// tortureFull selects 10,000 requests and 50 kills; tortureSeed repeats a run.
const (
	tortureFull = "FERRULE_TORTURE"
	tortureSeed = "FERRULE_TORTURE_SEED"
)

const senders = 32

// torture is one run: requests are sent while the server and its database are
// killed and the receivers fail; in the end each request is delivered once.
type torture struct {
	*testing.T
	*random

	requests, kills int
	server          *serverProcess
	store           *rfq.Store // a second one, as commands open it
	database        *databasetest.Server

	mu       sync.Mutex
	answered map[string]string // references by idempotency key
	moved    chan struct{}     // receives when there is one more reply
	tries    atomic.Int64
}

// No request with the reply 201 is lost, and none is delivered under two keys.
func TestEveryRequestIsDeliveredOnceDespiteFailures(t *testing.T) {
	if testing.Short() {
		t.Skip("kills servers and receivers for minutes")
	}
	apptest.RequireBuild(t)
	seed := rand.Uint64()
	if given, err := strconv.ParseUint(os.Getenv(tortureSeed), 10, 64); err == nil {
		seed = given
	}
	t.Logf("to repeat this run: %s=%d", tortureSeed, seed)
	t.Run("SQLite", func(t *testing.T) {
		t.Parallel()
		(&torture{T: t, random: newRandom(seed)}).run("", t.TempDir())
	})
	t.Run("PostgreSQL", func(t *testing.T) {
		t.Parallel()
		server := databasetest.NewServer(t)
		(&torture{T: t, random: newRandom(seed), database: server}).run(server.Database(t), t.TempDir())
	})
}

func (t *torture) run(database, data string) {
	t.requests, t.kills = 300, 3
	if os.Getenv(tortureFull) != "" {
		t.requests, t.kills = 10_000, 50
	}
	t.answered, t.moved = map[string]string{}, make(chan struct{}, 1)
	hook, mails := newWebhookReceiver(t.T, t.random), newMailReceiver(t.T, t.random)
	t.server = newServer(t.T, "--data", data, "--database", database, "--request-rate", "1000000", "--log-level", "error",
		"--smtp", "smtp://"+mails.Address, "--mail-from", "shop@example.com", "--request-mail", "sales@example.com",
		"--request-webhook", hook.URL, "--request-webhook-secret", "s", "--request-retry", "20ms")
	t.server.start()
	var err error
	if t.store, err = rfq.OpenAt(t.Context(), database, data); err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = t.store.Close() })

	began := time.Now()
	var all sync.WaitGroup
	for i := range senders {
		all.Go(func() { t.send(i) })
	}
	t.injectFaults()
	all.Wait()
	sent := time.Since(began)
	close(hook.faultsEnded)
	close(mails.faultsEnded)
	t.settle()
	// A repeated delivery may still arrive while the receipts are read.
	hook.mu.Lock()
	defer hook.mu.Unlock()
	mails.mu.Lock()
	defer mails.mu.Unlock()
	t.Logf("%d requests stored in %s, %d attempts to send, %d kills; all delivered after %s; %d webhooks for %d, %d mails for %d",
		len(t.answered), sent.Round(time.Millisecond), t.tries.Load(), t.kills, time.Since(began).Round(time.Millisecond),
		hook.sum(), len(hook.order), mails.sum(), len(mails.order))
	t.verify(hook, mails)
}

// send sends one sender's share, and repeats each request until it has a reply.
func (t *torture) send(sender int) {
	for i := sender; i < t.requests; i += senders {
		key := fmt.Sprintf("torture-%d", i)
		fields := map[string]any{
			"name": fmt.Sprintf("Sender %d", i), "phone": "+41 44 123 45 67", "agree": true, "meta": map[string]string{"formType": "menu"},
			"language": "de-DE", "idempotencyKey": key, "message": "10 × FR-GV-12S-04",
		}
		follows := conversationOf(i)
		if follows != noConversation {
			fields["email"] = fmt.Sprintf("sender%d@example.org", i)
		}
		body, err := json.Marshal(fields)
		if err != nil {
			t.Error(err)
			return
		}
		reference := ""
		for reference == "" {
			select {
			case <-t.server.answers():
			case <-t.Context().Done():
				return
			}
			reference = t.try(body)
		}
		if again := ""; t.n(20) == 0 { // a double click
			for again == "" {
				<-t.server.answers()
				again = t.try(body)
			}
			if again != reference {
				t.Errorf("%s became %s and %s", key, reference, again)
			}
		}
		if follows != noConversation {
			t.converse(reference, follows)
		} else if t.n(10) == 0 { // mark as answered, as a command does
			for err = errors.New("not yet"); err != nil && t.Context().Err() == nil; {
				if err = t.store.Answer(t.Context(), reference, "Ada"); fault.KindOf(err) == fault.NotFound {
					t.Errorf("%s was answered with %s, which is not stored", key, reference)
					break
				}
			}
		}
		t.mu.Lock()
		t.answered[key] = reference
		t.mu.Unlock()
		select {
		case t.moved <- struct{}{}:
		default:
		}
	}
}

// try returns the reference in the reply, empty if there is none or it is 503.
func (t *torture) try(body []byte) string {
	t.tries.Add(1)
	r, err := http.NewRequestWithContext(t.Context(), http.MethodPost, "http://"+t.server.Address+"/api/form-messages", bytes.NewReader(body))
	if err != nil {
		t.Error(err)
		return "?"
	}
	r.Header.Set("Content-Type", "application/json")
	reply, err := http.DefaultClient.Do(r)
	if err != nil {
		return ""
	}
	text, err := io.ReadAll(reply.Body)
	_ = reply.Body.Close()
	var in struct{ Data struct{ Reference string } }
	switch {
	case err != nil || reply.StatusCode == http.StatusServiceUnavailable:
		return ""
	case (reply.StatusCode != http.StatusCreated && reply.StatusCode != http.StatusOK) || json.Unmarshal(text, &in) != nil || in.Data.Reference == "":
		t.Errorf("%d %s", reply.StatusCode, text)
		return "?"
	}
	return in.Data.Reference
}

// injectFaults kills the server at random moments, and sometimes its database.
func (t *torture) injectFaults() {
	moments := make([]int, t.kills)
	for i := range moments {
		moments[i] = t.n(t.requests - senders)
	}
	slices.Sort(moments)
	for i, moment := range moments {
		for t.count() < moment {
			select {
			case <-t.moved:
			case <-t.Context().Done():
				return
			}
		}
		t.server.kill()
		if t.database != nil && i%3 == 0 {
			t.database.Stop(t.T)
			t.database.Start(t.T)
		}
		t.server.start()
		if t.database != nil && i%3 == 1 { // while the server runs
			t.database.Stop(t.T)
			t.database.Start(t.T)
		}
	}
}

func (t *torture) count() int {
	t.mu.Lock()
	defer t.mu.Unlock()
	return len(t.answered)
}

// settle returns when no delivery is waiting.
func (t *torture) settle() {
	tick := time.NewTicker(50 * time.Millisecond)
	defer tick.Stop()
	for {
		s, err := t.store.DeliveryStats(t.Context())
		if err == nil && s.Waiting == 0 {
			if s.Dead > 0 {
				t.Errorf("%d deliveries were given up", s.Dead)
			}
			return
		}
		select {
		case <-t.Context().Done():
			return
		case <-tick.C:
		}
	}
}

// verify compares the replies with what is stored and what was delivered.
func (t *torture) verify(h *webhookReceiver, mails *mailReceiver) {
	list, err := t.store.Find(t.Context(), rfq.Filter{})
	if err != nil {
		t.Fatal(err)
	}
	stored := map[string]string{}
	for _, r := range list {
		if _, twice := stored[r.IdempotencyKey]; twice {
			t.Errorf("%s is stored twice", r.IdempotencyKey)
		}
		stored[r.IdempotencyKey] = r.Reference
		hooked, mailed := r.Reference+".created.webhook", r.Reference+".created.mail_sales_example.com@example.com"
		if h.times[hooked] == 0 || h.of[hooked] != r.IdempotencyKey || mails.times[mailed] == 0 {
			t.Errorf("%s (%s) was not delivered: webhook %d, mail %d", r.Reference, r.IdempotencyKey, h.times[hooked], mails.times[mailed])
		}
		var i int
		if _, err := fmt.Sscanf(r.IdempotencyKey, "torture-%d", &i); err != nil {
			t.Errorf("%s: %v", r.IdempotencyKey, err)
		}
		t.verifyConversation(r, conversationOf(i), h, mails)
		if answer := slices.Index(h.order, r.Reference+".answered.webhook"); r.State == rfq.StateAnswered && answer < slices.Index(h.order, hooked) {
			t.Errorf("webhook that %s was answered: delivery %d, want after the first webhook", r.Reference, answer)
		}
	}
	for key, reference := range t.answered {
		if stored[key] != reference {
			t.Errorf("%s was answered with %s and is stored as %q", key, reference, stored[key])
		}
	}
	count := func(keys []string, part string) int {
		return len(slices.DeleteFunc(slices.Clone(keys), func(key string) bool { return !strings.Contains(key, part) }))
	}
	if mailed := count(mails.order, ".created.mail_"); len(stored) != t.requests || len(t.answered) != t.requests || mailed != t.requests {
		t.Errorf("%d requests are stored, %d answered, %d mailed of %d", len(stored), len(t.answered), mailed, t.requests)
	}
	if hooked := count(h.order, ".created."); hooked != t.requests {
		t.Errorf("%d webhooks of %d", hooked, t.requests)
	}
}

func (l *receipts) sum() int {
	n := 0
	for _, times := range l.times {
		n += times
	}
	return n
}
