package sqlgen

import (
	"path/filepath"
	"strconv"
	"strings"
	"testing"

	"ferrule/internal/database"
)

// A row may have more fields than a function has arguments, also in a nested object.
func TestLongRowsAreDividedIntoSeveralCalls(t *testing.T) {
	t.Parallel()
	db := database.OpenSQLite(filepath.Join(t.TempDir(), "x.db"))
	t.Cleanup(func() { _ = db.Close() })
	pieces := []piece{{text: "["}}
	var want strings.Builder
	for n := range 1300 {
		pieces = append(pieces, piece{kind: pieceValue, text: strconv.Itoa(n)}, piece{text: ","})
		want.WriteString(strconv.Itoa(n) + ",")
	}
	list := "[" + want.String()
	for _, c := range []struct {
		pieces []piece
		want   string
	}{
		{pieces, list},
		{[]piece{{kind: pieceObject, text: "1", inside: pieces}}, list},
		{[]piece{{kind: pieceObject, text: "NULL", inside: pieces}, {kind: piecePresent, text: "NULL", inside: pieces}}, "null"},
	} {
		if got, err := db.Value(t.Context(), "SELECT "+SQLite{}.json(c.pieces)); err != nil || string(got) != c.want {
			t.Errorf("%.60s %v, want %.60s", got, err, c.want)
		}
	}
	if text := (Postgres{}).json(pieces); strings.Count(text, "concat(") < len(pieces)/maxPieces {
		t.Errorf("%d calls of concat write %d pieces", strings.Count(text, "concat("), len(pieces))
	}
}
