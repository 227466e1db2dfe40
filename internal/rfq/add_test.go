package rfq

import (
	"context"
	"encoding/json"
	"errors"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"ferrule/internal/fault"
)

// at sets the time of a store.
func (s *Store) at(t time.Time) { s.now = func() time.Time { return t } }

var noon = time.Date(2026, 3, 1, 12, 0, 0, 0, time.UTC)

func TestDuplicateContentWithinTenMinutesIsOneRequest(t *testing.T) {
	t.Parallel()
	onBoth(t, func(t *testing.T, open func() *Store) {
		s := open()
		s.at(noon)
		m := Message{Name: "A", Meta: json.RawMessage(`{"a":1,"b":2}`), Page: "/de", IdempotencyKey: "1"}
		first := add(t, s, m)
		m.IdempotencyKey, m.Page, m.Meta = "2", "/de/contact", json.RawMessage(`{"b": 2, "a": 1}`)
		for _, minutes := range []time.Duration{9, -9} { // a clock may be set back
			s.at(noon.Add(minutes * time.Minute))
			want := Added{ID: first.ID, Reference: first.Reference, Token: first.Token, Duplicate: true}
			if diff := cmp.Diff(want, add(t, s, m)); diff != "" {
				t.Errorf("%d minutes later (-want +got):\n%s", minutes, diff)
			}
		}
		m.IdempotencyKey = ""
		if a := add(t, s, m); !a.Duplicate {
			t.Error("without a key the same content is another request")
		}
		m.Message = "and gaskets"
		if a := add(t, s, m); a.Duplicate {
			t.Error("other content was merged")
		}
		m.Message = ""
		s.at(noon.Add(11 * time.Minute))
		if a := add(t, s, m); a.Duplicate {
			t.Error("the same content was merged after eleven minutes")
		}
	})
}

// A repetition under a known key is recognized by the sent content, not by the
// result of Review: a rejected repetition would be sent again under another key, and
// be stored twice.
func TestRepetitionUnderAKeyIsRecognizedByTheSentContent(t *testing.T) {
	t.Parallel()
	onBoth(t, func(t *testing.T, open func() *Store) {
		s := open()
		s.at(noon)
		sent := func(content Articles, change func(*Message)) Message {
			m := lines(t, `{"uid":"a","productId":7,"sku":"OLD","quantity":1,"meta":{"b":1,"a":2}}`)
			m.IdempotencyKey = "k"
			m.Files = []string{addFile(t, s, "a.txt", "80 mm").ID}
			change(&m)
			_ = m.Review(t.Context(), content) // as the server does, ignoring errors
			return m
		}
		as := func(*Message) {}
		away := &catalogue{broken: errors.New("away")}
		first := add(t, s, sent(away, as))
		s.at(noon.Add(24 * time.Hour)) // not by folding the same content
		for name, m := range map[string]Message{
			"the catalogue is back": sent(&catalogue{}, as),
			"another page":          sent(away, func(m *Message) { m.Page = "/de/contacts" }),
			"faster than a person":  sent(away, func(m *Message) { m.SpamReason = SpamTooFast }),
		} {
			if again := add(t, s, m); !again.Duplicate || again.Reference != first.Reference {
				t.Errorf("%s: %+v", name, again)
			}
		}
		for name, change := range map[string]func(*Message){
			"name":     func(m *Message) { m.Name = "B" },
			"quantity": func(m *Message) { m.Lines[0].Quantity = 2 },
			"file":     func(m *Message) { m.Files = []string{addFile(t, s, "a.txt", "100 mm").ID} },
		} {
			if _, err := s.Add(t.Context(), sent(away, change)); fault.KindOf(err) != fault.Conflict {
				t.Errorf("another %s: %v", name, err)
			}
		}
	})
}

