// Package client calls the REST API of a Directus: with retries, a limit on rate
// and volume, and errors that say what to do.
package client

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"math/rand/v2"
	"net/http"
	"net/url"
	"strconv"
	"strings"
	"time"
)

// SecretHeader is the header with the secret of webhooks that a Flow sends.
const SecretHeader = "X-Ferrule-Secret" //nolint:gosec // the name of a header

// HookPath is the path of the site that receives them.
const HookPath = "/api/hooks/content"

// RequestTimeout is the time of an attempt, including the reply's body.
const RequestTimeout = time.Minute

const (
	maxReply    = 32 << 20               // bytes of a reply that is not a file
	maxAttempts = 4                      // per request
	firstDelay  = 500 * time.Millisecond // before the second attempt; doubled before each further one
	maxDelay    = 30 * time.Second       // upper limit of a Retry-After
)

// Client calls the REST API of one Directus.
type Client struct {
	Base    string // without trailing slash
	token   string // static token; empty reads with the permissions of the public
	http    *http.Client
	limiter *RateLimiter
	clock   Clock

	Timeout time.Duration // per attempt
}

// New returns a client of the Directus at base.
func New(base, token string, clock Clock, pace *RateLimiter) *Client {
	return &Client{
		Base: strings.TrimSuffix(base, "/"), token: token, clock: clock, limiter: pace, Timeout: RequestTimeout,
		http: &http.Client{
			// A redirect to another host must not receive the token.
			CheckRedirect: func(*http.Request, []*http.Request) error { return http.ErrUseLastResponse },
		},
	}
}

// Failure is the error of a request without a usable reply.
type Failure struct {
	Request    string        // such as "GET /items/products"
	Cause      string        // cause, and what to do about it
	Status     int           // HTTP status; 0 without a reply
	Code       string        // error code of the Directus; may be empty
	Retryable  bool          // a later attempt may succeed
	RetryAfter time.Duration // delay that Retry-After asks for; 0 without one
	isHTML     bool          // the reply is a page
	isBlocked  bool          // a proxy replied 403
}

// Error codes of a Directus. Those of its licence are of version 12 or later.
const (
	codeForbidden  = "FORBIDDEN"
	codeRestricted = "RESOURCE_RESTRICTED" // the licence blocks the API
	codeInactive   = "COLLECTION_INACTIVE" // the licence deactivates the collection
)

// IsHidden reports whether err says that a collection or field does not exist or
// that the token may not read it: Directus replies 403 to both.
func IsHidden(err error) bool {
	f, ok := errors.AsType[*Failure](err)
	return ok && f.Status == http.StatusForbidden && f.Code != codeRestricted
}

// IsInactive reports whether err says that the licence deactivates a collection.
func IsInactive(err error) bool {
	f, ok := errors.AsType[*Failure](err)
	return ok && f.Code == codeInactive
}

// IsRefused reports whether the Directus or a proxy before it refuses a request for what
// it asks, and not because of the token, the load or the licence.
func IsRefused(err error) bool {
	f, ok := errors.AsType[*Failure](err)
	if !ok || f.Code == codeRestricted || f.Status == http.StatusUnauthorized || f.Status == http.StatusTooManyRequests {
		return false
	}
	return f.isBlocked || f.Status >= http.StatusBadRequest && f.Status < http.StatusInternalServerError
}

// ConcernsCollection reports whether the Failure concerns only the collection that was
// requested, so that others may be readable.
func (f *Failure) ConcernsCollection() bool {
	return f.Status == http.StatusBadRequest || f.Status == http.StatusNotFound || f.Status == http.StatusInternalServerError
}

// isBusy reports whether the Directus refused the request because of its load.
func (f *Failure) isBusy() bool {
	return f.Code != "" && (f.Status == http.StatusServiceUnavailable || f.Status == http.StatusTooManyRequests)
}

// Body is the body of a request that is not JSON.
type Body struct {
	Type   string // media type
	Reader io.Reader
}

// Reply is a successful reply.
type Reply struct {
	Data  json.RawMessage
	Count int // filter_count, if it was requested
	Age   int // Age header, in seconds: the time spent in a cache
}

// Get returns the data of the reply to a GET request.
func (c *Client) Get(ctx context.Context, path string, query url.Values) (json.RawMessage, error) {
	r, err := c.GetReply(ctx, path, query)
	return r.Data, err
}

// GetReply returns the reply to a GET request.
func (c *Client) GetReply(ctx context.Context, path string, query url.Values) (Reply, error) {
	if len(query) > 0 {
		path += "?" + query.Encode()
	}
	return c.Call(ctx, http.MethodGet, path, nil)
}

// Call sends a request, retries failures that are retryable with exponential
// backoff and jitter, and returns the reply. Requests other than GET are retried
// only if the Directus itself was too busy to begin with them.
func (c *Client) Call(ctx context.Context, method, path string, body any) (Reply, error) {
	delay := firstDelay
	_, once := body.(Body) // it can be read once
	for try := 1; ; try++ {
		answer, err := c.attempt(ctx, method, path, body)
		f, known := errors.AsType[*Failure](err)
		if err == nil || !known || !f.Retryable || try == maxAttempts || once || method != http.MethodGet && !f.isBusy() {
			return answer, err
		}
		// Jitter keeps several clients from retrying at the same moment.
		pause := max(f.RetryAfter, delay/2+rand.N(delay))
		if err := c.clock.Sleep(ctx, pause); err != nil {
			return Reply{}, err
		}
		delay *= 2
	}
}

