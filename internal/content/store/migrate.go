package store

import (
	"context"
	"crypto/sha256"
	"database/sql"
	"encoding/hex"
	"encoding/json"
	"errors"
	"fmt"
	"strings"

	"ferrule/internal/content"
	"ferrule/internal/content/store/sqlgen"
	"ferrule/internal/database"
)

// format is the version of the table layout. Increment it with a step in migrate
// when the layout changes; a database of a newer format is not opened.
const format = 5

// Version returns the version of the stored data that this program writes.
func Version() int { return format }

// migrate applies the model to the tables in one transaction and sanitises the
// stored values of rich-text fields. Apart from renamed collections it only adds:
// tables and columns that the model does not declare remain.
//
// It does not use database.Migrate, which applies numbered statements: it derives
// the statements from the differences between the model and the existing tables,
// and records the model's hash and the format, which Check reads too.
func (s *Store) migrate(ctx context.Context) error {
	tx, err := s.begin(ctx)
	if err != nil {
		return err
	}
	defer func() { _ = tx.Rollback() }() // no effect after a commit
	t := tablesOf(s.writer.Kind)
	if err := execute(ctx, tx, t.bookkeeping()); err != nil {
		return err
	}
	var applied int
	var declared string
	err = tx.QueryRowContext(ctx, `SELECT format,model FROM "ferrule_schema" ORDER BY version DESC LIMIT 1`).Scan(&applied, &declared)
	switch {
	case err == nil && applied > format:
		return database.NewerData("content format", applied, format)
	case err == nil && applied == format && declared == t.declared(s.model):
		return errors.Join(tx.Commit(), database.RemoveCopy(ctx, s.writer, s.now().Add(-database.CopyRetention)))
	case err != nil && err != sql.ErrNoRows: //nolint:errorlint // Scan returns it unwrapped
		return err
	}
	if applied > 0 {
		if err := database.CopyBeforeUpgrade(ctx, s.writer, tx); err != nil {
			return err
		}
	}
	if err := execute(ctx, tx, t.before(s.model)); err != nil {
		return err
	}
	if err := s.renameCollections(ctx, tx, t); err != nil {
		return err
	}
	var after []string
	for _, c := range s.model.Collections {
		references, err := s.migrateCollection(ctx, tx, t, c)
		if err != nil {
			return fmt.Errorf("migrate table %s: %w", c.Name, err)
		}
		after = append(after, references...)
	}
	if err := execute(ctx, tx, append(after, t.after(s.model)...)); err != nil {
		return err
	}
	if err := s.sanitizeStored(ctx, tx); err != nil {
		return err
	}
	insert := s.writer.Rebind(`INSERT INTO "ferrule_schema" (format,model,applied) VALUES (?,?,?)`)
	if _, err := tx.ExecContext(ctx, insert, format, t.declared(s.model), content.FormatTime(content.Timestamp, s.now())); err != nil {
		return err
	}
	return tx.Commit()
}

func execute(ctx context.Context, tx *sql.Tx, statements []string) error {
	for _, text := range statements {
		if _, err := tx.ExecContext(ctx, text); err != nil {
			return err
		}
	}
	return nil
}

// renameCollections renames tables that have the former name of a collection, and
// the collection in the recorded changes.
func (s *Store) renameCollections(ctx context.Context, tx *sql.Tx, t tables) error {
	for _, c := range s.model.Collections {
		former := content.FormerName(c.Name)
		if former == "" {
			continue
		}
		have, err := tableColumns(ctx, tx, s.writer.Rebind(t.columns()), c.Name)
		if err != nil {
			return err
		}
		if len(have) > 0 {
			continue // a table of the current name exists: the former table remains
		}
		statements, err := firstColumn(ctx, tx, t.renaming(), former, c.Name)
		if err != nil {
			return fmt.Errorf("rename table %s: %w", former, err)
		}
		if err := execute(ctx, tx, statements); err != nil {
			return fmt.Errorf("rename table %s: %w", former, err)
		}
		if _, err := tx.ExecContext(ctx, s.writer.Rebind(`UPDATE "ferrule_changes" SET collection=? WHERE collection=?`), c.Name, former); err != nil {
			return err
		}
	}
	return nil
}

// migrateCollection creates a table, or its missing columns, and its indexes. It
// returns the statements to be run after all tables exist.
func (s *Store) migrateCollection(ctx context.Context, tx *sql.Tx, t tables, c *content.Collection) (after []string, err error) {
	have, err := tableColumns(ctx, tx, s.writer.Rebind(t.columns()), c.Name)
	if err != nil {
		return nil, err
	}
	var text, columns []string
	for _, f := range c.Fields {
		switch {
		case f.Type == content.Alias || have[f.Name]:
			continue
		case len(have) == 0:
			columns = append(columns, columnDefinition(t, f, false))
		default:
			text = append(text, "ALTER TABLE "+sqlgen.Quote(c.Name)+" ADD COLUMN "+columnDefinition(t, f, true))
		}
		if f.Kind == content.ManyToOne {
			after = append(after, t.reference(f)...)
		}
	}
	if len(have) == 0 {
		text = append(text, "CREATE TABLE "+sqlgen.Quote(c.Name)+" ("+strings.Join(columns, ",")+")"+t.options())
	}
	return after, execute(ctx, tx, append(text, indexes(t, c)...))
}

func tableColumns(ctx context.Context, tx *sql.Tx, query, table string) (map[string]bool, error) {
	names, err := firstColumn(ctx, tx, query, table)
	have := make(map[string]bool, len(names))
	for _, name := range names {
		have[name] = true
	}
	return have, err
}

