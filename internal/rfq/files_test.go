package rfq

import (
	"archive/zip"
	"bytes"
	"errors"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"testing/iotest"
	"time"

	"github.com/google/go-cmp/cmp"

	"ferrule/internal/blob"
	"ferrule/internal/blob/blobtest"
	"ferrule/internal/fault"
)

// archive returns a ZIP file with empty files.
func archive(t *testing.T, names ...string) string {
	t.Helper()
	var b bytes.Buffer
	z := zip.NewWriter(&b)
	for _, name := range names {
		if _, err := z.Create(name); err != nil {
			t.Fatal(err)
		}
	}
	if err := z.Close(); err != nil {
		t.Fatal(err)
	}
	return b.String()
}

func TestFileTypeIsDetectedFromContent(t *testing.T) {
	t.Parallel()
	s := open(t, t.TempDir())
	iges := strings.Repeat(" ", 72) + "S      1\n"
	for _, tt := range []struct{ name, bytes, wantName, wantType string }{
		{"a.pdf", "%PDF-1.7\n", "a.pdf", "application/pdf"},
		{"A.PDF", "%PDF-1.7\n", "A.pdf", "application/pdf"},
		{"a", "\x89PNG\r\n\x1a\n", "a.png", "image/png"},
		{"photo.jpeg", "\xff\xd8\xff\xe0", "photo.jpeg", "image/jpeg"},
		{"photo.exe", "\xff\xd8\xff\xe0", "photo.exe.jpg", "image/jpeg"},
		{"a.webp", "RIFF\x00\x00\x00\x00WEBPVP8 ", "a.webp", "image/webp"},
		{"a.tif", "II*\x00\x08\x00\x00\x00", "a.tif", "image/tiff"},
		{"a.tiff", "MM\x00*\x00\x00\x00\x08", "a.tiff", "image/tiff"},
		{"a.dwg", "AC1032\x00\x00", "a.dwg", "image/vnd.dwg"},
		{"a.dxf", "  0\r\nSECTION\r\n  2\r\nHEADER\r\n", "a.dxf", "image/vnd.dxf"},
		{"a.dxf", "999\nmade by hand\n0\nSECTION\n", "a.dxf", "image/vnd.dxf"},
		{"a.dxf", "AutoCAD Binary DXF\r\n\x1a\x00", "a.dxf", "image/vnd.dxf"},
		{"a.stp", "ISO-10303-21;\nHEADER;", "a.stp", "model/step"},
		{"a.igs", iges, "a.igs", "model/iges"},
		{"list.csv", "part;n\nFR-1;3\n", "list.csv", "text/csv"},
		{"list.csv", "St\xfcck;n\n", "list.csv", "text/csv"},
		{"page.html", "just text", "page.html.txt", "text/plain"},
		{"a.zip", archive(t, "a.dwg"), "a.zip", "application/zip"},
		{"a.xlsx", archive(t, "[Content_Types].xml", "xl/workbook.xml"), "a.xlsx", typeXLSX},
		{"a.docx", archive(t, "[Content_Types].xml", "word/document.xml"), "a.docx", typeDOCX},
		{`C:\parts\Rohr "ü".txt`, "x", "Rohr ü.txt", "text/plain"},
		{"../../etc/.txt", "x", "txt.txt", "text/plain"},
		{"../..", "x", "file.txt", "text/plain"},
		{"a\u202egpj.txt\n", "x", "agpj.txt", "text/plain"},
		{strings.Repeat("ü", 300) + ".txt", "x", strings.Repeat("ü", maxFileName) + ".txt", "text/plain"},
	} {
		f := addFile(t, s, tt.name, tt.bytes)
		want := File{ID: f.ID, Name: tt.wantName, Type: tt.wantType, Size: int64(len(tt.bytes))}
		if diff := cmp.Diff(want, f); diff != "" {
			t.Errorf("%s (-want +got):\n%s", tt.name, diff)
		}
	}
	for name, bytes := range map[string]string{
		"page.txt": "<!doctype html><p>", "a.svg": `<?xml version="1.0"?><svg/>`, "a.exe": "MZ\x90\x00\x03\x00\x00\x00", "a.gif": "GIF89a",
		"a.zip": "PK\x03\x04broken", "a.pdf": "\x00\x01\x02",
	} {
		if _, err := s.AddFile(t.Context(), name, strings.NewReader(bytes)); fault.KindOf(err) != fault.Unsupported {
			t.Errorf("%s: %v, want Unsupported", name, err)
		}
	}
	checkUploads(t, s, 0)
}

