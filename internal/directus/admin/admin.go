// Package admin writes to a Directus as its administrator: the content model with
// the forms of its studio, roles, content, and the Flow that reports changes. All of
// it may be repeated: what exists is left as it is.
package admin

import (
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

	"ferrule/internal/directus/client"
	"ferrule/internal/fault"
)

const (
	oldestMajor = 11              // the first with policies
	timeout     = 5 * time.Minute // of a request; a batch of collections is slow on a busy server
	rate        = 100             // requests per second at most
	volume      = 1 << 30         // bytes per second at most
)

// Directus is a Directus that answers and whose administrator the token is.
type Directus struct {
	Version string // such as 11.17.4

	client *client.Client
	report func(format string, args ...any) // receives each creation and each difference

	created map[string]bool // collections that the last ApplyModel created
}

// Connect checks address and token. Its error is a sentence that says what is wrong
// with them. report receives a line for each change.
func Connect(ctx context.Context, address, token string, report func(format string, args ...any)) (*Directus, error) {
	clock := client.WallClock{}
	c := client.New(address, token, clock, client.NewRateLimiter(clock, rate, volume))
	c.Timeout = timeout
	return connect(ctx, c, token, report)
}

// Reach is Connect for a token that need not be an administrator's, and that only reads.
func Reach(ctx context.Context, address, token string) (*Directus, error) {
	clock := client.WallClock{}
	return reach(ctx, client.New(address, token, clock, client.NewRateLimiter(clock, rate, volume)), token)
}

func connect(ctx context.Context, c *client.Client, token string, report func(format string, args ...any)) (*Directus, error) {
	d, err := reach(ctx, c, token)
	if err != nil {
		return nil, err
	}
	d.report = report
	return d, d.checkRights(ctx)
}

func reach(ctx context.Context, c *client.Client, token string) (*Directus, error) {
	if u, err := url.Parse(c.Base); err != nil || u.Host == "" || u.Scheme != "http" && u.Scheme != "https" {
		return nil, fault.New(fault.Invalid, "%q is no address of a Directus; it looks like https://cms.example.com", c.Base)
	}
	d := &Directus{client: c}
	if err := d.ping(ctx); err != nil {
		return nil, err
	}
	if token == "" {
		return nil, fault.New(fault.Invalid, "the Directus needs a token: create a static one in the settings of an administrator's user, and give it with --token")
	}
	return d, d.readVersion(ctx)
}

// Address returns the address without a slash at its end.
func (d *Directus) Address() string { return d.client.Base }

// IsAdministrator reports whether the token is an administrator's.
func (d *Directus) IsAdministrator(ctx context.Context) bool { return d.checkRights(ctx) == nil }

// ping checks that a Directus answers at the address.
func (d *Directus) ping(ctx context.Context) error {
	const path = "/server/ping"
	wrong := func(cause string) error {
		advice := "give the address below which " + path + " replies with pong"
		if before, ok := strings.CutSuffix(d.client.Base, "/admin"); ok {
			advice = "give the address without the studio's path: " + before
		}
		return fault.New(fault.Invalid, "there is no Directus at %s: %s; %s", d.client.Base, cause, advice)
	}
	answer, err := d.client.Send(ctx, http.MethodGet, path, nil)
	if f, ok := errors.AsType[*client.Failure](err); ok && f.Status != http.StatusUnauthorized {
		if f.Status == 0 {
			return fault.New(fault.Unavailable, "the Directus at %s cannot be reached: %s; check the address, and that it is running", d.client.Base, f.Cause)
		}
		return wrong("GET " + path + " replies with " + f.Cause)
	} else if err != nil {
		return d.refusal(err)
	}
	defer func() { _ = answer.Body.Close() }() // only read
	text, err := io.ReadAll(io.LimitReader(answer.Body, 64))
	if err != nil || strings.TrimSpace(string(text)) != "pong" {
		return wrong("GET " + path + " does not reply with pong")
	}
	return nil
}

func (d *Directus) readVersion(ctx context.Context) error {
	var info struct {
		Version string `json:"version"`
	}
	if err := d.read(ctx, "/server/info", nil, &info); err != nil {
		return d.refusal(err)
	}
	d.Version = info.Version
	if d.Version != "" && d.major() < oldestMajor {
		return fault.New(fault.Invalid, "the Directus at %s is version %s; version %d or newer is needed, since earlier ones have no policies: update it", d.client.Base, d.Version, oldestMajor)
	}
	return nil
}

func (d *Directus) major() int {
	first, _, _ := strings.Cut(d.Version, ".")
	n, _ := strconv.Atoi(first)
	return n
}

// checkRights checks that the token is an administrator's.
func (d *Directus) checkRights(ctx context.Context) error {
	var rights struct {
		Admin bool `json:"admin_access"`
	}
	if err := d.read(ctx, "/policies/me/globals", nil, &rights); err != nil {
		return d.refusal(err)
	}
	if !rights.Admin {
		return fault.New(fault.Forbidden, "the token's user is no administrator of the Directus at %s; use the static token of a user with a policy that has administrator access", d.client.Base)
	}
	return nil
}

// refusal describes an error of a first request.
func (d *Directus) refusal(err error) error {
	if f, ok := errors.AsType[*client.Failure](err); ok && f.Status == http.StatusUnauthorized {
		return fault.Wrap(fault.Unauthorized, err, "the Directus at %s does not accept the token", d.client.Base)
	}
	return err
}

func (d *Directus) read(ctx context.Context, path string, query url.Values, into any) error {
	data, err := d.client.Get(ctx, path, query)
	if err != nil {
		return err
	}
	if err := json.Unmarshal(data, into); err != nil {
		return fmt.Errorf("GET %s: %w", path, err)
	}
	return nil
}

// create posts a body, of which what is the name in messages.
func (d *Directus) create(ctx context.Context, what, path string, body any) error {
	if err := d.write(ctx, what, http.MethodPost, path, body); err != nil {
		return err
	}
	d.report("created %s", what)
	return nil
}

func (d *Directus) write(ctx context.Context, what, method, path string, body any) error {
	_, err := d.client.Call(ctx, method, path, body)
	if err == nil {
		return nil
	}
	if advice := d.limit(err); advice != "" {
		return fmt.Errorf("%s: %w; %s", what, err, advice)
	}
	return fmt.Errorf("%s: %w", what, err)
}

// limit returns what to do about an error that comes from the licence of a Directus
// 12; empty if it does not.
func (d *Directus) limit(err error) string {
	f, ok := errors.AsType[*client.Failure](err)
	if !ok || d.major() < 12 || f.Code != "LIMIT_EXCEEDED" && f.Code != "RESOURCE_RESTRICTED" {
		return ""
	}
	return "this is a limit of the licence of this Directus " + d.Version + ": enter a licence key in its settings, or use Directus 11"
}

// has reports whether a system collection has a record with an id.
func (d *Directus) has(ctx context.Context, path, id string, into any) (bool, error) {
	var found []json.RawMessage
	query := url.Values{"filter": {`{"id":{"_eq":"` + id + `"}}`}, "fields": {"*"}}
	if err := d.read(ctx, path, query, &found); err != nil || len(found) == 0 {
		return false, err
	}
	if into == nil {
		return true, nil
	}
	return true, json.Unmarshal(found[0], into)
}
