package mirror

import (
	"context"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"errors"
	"fmt"
	"iter"
	"log/slog"
	"slices"
	"strings"

	"ferrule/internal/content"
)

// Reader reads a Directus once and whole, drafts included, in the form of the model,
// for an import. It assigns the same integers to keys of other kinds as a Mirror.
type Reader struct {
	m *Mirror

	Links   int // texts in which the address of a file in the Directus became that of the site
	Cleaned int // texts from which markup is removed when they are stored
}

// Record is a record of one collection, without the rows that refer to it.
type Record struct {
	Key    string
	Values map[string]any // JSON values by field of the model, as decoded with numbers as json.Number
	Sum    string         // equal for records with equal values in the fields that the Directus has
	All    string         // of a stored record: equal for equal values in all fields
}

// NewReader returns a reader. Of the options, those of the updates of a Mirror have no
// effect; Store may be given later, see Use.
func NewReader(o Options) (*Reader, error) {
	o.whole, o.Log = true, slog.New(slog.DiscardHandler) // Warnings returns them
	m, err := New(o)
	if err != nil {
		return nil, err
	}
	return &Reader{m: m}, nil
}

// Use sets the store that Stored reads and Apply writes.
func (r *Reader) Use(s Store) { r.m.options.Store = s }

// Read calls each for every record of a collection in the Directus, until it returns an
// error. It reports false for a collection that cannot be read; Problems says why.
func (r *Reader) Read(ctx context.Context, collection string, each func(Record) error) (bool, error) {
	t := r.m.byName[collection]
	err := r.m.probe(ctx, t)
	if err == nil && !t.hidden {
		err = r.m.eachRemote(ctx, t, nil, func(found row) error {
			r.prepare(t, found.values)
			return each(Record{Key: found.key, Values: found.values, Sum: t.digest(found.values, true)})
		})
	}
	if other, ok := errors.AsType[*keyTypeError](err); ok {
		r.m.exclude(t, other)
		err = nil
	}
	return !t.hidden, err
}

// prepare replaces addresses of files in the Directus, which it serves no longer once it was
// left, by those of the site, which has the same paths. It counts texts whose markup is cleaned.
func (r *Reader) prepare(t *table, values map[string]any) {
	const path = "/assets/"
	for _, c := range t.columns {
		text, ok := values[c.Name].(string)
		if !ok {
			continue
		}
		if strings.Contains(text, r.m.client.Base+path) {
			text = strings.ReplaceAll(text, r.m.client.Base+path, path)
			values[c.Name] = text
			r.Links++
		}
		if cleaned := content.CleanMarkup(c.Field, text); cleaned != text && len(content.RemovedMarkup(text, cleaned)) > 0 {
			r.Cleaned++
		}
	}
}

// Stored calls each for every stored record of a collection. Its sums are comparable with
// those of Read after the collection was read.
func (r *Reader) Stored(ctx context.Context, collection string, each func(Record)) error {
	t := r.m.byName[collection]
	return r.m.storedColumns(ctx, t, t.columns, nil, func(in map[string]any) {
		key := fmt.Sprint(in[t.Key.Name])
		each(Record{Key: key, Values: in, Sum: t.digest(in, true), All: t.digest(in, false)})
	})
}

// Apply stores changes in one transaction. A reference to a record that does not exist is
// removed, or the record with it if it requires the reference.
func (r *Reader) Apply(ctx context.Context, changes iter.Seq2[content.Change, error]) error {
	settled, err := r.m.resolved(ctx, changes)
	if err != nil {
		return err
	}
	if err := r.m.keys.save(); err != nil {
		return err
	}
	return r.m.options.Store.ApplyAll(ctx, settled)
}

// SaveKeys stores the integers that Read assigned.
func (r *Reader) SaveKeys() error { return r.m.keys.save() }

// Key returns the key of the model for a key of the Directus.
func (r *Reader) Key(collection string, key any) any {
	return r.m.localKey(r.m.byName[collection].Collection, key)
}

// Maps reports whether keys of a collection differ from those of the Directus.
func (r *Reader) Maps(collection string) bool { return r.m.byName[collection].foreign }

// Problems returns sentences on collections that could not be read and on records and
// values that were left out.
func (r *Reader) Problems() []string {
	var out []string
	of := r.m.shortfalls
	if len(of.collections) > 0 {
		out = append(out, "The token may not read these collections: "+listNames(of.collections)+". Give the token's user a policy with administrator access.")
	}
	if len(of.inactive) > 0 {
		out = append(out, "The licence of the Directus deactivates these collections: "+listNames(of.inactive)+". Activate them there, or enter a licence key.")
	}
	if len(of.required) > 0 {
		out = append(out, "Fields that the model requires are missing in the Directus, or hidden from the token: "+listFields(of.required)+`. Give their values under "constants" of the map.`)
	}
	return append(out, r.m.Status().Warnings...)
}

// digest returns a text that is equal for records that are stored equally: in all fields,
// or in those that the Directus shows. A field without a value does not count, so that a
// field that is added changes no record; of all fields, a default value does not count for
// the same reason. Name and dimensions of a file's bytes are not content.
func (t *table) digest(in map[string]any, visible bool) string {
	columns := slices.SortedFunc(slices.Values(t.columns), func(a, b column) int { return strings.Compare(a.Name, b.Name) })
	sum := sha256.New()
	enc := json.NewEncoder(sum)
	for _, c := range columns {
		if visible && t.missing[c.Name] || t.System && (c.Name == "filename_disk" || c.Name == "width" || c.Name == "height") {
			continue
		}
		v, err := content.ParseValue(c.Field, in[c.Name])
		if err != nil || v == nil || !visible && isDefault(c.Field, v) {
			continue
		}
		if text, ok := v.(string); ok {
			v = content.CleanMarkup(c.Field, text)
		}
		_ = enc.Encode([]any{c.Name, v}) // texts, numbers and booleans
	}
	const enough = 12 // bytes
	return hex.EncodeToString(sum.Sum(nil)[:enough])
}

// Collections returns the names of all collections, those first that refer to others.
func (r *Reader) Collections() []string {
	names := make([]string, len(r.m.tables))
	for i, t := range r.m.tables {
		names[i] = t.Name
	}
	return names
}

// isDefault reports whether a field has its default value, as records get that are older than
// the field.
func isDefault(f *content.Field, v any) bool {
	initial, err := content.ParseValue(f, f.Default)
	return err == nil && initial == v
}
