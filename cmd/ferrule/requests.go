package main

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"text/tabwriter"
	"time"

	"ferrule/internal/request"
)

type requestsCommand struct {
	List listCommand `cmd:"" help:"List the stored requests, newest first."`
	Show showCommand `cmd:"" help:"Show one request, with its lines."`
}

type listCommand struct {
	dataFlags

	Limit  int    `help:"How many, at most; 0 for all." default:"0"`
	Format string `help:"Format of the list." enum:"table,json" default:"table"`
}

func (c *listCommand) Run(ctx context.Context, out io.Writer) error {
	return withRequests(ctx, c.dataFlags, func(s *request.Store) error {
		list, err := s.List(ctx, c.Limit)
		if err != nil {
			return err
		}
		if c.Format == "json" {
			return writeList(out, list)
		}
		w := tabwriter.NewWriter(out, 0, 0, 2, ' ', 0)
		fmt.Fprintln(w, "REFERENCE\tRECEIVED\tNAME\tPHONE\tLINES\tSOURCE")
		for _, r := range list {
			fmt.Fprintf(w, "%s\t%s\t%s\t%s\t%d\t%s\n", r.Reference, r.Created.Local().Format(time.DateTime), r.Name, r.Phone, len(r.Lines), r.Source)
		}
		return w.Flush()
	})
}

// writeList prints a JSON array, [] when there is nothing.
func writeList(out io.Writer, list []request.Request) error {
	if list == nil {
		list = []request.Request{}
	}
	return writeIndented(out, list)
}

type showCommand struct {
	dataFlags

	Reference string `arg:"" help:"The reference, however it was written down."`
}

func (c *showCommand) Run(ctx context.Context, out io.Writer) error {
	return withRequests(ctx, c.dataFlags, func(s *request.Store) error {
		r, err := s.Show(ctx, c.Reference)
		if err != nil {
			return err
		}
		return writeIndented(out, r)
	})
}

func writeIndented(out io.Writer, v any) error {
	enc := json.NewEncoder(out)
	enc.SetEscapeHTML(false)
	enc.SetIndent("", "  ")
	return enc.Encode(v)
}

func withRequests(ctx context.Context, f dataFlags, do func(*request.Store) error) error {
	s, err := f.requests(ctx)
	if err != nil {
		return err
	}
	return errors.Join(do(s), s.Close())
}
