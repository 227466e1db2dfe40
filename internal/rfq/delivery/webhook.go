package delivery

import (
	"bytes"
	"context"
	"crypto/hmac"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"net/http"
	"strconv"
	"time"

	"ferrule/internal/rfq"
	"ferrule/internal/rfq/offer"
)

// webhookTimeout bounds one call of a webhook.
const webhookTimeout = 15 * time.Second

// maxReply is the maximum size of a reply that is read, in bytes.
const maxReply = 64 << 10

// Webhook posts events to a program of the supplier, see docs/webhook.md.
type Webhook struct {
	url, secret, site string
	client            *http.Client
}

// NewWebhook returns a target that signs with a secret, unless it is empty. site is
// the address of the site for links to requests; it may be empty.
func NewWebhook(url, secret, site string) *Webhook {
	return &Webhook{url: url, secret: secret, site: site, client: &http.Client{
		Timeout: webhookTimeout,
		// A body signed for one address must not be redirected to another.
		CheckRedirect: func(*http.Request, []*http.Request) error { return http.ErrUseLastResponse },
	}}
}

// webhookBody is the body of a webhook.
type webhookBody struct {
	Event   rfq.Event      `json:"event"`
	Key     string         `json:"key"`
	Request webhookRequest `json:"request"`
	Letter  *webhookLetter `json:"letter,omitempty"`
	Offer   *webhookOffer  `json:"offer,omitempty"`
}

// webhookLetter is what the sender of the request wrote.
type webhookLetter struct {
	Kind  rfq.LetterKind `json:"kind"`
	At    time.Time      `json:"at"`
	Text  string         `json:"text"`
	Offer string         `json:"offer,omitempty"`
}

// webhookOffer is an offer as it was sent, with its decision.
type webhookOffer struct {
	offer.Offer

	Total     offer.Total    `json:"total"`
	State     rfq.OfferState `json:"state"`
	SentAt    time.Time      `json:"sentAt"`
	DecidedAt time.Time      `json:"decidedAt,omitzero"`
	Decision  *rfq.Decision  `json:"decision,omitempty"`
}

// newWebhookBody returns the body of a delivery.
func newWebhookBody(p Payload, site string) webhookBody {
	files := p.Files
	if files == nil {
		files = []rfq.File{}
	}
	b := webhookBody{Event: p.Event, Key: p.Key, Request: webhookRequest{p.Request, files, p.Request.Link(site)}}
	if l := p.Letter; l.ID != 0 {
		b.Letter = &webhookLetter{l.Kind, l.At, l.Text, l.Offer}
	}
	if o := p.Offer; o != nil {
		b.Offer = &webhookOffer{Offer: o.Offer, Total: o.Offer.Total(), State: o.State, SentAt: o.SentAt, DecidedAt: o.DecidedAt}
		if o.Decision.Offer != "" {
			b.Offer.Decision = &o.Decision
		}
	}
	return b
}

// webhookRequest is a request as webhooks describe it.
type webhookRequest struct {
	rfq.Request

	Files []rfq.File `json:"files"` // replaces the ids of rfq.Message
	Link  string     `json:"link,omitempty"`
}

// Deliver implements Target.
func (t *Webhook) Deliver(ctx context.Context, p Payload) error {
	body, err := json.Marshal(newWebhookBody(p, t.site))
	if err != nil {
		return fmt.Errorf("post webhook: %w", err)
	}
	r, err := http.NewRequestWithContext(ctx, http.MethodPost, t.url, bytes.NewReader(body))
	if err != nil {
		return fmt.Errorf("post webhook: %w", err)
	}
	r.Header.Set("Content-Type", "application/json")
	r.Header.Set("User-Agent", "Ferrule")
	r.Header.Set("Idempotency-Key", p.Key)
	r.Header.Set("Ferrule-Event", string(p.Event))
	if t.secret != "" {
		r.Header.Set("Ferrule-Signature", sign(t.secret, body, time.Now()))
	}
	reply, err := t.client.Do(r)
	if err != nil {
		return fmt.Errorf("post webhook: %w", err)
	}
	_, err = io.Copy(io.Discard, io.LimitReader(reply.Body, maxReply)) // so that the connection can be reused
	err = errors.Join(err, reply.Body.Close())
	switch {
	case reply.StatusCode == http.StatusGone:
		return fmt.Errorf("post webhook: %w: status %s", ErrRefused, reply.Status)
	case reply.StatusCode < 200 || reply.StatusCode > 299:
		return fmt.Errorf("post webhook: status %s", reply.Status)
	case err != nil: // the receiver may have failed before it processed the event
		return fmt.Errorf("read reply to webhook: %w", err)
	}
	return nil
}

// sign returns the signature header, by which a receiver verifies the sender and the
// time of a body.
func sign(secret string, body []byte, now time.Time) string {
	stamp := strconv.FormatInt(now.Unix(), 10)
	mac := hmac.New(sha256.New, []byte(secret))
	mac.Write([]byte(stamp + "."))
	mac.Write(body)
	return "t=" + stamp + ",v1=" + hex.EncodeToString(mac.Sum(nil))
}
