package main

import (
	"fmt"

	"ferrule/internal/proxy"
)

// proxyFlags name what stands between visitors and the program.
type proxyFlags struct {
	TrustedProxies []string `help:"Reverse proxies whose X-Forwarded-For is believed, as addresses and prefixes, separated by commas; without them the header is ignored." placeholder:"10.0.0.5,10.1.0.0/16"`
}

func (f proxyFlags) trusted() (proxy.Trusted, error) {
	t, err := proxy.ParseTrusted(f.TrustedProxies)
	if err != nil {
		return nil, fmt.Errorf("--trusted-proxies: %w", err)
	}
	return t, nil
}
