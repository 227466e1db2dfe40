package cli_test

import (
	"archive/zip"
	"encoding/csv"
	"encoding/json"
	"io"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"ferrule/internal/app"
	"ferrule/internal/app/apptest"
	"ferrule/internal/database"
	"ferrule/internal/database/databasetest"
	"ferrule/internal/rfq"
)

// inbox is a store with three requests: one for two articles with a file, one
// without lines, one that is spam.
type inbox struct {
	t       *testing.T
	flags   app.DataConfig
	cart    rfq.Added
	contact rfq.Added
	spam    rfq.Added
	file    rfq.File
}

func newInbox(t *testing.T, address string) *inbox {
	t.Helper()
	d := &inbox{t: t, flags: app.DataConfig{Data: t.TempDir(), Database: address}}
	apptest.WithRequests(t, d.flags, func(s *rfq.Store) (err error) {
		s.SetRouter(func(rfq.Event, rfq.Message) []string { return []string{"mail"} })
		if d.file, err = s.AddFile(t.Context(), "Zeichnung.txt", strings.NewReader("DN 80")); err != nil {
			return err
		}
		m, err := rfq.Parse([]byte(`{"formId":3,"formKey":"cart","formTitle":"Warenkorb","source":"cart","name":"Zoë Größl","phone":"+49 521 000 44 12","email":"zoe@example.com",
			"message":"Bitte mit\nPrüfzeugnis","agree":true,"language":"de-DE","page":"/de/cart","lines":[
			{"uid":"u","sku":"FR-1","quantity":3,"translations":{"de-DE":{"name":"Flansch"}},"meta":{"note":"=1+1"}},
			{"uid":"free:x","sku":"Rohr 3 m","quantity":2,"meta":{"free":true}}]}`), "de-DE")
		if err != nil {
			return err
		}
		m.Lines[0].Meta["known"], m.Lines[1].Meta["known"] = json.RawMessage("true"), json.RawMessage("false") // as the server sets it
		m.Files = []string{d.file.ID}
		if d.cart, err = s.Add(t.Context(), m); err != nil {
			return err
		}
		if d.contact, err = s.Add(t.Context(), rfq.Message{FormKey: "contact", Name: "Max", Phone: "1", Language: "en-US"}); err != nil {
			return err
		}
		d.spam, err = s.Add(t.Context(), rfq.Message{FormKey: "contact", Name: "Spam", SpamReason: "honeypot"})
		return err
	})
	return d
}

func (d *inbox) try(args ...string) (string, error) {
	d.t.Helper()
	args = append([]string{"requests"}, args...)
	args = append(args, "--data", d.flags.Data)
	if d.flags.Database != "" {
		args = append(args, "--database", d.flags.Database)
	}
	return apptest.Command(d.t, args...)
}

func (d *inbox) run(args ...string) string {
	d.t.Helper()
	out, err := d.try(args...)
	if err != nil {
		d.t.Fatalf("%v: %v", args, err)
	}
	return out
}

// execute runs SQL, for changes that no command makes.
func (d *inbox) execute(statement string, args ...any) {
	d.t.Helper()
	var db *database.DB
	if d.flags.Database == "" {
		db = database.OpenSQLite(filepath.Join(d.flags.Data, rfq.FileName))
	} else {
		var err error
		if db, err = database.OpenPostgres(d.t.Context(), d.flags.Database); err != nil {
			d.t.Fatal(err)
		}
	}
	defer db.Close()
	if _, err := db.ExecContext(d.t.Context(), db.Rebind(statement), args...); err != nil {
		d.t.Fatal(err)
	}
}

// age sets the age of a request.
func (d *inbox) age(reference string, age time.Duration) {
	d.t.Helper()
	d.execute(`UPDATE requests SET created_at = ?, deadline_at = '' WHERE reference = ?`, time.Now().UTC().Add(-age).Format("2006-01-02T15:04:05.000Z"), reference)
}

func onBothDatabases(t *testing.T, test func(t *testing.T, d *inbox)) {
	t.Helper()
	databasetest.OnBoth(t, func(t *testing.T, address string) { test(t, newInbox(t, address)) })
}

