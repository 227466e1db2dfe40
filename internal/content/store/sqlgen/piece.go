package sqlgen

import "ferrule/internal/content"

// piece is a part of the JSON text that a statement returns. Each dialect
// concatenates pieces in the way that is fastest in its database.
type piece struct {
	kind   pieceKind
	text   string  // a constant, else an SQL expression
	inside []piece // of an object
	digits int     // after the point, of a decimal
}

type pieceKind int

const (
	pieceConstant pieceKind = iota
	pieceRaw                // a value, unchanged; nothing for null
	pieceValue              // an integer or JSON, unchanged
	pieceQuoted             // a quoted value that needs no escaping
	pieceDecimal            // a quoted decimal
	pieceText               // a text, quoted and escaped
	pieceBoolean
	pieceObject  // inside, or null where the expression is null
	piecePresent // inside, or nothing where the expression is null
)

// json returns the JSON of a column's value; null for null.
func (s *statement) json(f *content.Field, column string) piece {
	switch f.Type {
	case content.Integer, content.JSON:
		return piece{kind: pieceValue, text: column}
	case content.Boolean:
		return piece{kind: pieceBoolean, text: column}
	case content.BigInteger, content.UUID, content.Timestamp, content.DateTime, content.Date, content.Time:
		return piece{kind: pieceQuoted, text: column} // written by content.ParseValue
	case content.Decimal:
		return piece{kind: pieceDecimal, text: column, digits: f.Scale}
	case content.Float:
		return piece{kind: pieceValue, text: s.dialect.double(column)}
	case content.CSV:
		return piece{kind: pieceValue, text: s.dialect.csv(column)}
	default:
		return piece{kind: pieceText, text: column}
	}
}

// touched marks a row as part of the reply of a traced statement.
func touched(c *content.Collection, key string) []piece {
	return []piece{{text: mark + c.Name + ":"}, {kind: pieceRaw, text: key}, {text: mark}}
}

// fit divides pieces that exceed the arguments of one call into several calls.
func fit(pieces []piece, fits func([]piece) bool, call func([]piece) string) []piece {
	if fits(pieces) {
		return pieces
	}
	apart := func(some []piece) piece { return piece{kind: pieceRaw, text: call(some)} }
	if n := len(pieces); n > 1 {
		return []piece{apart(pieces[:n/2]), apart(pieces[n/2:])}
	}
	one := pieces[0]
	one.inside = []piece{apart(one.inside)}
	return []piece{one}
}
