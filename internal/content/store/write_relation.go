package store

import (
	"context"
	"fmt"

	"ferrule/internal/content"
	"ferrule/internal/content/store/sqlgen"
)

// many writes the rows that a record gives for its aliases.
func (w *writer) many(ctx context.Context, r *content.Record, key any) error {
	for _, rows := range r.Many {
		at := &content.ParentOf{Field: rows.Field.Relation.Field, Key: key}
		write := w.alter
		if rows.Whole {
			write = w.replace
		}
		if err := write(ctx, rows, at); err != nil {
			return err
		}
	}
	return nil
}

// replace replaces all rows of an alias by the given records.
func (w *writer) replace(ctx context.Context, rows content.Rows, at *content.ParentOf) error {
	had, err := w.rowsOf(ctx, at)
	if err != nil {
		return err
	}
	kept := make(map[string]bool, len(rows.Records))
	for _, r := range rows.Records {
		key := r.Key
		if !r.Bare || !contains(had, key) { // a bare key of an existing row changes nothing
			r.Parent = at
			if key, err = w.upsert(ctx, r); err != nil {
				return err
			}
		}
		kept[fmt.Sprint(key)] = true
	}
	var rest []any
	for _, key := range had {
		if !kept[fmt.Sprint(key)] {
			rest = append(rest, key)
		}
	}
	return w.release(ctx, rest, at)
}

// alter creates, updates and releases rows of an alias and leaves the others
// unchanged: two editors of rows of one record do not conflict.
func (w *writer) alter(ctx context.Context, rows content.Rows, at *content.ParentOf) error {
	if err := w.append(ctx, rows, at); err != nil {
		return err
	}
	for _, r := range rows.Update {
		r.Parent = at
		if err := w.update(ctx, r); err != nil {
			return err
		}
	}
	if len(rows.Delete) == 0 {
		return nil
	}
	had, err := w.rowsOf(ctx, at)
	if err != nil {
		return err
	}
	var gone []any
	for _, key := range rows.Delete {
		if contains(had, key) { // rows of other records must not be released
			gone = append(gone, key)
		}
	}
	return w.release(ctx, gone, at)
}

// append creates rows after those of an alias.
func (w *writer) append(ctx context.Context, rows content.Rows, at *content.ParentOf) error {
	if len(rows.Create) == 0 {
		return nil
	}
	var last int64
	order := at.Field.Relation.SortField
	if order != nil {
		query := "SELECT coalesce(max(" + sqlgen.Quote(order.Name) + "),0) FROM " + sqlgen.Quote(order.Collection.Name) + " WHERE " + sqlgen.Quote(at.Field.Name) + "=" + w.s.dialect.Placeholder(1)
		if err := w.tx.QueryRowContext(ctx, query, at.Key).Scan(&last); err != nil {
			return err
		}
	}
	for i, r := range rows.Create {
		r.Parent = at
		if order != nil && r.Fields[order.Name] == nil {
			r.Fields[order.Name] = fmt.Sprint(last + int64(i) + 1)
		}
		if _, err := w.upsert(ctx, r); err != nil {
			return err
		}
	}
	return nil
}

// release unlinks rows of an alias, or deletes them where the relation says so
// or a row needs a parent.
func (w *writer) release(ctx context.Context, keys []any, at *content.ParentOf) error {
	c := at.Field.Collection
	if at.Field.Relation.Deselect == "delete" || at.Field.Required {
		return w.deleteAll(ctx, c, keys)
	}
	for _, key := range keys {
		r := &content.Record{Collection: c, Key: key, Parent: &content.ParentOf{Field: at.Field}}
		if err := w.update(ctx, r); err != nil {
			return err
		}
	}
	return nil
}

// rowsOf returns the keys of the rows of an alias.
func (w *writer) rowsOf(ctx context.Context, at *content.ParentOf) ([]any, error) {
	return w.distinct(ctx, at.Field.Collection.Key, sqlgen.Quote(at.Field.Name)+"="+w.s.dialect.Placeholder(1), at.Key)
}

// distinct returns the distinct values of a column in the rows that fulfil a
// condition.
func (w *writer) distinct(ctx context.Context, f *content.Field, where string, args ...any) ([]any, error) {
	rows, err := w.tx.QueryContext(ctx, "SELECT DISTINCT "+sqlgen.Quote(f.Name)+" FROM "+sqlgen.Quote(f.Collection.Name)+" WHERE "+where+" ORDER BY 1", args...)
	if err != nil {
		return nil, err
	}
	defer func() { _ = rows.Close() }() // Err says what went wrong
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
