package importer

import (
	"bufio"
	"context"
	"encoding/json"
	"errors"
	"io"
	"iter"
	"os"
	"path/filepath"
	"strings"

	"ferrule/internal/content"
	"ferrule/internal/directus/mirror"
)

// Changes are records to be stored.
type Changes = iter.Seq2[content.Change, error]

// stage holds the records of the Directus on disk, collection after collection.
type stage struct {
	file  *os.File
	order []string
	parts map[string]part
}

// part is where the records of a collection are in the file.
type part struct{ from, to int64 }

// row is the encoding of a record on disk.
type row struct {
	Key    string         `json:"k"`
	Sum    string         `json:"s"`
	Values map[string]any `json:"v"`
}

func (s *stage) remove() error {
	if s == nil {
		return nil
	}
	return errors.Join(s.file.Close(), os.Remove(s.file.Name()))
}

// each calls each for every record of a collection.
func (s *stage) each(collection string, each func(row) error) error {
	p := s.parts[collection]
	dec := json.NewDecoder(bufio.NewReaderSize(io.NewSectionReader(s.file, p.from, p.to-p.from), 1<<18))
	dec.UseNumber()
	for dec.More() {
		var r row
		if err := dec.Decode(&r); err != nil {
			return err
		}
		if err := each(r); err != nil {
			return err
		}
	}
	return nil
}

// manyRecords is the number of records of a collection that is worth a message.
const manyRecords = 1000

// readRows reads all records of the Directus.
func (im *run) readRows(ctx context.Context) error {
	file, err := os.Create(filepath.Join(im.Folder, rowsFile))
	if err != nil {
		return err
	}
	im.rows = &stage{file: file, parts: make(map[string]part)}
	w := bufio.NewWriterSize(file, 1<<18)
	enc := json.NewEncoder(w)
	var at int64
	var mapped []string
	total := 0
	for _, name := range im.reader.Collections() {
		if im.plan.remoteName(name) == "" {
			continue
		}
		n := 0
		read, err := im.reader.Read(ctx, name, func(r mirror.Record) error {
			n++
			return enc.Encode(row{r.Key, r.Sum, r.Values})
		})
		if err != nil {
			return err
		}
		if !read {
			im.unread[name] = true
			continue
		}
		if err := w.Flush(); err != nil {
			return err
		}
		end, err := file.Seek(0, io.SeekCurrent)
		if err != nil {
			return err
		}
		im.rows.order = append(im.rows.order, name)
		im.rows.parts[name] = part{at, end}
		at = end
		if total += n; n >= manyRecords {
			im.Progress("Read %d records of %s.", n, im.plan.remoteName(name))
		}
		if im.reader.Maps(name) {
			mapped = append(mapped, im.plan.remoteName(name))
		}
	}
	im.Progress("Read %d records.", total)
	if len(mapped) > 0 {
		im.report.place("The keys of these collections became integers, the same in every import: %s.", strings.Join(mapped, ", "))
	}
	if n := im.reader.Links; n > 0 {
		im.report.place("Addresses of files in the Directus became those of the site in %s.", plural(n, "text"))
	}
	if n := im.reader.Cleaned; n > 0 {
		im.report.place("Markup that pages do not allow, such as scripts and styles, was removed from %s.", plural(n, "text"))
	}
	return nil
}

// writeContent stores what was changed in the Directus since the last import.
func (im *run) writeContent(ctx context.Context) error {
	im.Progress("Comparing …")
	var files []fileJob
	for _, name := range im.rows.order {
		jobs, err := im.compare(ctx, name)
		if err != nil {
			return err
		}
		files = append(files, jobs...)
	}
	published, err := im.fetchFiles(ctx, files)
	if err != nil {
		return err
	}
	if err := im.apply(ctx); err != nil {
		return errors.Join(err, published.undo(ctx, im.store.Files()))
	}
	published.finish(ctx, im.store.Files())
	for _, name := range im.rows.order {
		if err := im.verify(ctx, name, published); err != nil {
			return err
		}
	}
	return im.state.save(im.Folder)
}

