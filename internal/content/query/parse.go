package query

import (
	"encoding/json"
	"fmt"
	"io"
	"net/url"
	"slices"
	"strconv"
	"strings"

	"ferrule/internal/content"
)

// Limits of one query, several times as large as the queries of the site need. A
// query above a limit is rejected before it is executed.
const (
	maxQueryBytes    = 16 << 10 // names and values of all parameters together
	maxBrackets      = 32       // levels in one parameter's name, or in JSON
	maxFilterNodes   = 200      // in all filters of a query together
	maxSortTerms     = 20       // in all sort orders together
	maxFieldPaths    = 500
	maxRelationDepth = 10 // nested relations in one filter or sort order, as in Directus
	maxFieldSteps    = 12 // nested relations in one field path
	maxFigures       = 50 // of one aggregate
	maxGroups        = 10
	maxSelections    = 150 // relations a query reads in all
	maxOutputs       = 4000
	maxPage          = 1 << 31
	maxSearchLength  = 200
)

// Parse reads the parameters of a request for one collection. Unknown
// parameters are ignored; malformed ones are *fault.Error of kind Invalid with
// code INVALID_QUERY, an unknown collection is Forbidden with code FORBIDDEN.
// The caller sets ID, Access and Trace. Bind checks the names of
// fields.
func Parse(m *content.Model, collection string, v url.Values) (content.Query, error) {
	q := content.Query{Collection: content.CurrentName(collection)}
	if m.Collection(collection) == nil {
		return q, content.ForbiddenCollection(collection, nil)
	}
	if err := checkSize(v); err != nil {
		return q, err
	}
	raw := make(map[string]any, len(v))
	for _, name := range parameters() {
		value, given, err := parameter(v, name)
		if err != nil {
			return q, err
		}
		if given {
			raw[name] = value
		}
	}
	q.Language = v.Get("language")
	return q, parse(&q, raw)
}

// ParseObject reads the query of a SEARCH request: a JSON object with the
// names of the parameters. The rest is as with Parse.
func ParseObject(m *content.Model, collection string, data []byte) (content.Query, error) {
	q := content.Query{Collection: content.CurrentName(collection)}
	if m.Collection(collection) == nil {
		return q, content.ForbiddenCollection(collection, nil)
	}
	if len(data) > maxQueryBytes {
		return q, content.InvalidQuery("It is longer than %d bytes", maxQueryBytes)
	}
	v, ok := decodeJSON(string(data))
	raw, isObject := v.(map[string]any)
	if !ok || !isObject {
		return q, content.InvalidQuery("It has to be a JSON object")
	}
	if err := checkTexts(raw, 0); err != nil {
		return q, err
	}
	q.Language, _ = raw["language"].(string)
	return q, parse(&q, raw)
}

func parameters() []string {
	return []string{"fields", "filter", "sort", "limit", "offset", "page", "search", "deep", "alias", "meta", "aggregate", "groupBy"}
}

// IsParameter reports whether a parameter of a request belongs to its query.
func IsParameter(name string) bool { return name == "language" || slices.Contains(parameters(), name) }

func parse(q *content.Query, raw map[string]any) error {
	var err error
	if q.Fields, err = names(raw, "fields"); err != nil {
		return err
	}
	if len(q.Fields) > maxFieldPaths {
		return content.InvalidQuery("%q names more than %d fields", "fields", maxFieldPaths)
	}
	if q.Meta, err = parseMeta(raw["meta"]); err != nil {
		return err
	}
	if q.Options, err = parseOptions(raw); err != nil {
		return err
	}
	if q.Aggregate, err = parseAggregate(raw["aggregate"]); err != nil {
		return err
	}
	if q.Group, err = names(raw, "groupBy"); err != nil {
		return err
	}
	if len(q.Group) > maxGroups {
		return content.InvalidQuery("It groups by more than %d fields", maxGroups)
	}
	return checkCounts(*q)
}

// checkTexts checks every text in a JSON value, names included.
func checkTexts(v any, depth int) error {
	if depth > maxBrackets {
		return content.InvalidQuery("It is nested too deep")
	}
	switch t := v.(type) {
	case string:
		if err := content.CheckText(t); err != nil {
			return content.InvalidQuery("A text in it %v", err)
		}
	case []any:
		for _, e := range t {
			if err := checkTexts(e, depth+1); err != nil {
				return err
			}
		}
	case map[string]any:
		for name, e := range t {
			if err := checkTexts(name, depth); err != nil {
				return err
			}
			if err := checkTexts(e, depth+1); err != nil {
				return err
			}
		}
	}
	return nil
}

func checkSize(v url.Values) error {
	size := 0
	for name, values := range v {
		size += len(name)
		for _, s := range values {
			size += len(s)
			if err := content.CheckText(s); err != nil {
				return content.InvalidQuery("A parameter %v", err)
			}
		}
		if err := content.CheckText(name); err != nil {
			return content.InvalidQuery("The name of a parameter %v", err)
		}
	}
	if size > maxQueryBytes {
		return content.InvalidQuery("It is longer than %d bytes", maxQueryBytes)
	}
	return nil
}

