package app

import (
	"context"
	"errors"
	"fmt"
	"io"
	"log/slog"
	"net"
	"net/http"

	"ferrule/internal/server"
)

// Run serves until ctx ends or a listener fails, then waits for the requests in
// progress. It reports to out when the site is ready.
func (a *App) Run(ctx context.Context, out io.Writer) error {
	listener, err := (&net.ListenConfig{}).Listen(ctx, "tcp", a.config.Listen)
	if err != nil {
		return fmt.Errorf("cannot listen: %w; choose another address with --listen", err)
	}
	metrics, err := a.config.listenForMetrics(ctx, a.log)
	if err != nil {
		return errors.Join(err, listener.Close())
	}
	servers := []*http.Server{server.HTTPServer(a.handler, a.log)}
	failed := make(chan error, 2)
	go func() { failed <- servers[0].Serve(a.behindProxies(listener)) }()
	if metrics != nil {
		servers = append(servers, server.HTTPServer(a.MetricsHandler(), a.log))
		go func() { failed <- servers[1].Serve(metrics) }()
	}
	fmt.Fprint(out, a.config.mailNotice())
	fmt.Fprintf(out, "Ferrule is ready: http://%s/\n", listener.Addr())
	select {
	case err = <-failed:
	case <-ctx.Done():
	}
	for _, s := range servers {
		err = errors.Join(err, server.Drain(s))
	}
	if errors.Is(err, http.ErrServerClosed) {
		return nil
	}
	return err
}

// defaultMetrics is the address of /metrics if none is configured.
const defaultMetrics = "127.0.0.1:9090"

// listenForMetrics opens the listener of /metrics and returns nil for none. Only
// an address that the operator chose must be free: the site works without metrics.
func (c *Config) listenForMetrics(ctx context.Context, log *slog.Logger) (net.Listener, error) {
	address := defaultMetrics
	if c.MetricsListen != nil {
		address = *c.MetricsListen
	}
	if address == "" {
		return nil, nil //nolint:nilnil // no metrics is not an error
	}
	listener, err := (&net.ListenConfig{}).Listen(ctx, "tcp", address)
	if err == nil {
		return listener, nil
	}
	if c.MetricsListen != nil {
		return nil, fmt.Errorf("cannot listen for metrics: %w; choose another address with --metrics-listen", err)
	}
	log.WarnContext(ctx, "metrics not served: choose another address with --metrics-listen", "address", address, "error", err)
	return nil, nil //nolint:nilnil // as above
}