// onEachFileStore runs a test with both databases and a folder, and with a bucket.
func onEachFileStore(t *testing.T, test func(t *testing.T, s *Store)) {
	t.Helper()
	onBoth(t, func(t *testing.T, open func() *Store) { test(t, open()) })
	t.Run("bucket", func(t *testing.T) {
		t.Parallel()
		bucket, err := blob.NewBucket(blobtest.Bucket(t, "site"))
		if err != nil {
			t.Fatal(err)
		}
		s := open(t, t.TempDir())
		s.SetFileStore(bucket.Sub(FilesFolder))
		test(t, s)
	})
}

// hasBytes reports whether the file store has the bytes of an id.
func hasBytes(t *testing.T, s *Store, id string) bool {
	t.Helper()
	files, err := s.files()
	if err != nil {
		t.Fatal(err)
	}
	f, err := files.Open(t.Context(), id)
	if err == nil {
		_ = f.Close()
	} else if !errors.Is(err, fs.ErrNotExist) {
		t.Fatal(err)
	}
	return err == nil
}

// checkUploads checks the number of uploads in progress.
func checkUploads(t *testing.T, s *Store, want int) {
	t.Helper()
	if parts, err := os.ReadDir(filepath.Join(s.folder, uploadFolder)); err != nil || len(parts) != want {
		t.Errorf("%d uploads in progress, %v; want %d", len(parts), err, want)
	}
}

func TestFileLimits(t *testing.T) {
	t.Parallel()
	s := open(t, t.TempDir())
	for name, tt := range map[string]struct {
		from io.Reader
		want fault.Kind
	}{
		"empty":       {strings.NewReader(""), fault.Invalid},
		"too large":   {strings.NewReader(strings.Repeat("x", MaxFileBytes+1)), fault.TooLarge},
		"interrupted": {io.MultiReader(strings.NewReader("x"), iotest.ErrReader(errors.New("gone"))), fault.Invalid},
	} {
		if _, err := s.AddFile(t.Context(), name, tt.from); fault.KindOf(err) != tt.want {
			t.Errorf("%s: %v", name, err)
		}
	}
	addFile(t, s, "large", strings.Repeat("x", MaxFileBytes))
	checkUploads(t, s, 0)
}

func TestFileIsReadBackUnchanged(t *testing.T) {
	t.Parallel()
	onEachFileStore(t, func(t *testing.T, s *Store) {
		f := addFile(t, s, "a.txt", "text")
		got, bytes, err := s.OpenFile(t.Context(), f.ID)
		if err != nil {
			t.Fatal(err)
		}
		text, err := io.ReadAll(bytes)
		_ = bytes.Close()
		if got != f || string(text) != "text" || err != nil {
			t.Errorf("%+v %q, %v", got, text, err)
		}
		if files, err := s.files(); err != nil || files.Remove(t.Context(), f.ID) != nil {
			t.Fatal(err)
		}
		for _, id := range []string{f.ID, "", "../requests.db", strings.ToLower(f.ID)} {
			if _, _, err := s.OpenFile(t.Context(), id); fault.KindOf(err) != fault.NotFound {
				t.Errorf("%q: %v, want NotFound", id, err)
			}
		}
	})
}

