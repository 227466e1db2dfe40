package content

import "context"

// Write is one call that changes items: all of it is done, or nothing.
type Write struct {
	Collection *Collection
	Action     Action    // ActionCreate, ActionUpdate or ActionDelete
	Access     *Policy   // nil is the public
	User       string    // the id of who writes; empty if nobody knows
	Records    []*Record // to create, or to update by their keys; a singleton's needs none
	Keys       []any     // to delete, in the form of ParseValue
}

// Written is what a Write did.
type Written struct {
	Keys []any // of the records, in their order
}

// Record is an item as it was written, its names told apart but its values not
// yet read.
type Record struct {
	Collection *Collection
	Key        any            // in the form of ParseValue; nil if none was given
	Bare       bool           // the key alone, where an item could stand
	Fields     map[string]any // by name, as JSON has them: columns, and names the model does not know
	One        []Linked       // items given in place of the key of a relation
	Many       []Rows         // what was given for aliases
	Set        map[*Field]any // what the program itself says of the item, whatever its writer may; in the form of ParseValue
	Path       []any          // from the item the call is about: names and positions
	Parent     *ParentOf      // of a record within an alias
}

// Linked is an item that a foreign key is to point to.
type Linked struct {
	Field  *Field
	Record *Record
}

// Rows are what an alias is to hold.
type Rows struct {
	Field   *Field
	Whole   bool      // Records are all rows: what is not among them is let go
	Records []*Record // by key, changed or created
	Create  []*Record // added behind the rows there are
	Update  []*Record
	Delete  []any // keys of rows to let go
}

// ParentOf says which record a row of an alias belongs to.
type ParentOf struct {
	Field *Field
	Key   any // nil lets the row go
}

// Change is the state of one row, as a copy of another content system knows it.
type Change struct {
	Collection string
	Key        any            // as JSON has it
	Delete     bool           // there is no such row any more
	Values     map[string]any // of columns, as JSON has them; the others stay as they are
}

// Writer is where content is changed.
type Writer interface {
	// Write does all of a call in one transaction. Errors that the writer
	// caused are *Refusal or *fault.Error.
	Write(ctx context.Context, w Write) (Written, error)
}
