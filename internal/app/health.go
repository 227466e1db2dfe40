package app

import (
	"context"
	"time"

	"ferrule/internal/blob"
	"ferrule/internal/health"
)

// Intervals and limits of the health checks: those that cost milliseconds, and
// those that read a whole database or list all files.
const (
	quickInterval = 5 * time.Second
	slowInterval  = 10 * time.Minute
	slowTimeout   = 5 * time.Minute
)

// startHealth starts the checks, which run until Close. When it returns, every
// quick check has run once.
func (a *App) startHealth(ctx context.Context) error {
	a.health = health.Start(ctx, a.log, a.healthChecks()...)
	a.onClose(func() error { a.health.Close(); return nil })
	a.metrics.Health(a.health.Report)
	return nil
}

// healthChecks returns everything that /readyz and the metrics report.
func (a *App) healthChecks() []health.Check {
	quick := func(name string, run func(ctx context.Context) error) health.Check {
		return health.Check{Name: name, Every: quickInterval, Within: health.Quick, Run: run}
	}
	slow := func(name string, run func(ctx context.Context) error) health.Check {
		return health.Check{Name: name, Every: slowInterval, Within: slowTimeout, Run: run}
	}
	checks := []health.Check{
		quick("data_folder", func(context.Context) error {
			_, err := health.Folder(a.config.Data)
			return err
		}),
		quick("content_database", a.content.Ready),
		quick("requests_database", a.requests.Ready),
		quick("requests_kept", func(context.Context) error { return a.requests.CheckIdentity() }),
		slow("requests_intact", a.requests.QuickCheck),
		slow("content_files", func(ctx context.Context) error {
			return CheckFiles(ctx, a.content.CheckFiles, a.config.Directus != "")
		}),
		slow("request_files", func(ctx context.Context) error { return CheckFiles(ctx, a.requests.CheckFiles, false) }),
	}
	if len(a.config.Domain) > 0 {
		checks = append(checks, quick("certificates", a.certificates.Check))
	}
	if a.mailbox != nil {
		checks = append(checks, quick("mailbox", a.mailbox.Check))
	}
	return checks
}

// CheckFiles compares files with their records and returns the differences as an
// error. The files of a mirror may be missing: each is fetched
// when it is first requested.
func CheckFiles(ctx context.Context, compare func(context.Context) (blob.Differences, error), mirrored bool) error {
	found, err := compare(ctx)
	if err != nil {
		return err
	}
	if mirrored {
		found.Missing = nil
	}
	return found.Err()
}
