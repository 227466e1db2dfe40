package proxy

import (
	"context"
	"errors"
	"net"

	"github.com/pires/go-proxyproto"
	"github.com/pires/go-proxyproto/tlvparse"
)

// Listen returns a listener whose connections from trusted proxies begin with a
// header of the PROXY protocol, version 1 or 2; their RemoteAddr is the client's.
// From every other address, such a header ends the connection. ignored reports
// connections that are closed for either reason.
func (t Trusted) Listen(l net.Listener, ignored *Ignored) net.Listener {
	policy := func(o proxyproto.ConnPolicyOptions) (proxyproto.Policy, error) {
		if peer, ok := parseAddr(o.Upstream.String()); ok && t.has(peer) {
			return proxyproto.REQUIRE, nil
		}
		return proxyproto.REJECT, nil
	}
	return listener{&proxyproto.Listener{Listener: l, ConnPolicy: policy}, ignored}
}

type listener struct {
	net.Listener

	ignored *Ignored
}

// Accept implements net.Listener.
func (l listener) Accept() (net.Conn, error) {
	accepted, err := l.Listener.Accept()
	if err != nil {
		return nil, err
	}
	c, ok := accepted.(*proxyproto.Conn)
	if !ok {
		return accepted, nil
	}
	return &conn{c, l.ignored}, nil
}

// conn is a connection that reports why its first read fails. Its methods include
// ReadFrom, by which files are sent.
type conn struct {
	*proxyproto.Conn

	ignored *Ignored
}

// Read implements net.Conn.
func (c *conn) Read(p []byte) (int, error) {
	n, err := c.Conn.Read(p)
	switch {
	case errors.Is(err, proxyproto.ErrNoProxyProtocol):
		c.ignored.report(missingHeader, c.Raw().RemoteAddr().String(), "PROXY")
	case errors.Is(err, proxyproto.ErrSuperfluousProxyHeader):
		c.ignored.report(unnamed, c.Raw().RemoteAddr().String(), "PROXY")
	}
	return n, err
}

// encrypted reports whether the header of version 2 says that the client's connection
// is encrypted (PP2_TYPE_SSL). It waits for the header.
func (c *conn) encrypted() bool {
	header := c.ProxyHeader()
	if header == nil || header.Command != proxyproto.PROXY {
		return false
	}
	values, err := header.TLVs()
	if err != nil {
		return false
	}
	ssl, ok := tlvparse.FindSSL(values)
	return ok && ssl.ClientSSL()
}

// connKey is the key of a request's connection in its context.
type connKey struct{}

// ConnContext is the ConnContext of an http.Server whose requests are passed to Secure.
func ConnContext(ctx context.Context, c net.Conn) context.Context {
	if c, ok := c.(*conn); ok {
		return context.WithValue(ctx, connKey{}, c)
	}
	return ctx
}

func encryptedByProxy(ctx context.Context) bool {
	c, ok := ctx.Value(connKey{}).(*conn)
	return ok && c.encrypted()
}
