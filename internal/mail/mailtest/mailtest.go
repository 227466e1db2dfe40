// Package mailtest gives tests a real mail server, in the process.
package mailtest

import (
	"crypto/tls"
	"io"
	"net"
	"net/http/httptest"
	"slices"
	"sync"
	"testing"

	"github.com/emersion/go-sasl"
	"github.com/emersion/go-smtp"
)

// Server is a mail server that keeps what it is given.
type Server struct {
	Address string // host:port

	mu       sync.Mutex
	received []Message
}

// Message is a mail as it arrived.
type Message struct {
	From      string
	To        []string
	Data      []byte
	Encrypted bool // on its way here
}

// Start starts a server with STARTTLS that lets ferrule/secret in, and refuses
// nobody@example.com for good and busy@example.com for now.
func Start(t testing.TB) *Server {
	t.Helper()
	https := httptest.NewUnstartedServer(nil) // brings a certificate for 127.0.0.1
	https.StartTLS()
	t.Cleanup(https.Close)
	box := &Server{}
	s := smtp.NewServer(box)
	s.Domain, s.TLSConfig = "localhost", &tls.Config{Certificates: https.TLS.Certificates, MinVersion: tls.VersionTLS12}
	listener, err := (&net.ListenConfig{}).Listen(t.Context(), "tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	box.Address = listener.Addr().String()
	done := make(chan struct{})
	go func() { defer close(done); _ = s.Serve(listener) }()
	t.Cleanup(func() { _ = s.Close(); <-done })
	return box
}

// Only returns the one message that arrived.
func (b *Server) Only(t testing.TB) Message {
	t.Helper()
	all := b.All()
	if len(all) != 1 {
		t.Fatalf("%d messages arrived", len(all))
	}
	return all[0]
}

// All returns what arrived, oldest first.
func (b *Server) All() []Message {
	b.mu.Lock()
	defer b.mu.Unlock()
	return slices.Clone(b.received)
}

// NewSession implements smtp.Backend.
func (b *Server) NewSession(c *smtp.Conn) (smtp.Session, error) {
	return &session{server: b, conn: c}, nil
}

type session struct {
	server        *Server
	conn          *smtp.Conn
	authenticated bool
	mail          Message
}

func (s *session) AuthMechanisms() []string { return []string{sasl.Plain} }

func (s *session) Auth(string) (sasl.Server, error) {
	return sasl.NewPlainServer(func(_, user, password string) error {
		if s.authenticated = user == "ferrule" && password == "secret"; !s.authenticated {
			return smtp.ErrAuthFailed
		}
		return nil
	}), nil
}

func (s *session) Mail(from string, _ *smtp.MailOptions) error {
	if !s.authenticated {
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
	_, s.mail.Encrypted = s.conn.TLSConnectionState()
	s.server.mu.Lock()
	defer s.server.mu.Unlock()
	s.server.received = append(s.server.received, s.mail)
	return err
}

func (s *session) Reset()        { s.mail = Message{} }
func (s *session) Logout() error { return nil }
