package rfqapi

import (
	"crypto/sha256"
	"net/url"
	"testing"
	"time"
)

func TestHTMLFormHasOneKeyForTenMinutes(t *testing.T) {
	t.Parallel()
	start := time.Date(2026, 11, 21, 8, 0, 0, 0, time.UTC)
	key := func(values url.Values, address string, after time.Duration) string {
		f := &htmlForm{values: values, digest: sha256.New()}
		(&Handler{}).mergeFiles(t.Context(), f)
		return f.key(address, start.Add(after))
	}
	form := url.Values{"name": {"A"}, "message": {"B"}}
	first := key(form, "192.0.2.1", 0)
	if again := key(form, "192.0.2.1", 10*time.Minute-time.Second); again != first {
		t.Errorf("%s became %s", first, again)
	}
	for about, other := range map[string]string{
		"ten minutes later": key(form, "192.0.2.1", 10*time.Minute),
		"another address":   key(form, "192.0.2.2", 0),
		"another form":      key(url.Values{"name": {"A"}, "message": {"C"}}, "192.0.2.1", 0),
		"a field moved":     key(url.Values{"name": {"A"}, "subject": {"B"}}, "192.0.2.1", 0),
	} {
		if other == first {
			t.Errorf("%s has the same key", about)
		}
	}
}
