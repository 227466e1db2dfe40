package cli

import (
	"context"
	"fmt"
	"io"
	"text/tabwriter"
	"time"

	"ferrule/internal/app"
	"ferrule/internal/rfq"
)

type searchesCommand struct {
	app.DataConfig

	Limit  int    `help:"Maximum number; 0 for all." default:"0"`
	Format string `help:"Format of the list." enum:"table,json" default:"table"`
}

func (c *searchesCommand) Run(ctx context.Context, out io.Writer) error {
	return withRequests(ctx, c.DataConfig, func(s *rfq.Store) error {
		list, err := s.ZeroResultSearches(ctx, c.Limit)
		if err != nil {
			return err
		}
		if c.Format == "json" {
			return writeIndented(out, list)
		}
		w := tabwriter.NewWriter(out, 0, 0, 2, ' ', 0)
		fmt.Fprintln(w, "COUNT\tLANGUAGE\tLAST\tWORDS")
		for _, m := range list {
			fmt.Fprintf(w, "%d\t%s\t%s\t%s\n", m.Count, m.Language, m.Last.In(c.TimeZone.Location()).Format(time.DateTime), m.Words)
		}
		return w.Flush()
	})
}
