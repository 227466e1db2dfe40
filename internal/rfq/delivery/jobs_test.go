package delivery

import (
	"path/filepath"
	"runtime"
	"testing"
	"time"

	"ferrule/internal/database"
	"ferrule/internal/mail/mailtest"
	"ferrule/internal/rfq"
)

// older moves the creation time of all requests into the past.
func (d *environment) older(by time.Duration) {
	d.t.Helper()
	db := database.OpenSQLite(filepath.Join(d.dir, rfq.FileName))
	defer func() { _ = db.Close() }()
	received := time.Now().UTC().Add(-by).Format("2006-01-02T15:04:05.000Z")
	if _, err := db.ExecContext(d.t.Context(), `UPDATE requests SET created_at = ?, deadline_at = ''`, received); err != nil {
		d.t.Fatal(err)
	}
}

func TestSupplierIsRemindedBeforeTheDeadline(t *testing.T) {
	t.Parallel()
	d := newEnvironment(t, "")
	d.store.SetRouter(d.targets.Route)
	r := d.add(rfq.Message{Name: "Ada"})
	d.older(rfq.AnswerTime - rfq.RemindBefore + time.Minute)
	d.startWorker()
	d.waitFor("mail done", 2)
	d.waitFor("webhook done", 2)
	mails := d.mailServer.All()
	first, _ := mailtest.Read(t, mails[0].Data)
	second, _ := mailtest.Read(t, mails[1].Data)
	if second["In-Reply-To"] != first["Message-Id"] || second["Subject"] != "Anfrage "+r.Reference+" ist noch offen: Ada" {
		t.Errorf("%v, then %v", first, second)
	}
	if got := d.webhook.all(); got[1].Event != rfq.EventDue {
		t.Errorf("%+v", got)
	}
}

func TestRequestsAreForgottenAfterTheirRetention(t *testing.T) {
	t.Parallel()
	d := newEnvironment(t, "")
	d.store.SetRouter(func(rfq.Event, rfq.Message) []string { return nil })
	r := d.add(rfq.Message{Name: "Ada"})
	d.older(25 * time.Hour)
	d.targets.Mailer, d.retention = nil, 24*time.Hour
	d.startWorker()
	for r.State != rfq.StateForgotten {
		runtime.Gosched()
		var err error
		if r, err = d.store.ByReference(t.Context(), r.Reference); err != nil {
			t.Fatal(err)
		}
	}
	if r.Name != "" {
		t.Errorf("%+v", r)
	}
}

func TestClientAddressIsErasedAfterThirtyDays(t *testing.T) {
	t.Parallel()
	d := newEnvironment(t, "")
	d.store.SetRouter(func(rfq.Event, rfq.Message) []string { return nil })
	old := d.add(rfq.Message{Name: "Ada", ClientAddress: "203.0.113.9"})
	d.older(30*24*time.Hour + time.Minute)
	young := d.add(rfq.Message{Name: "Max", ClientAddress: "203.0.113.9"})
	d.targets.Mailer = nil
	d.startWorker()
	for old.ClientAddress != "" {
		runtime.Gosched()
		var err error
		if old, err = d.store.ByReference(t.Context(), old.Reference); err != nil {
			t.Fatal(err)
		}
	}
	if young, err := d.store.ByReference(t.Context(), young.Reference); err != nil || young.ClientAddress == "" || old.Name != "Ada" {
		t.Errorf("%+v, %+v, %v", old, young, err)
	}
}
