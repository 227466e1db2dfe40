package query

import "ferrule/internal/content"

// Plan is a query bound to a model: every name is a field, wildcards are
// resolved, permissions are part of its conditions. A store compiles it to one
// statement.
type Plan struct {
	Root    *Selection
	One     bool // the reply is one object and not a list
	ID      any  // key of the one item, in the form of ParseValue; nil for a list or singleton
	Meta    content.Meta
	Trace   bool
	Groups  []Output      // of an aggregate: the grouping; one without a name is not returned
	Figures []Figure      // of an aggregate: instead of the rows of Root
	Watched []content.Tag // the tags that determine which rows are in the reply; only with Trace
	// Identified reports that the reply is of one row, selected by a unique
	// value: it depends on other rows only while that one does not exist. Only
	// with Trace.
	Identified bool
	CountRule  *Cond  // for Meta.TotalCount: rows that the reader may see; nil for all
	Language   string // see Query.Language
}

// Aggregated reports whether the plan returns aggregates and not rows.
func (p *Plan) Aggregated() bool { return len(p.Groups) > 0 || len(p.Figures) > 0 }

// Selection is a list of rows of one collection, or the one row that a foreign
// key references.
type Selection struct {
	Collection *content.Collection
	Outputs    []Output // none: the row is its bare key
	Where      *Cond    // permissions, filter and search together; nil for all
	Requested  *Cond    // the part of Where that the query requests: filter and search; nil for none
	Sort       []Term
	Limit      int // -1 is all
	Offset     int
	Language   string         // of a translations relation: the one row selected; "" for all rows
	LanguageOf *content.Field // with Language: its column
}

// Output is one member of the JSON object of a row.
type Output struct {
	Name  string // the key in the reply
	Field *content.Field
	Func  Func // a function of Field instead of Field itself

	Nested  *Selection // the row or rows of a relation; nil for a column
	Hidden  []Visibility
	Counted *Counted // of FuncCount
	// Scopes are, for AnyToOne, the selections of the items of each collection.
	// Items of collections without one are returned as keys.
	Scopes []*Selection
}

// Figure is one aggregate function.
type Figure struct {
	Func  content.AggregateFunc
	Field *content.Field // nil: counts the rows themselves
}

// Visibility is the rule that selects the visible rows of a collection. For a
// junction it applies to the target: rows that reference hidden targets are
// hidden too.
type Visibility struct {
	Collection *content.Collection
	Rule       *Cond
}

// Counted restricts the rows of a relation that count(relation) counts.
type Counted struct {
	Rule   *Cond // nil for all
	Hidden []Visibility
}

// Term is one field of a sort order.
type Term struct {
	Path  []Step // from the sorted rows to the row that has Field
	Field *content.Field
	Func  Func
	Desc  bool

	Counted *Counted // of FuncCount
}

// Step leads from a row through one of its fields to rows of Target.
type Step struct {
	Field  *content.Field
	Target *content.Collection
	Rule   *Cond // rows of Target that the reader may see; others count as missing
}

// CondKind is the kind of a Cond.
type CondKind int

// The kinds of conditions.
const (
	CondAll  CondKind = iota // all of Items hold; true without Items
	CondAny                  // one of Items holds; false without Items
	CondTest                 // Field, through Func, Op Values
	CondStep                 // Items[0] holds for the row that Step leads to
	CondSome                 // Items[0] holds for a row of its own behind Step
	CondNone                 // Items[0] holds for no row behind Step
)

// Cond is a bound condition on one row. Rows behind a CondStep are joined by an
// outer join: a missing row has only nulls, and within one CondAll all steps
// through the same field lead to the same row. CondSome and CondNone test rows
// of their own.
type Cond struct {
	Kind  CondKind
	Items []Cond
	Step  Step // of CondStep, CondSome, CondNone

	Field   *content.Field // of CondTest
	Func    Func
	Counted *Counted // of FuncCount
	Op      content.Op
	Values  []any // in the form of ParseValue; one, or as many as Op takes
}

// and returns the conjunction of conditions, of which any may be nil.
func and(conds ...*Cond) *Cond {
	all := &Cond{Kind: CondAll}
	for _, c := range conds {
		switch {
		case c == nil:
		case c.Kind == CondAll:
			all.Items = append(all.Items, c.Items...)
		default:
			all.Items = append(all.Items, *c)
		}
	}
	if len(all.Items) == 0 {
		return nil
	}
	return all
}
