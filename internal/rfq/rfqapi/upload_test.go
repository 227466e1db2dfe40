package rfqapi_test

import (
	"bytes"
	"encoding/json"
	"fmt"
	"io"
	"mime/multipart"
	"net/http"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"ferrule/internal/rfq"
	"ferrule/internal/upload/uploadtest"
)

// upload sends one file before its request.
func (s *site) upload(t *testing.T, field, name, text, language string) (*http.Response, string) {
	t.Helper()
	var b bytes.Buffer
	w := multipart.NewWriter(&b)
	part, err := w.CreateFormFile(field, name)
	if err != nil {
		t.Fatal(err)
	}
	_, _ = part.Write([]byte(text))
	if err := w.Close(); err != nil {
		t.Fatal(err)
	}
	return s.do(t, http.MethodPost, "/api/request-files", b.String(), http.Header{"Content-Type": {w.FormDataContentType()}, "Cookie": {"selected-language=" + language}})
}

func uploaded(t *testing.T, body string) rfq.File {
	t.Helper()
	var out struct{ Data rfq.File }
	if err := json.Unmarshal([]byte(body), &out); err != nil || out.Data.ID == "" {
		t.Fatalf("%s, %v", body, err)
	}
	return out.Data
}

func TestUploadedFileIsBoundToItsRequest(t *testing.T) {
	t.Parallel()
	s := newSite(t, 60)
	reply, body := s.upload(t, "file", `C:\drawings\Flansch ü.txt`, "80 mm", "de-DE")
	f := uploaded(t, body)
	if reply.StatusCode != http.StatusCreated || f.Name != "Flansch ü.txt" || f.Type != "text/plain" || f.Size != 5 {
		t.Fatalf("%d %s", reply.StatusCode, body)
	}
	reply, body = s.post(t, form(map[string]any{"files": []string{f.ID}}))
	if reply.StatusCode != http.StatusCreated {
		t.Fatalf("%d %s", reply.StatusCode, body)
	}
	token := readStored(t, body).Data.Token
	at := fmt.Sprintf("/api/requests/%s/files/%s", token, f.ID)
	reply, text := s.do(t, http.MethodGet, at, "", nil)
	h := reply.Header
	if reply.StatusCode != http.StatusOK || text != "80 mm" || h.Get("Content-Type") != "text/plain" ||
		h.Get("Content-Disposition") != "attachment; filename*=utf-8''Flansch%20%C3%BC.txt" || h.Get("Cache-Control") != "no-store" ||
		h.Get("X-Content-Type-Options") != "nosniff" || h.Get("Content-Security-Policy") != "sandbox; default-src 'none'" {
		t.Errorf("%d %s %v", reply.StatusCode, text, h)
	}
	// The id alone gives no access, nor does the token of another request.
	other := readStored(t, second(s.post(t, form(map[string]any{"idempotencyKey": "other", "message": "other"})))).Data.Token
	for _, at := range []string{"/api/requests/x/files/" + f.ID, "/api/requests/" + other + "/files/" + f.ID, "/api/requests/" + token + "/files/x", "/assets/" + f.ID, "/request-files/" + f.ID} {
		if reply, body := s.do(t, http.MethodGet, at, "", nil); reply.StatusCode < 400 || strings.Contains(body, "80 mm") {
			t.Errorf("%s: %d %s", at, reply.StatusCode, body)
		}
	}
	// A bound file can be neither bound again nor deleted.
	if reply, body := s.post(t, form(map[string]any{"idempotencyKey": "k3", "message": "k3", "files": []string{f.ID}})); reply.StatusCode != http.StatusUnprocessableEntity || !strings.Contains(body, "Bitte hängen Sie sie noch einmal an") || !strings.Contains(body, `"field":"files"`) {
		t.Errorf("%d %s", reply.StatusCode, body)
	}
	if reply, _ := s.do(t, http.MethodDelete, "/api/request-files/"+f.ID, "", nil); reply.StatusCode != http.StatusNotFound {
		t.Errorf("deleted: %d", reply.StatusCode)
	}
}

func second(_ *http.Response, body string) string { return body }

func TestUnsentFileCanBeDeleted(t *testing.T) {
	t.Parallel()
	s := newSite(t, 60)
	f := uploaded(t, second(s.upload(t, "file", "a.txt", "text", "de-DE")))
	if reply, _ := s.do(t, http.MethodDelete, "/api/request-files/"+f.ID, "", http.Header{"Sec-Fetch-Site": {"cross-site"}}); reply.StatusCode != http.StatusForbidden {
		t.Errorf("from another site: %d", reply.StatusCode)
	}
	if reply, body := s.do(t, http.MethodDelete, "/api/request-files/"+f.ID, "", nil); reply.StatusCode != http.StatusNoContent {
		t.Fatalf("%d %s", reply.StatusCode, body)
	}
	if reply, body := s.do(t, http.MethodDelete, "/api/request-files/"+f.ID, "", nil); reply.StatusCode != http.StatusNotFound || !strings.Contains(body, "nicht mehr da") {
		t.Errorf("the second time: %d %s", reply.StatusCode, body)
	}
	if left := bytesOnDisk(t, s.data); left != 0 {
		t.Errorf("%d bytes remain", left)
	}
}