func TestListShowsOpenRequestsAndTheTimeLeft(t *testing.T) {
	t.Parallel()
	onBothDatabases(t, func(t *testing.T, d *inbox) {
		d.age(d.contact.Reference, 4*24*time.Hour) // longer than a weekend
		list := d.run("list")
		if i, j := strings.Index(list, d.cart.Reference), strings.Index(list, d.contact.Reference); i < 0 || j < i {
			t.Errorf("not newest first:\n%s", list)
		}
		apptest.Contains(t, list, " h ", " h late", "Zoë Größl", "cart", time.Now().Local().Format("MST"), "not", d.spam.Reference)
		apptest.Contains(t, d.run("list", "--time-zone", "Asia/Tokyo"), "JST")
		apptest.Contains(t, d.run("list", "--overdue"), d.contact.Reference, "not", d.cart.Reference, d.spam.Reference)
		apptest.Contains(t, d.run("list", "--state", "spam,forgotten"), d.spam.Reference, "not", d.cart.Reference)
		apptest.Contains(t, d.run("list", "--form", "3"), d.cart.Reference, "not", d.contact.Reference)
		apptest.Contains(t, d.run("list", "--limit", "1"), d.cart.Reference, "not", d.contact.Reference)
		var newest []rfq.Request
		if err := json.Unmarshal([]byte(d.run("list", "--format", "json", "--limit", "1")), &newest); err != nil {
			t.Fatal(err)
		}
		day := newest[0].Created.Local().Format(time.DateOnly)
		apptest.Contains(t, d.run("list", "--from", day, "--to", day), d.cart.Reference, "not", d.contact.Reference)
		moment := time.Now().Add(-25 * time.Hour).Format(time.RFC3339)
		apptest.Contains(t, d.run("list", "--to", moment), d.contact.Reference, "not", d.cart.Reference)
		var parsed []struct{ Reference, State string }
		if err := json.Unmarshal([]byte(d.run("list", "--format", "json", "--state", "open", "--state", "spam")), &parsed); err != nil || len(parsed) != 3 {
			t.Errorf("%v, %v", parsed, err)
		}
		if out := d.run("list", "--format", "json", "--form", "none"); out != "[]\n" {
			t.Errorf("nothing is %q", out)
		}
	})
}

func TestShowPrintsARequestWithFilesAndDeliveries(t *testing.T) {
	t.Parallel()
	onBothDatabases(t, func(t *testing.T, d *inbox) {
		d.execute(`UPDATE request_deliveries SET state = 'dead', attempts = 7, last_error = 'mailbox\nfull' WHERE key LIKE ?`, d.cart.Reference+"%")
		apptest.Contains(t, d.run("show", strings.ToLower(d.cart.Reference)), d.cart.Reference+", open, ", "Zoë Größl", "zoe@example.com", "Warenkorb (cart)", "Bitte mit\n  Prüfzeugnis",
			"3 ×", "FR-1", "Flansch", "=1+1", "Rohr 3 m", "not in the catalogue", d.file.ID, "Zeichnung.txt", "5 bytes",
			"created  mail  dead  7 attempts", "full", "ferrule requests resend "+d.cart.Reference)
		apptest.Contains(t, d.run("show", d.spam.Reference), "spam", "honeypot", "not", "Deliveries", "Lines", "Files")
		var parsed struct {
			Reference  string
			Files      []rfq.File
			Deliveries []rfq.DeliveryStatus
			Lines      []rfq.Line
		}
		if err := json.Unmarshal([]byte(d.run("show", d.cart.Reference, "--format", "json")), &parsed); err != nil || parsed.Reference != d.cart.Reference ||
			len(parsed.Files) != 1 || parsed.Files[0] != d.file || len(parsed.Deliveries) != 1 || len(parsed.Lines) != 2 {
			t.Errorf("%+v, %v", parsed, err)
		}
	})
}

