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

// OpenPostgres opens a pool on the database of a libpq URL
// (postgres://user:password@host:5432/name?sslmode=require) and checks the server's
// version and settings. Lost connections are replaced transparently, with retries for
// up to reconnectTimeout; a statement that was running fails, see IsLost.
//
// Params are pairs of a setting and its value for each connection, such as
// "default_transaction_read_only", "on". The URL overrides them.
func OpenPostgres(ctx context.Context, url string, params ...string) (*DB, error) {
	config, err := pgx.ParseConfig(url)
	if err != nil {
		return nil, fault.Wrap(fault.Invalid, err, "the address of the database is malformed; use one such as postgres://user:password@host:5432/name")
	}
	// JIT compilation takes longer than the program's statements.
	for i, params := 0, append([]string{"application_name", "ferrule", "jit", "off"}, params...); i+1 < len(params); i += 2 {
		if _, given := config.RuntimeParams[params[i]]; !given {
			config.RuntimeParams[params[i]] = params[i+1]
		}
	}
	// The server sends 8 KB at a time; a larger buffer reads several in one call.
	config.BuildFrontend = func(r io.Reader, w io.Writer) *pgproto3.Frontend {
		return pgproto3.NewFrontend(bufio.NewReaderSize(r, 32<<10), w)
	}
	pool := stdlib.GetConnector(*config, stdlib.OptionShouldPing(func(_ context.Context, p stdlib.ShouldPingParams) bool {
		return p.IdleDuration > pingAfter
	}))
	db := &DB{DB: sql.OpenDB(retryingConnector{pool}), Kind: Postgres}
	if err := checkServer(ctx, db.DB); err != nil {
		return nil, errors.Join(fmt.Errorf("PostgreSQL: %w", err), db.Close())
	}
	return db, nil
}

// pingAfter is how long a connection may be idle before it is checked by a ping
// when it is used again. A ping doubles the time of a short statement; a restart of
// the server takes longer than this.
const pingAfter = 100 * time.Millisecond

// checkServer returns an error for an unsupported server or database.
func checkServer(ctx context.Context, db *sql.DB) error {
	var version int
	var encoding string
	const settings = `SELECT current_setting('server_version_num')::integer, current_setting('server_encoding')`
	if err := db.QueryRowContext(ctx, settings).Scan(&version, &encoding); err != nil {
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

// reconnectTimeout is how long a connection attempt is retried while the server is
// unavailable, as during a restart.
const reconnectTimeout = 3 * time.Second

// retryingConnector retries with exponential backoff while the server is unavailable.
type retryingConnector struct{ driver.Connector }

func (p retryingConnector) Connect(ctx context.Context) (driver.Conn, error) {
	ctx, cancel := context.WithTimeout(ctx, reconnectTimeout)
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

// IsLost reports whether err is a lost connection, or a server that is shut down,
// starting or out of connections: the statement may succeed later. The outcome of a
// commit in progress is unknown.
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
