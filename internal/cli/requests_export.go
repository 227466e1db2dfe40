package cli

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"iter"
	"slices"
	"strconv"
	"strings"
	"time"

	"ferrule/internal/account"
	"ferrule/internal/app"
	"ferrule/internal/rfq"
	"ferrule/internal/rfq/document"
)

type exportRequestsCommand struct {
	app.DataConfig
	selectFlags

	Format    string `help:"csv and xlsx have one row per line of a request, json one object per request." enum:"csv,xlsx,json" default:"csv"`
	Separator string `help:"Separator of csv cells; spreadsheets in German, French or Italian expect semicolon." enum:"comma,semicolon" default:"comma"`
	Output    string `short:"o" help:"File to write, or - for standard output." default:"-" placeholder:"FILE"`
}

// Validate implements kong's check.
func (c *exportRequestsCommand) Validate() error {
	if c.Separator != "comma" && c.Format != "csv" {
		return fmt.Errorf("--separator: %s has no separator; omit it, or use --format csv", c.Format)
	}
	return c.selectFlags.Validate()
}

// Run streams: memory does not depend on the number of requests.
func (c *exportRequestsCommand) Run(ctx context.Context, out io.Writer) error {
	if err := record(ctx, c.DataConfig, account.RequestsExported, "", c.Format); err != nil {
		return err
	}
	return withRequests(ctx, c.DataConfig, func(s *rfq.Store) error {
		if c.Output == "-" {
			return c.write(ctx, s, out)
		}
		return writeFile(c.Output, func(w io.Writer) error { return c.write(ctx, s, w) })
	})
}

func (c *exportRequestsCommand) write(ctx context.Context, s *rfq.Store, out io.Writer) error {
	zone := s.Calendar().Zone
	found := s.Each(ctx, c.filter(zone))
	switch c.Format {
	case "json":
		return writeArray(out, found, func(r rfq.Request) (any, error) {
			files, err := filesOf(ctx, s, r)
			return struct {
				rfq.Request

				Files []rfq.File `json:"files"`
			}{r, files}, err
		})
	case "xlsx":
		book, err := document.NewWorkbook(out, "Requests")
		if err != nil {
			return err
		}
		if err := book.Sheet(1, exportWidths()...); err != nil {
			return err
		}
		if err := book.HeaderRow(exportColumns()); err != nil {
			return err
		}
		row := func(texts []string) error {
			cells := make([]any, len(texts))
			for i, text := range texts {
				cells[i] = text
				if n, err := strconv.ParseInt(text, 10, 64); err == nil && (i == lineColumn || i == quantityColumn) {
					cells[i] = n
				}
			}
			return book.Row(cells...)
		}
		return errors.Join(writeRows(ctx, s, zone, found, row), book.Close())
	default:
		separator := ','
		if c.Separator == "semicolon" {
			separator = ';'
		}
		table, err := document.NewCSV(out, separator)
		if err != nil {
			return err
		}
		if err := table.Write(exportColumns()); err != nil {
			return err
		}
		return errors.Join(writeRows(ctx, s, zone, found, table.Write), table.Flush())
	}
}

// exportColumns returns the header of an export. Other programs read it by
// position: append new columns at the end.
func exportColumns() []string {
	return []string{
		"reference", "received_utc", "received_local", "state", "answered_utc", "answered_by", "language", "form", "form_title", "source",
		"name", "phone", "email", "message", "files", "line", "part_number", "article", "values", "quantity", "note", "known", "customer_position",
	}
}

// Columns that are numbers in a workbook.
const (
	lineColumn     = 15
	quantityColumn = 19
)

func exportWidths() []int {
	return []int{12, 20, 24, 10, 20, 16, 9, 14, 24, 14, 24, 18, 26, 50, 30, 6, 22, 40, 30, 9, 40, 7, 14}
}

// writeRows writes one row for each line of a request, and one for a request
// without lines.
func writeRows(ctx context.Context, s *rfq.Store, zone *time.Location, found iter.Seq2[rfq.Request, error], write func([]string) error) error {
	for r, err := range found {
		if err != nil {
			return err
		}
		files, err := filesOf(ctx, s, r)
		if err != nil {
			return err
		}
		names := make([]string, len(files))
		for i, f := range files {
			names[i] = f.Name
		}
		of := []string{
			r.Reference, utc(r.Created), local(r.Created, zone), string(r.State), utc(r.AnsweredAt), r.AnsweredBy, r.Language, formOf(r), r.FormTitle, r.Source,
			r.Name, r.Phone, r.Email, r.Message.Message, strings.Join(names, ", "),
		}
		rows := document.Rows(r)
		if len(rows) == 0 {
			if err := write(append(of, "", "", "", "", "", "", "", "")); err != nil {
				return err
			}
		}
		for i, row := range rows {
			line := []string{strconv.Itoa(i + 1), row.Part, row.Name, row.Values, strconv.FormatInt(row.Quantity, 10), row.Note, strconv.FormatBool(row.Known), row.Position}
			if err := write(slices.Concat(of, line)); err != nil {
				return err
			}
		}
	}
	return nil
}

// utc formats t in UTC as spreadsheets parse it, "" for the zero time.
func utc(t time.Time) string {
	if t.IsZero() {
		return ""
	}
	return t.UTC().Format(time.DateTime)
}

// filesOf returns the files of r, without a query if it has none.
func filesOf(ctx context.Context, s *rfq.Store, r rfq.Request) ([]rfq.File, error) {
	if len(r.Files) == 0 {
		return []rfq.File{}, nil
	}
	return s.FilesOf(ctx, r.ID)
}

// writeArray streams a JSON array, [] for no elements.
func writeArray(out io.Writer, found iter.Seq2[rfq.Request, error], of func(rfq.Request) (any, error)) error {
	separator := "[\n  "
	for r, err := range found {
		if err != nil {
			return err
		}
		v, err := of(r)
		if err != nil {
			return err
		}
		var text bytes.Buffer
		enc := json.NewEncoder(&text)
		enc.SetEscapeHTML(false)
		enc.SetIndent("  ", "  ")
		if err := enc.Encode(v); err != nil {
			return err
		}
		if _, err := fmt.Fprintf(out, "%s%s", separator, bytes.TrimSpace(text.Bytes())); err != nil {
			return err
		}
		separator = ",\n  "
	}
	end := "\n]\n"
	if separator[0] == '[' {
		end = "[]\n"
	}
	_, err := io.WriteString(out, end)
	return err
}
