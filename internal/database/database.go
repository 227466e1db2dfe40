// Package database opens the two kinds of database, SQLite and PostgreSQL, and
// levels what differs between them for statements written once: placeholders,
// the names of broken rules, connections that were lost. It knows nothing of
// what is stored.
package database

import (
	"context"
	"database/sql"
	"database/sql/driver"
	"net/url"
	"strconv"
	"strings"

	"modernc.org/sqlite"
)

// Kind tells databases apart.
type Kind int

// The kinds of database.
const (
	SQLite Kind = iota
	Postgres
)

// String is the kind as its makers write it.
func (k Kind) String() string {
	if k == Postgres {
		return "PostgreSQL"
	}
	return "SQLite"
}

// DB is a pool of connections to a database of either kind.
type DB struct {
	*sql.DB

	Kind Kind
}

// OpenSQLite opens a pool on one file, which is created when missing. Every
// connection writes ahead (WAL), waits for locks, checks foreign keys, refuses
// double-quoted texts, and takes the write lock when a transaction begins, so
// that no transaction has to be repeated: a file has one writer at a time. A
// pool that writes needs no more than one connection (SetMaxOpenConns).
//
// Params are pairs of the driver's parameters that are added or put in the
// place of these, such as "_query_only", "1". A "_pragma" is always added; it
// must be none of these, since the driver runs them in the order of the
// alphabet. "_synchronous" has a parameter of its own for that reason.
func OpenSQLite(file string, params ...string) *DB {
	return OpenSQLiteWith(&sqlite.Driver{}, file, params...)
}

// OpenSQLiteWith is OpenSQLite with a driver that carries functions of its own.
func OpenSQLiteWith(d driver.Driver, file string, params ...string) *DB {
	v := url.Values{
		"_dqs": {"0"}, "_txlock": {"immediate"}, "_synchronous": {"NORMAL"},
		"_pragma": {"busy_timeout(10000)", "journal_mode(WAL)", "foreign_keys(1)", "cache_size(-16000)", "temp_store(MEMORY)"},
	}
	for i := 0; i+1 < len(params); i += 2 {
		if params[i] == "_pragma" {
			v.Add(params[i], params[i+1])
		} else {
			v.Set(params[i], params[i+1])
		}
	}
	// Characters that a URI would read as its own must not end the file's name.
	name := "file:" + (&url.URL{Path: file}).EscapedPath() + "?" + v.Encode()
	return &DB{DB: sql.OpenDB(sqliteConnector{d, name}), Kind: SQLite}
}

type sqliteConnector struct {
	driver driver.Driver
	name   string
}

func (c sqliteConnector) Connect(context.Context) (driver.Conn, error) { return c.driver.Open(c.name) }
func (c sqliteConnector) Driver() driver.Driver                        { return c.driver }

// Rebind turns the placeholders of SQLite (? and ?2) into those of PostgreSQL
// ($1 and $2) if that is what the statement is for. Question marks in quotes
// stay; comments are not looked for.
func (d *DB) Rebind(query string) string {
	if d.Kind == SQLite || !strings.Contains(query, "?") {
		return query
	}
	var b strings.Builder
	b.Grow(len(query) + 8)
	n := 0
	for i := 0; i < len(query); i++ {
		switch c := query[i]; c {
		case '\'', '"':
			end := strings.IndexByte(query[i+1:], c) + 1 // a doubled quote ends one text and begins the next
			if end == 0 {
				end = len(query) - i - 1
			}
			b.WriteString(query[i : i+end+1])
			i += end
		case '?':
			b.WriteByte('$')
			if i+1 == len(query) || query[i+1] < '0' || query[i+1] > '9' {
				n++
				b.WriteString(strconv.Itoa(n))
			}
		default:
			b.WriteByte(c)
		}
	}
	return b.String()
}
