package collate_test

import (
	"slices"
	"strings"
	"testing"

	"ferrule/internal/collate"
)

func TestTextsSortWithoutCaseAndAccents(t *testing.T) {
	t.Parallel()
	for text, want := range map[string]string{
		"":               "",
		"flange 25":      "flange 25",
		"Übergangsstück": "ubergangsstuck",
		"STRASSE Straße": "strasse strasse",
		"Ærø Œuvre":      "aero oeuvre",
		"e\u0301":        "e",
		"Ǽ":              "ae",
		"Łódź İstanbul":  "lodz istanbul",
		"Ёлка йод":       "елка иод",
		"管 继手 가":         "管 继手 가",
		"Ø 12 – ½\"":     "o 12 – ½\"",
	} {
		if got := collate.SortKey(text); got != want {
			t.Errorf("SortKey(%q) = %q, want %q", text, got, want)
		}
	}
	sorted := []string{"Zange", "äpfel", "Apfel", "apfel", "Öl", "Ohr", "zebra"}
	slices.SortFunc(sorted, func(a, b string) int {
		if n := strings.Compare(collate.SortKey(a), collate.SortKey(b)); n != 0 {
			return n
		}
		return strings.Compare(a, b)
	})
	if got, want := strings.Join(sorted, " "), "Apfel apfel äpfel Ohr Öl Zange zebra"; got != want {
		t.Errorf("order %s, want %s", got, want)
	}
}

func TestKeysAreIdempotent(t *testing.T) {
	t.Parallel()
	for r := rune(1); r <= 0x10ffff; r++ {
		if key := collate.SortKey(string(r)); collate.SortKey(key) != key {
			t.Fatalf("the key of %U is %q, whose key is %q", r, key, collate.SortKey(key))
		}
	}
}
