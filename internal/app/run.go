package app

import (
	"context"
	"errors"
	"fmt"
	"io"
	"net"
	"net/http"

	"golang.org/x/sync/errgroup"

	"ferrule/internal/certificate"
	"ferrule/internal/server"
)

// endpoint is a listener with the server of its connections.
type endpoint struct {
	net.Listener

	server *http.Server
}

func (e endpoint) serve() error {
	if e.server.TLSConfig != nil {
		return e.server.ServeTLS(e.Listener, "", "")
	}
	return e.server.Serve(e.Listener)
}

// Run serves until ctx ends or a listener fails, then waits for the requests in
// progress. It reports to out, and to systemd, when the site is ready.
func (a *App) Run(ctx context.Context, out io.Writer) (err error) {
	endpoints, err := a.listen(ctx)
	if err != nil {
		return err
	}
	address := fmt.Sprintf("http://%s/", endpoints[0].Addr())
	if len(a.config.Domain) > 0 {
		manager := certificate.New(a.certificates, endpoints[1], endpoints[0])
		defer manager.Close()
		endpoints[0].server.TLSConfig = manager.TLS()
		endpoints[1].server.Handler = manager.Challenges(endpoints[1].server.Handler)
		if err := manager.Start(ctx); err != nil {
			return errors.Join(err, closeAll(endpoints))
		}
		address = a.config.httpsURL() + "/"
	}
	failed := make(chan error, len(endpoints))
	for _, e := range endpoints {
		go func() { failed <- e.serve() }()
	}
	fmt.Fprint(out, a.config.mailNotice())
	fmt.Fprintf(out, "Ferrule is ready: %s\n", address)
	stopped := a.reportToSystemd(ctx)
	select {
	case err = <-failed:
	case <-ctx.Done():
	}
	stopped()
	var draining errgroup.Group
	for _, e := range endpoints {
		draining.Go(func() error { return server.Drain(e.server) })
	}
	if err = errors.Join(err, draining.Wait()); errors.Is(err, http.ErrServerClosed) {
		return nil
	}
	return err
}

// listen opens the listeners, or takes those that systemd passed: the site's first, with
// domains the redirect's second, and that of the metrics.
func (a *App) listen(ctx context.Context) (_ []endpoint, err error) {
	passed, err := passedSockets()
	if err != nil {
		return nil, err
	}
	var opened []endpoint
	defer func() {
		if err != nil {
			err = errors.Join(err, passed.Close(), closeAll(opened))
		}
	}()
	open := func(flag, address string, h http.Handler) error {
		l, err := passed.listen(ctx, address)
		if err != nil {
			return fmt.Errorf("cannot listen: %w; choose another address with --%s", err, flag)
		}
		opened = append(opened, endpoint{a.behindProxies(l), server.HTTPServer(h, a.log)})
		return nil
	}
	if len(a.config.Domain) == 0 {
		err = open("listen", a.config.Listen, a.handler)
	} else if err = open("https-listen", a.config.HTTPSListen, a.handler); err == nil {
		err = open("http-listen", a.config.HTTPListen, server.RedirectHTTPS(a.config.domains(), a.config.httpsPort()))
	}
	if err != nil {
		return nil, err
	}
	metrics, err := a.listenForMetrics(ctx, &passed)
	if err != nil {
		return nil, err
	}
	if metrics != nil {
		opened = append(opened, endpoint{metrics, server.HTTPServer(a.MetricsHandler(), a.log)})
	}
	return opened, passed.unused()
}

func closeAll(endpoints []endpoint) error {
	var err error
	for _, e := range endpoints {
		err = errors.Join(err, e.Close())
	}
	return err
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
