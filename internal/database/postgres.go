package database

import (
	"bufio"
	"context"
	"database/sql"
	"database/sql/driver"
	"errors"
	"fmt"
	"io"
	"net"
	"strings"
	"time"

	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgconn"
	"github.com/jackc/pgx/v5/pgproto3"
	"github.com/jackc/pgx/v5/stdlib"

	"ferrule/internal/fault"
)

// oldestPostgres is the first version that is tested.
const oldestPostgres = 150000

// OpenPostgres opens a pool on the database of a URL, as libpq reads it
// (postgres://user:password@host:5432/name?sslmode=require), and asks the server
// who it is. A connection that was lost is replaced without anyone's notice,
// for up to patience; a statement that was running then fails, see IsLost.
//
// Params are pairs of settings of each connection that the URL may override,
// such as "default_transaction_read_only", "on".
func OpenPostgres(ctx context.Context, url string, params ...string) (*DB, error) {
	config, err := pgx.ParseConfig(url)
	if err != nil {
		return nil, fault.Wrap(fault.Invalid, err, "the address of the database is malformed; use one such as postgres://user:password@host:5432/name")
	}
	// Compiling a statement to machine code takes longer than running ours.
	for i, params := 0, append([]string{"application_name", "ferrule", "jit", "off"}, params...); i+1 < len(params); i += 2 {
		if _, given := config.RuntimeParams[params[i]]; !given {
			config.RuntimeParams[params[i]] = params[i+1]
		}
	}
	// The server sends 8 KB at a time; together they are one call.
	config.BuildFrontend = func(r io.Reader, w io.Writer) *pgproto3.Frontend {
		return pgproto3.NewFrontend(bufio.NewReaderSize(r, 32<<10), w)
	}
	pool := stdlib.GetConnector(*config, stdlib.OptionShouldPing(func(_ context.Context, p stdlib.ShouldPingParams) bool {
		return p.IdleDuration > pingAfter
	}))
	db := &DB{DB: sql.OpenDB(patient{pool}), Kind: Postgres}
	if err := greet(ctx, db.DB); err != nil {
		return nil, errors.Join(fmt.Errorf("PostgreSQL: %w", err), db.Close())
	}
	return db, nil
}

// pingAfter is how long a connection may be idle before it is checked by a ping
// when it is used again. A ping doubles the time of a short statement; a server
// that restarts is away for longer than this.
const pingAfter = 100 * time.Millisecond

// greet refuses servers and databases that would not do.
func greet(ctx context.Context, db *sql.DB) error {
	var version int
	var encoding string
	const ask = `SELECT current_setting('server_version_num')::integer, current_setting('server_encoding')`
	if err := db.QueryRowContext(ctx, ask).Scan(&version, &encoding); err != nil {
		return err
	}
	if version < oldestPostgres {
		return fault.New(fault.Invalid, "the server has version %d.%d; %d or newer is needed", version/10000, version%10000, oldestPostgres/10000)
	}
	if encoding != "UTF8" {
		return fault.New(fault.Invalid, "the database has the encoding %s; create one with ENCODING 'UTF8'", encoding)
	}
	return nil
}

// patience is how long a server may be away, as when it is restarted, before
// those who need a connection are told.
const patience = 3 * time.Second

// patient connects again and again while the server is away.
type patient struct{ driver.Connector }

func (p patient) Connect(ctx context.Context) (driver.Conn, error) {
	ctx, cancel := context.WithTimeout(ctx, patience)
	defer cancel()
	for wait := 20 * time.Millisecond; ; wait = min(2*wait, 250*time.Millisecond) {
		conn, err := p.Connector.Connect(ctx)
		if err == nil || !IsLost(err) {
			return conn, err
		}
		select {
		case <-ctx.Done():
			return nil, err
		case <-time.After(wait):
		}
	}
}

// IsLost reports whether err says that the server went away, is not there yet
// or takes no more connections: the same statement may succeed a moment later.
// Whether a transaction that was being committed then has been, is unknown.
func IsLost(err error) bool {
	if errors.Is(err, driver.ErrBadConn) || pgconn.SafeToRetry(err) {
		return true
	}
	if e, ok := errors.AsType[*pgconn.PgError](err); ok {
		switch e.Code {
		case "57P01", "57P02", "57P03", "53300": // shut down, crashed, starting, too many connections
			return true
		}
		return strings.HasPrefix(e.Code, "08") // connection exceptions
	}
	_, unreachable := errors.AsType[*pgconn.ConnectError](err)
	_, broken := errors.AsType[*net.OpError](err)
	return unreachable || broken || errors.Is(err, net.ErrClosed) || errors.Is(err, io.ErrUnexpectedEOF)
}
