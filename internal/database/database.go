// Package database opens SQLite and PostgreSQL databases and hides their differences
// from statements written once: placeholders, constraint violations, lost
// connections. It does not depend on what is stored.
package database

import (
	"database/sql"
	"strconv"
	"strings"
)

// Kind is the kind of a database.
type Kind int

// The kinds of database.
const (
	SQLite Kind = iota
	Postgres
)

// String returns the product name.
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

// Rebind replaces the placeholders of SQLite (? and ?2) with those of PostgreSQL ($1
// and $2) if d is a PostgreSQL. It keeps question marks in quotes and does not
// recognize comments.
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
			end := strings.IndexByte(query[i+1:], c) + 1 // a doubled quote ends one literal and begins the next
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
