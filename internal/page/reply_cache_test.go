package page

import (
	"strings"
	"testing"
)

func TestSharedRepliesAreReadOncePerRevision(t *testing.T) {
	t.Parallel()
	h := build(t, nil)
	slug := "main"
	read := func(address string, want int64) {
		t.Helper()
		before := h.source.reads.Load()
		if r := h.get(address); !strings.Contains(r.body, `"slug":"`+slug+`"`) {
			t.Errorf("%s shows another header: %s", address, r.body)
		}
		if got := h.source.reads.Load() - before; got != want {
			t.Errorf("%s: %d queries read, want %d", address, got, want)
		}
	}
	h.get("/fr") // has the content looked at
	read("/fr/about", 2)
	read("/fr/range", 1)
	read("/fr/product", 0)
	read("/de/product", 1)

	slug = "other"
	h.source.change(func() { h.source.rows["header"][0]["slug"] = slug })
	h.Invalidate()
	h.get("/fr")
	read("/fr/range", 2)
	read("/fr/product", 0)
}
