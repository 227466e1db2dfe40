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

	ConnectionsPerClient int `help:"Maximum number of simultaneous connections from one address, or one IPv6 network (/64), other than trusted proxies; 0 for no limit." default:"256"`
}

// minConnections is the smallest limit per client: a browser opens six connections.
const minConnections = 16

// headerForwarded is the value of --forwarded-header for RFC 7239.
const headerForwarded = "forwarded"

func (c ProxyConfig) validateProxies(addProblem func(format string, args ...any)) {
	if n := c.ConnectionsPerClient; n != 0 && n < minConnections {
		addProblem("--connections-per-client: %d would reject visitors who share an address; use %d or more, or 0 for no limit", n, minConnections)
	}
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

// behindProxies returns the listener of the site: it limits the connections of each
// client, and with --proxy-protocol those of proxies have the client's address.
func (a *App) behindProxies(l net.Listener) net.Listener {
	if most := a.config.ConnectionsPerClient; most > 0 {
		l = a.proxies.Limit(l, most, func(client string) {
			a.log.Warn("connection closed: too many from one address; name it with --trusted-proxies if it is a proxy", "client", client)
		})
	}
	if !a.config.ProxyProtocol {
		return l
	}
	return a.proxies.Listen(l, a.ignored)
}
