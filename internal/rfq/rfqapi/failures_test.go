package rfqapi_test

import (
	"bytes"
	"fmt"
	"io"
	"mime/multipart"
	"net/http"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"ferrule/internal/blob"
	"ferrule/internal/blob/blobtest"
	"ferrule/internal/database"
	"ferrule/internal/database/databasetest"
	"ferrule/internal/rfq"
)

// refuses checks the reply while nothing can be stored: an error in the visitor's
// language, a time to retry, and no partial data.
func refuses(t *testing.T, s *site) {
	t.Helper()
	for language, want := range map[string]string{
		"de-DE": notSaved, "en-US": "could not be saved just now. Your entries are kept",
		"fr-FR": "n’a pas pu être enregistrée. Vos indications sont conservées", "it-IT": "Non è stato possibile salvare la richiesta. I dati inseriti restano",
	} {
		refusesOne(t, s, language, want)
	}
	reply, body := s.send(t, typed(nil))
	if reply.StatusCode != http.StatusServiceUnavailable || reply.Header.Get("Retry-After") == "" || !strings.Contains(body, notSaved) || inputs(t, body).Get("name") != "Katrin Vogel" {
		t.Errorf("without scripts: %d %s", reply.StatusCode, body)
	}
}

const notSaved = "konnte gerade nicht gespeichert werden. Ihre Angaben bleiben erhalten"

func refusesOne(t *testing.T, s *site, language, want string) {
	t.Helper()
	reply, body := s.post(t, form(map[string]any{"language": language}))
	if reply.StatusCode != http.StatusServiceUnavailable || !strings.Contains(body, want) || reply.Header.Get("Retry-After") == "" {
		t.Errorf("%s: %d %s %v", language, reply.StatusCode, body, reply.Header)
	}
}

// recovers checks that the next attempt is stored once, and that earlier attempts
// stored nothing.
func recovers(t *testing.T, s *site) {
	t.Helper()
	for i, want := range []int{http.StatusCreated, http.StatusOK} {
		if reply, body := s.post(t, form(nil)); reply.StatusCode != want {
			t.Errorf("attempt %d after the failure: %d %s", i, reply.StatusCode, body)
		}
	}
	list, err := s.requests.Find(t.Context(), rfq.Filter{})
	if err != nil || len(list) != 1 || list[0].Name != "Katrin Vogel" {
		t.Errorf("stored %v, %v", list, err)
	}
	if health, err := s.requests.Check(t.Context()); err != nil || len(health.Problems) > 0 {
		t.Errorf("the store is damaged: %v, %v", health, err)
	}
}

const holdVariable = "FERRULE_TEST_HOLD"

// TestHelperHoldsALock runs as the child process of the next test.
func TestHelperHoldsALock(t *testing.T) {
	file := os.Getenv(holdVariable)
	if file == "" {
		t.Skip("a part of another test")
	}
	db := database.OpenSQLite(file)
	defer db.Close()
	tx, err := db.BeginTx(t.Context(), nil) // takes the lock
	if err != nil {
		t.Fatal(err)
	}
	fmt.Println("locked")
	_, _ = io.ReadAll(os.Stdin) // until the other test closes it
	if err := tx.Rollback(); err != nil {
		t.Fatal(err)
	}
}

func TestNothingIsLostWhileAnotherProcessLocksTheDatabase(t *testing.T) {
	t.Parallel()
	if testing.Short() {
		t.Skip("waits for as long as the store waits for a lock")
	}
	s := newSite(t, 60)
	other := exec.CommandContext(t.Context(), os.Args[0], "-test.run=^TestHelperHoldsALock$") //nolint:gosec // this very program
	other.Env = append(os.Environ(), holdVariable+"="+filepath.Join(s.data, rfq.FileName))
	input, err := other.StdinPipe()
	if err != nil {
		t.Fatal(err)
	}
	output, err := other.StdoutPipe()
	if err != nil {
		t.Fatal(err)
	}
	if err := other.Start(); err != nil {
		t.Fatal(err)
	}
	if word := make([]byte, len("locked")); first(io.ReadFull(output, word)) != len(word) || string(word) != "locked" {
		t.Fatalf("the child process printed %q", word)
	}
	s.watch(t)
	s.readyWith(t, `"requests database: another process holds requests.db`)
	refusesOne(t, s, "de-DE", notSaved) // each attempt waits
	_ = input.Close()
	_, _ = io.ReadAll(output)
	if err := other.Wait(); err != nil {
		t.Fatal(err)
	}
	recovers(t, s)
}

func first(n int, _ error) int { return n }

