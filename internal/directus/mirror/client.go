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
	requestTime = time.Minute            // for one reply, the reading of it included
	maxReply    = 32 << 20               // bytes of a reply that is not a file
	maxTries    = 4                      // of one request
	firstDelay  = 500 * time.Millisecond // before the second try; doubled for each further
	maxDelay    = 30 * time.Second       // that a Directus may ask for between tries
)

// client speaks the REST API of one Directus.
type client struct {
	base  string // without a slash at its end
	token string // a static token; empty reads with the public's eyes
	http  *http.Client
	pace  *pace
	clock Clock

	patience time.Duration // for one reply
}

func newClient(base, token string, clock Clock, pace *pace) *client {
	return &client{
		base: strings.TrimSuffix(base, "/"), token: token, clock: clock, pace: pace, patience: requestTime,
		http: &http.Client{
			// A token must not follow to wherever a proxy points.
			CheckRedirect: func(*http.Request, []*http.Request) error { return http.ErrUseLastResponse },
		},
	}
}

// failure is a request that a Directus did not answer as it should.
type failure struct {
	what   string        // the request
	why    string        // what came, and what to do about it
	status int           // 0 if there was no reply
	code   string        // of the Directus, may be empty
	again  bool          // may be better the next time
	after  time.Duration // how long to wait until then, if it said so
}

func (f *failure) Error() string { return f.what + ": " + f.why }

// hidden reports whether a collection or a field does not exist, or not for
// the token: a Directus does not say which.
func hidden(err error) bool {
	f, ok := errors.AsType[*failure](err)
	return ok && f.status == http.StatusForbidden
}

// aboutOne reports whether the Directus answered, and only not with what was
// asked for: other collections may be readable.
func (f *failure) aboutOne() bool {
	return f.status == http.StatusBadRequest || f.status == http.StatusNotFound || f.status == http.StatusInternalServerError
}

// reply is what came with success.
type reply struct {
	data  json.RawMessage
	total int // records counted, where that was asked for
	age   int // seconds that it lay in a cache
}

// get returns the data of a reply.
func (c *client) get(ctx context.Context, path string, query url.Values) (json.RawMessage, error) {
	r, err := c.reply(ctx, path, query)
	return r.data, err
}

// reply returns a reply with what is said about its data.
func (c *client) reply(ctx context.Context, path string, query url.Values) (reply, error) {
	if len(query) > 0 {
		path += "?" + query.Encode()
	}
	return c.call(ctx, http.MethodGet, path, nil)
}

// call sends a request until it is answered, and returns the reply. Only a GET
// is sent twice.
func (c *client) call(ctx context.Context, method, path string, body any) (reply, error) {
	delay := firstDelay
	for try := 1; ; try++ {
		answer, err := c.once(ctx, method, path, body)
		f, known := errors.AsType[*failure](err)
		if err == nil || !known || !f.again || try == maxTries || method != http.MethodGet {
			return answer, err
		}
		// Servers that came back are not all to be asked at the same moment.
		pause := max(f.after, delay/2+rand.N(delay))
		if err := c.clock.Sleep(ctx, pause); err != nil {
			return reply{}, err
		}
		delay *= 2
	}
}

func (c *client) once(ctx context.Context, method, path string, body any) (reply, error) {
	ctx, cancel := context.WithTimeout(ctx, c.patience)
	defer cancel()
	answer, err := c.send(ctx, method, path, body)
	if err != nil {
		return reply{}, err
	}
	defer func() { _ = answer.Body.Close() }() // it was only read
	what := method + " " + pathOnly(path)
	text, err := io.ReadAll(io.LimitReader(answer.Body, maxReply+1))
	c.pace.spent(int64(len(text)))
	switch {
	case err != nil && ctx.Err() == nil:
		return reply{}, &failure{what: what, why: "the reply broke off: " + err.Error(), again: true}
	case err != nil:
		return reply{}, &failure{what: what, why: "the reply took longer than " + c.patience.String(), again: true}
	case len(text) > maxReply:
		return reply{}, &failure{what: what, why: fmt.Sprintf("the reply is larger than %d MiB", maxReply>>20)}
	case answer.StatusCode == http.StatusNoContent:
		return reply{}, nil
	}
	out, err := replyOf(what, text)
	out.age, _ = strconv.Atoi(answer.Header.Get("Age")) // 0 without one
	return out, err
}

// send asks once. A reply that is no success is a *failure.
func (c *client) send(ctx context.Context, method, path string, body any) (*http.Response, error) {
	if err := c.pace.wait(ctx); err != nil {
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
	// A Directus caches replies for whoever does not say this.
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
		defer func() { _ = reply.Body.Close() }() // it was only read
		return nil, refused(what, reply)
	}
	return reply, nil
}

func unreachable(ctx context.Context, what string, err error) error {
	if errors.Is(ctx.Err(), context.Canceled) {
		return ctx.Err()
	}
	if problem, ok := errors.AsType[*url.Error](err); ok {
		err = problem.Err // without the address, which is long
	}
	return &failure{what: what, why: "no reply: " + err.Error(), again: true}
}

// refused tells what a reply without success means.
func refused(what string, reply *http.Response) error {
	const enough = 64 << 10
	text, _ := io.ReadAll(io.LimitReader(reply.Body, enough)) // what cannot be read says nothing
	f := &failure{what: what, status: reply.StatusCode, why: reply.Status}
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
		f.why += ": " + in.Errors[0].Message
	}
	switch {
	case reply.StatusCode == http.StatusUnauthorized:
		f.why += "; the token is wrong or was taken back, see --directus-token"
	case reply.StatusCode == http.StatusForbidden && f.code == "":
		f.status, f.again = 0, true // of a proxy: nothing is known about the collection
	case reply.StatusCode < http.StatusBadRequest:
		f.why += " to " + reply.Header.Get("Location") + "; give the address that answers itself as --directus"
	case reply.StatusCode == http.StatusTooManyRequests || reply.StatusCode >= http.StatusInternalServerError:
		f.again = true
		if seconds, err := strconv.Atoi(reply.Header.Get("Retry-After")); err == nil && seconds > 0 {
			f.after = min(time.Duration(seconds)*time.Second, maxDelay)
		}
	}
	return f
}

// replyOf reads the envelope of a reply.
func replyOf(what string, text []byte) (reply, error) {
	var in struct {
		Data json.RawMessage `json:"data"`
		Meta struct {
			Total int `json:"total_count"`
		} `json:"meta"`
	}
	if err := json.Unmarshal(text, &in); err != nil {
		if bytes.HasPrefix(bytes.TrimSpace(text), []byte("<")) {
			return reply{}, &failure{what: what, why: "HTML came instead of JSON, as from a proxy or another site", again: true}
		}
		return reply{}, &failure{what: what, why: "the reply is no whole JSON: " + err.Error(), again: true}
	}
	if in.Data == nil {
		return reply{}, &failure{what: what, why: "the reply holds no data", again: true}
	}
	return reply{data: in.Data, total: in.Meta.Total}, nil
}

func pathOnly(path string) string {
	before, _, _ := strings.Cut(path, "?")
	return before
}
