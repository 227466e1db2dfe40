package account

import (
	"cmp"
	"context"
	"database/sql"
	"encoding/base64"
	"encoding/json"
	"fmt"
	"strings"
	"time"

	"github.com/go-webauthn/webauthn/protocol"
	"github.com/go-webauthn/webauthn/webauthn"

	"ferrule/internal/fault"
)

// Site is what passkeys are bound to. A passkey of another site does not work here.
type Site struct {
	Host   string // the relying party's id: a host name without port
	Origin string // scheme, host and port of its pages
	Name   string // shown by the browser
}

// Passkey is a passkey of a user.
type Passkey struct {
	ID      string
	Name    string
	Site    string // host name
	Created time.Time
	Used    time.Time // zero for never
}

// Challenge is what a browser needs to make or use a passkey.
type Challenge struct {
	Options json.RawMessage `json:"options"` // PublicKeyCredentialCreationOptionsJSON or -RequestOptionsJSON
	State   string          `json:"state"`   // is sent back with the answer
}

const (
	challengeLife = 5 * time.Minute
	maxPasskeys   = 20 // of a user
	maxName       = 80 // characters
)

// relyingParty returns the library's view of a site: passkeys that the device finds
// without a name, after it has checked finger, face or PIN. Such a passkey is two factors.
func relyingParty(site Site) (*webauthn.WebAuthn, error) {
	return webauthn.New(&webauthn.Config{
		RPID: site.Host, RPDisplayName: cmp.Or(site.Name, site.Host), RPOrigins: []string{site.Origin}, AttestationPreference: protocol.PreferNoAttestation,
		AuthenticatorSelection: protocol.AuthenticatorSelection{ResidentKey: protocol.ResidentKeyRequirementRequired, UserVerification: protocol.VerificationRequired},
	})
}

// holder is a user with passkeys, as the library sees one.
type holder struct {
	user        User
	credentials []webauthn.Credential
}

func (h holder) WebAuthnID() []byte                         { return []byte(h.user.ID) }
func (h holder) WebAuthnName() string                       { return h.user.Email }
func (h holder) WebAuthnDisplayName() string                { return h.user.Name() }
func (h holder) WebAuthnCredentials() []webauthn.Credential { return h.credentials }

// holder returns a user with the passkeys of a site.
func (s *Service) holder(ctx context.Context, u User, site Site) (holder, error) {
	rows, err := s.db.QueryContext(ctx, s.db.Rebind(`SELECT credential FROM ferrule_passkeys WHERE user_id = ? AND site = ?`), u.ID, site.Host)
	if err != nil {
		return holder{}, fmt.Errorf("read passkeys: %w", err)
	}
	defer func() { _ = rows.Close() }()
	h := holder{user: u}
	for rows.Next() {
		var stored string
		var c webauthn.Credential
		if err := rows.Scan(&stored); err != nil {
			return holder{}, fmt.Errorf("read passkeys: %w", err)
		}
		if err := json.Unmarshal([]byte(stored), &c); err != nil {
			return holder{}, fmt.Errorf("decode passkey of user %s: %w", u.ID, err)
		}
		h.credentials = append(h.credentials, c)
	}
	return h, rows.Err()
}

// challenge returns options for the browser, with the state of the exchange in a token.
func (s *Service) challenge(user string, options any, session *webauthn.SessionData) (c Challenge, err error) {
	if c.Options, err = json.Marshal(options); err != nil {
		return c, err
	}
	state, err := json.Marshal(session)
	if err != nil {
		return c, err
	}
	c.State, err = s.keys.action(actionToken{Scope: scopePasskey, Bound: user, State: state}, challengeLife)
	return c, err
}

// answered returns the state of a challenge for a user, "" for a sign-in, and marks it as
// answered: it cannot be answered again, on any server.
func (s *Service) answered(ctx context.Context, user, state string) (session webauthn.SessionData, err error) {
	e, err := s.keys.readAction(state, scopePasskey)
	if err != nil || e.Bound != user {
		return session, errPasskey(err)
	}
	if err := json.Unmarshal(e.State, &session); err != nil {
		return session, fmt.Errorf("decode challenge: %w", err)
	}
	now := s.now()
	if _, err := s.exec(ctx, s.db, `DELETE FROM ferrule_answered_challenges WHERE expires_at <= ?`, moment(now)); err != nil {
		return session, fmt.Errorf("delete old challenges: %w", err)
	}
	const use = `INSERT INTO ferrule_answered_challenges (digest, expires_at) VALUES (?, ?) ON CONFLICT (digest) DO NOTHING`
	n, err := s.exec(ctx, s.db, use, digest(session.Challenge), moment(now.Add(2*challengeLife)))
	if err != nil {
		return session, fmt.Errorf("mark challenge: %w", err)
	}
	if n == 0 {
		return session, errPasskey(nil)
	}
	return session, nil
}