func TestNothingIsLostWhileTheDatabaseIsReadOnly(t *testing.T) {
	t.Parallel()
	address := databasetest.Postgres(t)
	s := newSiteOn(t, 60, address, t.TempDir())
	db, err := database.OpenPostgres(t.Context(), address)
	if err != nil {
		t.Fatal(err)
	}
	defer db.Close()
	// As after a failover to a replica: all connections are new and read-only.
	readOnly := func(state string) {
		t.Helper()
		for _, statement := range []string{
			`DO $$ BEGIN EXECUTE format('ALTER DATABASE %I SET default_transaction_read_only = ` + state + `', current_database()); END $$`,
			`SELECT count(pg_terminate_backend(pid, 10000)) FROM pg_stat_activity WHERE datname = current_database() AND pid <> pg_backend_pid()`,
		} {
			if _, err := db.ExecContext(t.Context(), statement); err != nil {
				t.Fatal(err)
			}
		}
	}
	s.watch(t)
	s.readyWith(t, `"status":"ok"`)
	readOnly("on")
	refuses(t, s)
	s.readyWith(t, `"requests database: requests cannot be stored"`)
	readOnly("off")
	s.readyWith(t, `"status":"ok"`)
	recovers(t, s)
}

// A file is in the bucket before the upload succeeds. While the bucket is
// unavailable visitors see an error and lose none of their entries.
func TestNothingIsLostWhileTheBucketIsUnavailable(t *testing.T) {
	t.Parallel()
	gateway := blobtest.Start(t)
	bucket, err := blob.NewBucket(gateway.Bucket("site"))
	if err != nil {
		t.Fatal(err)
	}
	s := newSite(t, 60)
	s.requests.SetFileStore(bucket.Sub(rfq.FilesFolder))
	before := uploaded(t, second(s.upload(t, "file", "before.txt", "80 mm", "de-DE")))
	_, page := s.sendParts(t, typed(map[string]string{"phone": ""}), map[string]string{"plain.txt": "100 mm"})
	plain := inputs(t, page)
	gateway.Stop()

	for language, want := range map[string]string{
		"de-DE": notSaved, "en-US": "could not be saved just now", "fr-FR": "n’a pas pu être enregistrée", "it-IT": "Non è stato possibile salvare",
	} {
		if reply, body := s.upload(t, "file", "a.txt", "text", language); reply.StatusCode != http.StatusServiceUnavailable || reply.Header.Get("Retry-After") == "" || !strings.Contains(body, want) {
			t.Errorf("%s: %d %s", language, reply.StatusCode, body)
		}
	}
	// Without scripts the file is part of the form, and some fields follow it.
	fields := typed(nil)
	message := fields.Get("message")
	fields.Del("message")
	var b bytes.Buffer
	w := multipart.NewWriter(&b)
	for name, values := range fields {
		_ = w.WriteField(name, values[0])
	}
	part, err := w.CreateFormFile("file", "a.txt")
	if err != nil {
		t.Fatal(err)
	}
	_, _ = part.Write([]byte("text"))
	_ = w.WriteField("message", message)
	_ = w.Close()
	header := http.Header{"Content-Type": {w.FormDataContentType()}, "Sec-Fetch-Site": {"same-origin"}}
	reply, body := s.do(t, http.MethodPost, "/api/form-messages", b.String(), header)
	if shown := inputs(t, body); reply.StatusCode != http.StatusServiceUnavailable || !strings.Contains(body, notSaved) || shown.Get("name") != "Katrin Vogel" || shown.Get("message") != message {
		t.Errorf("without scripts: %d %v %s", reply.StatusCode, shown, body)
	}
	if left := bytesOnDisk(t, s.data); left != 0 {
		t.Errorf("%d bytes remain on the disk", left)
	}
	// Files that are in the bucket are bound to their requests nevertheless.
	reply, body = s.post(t, form(map[string]any{"files": []string{before.ID}}))
	if reply.StatusCode != http.StatusCreated {
		t.Fatalf("%d %s", reply.StatusCode, body)
	}
	plain.Set("phone", "0521 000 44 12")
	plain.Set("agree", "1")
	without, page := s.sendParts(t, plain, nil)
	for file, token := range map[string]string{
		"80 mm": readStored(t, body).Data.Token, "100 mm": s.redirected(t, without, page).Token,
	} {
		r, err := s.requests.ByToken(t.Context(), token)
		if err != nil {
			t.Fatal(err)
		}
		files, err := s.requests.FilesOf(t.Context(), r.ID)
		if err != nil || len(files) != 1 {
			t.Fatalf("%v, %v", files, err)
		}
		at := fmt.Sprintf("/api/requests/%s/files/%s", token, files[0].ID)
		cookie := http.Header{"Cookie": {"selected-language=fr-FR"}}
		if reply, body := s.do(t, http.MethodGet, at, "", cookie); reply.StatusCode != http.StatusServiceUnavailable || !strings.Contains(body, "Le fichier n’est pas accessible") {
			t.Errorf("a file is read: %d %s", reply.StatusCode, body)
		}
		gateway.Start()
		if reply, body := s.do(t, http.MethodGet, at, "", cookie); reply.StatusCode != http.StatusOK || body != file {
			t.Errorf("after the failure: %d %s", reply.StatusCode, body)
		}
		gateway.Stop()
	}
}
