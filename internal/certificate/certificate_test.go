package certificate

import (
	"context"
	"crypto/tls"
	"crypto/x509"
	"errors"
	"fmt"
	"io/fs"
	"log/slog"
	"net"
	"net/http"
	"os"
	"path/filepath"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"ferrule/internal/certificate/pebbletest"
	"ferrule/internal/fault"
)

// usual is the validity of a certificate of which nothing is renewed during a test.
const usual = 90 * 24 * time.Hour

// sites counts the sites: the library keeps the challenges of a process by domain, so each
// has its own.
var sites atomic.Int64

// site is a server with certificates of a Pebble.
type site struct {
	domain      string
	options     Options
	authority   *pebbletest.Authority
	http, https net.Listener
	manager     *Manager
	close       func()
}

// newSite starts a server. reachable names the challenges that the authority can make.
func newSite(t *testing.T, validity time.Duration, renewShare float64, reachable ...string) *site {
	t.Helper()
	s := &site{domain: fmt.Sprintf("www%d.example.com", sites.Add(1)), http: listen(t), https: listen(t)}
	folder, err := os.MkdirTemp("", "certificates")
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = os.RemoveAll(folder) })          // a renewal that was cancelled may still write
	ports := map[string]int{"http-01": 1, "tls-alpn-01": 1} // nothing listens at port 1
	for _, challenge := range reachable {
		ports[challenge] = map[string]net.Listener{"http-01": s.http, "tls-alpn-01": s.https}[challenge].Addr().(*net.TCPAddr).Port
	}
	s.authority = pebbletest.Start(t, ports["http-01"], ports["tls-alpn-01"], validity)
	s.options = Options{
		Domains: []string{s.domain}, Folder: filepath.Join(folder, "certificates"), Directory: s.authority.Directory, Roots: s.authority.Roots,
		Log: slog.New(slog.DiscardHandler), checkEvery: 100 * time.Millisecond, renewShare: renewShare,
	}
	s.start(t)
	return s
}

