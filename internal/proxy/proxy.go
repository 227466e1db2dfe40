// Package proxy determines the client of a request that reverse proxies
// forward: by a header or by the PROXY protocol. The use of an address is the
// caller's concern.
package proxy

import (
	"fmt"
	"net/http"
	"net/netip"
	"slices"
	"strings"
)

// Trusted holds the addresses of the reverse proxies that are trusted, and the
// header in which they report the client. The zero value trusts none.
//
// Only one header is read: a proxy that writes one may forward the other as the
// client sent it.
type Trusted struct {
	prefixes []netip.Prefix
	header   string // headerFor or headerForwarded
}

// The headers in which proxies report clients.
const (
	headerFor       = "X-Forwarded-For"
	headerForwarded = "Forwarded" // RFC 7239
)

// The shortest prefixes that ParseTrusted accepts, in bits: 10.0.0.0/8 and
// fc00::/7 are the largest private networks. A shorter one would contain
// visitors, who could then forge their address.
const (
	minBitsIPv4 = 8
	minBitsIPv6 = 7
)

// ParseTrusted reads addresses (10.0.0.5, ::1) and prefixes (10.0.0.0/8) of
// proxies, which report the client in Forwarded (RFC 7239) or, if forwarded is
// false, in X-Forwarded-For. An error names the entry that is malformed or covers
// too much.
func ParseTrusted(list []string, forwarded bool) (Trusted, error) {
	t := Trusted{header: headerFor}
	if forwarded {
		t.header = headerForwarded
	}
	for _, text := range list {
		text = strings.TrimSpace(text)
		prefix, err := netip.ParsePrefix(text)
		if !strings.Contains(text, "/") {
			var addr netip.Addr
			addr, err = netip.ParseAddr(text)
			addr = addr.Unmap().WithZone("")
			prefix = netip.PrefixFrom(addr, addr.BitLen())
		}
		if err != nil {
			return Trusted{}, fmt.Errorf("%q is no address and no prefix; use some such as 10.0.0.5 or 10.0.0.0/8", text)
		}
		const mapped = 96 // bits before the IPv4 address in ::ffff:0:0/96
		if prefix.Addr().Is4In6() && prefix.Bits() >= mapped {
			prefix = netip.PrefixFrom(prefix.Addr().Unmap(), prefix.Bits()-mapped)
		}
		least := minBitsIPv6
		if prefix.Addr().Is4() {
			least = minBitsIPv4
		}
		if prefix.Bits() < least {
			return Trusted{}, fmt.Errorf("%s covers visitors, who could then forge their address; name the proxies alone (/%d or longer)", text, least)
		}
		t.prefixes = append(t.prefixes, prefix.Masked())
	}
	return t, nil
}

// Client returns the address of the client: the peer of the connection or, if that
// is trusted, the last untrusted address in the header. It removes the zone and
// writes an IPv4-mapped IPv6 address as IPv4. A malformed RemoteAddr is returned
// unchanged.
func (t Trusted) Client(r *http.Request) string {
	if addr, _, ok := t.client(r); ok {
		return addr.String()
	}
	return r.RemoteAddr
}

// Key returns the key that rate limits count a client by: its address, for an
// IPv6 client the /64 network, which is the smallest that a provider assigns to
// a customer.
func (t Trusted) Key(r *http.Request) string {
	addr, _, ok := t.client(r)
	if !ok {
		return r.RemoteAddr
	}
	return limitKey(addr)
}

func limitKey(addr netip.Addr) string {
	if addr.Is4() {
		return addr.String()
	}
	const network = 64
	prefix, _ := addr.Prefix(network) // fails for a zone and for too many bits
	return prefix.Addr().String()
}

// Secure reports whether the client's connection is encrypted: the one to this
// program is, or a trusted peer says so, in the PROXY header of the connection, in
// X-Forwarded-Proto or in the element of Forwarded that reports the client.
func (t Trusted) Secure(r *http.Request) bool {
	if r.TLS != nil || encryptedByProxy(r.Context()) {
		return true
	}
	peer, ok := parseAddr(r.RemoteAddr)
	if !ok || !t.has(peer) {
		return false
	}
	scheme, _, _ := strings.Cut(r.Header.Get("X-Forwarded-Proto"), ",") // the first is the client's
	if t.header == headerForwarded {
		_, scheme, _ = t.client(r)
	}
	return strings.EqualFold(strings.TrimSpace(scheme), "https")
}

// client reads the header from the end, since each proxy appends an address and
// only the client can have written the ones before. It stops at a malformed entry,
// since no entry before it is trustworthy; the client is then the proxy that
// reported it. scheme is that of the client's connection, as Forwarded reports it.
func (t Trusted) client(r *http.Request) (client netip.Addr, scheme string, ok bool) {
	client, ok = parseAddr(r.RemoteAddr)
	if !ok || !t.has(client) {
		return client, "", ok
	}
	for _, line := range slices.Backward(r.Header[t.header]) {
		for more := true; more; {
			var entry string
			line, entry, more = cutLast(line, ',')
			address, proto := strings.TrimSpace(entry), ""
			if t.header == headerForwarded {
				address, proto = parseElement(entry)
			}
			hop, ok := parseAddr(address)
			if !ok {
				return client, scheme, true
			}
			if client, scheme = hop, proto; !t.has(client) {
				return client, scheme, true
			}
		}
	}
	return client, scheme, true
}

func (t Trusted) has(addr netip.Addr) bool {
	return slices.ContainsFunc(t.prefixes, func(p netip.Prefix) bool { return p.Contains(addr) })
}

// parseAddr reads an address with or without port, as some proxies write one.
func parseAddr(text string) (netip.Addr, bool) {
	if with, err := netip.ParseAddrPort(text); err == nil {
		return with.Addr().Unmap().WithZone(""), true
	}
	if inner, ok := strings.CutPrefix(text, "["); ok {
		text = strings.TrimSuffix(inner, "]")
	}
	addr, err := netip.ParseAddr(text)
	return addr.Unmap().WithZone(""), err == nil
}
