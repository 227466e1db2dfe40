package cli

import (
	"context"
	"errors"
	"fmt"
	"log/slog"
	"net"
	"strings"
	"time"

	"ferrule/internal/certificate"
	"ferrule/internal/health"
)

// lookupTimeout bounds the look-up of a domain's address.
const lookupTimeout = 5 * time.Second

// checkDomain reports the certificates, and warns of domains that have no address.
func (c *doctorCommand) checkDomain(ctx context.Context) (string, error) {
	if len(c.Domain) == 0 {
		return "none, HTTPS is left to a proxy; --domain sets one", nil
	}
	options, err := c.CertificateOptions(c.Data, slog.New(slog.DiscardHandler))
	if err != nil {
		return "", err
	}
	ctx, cancel := context.WithTimeout(ctx, lookupTimeout)
	defer cancel()
	var found, advice []string
	for _, domain := range options.Domains {
		if _, err := net.DefaultResolver.LookupHost(ctx, domain); err != nil {
			advice = append(advice, domain+" has no address, so the authority cannot check it; add a DNS record with that of this server")
		}
		cert, err := options.Stored(ctx, domain)
		switch {
		case errors.Is(err, certificate.ErrNone):
			advice = append(advice, domain+" has no certificate yet; serve obtains it")
		case err != nil:
			return "", fmt.Errorf("%s: %w; remove the folder certificates of the data folder, and serve obtains another", domain, err)
		default:
			found = append(found, domain+", certificate valid until "+cert.NotAfter.UTC().Format(time.DateTime))
		}
	}
	if len(advice) > 0 {
		return "", warning(strings.Join(advice, "\n"))
	}
	if err := options.Check(ctx); err != nil {
		return "", errors.New(health.Public(err))
	}
	return strings.Join(found, "; "), nil
}

// checkAccessLog reports whether the access log can be written.
func (c *doctorCommand) checkAccessLog(context.Context) (string, error) {
	if c.AccessLog == "" {
		return "none", nil
	}
	if err := c.CheckAccessLog(); err != nil {
		return "", fmt.Errorf("%w; name a file in a folder to which the program's user may write with --access-log", err)
	}
	return c.AccessLog + ", " + c.AccessLogFormat, nil
}
