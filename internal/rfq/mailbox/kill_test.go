package mailbox

import (
	"bytes"
	"encoding/json"
	"fmt"
	"io"
	"log/slog"
	"math/rand/v2"
	"net"
	"os"
	"os/exec"
	"slices"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"ferrule/internal/database/databasetest"
	"ferrule/internal/rfq"
	"ferrule/internal/rfq/mailbox/dovecottest"
)

// Number of mails of the test with kills, every tenth of them twice, and of the kills.
const (
	mailsWhileKilled = 60
	kills            = 12
)

// process is what a process of its own reads.
type process struct{ Database, Folder, Mailbox string }

// asReader is the environment variable with a process.
const asReader = "FERRULE_TEST_MAILBOX"

// startReader starts a reader in a process of its own.
func startReader(t *testing.T, p process) *exec.Cmd {
	t.Helper()
	text, err := json.Marshal(p)
	if err != nil {
		t.Fatal(err)
	}
	c := exec.CommandContext(t.Context(), os.Args[0], "-test.run", "^TestReadsUntilKilled$")
	c.Env = append(os.Environ(), asReader+"="+string(text))
	if err := c.Start(); err != nil {
		t.Fatal(err)
	}
	return c
}

func TestReadsUntilKilled(t *testing.T) {
	text := os.Getenv(asReader)
	if text == "" {
		t.Skip("runs as a process of the tests with kills")
	}
	var p process
	if err := json.Unmarshal([]byte(text), &p); err != nil {
		t.Fatal(err)
	}
	store, err := rfq.OpenAt(t.Context(), p.Database, p.Folder)
	if err != nil {
		t.Fatal(err)
	}
	key, err := store.ReplyKey(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	a, err := ParseAddress(p.Mailbox)
	if err != nil {
		t.Fatal(err)
	}
	New(Options{Address: a, Store: store, Key: key, Log: slog.New(slog.DiscardHandler), Hold: time.Second, Retry: time.Millisecond}).Run(t.Context())
}

func TestNoMailIsLostOrStoredTwiceWhenReadersAreKilled(t *testing.T) {
	t.Parallel()
	mails := dovecottest.Start(t)
	databasetest.OnBoth(t, func(t *testing.T, address string) {
		user, folder := map[bool]string{true: "sqlite", false: "postgres"}[address == ""], t.TempDir()
		s := newSite(t, mails, address, folder)
		requests := []rfq.Request{s.ask(), s.ask(), s.ask()}
		letters := func() (texts []string) {
			for _, r := range requests {
				texts = append(texts, s.texts(r)...)
			}
			return texts
		}
		p := process{address, folder, mails.URL(user)}
		readers := []*exec.Cmd{startReader(t, p), startReader(t, p)}
		var want, list []string
		for i := range mailsWhileKilled {
			mail := s.answer(requests[i%len(requests)], fmt.Sprint(i), fmt.Sprintf("mail %d", i))
			want = append(want, fmt.Sprintf("reply mail %d", i))
			if list = append(list, mail); i%10 == 0 {
				list = append(list, mail)
			}
		}
		for killed := range kills {
			n := len(list) / (kills - killed)
			some := len(letters()) + rand.IntN(n) // of n mails one may be a copy
			mails.Deliver(user, list[:n]...)
			list = list[n:]
			until(t, "some are stored", func() bool { return len(letters()) >= some })
			one := rand.IntN(len(readers))
			_ = readers[one].Process.Kill() // in the middle of whatever it does
			_ = readers[one].Wait()
			readers[one] = startReader(t, p)
		}
		until(t, "all are stored and marked as read", func() bool {
			if len(letters()) < len(want) {
				return false
			}
			for _, unread := range mails.Unread(user) {
				if unread {
					return false
				}
			}
			return true
		})
		for _, c := range readers {
			_ = c.Process.Kill()
			_ = c.Wait()
		}
		got := letters()
		slices.Sort(got)
		slices.Sort(want)
		if !slices.Equal(got, want) {
			t.Errorf("%d letters of %d mails: %q", len(got), len(want), got)
		}
		if n := len(mails.Unread(user)); n != mailsWhileKilled+mailsWhileKilled/10 {
			t.Errorf("%d mails in the mailbox", n)
		}
	})
}

// cuttingProxy passes connections to a server on, and cuts them as soon as the client sends
// a command, n times.
func cuttingProxy(t *testing.T, server, command string, n int32) (address string, cuts *atomic.Int32) {
	t.Helper()
	l, err := (&net.ListenConfig{}).Listen(t.Context(), "tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	cuts = new(atomic.Int32)
	var running sync.WaitGroup
	pass := func(client net.Conn) {
		defer func() { _ = client.Close() }()
		behind, err := (&net.Dialer{}).DialContext(t.Context(), "tcp", server)
		if err != nil {
			return // the test fails, since nothing is read
		}
		defer func() { _ = behind.Close() }()
		running.Go(func() {
			_, _ = io.Copy(client, behind)
			_ = client.Close()
		})
		for buffer := make([]byte, 4096); ; {
			n1, err := client.Read(buffer)
			if bytes.Contains(buffer[:n1], []byte(command)) && cuts.Load() < n {
				cuts.Add(1)
				return
			}
			if _, err2 := behind.Write(buffer[:n1]); err != nil || err2 != nil {
				return
			}
		}
	}
	running.Go(func() {
		for {
			client, err := l.Accept()
			if err != nil {
				return
			}
			running.Go(func() { pass(client) })
		}
	})
	t.Cleanup(func() {
		_ = l.Close()
		running.Wait()
	})
	return l.Addr().String(), cuts
}

func TestAMailThatWasStoredAndNotMarkedIsMarkedAndNotStoredAgain(t *testing.T) {
	t.Parallel()
	mails := dovecottest.Start(t)
	for _, command := range []string{"STORE", "FETCH", "IDLE"} {
		user := strings.ToLower(command)
		s := newSite(t, mails, "", t.TempDir())
		r := s.ask()
		mails.Deliver(user, s.answer(r, "1", "PN 16"), s.answer(r, "2", "DN 50"))
		a := addressOf(t, mails, user)
		var cuts *atomic.Int32
		a.Host, cuts = cuttingProxy(t, mails.IMAP, command, 3)
		reader := s.reader(a)
		stop := s.run(reader)
		until(t, "both are stored and marked as read", func() bool {
			unread := mails.Unread(user)
			return len(s.letters(r)) >= 2 && !unread[1] && !unread[2] && cuts.Load() == 3
		})
		stop()
		if got := s.texts(r); !slices.Equal(got, []string{"reply PN 16", "reply DN 50"}) {
			t.Errorf("%s: %q", command, got)
		}
		if n := count(reader, outcomeCopy); command == "STORE" && n != 3 {
			t.Errorf("a mail was read again %d times", n)
		}
	}
}
