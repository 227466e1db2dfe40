package store

import (
	"fmt"
	"strings"
	"sync"
	"unicode"

	"ferrule/internal/content"
	"ferrule/internal/content/store/sqlgen"
	"ferrule/internal/database"
)

// tables generates the statements for a model's tables in which databases differ.
type tables interface {
	// bookkeeping returns the statements that create the program's own tables if they are missing.
	bookkeeping() []string
	// declared identifies the input of all declarations.
	declared(m *content.Model) string
	// before and after return the statements to be run before and after those of the collections.
	before(m *content.Model) []string
	after(m *content.Model) []string
	// columns returns a query for the names of a table's columns, none if it is missing.
	columns() string
	// renaming returns a query for the statements that rename a table, the first
	// parameter, and its dependent objects to the second; none if it is missing.
	// They drop its indexes, which migrateCollection recreates.
	renaming() string
	columnType(f *content.Field) string
	// key returns the clause that follows the type of a primary key.
	key(f *content.Field) string
	// inlineReference returns a foreign key within its column; reference returns the
	// statements that declare it after all tables exist.
	inlineReference(f *content.Field) string
	reference(f *content.Field) []string
	options() string
	// ordered returns the terms of an index on a column, so that it returns the
	// rows in the order of sqlgen.Dialect.Ascending.
	ordered(f *content.Field) string
	Value(f *content.Field, v any) any
}

func tablesOf(k database.Kind) tables {
	if k == database.Postgres {
		return postgresTables{}
	}
	return sqliteTables{}
}

type sqliteTables struct{ sqlgen.SQLite }

func (sqliteTables) bookkeeping() []string {
	return []string{
		`CREATE TABLE IF NOT EXISTS "ferrule_schema" (version INTEGER PRIMARY KEY AUTOINCREMENT, format INTEGER NOT NULL, model TEXT NOT NULL, applied TEXT NOT NULL) STRICT`,
		`CREATE TABLE IF NOT EXISTS "ferrule_revision" (id INTEGER PRIMARY KEY CHECK (id=1), value INTEGER NOT NULL) STRICT`,
		`INSERT INTO "ferrule_revision" VALUES (1,0) ON CONFLICT DO NOTHING`,
		`CREATE TABLE IF NOT EXISTS "ferrule_mark" (id INTEGER PRIMARY KEY CHECK (id=1), value TEXT NOT NULL) STRICT`,
		`INSERT INTO "ferrule_mark" VALUES (1,hex(randomblob(8))) ON CONFLICT DO NOTHING`,
		`CREATE TRIGGER IF NOT EXISTS "ferrule_marked" AFTER UPDATE ON "ferrule_revision" BEGIN UPDATE "ferrule_mark" SET value=hex(randomblob(8)); END`,
		createChanges,
	}
}

func (sqliteTables) declared(m *content.Model) string { return m.Hash }
func (sqliteTables) before(*content.Model) []string   { return nil }
func (sqliteTables) after(*content.Model) []string    { return nil }
func (sqliteTables) columns() string                  { return `SELECT name FROM pragma_table_info(?)` }

func (sqliteTables) renaming() string {
	return `SELECT CASE type WHEN 'index' THEN 'DROP INDEX "'||name||'"' ELSE 'ALTER TABLE "'||name||'" RENAME TO "'||?2||'"' END
		FROM sqlite_master WHERE tbl_name=?1 AND type IN ('index','table') AND sql IS NOT NULL ORDER BY type`
}

func (sqliteTables) reference(*content.Field) []string       { return nil }
func (sqliteTables) options() string                         { return " STRICT" }
func (sqliteTables) inlineReference(f *content.Field) string { return references(f.Relation) }

func (t sqliteTables) ordered(f *content.Field) string {
	if f.Required {
		return sqlgen.Quote(f.Name)
	}
	return t.Ascending(sqlgen.Quote(f.Name))
}

func (sqliteTables) columnType(f *content.Field) string {
	switch f.Type {
	case content.Integer, content.BigInteger, content.Boolean:
		return "INTEGER"
	case content.Float, content.Decimal:
		return "REAL"
	default:
		return "TEXT"
	}
}

func (sqliteTables) key(f *content.Field) string {
	if f.AutoIncrement {
		return " PRIMARY KEY AUTOINCREMENT NOT NULL" // an id is never reused
	}
	return " PRIMARY KEY NOT NULL"
}

// postgresTables generates PostgreSQL's tables. Texts are ordered by their bytes,
// as in SQLite, independent of the database's collation.
type postgresTables struct{ sqlgen.Postgres }

func (postgresTables) bookkeeping() []string {
	return []string{
		`CREATE TABLE IF NOT EXISTS "ferrule_schema" (version integer GENERATED ALWAYS AS IDENTITY PRIMARY KEY, format integer NOT NULL, model text NOT NULL, applied text NOT NULL)`,
		`CREATE TABLE IF NOT EXISTS "ferrule_revision" (id integer PRIMARY KEY CHECK (id=1), value bigint NOT NULL)`,
		`INSERT INTO "ferrule_revision" VALUES (1,0) ON CONFLICT DO NOTHING`,
		createChanges,
	}
}

