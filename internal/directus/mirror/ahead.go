package mirror

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"strconv"
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

	aheadReserve  = 2 << 30 // bytes of the disk that files fetched ahead leave free
	aheadFailures = 3       // in a row, which end a run
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
				retry = time.After(aheadRetry)
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
type missingFile struct {
	id, disk string
	size     uint64 // by its record; 0 if unknown
}

// fetchMissing fetches the files that are not in the folder. It returns the first
// error, after which it tries the others, unless the Directus is unreachable, several
// fail in a row or the disk is full. Files for which there is no space are skipped.
func (m *Mirror) fetchMissing(ctx context.Context) error {
	files, err := m.missingFiles(ctx)
	if err != nil {
		return err
	}
	m.ahead.missing.Store(int64(len(files)))
	var first error
	failures := 0
	for _, f := range files {
		if err := m.ahead.limiter.Wait(ctx); err != nil {
			return err
		}
		free, err := health.Folder(m.options.Files)
		if err != nil {
			return err
		}
		if free < aheadReserve+f.size {
			first = cmp.Or(first, fmt.Errorf("fetch file %s ahead: %d MiB are left; free disk space", f.disk, free>>20))
			continue
		}
		if err = m.Fetch(ctx, f.id, f.disk); err == nil {
			failures = 0
			m.ahead.missing.Add(-1)
			m.ahead.fetched.Add(1)
			continue
		}
		first = cmp.Or(first, err)
		if failures++; failures == aheadFailures {
			return first
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
	columns := []column{{Field: t.Key}, {Field: t.Field("filename_disk")}}
	sized := t.Field("filesize")
	if sized != nil {
		columns = append(columns, column{Field: sized})
	}
	err = m.storedColumns(ctx, t, columns, nil, func(in map[string]any) {
		id, _ := in[t.Key.Name].(string)
		disk, _ := in["filename_disk"].(string)
		if disk == "" || !filepath.IsLocal(disk) {
			return
		}
		if _, err := os.Stat(filepath.Join(m.options.Files, disk)); errors.Is(err, fs.ErrNotExist) {
			f := missingFile{id: id, disk: disk}
			if sized != nil {
				f.size, _ = strconv.ParseUint(fmt.Sprint(in["filesize"]), 10, 64) // 0 if null
			}
			out = append(out, f)
		}
	})
	return out, err
}

// Files returns the number of files that were fetched ahead since the start, and of
// those still missing.
func (m *Mirror) Files() (fetched, missing int64) {
	return m.ahead.fetched.Load(), m.ahead.missing.Load()
}
