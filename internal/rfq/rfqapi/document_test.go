package rfqapi_test

import (
	"archive/zip"
	"encoding/json"
	"io/fs"
	"net/http"
	"strings"
	"testing"
)

func TestTokenGivesAccessToDocuments(t *testing.T) {
	t.Parallel()
	s := newSite(t, 60)
	_, body := s.post(t, form(map[string]any{"lines": []any{map[string]any{"uid": "u", "sku": "FR-GV-12S-71", "quantity": 2}}}))
	var stored struct {
		Data struct{ Reference, Token string }
	}
	if err := json.Unmarshal([]byte(body), &stored); err != nil {
		t.Fatal(err)
	}
	reference, address := stored.Data.Reference, "/api/requests/"+stored.Data.Token
	for extension, begins := range map[string]string{"pdf": "%PDF-", "xlsx": "PK", "csv": "\ufeff"} {
		reply, got := s.do(t, http.MethodGet, address+"/"+reference+"."+extension, "", nil)
		if reply.StatusCode != http.StatusOK || !strings.HasPrefix(got, begins) {
			t.Errorf("%s: %d, %.20q", extension, reply.StatusCode, got)
		}
		if h := reply.Header; h.Get("Content-Disposition") != "attachment; filename="+reference+"."+extension || h.Get("Cache-Control") != "no-store" {
			t.Errorf("%s: %v", extension, h)
		}
	}
	for _, missing := range []string{address + "/" + reference + ".exe", address + "/F-222-222.pdf", "/api/requests/AAAAAAAAAAAAAAAAAAAAAAAAAA/" + reference + ".pdf"} {
		if reply, _ := s.do(t, http.MethodGet, missing, "", nil); reply.StatusCode != http.StatusNotFound {
			t.Errorf("%s: %d", missing, reply.StatusCode)
		}
	}
	if reply, got := s.do(t, http.MethodGet, address, "", nil); reply.StatusCode != http.StatusOK || !strings.Contains(got, reference) || reply.Header.Get("Cache-Control") != "no-store" {
		t.Errorf("%d %s", reply.StatusCode, got)
	}
}

func TestDocumentNamesSupplierAndLink(t *testing.T) {
	t.Parallel()
	s := newSite(t, 60)
	s.load(t, `{"items":{"header":[{"id":1,"slug":"main","title":"Muster Armaturen"}],
		"footer":[{"id":1,"slug":"main","status":"published","date_updated":"2025-01-01T00:00:00Z","address_list":["Muster AG","Weg 1"]}]}}`)
	_, body := s.post(t, form(nil))
	var sent struct {
		Data struct{ Reference, Token string }
	}
	if err := json.Unmarshal([]byte(body), &sent); err != nil {
		t.Fatal(err)
	}
	reply, book := s.do(t, http.MethodGet, "/api/requests/"+sent.Data.Token+"/"+sent.Data.Reference+".xlsx", "", nil)
	if reply.StatusCode != http.StatusOK {
		t.Fatalf("%d %s", reply.StatusCode, book)
	}
	z, err := zip.NewReader(strings.NewReader(book), int64(len(book)))
	if err != nil {
		t.Fatal(err)
	}
	facts, err := fs.ReadFile(z, "xl/worksheets/sheet2.xml")
	if err != nil {
		t.Fatal(err)
	}
	for _, want := range []string{">Muster Armaturen<", ">Muster AG, Weg 1<", ">https://shop.example.com/de/request/" + sent.Data.Token + "<", " JST<"} {
		if !strings.Contains(string(facts), want) {
			t.Errorf("%s is missing in %s", want, facts)
		}
	}
}
