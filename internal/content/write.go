package content

import "context"

// Write is one atomic change of items.
type Write struct {
	Collection *Collection
	Action     Action    // ActionCreate, ActionUpdate or ActionDelete
	Access     *Policy   // nil is the public
	User       string    // id of the user; empty if unknown
	Records    []*Record // to create, or to update by key; the record of a singleton needs no key
	Keys       []any     // to delete, in the form of ParseValue
}

// Written is the result of a Write.
type Written struct {
	Keys []any // of the records, in their order
}

// Record is a written item whose names are resolved and whose values are not
// yet parsed.
type Record struct {
	Collection *Collection
	Key        any            // in the form of ParseValue; nil if none was given
	Bare       bool           // only a key instead of an item
	Fields     map[string]any // JSON values by name: columns, and names that the model does not know
	One        []Linked       // items instead of the key of a relation
	Many       []Rows         // values of aliases
	Set        map[*Field]any // values set by the program regardless of permissions, in the form of ParseValue
	Path       []any          // position in the request: names and indexes
	Parent     *ParentOf      // of a record within an alias
}

// Linked is an item that a foreign key refers to.
type Linked struct {
	Field  *Field
	Record *Record
}

// Rows are the rows of an alias.
type Rows struct {
	Field   *Field
	Whole   bool      // Records are all rows: others are removed from the alias
	Records []*Record // by key, changed or created
	Create  []*Record // created after the existing rows
	Update  []*Record
	Delete  []any // keys of rows to remove from the alias
}

// ParentOf identifies the parent of a row of an alias.
type ParentOf struct {
	Field *Field
	Key   any // nil removes the row from its parent
}

// Change is the state of one row in the source system.
type Change struct {
	Collection string
	Key        any            // as decoded from JSON
	Delete     bool           // the row does not exist
	Values     map[string]any // of columns, as decoded from JSON; other columns stay unchanged
}

// Writer changes content.
type Writer interface {
	// Write applies a Write in one transaction. Errors that the client caused
	// are *Refusal or *fault.Error.
	Write(ctx context.Context, w Write) (Written, error)
}
