package content

import (
	"net/url"
	"slices"
	"strconv"
	"strings"
)

// Bounds on what one request may ask for. They are wide enough for every page
// of the site several times over; past them a query is refused before it costs
// anything.
const (
	maxQueryBytes    = 16 << 10 // names and values of all parameters together
	maxBrackets      = 32       // levels in one parameter's name, or in JSON
	maxFilterNodes   = 200      // in all filters of a query together
	maxListValues    = 1000     // in one _in
	maxSortTerms     = 20       // in all sort orders together
	maxFieldPaths    = 500
	maxRelationDepth = 10 // relations below each other in one filter or sort order, as a Directus
	maxFieldSteps    = 12 // relations below each other in one field path
	maxFigures       = 50 // of one aggregate
	maxGroups        = 10
	maxSelections    = 150 // relations a query reads in all
	maxOutputs       = 4000
	maxPage          = 1 << 31
	maxSearchLength  = 200
)

// Filter is a condition as it was written, not yet bound to a model.
type Filter struct {
	Op    Op     // opAnd, opOr: of Items; "" is a step to Name; else a test against Value
	Name  string // of a step: a field, a scope "item:link", "year(date)", "_some" or "_none"
	Items []Filter
	Value any // string, json.Number, bool, nil or []any of these
}

