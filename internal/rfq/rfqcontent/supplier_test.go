package rfqcontent_test

import (
	"testing"
	"testing/fstest"

	"github.com/google/go-cmp/cmp"

	"ferrule/internal/content"
	"ferrule/internal/content/store"
	"ferrule/internal/rfq"
	"ferrule/internal/rfq/rfqcontent"
)

func TestSupplierIsThatOfHeaderAndFooter(t *testing.T) {
	t.Parallel()
	s, err := store.Open(t.Context(), t.TempDir(), content.Default())
	if err != nil {
		t.Fatal(err)
	}
	defer func() { _ = s.Close() }()
	reader := rfqcontent.Reader{Source: s}
	read := func(language string, want rfq.Supplier) {
		t.Helper()
		got, err := reader.Supplier(t.Context(), language)
		if diff := cmp.Diff(want, got); diff != "" || err != nil {
			t.Errorf("%s: %v (-want +got):\n%s", language, err, diff)
		}
	}
	read("de-DE", rfq.Supplier{Name: "Ferrule"})
	_, err = s.Import(t.Context(), fstest.MapFS{"content.json": {Data: []byte(`{"items":{
		"header":[{"id":1,"slug":"main","title":"Muster Armaturen"}],
		"footer":[
			{"id":1,"slug":"old","status":"published","date_updated":"2024-01-01T00:00:00Z","address_list":["alt"]},
			{"id":2,"slug":"main","status":"published","date_updated":"2025-01-01T00:00:00Z",
				"address_list":[{"text":"Muster AG"},"Weg 1",{"text":"Schweiz","languages_code":"de-DE"},{"text":"Suisse","languages_code":"fr-FR"}],
				"phone_links":"[\"+41 52 1\"]","email_links":"a@example.com\nb@example.com"},
			{"id":3,"slug":"draft","status":"draft","date_updated":"2026-01-01T00:00:00Z","address_list":["neu"]}]}}`)}})
	if err != nil {
		t.Fatal(err)
	}
	read("de-DE", rfq.Supplier{Name: "Muster Armaturen", Contact: []string{"Muster AG, Weg 1, Schweiz", "+41 52 1", "a@example.com · b@example.com"}})
	read("fr-FR", rfq.Supplier{Name: "Muster Armaturen", Contact: []string{"Muster AG, Weg 1, Suisse", "+41 52 1", "a@example.com · b@example.com"}})
}
