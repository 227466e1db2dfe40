package cli

import (
	"context"
	"errors"
	"io"
	"log/slog"

	"github.com/alecthomas/kong"

	"ferrule/internal/app"
)

type serveCommand struct{ app.Config }

// AfterApply implements kong's hook: it notes what sets the settings that the database
// may have as well.
func (c *serveCommand) AfterApply(parsed *kong.Context) error {
	c.Sources = SettingSources(parsed)
	return nil
}

// Run serves until ctx ends, then waits for the requests in progress.
func (c *serveCommand) Run(ctx context.Context, out io.Writer, v version) (err error) {
	log, err := c.Logger()
	if err != nil {
		return err
	}
	slog.SetDefault(log) // for packages that are not given a logger
	if c.Demo {
		if err := c.LoadDemo(ctx, out); err != nil {
			return err
		}
	}
	setGCPercent()
	c.Version = string(v)
	site, err := app.New(ctx, c.Config, log)
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, site.Close()) }()
	return site.Run(ctx, out)
}
