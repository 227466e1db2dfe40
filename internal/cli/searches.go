package cli

import (
	"context"
	"errors"
	"io"
	"strconv"
	"strings"
	"text/tabwriter"
	"time"

	"ferrule/internal/rfq"
)

type searchesCommand struct {
	storeFlags

	Limit   int    `help:"Maximum number of searches; 0 for all." default:"0"`
	Propose bool   `help:"List the words of these searches that no article and no vocabulary knows, with proposed synonyms. The JSON is content to import."`
	Format  string `help:"Format of the list." enum:"table,json,tsv" default:"table"`
}

func (c *searchesCommand) Run(ctx context.Context, out io.Writer) error {
	var list []rfq.ZeroResultSearch
	var zone *time.Location
	err := withRequests(ctx, c.DataConfig, func(s *rfq.Store) (err error) {
		zone = s.Calendar().Zone
		list, err = s.ZeroResultSearches(ctx, c.Limit)
		return err
	})
	if err != nil {
		return err
	}
	if c.Propose {
		return c.propose(ctx, list, out)
	}
	if c.Format == "json" {
		return writeIndented(out, list)
	}
	rows := [][]string{{"COUNT", "LANGUAGE", "LAST", "WORDS"}}
	for _, m := range list {
		rows = append(rows, []string{strconv.Itoa(m.Count), m.Language, m.Last.In(zone).Format(time.DateTime), m.Words})
	}
	return writeTable(out, c.Format, rows)
}

// writeTable prints rows, of which the first is the heading, as a table or
// separated by tabs.
func writeTable(out io.Writer, format string, rows [][]string) error {
	var lines strings.Builder
	for _, row := range rows {
		lines.WriteString(strings.Join(row, "\t") + "\n")
	}
	if format == "tsv" {
		_, err := io.WriteString(out, lines.String())
		return err
	}
	w := tabwriter.NewWriter(out, 0, 0, 2, ' ', 0)
	_, err := io.WriteString(w, lines.String())
	return errors.Join(err, w.Flush())
}
