// Package pebbletest runs a certificate authority for tests: a Pebble, the ACME server
// that Let's Encrypt made for this, for which each name is 127.0.0.1.
package pebbletest

import (
	"bytes"
	"context"
	"crypto/ecdsa"
	"crypto/elliptic"
	"crypto/rand"
	"crypto/tls"
	"crypto/x509"
	"encoding/json"
	"encoding/pem"
	"fmt"
	"io"
	"math/big"
	weak "math/rand/v2"
	"net"
	"net/http"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"testing"
	"time"

	"github.com/miekg/dns"
)

// Authority is a running Pebble. It is stopped at the end of the test.
type Authority struct {
	Directory string         // address
	RootFile  string         // PEM file of the root of the server's own certificate
	Roots     *x509.CertPool // the same
	Issued    *x509.CertPool // root of the certificates that it issues
}

// Start starts a Pebble that connects to the given ports of 127.0.0.1 for its challenges and
// issues certificates that are valid for the given time.
func Start(t *testing.T, httpPort, tlsPort int, validity time.Duration) *Authority {
	t.Helper()
	folder := t.TempDir()
	a := &Authority{RootFile: filepath.Join(folder, "cert.pem"), Roots: x509.NewCertPool()}
	a.Roots.AddCert(writeCertificate(t, a.RootFile, filepath.Join(folder, "key.pem")))
	address, management := FreeAddress(t), FreeAddress(t)
	config, err := json.Marshal(map[string]any{"pebble": map[string]any{
		"listenAddress": address, "managementListenAddress": management,
		"certificate": a.RootFile, "privateKey": filepath.Join(folder, "key.pem"),
		"httpPort": httpPort, "tlsPort": tlsPort, "keyAlgorithm": "ecdsa",
		"retryAfter": map[string]int{"authz": 1, "order": 1},
		"profiles":   map[string]any{"default": map[string]any{"description": "default", "validityPeriod": int(validity.Seconds())}},
	}})
	if err == nil {
		err = os.WriteFile(filepath.Join(folder, "config.json"), config, 0o600)
	}
	if err != nil {
		t.Fatal(err)
	}
	var log bytes.Buffer
	c := exec.CommandContext(context.WithoutCancel(t.Context()), program(t), "-config", filepath.Join(folder, "config.json"), "-dnsserver", names(t)) //nolint:gosec // a program of the tests
	c.Env = append(os.Environ(), "PEBBLE_VA_NOSLEEP=1", "PEBBLE_WFE_NONCEREJECT=0")
	c.Stdout, c.Stderr = &log, &log
	if err := c.Start(); err != nil {
		t.Fatal(err)
	}
	ended := make(chan struct{})
	go func() { _ = c.Wait(); close(ended) }()
	t.Cleanup(func() {
		_ = c.Process.Kill()
		<-ended
		if t.Failed() {
			t.Logf("Pebble: %s", log.String())
		}
	})
	a.Directory = "https://" + address + "/dir"
	a.Issued = x509.NewCertPool()
	for !a.fetchRoot(t, "https://"+management+"/roots/0") {
		select {
		case <-ended:
			t.Fatalf("Pebble does not start: %s", log.String())
		default:
			runtime.Gosched()
		}
	}
	return a
}

// fetchRoot reads the root of the issued certificates. It returns false while Pebble does not
// respond.
func (a *Authority) fetchRoot(t *testing.T, address string) bool {
	t.Helper()
	client := http.Client{Transport: &http.Transport{TLSClientConfig: &tls.Config{RootCAs: a.Roots}, DisableKeepAlives: true}} //nolint:gosec // the default version
	r, err := http.NewRequestWithContext(t.Context(), http.MethodGet, address, http.NoBody)
	if err != nil {
		t.Fatal(err)
	}
	reply, err := client.Do(r)
	if err != nil {
		return false
	}
	defer func() { _ = reply.Body.Close() }()
	text, err := io.ReadAll(reply.Body)
	return err == nil && a.Issued.AppendCertsFromPEM(text)
}

// FreeAddress returns an address of this machine at which nothing listens. Its port is below
// those that outgoing connections take, so that none takes it before it is used.
func FreeAddress(t *testing.T) string {
	t.Helper()
	const first, count = 15000, 15000
	for {
		address := fmt.Sprintf("127.0.0.1:%d", first+weak.IntN(count)) //nolint:gosec // not a secret
		if l, err := (&net.ListenConfig{}).Listen(t.Context(), "tcp", address); err == nil {
			_ = l.Close()
			return address
		}
	}
}

// names starts a DNS server for which each name is 127.0.0.1, and returns its address.
func names(t *testing.T) string {
	t.Helper()
	l, err := (&net.ListenConfig{}).Listen(t.Context(), "tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	server := &dns.Server{Listener: l, Handler: dns.HandlerFunc(func(w dns.ResponseWriter, query *dns.Msg) {
		reply := new(dns.Msg).SetReply(query)
		if q := query.Question[0]; q.Qtype == dns.TypeA {
			reply.Answer = []dns.RR{&dns.A{Hdr: dns.RR_Header{Name: q.Name, Rrtype: dns.TypeA, Class: dns.ClassINET}, A: net.IPv4(127, 0, 0, 1)}}
		}
		_ = w.WriteMsg(reply) // a client that is gone asks again
	})}
	done := make(chan struct{})
	go func() { _ = server.ActivateAndServe(); close(done) }()
	t.Cleanup(func() { _ = l.Close(); <-done })
	return l.Addr().String()
}

// writeCertificate writes a self-signed certificate for 127.0.0.1 and its key.
func writeCertificate(t *testing.T, certFile, keyFile string) *x509.Certificate {
	t.Helper()
	key, err := ecdsa.GenerateKey(elliptic.P256(), rand.Reader)
	if err != nil {
		t.Fatal(err)
	}
	template := &x509.Certificate{
		SerialNumber: big.NewInt(1), NotAfter: time.Now().Add(24 * time.Hour), IPAddresses: []net.IP{net.IPv4(127, 0, 0, 1)},
		IsCA: true, BasicConstraintsValid: true, KeyUsage: x509.KeyUsageCertSign | x509.KeyUsageDigitalSignature,
	}
	raw, err := x509.CreateCertificate(rand.Reader, template, template, key.Public(), key)
	if err != nil {
		t.Fatal(err)
	}
	private, err := x509.MarshalPKCS8PrivateKey(key)
	if err != nil {
		t.Fatal(err)
	}
	for path, block := range map[string]*pem.Block{certFile: {Type: "CERTIFICATE", Bytes: raw}, keyFile: {Type: "PRIVATE KEY", Bytes: private}} {
		if err := os.WriteFile(path, pem.EncodeToMemory(block), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	cert, err := x509.ParseCertificate(raw)
	if err != nil {
		t.Fatal(err)
	}
	return cert
}

// program returns the path of Pebble, which the Makefile installs.
func program(t *testing.T) string {
	t.Helper()
	_, here, _, _ := runtime.Caller(0)
	path := filepath.Join(filepath.Dir(here), "../../../.bin/pebble")
	if _, err := os.Stat(path); err != nil {
		t.Fatalf("%v; build it: make test-go", err)
	}
	return path
}
