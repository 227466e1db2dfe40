package authapi_test

import (
	"bufio"
	"encoding/json"
	"fmt"
	"net/http"
	"os"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/google/go-cmp/cmp/cmpopts"

	"ferrule/internal/content/paritytest"
)

// recorded is one recorded request to a real Directus with its reply.
type recorded struct {
	Name    string            `json:"name"`
	Method  string            `json:"method"`
	Path    string            `json:"path"`
	Auth    string            `json:"auth"`
	Headers map[string]string `json:"headers"`
	Body    any               `json:"body"`
	Capture map[string]string `json:"capture"`
	Status  int               `json:"status"`
	Reply   any               `json:"reply"`
}

// TestAnswersLikeDirectus replays recorded requests about sign-ins and users and
// expects the same status, data and codes. Generated ids, tokens and times differ.
func TestAnswersLikeDirectus(t *testing.T) {
	t.Parallel()
	onBoth(t, func(t *testing.T, s *site) {
		captured := map[string]string{"unique": "fresh"}
		for _, c := range recordings(t) {
			r := call{method: c.Method, path: fill(c.Path, captured), header: http.Header{}}
			if c.Body != nil {
				r.body = fill(encode(t, c.Body), captured)
			}
			for name, value := range c.Headers {
				r.header.Set(name, fill(value, captured))
			}
			switch name, isCapture := strings.CutPrefix(c.Auth, "capture:"); {
			case isCapture:
				r.bearer = captured[name]
			case c.Auth == "admin":
				r.bearer = adminToken
			}
			got := s.do(t, r)
			if got.status != c.Status {
				t.Errorf("%s: status %d, want %d: %s", c.Name, got.status, c.Status, got.body)
				continue
			}
			if diff := cmp.Diff(essence(c.Reply), essence(got.json(t)), cmpopts.IgnoreMapEntries(generated)); diff != "" {
				t.Errorf("%s (-want +got):\n%s", c.Name, diff)
			}
			for into, from := range c.Capture {
				captured[into] = got.capture(t, from)
			}
		}
	})
}

// recordings returns the recorded cases about accounts.
func recordings(t *testing.T) (out []recorded) {
	t.Helper()
	f, err := os.Open(paritytest.Path("cases.jsonl"))
	if err != nil {
		t.Fatal(err)
	}
	defer func() { _ = f.Close() }()
	lines := bufio.NewScanner(f)
	lines.Buffer(nil, 1<<20)
	for lines.Scan() {
		var c recorded
		if err := json.Unmarshal(lines.Bytes(), &c); err != nil {
			t.Fatal(err)
		}
		if strings.HasPrefix(c.Path, "/auth") || strings.HasPrefix(c.Path, "/users") {
			out = append(out, c)
		}
	}
	if err := lines.Err(); err != nil || len(out) < 50 {
		t.Fatalf("%d cases, %v", len(out), err)
	}
	return out
}

func fill(text string, captured map[string]string) string {
	for name, value := range captured {
		text = strings.ReplaceAll(text, "{{"+name+"}}", value)
	}
	return text
}

func encode(t *testing.T, v any) string {
	t.Helper()
	body, err := json.Marshal(v)
	if err != nil {
		t.Fatal(err)
	}
	return string(body)
}

// essence returns a reply without messages and generated values: of an error it keeps
// only the code.
func essence(reply any) any {
	body, ok := reply.(map[string]any)
	if !ok {
		return nil // no content
	}
	problems, ok := body["errors"].([]any)
	if !ok {
		return body
	}
	var codes []string
	for _, p := range problems {
		codes = append(codes, fmt.Sprint(p.(map[string]any)["extensions"].(map[string]any)["code"]))
	}
	return codes
}

// generated reports whether a value differs with every reply. The address is made up
// by the recording; an id is compared if it is a known one.
func generated(name string, value any) bool {
	text, _ := value.(string)
	switch name {
	case "access_token", "refresh_token":
		return true
	case "id":
		return text != editorID && text != adminID
	case "email":
		return strings.HasPrefix(text, "umwpgzefm@") || strings.HasPrefix(text, "fresh@")
	}
	return false
}
