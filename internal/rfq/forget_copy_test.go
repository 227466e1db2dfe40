package rfq

import (
	"errors"
	"io/fs"
	"os"
	"testing"

	"ferrule/internal/database"
)

func TestAnErasureRemovesTheCopyFromBeforeAnUpgrade(t *testing.T) {
	t.Parallel()
	s := open(t, t.TempDir())
	added, err := s.Add(t.Context(), Message{Name: "Erased"})
	if err != nil {
		t.Fatal(err)
	}
	former := s.file + database.BeforeUpgrade
	if err := os.WriteFile(former, []byte("Erased"), 0o600); err != nil {
		t.Fatal(err)
	}
	if err := s.Forget(t.Context(), added.Reference); err != nil {
		t.Fatal(err)
	}
	if _, err := os.Stat(former); !errors.Is(err, fs.ErrNotExist) {
		t.Errorf("the copy is left: %v", err)
	}
}
