package blob_test

import (
	"bytes"
	"context"
	"errors"
	"io"
	"io/fs"
	"maps"
	"net/http"
	"net/http/httptest"
	"os"
	"path/filepath"
	"strconv"
	"testing"
	"testing/iotest"
	"time"

	"github.com/google/go-cmp/cmp"

	"ferrule/internal/blob"
	"ferrule/internal/blob/blobtest"
	"ferrule/internal/fault"
)

// onBoth runs a test on a folder and on a bucket.
func onBoth(t *testing.T, test func(t *testing.T, s blob.Store)) {
	t.Helper()
	t.Run("folder", func(t *testing.T) {
		t.Parallel()
		s, err := blob.NewFolder(t.TempDir())
		if err != nil {
			t.Fatal(err)
		}
		t.Cleanup(func() { _ = s.Close() })
		test(t, s)
	})
	t.Run("bucket", func(t *testing.T) {
		t.Parallel()
		s, err := blob.NewBucket(blobtest.Bucket(t, "some/prefix"))
		if err != nil {
			t.Fatal(err)
		}
		test(t, s)
	})
}

// put stores files, which it first writes to the disk of the store.
func put(t *testing.T, s blob.Store, files map[string][]byte) error {
	t.Helper()
	folder, paths := t.TempDir(), map[string]string{}
	for name, content := range files {
		paths[name] = filepath.Join(folder, strconv.Itoa(len(paths)))
		if err := os.WriteFile(paths[name], content, 0o600); err != nil {
			t.Fatal(err)
		}
	}
	err := s.Put(t.Context(), paths)
	if err == nil {
		for path := range maps.Values(paths) {
			if _, err := os.Stat(path); !errors.Is(err, fs.ErrNotExist) {
				t.Errorf("%s was not moved: %v", path, err)
			}
		}
	}
	return err
}

func TestFilesAreStoredReadAndRemoved(t *testing.T) {
	t.Parallel()
	onBoth(t, func(t *testing.T, s blob.Store) {
		large := bytes.Repeat([]byte("0123456789abcdef"), 300_000)
		if err := put(t, s, map[string][]byte{"a.txt": []byte("hello"), "large.bin": large, "empty": {}}); err != nil {
			t.Fatal(err)
		}
		for name, want := range map[string][]byte{"a.txt": []byte("hello"), "large.bin": large, "empty": {}} {
			f, err := s.Open(t.Context(), name)
			if err != nil {
				t.Fatal(err)
			}
			if err := iotest.TestReader(f, want); len(want) < 1000 && err != nil {
				t.Error(err)
			}
			if _, err := f.Seek(0, io.SeekStart); err != nil {
				t.Error(err)
			}
			if got, err := io.ReadAll(f); err != nil || !bytes.Equal(got, want) {
				t.Errorf("%s: %d bytes, %v", name, len(got), err)
			}
			if err := f.Close(); err != nil || f.Version() == "" {
				t.Errorf("%s: %q, %v", name, f.Version(), err)
			}
		}
		for range 2 {
			if err := s.Remove(t.Context(), "a.txt"); err != nil {
				t.Error(err)
			}
			if _, err := s.Open(t.Context(), "a.txt"); !errors.Is(err, fs.ErrNotExist) {
				t.Errorf("a removed file: %v", err)
			}
		}
	})
}

func TestARangeIsSentFromItsOffset(t *testing.T) {
	t.Parallel()
	onBoth(t, func(t *testing.T, s blob.Store) {
		if err := put(t, s, map[string][]byte{"film.mp4": []byte("0123456789")}); err != nil {
			t.Fatal(err)
		}
		f, err := s.Open(t.Context(), "film.mp4")
		if err != nil {
			t.Fatal(err)
		}
		defer func() { _ = f.Close() }()
		r := httptest.NewRequestWithContext(t.Context(), http.MethodGet, "/", nil)
		r.Header.Set("Range", "bytes=2-4,7-")
		w := httptest.NewRecorder()
		http.ServeContent(w, r, "film.mp4", time.Time{}, f)
		if body := w.Body.String(); w.Code != http.StatusPartialContent || !bytes.Contains([]byte(body), []byte("\r\n234\r\n")) || !bytes.Contains([]byte(body), []byte("\r\n789\r\n")) {
			t.Errorf("%d %s", w.Code, body)
		}
	})
}

func TestNamesCannotLeaveTheStore(t *testing.T) {
	t.Parallel()
	onBoth(t, func(t *testing.T, s blob.Store) {
		for _, name := range []string{"../secret", "/etc/passwd", "a/../../b", "..", "."} {
			if _, err := s.Open(t.Context(), name); err == nil {
				t.Errorf("opened %q", name)
			}
			if err := put(t, s, map[string][]byte{name: []byte("x")}); err == nil {
				t.Errorf("stored %q", name)
			}
			if err := s.Remove(t.Context(), name); err != nil {
				t.Errorf("%q: %v", name, err)
			}
		}
	})
}

func TestAnUnreachableStoreIsUnavailable(t *testing.T) {
	t.Parallel()
	blobtest.Key()
	s, err := blob.NewBucket("s3://bucket?region=us-east-1&endpoint=http://127.0.0.1:1")
	if err != nil {
		t.Fatal(err)
	}
	if _, err := s.Open(t.Context(), "a"); fault.KindOf(err) != fault.Unavailable || errors.Is(err, fs.ErrNotExist) {
		t.Errorf("%v", err)
	}
	if _, err := s.Check(t.Context()); err == nil {
		t.Error("an unreachable store passes its check")
	}
}

func TestInvalidBucketAddressesAreRefused(t *testing.T) {
	t.Parallel()
	blobtest.Key()
	for _, address := range []string{
		"", "/data", "s3://", "https://bucket", "s3://key:secret@bucket", "s3://b?endpoint=host", "s3://b?endpoint=https://host/path", "s3://b?enpoint=https://host",
	} {
		if _, err := blob.NewBucket(address); err == nil {
			t.Errorf("%q was accepted", address)
		}
	}
	s, err := blob.NewBucket(blobtest.Bucket(t, ""))
	if err != nil {
		t.Fatal(err)
	}
	if where, err := s.Check(t.Context()); err != nil || where == "" {
		t.Errorf("%q, %v", where, err)
	}
}

func TestFilesAreComparedWithTheirRecords(t *testing.T) {
	t.Parallel()
	onBoth(t, func(t *testing.T, s blob.Store) {
		if err := put(t, s, map[string][]byte{"a": []byte("hello"), "half": []byte("he"), "unmeasured": nil}); err != nil {
			t.Fatal(err)
		}
		calls := 0
		found, err := blob.Verify(t.Context(), s, func(_ context.Context, each func(name string, size int64)) error {
			for name, size := range map[string]int64{"a": 5, "half": 5, "gone": 5, "lost": 5, "unmeasured": -1} {
				each(name, size)
			}
			if calls++; calls == 1 {
				each("removed with its record meanwhile", 5)
			}
			return nil
		})
		if err != nil {
			t.Fatal(err)
		}
		if diff := cmp.Diff(blob.Differences{Files: 5, Missing: []string{"gone", "lost"}, Wrong: []string{"half"}}, found); diff != "" {
			t.Error(diff)
		}
		if err := found.Err(); err == nil || err.Error() != "2 of 5 are missing and 1 of 5 are of another size than their records say; restore them from a backup: first gone, lost, half" {
			t.Errorf("%v", err)
		}
		if err := (blob.Differences{Files: 5}).Err(); err != nil {
			t.Error(err)
		}
	})
}
