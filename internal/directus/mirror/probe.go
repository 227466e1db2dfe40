package mirror

import (
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"net/url"
	"slices"

	"ferrule/internal/content"
	"ferrule/internal/directus/client"
)

// probe detects the columns that the Directus shows, from one record with all
// its fields, because the token may lack permission to read the schema.
func (m *Mirror) probe(ctx context.Context, t *table) error {
	data, err := m.client.Get(ctx, t.path, url.Values{"fields": {"*"}, "limit": {"1"}})
	t.hidden = client.IsHidden(err)
	if t.Name == synonyms && (err == nil || t.hidden) {
		m.setLocalSynonyms(t.hidden)
	}
	if t.hidden {
		switch {
		case t.Name == synonyms: // nothing is incomplete without them
		case client.IsInactive(err):
			m.shortfalls.inactive = append(m.shortfalls.inactive, t.remoteName)
		default:
			m.shortfalls.collections = append(m.shortfalls.collections, t.remoteName)
		}
		return nil
	}
	if err != nil {
		return err
	}
	object := bytes.HasPrefix(data, []byte("{"))
	t.single = t.Singleton || object
	found, err := objects(data)
	if err != nil {
		return err
	}
	// A singleton without a record replies with one whose key is null.
	t.empty = len(found) == 0 || object && found[0][t.columns[0].remoteName] == nil
	if !t.empty {
		m.adapt(t, found[0])
	}
	if t.System && !t.empty && !t.hidden {
		return m.probeFolders(ctx, t)
	}
	return nil
}

// probeFolders leaves the files as they are if the Directus lacks a folder of the
// mapping: its entry is probably mistyped, or the folder was renamed.
func (m *Mirror) probeFolders(ctx context.Context, t *table) error {
	var unknown []string
	for _, folder := range m.options.Map.Folders {
		known, err := m.hasFolder(ctx, t, folder)
		if err != nil {
			return err
		}
		if !known {
			unknown = append(unknown, folder)
		}
	}
	m.setUnknownFolders(unknown)
	t.hidden = len(unknown) > 0
	return nil
}

// hasFolder reports whether the Directus has a folder or, if the token may not read
// folders, whether a file is in it.
func (m *Mirror) hasFolder(ctx context.Context, t *table, folder string) (bool, error) {
	query := url.Values{"fields": {"id"}, "limit": {"1"}}
	text, err := json.Marshal(isFolder(folder))
	if err != nil {
		return false, err
	}
	query.Set("filter", string(text))
	data, err := m.client.Get(ctx, "/folders", query)
	if client.IsHidden(err) {
		query.Del("filter")
		found, err := m.list(ctx, t, query, inFolders([]string{folder}))
		if client.IsHidden(err) {
			err = nil
		}
		return len(found) > 0, err
	}
	if err != nil {
		return false, err
	}
	found, err := objects(data)
	return len(found) > 0, err
}

// adapt adapts a table to the fields and keys of a record.
func (m *Mirror) adapt(t *table, record map[string]any) {
	clear(t.missing)
	for i, c := range t.columns {
		if _, ok := record[c.remoteName]; ok || c.constant != nil {
			continue
		}
		if _, ok := record[archivedField].(bool); ok && c.Name == statusField {
			t.columns[i].remoteName, t.columns[i].values = archivedField, statusOfArchived()
			continue
		}
		required := c.Field == t.Key || c.Required
		m.shortfalls.addField(t.remoteName, c.remoteName, required)
		t.hidden, t.missing[c.Name] = t.hidden || required, true
	}
	if t.hidden {
		return
	}
	if !t.System && !m.options.whole {
		t.only = notDraft(t, record)
	}
	key := record[t.columns[0].remoteName]
	switch _, ok := m.validKey(t.Collection, key); {
	case !ok:
		m.exclude(t, t.newKeyTypeError(key))
	case hasIntegerKey(t.Collection) && !isInteger(key):
		t.foreign = true
	}
}

// Fields by which a Directus distinguishes drafts: a text, or since version 12 a
// boolean in new collections.
const (
	statusField   = "status"
	archivedField = "archived"
)

func statusOfArchived() map[string]any {
	return map[string]any{"false": "published", "true": "archived"}
}

// notDraft returns a condition for the records that are neither drafts nor archived, if the
// model does not have the field that says so; otherwise nil.
func notDraft(t *table, record map[string]any) condition {
	if f := t.Field(statusField); f != nil && t.column(f).constant == nil {
		return nil // public permissions of the model hide drafts
	}
	var test map[string]any
	name := statusField
	switch {
	case canHold[string](record, statusField) && !t.reads(statusField):
		test = map[string]any{"_nin": []string{"draft", "archived"}}
	case canHold[bool](record, archivedField) && !t.reads(archivedField):
		name, test = archivedField, map[string]any{"_neq": true}
	default:
		return nil
	}
	return condition{"_or": []any{condition{name: map[string]any{"_null": true}}, condition{name: test}}}
}

// canHold reports whether a record has a field whose value is of a type, or null as in
// records older than the field.
func canHold[T any](record map[string]any, name string) bool {
	v, ok := record[name]
	_, is := v.(T)
	return ok && (v == nil || is)
}

// reads reports whether a field of the Directus is read into a column.
func (t *table) reads(remoteName string) bool {
	return slices.ContainsFunc(t.columns, func(c column) bool { return c.remoteName == remoteName })
}

// keyTypeError reports keys of a type that the model's key cannot store.
type keyTypeError struct {
	remote content.Type
	local  content.Type
}

func (e *keyTypeError) Error() string {
	return fmt.Sprintf("keys are of type %s in the Directus, %s in the model", e.remote, e.local)
}

func (t *table) newKeyTypeError(key any) *keyTypeError {
	out := &keyTypeError{remote: content.String, local: t.Key.Type}
	for _, kind := range []content.Type{content.Integer, content.BigInteger, content.UUID} {
		if _, err := content.ParseValue(&content.Field{Type: kind}, key); err == nil {
			out.remote = kind
			break
		}
	}
	return out
}

// exclude excludes a table whose keys cannot be stored until a sweep finds that they
// can.
func (m *Mirror) exclude(t *table, why *keyTypeError) {
	t.hidden = true
	m.warnCollection("collection %q is left out: %v", t.remoteName, why)
}