func TestFilesWithoutARequestAreDeleted(t *testing.T) {
	t.Parallel()
	onEachFileStore(t, func(t *testing.T, s *Store) {
		s.at(noon)
		sent, old := addFile(t, s, "sent.txt", "x"), addFile(t, s, "old.txt", "x")
		add(t, s, Message{Name: "A", Files: []string{sent.ID}})
		s.at(noon.Add(time.Hour))
		young, dropped := addFile(t, s, "young.txt", "x"), addFile(t, s, "dropped.txt", "x")
		part := filepath.Join(s.folder, uploadFolder, "part")
		if err := os.WriteFile(part, nil, 0o600); err != nil {
			t.Fatal(err)
		}
		if err := os.Chtimes(part, noon, noon); err != nil {
			t.Fatal(err)
		}
		if n, err := s.SweepFiles(t.Context(), noon.Add(time.Minute)); err != nil || n != 1 {
			t.Errorf("%d swept, %v", n, err)
		}
		if err := s.DeleteFile(t.Context(), dropped.ID); err != nil {
			t.Error(err)
		}
		for _, id := range []string{sent.ID, dropped.ID, ""} {
			if err := s.DeleteFile(t.Context(), id); fault.KindOf(err) != fault.NotFound {
				t.Errorf("delete %q: %v, want NotFound", id, err)
			}
		}
		for f, want := range map[File]bool{sent: true, old: false, young: true, dropped: false} {
			_, bytes, err := s.OpenFile(t.Context(), f.ID)
			if err == nil {
				_ = bytes.Close()
			}
			if (err == nil) != want || hasBytes(t, s, f.ID) != want {
				t.Errorf("%s: %v, bytes %t", f.Name, err, hasBytes(t, s, f.ID))
			}
		}
		checkUploads(t, s, 0)
	})
}

func TestUnavailableBucketLosesAndLeaksNoFile(t *testing.T) {
	t.Parallel()
	gateway := blobtest.Start(t)
	bucket, err := blob.NewBucket(gateway.Bucket("site"))
	if err != nil {
		t.Fatal(err)
	}
	s := open(t, t.TempDir())
	s.at(noon)
	s.SetFileStore(bucket.Sub(FilesFolder))
	sent, unsent := addFile(t, s, "sent.txt", "x"), addFile(t, s, "unsent.txt", "x")
	a := add(t, s, Message{Name: "A", Files: []string{sent.ID}})
	gateway.Stop()

	if _, err := s.AddFile(t.Context(), "late.txt", strings.NewReader("x")); fault.KindOf(err) != fault.Unavailable {
		t.Errorf("AddFile: %v", err)
	}
	checkUploads(t, s, 0)
	add(t, s, Message{Name: "B", Files: []string{unsent.ID}}) // its bytes are kept
	if _, _, err := s.OpenFile(t.Context(), sent.ID); fault.KindOf(err) != fault.Unavailable {
		t.Errorf("OpenFile: %v", err)
	}
	if err := s.Forget(t.Context(), a.Reference); fault.KindOf(err) != fault.Unavailable {
		t.Errorf("DeleteFile: %v", err)
	}
	if r, err := s.ByReference(t.Context(), a.Reference); err != nil || r.State != StateForgotten || r.Name != "" {
		t.Errorf("Forget waits for the bucket: %+v, %v", r, err)
	}

	gateway.Start()
	if !hasBytes(t, s, sent.ID) {
		t.Error("the bytes were removed while the bucket was unavailable")
	}
	// The row of the file that was not stored is deleted as well.
	if n, err := s.SweepFiles(t.Context(), noon.Add(time.Minute)); err != nil || n != 1 {
		t.Errorf("%d swept, %v", n, err)
	}
	if hasBytes(t, s, sent.ID) || !hasBytes(t, s, unsent.ID) {
		t.Errorf("bytes of the forgotten request exist: %t, of the other: %t", hasBytes(t, s, sent.ID), hasBytes(t, s, unsent.ID))
	}
}
