// Package account owns who may do what: users, their roles, passwords, tokens
// and sessions, and the ways to an account (invitation, registration, a
// forgotten password, an identity provider). It knows neither content nor how
// its answers are sent; api is its HTTP face.
package account

import (
	"cmp"
	"context"
	"database/sql"
	"encoding/json"
	"fmt"
	"log/slog"
	"net/http"
	"os"
	"path/filepath"
	"sync"
	"time"

	"ferrule/internal/database"
	"ferrule/internal/mail"
	"ferrule/internal/ratelimit"
)

// FileName is the name of the embedded database in the data folder.
const FileName = "accounts.db"

// Mailer sends messages; nil in Options is a site that sends none.
type Mailer interface {
	Send(ctx context.Context, m mail.Message) error
}

// Options of a Service. The zero value is a site whose users are made by
// administrators alone.
type Options struct {
	Collections  []string // what the editors' role may work on: all content
	Mailer       Mailer
	PublicURL    string           // where the API is reached from outside, as https://www.example.com/api/content; for links in mails
	ResetURLs    []string         // pages that may be named for a new password; the first is the default
	InviteURLs   []string         // the same for invitations
	Register     bool             // anybody may make an account
	RegisterRole string           // the role of who does; empty for none
	Providers    []Provider       // who else knows people
	Limits       *ratelimit.Table // of sign-ins and mails, where several servers share them; nil for one server
	Now          func() time.Time
	Log          *slog.Logger
}

// Service answers for accounts.
type Service struct {
	db        *database.DB
	options   Options
	keys      keyring
	passwords passwords
	content   json.RawMessage   // permissions of an editor
	attempts  *ratelimit.Shared // logins, per address and account
	addresses *ratelimit.Shared // logins, per address
	letters   *ratelimit.Shared // mails that a stranger asks for, per address and per account
	providers map[string]*provider
	origins   *http.CrossOriginProtection // whose pages may use cookies
	now       func() time.Time
	log       *slog.Logger

	posting sync.WaitGroup // mails under way
	letterC chan struct{}  // bounds them
}

// How much one address may try in ten minutes.
const (
	maxAttempts  = 10
	maxAddresses = 100
	maxLetters   = 5
	maxPosting   = 50
)

// OpenDatabase opens the PostgreSQL database at an address or, without one, the
// embedded database of a data folder, which is made when missing.
func OpenDatabase(ctx context.Context, address, dataDir string) (*database.DB, error) {
	if address != "" {
		return database.OpenPostgres(ctx, address)
	}
	if err := os.MkdirAll(dataDir, 0o700); err != nil {
		return nil, fmt.Errorf("create the data folder: %w", err)
	}
	// A session that was ended must not come back with the power.
	return database.OpenSQLite(filepath.Join(dataDir, FileName), "_synchronous", "FULL"), nil
}

// Open migrates the tables of accounts in db and returns the service on them.
// The caller closes the service, then db.
func Open(ctx context.Context, db *database.DB, o Options) (*Service, error) {
	if o.Now == nil {
		o.Now = time.Now
	}
	s := &Service{
		db: db, options: o, now: o.Now, log: cmp.Or(o.Log, slog.Default()), passwords: newPasswords(), content: editorPermissions(o.Collections),
		attempts: o.Limits.New("sign-ins to an account", maxAttempts, o.Now), addresses: o.Limits.New("sign-ins", maxAddresses, o.Now),
		letters:   o.Limits.New("account mails", maxLetters, o.Now),
		providers: map[string]*provider{}, letterC: make(chan struct{}, maxPosting),
	}
	var err error
	if s.origins, err = newOrigins(o.PublicURL); err != nil {
		return nil, fmt.Errorf("accounts: %w", err)
	}
	if err := s.migrate(ctx); err != nil {
		return nil, fmt.Errorf("accounts: %w", err)
	}
	secret, err := s.secret(ctx)
	if err != nil {
		return nil, fmt.Errorf("accounts: %w", err)
	}
	if s.keys, err = newKeyring(secret, o.Now); err != nil {
		return nil, fmt.Errorf("accounts: %w", err)
	}
	for _, role := range builtInRoles() {
		if err := s.AddRole(ctx, role); err != nil {
			return nil, fmt.Errorf("accounts: %w", err)
		}
	}
	for _, p := range o.Providers {
		if err := s.addProvider(ctx, p); err != nil {
			return nil, fmt.Errorf("accounts: provider %q: %w", p.Name, err)
		}
	}
	return s, nil
}

// Close waits for the mails that are under way.
func (s *Service) Close() error {
	s.posting.Wait()
	return nil
}

// execer is what statements run on: the database or a transaction.
type execer interface {
	ExecContext(ctx context.Context, query string, args ...any) (sql.Result, error)
	QueryRowContext(ctx context.Context, query string, args ...any) *sql.Row
	QueryContext(ctx context.Context, query string, args ...any) (*sql.Rows, error)
}

func (s *Service) exec(ctx context.Context, on execer, query string, args ...any) (affected int64, err error) {
	result, err := on.ExecContext(ctx, s.db.Rebind(query), args...)
	if err != nil {
		return 0, err
	}
	return result.RowsAffected()
}

func (s *Service) row(ctx context.Context, on execer, query string, args ...any) *sql.Row {
	return on.QueryRowContext(ctx, s.db.Rebind(query), args...)
}

// write runs do in one transaction.
func (s *Service) write(ctx context.Context, do func(tx *sql.Tx) error) error {
	tx, err := s.db.BeginTx(ctx, nil)
	if err != nil {
		return fmt.Errorf("begin: %w", err)
	}
	defer func() { _ = tx.Rollback() }()
	if err := do(tx); err != nil {
		return err
	}
	return tx.Commit()
}

// moment sorts as text in the order of time, on both databases.
const momentLayout = "2006-01-02T15:04:05.000Z"

func moment(t time.Time) string { return t.UTC().Format(momentLayout) }
