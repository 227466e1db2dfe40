package importer

import (
	"bytes"
	"context"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"errors"
	"fmt"
	"hash"
	"io"
	"net/http"
	"net/url"
	"os"
	"path/filepath"
	"regexp"
	"strconv"
	"strings"
	"sync"
	"time"

	"golang.org/x/sync/errgroup"

	"ferrule/internal/blob"
	"ferrule/internal/content"
	"ferrule/internal/directus/client"
	"ferrule/internal/directus/mirror"
	"ferrule/internal/media"
)

// diskColumn is the column with the name of a file's bytes.
const diskColumn = "filename_disk"

const (
	maxFile     = 4 << 30          // bytes of one file
	fileTimeout = 10 * time.Minute // per file
	fetchers    = 4
	maxFailures = 10 // files in a row for which the Directus does not reply, after which no others are fetched
)

var errFile = errors.New("not fetched")

// fileJob is a file whose bytes may be needed.
type fileJob struct {
	id     string
	mark   string // identifies the bytes in the Directus
	known  string // that of the stored bytes; empty if unknown
	disk   string // name of the stored bytes; empty if there are none
	name   string // for new bytes
	size   int64  // 0 if unknown
	stored bool   // the record exists here
	wanted bool   // the record is stored by this import
}

var plainExtension = regexp.MustCompile(`^\.[a-z0-9]{1,8}$`)

func newFileJob(r row, local mirror.Record, exists bool, was mark, wanted bool) fileJob {
	text := func(name string) string { s, _ := r.Values[name].(string); return s }
	size, _ := content.ParseValue(&content.Field{Type: content.BigInteger}, r.Values["filesize"]) // 0 if it is none
	j := fileJob{id: r.Key, known: was.Bytes, stored: exists, wanted: wanted}
	j.size, _ = size.(int64)
	j.mark = fmt.Sprint(j.size, " ", text("uploaded_on"), " ", text(diskColumn))
	if exists {
		j.disk, _ = local.Values[diskColumn].(string)
	}
	ext := strings.ToLower(filepath.Ext(text(diskColumn)))
	if !plainExtension.MatchString(ext) {
		ext = ""
	}
	j.name = r.Key + ext
	return j
}

// isStored reports whether the bytes are stored. Without a mark, their size decides.
func (j fileJob) isStored(sizes map[string]int64) bool {
	size, ok := sizes[j.disk]
	switch {
	case j.disk == "" || !ok:
		return false
	case j.known != "":
		return j.known == j.mark
	default:
		return size == j.size
	}
}

// publication is the set of bytes that an import stores.
type publication struct {
	marks     map[string]string // of the stored bytes, by id of the file
	published []string          // names that were stored
	replaced  []string          // names of bytes that no record refers to after the import
}

// undo removes the bytes after the records were not stored.
func (p *publication) undo(ctx context.Context, files blob.Store) error {
	var errs []error
	for _, name := range p.published {
		errs = append(errs, files.Remove(context.WithoutCancel(ctx), name))
	}
	return errors.Join(errs...)
}

// finish removes replaced bytes. What remains is only space.
func (p *publication) finish(ctx context.Context, files blob.Store) {
	for _, name := range p.replaced {
		_ = files.Remove(ctx, name)
	}
}

// fetchFiles fetches the bytes that are not stored, and stores them under names to which no
// record refers yet. A file that cannot be fetched is reported; its record is stored.
func (im *run) fetchFiles(ctx context.Context, jobs []fileJob) (*publication, error) {
	p := &publication{marks: make(map[string]string)}
	files := im.store.Files()
	sizes, err := files.Sizes(ctx)
	if err != nil {
		return nil, err
	}
	folder := filepath.Join(im.Folder, filesFolder)
	if err := os.MkdirAll(folder, 0o700); err != nil {
		return nil, err
	}
	var missing []fileJob
	for _, j := range jobs {
		im.disks[j.id] = j.disk
		switch {
		case j.isStored(sizes):
			p.marks[j.id] = j.mark
			im.report.Files.Present++
		default:
			missing = append(missing, j)
		}
		if j.disk == "" {
			im.disks[j.id] = j.name
		}
	}
	paths, err := im.fetchAll(ctx, folder, missing)
	if err != nil {
		return nil, err
	}
	moved := make(map[string]string)
	for _, j := range missing {
		path := paths[j.id]
		if path == "" {
			continue
		}
		if err := im.readDimensions(j, path); err != nil {
			return nil, err
		}
		name, isNew, err := place(ctx, files, sizes, j, path)
		if err != nil {
			return nil, err
		}
		if isNew {
			moved[name] = path
			p.published = append(p.published, name)
		}
		if j.disk != "" && j.disk != name {
			p.replaced = append(p.replaced, j.disk)
		}
		p.marks[j.id], im.disks[j.id] = j.mark, name
	}
	for _, j := range jobs {
		if !j.wanted && im.disks[j.id] == j.disk {
			delete(im.disks, j.id) // the record stays as it is
		}
	}
	if err := files.Put(ctx, moved); err != nil {
		return nil, errors.Join(err, p.undo(ctx, files))
	}
	return p, os.RemoveAll(folder)
}

// dimensions are those of a picture, in pixels.
type dimensions struct{ width, height int }

// readDimensions reads the dimensions of a fetched picture: a Directus has none of drawings.
// A broken picture has none.
func (im *run) readDimensions(j fileJob, path string) error {
	file, err := os.Open(path) //nolint:gosec // inside the import's own folder
	if err != nil {
		return err
	}
	info, err := file.Stat()
	if err == nil {
		width, height, _ := media.Dimensions(media.TypeByName(j.name), file, info.Size())
		im.pictures[j.id] = dimensions{width, height}
	}
	return errors.Join(err, file.Close())
}

