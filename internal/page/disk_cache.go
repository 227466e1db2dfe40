package page

import (
	"bytes"
	"context"
	"crypto/rand"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"path"
	"slices"
	"sync"
	"time"

	"ferrule/internal/content"
	"ferrule/internal/diskcache"
)

// DiskOptions configure the disk cache: the second tier, which survives
// restarts.
type DiskOptions struct {
	Folder string // may be emptied at any time; empty for none
	Bytes  int64  // maximum size, as counted by this process

	// Program identifies the program and its build: another one would write
	// other documents.
	Program string
	// Mark returns a string that identifies the current state of the content.
	Mark func(context.Context) (string, error)
}

const (
	// markFile stores the mark of the content that the cache is up to date with.
	markFile = "mark"
	// touchAfter is the maximum error of a file's time of last use.
	touchAfter = time.Minute
)

// diskCache stores pages in a folder, one file each, whose modification time is
// that of its last use. A file with a wrong checksum counts as absent, so
// nothing is synced. A nil diskCache is always empty.
type diskCache struct {
	root *diskcache.Folder
	mark func(context.Context) (string, error)

	mu       sync.Mutex
	revision int64                      // revision that since belongs to
	since    map[int64]*content.Changed // changes since a revision; nil if they are unknown
}

// fileHeader is the first line of a file; the brotli bytes follow.
type fileHeader struct {
	Language string `json:"language"`
	Path     string `json:"path"`
	Prefixed bool   `json:"prefixed"`

	Name      string              `json:"name"`
	Revision  int64               `json:"revision"`
	Languages string              `json:"languages"` // digest of the languages, see epoch
	Tags      map[string][]string `json:"tags"`      // IDs by collection
}

// openDiskCache opens the folder, and empties it unless its last user was the
// same program, wrote the same frame around pages, and was up to date with the
// current content.
func openDiskCache(ctx context.Context, o DiskOptions, around string) (*diskCache, error) {
	if o.Folder == "" || o.Bytes <= 0 {
		return nil, nil //nolint:nilnil // a nil diskCache is always empty
	}
	sum := sha256.Sum256(fmt.Appendf(nil, "%q %q", o.Program, around))
	own := hex.EncodeToString(sum[:8])
	if err := os.MkdirAll(path.Join(o.Folder, own), 0o700); err != nil {
		return nil, err
	}
	if err := removeOthers(o.Folder, own); err != nil {
		return nil, err
	}
	root, err := os.OpenRoot(path.Join(o.Folder, own))
	if err != nil {
		return nil, err
	}
	s := &diskCache{root: diskcache.NewFolder(root, o.Bytes), mark: o.Mark}
	mark, err := o.Mark(ctx)
	if err != nil {
		return nil, errors.Join(err, root.Close())
	}
	if known, err := root.ReadFile(markFile); err != nil || string(known) != mark {
		if err := removeOthers(path.Join(o.Folder, own), ""); err != nil {
			return nil, errors.Join(err, root.Close())
		}
	}
	return s, nil
}

func removeOthers(folder, but string) error {
	entries, err := os.ReadDir(folder)
	for _, entry := range entries {
		if entry.Name() != but {
			err = errors.Join(err, os.RemoveAll(path.Join(folder, entry.Name())))
		}
	}
	return err
}

func (s *diskCache) close() error {
	if s == nil {
		return nil
	}
	return s.root.Close()
}

// setRevision records that the content has a new revision. The changes since
// older revisions determine which stored pages are stale.
func (s *diskCache) setRevision(ctx context.Context, revision int64) error {
	if s == nil {
		return nil
	}
	s.mu.Lock()
	s.revision, s.since = revision, map[int64]*content.Changed{}
	s.mu.Unlock()
	mark, err := s.mark(ctx)
	if err != nil {
		return err
	}
	return s.write(markFile, []byte(mark))
}

// fileOf returns the path of a page's file.
func fileOf(k key) string {
	sum := sha256.Sum256(fmt.Appendf(nil, "%q %t %q", k.language, k.prefixed, k.path))
	name := hex.EncodeToString(sum[:16])
	return name[:2] + "/" + name
}

// storable reports whether a page may be stored on disk. Pages that clients can
// invent, those with parameters and missing ones, may not.
func storable(k key) bool { return k.search == "" && !k.notFound }

// full reports whether the cache is so full that new pages will soon evict
// others.
func (s *diskCache) full() bool { return s == nil || s.root.Full() }

