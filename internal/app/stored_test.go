package app_test

import (
	"context"
	"fmt"
	"net/http"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/pquerna/otp/totp"
	"github.com/shopspring/decimal"

	"ferrule/internal/account"
	"ferrule/internal/account/accounttest"
	"ferrule/internal/app"
	"ferrule/internal/app/apptest"
	"ferrule/internal/content"
	"ferrule/internal/content/store"
	"ferrule/internal/database"
	"ferrule/internal/database/databasetest"
	"ferrule/internal/rfq"
	"ferrule/internal/rfq/offer"
)

// treatment says how a table or an entry of the data folder is treated. Each field is
// "yes", with the way, or "no", with the reason. Backup includes restore.
type treatment struct{ backup, copied, export, erasure, retention, torture string }

// collections is the treatment of all tables of the content model.
var collections = treatment{
	backup: "yes", copied: "yes", export: "yes: content export",
	erasure: "no: the supplier's own texts; editors delete records", retention: "no: it is the site", torture: "no: imports and writes are killed in content/store",
}

// tables are all other tables.
var tables = map[string]treatment{
	"ferrule_schema":   bookkeeping("no: describes the tables of its own database"),
	"ferrule_revision": bookkeeping("no: the target counts its own revisions"),
	"ferrule_mark":     bookkeeping("no: SQLite alone has it"),
	"ferrule_changes": {
		backup: "yes", copied: "no: the target's revisions are others", export: "no: numbers of records", erasure: "no: numbers of records", retention: "yes: 4000 revisions",
		torture: "no: written with the content",
	},
	"requests": {
		backup: "yes", copied: "yes", export: "yes: requests export", erasure: "yes: requests forget, repeated by restore", retention: "yes: --request-keep-days", torture: "yes",
	},
	"request_files": {
		backup: "yes", copied: "yes", export: "yes: requests export names them, requests file saves them", erasure: "yes: requests forget", retention: "yes: with the request; a day if never sent",
		torture: "no: kills of uploads are tested in rfq",
	},
	"request_files_erased": {
		backup: "yes", copied: "yes", export: "no: ids alone", erasure: "yes: it is the list of bytes to be removed", retention: "yes: until the bytes are removed", torture: "no: kills of uploads are tested in rfq",
	},
	"request_deliveries": {
		backup: "yes", copied: "yes", export: "yes: requests show", erasure: "yes: requests forget deletes those that are pending", retention: "yes: with the request", torture: "yes",
	},
	"request_history": {
		backup: "yes", copied: "yes", export: "yes: the desk shows it", erasure: "yes: requests forget erases names and texts, repeated by restore", retention: "yes: with the request",
		torture: "yes: written with the request and its deliveries",
	},
	"request_letters": {
		backup: "yes", copied: "yes", export: "yes: requests show", erasure: "yes: requests forget, repeated by restore", retention: "yes: with the request", torture: "yes: written with their deliveries",
	},
	"request_offers": {
		backup: "yes", copied: "yes", export: "yes: requests show; the desk has the documents", erasure: "yes: requests forget erases refusals and reasons; the offer and its acceptance stay as business letters",
		retention: "yes: --retain-offers", torture: "yes: written with their letters",
	},
	"request_drafts": {
		backup: "yes", copied: "yes", export: "no: the desk shows each to its writer", erasure: "yes: requests forget, repeated by restore", retention: "yes: until the answer is sent, or with the request",
		torture: "no: a loss costs what was typed since the device's own copy",
	},
	"request_words": {
		backup: "yes", copied: "yes", export: "no: derived from requests", erasure: "yes: requests forget", retention: "yes: with the request", torture: "yes: written with the request",
	},
	"request_reads": {
		backup: "yes", copied: "yes", export: "no: numbers alone", erasure: "yes: requests forget; of a removed account a random number stays", retention: "yes: with the request",
		torture: "no: a loss is harmless",
	},
	"request_mails": {
		backup: "yes", copied: "yes", export: "no: digests alone", erasure: "yes: requests forget empties the digest until the mail is removed from the mailbox", retention: "yes: with the request",
		torture: "no: kills of the reader are tested in rfq/mailbox",
	},
	"request_mailboxes": bookkeeping("yes"),
	"request_secrets":   bookkeeping("yes"),
	"request_rounds":    bookkeeping("yes"),
	"searches_without_result": {
		backup: "yes", copied: "yes", export: "no: words without a person", erasure: "no: words without a person", retention: "no: bounded in number", torture: "no: a loss is harmless",
	},
	"request_migrations":         bookkeeping("no: describes the tables of its own database"),
	"ferrule_account_migrations": bookkeeping("no: describes the tables of its own database"),
	"ferrule_secrets":            bookkeeping("yes"),
	"ferrule_roles":              bookkeeping("yes"),
	"ferrule_users": {
		backup: "yes", copied: "yes", export: "yes: users list --format json", erasure: "yes: users remove, repeated by restore", retention: "no: until they are removed", torture: "no: requests need no account",
	},
	"ferrule_sessions": {
		backup: "no: restore ends all sessions, since one may have been ended after the backup", copied: "yes", export: "no: hashes alone", erasure: "yes: users remove", retention: "yes: until they expire",
		torture: "no: requests need no account",
	},
	"ferrule_desk_sessions": {
		backup: "no: restore ends all sessions, since one may have been ended after the backup", copied: "yes", export: "yes: its user sees it at the desk", erasure: "yes: users remove", retention: "yes: until they expire",
		torture: "no: requests need no account",
	},
	"ferrule_sign_in_links": {
		backup: "no: restore ends all links", copied: "yes", export: "no: hashes alone", erasure: "yes: users remove", retention: "yes: 15 minutes", torture: "no: requests need no account",
	},
	"ferrule_passkeys":            factor("public keys alone"),
	"ferrule_codes":               factor("sealed"),
	"ferrule_recovery_codes":      factor("digests alone"),
	"ferrule_answered_challenges": bookkeeping("yes"),
	"ferrule_invitations": {
		backup: "no: restore ends all links", copied: "yes", export: "no: hashes alone", erasure: "yes: users remove", retention: "yes: 48 hours, then of no use", torture: "no: requests need no account",
	},
	"ferrule_tokens": factor("digests alone"),
	"ferrule_log": {
		backup: "yes", copied: "yes", export: "yes: users log --format csv or json, and at the desk", erasure: "no: it says who did what, also who removed an account; names of requests' persons are not in it",
		retention: "yes: 400 days, and of failed sign-ins the last 10,000", torture: "no: requests need no account",
	},
	"ferrule_settings": {
		backup: "yes", copied: "yes", export: "no: the desk shows them, and no secret", erasure: "no: settings of the site; names of who changed them", retention: "no: bounded in number",
		torture: "no: requests need no settings",
	},
	"ferrule_setup": {
		backup: "no: restore ends all links", copied: "yes", export: "no: hashes alone", erasure: "no: no personal data", retention: "yes: an hour, or a day once used", torture: "no: requests need no account",
	},
	"ferrule_removed_users": {
		backup: "yes", copied: "yes", export: "no: random numbers alone", erasure: "no: it is the list of erased users, without their data", retention: "no: needed by restore", torture: "no: requests need no account",
	},
	"ferrule_limits": {
		backup: "no: counts of ten minutes, lost in a crash of the database as well", copied: "no: SQLite has none", export: "no: digests alone", erasure: "no: digests alone", retention: "yes: ten minutes",
		torture: "no: a loss is harmless",
	},
}

