package mirror

import (
	"bytes"
	"crypto/sha256"
	"crypto/subtle"
	"encoding/json"
	"io"
	"maps"
	"net/http"
	"strings"
	"time"

	"ferrule/internal/directus/client"
	"ferrule/internal/fault"
)

// SecretHeader is the header with the secret that webhooks share with the
// mirror.
const SecretHeader = client.SecretHeader

// maxHookSize is the maximum size of a webhook's body, in bytes.
const maxHookSize = 1 << 20

// ServeHook handles POST /api/hooks/content, which a Flow of the Directus sends
// when content changes: {"collection", "keys" or "key", "event"}. The payload
// is not trusted: the named rows are fetched from the Directus. A collection
// without keys, such as a list sorted by an editor, causes a sweep, any other body
// a poll. Webhooks received during a refresh are processed together by
// the next one.
func (m *Mirror) ServeHook(w http.ResponseWriter, r *http.Request) error {
	given, secret := sha256.Sum256([]byte(r.Header.Get(SecretHeader))), sha256.Sum256([]byte(m.options.Secret))
	if m.options.Secret == "" || subtle.ConstantTimeCompare(given[:], secret[:]) != 1 {
		m.countHook(hookRefused)
		return fault.New(fault.Unauthorized, "The header %s has to hold the secret of --directus-secret.", SecretHeader).WithCode("INVALID_CREDENTIALS")
	}
	body, err := io.ReadAll(http.MaxBytesReader(w, r.Body, maxHookSize))
	if err != nil {
		return fault.Wrap(fault.TooLarge, err, "The body is larger than %d bytes.", maxHookSize).WithCode("INVALID_PAYLOAD")
	}
	m.recordHook(body)
	w.WriteHeader(http.StatusAccepted)
	return nil
}

// Results of webhooks, as in the metrics.
const (
	hookAccepted = "accepted" // it names records
	hookUnnamed  = "unnamed"  // it names no known record
	hookRefused  = "refused"  // wrong secret
)

// countHook counts a webhook; the time of an accepted one is part of the state.
func (m *Mirror) countHook(result string) {
	m.mu.Lock()
	defer m.mu.Unlock()
	m.hooks[result]++
	if result != hookRefused {
		m.state.LastHook = m.options.Clock.Now().UTC()
	}
}

// Hooks returns the number of webhooks since the start by result, and the time of the
// last one with the right secret; zero if there was none.
func (m *Mirror) Hooks() (counts map[string]int64, last time.Time) {
	m.mu.Lock()
	defer m.mu.Unlock()
	counts = map[string]int64{hookAccepted: 0, hookUnnamed: 0, hookRefused: 0}
	maps.Copy(counts, m.hooks)
	return counts, m.state.LastHook
}

// recordHook records what a webhook names and wakes the mirror.
func (m *Mirror) recordHook(body []byte) {
	t, keys, deleted := m.parseHook(body)
	if t == nil || len(keys) == 0 {
		m.countHook(hookUnnamed)
	} else {
		m.countHook(hookAccepted)
	}
	m.mu.Lock()
	switch {
	case t == nil:
		m.pollRequested = true
	case len(keys) == 0 || len(m.pending[t.Name])+len(keys) > maxRefreshed:
		m.sweepRequested = true
	default:
		for _, key := range keys {
			m.pending.add(t.Name, key)
			if deleted {
				m.deleted.add(t.Name, key)
			}
		}
	}
	m.mu.Unlock()
	m.signal()
}

// parseHook returns the collection and keys that a webhook names, and whether it
// reports their deletion.
func (m *Mirror) parseHook(body []byte) (t *table, keys []string, deleted bool) {
	var in struct {
		Collection string `json:"collection"`
		Key        any    `json:"key"`
		Keys       []any  `json:"keys"`
		Event      any    `json:"event"`
	}
	dec := json.NewDecoder(bytes.NewReader(body))
	dec.UseNumber()
	if dec.Decode(&in) != nil {
		return nil, nil, false
	}
	t = m.byName[m.localNames[in.Collection]]
	if t == nil {
		return nil, nil, false
	}
	for _, raw := range append(in.Keys, in.Key) {
		if key, ok := m.namedKey(t, raw); ok {
			keys = append(keys, key)
		}
	}
	event, _ := in.Event.(string) // such as items.delete or products.items.delete
	return t, keys, strings.HasSuffix(event, ".delete")
}
