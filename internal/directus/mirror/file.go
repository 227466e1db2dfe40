package mirror

import (
	"context"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"net/url"
	"os"
	"sync"
	"time"

	"golang.org/x/sync/singleflight"

	"ferrule/internal/content"
	"ferrule/internal/directus/client"
	"ferrule/internal/fault"
)

const (
	maxFile     = 1 << 30          // bytes of one file
	fileTimeout = 10 * time.Minute // per file
)

// downloads tracks the downloads that are in progress.
type downloads struct {
	group    singleflight.Group // by file name
	running  sync.WaitGroup
	lifetime context.Context // ends with Close
	stop     context.CancelFunc
}

func newDownloads() *downloads {
	f := &downloads{}
	f.lifetime, f.stop = context.WithCancel(context.Background())
	return f
}

// Close cancels all downloads and waits for them.
func (m *Mirror) Close() {
	m.downloads.stop()
	m.downloads.running.Wait()
}

// Fetch downloads a file and stores it under the name disk; concurrent calls
// for one name share one download. It returns *fault.Error of kind Forbidden if
// the Directus hides the file, and of kind Unavailable if it cannot be reached.
func (m *Mirror) Fetch(ctx context.Context, id, disk string) error {
	f := m.downloads
	done := make(chan error, 1)
	f.running.Go(func() {
		_, err, _ := f.group.Do(disk, func() (any, error) {
			// The first caller may cancel while others wait for the same file.
			ctx, cancel := context.WithTimeout(context.WithoutCancel(ctx), fileTimeout)
			defer cancel()
			defer context.AfterFunc(f.lifetime, cancel)()
			return nil, m.download(ctx, id, disk)
		})
		done <- err
	})
	select {
	case <-ctx.Done():
		return ctx.Err()
	case err := <-done:
		return err
	}
}

func (m *Mirror) download(ctx context.Context, id, disk string) error {
	size, err := m.sizeOf(ctx, id)
	if err != nil {
		return err
	}
	reply, err := m.client.Send(ctx, "GET", "/assets/"+url.PathEscape(id), nil)
	if client.IsHidden(err) {
		return fault.Wrap(fault.Forbidden, err, "You don't have permission to access this.").WithCode("FORBIDDEN")
	}
	if err != nil {
		return unavailable(err)
	}
	defer func() { _ = reply.Body.Close() }() // only read
	// os.Root confines the name to the folder, whatever the record says.
	root, err := os.OpenRoot(m.options.Files)
	if err != nil {
		return err
	}
	temp := ".fetched-" + url.PathEscape(id)
	if err = m.writeFile(root, temp, reply.Body, size); err == nil {
		err = root.Rename(temp, disk)
	}
	if err != nil {
		err = errors.Join(err, root.Remove(temp))
	}
	return errors.Join(err, root.Close())
}

// writeFile writes a file of size bytes; a size of 0 is unknown and not checked.
func (m *Mirror) writeFile(root *os.Root, name string, from io.Reader, size int64) error {
	file, err := root.OpenFile(name, os.O_RDWR|os.O_CREATE|os.O_TRUNC, 0o600)
	if err != nil {
		return err
	}
	n, err := io.Copy(file, io.LimitReader(from, maxFile+1))
	m.ahead.limiter.Charge(n) // the requests for content do not wait for large files
	switch {
	case err != nil:
		err = unavailable(err)
	case n > maxFile:
		err = fmt.Errorf("write file %s: larger than %d MiB", name, maxFile>>20)
	case size > 0 && n != size:
		// The body is an error page of a proxy, or incomplete.
		err = unavailable(fmt.Errorf("read file: received %d bytes, and its record has %d", n, size))
	default:
		err = file.Sync()
	}
	return errors.Join(err, file.Close())
}

// sizeOf returns the size in bytes that the stored record of a file has; 0 if
// it has none.
func (m *Mirror) sizeOf(ctx context.Context, id string) (size int64, err error) {
	t := m.byName[content.FilesCollection]
	if t == nil || t.Field("filesize") == nil {
		return 0, nil
	}
	// Requests of visitors call this: it may not read what Run changes, such as t.missing.
	columns := []column{{Field: t.Key}, {Field: t.Field("filesize")}}
	err = m.storedColumns(ctx, t, columns, among(t.Key.Name, t.Key, []string{id}), func(in map[string]any) {
		v, err := content.ParseValue(t.Field("filesize"), in["filesize"])
		if n, ok := v.(int64); ok && err == nil {
			size = n
		}
	})
	return size, err
}

func unavailable(err error) error {
	return fault.Wrap(fault.Unavailable, err, "The file could not be fetched from where it is kept. Try again later.").WithCode("SERVICE_UNAVAILABLE")
}

// byteColumns returns the columns that change when a file's bytes change.
func byteColumns() []string {
	return []string{"filename_disk", "filesize", "modified_on", "uploaded_on"}
}

// replacedFile returns the name of a stored file that a change deletes or whose
// bytes it replaces; empty if it does neither.
func (m *Mirror) replacedFile(ctx context.Context, c content.Change) (disk string, err error) {
	t := m.byName[c.Collection]
	if c.Collection != content.FilesCollection || t.Field("filename_disk") == nil {
		return "", nil
	}
	err = m.eachStored(ctx, t, among(t.Key.Name, t.Key, []string{fmt.Sprint(c.Key)}), func(old row) {
		if c.Delete || bytesDiffer(t, old.values, c.Values) {
			disk, _ = old.values["filename_disk"].(string)
		}
	})
	return disk, err
}

func bytesDiffer(t *table, old, now map[string]any) bool {
	for _, name := range byteColumns() {
		f := t.Field(name)
		if f == nil {
			continue
		}
		a, _ := content.ParseValue(f, old[name]) // stored values are valid
		b, err := content.ParseValue(f, now[name])
		if err == nil && a != b {
			return true
		}
	}
	return false
}

// removeFiles removes files, so that the next request downloads them again.
func (m *Mirror) removeFiles(ctx context.Context, disks []string) {
	if len(disks) == 0 {
		return
	}
	root, err := os.OpenRoot(m.options.Files)
	if err != nil {
		m.options.Log.ErrorContext(ctx, "mirror: remove replaced files failed", "error", err)
		return
	}
	defer func() { _ = root.Close() }() // only used to remove
	for _, disk := range disks {
		err := root.Remove(disk)
		if errors.Is(err, fs.ErrNotExist) {
			err = nil
		}
		if m.options.Forget != nil {
			err = errors.Join(err, m.options.Forget(disk))
		}
		if err != nil {
			m.options.Log.ErrorContext(ctx, "mirror: remove replaced file failed", "file", disk, "error", err)
		}
	}
}