// measure completes the record of a file that has no dimensions in the Directus.
func (im *run) measure(r row) {
	if r.Values["width"] != nil && r.Values["height"] != nil {
		return
	}
	delete(r.Values, "width") // those of here stay
	delete(r.Values, "height")
	if d := im.pictures[r.Key]; d.width > 0 && d.height > 0 && im.model.Collection(content.FilesCollection).HasColumns("width", "height") {
		r.Values["width"], r.Values["height"] = json.Number(strconv.Itoa(d.width)), json.Number(strconv.Itoa(d.height))
	}
}

// place chooses the name of fetched bytes. Equal bytes are not stored again, and different
// ones get another name.
func place(ctx context.Context, files blob.Store, sizes map[string]int64, j fileJob, path string) (name string, isNew bool, err error) {
	sum, err := sumOf(os.Open(path)) //nolint:gosec // inside the import's own folder
	if err != nil {
		return "", false, err
	}
	names := []string{j.name, j.id + "-" + hex.EncodeToString(sum[:6]) + filepath.Ext(j.name)}
	if j.disk != "" && j.disk != j.name {
		names = append([]string{j.disk}, names...)
	}
	for _, name := range names {
		if _, taken := sizes[name]; !taken {
			return name, true, nil
		}
		stored, err := sumOf(files.Open(ctx, name))
		if err != nil {
			return "", false, err
		}
		if bytes.Equal(stored, sum) {
			return name, false, os.Remove(path)
		}
	}
	return "", false, fmt.Errorf("file %s: other bytes have the name %s", j.id, names[len(names)-1])
}

func sumOf(in io.ReadCloser, err error) ([]byte, error) {
	if err != nil {
		return nil, err
	}
	sum := sha256.New()
	_, err = io.Copy(sum, in)
	return sum.Sum(nil), errors.Join(err, in.Close())
}

// fetchAll fetches files to a folder and returns the paths by id. Those fetched by an
// interrupted import are not fetched again.
func (im *run) fetchAll(ctx context.Context, folder string, jobs []fileJob) (map[string]string, error) {
	if len(jobs) == 0 {
		return nil, nil //nolint:nilnil // no files
	}
	im.Progress("Fetching the bytes of %d files …", len(jobs))
	var mu sync.Mutex
	paths, failures := make(map[string]string), 0
	var group errgroup.Group
	group.SetLimit(fetchers)
	for _, j := range jobs {
		group.Go(func() error {
			mu.Lock()
			away := failures >= maxFailures
			mu.Unlock()
			path := filepath.Join(folder, j.id+"-"+hex.EncodeToString(hashOf(j.mark).Sum(nil)[:6]))
			size, err := int64(0), errors.New("the Directus does not reply")
			if !away {
				size, err = im.fetch(ctx, j, path)
			}
			mu.Lock()
			defer mu.Unlock()
			f, isFailure := errors.AsType[*client.Failure](err)
			switch {
			case ctx.Err() != nil:
				return ctx.Err()
			case err == nil:
				failures = 0
				paths[j.id] = path
				im.report.Files.Fetched++
				im.report.Files.Bytes += size
			case isFailure || away || errors.Is(err, errFile):
				if isFailure && f.Status == 0 {
					failures++
				}
				im.report.leave("The bytes of the file %s could not be fetched: %v. Run the command again.", j.id, err)
			default:
				return err
			}
			return nil
		})
	}
	return paths, group.Wait()
}

func hashOf(text string) hash.Hash {
	sum := sha256.New()
	_, _ = io.WriteString(sum, text) // a hash never fails
	return sum
}

// fetch fetches the bytes of a file and returns their number.
func (im *run) fetch(ctx context.Context, j fileJob, path string) (int64, error) {
	if info, err := os.Stat(path); err == nil {
		return info.Size(), nil
	}
	ctx, cancel := context.WithTimeout(ctx, fileTimeout)
	defer cancel()
	reply, err := im.client.Send(ctx, http.MethodGet, "/assets/"+url.PathEscape(j.id), nil)
	if err != nil {
		return 0, err
	}
	defer func() { _ = reply.Body.Close() }() // only read
	out, err := os.Create(path + ".part")     //nolint:gosec // inside the import's own folder
	if err != nil {
		return 0, err
	}
	read := &failing{from: io.LimitReader(reply.Body, maxFile+1)}
	n, err := io.Copy(out, read)
	switch {
	case read.err != nil:
		err = fmt.Errorf("%w: %w", errFile, read.err)
	case err == nil && n > maxFile:
		err = fmt.Errorf("%w: it is larger than %d GB", errFile, maxFile>>30)
	case err == nil && j.size > 0 && n != j.size:
		err = fmt.Errorf("%w: the reply has %d bytes, and the record of the file %d", errFile, n, j.size)
	}
	err = errors.Join(err, out.Close())
	if err == nil {
		return n, os.Rename(out.Name(), path)
	}
	return 0, errors.Join(err, os.Remove(out.Name()))
}

// failing keeps the error of a reader apart from that of the writer.
type failing struct {
	from io.Reader
	err  error
}

func (f *failing) Read(b []byte) (int, error) {
	n, err := f.from.Read(b)
	if err != nil && !errors.Is(err, io.EOF) {
		f.err = err
	}
	return n, err
}
