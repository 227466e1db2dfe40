package transfer

import (
	"bufio"
	"context"
	"database/sql"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"strings"

	"ferrule/internal/blob"
	"ferrule/internal/content"
	"ferrule/internal/content/store/sqlgen"
	"ferrule/internal/database"
	"ferrule/internal/fault"
)

// Origin is the store that an export reads.
type Origin struct {
	Model   *content.Model
	Readers *database.DB
	Files   blob.Store // bytes of files
}

// Export writes all content to a new or empty folder in the format of an import:
// content.json, in which each collection is a list of rows and relations are
// keys, and the bytes of files in files/. The same content always results in the
// same bytes. It reads one snapshot, independent of concurrent writes.
func Export(ctx context.Context, from Origin, dir string) (Summary, error) {
	if entries, err := os.ReadDir(dir); err == nil && len(entries) > 0 {
		return Summary{}, fault.New(fault.Invalid, "%s is not empty; name a new folder", dir)
	}
	if err := os.MkdirAll(filepath.Join(dir, "files"), 0o755); err != nil { //nolint:gosec // as readable as other folders
		return Summary{}, fmt.Errorf("export: %w", err)
	}
	tx, err := from.Readers.BeginTx(ctx, &sql.TxOptions{Isolation: sql.LevelDefault, ReadOnly: true})
	if err != nil {
		return Summary{}, fmt.Errorf("export: %w", err)
	}
	defer func() { _ = tx.Rollback() }() // read only
	// Renamed once it is complete: a partial export must not be found.
	out, err := os.CreateTemp(dir, ".content-*")
	if err != nil {
		return Summary{}, fmt.Errorf("export: %w", err)
	}
	e := &exporter{from: from, tx: tx, dir: dir, out: bufio.NewWriterSize(out, 1<<18), done: Summary{Items: make(map[string]int)}}
	err = errors.Join(e.document(ctx), e.out.Flush(), out.Chmod(0o644), out.Close())
	if err == nil {
		err = os.Rename(out.Name(), filepath.Join(dir, "content.json"))
	}
	if err != nil {
		return Summary{}, errors.Join(fmt.Errorf("export: %w", err), os.Remove(out.Name()))
	}
	return e.done, nil
}

type exporter struct {
	from Origin
	tx   *sql.Tx
	dir  string
	out  *bufio.Writer // keeps the first error until Flush
	line []byte
	done Summary
}

// document writes one line per record, so that exports can be compared with diff.
func (e *exporter) document(ctx context.Context) error {
	e.text("{")
	if files := e.from.Model.Collection("directus_files"); files != nil {
		e.text("\"files\":[")
		if err := e.rows(ctx, files); err != nil {
			return err
		}
		e.text("\n],\n")
	}
	e.text("\"items\":{")
	between := "\n"
	for _, c := range e.from.Model.Collections {
		if c.Name == "directus_files" {
			continue
		}
		before, after := between+`"`+c.Name+`":[`, "\n]"
		if c.Singleton {
			before, after = between+`"`+c.Name+`":`, ""
		}
		some, err := e.some(ctx, c)
		if err != nil {
			return err
		}
		if !some {
			continue
		}
		e.text(before)
		if err := e.rows(ctx, c); err != nil {
			return err
		}
		e.text(after)
		between = ",\n"
	}
	e.text("\n}}\n")
	return nil
}

func (e *exporter) text(s string) { _, _ = e.out.WriteString(s) }

func (e *exporter) some(ctx context.Context, c *content.Collection) (bool, error) {
	err := e.tx.QueryRowContext(ctx, "SELECT 1 FROM "+sqlgen.Quote(c.Name)+" LIMIT 1").Scan(new(int))
	if errors.Is(err, sql.ErrNoRows) {
		return false, nil
	}
	return err == nil, err
}

// rows writes the rows of a table in the order of their keys; of a singleton,
// the first row.
func (e *exporter) rows(ctx context.Context, c *content.Collection) (err error) {
	var columns []*content.Field
	var names []string
	for _, f := range c.Fields {
		if f.Type != content.Alias {
			columns, names = append(columns, f), append(names, sqlgen.Quote(f.Name))
		}
	}
	text := "SELECT " + strings.Join(names, ",") + " FROM " + sqlgen.Quote(c.Name) + " ORDER BY " + sqlgen.Quote(c.Key.Name)
	if c.Singleton {
		text += " LIMIT 1"
	}
	rows, err := e.tx.QueryContext(ctx, text)
	if err != nil {
		return fmt.Errorf("export %s: %w", c.Name, err)
	}
	defer func() { err = errors.Join(err, rows.Close()) }()
	values, into := make([]any, len(columns)), make([]any, len(columns))
	for i := range values {
		into[i] = &values[i]
	}
	for n := 0; rows.Next(); n++ {
		if err := rows.Scan(into...); err != nil {
			return fmt.Errorf("export %s: %w", c.Name, err)
		}
		if !c.Singleton {
			e.text(map[bool]string{true: "\n", false: ",\n"}[n == 0])
		}
		if err := e.record(ctx, c, columns, values); err != nil {
			return fmt.Errorf("%s, item %v: %w", c.Name, values[keyIndex(columns)], err)
		}
		e.done.Items[c.Name]++
	}
	return rows.Err()
}

func keyIndex(columns []*content.Field) int {
	for i, f := range columns {
		if f == f.Collection.Key {
			return i
		}
	}
	return 0
}

// record writes one row. It omits null values of fields with neither a default
// nor an automatic date, which an import sets to null. It writes records of files
// in full, because an import sets their omitted fields.
func (e *exporter) record(ctx context.Context, c *content.Collection, columns []*content.Field, values []any) error {
	e.line = append(e.line[:0], '{')
	files := c.Name == "directus_files"
	skip := ""
	if files {
		var err error
		if skip, err = e.file(ctx, columns, values); err != nil {
			return err
		}
	}
	for i, f := range columns {
		if f.Name == skip || !files && values[i] == nil && f.Default == nil && !isDated(f) {
			continue
		}
		if len(e.line) > 1 {
			e.line = append(e.line, ',')
		}
		e.line = append(append(append(e.line, '"'), f.Name...), '"', ':')
		var err error
		if e.line, err = appendValue(e.line, f, values[i]); err != nil {
			return fmt.Errorf("encode field %s: %w", f.Name, err)
		}
	}
	_, _ = e.out.Write(append(e.line, '}'))
	return nil
}

// file copies the bytes of a file and begins its record with their name, null if
// there are none. It returns the name of the field that this makes redundant.
func (e *exporter) file(ctx context.Context, columns []*content.Field, values []any) (skip string, err error) {
	var id, disk string
	for i, f := range columns {
		switch text, _ := values[i].(string); f.Name {
		case "id":
			id = text
		case "filename_disk":
			disk = text
		}
	}
	name := id + filepath.Ext(disk)
	err = e.copy(ctx, disk, name)
	if disk == "" || errors.Is(err, fs.ErrNotExist) {
		e.line = append(e.line, `"filename":null`...)
		return "", nil
	}
	e.line = append(e.line, `"filename":`...)
	e.line = appendText(e.line, name)
	e.done.Files++
	return "filename_disk", err
}

func (e *exporter) copy(ctx context.Context, from, to string) error {
	in, err := e.from.Files.Open(ctx, from)
	if err != nil {
		return err
	}
	defer func() { _ = in.Close() }() // read only
	out, err := os.Create(filepath.Join(e.dir, "files", to))
	if err != nil {
		return err
	}
	_, err = io.Copy(out, in)
	return errors.Join(err, out.Close())
}
