// Package mailtest runs a real mail server in the test process.
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

// Server is a mail server that records the messages it receives.
type Server struct {
	Address string // host:port

	mu       sync.Mutex
	received []Message
}

// Message is a received mail.
type Message struct {
	From      string
	To        []string
	Data      []byte
	Encrypted bool // received over TLS
}

// Start starts a server with STARTTLS that authenticates ferrule/secret. It refuses
// nobody@example.com permanently and busy@example.com temporarily.
func Start(t testing.TB) *Server {
	t.Helper()
	https := httptest.NewUnstartedServer(nil) // has a certificate for 127.0.0.1
	https.StartTLS()
	t.Cleanup(https.Close)
	server := &Server{}
	s := smtp.NewServer(server)
	s.Domain, s.TLSConfig = "localhost", &tls.Config{Certificates: https.TLS.Certificates, MinVersion: tls.VersionTLS12}
	listener, err := (&net.ListenConfig{}).Listen(t.Context(), "tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	server.Address = listener.Addr().String()
	done := make(chan struct{})
	go func() { defer close(done); _ = s.Serve(listener) }()
	t.Cleanup(func() { _ = s.Close(); <-done })
	return server
}

// Only returns the one received message, and fails the test for any other number.
func (s *Server) Only(t testing.TB) Message {
	t.Helper()
	all := s.All()
	if len(all) != 1 {
		t.Fatalf("got %d messages, want 1", len(all))
	}
	return all[0]
}

// All returns the received messages, oldest first.
func (s *Server) All() []Message {
	s.mu.Lock()
	defer s.mu.Unlock()
	return slices.Clone(s.received)
}

// NewSession implements smtp.Backend.
func (s *Server) NewSession(c *smtp.Conn) (smtp.Session, error) {
	return &session{server: s, conn: c}, nil
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
