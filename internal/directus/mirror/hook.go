package mirror

import (
	"bytes"
	"crypto/sha256"
	"crypto/subtle"
	"encoding/json"
	"fmt"
	"io"
	"net/http"
	"strings"

	"ferrule/internal/content"
	"ferrule/internal/fault"
)

// SecretHeader carries the secret that a hook shares with the mirror.
const SecretHeader = "X-Ferrule-Secret" //nolint:gosec // the name of a header

// maxHook bounds the bytes of a hook's body.
const maxHook = 1 << 20

// ServeHook answers POST /api/hooks/content, which a Flow of the Directus
// sends when content changes: {"collection", "keys" or "key", "event"}. What
// it says is not believed, only looked at: the named rows are fetched. A body
// of another shape has all dates asked for. Hooks that come while rows are
// fetched wait, and are answered together.
func (m *Mirror) ServeHook(w http.ResponseWriter, r *http.Request) error {
	given, secret := sha256.Sum256([]byte(r.Header.Get(SecretHeader))), sha256.Sum256([]byte(m.options.Secret))
	if m.options.Secret == "" || subtle.ConstantTimeCompare(given[:], secret[:]) != 1 {
		return fault.New(fault.Unauthorized, "The header %s has to hold the secret of --directus-secret.", SecretHeader).WithCode("INVALID_CREDENTIALS")
	}
	body, err := io.ReadAll(http.MaxBytesReader(w, r.Body, maxHook))
	if err != nil {
		return fault.Wrap(fault.TooLarge, err, "The body is larger than %d bytes.", maxHook).WithCode("INVALID_PAYLOAD")
	}
	m.announce(body)
	w.WriteHeader(http.StatusAccepted)
	return nil
}

// announce notes what a hook names, and wakes the mirror.
func (m *Mirror) announce(body []byte) {
	t, keys, deleted := m.readHook(body)
	m.mu.Lock()
	switch {
	case t == nil || len(keys) == 0:
		m.poll = true
	case len(m.pending[t.Name])+len(keys) > maxRefreshed:
		m.whole = true
	default:
		for _, key := range keys {
			m.pending.add(t.Name, key)
			if deleted {
				m.deleted.add(t.Name, key)
			}
		}
	}
	m.mu.Unlock()
	m.awake()
}

// readHook returns what a hook names, and whether it says that it was deleted.
func (m *Mirror) readHook(body []byte) (t *table, keys []string, deleted bool) {
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
	t = m.byName[m.named[in.Collection]]
	if t == nil {
		return nil, nil, false
	}
	for _, raw := range append(in.Keys, in.Key) {
		if key, err := content.ParseValue(t.Key, raw); err == nil && key != nil {
			keys = append(keys, fmt.Sprint(key))
		}
	}
	event, _ := in.Event.(string) // such as items.delete or products.items.delete
	return t, keys, strings.HasSuffix(event, ".delete")
}
