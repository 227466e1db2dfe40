package store

import (
	"context"
	"fmt"

	"ferrule/internal/content"
)

// recordsAtOnce is how many elements of a list are held in memory, and asked
// the database about, at a time.
const recordsAtOnce = 256

// writeAll reads the source a second time and writes it.
func (im *importer) writeAll(ctx context.Context) error {
	var group []*record
	flush := func() error {
		defer func() { group = group[:0] }()
		return im.writeGroup(ctx, group)
	}
	add := func(r *record) error {
		if len(group) == recordsAtOnce || len(group) > 0 && group[0].shape != r.shape {
			if err := flush(); err != nil {
				return err
			}
		}
		group = append(group, r)
		return nil
	}
	silent := func(string, ...any) {} // the survey told it
	files := im.s.model.Collection("directus_files")
	err := im.source.walk(ctx, im.s.model, visitor{
		problem: silent,
		file: func(i int, text []byte) error {
			if files == nil {
				return nil
			}
			r := im.read(files, i, text, silent)
			im.describe(r)
			return add(r)
		},
		item: func(c *content.Collection, i int, text []byte) error { return add(im.read(c, i, text, silent)) },
	})
	if err == nil {
		err = flush()
	}
	if err == nil {
		err = im.flush(ctx)
	}
	if err == nil {
		err = im.retryRows(ctx)
	}
	return err
}

func (im *importer) writeGroup(ctx context.Context, group []*record) error {
	if len(group) == 0 || im.problems.full() {
		return nil
	}
	if err := im.lookUp(ctx, group); err != nil {
		return err
	}
	for _, r := range group {
		if err := im.write(ctx, r); err != nil {
			return err
		}
	}
	for _, s := range im.shapes {
		if err := im.deleteDoomed(ctx, s); err != nil {
			return err
		}
	}
	return nil
}

// write queues a record and what is nested in it.
func (im *importer) write(ctx context.Context, r *record) error {
	if r.key == nil {
		if r.key = im.newKey(r); r.key == nil {
			return nil
		}
	}
	args := make([]any, len(r.shape.columns))
	for i, f := range r.shape.columns {
		v, err := im.value(r, i)
		if err != nil {
			im.problems.add("%s: %s: %v", r.where(), f.Name, err)
			v = im.instead(f)
		}
		args[i] = v
	}
	if err := im.queue(ctx, r, args); err != nil {
		return err
	}
	for _, n := range r.nested {
		if err := im.replace(ctx, r, n); err != nil {
			return err
		}
	}
	r.values, r.nested = nil, nil // only its name is needed until it is written
	return nil
}

// replace writes the rows behind an alias of a record and has those deleted
// that are no longer given. Rows without a key take over the keys of the rows
// they stand for: those of the same language, else in order.
func (im *importer) replace(ctx context.Context, parent *record, n nested) error {
	child := im.shape(n.alias.Relation.Collection)
	old := im.old.rows(n.alias, parent.key)
	for _, row := range n.rows {
		if row.key == nil {
			row.key = old.take(n.alias.Language(), row, child)
		}
	}
	for _, o := range old {
		if !o.taken && !child.given.has(o.key) {
			child.doom = append(child.doom, o.key)
		}
	}
	for _, row := range n.rows {
		if err := im.write(ctx, row); err != nil {
			return err
		}
	}
	return nil
}

// oldRow is a row that a relation had before.
type oldRow struct {
	key      any
	language string
	taken    bool
}

// oldRows are the rows that the relations of the current records had before.
type oldRows map[oldParent]oldList

type oldParent struct {
	alias *content.Field
	key   any
}

// oldList is in the order of keys.
type oldList []*oldRow

func (o oldRows) rows(alias *content.Field, parent any) oldList { return o[oldParent{alias, parent}] }

// unknown leaves out the parents whose rows are there already.
func (o oldRows) unknown(alias *content.Field, parents []any) []any {
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

// take returns the key of the row that a new one stands for, nil if there is
// none left.
func (o oldList) take(language *content.Field, row *record, child *shape) any {
	for _, old := range o {
		if old.taken || child.given.has(old.key) || language != nil && row.raw(language) != old.language {
			continue
		}
		old.taken = true
		return old.key
	}
	return nil
}

// lookUp finds the rows that the relations of the group's records have now.
// What was queued is written first where it may be among them.
func (im *importer) lookUp(ctx context.Context, group []*record) error {
	im.old = make(oldRows)
	keys := make([]any, 0, len(group))
	for _, r := range group {
		if r.key != nil {
			keys = append(keys, r.key)
		}
	}
	return im.lookUpRows(ctx, keys, group)
}

// lookUpRows goes level by level: rows that replace others may bring rows of
// their own for these. A row with a key of its own may have had another parent.
func (im *importer) lookUpRows(ctx context.Context, keys []any, records []*record) error {
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
		if err := im.lookUpRows(ctx, found, below[alias]); err != nil {
			return err
		}
	}
	return nil
}

// rowsOf notes the rows behind an alias of the records with these keys, and
// returns their keys.
func (im *importer) rowsOf(ctx context.Context, alias *content.Field, parents []any) ([]any, error) {
	c, d := alias.Relation.Collection, im.s.dialect
	language := "''"
	if l := alias.Language(); l != nil {
		language = "coalesce(" + quote(l.Name) + ",'')"
	}
	parents = im.old.unknown(alias, parents)
	owner := quote(alias.Relation.Field.Name)
	text := "SELECT " + quote(c.Key.Name) + "," + language + "," + owner + " FROM " + quote(c.Name) +
		" WHERE " + d.anyOf(owner, d.placeholder(1)) + " ORDER BY 1"
	rows, err := im.tx.QueryContext(ctx, text, d.list(alias.Relation.Field, parents))
	if err != nil {
		return nil, fmt.Errorf("import %s: %w", c.Name, err)
	}
	defer func() { _ = rows.Close() }() // Err says what went wrong
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
