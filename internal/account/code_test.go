package account

import (
	"strings"
	"testing"
	"time"

	"github.com/pquerna/otp/totp"

	"ferrule/internal/database"
	"ferrule/internal/fault"
)

// codeAt returns the code of an app.
func codeAt(t *testing.T, secret string, at time.Time) string {
	t.Helper()
	code, err := totp.GenerateCode(secret, at)
	must(t, err)
	return code
}

func TestACodeOfAnAppIsTheSecondFactor(t *testing.T) {
	t.Parallel()
	onBoth(t, func(t *testing.T, _ *Service, db *database.DB) {
		s, now := clocked(t, db)
		u := deskUser(t, s, "a@example.com")
		setup, err := s.BeginCodes(u, "Example")
		must(t, err)
		if !strings.HasPrefix(setup.URI, "otpauth://totp/Example:a@example.com?") || !strings.HasPrefix(setup.QR, "data:image/png;base64,iVBOR") || strings.Contains(setup.State, setup.Secret) {
			t.Errorf("%+v", setup)
		}
		login := func(password, code string) error {
			_, err := s.Login(t.Context(), Credentials{u.Email, password, code}, "k")
			return err
		}
		must(t, login("correct horse", "")) // begun, not yet set up
		if _, err := s.AddCodes(t.Context(), u, setup.State, "000000"); fault.KindOf(err) != fault.Invalid {
			t.Errorf("a wrong first code: %v", err)
		}
		recovery, err := s.AddCodes(t.Context(), u, setup.State, codeAt(t, setup.Secret, *now))
		must(t, err)
		recoveryWorksOnce(t, s, u, recovery)
		*now = now.Add(codePeriod * time.Second)
		code := codeAt(t, setup.Secret, *now)
		for why, wrong := range map[string][2]string{
			"none": {"correct horse", ""}, "a wrong one": {"correct horse", "000000"}, "an old one": {"correct horse", codeAt(t, setup.Secret, now.Add(-2*time.Minute))},
		} {
			f, ok := login(wrong[0], wrong[1]).(*fault.Error) //nolint:errorlint // Login returns it unwrapped
			if !ok || f.Code != CodeRequired {
				t.Errorf("%s: %v", why, f)
			}
		}
		if f, ok := login("wrong horse", code).(*fault.Error); !ok || f.Code != "INVALID_CREDENTIALS" { //nolint:errorlint // Login returns it unwrapped
			t.Errorf("a wrong password says that there are codes: %v", f)
		}
		must(t, login("correct horse", code[:3]+" "+code[3:]))
		if login("correct horse", code) == nil {
			t.Error("a code works twice")
		}
		must(t, s.RemoveCodes(t.Context(), u))
		must(t, login("correct horse", ""))
	})
}

// recoveryWorksOnce checks that recovery codes work once, in any spelling, and that new
// ones replace them.
func recoveryWorksOnce(t *testing.T, s *Service, u User, recovery []string) {
	t.Helper()
	login := func(code string) error {
		_, err := s.Login(t.Context(), Credentials{u.Email, "correct horse", code}, "recovery")
		return err
	}
	if len(recovery) != recoveryCodes {
		t.Fatalf("%d recovery codes", len(recovery))
	}
	must(t, login(recovery[0]))
	must(t, login(strings.ToUpper(strings.ReplaceAll(recovery[1], "-", ""))))
	if login(recovery[0]) == nil {
		t.Error("a recovery code works twice")
	}
	if all, err := s.Factors(t.Context(), u.ID); err != nil || all[u.ID] != (Factors{Password: true, Codes: true, Recovery: recoveryCodes - 2}) {
		t.Errorf("%+v, %v", all, err)
	}
	fresh, err := s.RenewRecovery(t.Context(), u)
	must(t, err)
	if login(recovery[2]) == nil {
		t.Error("a replaced recovery code works")
	}
	must(t, login(fresh[2]))
}

func TestGuessingCodesIsLimited(t *testing.T) {
	t.Parallel()
	onBoth(t, func(t *testing.T, _ *Service, db *database.DB) {
		s, now := clocked(t, db)
		u := deskUser(t, s, "a@example.com")
		setup, err := s.BeginCodes(u, "Example")
		must(t, err)
		_, err = s.AddCodes(t.Context(), u, setup.State, codeAt(t, setup.Secret, *now))
		must(t, err)
		for i := range maxAttempts + 1 {
			_, err = s.Login(t.Context(), Credentials{u.Email, "correct horse", "00000" + string(rune('0'+i))}, "k")
			_, _ = s.Login(t.Context(), Credentials{u.Email, "correct horse", ""}, "k") // does not begin anew
		}
		if fault.KindOf(err) != fault.TooMany {
			t.Errorf("after %d codes: %v", maxAttempts+1, err)
		}
	})
}

func TestSecretsOfCodesAreSealed(t *testing.T) {
	t.Parallel()
	onBoth(t, func(t *testing.T, s *Service, db *database.DB) {
		a, b := deskUser(t, s, "a@example.com"), deskUser(t, s, "b@example.com")
		setup, err := s.BeginCodes(a, "Example")
		must(t, err)
		if _, err := s.AddCodes(t.Context(), b, setup.State, codeAt(t, setup.Secret, time.Now())); fault.KindOf(err) != fault.Invalid {
			t.Errorf("the secret of another: %v", err)
		}
		recovery, err := s.AddCodes(t.Context(), a, setup.State, codeAt(t, setup.Secret, time.Now()))
		must(t, err)
		var stored, digests string
		must(t, s.row(t.Context(), db, `SELECT secret FROM ferrule_codes`).Scan(&stored))
		must(t, s.row(t.Context(), db, `SELECT min(digest) FROM ferrule_recovery_codes`).Scan(&digests))
		if strings.Contains(stored, setup.Secret) || strings.Contains(strings.Join(recovery, " "), digests) {
			t.Error("a secret is stored as it is")
		}
		if secret, err := s.sealer.Open(stored, "codes of "+a.ID); err != nil || string(secret) != setup.Secret {
			t.Errorf("%s, %v", secret, err)
		}
		if _, err := s.sealer.Open(stored, "codes of "+b.ID); err == nil {
			t.Error("a sealed secret opens for another user")
		}
	})
}
