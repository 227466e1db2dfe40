package itemsapi_test

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"image"
	"image/png"
	"io"
	"mime/multipart"
	"net/http"
	"net/http/httptest"
	"net/textproto"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"ferrule/internal/content"
	"ferrule/internal/content/paritytest"
	"ferrule/internal/content/store"
	"ferrule/internal/directus/itemsapi"
	"ferrule/internal/upload/uploadtest"
)

const (
	uploader  = "aaaaaaaa-0000-4000-8000-000000000001"
	fileLimit = 64 << 10
)

// fileSite is the API on a server, with a store whose files tests can read.
type fileSite struct {
	*httptest.Server
	files   string
	removed []string // removed files
}

// newFileSite gives all clients that policy; nil is the public.
func newFileSite(t *testing.T, m *content.Model, policy *content.Policy) *fileSite {
	t.Helper()
	dir := t.TempDir()
	s, err := store.Open(t.Context(), dir, m)
	if err != nil {
		t.Fatal(err)
	}
	c := &fileSite{files: filepath.Join(dir, "files")}
	s.OnFileRemoved(func(disk string) { c.removed = append(c.removed, disk) })
	identify := func(*http.Request) (*content.Policy, string, error) { return policy, uploader, nil }
	c.Server = httptest.NewServer(itemsapi.New(m, s, itemsapi.Writing(s, identify), itemsapi.Uploading(s, fileLimit)))
	t.Cleanup(func() {
		c.Close()
		if err := s.Close(); err != nil {
			t.Error(err)
		}
	})
	return c
}

// part is a field, or with a name a file.
type part struct{ field, name, body string }

func formOf(t *testing.T, parts ...part) (io.Reader, string) {
	t.Helper()
	var b bytes.Buffer
	form := multipart.NewWriter(&b)
	for _, p := range parts {
		head := textproto.MIMEHeader{}
		head.Set("Content-Disposition", fmt.Sprintf(`form-data; name="%s"`, p.field))
		if p.name != "" {
			head.Set("Content-Disposition", fmt.Sprintf(`form-data; name="%s"; filename="%s"`, p.field, p.name))
			head.Set("Content-Type", "application/x-what-the-sender-says")
		}
		w, err := form.CreatePart(head)
		if err != nil {
			t.Fatal(err)
		}
		if _, err := io.WriteString(w, p.body); err != nil {
			t.Fatal(err)
		}
	}
	if err := form.Close(); err != nil {
		t.Fatal(err)
	}
	return &b, form.FormDataContentType()
}

// send sends a request and returns status and reply.
func (c *fileSite) send(t *testing.T, method, target, kind string, body io.Reader) (int, map[string]any) {
	t.Helper()
	r, err := http.NewRequestWithContext(t.Context(), method, c.URL+target, body)
	if err != nil {
		t.Fatal(err)
	}
	r.Header.Set("Content-Type", kind)
	reply, err := c.Client().Do(r)
	if err != nil {
		t.Fatal(err)
	}
	defer reply.Body.Close()
	var out map[string]any
	if err := json.NewDecoder(reply.Body).Decode(&out); err != nil && !errors.Is(err, io.EOF) {
		t.Fatal(err)
	}
	return reply.StatusCode, out
}

func (c *fileSite) upload(t *testing.T, method, target string, parts ...part) (int, map[string]any) {
	t.Helper()
	body, kind := formOf(t, parts...)
	return c.send(t, method, target, kind, body)
}

// saved returns the record of an upload that must succeed.
func (c *fileSite) saved(t *testing.T, method, target string, parts ...part) map[string]any {
	t.Helper()
	status, reply := c.upload(t, method, target, parts...)
	return data(t, status, reply)
}

// data returns the record of a successful reply.
func data(t *testing.T, status int, reply map[string]any) map[string]any {
	t.Helper()
	record, ok := reply["data"].(map[string]any)
	if status != http.StatusOK || !ok {
		t.Fatalf("status %d: %v", status, reply)
	}
	return record
}

