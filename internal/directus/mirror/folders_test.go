package mirror

import (
	"net/http"
	"strings"
	"testing"

	"ferrule/internal/directus/mapping"
)

// The entry of the map is mistyped, or the folder was renamed.
func TestFilesStayIfNoFolderIsFound(t *testing.T) {
	t.Parallel()
	p := newPair(t, nil)
	p.later(0)
	before := everything(p, p.local)
	p.opt.Map = mapping.Mapping{Folders: []string{"Webiste"}}
	p.start()
	p.remote.breaks(func(r *http.Request) string {
		if r.URL.Path == "/files" && strings.Contains(r.URL.Query().Get("filter"), "Webiste") {
			return "emptied"
		}
		return ""
	})
	p.later(0)
	for range 3 {
		p.later(late)
	}
	p.unchanged(before)
	s := p.mirror.Status()
	if len(s.Held) > 0 || s.Error != "" || !strings.Contains(strings.Join(s.Warnings, "\n"), "folders of --directus-map have no files: Webiste.") {
		t.Errorf("%+v", s)
	}
}
