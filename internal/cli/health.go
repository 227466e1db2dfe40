package cli

import (
	"context"
	"errors"
	"fmt"
	"net"
	"net/http"
	"time"
)

// healthTimeout bounds a health check: a server that does not answer within it is not
// healthy.
const healthTimeout = 5 * time.Second

// healthCommand is the health check of a container, in which no other program could
// ask. Its flags are those of serve.
type healthCommand struct {
	Listen     string   `help:"Address that the server listens on, without --domain." default:"127.0.0.1:8080"`
	Domain     []string `help:"Domain of the site, as for serve." placeholder:"NAME"`
	HTTPListen string   `help:"Address that the server redirects HTTP on, with --domain." default:":80" env:"FERRULE_HTTP_LISTEN"`
}

// Run returns an error unless a server on this machine answers.
func (c *healthCommand) Run(ctx context.Context) error {
	listen := c.Listen
	if len(c.Domain) > 0 {
		listen = c.HTTPListen
	}
	address, err := loopback(listen)
	if err != nil {
		return err
	}
	ctx, cancel := context.WithTimeout(ctx, healthTimeout)
	defer cancel()
	request, err := http.NewRequestWithContext(ctx, http.MethodGet, "http://"+address+"/healthz", nil)
	if err != nil {
		return fmt.Errorf("ask %s: %w", address, err)
	}
	// With --domain, the redirect to HTTPS is the answer: its certificate is not for this
	// address.
	client := http.Client{CheckRedirect: func(*http.Request, []*http.Request) error { return http.ErrUseLastResponse }}
	reply, err := client.Do(request)
	if err != nil {
		return errors.Join(errors.New("the server does not answer"), err)
	}
	defer func() { _ = reply.Body.Close() }() // it is not read
	if reply.StatusCode >= http.StatusBadRequest {
		return fmt.Errorf("ask http://%s/healthz: %s", address, reply.Status)
	}
	return nil
}

// loopback returns the address under which this machine reaches a listener, which may
// be one for all addresses.
func loopback(listen string) (string, error) {
	host, port, err := net.SplitHostPort(listen)
	if err != nil {
		return "", fmt.Errorf("%q is not an address; use host:port such as 127.0.0.1:8080", listen)
	}
	if ip := net.ParseIP(host); host == "" || ip.IsUnspecified() {
		host = "127.0.0.1"
	}
	return net.JoinHostPort(host, port), nil
}
