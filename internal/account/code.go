package account

import (
	"bytes"
	"context"
	"crypto/rand"
	"crypto/subtle"
	"database/sql"
	"encoding/base64"
	"encoding/json"
	"fmt"
	"image/png"
	"strings"
	"time"

	"github.com/pquerna/otp"
	"github.com/pquerna/otp/totp"

	"ferrule/internal/fault"
)

// CodeSetup is what an authenticator app needs to make codes (TOTP, RFC 6238).
type CodeSetup struct {
	Secret string `json:"secret"` // to be typed
	URI    string `json:"uri"`
	QR     string `json:"qr"`    // a picture, as a data: address
	State  string `json:"state"` // sealed; is sent back with the first code
}

const (
	codePeriod    = 30 // seconds
	setupLife     = 15 * time.Minute
	recoveryCodes = 10
	qrPixels      = 240
)

// pendingCodes is the sealed state of a CodeSetup.
type pendingCodes struct {
	Secret  string
	Expires time.Time
}

// BeginCodes returns a new secret for an app. It is stored once a code of it was seen.
func (s *Service) BeginCodes(u User, issuer string) (CodeSetup, error) {
	key, err := totp.Generate(totp.GenerateOpts{Issuer: issuer, AccountName: u.Email, Period: codePeriod, SecretSize: 20})
	if err != nil {
		return CodeSetup{}, fmt.Errorf("make secret of codes: %w", err)
	}
	picture, err := key.Image(qrPixels, qrPixels)
	if err != nil {
		return CodeSetup{}, fmt.Errorf("draw secret of codes: %w", err)
	}
	var b bytes.Buffer
	if err := png.Encode(&b, picture); err != nil {
		return CodeSetup{}, fmt.Errorf("draw secret of codes: %w", err)
	}
	state, err := json.Marshal(pendingCodes{key.Secret(), s.now().Add(setupLife)})
	if err != nil {
		return CodeSetup{}, err
	}
	return CodeSetup{
		Secret: key.Secret(), URI: key.URL(), QR: "data:image/png;base64," + base64.StdEncoding.EncodeToString(b.Bytes()),
		State: s.sealer.Seal(state, "pending codes of "+u.ID),
	}, nil
}

// AddCodes stores the secret of BeginCodes if the code is one of it, and returns new
// recovery codes, which are stored as digests.
func (s *Service) AddCodes(ctx context.Context, u User, state, code string) (recovery []string, err error) {
	var pending pendingCodes
	raw, err := s.sealer.Open(state, "pending codes of "+u.ID)
	if err == nil {
		err = json.Unmarshal(raw, &pending)
	}
	if err != nil || !pending.Expires.After(s.now()) {
		return nil, fault.Wrap(fault.Invalid, err, "This secret is too old. Begin again.")
	}
	step := s.stepOf(pending.Secret, code)
	if step == 0 {
		return nil, fault.New(fault.Invalid, "The code is wrong. Check the clock of your phone, and type the present code.")
	}
	return recovery, s.write(ctx, func(tx *sql.Tx) error {
		const insert = `INSERT INTO ferrule_codes (user_id, secret, last_step, created_at) VALUES (?, ?, ?, ?)
			ON CONFLICT (user_id) DO UPDATE SET secret = excluded.secret, last_step = excluded.last_step, created_at = excluded.created_at`
		sealed := s.sealer.Seal([]byte(pending.Secret), "codes of "+u.ID)
		if _, err := s.exec(ctx, tx, insert, u.ID, sealed, step, moment(s.now())); err != nil {
			return fmt.Errorf("store secret of codes: %w", err)
		}
		if recovery, err = s.renewRecovery(ctx, tx, u.ID); err != nil {
			return err
		}
		return s.logOf(ctx, tx, CodesAdded, u, "")
	})
}

// RenewRecovery replaces the recovery codes of a user who has codes.
func (s *Service) RenewRecovery(ctx context.Context, u User) (recovery []string, err error) {
	on, err := s.hasCodes(ctx, u.ID)
	if err == nil && !on {
		err = fault.New(fault.Conflict, "Recovery codes stand in for an authenticator app. Set one up first.")
	}
	if err != nil {
		return nil, err
	}
	return recovery, s.write(ctx, func(tx *sql.Tx) error {
		if recovery, err = s.renewRecovery(ctx, tx, u.ID); err != nil {
			return err
		}
		return s.logOf(ctx, tx, RecoveryRenewed, u, "")
	})
}

func (s *Service) renewRecovery(ctx context.Context, tx *sql.Tx, user string) ([]string, error) {
	if _, err := s.exec(ctx, tx, `DELETE FROM ferrule_recovery_codes WHERE user_id = ?`, user); err != nil {
		return nil, fmt.Errorf("replace recovery codes: %w", err)
	}
	list := make([]string, recoveryCodes)
	for i := range list {
		text := rand.Text()[:16] // 80 bits: too many to be guessed from a digest
		list[i] = strings.ToLower(text[:4] + "-" + text[4:8] + "-" + text[8:12] + "-" + text[12:])
		if _, err := s.exec(ctx, tx, `INSERT INTO ferrule_recovery_codes (user_id, digest) VALUES (?, ?)`, user, recoveryDigest(user, list[i])); err != nil {
			return nil, fmt.Errorf("store recovery codes: %w", err)
		}
	}
	return list, nil
}

