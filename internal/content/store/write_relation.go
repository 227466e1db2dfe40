package store

import (
	"context"
	"fmt"

	"ferrule/internal/content"
	"ferrule/internal/content/store/sqlgen"
)

// writeAliases writes the rows that a record contains for its aliases.
func (w *writer) writeAliases(ctx context.Context, r *content.Record, key any) error {
	for _, rows := range r.Many {
		parent := &content.ParentOf{Field: rows.Field.Relation.Field, Key: key}
		write := w.alter
		if rows.Whole {
			write = w.replace
		}
		if err := write(ctx, rows, parent); err != nil {
			return err
		}
	}
	return nil
}

// replace replaces all rows of an alias by the given records.
func (w *writer) replace(ctx context.Context, rows content.Rows, parent *content.ParentOf) error {
	existing, err := w.rowsOf(ctx, parent)
	if err != nil {
		return err
	}
	retained := make(map[string]bool, len(rows.Records))
	for _, r := range rows.Records {
		key := r.Key
		if !r.Bare || !contains(existing, key) { // a bare key of an existing row changes nothing
			r.Parent = parent
			if key, err = w.upsert(ctx, r); err != nil {
				return err
			}
		}
		retained[fmt.Sprint(key)] = true
	}
	var removed []any
	for _, key := range existing {
		if !retained[fmt.Sprint(key)] {
			removed = append(removed, key)
		}
	}
	return w.unlink(ctx, removed, parent)
}

// alter creates, updates and unlinks rows of an alias and does not change others,
// so that two editors of rows of one record do not conflict.
func (w *writer) alter(ctx context.Context, rows content.Rows, parent *content.ParentOf) error {
	if err := w.append(ctx, rows, parent); err != nil {
		return err
	}
	for _, r := range rows.Update {
		r.Parent = parent
		if err := w.update(ctx, r); err != nil {
			return err
		}
	}
	if len(rows.Delete) == 0 {
		return nil
	}
	existing, err := w.rowsOf(ctx, parent)
	if err != nil {
		return err
	}
	var removed []any
	for _, key := range rows.Delete {
		if contains(existing, key) { // rows of other records must not be unlinked
			removed = append(removed, key)
		}
	}
	return w.unlink(ctx, removed, parent)
}

// append creates rows after the existing rows of an alias.
func (w *writer) append(ctx context.Context, rows content.Rows, parent *content.ParentOf) error {
	if len(rows.Create) == 0 {
		return nil
	}
	var last int64
	order := parent.Field.Relation.SortField
	if order != nil {
		query := "SELECT coalesce(max(" + sqlgen.Quote(order.Name) + "),0) FROM " + sqlgen.Quote(order.Collection.Name) + " WHERE " + sqlgen.Quote(parent.Field.Name) + "=" + w.s.dialect.Placeholder(1)
		if err := w.tx.QueryRowContext(ctx, query, parent.Key).Scan(&last); err != nil {
			return err
		}
	}
	for i, r := range rows.Create {
		r.Parent = parent
		if order != nil && r.Fields[order.Name] == nil {
			r.Fields[order.Name] = fmt.Sprint(last + int64(i) + 1)
		}
		if _, err := w.upsert(ctx, r); err != nil {
			return err
		}
	}
	return nil
}

// unlink unlinks rows of an alias, or deletes them if the relation declares this
// or a row requires a parent.
func (w *writer) unlink(ctx context.Context, keys []any, parent *content.ParentOf) error {
	c := parent.Field.Collection
	if parent.Field.Relation.Deselect == "delete" || parent.Field.Required {
		return w.deleteAll(ctx, c, keys)
	}
	for _, key := range keys {
		r := &content.Record{Collection: c, Key: key, Parent: &content.ParentOf{Field: parent.Field}}
		if err := w.update(ctx, r); err != nil {
			return err
		}
	}
	return nil
}

// rowsOf returns the keys of the rows of an alias.
func (w *writer) rowsOf(ctx context.Context, parent *content.ParentOf) ([]any, error) {
	return w.distinct(ctx, parent.Field.Collection.Key, sqlgen.Quote(parent.Field.Name)+"="+w.s.dialect.Placeholder(1), parent.Key)
}

// distinct returns the distinct values of a column in the rows that satisfy a
// condition.
func (w *writer) distinct(ctx context.Context, f *content.Field, where string, args ...any) ([]any, error) {
	rows, err := w.tx.QueryContext(ctx, "SELECT DISTINCT "+sqlgen.Quote(f.Name)+" FROM "+sqlgen.Quote(f.Collection.Name)+" WHERE "+where+" ORDER BY 1", args...)
	if err != nil {
		return nil, err
	}
	defer func() { _ = rows.Close() }() // Err reports failures
	var values []any
	for rows.Next() {
		var v any
		if err := rows.Scan(&v); err != nil {
			return nil, err
		}
		values = append(values, asValue(v))
	}
	return values, rows.Err()
}

func contains(keys []any, key any) bool {
	for _, k := range keys {
		if fmt.Sprint(k) == fmt.Sprint(key) {
			return true
		}
	}
	return false
}
