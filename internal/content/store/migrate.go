package store

import (
	"context"
	"database/sql"
	"encoding/json"
	"fmt"
	"strings"

	"ferrule/internal/content"
)

// format is the version of how this program lays out tables. Raise it with a
// step in migrate when that changes; a newer file is not opened.
const format = 1

// migrate brings the tables up to the model in one transaction. It only ever
// adds: what the model no longer names stays where it is.
func (s *Store) migrate(ctx context.Context) error {
	tx, err := s.writer.BeginTx(ctx, nil)
	if err != nil {
		return err
	}
	defer func() { _ = tx.Rollback() }() // after a commit it does nothing
	for _, text := range []string{
		`CREATE TABLE IF NOT EXISTS "ferrule_schema" (version INTEGER PRIMARY KEY AUTOINCREMENT, format INTEGER NOT NULL, model TEXT NOT NULL, applied TEXT NOT NULL) STRICT`,
		`CREATE TABLE IF NOT EXISTS "ferrule_revision" (id INTEGER PRIMARY KEY CHECK (id=1), value INTEGER NOT NULL) STRICT`,
		`INSERT OR IGNORE INTO "ferrule_revision" VALUES (1,0)`,
		createChanges,
	} {
		if _, err := tx.ExecContext(ctx, text); err != nil {
			return err
		}
	}
	var at int
	var hash string
	err = tx.QueryRowContext(ctx, `SELECT format,model FROM "ferrule_schema" ORDER BY version DESC LIMIT 1`).Scan(&at, &hash)
	switch {
	case err == nil && at > format:
		return fmt.Errorf("it was written by a newer version of this program (format %d, this one knows %d)", at, format)
	case err == nil && at == format && hash == s.model.Hash:
		return tx.Commit()
	case err != nil && err != sql.ErrNoRows: //nolint:errorlint // Scan returns it itself
		return err
	}
	for _, c := range s.model.Collections {
		if err := s.migrateCollection(ctx, tx, c); err != nil {
			return fmt.Errorf("table %s: %w", c.Name, err)
		}
	}
	if _, err := tx.ExecContext(ctx, `INSERT INTO "ferrule_schema" (format,model,applied) VALUES (?,?,?)`, format, s.model.Hash, content.FormatMoment(content.Timestamp, s.now())); err != nil {
		return err
	}
	return tx.Commit()
}

func (s *Store) migrateCollection(ctx context.Context, tx *sql.Tx, c *content.Collection) error {
	have, err := tableColumns(ctx, tx, c.Name)
	if err != nil {
		return err
	}
	var text []string
	if len(have) == 0 {
		text = append(text, createTable(c))
	} else {
		for _, f := range c.Fields {
			if f.Type != content.Alias && !have[f.Name] {
				text = append(text, "ALTER TABLE "+quote(c.Name)+" ADD COLUMN "+columnDefinition(f, true))
			}
		}
	}
	text = append(text, s.indexes(c)...)
	for _, t := range text {
		if _, err := tx.ExecContext(ctx, t); err != nil {
			return err
		}
	}
	return nil
}

func tableColumns(ctx context.Context, tx *sql.Tx, table string) (map[string]bool, error) {
	rows, err := tx.QueryContext(ctx, `SELECT name FROM pragma_table_info(?)`, table)
	if err != nil {
		return nil, err
	}
	defer func() { _ = rows.Close() }()
	have := make(map[string]bool)
	for rows.Next() {
		var name string
		if err := rows.Scan(&name); err != nil {
			return nil, err
		}
		have[name] = true
	}
	return have, rows.Err()
}

func createTable(c *content.Collection) string {
	var cols []string
	for _, f := range c.Fields {
		if f.Type != content.Alias {
			cols = append(cols, columnDefinition(f, false))
		}
	}
	return "CREATE TABLE " + quote(c.Name) + " (" + strings.Join(cols, ",") + ") STRICT"
}

// columnDefinition declares a column. A column added to rows that exist cannot
// demand a value it has no default for.
func columnDefinition(f *content.Field, added bool) string {
	text := quote(f.Name) + " " + columnType(f.Type)
	switch {
	case f == f.Collection.Key && f.AutoIncrement:
		return text + " PRIMARY KEY AUTOINCREMENT NOT NULL" // an id is never given twice
	case f == f.Collection.Key:
		return text + " PRIMARY KEY NOT NULL"
	case f.Required && (!added || f.Default != nil):
		text += " NOT NULL"
	}
	if f.Default != nil {
		text += " DEFAULT " + defaultValue(f)
	}
	if f.Kind == content.ManyToOne {
		r := f.Relation
		text += " REFERENCES " + quote(r.Related.Name) + "(" + quote(r.Related.Key.Name) + ") ON DELETE " + r.OnDelete
	}
	return text
}

func columnType(t content.Type) string {
	switch t {
	case content.Integer, content.BigInteger, content.Boolean:
		return "INTEGER"
	case content.Float, content.Decimal:
		return "REAL"
	default:
		return "TEXT"
	}
}

func defaultValue(f *content.Field) string {
	v, err := content.ParseValue(f, f.Default)
	if err != nil {
		panic("store: defaults are checked with the model: " + err.Error())
	}
	switch t := (sqliteDialect{}).value(f, v).(type) {
	case string:
		return literal(t)
	default:
		text, err := json.Marshal(t)
		if err != nil {
			panic("store: numbers are always JSON: " + err.Error())
		}
		return string(text)
	}
}

// indexes are the ways in which the API looks for rows: by foreign key in the
// order or language of the relation, by slug, and by what lists are sorted and
// filtered by.
func (s *Store) indexes(c *content.Collection) []string {
	var out []string
	index := func(unique bool, fields ...*content.Field) {
		name, cols := "ix_"+c.Name, make([]string, len(fields))
		for i, f := range fields {
			name += "_" + f.Name
			cols[i] = quote(f.Name)
		}
		kind := "INDEX"
		if unique {
			kind = "UNIQUE INDEX"
		}
		out = append(out, "CREATE "+kind+" IF NOT EXISTS "+quote(name)+" ON "+quote(c.Name)+" ("+strings.Join(cols, ",")+")")
	}
	for _, f := range c.Fields {
		switch {
		case f == c.Key || f.Type == content.Alias:
		case f.Unique:
			index(true, f)
		case f.Kind == content.ManyToOne && f.Relation.SortField != nil:
			index(false, f, f.Relation.SortField)
		case f.Kind == content.ManyToOne && f.Relation.Junction != nil && f.Relation.OneField != "":
			index(false, f, f.Relation.Junction)
		case f.Kind == content.ManyToOne, f == c.SortField, f.Name == "slug", f.Name == "status",
			f.HasSpecial("date-created"), f.HasSpecial("date-updated"): // newest first
			index(false, f)
		}
	}
	return out
}
