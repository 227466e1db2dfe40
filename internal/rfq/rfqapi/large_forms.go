package rfqapi

import "sync"

// Forms of at least largeForm bytes are read at the same time maxLarge at most, and
// one of a client, so that their memory is bounded: some 10 times the size of each.
const (
	largeForm = 1 << 20
	maxLarge  = 8
)

// largeForms are the clients whose large forms are being read or stored.
type largeForms struct {
	mu      sync.Mutex
	clients map[string]bool
}

// take takes the place of a client's large form until release is called; ok is
// false while there is none.
func (f *largeForms) take(client string) (release func(), ok bool) {
	f.mu.Lock()
	defer f.mu.Unlock()
	if len(f.clients) >= maxLarge || f.clients[client] {
		return nil, false
	}
	f.clients[client] = true
	return func() {
		f.mu.Lock()
		defer f.mu.Unlock()
		delete(f.clients, client)
	}, true
}