// declared includes the version of Unicode, from whose tables the functions are
// generated.
func (postgresTables) declared(m *content.Model) string { return m.Hash + " " + unicode.Version }

// collationOnce caches the functions: generating them reads every character.
var collationOnce = sync.OnceValue(sqlgen.PostgresFunctions) //nolint:gochecknoglobals // computed constant

func (postgresTables) before(*content.Model) []string { return collationOnce() }

// after creates the trigger that runs when a transaction that incremented the
// revision is committed: it notifies all listeners and advances the sequences
// beyond explicit keys, so that no key is assigned twice.
func (postgresTables) after(m *content.Model) []string {
	var advance strings.Builder
	for _, c := range m.Collections {
		if c.Key.AutoIncrement {
			table, key := sqlgen.Literal(sqlgen.Quote(c.Name)), sqlgen.Literal(c.Key.Name)
			advance.WriteString("\n\tPERFORM setval(s,m) FROM (SELECT pg_get_serial_sequence(" + table + "," + key + ")::regclass s,(SELECT max(" + sqlgen.Quote(c.Key.Name) + ") FROM " + sqlgen.Quote(c.Name) + ") m) x WHERE m>coalesce(pg_sequence_last_value(s),0);")
		}
	}
	return []string{
		"CREATE OR REPLACE FUNCTION ferrule_raised() RETURNS trigger LANGUAGE plpgsql AS $body$ BEGIN" + advance.String() +
			"\n\tPERFORM pg_notify(" + sqlgen.Literal(channel) + ",'');\n\tRETURN NULL;\nEND $body$",
		`DROP TRIGGER IF EXISTS ferrule_raised ON "ferrule_revision"`,
		`CREATE CONSTRAINT TRIGGER ferrule_raised AFTER UPDATE ON "ferrule_revision" DEFERRABLE INITIALLY DEFERRED FOR EACH ROW EXECUTE FUNCTION ferrule_raised()`,
	}
}

func (postgresTables) columns() string {
	return `SELECT attname FROM pg_attribute WHERE attrelid=to_regclass(quote_ident(?)) AND attnum>0 AND NOT attisdropped`
}

// renaming includes the objects that PostgreSQL named after the table: the primary key and
// the sequence of an identity column.
func (postgresTables) renaming() string {
	return `WITH t AS (SELECT oid,oid::regclass::text AS name FROM pg_class WHERE oid=to_regclass(quote_ident($1)))
		SELECT text FROM (
			SELECT 1 AS step,'DROP INDEX '||i.indexrelid::regclass AS text FROM t JOIN pg_index i ON i.indrelid=t.oid WHERE NOT i.indisprimary
			UNION ALL SELECT 1,format('ALTER TABLE %s RENAME CONSTRAINT %I TO %I',t.name,c.conname,replace(c.conname,$1,$2))
				FROM t JOIN pg_constraint c ON c.conrelid=t.oid WHERE c.contype IN ('p','f')
			UNION ALL SELECT 1,format('ALTER SEQUENCE %s RENAME TO %I',s.oid::regclass,replace(s.relname,$1,$2))
				FROM t JOIN pg_depend d ON d.refobjid=t.oid AND d.deptype='i' JOIN pg_class s ON s.oid=d.objid AND s.relkind='S'
			UNION ALL SELECT 2,format('ALTER TABLE %s RENAME TO %I',t.name,$2::text) FROM t) x ORDER BY step`
}

func (postgresTables) columnType(f *content.Field) string {
	switch f.Type {
	case content.Integer:
		return "integer"
	case content.BigInteger:
		return "bigint"
	case content.Float:
		return "double precision"
	case content.Decimal:
		return fmt.Sprintf("numeric(%d,%d)", f.Precision, f.Scale)
	case content.Boolean:
		return "boolean"
	default:
		return `text COLLATE "C"`
	}
}

func (postgresTables) key(f *content.Field) string {
	if f.AutoIncrement {
		return " GENERATED BY DEFAULT AS IDENTITY PRIMARY KEY"
	}
	return " PRIMARY KEY"
}

func (postgresTables) inlineReference(*content.Field) string { return "" }
func (postgresTables) options() string                       { return "" }
func (postgresTables) ordered(f *content.Field) string       { return sqlgen.Quote(f.Name) }

// reference returns a constraint whose check a transaction may defer, see
// Store.deferReferences.
func (postgresTables) reference(f *content.Field) []string {
	return []string{"ALTER TABLE " + sqlgen.Quote(f.Collection.Name) + " ADD CONSTRAINT " + sqlgen.Quote(shortened("fk_"+f.Collection.Name+"_"+f.Name)) +
		" FOREIGN KEY (" + sqlgen.Quote(f.Name) + ")" + references(f.Relation) + " DEFERRABLE"}
}
