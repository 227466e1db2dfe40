package app_test

import (
	"context"
	"crypto/tls"
	"fmt"
	"io"
	"net"
	"net/http"
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"sync/atomic"
	"testing"
	"time"

	"ferrule/internal/app"
	"ferrule/internal/app/apptest"
	"ferrule/internal/certificate/pebbletest"
)

// domains counts the domains: the ACME library keeps the challenges of a process by domain,
// so each site has its own.
var domains atomic.Int64

// domainSite is a site on domains of its own.
type domainSite struct {
	domain      string
	config      app.Config
	http, https string // addresses
	client      http.Client
	handler     http.Handler
	metrics     http.Handler
}

func portOf(t *testing.T, address string) int {
	t.Helper()
	_, text, err := net.SplitHostPort(address)
	if err != nil {
		t.Fatal(err)
	}
	port, err := strconv.Atoi(text)
	if err != nil {
		t.Fatal(err)
	}
	return port
}

// serveDomain runs a site whose certificate comes from a Pebble until the test ends.
func serveDomain(t *testing.T, flags ...string) *domainSite {
	t.Helper()
	s := &domainSite{domain: fmt.Sprintf("www%d.example.com", domains.Add(1)), http: pebbletest.FreeAddress(t), https: pebbletest.FreeAddress(t)}
	authority := pebbletest.Start(t, portOf(t, s.http), portOf(t, s.https), 90*24*time.Hour)
	s.config = apptest.DemoConfig(t, append([]string{
		"--domain", s.domain, "--https-listen", fmt.Sprintf(":%d", portOf(t, s.https)), "--http-listen", fmt.Sprintf(":%d", portOf(t, s.http)),
		"--acme-directory", authority.Directory, "--acme-root", authority.RootFile, "--metrics-listen", "",
	}, flags...)...)
	a := apptest.Start(t, s.config)
	s.handler, s.metrics = a.Handler(), a.MetricsHandler()
	ctx, stop := context.WithCancel(t.Context())
	ended := make(chan struct{})
	go func() {
		defer close(ended)
		if err := a.Run(ctx, io.Discard); err != nil {
			t.Error(err)
		}
	}()
	t.Cleanup(func() { stop(); <-ended })
	s.client = http.Client{
		CheckRedirect: func(*http.Request, []*http.Request) error { return http.ErrUseLastResponse },
		Transport: &http.Transport{
			ForceAttemptHTTP2: true, TLSClientConfig: &tls.Config{RootCAs: authority.Issued}, //nolint:gosec // the default version
			DialContext: func(ctx context.Context, network, address string) (net.Conn, error) {
				if strings.HasSuffix(address, ":80") {
					address = s.http
				} else {
					address = s.https
				}
				return (&net.Dialer{}).DialContext(ctx, network, address)
			},
		},
	}
	t.Cleanup(s.client.CloseIdleConnections)
	return s
}

// get polls an address until it is answered.
func (s *domainSite) get(t *testing.T, address string) (reply *http.Response, body string) {
	t.Helper()
	apptest.Until(t, "no reply from "+address, func() bool {
		if t.Failed() { // the site has ended
			t.FailNow()
		}
		r, err := http.NewRequestWithContext(t.Context(), http.MethodGet, address, http.NoBody)
		if err != nil {
			t.Fatal(err)
		}
		if reply, err = s.client.Do(r); err != nil {
			return false
		}
		defer func() { _ = reply.Body.Close() }()
		text, err := io.ReadAll(reply.Body)
		body = string(text)
		return err == nil
	})
	return reply, body
}

func TestADomainIsServedOverHTTPSWithACertificateOfItsOwn(t *testing.T) {
	t.Parallel()
	apptest.RequireBuild(t)
	s := serveDomain(t)
	reply, body := s.get(t, "https://"+s.domain+"/en")
	if reply.StatusCode != http.StatusOK || reply.ProtoMajor != 2 {
		t.Errorf("status %d over %s", reply.StatusCode, reply.Proto)
	}
	if got := reply.Header.Get("Strict-Transport-Security"); got != "max-age=31536000" {
		t.Errorf("Strict-Transport-Security: %q", got)
	}
	apptest.Contains(t, body, "https://"+s.domain+":"+strconv.Itoa(portOf(t, s.https))+`/en`)
	_, metrics := apptest.Request(t, s.metrics, http.MethodGet, "/metrics", "")
	apptest.Contains(t, metrics, fmt.Sprintf("ferrule_certificate_expiry_timestamp_seconds{domain=%q}", s.domain), `ferrule_check_failed{check="certificates"}`)
	folder, err := os.Stat(filepath.Join(s.config.Data, "certificates"))
	if err != nil || folder.Mode().Perm() != 0o700 {
		t.Errorf("the folder of certificates: %v, %v", folder, err)
	}
}

func TestHTTPIsRedirectedToTheSameAddressOverHTTPS(t *testing.T) {
	t.Parallel()
	apptest.RequireBuild(t)
	const other = "redirected.example.com"
	s := serveDomain(t, "--domain", other)
	port := strconv.Itoa(portOf(t, s.https))
	for _, tt := range []struct{ address, want string }{
		{"http://" + s.domain + "/de/catalog?q=a%20b", "https://" + s.domain + ":" + port + "/de/catalog?q=a%20b"},
		{"http://" + strings.ToUpper(other) + ":80/", "https://" + other + ":" + port + "/"},
		{"http://elsewhere.test//evil.test/", "https://" + s.domain + ":" + port + "//evil.test/"},
	} {
		reply, _ := s.get(t, tt.address)
		if got := reply.Header.Get("Location"); reply.StatusCode != http.StatusPermanentRedirect || got != tt.want {
			t.Errorf("%s: %d to %q, want %q", tt.address, reply.StatusCode, got, tt.want)
		}
		if reply.Header.Get("Strict-Transport-Security") != "" {
			t.Error("HSTS over HTTP, where browsers ignore it")
		}
	}
}

func TestHSTSCoversSubdomainsOnlyIfAFlagAsks(t *testing.T) {
	t.Parallel()
	apptest.RequireBuild(t)
	s := serveDomain(t, "--hsts-subdomains", "--hsts-preload")
	reply, _ := s.get(t, "https://"+s.domain+"/healthz")
	if got := reply.Header.Get("Strict-Transport-Security"); got != "max-age=31536000; includeSubDomains; preload" {
		t.Errorf("Strict-Transport-Security: %q", got)
	}
}
