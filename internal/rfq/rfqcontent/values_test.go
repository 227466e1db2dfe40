package rfqcontent

import (
	"encoding/json"
	"os"
	"testing"

	"github.com/google/go-cmp/cmp"

	"ferrule/internal/rfq"
)

// The browser's values are tested with the same cases (web/src/catalogue/cart-chips.test.ts).
func TestValuesIdentifyAnArticle(t *testing.T) {
	t.Parallel()
	file, err := os.ReadFile("../testdata/values.json")
	if err != nil {
		t.Fatal(err)
	}
	var cases []struct {
		About     string
		Variation struct {
			Attributes []variationAttribute
			Related    struct{ Attributes []productAttribute } `json:"related_product"`
		}
		Product struct{ Attributes []productAttribute }
		Want    []rfq.Value
	}
	if err := json.Unmarshal(file, &cases); err != nil {
		t.Fatal(err)
	}
	for _, tt := range cases {
		if diff := cmp.Diff(tt.Want, valuesOf(tt.Variation.Attributes, tt.Variation.Related.Attributes, tt.Product.Attributes)); diff != "" {
			t.Errorf("%s (-want +got):\n%s", tt.About, diff)
		}
	}
}
