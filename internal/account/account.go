// Package account owns users, roles, passwords, tokens and sessions, and the flows
// that create or recover an account: invitation, registration, password reset and
// identity providers. It depends neither on content nor on how replies are
// encoded; authapi serves it over HTTP.
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
	"sync/atomic"
	"time"

	"ferrule/internal/database"
	"ferrule/internal/fault"
	"ferrule/internal/mail"
	"ferrule/internal/ratelimit"
	"ferrule/internal/secret"
)

// FileName is the name of the embedded database in the data folder.
const FileName = "accounts.db"

// Mailer sends messages. A nil Mailer in Options is a site without mail.
type Mailer interface {
	Send(ctx context.Context, m mail.Message) error
}

// Options configure a Service. With the zero value, only administrators create
// users.
type Options struct {
	Collections  []string // collections that the editor role may change: all content
	Mailer       Mailer
	PublicURL    string           // public URL of the API, as https://www.example.com/api/content; for links in mails
	ResetURLs    []string         // allowed pages for password resets; the first is the default
	InviteURLs   []string         // allowed pages for invitations; the first is the default
	Register     bool             // registration is open to the public
	RegisterRole string           // role of registered users; empty for none
	Providers    []Provider       // identity providers
	Limits       *ratelimit.Table // limits of sign-ins and mails, shared by several servers; nil for one server
	Now          func() time.Time
	Log          *slog.Logger
}

// Service manages accounts. It is safe for concurrent use.
type Service struct {
	db        *database.DB
	options   Options
	keys      keyring
	sealer    secret.Sealer
	passwords passwords
	content   json.RawMessage   // permissions of an editor
	attempts  *ratelimit.Shared // failed sign-ins in a minute, per address and account
	repeated  *ratelimit.Shared // and in ten minutes
	addresses *ratelimit.Shared // failed sign-ins, per address
	mails     *ratelimit.Shared // mails requested without signing in, per address and per account
	providers map[string]*provider
	origins   *http.CrossOriginProtection // origins whose pages may use cookies
	now       func() time.Time
	logger    *slog.Logger

	logTidied atomic.Int64 // Unix time of the last deletion of old entries of the log

	sending   sync.WaitGroup // mails being sent in the background
	sendSlots chan struct{}  // bounds sending
}

// Limits of one address in ten minutes, maxAttempts in one; maxSending bounds concurrent
// mails.
const (
	maxAttempts  = 5  // at one account
	maxRepeated  = 20 // at one account
	maxAddresses = 100
	maxMails     = 5
	maxSending   = 50
)

// OpenDatabase opens the PostgreSQL database at an address or, without one, the
// embedded database in a data folder, which is created when missing.
func OpenDatabase(ctx context.Context, address, dataDir string) (*database.DB, error) {
	if address != "" {
		return database.OpenPostgres(ctx, address)
	}
	if err := os.MkdirAll(dataDir, 0o700); err != nil {
		return nil, fmt.Errorf("create data folder: %w", err)
	}
	// An ended session must not reappear after a power failure.
	return database.OpenSQLite(filepath.Join(dataDir, FileName)), nil
}

// Open migrates the tables of accounts in db and returns the service on them.
// The caller closes the service, then db.
func Open(ctx context.Context, db *database.DB, o Options) (*Service, error) {
	if o.Now == nil {
		o.Now = time.Now
	}
	s := &Service{
		db: db, options: o, now: o.Now, logger: cmp.Or(o.Log, slog.Default()), passwords: newPasswords(), content: editorPermissions(o.Collections),
		attempts:  o.Limits.NewWithWindow("failed sign-ins to an account", time.Minute, maxAttempts, o.Now),
		repeated:  o.Limits.New("sign-ins to an account", maxRepeated, o.Now),
		addresses: o.Limits.New("sign-ins", maxAddresses, o.Now),
		mails:     o.Limits.New("account mails", maxMails, o.Now),
		providers: map[string]*provider{}, sendSlots: make(chan struct{}, maxSending),
	}
	var err error
	if s.origins, err = newOrigins(o.PublicURL); err != nil {
		return nil, fmt.Errorf("open accounts: %w", err)
	}
	if err := s.migrate(ctx); err != nil {
		return nil, fmt.Errorf("open accounts: %w", err)
	}
	if err := s.readSecrets(ctx); err != nil {
		return nil, fmt.Errorf("open accounts: %w", err)
	}
	for _, role := range builtInRoles() {
		err := s.AddRole(ctx, role)
		if fault.KindOf(err) == fault.Conflict { // a role of the site has the name
			role.Name += " (built in)"
			err = s.AddRole(ctx, role)
		}
		if err != nil {
			return nil, fmt.Errorf("open accounts: %w", err)
		}
	}
	for _, p := range o.Providers {
		if err := s.addProvider(ctx, p); err != nil {
			return nil, fmt.Errorf("open accounts: provider %q: %w", p.Name, err)
		}
	}
	return s, nil
}

func (s *Service) readSecrets(ctx context.Context) error {
	tokens, err := s.secret(ctx, secretTokens)
	if err != nil {
		return err
	}
	if s.keys, err = newKeyring(tokens, s.now); err != nil {
		return err
	}
	factors, err := s.secret(ctx, secretFactors)
	if err != nil {
		return err
	}
	s.sealer, err = secret.NewSealer(factors)
	return err
}

// Check checks the integrity of the accounts' SQLite file.
func (s *Service) Check(ctx context.Context) error { return database.QuickCheck(ctx, s.db) }

// Close waits for the mails that are being sent.
func (s *Service) Close() error {
	s.sending.Wait()
	return nil
}

// execer runs statements: a database or a transaction.
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
		return fmt.Errorf("begin transaction: %w", err)
	}
	defer func() { _ = tx.Rollback() }()
	if err := do(tx); err != nil {
		return err
	}
	return tx.Commit()
}

// momentLayout formats times so that their text sorts chronologically on both
// databases.
const momentLayout = "2006-01-02T15:04:05.000Z"

func moment(t time.Time) string { return t.UTC().Format(momentLayout) }
