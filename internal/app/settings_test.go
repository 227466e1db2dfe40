package app_test

import (
	"context"
	"encoding/json"
	"fmt"
	"net/http"
	"regexp"
	"strings"
	"testing"

	"ferrule/internal/account"
	"ferrule/internal/app"
	"ferrule/internal/app/apptest"
	"ferrule/internal/database/databasetest"
	"ferrule/internal/mail/mailtest"
	"ferrule/internal/rfq"
)

// ownerSession returns the header of a new owner's session.
func ownerSession(t *testing.T, c app.Config) []string {
	t.Helper()
	var token string
	apptest.WithAccounts(t, c.DataConfig, func(s *account.Service) error {
		u, err := s.AddUser(t.Context(), account.Change{"email": []byte(`"owner@example.com"`), "first_name": []byte(`"Ada"`), "role": fmt.Appendf(nil, "%q", account.Administrator)})
		if err == nil {
			token, err = s.BeginDesk(t.Context(), u, "", "")
		}
		return err
	})
	return []string{"Cookie", "ferrule_desk=" + token, "Content-Type", "application/json"}
}

// settingsOf returns the settings as a server shows them, and their version.
func settingsOf(t *testing.T, s *app.App, session []string) (version int64, all map[string]map[string]any, body string) {
	t.Helper()
	_, body = apptest.Request(t, s.Handler(), http.MethodGet, "/desk/api/settings", "", session...)
	var reply struct {
		Data struct {
			Version  int64
			Settings []map[string]any
		}
	}
	if err := json.Unmarshal([]byte(body), &reply); err != nil {
		t.Fatalf("%v: %s", err, body)
	}
	all = map[string]map[string]any{}
	for _, one := range reply.Data.Settings {
		all[one["name"].(string)] = one
	}
	return reply.Data.Version, all, body
}

// What an owner sets at one server is what the other server does: it delivers by the new
// mail server, and its pages say what the new working days promise.
func TestSettingsTakeEffectOnAllServersWithoutARestart(t *testing.T) {
	t.Parallel()
	databasetest.OnBoth(t, func(t *testing.T, address string) {
		config := apptest.DemoConfig(t, "--database", address, "--time-zone", "Europe/Zurich")
		session := ownerSession(t, config)
		second := config
		if address != "" {
			second.Data = t.TempDir()
		}
		here, there := apptest.Open(t, config), apptest.Start(t, second)
		const page = "/en/contacts"
		if _, body := apptest.Request(t, there.Handler(), http.MethodGet, page, ""); !strings.Contains(body, `"requestDays":0`) || strings.Contains(body, `"workingDays":true`) {
			t.Fatal("the page promises working days before they are set")
		}
		box := mailtest.Start(t)
		host := box.Address
		put := func(version int64, change string) (int, string) {
			t.Helper()
			return apptest.Request(t, here.Handler(), http.MethodPut, "/desk/api/settings", fmt.Sprintf(`{"version":%d,"change":%s}`, version, change), session...)
		}
		version, all, _ := settingsOf(t, here, session)
		if all["time-zone"]["source"] != "flag" || all["time-zone"]["value"] != "Europe/Zurich" || all["mail-from"]["source"] != "flag" || all["smtp"]["source"] != "default" {
			t.Errorf("sources: %v", all)
		}
		for change, field := range map[string]string{
			`{"smtp":"smtp.example.com"}`: "smtp", `{"working-days":"mon-fry"}`: "working-days", `{"request-mail":"nobody"}`: "request-mail", `{"request-keep-days":"x"}`: "request-keep-days",
			`{"request-webhook":"https://example.com/"}`: "request-webhook-secret", `{"time-zone":"UTC"}`: "time-zone", `{"data":"/"}`: "data",
		} {
			if status, body := put(version, change); status != http.StatusBadRequest || !strings.Contains(body, `"fields":{"`+field+`":`) {
				t.Errorf("%s: %d %s", change, status, body)
			}
		}
		status, body := put(version, fmt.Sprintf(`{"smtp":"smtp://%s","smtp-user":"ferrule","smtp-password":"secret","request-mail":"sales@example.com","working-days":"mon-fri","request-keep-days":"30"}`, host))
		if status != http.StatusOK {
			t.Fatalf("%d %s", status, body)
		}
		if status, body := put(version, `{"request-keep-days":"31"}`); status != http.StatusConflict {
			t.Errorf("a change of settings that somebody else has changed: %d %s", status, body)
		}
		_, all, shown := settingsOf(t, there, session)
		if strings.Contains(shown, `"secret"`+`,"`) || strings.Contains(shown, `"value":"secret"`) || all["smtp-password"]["isSet"] != true || all["smtp-password"]["value"] != "" {
			t.Errorf("a secret is shown: %s", shown)
		}
		if all["smtp"]["source"] != "desk" || all["smtp"]["by"] != "Ada" || all["smtp"]["value"] != "smtp://"+host {
			t.Errorf("%v", all["smtp"])
		}
		apptest.Until(t, "pages of the other server promise working days", func() bool {
			_, body := apptest.Request(t, there.Handler(), http.MethodGet, page, "")
			return strings.Contains(body, `"workingDays":true`) && strings.Contains(body, `"requestDays":30`)
		})
		// The other server, now alone, delivers by the new mail server. Until it has seen the
		// change it writes mails to files.
		if err := here.Close(); err != nil {
			t.Fatal(err)
		}
		apptest.WithRequests(t, config.DataConfig, func(s *rfq.Store) error {
			apptest.Until(t, "a mail arrives", func() bool {
				if _, err := s.Add(t.Context(), rfq.Message{Name: "Zoë", Email: "zoe@example.com", Language: "en-US"}); err != nil {
					t.Fatal(err)
				}
				return len(box.All()) > 0
			})
			return nil
		})
		// The password also serves a test, without being sent again.
		if status, body := apptest.Request(t, there.Handler(), http.MethodPost, "/desk/api/settings/mail-test", `{"to":"a@example.com"}`, session...); status != http.StatusOK || !strings.Contains(body, `"sent":true`) {
			t.Errorf("%d %s", status, body)
		}
		if status, body := apptest.Request(t, there.Handler(), http.MethodPost, "/desk/api/settings/mail-test", `{"to":"nobody@example.com"}`, session...); status != http.StatusOK || !strings.Contains(body, `"sent":false`) || !strings.Contains(body, "no such user") {
			t.Errorf("the words of the server: %d %s", status, body)
		}
	})
}

