package mail_test

import (
	"bytes"
	"crypto/tls"
	"crypto/x509"
	"encoding/base64"
	"errors"
	"io"
	"mime"
	"mime/multipart"
	"mime/quotedprintable"
	"net"
	"net/http/httptest"
	netmail "net/mail"
	"os"
	"path/filepath"
	"strings"
	"sync"
	"testing"

	"github.com/emersion/go-sasl"
	"github.com/emersion/go-smtp"
	"github.com/google/go-cmp/cmp"

	"ferrule/internal/fault"
	"ferrule/internal/mail"
)

// mailbox is a mail server that keeps what it is given.
type mailbox struct {
	address string // host:port
	trust   *tls.Config

	mu       sync.Mutex
	received []envelope
}

type envelope struct {
	From string
	To   []string
	Data []byte
}

// serve starts a server with STARTTLS that lets ferrule/secret in, and refuses
// nobody@example.com for good and busy@example.com for now.
func serve(t *testing.T) *mailbox {
	t.Helper()
	https := httptest.NewUnstartedServer(nil) // brings a certificate for 127.0.0.1
	https.StartTLS()
	t.Cleanup(https.Close)
	pool := x509.NewCertPool()
	pool.AddCert(https.Certificate())
	box := &mailbox{trust: &tls.Config{RootCAs: pool, ServerName: "127.0.0.1", MinVersion: tls.VersionTLS12}}
	s := smtp.NewServer(box)
	s.Domain, s.TLSConfig = "localhost", &tls.Config{Certificates: https.TLS.Certificates, MinVersion: tls.VersionTLS12}
	listener, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	box.address = listener.Addr().String()
	done := make(chan struct{})
	go func() { defer close(done); _ = s.Serve(listener) }()
	t.Cleanup(func() { _ = s.Close(); <-done })
	return box
}

// only returns the one message that arrived.
func (b *mailbox) only(t *testing.T) envelope {
	t.Helper()
	b.mu.Lock()
	defer b.mu.Unlock()
	if len(b.received) != 1 {
		t.Fatalf("%d messages arrived", len(b.received))
	}
	return b.received[0]
}

func (b *mailbox) NewSession(*smtp.Conn) (smtp.Session, error) { return &session{box: b}, nil }

type session struct {
	box    *mailbox
	signed bool
	mail   envelope
}

func (s *session) AuthMechanisms() []string { return []string{sasl.Plain} }

func (s *session) Auth(string) (sasl.Server, error) {
	return sasl.NewPlainServer(func(_, user, password string) error {
		if s.signed = user == "ferrule" && password == "secret"; !s.signed {
			return smtp.ErrAuthFailed
		}
		return nil
	}), nil
}

func (s *session) Mail(from string, _ *smtp.MailOptions) error {
	if !s.signed {
		return smtp.ErrAuthRequired
	}
	s.mail.From = from
	return nil
}

func (s *session) Rcpt(to string, _ *smtp.RcptOptions) error {
	switch to {
	case "nobody@example.com":
		return &smtp.SMTPError{Code: 550, EnhancedCode: smtp.EnhancedCode{5, 1, 1}, Message: "no such user"}
	case "busy@example.com":
		return &smtp.SMTPError{Code: 450, EnhancedCode: smtp.EnhancedCode{4, 2, 1}, Message: "busy"}
	}
	s.mail.To = append(s.mail.To, to)
	return nil
}

func (s *session) Data(r io.Reader) error {
	data, err := io.ReadAll(r)
	s.mail.Data = data
	s.box.mu.Lock()
	defer s.box.mu.Unlock()
	s.box.received = append(s.box.received, s.mail)
	return err
}

func (s *session) Reset()        { s.mail = envelope{} }
func (s *session) Logout() error { return nil }

// dial returns a sender for the box.
func (b *mailbox) dial(t *testing.T, login string) *mail.SMTP {
	t.Helper()
	s, err := mail.NewSMTP("smtp://"+login+b.address, "Ferrule <site@example.com>")
	if err != nil {
		t.Fatal(err)
	}
	s.Trust(b.trust)
	return s
}

