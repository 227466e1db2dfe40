package cli_test

import (
	"bytes"
	"encoding/json"
	"io"
	"path/filepath"
	"regexp"
	"strings"
	"testing"
	"time"

	"github.com/pquerna/otp/totp"

	"ferrule/internal/account"
	"ferrule/internal/account/accounttest"
	"ferrule/internal/app"
	"ferrule/internal/app/apptest"
	"ferrule/internal/cli"
)

func TestAccountsAreCreatedListedAndRemoved(t *testing.T) {
	t.Parallel()
	data := filepath.Join(t.TempDir(), "data")
	out, err := apptest.Command(t, "users", "add", "--email", "Boss@Example.com", "--role", "administrator", "--first-name", "Ida", "--data", data)
	if err != nil || !regexp.MustCompile(`(?s)^Made administrator boss@example.com.\nPassword: [A-Z2-7]{26}\n$`).MatchString(out) {
		t.Fatalf("%q, %v", out, err)
	}
	if _, err := apptest.Command(t, "users", "add", "--email", "boss@example.com", "--data", data); err == nil || !strings.Contains(err.Error(), "email") {
		t.Errorf("the same address twice: %v", err)
	}
	if _, err := apptest.Command(t, "users", "add", "--email", "nobody", "--data", data); err == nil || !strings.Contains(err.Error(), "valid email") {
		t.Errorf("no address: %v", err)
	}
	if out, err := apptest.Command(t, "users", "add", "--email", "ed@example.com", "--token", "--data", data); err != nil || !regexp.MustCompile(`^[\w-]{64}\n$`).MatchString(out) {
		t.Fatalf("%q, %v", out, err)
	}
	table, err := apptest.Command(t, "users", "list", "--data", data)
	if err != nil || !strings.Contains(table, "Administrator") || !strings.Contains(table, "ed@example.com") {
		t.Errorf("%s, %v", table, err)
	}
	list, err := apptest.Command(t, "users", "list", "--format", "json", "--data", data)
	var users []map[string]any
	if err != nil || json.Unmarshal([]byte(list), &users) != nil || len(users) != 2 || users[0]["first_name"] != "Ida" || users[0]["password"] != "**********" {
		t.Errorf("%s, %v", list, err)
	}
	if _, err := apptest.Command(t, "users", "remove", "boss@example.com", "--data", data); err == nil || !strings.Contains(err.Error(), "administrator") {
		t.Errorf("the last administrator was removed: %v", err)
	}
	if out, err := apptest.Command(t, "users", "remove", "ED@example.com", "--data", data); err != nil || out != "Removed ed@example.com.\n" {
		t.Errorf("%q, %v", out, err)
	}
	if _, err := apptest.Command(t, "users", "remove", "ed@example.com", "--data", data); err == nil {
		t.Error("removed twice")
	}
}

func TestAPasswordIsReadFromStandardInput(t *testing.T) {
	t.Parallel()
	data := app.DataConfig{Data: t.TempDir()}
	add := func(stdin string, out io.Writer) error {
		return cli.AddEditor(t.Context(), data, "a@example.com", strings.NewReader(stdin), out)
	}
	var out bytes.Buffer
	if err := add("short\n", &out); err == nil || !strings.Contains(err.Error(), "password") {
		t.Errorf("a short password: %v", err)
	}
	if err := add("a long password\r\nrest", &out); err != nil || strings.Contains(out.String(), "assword") {
		t.Errorf("%q, %v", out.String(), err)
	}
}

func TestALinkOfTheCommandLineSignsInAtTheDesk(t *testing.T) {
	t.Parallel()
	data := t.TempDir()
	apptest.MustCommand(t, "users", "add", "--email", "sales@example.com", "--role", "sales", "--data", data)
	out := apptest.MustCommand(t, "users", "sign-in-link", "Sales@example.com", "--base-url", "https://www.example.com/", "--data", data)
	token, ok := strings.CutPrefix(out, "https://www.example.com/desk/sign-in#token=")
	if !ok {
		t.Fatal(out)
	}
	apptest.WithAccounts(t, app.DataConfig{Data: data}, func(s *account.Service) error {
		u, err := s.LoginWithLink(t.Context(), strings.TrimSpace(token), "192.0.2.1", "")
		if err == nil && *u.Role != account.Sales {
			t.Errorf("role %s", *u.Role)
		}
		return err
	})
	if _, err := apptest.Command(t, "users", "sign-in-link", "nobody@example.com", "--data", data); err == nil || !strings.Contains(err.Error(), "users list") {
		t.Errorf("an unknown address: %v", err)
	}
}

