package rfqcontent_test

import (
	"testing"
	"testing/fstest"

	"github.com/shopspring/decimal"

	"ferrule/internal/content"
	"ferrule/internal/content/store"
	"ferrule/internal/database/databasetest"
	"ferrule/internal/rfq/rfqcontent"
)

func TestPricesAndStockAreThoseOfThePartNumber(t *testing.T) {
	t.Parallel()
	databasetest.OnBoth(t, func(t *testing.T, address string) {
		s, err := store.OpenAt(t.Context(), address, t.TempDir(), content.Default())
		if err != nil {
			t.Fatal(err)
		}
		defer func() { _ = s.Close() }()
		_, err = s.Import(t.Context(), fstest.MapFS{"content.json": {Data: []byte(`{"items":{
			"products":[
				{"id":1,"slug":"nut","sku":"NUT","status":"published","price":"12.50","stock":3},
				{"id":2,"slug":"ring","sku":"RING","status":"published","price":1,"stock":1},
				{"id":3,"slug":"free","sku":"FREE","status":"published","price":0}],
			"variations":[{"id":1,"product":2,"sku":"RING","price":"0.40","stock":900},{"id":2,"product":2,"sku":"RING-8"}]}}`)}})
		if err != nil {
			t.Fatal(err)
		}
		reader, numbers := rfqcontent.Reader{Source: s}, []string{"NUT", "RING", "RING-8", "FREE", "NONE"}
		prices, err := reader.Prices(t.Context(), numbers)
		if err != nil || len(prices) != 2 || !prices["NUT"].Equal(decimal.RequireFromString("12.5")) || !prices["RING"].Equal(decimal.RequireFromString("0.4")) {
			t.Errorf("prices %v, %v", prices, err)
		}
		stock, err := reader.Stock(t.Context(), numbers)
		if err != nil || stock["NUT"] != 3 || stock["RING"] != 900 {
			t.Errorf("stock %v, %v", stock, err)
		}
		if _, known := stock["RING-8"]; known {
			t.Error("a stock is made up")
		}
	})
}
