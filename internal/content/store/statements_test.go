package store

import (
	"database/sql"
	"errors"
	"fmt"
	"path/filepath"
	"testing"

	"ferrule/internal/database"
)

func TestAStatementInUseIsNotClosedForAnother(t *testing.T) {
	t.Parallel()
	db := database.OpenSQLite(filepath.Join(t.TempDir(), "x.db"))
	t.Cleanup(func() { _ = db.Close() })
	c := newStatements(db.DB)
	ask := func(text string, meanwhile func()) error {
		return c.run(t.Context(), text, func(stmt *sql.Stmt) error {
			meanwhile()
			var n int
			return stmt.QueryRowContext(t.Context()).Scan(&n)
		})
	}
	others := func() {
		for n := range maxStatements + 1 {
			if err := ask(fmt.Sprintf(`SELECT %d`, n), func() {}); err != nil {
				t.Error(err)
			}
		}
	}
	if err := ask(`SELECT -1`, others); err != nil {
		t.Error(err)
	}
	if c.recent.Len() != maxStatements || c.take(`SELECT -1`) != nil {
		t.Errorf("%d statements are kept", c.recent.Len())
	}
	if err := ask(`SELECT -1`, func() { c.close() }); err != nil {
		t.Error(err)
	}
	if err := ask(`SELECT nothing`, func() {}); err == nil || errors.Is(err, sql.ErrNoRows) {
		t.Errorf("got %v", err)
	}
}
