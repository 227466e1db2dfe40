package importer

import (
	"context"
	"encoding/json"
	"fmt"
	"net/url"
	"slices"
	"strings"

	"ferrule/internal/content"
	"ferrule/internal/directus/client"
)

// reader reads the REST API of a Directus.
type reader interface {
	Get(ctx context.Context, path string, query url.Values) (json.RawMessage, error)
}

// remoteSchema is the schema of a Directus: its collections with records, and of its own
// ones the files.
type remoteSchema struct {
	collections []*remoteCollection
	byName      map[string]*remoteCollection
	relations   []*remoteRelation
}

type remoteCollection struct {
	Name   string          `json:"collection"`
	Meta   map[string]any  `json:"meta"`
	Schema json.RawMessage `json:"schema"` // null for a folder of collections

	fields []*remoteField
	byName map[string]*remoteField
	key    *remoteField
}

type remoteField struct {
	Collection string         `json:"collection"`
	Name       string         `json:"field"`
	Type       string         `json:"type"`
	Meta       map[string]any `json:"meta"`
	Schema     map[string]any `json:"schema"`
}

func (f *remoteField) isAlias() bool { return f.Schema == nil || f.Type == string(content.Alias) }

// isLayout reports whether a field only lays out the studio's form.
func (f *remoteField) isLayout() bool {
	special, _ := f.Meta["special"].([]any)
	return f.isAlias() && (slices.Contains(special, any("no-data")) || slices.Contains(special, any("group")))
}

type remoteRelation struct {
	Collection string  `json:"collection"`
	Field      string  `json:"field"`
	Related    *string `json:"related_collection"`
	Meta       struct {
		OneField        string   `json:"one_field"`
		SortField       string   `json:"sort_field"`
		JunctionField   string   `json:"junction_field"`
		CollectionField string   `json:"one_collection_field"`
		Allowed         []string `json:"one_allowed_collections"`
		Deselect        string   `json:"one_deselect_action"`
	} `json:"meta"`
	Schema *struct {
		OnDelete string `json:"on_delete"`
	} `json:"schema"`
}

// isSystem reports whether a collection is one of Directus itself, other than the files.
func isSystem(collection string) bool {
	return strings.HasPrefix(collection, "directus_") && collection != content.FilesCollection
}

func readSchema(ctx context.Context, from reader) (*remoteSchema, error) {
	s := &remoteSchema{byName: make(map[string]*remoteCollection)}
	var collections []*remoteCollection
	if err := get(ctx, from, "/collections", nil, &collections); err != nil {
		return nil, err
	}
	for _, c := range collections {
		if !isSystem(c.Name) && len(c.Schema) > 0 && string(c.Schema) != "null" {
			c.byName = make(map[string]*remoteField)
			s.collections, s.byName[c.Name] = append(s.collections, c), c
		}
	}
	var fields []*remoteField
	if err := get(ctx, from, "/fields", nil, &fields); err != nil {
		return nil, err
	}
	for _, f := range fields {
		if c := s.byName[f.Collection]; c != nil {
			c.fields, c.byName[f.Name] = append(c.fields, f), f
			if f.Schema["is_primary_key"] == true {
				c.key = f
			}
		}
	}
	slices.SortFunc(s.collections, func(a, b *remoteCollection) int { return strings.Compare(a.Name, b.Name) })
	return s, get(ctx, from, "/relations", nil, &s.relations)
}

// relation returns the relation of a foreign key; nil if there is none.
func (s *remoteSchema) relation(collection, field string) *remoteRelation {
	for _, r := range s.relations {
		if r.Collection == collection && r.Field == field {
			return r
		}
	}
	return nil
}

// target returns the collection to which a field leads, for a foreign key or an alias;
// empty if it leads to none, or to several.
func (s *remoteSchema) target(collection, field string) string {
	for _, r := range s.relations {
		switch {
		case r.Collection == collection && r.Field == field && r.Related != nil:
			return *r.Related
		case r.Related != nil && *r.Related == collection && r.Meta.OneField == field:
			return r.Collection
		}
	}
	return ""
}

func get(ctx context.Context, from reader, path string, query url.Values, into any) error {
	data, err := from.Get(ctx, path, query)
	if err != nil {
		return err
	}
	if err := client.Decode(data, into); err != nil {
		return fmt.Errorf("GET %s: %w", path, err)
	}
	return nil
}
