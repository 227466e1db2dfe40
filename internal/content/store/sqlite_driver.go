package store

import (
	"context"
	"database/sql"
	"database/sql/driver"
	"net/url"
	"strings"
	"sync"

	"modernc.org/sqlite"
)

// sqliteDriver carries the functions our statements call. It is a driver of
// its own, so that nothing is added to other users of SQLite in the program;
// it is made once, because the functions registered on a driver stay for good.
var sqliteDriver = sync.OnceValue(func() *sqlite.Driver { //nolint:gochecknoglobals // a compiled table
	d := &sqlite.Driver{}
	registerFigures(d)
	d.MustRegisterDeterministicScalarFunction("ferrule_fold", 1, func(_ *sqlite.FunctionContext, args []driver.Value) (driver.Value, error) {
		if s, ok := args[0].(string); ok {
			return fold(s), nil
		}
		return args[0], nil
	})
	d.MustRegisterDeterministicScalarFunction("ferrule_like", 2, func(_ *sqlite.FunctionContext, args []driver.Value) (driver.Value, error) {
		pattern, _ := args[0].(string)
		text, ok := args[1].(string)
		if !ok {
			return nil, nil //nolint:nilnil // null is a value: nothing is like it
		}
		return like(pattern, text), nil
	})
	return d
})

// fold makes texts comparable whatever their case, as PostgreSQL's ILIKE does:
// letter by letter, so that ß stays apart from ss.
func fold(s string) string { return strings.ToLower(s) }

// like reports whether a text matches a pattern of SQL's LIKE: % is any text,
// _ any character, \ takes the next character as it is. It only ever goes back
// to the last %, so its time grows with the product of the lengths at worst.
func like(pattern, text string) bool {
	p, t := []rune(pattern), []rune(text)
	i, j := 0, 0
	star, mark := -1, 0
	for j < len(t) {
		if i < len(p) {
			switch c := p[i]; {
			case c == '%':
				star, mark = i, j
				i++
				continue
			case c == '\\' && i+1 < len(p):
				if p[i+1] == t[j] {
					i, j = i+2, j+1
					continue
				}
			case c == '_' || c == t[j]:
				i, j = i+1, j+1
				continue
			}
		}
		if star < 0 {
			return false
		}
		mark++
		i, j = star+1, mark
	}
	for i < len(p) && p[i] == '%' {
		i++
	}
	return i == len(p)
}

type connector struct{ dsn string }

func (c connector) Connect(context.Context) (driver.Conn, error) { return sqliteDriver().Open(c.dsn) }
func (c connector) Driver() driver.Driver                        { return sqliteDriver() }

// openSQLite opens a pool on one file. Every connection waits for locks, checks
// foreign keys and refuses double-quoted texts.
func openSQLite(file string, params ...string) *sql.DB {
	v := url.Values{"_dqs": {"0"}, "_pragma": {"busy_timeout(10000)", "foreign_keys(1)", "synchronous(NORMAL)", "cache_size(-16000)", "temp_store(MEMORY)"}}
	for i := 0; i+1 < len(params); i += 2 {
		v.Add(params[i], params[i+1])
	}
	return sql.OpenDB(connector{dsn: "file:" + (&url.URL{Path: file}).EscapedPath() + "?" + v.Encode()})
}