// firstColumn returns the first column of a statement's rows.
func firstColumn(ctx context.Context, tx *sql.Tx, query string, args ...any) ([]string, error) {
	rows, err := tx.QueryContext(ctx, query, args...)
	if err != nil {
		return nil, err
	}
	defer func() { _ = rows.Close() }() // Err reports failures
	var out []string
	for rows.Next() {
		var text string
		if err := rows.Scan(&text); err != nil {
			return nil, err
		}
		out = append(out, text)
	}
	return out, rows.Err()
}

// columnDefinition declares a column. A column that is added to existing rows
// cannot be NOT NULL without a default.
func columnDefinition(t tables, f *content.Field, added bool) string {
	text := sqlgen.Quote(f.Name) + " " + t.columnType(f)
	switch {
	case f == f.Collection.Key:
		return text + t.key(f)
	case f.Required && (!added || f.Default != nil):
		text += " NOT NULL"
	}
	if f.Default != nil {
		text += " DEFAULT " + defaultValue(t, f)
	}
	if f.Kind == content.ManyToOne {
		text += t.inlineReference(f)
	}
	return text
}

func defaultValue(t tables, f *content.Field) string {
	v, err := content.ParseValue(f, f.Default)
	if err != nil {
		panic("store: the model validates defaults: " + err.Error())
	}
	switch v := t.Value(f, v).(type) {
	case string:
		return sqlgen.Literal(v)
	default:
		text, err := json.Marshal(v)
		if err != nil {
			panic("store: encode number or boolean as JSON: " + err.Error())
		}
		return string(text)
	}
}

// references returns the part of a foreign key's declaration that is common to
// all databases.
func references(r *content.Relation) string {
	return " REFERENCES " + sqlgen.Quote(r.Related.Name) + "(" + sqlgen.Quote(r.Related.Key.Name) + ") ON DELETE " + r.OnDelete
}

// indexes returns the statements that create the indexes of a collection: on
// foreign keys in the order of the relation or by language, on slugs, and on the
// columns that lists are sorted and filtered by.
func indexes(t tables, c *content.Collection) []string {
	var out []string
	index := func(unique bool, fields ...*content.Field) {
		out = append(out, createIndex(unique, indexName(c, fields), c, columnNames(fields)))
	}
	// related indexes the rows of one parent in their order. Without it, all of
	// them would be sorted to return the first.
	related := func(parent *content.Field) {
		terms := []string{sqlgen.Quote(parent.Name)}
		for _, f := range relatedOrder(parent) {
			terms = append(terms, t.ordered(f))
		}
		out = append(out, createIndex(false, indexName(c, append([]*content.Field{parent}, relatedOrder(parent)...)), c, terms))
	}
	status := c.Field("status")
	for _, f := range c.Fields {
		if status != nil && f != status && (f == c.SortField || f.HasSpecial("date-created")) {
			index(false, status, f) // public lists: published records, in order or newest first
		}
		switch {
		case f == c.Key || f.Type == content.Alias:
		case f.Unique:
			index(true, f)
		case f.Kind == content.ManyToOne && f.Relation.SortField != nil:
			related(f)
			out = append(out, "DROP INDEX IF EXISTS "+sqlgen.Quote(indexName(c, []*content.Field{f, f.Relation.SortField}))) // of format 2
		case f.Kind == content.ManyToOne && f.Relation.Junction != nil && f.Relation.OneField != "":
			related(f)
			index(false, f, f.Relation.Junction)
		case f.Kind == content.ManyToOne, f == c.SortField, f.Name == "slug", f.Name == "status",
			f.HasSpecial("date-created"), f.HasSpecial("date-updated"): // newest first
			index(false, f)
		}
	}
	return out
}

// relatedOrder returns the columns that order the rows of one parent in the
// index on a foreign key; nil for none.
func relatedOrder(parent *content.Field) []*content.Field {
	switch r := parent.Relation; {
	case parent.Kind != content.ManyToOne || parent.Unique || parent == parent.Collection.Key:
		return nil
	case r.SortField != nil:
		return []*content.Field{r.SortField, parent.Collection.Key}
	case r.Junction != nil && r.OneField != "":
		return []*content.Field{parent.Collection.Key}
	default:
		return nil
	}
}

func createIndex(unique bool, name string, c *content.Collection, terms []string) string {
	kind := "INDEX"
	if unique {
		kind = "UNIQUE INDEX"
	}
	return "CREATE " + kind + " IF NOT EXISTS " + sqlgen.Quote(name) + " ON " + sqlgen.Quote(c.Name) + " (" + strings.Join(terms, ",") + ")"
}

func indexName(c *content.Collection, fields []*content.Field) string {
	parts := []string{"ix", c.Name}
	for _, f := range fields {
		parts = append(parts, f.Name)
	}
	return shortened(strings.Join(parts, "_"))
}

func columnNames(fields []*content.Field) []string {
	names := make([]string, len(fields))
	for i, f := range fields {
		names[i] = sqlgen.Quote(f.Name)
	}
	return names
}

// maxName is PostgreSQL's limit of an identifier, in bytes.
const maxName = 63

// shortened returns a name of at most maxName bytes, distinct for distinct names.
func shortened(name string) string {
	if len(name) <= maxName {
		return name
	}
	sum := sha256.Sum256([]byte(name))
	end := "_" + hex.EncodeToString(sum[:4])
	return strings.ToValidUTF8(name[:maxName-len(end)], "") + end
}
