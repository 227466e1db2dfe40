package admin

import (
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"net/url"
	"reflect"
	"slices"
	"strings"

	"ferrule/internal/directus/schema"
)

// publicPolicy is the id that Directus gives its public policy at
// installation.
const publicPolicy = "abf8a154-5b1c-4a46-ac9c-7300570f4f17"

// grants are the permissions of one policy. Those of collections that exist longer than
// this command runs are an administrator's decision: they are neither added nor changed.
type grants struct {
	*Directus

	who    string // names the policy in messages
	policy string // its id
	have   []schema.Permission
}

// grants reads the permissions of a policy.
func (d *Directus) grants(ctx context.Context, who, policy string) (*grants, error) {
	g := &grants{Directus: d, who: who, policy: policy}
	query := url.Values{"filter": {`{"policy":{"_eq":"` + policy + `"}}`}}
	return g, d.read(ctx, "/permissions", query, &g.have)
}

// find returns the existing permission for an action; nil if there is none.
func (g *grants) find(like schema.Permission) *schema.Permission {
	i := slices.IndexFunc(g.have, func(p schema.Permission) bool { return p.Collection == like.Collection && p.Action == like.Action })
	if i < 0 {
		return nil
	}
	return &g.have[i]
}

// add creates the missing permissions for collections that are new.
func (g *grants) add(ctx context.Context, wanted []schema.Permission, isNew func(collection string) bool) error {
	var missing []schema.Permission
	for _, p := range wanted {
		if isNew(p.Collection) && g.find(p) == nil {
			p.Policy = g.policy
			missing = append(missing, p)
		}
	}
	if len(missing) == 0 {
		return nil
	}
	g.have = append(g.have, missing...)
	err := g.send(ctx, missing)
	plain := slices.DeleteFunc(slices.Clone(missing), isCustom)
	if len(plain) == len(missing) || g.limit(err) == "" {
		return err
	}
	g.report("the licence of this Directus %s refuses permissions with a rule or for some fields alone; %s may not %s", g.Version, g.who, listed(slices.DeleteFunc(missing, isPlain)))
	return g.send(ctx, plain)
}

func (g *grants) send(ctx context.Context, permissions []schema.Permission) error {
	if len(permissions) == 0 {
		return nil
	}
	return g.create(ctx, fmt.Sprintf("%d permissions of %s", len(permissions), g.who), "/permissions", permissions)
}

// isCustom reports whether a Directus 12 without a licence key refuses a permission.
func isCustom(p schema.Permission) bool {
	return !slices.Contains(p.Fields, "*") || !sameRule(p.Rule, nil) || !sameRule(p.Validation, nil) || !sameRule(p.Presets, nil)
}

func isPlain(p schema.Permission) bool { return !isCustom(p) }

// listed returns permissions as a text such as "read tags, delete tags".
func listed(permissions []schema.Permission) string {
	out := make([]string, len(permissions))
	for i, p := range permissions {
		out[i] = string(p.Action) + " " + p.Collection
	}
	return strings.Join(out, ", ")
}

// compare reports how the permissions differ from the wanted ones.
func (g *grants) compare(wanted []schema.Permission) {
	if missing := slices.DeleteFunc(slices.Clone(wanted), func(p schema.Permission) bool { return g.find(p) != nil }); len(missing) > 0 {
		g.report("%s may not do what the model allows: %s; it was left as it is", g.who, listed(missing))
	}
	for _, p := range wanted {
		is := g.find(p)
		switch {
		case is == nil:
		case slices.Contains(is.Fields, "*") && !slices.Contains(p.Fields, "*"):
			g.report("permission of %s to %s %s has all fields existing, also those that the model lacks; it was left as it is: select the fields in the Directus if some are private", g.who, p.Action, p.Collection)
		case !sameNames(is.Fields, p.Fields) || !sameRule(is.Rule, p.Rule):
			g.report("permission of %s to %s %s has other fields or another rule existing than in the model; it was left as it is", g.who, p.Action, p.Collection)
		}
	}
}

// public returns the id of the public policy: the one assigned to no role and
// no user.
func (d *Directus) public(ctx context.Context) (string, error) {
	var access []struct {
		Policy string `json:"policy"`
	}
	query := url.Values{"fields": {"policy"}, "filter": {`{"_and":[{"role":{"_null":true}},{"user":{"_null":true}}]}`}}
	if err := d.read(ctx, "/access", query, &access); err != nil {
		return "", err
	}
	for _, found := range access {
		if found.Policy != "" {
			return found.Policy, nil
		}
	}
	return publicPolicy, nil
}

// sameNames reports whether two lists have the same names in any order.
func sameNames(a, b []string) bool {
	return slices.Equal(slices.Sorted(slices.Values(a)), slices.Sorted(slices.Values(b)))
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