func TestARequestIsAnsweredAndReopened(t *testing.T) {
	t.Parallel()
	onBothDatabases(t, func(t *testing.T, d *inbox) {
		apptest.Contains(t, d.run("answered", d.cart.Reference, "--by", "Katrin"), d.cart.Reference+" was answered", "by Katrin")
		apptest.Contains(t, d.run("answered", d.cart.Reference, "--by", "Max"), "by Katrin", "not", "Max")
		apptest.Contains(t, d.run("list", "--state", "answered"), d.cart.Reference, "not", " h ", d.contact.Reference)
		apptest.Contains(t, d.run("show", d.cart.Reference), "answered", "by Katrin", "not", "left")
		apptest.Contains(t, d.run("reopen", d.cart.Reference), "is open")
		apptest.Contains(t, d.run("list", "--state", "open"), d.cart.Reference)
	})
}

func TestSpamIsReleasedAndDeadDeliveriesAreRetried(t *testing.T) {
	t.Parallel()
	onBothDatabases(t, func(t *testing.T, d *inbox) {
		apptest.Contains(t, d.run("release", d.spam.Reference), "no longer marked as spam")
		apptest.Contains(t, d.run("release", d.spam.Reference), "nothing has changed")
		apptest.Contains(t, d.run("list"), d.spam.Reference)
		if _, err := d.try("resend", d.cart.Reference); err == nil || !strings.Contains(err.Error(), "nothing to send again") {
			t.Errorf("nothing was given up: %v", err)
		}
		d.execute(`UPDATE request_deliveries SET state = 'dead'`)
		apptest.Contains(t, d.run("resend", d.cart.Reference), "will be retried")
		apptest.Contains(t, d.run("show", d.cart.Reference), "waiting")
	})
}

func TestARequestIsMarkedAsSpamAndUnmarked(t *testing.T) {
	t.Parallel()
	onBothDatabases(t, func(t *testing.T, d *inbox) {
		d.age(d.cart.Reference, 4*24*time.Hour)
		d.execute(`UPDATE request_deliveries SET attempts = 1 WHERE key LIKE ?`, d.cart.Reference+"%")
		apptest.Contains(t, d.run("spam", d.cart.Reference, "--by", "Katrin"), d.cart.Reference+" was marked as spam", "by Katrin")
		apptest.Contains(t, d.run("spam", d.cart.Reference, "--by", "Max"), "by Katrin", "not", "Max")
		apptest.Contains(t, d.run("spam", d.spam.Reference, "--by", "Max"), "when it was received (honeypot)", "not", "Max")
		apptest.Contains(t, d.run("list", "--state", "spam"), d.cart.Reference, d.spam.Reference, "not", d.contact.Reference, " h ")
		apptest.Contains(t, d.run("list", "--overdue"), "not", d.cart.Reference)
		apptest.Contains(t, d.run("show", d.cart.Reference), "spam", "by Katrin", "Zoë Größl", "held", "1 attempt ", "not", "left", "late")
		apptest.Contains(t, d.run("spam", d.cart.Reference, "--undo"), "no longer marked as spam")
		apptest.Contains(t, d.run("spam", d.cart.Reference, "--undo"), "nothing has changed")
		apptest.Contains(t, d.run("show", d.cart.Reference), "23 h left", "waiting", "0 attempts", "not", "Katrin", "held") // the clock starts anew
	})
}

func TestAFileIsSavedOnce(t *testing.T) {
	t.Parallel()
	d := newInbox(t, "")
	if out := d.run("file", d.cart.Reference, d.file.ID, "-o", "-"); out != "DN 80" {
		t.Errorf("printed %q", out)
	}
	name := filepath.Join(t.TempDir(), "a.txt")
	apptest.Contains(t, d.run("file", d.cart.Reference, d.file.ID, "-o", name), "a.txt, text/plain, 5 bytes")
	if data, err := os.ReadFile(name); err != nil || string(data) != "DN 80" {
		t.Errorf("%q, %v", data, err)
	}
	if _, err := d.try("file", d.cart.Reference, d.file.ID, "-o", name); err == nil || !strings.Contains(err.Error(), "already exists") {
		t.Errorf("over another file: %v", err)
	}
	if _, err := d.try("file", d.contact.Reference, d.file.ID); err == nil || !strings.Contains(err.Error(), "requests show "+d.contact.Reference) {
		t.Errorf("of another request: %v", err)
	}
}

