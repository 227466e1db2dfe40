package bomapi_test

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"io"
	"log/slog"
	"maps"
	"mime/multipart"
	"net/http"
	"net/http/httptest"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"ferrule/demo"
	"ferrule/internal/bom"
	"ferrule/internal/bom/bomapi"
	"ferrule/internal/catalogue"
	"ferrule/internal/content"
	"ferrule/internal/content/store"
	"ferrule/internal/fault"
	"ferrule/internal/page"
	"ferrule/internal/render"
	"ferrule/internal/server"
)

// bundle is a minimal server bundle.
const bundle = `globalThis.ferrule = {
	routes: () => JSON.stringify({routes: [], languages: [{code: "de-DE", prefix: "/de", html: "de"}]}),
	plan: () => JSON.stringify({queries: []}),
	page: () => "",
};`

// newPartsSite is a server with the demo supplier's catalogue.
func newPartsSite(t *testing.T) *httptest.Server {
	t.Helper()
	source, err := demo.Source()
	if err != nil {
		t.Fatal(err)
	}
	contents, err := store.Open(t.Context(), t.TempDir(), content.Default())
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = contents.Close() })
	if _, err := contents.Import(t.Context(), source); err != nil {
		t.Fatal(err)
	}
	log := slog.New(slog.DiscardHandler)
	lists := catalogue.New(contents, content.Default(), catalogue.Options{Log: log})
	t.Cleanup(func() { _ = lists.Close() })
	for _, err := lists.Parts(t.Context(), "de-DE"); err != nil; _, err = lists.Parts(t.Context(), "de-DE") {
		if f, ok := errors.AsType[*fault.Error](err); !ok || f.Kind != fault.Unavailable {
			t.Fatal(err)
		}
	}
	pool, err := render.New(bundle, render.Options{VMs: 1})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = pool.Close(context.Background()) })
	pages, err := page.New(t.Context(), page.Options{Source: contents, Model: content.Default(), Engine: pool, Boot: "var boot"})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(pages.Close)
	s := httptest.NewServer(server.New(server.Options{
		Model: content.Default(), Source: contents, Lists: lists, BOM: bomapi.New(bomapi.Options{Lists: lists}), Pages: pages, Metrics: server.NewMetrics(), Log: log,
	}))
	t.Cleanup(s.Close)
	return s
}

// answer is a reply of POST /api/parts.
type answer struct {
	Data []struct {
		Line, Quantity, All, DuplicateOf                int
		Position, Part, State, Reason, Hint, Note, Text string
		Differs                                         string
		Articles                                        []int
	}
	Articles []struct {
		Product   int
		Variation struct{ SKU string }
	}
	Products []struct{ SKU string }
	Text     string
	Errors   []struct {
		Message    string
		Extensions map[string]string
	}
}

func post(t *testing.T, s *httptest.Server, body string, header http.Header) (int, answer) {
	t.Helper()
	r, err := http.NewRequestWithContext(t.Context(), http.MethodPost, s.URL+"/api/parts", strings.NewReader(body))
	if err != nil {
		t.Fatal(err)
	}
	r.Header.Set("Content-Type", "application/json")
	maps.Copy(r.Header, header)
	reply, err := s.Client().Do(r)
	if err != nil {
		t.Fatal(err)
	}
	defer reply.Body.Close()
	raw, err := io.ReadAll(reply.Body)
	if err != nil {
		t.Fatal(err)
	}
	var a answer
	if err := json.Unmarshal(raw, &a); err != nil {
		t.Fatalf("%s: %v", raw, err)
	}
	return reply.StatusCode, a
}

