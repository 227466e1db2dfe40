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

// ShelfOptions say where pages are kept on disk: the second tier of the cache,
// which outlives the program.
type ShelfOptions struct {
	Folder string // may be emptied at any time; empty for none
	Bytes  int64  // at most, as far as one program knows

	// Program names the program: another one would make other documents.
	Program string
	// Mark names the present state of the content, and no other.
	Mark func(context.Context) (string, error)
}

const (
	// markFile holds the mark of the content that the shelf has followed.
	markFile = "mark"
	// touchAfter is how stale the time of a file's last use may become.
	touchAfter = time.Minute
)

// shelf keeps pages in a folder, a file for each, whose time is when it was last
// read. A file is whole, which its checksum says, or as good as absent; so
// nothing is synced. A nil shelf is always empty.
type shelf struct {
	root *diskcache.Folder
	mark func(context.Context) (string, error)

	mu       sync.Mutex
	revision int64                      // of what follows
	since    map[int64]*content.Changed // nil: anything may have
}

// saved is the head of a file; the brotli bytes follow it.
type saved struct {
	Language string `json:"language"`
	Path     string `json:"path"`
	Prefixed bool   `json:"prefixed"`

	Name      string              `json:"name"`
	Revision  int64               `json:"revision"`
	Languages string              `json:"languages"` // digest of those the page names
	Tags      map[string][]string `json:"tags"`      // ids by collection
}

// openShelf empties the folder unless the last who used it was of the same
// program, with the same around its pages, and has followed the content to where
// it is.
func openShelf(ctx context.Context, o ShelfOptions, around string) (*shelf, error) {
	if o.Folder == "" || o.Bytes <= 0 {
		return nil, nil //nolint:nilnil // a nil shelf is always empty
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
	s := &shelf{root: diskcache.NewFolder(root, o.Bytes), mark: o.Mark}
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

func (s *shelf) close() error {
	if s == nil {
		return nil
	}
	return s.root.Close()
}

// follow remembers that the content has come to a revision, by whose changes
// pages on the shelf are judged.
func (s *shelf) follow(ctx context.Context, revision int64) error {
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

// placeOf is where the page of a key is.
func placeOf(k key) string {
	sum := sha256.Sum256(fmt.Appendf(nil, "%q %t %q", k.language, k.prefixed, k.path))
	name := hex.EncodeToString(sum[:16])
	return name[:2] + "/" + name
}

// shelved reports whether a key's page is for the shelf: what may be invented,
// parameters and missing pages, is not.
func shelved(k key) bool { return k.search == "" && !k.notFound }

// full reports whether another page would push out the one read longest ago.
func (s *shelf) full() bool { return s == nil || s.root.Full() }

// get returns a page, and whether the content has changed under it. It is nil
// if there is none, or nobody can tell.
func (s *shelf) get(ctx context.Context, k key, ep *epoch, source content.Source, shared bool) (e *entry, stale bool) {
	if s == nil || !shelved(k) {
		return nil, false
	}
	place := placeOf(k)
	file, err := s.root.ReadFile(place)
	if err != nil {
		return nil, false
	}
	head, body, ok := parseSaved(file)
	if !ok || head.Languages != ep.named || (key{language: head.Language, prefixed: head.Prefixed, path: head.Path}) != k {
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
	if info, err := s.root.Stat(place); err == nil && time.Since(info.ModTime()) > touchAfter {
		now := time.Now()
		_ = s.root.Chtimes(place, now, now) // at worst it is removed earlier than it should be
	}
	e = emptyEntry(k, head.Language, head.Name, tags, true, shared && !stale)
	e.add(brotliCoding, body)
	return e, stale
}

// changed is content.ChangedSince, asked once for each revision.
func (s *shelf) changed(ctx context.Context, source content.Source, since, now int64) (*content.Changed, error) {
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

// put keeps a page that was made at an epoch.
func (s *shelf) put(e *entry, ep *epoch) error {
	if s == nil || !shelved(e.key) {
		return nil
	}
	head := saved{
		Language: e.key.language, Path: e.key.path, Prefixed: e.key.prefixed,
		Name: e.name, Revision: ep.revision, Languages: ep.named, Tags: map[string][]string{},
	}
	for _, t := range e.tags {
		head.Tags[t.Collection] = append(head.Tags[t.Collection], t.ID)
	}
	text, err := json.Marshal(head)
	if err != nil {
		return err
	}
	rest := slices.Concat(text, []byte("\n"), e.forms[brotliCoding].Load().body)
	sum := sha256.Sum256(rest)
	place := placeOf(e.key)
	if err := s.root.MkdirAll(path.Dir(place), 0o700); err != nil {
		return err
	}
	before := int64(0)
	if info, err := s.root.Stat(place); err == nil {
		before = diskcache.OnDisk(info.Size())
	}
	if err := s.write(place, slices.Concat(sum[:], rest)); err != nil {
		return err
	}
	return s.root.Came(diskcache.OnDisk(int64(len(sum)+len(rest))) - before)
}

// drop takes a page off the shelf that is no more.
func (s *shelf) drop(k key) {
	if s == nil || !shelved(k) {
		return
	}
	place := placeOf(k)
	if info, err := s.root.Stat(place); err == nil && s.root.Remove(place) == nil {
		_ = s.root.Came(-diskcache.OnDisk(info.Size())) // the next page that comes tells why there is no room
	}
}

func parseSaved(file []byte) (head saved, body []byte, ok bool) {
	if len(file) < sha256.Size || sha256.Sum256(file[sha256.Size:]) != [sha256.Size]byte(file[:sha256.Size]) {
		return head, nil, false
	}
	text, body, ok := bytes.Cut(file[sha256.Size:], []byte("\n"))
	return head, body, ok && json.Unmarshal(text, &head) == nil
}

// write puts a file in place at once, beside which it was made.
func (s *shelf) write(place string, file []byte) error {
	own := path.Join(path.Dir(place), diskcache.Unfinished+rand.Text())
	err := s.root.WriteFile(own, file, 0o600)
	if err == nil {
		err = s.root.Rename(own, place)
	}
	if err != nil {
		_ = s.root.Remove(own) // tidy removes it otherwise
	}
	return err
}
