package app_test

import (
	"bytes"
	"encoding/json"
	"io"
	"mime/multipart"
	"net/http"
	"net/http/httptest"
	"os"
	"path/filepath"
	"runtime"
	"strings"
	"testing"

	"ferrule/internal/app"
	"ferrule/internal/app/apptest"
	"ferrule/internal/blob/blobtest"
	"ferrule/internal/database/databasetest"
)

// Two servers share a database and a bucket, and no folder: each serves what was
// uploaded to the other.
func TestServersShareTheirFilesInABucket(t *testing.T) {
	if testing.Short() {
		t.Skip("starts an S3 gateway and two servers")
	}
	t.Parallel()
	apptest.RequireBuild(t)
	shared := app.DataConfig{Database: databasetest.Postgres(t), Files: blobtest.Bucket(t, "site")}
	replica := func() http.Handler {
		c := apptest.DemoConfig(t, "--database", shared.Database, "--files", shared.Files)
		a := apptest.Open(t, c)
		t.Cleanup(func() {
			if err := a.Close(); err != nil {
				t.Error(err)
			}
			left, err := filepath.Glob(filepath.Join(c.Data, app.FilesFolder, "[^.]*"))
			waiting, _ := filepath.Glob(filepath.Join(c.Data, app.FilesFolder, ".received", "*"))
			if err != nil || len(left)+len(waiting) > 0 {
				t.Errorf("left in the data folder: %v %v, %v", left, waiting, err)
			}
		})
		return a.Handler()
	}
	first, second := replica(), replica()
	token, err := apptest.Command(t, "users", "add", "--email", "shop@example.com", "--role", "editor", "--token", "--database", shared.Database, "--data", t.TempDir())
	if err != nil {
		t.Fatal(err)
	}
	send := func(h http.Handler, method, path string, body io.Reader, headers ...string) *httptest.ResponseRecorder {
		r := httptest.NewRequestWithContext(t.Context(), method, path, body)
		r.Header.Set("Authorization", "Bearer "+strings.TrimSpace(token))
		for _, header := range headers {
			name, value, _ := strings.Cut(header, ": ")
			r.Header.Set(name, value)
		}
		w := httptest.NewRecorder()
		h.ServeHTTP(w, r)
		return w
	}
	picture, err := os.ReadFile("../../demo/media/straight-union.webp")
	if err != nil {
		t.Fatal(err)
	}
	var form bytes.Buffer
	parts := multipart.NewWriter(&form)
	part, err := parts.CreateFormFile("file", "union.webp")
	if err != nil {
		t.Fatal(err)
	}
	_, _ = part.Write(picture) // to memory
	_ = parts.Close()
	w := send(first, http.MethodPost, "/api/content/files", &form, "Content-Type: "+parts.FormDataContentType())
	var uploaded struct{ Data struct{ ID string } }
	if err := json.Unmarshal(w.Body.Bytes(), &uploaded); err != nil || w.Code != http.StatusOK {
		t.Fatalf("%d %s", w.Code, w.Body)
	}
	file := "/assets/" + uploaded.Data.ID
	original := send(second, http.MethodGet, file, nil)
	if original.Code != http.StatusOK || !bytes.Equal(original.Body.Bytes(), picture) {
		t.Errorf("%d, %d of %d bytes", original.Code, original.Body.Len(), len(picture))
	}
	if w := send(first, http.MethodGet, file, nil, "If-None-Match: "+original.Header().Get("ETag")); w.Code != http.StatusNotModified {
		t.Errorf("the servers differ in the entity tag: %d %v", w.Code, w.Header())
	}
	if w := send(second, http.MethodGet, file, nil, "Range: bytes=10-19"); w.Code != http.StatusPartialContent || !bytes.Equal(w.Body.Bytes(), picture[10:20]) {
		t.Errorf("a range: %d %v", w.Code, w.Header())
	}
	for range 2 { // transformed, then from the folder of variants
		if w := send(second, http.MethodGet, file+"?width=168", nil, "Accept: image/webp"); w.Code != http.StatusOK || w.Body.Len() == 0 || w.Body.Len() >= len(picture) {
			t.Errorf("a variant: %d, %d bytes", w.Code, w.Body.Len())
		}
	}
	out := filepath.Join(t.TempDir(), "out")
	if _, err := apptest.Command(t, "content", "export", out, "--database", shared.Database, "--files", shared.Files, "--data", t.TempDir()); err != nil {
		t.Fatal(err)
	}
	if got, err := os.ReadFile(filepath.Join(out, "files", uploaded.Data.ID+".webp")); err != nil || !bytes.Equal(got, picture) {
		t.Errorf("exported: %d bytes, %v", len(got), err)
	}
	if w := send(second, http.MethodDelete, "/api/content/files/"+uploaded.Data.ID, nil); w.Code != http.StatusNoContent {
		t.Errorf("%d %s", w.Code, w.Body)
	}
	for send(first, http.MethodGet, file, nil).Code != http.StatusForbidden {
		runtime.Gosched() // the first server is notified of the second one's change
	}
}
