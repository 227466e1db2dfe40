package store_test

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"image"
	"image/jpeg"
	"io"
	"math/rand/v2"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"testing"
	"testing/fstest"
	"testing/iotest"
	"time"

	"ferrule/internal/content"
	"ferrule/internal/content/store"
	"ferrule/internal/fault"
)

const plenty = 1 << 20

// receive stages a file with that name.
func receive(t testing.TB, s *store.Store, name, body string) content.Upload {
	t.Helper()
	u, err := s.Receive(strings.NewReader(body), name, plenty)
	if err != nil {
		t.Fatal(err)
	}
	return u
}

// writeFile writes the record of a file: a new one, or that of the id.
func writeFile(t testing.TB, s *store.Store, m *content.Model, id any, u content.Upload) (string, error) {
	t.Helper()
	files := m.Collection(content.FilesCollection)
	w := content.Write{Collection: files, Action: content.ActionCreate, Access: content.Administrator(), Records: []*content.Record{{Collection: files, Key: id}}}
	if id != nil {
		w.Action = content.ActionUpdate
	}
	done, err := s.WriteFiles(t.Context(), w, []content.Upload{u})
	if err != nil {
		return "", err
	}
	return fmt.Sprint(done.Keys[0]), nil
}

// stored is the part of a record that describes a file's bytes.
type stored struct {
	ID   string `json:"id"`
	Disk string `json:"filename_disk"`
	Size string `json:"filesize"`
}

func records(t testing.TB, s *store.Store, m *content.Model) []stored {
	t.Helper()
	body, err := read(t, s, m, "directus_files?fields=id,filename_disk,filesize&limit=-1", func(q *content.Query) { q.Access = content.System })
	if err != nil {
		t.Fatal(err)
	}
	var reply struct {
		Data []stored `json:"data"`
	}
	if err := json.Unmarshal([]byte(body), &reply); err != nil {
		t.Fatal(err)
	}
	return reply.Data
}

func TestFileTypesAreDetectedFromTheBytes(t *testing.T) {
	t.Parallel()
	s := open(t, content.Default())
	for _, c := range []struct{ name, body, want string }{
		{"a.txt", string(picture(t, 2, 2)), "image/png"},
		{"a.png", "just text", "text/plain"},
		{"a.png", "<html><script>alert(1)</script>", "text/html"},
		{"a.png", `<?xml version="1.0"?><!-- a --><svg xmlns="http://www.w3.org/2000/svg" width="3" height="4"/>`, "image/svg+xml"},
		{"a.svg", "\xef\xbb\xbf \n<svg viewBox='0 0 3 4'></svg>", "image/svg+xml"},
		{"a.svg", "<?xml version='1.0'?><note/>", "application/xml"},
		{"a.csv", "a;b\n1;2\n", "text/csv"},
		{"a.json", `{"a":1}`, "application/json"},
		{"a.exe", "a;b", "text/plain"},
		{"part.bin", "ISO-10303-21;\nHEADER;", "model/step"},
		{"a.jpg", "%PDF-1.7", "application/pdf"},
		{"a", "\x00\x00\x00\x1cftypavif\x00\x00\x00\x00", "image/avif"},
		{"a", "\x00\x00\x00\x1cftypisom\x00\x00\x00\x00", "video/mp4"},
		{"a.xlsx", "PK\x03\x04rest", "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet"},
		{"a.html", "PK\x03\x04rest", "application/zip"},
		{"a.png", "\x00\x01\x02\x03", "application/octet-stream"},
		{"a.html", "", "text/plain"},
	} {
		if got := receive(t, s, c.name, c.body); got.Type != c.want || got.Size != int64(len(c.body)) {
			t.Errorf("%s %q: %+v, want %s", c.name, c.body, got, c.want)
		}
	}
	if u := receive(t, s, "a.svg", `<svg width="3" height="4"/>`); u.Width != 3 || u.Height != 4 {
		t.Errorf("an SVG drawing: %+v", u)
	}
	if u := receive(t, s, "half.png", string(picture(t, 9, 9))[:20]); u.Type != "image/png" || u.Width != 0 {
		t.Errorf("an undecodable image: %+v", u)
	}
}

