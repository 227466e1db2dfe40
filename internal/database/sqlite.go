package database

/*
#include "sqlite.h"

int ferrule_json_functions(sqlite3 *db);

static int each(sqlite3 *db, const char **message, const void *api) {
	(void)message, (void)api;
	int failed = sqlite3_db_config(db, SQLITE_DBCONFIG_DQS_DML, 0, (int *)0);
	if (!failed) failed = sqlite3_db_config(db, SQLITE_DBCONFIG_DQS_DDL, 0, (int *)0);
	if (!failed) failed = sqlite3_db_config(db, SQLITE_DBCONFIG_ENABLE_QPSG, 1, (int *)0);
	if (!failed) failed = ferrule_json_functions(db);
	return failed;
}

static int configure(void) {
	int failed = sqlite3_config(SQLITE_CONFIG_MEMSTATUS, 0);
	if (!failed) failed = sqlite3_auto_extension((void (*)(void))each);
	return failed;
}
*/
import "C"

import (
	"context"
	"database/sql"
	"database/sql/driver"
	"fmt"
	"net/url"
	"os"
	"path/filepath"
	"sync"
	"syscall"

	"github.com/mattn/go-sqlite3"
)

// init configures SQLite before its first connection, at run time instead of by
// compiler flags, so that every build behaves the same. Memory statistics are off,
// because they take a global lock. Each connection rejects double-quoted strings and
// keeps a statement's plan for all bound values: a bound limit would otherwise
// prepare the statement again on each run, which takes twice as long as running it.
func init() {
	if code := C.configure(); code != 0 {
		panic(fmt.Sprint("database: SQLite cannot be configured: ", sqlite3.ErrNo(code)))
	}
}

// OpenSQLite opens a pool on one file, which is created with mode 0600 when missing,
// unless params set SQLite's "mode". Every connection uses WAL, waits for locks,
// checks foreign keys, rejects double-quoted strings and takes the write lock at the
// start of a transaction, so that no transaction must be retried. A file has one
// writer at a time: a pool that writes needs no more than one connection
// (SetMaxOpenConns).
//
// Params are pairs of a driver parameter and its value that are added or override
// these, such as "_query_only", "1".
func OpenSQLite(file string, params ...string) *DB {
	return OpenSQLiteWith(func(*sqlite3.SQLiteConn) error { return nil }, file, params...)
}

// OpenSQLiteWith is OpenSQLite with a register function that adds SQL functions to
// each connection.
func OpenSQLiteWith(register func(*sqlite3.SQLiteConn) error, file string, params ...string) *DB {
	v := url.Values{
		"_mutex":  {"no"}, // database/sql uses a connection from one goroutine at a time
		"_txlock": {"immediate"}, "_busy_timeout": {"10000"}, "_journal_mode": {"WAL"},
		"_synchronous": {"FULL"}, "_foreign_keys": {"1"}, "_cache_size": {"-16000"},
	}
	for i := 0; i+1 < len(params); i += 2 {
		v.Set(params[i], params[i+1])
	}
	d := &sqlite3.SQLiteDriver{ConnectHook: func(c *sqlite3.SQLiteConn) error {
		if _, err := c.Exec(`PRAGMA temp_store=MEMORY`, nil); err != nil {
			return err
		}
		return register(c)
	}}
	if !v.Has("mode") {
		createPrivate(file)
	}
	// Escape the characters that have a meaning in a URI.
	name := "file:" + (&url.URL{Path: file}).EscapedPath() + "?" + v.Encode()
	connector := sqliteConnector{driver: d, name: name}
	if firstOpening(file) { // with synchronous=FULL the log is on disk before its index, also after a power failure
		connector.lost = lostChanges(file)
	}
	return &DB{DB: sql.OpenDB(connector), Kind: SQLite}
}

// opened has the files that this process has opened, as openedFile.
var opened sync.Map //nolint:gochecknoglobals // locks of files belong to the process

// openedFile identifies a file: another one may have its path or, later, its inode.
type openedFile struct {
	path  string
	inode uint64
}

// firstOpening reports whether this process opens a file for the first time, so that it
// has no locks on it.
func firstOpening(file string) bool {
	path, err := filepath.Abs(file)
	if err == nil {
		path, err = filepath.EvalSymlinks(path)
	}
	if err != nil {
		return false // there is nothing to lose, or the first connection reports why
	}
	info, err := os.Stat(path)
	if err != nil {
		return false
	}
	of, ok := info.Sys().(*syscall.Stat_t)
	if !ok {
		return false
	}
	_, again := opened.LoadOrStore(openedFile{path, of.Ino}, true)
	return !again
}

// createPrivate creates a missing file with mode 0600, which SQLite gives to the WAL
// and its index as well (https://sqlite.org/wal.html); by itself it requests 0644.
// It never opens an existing file, because closing one releases SQLite's locks on
// it. If it fails, SQLite's first connection reports the reason.
func createPrivate(file string) {
	if f, err := os.OpenFile(file, os.O_CREATE|os.O_EXCL|os.O_WRONLY, 0o600); err == nil {
		_ = f.Close() // nothing was written
	}
}

type sqliteConnector struct {
	driver driver.Driver
	name   string
	lost   error // the error of each connection, see lostChanges
}

func (c sqliteConnector) Connect(context.Context) (driver.Conn, error) {
	if c.lost != nil {
		return nil, c.lost
	}
	return c.driver.Open(c.name)
}

func (c sqliteConnector) Driver() driver.Driver { return c.driver }