func errPasskey(cause error) error {
	return fault.Wrap(fault.Invalid, cause, "The passkey was not accepted: the answer is too old, was used, or is of another site. Try again.").WithCode("INVALID_PAYLOAD")
}

// BeginPasskey returns a challenge to make a passkey for a user.
func (s *Service) BeginPasskey(ctx context.Context, u User, site Site) (Challenge, error) {
	rp, err := relyingParty(site)
	if err != nil {
		return Challenge{}, fmt.Errorf("passkeys: %w", err)
	}
	h, err := s.holder(ctx, u, site)
	if err != nil {
		return Challenge{}, err
	}
	if len(h.credentials) >= maxPasskeys {
		return Challenge{}, fault.New(fault.Conflict, "You have %d passkeys. Remove one first.", maxPasskeys)
	}
	var known []protocol.CredentialDescriptor
	for _, c := range h.credentials {
		known = append(known, c.Descriptor())
	}
	creation, session, err := rp.BeginRegistration(h, webauthn.WithExclusions(known))
	if err != nil {
		return Challenge{}, fmt.Errorf("begin passkey: %w", err)
	}
	return s.challenge(u.ID, creation.Response, session)
}

// newPasskey checks the answer to a challenge of BeginPasskey.
func (s *Service) newPasskey(ctx context.Context, u User, site Site, state string, answer []byte) (*webauthn.Credential, error) {
	rp, err := relyingParty(site)
	if err != nil {
		return nil, fmt.Errorf("passkeys: %w", err)
	}
	session, err := s.answered(ctx, u.ID, state)
	if err != nil {
		return nil, err
	}
	parsed, err := protocol.ParseCredentialCreationResponseBytes(answer)
	if err != nil {
		return nil, errPasskey(err)
	}
	credential, err := rp.CreateCredential(holder{user: u}, session, parsed)
	if err != nil {
		return nil, errPasskey(err)
	}
	return credential, nil
}

// AddPasskey stores the passkey that answers a challenge of BeginPasskey.
func (s *Service) AddPasskey(ctx context.Context, u User, site Site, name, state string, answer []byte) error {
	credential, err := s.newPasskey(ctx, u, site, state, answer)
	if err != nil {
		return err
	}
	return s.write(ctx, func(tx *sql.Tx) error { return s.storePasskey(ctx, tx, u, site, name, credential) })
}

func (s *Service) storePasskey(ctx context.Context, tx *sql.Tx, u User, site Site, name string, c *webauthn.Credential) error {
	stored, err := json.Marshal(c)
	if err != nil {
		return fmt.Errorf("encode passkey: %w", err)
	}
	name = storable(strings.TrimSpace(name), maxName)
	const insert = `INSERT INTO ferrule_passkeys (id, user_id, name, site, credential, created_at) VALUES (?, ?, ?, ?, ?, ?)`
	_, err = s.exec(ctx, tx, insert, passkeyID(c.ID), u.ID, name, site.Host, string(stored), moment(s.now()))
	if _, taken := s.db.IsUnique(err); taken {
		return fault.Wrap(fault.Conflict, err, "This passkey is stored already.")
	}
	if err != nil {
		return fmt.Errorf("store passkey: %w", err)
	}
	return s.logOf(ctx, tx, PasskeyAdded, u, name)
}

func passkeyID(raw []byte) string { return base64.RawURLEncoding.EncodeToString(raw) }

// BeginPasskeyLogin returns a challenge to sign in with any passkey of a site.
func (s *Service) BeginPasskeyLogin(site Site) (Challenge, error) {
	rp, err := relyingParty(site)
	if err != nil {
		return Challenge{}, fmt.Errorf("passkeys: %w", err)
	}
	assertion, session, err := rp.BeginDiscoverableLogin(webauthn.WithUserVerification(protocol.VerificationRequired))
	if err != nil {
		return Challenge{}, fmt.Errorf("begin sign-in with a passkey: %w", err)
	}
	return s.challenge("", assertion.Response, session)
}

