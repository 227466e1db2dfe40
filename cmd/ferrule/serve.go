package main

import (
	"context"
	"errors"
	"fmt"
	"io"
	"log/slog"
	"net"
	"net/http"
	"os"
	"time"

	"ferrule/demo"
	"ferrule/internal/content"
	"ferrule/internal/content/store"
	"ferrule/internal/server"
)

type serveCommand struct {
	dataFlags
	modelFlags
	mirrorFlags
	accountFlags
	deliveryFlags
	purgeFlags
	proxyFlags

	Listen        string        `help:"Address to serve the site on." default:"127.0.0.1:8080"`
	MetricsListen *string       `help:"Address to serve /metrics on; empty for none. Without one, 127.0.0.1:9090 if it is free." placeholder:"ADDRESS"`
	Demo          bool          `help:"Load the demo supplier when the data folder is new."`
	BaseURL       string        `help:"The site's public address, for canonical links." placeholder:"URL"`
	CacheMB       int           `help:"Memory for rendered pages, in MiB." default:"96"`
	PagesMB       int           `help:"Disk for rendered pages, in MiB, so that they outlive the program; 0 for none." default:"512"`
	Warm          bool          `help:"Make pages before they are asked for, at low priority." default:"true" negatable:""`
	Variants      string        `help:"Folder of pictures in other sizes; several servers may share one. In the data folder if not given." placeholder:"DIR"`
	VariantsMB    int           `help:"Disk for pictures in other sizes, in MiB." default:"512"`
	Transforms    int           `help:"Pictures made in other sizes at once; 0 for one per processor." default:"0"`
	UploadMB      int           `help:"The largest file that editors may upload, in MiB." default:"200"`
	Preset        presets       `help:"A picture's size by a name: with card=width=400&height=300, /assets/{id}?key=card. Several are parted by semicolons." placeholder:"KEY=PARAMETERS"`
	ConsentHours  int           `help:"Hours a decision about cookies is kept, 12 months at most." default:"36"`
	CartHours     int           `help:"Hours a cart is kept after its last change, 12 months at most." default:"36"`
	RequestRate   int           `help:"Requests for quotation that one address may send in ten minutes." default:"60"`
	BuildCheck    time.Duration `help:"How often a browser asks whether the site was built anew; 0 for never." default:"5m"`
	LogFormat     string        `help:"Format of the log." enum:"text,json" default:"text"`
	LogLevel      string        `help:"Least level that is logged." enum:"debug,info,warn,error" default:"warn"`
	Dev           string        `help:"Address of the front end's development server; pages are then rendered by the browser." placeholder:"URL"`
}

// Run serves until the context ends, then lets running requests finish.
func (c *serveCommand) Run(ctx context.Context, out io.Writer) (err error) {
	log, err := c.logger()
	if err != nil {
		return err
	}
	slog.SetDefault(log) // for packages that are not given a logger
	if c.Demo {
		if err := loadDemo(ctx, c.dataFlags, out); err != nil {
			return err
		}
	}
	setGCPercent()
	site, err := wire(ctx, c, log)
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, site.close()) }()
	listener, err := (&net.ListenConfig{}).Listen(ctx, "tcp", c.Listen)
	if err != nil {
		return fmt.Errorf("cannot listen: %w; choose another address with --listen", err)
	}
	metrics, err := c.listenForMetrics(ctx, log)
	if err != nil {
		return errors.Join(err, listener.Close())
	}
	servers := []*http.Server{server.HTTPServer(site.handler, log)}
	failed := make(chan error, 2)
	go func() { failed <- servers[0].Serve(listener) }()
	if metrics != nil {
		mux := http.NewServeMux()
		mux.Handle("GET /metrics", site.metrics.Handler())
		servers = append(servers, server.HTTPServer(mux, log))
		go func() { failed <- servers[1].Serve(metrics) }()
	}
	fmt.Fprint(out, c.whereMailsGo())
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

// defaultMetrics is the address of /metrics where the operator chose none.
const defaultMetrics = "127.0.0.1:9090"

// listenForMetrics opens the listener of /metrics, nil for none. Visitors do not
// depend on it, so only an address that the operator chose must be free.
func (c *serveCommand) listenForMetrics(ctx context.Context, log *slog.Logger) (net.Listener, error) {
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
	log.WarnContext(ctx, "metrics are not served; choose another address with --metrics-listen", "address", address, "err", err)
	return nil, nil //nolint:nilnil // as above
}

func (c *serveCommand) logger() (*slog.Logger, error) {
	var level slog.Level
	if err := level.UnmarshalText([]byte(c.LogLevel)); err != nil {
		return nil, err
	}
	options := &slog.HandlerOptions{Level: level}
	if c.LogFormat == "json" {
		return slog.New(slog.NewJSONHandler(os.Stderr, options)), nil
	}
	return slog.New(slog.NewTextHandler(os.Stderr, options)), nil
}

// loadDemo fills an empty content store with the demo supplier.
func loadDemo(ctx context.Context, f dataFlags, out io.Writer) error {
	s, err := f.content(ctx, content.Default())
	if err != nil {
		return err
	}
	empty, err := s.Empty(ctx)
	if err == nil && empty {
		fmt.Fprintln(out, "Loading the demo supplier …")
		start := time.Now()
		if err = importDemo(ctx, s); err == nil {
			fmt.Fprintf(out, "Loaded in %s.\n", time.Since(start).Round(10*time.Millisecond))
		}
	}
	return errors.Join(err, s.Close())
}

func importDemo(ctx context.Context, s *store.Store) error {
	source, err := demo.Source()
	if err != nil {
		return err
	}
	_, err = s.Import(ctx, source)
	return err
}
