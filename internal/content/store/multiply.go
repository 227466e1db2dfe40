package store

import (
	"context"
	"encoding/json"
	"fmt"
	"strings"

	"ferrule/internal/content"
	"ferrule/internal/database"
)

// Multiplied says how a large catalogue is made of a small one.
type Multiplied struct {
	Products   int // to have in the end, at least
	Variations int // of each copy at most; the first ones
}

// copiesAtOnce bounds a statement, and with it what a transaction keeps.
const copiesAtOnce = 50

// Multiply adds copies of all products, with all that belongs to them, until
// there are as many as wanted: a catalogue of any size for measurements. Copy k
// has "-k" after its slug and part numbers, and k after its names.
func (s *Store) Multiply(ctx context.Context, to Multiplied) error {
	s.writing.Lock()
	defer s.writing.Unlock()
	var have int
	if err := s.readers.QueryRowContext(ctx, `SELECT count(*) FROM "products"`).Scan(&have); err != nil {
		return err
	}
	if have == 0 {
		return fmt.Errorf("multiply: there are no products to copy; import some first")
	}
	copies := (to.Products - 1) / have
	m := multiplier{s: s, spans: map[*content.Collection]int64{}, variations: to.Variations}
	if err := m.measure(ctx); err != nil {
		return fmt.Errorf("multiply: %w", err)
	}
	restore := func() error { return nil }
	if s.writer.Kind == database.SQLite {
		var err error
		if restore, err = s.onlyAppend(ctx); err != nil {
			return fmt.Errorf("multiply: %w", err)
		}
	}
	for first := 1; first <= copies; first += copiesAtOnce {
		if err := m.copies(ctx, first, min(copies, first+copiesAtOnce-1)); err != nil {
			return fmt.Errorf("multiply: %w", err)
		}
	}
	if err := restore(); err != nil {
		return fmt.Errorf("multiply: %w", err)
	}
	s.revision.stale()
	s.sizes.forget()
	s.analyze(ctx)
	return nil
}

// onlyAppend makes the writer as fast as the disk: without indexes every copy
// goes to the end of its table. The returned function makes the indexes again,
// each in one go. Who ends the program in between has no store worth keeping.
func (s *Store) onlyAppend(ctx context.Context) (restore func() error, err error) {
	tables, err := json.Marshal(multiplied())
	if err != nil {
		return nil, err
	}
	rows, err := s.writer.QueryContext(ctx, `SELECT name,sql FROM sqlite_schema WHERE type='index' AND sql IS NOT NULL AND tbl_name IN (SELECT value FROM json_each(?))`, string(tables))
	if err != nil {
		return nil, err
	}
	defer func() { _ = rows.Close() }() // Err says what went wrong
	before := []string{"PRAGMA foreign_keys=0", "PRAGMA synchronous=OFF", "PRAGMA cache_size=-262144"}
	var after []string
	for rows.Next() {
		var name, definition string
		if err := rows.Scan(&name, &definition); err != nil {
			return nil, err
		}
		before, after = append(before, "DROP INDEX "+quote(name)), append(after, definition)
	}
	if err := rows.Err(); err != nil {
		return nil, err
	}
	after = append(after, "PRAGMA foreign_keys=1", "PRAGMA synchronous=NORMAL")
	run := func(statements []string) error {
		for _, text := range statements {
			if _, err := s.writer.ExecContext(ctx, text); err != nil {
				return err
			}
		}
		return nil
	}
	return func() error { return run(after) }, run(before)
}

// multiplier knows the greatest id of each table that is copied: ids of copy k
// are those of the original and k times that.
type multiplier struct {
	s          *Store
	spans      map[*content.Collection]int64
	variations int
}

// multiplied are the tables that belong to a product, owners first.
func multiplied() []string {
	return []string{
		"products", "products_translations", "products_categories", "products_tags", "product_attributes",
		"product_attributes_values", "product_attributes_translations", "variations", "variations_translations", "variation_attributes",
	}
}

func (m *multiplier) measure(ctx context.Context) error {
	for _, name := range multiplied() {
		c := m.s.model.Collection(name)
		if c == nil {
			return fmt.Errorf("the model has no collection %q", name)
		}
		var span int64
		if err := m.s.readers.QueryRowContext(ctx, "SELECT coalesce(max("+quote(c.Key.Name)+"),0) FROM "+quote(name)).Scan(&span); err != nil {
			return err
		}
		m.spans[c] = span
	}
	return nil
}

func (m *multiplier) copies(ctx context.Context, first, last int) error {
	tx, err := m.s.begin(ctx)
	if err != nil {
		return err
	}
	defer func() { _ = tx.Rollback() }() // after a commit it does nothing
	for _, name := range multiplied() {
		text := m.s.writer.Rebind(m.statement(m.s.model.Collection(name)))
		if _, err := tx.ExecContext(ctx, text, first, last); err != nil {
			return fmt.Errorf("%s: %w", name, err)
		}
	}
	if err := raise(ctx, tx); err != nil {
		return err
	}
	return tx.Commit()
}

func (m *multiplier) statement(c *content.Collection) string {
	var columns, values []string
	for _, f := range c.Fields {
		if f.Type == content.Alias {
			continue
		}
		columns = append(columns, quote(f.Name))
		value := "t." + quote(f.Name)
		switch {
		case f == c.Key:
			value = fmt.Sprintf("%s+k*%d", value, m.spans[c])
		case f.Kind == content.ManyToOne && m.spans[f.Relation.Related] > 0:
			value = fmt.Sprintf("%s+k*%d", value, m.spans[f.Relation.Related])
		case f.Name == "slug" || f.Name == "sku":
			value += "||'-'||k"
		case f.Name == "name":
			value += "||' '||k"
		}
		values = append(values, value)
	}
	where := fmt.Sprintf("t.%s<=%d", quote(c.Key.Name), m.spans[c])
	few := fmt.Sprintf(`(SELECT "id" FROM "variations" WHERE "sort"<=%d AND "id"<=%d)`, m.variations, m.spans[m.s.model.Collection("variations")])
	switch c.Name {
	case "variations":
		where += fmt.Sprintf(` AND t."sort"<=%d`, m.variations)
	case "variations_translations":
		where += ` AND t."variations_id" IN ` + few
	case "variation_attributes":
		where += ` AND t."variation" IN ` + few
	}
	return "WITH RECURSIVE ks(k) AS (SELECT CAST(?1 AS INTEGER) UNION ALL SELECT k+1 FROM ks WHERE k<?2) INSERT INTO " + quote(c.Name) +
		" (" + strings.Join(columns, ",") + ") SELECT " + strings.Join(values, ",") + " FROM ks CROSS JOIN " + quote(c.Name) + " t WHERE " + where
}
