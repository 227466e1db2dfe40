package query

import "ferrule/internal/content"

// Plan is a query bound to a model: every name is a field, wildcards are
// resolved, permissions are part of it. A store turns it into one statement.
type Plan struct {
	Root    *Selection
	One     bool // the reply is one object and not a list
	ID      any  // key of the one item, in the form of ParseValue; nil for a list or singleton
	Meta    content.Meta
	Trace   bool
	Groups  []Output      // of an aggregate: what the rows are grouped by; without a name it is not shown
	Figures []Figure      // of an aggregate: instead of the rows of Root
	Watched []content.Tag // what decides which rows are in the reply; only with Trace
	// Identified says that the reply is of one row, by a value no other has: it
	// depends on other rows only while that one is not there. Only with Trace.
	Identified bool
	CountRule  *Cond  // for Meta.TotalCount: which rows the reader may see; nil for all
	Language   string // see Query.Language
}

// Aggregated reports whether the plan asks for figures and not for rows.
func (p *Plan) Aggregated() bool { return len(p.Groups) > 0 || len(p.Figures) > 0 }

// Selection is a list of rows of one collection, or the one row a foreign key
// points to.
type Selection struct {
	Collection *content.Collection
	Outputs    []Output // none: the row is its bare key
	Where      *Cond    // permissions, filter and search together; nil for all
	Asked      *Cond    // of Where, filter and search; nil for none
	Sort       []Term
	Limit      int // -1 is all
	Offset     int
	Language   string         // of a translations relation: the one row wanted; "" for all rows
	LanguageOf *content.Field // with Language: the column that holds it
}

// Output is one member of the JSON object of a row.
type Output struct {
	Name  string // the key in the reply
	Field *content.Field
	Func  Func // a function of Field instead of Field itself

	Nested  *Selection // the row or rows of a relation; nil for a column
	Hidden  []Visibility
	Counted *Counted // of FuncCount
	// Scopes hold for AnyToOne: what to show of the items of each collection.
	// Collections without an entry in it show the bare key.
	Scopes []*Selection
}

// Figure is one member of an aggregate's rows.
type Figure struct {
	Func  content.AggregateFunc
	Field *content.Field // nil: of the rows themselves
}

// Visibility says which rows of a collection a reader may see. For a junction
// it holds for the target: rows that lead to hidden targets are left out too.
type Visibility struct {
	Collection *content.Collection
	Rule       *Cond
}

// Counted says which rows of a relation count(relation) counts.
type Counted struct {
	Rule   *Cond // nil for all
	Hidden []Visibility
}

// Term is one field of a sort order.
type Term struct {
	Path  []Step // from the rows being sorted to the row that holds Field
	Field *content.Field
	Func  Func
	Desc  bool

	Counted *Counted // of FuncCount
}

// Step goes from a row through one of its fields to rows of Target.
type Step struct {
	Field  *content.Field
	Target *content.Collection
	Rule   *Cond // rows of Target the reader may see; others count as absent
}

// CondKind says what a Cond is.
type CondKind int

// The kinds of conditions.
const (
	CondAll  CondKind = iota // all of Items hold; true without Items
	CondAny                  // one of Items holds; false without Items
	CondTest                 // Field, through Func, Op Values
	CondStep                 // Items[0] holds for the row Step leads to
	CondSome                 // Items[0] holds for a row of its own behind Step
	CondNone                 // Items[0] holds for no row behind Step
)

// Cond is a bound condition on one row. Rows behind a CondStep are joined as
// an outer join does it: a missing row has only nulls, and within one CondAll
// all steps through the same field lead to the same row. CondSome and CondNone
// look for rows of their own.
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

// and joins conditions, of which any may be nil.
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
