// Package content owns the content model (collections, fields, relations,
// permissions), the forms of values, the validation of writes and of markup, and
// the interfaces through which content is read and written. It depends on
// neither SQL nor HTTP.
package content

import "context"

// Query is one read of one collection: the syntax tree of a request, as package
// query parses it. Names in it are not checked against the model before query.Bind.
type Query struct {
	Collection string
	ID         string   // one item by its key; empty for a list or a singleton
	Access     *Policy  // nil is the public
	Fields     []string // dotted paths such as "translations.name"; empty means "*"
	Options
	Aggregate []Aggregate // instead of Fields: values over all rows, or over those of each group
	Group     []string    // fields, or functions of fields such as "year(date)"
	Meta      Meta
	Language  string // "fr-FR": one row per translations relation, and the codes of all beside those of the records asked for; empty for all rows
	Trace     bool   // fill Result.Touched
	Client    bool   // sent by a client of the API: searched rows count towards its cost
}

// Options narrow and order the rows of a list, at the root or, through Deep,
// of a relation.
type Options struct {
	Filter *Filter
	Search string
	Sort   []string // field paths, a leading "-" for descending
	Limit  *int     // nil is DefaultLimit, -1 is all
	Offset int
	Page   int                // from 1; takes precedence over Offset
	Alias  map[string]string  // other names for fields, valid in Fields and Deep
	Deep   map[string]Options // by name of a relation in Fields, or scope "item:link"
	Err    error              // of Deep: malformed options, reported if the relation is read
}

// Aggregate applies one aggregate function to several fields.
type Aggregate struct {
	Func   AggregateFunc
	Fields []string // "*" alone counts rows
}

// DefaultLimit is the number of rows of a list, or of one parent's relation,
// unless the query has a limit.
const DefaultLimit = 100

// Meta selects the counts that are returned beside the data.
type Meta struct {
	TotalCount  bool // items that the reader may see
	FilterCount bool // of these, the items that filter and search select
}

// Result is the reply to a Query.
type Result struct {
	Body    []byte // JSON of the reply: {"data":…}, preceded by "meta" if requested
	Touched []Tag  // the tags that the reply depends on, only with Query.Trace
}

// Preparer is a Source that can prepare a query once and read it repeatedly:
// names are checked, permissions bound and the statement compiled. Errors are
// those of Read.
type Preparer interface {
	// Prepare prepares a query. $NOW is the time of Prepare.
	Prepare(q Query) (Prepared, error)
}

// Prepared is a prepared query. It is safe for concurrent use.
type Prepared interface {
	Read(ctx context.Context) (Result, error)
	// Expensive reports whether the query is estimated to take many times as long
	// as those of pages. The error is that of Read for a query that is refused.
	Expensive(ctx context.Context) (bool, error)
}

// Tag identifies something that a reply depends on, or that a write changed: a
// row by its key, with "?" before it a column (see ColumnTag), or with an empty
// ID anything in the collection.
type Tag struct{ Collection, ID string }

// ColumnTag returns the tag of a column: of its values in all rows. The tag of
// the key stands for the set of rows.
func ColumnTag(f *Field) Tag { return Tag{Collection: f.Collection.Name, ID: "?" + f.Name} }

// IsColumn reports whether the tag is that of a column.
func (t Tag) IsColumn() bool { return len(t.ID) > 0 && t.ID[0] == '?' }

// Source is a store from which content is read.
type Source interface {
	// Read returns the reply to a query. Errors that the reader caused are
	// *fault.Error of kind Invalid (code INVALID_QUERY) or Forbidden (code
	// FORBIDDEN).
	Read(ctx context.Context, q Query) (Result, error)
	// Revision increases with every change of content. It is cheap enough to be
	// called for each request.
	Revision(ctx context.Context) (int64, error)
}
