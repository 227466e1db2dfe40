package store

import (
	"context"
	"crypto/rand"
	"fmt"
	"path/filepath"
	"strings"

	"ferrule/internal/content"
	"ferrule/internal/fault"
	"ferrule/internal/media"
)

// WriteFiles writes records of files, each with the bytes at its place in
// uploads. Bytes are stored before a record names them, and removed after no
// record does, so that a record always has its bytes. It takes ownership of the
// uploads, also when it fails.
func (s *Store) WriteFiles(ctx context.Context, call content.Write, uploads []content.Upload) (_ content.Written, err error) {
	var placed []string
	defer func() {
		for _, u := range uploads {
			s.Discard(u)
		}
		// No record names bytes that were refused. After any other failure one
		// may, so they are kept.
		if kind := fault.KindOf(err); err != nil && kind != fault.Internal && kind != fault.Unavailable {
			s.removeAll(ctx, placed)
		}
	}()
	paths := make(map[string]string, len(uploads))
	for i, r := range call.Records {
		disk := s.name(&call, r, uploads[i])
		placed = append(placed, disk)
		paths[disk] = filepath.Join(s.staging, uploads[i].Place)
	}
	if err := s.files.Put(ctx, paths); err != nil {
		return content.Written{}, fmt.Errorf("write files: %w", err)
	}
	return s.Write(ctx, call)
}

// name sets the fields of a record that describe its bytes, and returns their
// name in the folder of files. It begins with the record's id; where that name
// may be taken, a random suffix follows.
func (s *Store) name(call *content.Write, r *content.Record, u content.Upload) string {
	key, ending := r.Key, media.Extension(u.Type)
	var disk string
	if key == nil {
		key = content.NewUUID()
		disk = fmt.Sprint(key) + ending
	} else {
		disk = fmt.Sprint(key) + "-" + strings.ToLower(rand.Text()[:8]) + ending
	}
	c := r.Collection
	r.Set = make(map[*content.Field]any)
	set := func(name string, v any) {
		if f := c.Field(name); f != nil {
			r.Set[f] = v
		}
	}
	number := func(n int) any {
		if n == 0 {
			return nil
		}
		return int64(n)
	}
	set("storage", "local")
	set("filename_disk", disk)
	set("type", u.Type)
	set("filesize", u.Size)
	set("width", number(u.Width))
	set("height", number(u.Height))
	set("uploaded_on", content.FormatMoment(content.Timestamp, s.now()))
	if r.Fields["filename_download"] == nil {
		set("filename_download", u.Name)
	}
	if call.Action == content.ActionCreate {
		r.Set[c.Key] = key
		if r.Fields["title"] == nil {
			set("title", content.FileTitle(u.Name))
		}
	}
	return disk
}

// WhenRemoved registers a function that is called with the name, in the folder
// of files, of removed bytes. Call it before the first write.
func (s *Store) WhenRemoved(f func(disk string)) { s.removed = f }

// letGo notes the bytes that a changed or deleted record named and no other
// record names. They are removed after the commit.
func (w *writer) letGo(ctx context.Context, c *content.Collection, old, values row) error {
	f := c.Field("filename_disk")
	if c.Name != content.FilesCollection || f == nil {
		return nil
	}
	disk, ok := old[f].(string)
	if !ok || disk == values[f] {
		return nil
	}
	shared, err := w.exists(ctx, f, disk) // an import may give one file to two records
	if err == nil && !shared {
		w.gone = append(w.gone, disk)
	}
	return err
}

// removeBytes removes files that no record names any more.
func (s *Store) removeBytes(ctx context.Context, disks []string) {
	s.removeAll(ctx, disks)
	if s.removed == nil {
		return
	}
	for _, disk := range disks {
		s.removed(disk)
	}
}

// removeAll removes files and ignores errors: an unreferenced file only takes
// space.
func (s *Store) removeAll(ctx context.Context, disks []string) {
	for _, disk := range disks {
		_ = s.files.Remove(context.WithoutCancel(ctx), disk)
	}
}
