package app

import (
	"context"
	"log/slog"

	"ferrule/internal/page"
	"ferrule/internal/purge"
)

// PurgeConfig names the shared cache between the site and its visitors.
type PurgeConfig struct {
	PurgeURL    string `help:"URL of a shared cache to which purges are posted, by tags. The cache may then store pages, see docs/shared-cache.md." placeholder:"URL" env:"FERRULE_PURGE_URL"`
	PurgeHeader string `help:"Header sent with each purge, such as one with a secret." placeholder:"NAME: VALUE" env:"FERRULE_PURGE_HEADER"`
}

func (c PurgeConfig) validatePurge(addProblem func(format string, args ...any)) {
	if c.PurgeHeader == "" {
		return
	}
	if _, _, ok := purge.ParseHeader(c.PurgeHeader); !ok {
		addProblem("--purge-header: not a header; use one such as \"Authorization: Bearer SECRET\"") // without its value, which may be a secret
	}
	if c.PurgeURL == "" {
		addProblem("--purge-url: missing; --purge-header has no effect without it")
	}
}

// PurgeClient returns a client of the shared cache, which must be configured.
func (c PurgeConfig) PurgeClient(log *slog.Logger) *purge.Client {
	return purge.New(purge.Options{URL: c.PurgeURL, Header: c.PurgeHeader, All: page.TagAll, Log: log})
}

// startPurging starts the client of the shared cache, if one is configured. It
// runs until Close: the last pages that are served may still purge others.
func (a *App) startPurging(ctx context.Context) error {
	if a.config.PurgeURL == "" {
		return nil
	}
	client := a.config.PurgeClient(a.log)
	a.metrics.Purges(client.Stats)
	a.start(context.WithoutCancel(ctx), client.Run)
	a.purge = client.Purge
	return nil
}
