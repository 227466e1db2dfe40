package app_test

import (
	"fmt"
	"net/http"
	"net/http/httptest"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"ferrule/internal/app/apptest"
)

// While another process imports content, no request fails and none reads a part
// of the import.
func TestRequestsSucceedDuringAnImport(t *testing.T) {
	t.Parallel()
	apptest.RequireBuild(t)
	const products = 6000
	dir := t.TempDir()
	for _, edition := range []string{"a", "b"} {
		var list strings.Builder
		for i := 1; i <= products; i++ {
			fmt.Fprintf(&list, `,{"id":%d,"slug":"p%[1]d","status":"published","sku":%q,"translations":[{"languages_code":"de-DE","name":"x"},{"languages_code":"en-US","name":"x"}]}`, i, edition)
		}
		text := `{"items":{"languages":[{"code":"de-DE"},{"code":"en-US"}],"products":[` + list.String()[1:] + `]}}`
		if err := os.WriteFile(filepath.Join(dir, edition+".json"), []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	load := func(edition string) error {
		_, err := apptest.Command(t, "content", "import", "--data", dir, filepath.Join(dir, edition+".json"))
		return err
	}
	if err := load("a"); err != nil {
		t.Fatal(err)
	}
	site := apptest.Start(t, apptest.Config(t, "--data", dir, "--request-rate", "1000000000", "--warm"))
	done := make(chan error, 1)
	go func() { done <- load("b") }()
	seen := ""
	for n := 0; ; n++ {
		w := httptest.NewRecorder()
		body := fmt.Sprintf(`{"formId":12,"formKey":"contact","formTitle":"x","source":"page","name":"Ada","phone":"+49 521 4412345","subject":"s","message":"m %[1]d","agree":true,"language":"de-DE","page":"/de/contacts","idempotencyKey":"00000000-0000-4000-8000-%012[1]d"}`, n)
		r := httptest.NewRequestWithContext(t.Context(), http.MethodPost, "/api/form-messages", strings.NewReader(body))
		r.Header.Set("Content-Type", "application/json")
		site.Handler().ServeHTTP(w, r)
		if w.Code != http.StatusCreated {
			t.Fatalf("request %d: %d %s", n, w.Code, w.Body)
		}
		w = httptest.NewRecorder()
		site.Handler().ServeHTTP(w, httptest.NewRequestWithContext(t.Context(), http.MethodGet, "/api/content/items/products?aggregate[count]=*&groupBy=sku", nil))
		switch seen = w.Body.String(); seen {
		case fmt.Sprintf(`{"data":[{"sku":"a","count":"%d"}]}`, products), fmt.Sprintf(`{"data":[{"sku":"b","count":"%d"}]}`, products):
		default:
			t.Fatalf("between the two: %d %s", w.Code, seen)
		}
		select {
		case err := <-done:
			if err != nil {
				t.Fatal(err)
			}
			return
		default:
		}
	}
}
