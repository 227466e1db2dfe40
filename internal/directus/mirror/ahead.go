package mirror

import (
	"context"
	"errors"
	"io/fs"
	"os"
	"path/filepath"
	"sync/atomic"
	"time"

	"ferrule/internal/content"
	"ferrule/internal/directus/client"
	"ferrule/internal/fault"
	"ferrule/internal/health"
)

// Files are fetched in the background, so that they are served while the
// Directus is unreachable. What a visitor requests meanwhile is fetched
// immediately.

const (
	aheadRate   = 4               // files per second
	aheadVolume = 4 << 20         // bytes per second
	aheadRetry  = 5 * time.Minute // after files could not be fetched
)

// ahead fetches files before they are requested.
type ahead struct {
	limiter *client.RateLimiter
	wake    chan struct{}
	missing atomic.Int64
	fetched atomic.Int64
}

func newAhead(clock client.Clock) *ahead {
	return &ahead{limiter: client.NewRateLimiter(clock, aheadRate, aheadVolume), wake: make(chan struct{}, 1)}
}

// signal requests a run; it never blocks.
func (a *ahead) signal() {
	select {
	case a.wake <- struct{}{}:
	default: // already signalled
	}
}

// fetchAhead fetches missing files whenever content was applied, until ctx ends.
func (m *Mirror) fetchAhead(ctx context.Context) {
	for {
		var retry <-chan time.Time
		if m.HasContent(ctx) {
			if err := m.fetchMissing(ctx); err != nil && ctx.Err() == nil {
				m.options.Log.WarnContext(ctx, "mirror: files are missing", "files", m.ahead.missing.Load(), "error", err)
				timer := time.NewTimer(aheadRetry)
				defer timer.Stop()
				retry = timer.C
			}
		}
		select {
		case <-ctx.Done():
			return
		case <-m.ahead.wake:
		case <-retry:
		}
	}
}

// missingFile is a file of the content whose bytes are not in the folder.
type missingFile struct{ id, disk string }

// fetchMissing fetches the files that are not in the folder. It returns the first
// error, after which it tries the others, unless the Directus is unreachable or the
// disk is full.
func (m *Mirror) fetchMissing(ctx context.Context) error {
	files, err := m.missingFiles(ctx)
	if err != nil {
		return err
	}
	m.ahead.missing.Store(int64(len(files)))
	var first error
	for _, f := range files {
		if err := m.ahead.limiter.Wait(ctx); err != nil {
			return err
		}
		if _, err := health.Folder(m.options.Files); err != nil {
			return err
		}
		err := m.Fetch(ctx, f.id, f.disk)
		if err == nil {
			m.ahead.missing.Add(-1)
			m.ahead.fetched.Add(1)
			continue
		}
		if first == nil {
			first = err
		}
		if failure, ok := errors.AsType[*client.Failure](err); fault.KindOf(err) != fault.Forbidden && ok && failure.Status == 0 {
			return err // unreachable
		}
	}
	return first
}

// missingFiles returns the files of the content that are not in the folder, in the
// order of their ids.
func (m *Mirror) missingFiles(ctx context.Context) (out []missingFile, err error) {
	t := m.byName[content.FilesCollection]
	if t == nil || t.Field("filename_disk") == nil {
		return nil, nil
	}
	columns := []column{t.columns[0], t.column(t.Field("filename_disk"))}
	err = m.storedColumns(ctx, t, columns, nil, func(in map[string]any) {
		id, _ := in[t.Key.Name].(string)
		disk, _ := in["filename_disk"].(string)
		if disk == "" || !filepath.IsLocal(disk) {
			return
		}
		if _, err := os.Stat(filepath.Join(m.options.Files, disk)); errors.Is(err, fs.ErrNotExist) {
			out = append(out, missingFile{id, disk})
		}
	})
	return out, err
}

// Files returns the number of files that were fetched ahead since the start, and of
// those still missing.
func (m *Mirror) Files() (fetched, missing int64) {
	return m.ahead.fetched.Load(), m.ahead.missing.Load()
}
