package store

import (
	"context"
	"fmt"

	"ferrule/internal/content"
	"ferrule/internal/content/store/sqlgen"
)

// deleteAll deletes records that the writer may delete. The database deletes or
// unlinks the referring rows; their tags are collected first.
func (w *writer) deleteAll(ctx context.Context, c *content.Collection, keys []any) error {
	for _, key := range keys {
		old, err := w.current(ctx, c, key, content.ActionDelete)
		if err != nil {
			return err
		}
		if err := w.deleteOne(ctx, c, key, old); err != nil {
			return err
		}
	}
	return nil
}

func (w *writer) deleteOne(ctx context.Context, c *content.Collection, key any, old row) error {
	w.touch(c, key, old, nil)
	if err := w.touchReferring(ctx, c, []any{key}, map[string]bool{}); err != nil {
		return err
	}
	if _, err := w.tx.ExecContext(ctx, "DELETE FROM "+sqlgen.Quote(c.Name)+" WHERE "+sqlgen.Quote(c.Key.Name)+"="+w.s.dialect.Placeholder(1), key); err != nil {
		return w.refused(c, nil, err)
	}
	return w.collectOrphan(ctx, c, old, nil)
}

// touchReferring adds the tags of the rows that the deletion of rows of c deletes
// or unlinks.
func (w *writer) touchReferring(ctx context.Context, c *content.Collection, keys []any, seen map[string]bool) error {
	for _, r := range w.s.model.Relations {
		if r.Related != c {
			continue
		}
		list := w.s.dialect.List(r.Field, keys)
		rows, err := w.distinct(ctx, r.Collection.Key, w.s.dialect.AnyOf(sqlgen.Quote(r.Field.Name), w.s.dialect.Placeholder(1)), list)
		if err != nil {
			return err
		}
		var next []any
		for _, key := range rows {
			name := r.Collection.Name + ":" + fmt.Sprint(key)
			if !seen[name] {
				seen[name] = true
				next = append(next, key)
			}
			w.changed.add(r.Collection, key)
		}
		if len(next) == 0 {
			continue
		}
		w.changed.column(r.Field)
		if r.OnDelete == "CASCADE" {
			w.changed.column(r.Collection.Key)
		}
		if err := w.touchParents(ctx, r.Collection, next); err != nil {
			return err
		}
		if r.OnDelete != "CASCADE" {
			continue
		}
		if err := w.touchReferring(ctx, r.Collection, next, seen); err != nil {
			return err
		}
	}
	return nil
}
