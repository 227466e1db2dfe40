package app

import (
	"context"
	"crypto/x509"
	"errors"
	"fmt"
	"log/slog"
	"net"
	netmail "net/mail"
	"net/url"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"

	"github.com/caddyserver/certmagic"
	"golang.org/x/net/idna"

	"ferrule/internal/certificate"
)

// DomainConfig configures TLS of the program's own, which is off without a domain.
type DomainConfig struct {
	Domain        []string `help:"Domain of the site, for which the program obtains and renews a certificate; it then serves HTTPS and redirects HTTP. Repeatable; the first is that of the site's links. Accepts the terms of the certificate authority." placeholder:"NAME" env:"FERRULE_DOMAIN"`
	HTTPSListen   string   `help:"Address to serve HTTPS on, with --domain." default:":443" env:"FERRULE_HTTPS_LISTEN"`
	HTTPListen    string   `help:"Address to redirect HTTP on, with --domain." default:":80" env:"FERRULE_HTTP_LISTEN"`
	ACMEDirectory string   `help:"Directory of the certificate authority (ACME)." default:"https://acme-v02.api.letsencrypt.org/directory" placeholder:"URL" env:"FERRULE_ACME_DIRECTORY"`
	ACMERoot      string   `help:"PEM file of the root of the authority's own certificate; if not given, the roots of the machine." placeholder:"FILE" env:"FERRULE_ACME_ROOT"`
	ACMEEmail     string   `help:"Address to which the authority writes about the account." placeholder:"ADDRESS" env:"FERRULE_ACME_EMAIL"`
	HSTSDomains   bool     `help:"HTTPS for all subdomains of the domain as well (HSTS includeSubDomains)." name:"hsts-subdomains" env:"FERRULE_HSTS_SUBDOMAINS"`
	HSTSPreload   bool     `help:"Permit browsers to include the domain in their lists (HSTS preload), which cannot be undone for months." name:"hsts-preload" env:"FERRULE_HSTS_PRELOAD"`
}

// defaultHTTPSPort is the port of HTTPS, which addresses omit.
const defaultHTTPSPort = "443"

// certificateFolder is in the data folder. It may be removed: certificates are then
// obtained again.
const certificateFolder = "certificates"

// Validate returns every problem of the configuration, joined.
func (c DomainConfig) Validate() error {
	var problems []error
	addProblem := func(format string, args ...any) { problems = append(problems, fmt.Errorf(format, args...)) }
	if len(c.Domain) == 0 {
		without := func(flag string, given bool) {
			if given {
				addProblem("--%s: has no effect without --domain; add --domain www.example.com or omit it", flag)
			}
		}
		without("acme-root", c.ACMERoot != "")
		without("acme-email", c.ACMEEmail != "")
		without("hsts-subdomains", c.HSTSDomains)
		without("hsts-preload", c.HSTSPreload)
		return errors.Join(problems...)
	}
	for _, domain := range c.Domain {
		if err := checkDomain(domain, c.ACMEDirectory == certificate.LetsEncrypt); err != nil {
			addProblem("--domain: %q %w", domain, err)
		}
	}
	if _, err := net.ResolveTCPAddr("tcp", c.HTTPSListen); err != nil {
		addProblem("--https-listen: %q is not an address; use host:port such as :443", c.HTTPSListen)
	}
	if _, err := net.ResolveTCPAddr("tcp", c.HTTPListen); err != nil {
		addProblem("--http-listen: %q is not an address; use host:port such as :80", c.HTTPListen)
	}
	if u, err := url.Parse(c.ACMEDirectory); err != nil || u.Host == "" || u.Scheme != "https" {
		addProblem("--acme-directory: %q is not an address with https; use one such as %s", c.ACMEDirectory, certificate.LetsEncrypt)
	}
	if _, err := c.roots(); err != nil {
		addProblem("--acme-root: %w", err)
	}
	if _, err := netmail.ParseAddress(c.ACMEEmail); c.ACMEEmail != "" && err != nil {
		addProblem("--acme-email: %q is not a mail address; use one such as admin@example.com", c.ACMEEmail)
	}
	if c.HSTSPreload && !c.HSTSDomains {
		addProblem("--hsts-preload: browsers' lists accept a domain only with its subdomains; add --hsts-subdomains or omit it")
	}
	return errors.Join(problems...)
}

