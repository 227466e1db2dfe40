package mirror

import (
	"net/http"
	"strings"
	"testing"

	"ferrule/internal/directus/mapping"
)

// answerFolders replies with a folder that a filter names, if the Directus has it.
func (d *directus) answerFolders(w http.ResponseWriter, r *http.Request) {
	if d.folders == nil {
		answer(w, 403, `{"errors":[{"message":"no","extensions":{"code":"FORBIDDEN"}}]}`)
		return
	}
	for _, name := range d.folders {
		if filter := r.URL.Query().Get("filter"); filter == `{"name":{"_eq":"`+name+`"}}` || filter == `{"id":{"_eq":"`+name+`"}}` {
			answer(w, 200, `{"data":[{"id":"`+name+`"}]}`)
			return
		}
	}
	answer(w, 200, `{"data":[]}`)
}

// filesOf lets a mistyped folder have no files, and another one all but one file.
func (p *pair) filesOf(mistyped string, all map[string]any) {
	inAnother := all["directus_files"].(map[string]any)["data"].([]any)[0].(map[string]any)["id"].(string)
	both := `{"_or":[{"folder":{"name":{"_eq":"Website"}}},{"folder":{"name":{"_eq":"` + mistyped + `"}}}]}`
	plain := p.remote.serve
	p.remote.serve = http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		q := r.URL.Query()
		filter := strings.ReplaceAll(q.Get("filter"), both, `{"id":{"_neq":"`+inAnother+`"}}`)
		if r.URL.Path == "/files" && strings.Contains(filter, mistyped) {
			answer(w, 200, `{"data":[]}`)
			return
		}
		if r.URL.Path == "/files" && filter != "" {
			q.Set("filter", filter)
			r.URL.RawQuery = q.Encode()
		}
		plain.ServeHTTP(w, r)
	})
}

// An entry of the map is mistyped, or the folder was renamed.
func TestFilesStayIfAFolderIsUnknown(t *testing.T) {
	t.Parallel()
	for name, folders := range map[string][]string{"the only one": {"Webiste"}, "one of several": {"Website", "Webiste"}} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			p := newPair(t, nil)
			p.remote.folders = []string{"Website"}
			p.later(0)
			before := everything(p, p.local)
			p.opt.Map = mapping.Mapping{Folders: folders}
			p.start()
			p.filesOf("Webiste", before)
			p.later(0)
			for range 3 {
				p.later(late)
			}
			p.unchanged(before)
			const problem = "Folders of --directus-map do not exist in the Directus, or the token may not read directus_folders: Webiste."
			s := p.mirror.Status()
			if len(s.Held) > 0 || s.Error != "" || !strings.Contains(strings.Join(s.Warnings, "\n"), problem) || !strings.Contains(strings.Join(p.mirror.Reasons(), "\n"), problem) {
				t.Errorf("%+v", s)
			}
			p.remote.folders = append(p.remote.folders, "Webiste")
			p.later(late)
			if reasons := p.mirror.Reasons(); strings.Contains(strings.Join(reasons, "\n"), problem) {
				t.Errorf("after its creation: %q", reasons)
			}
		})
	}
}

// The token may not read folders, but files by their folder.
func TestFoldersWithFilesAreKnown(t *testing.T) {
	t.Parallel()
	const folder = "3f2504e0-4f89-41d3-9a0c-0305e82c3301"
	p := newPair(t, func(o *Options) { o.Map = mapping.Mapping{Folders: []string{folder}} })
	plain := p.remote.serve
	p.remote.serve = http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if q := r.URL.Query(); r.URL.Path == "/files" && strings.Contains(q.Get("filter"), folder) {
			q.Del("filter")
			r.URL.RawQuery = q.Encode()
		}
		plain.ServeHTTP(w, r)
	})
	p.later(0)
	if s := p.mirror.Status(); len(s.UnknownFolders) > 0 || s.Error != "" {
		t.Errorf("%+v", s)
	}
}