func listen(t *testing.T) net.Listener {
	t.Helper()
	l, err := (&net.ListenConfig{}).Listen(t.Context(), "tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	return l
}

func (s *site) start(t *testing.T) {
	t.Helper()
	s.manager = New(s.options, s.http, s.https)
	s.close = sync.OnceFunc(s.manager.Close)
	t.Cleanup(s.close)
	serve(t, s.http, &http.Server{Handler: s.manager.Challenges(http.NotFoundHandler())}) //nolint:gosec // a test
	serve(t, s.https, &http.Server{Handler: http.NotFoundHandler(), TLSConfig: s.manager.TLS(), ErrorLog: slog.NewLogLogger(slog.DiscardHandler, slog.LevelInfo)})
	if err := s.manager.Start(t.Context()); err != nil {
		t.Fatal(err)
	}
}

func serve(t *testing.T, l net.Listener, server *http.Server) {
	t.Helper()
	done := make(chan struct{})
	go func() {
		defer close(done)
		if server.TLSConfig != nil {
			_ = server.ServeTLS(l, "", "")
			return
		}
		_ = server.Serve(l)
	}()
	t.Cleanup(func() { _ = server.Close(); <-done })
}

// certificate returns what a client receives that trusts the authority, or nil while
// there is none.
func (s *site) certificate(ctx context.Context) *x509.Certificate {
	dialer := tls.Dialer{Config: &tls.Config{ServerName: s.domain, RootCAs: s.authority.Issued, NextProtos: []string{"h2"}}} //nolint:gosec // the default version
	c, err := dialer.DialContext(ctx, "tcp", s.https.Addr().String())
	if err != nil {
		return nil
	}
	defer func() { _ = c.Close() }()
	state := c.(*tls.Conn).ConnectionState()
	if state.NegotiatedProtocol != "h2" {
		return nil
	}
	return state.PeerCertificates[0]
}

// until polls for a certificate for which holds is true.
func (s *site) until(t *testing.T, what string, holds func(*x509.Certificate) bool) *x509.Certificate {
	t.Helper()
	tick := time.NewTicker(20 * time.Millisecond)
	defer tick.Stop()
	for {
		if c := s.certificate(t.Context()); c != nil && holds(c) {
			return c
		}
		select {
		case <-tick.C:
		case <-t.Context().Done():
			t.Fatal(what)
		}
	}
}

func valid(*x509.Certificate) bool { return true }

func TestACertificateIsObtainedByEitherChallenge(t *testing.T) {
	t.Parallel()
	for _, challenge := range []string{"http-01", "tls-alpn-01"} {
		t.Run(challenge, func(t *testing.T) {
			t.Parallel()
			s := newSite(t, usual, 0, challenge)
			got := s.until(t, "no certificate", valid)
			if err := got.VerifyHostname(s.domain); err != nil {
				t.Error(err)
			}
			stored, err := s.options.Stored(t.Context(), s.domain)
			if err != nil || !stored.Equal(got) {
				t.Errorf("another certificate is stored: %v", err)
			}
			if err := s.options.Check(t.Context()); err != nil {
				t.Error(err)
			}
		})
	}
}

func TestStoredCertificatesAreReadableByTheirOwnerOnly(t *testing.T) {
	t.Parallel()
	s := newSite(t, usual, 0, "http-01", "tls-alpn-01")
	s.until(t, "no certificate", valid)
	keys := 0
	err := filepath.WalkDir(s.options.Folder, func(path string, entry fs.DirEntry, err error) error {
		if err != nil {
			return err
		}
		info, err := entry.Info()
		if errors.Is(err, fs.ErrNotExist) { // a lock that was released
			return nil
		}
		if err == nil && info.Mode().Perm()&0o077 != 0 && !strings.HasPrefix(path, filepath.Join(s.options.Folder, "locks")) {
			t.Errorf("%s is accessible to others: %s", path, info.Mode())
		}
		if strings.HasSuffix(path, ".key") {
			keys++
		}
		return err
	})
	if err != nil || keys == 0 {
		t.Errorf("%d keys, %v", keys, err)
	}
}

func TestACertificateIsRenewedBeforeItExpires(t *testing.T) {
	t.Parallel()
	s := newSite(t, time.Hour, 0.9999, "http-01", "tls-alpn-01")
	first := s.until(t, "no certificate", valid)
	second := s.until(t, "it was not renewed", func(c *x509.Certificate) bool { return !c.Equal(first) })
	if !second.NotBefore.Before(first.NotAfter) {
		t.Errorf("renewed at %s, after the first had expired at %s", second.NotBefore, first.NotAfter)
	}
}

func TestAStoredCertificateIsUsedFromTheFirstConnectionOn(t *testing.T) {
	t.Parallel()
	s := newSite(t, usual, 0, "http-01", "tls-alpn-01")
	first := s.until(t, "no certificate", valid)
	s.http, s.https = listen(t), listen(t)
	s.start(t)
	if second := s.certificate(t.Context()); second == nil || !second.Equal(first) { // of the first connection
		t.Error("there is none at once, or another")
	}
}

func TestAMissingOrLateCertificateIsReported(t *testing.T) {
	t.Parallel()
	s := newSite(t, 10*time.Second, 0, "http-01", "tls-alpn-01")
	s.until(t, "no certificate", valid)
	s.close()
	for s.options.Check(t.Context()) == nil { // nothing renews it
		if t.Context().Err() != nil {
			t.Fatal("a late certificate is not reported")
		}
	}
	err := s.options.Check(t.Context())
	if public, ok := errors.AsType[*fault.Error](err); !ok || !strings.Contains(public.Message, "was not renewed") {
		t.Error(err)
	}
	if err := os.RemoveAll(s.options.Folder); err != nil {
		t.Fatal(err)
	}
	if err := s.options.Check(t.Context()); !errors.Is(err, ErrNone) {
		t.Error(err)
	}
}