// bytesOnDisk returns the size of uploaded files, complete or not.
func bytesOnDisk(t *testing.T, data string) (size int64) {
	t.Helper()
	err := filepath.WalkDir(filepath.Join(data, "request-files"), func(_ string, entry os.DirEntry, err error) error {
		if err != nil || entry.IsDir() {
			return err
		}
		info, err := entry.Info()
		size += info.Size()
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
	return size
}

func TestUploadErrorsAreInTheVisitorsLanguage(t *testing.T) {
	t.Parallel()
	s := newSite(t, 60)
	large := strings.Repeat("x", 10<<20)
	for _, tt := range []struct {
		about, field, name, text, language string
		status                             int
		want                               string
	}{
		{"as large as allowed", "file", "a.txt", large, "de-DE", 201, `"size":10485760`},
		{"a byte too large", "file", "a.txt", large + "x", "de-DE", 413, "Höchstens 10 MB"},
		{"much too large", "file", "a.txt", large + large, "en-US", 413, "10 MB at most"},
		{"a program", "file", "a.pdf", "MZ\x90\x00\x03\x00\x00\x00\x04\x00\x00\x00\xff\xff", "fr-FR", 415, "Formats acceptés"},
		{"a page", "file", "a.txt", "<html><script>alert(1)</script>", "it-IT", 415, "Formati accettati"},
		{"a drawing of a browser is text", "file", "a.png", `<svg xmlns="http://www.w3.org/2000/svg"/>`, "it-IT", 201, `"name":"a.png.txt"`},
		{"nothing in it", "file", "a.txt", "", "it-IT", 422, "Il file è vuoto"},
		{"no file", "other", "a.txt", "x", "en-US", 422, "The file is empty"},
	} {
		reply, body := s.upload(t, tt.field, tt.name, tt.text, tt.language)
		if reply.StatusCode != tt.status || !strings.Contains(body, tt.want) {
			t.Errorf("%s: %d %.300s", tt.about, reply.StatusCode, body)
		}
	}
	for about, tt := range map[string]struct {
		kind, body string
		status     int
	}{
		"not in parts": {"application/pdf", "%PDF-1.7", 415},
		"cut off":      {"multipart/form-data; boundary=x", "--x\r\nContent-Disposition: form-data; name=\"file\"; filename=\"a.txt\"\r\n\r\nhalf a fi", 400},
		"no boundary":  {"multipart/form-data", "", 400},
	} {
		if reply, body := s.do(t, http.MethodPost, "/api/request-files", tt.body, http.Header{"Content-Type": {tt.kind}}); reply.StatusCode != tt.status {
			t.Errorf("%s: %d %s", about, reply.StatusCode, body)
		}
	}
	if left := bytesOnDisk(t, s.data); left != 10<<20+41 {
		t.Errorf("%d bytes are stored, some of rejected files", left)
	}
}

func TestUploadsOfOneClientAreLimited(t *testing.T) {
	t.Parallel()
	s := newSite(t, 60)
	taken := 0
	for range 60 {
		// The announced size counts, so that interrupted uploads are not free.
		r, err := http.NewRequestWithContext(t.Context(), http.MethodPost, s.URL+"/api/request-files", io.LimitReader(strings.NewReader("--x\r\n"), 5))
		if err != nil {
			t.Fatal(err)
		}
		r.Header.Set("Content-Type", "multipart/form-data; boundary=x")
		r.ContentLength = -1
		reply, err := s.Client().Do(r)
		if err != nil {
			t.Fatal(err)
		}
		_ = reply.Body.Close()
		switch reply.StatusCode {
		case http.StatusUnprocessableEntity: // no file was in it
			taken++
		case http.StatusTooManyRequests:
		default:
			t.Fatalf("got %d", reply.StatusCode)
		}
	}
	if taken != 50 {
		t.Errorf("%d files of 10 MB were accepted, want 50", taken)
	}
}

func TestSlowUploadIsClosedWithAnErrorAndRemoved(t *testing.T) {
	t.Parallel()
	s := newSite(t, 60)
	const kind = "multipart/form-data; boundary=b"
	field := func(name, value string) string {
		return "--b\r\nContent-Disposition: form-data; name=\"" + name + "\"\r\n\r\n" + value + "\r\n"
	}
	file := "--b\r\nContent-Disposition: form-data; name=\"file\"; filename=\"a.txt\"\r\n\r\na"
	for _, tt := range []struct {
		about, path, sent string
		want              []string
	}{
		{"a file", "/api/request-files", file, []string{"REQUEST_TIMEOUT", "Die Verbindung war zu langsam"}},
		{"before a file", "/api/request-files", "--b", []string{"REQUEST_TIMEOUT"}},
		{"a field", "/api/form-messages", field("language", "fr-FR") + field("name", "Katrin Vogel") + "--b\r\nContent-Disp", []string{"La connexion était trop lente", `value="Katrin Vogel"`}},
		{"a file of a form", "/api/form-messages", field("language", "it-IT") + field("name", "Katrin Vogel") + file, []string{"La connessione era troppo lenta", `value="Katrin Vogel"`}},
	} {
		for _, length := range []int64{5000, -1} {
			synctest.Test(t, func(t *testing.T) {
				reply := uploadtest.Post(t, s.Config.Handler, tt.path, kind, length, func(w io.Writer) {
					_, err := io.WriteString(w, tt.sent)
					for err == nil {
						time.Sleep(20 * time.Second)
						_, err = io.WriteString(w, "x")
					}
				})
				if reply.StatusCode != http.StatusRequestTimeout || !reply.Closed || reply.After != 30*time.Second {
					t.Errorf("%s: %d after %v, closed %v", tt.about, reply.StatusCode, reply.After, reply.Closed)
				}
				for _, want := range tt.want {
					if !strings.Contains(reply.Text, want) {
						t.Errorf("%s: no %q in %s", tt.about, want, reply.Text)
					}
				}
			})
		}
	}
	if left := bytesOnDisk(t, s.data); left != 0 {
		t.Errorf("%d bytes remain", left)
	}
}
