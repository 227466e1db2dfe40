package mirror

import (
	"context"
	"encoding/json"
	"fmt"
	"iter"
	"slices"

	"ferrule/internal/content"
	"ferrule/internal/content/query"
)

// Store stores the copy.
type Store interface {
	content.Source
	// ApplyAll applies all changes in one transaction, or none. Rows may refer
	// to rows of later changes. An error in changes rolls back.
	ApplyAll(ctx context.Context, changes iter.Seq2[content.Change, error]) error
}

// storedPage is the number of stored rows per read.
const storedPage = 1000

// eachStored calls each for every stored row that matches a condition. Only the
// mirror writes, and not meanwhile, so that pages do not shift.
func (m *Mirror) eachStored(ctx context.Context, t *table, where condition, each func(row)) error {
	return m.storedColumns(ctx, t, t.visibleColumns(), where, func(in map[string]any) {
		// Stored values were validated when they were written.
		if r, ok := t.row(in, m.warn); ok {
			each(r)
		}
	})
}

// storedKeys adds the keys of the stored rows that match a condition.
func (m *Mirror) storedKeys(ctx context.Context, t *table, where condition, into map[string]bool) error {
	return m.storedColumns(ctx, t, t.columns[:1], where, func(in map[string]any) {
		into[fmt.Sprint(in[t.Key.Name])] = true
	})
}

func (m *Mirror) storedColumns(ctx context.Context, t *table, columns []column, where condition, each func(map[string]any)) error {
	fields := make([]string, len(columns))
	for i, c := range columns {
		fields[i] = c.Name
	}
	var last any
	for offset := 0; ; offset += storedPage {
		query := map[string]any{"fields": fields, "sort": t.Key.Name, "limit": storedPage, "filter": where.orAll()}
		switch {
		case last != nil && t.hasOrderedKeys():
			query["filter"] = condition{"_and": []any{where.orAll(), condition{t.Key.Name: map[string]any{"_gt": last}}}}
		case last != nil:
			query["offset"] = offset
		}
		found, err := m.read(ctx, t, query)
		if err != nil {
			return fmt.Errorf("read stored rows of %s: %w", t.Name, err)
		}
		for _, in := range found {
			if last = in[t.Key.Name]; last != nil { // a singleton without a record has no key
				each(in)
			}
		}
		if len(found) < storedPage {
			return nil
		}
	}
}

func (m *Mirror) read(ctx context.Context, t *table, object map[string]any) ([]map[string]any, error) {
	text, err := json.Marshal(object)
	if err != nil {
		return nil, err
	}
	q, err := query.ParseObject(m.options.Model, t.Name, text)
	if err != nil {
		return nil, err
	}
	q.Access = content.System
	result, err := m.options.Store.Read(ctx, q)
	if err != nil {
		return nil, err
	}
	var reply struct {
		Data json.RawMessage `json:"data"`
	}
	if err := json.Unmarshal(result.Body, &reply); err != nil {
		return nil, err
	}
	return objects(reply.Data)
}

// present returns which of the keys are stored.
func (m *Mirror) present(ctx context.Context, t *table, keys []string) (map[string]bool, error) {
	out := make(map[string]bool, len(keys))
	for part := range slices.Chunk(keys, keysPerRequest) {
		if err := m.storedKeys(ctx, t, among(t.Key.Name, t.Key, part), out); err != nil {
			return nil, err
		}
	}
	return out, nil
}