func TestForgetListsCopiesElsewhere(t *testing.T) {
	t.Parallel()
	onBothDatabases(t, func(t *testing.T, d *inbox) {
		d.execute(`UPDATE request_deliveries SET state = 'done' WHERE key LIKE ?`, d.cart.Reference+"%")
		apptest.Contains(t, d.run("forget", "--reference", d.cart.Reference), "erased name", "1 file.", "2 lines", "erase it there too (mail)")
		apptest.Contains(t, d.run("forget", "--reference", d.cart.Reference), "was already forgotten")
		apptest.Contains(t, d.run("list"), "not", d.cart.Reference)
		apptest.Contains(t, d.run("show", d.cart.Reference), "forgotten", "FR-1", "not", "Zoë", "521", "Rohr", "=1+1")
		if left, err := os.ReadDir(filepath.Join(d.flags.Data, rfq.FilesFolder)); err != nil || len(left) != 1 || !left[0].IsDir() {
			t.Errorf("files left: %v, %v", left, err)
		}
		if _, err := d.try("answered", d.cart.Reference, "--by", "Max"); err == nil || !strings.Contains(err.Error(), "was forgotten") {
			t.Errorf("answered: %v", err)
		}
	})
}

func TestRequestsAreExported(t *testing.T) {
	t.Parallel()
	onBothDatabases(t, func(t *testing.T, d *inbox) {
		dir := t.TempDir()
		table := d.run("export")
		rows, err := csv.NewReader(strings.NewReader(strings.TrimPrefix(table, "\ufeff"))).ReadAll()
		if err != nil || len(rows) != 4 {
			t.Fatalf("%d rows, %v", len(rows), err)
		}
		got := map[string][]string{}
		for i, name := range rows[0] {
			for _, row := range rows[1:] {
				got[name] = append(got[name], row[i])
			}
		}
		for name, want := range map[string][]string{
			"reference": {d.contact.Reference, d.cart.Reference, d.cart.Reference}, "name": {"Max", "Zoë Größl", "Zoë Größl"}, "form": {"contact", "cart", "cart"},
			"phone": {"1", "'+49 521 000 44 12", "'+49 521 000 44 12"}, "files": {"", "Zeichnung.txt", "Zeichnung.txt"}, "line": {"", "1", "2"}, "part_number": {"", "FR-1", ""},
			"quantity": {"", "3", "2"}, "note": {"", "'=1+1", ""}, "known": {"", "true", "false"}, "message": {"", "Bitte mit\nPrüfzeugnis", "Bitte mit\nPrüfzeugnis"},
		} {
			if diff := cmp.Diff(want, got[name]); diff != "" {
				t.Errorf("%s (-want +got):\n%s", name, diff)
			}
		}
		if !regexp.MustCompile(`^\d{4}-\d\d-\d\d \d\d:\d\d:\d\d$`).MatchString(got["received_utc"][0]) {
			t.Errorf("received %q", got["received_utc"][0])
		}
		apptest.Contains(t, d.run("export", "--separator", "semicolon", "--form", "cart"), "reference;received_utc;", "not", "Max")

		name := filepath.Join(dir, "a.json")
		if out := d.run("export", "--format", "json", "-o", name); out != "" {
			t.Errorf("printed %q", out)
		}
		var parsed []struct {
			Reference string
			Lines     []rfq.Line
			Files     []rfq.File
		}
		data, err := os.ReadFile(name)
		if err != nil {
			t.Fatal(err)
		}
		if err := json.Unmarshal(data, &parsed); err != nil || len(parsed) != 2 || len(parsed[1].Lines) != 2 || len(parsed[1].Files) != 1 || parsed[1].Files[0] != d.file {
			t.Errorf("%+v, %v", parsed, err)
		}

		name = filepath.Join(dir, "a.xlsx")
		d.run("export", "--format", "xlsx", "-o", name)
		book, err := zip.OpenReader(name)
		if err != nil {
			t.Fatal(err)
		}
		defer book.Close()
		part, err := book.Open("xl/worksheets/sheet1.xml")
		if err != nil {
			t.Fatal(err)
		}
		text, err := io.ReadAll(part)
		if err != nil {
			t.Fatal(err)
		}
		apptest.Contains(t, string(text), `<c r="P3" s="0"><v>1</v></c>`, `<c r="T3" s="0"><v>3</v></c>`, `>+49 521 000 44 12<`, `<row r="4" `, "not", `<row r="5" `)
		if left, err := os.ReadDir(dir); err != nil || len(left) != 2 {
			t.Errorf("files left: %v, %v", left, err)
		}
	})
}

