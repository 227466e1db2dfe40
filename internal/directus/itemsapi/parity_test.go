package itemsapi_test

import (
	"slices"
	"testing"

	"ferrule/internal/content/paritytest"
	"ferrule/internal/content/store"
	"ferrule/internal/database/databasetest"
	"ferrule/internal/directus/itemsapi"
)

// recordedStore returns a store at an address of store.OpenAt, with the model and the
// content of the recording.
func recordedStore(t testing.TB, address string) *store.Store {
	t.Helper()
	s, err := store.OpenAt(t.Context(), address, t.TempDir(), paritytest.Model(t))
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		if err := s.Close(); err != nil {
			t.Error(err)
		}
	})
	if _, err := s.Import(t.Context(), paritytest.Folder()); err != nil {
		t.Fatal(err)
	}
	return s
}

// TestRepliesMatchDirectus replays the recorded requests of the public.
// The other requests are replayed to the whole program (internal/app).
func TestRepliesMatchDirectus(t *testing.T) {
	t.Parallel()
	databasetest.OnBoth(t, func(t *testing.T, address string) {
		s := recordedStore(t, address)
		ofPublic := slices.DeleteFunc(paritytest.Cases(t), func(c paritytest.Case) bool { return c.OfAccounts() })
		paritytest.Replay(t, itemsapi.New(paritytest.Model(t), s, itemsapi.Writing(s, nil), itemsapi.Uploading(s, 1<<20)), "", "", ofPublic)
	})
}
