package app

import (
	"fmt"

	"ferrule/internal/proxy"
)

// ProxyConfig names the reverse proxies between visitors and the program.
type ProxyConfig struct {
	TrustedProxies []string `help:"Reverse proxies whose X-Forwarded-For is trusted: addresses and prefixes, separated by commas. If not given, the header is ignored." placeholder:"10.0.0.5,10.1.0.0/16"`
}

func (c ProxyConfig) trustedProxies() (proxy.Trusted, error) {
	t, err := proxy.ParseTrusted(c.TrustedProxies)
	if err != nil {
		return nil, fmt.Errorf("--trusted-proxies: %w", err)
	}
	return t, nil
}
