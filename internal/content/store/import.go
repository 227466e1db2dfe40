package store

import (
	"bytes"
	"context"
	"database/sql"
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"

	"ferrule/internal/content"
	"ferrule/internal/fault"
)

// Imported says what an import brought.
type Imported struct {
	Files int            // files copied to <data>/files
	Items map[string]int // records written, by collection
}

// importFile is the shape of content.json.
type importFile struct {
	Files []map[string]any `json:"files"`
	Items map[string]any   `json:"items"` // by collection: a list of items, or one object for a singleton
}

// importer is the state of one import.
type importer struct {
	s     *Store
	tx    *sql.Tx
	now   string
	fresh map[string]bool      // collections whose tables were empty: nothing to replace
	next  map[string]int64     // the next free key, by collection
	write map[string]*sql.Stmt // by collection
	count map[string]int
}

// Import loads content.json and files/ from fsys in one transaction: all of it
// or nothing. A record whose key exists is replaced as a whole, and so are the
// rows of every relation it names; relations it does not name stay as they are.
// Rows without a key get the next free one in the order of the file, or keep
// the one they had, so that the same input always has the same keys. Errors
// that the input causes are *fault.Error of kind Invalid and name the
// collection, the item and the field.
func (s *Store) Import(ctx context.Context, fsys fs.FS) (Imported, error) {
	data, err := fs.ReadFile(fsys, "content.json")
	if err != nil {
		return Imported{}, fault.Wrap(fault.Invalid, err, "content.json cannot be read")
	}
	var in importFile
	dec := json.NewDecoder(bytes.NewReader(data))
	dec.UseNumber()
	dec.DisallowUnknownFields()
	if err := dec.Decode(&in); err != nil {
		return Imported{}, fault.Wrap(fault.Invalid, err, "content.json is malformed")
	}
	s.writing.Lock()
	defer s.writing.Unlock()
	copied, err := s.copyFiles(fsys, in.Files)
	if err != nil {
		return Imported{}, err
	}
	defer copied.discard() // after publish it does nothing
	im := &importer{s: s, now: content.FormatMoment(content.Timestamp, s.now())}
	if err := im.run(ctx, &in, copied); err != nil {
		return Imported{}, err
	}
	s.revision.stale()
	// Statistics let the database choose between indexes. Without them it is
	// slower, not wrong.
	_, _ = s.writer.ExecContext(ctx, "PRAGMA analysis_limit=1000; ANALYZE")
	return Imported{Files: len(copied.files), Items: im.count}, nil
}

func (im *importer) run(ctx context.Context, in *importFile, copied *copies) (err error) {
	if im.tx, err = im.s.writer.BeginTx(ctx, nil); err != nil {
		return fmt.Errorf("import: %w", err)
	}
	defer func() { _ = im.tx.Rollback() }() // after a commit it does nothing
	// Items may refer to items that come later; references are checked below.
	if _, err := im.tx.ExecContext(ctx, "PRAGMA defer_foreign_keys=ON"); err != nil {
		return fmt.Errorf("import: %w", err)
	}
	if err := im.prepare(ctx, in); err != nil {
		return err
	}
	defer im.close()
	if err := im.items(ctx, in); err != nil {
		return err
	}
	if err := im.checkReferences(ctx); err != nil {
		return err
	}
	if err := im.checkRedirects(ctx, in); err != nil {
		return err
	}
	if err := raise(ctx, im.tx); err != nil {
		return fmt.Errorf("import: %w", err)
	}
	if err := copied.publish(); err != nil {
		return err
	}
	if err := im.tx.Commit(); err != nil {
		return errors.Join(fmt.Errorf("import: %w", err), copied.withdraw())
	}
	return nil
}

// items writes files first and then collections in the order of the model, in
// which what is referred to mostly comes first.
func (im *importer) items(ctx context.Context, in *importFile) error {
	for name := range in.Items {
		if im.s.model.Collection(name) == nil {
			return fault.New(fault.Invalid, "content.json: there is no collection %q", name)
		}
	}
	if files := im.s.model.Collection("directus_files"); files != nil {
		for i, item := range in.Files {
			if err := im.item(ctx, files, item, fmt.Sprintf("files[%d]", i)); err != nil {
				return err
			}
		}
	}
	for _, c := range im.s.model.Collections {
		given, ok := in.Items[c.Name]
		if !ok {
			continue
		}
		list, err := itemsOf(c, given)
		if err != nil {
			return err
		}
		for i, item := range list {
			if err := im.item(ctx, c, item, fmt.Sprintf("%s[%d]", c.Name, i)); err != nil {
				return err
			}
		}
	}
	return nil
}

func itemsOf(c *content.Collection, given any) ([]map[string]any, error) {
	if item, ok := given.(map[string]any); ok {
		if !c.Singleton {
			return nil, fault.New(fault.Invalid, "content.json: %s: needs a list of items", c.Name)
		}
		return []map[string]any{item}, nil
	}
	list, err := objects(given)
	if err != nil || c.Singleton {
		return nil, fault.New(fault.Invalid, "content.json: %s: needs %s", c.Name, map[bool]string{true: "one object", false: "a list of objects"}[c.Singleton])
	}
	return list, nil
}

var errNoObjects = errors.New("needs a list of objects")

func objects(v any) ([]map[string]any, error) {
	if v == nil {
		return nil, nil
	}
	list, ok := v.([]any)
	if !ok {
		return nil, errNoObjects
	}
	out := make([]map[string]any, len(list))
	for i, e := range list {
		if out[i], ok = e.(map[string]any); !ok {
			return nil, errNoObjects
		}
	}
	return out, nil
}

// checkReferences names what refers to records that are not there.
func (im *importer) checkReferences(ctx context.Context) error {
	const dangling = `SELECT c."table",c.rowid,f."from",c."parent" FROM pragma_foreign_key_check c JOIN pragma_foreign_key_list(c."table") f ON f.id=c.fkid LIMIT 1`
	var table, field, parent string
	var row sql.NullInt64
	err := im.tx.QueryRowContext(ctx, dangling).Scan(&table, &row, &field, &parent)
	if errors.Is(err, sql.ErrNoRows) {
		return nil
	}
	if err != nil {
		return fmt.Errorf("import: %w", err)
	}
	c := im.s.model.Collection(table)
	if c == nil || c.Field(field) == nil {
		return fmt.Errorf("import: table %s, which the model does not have, refers to missing records of %s", table, parent)
	}
	var key, value any
	text := "SELECT " + quote(c.Key.Name) + "," + quote(field) + " FROM " + quote(table) + " WHERE rowid=?"
	if err := im.tx.QueryRowContext(ctx, text, row.Int64).Scan(&key, &value); err != nil {
		return fmt.Errorf("import: %w", err)
	}
	return fault.New(fault.Invalid, "content.json: %s, item %v: %s refers to %v, which is not in %s", table, key, field, value, parent)
}