// get returns a page, and whether content that it depends on has changed. It
// returns nil if there is none or the changes are unknown.
func (s *diskCache) get(ctx context.Context, k key, ep *epoch, source content.Source, shared bool) (e *entry, stale bool) {
	if s == nil || !storable(k) {
		return nil, false
	}
	name := fileOf(k)
	file, err := s.root.ReadFile(name)
	if err != nil {
		return nil, false
	}
	head, body, ok := parseFile(file)
	if !ok || head.Languages != ep.languagesDigest || (key{language: head.Language, prefixed: head.Prefixed, path: head.Path}) != k {
		return nil, false
	}
	var tags []content.Tag
	for collection, ids := range head.Tags {
		for _, id := range ids {
			tags = append(tags, content.Tag{Collection: collection, ID: id})
		}
	}
	if head.Revision != ep.revision {
		what, err := s.changed(ctx, source, head.Revision, ep.revision)
		if err != nil || what == nil {
			return nil, false
		}
		stale = what.Meets(tags)
	}
	if info, err := s.root.Stat(name); err == nil && time.Since(info.ModTime()) > touchAfter {
		now := time.Now()
		_ = s.root.Chtimes(name, now, now) // on failure the file is only evicted too early
	}
	e = emptyEntry(k, head.Language, head.Name, tags, true, shared && !stale)
	e.add(brotliCoding, body)
	return e, stale
}

// changed returns content.ChangedSince, with one call for each revision.
func (s *diskCache) changed(ctx context.Context, source content.Source, since, now int64) (*content.Changed, error) {
	s.mu.Lock()
	what, ok := s.since[since]
	ok = ok && s.revision == now
	s.mu.Unlock()
	if ok {
		return what, nil
	}
	what, err := content.ChangedSince(ctx, source, since)
	if err != nil {
		return nil, err
	}
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.revision == now {
		s.since[since] = what
	}
	return what, nil
}

// put stores a page that was built at an epoch.
func (s *diskCache) put(e *entry, ep *epoch) error {
	if s == nil || !storable(e.key) {
		return nil
	}
	head := fileHeader{
		Language: e.key.language, Path: e.key.path, Prefixed: e.key.prefixed,
		Name: e.name, Revision: ep.revision, Languages: ep.languagesDigest, Tags: map[string][]string{},
	}
	for _, t := range e.tags {
		head.Tags[t.Collection] = append(head.Tags[t.Collection], t.ID)
	}
	text, err := json.Marshal(head)
	if err != nil {
		return err
	}
	rest := slices.Concat(text, []byte("\n"), e.bodies[brotliCoding].Load().body)
	sum := sha256.Sum256(rest)
	name := fileOf(e.key)
	if err := s.root.MkdirAll(path.Dir(name), 0o700); err != nil {
		return err
	}
	before := int64(0)
	if info, err := s.root.Stat(name); err == nil {
		before = diskcache.OnDisk(info.Size())
	}
	if err := s.write(name, slices.Concat(sum[:], rest)); err != nil {
		return err
	}
	return s.root.Add(diskcache.OnDisk(int64(len(sum)+len(rest))) - before)
}

// drop removes a page that no longer exists.
func (s *diskCache) drop(k key) {
	if s == nil || !storable(k) {
		return
	}
	name := fileOf(k)
	if info, err := s.root.Stat(name); err == nil && s.root.Remove(name) == nil {
		_ = s.root.Add(-diskcache.OnDisk(info.Size())) // the next put reports why eviction fails
	}
}

func parseFile(file []byte) (head fileHeader, body []byte, ok bool) {
	if len(file) < sha256.Size || sha256.Sum256(file[sha256.Size:]) != [sha256.Size]byte(file[:sha256.Size]) {
		return head, nil, false
	}
	text, body, ok := bytes.Cut(file[sha256.Size:], []byte("\n"))
	return head, body, ok && json.Unmarshal(text, &head) == nil
}

// write replaces a file atomically: it writes a temporary file and renames it.
func (s *diskCache) write(name string, file []byte) error {
	own := path.Join(path.Dir(name), diskcache.Unfinished+rand.Text())
	err := s.root.WriteFile(own, file, 0o600)
	if err == nil {
		err = s.root.Rename(own, name)
	}
	if err != nil {
		_ = s.root.Remove(own) // otherwise eviction removes it later
	}
	return err
}
