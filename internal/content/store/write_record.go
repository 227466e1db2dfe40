package store

import (
	"context"
	"database/sql"
	"errors"
	"fmt"
	"strings"

	"ferrule/internal/content"
	"ferrule/internal/content/query"
	"ferrule/internal/content/store/sqlgen"
	"ferrule/internal/database"
)

// row maps columns to values, either in the form of content.ParseValue, to be
// written, or as the database returned them.
type row map[*content.Field]any

// create inserts a record with all nested records and returns its key.
func (w *writer) create(ctx context.Context, r *content.Record) (any, error) {
	values, err := w.prepare(ctx, r, content.ActionCreate)
	if err != nil {
		return nil, err
	}
	c := r.Collection
	if c.Singleton && values[c.Key] == nil && c.Key.Type != content.UUID {
		values[c.Key] = int64(1)
	}
	if err := w.check(ctx, c, values, nil); err != nil {
		return nil, err
	}
	var names, placeholders []string
	var args []any
	for _, f := range c.Fields {
		if v, given := values[f]; given {
			names = append(names, sqlgen.Quote(f.Name))
			args = append(args, w.s.dialect.Value(f, v))
			placeholders = append(placeholders, w.s.dialect.Placeholder(len(args)))
		}
	}
	row := " DEFAULT VALUES"
	if len(names) > 0 {
		row = " (" + strings.Join(names, ",") + ") VALUES (" + strings.Join(placeholders, ",") + ")"
	}
	var key any
	if err := w.tx.QueryRowContext(ctx, "INSERT INTO "+sqlgen.Quote(c.Name)+row+" RETURNING "+sqlgen.Quote(c.Key.Name), args...).Scan(&key); err != nil {
		return nil, w.refused(c, values, err)
	}
	key = asValue(key)
	if err := w.advanceSequence(ctx, c, values[c.Key]); err != nil {
		return nil, err
	}
	w.touch(c, key, nil, values)
	return key, w.writeAliases(ctx, r, key)
}

// advanceSequence advances the sequence beyond an explicit key. SQLite does so itself.
func (w *writer) advanceSequence(ctx context.Context, c *content.Collection, given any) error {
	key, ok := given.(int64)
	if !ok || !c.Key.AutoIncrement || w.s.writer.Kind == database.SQLite {
		return nil
	}
	const advance = `SELECT setval(s,$3) FROM (SELECT pg_get_serial_sequence($1,$2)::regclass s) x WHERE $3>coalesce(pg_sequence_last_value(s),0)`
	_, err := w.tx.ExecContext(ctx, advance, sqlgen.Quote(c.Name), c.Key.Name, key)
	return err
}

// update changes a record that the writer may change, with all nested records.
func (w *writer) update(ctx context.Context, r *content.Record) error {
	old, err := w.current(ctx, r.Collection, r.Key, content.ActionUpdate)
	if err != nil {
		return err
	}
	values, err := w.prepare(ctx, r, content.ActionUpdate)
	if err != nil {
		return err
	}
	c := r.Collection
	if err := w.check(ctx, c, values, r.Key); err != nil {
		return err
	}
	var sets []string
	var args []any
	for _, f := range c.Fields {
		if v, given := values[f]; given {
			args = append(args, w.s.dialect.Value(f, v))
			sets = append(sets, sqlgen.Quote(f.Name)+"="+w.s.dialect.Placeholder(len(args)))
		}
	}
	if len(sets) > 0 {
		args = append(args, r.Key)
		text := "UPDATE " + sqlgen.Quote(c.Name) + " SET " + strings.Join(sets, ",") + " WHERE " + sqlgen.Quote(c.Key.Name) + "=" + w.s.dialect.Placeholder(len(args))
		if _, err := w.tx.ExecContext(ctx, text, args...); err != nil {
			return w.refused(c, values, err)
		}
	}
	if r.Set != nil {
		if err := w.collectOrphan(ctx, c, old, values); err != nil {
			return err
		}
	}
	w.touch(c, r.Key, old, values)
	if err := w.touchVisibility(ctx, c, r.Key, old, values); err != nil {
		return err
	}
	return w.writeAliases(ctx, r, r.Key)
}

// current reads a record to be changed or deleted. It returns content.ErrItem if
// the record does not exist or the writer may not do this.
func (w *writer) current(ctx context.Context, c *content.Collection, key any, a content.Action) (row, error) {
	rule, err := query.Restriction(w.s.model, w.call, c, a, w.now)
	if err != nil {
		return nil, err
	}
	text, args, fields := sqlgen.CompileRow(w.s.dialect, c, key, rule)
	values, into := make([]any, len(fields)), make([]any, len(fields))
	for i := range values {
		into[i] = &values[i]
	}
	err = w.tx.QueryRowContext(ctx, text, args...).Scan(into...)
	if errors.Is(err, sql.ErrNoRows) {
		return nil, content.ErrItem()
	}
	if err != nil {
		return nil, err
	}
	out := make(row, len(fields))
	for i, f := range fields {
		out[f] = asValue(values[i])
	}
	return out, nil
}

// prepare returns the columns of a record, including the keys of nested records,
// which it writes.
func (w *writer) prepare(ctx context.Context, r *content.Record, a content.Action) (row, error) {
	prepared, err := w.s.model.Prepare(w.call, r, a, w.now)
	if err != nil {
		return nil, err
	}
	values := row(prepared)
	if r.Parent != nil {
		values[r.Parent.Field] = r.Parent.Key
	}
	for _, l := range r.One {
		key, err := w.upsert(ctx, l.Record)
		if err != nil {
			return nil, err
		}
		if l.Field.Kind == content.AnyToOne {
			key = fmt.Sprint(key)
		}
		values[l.Field] = key
	}
	return values, nil
}

// check verifies the constraints of the tables, so that the error can name field
// and value. It ignores the record with the key, which is being written.
func (w *writer) check(ctx context.Context, c *content.Collection, values row, key any) error {
	for _, f := range c.Fields {
		v := values[f]
		if v == nil {
			continue
		}
		if f.Unique || f == c.Key {
			query := "SELECT 1 FROM " + sqlgen.Quote(c.Name) + " WHERE " + sqlgen.Quote(f.Name) + "=" + w.s.dialect.Placeholder(1)
			args := []any{w.s.dialect.Value(f, v)}
			if key != nil {
				query += " AND " + sqlgen.Quote(c.Key.Name) + "<>" + w.s.dialect.Placeholder(2)
				args = append(args, key)
			}
			var one int
			switch err := w.tx.QueryRowContext(ctx, query, args...).Scan(&one); {
			case err == nil:
				return content.NotUnique(f, v)
			case !errors.Is(err, sql.ErrNoRows):
				return err
			}
		}
		if f.Kind == content.ManyToOne {
			found, err := w.exists(ctx, f.Relation.Related.Key, v)
			if err != nil {
				return err
			}
			if !found {
				return content.NoSuchKey(f, v)
			}
		}
	}
	return nil
}
