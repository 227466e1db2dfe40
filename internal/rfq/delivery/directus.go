package delivery

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"net/http"
	"net/url"
	"strconv"
	"strings"
	"time"
)

// directusTimeout bounds one request to a Directus instance.
const directusTimeout = 20 * time.Second

// Error codes of a Directus instance that this package handles.
const (
	codeNotUnique  = "RECORD_NOT_UNIQUE"
	codeForeignKey = "INVALID_FOREIGN_KEY"
	codeForbidden  = "FORBIDDEN"
	codeUnreadable = "created without a reply" // of this package
)

// Directus stores requests as records of the collection form_messages, in a Directus instance
// or a compatible server. It creates each record once: it searches for the record
// first, and the fields reference and idempotency_key are unique.
type Directus struct {
	items, token string
	client       *http.Client
}

// NewDirectus returns the target at an address, with the static token of a user that
// may create and read form_messages.
func NewDirectus(address, token string) *Directus {
	return &Directus{items: strings.TrimSuffix(address, "/") + "/items/form_messages", token: token, client: &http.Client{
		Timeout:       directusTimeout,
		CheckRedirect: func(*http.Request, []*http.Request) error { return http.ErrUseLastResponse }, // a redirect must not receive the token
	}}
}

// Deliver implements Target. A request is delivered once its record was read
// back. For a token that may create but not read, the reply 204 counts, or that a
// unique value is taken.
func (t *Directus) Deliver(ctx context.Context, p Payload) error {
	found, err := t.find(ctx, p, 1)
	if err != nil || found == stored {
		return err
	}
	record := record(p)
	code, err := t.create(ctx, record)
	if code == codeForeignKey { // the form does not exist in that Directus
		delete(record, "form")
		code, err = t.create(ctx, record)
	}
	refused := err
	if refused != nil && code != codeNotUnique && code != codeUnreadable {
		return refused
	}
	found, err = t.find(ctx, p, 2) // another query: a cache may repeat the reply to the first
	switch {
	case err != nil || found == stored:
		return err
	case code == codeUnreadable || code == codeNotUnique && found == hidden:
		return nil
	case refused != nil: // another record has one of its unique values
		return refused
	}
	return fmt.Errorf("directus: read request back: %s was created and is not found; check that no proxy replies for the Directus, and that the token's policy may read form_messages", p.Request.Reference)
}

// record returns a request in the fields of form_messages.
func record(p Payload) map[string]any {
	r := p.Request
	meta := map[string]any{}
	_ = json.Unmarshal(r.Meta, &meta) // anything but an object is ignored
	if len(p.Files) > 0 {
		meta["files"] = p.Files
	}
	record := map[string]any{
		"reference": r.Reference, "idempotency_key": r.IdempotencyKey, "form_key": r.FormKey, "form_title": r.FormTitle, "source": r.Source,
		"name": r.Name, "phone": r.Phone, "email": r.Email, "subject": r.Subject, "message": r.Message.Message, "agree": r.Agree,
		"meta": meta, "lines": r.Lines, "language": r.Language, "page": r.Page,
	}
	if r.FormID > 0 {
		record["form"] = r.FormID
	}
	return record
}

// presence is what a search for a record finds.
type presence int

const (
	absent presence = iota
	stored
	hidden // the token may not read
)

// find searches for the record of a request, with a limit of at least one record.
func (t *Directus) find(ctx context.Context, p Payload, limit int) (presence, error) {
	filter, err := json.Marshal(map[string]any{"idempotency_key": map[string]string{"_eq": p.Request.IdempotencyKey}})
	if err != nil {
		return absent, err
	}
	status, text, err := t.do(ctx, http.MethodGet, t.items+"?"+url.Values{"filter": {string(filter)}, "fields": {"idempotency_key,reference"}, "limit": {strconv.Itoa(limit)}}.Encode(), nil)
	if err != nil {
		return absent, err
	}
	var reply struct {
		Data []struct {
			Key       string `json:"idempotency_key"`
			Reference string
		}
		Errors []struct {
			Extensions struct{ Code string }
		}
	}
	err = json.Unmarshal(text, &reply)
	if status == http.StatusForbidden && err == nil && len(reply.Errors) > 0 && reply.Errors[0].Extensions.Code == codeForbidden {
		return hidden, nil
	}
	if status != http.StatusOK || err != nil || reply.Data == nil || len(reply.Data) > 0 && (reply.Data[0].Key != p.Request.IdempotencyKey || reply.Data[0].Reference != p.Request.Reference) {
		return absent, fmt.Errorf("directus: search for request: status %d: %.200s", status, text)
	}
	if len(reply.Data) == 0 {
		return absent, nil
	}
	return stored, nil
}

// create posts a record. The reply is 204, with the code codeUnreadable, where
// the token may not read, or 200 with the record in it. Any other success is
// inconclusive: a proxy or a maintenance page may reply 200 as well.
func (t *Directus) create(ctx context.Context, record map[string]any) (code string, err error) {
	body, err := json.Marshal(record)
	if err != nil {
		return "", fmt.Errorf("directus: %w", err)
	}
	status, text, err := t.do(ctx, http.MethodPost, t.items, body)
	if err != nil {
		return "", err
	}
	if status == http.StatusNoContent {
		return codeUnreadable, nil
	}
	var stored struct {
		Data struct{ Reference string }
	}
	if status == http.StatusOK && json.Unmarshal(text, &stored) == nil && stored.Data.Reference == record["reference"] {
		return "", nil
	}
	var reply struct {
		Errors []struct {
			Extensions struct{ Code string }
		}
	}
	if json.Unmarshal(text, &reply) == nil && len(reply.Errors) > 0 {
		code = reply.Errors[0].Extensions.Code
	}
	return code, fmt.Errorf("directus: create request: status %d: %.200s", status, text)
}

// do sends a request and returns the status and at most maxReply bytes of the
// reply.
func (t *Directus) do(ctx context.Context, method, address string, body []byte) (status int, text []byte, err error) {
	r, err := http.NewRequestWithContext(ctx, method, address, bytes.NewReader(body))
	if err != nil {
		return 0, nil, fmt.Errorf("directus: %w", err)
	}
	if body != nil {
		r.Header.Set("Content-Type", "application/json")
	}
	r.Header.Set("Cache-Control", "no-cache, no-store") // a cache of the Directus may be older than the record
	if t.token != "" {
		r.Header.Set("Authorization", "Bearer "+t.token)
	}
	reply, err := t.client.Do(r)
	if err != nil {
		return 0, nil, fmt.Errorf("directus: %w", err)
	}
	text, err = io.ReadAll(io.LimitReader(reply.Body, maxReply))
	if err = errors.Join(err, reply.Body.Close()); err != nil {
		return 0, nil, fmt.Errorf("directus: read reply: %w", err)
	}
	return reply.StatusCode, text, nil
}
