package mirror

import (
	"encoding/json"
	"fmt"

	"ferrule/internal/content"
)

// translate returns a record of the Directus with the names, keys and values of the
// model.
func (m *Mirror) translate(t *table, in map[string]any) map[string]any {
	out := make(map[string]any, len(t.columns))
	for _, c := range t.columns {
		v := in[c.remoteName]
		switch {
		case c.constant != nil:
			v = c.constant
		case c.values != nil && v != nil:
			if mapped, ok := c.values[valueText(v)]; ok {
				v = mapped
			}
		case c.Field == t.Key:
			v = m.localKey(t.Collection, v)
		case c.Kind == content.ManyToOne:
			v = m.localKey(c.Relation.Related, v)
		}
		out[c.Name] = v
	}
	for _, r := range t.anyToOne {
		name, _ := out[r.CollectionField.Name].(string)
		target := m.byName[m.localNames[name]]
		if target == nil {
			continue
		}
		out[r.CollectionField.Name] = target.Name
		if key := out[r.Field.Name]; key != nil {
			out[r.Field.Name] = fmt.Sprint(m.localKey(target.Collection, key))
		}
	}
	return out
}

// valueText returns a JSON value as the text that a mapping names.
func valueText(v any) string {
	switch v.(type) {
	case string, bool, json.Number:
		return fmt.Sprint(v)
	default:
		text, _ := json.Marshal(v) // decoded from JSON
		return string(text)
	}
}
