package search

import (
	"slices"
	"strings"
	"testing"
)

func TestTheShippedVocabularyIsValidAndInFourLanguages(t *testing.T) {
	t.Parallel()
	languages := map[string]int{}
	for _, s := range Shipped() {
		languages[s.Language]++
		if err := s.Validate(); err != nil || s.Target == "" {
			t.Errorf("%+v: %v", s, err)
		}
	}
	for _, language := range []string{"de", "en", "fr", "it"} {
		if languages[language] < 600 {
			t.Errorf("%d entries in %s", languages[language], language)
		}
	}
}

func TestAnUnusableSynonymIsRefusedWithWhatToWrite(t *testing.T) {
	t.Parallel()
	for want, s := range map[string]Synonym{
		"word is empty":                {Language: "de", Word: " – ", Means: MeansKind, Target: "flange"},
		`language is "de-DE"; write`:   {Language: "de-DE", Word: "Flansch", Means: MeansKind, Target: "flange"},
		`means is "type"; write kind,`: {Language: "de", Word: "Flansch", Means: "type", Target: "flange"},
		`target is "Flange/Weld neck"`: {Language: "de", Word: "Flansch", Means: MeansKind, Target: "Flange/Weld neck"},
		`target is "flange/"; write`:   {Language: "de", Word: "Flansch", Means: MeansKind, Target: "flange/"},
	} {
		if err := s.Validate(); err == nil || !strings.HasPrefix(err.Error(), want) {
			t.Errorf("%+v: %v", s, err)
		}
	}
	for _, s := range []Synonym{
		{"*", "VSF", MeansKind, "flange/weld-neck"},
		{"de", "Sondermuffe", MeansKind, "special/socket-2"}, // a path that no other word has
		{"pl", "kołnierz", MeansKind, "flange"},
		{"de", "Kappe", MeansKind, ""},
		{"de", "V2A", MeansValue, "1.4301, 1.4307"},
	} {
		if err := s.Validate(); err != nil {
			t.Errorf("%+v: %v", s, err)
		}
	}
}

func TestShippedEntriesOfASiteDoNotDiffer(t *testing.T) {
	t.Parallel()
	site := Shipped()
	slices.Reverse(site)
	if d := Differing(site); d != nil {
		t.Errorf("%d entries differ, such as %+v", len(d), d[0])
	}
	if NewReader(Differing(site)) != NewReader(nil) {
		t.Error("the reader is built again")
	}
	for _, entries := range shippedByKey() {
		if len(entries) == 1 {
			continue
		}
		if d := Differing(entries[:1]); len(d) != 1 {
			t.Fatalf("%+v alone is no change", entries[0])
		}
		break
	}
	own := []Synonym{{"de", "Flansch", MeansKind, "flange/blind"}, {"de", "Zwischenring", MeansKind, "ring/spacer"}}
	if d := Differing(append(own, Synonym{"en", "accumulator", MeansKind, "accumulator"})); !slices.Equal(d, own) {
		t.Errorf("%+v", d)
	}
}

func TestASitesWordReplacesTheShippedOne(t *testing.T) {
	t.Parallel()
	r := NewReader([]Synonym{
		{"de", "Hydrospeicher", MeansKind, "tank"},
		{"de", "Druckspeicher", MeansKind, ""},
		{"fr", "Fittinge", MeansKind, "other"},
		{"*", "VSF-Spezial", MeansKind, "flange/weld-neck"},
	})
	for text, want := range map[string]string{
		"Hydrospeicher":  "k:tank",
		"Druckspeicher":  "?druckspeicher",
		"Blasenspeicher": "k:accumulator",
		"vsf spezial":    "k:flange/weld-neck",
	} {
		if got := strings.Join(factsOf(r, text), " "); got != want {
			t.Errorf("%q states %q, want %q", text, got, want)
		}
	}
}

func TestVisitorsSeeTheShippedWordOfAKind(t *testing.T) {
	t.Parallel()
	r := NewReader([]Synonym{{"de", "VSF-Spezial", MeansKind, "flange/weld-neck"}, {"de", "Distanzring", MeansKind, "ring/site"}, {"de", "Zwischenring", MeansKind, "ring/site"}})
	for target, want := range map[string]string{"flange/weld-neck": NewReader(nil).Label("flange/weld-neck", "de"), "ring/site": "Distanzring"} {
		if got := r.Label(target, "de-DE"); got != want {
			t.Errorf("%s is shown as %q, want %q", target, got, want)
		}
	}
}

func TestAnUnknownWordIsProposedAsTheOneThatItIsLike(t *testing.T) {
	t.Parallel()
	r := NewReader(nil)
	for word, want := range map[string]string{
		"Kugelhähnlein": "kugelhahn valve/ball",      // begins with a known word
		"Hydrospeichr":  "hydrospeicher accumulator", // a typing error
		"hydrospeich":   "hydrospeicher accumulator", // a part of a word
		"xyzzy":         "",
	} {
		proposed, like := r.Propose(word, "de-DE")
		got := like
		for _, s := range proposed {
			got += " " + s.Target
			if s.Word != word || s.Language != "de" || s.Means != MeansKind || s.Validate() != nil {
				t.Errorf("%q: %+v", word, s)
			}
		}
		if got != want {
			t.Errorf("%q is like %q, want %q", word, got, want)
		}
	}
}
