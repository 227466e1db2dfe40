// Package blobtest runs a real S3-compatible store for tests: a Versity S3
// Gateway on a temporary folder.
package blobtest

import (
	"bytes"
	"context"
	"fmt"
	"net"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"sync"
	"testing"
)

// name is the name of every bucket.
const name = "ferrule"

// gatewayScript stops the gateway when its standard input is closed, and so when
// the test process ends.
const gatewayScript = `"$@" & read -r _; kill $!; wait`

// Key sets the key of all gateways in the environment.
func Key() { setKey() }

var setKey = sync.OnceFunc(func() { //nolint:gochecknoglobals // the environment is one
	_ = os.Setenv("AWS_ACCESS_KEY_ID", "ferrule") // it cannot fail for this name
	_ = os.Setenv("AWS_SECRET_ACCESS_KEY", "not-a-secret")
})

// Store is a gateway with an empty bucket. It is stopped at the end of the
// test.
type Store struct {
	t       testing.TB
	program string
	address string
	folder  string
	sidecar string
	end     func()
}

// Start starts a gateway.
func Start(t testing.TB) *Store {
	t.Helper()
	Key()
	s := &Store{t: t, program: gateway(t), address: freeAddress(t), folder: t.TempDir(), sidecar: t.TempDir()}
	if err := os.Mkdir(filepath.Join(s.folder, name), 0o755); err != nil {
		t.Fatal(err)
	}
	s.Start()
	t.Cleanup(func() { s.end() })
	return s
}

// Bucket starts a gateway and returns the address of its bucket, with a prefix.
func Bucket(t testing.TB, prefix string) string {
	t.Helper()
	return Start(t).Bucket(prefix)
}

// Bucket returns the address of the bucket, with a prefix.
func (s *Store) Bucket(prefix string) string {
	return fmt.Sprintf("s3://%s/%s?region=us-east-1&endpoint=http://%s", name, prefix, s.address)
}

// Stop stops the gateway and keeps its data.
func (s *Store) Stop() { s.end() }

// Start starts the gateway again and waits until it responds.
func (s *Store) Start() {
	s.t.Helper()
	var log bytes.Buffer
	c := exec.CommandContext(context.WithoutCancel(s.t.Context()), "sh", "-c", gatewayScript, "gateway", s.program, "--port", s.address, "--quiet", "--region", "us-east-1", "posix", "--sidecar", s.sidecar, s.folder)
	c.Env = append(os.Environ(), "ROOT_ACCESS_KEY=ferrule", "ROOT_SECRET_KEY=not-a-secret")
	c.Stdout, c.Stderr = &log, &log
	end, err := c.StdinPipe()
	if err == nil {
		err = c.Start()
	}
	if err != nil {
		s.t.Fatal(err)
	}
	ended := make(chan struct{})
	go func() { _ = c.Wait(); close(ended) }()
	s.end = func() { _ = end.Close(); <-ended }
	for {
		if connection, err := (&net.Dialer{}).DialContext(context.WithoutCancel(s.t.Context()), "tcp", s.address); err == nil {
			_ = connection.Close() // it responds
			return
		}
		select {
		case <-ended:
			s.t.Fatalf("the gateway does not start: %s", log.String())
		default:
			runtime.Gosched()
		}
	}
}

// gateway returns the path of the program, which the Makefile installs.
func gateway(t testing.TB) string {
	t.Helper()
	_, here, _, _ := runtime.Caller(0)
	program := filepath.Join(filepath.Dir(here), "../../../.bin/versitygw")
	if _, err := os.Stat(program); err != nil {
		t.Fatalf("%v; build it: make .bin/versitygw", err)
	}
	return program
}

func freeAddress(t testing.TB) string {
	t.Helper()
	l, err := (&net.ListenConfig{}).Listen(context.WithoutCancel(t.Context()), "tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	defer func() { _ = l.Close() }() // it took no connection
	return l.Addr().String()
}