func TestErrorsOfCommandsStateTheRemedy(t *testing.T) {
	t.Parallel()
	d := newInbox(t, "")
	for want, args := range map[string][]string{
		"ferrule requests list":       {"show", "F-222-222"},
		"neither a day such as":       {"list", "--from", "yesterday"},
		"--from is after --to":        {"export", "--from", "2026-02-02", "--to", "2026-02-01"},
		"is not a state":              {"list", "--state", "new"},
		"omit --state":                {"list", "--overdue", "--state", "open"},
		"is not a number of requests": {"list", "--limit=-1"},
		"--separator: xlsx":           {"export", "--format", "xlsx", "--separator", "semicolon"},
		"release it before":           {"answered", d.spam.Reference, "--by", "Max"},
		"--by":                        {"answered", d.cart.Reference},
		"--reference":                 {"forget"},
		"--by NAME":                   {"spam", d.cart.Reference},
		"remove the mark":             {"spam", d.cart.Reference, "--by", "Max", "--undo"},
	} {
		if _, err := d.try(args...); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%v: %v, want %q", args, err, want)
		}
	}
}

func TestContentCopyIncludesTheFilesOfRequests(t *testing.T) {
	t.Parallel()
	d, moved, address := newInbox(t, ""), t.TempDir(), databasetest.Postgres(t)
	if err := os.MkdirAll(filepath.Join(d.flags.Data, app.FilesFolder), 0o750); err != nil {
		t.Fatal(err)
	}
	apptest.Contains(t, apptest.MustCommand(t, "content", "copy", "--data", d.flags.Data, "--to", address, "--files", moved), "3 requests\n", "1 request_files\n", "2 request_deliveries\n")
	before := d.run("show", d.cart.Reference)
	d.flags = app.DataConfig{Data: moved, Database: address}
	if diff := cmp.Diff(before, d.run("show", d.cart.Reference)); diff != "" {
		t.Errorf("(-before +after):\n%s", diff)
	}
	if out := d.run("file", d.cart.Reference, d.file.ID, "-o", "-"); out != "DN 80" {
		t.Errorf("the file is %q", out)
	}
	if info, err := os.Stat(filepath.Join(moved, rfq.FilesFolder, d.file.ID)); err != nil || info.Mode().Perm() != 0o600 {
		t.Errorf("%v, %v", info, err)
	}
	d.run("release", d.spam.Reference) // plans with a key of its own
}

func TestOnlyShowPrintsTheAddressThatARequestWasSentFrom(t *testing.T) {
	t.Parallel()
	onBothDatabases(t, func(t *testing.T, d *inbox) {
		const address = "203.0.113.9"
		d.execute(`UPDATE requests SET client_address = ?`, address)
		for _, args := range [][]string{{"show", d.cart.Reference}, {"show", d.cart.Reference, "--format", "json"}} {
			if out := d.run(args...); !strings.Contains(out, address) {
				t.Errorf("%v: %s", args, out)
			}
		}
		for _, args := range [][]string{{"list"}, {"list", "--format", "json"}, {"export"}, {"export", "--format", "json"}} {
			if out := d.run(args...); strings.Contains(out, address) {
				t.Errorf("%v: %s", args, out)
			}
		}
	})
}
