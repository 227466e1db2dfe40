package store

import (
	"context"
	"crypto/sha1" //nolint:gosec // as RFC 9562 makes a UUID of a name
	"database/sql"
	"encoding/hex"
	"errors"
	"fmt"
	"strings"

	"modernc.org/sqlite"
	sqlite3 "modernc.org/sqlite/lib"

	"ferrule/internal/content"
	"ferrule/internal/fault"
)

func wrong(where string, f *content.Field, err error) error {
	return fault.New(fault.Invalid, "content.json: %s: %s: %v", where, f.Name, err)
}

// refused explains why the database did not take a record. Anything but a
// broken rule of the tables is a fault of ours.
func refused(where string, err error) error {
	var e *sqlite.Error
	if errors.As(err, &e) && e.Code()&0xff == sqlite3.SQLITE_CONSTRAINT {
		if _, column, ok := strings.Cut(e.Error(), "UNIQUE constraint failed: "); ok {
			column, _, _ = strings.Cut(column, " (")
			return fault.Wrap(fault.Invalid, err, "content.json: %s: %s has to be unique", where, column)
		}
		return fault.Wrap(fault.Invalid, err, "content.json: %s: it breaks a rule of its table", where)
	}
	return fmt.Errorf("import %s: %w", where, err)
}

// item writes one record and what is nested in it.
func (im *importer) item(ctx context.Context, c *content.Collection, item map[string]any, where string) error {
	key, err := im.key(c, item, where)
	if err != nil {
		return err
	}
	where = fmt.Sprintf("%s (%s %v)", where, c.Key.Name, key)
	for name := range item {
		if c.Field(name) == nil {
			return fault.New(fault.Invalid, "content.json: %s: there is no field %q in %s", where, name, c.Name)
		}
	}
	args := make([]any, 0, len(c.Fields))
	for _, f := range c.Fields {
		if f.Type == content.Alias {
			continue
		}
		v, err := im.value(f, item, key)
		if err != nil {
			return wrong(where, f, err)
		}
		args = append(args, v)
	}
	stmt, err := im.statement(ctx, c) //nolint:sqlclosecheck // kept until the import ends, see close
	if err != nil {
		return err
	}
	if _, err := stmt.ExecContext(ctx, args...); err != nil {
		return refused(where, err)
	}
	im.count[c.Name]++
	for _, f := range c.Fields {
		nested, given := item[f.Name]
		if f.Type != content.Alias || !given {
			continue
		}
		rows, err := objects(nested)
		if err != nil {
			return wrong(where, f, err)
		}
		if err := im.replace(ctx, f, key, rows, where); err != nil {
			return err
		}
	}
	return nil
}

// value is what to bind for a column: what is given, else the moment for dates
// of creation and change, else the default.
func (im *importer) value(f *content.Field, item map[string]any, key any) (any, error) {
	if f == f.Collection.Key {
		return key, nil
	}
	raw, given := item[f.Name]
	switch {
	case !given && (f.HasSpecial("date-created") || f.HasSpecial("date-updated")):
		raw = im.now
	case !given:
		raw = f.Default
	case f.Kind == content.ManyToOne:
		if _, nested := raw.(map[string]any); nested {
			return nil, fmt.Errorf("needs the key of a record of %s", f.Relation.Related.Name)
		}
	}
	v, err := content.ParseValue(f, raw)
	if err != nil {
		return nil, err
	}
	if v == nil && f.Required {
		return nil, errors.New("is required")
	}
	if f.Relation != nil && f.Kind == content.AnyToOne {
		if err := checkAllowed(f.Relation, item); err != nil {
			return nil, err
		}
	}
	if text, ok := v.(string); ok {
		v = content.CleanMarkup(f, text)
	}
	return im.s.dialect.value(f, v), nil
}

func checkAllowed(r *content.Relation, item map[string]any) error {
	name := item[r.CollectionField.Name]
	for _, a := range r.Allowed {
		if name == a.Name {
			return nil
		}
	}
	return fmt.Errorf("%s %v is not one of the collections it may point to", r.CollectionField.Name, name)
}

// key is the item's own key or the next free one.
func (im *importer) key(c *content.Collection, item map[string]any, where string) (any, error) {
	if raw := item[c.Key.Name]; raw != nil {
		key, err := content.ParseValue(c.Key, raw)
		if err != nil {
			return nil, wrong(where, c.Key, err)
		}
		return key, nil
	}
	switch c.Key.Type {
	case content.Integer, content.BigInteger:
		if c.Singleton {
			return int64(1), nil
		}
		im.next[c.Name]++
		return im.next[c.Name], nil
	case content.UUID:
		return uuidOf(where), nil
	default:
		return nil, fault.New(fault.Invalid, "content.json: %s: needs a %s", where, c.Key.Name)
	}
}

// uuidOf makes a UUID of a name (RFC 9562, version 5), so that a record without
// a key has the same one at every import.
func uuidOf(name string) string {
	sum := sha1.Sum([]byte("ferrule content " + name)) //nolint:gosec // not for secrets
	sum[6], sum[8] = sum[6]&0x0f|0x50, sum[8]&0x3f|0x80
	h := hex.EncodeToString(sum[:16])
	return strings.Join([]string{h[:8], h[8:12], h[12:16], h[16:20], h[20:]}, "-")
}

// statement inserts a record or replaces the one with its key.
func (im *importer) statement(ctx context.Context, c *content.Collection) (*sql.Stmt, error) {
	if stmt := im.write[c.Name]; stmt != nil {
		return stmt, nil
	}
	var names, values, sets []string
	for _, f := range c.Fields {
		if f.Type == content.Alias {
			continue
		}
		names = append(names, quote(f.Name))
		values = append(values, im.s.dialect.placeholder(len(values)+1))
		if f != c.Key {
			sets = append(sets, quote(f.Name)+"=excluded."+quote(f.Name))
		}
	}
	text := "INSERT INTO " + quote(c.Name) + " (" + strings.Join(names, ",") + ") VALUES (" + strings.Join(values, ",") + ") ON CONFLICT (" + quote(c.Key.Name) + ") DO "
	if len(sets) == 0 {
		text += "NOTHING"
	} else {
		text += "UPDATE SET " + strings.Join(sets, ",")
	}
	stmt, err := im.tx.PrepareContext(ctx, text)
	if err != nil {
		return nil, fmt.Errorf("import %s: %w", c.Name, err)
	}
	im.write[c.Name] = stmt
	return stmt, nil
}

func (im *importer) close() {
	for _, stmt := range im.write {
		_ = stmt.Close()
	}
}
