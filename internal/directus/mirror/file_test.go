package mirror

import "testing"

// Requests of visitors read the size of a file while Run adapts its table.
func TestSizesAreReadDuringAProbe(t *testing.T) {
	t.Parallel()
	p := newPair(t, nil)
	p.later(0)
	id := everything(p, p.local)["directus_files"].(map[string]any)["data"].([]any)[0].(map[string]any)["id"].(string)
	probed := make(chan error)
	go func() { probed <- p.mirror.probe(t.Context(), p.mirror.byName["directus_files"]) }()
	size, err := p.mirror.sizeOf(t.Context(), id)
	if err != nil || size == 0 {
		t.Errorf("size %d, %v", size, err)
	}
	if err := <-probed; err != nil {
		t.Error(err)
	}
}
