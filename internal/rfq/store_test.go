package rfq

import (
	"context"
	"encoding/json"
	"errors"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"ferrule/internal/database/databasetest"
	"ferrule/internal/fault"
)

func open(t *testing.T, dir string) *Store { return openAt(t, "", dir) }

func openAt(t *testing.T, address, dir string) *Store {
	t.Helper()
	s, err := OpenAt(t.Context(), address, dir)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = s.Close() })
	return s
}

// onBoth runs a test on both kinds of database; open opens the same one each time.
func onBoth(t *testing.T, test func(t *testing.T, open func() *Store)) {
	t.Helper()
	databasetest.OnBoth(t, func(t *testing.T, address string) {
		dir := t.TempDir()
		test(t, func() *Store { return openAt(t, address, dir) })
	})
}

func add(t *testing.T, s *Store, m Message) Added {
	t.Helper()
	a, err := s.Add(t.Context(), m)
	if err != nil {
		t.Fatal(err)
	}
	return a
}

func TestStoredRequestIsReadBackUnchanged(t *testing.T) {
	t.Parallel()
	onBoth(t, func(t *testing.T, open func() *Store) {
		s := open()
		s.now = func() time.Time { return time.Date(2026, 2, 3, 4, 5, 6, 7_000_000, time.FixedZone("", 3600)) }
		m, err := Parse([]byte(strings.Replace(cartForm(`{"uid":"u","productId":"7","sku":"Ø 12 – ü","quantity":3,"price":1.50,"variation":{"id":1},"x":[1]}`),
			" Zoë ", "Zoë 株式会社 👩‍🔧 'Robert'); DROP", 1)), "de-DE")
		if err != nil {
			t.Fatal(err)
		}
		a := add(t, s, m)
		if !regexp.MustCompile(`^F-[2-9CFHJKMQRTWXY]{3}-[2-9CFHJKMQRTWXY]{3}$`).MatchString(a.Reference) {
			t.Errorf("reference %q", a.Reference)
		}
		spoken := " " + strings.ToLower(strings.ReplaceAll(a.Reference, "-", " "))
		got, err := s.ByReference(t.Context(), spoken)
		if err != nil {
			t.Fatal(err)
		}
		want := Request{ID: a.ID, Reference: a.Reference, Token: a.Token, State: StateOpen, Created: time.Date(2026, 2, 3, 3, 5, 6, 7_000_000, time.UTC), Deadline: time.Date(2026, 2, 4, 3, 5, 6, 7_000_000, time.UTC), Message: m}
		if diff := cmp.Diff(want, got); diff != "" {
			t.Errorf("request (-want +got):\n%s", diff)
		}
	})
}

func TestRepeatedKeyReturnsTheFirstReference(t *testing.T) {
	t.Parallel()
	onBoth(t, func(t *testing.T, open func() *Store) {
		s := open()
		first := add(t, s, Message{Name: "A", IdempotencyKey: "k"})
		again := add(t, s, Message{Name: "A", IdempotencyKey: "k"})
		_, err := s.Add(t.Context(), Message{Name: "B", IdempotencyKey: "k"})
		if want := (Added{ID: first.ID, Reference: first.Reference, Token: first.Token, Duplicate: true}); again != want {
			t.Errorf("again = %+v, want %+v", again, want)
		}
		if e, ok := errors.AsType[*fault.Error](err); !ok || e.Kind != fault.Conflict || e.Code != CodeKeyReused {
			t.Errorf("other content under the key: %v", err)
		}
	})
}

func TestConcurrentRepetitionsOfAKeyAreOneRequest(t *testing.T) {
	t.Parallel()
	onBoth(t, func(t *testing.T, open func() *Store) {
		stores := []*Store{open(), open()} // as two processes would
		var wg sync.WaitGroup
		references := make([]string, 50)
		for i := range references {
			wg.Go(func() {
				a, err := stores[i%2].Add(context.Background(), Message{Name: "A", IdempotencyKey: "k"})
				if err != nil {
					t.Error(err)
				}
				references[i] = a.Reference
			})
		}
		wg.Wait()
		list, err := stores[0].List(t.Context(), 0)
		if err != nil || len(list) != 1 {
			t.Fatalf("%d requests, %v; want 1", len(list), err)
		}
		for _, r := range references {
			if r != list[0].Reference {
				t.Errorf("got reference %q, want %q", r, list[0].Reference)
			}
		}
	})
}