// factor is the treatment of second factors of accounts.
func factor(export string) treatment {
	return treatment{
		backup: "yes", copied: "yes", export: "no: " + export + "; users list says whether there are any", erasure: "yes: users remove", retention: "no: until they are removed",
		torture: "no: requests need no account",
	}
}

// bookkeeping is the treatment of tables without data of persons.
func bookkeeping(copied string) treatment {
	return treatment{
		backup: "yes", copied: copied, export: "no: no personal data", erasure: "no: no personal data", retention: "no: bounded in number", torture: "yes: with the tables that it describes",
	}
}

// entries are the entries of the data folder.
var entries = map[string]treatment{
	store.FileName:                    folderOf("its tables"),
	rfq.FileName:                      folderOf("its tables"),
	account.FileName:                  folderOf("its tables"),
	rfq.FileName + rfq.IdentitySuffix: derived("written when the database is opened"),
	app.FilesFolder:                   folderOf("its records"),
	rfq.FilesFolder:                   folderOf("request_files"),
	app.ModelFile:                     folderOf("it has no personal data"),
	app.MirrorFolder:                  folderOf("it has no personal data"),
	app.ImportFolder:                  folderOf("it has no personal data"),
	"mail":                            derived("mails that are not sent; what they say is in requests and accounts"),
	"pages":                           derived("a cache"),
	"variants":                        derived("a cache"),
	"catalogue.index":                 derived("a cache"),
	"backup":                          derived("the lock and the working copies of a backup"),
	"restore":                         derived("a restore in progress"),
	"restore.unfinished":              derived("marks a restore in progress"),
}