func code(reply map[string]any) string {
	b, _ := json.Marshal(reply)
	var e struct {
		Errors []struct {
			Extensions struct {
				Code string `json:"code"`
			} `json:"extensions"`
		} `json:"errors"`
	}
	if json.Unmarshal(b, &e) != nil || len(e.Errors) == 0 {
		return ""
	}
	return e.Errors[0].Extensions.Code
}

// onDisk returns the names in the folder of files.
func (c *fileSite) onDisk(t *testing.T) []string {
	t.Helper()
	var names []string
	err := filepath.WalkDir(c.files, func(path string, d os.DirEntry, err error) error {
		if err == nil && !d.IsDir() {
			names = append(names, filepath.Base(path))
		}
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
	return names
}

func (c *fileSite) bytes(t *testing.T, disk any) string {
	t.Helper()
	b, err := os.ReadFile(filepath.Join(c.files, fmt.Sprint(disk)))
	if err != nil {
		t.Fatal(err)
	}
	return string(b)
}

func pngBytes(t *testing.T, w, h int) string {
	t.Helper()
	var b bytes.Buffer
	if err := png.Encode(&b, image.NewGray(image.Rect(0, 0, w, h))); err != nil {
		t.Fatal(err)
	}
	return b.String()
}

func TestUploadStoresFileAndFields(t *testing.T) {
	t.Parallel()
	c := newFileSite(t, paritytest.Model(t), content.Administrator())
	picture := pngBytes(t, 40, 30)
	record := c.saved(t, http.MethodPost, "/files", part{"description", "", "A part"}, part{"tags", "", `["a","b"]`}, part{"focal_point_x", "", "12"}, part{"title", "", "null"}, part{"file", "ball-valve_dn25.txt", picture})
	want := map[string]any{
		"filename_download": "ball-valve_dn25.txt", "title": "Ball Valve Dn25", "type": "image/png", "width": 40.0, "height": 30.0, "description": "A part",
		"filesize": fmt.Sprint(len(picture)), "filename_disk": fmt.Sprint(record["id"]) + ".png", "storage": "local", "uploaded_by": uploader, "focal_point_x": 12.0,
	}
	for name, v := range want {
		if record[name] != v {
			t.Errorf("%s is %v, want %v", name, record[name], v)
		}
	}
	if fmt.Sprint(record["tags"]) != "[a b]" || record["created_on"] == nil || record["uploaded_on"] == nil {
		t.Errorf("record %v", record)
	}
	if c.bytes(t, record["filename_disk"]) != picture {
		t.Error("stored bytes differ")
	}
	status, reply := c.send(t, http.MethodGet, "/files/"+fmt.Sprint(record["id"])+"?fields=id,type", "", nil)
	if got := data(t, status, reply); len(got) != 2 || got["id"] != record["id"] {
		t.Errorf("read: %v", got)
	}
	if status, reply := c.send(t, http.MethodGet, "/files?filter[type][_eq]=image/png&fields=id&meta=total_count", "", nil); status != http.StatusOK || len(reply["data"].([]any)) != 1 {
		t.Errorf("list: %d %v", status, reply)
	}
}

func TestUploadOfSeveralFiles(t *testing.T) {
	t.Parallel()
	c := newFileSite(t, content.Default(), content.Administrator())
	status, reply := c.upload(t, http.MethodPost, "/files?fields=title,type,description&sort=title",
		part{"title", "", "First"}, part{"file", "a.txt", "one"},
		part{"description", "", "second's"}, part{"file", "b.csv", "1,2\n"},
		part{"file", "c.step", "ISO-10303-21;\nHEADER;"},
	)
	want := `[map[description:second's title:B type:text/csv] map[description:<nil> title:C type:model/step] map[description:<nil> title:First type:text/plain]]`
	if status != http.StatusOK || fmt.Sprint(reply["data"]) != want {
		t.Errorf("%d %v", status, reply)
	}
	// An upload is atomic.
	before := c.onDisk(t)
	if status, reply := c.upload(t, http.MethodPost, "/files", part{"file", "a.txt", "one"}, part{"optical_scale", "", "wide"}, part{"file", "b.txt", "two"}); status != http.StatusBadRequest || code(reply) != "FAILED_VALIDATION" {
		t.Errorf("a wrong field: %d %v", status, reply)
	}
	if after := c.onDisk(t); fmt.Sprint(after) != fmt.Sprint(before) {
		t.Errorf("leftover files: %v, before %v", after, before)
	}
}

func TestUploadWithTranslations(t *testing.T) {
	t.Parallel()
	m := content.Default()
	c := newFileSite(t, m, content.Administrator())
	if status, reply := c.send(t, http.MethodPost, "/items/languages", "application/json", strings.NewReader(`{"code":"de-DE","sort":1}`)); status != http.StatusOK {
		t.Fatalf("%d %v", status, reply)
	}
	record := c.saved(t, http.MethodPost, "/files?fields=id,translations.alt", part{"translations", "", `[{"languages_code":"de-DE","alt":"Ein Kugelhahn"}]`}, part{"file", "a.png", pngBytes(t, 1, 1)})
	if fmt.Sprint(record["translations"]) != "[map[alt:Ein Kugelhahn]]" {
		t.Errorf("got %v", record)
	}
}

func TestInvalidUploadsAreRefused(t *testing.T) {
	t.Parallel()
	c := newFileSite(t, content.Default(), content.Administrator())
	file := part{"file", "a.txt", "text"}
	for name, refused := range map[string]struct {
		parts  []part
		status int
		code   string
	}{
		"no file":                  {[]part{{"title", "", "x"}}, 400, "INVALID_PAYLOAD"},
		"nothing":                  {nil, 400, "INVALID_PAYLOAD"},
		"fields behind their file": {[]part{file, {"title", "", "x"}}, 400, "INVALID_PAYLOAD"},
		"a file without a name":    {[]part{{"file", "..", "x"}}, 400, "INVALID_PAYLOAD"},
		"too large":                {[]part{{"file", "a.txt", strings.Repeat("x", fileLimit+1)}}, 413, "CONTENT_TOO_LARGE"},
		"a name on the disk":       {[]part{{"filename_disk", "", "other.png"}, file}, 400, "INVALID_PAYLOAD"},
		"a size":                   {[]part{{"filesize", "", "1"}, file}, 400, "INVALID_PAYLOAD"},
		"a field too long":         {[]part{{"title", "", strings.Repeat("x", 70_000)}, file}, 400, "INVALID_PAYLOAD"},
		"an id that is none":       {[]part{{"id", "", "../x"}, file}, 400, "FAILED_VALIDATION"},
	} {
		if status, reply := c.upload(t, http.MethodPost, "/files", refused.parts...); status != refused.status || code(reply) != refused.code {
			t.Errorf("%s: %d %v", name, status, reply)
		}
	}
	for name, refused := range map[string]struct {
		method, target, kind, body string
		status                     int
		code                       string
	}{
		"JSON":              {http.MethodPost, "/files", "application/json", `{"title":"x"}`, 400, "INVALID_PAYLOAD"},
		"an import":         {http.MethodPost, "/files/import", "application/json", `{"url":"http://127.0.0.1/"}`, 400, "INVALID_PAYLOAD"},
		"no boundary":       {http.MethodPost, "/files", "multipart/form-data", "x", 400, "INVALID_PAYLOAD"},
		"a broken form":     {http.MethodPost, "/files", "multipart/form-data; boundary=b", "--b\r\nContent-Disposition: form-data; name=\"f\"; filename=\"a\"\r\n\r\nhalf", 400, "INVALID_PAYLOAD"},
		"PUT":               {http.MethodPut, "/files/x", "application/json", `{}`, 404, "ROUTE_NOT_FOUND"},
		"an item":           {http.MethodPost, "/items/directus_files", "application/json", `{"title":"x"}`, 403, "FORBIDDEN"},
		"a nested file":     {http.MethodPost, "/items/products", "application/json", `{"slug":"x","status":"draft","thumbnail":{"title":"x"}}`, 400, "INVALID_PAYLOAD"},
		"nobody's file":     {http.MethodPatch, "/files/00000000-0000-4000-8000-000000000009", "application/json", `{"title":"x"}`, 403, "FORBIDDEN"},
		"a bad key":         {http.MethodDelete, "/files/abc", "", "", 403, "FORBIDDEN"},
		"an unknown field":  {http.MethodGet, "/files?fields=nope", "", "", 403, "FORBIDDEN"},
		"too deep an addr.": {http.MethodGet, "/files/a/b", "", "", 404, "ROUTE_NOT_FOUND"},
	} {
		if status, reply := c.send(t, refused.method, refused.target, refused.kind, strings.NewReader(refused.body)); status != refused.status || code(reply) != refused.code {
			t.Errorf("%s: %d %v", name, status, reply)
		}
	}
	if left := c.onDisk(t); len(left) != 0 {
		t.Errorf("leftover files: %v", left)
	}
}

// An endless body of a client without permission must not be received.
func TestUnauthorizedUploadIsNotReceived(t *testing.T) {
	t.Parallel()
	m := content.Default()
	for name, permissions := range map[string]string{
		"public":   "",
		"readers":  `[{"collection":"directus_files","action":"read","fields":["*"]}]`,
		"changers": `[{"collection":"directus_files","action":"update","fields":["*"]}]`,
	} {
		var policy *content.Policy
		if permissions != "" {
			var err error
			if policy, err = m.ParsePolicy([]byte(permissions)); err != nil {
				t.Fatal(err)
			}
		}
		c := newFileSite(t, m, policy)
		if status, reply := c.upload(t, http.MethodPost, "/files", part{"file", "a.txt", "text"}); status != http.StatusForbidden || code(reply) != "FORBIDDEN" {
			t.Errorf("%s: %d %v", name, status, reply)
		}
		if left, err := os.ReadDir(c.files); err != nil || len(left) != 0 {
			t.Errorf("%s: left %v, %v", name, left, err)
		}
	}
}

func TestPermissionsApplyToFiles(t *testing.T) {
	t.Parallel()
	m := content.Default()
	policy, err := m.ParsePolicy([]byte(`[
		{"collection":"directus_files","action":"create","fields":["title"],"presets":{"description":"by hand"}},
		{"collection":"directus_files","action":"delete","fields":["*"],"permissions":{"title":{"_eq":"Mine"}}}]`))
	if err != nil {
		t.Fatal(err)
	}
	c := newFileSite(t, m, policy)
	if status, reply := c.upload(t, http.MethodPost, "/files", part{"description", "", "x"}, part{"file", "a.txt", "a"}); status != http.StatusForbidden {
		t.Errorf("a field that is not allowed: %d %v", status, reply)
	}
	// Without permission to read, the upload succeeds without a body.
	if status, reply := c.upload(t, http.MethodPost, "/files", part{"title", "", "Theirs"}, part{"file", "a.txt", "a"}); status != http.StatusNoContent {
		t.Errorf("%d %v", status, reply)
	}
	disk := c.onDisk(t)
	if len(disk) != 1 {
		t.Fatal(disk)
	}
	if status, _ := c.send(t, http.MethodDelete, "/files/"+strings.TrimSuffix(disk[0], ".txt"), "", nil); status != http.StatusForbidden {
		t.Errorf("file of another user: %d", status)
	}
	if left := c.onDisk(t); len(left) != 1 {
		t.Errorf("left %v", left)
	}
}

func TestUploadReplacesBytes(t *testing.T) {
	t.Parallel()
	c := newFileSite(t, paritytest.Model(t), content.Administrator())
	record := c.saved(t, http.MethodPost, "/files", part{"title", "", "Title"}, part{"file", "a.png", pngBytes(t, 3, 2)})
	target := "/files/" + fmt.Sprint(record["id"])
	first := fmt.Sprint(record["filename_disk"])

	status, reply := c.send(t, http.MethodPatch, target, "application/json", strings.NewReader(`{"description":"new","filename_download":"b.png"}`))
	record = data(t, status, reply)
	if record["description"] != "new" || record["filename_download"] != "b.png" || record["filename_disk"] != first || record["modified_by"] != uploader {
		t.Errorf("metadata: %v", record)
	}
	for _, name := range []string{"filename_disk", "type", "storage", "width", "uploaded_by"} {
		if status, reply := c.send(t, http.MethodPatch, target, "application/json", strings.NewReader(`{"`+name+`":null}`)); status != http.StatusBadRequest || code(reply) != "INVALID_PAYLOAD" {
			t.Errorf("%s: %d %v", name, status, reply)
		}
	}

	record = c.saved(t, http.MethodPatch, target, part{"file", "sheet.pdf", "%PDF-1.7 text"})
	second := fmt.Sprint(record["filename_disk"])
	if record["type"] != "application/pdf" || record["width"] != nil || record["title"] != "Title" || record["filename_download"] != "sheet.pdf" || record["filesize"] != "13" ||
		second == first || !strings.HasPrefix(second, fmt.Sprint(record["id"])) {
		t.Errorf("other bytes: %v", record)
	}
	if got := c.onDisk(t); len(got) != 1 || got[0] != second || fmt.Sprint(c.removed) != "["+first+"]" {
		t.Errorf("on disk: %v; removed: %v", got, c.removed)
	}
	if status, reply := c.upload(t, http.MethodPatch, target, part{"file", "a", "a"}, part{"file", "b", "b"}); status != http.StatusBadRequest {
		t.Errorf("two files: %d %v", status, reply)
	}
	if status, reply := c.upload(t, http.MethodPatch, "/files/00000000-0000-4000-8000-000000000009", part{"file", "a", "a"}); status != http.StatusForbidden {
		t.Errorf("unknown file: %d %v", status, reply)
	}
	if got := c.onDisk(t); len(got) != 1 || c.bytes(t, second) != "%PDF-1.7 text" {
		t.Errorf("on disk: %v", got)
	}
}

func TestDeletedFileIsRemoved(t *testing.T) {
	t.Parallel()
	c := newFileSite(t, content.Default(), content.Administrator())
	ids := make([]string, 4)
	for i := range ids {
		ids[i] = fmt.Sprint(c.saved(t, http.MethodPost, "/files", part{"file", "a.png", pngBytes(t, 1, 1)})["id"])
	}
	if status, reply := c.send(t, http.MethodPost, "/items/products", "application/json", strings.NewReader(`{"slug":"x","status":"published","thumbnail":"`+ids[0]+`"}`)); status != http.StatusOK {
		t.Fatalf("%d %v", status, reply)
	}
	if status, reply := c.send(t, http.MethodDelete, "/files/"+ids[0], "", nil); status != http.StatusNoContent {
		t.Errorf("%d %v", status, reply)
	}
	if status, reply := c.send(t, http.MethodGet, "/files/"+ids[0], "", nil); status != http.StatusForbidden {
		t.Errorf("deleted file is readable: %d %v", status, reply)
	}
	_, reply := c.send(t, http.MethodGet, "/items/products?fields=thumbnail", "", nil)
	if fmt.Sprint(reply["data"]) != "[map[thumbnail:<nil>]]" {
		t.Errorf("deleted file is still referenced: %v", reply)
	}
	if status, reply := c.send(t, http.MethodDelete, "/files", "application/json", strings.NewReader(`["`+ids[1]+`","`+ids[2]+`"]`)); status != http.StatusNoContent {
		t.Errorf("%d %v", status, reply)
	}
	// An unknown key: none is deleted.
	if status, _ := c.send(t, http.MethodDelete, "/files", "application/json", strings.NewReader(`["`+ids[3]+`","`+ids[1]+`"]`)); status != http.StatusForbidden {
		t.Errorf("status %d", status)
	}
	if left := c.onDisk(t); len(left) != 1 || left[0] != ids[3]+".png" || len(c.removed) != 3 {
		t.Errorf("leftover files %v, removed %v", left, c.removed)
	}
}

// A file name is stored for downloads and never used as a path.
func TestFileNamesAreNotPaths(t *testing.T) {
	t.Parallel()
	c := newFileSite(t, content.Default(), content.Administrator())
	for name, want := range map[string]string{
		"../../etc/passwd":                "passwd",
		`C:\\Users\\x\\dn25.png`:          "dn25.png",
		"Flansch ü.png":                   "Flansch ü.png",
		"a\tb.png":                        "ab.png",
		".htaccess":                       ".htaccess",
		"x.php":                           "x.php",
		strings.Repeat("x", 300) + ".png": strings.Repeat("x", 196) + ".png",
	} {
		record := c.saved(t, http.MethodPost, "/files", part{"file", name, "text"})
		if record["filename_download"] != want || record["filename_disk"] != fmt.Sprint(record["id"])+".txt" {
			t.Errorf("%q: %v", name, record)
		}
	}
}

func TestUploadWithClientID(t *testing.T) {
	t.Parallel()
	c := newFileSite(t, content.Default(), content.Administrator())
	const id = "00000000-0000-4000-8000-00000000000a"
	record := c.saved(t, http.MethodPost, "/files", part{"id", "", strings.ToUpper(id)}, part{"file", "a.txt", "first"})
	if record["id"] != id {
		t.Errorf("got %v", record)
	}
	if status, reply := c.upload(t, http.MethodPost, "/files", part{"id", "", id}, part{"file", "a.txt", "second"}); status != http.StatusBadRequest || code(reply) != "RECORD_NOT_UNIQUE" {
		t.Errorf("%d %v", status, reply)
	}
	if c.bytes(t, record["filename_disk"]) != "first" || len(c.onDisk(t)) != 1 {
		t.Errorf("on disk: %v", c.onDisk(t))
	}
}

func TestSlowUploadIsClosedAndRemoved(t *testing.T) {
	t.Parallel()
	c := newFileSite(t, content.Default(), content.Administrator())
	file := "--b\r\nContent-Disposition: form-data; name=\"file\"; filename=\"a.txt\"\r\n\r\n"
	for _, sent := range []string{"--b\r\nContent-Disp", file + "first of two\r\n" + file + "a"} {
		synctest.Test(t, func(t *testing.T) {
			reply := uploadtest.Post(t, c.Config.Handler, "/files", "multipart/form-data; boundary=b", 5000, func(w io.Writer) {
				_, err := io.WriteString(w, sent)
				for err == nil {
					time.Sleep(20 * time.Second)
					_, err = io.WriteString(w, "x")
				}
			})
			if reply.StatusCode != http.StatusRequestTimeout || !reply.Closed || reply.After != 30*time.Second || !strings.Contains(reply.Text, "REQUEST_TIMEOUT") {
				t.Errorf("%d after %v, closed %v: %s", reply.StatusCode, reply.After, reply.Closed, reply.Text)
			}
		})
	}
	left, err := os.ReadDir(filepath.Join(c.files, ".received"))
	if len(left) > 0 || (err != nil && !errors.Is(err, os.ErrNotExist)) {
		t.Errorf("leftover files %v, %v", left, err)
	}
}