// compare decides which records of a collection are stored. It returns the files whose
// bytes may be needed.
func (im *run) compare(ctx context.Context, name string) (files []fileJob, err error) {
	stored := make(map[string]mirror.Record)
	isFile := name == content.FilesCollection
	err = im.reader.Stored(ctx, name, func(r mirror.Record) {
		if isFile {
			r.Values = map[string]any{diskColumn: r.Values[diskColumn]}
		} else {
			r.Values = nil
		}
		stored[r.Key] = r
	})
	if err != nil {
		return nil, err
	}
	count := &Count{Name: name, Remote: im.plan.remoteName(name)}
	marks, seen := im.state.records[name], make(map[string]bool)
	accepted := make(map[string]bool)
	err = im.rows.each(name, func(r row) error {
		seen[r.Key] = true
		local, exists := stored[r.Key]
		was, known := marks[r.Key]
		wanted := false
		switch {
		case !known && !exists:
			count.Created++
			wanted = true
		case known && !exists:
			count.Kept++
			im.report.deleted = append(im.report.deleted, name+" "+r.Key)
			return nil
		case local.Sum == r.Sum:
			count.Same++
			im.state.set(name, r.Key, mark{Remote: r.Sum, Local: local.All, Bytes: was.Bytes})
		case known && was.Remote == r.Sum:
			count.Same++ // whatever was changed here
		case known && was.Local == local.All, !known && im.Copied && im.state.isNew:
			count.Changed++
			wanted = true
		default:
			count.Kept++
			im.report.conflicts = append(im.report.conflicts, name+" "+r.Key)
			return nil
		}
		if wanted {
			accepted[r.Key] = true
		}
		if isFile {
			files = append(files, newFileJob(r, local, exists, was, wanted))
		}
		return nil
	})
	if err != nil {
		return nil, err
	}
	for key, was := range marks {
		local, exists := stored[key]
		switch {
		case seen[key]:
		case !exists:
			delete(marks, key)
		case im.Delete && was.Local == local.All:
			im.deleted = append(im.deleted, content.Change{Collection: name, Key: key, Delete: true})
			im.report.removed = append(im.report.removed, name+" "+key)
			delete(marks, key)
		default:
			im.report.gone = append(im.report.gone, name+" "+key)
		}
	}
	im.accepted[name] = accepted
	if len(seen) > 0 || count.Kept > 0 {
		im.report.Collections = append(im.report.Collections, count)
	}
	return files, nil
}

// apply stores the accepted records in one transaction.
func (im *run) apply(ctx context.Context) error {
	n := len(im.deleted)
	for _, keys := range im.accepted {
		n += len(keys)
	}
	for id := range im.disks {
		if !im.accepted[content.FilesCollection][id] {
			n++
		}
	}
	if n == 0 {
		return im.reader.SaveKeys()
	}
	im.Progress("Storing %d records …", n)
	return im.reader.Apply(ctx, im.changes)
}

// errStopped ends a reading whose receiver wants no more.
var errStopped = errors.New("stopped")

// changes calls yield with the accepted records, in the order of reading, and the deletions.
func (im *run) changes(yield func(content.Change, error) bool) {
	for _, name := range im.rows.order {
		c := im.model.Collection(name)
		isFile := name == content.FilesCollection
		err := im.rows.each(name, func(r row) error {
			values := r.Values
			switch disk, named := im.disks[r.Key]; {
			case isFile && im.accepted[name][r.Key]:
				if named {
					values[diskColumn] = disk
				}
				im.measure(r)
			case isFile && named:
				values = map[string]any{c.Key.Name: r.Values[c.Key.Name], diskColumn: disk}
			case !im.accepted[name][r.Key]:
				return nil
			}
			if !yield(content.Change{Collection: name, Key: r.Values[c.Key.Name], Values: values}, nil) {
				return errStopped
			}
			return nil
		})
		if errors.Is(err, errStopped) {
			return
		}
		if err != nil {
			yield(content.Change{}, err)
			return
		}
	}
	for _, c := range im.deleted {
		if !yield(c, nil) {
			return
		}
	}
}

// verify compares what was stored of a collection with what was read, records it, and
// reports what was not stored as it was.
func (im *run) verify(ctx context.Context, name string, files *publication) error {
	accepted := im.accepted[name]
	isFile := name == content.FilesCollection
	if len(accepted) == 0 && !isFile {
		return nil
	}
	stored := make(map[string]mirror.Record)
	err := im.reader.Stored(ctx, name, func(r mirror.Record) {
		if r.Values = nil; accepted[r.Key] || isFile {
			stored[r.Key] = r
		}
	})
	if err != nil {
		return err
	}
	return im.rows.each(name, func(r row) error {
		local, exists := stored[r.Key]
		m, known := im.state.records[name][r.Key]
		switch {
		case accepted[r.Key] && !exists:
			im.report.leave("%s %s refers to a record that was not brought, and requires it.", name, r.Key)
			return nil
		case accepted[r.Key]:
			m, known = mark{Remote: r.Sum, Local: local.All, Bytes: m.Bytes}, true
			if local.Sum != r.Sum {
				im.report.leave("%s %s is not stored as it is in the Directus: it refers to a record that was not brought, or has a value that the model allows once.", name, r.Key)
			}
		}
		if isFile && known {
			m.Bytes = files.marks[r.Key]
		}
		if known {
			im.state.set(name, r.Key, m)
		}
		return nil
	})
}