// Browsers apply the Exif orientation of an image.
func TestDimensionsFollowTheExifOrientation(t *testing.T) {
	t.Parallel()
	s := open(t, content.Default())
	var b bytes.Buffer
	if err := jpeg.Encode(&b, image.NewGray(image.Rect(0, 0, 60, 20)), nil); err != nil {
		t.Fatal(err)
	}
	exif := "Exif\x00\x00MM\x00\x2a\x00\x00\x00\x08\x00\x01\x01\x12\x00\x03\x00\x00\x00\x01\x00\x06\x00\x00\x00\x00\x00\x00"
	turned := string(b.Bytes()[:2]) + "\xff\xe1\x00" + string(rune(len(exif)+2)) + exif + string(b.Bytes()[2:])
	if u := receive(t, s, "a.jpg", turned); u.Width != 20 || u.Height != 60 {
		t.Errorf("%d × %d", u.Width, u.Height)
	}
	if u := receive(t, s, "a.jpg", b.String()); u.Width != 60 || u.Height != 20 {
		t.Errorf("%d × %d", u.Width, u.Height)
	}
}

func TestIncompleteUploadsAreRemoved(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	s, err := store.Open(t.Context(), dir, content.Default())
	if err != nil {
		t.Fatal(err)
	}
	defer s.Close()
	if u, err := s.Receive(strings.NewReader("12345"), "a", 5); err != nil || u.Size != 5 {
		t.Errorf("a file of the maximum size: %v", err)
	} else {
		s.Discard(u)
	}
	for want, body := range map[fault.Kind]io.Reader{
		fault.TooLarge: strings.NewReader("123456"),
		fault.Invalid:  io.MultiReader(strings.NewReader("123"), iotest.ErrReader(errors.New("connection reset"))),
	} {
		if _, err := s.Receive(body, "a", 5); fault.KindOf(err) != want {
			t.Errorf("got %v", err)
		}
	}
	// The next upload removes files of a killed process.
	folder := filepath.Join(dir, "files", ".received")
	if left, err := os.ReadDir(folder); err != nil || len(left) != 0 {
		t.Errorf("the staging folder has %v, %v", left, err)
	}
	dead := filepath.Join(folder, "dead")
	if err := os.WriteFile(dead, []byte("half"), 0o600); err != nil {
		t.Fatal(err)
	}
	old := time.Now().Add(-25 * time.Hour)
	if err := os.Chtimes(dead, old, old); err != nil {
		t.Fatal(err)
	}
	receive(t, s, "a", "b")
	if left, err := os.ReadDir(folder); err != nil || len(left) != 1 || left[0].Name() == "dead" {
		t.Errorf("the staging folder has %v, %v", left, err)
	}
}

func TestBytesOfAnotherRecordAreNotRemoved(t *testing.T) {
	t.Parallel()
	m := content.Default()
	dir := t.TempDir()
	s, err := store.Open(t.Context(), dir, m)
	if err != nil {
		t.Fatal(err)
	}
	defer s.Close()
	const first, second = "00000000-0000-4000-8000-000000000001", "00000000-0000-4000-8000-000000000002"
	body := `{"files":[{"id":"` + first + `","filename":"a.txt"},{"id":"` + second + `","filename":"b.txt","filename_disk":"` + first + `.txt"}]}`
	if _, err := s.Import(t.Context(), fstest.MapFS{"content.json": {Data: []byte(body)}, "files/a.txt": {Data: []byte("a")}, "files/b.txt": {Data: []byte("b")}}); err != nil {
		t.Fatal(err)
	}
	shared := filepath.Join(dir, "files", first+".txt")
	for i, id := range []string{second, first} {
		w := content.Write{Collection: m.Collection(content.FilesCollection), Action: content.ActionDelete, Access: content.Administrator(), Keys: []any{id}}
		if _, err := s.Write(t.Context(), w); err != nil {
			t.Fatal(err)
		}
		if _, err := os.Stat(shared); (err == nil) != (i == 0) {
			t.Errorf("after %d deletions: %v", i+1, err)
		}
	}
}

