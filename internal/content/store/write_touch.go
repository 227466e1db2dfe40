package store

import (
	"context"
	"fmt"

	"ferrule/internal/content"
	"ferrule/internal/content/store/sqlgen"
)

// A reply has the tags of the rows that it contains. A row that it does not
// contain changes it by becoming one of them. Therefore a write records, besides
// the rows it changes, the records in whose aliases rows are added, removed or
// moved.

// touch adds the tags of a row, and of its parents if it is added, removed or
// moved. One of old and values may be nil.
func (w *writer) touch(c *content.Collection, key any, old, values row) {
	w.changed.add(c, key)
	if old == nil || values == nil {
		w.changed.column(c.Key)
	}
	for f, v := range values {
		if old != nil && differs(old[f], v) {
			w.changed.column(f)
		}
	}
	for _, f := range c.Fields {
		if f.Kind != content.ManyToOne || f.Relation.OneField == "" {
			continue
		}
		now, given := values[f]
		if old != nil && values != nil && (!given || !differs(old[f], now)) && !moves(f.Relation, old, values) {
			continue
		}
		for _, parent := range []any{old[f], now} {
			if parent != nil {
				w.changed.add(f.Relation.Related, parent)
			}
		}
	}
}

// moves reports whether a change may move a row in its alias, or select another
// translation of a language.
func moves(r *content.Relation, old, values row) bool {
	for _, f := range []*content.Field{r.SortField, r.Junction} {
		if v, given := values[f]; f != nil && given && differs(old[f], v) {
			return true
		}
	}
	return false
}

// touchVisibility adds, if a change may hide or show a row, the tags of its
// parents, of the rows that refer to it, and of their parents.
func (w *writer) touchVisibility(ctx context.Context, c *content.Collection, key any, old, values row) error {
	affected := false
	for _, f := range w.s.model.VisibilityColumns(c) {
		if v, given := values[f]; given && differs(old[f], v) {
			affected = true
		}
	}
	if !affected {
		return nil
	}
	if err := w.touchParents(ctx, c, []any{key}); err != nil {
		return err
	}
	for _, r := range w.s.model.Relations {
		var where string
		var args []any
		switch {
		case r.Related == c:
			where, args = sqlgen.Quote(r.Field.Name)+"="+w.s.dialect.Placeholder(1), []any{key}
		case r.CollectionField != nil:
			where = sqlgen.Quote(r.Field.Name) + "=" + w.s.dialect.Placeholder(1) + " AND " + sqlgen.Quote(r.CollectionField.Name) + "=" + w.s.dialect.Placeholder(2)
			args = []any{fmt.Sprint(key), c.Name}
		default:
			continue
		}
		rows, err := w.distinct(ctx, r.Collection.Key, where, args...)
		if err != nil {
			return err
		}
		for _, key := range rows {
			w.changed.add(r.Collection, key)
		}
		if err := w.touchParents(ctx, r.Collection, rows); err != nil {
			return err
		}
	}
	return nil
}

// touchParents adds the tags of the records whose aliases contain the rows.
func (w *writer) touchParents(ctx context.Context, c *content.Collection, keys []any) error {
	if len(keys) == 0 {
		return nil
	}
	list := w.s.dialect.List(c.Key, keys)
	for _, f := range c.Fields {
		if f.Kind != content.ManyToOne || f.Relation.OneField == "" {
			continue
		}
		parents, err := w.distinct(ctx, f, sqlgen.Quote(f.Name)+" IS NOT NULL AND "+w.s.dialect.AnyOf(sqlgen.Quote(c.Key.Name), w.s.dialect.Placeholder(1)), list)
		if err != nil {
			return err
		}
		for _, parent := range parents {
			w.changed.add(f.Relation.Related, parent)
		}
	}
	return nil
}

// differs reports whether a value from the database differs from one to be
// written.
func differs(a, b any) bool { return fmt.Sprint(a) != fmt.Sprint(b) }