// folderOf is the treatment of what is copied as a whole.
func folderOf(as string) treatment {
	return treatment{backup: "yes", copied: "yes: or stays in the data folder", export: "no: as " + as, erasure: "no: as " + as, retention: "no: as " + as, torture: "no: as " + as}
}

func derived(reason string) treatment {
	no := "no: " + reason
	return treatment{no, no, no, no, no, no}
}

func (u treatment) missing() (fields []string) {
	for name, text := range map[string]string{"backup": u.backup, "content copy": u.copied, "export": u.export, "erasure": u.erasure, "retention": u.retention, "torture": u.torture} {
		if reason, no := strings.CutPrefix(text, "no: "); text != "yes" && !strings.HasPrefix(text, "yes: ") && (!no || reason == "") {
			fields = append(fields, name)
		}
	}
	return fields
}

// completeInstallation has rows in every table that is written while a site runs.
func completeInstallation(t *testing.T, flags ...string) (data string) {
	t.Helper()
	apptest.RequireBuild(t)
	config := apptest.DemoConfig(t, append(flags, "--pages-mb=8", "--backup-to", filepath.Join(t.TempDir(), "backups"), "--request-mail", "sales@example.com")...)
	s := apptest.Open(t, config)
	if status, _ := apptest.Request(t, s.Handler(), http.MethodGet, "/en/imprint", ""); status != http.StatusOK {
		t.Fatalf("a page: %d", status)
	}
	apptest.Until(t, "the catalogue is indexed", func() bool {
		status, _ := apptest.Request(t, s.Handler(), http.MethodGet, "/api/related?product=straight-union-s&language=de-DE", "")
		return status == http.StatusOK
	})
	token := apptest.MustCommand(t, "users", "add", "--email", "editor@example.com", "--token", "--data", config.Data, "--database", config.Database)
	if status, body := apptest.Request(t, s.Handler(), http.MethodPatch, "/api/content/items/products/1", `{"stock":1}`, "Content-Type", "application/json", "Authorization", "Bearer "+strings.TrimSpace(token)); status != http.StatusOK {
		t.Fatalf("a write: %d %s", status, body)
	}
	if err := s.Close(); err != nil {
		t.Fatal(err)
	}
	apptest.WithRequests(t, config.DataConfig, func(s *rfq.Store) error {
		s.SetRouter(func(rfq.Event, rfq.Message) []string { return []string{"webhook"} })
		file, err := s.AddFile(t.Context(), "a.txt", strings.NewReader("text"))
		if err != nil {
			return err
		}
		if _, err = s.ClaimJob(t.Context(), "tidy", 1); err != nil {
			return err
		}
		added, err := s.Add(t.Context(), rfq.Message{Name: "Zoë", Email: "zoe@example.com", Language: "de-DE", Files: []string{file.ID}})
		if err != nil {
			return err
		}
		if err := sendOffer(t, s, added.Reference); err != nil {
			return err
		}
		if _, err := s.SaveDraft(t.Context(), added.Reference, "5b0c4ed1-0a8c-4a53-9a0b-3f6d2b1c7e01", rfq.Draft{Kind: rfq.LetterQuestion, Text: "Welches Medium?"}); err != nil {
			return err
		}
		if err := s.ReceiveMail(t.Context(), added.Reference, rfq.Incoming{Place: rfq.MailPlace{Mailbox: "INBOX", Validity: 1, UID: 1}, Text: "PN 16"}); err != nil {
			return err
		}
		if _, err := s.HoldMailbox(t.Context(), "INBOX", "a", time.Minute); err != nil {
			return err
		}
		return s.MarkRead(t.Context(), added.Reference, "5b0c4ed1-0a8c-4a53-9a0b-3f6d2b1c7e01", true)
	})
	apptest.WithAccounts(t, config.DataConfig, func(s *account.Service) error {
		for _, email := range []string{"a@example.com", "b@example.com"} {
			u, err := s.AddUser(t.Context(), account.Change{"email": []byte(`"` + email + `"`), "password": []byte(`"a long password"`)})
			if err != nil {
				return err
			}
			if email[0] == 'b' {
				return s.RemoveUser(t.Context(), u.ID)
			}
		}
		return nil
	})
	apptest.WithAccounts(t, config.DataConfig, func(s *account.Service) error {
		u, err := s.Login(t.Context(), account.Credentials{Email: "a@example.com", Password: "a long password"}, "")
		if err == nil {
			_, err = s.Begin(t.Context(), u, account.ModeSession)
		}
		if err == nil {
			_, err = s.BeginDesk(t.Context(), u, "Browser", "192.0.2.1")
		}
		if err == nil {
			_, err = s.SignInLink(t.Context(), u.ID, false)
		}
		if err == nil {
			err = addFactors(t, s, u)
		}
		if err == nil {
			_, err = s.SetupLink(t.Context(), false)
		}
		return err
	})
	setting := `INSERT INTO ferrule_settings VALUES ('time-zone', 'UTC', 1, '2026-11-26T00:00:00Z', 'Ada')`
	if _, err := openDatabases(t, config.DataConfig)[account.FileName].ExecContext(t.Context(), setting); err != nil {
		t.Fatal(err)
	}
	db := openDatabases(t, config.DataConfig)[rfq.FileName]
	for _, statement := range []string{
		`INSERT INTO request_files_erased VALUES ('x')`,
		`INSERT INTO searches_without_result VALUES ('zzzz', 'en-US', 1, '2026-11-26')`,
	} {
		if _, err := db.ExecContext(t.Context(), statement); err != nil {
			t.Fatal(err)
		}
	}
	return config.Data
}