func TestMessageIsNotMergedIntoSpam(t *testing.T) {
	t.Parallel()
	onBoth(t, func(t *testing.T, open func() *Store) {
		s := open()
		s.at(noon)
		spam := add(t, s, Message{Name: "A", SpamReason: "too fast"})
		if again := add(t, s, Message{Name: "A", SpamReason: "honeypot"}); again.Reference != spam.Reference {
			t.Error("the same spam is stored twice")
		}
		request := add(t, s, Message{Name: "A"})
		if request.Duplicate {
			t.Error("a request was merged into spam")
		}
		if again := add(t, s, Message{Name: "A"}); again.Reference != request.Reference {
			t.Errorf("the repeat became %+v", again)
		}
	})
}

func TestConcurrentDuplicateContentIsOneRequest(t *testing.T) {
	t.Parallel()
	onBoth(t, func(t *testing.T, open func() *Store) {
		stores := []*Store{open(), open()} // as two processes would
		var wg sync.WaitGroup
		for i := range 30 {
			wg.Go(func() {
				if _, err := stores[i%2].Add(context.Background(), Message{Name: "A"}); err != nil {
					t.Error(err)
				}
			})
		}
		wg.Wait()
		if list, err := stores[0].List(t.Context(), 0); err != nil || len(list) != 1 {
			t.Errorf("%d requests, %v", len(list), err)
		}
	})
}

func addFile(t *testing.T, s *Store, name, text string) File {
	t.Helper()
	f, err := s.AddFile(t.Context(), name, strings.NewReader(text))
	if err != nil {
		t.Fatal(err)
	}
	return f
}

func TestFilesAreBoundToTheirRequest(t *testing.T) {
	t.Parallel()
	onBoth(t, func(t *testing.T, open func() *Store) {
		s := open()
		a, b := addFile(t, s, "b.txt", "first"), addFile(t, s, "a.txt", "second")
		m := Message{Name: "A", Files: []string{a.ID, b.ID}, IdempotencyKey: "k"}
		added := add(t, s, m)
		files, err := s.FilesOf(t.Context(), added.ID)
		if diff := cmp.Diff([]File{a, b}, files); diff != "" || err != nil {
			t.Errorf("%v, files (-want +got):\n%s", err, diff)
		}
		if again := add(t, s, m); !again.Duplicate {
			t.Errorf("the repeat became %+v", again)
		}
		m.IdempotencyKey = "other"
		if again := add(t, s, m); again.Reference != added.Reference {
			t.Errorf("the same files under another key became %+v", again)
		}
		m.Files = []string{addFile(t, s, "x.txt", "first").ID, addFile(t, s, "y.txt", "second").ID}
		if again := add(t, s, m); again.Reference != added.Reference {
			t.Errorf("files with the same bytes became %+v", again)
		}
		m.Files = []string{addFile(t, s, "b.txt", "third").ID}
		if other := add(t, s, m); other.Duplicate {
			t.Error("other files were merged")
		}
	})
}

func TestRequestWithInvalidFilesIsNotStored(t *testing.T) {
	t.Parallel()
	onBoth(t, func(t *testing.T, open func() *Store) {
		s := open()
		taken, free := addFile(t, s, "a.txt", "text"), addFile(t, s, "b.txt", "text")
		add(t, s, Message{Name: "A", Files: []string{taken.ID}})
		for name, files := range map[string][]string{
			"taken":   {free.ID, taken.ID},
			"twice":   {free.ID, free.ID},
			"unknown": {free.ID, "../requests.db"},
			"six":     {free.ID, "1", "2", "3", "4", "5"},
		} {
			_, err := s.Add(t.Context(), Message{Name: name, Files: files})
			if fault.KindOf(err) != fault.Invalid {
				t.Errorf("%s: %v, want Invalid", name, err)
			}
		}
		if list, err := s.List(t.Context(), 0); err != nil || len(list) != 1 {
			t.Errorf("%d requests, %v", len(list), err)
		}
		if a := add(t, s, Message{Name: "B", Files: []string{free.ID}}); a.Duplicate {
			t.Error("the file is bound")
		}
	})
}
