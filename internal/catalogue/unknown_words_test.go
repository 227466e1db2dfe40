package catalogue_test

import (
	"maps"
	"testing"
)

func TestUnknownWordsOfASearchAreProposed(t *testing.T) {
	t.Parallel()
	got := map[string]string{}
	for _, q := range []string{"xyzzy", "Kugelhähnlein", "Nadelventil xyzzy", "FR-GV-12S-72", "DN 80 PN 40", "", "xyzzy 17x"} {
		words, err := lists.UnknownWords(t.Context(), q, "de-DE")
		if err != nil {
			t.Fatal(err)
		}
		for _, w := range words {
			got[q] += w.Word + "=" + w.Like
			for _, s := range w.Proposed {
				got[q] += " " + s.Target
			}
		}
	}
	want := map[string]string{"xyzzy": "xyzzy=", "Kugelhähnlein": "Kugelhähnlein=kugelhahn valve/ball", "xyzzy 17x": "xyzzy="}
	if !maps.Equal(got, want) {
		t.Errorf("%q", got)
	}
}
