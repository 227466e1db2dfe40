package mirror

import (
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"net/url"
	"reflect"
	"slices"

	"ferrule/internal/content"
	"ferrule/internal/directus/client"
	"ferrule/internal/directus/schema"
)

// publicPolicy is the id that Directus gives its public policy at
// installation.
const publicPolicy = "abf8a154-5b1c-4a46-ac9c-7300570f4f17"

// applier creates what Directus lacks of a model.
type applier struct {
	client *client.Client
	report func(format string, args ...any)
}

// ApplySchema creates the missing collections, fields, relations and public
// permissions of a model in the Directus at address. It does not change what
// exists; report is called for each creation and each difference. The token is an
// administrator's. ApplySchema is idempotent and may be repeated after an error.
func ApplySchema(ctx context.Context, address, token string, model schema.Schema, report func(format string, args ...any)) error {
	clock := client.WallClock{}
	return applySchema(ctx, client.New(address, token, clock, client.NewRateLimiter(clock, defaultRate, defaultVolume)), model, report)
}

func applySchema(ctx context.Context, c *client.Client, model schema.Schema, report func(format string, args ...any)) error {
	a := applier{client: c, report: report}
	if err := a.collections(ctx, model); err != nil {
		return err
	}
	if err := a.relations(ctx, model.Relations); err != nil {
		return err
	}
	return a.permissions(ctx, model.Permissions)
}

func (a applier) read(ctx context.Context, path string, query url.Values, into any) error {
	data, err := a.client.Get(ctx, path, query)
	if err != nil {
		return err
	}
	if err := json.Unmarshal(data, into); err != nil {
		return fmt.Errorf("GET %s: %w", path, err)
	}
	return nil
}

func (a applier) create(ctx context.Context, what, path string, body any) error {
	if _, err := a.client.Call(ctx, "POST", path, body); err != nil {
		return fmt.Errorf("%s: %w", what, err)
	}
	a.report("created %s", what)
	return nil
}

func (a applier) collections(ctx context.Context, model schema.Schema) error {
	var existing []struct {
		Name string `json:"collection"`
	}
	if err := a.read(ctx, "/collections", nil, &existing); err != nil {
		return err
	}
	known := make(map[string]bool, len(existing))
	for _, c := range existing {
		known[c.Name] = true
	}
	wanted := make(map[string][]schema.Field)
	var order []string
	want := func(collection string, f schema.Field) {
		if wanted[collection] == nil {
			order = append(order, collection)
		}
		wanted[collection] = append(wanted[collection], f)
	}
	for _, c := range model.Collections {
		if !known[c.Name] {
			if err := a.create(ctx, "collection "+c.Name, "/collections", c); err != nil {
				return err
			}
			continue
		}
		for _, f := range c.Fields {
			want(c.Name, f)
		}
	}
	for _, f := range model.Fields {
		want(f.Collection, f)
	}
	for _, name := range order {
		if err := a.fields(ctx, name, wanted[name]); err != nil {
			return err
		}
	}
	return nil
}

func (a applier) fields(ctx context.Context, collection string, wanted []schema.Field) error {
	var existing []struct {
		Name string       `json:"field"`
		Type content.Type `json:"type"`
	}
	path := "/fields/" + url.PathEscape(collection)
	if err := a.read(ctx, path, nil, &existing); err != nil {
		return err
	}
	types := make(map[string]content.Type, len(existing))
	for _, f := range existing {
		types[f.Name] = f.Type
	}
	for _, f := range wanted {
		is, ok := types[f.Name]
		what := "field " + collection + "." + f.Name
		switch {
		case !ok:
			if err := a.create(ctx, what, path, f); err != nil {
				return err
			}
		case is != f.Type:
			a.report("%s is of type %s existing and %s in the model; it was left as it is", what, is, f.Type)
		}
	}
	return nil
}

func (a applier) relations(ctx context.Context, wanted []schema.Relation) error {
	var existing []schema.Relation
	if err := a.read(ctx, "/relations", nil, &existing); err != nil {
		return err
	}
	for _, r := range wanted {
		what := "relation " + r.Collection + "." + r.Field
		i := slices.IndexFunc(existing, func(t schema.Relation) bool { return t.Collection == r.Collection && t.Field == r.Field })
		if i < 0 {
			if err := a.create(ctx, what, "/relations", r); err != nil {
				return err
			}
		} else if !reflect.DeepEqual(existing[i].Related, r.Related) {
			a.report("%s leads to %s existing and to %s in the model; it was left as it is", what, relatedName(existing[i].Related), relatedName(r.Related))
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

func (a applier) permissions(ctx context.Context, wanted []schema.Permission) error {
	policy, err := a.public(ctx)
	if err != nil {
		return err
	}
	var existing []schema.Permission
	query := url.Values{"limit": {"-1"}, "filter": {`{"policy":{"_eq":"` + policy + `"}}`}}
	if err := a.read(ctx, "/permissions", query, &existing); err != nil {
		return err
	}
	for _, p := range wanted {
		p.Policy = policy
		what := fmt.Sprintf("permission of the public to %s %s", p.Action, p.Collection)
		i := slices.IndexFunc(existing, func(t schema.Permission) bool {
			return t.Collection == p.Collection && t.Action == p.Action
		})
		if i < 0 {
			if err := a.create(ctx, what, "/permissions", p); err != nil {
				return err
			}
		} else if !slices.Equal(existing[i].Fields, p.Fields) || !sameRule(existing[i].Rule, p.Rule) {
			a.report("%s has other fields or another rule existing than in the model; it was left as it is", what)
		}
	}
	return nil
}

// public returns the id of the public policy: the one assigned to no role and
// no user.
func (a applier) public(ctx context.Context) (string, error) {
	var access []struct {
		Policy string `json:"policy"`
	}
	query := url.Values{"fields": {"policy"}, "filter": {`{"_and":[{"role":{"_null":true}},{"user":{"_null":true}}]}`}}
	if err := a.read(ctx, "/access", query, &access); err != nil {
		return "", err
	}
	for _, found := range access {
		if found.Policy != "" {
			return found.Policy, nil
		}
	}
	return publicPolicy, nil
}

// sameRule reports whether two filters are equal; null equals an empty filter.
func sameRule(a, b json.RawMessage) bool {
	read := func(text json.RawMessage) any {
		var v any
		if json.Unmarshal(text, &v) != nil || v == nil || bytes.Equal(bytes.TrimSpace(text), []byte("{}")) {
			return map[string]any{}
		}
		return v
	}
	return reflect.DeepEqual(read(a), read(b))
}