func (c *Client) attempt(ctx context.Context, method, path string, body any) (Reply, error) {
	ctx, cancel := context.WithTimeout(ctx, c.Timeout)
	defer cancel()
	answer, err := c.Send(ctx, method, path, body)
	if err != nil {
		return Reply{}, err
	}
	defer func() { _ = answer.Body.Close() }() // only read
	what := method + " " + pathOnly(path)
	text, err := io.ReadAll(io.LimitReader(answer.Body, maxReply+1))
	c.limiter.Charge(int64(len(text)))
	switch {
	case err != nil && ctx.Err() == nil:
		return Reply{}, &Failure{Request: what, Cause: "read reply: " + err.Error(), Retryable: true}
	case err != nil:
		return Reply{}, &Failure{Request: what, Cause: "the reply took longer than " + c.Timeout.String(), Retryable: true}
	case len(text) > maxReply:
		return Reply{}, &Failure{Request: what, Cause: fmt.Sprintf("the reply is larger than %d MiB", maxReply>>20)}
	case answer.StatusCode == http.StatusNoContent:
		return Reply{}, nil
	}
	out, err := decodeReply(what, text)
	out.Age, _ = strconv.Atoi(answer.Header.Get("Age")) // 0 without one
	return out, err
}

// Send makes one attempt. A reply with a status other than 2xx is a *Failure.
func (c *Client) Send(ctx context.Context, method, path string, body any) (*http.Response, error) {
	if err := c.limiter.Wait(ctx); err != nil {
		return nil, err
	}
	sent, isBody := body.(Body)
	if body != nil && !isBody {
		text, err := json.Marshal(body)
		if err != nil {
			return nil, err
		}
		sent = Body{Type: "application/json", Reader: bytes.NewReader(text)}
	}
	r, err := http.NewRequestWithContext(ctx, method, c.Base+path, sent.Reader)
	if err != nil {
		return nil, err
	}
	// Without this header, Directus may reply from its cache.
	r.Header.Set("Cache-Control", "no-cache, no-store")
	if sent.Type != "" {
		r.Header.Set("Content-Type", sent.Type)
	}
	if c.token != "" {
		r.Header.Set("Authorization", "Bearer "+c.token)
	}
	reply, err := c.http.Do(r)
	what := method + " " + pathOnly(path)
	if err != nil {
		return nil, unreachable(ctx, what, err)
	}
	if reply.StatusCode < http.StatusOK || reply.StatusCode >= http.StatusMultipleChoices {
		defer func() { _ = reply.Body.Close() }() // only read
		return nil, statusFailure(what, reply)
	}
	return reply, nil
}

// noReply begins the cause of a failure without a reply.
const noReply = "no reply: "

func unreachable(ctx context.Context, what string, err error) error {
	if errors.Is(ctx.Err(), context.Canceled) {
		return ctx.Err()
	}
	if problem, ok := errors.AsType[*url.Error](err); ok {
		err = problem.Err // without the URL, which is long
	}
	return &Failure{Request: what, Cause: noReply + err.Error(), Retryable: true}
}

// statusFailure returns the Failure for a reply with a status other than
// 2xx.
func statusFailure(what string, reply *http.Response) error {
	const enough = 64 << 10
	text, _ := io.ReadAll(io.LimitReader(reply.Body, enough)) // an unreadable body adds no detail
	f := &Failure{Request: what, Status: reply.StatusCode, Cause: reply.Status}
	var in struct {
		Errors []struct {
			Message    string `json:"message"`
			Extensions struct {
				Code string `json:"code"`
			} `json:"extensions"`
		} `json:"errors"`
	}
	if json.Unmarshal(text, &in) == nil && len(in.Errors) > 0 {
		f.Code = in.Errors[0].Extensions.Code
		f.Cause += ": " + in.Errors[0].Message
	}
	switch {
	case reply.StatusCode == http.StatusForbidden && f.Code == "":
		f.Status, f.Retryable, f.isBlocked = 0, true, true // from a proxy: it does not describe the collection
	case reply.StatusCode < http.StatusBadRequest:
		f.Cause += " to " + reply.Header.Get("Location") + "; use that address"
	case reply.StatusCode == http.StatusTooManyRequests || reply.StatusCode >= http.StatusInternalServerError:
		f.Retryable = true
		if seconds, err := strconv.Atoi(reply.Header.Get("Retry-After")); err == nil && seconds > 0 {
			f.RetryAfter = min(time.Duration(seconds)*time.Second, maxDelay)
		}
	}
	return f
}

// decodeReply decodes the envelope of a reply.
func decodeReply(what string, text []byte) (Reply, error) {
	var in struct {
		Data json.RawMessage `json:"data"`
		Meta struct {
			Count int `json:"filter_count"`
		} `json:"meta"`
	}
	if err := json.Unmarshal(text, &in); err != nil {
		if bytes.HasPrefix(bytes.TrimSpace(text), []byte("<")) {
			return Reply{}, &Failure{Request: what, Cause: "the reply is HTML instead of JSON, as from a proxy or another site", Retryable: true, isHTML: true}
		}
		return Reply{}, &Failure{Request: what, Cause: "decode reply: " + err.Error(), Retryable: true}
	}
	if in.Data == nil {
		return Reply{}, &Failure{Request: what, Cause: "the reply has no data", Retryable: true}
	}
	return Reply{Data: in.Data, Count: in.Meta.Count}, nil
}

func pathOnly(path string) string {
	before, _, _ := strings.Cut(path, "?")
	return before
}

// Charge charges the rate limit for bytes of a reply of Send that were read.
func (c *Client) Charge(bytes int64) { c.limiter.Charge(bytes) }

// As returns a client of the same Directus with another token.
func (c *Client) As(token string) *Client {
	other := *c
	other.token = token
	return &other
}

// Decode decodes JSON and keeps the digits of numbers.
func Decode(text []byte, into any) error {
	dec := json.NewDecoder(bytes.NewReader(text))
	dec.UseNumber()
	return dec.Decode(into)
}