// Only the bytes of the last of several concurrent replacements remain.
func TestConcurrentReplacementsOfAFileLeaveOneFile(t *testing.T) {
	t.Parallel()
	m := content.Default()
	dir := t.TempDir()
	s, err := store.Open(t.Context(), dir, m)
	if err != nil {
		t.Fatal(err)
	}
	defer s.Close()
	id, err := writeFile(t, s, m, nil, receive(t, s, "a.txt", "0"))
	if err != nil {
		t.Fatal(err)
	}
	var all sync.WaitGroup
	for n := range 8 {
		all.Go(func() {
			u, err := s.Receive(strings.NewReader(strings.Repeat("x", n)), "a.txt", plenty)
			if err == nil {
				_, err = writeFile(t, s, m, id, u)
			}
			if err != nil {
				t.Error(err)
			}
		})
	}
	all.Wait()
	left, err := filepath.Glob(filepath.Join(dir, "files", id+"*"))
	if err != nil || len(left) != 1 {
		t.Errorf("the folder has %v, %v", left, err)
	}
	checkBytes(t, dir, records(t, s, m))
}

// checkBytes compares the bytes on disk with the records.
func checkBytes(t *testing.T, dir string, all []stored) {
	t.Helper()
	for _, r := range all {
		info, err := os.Stat(filepath.Join(dir, "files", r.Disk))
		if err != nil || fmt.Sprint(info.Size()) != r.Size {
			t.Errorf("%+v: %v", r, err)
		}
	}
}

// uploading is the environment variable that names the data folder to a child
// process, which uploads until it is killed.
const uploading = "FERRULE_TEST_UPLOAD_UNTIL_KILLED"

func TestUploadingUntilKilled(t *testing.T) {
	dir := os.Getenv(uploading)
	if dir == "" {
		t.Skip("run by TestKilledUploadLeavesNoRecordWithoutBytes in a process of its own")
	}
	m := content.Default()
	s, err := store.Open(t.Context(), dir, m)
	if err != nil {
		t.Fatal(err)
	}
	var ids []string
	for _, r := range records(t, s, m) {
		ids = append(ids, r.ID)
	}
	files := m.Collection(content.FilesCollection)
	for n := 1; ; n++ {
		u := receive(t, s, "a.txt", strings.Repeat("x", rand.IntN(200_000)))
		switch random := rand.IntN(3); {
		case len(ids) < 3 || random == 0:
			var id string
			id, err = writeFile(t, s, m, nil, u)
			ids = append(ids, id)
		case random == 1:
			_, err = writeFile(t, s, m, ids[rand.IntN(len(ids))], u)
		default:
			s.Discard(u)
			i := rand.IntN(len(ids))
			_, err = s.Write(t.Context(), content.Write{Collection: files, Action: content.ActionDelete, Access: content.Administrator(), Keys: []any{ids[i]}})
			ids = slices.Delete(ids, i, i+1)
		}
		if err != nil {
			t.Fatal(err)
		}
		fmt.Println("written", n)
	}
}

func TestKilledUploadLeavesNoRecordWithoutBytes(t *testing.T) {
	if testing.Short() {
		t.Skip("kills 30 processes")
	}
	t.Parallel()
	m := content.Default()
	dir := t.TempDir()
	seen := 0
	for range 30 {
		writeUntilKilled(t, "TestUploadingUntilKilled", 1+rand.IntN(8), uploading+"="+dir)
		s, err := store.Open(t.Context(), dir, m)
		if err != nil {
			t.Fatal(err)
		}
		all := records(t, s, m)
		seen += len(all)
		checkBytes(t, dir, all)
		if err := s.Close(); err != nil {
			t.Fatal(err)
		}
	}
	if seen == 0 {
		t.Error("no file was uploaded")
	}
}
