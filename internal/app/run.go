package app

import (
	"context"
	"crypto/tls"
	"errors"
	"fmt"
	"io"
	"net"
	"syscall"

	"golang.org/x/sync/errgroup"

	"ferrule/internal/certificate"
	"ferrule/internal/server"
)

// Run serves until ctx ends or a listener fails, then waits for the requests in
// progress. It reports to out, and to systemd, when the site is ready.
func (a *App) Run(ctx context.Context, out io.Writer) (err error) {
	open, err := a.listen(ctx)
	if err != nil {
		return err
	}
	address := fmt.Sprintf("http://%s/", open.site.Addr())
	var config *tls.Config
	var servers []*server.Connections
	if open.redirect != nil {
		manager := certificate.New(a.certificates, open.redirect, open.site)
		defer manager.Close()
		if err := manager.Start(ctx); err != nil {
			return errors.Join(err, open.Close())
		}
		redirect := server.RedirectHTTPS(a.config.domains(), a.config.httpsPort())
		servers = append(servers, server.NewConnections(open.redirect, nil, manager.Challenges(redirect), a.log))
		address, config = a.config.httpsURL()+"/", manager.TLS()
	}
	servers = append(servers, server.NewConnections(open.site, config, a.handler, a.log))
	if open.metrics != nil {
		servers = append(servers, server.NewConnections(open.metrics, nil, a.MetricsHandler(), a.log))
	}
	failed := make(chan error, len(servers))
	for _, s := range servers {
		go func() { failed <- s.Serve() }()
	}
	fmt.Fprint(out, a.config.with(a.settings.Current()).mailNotice())
	if err := a.printSetupLink(ctx, a.notices, open.site.Addr()); err != nil {
		a.log.ErrorContext(ctx, "no link to the set-up", "error", err)
	}
	fmt.Fprintf(out, "Ferrule is ready: %s\n", address)
	if err := a.printDemoLink(ctx, out, open.site.Addr()); err != nil {
		a.log.ErrorContext(ctx, "no sign-in link for the demo's desk", "error", err)
	}
	stopped := a.reportToSystemd(ctx)
	select {
	case err = <-failed:
	case <-ctx.Done():
	}
	stopped()
	a.desk.EndStreams()
	var draining errgroup.Group
	for _, s := range servers {
		draining.Go(s.Drain)
	}
	return errors.Join(err, draining.Wait())
}

// listeners are the open listeners of a site.
type listeners struct {
	site     net.Listener
	redirect net.Listener // from HTTP to HTTPS; nil without domains
	metrics  net.Listener // nil for none
}

// Close closes all listeners.
func (l *listeners) Close() error {
	var err error
	for _, one := range []net.Listener{l.site, l.redirect, l.metrics} {
		if one != nil {
			err = errors.Join(err, one.Close())
		}
	}
	return err
}

// listen opens the listeners, or takes those that systemd passed.
func (a *App) listen(ctx context.Context) (_ *listeners, err error) {
	passed, err := passedSockets()
	if err != nil {
		return nil, err
	}
	open := &listeners{}
	defer func() {
		if err != nil {
			err = errors.Join(err, passed.Close(), open.Close())
		}
	}()
	listen := func(to *net.Listener, flag, address string) {
		if err == nil {
			var l net.Listener
			if l, err = passed.listen(ctx, address); err != nil {
				advice := ""
				if errors.Is(err, syscall.EACCES) {
					advice = ", or let systemd open it (ferrule.socket)"
				}
				err = fmt.Errorf("cannot listen: %w; choose another address with --%s%s", err, flag, advice)
				return
			}
			*to = a.behindProxies(l)
		}
	}
	if len(a.config.Domain) == 0 {
		listen(&open.site, "listen", a.config.Listen)
	} else {
		listen(&open.site, "https-listen", a.config.HTTPSListen)
		listen(&open.redirect, "http-listen", a.config.HTTPListen)
	}
	if err != nil {
		return nil, err
	}
	if open.metrics, err = a.listenForMetrics(ctx, &passed); err != nil {
		return nil, err
	}
	return open, passed.unused()
}

// defaultMetrics is the address of /metrics if none is configured.
const defaultMetrics = "127.0.0.1:9090"

// listenForMetrics opens the listener of /metrics and returns nil for none. Only
// an address that the operator chose must be free: the site works without metrics.
func (a *App) listenForMetrics(ctx context.Context, passed *sockets) (net.Listener, error) {
	address, chosen := defaultMetrics, a.config.MetricsListen != nil
	if chosen {
		address = *a.config.MetricsListen
	}
	if address == "" {
		return nil, nil //nolint:nilnil // no metrics is not an error
	}
	listener, err := passed.listen(ctx, address)
	if err == nil {
		return listener, nil
	}
	if chosen {
		return nil, fmt.Errorf("cannot listen for metrics: %w; choose another address with --metrics-listen", err)
	}
	a.log.WarnContext(ctx, "metrics not served: choose another address with --metrics-listen", "address", address, "error", err)
	return nil, nil //nolint:nilnil // as above
}
