package transfer

import (
	"context"
	"database/sql"
	"fmt"

	"ferrule/internal/content"
	"ferrule/internal/content/store/sqlgen"
)

// oldRow is a row that a relation had before the import.
type oldRow struct {
	key      any
	language string
	taken    bool
}

// oldRows maps the relations of the current records to their rows before the
// import.
type oldRows map[oldParent]oldList

type oldParent struct {
	alias *content.Field
	key   any
}

// oldList is ordered by key.
type oldList []*oldRow

func (o oldRows) rows(alias *content.Field, parent any) oldList { return o[oldParent{alias, parent}] }

// unread returns the parents whose rows were not read yet.
func (o oldRows) unread(alias *content.Field, parents []any) []any {
	var out []any
	for _, key := range parents {
		at := oldParent{alias, key}
		if _, known := o[at]; !known {
			o[at] = nil
			out = append(out, key)
		}
	}
	return out
}

// take returns the key of the row that a new one replaces and marks it as taken;
// nil if none remains.
func (o oldList) take(language *content.Field, row *record, child *shape) any {
	for _, old := range o {
		if old.taken || child.explicit.has(old.key) || language != nil && row.raw(language) != old.language {
			continue
		}
		old.taken = true
		return old.key
	}
	return nil
}

// readOld reads the current rows of the relations of the group's records. It first
// writes queued rows, which may be among them.
func (im *Importer) readOld(ctx context.Context, group []*record) error {
	im.old = make(oldRows)
	keys := make([]any, 0, len(group))
	for _, r := range group {
		if r.key != nil {
			keys = append(keys, r.key)
		}
	}
	return im.readOldRows(ctx, keys, group)
}

// readOldRows reads level by level: rows that replace others may have nested rows.
// A row with an explicit key may have had another parent.
func (im *Importer) readOldRows(ctx context.Context, keys []any, records []*record) error {
	below := make(map[*content.Field][]*record)
	var aliases []*content.Field
	for _, r := range records {
		for _, n := range r.nested {
			if _, seen := below[n.alias]; !seen {
				aliases = append(aliases, n.alias)
			}
			below[n.alias] = append(below[n.alias], n.rows...)
		}
	}
	for _, alias := range aliases {
		child := im.shape(alias.Relation.Collection)
		if child.empty {
			continue
		}
		if child.batch != nil {
			if err := im.flushBatch(ctx, child.batch); err != nil {
				return err
			}
		}
		found, err := im.rowsOf(ctx, alias, keys)
		if err != nil {
			return err
		}
		for _, r := range below[alias] {
			if r.key != nil {
				found = append(found, r.key)
			}
		}
		if err := im.readOldRows(ctx, found, below[alias]); err != nil {
			return err
		}
	}
	return nil
}

// rowsOf reads the rows behind an alias of the records with these keys, and
// returns their keys.
func (im *Importer) rowsOf(ctx context.Context, alias *content.Field, parents []any) ([]any, error) {
	c, d := alias.Relation.Collection, im.to.Dialect
	language := "''"
	if l := alias.Language(); l != nil {
		language = "coalesce(" + sqlgen.Quote(l.Name) + ",'')"
	}
	if parents = im.old.unread(alias, parents); len(parents) == 0 {
		return nil, nil
	}
	owner := sqlgen.Quote(alias.Relation.Field.Name)
	text := "SELECT " + sqlgen.Quote(c.Key.Name) + "," + language + "," + owner + " FROM " + sqlgen.Quote(c.Name) +
		" WHERE " + d.AnyOf(owner, d.Placeholder(1)) + " ORDER BY 1"
	rows, err := im.tx.QueryContext(ctx, text, d.List(alias.Relation.Field, parents))
	if err != nil {
		return nil, fmt.Errorf("import %s: %w", c.Name, err)
	}
	defer func() { _ = rows.Close() }() // Err reports failures
	var keys []any
	for rows.Next() {
		var parent any
		old := &oldRow{}
		if err := rows.Scan(&old.key, &old.language, &parent); err != nil {
			return nil, fmt.Errorf("import %s: %w", c.Name, err)
		}
		at := oldParent{alias, parent}
		im.old[at] = append(im.old[at], old)
		keys = append(keys, old.key)
	}
	return keys, rows.Err()
}

func (im *Importer) deleteReplaced(ctx context.Context, s *shape) error {
	keys := s.replaced
	s.replaced = nil
	return im.delete(ctx, s.collection, keys)
}

// delete deletes rows, and deletes or unlinks the rows that refer to them, as the
// relations declare.
func (im *Importer) delete(ctx context.Context, c *content.Collection, keys []any) error {
	if len(keys) == 0 {
		return nil
	}
	d := im.to.Dialect
	// First, since references may be cyclic.
	if err := im.exec(ctx, "DELETE FROM "+sqlgen.Quote(c.Name)+" WHERE "+d.AnyOf(sqlgen.Quote(c.Key.Name), d.Placeholder(1)), d.List(c.Key, keys)); err != nil {
		return err
	}
	for _, r := range im.to.Model.Relations {
		if r.Related != c {
			continue
		}
		table, where := sqlgen.Quote(r.Collection.Name), " WHERE "+d.AnyOf(sqlgen.Quote(r.Field.Name), d.Placeholder(1))
		if r.OnDelete != "CASCADE" {
			if err := im.exec(ctx, "UPDATE "+table+" SET "+sqlgen.Quote(r.Field.Name)+"=NULL"+where, d.List(r.Field, keys)); err != nil {
				return err
			}
			continue
		}
		var below []any
		err := im.query(ctx, "SELECT "+sqlgen.Quote(r.Collection.Key.Name)+" FROM "+table+where, func(row *sql.Rows) error {
			var key any
			err := row.Scan(&key)
			below = append(below, key)
			return err
		}, d.List(r.Field, keys))
		if err != nil {
			return err
		}
		if err := im.delete(ctx, r.Collection, below); err != nil {
			return err
		}
	}
	return nil
}

func (im *Importer) exec(ctx context.Context, text string, args ...any) error {
	if _, err := im.tx.ExecContext(ctx, text, args...); err != nil {
		return fmt.Errorf("import: %w", err)
	}
	return nil
}
