package asset_test

import (
	"context"
	"maps"
	"net/http"
	"net/http/httptest"
	"os"
	"path/filepath"
	"testing"

	"ferrule/internal/asset"
	"ferrule/internal/blob"
	"ferrule/internal/fault"
)

const id = "0c6b0f3e-7a0d-5b59-9a39-3f6d8d3b8b2f"

// serve answers one request for a stored file "hello", also for records that name
// another path.
func serve(t *testing.T, file asset.File, method string, header http.Header) *httptest.ResponseRecorder {
	t.Helper()
	dir := t.TempDir()
	if err := os.WriteFile(filepath.Join(dir, "hello.bin"), []byte("hello"), 0o600); err != nil {
		t.Fatal(err)
	}
	s, err := asset.New(asset.Options{Files: folder(t, dir), Variants: t.TempDir(), Limit: 1 << 20, Parallel: 1}, func(_ context.Context, requested string) (asset.File, error) {
		if requested != id {
			return asset.File{}, fault.New(fault.Forbidden, "no")
		}
		return file, nil
	})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = s.Close() })
	r := httptest.NewRequestWithContext(t.Context(), method, "/assets/"+id, http.NoBody)
	r.SetPathValue("id", id)
	maps.Copy(r.Header, header)
	w := httptest.NewRecorder()
	if err := s.Serve(w, r); err != nil {
		w.Code = http.StatusForbidden
		if fault.KindOf(err) != fault.Forbidden {
			w.Code = http.StatusInternalServerError
		}
	}
	return w
}

func TestOriginalsAreServedWithTagAndRange(t *testing.T) {
	t.Parallel()
	file := asset.File{ID: id, Disk: "hello.bin", Download: "hällo.png", Type: "image/png"}
	w := serve(t, file, http.MethodGet, nil)
	if w.Code != http.StatusOK || w.Body.String() != "hello" {
		t.Fatalf("got %d %q", w.Code, w.Body)
	}
	if got := w.Header().Get("Content-Disposition"); got != "inline; filename*=utf-8''h%C3%A4llo.png" {
		t.Errorf("Content-Disposition = %s", got)
	}
	if got := w.Header().Get("Cross-Origin-Resource-Policy"); got != "cross-origin" {
		t.Errorf("Cross-Origin-Resource-Policy = %q: other sites could not show the picture", got)
	}
	if w := serve(t, file, http.MethodHead, nil); w.Code != http.StatusOK || w.Body.Len() != 0 {
		t.Errorf("HEAD: got %d with %d bytes", w.Code, w.Body.Len())
	}
	if w := serve(t, file, http.MethodGet, http.Header{"Range": {"bytes=1-3"}}); w.Code != http.StatusPartialContent || w.Body.String() != "ell" {
		t.Errorf("range: got %d %q", w.Code, w.Body)
	}
	if w := serve(t, file, http.MethodGet, http.Header{"If-None-Match": {"*"}}); w.Code != http.StatusNotModified {
		t.Errorf("If-None-Match: got %d", w.Code)
	}
}

func TestExecutableFilesAreSandboxed(t *testing.T) {
	t.Parallel()
	w := serve(t, asset.File{ID: id, Disk: "hello.bin", Type: "text/html"}, http.MethodGet, nil)
	if got := w.Header().Get("Content-Disposition"); got != "attachment; filename=hello.bin" {
		t.Errorf("Content-Disposition = %s", got)
	}
	if got := w.Header().Get("Content-Security-Policy"); got != "default-src 'none'; style-src 'unsafe-inline'; sandbox" {
		t.Errorf("Content-Security-Policy = %s", got)
	}
}

func TestARecordCannotNameAFileOutsideTheFolder(t *testing.T) {
	t.Parallel()
	for _, disk := range []string{"../secret", "/etc/passwd", "missing.png", ""} {
		if w := serve(t, asset.File{ID: id, Disk: disk}, http.MethodGet, nil); w.Code == http.StatusOK {
			t.Errorf("%q was served", disk)
		}
	}
}

func TestAFileThatIsReplacedDuringARequestIsFound(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	if err := os.WriteFile(filepath.Join(dir, "new.bin"), []byte("new"), 0o600); err != nil {
		t.Fatal(err)
	}
	names := []string{"old.bin", "new.bin"} // as two reads of the record find it
	s, err := asset.New(asset.Options{Files: folder(t, dir), Variants: t.TempDir(), Limit: 1 << 20, Parallel: 1}, func(context.Context, string) (asset.File, error) {
		file := asset.File{ID: id, Disk: names[0]}
		names = names[1:]
		return file, nil
	})
	if err != nil {
		t.Fatal(err)
	}
	defer s.Close()
	w := httptest.NewRecorder()
	if err := s.Serve(w, httptest.NewRequestWithContext(t.Context(), http.MethodGet, "/assets/"+id, http.NoBody)); err != nil || w.Body.String() != "new" {
		t.Errorf("got %q, %v", w.Body, err)
	}
}

func folder(t testing.TB, path string) blob.Store {
	t.Helper()
	d, err := blob.NewFolder(path)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = d.Close() })
	return d
}