func TestReferencesAreUnique(t *testing.T) {
	t.Parallel()
	onBoth(t, func(t *testing.T, open func() *Store) {
		s := open()
		next := []string{"F-222-222", "F-222-222", "F-222-222", "F-333-333"}
		s.newReference = func() string { r := next[0]; next = next[1:]; return r }
		if a, b := add(t, s, Message{Name: "A"}), add(t, s, Message{Name: "B"}); a.Reference != "F-222-222" || b.Reference != "F-333-333" {
			t.Errorf("references %s, %s", a.Reference, b.Reference)
		}
		s.newReference = func() string { return "F-222-222" }
		if _, err := s.Add(t.Context(), Message{}); fault.KindOf(err) != fault.Unavailable {
			t.Errorf("got %v, want Unavailable", err)
		}
	})
}

func TestRequestsSurviveAKilledProcess(t *testing.T) {
	t.Parallel()
	dir, copied := t.TempDir(), t.TempDir()
	s := open(t, dir)
	a := add(t, s, Message{Name: "A"})
	// The files of a killed process, including the write-ahead log.
	for _, name := range []string{FileName, FileName + "-wal"} {
		data, err := os.ReadFile(filepath.Join(dir, name))
		if err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(filepath.Join(copied, name), data, 0o600); err != nil {
			t.Fatal(err)
		}
	}
	if _, err := open(t, copied).ByReference(t.Context(), a.Reference); err != nil {
		t.Error(err)
	}
}

func TestCheckFindsADamagedFile(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	s := open(t, dir)
	for i := range 50 {
		add(t, s, Message{Message: strings.Repeat("x", 4000+i)})
	}
	h, err := s.Check(t.Context())
	if err != nil || len(h.Problems) != 0 || h.Requests != 50 {
		t.Fatalf("intact: %+v, %v", h, err)
	}
	if err := s.Close(); err != nil { // writes the log back into the file
		t.Fatal(err)
	}
	file := filepath.Join(dir, FileName)
	data, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	copy(data[5*4096:], make([]byte, 8*4096))
	if err := os.WriteFile(file, data, 0o600); err != nil {
		t.Fatal(err)
	}
	damaged := open(t, dir)
	if h, err := damaged.Check(t.Context()); err == nil && len(h.Problems) == 0 {
		t.Errorf("damaged: %+v, want problems", h)
	}
}

func TestDatabaseOfANewerSchemaIsNotOpened(t *testing.T) {
	t.Parallel()
	databasetest.OnBoth(t, func(t *testing.T, address string) {
		dir := t.TempDir()
		s := openAt(t, address, dir)
		if _, err := s.write.ExecContext(t.Context(), `INSERT INTO request_migrations VALUES (99, '')`); err != nil {
			t.Fatal(err)
		}
		if _, err := OpenAt(t.Context(), address, dir); err == nil || !strings.Contains(err.Error(), "newer version of Ferrule") {
			t.Errorf("got %v", err)
		}
	})
}

func TestReadyFailsForAClosedStore(t *testing.T) {
	t.Parallel()
	onBoth(t, func(t *testing.T, open func() *Store) {
		s := open()
		if err := s.Ready(t.Context()); err != nil {
			t.Error(err)
		}
		_ = s.Close()
		if err := s.Ready(t.Context()); err == nil {
			t.Error("a closed store is ready")
		}
	})
}

func TestStoredBodyIsTheWholeMessage(t *testing.T) {
	t.Parallel()
	onBoth(t, func(t *testing.T, open func() *Store) {
		s := open()
		add(t, s, Message{Name: "A", Meta: json.RawMessage(`{"formType":"menu"}`), IdempotencyKey: "k"})
		var body string
		if err := s.read.QueryRowContext(t.Context(), `SELECT body FROM requests`).Scan(&body); err != nil {
			t.Fatal(err)
		}
		const want = `{"formId":0,"formKey":"","formTitle":"","source":"","name":"A","phone":"","subject":"","message":"","agree":false,` +
			`"meta":{"formType":"menu"},"language":"","page":"","idempotencyKey":"k"}`
		if diff := cmp.Diff(want, body); diff != "" {
			t.Errorf("body (-want +got):\n%s", diff)
		}
	})
}

func TestRequestIsStoredAfterTheDatabaseServerReturns(t *testing.T) {
	t.Parallel()
	server := databasetest.NewServer(t)
	s := openAt(t, server.Database(t), t.TempDir())
	first := add(t, s, Message{Name: "A", IdempotencyKey: "k"})
	server.Stop(t)
	if err := s.Ready(t.Context()); err == nil {
		t.Error("ready without a server")
	}
	server.Start(t)
	if again := add(t, s, Message{Name: "A", IdempotencyKey: "k"}); again.Reference != first.Reference || !again.Duplicate {
		t.Errorf("first %+v, again %+v", first, again)
	}
}

func TestCommitsAreSynced(t *testing.T) {
	t.Parallel()
	s := open(t, t.TempDir())
	var level int
	if err := s.write.QueryRowContext(t.Context(), `PRAGMA synchronous`).Scan(&level); err != nil || level != 2 {
		t.Errorf("synchronous is %d, want FULL, %v", level, err)
	}
}
