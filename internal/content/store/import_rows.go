package store

import (
	"context"
	"database/sql"
	"fmt"
	"maps"

	"ferrule/internal/content"
)

// prepare finds which tables are empty and which keys are taken.
func (im *importer) prepare(ctx context.Context, in *importFile) error {
	im.fresh, im.next, im.write, im.count = map[string]bool{}, map[string]int64{}, map[string]*sql.Stmt{}, map[string]int{}
	for _, c := range im.s.model.Collections {
		var n int64
		largest := "count(*)"
		if c.Key.Type == content.Integer || c.Key.Type == content.BigInteger {
			largest = "coalesce(max(" + quote(c.Key.Name) + "),0)"
		}
		if err := im.tx.QueryRowContext(ctx, "SELECT "+largest+" FROM "+quote(c.Name)).Scan(&n); err != nil {
			return fmt.Errorf("import %s: %w", c.Name, err)
		}
		im.fresh[c.Name] = n == 0
		im.next[c.Name] = n
	}
	for _, c := range im.s.model.Collections {
		given := in.Items[c.Name]
		if item, ok := given.(map[string]any); ok {
			given = []any{item}
		}
		im.reserve(c, given)
	}
	return nil
}

// reserve keeps the keys that are given, at any depth, from being given again.
func (im *importer) reserve(c *content.Collection, given any) {
	list, ok := given.([]any)
	if !ok {
		return
	}
	for _, e := range list {
		item, ok := e.(map[string]any)
		if !ok {
			continue
		}
		if key, err := content.ParseValue(c.Key, item[c.Key.Name]); err == nil {
			if n, ok := key.(int64); ok {
				im.next[c.Name] = max(im.next[c.Name], n)
			}
		}
		for name, nested := range item {
			if f := c.Field(name); f != nil && f.ToMany() {
				im.reserve(f.Relation.Collection, nested)
			}
		}
	}
}

// replace writes the rows behind the alias f of the record parent and deletes
// those that are no longer given. Rows without a key take over the keys of the
// rows they stand for: those of the same language, else in order.
func (im *importer) replace(ctx context.Context, f *content.Field, parent any, rows []map[string]any, where string) error {
	r := f.Relation
	old, err := im.rowsOf(ctx, f, parent)
	if err != nil {
		return err
	}
	given := make(map[string]bool)
	for _, row := range rows {
		if raw := row[r.Collection.Key.Name]; raw != nil {
			given[fmt.Sprint(raw)] = true
		}
	}
	own := func(key string) bool { return given[key] }
	keys := make([]any, len(rows))
	for i, row := range rows {
		if row[r.Collection.Key.Name] == nil {
			keys[i] = old.take(f.Language(), row, own)
		}
	}
	if err := im.delete(ctx, r.Collection, old, own); err != nil {
		return err
	}
	for i, row := range rows {
		child := make(map[string]any, len(row)+2)
		maps.Copy(child, row)
		child[r.Field.Name] = rawKey(parent)
		if keys[i] != nil {
			child[r.Collection.Key.Name] = rawKey(keys[i])
		}
		if err := im.item(ctx, r.Collection, child, fmt.Sprintf("%s.%s[%d]", where, f.Name, i)); err != nil {
			return err
		}
	}
	return nil
}

// rawKey writes a key as JSON gives it.
func rawKey(key any) any { return fmt.Sprint(key) }

// oldRows are the rows a relation had before, in order.
type oldRows struct {
	keys      []any
	languages []string
	taken     []bool
}

func (im *importer) rowsOf(ctx context.Context, f *content.Field, parent any) (*oldRows, error) {
	old := &oldRows{}
	c := f.Relation.Collection
	if im.fresh[c.Name] {
		return old, nil
	}
	language := "''"
	if l := f.Language(); l != nil {
		language = "coalesce(" + quote(l.Name) + ",'')"
	}
	rows, err := im.tx.QueryContext(ctx, "SELECT "+quote(c.Key.Name)+","+language+" FROM "+quote(c.Name)+" WHERE "+quote(f.Relation.Field.Name)+"="+im.s.dialect.placeholder(1)+" ORDER BY 1", parent)
	if err != nil {
		return nil, fmt.Errorf("import %s: %w", c.Name, err)
	}
	defer func() { _ = rows.Close() }()
	for rows.Next() {
		var key any
		var language string
		if err := rows.Scan(&key, &language); err != nil {
			return nil, fmt.Errorf("import %s: %w", c.Name, err)
		}
		old.keys, old.languages, old.taken = append(old.keys, key), append(old.languages, language), append(old.taken, false)
	}
	return old, rows.Err()
}

// take returns the key of the row that a new one stands for, nil if there is
// none left.
func (o *oldRows) take(language *content.Field, row map[string]any, own func(string) bool) any {
	for i, key := range o.keys {
		if o.taken[i] || own(fmt.Sprint(key)) || language != nil && row[language.Name] != o.languages[i] {
			continue
		}
		o.taken[i] = true
		return key
	}
	return nil
}

func (im *importer) delete(ctx context.Context, c *content.Collection, old *oldRows, own func(string) bool) error {
	for i, key := range old.keys {
		if old.taken[i] || own(fmt.Sprint(key)) {
			continue
		}
		if _, err := im.tx.ExecContext(ctx, "DELETE FROM "+quote(c.Name)+" WHERE "+quote(c.Key.Name)+"="+im.s.dialect.placeholder(1), key); err != nil {
			return fmt.Errorf("import %s: %w", c.Name, err)
		}
	}
	return nil
}