// LoginWithPasskey returns the user whose passkey answers a challenge of
// BeginPasskeyLogin. A signature cannot be guessed: attempts are limited by address alone.
func (s *Service) LoginWithPasskey(ctx context.Context, site Site, state string, answer []byte, limitKey string) (User, error) {
	if err := s.allowAddress(ctx, limitKey); err != nil {
		return User{}, err
	}
	rp, err := relyingParty(site)
	if err != nil {
		return User{}, fmt.Errorf("passkeys: %w", err)
	}
	session, err := s.answered(ctx, "", state)
	if fault.KindOf(err) == fault.Invalid {
		return User{}, errCredentials()
	}
	if err != nil {
		return User{}, err
	}
	var u User
	var failed error // of the database
	find := func(_, handle []byte) (webauthn.User, error) {
		found, ok, err := s.findUser(ctx, s.db, "id", storable(string(handle), maxText))
		if err == nil && !ok {
			return nil, errCredentials()
		}
		h := holder{}
		if err == nil {
			h, err = s.holder(ctx, found, site)
		}
		u, failed = found, err
		return h, err
	}
	var credential *webauthn.Credential
	parsed, err := protocol.ParseCredentialRequestResponseBytes(answer)
	if err == nil {
		_, credential, err = rp.ValidatePasskeyLogin(find, session, parsed)
	}
	if failed != nil {
		return User{}, failed
	}
	// A counter that runs backwards is that of a copy.
	if err != nil || credential.Authenticator.CloneWarning || u.Status != Active || u.Provider != LocalProvider {
		s.logFailure(ctx, u, "passkey")
		return User{}, errCredentials()
	}
	stored, err := json.Marshal(credential)
	if err != nil {
		return User{}, fmt.Errorf("encode passkey: %w", err)
	}
	if _, err := s.exec(ctx, s.db, `UPDATE ferrule_passkeys SET credential = ?, used_at = ? WHERE id = ?`, string(stored), moment(s.now()), passkeyID(credential.ID)); err != nil {
		return User{}, fmt.Errorf("record use of passkey: %w", err)
	}
	s.addresses.Undo(ctx, limitKey)
	u.way = "passkey"
	return u, nil
}

// Passkeys returns the passkeys of a user, the oldest first.
func (s *Service) Passkeys(ctx context.Context, user string) ([]Passkey, error) {
	rows, err := s.db.QueryContext(ctx, s.db.Rebind(`SELECT id, name, site, created_at, coalesce(used_at, '') FROM ferrule_passkeys WHERE user_id = ? ORDER BY created_at, id`), user)
	if err != nil {
		return nil, fmt.Errorf("list passkeys: %w", err)
	}
	defer func() { _ = rows.Close() }()
	list := []Passkey{}
	for rows.Next() {
		var p Passkey
		var created, used string
		if err := rows.Scan(&p.ID, &p.Name, &p.Site, &created, &used); err != nil {
			return nil, fmt.Errorf("list passkeys: %w", err)
		}
		if p.Created, err = time.Parse(momentLayout, created); err != nil {
			return nil, fmt.Errorf("list passkeys: %w", err)
		}
		p.Used, _ = time.Parse(momentLayout, used) // zero for never
		list = append(list, p)
	}
	return list, rows.Err()
}

// RemovePasskey removes a passkey of a user, unless it is the only way to sign in.
func (s *Service) RemovePasskey(ctx context.Context, user, id string) error {
	return s.changeUsers(ctx, func(tx *sql.Tx) error {
		u, ok, err := s.findUser(ctx, tx, "id", user)
		if err != nil || !ok {
			return err
		}
		var name string
		err = s.row(ctx, tx, `DELETE FROM ferrule_passkeys WHERE user_id = ? AND id = ? RETURNING name`, user, id).Scan(&name)
		if isNone(err) {
			return fault.New(fault.NotFound, "There is no such passkey. Load the list again.")
		}
		if err != nil {
			return fmt.Errorf("remove passkey: %w", err)
		}
		if left, err := s.countPasskeys(ctx, tx, user); err != nil || left == 0 && u.password == nil {
			if err == nil {
				err = fault.New(fault.Conflict, "It is the only way to sign in. Set a password or add another passkey first.")
			}
			return err
		}
		return s.logOf(ctx, tx, PasskeyRemoved, u, name)
	})
}

func (s *Service) countPasskeys(ctx context.Context, on execer, user string) (n int, err error) {
	err = s.row(ctx, on, `SELECT count(*) FROM ferrule_passkeys WHERE user_id = ?`, user).Scan(&n)
	return n, err
}

// FormerSite returns the host name of passkeys that no longer work because the address
// of the site has changed; empty while some work.
func (s *Service) FormerSite(ctx context.Context, site Site) (host string, err error) {
	const find = `SELECT site FROM ferrule_passkeys WHERE NOT EXISTS (SELECT 1 FROM ferrule_passkeys WHERE site = ?) ORDER BY created_at DESC LIMIT 1`
	err = s.row(ctx, s.db, find, site.Host).Scan(&host)
	if isNone(err) {
		return "", nil
	}
	return host, err
}