func TestSendsTextHTMLAndAttachmentsThroughAServer(t *testing.T) {
	t.Parallel()
	box := serve(t)
	err := box.dial(t, "ferrule:secret@").Send(t.Context(), mail.Message{
		To: []string{"Zoë Ärmel <zoe@example.com>"}, ReplyTo: "buyer@example.com", Subject: "Anfrage für Flansche DN 80 – ½\"",
		Text: "Grüße\naus Zürich", HTML: "<p>Grüße</p>", ID: "r-1@example.com", References: []string{"a@example.com", "b@example.com"},
		Attachments: []mail.Attachment{{Name: "Stückliste.csv", Type: "text/csv", Data: []byte("sku;menge\n\xe4;1\n")}},
	})
	if err != nil {
		t.Fatal(err)
	}
	got := box.only(t)
	if got.From != "site@example.com" || !cmp.Equal(got.To, []string{"zoe@example.com"}) {
		t.Errorf("envelope from %s to %v", got.From, got.To)
	}
	head, parts := read(t, got.Data)
	want := map[string]string{
		"From": `"Ferrule" <site@example.com>`, "Subject": "Anfrage für Flansche DN 80 – ½\"", "Reply-To": "<buyer@example.com>",
		"Message-Id": "<r-1@example.com>", "References": "<a@example.com> <b@example.com>", "In-Reply-To": "<b@example.com>",
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

func TestWhatWasTypedNeverBecomesAHeader(t *testing.T) {
	t.Parallel()
	box := serve(t)
	err := box.dial(t, "ferrule:secret@").Send(t.Context(), mail.Message{
		To: []string{"a@example.com"}, Subject: "hello\r\nBcc: evil@example.com", Text: "t", HTML: "t",
	})
	if err != nil {
		t.Fatal(err)
	}
	head, _ := read(t, box.only(t).Data)
	if head["Bcc"] != "" || head["Subject"] != "hello  Bcc: evil@example.com" {
		t.Errorf("header: %q", head)
	}
	for _, to := range []string{"a@example.com\r\nRCPT TO:<evil@example.com>", "no address", ""} {
		err := box.dial(t, "ferrule:secret@").Send(t.Context(), mail.Message{To: []string{to}, Text: "t"})
		if fault.KindOf(err) != fault.Invalid {
			t.Errorf("recipient %q: %v", to, err)
		}
	}
}

func TestARefusalForGoodAndOneForNowAreToldApart(t *testing.T) {
	t.Parallel()
	box := serve(t)
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
			err := box.dial(t, tt.login).Send(t.Context(), mail.Message{To: []string{tt.to}, Text: "t"})
			if err == nil || fault.KindOf(err) != tt.want {
				t.Errorf("got %v, want kind %d", err, tt.want)
			}
		})
	}
	t.Run("nobody listens", func(t *testing.T) {
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
		t.Error("a sender that is no address was taken")
	}
}

func TestAFolderKeepsEachMessageAsAFileForItsOwner(t *testing.T) {
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
		if _, parts := read(t, data); parts["text/plain"] != "token" {
			t.Errorf("parts %q", parts)
		}
	}
}

// read takes a message apart: its header, decoded, and its leaf parts by file
// name or media type.
func read(t *testing.T, data []byte) (head, parts map[string]string) {
	t.Helper()
	m, err := netmail.ReadMessage(bytes.NewReader(data))
	if err != nil {
		t.Fatal(err)
	}
	head = map[string]string{}
	for name := range m.Header {
		if head[name], err = new(mime.WordDecoder).DecodeHeader(m.Header.Get(name)); err != nil {
			t.Fatal(err)
		}
	}
	parts = map[string]string{}
	collect(t, m.Header.Get("Content-Type"), m.Body, parts)
	return head, parts
}

func collect(t *testing.T, contentType string, body io.Reader, into map[string]string) {
	t.Helper()
	_, params, err := mime.ParseMediaType(contentType)
	if err != nil {
		t.Fatal(err)
	}
	for r := multipart.NewReader(body, params["boundary"]); ; {
		p, err := r.NextRawPart()
		if errors.Is(err, io.EOF) {
			return
		}
		if err != nil {
			t.Fatal(err)
		}
		kind, _, _ := mime.ParseMediaType(p.Header.Get("Content-Type"))
		if strings.HasPrefix(kind, "multipart/") {
			collect(t, p.Header.Get("Content-Type"), p, into)
			continue
		}
		var content io.Reader = p
		switch p.Header.Get("Content-Transfer-Encoding") {
		case "base64":
			content = base64.NewDecoder(base64.StdEncoding, p)
		case "quoted-printable":
			content = quotedprintable.NewReader(p)
		}
		text, err := io.ReadAll(content)
		if err != nil {
			t.Fatal(err)
		}
		name := kind
		if file := p.FileName(); file != "" {
			if name, err = new(mime.WordDecoder).DecodeHeader(file); err != nil {
				t.Fatal(err)
			}
		}
		into[name] = string(text)
	}
}