// sendOffer sends an offer of one line for a request.
func sendOffer(t *testing.T, s *rfq.Store, reference string) error {
	t.Helper()
	r, err := s.ByReference(t.Context(), reference)
	if err != nil {
		return err
	}
	o, err := s.NewOffer(t.Context(), r)
	if err != nil {
		return err
	}
	one := decimal.NewFromInt(1)
	o.Currency, o.ValidUntil, o.Recipient, o.Contact = "CHF", offer.NewDate(time.Now().AddDate(0, 0, 14)), []string{"Zoë"}, offer.Contact{Name: "Ada"}
	o.Lines = []offer.Line{{Position: "1", Name: "Flansch", SKU: "FR-1", Quantity: one, Price: one, Deliveries: []offer.Delivery{{Quantity: one}}}}
	return s.By(rfq.Person{ID: "ada", Name: "Ada"}).SendOffer(t.Context(), reference, rfq.Letter{Language: "de-DE", Subject: "Angebot", Text: "Guten Tag"}, o, func() ([]byte, error) {
		return []byte("%PDF-1.7\x00\xff not UTF-8"), nil
	})
}

func addFactors(t *testing.T, s *account.Service, u account.User) error {
	t.Helper()
	if _, _, err := s.InviteToDesk(t.Context(), account.NewPerson{Email: "new@example.com", Role: account.Sales}); err != nil {
		return err
	}
	if _, _, err := s.AddProgram(t.Context(), "ERP", account.Editor, time.Now().AddDate(1, 0, 0)); err != nil {
		return err
	}
	site := account.Site{Host: "www.example.com", Origin: "https://www.example.com"}
	begun, err := s.BeginPasskey(t.Context(), u, site)
	if err != nil {
		return err
	}
	device := &accounttest.Authenticator{Origin: site.Origin}
	if err := s.AddPasskey(t.Context(), u, site, "Phone", begun.State, device.Create(t, begun.Options)); err != nil {
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
	_, err = s.AddCodes(t.Context(), u, setup.State, code)
	return err
}

// openDatabases opens the databases of an installation, by their names with SQLite.
func openDatabases(t *testing.T, c app.DataConfig) map[string]*database.DB {
	t.Helper()
	dbs := map[string]*database.DB{}
	for _, name := range []string{store.FileName, rfq.FileName, account.FileName} {
		if c.Database == "" {
			dbs[name] = database.OpenSQLite(filepath.Join(c.Data, name))
		} else {
			db, err := database.OpenPostgres(t.Context(), c.Database, "application_name", "test")
			if err != nil {
				t.Fatal(err)
			}
			dbs[name] = db
		}
		t.Cleanup(func() { _ = dbs[name].Close() })
	}
	return dbs
}

// storedRows returns the rows of every table of an installation.
func storedRows(t *testing.T, c app.DataConfig) map[string][]string {
	t.Helper()
	all := map[string][]string{}
	for _, db := range openDatabases(t, c) {
		query := `SELECT name FROM sqlite_schema WHERE type='table' AND name NOT LIKE 'sqlite\_%' ESCAPE '\'`
		if db.Kind == database.Postgres {
			query = `SELECT relname FROM pg_class WHERE relnamespace=current_schema()::regnamespace AND relkind='r'`
		}
		for _, row := range rowsOf(t, db, query) {
			name := strings.Trim(row, "[]")
			all[name] = rowsOf(t, db, `SELECT * FROM "`+name+`"`)
		}
		_ = db.Close()
	}
	return all
}

func rowsOf(t *testing.T, db *database.DB, query string) (list []string) {
	t.Helper()
	rows, err := db.QueryContext(context.WithoutCancel(t.Context()), query)
	if err != nil {
		t.Fatal(err)
	}
	defer rows.Close()
	columns, err := rows.Columns()
	if err != nil {
		t.Fatal(err)
	}
	for rows.Next() {
		values := make([]any, len(columns))
		for i := range values {
			values[i] = &values[i]
		}
		if err := rows.Scan(values...); err != nil {
			t.Fatal(err)
		}
		list = append(list, fmt.Sprint(values))
	}
	if err := rows.Err(); err != nil {
		t.Fatal(err)
	}
	slices.Sort(list)
	return list
}

func treatmentOf(table string) (treatment, bool) {
	if content.Default().Collection(table) != nil {
		return collections, true
	}
	u, ok := tables[table]
	return u, ok
}

// Every table is named here with how it is treated, and backup and restore treat it so.
func TestEveryTableIsBackedUpAndNamed(t *testing.T) {
	t.Parallel()
	databasetest.OnBoth(t, func(t *testing.T, address string) {
		data := completeInstallation(t, "--database", address)
		config, to, restored := app.DataConfig{Data: data, Database: address}, filepath.Join(t.TempDir(), "backups"), app.DataConfig{Data: t.TempDir()}
		before := storedRows(t, config)
		into := []string{"restore", "--from", to, "--data", restored.Data}
		if address != "" {
			restored.Database = databasetest.Postgres(t)
			into = append(into, "--database", restored.Database)
		}
		apptest.MustCommand(t, "backup", "--to", to, "--data", data, "--database", address)
		apptest.MustCommand(t, into...)
		after := storedRows(t, restored)
		for name, rows := range before {
			u, ok := treatmentOf(name)
			if !ok {
				t.Errorf("table %s: say in this test how backup, content copy, export, erasure, retention and torture treat it", name)
				continue
			}
			if missing := u.missing(); len(missing) > 0 {
				t.Errorf("table %s: %v is neither yes nor no with a reason", name, missing)
			}
			if _, listed := tables[name]; listed && len(rows) == 0 && name != "ferrule_limits" && name != "request_secrets" {
				t.Errorf("table %s has no rows: this test shows nothing about it", name)
			}
			switch {
			case u.backup != "yes" && len(after[name]) > 0:
				t.Errorf("table %s is restored with %d rows, although it is exempt: %s", name, len(after[name]), u.backup)
			case u.backup == "yes" && !slices.Equal(rows, after[name]):
				t.Errorf("table %s has other rows than before: %d, want %d", name, len(after[name]), len(rows))
			}
		}
		if address == "" {
			copyMovesWhatItNames(t, data, before)
		}
	})
}

func copyMovesWhatItNames(t *testing.T, data string, before map[string][]string) {
	t.Helper()
	address := databasetest.Postgres(t)
	apptest.MustCommand(t, "content", "copy", "--data", data, "--to", address)
	copied := storedRows(t, app.DataConfig{Database: address})
	for name, rows := range before {
		u, _ := treatmentOf(name)
		if yes := strings.HasPrefix(u.copied, "yes"); yes && len(copied[name]) != len(rows) {
			t.Errorf("content copy: table %s has %d rows, want %d", name, len(copied[name]), len(rows))
		}
	}
}

// Every entry of the data folder of a site that has run is named with its treatment.
func TestEveryEntryOfTheDataFolderIsNamed(t *testing.T) {
	t.Parallel()
	found := names(t, completeInstallation(t))
	for _, name := range append(found, app.ModelFile, app.MirrorFolder, app.ImportFolder, "restore", "restore.unfinished") {
		base := name
		for _, ending := range []string{"-wal", "-shm", database.BeforeUpgrade} { // of a database
			base = strings.TrimSuffix(base, ending)
		}
		u, ok := entries[base]
		if !ok {
			t.Errorf("%s: say in this test how backup, content copy, export, erasure, retention and torture treat it", name)
			continue
		}
		if missing := u.missing(); len(missing) > 0 {
			t.Errorf("%s: %v is neither yes nor no with a reason", name, missing)
		}
	}
	for _, name := range []string{"pages", "variants", "catalogue.index", app.FilesFolder, rfq.FilesFolder, store.FileName} {
		if !slices.Contains(found, name) {
			t.Errorf("the installation has no %s: this test shows nothing about it; it has %v", name, found)
		}
	}
}
