package account

import (
	"crypto/rand"
	"crypto/sha256"
	"encoding/base64"
	"encoding/hex"
	"encoding/json"
	"time"

	"github.com/go-jose/go-jose/v4"
	"github.com/go-jose/go-jose/v4/jwt"
)

// Lifetimes of tokens.
const (
	accessLife  = 15 * time.Minute
	refreshLife = 7 * 24 * time.Hour
	sessionLife = 24 * time.Hour
	mailLife    = 24 * time.Hour // new passwords, registrations
	inviteLife  = 7 * 24 * time.Hour
	loginLife   = 10 * time.Minute // sign-in at an identity provider
)

// claims are the contents of an access token. A token with a scope is an
// actionToken and grants no access.
type claims struct {
	ID      string  `json:"id,omitempty"`
	Role    *string `json:"role"`
	App     bool    `json:"app_access"`
	Admin   bool    `json:"admin_access"`
	Session string  `json:"session,omitempty"` // the refresh token of a session in a cookie
	Issued  int64   `json:"iat"`               // seconds since 1970
	Expires int64   `json:"exp"`
	Issuer  string  `json:"iss"`
}

// actionToken authorizes one action, once: performing it changes what Bound is a
// digest of.
type actionToken struct {
	Scope   scope           `json:"scope"`
	Email   string          `json:"email,omitempty"`
	Bound   string          `json:"hash,omitempty"`
	State   json.RawMessage `json:"state,omitempty"`
	Issued  int64           `json:"iat"`
	Expires int64           `json:"exp"`
	Issuer  string          `json:"iss"`
}

// scope is the action that an actionToken authorizes.
type scope string

const (
	scopeReset    scope = "password-reset"
	scopeInvite   scope = "invite"
	scopeRegister scope = "pending-registration"
	scopeProvider scope = "provider-login"
	scopePasskey  scope = "passkey" // a challenge that is to be answered
)

const issuer = "directus" // clients check it

// keyring signs and reads tokens.
type keyring struct {
	secret []byte
	signer jose.Signer
	now    func() time.Time
}

func newKeyring(secret []byte, now func() time.Time) (keyring, error) {
	signer, err := jose.NewSigner(jose.SigningKey{Algorithm: jose.HS256, Key: secret}, (&jose.SignerOptions{}).WithType("JWT"))
	return keyring{secret, signer, now}, err
}

func (k keyring) access(c claims, life time.Duration) (string, error) {
	c.Issued, c.Expires, c.Issuer = k.now().Unix(), k.now().Add(life).Unix(), issuer
	return jwt.Signed(k.signer).Claims(c).Serialize()
}

func (k keyring) action(e actionToken, life time.Duration) (string, error) {
	e.Issued, e.Expires, e.Issuer = k.now().Unix(), k.now().Add(life).Unix(), issuer
	return jwt.Signed(k.signer).Claims(e).Serialize()
}

// readAccess returns the claims of an access token: errCredentials for an invalid
// token, errExpired for an expired one.
func (k keyring) readAccess(token string) (claims, error) {
	var c struct {
		claims

		Scope scope `json:"scope"`
	}
	if !k.read(token, &c) || c.ID == "" || c.Scope != "" || c.Issuer != issuer {
		return claims{}, errCredentials()
	}
	if c.Expires <= k.now().Unix() {
		return claims{}, errExpired()
	}
	return c.claims, nil
}

// readAction returns an actionToken if it is valid for the scope and has not
// expired, and otherwise errToken.
func (k keyring) readAction(token string, want scope) (actionToken, error) {
	var e actionToken
	if !k.read(token, &e) || e.Scope != want || e.Issuer != issuer || e.Expires <= k.now().Unix() {
		return actionToken{}, errToken()
	}
	return e, nil
}

func (k keyring) read(token string, into any) bool {
	parsed, err := jwt.ParseSigned(token, []jose.SignatureAlgorithm{jose.HS256})
	return err == nil && parsed.Claims(k.secret, into) == nil
}

// NewToken returns a random token of 64 characters.
func NewToken() string {
	raw := make([]byte, 48)
	_, _ = rand.Read(raw) // never fails (crypto/rand)
	return base64.RawURLEncoding.EncodeToString(raw)
}

// digest returns the SHA-256 of a random token, which is stored in its place. A
// random token is too long to be guessed from its digest.
func digest(token string) string {
	sum := sha256.Sum256([]byte(token))
	return hex.EncodeToString(sum[:])
}
