package search

import (
	"testing"

	"github.com/google/go-cmp/cmp"
)

func TestTextsAreFoldedForComparison(t *testing.T) {
	t.Parallel()
	for in, want := range map[string]string{
		"Vorschweiß\u00adflansch": "vorschweissflansch",
		"Kugelhähne":              "kugelhahne",
		"Clé à œillet":            "cle a oeillet",
		"M20×1,5":                 "m20x1.5",
		"Rohr, nahtlos":           "rohr, nahtlos",
		"ΔP µm":                   "δp μm",
	} {
		if got := Fold(in); got != want {
			t.Errorf("Fold(%q) = %q, want %q", in, got, want)
		}
	}
}

func TestPartNumbersAreFoldedToTheirCharacters(t *testing.T) {
	t.Parallel()
	for _, in := range []string{"FR-GV-12S-71", "fr.gv 12s/71", "FR GV 12 S 71", "frgv12s71"} {
		if got := FoldNumber(in); got != "frgv12s71" {
			t.Errorf("FoldNumber(%q) = %q", in, got)
		}
	}
}

func TestWordsKeepTheirPointsAndSlashesInside(t *testing.T) {
	t.Parallel()
	got := Words("Winkel\u00adverschraubung 90°, 1.4404/1.4571 (G 1/2). ISO 8434-1")
	want := []string{"winkelverschraubung", "90", "1.4404/1.4571", "g", "1/2", "iso", "8434", "1"}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Error(diff)
	}
}

func TestAGradeHasOneKeyForAllItsNames(t *testing.T) {
	t.Parallel()
	m := newMaterials()
	for in, want := range map[string]string{
		"1.4404": "1.4404", "1.4404 (316L)": "1.4404", "AISI 316L": "1.4404", "316L": "1.4404", "UNS S31603": "1.4404",
		"1.4435 (316L)": "1.4435", "1.4462 (Duplex)": "1.4462", "1.4571 mit Graphit": "", "1.4404 (316Ti)": "", "Messing": "", "1.4401/1.4404": "",
	} {
		if got := m.key(in); got != want {
			t.Errorf("key(%q) = %q, want %q", in, got, want)
		}
	}
}