func checkDomain(domain string, public bool) error {
	ascii, err := idna.Lookup.ToASCII(domain)
	switch {
	case strings.Contains(domain, "*"):
		return errors.New("has a wildcard, for which the authority needs a DNS record; name each domain")
	case net.ParseIP(domain) != nil:
		return errors.New("is an address; use a name such as www.example.com")
	case err != nil || ascii == "" || strings.Trim(ascii, ".") != ascii:
		return errors.New("is not a domain; use a name without scheme and port, such as www.example.com")
	case public && (!certmagic.SubjectQualifiesForPublicCert(ascii) || !strings.Contains(ascii, ".")):
		return errors.New("is not on the internet, so Let's Encrypt issues no certificate for it; name another authority with --acme-directory")
	}
	return nil
}

// domains returns the domains as in certificates and in the Host of requests: in lower
// case and ASCII.
func (c DomainConfig) domains() (list []string) {
	for _, domain := range c.Domain {
		ascii, _ := idna.Lookup.ToASCII(domain) // validated
		if !slices.Contains(list, ascii) {
			list = append(list, ascii)
		}
	}
	return list
}

// roots returns the roots of --acme-root, and nil for those of the machine.
func (c DomainConfig) roots() (*x509.CertPool, error) {
	if c.ACMERoot == "" {
		return nil, nil //nolint:nilnil // crypto/tls takes nil for the roots of the machine
	}
	text, err := os.ReadFile(c.ACMERoot)
	if err != nil {
		return nil, err
	}
	pool := x509.NewCertPool()
	if !pool.AppendCertsFromPEM(text) {
		return nil, fmt.Errorf("%s has no certificate; use a PEM file, which begins with -----BEGIN CERTIFICATE-----", c.ACMERoot)
	}
	return pool, nil
}

// CertificateOptions returns the options of the certificates in a data folder.
func (c DomainConfig) CertificateOptions(data string, log *slog.Logger) (certificate.Options, error) {
	roots, err := c.roots()
	return certificate.Options{
		Domains: c.domains(), Folder: filepath.Join(data, certificateFolder),
		Directory: c.ACMEDirectory, Roots: roots, Email: c.ACMEEmail, Log: log,
	}, err
}

// httpsURL returns the address of the site on its first domain.
func (c DomainConfig) httpsURL() string {
	url := "https://" + c.domains()[0]
	if port := c.httpsPort(); port != defaultHTTPSPort {
		url += ":" + port
	}
	return url
}

func (c DomainConfig) httpsPort() string {
	address, err := net.ResolveTCPAddr("tcp", c.HTTPSListen)
	if err != nil { // it was validated, so the name of its host is no longer known
		return defaultHTTPSPort
	}
	return strconv.Itoa(address.Port)
}

// hsts returns the value of Strict-Transport-Security: a year. It is empty without TLS
// of the program's own; behind a proxy the header is the proxy's.
func (c DomainConfig) hsts() string {
	if len(c.Domain) == 0 {
		return ""
	}
	value := "max-age=31536000"
	if c.HSTSDomains {
		value += "; includeSubDomains"
	}
	if c.HSTSPreload {
		value += "; preload"
	}
	return value
}

// openCertificates prepares the certificates of the domains, if there are any. Run
// obtains them, since the authority connects to the listeners.
func (a *App) openCertificates(context.Context) (err error) {
	if len(a.config.Domain) == 0 {
		return nil
	}
	if a.certificates, err = a.config.CertificateOptions(a.config.Data, a.log); err != nil {
		return fmt.Errorf("--acme-root: %w", err)
	}
	a.metrics.Register(certificate.Metrics(a.certificates))
	return nil
}
