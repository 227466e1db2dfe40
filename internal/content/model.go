package content

import _ "embed" // carries model.json

//go:embed model.json
var defaultModel []byte

// Model is the declaration of all content: the source of the tables, the API,
// the TypeScript types and the schema of a real Directus.
type Model struct {
	Collections []*Collection // in declared order
	Relations   []*Relation
	Permissions []Permission

	byName map[string]*Collection
	public map[string]*Permission // read permissions of the public, by collection
}

// Collection is one kind of record and the table of the same name.
type Collection struct {
	Name      string
	Singleton bool
	System    bool // part of the content system itself: files
	Hidden    bool // a junction or translations table
	SortField string
	Fields    []*Field // in declared order
	Key       *Field

	byName map[string]*Field
}

// Field is a column, or for Type "alias" the far side of a relation.
type Field struct {
	Name          string
	Collection    *Collection
	Type          Type
	Special       []string
	Interface     string
	Note          string
	Required      bool // not nullable
	Unique        bool
	AutoIncrement bool
	Default       any // string, json.Number, bool or nil
	Length        int
	Precision     int
	Scale         int

	Kind     Kind      // None unless the field is a relation
	Relation *Relation // the relation behind Kind
}

// Type is the declared type of a field.
type Type string

// The types of fields, named as Directus names them.
const (
	String     Type = "string"
	Text       Type = "text"
	Integer    Type = "integer"
	BigInteger Type = "bigInteger"
	Float      Type = "float"
	Decimal    Type = "decimal"
	Boolean    Type = "boolean"
	JSON       Type = "json"
	CSV        Type = "csv"
	UUID       Type = "uuid"
	Timestamp  Type = "timestamp"
	DateTime   Type = "dateTime"
	Date       Type = "date"
	Time       Type = "time"
	Alias      Type = "alias"
)

// Kind says which side of which sort of relation a field is.
type Kind int

// The kinds of relation fields. All from OneToMany on are aliases whose rows
// live in Relation.Collection.
const (
	None         Kind = iota
	ManyToOne         // a foreign key, files included
	AnyToOne          // the item column of a many-to-any junction
	OneToMany         // rows that point here
	ManyToMany        // junction rows that point here and to a target
	ManyToAny         // junction rows that point here and to items of several collections
	Translations      // one row per language
	Files             // junction rows that point here and to files
)

// Relation is a foreign key seen from both its ends.
type Relation struct {
	Collection *Collection // holds the foreign key
	Field      *Field      // the foreign key
	Related    *Collection // what it points to; nil for many-to-any
	OneField   string      // the alias on Related, "" if there is none
	SortField  string      // orders the rows of OneField
	Junction   *Field      // the other foreign key of a junction, nil if not one
	OnDelete   string      // CASCADE or SET NULL

	CollectionField *Field        // many-to-any: the column that names the collection
	Allowed         []*Collection // many-to-any: what it may name
}

// Permission is what the public may do with one collection.
type Permission struct {
	Collection *Collection
	Action     string          // read or create
	Fields     map[string]bool // nil for all
	Rule       *Filter         // which items; nil for all
}

// ParseModel reads a model in the shape of model.json and checks every name in
// it: a relation that points nowhere is an error here, not in a query.
func ParseModel(data []byte) (*Model, error) { return parseModel(data) }

// Default returns the model of the product.
func Default() *Model {
	m, err := ParseModel(defaultModel)
	if err != nil {
		panic("content: model.json: " + err.Error()) // embedded: wrong for every start alike
	}
	return m
}

// Collection returns the collection of that name, nil if there is none.
func (m *Model) Collection(name string) *Collection { return m.byName[name] }

// Field returns the field of that name, nil if there is none.
func (c *Collection) Field(name string) *Field { return c.byName[name] }
