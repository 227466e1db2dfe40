package icon_test

import (
	"bytes"
	"compress/gzip"
	"encoding/json"
	"slices"
	"strings"
	"testing"
	"testing/fstest"

	"github.com/google/go-cmp/cmp"

	"ferrule/internal/fault"
	"ferrule/internal/icon"
	"ferrule/web"
)

const small = `{"prefix":"parts","lastModified":7,"left":-1,"width":24,"height":24,
	"icons":{"flange":{"body":"<circle r=\"9\"/>"},"valve":{"body":"<path d=\"M0 0\"/>","width":30}},
	"aliases":{"disc":{"parent":"flange","rotate":1},"ring":{"parent":"disc"},"lost":{"parent":"gone"},"a":{"parent":"b"},"b":{"parent":"a"}}}`

func open(t *testing.T, file, body string) (icon.Sets, error) {
	t.Helper()
	var b bytes.Buffer
	z := gzip.NewWriter(&b)
	_, _ = z.Write([]byte(body))
	if err := z.Close(); err != nil {
		t.Fatal(err)
	}
	return icon.Open(fstest.MapFS{file: {Data: b.Bytes()}, "readme.txt": {}})
}

func part(t *testing.T, sets icon.Sets, names ...string) string {
	t.Helper()
	p, err := sets.Part("parts", names)
	if err != nil {
		t.Fatal(err)
	}
	b, err := json.Marshal(p)
	if err != nil {
		t.Fatal(err)
	}
	// As Iconify writes it, markup is not escaped.
	return strings.NewReplacer(`\u003c`, "<", `\u003e`, ">").Replace(string(b))
}

func TestAPartHasTheRequestedIconsAndTargetsOfAliases(t *testing.T) {
	t.Parallel()
	sets, err := open(t, "parts.json.gz", small)
	if err != nil {
		t.Fatal(err)
	}
	const size = `"left":-1,"width":24,"height":24`
	const flange = `"flange":{"body":"<circle r=\"9\"/>"}`
	for _, tt := range []struct {
		names []string
		want  string
	}{
		{[]string{"flange"}, `{"prefix":"parts","lastModified":7,"icons":{` + flange + `},` + size + `}`},
		{[]string{"valve", "flange", "valve"}, `{"prefix":"parts","lastModified":7,"icons":{` + flange + `,"valve":{"body":"<path d=\"M0 0\"/>","width":30}},` + size + `}`},
		{[]string{"ring"}, `{"prefix":"parts","lastModified":7,"icons":{` + flange + `},"aliases":{"disc":{"parent":"flange","rotate":1},"ring":{"parent":"disc"}},` + size + `}`},
		{[]string{"none", "lost", "a", "none"}, `{"prefix":"parts","lastModified":7,"icons":{},` + size + `,"not_found":["none","lost","a"]}`},
	} {
		if diff := cmp.Diff(tt.want, part(t, sets, tt.names...)); diff != "" {
			t.Errorf("%v (-want +got):\n%s", tt.names, diff)
		}
	}
}

func TestUnknownSetsAndInvalidNamesAreRefused(t *testing.T) {
	t.Parallel()
	sets, err := open(t, "parts.json.gz", small)
	if err != nil {
		t.Fatal(err)
	}
	if _, err := sets.Part("other", []string{"flange"}); fault.KindOf(err) != fault.NotFound {
		t.Errorf("unknown set: %v", err)
	}
	for _, n := range []string{"", "Flange", "a_b", "-a", "a-", "a--b", "../x", "a b", "ä", "<script>"} {
		if _, err := sets.Part("parts", []string{"flange", n}); fault.KindOf(err) != fault.Invalid {
			t.Errorf("%q: %v", n, err)
		}
	}
}

func TestAFileWithASetOfAnotherNameIsRefused(t *testing.T) {
	t.Parallel()
	for file, body := range map[string]string{"other.json.gz": small, "parts.json.gz": "{"} {
		if _, err := open(t, file, body); err == nil || !strings.Contains(err.Error(), file) {
			t.Errorf("%s: %v", file, err)
		}
	}
	if _, err := icon.Open(fstest.MapFS{"parts.json.gz": {Data: []byte("plain")}}); err == nil {
		t.Error("a file that is not compressed was read")
	}
	if sets, err := open(t, "parts.json.gz", `{"prefix":"parts","icons":{"x":{"body":""}}}`); err != nil || !strings.Contains(part(t, sets, "x"), `"width":16,"height":16`) {
		t.Errorf("a set without a size: %v", err)
	}
}

// Every alias of the embedded set resolves to an icon and has its drawing unchanged:
// the browser does not rotate or mirror icons.
func TestTheEmbeddedSetIsComplete(t *testing.T) {
	t.Parallel()
	build, err := web.Load()
	if err != nil {
		t.Skip(err)
	}
	sets, err := icon.Open(build.Icons)
	if err != nil {
		t.Fatal(err)
	}
	got, err := sets.Part("lucide", []string{"map-pin", "phone", "mail", "check-circle", "no-such-icon"})
	if err != nil {
		t.Fatal(err)
	}
	for _, n := range []string{"map-pin", "phone", "mail"} {
		if !strings.Contains(string(got.Icons[n]), "<path ") {
			t.Errorf("%s: %s", n, got.Icons[n])
		}
	}
	if len(got.Aliases) != 1 || len(got.Icons) != 4 || !slices.Equal(got.NotFound, []string{"no-such-icon"}) || got.Width != 24 || got.Height != 24 {
		t.Errorf("%+v", got)
	}
	var aliases []string
	for n, alias := range sets["lucide"].Aliases {
		aliases = append(aliases, n)
		if strings.Count(string(alias), ":") != 1 {
			t.Errorf("alias %s changes the drawing: %s", n, alias)
		}
	}
	if all, err := sets.Part("lucide", aliases); err != nil || len(aliases) == 0 || len(all.NotFound) != 0 {
		t.Errorf("%d aliases, %v do not resolve, %v", len(aliases), all.NotFound, err)
	}
}
