package admin

import (
	"context"
	"maps"
	"net/http"
	"net/url"
	"reflect"
	"slices"

	"ferrule/internal/content"
	"ferrule/internal/directus/schema"
)

// batch is the number of collections that one request creates. Directus reloads its
// schema after each request.
const batch = 8

// ApplyModel creates the missing collections, fields and relations of a model, and the
// public permissions of the collections that it creates. Fields without an interface get
// that of the model; nothing else that exists is changed.
func (d *Directus) ApplyModel(ctx context.Context, model schema.Schema) error {
	d.created = make(map[string]bool)
	policy, err := d.public(ctx)
	if err != nil {
		return err
	}
	public, err := d.grants(ctx, "the public", policy)
	if err != nil {
		return err
	}
	if err := d.collections(ctx, model, public); err != nil {
		return err
	}
	if err := d.relations(ctx, model.Relations); err != nil {
		return err
	}
	public.compare(model.Permissions)
	return nil
}

// collections creates the missing collections, each with its public permissions, and the
// missing fields of others.
func (d *Directus) collections(ctx context.Context, model schema.Schema, public *grants) error {
	known, err := d.existing(ctx)
	if err != nil {
		return err
	}
	var missing []schema.Collection
	wanted := make(map[string][]schema.Field)
	for _, c := range model.Collections {
		if known[c.Name] {
			wanted[c.Name] = append(wanted[c.Name], c.Fields...)
		} else {
			missing = append(missing, c)
		}
	}
	for _, f := range model.Fields {
		wanted[f.Collection] = append(wanted[f.Collection], f)
	}
	if len(missing) == len(model.Collections) { // the first time, its own collections are new as well
		d.created[filesCollection] = true
	}
	for some := range slices.Chunk(missing, batch) {
		if err := d.createCollections(ctx, some); err != nil {
			return err
		}
		for _, c := range some {
			d.created[c.Name] = true
		}
		if err := public.add(ctx, model.Permissions, d.isCreated); err != nil {
			return err
		}
	}
	return d.fields(ctx, wanted)
}

// isCreated reports whether a collection did not exist before this command.
func (d *Directus) isCreated(collection string) bool { return d.created[collection] }

// existing returns the names of all collections and folders.
func (d *Directus) existing(ctx context.Context) (map[string]bool, error) {
	var found []struct {
		Name string `json:"collection"`
	}
	if err := d.read(ctx, "/collections", nil, &found); err != nil {
		return nil, err
	}
	known := make(map[string]bool, len(found))
	for _, c := range found {
		known[c.Name] = true
	}
	return known, nil
}

// createCollections creates some collections in one request, or one by one if it is
// refused, to name the one that is the reason.
func (d *Directus) createCollections(ctx context.Context, some []schema.Collection) error {
	if _, err := d.client.Call(ctx, http.MethodPost, "/collections", some); err == nil {
		for _, c := range some {
			d.report("created %s", what(c))
		}
		return nil
	}
	for _, c := range some {
		if err := d.create(ctx, what(c), "/collections", c); err != nil {
			return err
		}
	}
	return nil
}

func what(c schema.Collection) string {
	if c.Schema == nil {
		return "folder " + c.Name
	}
	return "collection " + c.Name
}

// remoteField is a field as Directus describes it.
type remoteField struct {
	Collection string       `json:"collection"`
	Name       string       `json:"field"`
	Type       content.Type `json:"type"`
	Meta       *struct {
		Interface string `json:"interface"`
	} `json:"meta"`
	Schema *struct {
		Column string `json:"data_type"` // type of the database
	} `json:"schema"`
}

// remoteFields returns the fields of all collections, by both names.
func (d *Directus) remoteFields(ctx context.Context) (map[string]map[string]remoteField, error) {
	var found []remoteField
	if err := d.read(ctx, "/fields", nil, &found); err != nil {
		return nil, err
	}
	all := make(map[string]map[string]remoteField)
	for _, f := range found {
		if all[f.Collection] == nil {
			all[f.Collection] = make(map[string]remoteField)
		}
		all[f.Collection][f.Name] = f
	}
	return all, nil
}

// fields creates missing fields of existing collections.
func (d *Directus) fields(ctx context.Context, wanted map[string][]schema.Field) error {
	existing, err := d.remoteFields(ctx)
	if err != nil {
		return err
	}
	for _, collection := range slices.Sorted(maps.Keys(wanted)) {
		path := "/fields/" + url.PathEscape(collection)
		var forms []map[string]any
		for _, f := range wanted[collection] {
			is, ok := existing[collection][f.Name]
			name := "field " + collection + "." + f.Name
			switch {
			case !ok:
				if err := d.create(ctx, name, path, f); err != nil {
					return err
				}
			case !is.has(f.Type):
				d.report("%s is of type %s existing and %s in the model; it was left as it is", name, is.Type, f.Type)
			case is.Meta == nil || is.Meta.Interface == "":
				forms = append(forms, map[string]any{"field": f.Name, "meta": f.Meta})
			}
		}
		if len(forms) == 0 {
			continue
		}
		if err := d.write(ctx, "forms of "+collection, http.MethodPatch, path, forms); err != nil {
			return err
		}
		d.report("added the forms of %d fields of %s", len(forms), collection)
	}
	return nil
}

// has reports whether the field has a type, or the one by which SQLite stores it.
func (f remoteField) has(want content.Type) bool {
	if f.Type == want {
		return true
	}
	if f.Schema == nil {
		return false
	}
	switch want {
	case content.Decimal:
		return f.Type == content.Float && f.Schema.Column == "float"
	case content.Timestamp:
		return f.Type == content.DateTime && f.Schema.Column == "datetime"
	case content.UUID:
		return f.Type == content.String && f.Schema.Column == "char"
	case content.BigInteger:
		return f.Type == content.Integer && f.Schema.Column == "bigint"
	default:
		return false
	}
}

func (d *Directus) relations(ctx context.Context, wanted []schema.Relation) error {
	var existing []schema.Relation
	if err := d.read(ctx, "/relations", nil, &existing); err != nil {
		return err
	}
	for _, r := range wanted {
		what := "relation " + r.Collection + "." + r.Field
		i := slices.IndexFunc(existing, func(t schema.Relation) bool { return t.Collection == r.Collection && t.Field == r.Field })
		if i < 0 {
			if err := d.create(ctx, what, "/relations", r); err != nil {
				return err
			}
		} else if !reflect.DeepEqual(existing[i].Related, r.Related) {
			d.report("%s leads to %s existing and to %s in the model; it was left as it is", what, relatedName(existing[i].Related), relatedName(r.Related))
		}
	}
	return nil
}

func relatedName(collection *string) string {
	if collection == nil {
		return "several collections"
	}
	return *collection
}
