package api_test

import (
	"bufio"
	"bytes"
	"encoding/json"
	"fmt"
	"image"
	"image/color"
	"image/png"
	"net/http"
	"net/http/httptest"
	"net/url"
	"os"
	"strings"
	"testing"
	"testing/fstest"

	"github.com/google/go-cmp/cmp"

	"ferrule/internal/content"
	"ferrule/internal/content/api"
	"ferrule/internal/content/store"
	"ferrule/internal/database/databasetest"
)

// recorded is one request to a real Directus 11.17 on PostgreSQL, and its reply.
type recorded struct {
	Name    string            `json:"name"`
	Method  string            `json:"method"`
	Path    string            `json:"path"`
	Auth    string            `json:"auth"`
	Headers map[string]string `json:"headers"`
	Body    json.RawMessage   `json:"body"`
	RawBody *string           `json:"rawBody"`
	Capture map[string]string `json:"capture"`
	Status  int               `json:"status"`
	Reply   json.RawMessage   `json:"reply"`
}

const recording = "../store/testdata/parity/"

// parity is the API on the model and the content of the recording, kept at an
// address of store.OpenAt.
func parity(t testing.TB, address string) http.Handler {
	t.Helper()
	schema, err := os.ReadFile(recording + "schema.json")
	if err != nil {
		t.Fatal(err)
	}
	m, err := content.ParseModel(schema)
	if err != nil {
		t.Fatal(err)
	}
	s, err := store.OpenAt(t.Context(), address, t.TempDir(), m)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		if err := s.Close(); err != nil {
			t.Error(err)
		}
	})
	if _, err := s.Import(t.Context(), recordedFiles(t)); err != nil {
		t.Fatal(err)
	}
	return api.New(m, s, api.Writing(s, nil))
}

// recordedFiles is the content of the recording as a folder to import. Its
// pictures are made here; the recording had none either.
func recordedFiles(t testing.TB) fstest.MapFS {
	t.Helper()
	data, err := os.ReadFile(recording + "content.json")
	if err != nil {
		t.Fatal(err)
	}
	var in struct {
		Files []map[string]any           `json:"files"`
		Items map[string]json.RawMessage `json:"items"`
	}
	if err := json.Unmarshal(data, &in); err != nil {
		t.Fatal(err)
	}
	files := fstest.MapFS{}
	for i, f := range in.Files {
		var body []byte
		switch {
		case f["svg"] != nil:
			body = []byte(fmt.Sprint(f["svg"]))
		case f["text"] != nil:
			body = []byte(fmt.Sprint(f["text"]))
		default:
			var b bytes.Buffer
			if err := png.Encode(&b, image.NewPaletted(image.Rect(0, 0, int(f["w"].(float64)), int(f["h"].(float64))), color.Palette{color.Black})); err != nil {
				t.Fatal(err)
			}
			body = b.Bytes()
		}
		name := fmt.Sprint(f["filename"])
		files["files/"+name] = &fstest.MapFile{Data: body}
		in.Files[i] = map[string]any{"id": f["id"], "filename": name, "title": f["title"]}
	}
	body, err := json.Marshal(in)
	if err != nil {
		t.Fatal(err)
	}
	files["content.json"] = &fstest.MapFile{Data: body}
	return files
}

func recordings(t testing.TB) []recorded {
	t.Helper()
	data, err := os.ReadFile(recording + "cases.jsonl")
	if err != nil {
		t.Fatal(err)
	}
	var all []recorded
	lines := bufio.NewScanner(bytes.NewReader(data))
	lines.Buffer(nil, 1<<20)
	for lines.Scan() {
		var r recorded
		if err := json.Unmarshal(lines.Bytes(), &r); err != nil {
			t.Fatal(err)
		}
		all = append(all, r)
	}
	return all
}

// elsewhere are recorded requests that another part of the program answers.
func elsewhere(r recorded) bool {
	return r.Auth != "" || strings.HasPrefix(r.Path, "/auth") || strings.HasPrefix(r.Path, "/users")
}

// TestRepliesAreThoseOfADirectus replays what a real one answered.
func TestRepliesAreThoseOfADirectus(t *testing.T) {
	t.Parallel()
	databasetest.OnBoth(t, replayAll)
}

func replayAll(t *testing.T, address string) {
	h := parity(t, address)
	captured := make(map[string]string)
	for _, r := range recordings(t) {
		if elsewhere(r) {
			continue
		}
		t.Run(r.Name, func(t *testing.T) {
			w := replay(t, h, r, captured)
			for name, from := range r.Capture {
				captured[name] = w.Header().Get(strings.TrimPrefix(from, "header:"))
			}
			if r.Status >= http.StatusInternalServerError {
				if w.Code != http.StatusBadRequest && w.Code != http.StatusForbidden {
					t.Errorf("status %d, want a clear error", w.Code)
				}
				return
			}
			if w.Code != r.Status {
				t.Fatalf("status %d, want %d: %s", w.Code, r.Status, w.Body)
			}
			want, got := comparable(t, r.Reply), comparable(t, w.Body.Bytes())
			if diff := cmp.Diff(want, got); diff != "" && !equalButForTies(t, h, r, want, got) {
				t.Errorf("(-want +got):\n%s", diff)
			}
		})
	}
}

