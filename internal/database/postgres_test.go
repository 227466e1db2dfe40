package database_test

import (
	"context"
	"database/sql"
	"errors"
	"path/filepath"
	"strings"
	"sync"
	"testing"
	"time"

	"ferrule/internal/database"
	"ferrule/internal/database/databasetest"
	"ferrule/internal/fault"
)

func open(t *testing.T, address string) *database.DB {
	t.Helper()
	db := database.OpenSQLite(filepath.Join(t.TempDir(), "a folder?with#signs.db"))
	if address != "" {
		var err error
		if db, err = database.OpenPostgres(t.Context(), address); err != nil {
			t.Fatal(err)
		}
	}
	t.Cleanup(func() { _ = db.Close() })
	return db
}

func run(t *testing.T, db *database.DB, statement string, args ...any) error {
	t.Helper()
	_, err := db.ExecContext(t.Context(), db.Rebind(statement), args...)
	return err
}

func TestConstraintViolationsAreReportedEquallyOnBothDatabases(t *testing.T) {
	t.Parallel()
	databasetest.OnBoth(t, func(t *testing.T, address string) {
		db := open(t, address)
		for _, statement := range []string{
			`CREATE TABLE "a b" (id integer PRIMARY KEY, name text NOT NULL, "two words" text UNIQUE, x integer, y integer, UNIQUE (x, y))`,
			`CREATE TABLE c (id integer PRIMARY KEY, a integer REFERENCES "a b"(id))`,
			`INSERT INTO "a b" VALUES (1,'n','(x)=(y)',1,2)`,
			`INSERT INTO c VALUES (1,1)`,
		} {
			if err := run(t, db, statement); err != nil {
				t.Fatal(err)
			}
		}
		for _, tt := range []struct{ statement, unique, foreign, missing string }{
			{`INSERT INTO "a b" VALUES (1,'n',NULL,NULL,NULL)`, "a b.id", "", ""},
			{`INSERT INTO "a b" VALUES (2,'n','(x)=(y)',NULL,NULL)`, "a b.two words", "", ""},
			{`INSERT INTO "a b" VALUES (2,'n',NULL,1,2)`, "a b.x, a b.y", "", ""},
			{`INSERT INTO "a b" VALUES (2,NULL,NULL,NULL,NULL)`, "", "", "a b.name"},
			{`INSERT INTO c VALUES (2,77)`, "", "c.a", ""},
			{`DELETE FROM "a b"`, "", "c.id", ""},
			{`SELECT nothing`, "", "", ""},
		} {
			err := run(t, db, tt.statement)
			if err == nil {
				t.Errorf("%s: no error", tt.statement)
			}
			unique, isUnique := db.IsUnique(err)
			foreign, isForeign := db.IsForeignKey(err)
			missing, isMissing := db.IsNotNull(err)
			if unique != tt.unique || isUnique != (unique != "") || missing != tt.missing || isMissing != (missing != "") || isForeign != (tt.foreign != "") ||
				db.Kind == database.Postgres && foreign != tt.foreign {
				t.Errorf("%s: unique %q, foreign %q %v, missing %q in %v", tt.statement, unique, foreign, isForeign, missing, err)
			}
		}
	})
}

func TestWritingTransactionsAreSerialized(t *testing.T) {
	t.Parallel()
	file := filepath.Join(t.TempDir(), "x.db")
	a, b := database.OpenSQLite(file), database.OpenSQLite(file)
	defer func() { _ = errors.Join(a.Close(), b.Close()) }()
	if err := run(t, a, `CREATE TABLE x (n integer) STRICT`); err != nil {
		t.Fatal(err)
	}
	if err := run(t, a, `INSERT INTO x VALUES (0)`); err != nil {
		t.Fatal(err)
	}
	var wg sync.WaitGroup
	for _, db := range []*database.DB{a, b, a, b} {
		wg.Go(func() {
			for range 20 {
				tx, err := db.BeginTx(context.Background(), nil)
				if err != nil {
					t.Error(err)
					return
				}
				var n int
				if err := errors.Join(tx.QueryRow(`SELECT n FROM x`).Scan(&n), sqlError(tx.Exec(`UPDATE x SET n=?`, n+1)), tx.Commit()); err != nil {
					t.Error(err)
				}
			}
		})
	}
	wg.Wait()
	var n int
	if err := a.QueryRow(`SELECT n FROM x`).Scan(&n); err != nil || n != 80 {
		t.Errorf("%d of 80 counted, %v", n, err)
	}
}

