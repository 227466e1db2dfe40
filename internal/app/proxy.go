package app

import (
	"errors"
	"fmt"
	"net"
	"strings"

	"ferrule/internal/proxy"
)

// ProxyConfig names the reverse proxies between visitors and the program.
type ProxyConfig struct {
	TrustedProxies  []string `help:"Reverse proxies whose report of the client's address is trusted: addresses and prefixes, separated by commas. If not given, the client is the peer of the connection." placeholder:"10.0.0.5,10.1.0.0/16"`
	ForwardedHeader string   `help:"Header in which the trusted proxies report the client: x-forwarded-for, or forwarded (RFC 7239). The other is ignored." enum:"x-forwarded-for,forwarded" default:"x-forwarded-for"`
	ProxyProtocol   bool     `help:"Require connections of trusted proxies to begin with a header of the PROXY protocol, version 1 or 2."`
}

// headerForwarded is the value of --forwarded-header for RFC 7239.
const headerForwarded = "forwarded"

func (c ProxyConfig) validateProxies(addProblem func(format string, args ...any)) {
	if _, err := c.trustedProxies(); err != nil {
		addProblem("%w", err)
	}
	if len(c.TrustedProxies) > 0 {
		return
	}
	if c.ForwardedHeader == headerForwarded {
		addProblem("--forwarded-header: %s is trusted from no address; name the proxies with --trusted-proxies", c.ForwardedHeader)
	}
	if c.ProxyProtocol {
		addProblem("--proxy-protocol: accepted from no address; name the proxies with --trusted-proxies")
	}
}

func (c ProxyConfig) trustedProxies() (proxy.Trusted, error) {
	t, err := proxy.ParseTrusted(c.TrustedProxies, c.ForwardedHeader == headerForwarded)
	if err != nil {
		return t, fmt.Errorf("--trusted-proxies: %w", err)
	}
	return t, nil
}

// DescribeProxies returns how the client of a request is determined, or the
// problems of the configuration.
func (c ProxyConfig) DescribeProxies() (string, error) {
	var problems []error
	c.validateProxies(func(format string, args ...any) { problems = append(problems, fmt.Errorf(format, args...)) })
	names := strings.Join(c.TrustedProxies, ", ")
	switch {
	case len(problems) > 0:
		return "", errors.Join(problems...)
	case len(c.TrustedProxies) == 0:
		return "none, the client is the peer of the connection; --trusted-proxies names reverse proxies", nil
	case c.ProxyProtocol:
		return names + ", PROXY protocol required", nil
	case c.ForwardedHeader == headerForwarded:
		return names + ", client in Forwarded", nil
	default:
		return names + ", client in X-Forwarded-For", nil
	}
}

// behindProxies returns the listener of the site: with --proxy-protocol one whose
// connections from proxies have the client's address.
func (a *App) behindProxies(l net.Listener) net.Listener {
	if !a.config.ProxyProtocol {
		return l
	}
	return a.proxies.Listen(l, a.ignored)
}
