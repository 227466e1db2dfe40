package main

import (
	"context"
	"log/slog"
	"time"

	"ferrule/internal/blob"
	"ferrule/internal/content/store"
	"ferrule/internal/health"
	"ferrule/internal/rfq"
	"ferrule/internal/server"
)

// How often the program's parts are asked whether they are in order: what costs
// a moment, and what reads a whole database or lists all files.
const (
	quickCheck = 5 * time.Second
	slowCheck  = 10 * time.Minute
	slowWithin = 5 * time.Minute
)

// healthChecks are all that /readyz and the metrics tell of. What is to be told
// besides is added here.
func (c *serveCommand) healthChecks(contents *store.Store, requests *rfq.Store) []health.Check {
	quick := func(name string, run func(ctx context.Context) error) health.Check {
		return health.Check{Name: name, Every: quickCheck, Within: health.Quick, Run: run}
	}
	slow := func(name string, run func(ctx context.Context) error) health.Check {
		return health.Check{Name: name, Every: slowCheck, Within: slowWithin, Run: run}
	}
	return []health.Check{
		quick("data_folder", func(context.Context) error {
			_, err := health.Folder(c.Data)
			return err
		}),
		quick("content_database", contents.Ready),
		quick("requests_database", requests.Ready),
		quick("requests_kept", func(context.Context) error { return requests.Kept() }),
		slow("requests_intact", requests.Intact),
		slow("content_files", func(ctx context.Context) error { return checkFiles(ctx, contents.CheckFiles, c.Directus != "") }),
		slow("request_files", func(ctx context.Context) error { return checkFiles(ctx, requests.CheckFiles, false) }),
	}
}

// checkFiles returns what is wrong with files. Those of a mirror come when they
// are first asked for.
func checkFiles(ctx context.Context, check func(context.Context) (blob.Differences, error), mirrored bool) error {
	found, err := check(ctx)
	if err != nil {
		return err
	}
	if mirrored {
		found.Missing = nil
	}
	return found.Err()
}

// healthy starts the checks, and ends them with the site. Those that cost a
// moment were made once when it returns.
func (s *site) healthy(ctx context.Context, c *serveCommand, contents *store.Store, requests *rfq.Store, log *slog.Logger) *health.Monitor {
	monitor := health.Start(ctx, log, c.healthChecks(contents, requests)...)
	s.closers = append(s.closers, func() error { monitor.Close(); return nil })
	s.metrics.Health(monitor.Report)
	return monitor
}

var _ server.Health = (*health.Monitor)(nil)
