// Package database opens the two kinds of database, SQLite and PostgreSQL, and
// levels what differs between them for statements written once: placeholders,
// the names of broken rules, connections that were lost. It knows nothing of
// what is stored.
package database

import (
	"database/sql"
	"strconv"
	"strings"
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
