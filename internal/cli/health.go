package cli

import (
	"context"
	"crypto/tls"
	"errors"
	"fmt"
	"net"
	"net/http"
	"time"

	"golang.org/x/net/idna"
)

// healthTimeout bounds a health check: a server that does not answer within it is not
// healthy.
const healthTimeout = 5 * time.Second

// healthCommand is the health check of a container, in which no other program could
// ask. Its flags are those of serve.
type healthCommand struct {
	Listen      string   `help:"Address that the server listens on, without --domain." default:"127.0.0.1:8080"`
	Domain      []string `help:"Domain of the site, as for serve." placeholder:"NAME"`
	HTTPSListen string   `help:"Address that the server serves HTTPS on, with --domain." default:":443" env:"FERRULE_HTTPS_LISTEN"`
	HTTPListen  string   `help:"Address that the server redirects HTTP on, with --domain." default:":80" env:"FERRULE_HTTP_LISTEN"`
}

// Run returns an error unless a server on this machine answers. With --domain it must
// answer over HTTPS, with a certificate for the first one, and over HTTP.
func (c *healthCommand) Run(ctx context.Context) error {
	ctx, cancel := context.WithTimeout(ctx, healthTimeout)
	defer cancel()
	if len(c.Domain) == 0 {
		return ask(ctx, c.Listen, "http://localhost", nil)
	}
	domain, err := idna.Lookup.ToASCII(c.Domain[0])
	if err != nil {
		return fmt.Errorf("--domain: %q is not a domain; use a name such as www.example.com", c.Domain[0])
	}
	return errors.Join(ask(ctx, c.HTTPSListen, "https://"+domain, presented(domain)), ask(ctx, c.HTTPListen, "http://"+domain, nil))
}

// ask returns an error unless the listener at an address answers to requests for a site.
func ask(ctx context.Context, listen, site string, secure *tls.Config) error {
	address, err := loopback(listen)
	if err != nil {
		return err
	}
	request, err := http.NewRequestWithContext(ctx, http.MethodGet, site+"/healthz", nil)
	if err != nil {
		return fmt.Errorf("ask %s: %w", address, err)
	}
	client := http.Client{
		CheckRedirect: func(*http.Request, []*http.Request) error { return http.ErrUseLastResponse },
		Transport: &http.Transport{TLSClientConfig: secure, DialContext: func(ctx context.Context, network, _ string) (net.Conn, error) {
			return (&net.Dialer{}).DialContext(ctx, network, address)
		}},
	}
	defer client.CloseIdleConnections()
	reply, err := client.Do(request)
	if err != nil {
		return fmt.Errorf("the server does not answer at %s: %w", address, err)
	}
	defer func() { _ = reply.Body.Close() }() // it is not read
	if reply.StatusCode >= http.StatusBadRequest {
		return fmt.Errorf("ask %s/healthz at %s: %s", site, address, reply.Status)
	}
	return nil
}

// presented accepts a certificate for the domain that is valid now, of any authority:
// that of --acme-directory may be unknown to this machine.
func presented(domain string) *tls.Config {
	return &tls.Config{ServerName: domain, InsecureSkipVerify: true, VerifyConnection: func(s tls.ConnectionState) error { //nolint:gosec // the connection stays on this machine
		certificate := s.PeerCertificates[0]
		if now := time.Now(); now.Before(certificate.NotBefore) || now.After(certificate.NotAfter) {
			return fmt.Errorf("the certificate is valid from %s to %s", certificate.NotBefore, certificate.NotAfter)
		}
		return certificate.VerifyHostname(domain)
	}}
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
