package databasetest_test

import (
	"testing"

	"ferrule/internal/database/databasetest"
)

// recorder records whether a test failed.
type recorder struct {
	testing.TB
	failed bool
}

func (r *recorder) Helper()               {}
func (r *recorder) Errorf(string, ...any) { r.failed = true }

func TestAMigrationThatBreaksTheFormerVersionIsRefused(t *testing.T) {
	t.Parallel()
	for statement, refused := range map[string]bool{
		"CREATE TABLE a (x TEXT NOT NULL) STRICT; CREATE INDEX b ON a (x)": false,
		"ALTER TABLE a ADD COLUMN y TEXT NOT NULL DEFAULT ''":              false,
		"ALTER TABLE a ADD COLUMN y INTEGER":                               false,
		"ALTER TABLE a ADD COLUMN y TEXT NOT NULL":                         true,
		"ALTER TABLE a DROP COLUMN x":                                      true,
		"ALTER TABLE a RENAME COLUMN x TO y":                               true,
		"CREATE INDEX b ON a (x); DROP TABLE c":                            true,
		"UPDATE a SET x = 'other'":                                         true,
	} {
		r := &recorder{TB: t}
		databasetest.OnlyExpands(r, []string{statement}, nil)
		if r.failed != refused {
			t.Errorf("%s: refused %t, want %t", statement, r.failed, refused)
		}
	}
	r := &recorder{TB: t}
	databasetest.OnlyExpands(r, []string{"DROP TABLE c"}, map[string]string{"DROP TABLE c": "not used since 2.1"})
	if r.failed {
		t.Error("a step with a reason was refused")
	}
}
