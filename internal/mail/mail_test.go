package mail_test

import (
	"errors"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"ferrule/internal/fault"
	"ferrule/internal/mail"
	"ferrule/internal/mail/mailtest"
)

// dial returns a sender for the box.
func dial(t *testing.T, box *mailtest.Server, login string) *mail.SMTP {
	t.Helper()
	s, err := mail.NewSMTP("smtp://"+login+box.Address, "Ferrule <site@example.com>")
	if err != nil {
		t.Fatal(err)
	}
	return s
}

func TestSendsTextHTMLAndAttachmentsThroughAServer(t *testing.T) {
	t.Parallel()
	box := mailtest.Start(t)
	err := dial(t, box, "ferrule:secret@").Send(t.Context(), mail.Message{
		To: []string{"Zoë Ärmel <zoe@example.com>"}, ReplyTo: "buyer@example.com", Subject: "Anfrage für Flansche DN 80 – ½\"",
		Text: "Grüße\naus Zürich", HTML: "<p>Grüße</p>", ID: "r-1@example.com", References: []string{"a@example.com", "b@example.com"}, Automatic: true,
		Attachments: []mail.Attachment{{Name: "Stückliste.csv", Type: "text/csv", Data: []byte("sku;menge\n\xe4;1\n")}},
	})
	if err != nil {
		t.Fatal(err)
	}
	got := box.Only(t)
	if !got.Encrypted || got.From != "site@example.com" || !cmp.Equal(got.To, []string{"zoe@example.com"}) {
		t.Errorf("envelope from %s to %v", got.From, got.To)
	}
	head, parts := mailtest.Read(t, got.Data)
	want := map[string]string{
		"From": `"Ferrule" <site@example.com>`, "Subject": "Anfrage für Flansche DN 80 – ½\"", "Reply-To": "<buyer@example.com>",
		"Message-Id": "<r-1@example.com>", "References": "<a@example.com> <b@example.com>", "In-Reply-To": "<b@example.com>",
		"Auto-Submitted": "auto-generated", "X-Auto-Response-Suppress": "OOF, AutoReply",
	}
	for name, value := range want {
		if head[name] != value {
			t.Errorf("%s: %q, want %q", name, head[name], value)
		}
	}
	if diff := cmp.Diff(map[string]string{
		"text/plain": "Grüße\r\naus Zürich", "text/html": "<p>Grüße</p>", "Stückliste.csv": "sku;menge\n\xe4;1\n",
	}, parts); diff != "" {
		t.Error(diff)
	}
}

func TestUserInputCannotInjectAHeader(t *testing.T) {
	t.Parallel()
	box := mailtest.Start(t)
	err := dial(t, box, "ferrule:secret@").Send(t.Context(), mail.Message{
		To: []string{"a@example.com"}, Subject: "hello\r\nBcc: evil@example.com", Text: "t", HTML: "t",
	})
	if err != nil {
		t.Fatal(err)
	}
	head, _ := mailtest.Read(t, box.Only(t).Data)
	if head["Bcc"] != "" || head["Subject"] != "hello  Bcc: evil@example.com" {
		t.Errorf("header: %q", head)
	}
	for _, to := range []string{"a@example.com\r\nRCPT TO:<evil@example.com>", "no address", ""} {
		err := dial(t, box, "ferrule:secret@").Send(t.Context(), mail.Message{To: []string{to}, Text: "t"})
		if fault.KindOf(err) != fault.Invalid {
			t.Errorf("recipient %q: %v", to, err)
		}
	}
}

func TestPermanentAndTemporaryRefusalsAreDistinguished(t *testing.T) {
	t.Parallel()
	box := mailtest.Start(t)
	tests := []struct {
		name, login, to string
		want            fault.Kind
	}{
		{"unknown recipient", "ferrule:secret@", "nobody@example.com", fault.Invalid},
		{"busy server", "ferrule:secret@", "busy@example.com", fault.Unavailable},
		{"wrong password", "ferrule:wrong@", "a@example.com", fault.Unavailable},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			t.Parallel()
			err := dial(t, box, tt.login).Send(t.Context(), mail.Message{To: []string{tt.to}, Text: "t"})
			if err == nil || fault.KindOf(err) != tt.want {
				t.Errorf("got %v, want kind %d", err, tt.want)
			}
		})
	}
	t.Run("connection refused", func(t *testing.T) {
		t.Parallel()
		s, err := mail.NewSMTP("smtp://127.0.0.1:1", "site@example.com")
		if err != nil {
			t.Fatal(err)
		}
		if err := s.Send(t.Context(), mail.Message{To: []string{"a@example.com"}, Text: "t"}); fault.KindOf(err) != fault.Unavailable {
			t.Error(err)
		}
	})
}

func TestAPasswordIsNotRepeatedInAnError(t *testing.T) {
	t.Parallel()
	for _, address := range []string{"http://u:hunter2@h", "smtp://u:hunter2@", "smtp://u:hunter2@h:99999", "smtp://u:hunter2@h:%"} {
		_, err := mail.NewSMTP(address, "site@example.com")
		if err == nil || strings.Contains(err.Error(), "hunter2") {
			t.Errorf("%s: %v", address, err)
		}
	}
	if _, err := mail.NewSMTP("smtp://h", "nobody"); err == nil {
		t.Error("a sender that is not an address was accepted")
	}
}

func TestFolderWritesEachMessageToAFileOfTheOwner(t *testing.T) {
	t.Parallel()
	dir := filepath.Join(t.TempDir(), "mail")
	f, err := mail.NewFolder(dir, "site@example.com")
	if err != nil {
		t.Fatal(err)
	}
	for range 2 {
		if err := f.Send(t.Context(), mail.Message{To: []string{"a@example.com"}, Subject: "s", Text: "token", HTML: "<b>token</b>"}); err != nil {
			t.Fatal(err)
		}
	}
	files, err := filepath.Glob(filepath.Join(dir, "*"))
	if err != nil || len(files) != 2 {
		t.Fatalf("files %v, %v", files, err)
	}
	for _, name := range files {
		info, err := os.Stat(name)
		data, err2 := os.ReadFile(name)
		if err := errors.Join(err, err2); err != nil {
			t.Fatal(err)
		}
		if !strings.HasSuffix(name, ".eml") || info.Mode().Perm() != 0o600 {
			t.Errorf("%s has mode %v", name, info.Mode())
		}
		if _, parts := mailtest.Read(t, data); parts["text/plain"] != "token" {
			t.Errorf("parts %q", parts)
		}
	}
}