// recoveryDigest returns the stored form of a recovery code, typed in any spelling.
func recoveryDigest(user, code string) string {
	return digest(user + " " + strings.ToLower(strings.NewReplacer("-", "", " ", "").Replace(code)))
}

// RemoveCodes removes the secret and the recovery codes of a user, if there are any.
func (s *Service) RemoveCodes(ctx context.Context, u User) error {
	return s.write(ctx, func(tx *sql.Tx) error {
		n, err := s.exec(ctx, tx, `DELETE FROM ferrule_codes WHERE user_id = ?`, u.ID)
		if err == nil {
			_, err = s.exec(ctx, tx, `DELETE FROM ferrule_recovery_codes WHERE user_id = ?`, u.ID)
		}
		if err != nil {
			return fmt.Errorf("remove codes: %w", err)
		}
		if n == 0 {
			return nil
		}
		return s.logOf(ctx, tx, CodesRemoved, u, "")
	})
}

func (s *Service) hasCodes(ctx context.Context, user string) (on bool, err error) {
	err = s.row(ctx, s.db, `SELECT EXISTS (SELECT 1 FROM ferrule_codes WHERE user_id = ?)`, user).Scan(&on)
	return on, err
}

// checkCode reports whether a code is one of the user's app, not used before, or an
// unused recovery code, and marks it as used.
func (s *Service) checkCode(ctx context.Context, u User, code string) (ok bool, err error) {
	code = strings.ReplaceAll(code, " ", "")
	if len(code) != otp.DigitsSix.Length() {
		return s.useRecovery(ctx, u, code)
	}
	var sealed string
	if err := s.row(ctx, s.db, `SELECT secret FROM ferrule_codes WHERE user_id = ?`, u.ID).Scan(&sealed); err != nil {
		return false, fmt.Errorf("read secret of codes: %w", err)
	}
	secret, err := s.sealer.Open(sealed, "codes of "+u.ID)
	if err != nil {
		return false, err
	}
	step := s.stepOf(string(secret), code)
	if step == 0 {
		return false, nil
	}
	n, err := s.exec(ctx, s.db, `UPDATE ferrule_codes SET last_step = ? WHERE user_id = ? AND last_step < ?`, step, u.ID, step)
	return n > 0, err
}

// stepOf returns the step of time whose code it is, of the present one and its
// neighbours; 0 for none.
func (s *Service) stepOf(secret, code string) (step int64) {
	now := s.now()
	for _, at := range []time.Time{now.Add(-codePeriod * time.Second), now, now.Add(codePeriod * time.Second)} {
		want, err := totp.GenerateCode(secret, at)
		if err == nil && subtle.ConstantTimeCompare([]byte(want), []byte(code)) == 1 {
			step = at.Unix() / codePeriod
		}
	}
	return step
}

func (s *Service) useRecovery(ctx context.Context, u User, code string) (ok bool, err error) {
	err = s.write(ctx, func(tx *sql.Tx) error {
		const use = `UPDATE ferrule_recovery_codes SET used_at = ? WHERE user_id = ? AND digest = ? AND used_at IS NULL`
		n, err := s.exec(ctx, tx, use, moment(s.now()), u.ID, recoveryDigest(u.ID, code))
		if err != nil || n == 0 {
			return err
		}
		ok = true
		return s.logOf(ctx, tx, RecoveryUsed, u, "")
	})
	return ok, err
}

// Factors are the ways in which a user signs in.
type Factors struct {
	Password bool
	Passkeys int
	Codes    bool
	Recovery int // recovery codes that are left
}

// Factors returns the ways in which users sign in, by their ids; of one user, or of all
// for "".
func (s *Service) Factors(ctx context.Context, user string) (map[string]Factors, error) {
	const find = `SELECT u.id, u.password IS NOT NULL, (SELECT count(*) FROM ferrule_passkeys p WHERE p.user_id = u.id),
		EXISTS (SELECT 1 FROM ferrule_codes c WHERE c.user_id = u.id),
		(SELECT count(*) FROM ferrule_recovery_codes r WHERE r.user_id = u.id AND r.used_at IS NULL)
		FROM ferrule_users u WHERE u.id = ? OR ? = ''`
	rows, err := s.db.QueryContext(ctx, s.db.Rebind(find), user, user)
	if err != nil {
		return nil, fmt.Errorf("list ways to sign in: %w", err)
	}
	defer func() { _ = rows.Close() }()
	all := map[string]Factors{}
	for rows.Next() {
		var id string
		var f Factors
		if err := rows.Scan(&id, &f.Password, &f.Passkeys, &f.Codes, &f.Recovery); err != nil {
			return nil, fmt.Errorf("list ways to sign in: %w", err)
		}
		all[id] = f
	}
	return all, rows.Err()
}