func TestTheLogSaysWhoDidWhat(t *testing.T) {
	t.Parallel()
	data := t.TempDir()
	apptest.MustCommand(t, "users", "add", "--email", "a@example.com", "--first-name", "=1+1", "--role", "sales", "--data", data)
	apptest.MustCommand(t, "users", "role", "a@example.com", "viewer", "--data", data)
	apptest.MustCommand(t, "requests", "export", "--data", data)
	apptest.MustCommand(t, "users", "remove", "a@example.com", "--data", data)
	table := apptest.MustCommand(t, "users", "log", "--data", data)
	apptest.Contains(t, table, "AT ", "account.removed", "Sales → Viewer", "requests.exported", "command line")
	csv := apptest.MustCommand(t, "users", "log", "--format", "csv", "--data", data)
	apptest.Contains(t, csv, "at,by,via,address,action,subject,detail", ",command line,,role.changed,a@example.com,Sales → Viewer", ",requests.exported,,csv")
	lines := strings.Split(strings.TrimSpace(apptest.MustCommand(t, "users", "log", "--format", "json", "--limit", "2", "--data", data)), "\n")
	var last struct {
		Action string
		By     struct{ Via string }
	}
	if len(lines) != 2 || json.Unmarshal([]byte(lines[0]), &last) != nil || last.Action != "log.exported" || last.By.Via != "command line" {
		t.Errorf("%v", lines)
	}
}

func TestALostSecondFactorIsRemovedAtTheTerminal(t *testing.T) {
	t.Parallel()
	data := t.TempDir()
	apptest.MustCommand(t, "users", "add", "--email", "a@example.com", "--role", "administrator", "--data", data)
	site := account.Site{Host: "www.example.com", Origin: "https://www.example.com"}
	apptest.WithAccounts(t, app.DataConfig{Data: data}, func(s *account.Service) error {
		u, _, err := s.UserByEmail(t.Context(), "a@example.com")
		if err != nil {
			return err
		}
		setup, err := s.BeginCodes(u, "Example")
		if err != nil {
			return err
		}
		code, err := totp.GenerateCode(setup.Secret, time.Now())
		if err != nil {
			return err
		}
		if _, err := s.AddCodes(t.Context(), u, setup.State, code); err != nil {
			return err
		}
		begun, err := s.BeginPasskey(t.Context(), u, site)
		if err != nil {
			return err
		}
		device := &accounttest.Authenticator{Origin: site.Origin}
		return s.AddPasskey(t.Context(), u, site, "Phone", begun.State, device.Create(t, begun.Options))
	})
	apptest.Contains(t, apptest.MustCommand(t, "users", "list", "--data", data), "1 passkey, password and code (10 recovery codes left)")
	apptest.Contains(t, apptest.MustCommand(t, "users", "list", "--format", "json", "--data", data), `"passkeys": 1`, `"codes": true`)
	apptest.Contains(t, apptest.MustCommand(t, "users", "factors", "a@example.com", "--data", data), "Phone    www.example.com", "never")
	apptest.Contains(t, apptest.MustCommand(t, "users", "factors", "a@example.com", "--remove", "codes", "--data", data), "signs in with: 1 passkey, password\n")
	apptest.Contains(t, apptest.MustCommand(t, "users", "factors", "a@example.com", "--remove", "all", "--data", data), "signs in with: password\n")
	apptest.Contains(t, apptest.MustCommand(t, "users", "log", "--data", data), "codes.removed", "passkey.removed")
}

func TestPeopleAreInvitedAndProgramsGetTokensAtTheTerminal(t *testing.T) {
	t.Parallel()
	data := t.TempDir()
	out := apptest.MustCommand(t, "users", "invite-link", "Lea@example.com", "--role", "translator", "--name", "Léa Fontana", "--language", "de", "--base-url", "https://www.example.com/", "--data", data)
	token, ok := strings.CutPrefix(strings.TrimSpace(out), "https://www.example.com/desk/invite#token=")
	if !ok {
		t.Fatal(out)
	}
	apptest.WithAccounts(t, app.DataConfig{Data: data}, func(s *account.Service) error {
		i, err := s.ReadInvitation(t.Context(), token, "")
		if err == nil && (i.User.Name() != "Léa Fontana" || *i.User.Role != account.Translator) {
			t.Errorf("%+v", i)
		}
		return err
	})
	day := time.Now().AddDate(0, 2, 0).Format(time.DateOnly)
	if out := apptest.MustCommand(t, "users", "program", "ERP", "--until", day, "--data", data); !regexp.MustCompile(`^[\w-]{64}\n$`).MatchString(out) {
		t.Error(out)
	}
	for _, wrong := range []string{"soon", "2020-01-01"} {
		if _, err := apptest.Command(t, "users", "program", "ERP", "--until", wrong, "--data", data); err == nil {
			t.Errorf("until %s", wrong)
		}
	}
	apptest.Contains(t, apptest.MustCommand(t, "users", "list", "--data", data), "token until "+day, "invited")
}
