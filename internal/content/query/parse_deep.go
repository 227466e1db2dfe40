package query

import (
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
		o, err := parseOptions(inner, "_")
		if err != nil {
			return nil, err
		}
		if o.Deep, err = deepLevel(inner, depth+1); err != nil {
			return nil, err
		}
		out[name] = o
	}
	return out, nil
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