func checkCounts(q content.Query) error {
	nodes, sorts := 0, 0
	eachOptions(&q.Options, func(o *content.Options) {
		nodes += filterSize(o.Filter)
		sorts += len(o.Sort)
	})
	if nodes > maxFilterNodes {
		return content.InvalidQuery("Its filters have more than %d conditions", maxFilterNodes)
	}
	if sorts > maxSortTerms {
		return content.InvalidQuery("It sorts by more than %d fields", maxSortTerms)
	}
	return nil
}

// eachOptions calls f for o and the options of all its relations.
func eachOptions(o *content.Options, f func(*content.Options)) {
	f(o)
	for _, nested := range o.Deep {
		eachOptions(&nested, f)
	}
}

// filterSize counts the conditions of a filter.
func filterSize(f *content.Filter) int {
	if f == nil {
		return 0
	}
	n := 1
	for i := range f.Items {
		n += filterSize(&f.Items[i])
	}
	return n
}

// parseOptions reads the options of the list of a query.
func parseOptions(raw map[string]any) (content.Options, error) {
	var o content.Options
	var err error
	if o.Filter, err = filterParameter(raw["filter"], content.ParseFilter); err != nil {
		return o, err
	}
	if o.Search, err = searchParameter(raw["search"]); err != nil {
		return o, err
	}
	if o.Sort, err = names(raw, "sort"); err != nil {
		return o, err
	}
	if v := raw["limit"]; v != nil {
		n, err := number(v, "limit", -1)
		if err != nil {
			return o, err
		}
		o.Limit = &n
	}
	if v := raw["offset"]; v != nil {
		if o.Offset, err = number(v, "offset", 0); err != nil {
			return o, err
		}
	}
	if v := raw["page"]; v != nil {
		if o.Page, err = number(v, "page", 0); err != nil {
			return o, err
		}
	}
	if o.Alias, err = parseAlias(raw["alias"]); err != nil {
		return o, err
	}
	o.Deep, err = parseDeep(raw["deep"])
	return o, err
}

// filterParameter reads a filter in JSON or bracket form; nil is no filter.
func filterParameter(v any, parse func(any) (*content.Filter, error)) (*content.Filter, error) {
	if s, ok := v.(string); ok {
		if s == "" {
			return nil, nil //nolint:nilnil // no filter is not an error
		}
		if v, ok = decodeJSON(s); !ok {
			return nil, content.InvalidQuery("Invalid JSON for filter object")
		}
	}
	return parse(v)
}

func searchParameter(v any) (string, error) {
	switch t := v.(type) {
	case nil:
		return "", nil
	case string:
		if len(t) > maxSearchLength {
			return "", content.InvalidQuery("%q is longer than %d bytes", "search", maxSearchLength)
		}
		return t, nil
	case json.Number:
		return t.String(), nil
	default:
		return "", content.InvalidQuery("%q has to be a text", "search")
	}
}

// number reads a whole number of at least least. An empty text is 0, as in
// Directus.
func number(v any, name string, least int) (int, error) {
	if list, ok := v.([]any); ok && len(list) == 1 {
		v = list[0] // limit[]=2
	}
	if v == "" {
		return 0, nil
	}
	n, err := strconv.ParseInt(strings.TrimSpace(fmt.Sprint(v)), 10, 64)
	if err != nil || n > maxPage {
		return 0, content.InvalidQuery("%q must be a number", name)
	}
	if n < int64(least) {
		return 0, content.InvalidQuery("%q must be greater than or equal to %d", name, least)
	}
	return int(n), nil
}

func parseMeta(v any) (content.Meta, error) {
	var m content.Meta
	for i, name := range splitList(v) {
		switch name {
		case "total_count":
			m.TotalCount = true
		case "filter_count":
			m.FilterCount = true
		case "*":
			m = content.Meta{TotalCount: true, FilterCount: true}
		default:
			return m, content.InvalidQuery(`"meta[%d]" must be one of [total_count, filter_count]`, i)
		}
	}
	return m, nil
}

// names reads a list of fields; nil if it is not given.
func names(raw map[string]any, parameter string) ([]string, error) {
	list := splitList(raw[parameter])
	if i := slices.Index(list, ""); i >= 0 {
		return nil, content.InvalidQuery(`"%s[%d]" is not allowed to be empty`, parameter, i)
	}
	return list, nil
}

// splitList flattens fields=a,b, fields[]=a&fields[]=b and mixtures of them; nil for
// an empty text and for what is no list.
func splitList(v any) []string {
	if v == "" {
		return nil
	}
	list, ok := v.([]any)
	if !ok {
		list = []any{v}
	}
	var out []string
	if ok {
		out = []string{}
	}
	for _, e := range list {
		switch t := e.(type) {
		case string:
			for s := range strings.SplitSeq(t, ",") {
				out = append(out, strings.TrimSpace(s))
			}
		case []any:
			out = append(out, splitList(t)...)
		}
	}
	return out
}

// decodeJSON decodes exactly one JSON value, with numbers as json.Number.
func decodeJSON(s string) (any, bool) {
	dec := json.NewDecoder(strings.NewReader(s))
	dec.UseNumber()
	var v any
	if dec.Decode(&v) != nil {
		return nil, false
	}
	if _, err := dec.Token(); err != io.EOF {
		return nil, false
	}
	return v, true
}
