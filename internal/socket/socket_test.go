package socket

import (
	"bytes"
	"errors"
	"io"
	"net"
	"net/http"
	"net/http/httptest"
	"os"
	"path/filepath"
	"strings"
	"sync"
	"testing"
	"time"
)

// connected are both ends of a line, the first of them a socket.
func connected(t *testing.T, network, address string) (ours, theirs net.Conn) {
	t.Helper()
	listener, err := new(net.ListenConfig).Listen(t.Context(), network, address)
	if err != nil {
		t.Fatal(err)
	}
	defer func() { _ = listener.Close() }() // one line is enough
	ours, err = new(net.Dialer).DialContext(t.Context(), network, listener.Addr().String())
	if err == nil {
		ours, err = Over(ours)
	}
	if err != nil {
		t.Fatal(err)
	}
	if theirs, err = listener.Accept(); err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = errors.Join(ours.Close(), theirs.Close()) })
	return ours, theirs
}

func TestSocketCarriesMoreThanTheLineHolds(t *testing.T) {
	for _, line := range []struct{ network, address string }{{"tcp", "127.0.0.1:0"}, {"unix", filepath.Join(t.TempDir(), "s")}} {
		t.Run(line.network, func(t *testing.T) {
			ours, theirs := connected(t, line.network, line.address)
			sent := bytes.Repeat([]byte("ferrule "), 1<<20)
			echoed := make(chan error, 1)
			go func() {
				_, err := io.Copy(theirs, io.LimitReader(theirs, int64(len(sent))))
				echoed <- errors.Join(err, theirs.Close())
			}()
			wrote := make(chan error, 1)
			go func() {
				n, err := ours.Write(sent)
				if err == nil && n != len(sent) {
					err = io.ErrShortWrite
				}
				wrote <- err
			}()
			got, err := io.ReadAll(ours)
			if err := errors.Join(err, <-wrote, <-echoed); err != nil {
				t.Fatal(err)
			}
			if !bytes.Equal(got, sent) {
				t.Errorf("%d bytes came back of %d, or others", len(got), len(sent))
			}
		})
	}
}

func TestSocketFailsAsAConnectionDoes(t *testing.T) {
	ours, theirs := connected(t, "tcp", "127.0.0.1:0")
	if err := ours.SetReadDeadline(time.Unix(1, 0)); err != nil {
		t.Fatal(err)
	}
	_, err := ours.Read(make([]byte, 1))
	if timeout, ok := errors.AsType[net.Error](err); !ok || !timeout.Timeout() {
		t.Errorf("after its deadline a read failed with %v", err)
	}
	if err := errors.Join(ours.SetReadDeadline(time.Time{}), theirs.(*net.TCPConn).SetLinger(0), theirs.Close()); err != nil { //nolint:forcetypeassert // it is tcp
		t.Fatal(err)
	}
	_, err = ours.Read(make([]byte, 1))
	lost, ok := errors.AsType[*net.OpError](err)
	if !ok || lost.Op != "read" {
		t.Errorf("a line that was reset had a read fail with %v", err)
	}
	if _, err = ours.Write([]byte("x")); !errors.As(err, &lost) || lost.Op != "write" {
		t.Errorf("a line that was reset had a write fail with %v", err)
	}
	if err := ours.Close(); err != nil {
		t.Fatal(err)
	}
	if _, err := ours.Read(make([]byte, 1)); !errors.Is(err, net.ErrClosed) {
		t.Errorf("a closed socket had a read fail with %v", err)
	}
}

// What is held goes with what follows it, and with Release at the latest.
func TestWhatIsHeldGoesWithTheRest(t *testing.T) {
	conn, theirs := connected(t, "tcp", "127.0.0.1:0")
	ours, ok := conn.(*Line)
	if !ok {
		t.Fatalf("it is %T", conn)
	}
	write := func(p string) {
		t.Helper()
		if n, err := ours.Write([]byte(p)); err != nil || n != len(p) {
			t.Errorf("%d of %d bytes were written; %v", n, len(p), err)
		}
	}
	arrived := func(want string) {
		t.Helper()
		got := make([]byte, len(want))
		if _, err := io.ReadFull(theirs, got); err != nil || string(got) != want {
			t.Errorf("%.20q… came, want %.20q…; %v", got, want, err)
		}
	}
	head, rest := strings.Repeat("h", 4<<10), strings.Repeat("r", 16<<10)
	ours.Hold()
	write(head)
	if n := len(ours.held); n != len(head) {
		t.Errorf("%d bytes are held", n)
	}
	write(rest)
	arrived(head + rest)
	write("small")
	if err := ours.Release(); err != nil {
		t.Error(err)
	}
	arrived("small")
	write("after")
	arrived("after")
}

func TestALineThatIsNoSocketStaysWhatItIs(t *testing.T) {
	one, other := net.Pipe()
	defer func() { _ = errors.Join(one.Close(), other.Close()) }() // nothing was written
	if conn, err := Over(one); err != nil || conn != one {
		t.Errorf("it became %T, %v", conn, err)
	}
}

func TestAListenerServesFilesAndPages(t *testing.T) {
	file := filepath.Join(t.TempDir(), "file")
	large := bytes.Repeat([]byte("ferrule "), 1<<17)
	if err := os.WriteFile(file, large, 0o600); err != nil {
		t.Fatal(err)
	}
	server := httptest.NewUnstartedServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if r.URL.Path == "/file" {
			http.ServeFile(w, r, file)
			return
		}
		body, err := io.ReadAll(r.Body)
		if err == nil {
			Of(r.Context()).Hold()
			_, err = w.Write(body)
			err = errors.Join(err, Of(r.Context()).Release())
		}
		if err != nil {
			t.Error(err)
		}
	}))
	server.Listener, server.Config.ConnContext = Listener{server.Listener}, Context
	server.Start()
	defer server.Close()
	var group sync.WaitGroup
	for range 8 {
		group.Go(func() {
			ask := func(path string, body, want []byte) {
				r, err := http.NewRequestWithContext(t.Context(), http.MethodPost, server.URL+path, bytes.NewReader(body))
				if err != nil {
					t.Error(err)
					return
				}
				reply, err := server.Client().Do(r)
				if err != nil {
					t.Error(err)
					return
				}
				got, err := io.ReadAll(reply.Body)
				if err := errors.Join(err, reply.Body.Close()); err != nil || !bytes.Equal(got, want) {
					t.Errorf("%s: %d bytes came of %d, or others; %v", path, len(got), len(want), err)
				}
			}
			ask("/file", nil, large)
			for _, n := range []int{0, 1, 3800, 3900, 4000, 4096, 5000, 20_000, len(large)} {
				ask("/page", large[:n], large[:n])
			}
		})
	}
	group.Wait()
}
