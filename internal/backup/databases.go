package backup

import (
	"context"
	"database/sql"
	"errors"
	"fmt"
	"io"
	"maps"
	"os"
	"path/filepath"

	"github.com/jackc/pgx/v5"

	"ferrule/internal/database"
)

// Paths of a PostgreSQL database in a backup: its schema, and a folder of its tables.
const (
	schemaPath   = "postgres/schema.json"
	tablesFolder = "postgres/tables/"
)

// copySQLite copies the databases as they are at one moment, and reads which files they
// name then.
func (t *taking) copySQLite(ctx context.Context, named map[string][]record) (err error) {
	var paths []string
	for _, name := range t.source.SQLite {
		path := filepath.Join(t.source.Data, name)
		if _, err := os.Stat(path); err == nil {
			paths = append(paths, path)
		}
	}
	var others map[string][]byte
	snapshot, err := database.TakeSnapshot(ctx, paths, func() (err error) { others, err = t.readAtMoment(); return err })
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, snapshot.Close()) }()
	t.result.Held = max(t.result.Held, snapshot.Held)
	copies := make([]string, len(paths))
	for i, path := range paths {
		copies[i] = filepath.Join(t.destination.work, filepath.Base(path))
		if err := snapshot.Copy(ctx, path, copies[i]); err != nil {
			return fmt.Errorf("copy %s: %w", path, err)
		}
	}
	// The files' logs stop growing before the copies are compressed and sent.
	if err := snapshot.Close(); err != nil {
		return err
	}
	for _, path := range copies {
		if err := t.addSQLite(ctx, path, named); err != nil {
			return fmt.Errorf("copy %s: %w", filepath.Base(path), err)
		}
	}
	return t.addAtMoment(ctx, others)
}

// readAtMoment reads the small files that belong to the databases' moment. Writes wait
// until it returns.
func (t *taking) readAtMoment() (map[string][]byte, error) {
	contents := make(map[string][]byte, len(t.source.AtMoment))
	for _, path := range t.source.AtMoment {
		text, err := t.readOther(path)
		if err != nil {
			return nil, err
		}
		contents[path] = text
	}
	return contents, nil
}

func (t *taking) addAtMoment(ctx context.Context, contents map[string][]byte) error {
	for _, path := range t.source.AtMoment {
		if text := contents[path]; text != nil {
			if err := t.add(ctx, path, writeBytes(text)); err != nil {
				return err
			}
		}
	}
	return nil
}

// addSQLite verifies a copy of a database, stores it and removes it.
func (t *taking) addSQLite(ctx context.Context, path string, named map[string][]record) error {
	rows, err := database.CheckSQLite(ctx, path)
	if err != nil {
		return fmt.Errorf("%w; restore the database from an older backup", err)
	}
	maps.Copy(t.manifest.Rows, rows)
	for _, files := range t.source.Files {
		if files.Database != filepath.Base(path) || files.Query == "" {
			continue
		}
		if named[files.Folder], err = sqliteRecords(ctx, path, files.Query); err != nil {
			return err
		}
	}
	err = t.add(ctx, filepath.Base(path), func(w io.Writer) error {
		f, err := os.Open(path) //nolint:gosec // the copy
		if err != nil {
			return err
		}
		_, err = io.Copy(w, f)
		return errors.Join(err, f.Close())
	})
	return errors.Join(err, os.Remove(path))
}

func sqliteRecords(ctx context.Context, path, query string) (list []record, err error) {
	db := database.OpenSQLite(path, "mode", "ro", "immutable", "1", "_journal_mode", "")
	defer func() { err = errors.Join(err, db.Close()) }()
	rows, err := db.QueryContext(ctx, query)
	if err != nil {
		return nil, err
	}
	defer func() { _ = rows.Close() }()
	for rows.Next() {
		var r record
		var size sql.NullInt64
		if err := rows.Scan(&r.name, &size, &r.required); err != nil {
			return nil, err
		}
		list = append(list, r.sized(size))
	}
	return list, rows.Err()
}

func (r record) sized(size sql.NullInt64) record {
	r.size = -1
	if size.Valid {
		r.size = size.Int64
	}
	return r
}

// copyPostgres copies the tables of a PostgreSQL database as they are at one moment, and
// reads which files they name then.
func (t *taking) copyPostgres(ctx context.Context, named map[string][]record) error {
	write := func(table string, rows func(io.Writer) error) error {
		return t.add(ctx, tablesFolder+table, rows)
	}
	var others map[string][]byte
	schema, err := database.Dump(ctx, t.source.Postgres, t.source.Skip, write, func(tx pgx.Tx) error {
		for _, files := range t.source.Files {
			if files.Query == "" {
				continue
			}
			var err error
			if named[files.Folder], err = postgresRecords(ctx, tx, files.Query); err != nil {
				return err
			}
		}
		var err error
		others, err = t.readAtMoment()
		return err
	})
	if err != nil {
		return err
	}
	for _, table := range schema.Tables {
		t.manifest.Rows[table.Name] = table.Rows
	}
	text, err := database.EncodeSchema(schema)
	if err != nil {
		return err
	}
	if err := t.add(ctx, schemaPath, writeBytes(text)); err != nil {
		return err
	}
	return t.addAtMoment(ctx, others)
}

func postgresRecords(ctx context.Context, tx pgx.Tx, query string) (list []record, err error) {
	rows, err := tx.Query(ctx, query)
	if err != nil {
		return nil, err
	}
	var r record
	var size sql.NullInt64
	_, err = pgx.ForEachRow(rows, []any{&r.name, &size, &r.required}, func() error {
		list = append(list, r.sized(size))
		return nil
	})
	return list, err
}