func sqlError(_ sql.Result, err error) error { return err }

func TestConnectionsSurviveARestartOfTheServer(t *testing.T) {
	t.Parallel()
	server := databasetest.NewServer(t)
	db := open(t, server.Database(t))
	idle(t, db, 5)
	server.Stop(t)
	ctx, cancel := context.WithTimeout(t.Context(), 50*time.Millisecond)
	defer cancel()
	if err := db.PingContext(ctx); err == nil || !database.IsLost(err) && !errors.Is(err, context.DeadlineExceeded) {
		t.Errorf("without a server: %v", err)
	}
	server.Start(t)
	idle(t, db, 5)
}

// idle opens n connections and leaves them idle.
func idle(t *testing.T, db *database.DB, n int) {
	t.Helper()
	db.SetMaxIdleConns(n)
	var conns []*sql.Conn
	for range n {
		c, err := db.Conn(t.Context())
		if err == nil {
			conns = append(conns, c)
			_, err = c.ExecContext(t.Context(), `SELECT 1`)
		}
		if err != nil {
			t.Error(err)
		}
	}
	for _, c := range conns {
		_ = c.Close()
	}
}

func TestListenersAreNotifiedImmediately(t *testing.T) {
	t.Parallel()
	db := open(t, databasetest.Postgres(t))
	ctx, stop := context.WithCancel(t.Context())
	looks, done := make(chan struct{}), make(chan error)
	go func() {
		done <- db.Listen(ctx, "some channel", time.Hour, func(ctx context.Context, c *sql.Conn) error {
			if err := c.PingContext(ctx); err != nil {
				return err
			}
			looks <- struct{}{}
			return nil
		})
	}()
	<-looks
	for range 3 {
		if err := run(t, db, `NOTIFY "some channel"`); err != nil {
			t.Fatal(err)
		}
		<-looks
	}
	stop()
	if err := <-done; err == nil {
		t.Error("Listen returned no error")
	}
}

func TestListenersPollAfterEachInterval(t *testing.T) {
	t.Parallel()
	db := open(t, databasetest.Postgres(t))
	enough := errors.New("enough")
	looks := 0
	err := db.Listen(t.Context(), "x", time.Millisecond, func(ctx context.Context, c *sql.Conn) error {
		if looks++; looks == 10 {
			return enough
		}
		return c.PingContext(ctx)
	})
	if !errors.Is(err, enough) {
		t.Error(err)
	}
}

func TestUnsupportedDatabasesAreRejected(t *testing.T) {
	t.Parallel()
	admin := open(t, databasetest.Postgres(t))
	if err := run(t, admin, `CREATE DATABASE latin TEMPLATE template0 ENCODING 'LATIN1' LOCALE_PROVIDER libc LOCALE 'C'`); err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _, _ = admin.ExecContext(context.Background(), `DROP DATABASE latin`) })
	address := databasetest.Postgres(t)
	latin := address[:strings.LastIndex(address[:strings.Index(address, "?")], "/")] + "/latin" + address[strings.Index(address, "?"):]
	for address, want := range map[string]string{
		latin:                       "create one with ENCODING 'UTF8'",
		"postgres://%zz":            "postgres://user:password@host:5432/name",
		latin + "&user=nobody-here": "nobody-here",
	} {
		_, err := database.OpenPostgres(t.Context(), address)
		if err == nil || !strings.Contains(err.Error(), want) || database.IsLost(err) {
			t.Errorf("%s: %v", address, err)
		}
	}
	if _, err := database.OpenPostgres(t.Context(), "postgres://%zz"); fault.KindOf(err) != fault.Invalid {
		t.Errorf("a malformed address: %v", err)
	}
}
