package store

import (
	"context"
	"strings"

	"ferrule/internal/content"
	"ferrule/internal/content/store/sqlgen"
	"ferrule/internal/fault"
)

// Apply writes rows of another content system in one transaction. Rows may refer
// to later rows. It sets no default values and checks no permissions. The error
// of a value that cannot be stored is *content.Refusal or *fault.Error of kind
// Invalid and names collection and field.
func (s *Store) Apply(ctx context.Context, changes []content.Change) error {
	if len(changes) == 0 {
		return nil
	}
	call := content.Write{Access: content.System}
	return s.change(ctx, &call, func(ctx context.Context, w *writer) error {
		if err := s.deferReferences(ctx, w.tx); err != nil {
			return err
		}
		written := make([]row, 0, len(changes))
		for i := range changes {
			values, err := w.apply(ctx, &changes[i])
			if err != nil {
				return err
			}
			written = append(written, values)
		}
		return w.checkReferences(ctx, written)
	})
}

// apply writes one row and returns its columns.
func (w *writer) apply(ctx context.Context, change *content.Change) (row, error) {
	c, key, err := w.resolve(change)
	if err != nil {
		return nil, err
	}
	old, err := w.current(ctx, c, key, content.ActionUpdate)
	missing := fault.KindOf(err) == fault.Forbidden
	switch {
	case err != nil && !missing:
		return nil, err
	case change.Delete && missing:
		return nil, nil //nolint:nilnil // already deleted
	case change.Delete:
		return nil, w.deleteOne(ctx, c, key, old)
	}
	values, err := columnsOf(c, change.Values)
	if err != nil {
		return nil, err
	}
	values[c.Key] = key
	text, args := w.upsertStatement(c, values)
	if _, err := w.tx.ExecContext(ctx, text, args...); err != nil {
		return nil, w.refused(c, values, err)
	}
	w.touch(c, key, old, values)
	return values, w.touchVisibility(ctx, c, key, old, values)
}

// resolve returns the collection and the key of a change.
func (w *writer) resolve(change *content.Change) (*content.Collection, any, error) {
	c := w.s.model.Collection(change.Collection)
	if c == nil {
		return nil, nil, fault.New(fault.Invalid, "There is no collection %q.", change.Collection)
	}
	key, err := content.ParseValue(c.Key, change.Key)
	if err != nil || key == nil {
		return nil, nil, fault.New(fault.Invalid, "%v is no key of %s.", change.Key, c.Name)
	}
	return c, key, nil
}

// upsertStatement returns the statement that creates or updates a row.
func (w *writer) upsertStatement(c *content.Collection, values row) (text string, args []any) {
	var names, placeholders, sets []string
	for _, f := range c.Fields {
		v, given := values[f]
		if !given {
			continue
		}
		args = append(args, w.s.dialect.Value(f, v))
		names, placeholders = append(names, sqlgen.Quote(f.Name)), append(placeholders, w.s.dialect.Placeholder(len(args)))
		if f != c.Key {
			sets = append(sets, sqlgen.Quote(f.Name)+"=excluded."+sqlgen.Quote(f.Name))
		}
	}
	action := "NOTHING"
	if len(sets) > 0 {
		action = "UPDATE SET " + strings.Join(sets, ",")
	}
	text = "INSERT INTO " + sqlgen.Quote(c.Name) + " (" + strings.Join(names, ",") + ") VALUES (" + strings.Join(placeholders, ",") + ") ON CONFLICT (" + sqlgen.Quote(c.Key.Name) + ") DO " + action
	return text, args
}

// columnsOf parses the values of columns.
func columnsOf(c *content.Collection, given map[string]any) (row, error) {
	values := make(row, len(given)+1)
	for name, raw := range given {
		f := c.Field(name)
		if f == nil || f.Type == content.Alias {
			return nil, fault.New(fault.Invalid, "%s has no column %q.", c.Name, name)
		}
		v, err := content.ParseValue(f, raw)
		if err != nil {
			return nil, fault.New(fault.Invalid, "%s.%s: %v.", c.Name, name, err)
		}
		if v == nil && f.Required && f != c.Key {
			return nil, fault.New(fault.Invalid, "%s.%s: is required.", c.Name, name)
		}
		if text, ok := v.(string); ok {
			v = content.CleanMarkup(f, text)
		}
		values[f] = v
	}
	return values, nil
}

// checkReferences checks that the rows that written rows refer to exist.
func (w *writer) checkReferences(ctx context.Context, written []row) error {
	for _, values := range written {
		for f, v := range values {
			if f.Kind != content.ManyToOne || v == nil {
				continue
			}
			found, err := w.exists(ctx, f.Relation.Related.Key, v)
			if err != nil {
				return err
			}
			if !found {
				return content.NoSuchKey(f, v)
			}
		}
	}
	return nil
}