func TestPartsAreLookedUp(t *testing.T) {
	t.Parallel()
	s := newPartsSite(t)
	status, got := post(t, s, `{"language":"de-DE","text":"Artikel\tMenge\nFR-GV-12S-71\t10\nfr gv 12s\t2,0\nACME-4711-B\t3"}`, nil)
	if status != http.StatusOK || len(got.Data) != 4 {
		t.Fatal(status, got)
	}
	if head := got.Data[0]; head.State != "heading" || len(head.Articles) != 0 || head.Reason != "header" {
		t.Error(head)
	}
	if l := got.Data[1]; l.State != "resolved" || l.Line != 2 || l.Quantity != 10 || len(l.Articles) != 1 || got.Articles[l.Articles[0]].Variation.SKU != "FR-GV-12S-71" {
		t.Error(l)
	}
	if l := got.Data[2]; l.State != "ambiguous" || l.Quantity != 2 || l.All != 3 || len(l.Articles) != 3 || l.Differs != "material" {
		t.Error(l)
	}
	if l := got.Data[3]; l.State != "unknown" || l.Part != "ACME-4711-B" || l.Quantity != 3 || l.Articles == nil {
		t.Error(l)
	}
	status, got = post(t, s, `{"language":"fr-FR","lines":[{"part":"FR-MS-12S-71","quantity":2,"note":"en caisses"},{"part":"FR-GV-12S-99","quantity":1}]}`, nil)
	if status != http.StatusOK || len(got.Data) != 2 {
		t.Fatal(status, got)
	}
	if l := got.Data[0]; l.State != "resolved" || l.Note != "en caisses" || got.Products[got.Articles[l.Articles[0]].Product].SKU != "FR-MS-12S-71" {
		t.Error(l)
	}
	// A number with a typing error has proposals.
	if l := got.Data[1]; l.State != "ambiguous" || len(l.Articles) == 0 {
		t.Error(l)
	}
}

func TestInvalidBillOfMaterialsIsRefused(t *testing.T) {
	t.Parallel()
	s := newPartsSite(t)
	french := http.Header{"Cookie": {"selected-language=fr-FR"}}
	long, many := strings.Repeat("x", bom.MaxBytes+1), strings.Repeat(`{"part":"x","quantity":1},`, bom.MaxLines)
	for name, c := range map[string]struct {
		body    string
		header  http.Header
		status  int
		code    string
		message string
	}{
		"no JSON":        {"x", nil, 400, "INVALID_PAYLOAD", "The list is an object"},
		"a wrong type":   {`{"text":5}`, nil, 400, "INVALID_PAYLOAD", "The list is an object"},
		"nothing":        {`{"language":"it-IT"}`, nil, 400, "INVALID_PAYLOAD", "Indichi almeno una riga"},
		"a long text":    {`{"language":"en-US","text":"` + long + `"}`, nil, 413, "CONTENT_TOO_LARGE", "1 MB at most"},
		"a longer body":  {`{"language":"en-US","text":"` + long + long + long + `"}`, french, 413, "CONTENT_TOO_LARGE", "1 Mo au plus"},
		"many lines":     {`{"language":"de-DE","lines":[` + many + `{"part":"x"}]}`, nil, 413, "CONTENT_TOO_LARGE", "höchstens 5.000 Zeilen"},
		"another type":   {`{}`, http.Header{"Content-Type": {"text/plain"}}, 415, "UNSUPPORTED_MEDIA_TYPE", "application/json"},
		"another's page": {`{}`, http.Header{"Sec-Fetch-Site": {"cross-site"}}, 403, "FORBIDDEN", "from the site itself"},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			status, got := post(t, s, c.body, c.header)
			if status != c.status || len(got.Errors) != 1 || got.Errors[0].Extensions["code"] != c.code || !strings.Contains(got.Errors[0].Message, c.message) {
				t.Error(status, got.Errors)
			}
		})
	}
}

func TestClientAboveTheLimitIsRefused(t *testing.T) {
	t.Parallel()
	s := newPartsSite(t)
	for range 400 {
		if status, got := post(t, s, `{"text":"x 1"}`, nil); status != http.StatusOK {
			t.Fatal(status, got)
		}
	}
	status, got := post(t, s, `{"text":"x 1"}`, http.Header{"Cookie": {"selected-language=it-IT"}})
	if status != http.StatusTooManyRequests || got.Errors[0].Message != "Troppe richieste. Attenda un momento" {
		t.Error(status, got)
	}
}

// send sends a file as a form does.
func send(t *testing.T, s *httptest.Server, name string, file []byte, language string) (int, answer) {
	t.Helper()
	var body bytes.Buffer
	form := multipart.NewWriter(&body)
	if err := form.WriteField("language", language); err != nil {
		t.Fatal(err)
	}
	part, err := form.CreateFormFile("file", name)
	if err != nil {
		t.Fatal(err)
	}
	if _, err := part.Write(file); err != nil {
		t.Fatal(err)
	}
	if err := form.Close(); err != nil {
		t.Fatal(err)
	}
	return post(t, s, body.String(), http.Header{"Content-Type": {form.FormDataContentType()}})
}