// A site without an owner prints a link to its set-up, also at the highest log level, and
// a site with one does not.
func TestASiteWithoutAnOwnerPrintsALinkToItsSetup(t *testing.T) {
	t.Parallel()
	apptest.RequireBuild(t)
	config := apptest.Config(t, "--listen=127.0.0.1:0", "--metrics-listen=", "--log-level=error")
	links := regexp.MustCompile(`Set up this site, once within 1 hour on this machine: http://127\.0\.0\.1:\d+/desk/setup#token=(\S+)\n`)
	run := func(config app.Config) string {
		t.Helper()
		s := apptest.Open(t, config)
		ctx, stop := context.WithCancel(t.Context())
		out, notices := &lockedText{}, &lockedText{}
		s.SetNotices(notices)
		ended := make(chan error, 1)
		go func() { ended <- s.Run(ctx, out) }()
		apptest.Until(t, "the start", func() bool { return strings.Contains(out.String(), "ready") })
		stop()
		if err := <-ended; err != nil {
			t.Error(err)
		}
		if err := s.Close(); err != nil {
			t.Error(err)
		}
		return notices.String()
	}
	first := links.FindStringSubmatch(run(config))
	if first == nil {
		t.Fatal("no link")
	}
	public := config
	public.BaseURL = "https://www.example.com"
	if text := run(public); !strings.HasPrefix(text, "Set up this site, once within 1 hour: https://www.example.com/desk/setup#token=") {
		t.Errorf("%q", text)
	}
	if text := apptest.MustCommand(t, "users", "setup-link", "--data", config.Data, "--base-url", "https://www.example.com"); !strings.HasPrefix(text, "https://www.example.com/desk/setup#token=") {
		t.Errorf("%q", text)
	}
	apptest.WithAccounts(t, config.DataConfig, func(s *account.Service) error {
		if _, err := s.BeginSetup(t.Context(), first[1], "192.0.2.1", ""); err == nil {
			t.Error("a link for this machine works from another")
		}
		if _, err := s.BeginSetup(t.Context(), first[1], "127.0.0.1", ""); err != nil {
			t.Error(err)
		}
		return nil
	})
	ownerSession(t, config)
	if text := run(config); text != "" {
		t.Errorf("with an owner: %q", text)
	}
	if _, err := apptest.Command(t, "users", "setup-link", "--data", config.Data); err == nil || !strings.Contains(err.Error(), "has an owner") {
		t.Error(err)
	}
}
