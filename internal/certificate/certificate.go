// Package certificate obtains the TLS certificates of the site's domains by ACME
// and renews them. They are stored in a folder that only the program's user can read.
package certificate

import (
	"context"
	"crypto/tls"
	"crypto/x509"
	"encoding/pem"
	"errors"
	"fmt"
	"io/fs"
	"log/slog"
	"net"
	"net/http"
	"strconv"
	"sync"
	"time"

	"github.com/caddyserver/certmagic"
	"github.com/mholt/acmez/v3"

	"ferrule/internal/fault"
)

// LetsEncrypt is the directory of the default certificate authority.
const LetsEncrypt = certmagic.LetsEncryptProductionCA

// Options name the domains, their certificate authority and where certificates are
// stored.
type Options struct {
	Domains   []string
	Folder    string
	Directory string         // of the ACME server
	Roots     *x509.CertPool // that the ACME server's own certificate is checked with; nil for those of the machine
	Email     string         // to which the authority writes; may be empty
	Log       *slog.Logger

	checkEvery time.Duration // interval at which certificates are checked for renewal; 0 for 10 min
	renewShare float64       // share of the lifetime, at its end, in which they are renewed; 0 for a third
}

// Manager serves the certificates of a site.
type Manager struct {
	options   Options
	cache     *certmagic.Cache
	config    *certmagic.Config
	issuer    *certmagic.ACMEIssuer
	stop      context.CancelFunc
	obtaining sync.WaitGroup
}

// New returns a Manager without certificates. The authority will connect to the
// listeners, which must be open when Start is called.
func New(o Options, http, https net.Listener) *Manager {
	log := logger(o.Log)
	m := &Manager{options: o, stop: func() {}}
	m.cache = certmagic.NewCache(certmagic.CacheOptions{
		GetConfigForCert:   func(certmagic.Certificate) (*certmagic.Config, error) { return m.config, nil },
		RenewCheckInterval: o.checkEvery, Logger: log,
	})
	m.config = certmagic.New(m.cache, certmagic.Config{Storage: o.storage(), RenewalWindowRatio: o.renewShare, Logger: log})
	template := o.issuer()
	template.Logger, template.Agreed = log, true
	// The library would open these addresses for a challenge. It sees that they are
	// in use, and that this program answers there.
	var httpsHost string
	template.ListenHost, template.AltHTTPPort = address(http)
	httpsHost, template.AltTLSALPNPort = address(https)
	template.DisableTLSALPNChallenge = httpsHost != template.ListenHost // it knows one host only
	m.issuer = certmagic.NewACMEIssuer(m.config, template)
	m.config.Issuers = []certmagic.Issuer{m.issuer}
	return m
}

func address(l net.Listener) (host string, port int) {
	host, text, _ := net.SplitHostPort(l.Addr().String())
	port, _ = strconv.Atoi(text) // a TCP address has a number
	return host, port
}

// Start loads the certificates that are stored. It obtains the others in the background,
// and renews all, until Close. A failure is logged and tried again.
func (m *Manager) Start(ctx context.Context) error {
	ctx, m.stop = context.WithCancel(ctx)
	for _, domain := range m.options.Domains {
		if _, err := m.options.Stored(ctx, domain); err != nil {
			m.obtaining.Go(func() { m.obtain(ctx, domain) })
			continue
		}
		if err := m.config.ManageAsync(ctx, []string{domain}); err != nil {
			return fmt.Errorf("load certificate: %w", err)
		}
	}
	return nil
}

func (m *Manager) obtain(ctx context.Context, domain string) {
	err := m.config.ObtainCertAsync(ctx, domain) // despite its name it waits, and tries again for a month
	if err == nil {
		err = m.config.ManageAsync(ctx, []string{domain})
	}
	if err != nil && ctx.Err() == nil {
		m.options.Log.ErrorContext(ctx, "certificate not obtained", "domain", domain, "error", err)
	}
}

// Close ends the background work.
func (m *Manager) Close() {
	m.stop()
	m.obtaining.Wait()
	m.cache.Stop()
}

// TLS returns the configuration of a server: HTTP/2 and HTTP/1.1, and the
// authority's challenges.
func (m *Manager) TLS() *tls.Config {
	return &tls.Config{
		MinVersion:     tls.VersionTLS12,
		GetCertificate: m.config.GetCertificate,
		NextProtos:     []string{"h2", "http/1.1", acmez.ACMETLS1Protocol},
	}
}

// Challenges returns a handler that answers the authority's challenges, and everything
// else with h.
func (m *Manager) Challenges(h http.Handler) http.Handler { return m.issuer.HTTPChallengeHandler(h) }

func (o Options) storage() *certmagic.FileStorage { return &certmagic.FileStorage{Path: o.Folder} }

func (o Options) issuer() certmagic.ACMEIssuer {
	return certmagic.ACMEIssuer{CA: o.Directory, TrustedRoots: o.Roots, Email: o.Email}
}

// ErrNone is returned by Stored if there is no certificate yet.
var ErrNone = errors.New("no certificate yet")

// Stored returns the stored certificate of a domain.
func (o Options) Stored(ctx context.Context, domain string) (*x509.Certificate, error) {
	issuer := o.issuer()
	text, err := o.storage().Load(ctx, certmagic.StorageKeys.SiteCert(issuer.IssuerKey(), domain))
	if errors.Is(err, fs.ErrNotExist) {
		return nil, ErrNone
	}
	if err != nil {
		return nil, err
	}
	block, _ := pem.Decode(text)
	if block == nil {
		return nil, errors.New("the stored certificate is damaged")
	}
	return x509.ParseCertificate(block.Bytes)
}

// lateShare is the share of a certificate's lifetime, at its end, in which it should
// have been renewed long ago: renewal begins with the last third.
const lateShare = 5

// Check returns a *fault.Error if a domain has no valid certificate, or one that should
// have been renewed.
func (o Options) Check(ctx context.Context) error {
	for _, domain := range o.Domains {
		cert, err := o.Stored(ctx, domain)
		if err != nil {
			return fault.Wrap(fault.Unavailable, err, "%s has none; the log says why, at the level error", domain)
		}
		if left := time.Until(cert.NotAfter); left < cert.NotAfter.Sub(cert.NotBefore)/lateShare {
			return fault.New(fault.Unavailable, "that of %s is valid until %s and was not renewed; the log says why, at the level error", domain, cert.NotAfter.UTC().Format(time.DateTime))
		}
	}
	return nil
}
