package sqlgen

import (
	"github.com/mattn/go-sqlite3"

	"ferrule/internal/collate"
)

// RegisterFunctions registers the functions that statements call on a connection
// to SQLite. A null argument is a nil []byte.
func RegisterFunctions(c *sqlite3.SQLiteConn) error {
	for name, of := range map[string]any{
		"ferrule_fold": textFunction(collate.Fold),
		"ferrule_sort": textFunction(collate.SortKey),
		"ferrule_like": func(pattern, text any) any {
			p, _ := pattern.(string)
			t, ok := text.(string)
			if !ok {
				return nil // null matches no pattern
			}
			return like(p, t)
		},
	} {
		if err := c.RegisterFunc(name, of, true); err != nil {
			return err
		}
	}
	for name, average := range map[string]bool{"ferrule_sum": false, "ferrule_avg": true} {
		if err := c.RegisterAggregator(name, func() *figure { return &figure{average: average} }, true); err != nil {
			return err
		}
	}
	return nil
}

// textFunction returns a function that applies f to texts and returns other values unchanged.
func textFunction(f func(string) string) func(any) any {
	return func(v any) any {
		if s, ok := v.(string); ok {
			return f(s)
		}
		return v
	}
}

// like reports whether a text matches a pattern of SQL's LIKE: % is any text, _
// any character, \ escapes the next character. It backtracks only to the last %,
// so its time is at worst the product of the lengths.
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