func TestPartsOfAFileAreLookedUp(t *testing.T) {
	t.Parallel()
	s := newPartsSite(t)
	for _, name := range []string{"list.xlsx", "list.ods"} {
		file, err := os.ReadFile(filepath.Join("..", "bomfile", "testdata", name))
		if err != nil {
			t.Fatal(err)
		}
		status, got := send(t, s, "anything.bin", file, "de-DE")
		if status != http.StatusOK || !strings.Contains(got.Text, "010\tFR-GV-12S-71\tGerade Verschraubung 12S\t1000\tStk") {
			t.Fatal(name, status, got)
		}
		type row struct {
			position, part, note string
			quantity             int
		}
		var rows []row
		for _, l := range got.Data {
			if l.State == "resolved" {
				rows = append(rows, row{l.Position, l.Part, strings.ReplaceAll(l.Note, "/", "."), l.Quantity})
			}
		}
		want := []row{
			{"010", "FR-GV-12S-71", "15.12.2026; mit Zeugnis 3.1", 1000},
			{"020", "FR-UM-12S-71", "", 20},
			{"030", "FR-ER-12-15-71", "Menge in Metern", 5},
			{"", "FR-SR-12-L-S-71", "", 12},
		}
		if diff := cmp.Diff(want, rows, cmp.AllowUnexported(row{})); diff != "" {
			t.Error(name, diff)
		}
	}
	status, got := send(t, s, "list.csv", []byte("Artikel;St\xfcck\nFR-GV-12S-71;10"), "de-DE")
	if status != http.StatusOK || len(got.Data) != 2 || got.Data[1].Quantity != 10 || got.Text != "Artikel;Stück\nFR-GV-12S-71;10" {
		t.Error(status, got)
	}
}

func TestFileThatIsNoListIsRefusedInTheLanguageOfTheForm(t *testing.T) {
	t.Parallel()
	s := newPartsSite(t)
	old, err := os.ReadFile(filepath.Join("..", "bomfile", "testdata", "list.xls"))
	if err != nil {
		t.Fatal(err)
	}
	workbook, err := os.ReadFile(filepath.Join("..", "bomfile", "testdata", "list.xlsx"))
	if err != nil {
		t.Fatal(err)
	}
	for name, c := range map[string]struct {
		file              []byte
		language, message string
		status            int
	}{
		"old":       {old, "de-DE", "XLSX, ODS oder CSV", http.StatusUnprocessableEntity},
		"a picture": {[]byte("\x89PNG\x00"), "en-US", "XLSX, ODS or CSV", http.StatusUnprocessableEntity},
		"a PDF":     {[]byte("%PDF-1.7"), "fr-FR", "copier la liste", http.StatusUnprocessableEntity},
		"damaged":   {workbook[:5000], "it-IT", "danneggiato", http.StatusUnprocessableEntity},
		"nothing":   {nil, "de-DE", "keine Zeilen", http.StatusUnprocessableEntity},
		"rows":      {bytes.Repeat([]byte("x 1\n"), bom.MaxLines+1), "it-IT", "5.000 righe", http.StatusRequestEntityTooLarge},
		"large":     {bytes.Repeat([]byte("x"), 10<<20+1), "de-DE", "nur das Blatt", http.StatusRequestEntityTooLarge},
		"larger":    {bytes.Repeat([]byte("x"), 11<<20), "fr-FR", "que la feuille", http.StatusRequestEntityTooLarge},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			status, got := send(t, s, name, c.file, c.language)
			if status != c.status || len(got.Errors) != 1 || !strings.Contains(got.Errors[0].Message, c.message) {
				t.Error(status, got.Errors)
			}
		})
	}
}

func TestFilesCountByTheirSize(t *testing.T) {
	t.Parallel()
	s := newPartsSite(t)
	file := make([]byte, 9<<20) // counts 145 times
	for _, want := range []int{http.StatusUnprocessableEntity, http.StatusUnprocessableEntity, http.StatusUnprocessableEntity, http.StatusTooManyRequests} {
		if status, got := send(t, s, "list.txt", file, "de-DE"); status != want {
			t.Error(status, got)
		}
	}
}
