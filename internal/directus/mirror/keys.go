package mirror

import (
	"bufio"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"hash/fnv"
	"io/fs"
	"os"
	"strconv"
	"sync"

	"ferrule/internal/content"
)

// Integers of foreign keys are in the upper half of the positive 32-bit integers,
// where keys of a Directus that are integers themselves do not reach in practice.
const (
	firstForeignKey = 1 << 30
	foreignKeys     = 1 << 30
)

// KeysFile is the name, in the folder of a mirror or import, of the integers of keys.
const KeysFile = "keys.jsonl"

// keyMap assigns integers to the keys of a Directus that are none, such as UUIDs,
// for collections whose keys are integers in the model. An integer is derived
// from the key, so that another server assigns the same. Of two keys that lead to
// the same integer, the one that is read second gets the next one, which depends on
// the order of reading and is therefore stored.
type keyMap struct {
	file string

	mu      sync.Mutex
	local   map[string]map[string]int64 // by collection of the model and key in the Directus
	remote  map[string]map[int64]string
	unsaved []foreignKey
}

// foreignKey is one line of the file.
type foreignKey struct {
	Collection string `json:"c"`
	Remote     string `json:"k"`
	Local      int64  `json:"n"`
}

// loadKeys reads the keys of a file. A damaged or missing line is derived again.
func loadKeys(file string) (*keyMap, error) {
	k := &keyMap{file: file, local: make(map[string]map[string]int64), remote: make(map[string]map[int64]string)}
	f, err := os.Open(file) //nolint:gosec // inside the mirror's own folder
	if errors.Is(err, fs.ErrNotExist) {
		return k, nil
	}
	if err != nil {
		return nil, err
	}
	lines := bufio.NewScanner(f)
	for lines.Scan() {
		var line foreignKey
		if json.Unmarshal(lines.Bytes(), &line) == nil && line.Local >= firstForeignKey {
			k.put(line)
		}
	}
	return k, errors.Join(lines.Err(), f.Close())
}

func (k *keyMap) put(line foreignKey) {
	if k.local[line.Collection] == nil {
		k.local[line.Collection] = make(map[string]int64)
		k.remote[line.Collection] = make(map[int64]string)
	}
	k.local[line.Collection][line.Remote] = line.Local
	k.remote[line.Collection][line.Local] = line.Remote
}

// assign returns the integer of a key, a new one if it has none.
func (k *keyMap) assign(collection, remote string) int64 {
	k.mu.Lock()
	defer k.mu.Unlock()
	if n, ok := k.local[collection][remote]; ok {
		return n
	}
	sum := fnv.New64a()
	_, _ = sum.Write([]byte(remote)) // a hash never fails
	at := int64(sum.Sum64() % foreignKeys)
	for ; k.remote[collection][firstForeignKey+at] != ""; at = (at + 1) % foreignKeys {
	}
	line := foreignKey{collection, remote, firstForeignKey + at}
	k.put(line)
	k.unsaved = append(k.unsaved, line)
	return line.Local
}

// lookup returns the key in the Directus of an integer; false if it has none.
func (k *keyMap) lookup(collection string, local int64) (string, bool) {
	k.mu.Lock()
	defer k.mu.Unlock()
	remote, ok := k.remote[collection][local]
	return remote, ok
}

// isLost reports whether an integer is of no key that the Directus can have: it was
// assigned before the file was lost, or the keys were integers formerly. A database
// may refuse to compare it with the keys of another type.
func (k *keyMap) isLost(collection string, local int64) bool {
	k.mu.Lock()
	defer k.mu.Unlock()
	remote := k.remote[collection]
	if len(remote) == 0 || remote[local] != "" {
		return false
	}
	for _, key := range remote { // all are of one type
		if _, err := content.ParseValue(&content.Field{Type: content.UUID}, key); err == nil {
			return true
		}
		break
	}
	return local >= firstForeignKey
}

// has reports whether keys of a collection have integers.
func (k *keyMap) has(collection string) bool {
	k.mu.Lock()
	defer k.mu.Unlock()
	return len(k.local[collection]) > 0
}

