package chaos_test

import (
	"bytes"
	"encoding/json"
	"fmt"
	"mime/multipart"
	"net/http"
	"strings"
	"sync"
	"time"

	"ferrule/internal/rfq"
)

// ledger records what the program acknowledged, by a name that is unique.
type ledger struct {
	c *chaosCase

	mu       sync.Mutex
	next     int
	requests map[string]string // references by idempotency key
	words    map[string]bool   // of synonyms that were created
	files    map[string]string // contents of files by id, of the content
	attached map[string]string // contents of attached files by address
	refused  map[int]int       // number of other replies by status
	refusal  string            // one of them
}

func (c *chaosCase) newLedger() *ledger {
	return &ledger{c: c, requests: map[string]string{}, words: map[string]bool{}, files: map[string]string{}, attached: map[string]string{}, refused: map[int]int{}}
}

// write sends the next request for quotation, with or without a file, edit or upload, and
// returns the status of the reply.
func (l *ledger) write(s *server) int {
	l.mu.Lock()
	n := l.next
	l.next++
	l.mu.Unlock()
	switch n % 4 {
	case 0:
		return l.request(s, fmt.Sprintf("chaos-%d", n))
	case 1:
		return l.requestWithFile(s, fmt.Sprintf("chaos-%d", n))
	case 2:
		return l.edit(s, fmt.Sprintf("Chaosring%d", n))
	default:
		return l.upload(s, fmt.Sprintf("text of upload %d", n))
	}
}

// writeUntil lets four senders write until stop is called, which waits for them.
func (l *ledger) writeUntil(s *server) (stop func()) {
	done := make(chan struct{})
	var senders sync.WaitGroup
	for range 4 {
		senders.Go(func() {
			for {
				select {
				case <-done:
					return
				default:
				}
				if l.write(s) == 0 { // no server
					time.Sleep(10 * time.Millisecond)
				}
			}
		})
	}
	return sync.OnceFunc(func() { close(done); senders.Wait() })
}

// post sends a body; token may be empty. It counts what is not acknowledged.
func (l *ledger) post(s *server, path, kind string, body []byte, token string, into any) int {
	r, err := http.NewRequest(http.MethodPost, s.address+path, bytes.NewReader(body))
	l.c.must(err)
	r.Header.Set("Content-Type", kind)
	r.Header.Set("Accept-Language", "en")
	if token != "" {
		r.Header.Set("Authorization", "Bearer "+token)
	}
	status, text := read(client.Do(r)) //nolint:bodyclose // read closes it
	if status/100 == 2 && json.Unmarshal([]byte(text), &struct{ Data any }{into}) != nil {
		l.c.Errorf("%s: %s", path, text)
	}
	if status/100 != 2 {
		l.mu.Lock()
		l.refused[status]++
		if status != 0 {
			l.refusal = text
		}
		l.mu.Unlock()
	}
	return status
}

func (l *ledger) request(s *server, key string, files ...string) int {
	status, _ := l.sendRequest(s, key, files)
	return status
}

func (l *ledger) sendRequest(s *server, key string, files []string) (int, string) {
	body, err := json.Marshal(map[string]any{
		"name": key, "phone": "+41 44 123 45 67", "agree": true, "meta": map[string]string{"formType": "menu"},
		"language": "en-US", "idempotencyKey": key, "message": "10 × FR-GV-12S-04", "files": files,
	})
	l.c.must(err)
	var reply struct{ Reference, Token string }
	status := l.post(s, "/api/form-messages", "application/json", body, "", &reply)
	if status/100 == 2 {
		l.mu.Lock()
		l.requests[key] = reply.Reference
		l.mu.Unlock()
	}
	return status, reply.Token
}

func (l *ledger) requestWithFile(s *server, key string) int {
	text := "file of " + key
	kind, body := form("list.txt", text)
	var file struct{ ID string }
	if status := l.post(s, "/api/request-files", kind, body, "", &file); status/100 != 2 {
		return status
	}
	status, token := l.sendRequest(s, key, []string{file.ID})
	if status/100 == 2 {
		l.mu.Lock()
		l.attached["/api/requests/"+token+"/files/"+file.ID] = text
		l.mu.Unlock()
	}
	return status
}

