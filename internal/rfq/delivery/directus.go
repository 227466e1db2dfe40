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
	"strings"
	"time"
)

// directusTimeout bounds one request to a Directus instance.
const directusTimeout = 20 * time.Second

// Error codes of a Directus instance that this package handles.
const (
	codeNotUnique  = "RECORD_NOT_UNIQUE"
	codeForeignKey = "INVALID_FOREIGN_KEY"
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

// Deliver implements Target.
func (t *Directus) Deliver(ctx context.Context, p Payload) error {
	exists, err := t.has(ctx, p.Request.IdempotencyKey)
	if err != nil || exists {
		return err
	}
	record := record(p)
	code, err := t.create(ctx, record)
	if code == codeForeignKey { // the form does not exist in that Directus
		delete(record, "form")
		code, err = t.create(ctx, record)
	}
	if code == codeNotUnique { // an earlier attempt succeeded although it returned an error
		return nil
	}
	return err
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

// has reports whether the record of a request exists. Where the token may not read
// it returns false, and the unique fields prevent a second record.
func (t *Directus) has(ctx context.Context, key string) (bool, error) {
	filter, err := json.Marshal(map[string]any{"idempotency_key": map[string]string{"_eq": key}})
	if err != nil {
		return false, err
	}
	status, text, err := t.do(ctx, http.MethodGet, t.items+"?"+url.Values{"filter": {string(filter)}, "fields": {"idempotency_key"}, "limit": {"1"}}.Encode(), nil)
	if err != nil || status == http.StatusForbidden {
		return false, err
	}
	var reply struct {
		Data []struct {
			Key string `json:"idempotency_key"`
		}
	}
	if err := json.Unmarshal(text, &reply); status != http.StatusOK || err != nil || len(reply.Data) > 0 && reply.Data[0].Key != key {
		return false, fmt.Errorf("directus: search for request: status %d: %.200s", status, text)
	}
	return len(reply.Data) > 0, nil
}

// create posts a record. It is stored when the reply is 204, which Directus sends
// where the token may not read, or 200 with the record in it. Any other success is
// inconclusive: a proxy or a maintenance page may reply 200 as well.
func (t *Directus) create(ctx context.Context, record map[string]any) (code string, err error) {
	body, err := json.Marshal(record)
	if err != nil {
		return "", fmt.Errorf("directus: %w", err)
	}
	status, text, err := t.do(ctx, http.MethodPost, t.items, body)
	if err != nil || status == http.StatusNoContent {
		return "", err
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
