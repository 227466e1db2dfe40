package itemsapi

import (
	"errors"
	"io"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"
	"unicode/utf8"

	"ferrule/internal/content"
	"ferrule/internal/fault"
)

// FuzzForm checks that any form is read to its end or refused, and that a file's
// name can be displayed.
func FuzzForm(f *testing.F) {
	for _, body := range []string{
		"--b\r\nContent-Disposition: form-data; name=\"title\"\r\n\r\nA\r\n--b\r\nContent-Disposition: form-data; name=\"file\"; filename=\"a.png\"\r\n\r\nbytes\r\n--b--\r\n",
		"--b\r\nContent-Disposition: form-data; name=\"f\"; filename*=UTF-8''..%2f%c3%bc.png\r\n\r\nx\r\n--b--",
		"--b\r\nContent-Disposition: form-data; name=\"tags\"\r\n\r\n[\"a\",1e999,{}]\r\n--b--",
		"--b\r\n\r\n--b--", "--b--", "", "--b\r\nContent-Disposition: attachment\r\n\r\n\r\n--b",
	} {
		f.Add(body)
	}
	files := content.Default().Collection(content.FilesCollection)
	f.Fuzz(func(t *testing.T, body string) {
		r := httptest.NewRequestWithContext(t.Context(), http.MethodPost, "/files", strings.NewReader(body))
		r.Header.Set("Content-Type", "multipart/form-data; boundary=b")
		form, err := newForm(httptest.NewRecorder(), r, files, 1<<20)
		if err != nil {
			t.Fatal(err)
		}
		for {
			file, err := form.next()
			if errors.Is(err, io.EOF) {
				return
			}
			if err != nil {
				if e, ok := errors.AsType[*fault.Error](err); !ok || e.Kind != fault.Invalid || e.Code != content.CodeInvalidPayload {
					t.Fatal(err)
				}
				return
			}
			if file.name == "" || strings.ContainsAny(file.name, "/\\\x00\r\n") || !utf8.ValidString(file.name) {
				t.Fatalf("name %q", file.name)
			}
		}
	})
}
