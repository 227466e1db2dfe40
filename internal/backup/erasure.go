package backup

import (
	"context"
	"crypto/rand"
	"errors"
	"fmt"
	"maps"
	"os"
	"path/filepath"
	"slices"
)

// Erasures are the erasures of personal data that are recorded beside the backups, so
// that they are repeated after an older backup has been restored. A record is a digest
// with the key of the installation, which is inside the backups only.
type Erasures struct {
	destination *Destination
	key         []byte
	known       map[string]bool // names in the destination; nil until they are listed
}

// Erasures returns the recorded erasures of an installation.
func (d *Destination) Erasures(key []byte) *Erasures { return &Erasures{destination: d, key: key} }

func (e *Erasures) name(kind, id string) string { return digestOf(e.key, "erased", kind, id) }

func (e *Erasures) list(ctx context.Context) error {
	if e.known != nil || e.destination.erasures == nil {
		return nil
	}
	sizes, err := e.destination.erasures.Sizes(ctx)
	if err != nil {
		return fmt.Errorf("list erasures: %w", err)
	}
	e.known = make(map[string]bool, len(sizes))
	for name := range maps.Keys(sizes) {
		e.known[name] = true
	}
	return nil
}

// Record records the erasures of a kind that are not yet recorded, and returns their
// number.
func (e *Erasures) Record(ctx context.Context, kind string, ids []string) (int, error) {
	if err := e.list(ctx); err != nil {
		return 0, err
	}
	missing := slices.DeleteFunc(slices.Clone(ids), func(id string) bool { return e.known[e.name(kind, id)] })
	for group := range slices.Chunk(missing, flushObjects) {
		paths := make(map[string]string, len(group))
		for _, id := range group {
			path := filepath.Join(e.destination.erasing, rand.Text())
			if err := errors.Join(os.MkdirAll(e.destination.erasing, 0o700), os.WriteFile(path, nil, 0o600)); err != nil {
				return 0, fmt.Errorf("record erasures: %w", err)
			}
			paths[e.name(kind, id)] = path
		}
		if err := e.destination.erasures.Put(ctx, paths); err != nil {
			return 0, fmt.Errorf("record erasures: %w", err)
		}
		for name := range maps.Keys(paths) {
			e.known[name] = true
		}
	}
	return len(missing), nil
}

// Has reports whether an erasure is recorded.
func (e *Erasures) Has(ctx context.Context, kind, id string) (bool, error) {
	if err := e.list(ctx); err != nil {
		return false, err
	}
	return e.known[e.name(kind, id)], nil
}
