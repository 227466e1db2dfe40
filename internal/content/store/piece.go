package store

import "ferrule/internal/content"

// piece is a stretch of the JSON text that a statement makes. Databases write
// pieces in ways of their own: what SQLite and PostgreSQL do best differs.
type piece struct {
	kind   pieceKind
	text   string  // of a constant what it is, else an SQL expression
	inside []piece // of an object
	digits int     // after the point, of a decimal
}

type pieceKind int

const (
	pieceConstant pieceKind = iota
	pieceRaw                // a value as it is; nothing for null
	pieceValue              // a whole number, or JSON, as it is
	pieceQuoted             // a value in quotes, with nothing in it to escape
	pieceDecimal            // a decimal in quotes
	pieceText               // a text as JSON has it
	pieceBoolean
	pieceObject  // what is inside, unless the expression is null
	piecePresent // the same, but nothing for null
)

// json is the JSON of a column's value; null for null.
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

// touched tells a reader who traces that a row is part of the reply.
func touched(c *content.Collection, key string) []piece {
	return []piece{{text: mark + c.Name + ":"}, {kind: pieceRaw, text: key}, {text: mark}}
}

// fit puts pieces that are more than one call takes into calls of their own.
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
