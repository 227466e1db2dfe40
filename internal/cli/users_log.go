package cli

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"math"
	"strings"
	"text/tabwriter"

	"ferrule/internal/account"
	"ferrule/internal/app"
	"ferrule/internal/rfq/document"
)

type logCommand struct {
	app.DataConfig

	Format string `help:"table and csv have one row per entry, json one object per line." enum:"table,csv,json" default:"table"`
	Limit  int    `help:"Number of entries, the latest first; 0 for all." default:"0"`
}

// Run streams: memory does not depend on the number of entries.
func (c *logCommand) Run(ctx context.Context, out io.Writer) error {
	limit := c.Limit
	if limit <= 0 {
		limit = math.MaxInt32
	}
	return withAccounts(ctx, c.DataConfig, func(ctx context.Context, s *account.Service) error {
		if c.Format != "table" {
			if err := s.Record(ctx, account.LogExported, "", c.Format); err != nil {
				return err
			}
		}
		switch c.Format {
		case "json":
			lines := json.NewEncoder(out)
			return s.Log(ctx, "", limit, func(e account.Entry) error { return lines.Encode(e) })
		case "csv":
			table, err := document.NewCSV(out, ',')
			if err != nil {
				return err
			}
			if err := table.Write(account.LogColumns()); err != nil {
				return err
			}
			return errors.Join(s.Log(ctx, "", limit, func(e account.Entry) error { return table.Write(e.Cells()) }), table.Flush())
		default:
			w := tabwriter.NewWriter(out, 0, 0, 2, ' ', 0)
			fmt.Fprintln(w, strings.ToUpper(strings.Join(account.LogColumns(), "\t")))
			err := s.Log(ctx, "", limit, func(e account.Entry) error {
				_, err := fmt.Fprintln(w, strings.Join(e.Cells(), "\t"))
				return err
			})
			return errors.Join(err, w.Flush())
		}
	})
}
