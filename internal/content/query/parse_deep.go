package query

import (
	"cmp"
	"fmt"
	"math"
	"strconv"
	"strings"

	"ferrule/internal/content"
)

// parseDeep parses options of relations. As in Directus, a value that is not an object is
// ignored: deep only narrows what fields select.
func parseDeep(v any) (map[string]content.Options, error) {
	if s, ok := v.(string); ok {
		v, _ = decodeJSON(s)
	}
	m, ok := v.(map[string]any)
	if !ok {
		return nil, nil //nolint:nilnil // no deep is not an error
	}
	return deepLevel(m, 0)
}

func deepLevel(m map[string]any, depth int) (map[string]content.Options, error) {
	if depth > maxFieldSteps {
		return nil, content.InvalidQuery("%q is nested too deep", "deep")
	}
	out := make(map[string]content.Options, len(m))
	for name, v := range m {
		inner, ok := v.(map[string]any)
		if !ok || strings.HasPrefix(name, "_") {
			continue
		}
		o := deepOptions(inner)
		var err error
		if o.Deep, err = deepLevel(inner, depth+1); err != nil {
			return nil, err
		}
		out[name] = o
	}
	return out, nil
}

// deepOptions reads the options of a relation. An error is part of them, since it
// matters only if the query asks for the relation.
func deepOptions(raw map[string]any) (o content.Options) {
	var errs [3]error
	o.Filter, errs[0] = filterParameter(raw["_filter"], content.ParseDeepFilter)
	if text, ok := raw["_search"].(string); ok {
		o.Search, errs[1] = searchParameter(text)
	}
	o.Alias, errs[2] = parseAlias(raw["_alias"])
	o.Err = cmp.Or(errs[:]...)
	o.Sort = splitList(raw["_sort"])
	o.Offset = max(0, deepNumber(raw["_offset"]))
	limit := content.DefaultLimit
	if v := raw["_limit"]; v != nil {
		limit = max(-1, deepNumber(v))
		o.Limit = &limit
	}
	if page := deepNumber(raw["_page"]); page > 1 && limit > 0 {
		o.Offset = min(o.Offset+(page-1)*limit, maxPage)
	}
	return o
}

// deepNumber reads a number without its fraction; 0 for what is none.
func deepNumber(v any) int {
	n, err := strconv.ParseFloat(strings.TrimSpace(fmt.Sprint(v)), 64)
	if err != nil || math.IsNaN(n) {
		return 0
	}
	return int(max(-maxPage, min(n, maxPage)))
}

// parseAlias parses other names of fields: alias[de]=translations.
func parseAlias(v any) (map[string]string, error) {
	if s, ok := v.(string); ok && s != "" {
		if v, ok = decodeJSON(s); !ok {
			return nil, content.InvalidQuery("Invalid JSON for alias object")
		}
	}
	m, ok := v.(map[string]any)
	if !ok {
		return nil, nil //nolint:nilnil // no alias is not an error
	}
	out := make(map[string]string, len(m))
	for name, v := range m {
		field, ok := v.(string)
		if !ok {
			return nil, content.InvalidQuery("%q has to name a field", "alias")
		}
		if strings.Contains(name, ".") || strings.Contains(field, ".") {
			return nil, content.InvalidQuery("%q key/value can't contain a period character `.`", "alias")
		}
		out[name] = field
	}
	return out, nil
}