// ParseQuery reads the parameters of a request for one collection. Unknown
// parameters are ignored; malformed ones are *fault.Error of kind Invalid with
// code INVALID_QUERY, an unknown collection is Forbidden with code FORBIDDEN.
// The caller sets ID, Access and Trace. Names of fields are checked when the
// query is read.
func ParseQuery(m *Model, collection string, v url.Values) (Query, error) {
	q := Query{Collection: CurrentName(collection)}
	if m.Collection(collection) == nil {
		return q, forbiddenCollection(collection, nil)
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
	return q, q.parse(raw)
}

// ParseQueryObject reads the query of a SEARCH request: a JSON object with the
// names of the parameters. The rest is as with ParseQuery.
func ParseQueryObject(m *Model, collection string, data []byte) (Query, error) {
	q := Query{Collection: CurrentName(collection)}
	if m.Collection(collection) == nil {
		return q, forbiddenCollection(collection, nil)
	}
	if len(data) > maxQueryBytes {
		return q, invalid("It is longer than %d bytes", maxQueryBytes)
	}
	v, ok := decodeJSON(string(data))
	raw, isObject := v.(map[string]any)
	if !ok || !isObject {
		return q, invalid("It has to be a JSON object")
	}
	if err := checkTexts(raw, 0); err != nil {
		return q, err
	}
	q.Language, _ = raw["language"].(string)
	return q, q.parse(raw)
}

func parameters() []string {
	return []string{"fields", "filter", "sort", "limit", "offset", "page", "search", "deep", "alias", "meta", "aggregate", "groupBy"}
}

// IsParameter reports whether a parameter of a request belongs to its query.
func IsParameter(name string) bool { return name == "language" || slices.Contains(parameters(), name) }

func (q *Query) parse(raw map[string]any) error {
	q.Fields = splitList(raw["fields"])
	if len(q.Fields) > maxFieldPaths {
		return invalid("%q names more than %d fields", "fields", maxFieldPaths)
	}
	var err error
	if q.Meta, err = parseMeta(raw["meta"]); err != nil {
		return err
	}
	if q.Options, err = parseOptions(raw, ""); err != nil {
		return err
	}
	if q.Aggregate, err = parseAggregate(raw["aggregate"]); err != nil {
		return err
	}
	q.Group = splitList(raw["groupBy"])
	if len(q.Group) > maxGroups {
		return invalid("It groups by more than %d fields", maxGroups)
	}
	return checkCounts(*q)
}

// checkTexts checks every text in a JSON value, names included.
func checkTexts(v any, depth int) error {
	if depth > maxBrackets {
		return invalid("It is nested too deep")
	}
	switch t := v.(type) {
	case string:
		if err := checkText(t); err != nil {
			return invalid("A text in it %v", err)
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
			if err := checkText(s); err != nil {
				return invalid("A parameter %v", err)
			}
		}
		if err := checkText(name); err != nil {
			return invalid("The name of a parameter %v", err)
		}
	}
	if size > maxQueryBytes {
		return invalid("It is longer than %d bytes", maxQueryBytes)
	}
	return nil
}

func checkCounts(q Query) error {
	nodes, sorts := 0, 0
	q.each(func(o *Options) {
		nodes += o.Filter.size()
		sorts += len(o.Sort)
	})
	if nodes > maxFilterNodes {
		return invalid("Its filters have more than %d conditions", maxFilterNodes)
	}
	if sorts > maxSortTerms {
		return invalid("It sorts by more than %d fields", maxSortTerms)
	}
	return nil
}

func (o *Options) each(visit func(*Options)) {
	visit(o)
	for _, nested := range o.Deep {
		nested.each(visit)
	}
}

func (f *Filter) size() int {
	if f == nil {
		return 0
	}
	n := 1
	for i := range f.Items {
		n += f.Items[i].size()
	}
	return n
}

// parseOptions reads what narrows and orders a list. In deep the names carry
// the prefix "_".
func parseOptions(raw map[string]any, prefix string) (Options, error) {
	var o Options
	var err error
	if o.Filter, err = filterParameter(raw[prefix+"filter"]); err != nil {
		return o, err
	}
	if o.Search, err = searchParameter(raw[prefix+"search"]); err != nil {
		return o, err
	}
	o.Sort = splitList(raw[prefix+"sort"])
	if v, ok := raw[prefix+"limit"]; ok {
		n, err := number(v, "limit", -1)
		if err != nil {
			return o, err
		}
		o.Limit = &n
	}
	if v, ok := raw[prefix+"offset"]; ok {
		if o.Offset, err = number(v, "offset", 0); err != nil {
			return o, err
		}
	}
	if v, ok := raw[prefix+"page"]; ok {
		if o.Page, err = number(v, "page", 0); err != nil {
			return o, err
		}
	}
	if o.Alias, err = parseAlias(raw[prefix+"alias"]); err != nil {
		return o, err
	}
	if prefix == "" {
		o.Deep, err = parseDeep(raw["deep"])
	}
	return o, err
}

func searchParameter(v any) (string, error) {
	switch t := v.(type) {
	case nil:
		return "", nil
	case string:
		if len(t) > maxSearchLength {
			return "", invalid("%q is longer than %d bytes", "search", maxSearchLength)
		}
		return t, nil
	default:
		return "", invalid("%q has to be a text", "search")
	}
}

// number reads a whole number of at least least. An empty text is 0, as in a
// Directus.
func number(v any, name string, least int) (int, error) {
	if list, ok := v.([]any); ok && len(list) == 1 {
		v = list[0] // limit[]=2
	}
	if v == "" {
		return 0, nil
	}
	n, err := strconv.ParseInt(numeral(v), 10, 64)
	if err != nil || n > maxPage {
		return 0, invalid("%q must be a number", name)
	}
	if n < int64(least) {
		return 0, invalid("%q must be greater than or equal to %d", name, least)
	}
	return int(n), nil
}

func parseMeta(v any) (Meta, error) {
	var m Meta
	for i, name := range splitList(v) {
		switch name {
		case "total_count":
			m.TotalCount = true
		case "filter_count":
			m.FilterCount = true
		case "*":
			m = Meta{TotalCount: true, FilterCount: true}
		default:
			return m, invalid(`"meta[%d]" must be one of [total_count, filter_count]`, i)
		}
	}
	return m, nil
}

// splitList flattens fields=a,b, fields[]=a&fields[]=b and mixtures of them.
func splitList(v any) []string {
	var out []string
	switch t := v.(type) {
	case string:
		for s := range strings.SplitSeq(t, ",") {
			if s = strings.TrimSpace(s); s != "" {
				out = append(out, s)
			}
		}
	case []any:
		for _, e := range t {
			out = append(out, splitList(e)...)
		}
	}
	return out
}
