package content

import (
	"crypto/sha256"
	_ "embed" // embeds model.json
	"encoding/hex"
	"slices"
)

//go:embed model.json
var defaultModel []byte

// Model is the declaration of all content: the source of the tables, the API,
// the TypeScript types and the schema of a real Directus.
type Model struct {
	Collections []*Collection // in declared order
	Relations   []*Relation
	Hash        string // hash of the declaration; a new one may require other tables

	byName map[string]*Collection
	public *Policy
}

// Collection is one kind of record and the table of the same name.
type Collection struct {
	Name      string
	Singleton bool
	System    bool // part of the content system itself: files
	Hidden    bool // a junction or translations table
	SortField *Field
	Fields    []*Field // in declared order
	Key       *Field

	byName map[string]*Field
}

// Field is a column or, for type Alias, the other side of a relation.
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
	Length        int // of a text: characters at most; 0 for any number
	Precision     int // of a decimal: digits in all
	Scale         int // of a decimal: digits after the point

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

// Kind is the kind of a relation field and its side.
type Kind int

// The kinds of relation fields. OneToMany and the following are aliases whose
// rows are in Relation.Collection.
const (
	None         Kind = iota
	ManyToOne         // a foreign key, files included
	AnyToOne          // the item column of a many-to-any junction
	OneToMany         // rows that refer to this one
	ManyToMany        // junction rows that refer to this one and to a target
	ManyToAny         // junction rows that refer to this one and to items of several collections
	Translations      // one row per language
	Files             // junction rows that refer to this one and to files
)

// Relation is a foreign key with both of its sides.
type Relation struct {
	Collection *Collection // has the foreign key
	Field      *Field      // the foreign key
	Related    *Collection // the referenced collection; nil for many-to-any
	OneField   string      // the alias on Related, "" if there is none
	SortField  *Field      // orders the rows of OneField; nil if none
	Junction   *Field      // the other foreign key of a junction; nil if none
	OnDelete   string      // CASCADE or SET NULL
	Deselect   string      // effect on a row that is removed from OneField: "nullify" or "delete"

	CollectionField *Field        // many-to-any: the column with the name of the collection
	Allowed         []*Collection // many-to-any: the collections that may be referenced
}

// Default returns the model of the product.
func Default() *Model {
	m, err := ParseModel(defaultModel)
	if err != nil {
		panic("content: model.json: " + err.Error()) // embedded: a build error
	}
	return m
}

// Collection returns the collection with a current or former name; nil if there
// is none.
func (m *Model) Collection(name string) *Collection { return m.byName[CurrentName(name)] }

// Field returns the field with that name; nil if there is none.
func (c *Collection) Field(name string) *Field { return c.byName[name] }

// HasColumns reports whether c is not nil and has a column of each name. Models
// of suppliers may lack columns that the program uses.
func (c *Collection) HasColumns(names ...string) bool {
	for _, name := range names {
		if c == nil || c.byName[name] == nil || c.byName[name].Type == Alias {
			return false
		}
	}
	return c != nil
}

// ToMany reports whether the field is an alias for rows of another collection.
func (f *Field) ToMany() bool { return f.Kind >= OneToMany }

// HasSpecial reports whether the field has that Directus special.
func (f *Field) HasSpecial(name string) bool {
	return slices.Contains(f.Special, name)
}

// Language returns the foreign key to the language of the rows of a
// translations alias; nil for every other field.
func (f *Field) Language() *Field {
	if f.Kind != Translations {
		return nil
	}
	return f.Relation.Junction
}

func hashOf(data []byte) string {
	sum := sha256.Sum256(data)
	return hex.EncodeToString(sum[:])
}

// Declaration returns the JSON of the default model.
func Declaration() []byte { return defaultModel }
