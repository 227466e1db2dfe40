package transfer

import (
	"context"

	"ferrule/internal/content"
)

// groupSize is the number of elements of a list that are kept in memory and
// matched with existing rows at a time.
const groupSize = 256

// writeAll reads the source a second time and writes it.
func (im *Importer) writeAll(ctx context.Context) error {
	var group []*record
	flush := func() error {
		defer func() { group = group[:0] }()
		return im.writeGroup(ctx, group)
	}
	add := func(r *record) error {
		if len(group) == groupSize || len(group) > 0 && group[0].shape != r.shape {
			if err := flush(); err != nil {
				return err
			}
		}
		group = append(group, r)
		return nil
	}
	silent := func(string, ...any) {} // survey has reported them
	files := im.to.Model.Collection("directus_files")
	err := im.source.walk(ctx, im.to.Model, visitor{
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

func (im *Importer) writeGroup(ctx context.Context, group []*record) error {
	if len(group) == 0 || im.problems.full() {
		return nil
	}
	if err := im.readOld(ctx, group); err != nil {
		return err
	}
	for _, r := range group {
		if err := im.write(ctx, r); err != nil {
			return err
		}
	}
	for _, s := range im.shapes {
		if err := im.deleteReplaced(ctx, s); err != nil {
			return err
		}
	}
	return nil
}

// write queues a record and its nested rows.
func (im *Importer) write(ctx context.Context, r *record) error {
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
			v = im.substitute(f)
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
	r.values, r.nested = nil, nil // from here to the write only its position is used
	return nil
}

// replace writes the rows of an alias of a record and deletes the omitted ones. A
// row without a key gets the key of the row that it replaces: the one of the same
// language, else the next in order.
func (im *Importer) replace(ctx context.Context, parent *record, n nested) error {
	child := im.shape(n.alias.Relation.Collection)
	old := im.old.rows(n.alias, parent.key)
	for _, row := range n.rows {
		if row.key == nil {
			row.key = old.take(n.alias.Language(), row, child)
		}
	}
	for _, o := range old {
		if !o.taken && !child.explicit.has(o.key) {
			child.replaced = append(child.replaced, o.key)
		}
	}
	for _, row := range n.rows {
		if err := im.write(ctx, row); err != nil {
			return err
		}
	}
	return nil
}