func replay(t *testing.T, h http.Handler, r recorded, captured map[string]string) *httptest.ResponseRecorder {
	t.Helper()
	fill := func(s string) string {
		for name, value := range captured {
			s = strings.ReplaceAll(s, "{{"+name+"}}", value)
		}
		return s
	}
	body := fill(string(r.Body))
	request := httptest.NewRequest(r.Method, "/", strings.NewReader(body))
	if r.RawBody != nil {
		request = httptest.NewRequest(r.Method, "/", strings.NewReader(*r.RawBody))
	} else if body != "" {
		request.Header.Set("Content-Type", "application/json")
	}
	path, query, _ := strings.Cut(fill(r.Path), "?")
	var err error
	if request.URL.Path, err = url.PathUnescape(path); err != nil {
		t.Fatal(err)
	}
	request.URL.RawQuery = query
	for name, value := range r.Headers {
		request.Header.Set(name, fill(value))
	}
	w := httptest.NewRecorder()
	h.ServeHTTP(w, request)
	return w
}

// comparable is what of a reply has to be equal: data and meta, and the codes of
// errors. Texts of errors are ours, and the moments and people of the recording
// are gone.
func comparable(t testing.TB, body []byte) any {
	t.Helper()
	var v any
	if err := json.Unmarshal(body, &v); err != nil {
		return string(body)
	}
	if object, ok := v.(map[string]any); ok {
		if list, ok := object["errors"].([]any); ok {
			codes := []any{}
			for _, e := range list {
				if extensions, ok := e.(map[string]any)["extensions"].(map[string]any); ok {
					codes = append(codes, extensions["code"])
				}
			}
			return codes
		}
	}
	return timeless(v)
}

// equalButForTies reports whether two lists of products differ only in the order
// of rows whose values of the sort order are equal: PostgreSQL gives those in
// any order, ours in that of their keys. With a limit, other rows may be meant.
func equalButForTies(t *testing.T, h http.Handler, r recorded, want, got any) bool {
	t.Helper()
	one, ok := dataOf(want)
	other, same := dataOf(got)
	if !ok || !same || len(one) != len(other) || !strings.HasPrefix(r.Path, "/items/products") {
		return false
	}
	field := "sort" // of the collection, unless the query says otherwise
	if _, sort, given := strings.Cut(r.Path, "&sort="); given {
		field = strings.TrimPrefix(sort, "-")
	}
	values := sortValues(t, h, field)
	if values == nil {
		return false
	}
	for i := range one {
		if !cmp.Equal(values[one[i]["id"].(float64)], values[other[i]["id"].(float64)]) {
			return false
		}
	}
	byID := func(rows []map[string]any) map[float64]any {
		all := make(map[float64]any)
		for _, row := range rows {
			all[row["id"].(float64)] = row
		}
		return all
	}
	return strings.Contains(r.Path, "limit=6") || cmp.Equal(byID(one), byID(other))
}

func dataOf(reply any) ([]map[string]any, bool) {
	object, _ := reply.(map[string]any)
	list, ok := object["data"].([]any)
	rows := make([]map[string]any, len(list))
	for i := range list {
		var isRow bool
		if rows[i], isRow = list[i].(map[string]any); !isRow || rows[i]["id"] == nil {
			return nil, false
		}
	}
	return rows, ok
}

// sortValues are the values of a field by the keys of the products; nil if
// there is no such field.
func sortValues(t *testing.T, h http.Handler, field string) map[float64]any {
	t.Helper()
	w := get(t, h, "/items/products?limit=-1&fields=id,"+field)
	var reply struct{ Data []map[string]any }
	if err := json.Unmarshal(w.Body.Bytes(), &reply); err != nil || w.Code != http.StatusOK {
		return nil
	}
	values := make(map[float64]any)
	for _, row := range reply.Data {
		values[row["id"].(float64)] = row[field]
	}
	return values
}

// timeless leaves out what differs from one installation to the next.
func timeless(v any) any {
	switch t := v.(type) {
	case map[string]any:
		for name, e := range t {
			switch name {
			case "created_on", "modified_on", "uploaded_on", "uploaded_by", "modified_by", "filesize":
				delete(t, name)
			default:
				t[name] = timeless(e)
			}
		}
	case []any:
		for i, e := range t {
			t[i] = timeless(e)
		}
	}
	return v
}
