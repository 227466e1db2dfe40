package store

import (
	"context"
	"database/sql"
	"fmt"

	"ferrule/internal/content"
	"ferrule/internal/content/store/sqlgen"
)

// sanitizeBatch is the number of rows that are read by one statement.
const sanitizeBatch = 500

// sanitizeStored sanitises the stored values of rich-text fields: they may have
// been written while the field was declared as text. It logs what it removes.
func (s *Store) sanitizeStored(ctx context.Context, tx *sql.Tx) error {
	changes := changed{}
	for _, c := range s.model.Collections {
		for _, f := range c.Fields {
			if !f.RichText() {
				continue
			}
			if err := s.sanitizeColumn(ctx, tx, f, changes); err != nil {
				return fmt.Errorf("sanitise %s.%s: %w", c.Name, f.Name, err)
			}
		}
	}
	if len(changes) == 0 {
		return nil
	}
	if err := incrementRevision(ctx, tx); err != nil {
		return err
	}
	return changes.record(ctx, tx, s.dialect)
}

// storedText is one value of a column.
type storedText struct {
	key  any
	text string
}

func (s *Store) sanitizeColumn(ctx context.Context, tx *sql.Tx, f *content.Field, changes changed) error {
	table, key, column := sqlgen.Quote(f.Collection.Name), sqlgen.Quote(f.Collection.Key.Name), sqlgen.Quote(f.Name)
	update := "UPDATE " + table + " SET " + column + "=" + s.dialect.Placeholder(1) + " WHERE " + key + "=" + s.dialect.Placeholder(2)
	read := "SELECT " + key + "," + column + " FROM " + table + " WHERE " + column + " IS NOT NULL"
	order := fmt.Sprintf(" ORDER BY %s LIMIT %d", key, sanitizeBatch)
	rows, err := storedTexts(ctx, tx, read+order)
	for ; err == nil && len(rows) > 0; rows, err = storedTexts(ctx, tx, read+" AND "+key+">"+s.dialect.Placeholder(1)+order, rows[len(rows)-1].key) {
		for _, row := range rows {
			clean := content.CleanMarkup(f, row.text)
			if clean == row.text {
				continue
			}
			if _, err := tx.ExecContext(ctx, update, clean, row.key); err != nil {
				return err
			}
			changes.add(f.Collection, row.key)
			changes.column(f)
			if removed := content.RemovedMarkup(row.text, clean); len(removed) > 0 {
				s.log.WarnContext(ctx, "markup removed from stored content", "collection", f.Collection.Name, "id", row.key, "field", f.Name, "removed", removed)
			}
		}
	}
	return err
}

func storedTexts(ctx context.Context, tx *sql.Tx, query string, args ...any) ([]storedText, error) {
	rows, err := tx.QueryContext(ctx, query, args...)
	if err != nil {
		return nil, err
	}
	defer func() { _ = rows.Close() }() // Err reports failures
	var out []storedText
	for rows.Next() {
		var row storedText
		if err := rows.Scan(&row.key, &row.text); err != nil {
			return nil, err
		}
		out = append(out, row)
	}
	return out, rows.Err()
}
