package cli_test

import (
	"encoding/json"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"ferrule/internal/database/databasetest"
)

func write(t *testing.T, text string) string {
	t.Helper()
	name := filepath.Join(t.TempDir(), "file")
	if err := os.WriteFile(name, []byte(text), 0o600); err != nil {
		t.Fatal(err)
	}
	return name
}

func TestQuestionOfferAndDeclineAreSentFromTheCommandLine(t *testing.T) {
	t.Parallel()
	databasetest.OnBoth(t, func(t *testing.T, address string) {
		d := newInbox(t, address)
		reference := d.cart.Reference
		if _, err := d.try("question", reference, "--by", "Ada"); err == nil || !strings.Contains(err.Error(), "{{question}}") {
			t.Errorf("the template alone: %v", err)
		}
		if out := d.run("question", reference, "--by", "Ada", "--text", write(t, "Welches Medium?")); !strings.Contains(out, "zoe@example.com") {
			t.Errorf("question: %s", out)
		}

		begun := d.run("offer", reference, "--by", "Ada", "--offer-currency", "EUR", "--offer-vat", "8.1")
		var offer map[string]any
		if err := json.Unmarshal([]byte(begun), &offer); err != nil {
			t.Fatalf("%v in %s", err, begun)
		}
		_, err := d.try("offer", reference, write(t, begun), "--by", "Ada", "--base-url", "https://shop.example.com")
		if err == nil || !strings.Contains(err.Error(), "lines.1.sku: Assign an article") {
			t.Errorf("an offer with problems: %v", err)
		}
		lines := offer["lines"].([]any)
		first := lines[0].(map[string]any)
		if first["name"] != "Flansch" || first["vatRate"] != "8.1" || offer["currency"] != "EUR" {
			t.Errorf("it begins with %s", begun)
		}
		first["sku"], first["price"], first["deliveries"] = "FR-1", "12.5", []any{map[string]any{"quantity": 3, "days": 2}}
		lines[1].(map[string]any)["notOffered"] = "ausgelaufen"
		priced, err := json.Marshal(offer)
		if err != nil {
			t.Fatal(err)
		}
		if _, err := d.try("offer", reference, write(t, `{"price":1}`), "--by", "Ada"); err == nil || !strings.Contains(err.Error(), "unknown field") {
			t.Errorf("no offer: %v", err)
		}
		out := d.run("offer", reference, write(t, string(priced)), "--by", "Ada", "--base-url", "https://shop.example.com/")
		if !strings.Contains(out, "Offer A-"+strings.TrimPrefix(reference, "F-")+" over EUR 37.50") {
			t.Errorf("offer: %s", out)
		}
		shown := d.run("show", reference)
		for _, want := range []string{"Welches Medium?", "EUR 37.50", "Outcome", "offered", "Unser Angebot", "https://shop.example.com/de/request/"} {
			if !strings.Contains(shown, want) {
				t.Errorf("show has no %q: %s", want, shown)
			}
		}
		if out := d.run("decline", reference, "--by", "Ada", "--text", write(t, "Leider nicht.")); !strings.Contains(out, "is declined") {
			t.Errorf("decline: %s", out)
		}
		if out := d.run("forget", "--reference", reference); !strings.Contains(out, "Kept as a business letter until 20") || !strings.Contains(out, "A-"+strings.TrimPrefix(reference, "F-")) {
			t.Errorf("forget: %s", out)
		}
		if shown := d.run("show", reference, "--format", "json"); !strings.Contains(shown, `"outcome": "lost"`) || !strings.Contains(shown, `"state": "replaced"`) {
			t.Errorf("show: %s", shown)
		}
	})
}
