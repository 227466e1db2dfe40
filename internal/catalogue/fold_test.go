package catalogue

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
		if got := fold(in); got != want {
			t.Errorf("fold(%q) = %q, want %q", in, got, want)
		}
	}
}

func TestPartNumbersAreFoldedToTheirCharacters(t *testing.T) {
	t.Parallel()
	for _, in := range []string{"FR-GV-12S-71", "fr.gv 12s/71", "FR GV 12 S 71", "frgv12s71"} {
		if got := foldNumber(in); got != "frgv12s71" {
			t.Errorf("foldNumber(%q) = %q", in, got)
		}
	}
}

func TestKeysAreSafeInAddresses(t *testing.T) {
	t.Parallel()
	for in, want := range map[string]string{
		"Stahl verzinkt": "stahl-verzinkt", "G 1/2\"": "g-1/2", "M20×1,5": "m20x1.5", "24°-Konus": "24-konus", "../x": "x", "Ω": "",
	} {
		if got := keyOf(in); got != want {
			t.Errorf("keyOf(%q) = %q, want %q", in, got, want)
		}
	}
}

func TestWordsKeepTheirPointsAndSlashesInside(t *testing.T) {
	t.Parallel()
	got := words("Winkel\u00adverschraubung 90°, 1.4404/1.4571 (G 1/2). ISO 8434-1")
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
	if diff := cmp.Diff([]string{"1.4404", "1.4432", "1.4435"}, m.equal("316l")); diff != "" {
		t.Error(diff)
	}
}

func TestOneOffAcceptsOneTypingError(t *testing.T) {
	t.Parallel()
	for _, w := range []string{"kugelhahn", "kuglhahn", "kugelhahnn", "kugelhaha", "kugelhanh", "ukgelhahn", "xkugelhahn"} {
		if !oneOff(w, "kugelhahn") || !oneOff("kugelhahn", w) {
			t.Errorf("%q is not one off", w)
		}
	}
	for _, w := range []string{"kugelha", "kuglhanh", "hahnkugel", "kugelhahnen", ""} {
		if oneOff(w, "kugelhahn") || oneOff("kugelhahn", w) {
			t.Errorf("%q is one off", w)
		}
	}
}
