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
	"ferrule/internal/fault"
)

const (
	maxFile  = 1 << 30          // bytes of one file
	fileTime = 10 * time.Minute // for all of it
)

// fetches are the files on their way into the folder of files.
type fetches struct {
	flights singleflight.Group // by name in the folder
	running sync.WaitGroup
	life    context.Context // until the mirror is closed
	stop    context.CancelFunc
}

func newFetches() *fetches {
	f := &fetches{}
	f.life, f.stop = context.WithCancel(context.Background())
	return f
}

// Close ends the fetching of files, and waits for it.
func (m *Mirror) Close() {
	m.files.stop()
	m.files.running.Wait()
}

// Fetch brings the bytes of a file into the folder of files, under its name
// there, once however many ask. A file that the Directus does not show either
// is *fault.Error of kind Forbidden; while it does not answer, of kind
// Unavailable.
func (m *Mirror) Fetch(ctx context.Context, id, disk string) error {
	f := m.files
	done := make(chan error, 1)
	f.running.Go(func() {
		_, err, _ := f.flights.Do(disk, func() (any, error) {
			// The first caller may leave; others wait for the same file.
			ctx, cancel := context.WithTimeout(context.WithoutCancel(ctx), fileTime)
			defer cancel()
			defer context.AfterFunc(f.life, cancel)()
			return nil, m.bring(ctx, id, disk)
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

func (m *Mirror) bring(ctx context.Context, id, disk string) error {
	size, err := m.sizeOf(ctx, id)
	if err != nil {
		return err
	}
	reply, err := m.client.send(ctx, "GET", "/assets/"+url.PathEscape(id), nil)
	if hidden(err) {
		return fault.Wrap(fault.Forbidden, err, "You don't have permission to access this.").WithCode("FORBIDDEN")
	}
	if err != nil {
		return unavailable(err)
	}
	defer func() { _ = reply.Body.Close() }() // it was only read
	// os.Root keeps the name inside the folder, whatever the record says.
	root, err := os.OpenRoot(m.options.Files)
	if err != nil {
		return err
	}
	temp := ".fetched-" + url.PathEscape(id)
	if err = m.keep(root, temp, reply.Body, size); err == nil {
		err = root.Rename(temp, disk)
	}
	if err != nil {
		err = errors.Join(err, root.Remove(temp))
	}
	return errors.Join(err, root.Close())
}

// keep writes the bytes of a file, of which there have to be size; any number
// if that is 0.
func (m *Mirror) keep(root *os.Root, name string, from io.Reader, size int64) error {
	file, err := root.OpenFile(name, os.O_RDWR|os.O_CREATE|os.O_TRUNC, 0o600)
	if err != nil {
		return err
	}
	n, err := io.Copy(file, io.LimitReader(from, maxFile+1))
	m.client.pace.spent(n)
	switch {
	case err != nil:
		err = unavailable(err)
	case n > maxFile:
		err = fmt.Errorf("%s is larger than %d MiB", name, maxFile>>20)
	case size > 0 && n != size:
		// A page of a proxy, or half of the file.
		err = unavailable(fmt.Errorf("%d bytes came instead of the %d of its record", n, size))
	default:
		err = file.Sync()
	}
	return errors.Join(err, file.Close())
}

// sizeOf is how many bytes a file has by its record; 0 if that does not say.
func (m *Mirror) sizeOf(ctx context.Context, id string) (size int64, err error) {
	t := m.byName[content.FilesCollection]
	if t == nil || t.Field("filesize") == nil {
		return 0, nil
	}
	err = m.stored(ctx, t, among(t.Key.Name, t.Key, []string{id}), func(r row) {
		v, err := content.ParseValue(t.Field("filesize"), r.values["filesize"])
		if n, ok := v.(int64); ok && err == nil {
			size = n
		}
	})
	return size, err
}

func unavailable(err error) error {
	return fault.Wrap(fault.Unavailable, err, "The file could not be fetched from where it is kept. Try again later.").WithCode("SERVICE_UNAVAILABLE")
}

// bytesOf are the columns that tell when a file has other bytes.
func bytesOf() []string { return []string{"filename_disk", "filesize", "modified_on", "uploaded_on"} }

// otherFile finds the name, in the folder, of a stored file that a change
// deletes or gives other bytes; empty if it does neither.
func (m *Mirror) otherFile(ctx context.Context, c content.Change) (disk string, err error) {
	t := m.byName[c.Collection]
	if c.Collection != content.FilesCollection || t.Field("filename_disk") == nil {
		return "", nil
	}
	err = m.stored(ctx, t, among(t.Key.Name, t.Key, []string{fmt.Sprint(c.Key)}), func(old row) {
		if c.Delete || otherBytes(t, old.values, c.Values) {
			disk, _ = old.values["filename_disk"].(string)
		}
	})
	return disk, err
}

func otherBytes(t *table, old, now map[string]any) bool {
	for _, name := range bytesOf() {
		f := t.Field(name)
		if f == nil {
			continue
		}
		a, _ := content.ParseValue(f, old[name]) // what is stored can be read
		b, err := content.ParseValue(f, now[name])
		if err == nil && a != b {
			return true
		}
	}
	return false
}

// forget removes the bytes of files, to be fetched anew.
func (m *Mirror) forget(ctx context.Context, disks []string) {
	if len(disks) == 0 {
		return
	}
	root, err := os.OpenRoot(m.options.Files)
	if err != nil {
		m.options.Log.ErrorContext(ctx, "mirror: files that were replaced cannot be removed", "err", err)
		return
	}
	defer func() { _ = root.Close() }() // it was only used to remove
	for _, disk := range disks {
		err := root.Remove(disk)
		if errors.Is(err, fs.ErrNotExist) {
			err = nil
		}
		if m.options.Forget != nil {
			err = errors.Join(err, m.options.Forget(disk))
		}
		if err != nil {
			m.options.Log.ErrorContext(ctx, "mirror: a file that was replaced cannot be removed", "file", disk, "err", err)
		}
	}
}
