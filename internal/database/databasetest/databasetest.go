// Package databasetest starts a real PostgreSQL for tests: Debian's, in its own
// folder on a unix socket. It is removed when the test process ends, in any way.
package databasetest

import (
	"context"
	"database/sql"
	"fmt"
	"os"
	"sync"
	"sync/atomic"
	"testing"

	_ "github.com/jackc/pgx/v5/stdlib" // the driver "pgx"
)

// skip is the environment variable that skips the PostgreSQL tests where it is not
// installed. Without it a missing PostgreSQL is a failure.
const skip = "FERRULE_TEST_POSTGRES"

// OnBoth runs a test on SQLite, with the address "", and on PostgreSQL, with the
// address of a new empty database.
func OnBoth(t *testing.T, test func(t *testing.T, address string)) {
	t.Helper()
	t.Run("SQLite", func(t *testing.T) {
		t.Parallel()
		test(t, "")
	})
	t.Run("PostgreSQL", func(t *testing.T) {
		t.Parallel()
		test(t, Postgres(t))
	})
}

// shared is the server that tests of a process share unless they start their own.
var shared = sync.OnceValues(func() (*Server, error) { return start(context.Background()) }) //nolint:gochecknoglobals // a server takes a second to start

var databases atomic.Int64 //nolint:gochecknoglobals // numbers the databases of the process

// Postgres returns the address of an empty database, which is dropped when the test
// ends.
func Postgres(t testing.TB) string {
	t.Helper()
	require(t)
	s, err := shared()
	if err != nil {
		t.Fatal(err)
	}
	return s.Database(t)
}

// Database is Postgres on the server s.
func (s *Server) Database(t testing.TB) string {
	t.Helper()
	name := fmt.Sprintf("test%d", databases.Add(1))
	s.run(t, "CREATE DATABASE "+name+" TEMPLATE template0")
	t.Cleanup(func() { s.run(t, "DROP DATABASE "+name+" WITH (FORCE)") })
	return s.address(name)
}

func (s *Server) run(t testing.TB, statement string) {
	t.Helper()
	db, err := sql.Open("pgx", s.address("postgres"))
	if err != nil {
		t.Fatal(err)
	}
	defer func() { _ = db.Close() }()
	if _, err := db.ExecContext(context.WithoutCancel(t.Context()), statement); err != nil {
		t.Fatalf("%s: %v", statement, err)
	}
}

// require fails or skips the test if PostgreSQL is not installed.
func require(t testing.TB) {
	t.Helper()
	if _, err := binaries(); err != nil {
		if os.Getenv(skip) == "skip" {
			t.Skip(err)
		}
		t.Fatalf("%v: apt-get install postgresql, or set %s=skip to test SQLite alone", err, skip)
	}
}
