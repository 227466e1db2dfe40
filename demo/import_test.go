package demo_test

import (
	"testing"

	"ferrule/demo"
	"ferrule/internal/content"
	"ferrule/internal/content/store"
)

// The store rejects an import with a reference to a missing record.
func TestTheDemoCanBeImported(t *testing.T) {
	t.Parallel()
	source, err := demo.Source()
	if err != nil {
		t.Fatal(err)
	}
	s, err := store.Open(t.Context(), t.TempDir(), content.Default())
	if err != nil {
		t.Fatal(err)
	}
	defer s.Close()
	imported, err := s.Import(t.Context(), source)
	if err != nil {
		t.Fatal(err)
	}
	if imported.Items["products"] < 90 || imported.Files == 0 {
		t.Errorf("imported %+v", imported)
	}
}
