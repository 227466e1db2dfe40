package mirror

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
	requestTimeout = time.Minute            // per attempt, including the reply's body
	maxReply       = 32 << 20               // bytes of a reply that is not a file
	maxAttempts    = 4                      // per request
	firstDelay     = 500 * time.Millisecond // before the second attempt; doubled before each further one
	maxDelay       = 30 * time.Second       // upper limit of a Retry-After
)

// client calls the REST API of one Directus.
type client struct {
	base    string // without trailing slash
	token   string // static token; empty reads with the permissions of the public
	http    *http.Client
	limiter *rateLimiter
	clock   Clock

	timeout time.Duration // per attempt
}

func newClient(base, token string, clock Clock, pace *rateLimiter) *client {
	return &client{
		base: strings.TrimSuffix(base, "/"), token: token, clock: clock, limiter: pace, timeout: requestTimeout,
		http: &http.Client{
			// A redirect to another host must not receive the token.
			CheckRedirect: func(*http.Request, []*http.Request) error { return http.ErrUseLastResponse },
		},
	}
}

// failure is the error of a request without a usable reply.
type failure struct {
	request    string        // such as "GET /items/products"
	cause      string        // cause, and what to do about it
	status     int           // HTTP status; 0 without a reply
	code       string        // error code of the Directus; may be empty
	retryable  bool          // a later attempt may succeed
	retryAfter time.Duration // delay that Retry-After asks for; 0 without one
}

func (f *failure) Error() string { return f.request + ": " + f.cause }

// isHidden reports whether err says that a collection or field does not exist or
// that the token may not read it: Directus replies 403 to both.
func isHidden(err error) bool {
	f, ok := errors.AsType[*failure](err)
	return ok && f.status == http.StatusForbidden
}

// concernsCollection reports whether the failure concerns only the collection that was
// requested, so that others may be readable.
func (f *failure) concernsCollection() bool {
	return f.status == http.StatusBadRequest || f.status == http.StatusNotFound || f.status == http.StatusInternalServerError
}

// reply is a successful reply.
type reply struct {
	data  json.RawMessage
	total int // total_count, if it was requested
	age   int // Age header, in seconds: the time spent in a cache
}

// get returns the data of the reply to a GET request.
func (c *client) get(ctx context.Context, path string, query url.Values) (json.RawMessage, error) {
	r, err := c.reply(ctx, path, query)
	return r.data, err
}

// reply returns the reply to a GET request.
func (c *client) reply(ctx context.Context, path string, query url.Values) (reply, error) {
	if len(query) > 0 {
		path += "?" + query.Encode()
	}
	return c.call(ctx, http.MethodGet, path, nil)
}

// call sends a request, retries failures that are retryable with exponential
// backoff and jitter, and returns the reply. Only GET requests are retried.
func (c *client) call(ctx context.Context, method, path string, body any) (reply, error) {
	delay := firstDelay
	for try := 1; ; try++ {
		answer, err := c.attempt(ctx, method, path, body)
		f, known := errors.AsType[*failure](err)
		if err == nil || !known || !f.retryable || try == maxAttempts || method != http.MethodGet {
			return answer, err
		}
		// Jitter keeps several clients from retrying at the same moment.
		pause := max(f.retryAfter, delay/2+rand.N(delay))
		if err := c.clock.Sleep(ctx, pause); err != nil {
			return reply{}, err
		}
		delay *= 2
	}
}

func (c *client) attempt(ctx context.Context, method, path string, body any) (reply, error) {
	ctx, cancel := context.WithTimeout(ctx, c.timeout)
	defer cancel()
	answer, err := c.send(ctx, method, path, body)
	if err != nil {
		return reply{}, err
	}
	defer func() { _ = answer.Body.Close() }() // only read
	what := method + " " + pathOnly(path)
	text, err := io.ReadAll(io.LimitReader(answer.Body, maxReply+1))
	c.limiter.charge(int64(len(text)))
	switch {
	case err != nil && ctx.Err() == nil:
		return reply{}, &failure{request: what, cause: "read reply: " + err.Error(), retryable: true}
	case err != nil:
		return reply{}, &failure{request: what, cause: "the reply took longer than " + c.timeout.String(), retryable: true}
	case len(text) > maxReply:
		return reply{}, &failure{request: what, cause: fmt.Sprintf("the reply is larger than %d MiB", maxReply>>20)}
	case answer.StatusCode == http.StatusNoContent:
		return reply{}, nil
	}
	out, err := decodeReply(what, text)
	out.age, _ = strconv.Atoi(answer.Header.Get("Age")) // 0 without one
	return out, err
}

// send makes one attempt. A reply with a status other than 2xx is a *failure.
func (c *client) send(ctx context.Context, method, path string, body any) (*http.Response, error) {
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
	r, err := http.NewRequestWithContext(ctx, method, c.base+path, sent)
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
	return &failure{request: what, cause: "no reply: " + err.Error(), retryable: true}
}

// statusFailure returns the failure for a reply with a status other than
// 2xx.
func statusFailure(what string, reply *http.Response) error {
	const enough = 64 << 10
	text, _ := io.ReadAll(io.LimitReader(reply.Body, enough)) // an unreadable body adds no detail
	f := &failure{request: what, status: reply.StatusCode, cause: reply.Status}
	var in struct {
		Errors []struct {
			Message    string `json:"message"`
			Extensions struct {
				Code string `json:"code"`
			} `json:"extensions"`
		} `json:"errors"`
	}
	if json.Unmarshal(text, &in) == nil && len(in.Errors) > 0 {
		f.code = in.Errors[0].Extensions.Code
		f.cause += ": " + in.Errors[0].Message
	}
	switch {
	case reply.StatusCode == http.StatusUnauthorized:
		f.cause += "; the token is wrong or was taken back, see --directus-token"
	case reply.StatusCode == http.StatusForbidden && f.code == "":
		f.status, f.retryable = 0, true // from a proxy: it does not describe the collection
	case reply.StatusCode < http.StatusBadRequest:
		f.cause += " to " + reply.Header.Get("Location") + "; give the address that answers itself as --directus"
	case reply.StatusCode == http.StatusTooManyRequests || reply.StatusCode >= http.StatusInternalServerError:
		f.retryable = true
		if seconds, err := strconv.Atoi(reply.Header.Get("Retry-After")); err == nil && seconds > 0 {
			f.retryAfter = min(time.Duration(seconds)*time.Second, maxDelay)
		}
	}
	return f
}

// decodeReply decodes the envelope of a reply.
func decodeReply(what string, text []byte) (reply, error) {
	var in struct {
		Data json.RawMessage `json:"data"`
		Meta struct {
			Total int `json:"total_count"`
		} `json:"meta"`
	}
	if err := json.Unmarshal(text, &in); err != nil {
		if bytes.HasPrefix(bytes.TrimSpace(text), []byte("<")) {
			return reply{}, &failure{request: what, cause: "the reply is HTML instead of JSON, as from a proxy or another site", retryable: true}
		}
		return reply{}, &failure{request: what, cause: "decode reply: " + err.Error(), retryable: true}
	}
	if in.Data == nil {
		return reply{}, &failure{request: what, cause: "the reply has no data", retryable: true}
	}
	return reply{data: in.Data, total: in.Meta.Total}, nil
}

func pathOnly(path string) string {
	before, _, _ := strings.Cut(path, "?")
	return before
}