func (l *ledger) edit(s *server, word string) int {
	var record struct{ Word string }
	status := l.post(s, "/api/content/items/synonyms", "application/json", fmt.Appendf(nil, `{"language":"de","word":%q,"target":"ring/spacer"}`, word), administrator, &record)
	if status/100 == 2 {
		l.mu.Lock()
		l.words[word] = true
		l.mu.Unlock()
	}
	return status
}

func (l *ledger) upload(s *server, text string) int {
	kind, body := form("upload.txt", text)
	var file struct{ ID string }
	status := l.post(s, "/api/content/files", kind, body, administrator, &file)
	if status/100 == 2 {
		l.mu.Lock()
		l.files[file.ID] = text
		l.mu.Unlock()
	}
	return status
}

// form returns a multipart body with one file.
func form(name, text string) (kind string, body []byte) {
	var b bytes.Buffer
	w := multipart.NewWriter(&b)
	part, err := w.CreateFormFile("file", name)
	if err == nil {
		_, err = part.Write([]byte(text))
	}
	if err != nil || w.Close() != nil {
		panic("a buffer can be written to")
	}
	return w.FormDataContentType(), b.Bytes()
}

func (l *ledger) count() int {
	l.mu.Lock()
	defer l.mu.Unlock()
	return len(l.requests) + len(l.words) + len(l.files) + len(l.attached)
}

// verify compares what was acknowledged with what a server has, and its database.
func (l *ledger) verify(s *server) {
	l.c.Helper()
	lost := func(what string) { l.c.Helper(); l.c.row.lost++; l.c.Errorf("%s was acknowledged and is lost", what) }
	stored := map[string]string{}
	for _, r := range l.c.storedRequests() {
		if _, twice := stored[r.IdempotencyKey]; twice {
			l.c.row.doubled++
			l.c.Errorf("%s is stored twice", r.IdempotencyKey)
		}
		stored[r.IdempotencyKey] = r.Reference
	}
	for key, reference := range l.requests {
		if stored[key] != reference {
			lost(key)
		}
	}
	_, text := s.getAs("/api/content/items/synonyms?limit=-1&fields=word")
	for word := range l.words {
		switch strings.Count(text, `"`+word+`"`) {
		case 0:
			lost(word)
		case 1:
		default:
			l.c.row.doubled++
			l.c.Errorf("%s is stored twice", word)
		}
	}
	for id, want := range l.files {
		if status, got := s.get("/assets/" + id); status != http.StatusOK || got != want {
			lost(fmt.Sprintf("file %s (%d %.100s)", id, status, got))
		}
	}
	for address, want := range l.attached {
		if status, got := s.get(address); status != http.StatusOK || got != want {
			lost(fmt.Sprintf("%s (%d %.100s)", address, status, got))
		}
	}
	l.c.row.acknowledged += l.count()
}

// storedRequests reads all requests from the database.
func (c *chaosCase) storedRequests() []rfq.Request {
	c.Helper()
	store, err := rfq.Open(c.Context(), c.data)
	c.must(err)
	defer func() { _ = store.Close() }() // only read
	list, err := store.Find(c.Context(), rfq.Filter{})
	c.must(err)
	return list
}

// getAs is get as the administrator.
func (s *server) getAs(path string) (int, string) {
	r, err := http.NewRequest(http.MethodGet, s.address+path, http.NoBody)
	s.c.must(err)
	r.Header.Set("Authorization", "Bearer "+administrator)
	return read(client.Do(r)) //nolint:bodyclose // read closes it
}

// verifyAfterRestart stops the server, starts another and verifies with it.
func (l *ledger) verifyAfterRestart(s *server) {
	l.c.Helper()
	s.stop()
	again := l.c.serve()
	l.verify(again)
	again.pages()
	again.stop()
	if found := l.c.doctor(); strings.Contains(found, "FAIL") {
		l.c.Errorf("doctor: %s", found)
	}
}
