package seed_test

import (
	"testing"
	"testing/fstest"

	"ferrule/bench/seed"
	"ferrule/internal/content"
	"ferrule/internal/content/store"
	"ferrule/internal/database/databasetest"
)

func TestProductsAreCopiedOnBothDatabases(t *testing.T) {
	t.Parallel()
	const source = `{"items":{"languages":[{"code":"de-DE"}],"products":[
		{"id":1,"slug":"a","status":"published","variations":[{"sku":"x","sort":1},{"sku":"y","sort":2}]},
		{"id":5,"slug":"b","status":"draft","translations":[{"languages_code":"de-DE","name":"B"}]}]}}`
	databasetest.OnBoth(t, func(t *testing.T, address string) {
		s, err := store.OpenAt(t.Context(), address, t.TempDir(), content.Default())
		if err != nil {
			t.Fatal(err)
		}
		t.Cleanup(func() {
			if err := s.Close(); err != nil {
				t.Error(err)
			}
		})
		if err := seed.Multiply(t.Context(), s, content.Default(), seed.Size{Products: 120, Variations: 1}); err == nil {
			t.Error("a store without products was multiplied")
		}
		if _, err := s.Import(t.Context(), fstest.MapFS{"content.json": {Data: []byte(source)}}); err != nil {
			t.Fatal(err)
		}
		if err := seed.Multiply(t.Context(), s, content.Default(), seed.Size{Products: 120, Variations: 1}); err != nil {
			t.Fatal(err)
		}
		h, err := s.Check(t.Context())
		if err != nil || len(h.Problems) > 0 || h.Items["products"] != 120 || h.Items["variations"] != 2+59 || h.Items["products_translations"] != 60 {
			t.Errorf("%d products, %d variations, %d translations, %v, %v", h.Items["products"], h.Items["variations"], h.Items["products_translations"], h.Problems, err)
		}
	})
}
