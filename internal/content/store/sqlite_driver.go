package store

import (
	"database/sql/driver"
	"sync"

	"modernc.org/sqlite"

	"ferrule/internal/content"
)

// sqliteDriver carries the functions our statements call. It is a driver of
// its own, so that nothing is added to other users of SQLite in the program;
// it is made once, because the functions registered on a driver stay for good.
var sqliteDriver = sync.OnceValue(func() *sqlite.Driver { //nolint:gochecknoglobals // a compiled table
	d := &sqlite.Driver{}
	registerFigures(d)
	for name, of := range map[string]func(string) string{"ferrule_fold": content.Fold, "ferrule_sort": content.SortKey} {
		d.MustRegisterDeterministicScalarFunction(name, 1, func(_ *sqlite.FunctionContext, args []driver.Value) (driver.Value, error) {
			if s, ok := args[0].(string); ok {
				return of(s), nil
			}
			return args[0], nil
		})
	}
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