// save appends the keys that were assigned since the last call to the file.
func (k *keyMap) save() error {
	k.mu.Lock()
	defer k.mu.Unlock()
	if len(k.unsaved) == 0 {
		return nil
	}
	f, err := os.OpenFile(k.file, os.O_WRONLY|os.O_CREATE|os.O_APPEND, 0o600)
	if err != nil {
		return err
	}
	w := bufio.NewWriter(f)
	enc := json.NewEncoder(w)
	for _, line := range k.unsaved {
		err = errors.Join(err, enc.Encode(line))
	}
	if err = errors.Join(err, w.Flush(), f.Sync(), f.Close()); err == nil {
		k.unsaved = nil
	}
	return err
}

func hasIntegerKey(c *content.Collection) bool {
	return c.Key.Type == content.Integer || c.Key.Type == content.BigInteger
}

// isInteger reports whether a key is an integer as JSON or in its canonical form
// as text: "01" and "1" are different keys.
func isInteger(key any) bool {
	switch v := key.(type) {
	case json.Number:
		_, err := v.Int64()
		return err == nil
	case string:
		n, err := strconv.ParseInt(v, 10, 64)
		return err == nil && strconv.FormatInt(n, 10) == v
	default:
		return false
	}
}

// localKey returns the key that the model uses for a key of the Directus.
func (m *Mirror) localKey(c *content.Collection, key any) any {
	text, isText := key.(string)
	if number, ok := key.(json.Number); ok {
		text, isText = number.String(), true
	}
	switch {
	case !isText:
		return key
	case c.Name == languages && m.options.Map.Languages[text] != "":
		return m.options.Map.Languages[text]
	case hasIntegerKey(c) && !isInteger(key):
		return json.Number(strconv.FormatInt(m.keys.assign(c.Name, text), 10))
	default:
		return key
	}
}

// remoteKey returns the key that the Directus uses for a key of the model, as a
// JSON value.
func (m *Mirror) remoteKey(c *content.Collection, key string) any {
	if c.Name == languages {
		for remote, local := range m.options.Map.Languages {
			if local == key {
				return remote
			}
		}
	}
	if hasIntegerKey(c) {
		n, _ := strconv.ParseInt(key, 10, 64) // keys of the model are valid
		if remote, ok := m.keys.lookup(c.Name, n); ok {
			return remote
		}
	}
	return jsonKey(c.Key, key)
}

// remoteKeys returns remoteKey of each key of a collection that a column refers to, its own
// if the column is the key. It omits those that are lost, see keyMap.isLost.
func (m *Mirror) remoteKeys(by column, keys []string) []any {
	target := by.Collection
	if by.Kind == content.ManyToOne {
		target = by.Relation.Related
	}
	out := make([]any, 0, len(keys))
	for _, key := range keys {
		if n, err := strconv.ParseInt(key, 10, 64); err != nil || !m.keys.isLost(target.Name, n) {
			out = append(out, m.remoteKey(target, key))
		}
	}
	return out
}

// eachAmong calls each for every record of the Directus whose column has one of the keys of
// the model.
func (m *Mirror) eachAmong(ctx context.Context, t *table, by column, keys []string, each func(row) error) error {
	remote := m.remoteKeys(by, keys)
	if len(remote) == 0 {
		return nil
	}
	return m.eachRemote(ctx, t, condition{by.remoteName: map[string]any{"_in": remote}}, each)
}

// namedKey is validKey of a key that a webhook or the activity log names. It does not begin
// to map the keys of a collection.
func (m *Mirror) namedKey(t *table, key any) (string, bool) {
	if hasIntegerKey(t.Collection) && !isInteger(key) && !m.keys.has(t.Name) {
		return "", false
	}
	return m.validKey(t.Collection, key)
}

// validKey returns a key of the Directus as text of the model; false if the model cannot store it.
func (m *Mirror) validKey(c *content.Collection, key any) (string, bool) {
	v, err := content.ParseValue(c.Key, m.localKey(c, key))
	return fmt.Sprint(v), err == nil && v != nil
}
