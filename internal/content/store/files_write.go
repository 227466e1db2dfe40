package store

import (
	"context"
	"crypto/rand"
	"fmt"
	"path/filepath"
	"strings"

	"ferrule/internal/content"
	"ferrule/internal/database"
	"ferrule/internal/fault"
	"ferrule/internal/media"
)

// WriteFiles writes records of files, each with the upload at the same index.
// Bytes are stored before a record references them, and removed after the last
// reference, so a record always has its bytes. It takes ownership of the
// uploads, also if it fails.
func (s *Store) WriteFiles(ctx context.Context, call content.Write, uploads []content.Upload) (_ content.Written, err error) {
	var stored []string
	defer func() {
		for _, u := range uploads {
			s.Discard(u)
		}
		// A rejected write references nothing. After any other failure the
		// transaction may have been committed, so the bytes are not removed.
		if kind := fault.KindOf(err); err != nil && kind != fault.Internal && kind != fault.Unavailable {
			s.removeAll(ctx, stored)
		}
	}()
	paths := make(map[string]string, len(uploads))
	for i, r := range call.Records {
		disk := s.describe(&call, r, uploads[i])
		stored = append(stored, disk)
		paths[disk] = filepath.Join(s.staging, uploads[i].StagedName)
	}
	if err := s.files.Put(ctx, paths); err != nil {
		return content.Written{}, cannotStore(fmt.Errorf("write files: %w", database.Advise(err, s.staging)))
	}
	return s.Write(ctx, call)
}

// describe sets the fields of a record that describe its bytes, and returns their
// name in the folder of files: the record's id, with a random suffix if that name
// may exist.
func (s *Store) describe(call *content.Write, r *content.Record, u content.Upload) string {
	key, extension := r.Key, media.Extension(u.Type)
	var disk string
	if key == nil {
		key = content.NewUUID()
		disk = fmt.Sprint(key) + extension
	} else {
		disk = fmt.Sprint(key) + "-" + strings.ToLower(rand.Text()[:8]) + extension
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
	set("uploaded_on", content.FormatTime(content.Timestamp, s.now()))
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

// OnFileRemoved registers a function that is called with the name, in the folder
// of files, of each removed file. Call it before the first write.
func (s *Store) OnFileRemoved(f func(disk string)) { s.removed = f }

// collectOrphan collects the file that a changed or deleted record referenced, if
// no other record does. It is removed after the commit.
func (w *writer) collectOrphan(ctx context.Context, c *content.Collection, old, values row) error {
	f := c.Field("filename_disk")
	if c.Name != content.FilesCollection || f == nil {
		return nil
	}
	disk, ok := old[f].(string)
	if !ok || disk == values[f] {
		return nil
	}
	shared, err := w.exists(ctx, f, disk) // an import may reference one file from two records
	if err == nil && !shared {
		w.orphans = append(w.orphans, disk)
	}
	return err
}

// removeBytes removes files that no record references and reports each removal.
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
