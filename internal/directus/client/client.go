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

const (
	RequestTimeout = time.Minute            // per attempt, including the reply's body
	maxReply       = 32 << 20               // bytes of a reply that is not a file
	maxAttempts    = 4                      // per request
	firstDelay     = 500 * time.Millisecond // before the second attempt; doubled before each further one
	maxDelay       = 30 * time.Second       // upper limit of a Retry-After
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
}

func (f *Failure) Error() string { return f.Request + ": " + f.Cause }

// IsHidden reports whether err says that a collection or field does not exist or
// that the token may not read it: Directus replies 403 to both.
func IsHidden(err error) bool {
	f, ok := errors.AsType[*Failure](err)
	return ok && f.Status == http.StatusForbidden
}

// ConcernsCollection reports whether the Failure concerns only the collection that was
// requested, so that others may be readable.
func (f *Failure) ConcernsCollection() bool {
	return f.Status == http.StatusBadRequest || f.Status == http.StatusNotFound || f.Status == http.StatusInternalServerError
}

// Reply is a successful reply.
type Reply struct {
	Data  json.RawMessage
	Total int // total_count, if it was requested
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
// backoff and jitter, and returns the reply. Only GET requests are retried.
func (c *Client) Call(ctx context.Context, method, path string, body any) (Reply, error) {
	delay := firstDelay
	for try := 1; ; try++ {
		answer, err := c.attempt(ctx, method, path, body)
		f, known := errors.AsType[*Failure](err)
		if err == nil || !known || !f.Retryable || try == maxAttempts || method != http.MethodGet {
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
	if err := c.limiter.wait(ctx); err != nil {
		return nil, err
	}
	var sent io.Reader
	if body != nil {
		text, err := json.Marshal(body)
		if err != nil {
			return nil, err
		}
		sent = bytes.NewReader(text)
	}
	r, err := http.NewRequestWithContext(ctx, method, c.Base+path, sent)
	if err != nil {
		return nil, err
	}
	// Without this header, Directus may reply from its cache.
	r.Header.Set("Cache-Control", "no-cache, no-store")
	if body != nil {
		r.Header.Set("Content-Type", "application/json")
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

func unreachable(ctx context.Context, what string, err error) error {
	if errors.Is(ctx.Err(), context.Canceled) {
		return ctx.Err()
	}
	if problem, ok := errors.AsType[*url.Error](err); ok {
		err = problem.Err // without the URL, which is long
	}
	return &Failure{Request: what, Cause: "no reply: " + err.Error(), Retryable: true}
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
	case reply.StatusCode == http.StatusUnauthorized:
		f.Cause += "; the token is wrong or was taken back, see --directus-token"
	case reply.StatusCode == http.StatusForbidden && f.Code == "":
		f.Status, f.Retryable = 0, true // from a proxy: it does not describe the collection
	case reply.StatusCode < http.StatusBadRequest:
		f.Cause += " to " + reply.Header.Get("Location") + "; give the address that answers itself as --directus"
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
			Total int `json:"total_count"`
		} `json:"meta"`
	}
	if err := json.Unmarshal(text, &in); err != nil {
		if bytes.HasPrefix(bytes.TrimSpace(text), []byte("<")) {
			return Reply{}, &Failure{Request: what, Cause: "the reply is HTML instead of JSON, as from a proxy or another site", Retryable: true}
		}
		return Reply{}, &Failure{Request: what, Cause: "decode reply: " + err.Error(), Retryable: true}
	}
	if in.Data == nil {
		return Reply{}, &Failure{Request: what, Cause: "the reply has no data", Retryable: true}
	}
	return Reply{Data: in.Data, Total: in.Meta.Total}, nil
}

func pathOnly(path string) string {
	before, _, _ := strings.Cut(path, "?")
	return before
}

// Charge charges the rate limit for bytes of a reply of Send that were read.
func (c *Client) Charge(bytes int64) { c.limiter.Charge(bytes) }
