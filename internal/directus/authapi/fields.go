package authapi

import (
	"maps"
	"net/http"
	"slices"
	"strconv"
	"strings"

	"ferrule/internal/account"
	"ferrule/internal/fault"
)

// show returns the requested fields of a user that the caller may read. It supports
// the part of the query language for a record whose only relation is its role:
// names, *, role.name.
func (h *handler) show(r *http.Request, id account.Identity, u account.User) (map[string]any, error) {
	if !id.Sees(u.ID) {
		return nil, fault.New(fault.Forbidden, "You don't have permission to access this.").WithCode("FORBIDDEN")
	}
	record, out := u.Record(), map[string]any{}
	for _, name := range fields(r) {
		head, rest, nested := strings.Cut(name, ".")
		switch {
		case head == "*":
			for field, value := range record {
				if _, done := out[field]; !done && (id.Admin || id.Users.Allows(field)) {
					out[field] = value
				}
			}
			if !nested {
				continue
			}
			head, nested = "role", true
		case record[head] == nil && !has(record, head):
			return nil, forbiddenField(head)
		}
		if nested {
			// Leave out a relation that the caller may not read.
			if head == "role" && id.Admin {
				if err := h.addRole(r, u, rest, out); err != nil {
					return nil, err
				}
			}
			continue
		}
		if !id.Admin && !id.Users.Allows(head) {
			return nil, forbiddenField(head)
		}
		out[head] = record[head]
	}
	return out, nil
}

func has(record map[string]any, name string) bool {
	_, ok := record[name]
	return ok
}

func forbiddenField(name string) error {
	return fault.New(fault.Forbidden, "You don't have permission to access field %q in collection %q or it does not exist. Queried in root.", name, "directus_users").WithCode("FORBIDDEN")
}

// addRole adds a field of the user's role to out.
func (h *handler) addRole(r *http.Request, u account.User, field string, out map[string]any) error {
	if u.Role == nil {
		out["role"] = nil
		return nil
	}
	role, _, err := h.accounts.Role(r.Context(), *u.Role)
	if err != nil {
		return err
	}
	all := map[string]any{"id": role.ID, "name": role.Name, "admin_access": role.Admin, "app_access": role.App}
	shown, ok := out["role"].(map[string]any)
	if !ok {
		shown = map[string]any{}
		out["role"] = shown
	}
	switch {
	case strings.HasPrefix(field, "*"):
		maps.Copy(shown, all)
	case has(all, field):
		shown[field] = all[field]
	default:
		return fault.New(fault.Forbidden, "You don't have permission to access field %q in collection %q or it does not exist. Queried in %q.", field, "directus_roles", "role").WithCode("FORBIDDEN")
	}
	return nil
}

// fields returns the parameter fields, in any of its notations: fields=a,b,
// fields[]=a, fields[0]=a. Without it, all fields are requested.
func fields(r *http.Request) []string {
	var out []string
	q := r.URL.Query()
	for _, key := range slices.Sorted(maps.Keys(q)) {
		if key != "fields" && !strings.HasPrefix(key, "fields[") {
			continue
		}
		for _, value := range q[key] {
			for name := range strings.SplitSeq(value, ",") {
				if name = strings.TrimSpace(name); name != "" {
					out = append(out, name)
				}
			}
		}
	}
	if out == nil {
		out = []string{"*"}
	}
	return out
}

// listRange is a range of a list.
type listRange struct{ from, limit int } // limit -1 is unlimited

// readRange parses limit, page and offset. It rejects the other parameters of
// content lists: there are few users, and a client can search the whole list.
func readRange(r *http.Request) (listRange, error) {
	q := r.URL.Query()
	for key := range q {
		switch name, _, _ := strings.Cut(key, "["); name {
		case "filter", "sort", "search", "aggregate", "groupBy", "meta", "deep", "alias", "export":
			return listRange{}, fault.New(fault.Invalid, "Invalid query. Users are listed by e-mail address; of %q nothing is known here.", name).WithCode("INVALID_QUERY")
		}
	}
	s := listRange{limit: 100}
	page := 0
	for name, into := range map[string]*int{"limit": &s.limit, "offset": &s.from, "page": &page} {
		if !q.Has(name) {
			continue
		}
		n, err := strconv.Atoi(q.Get(name))
		if err != nil || n > 1<<30 || n < -1 || (n < 0 && name != "limit") {
			return listRange{}, fault.New(fault.Invalid, "Invalid query. %q is no number that fits.", name).WithCode("INVALID_QUERY")
		}
		*into = n
	}
	if page > 0 && s.limit > 0 {
		s.from = min(page-1, 1<<20) * s.limit
	}
	return s, nil
}

func (s listRange) of(users []account.User) []account.User {
	users = users[min(s.from, len(users)):]
	if s.limit >= 0 {
		users = users[:min(s.limit, len(users))]
	}
	return users
}
