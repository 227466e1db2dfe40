package content

import "net/url"

// Filter is a condition as it was written, not yet bound to a model.
type Filter struct {
	Op    string // "_and", "_or"; "" for a step to Name; else an operator such as "_eq"
	Name  string // with Op "": a field, relation, scope "item:link", "_some" or "_none"
	Items []Filter
	Value any // of an operator: string, json.Number, bool, nil or []any of these
}

// ParseQuery reads the parameters of a request for one collection. Unknown
// parameters are ignored; malformed ones are *fault.Error of kind Invalid with
// code INVALID_QUERY, an unknown collection is Forbidden with code FORBIDDEN.
// The caller sets ID, Access and Trace. Names of fields are checked by Read.
func ParseQuery(m *Model, collection string, v url.Values) (Query, error) {
	return parseQuery(m, collection, v)
}
