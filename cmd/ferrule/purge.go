package main

import (
	"context"
	"fmt"
	"log/slog"

	"ferrule/internal/page"
	"ferrule/internal/purge"
)

// purgeFlags say which cache stands between the site and its visitors.
type purgeFlags struct {
	PurgeURL    string `help:"Where a shared cache hears which pages to drop, by tags; pages are then for it to keep, see docs/shared-cache.md." placeholder:"URL" env:"FERRULE_PURGE_URL"`
	PurgeHeader string `help:"Header sent with it, such as one with a secret." placeholder:"NAME: VALUE" env:"FERRULE_PURGE_HEADER"`
}

func (f purgeFlags) checkPurge(complain func(format string, args ...any)) {
	if f.PurgeHeader == "" {
		return
	}
	if _, _, ok := purge.ParseHeader(f.PurgeHeader); !ok {
		complain("--purge-header: it is no header; use one such as \"Authorization: Bearer SECRET\"") // it may be a secret
	}
	if f.PurgeURL == "" {
		complain("--purge-url: missing; the header says nothing without an address")
	}
}

func (f purgeFlags) purger(log *slog.Logger) *purge.Client {
	return purge.New(purge.Options{URL: f.PurgeURL, Header: f.PurgeHeader, All: page.TagAll, Log: log})
}

// purges starts telling the shared cache, and ends it with the site; nil where
// there is none.
func (s *site) purges(ctx context.Context, f purgeFlags, log *slog.Logger) func(tags []string) {
	if f.PurgeURL == "" {
		return nil
	}
	client := f.purger(log)
	s.metrics.Purges(client.Stats)
	ctx, stop := context.WithCancel(context.WithoutCancel(ctx)) // until the last page was answered
	done := make(chan struct{})
	go func() {
		defer close(done)
		client.Run(ctx)
	}()
	s.closers = append(s.closers, func() error {
		stop()
		<-done
		return nil
	})
	return client.Purge
}

// checkPurges purges a tag that no page has.
func (c *doctorCommand) checkPurges(ctx context.Context) (string, error) {
	if c.PurgeURL == "" {
		return "none", nil
	}
	if err := c.purger(slog.New(slog.DiscardHandler)).Send(ctx, []string{"doctor"}); err != nil {
		return "", fmt.Errorf("%w; its pages stay old for up to an hour after a change. See that it runs and --purge-url is right", err)
	}
	return "hears purges", nil
}
