package mirror

import (
	"math"
	"net/http"
	"strconv"
	"strings"
	"testing"

	"ferrule/internal/content"
)

// The disk is shared with requests and the database, which files may not displace.
func TestAFileLargerThanTheFreeSpaceIsSkipped(t *testing.T) {
	t.Parallel()
	p := newPair(t, nil)
	p.later(0)
	files := everything(p, p.local)["directus_files"].(map[string]any)["data"].([]any)
	large := files[0].(map[string]any)["id"].(string)
	size := strconv.FormatInt(math.MaxInt64, 10)
	if err := p.local.Apply(t.Context(), []content.Change{{Collection: "directus_files", Key: large, Values: map[string]any{"filesize": size}}}); err != nil {
		t.Fatal(err)
	}
	p.remote.takeRequests()
	err := p.mirror.fetchMissing(t.Context())
	if err == nil || !strings.Contains(err.Error(), "free disk space") {
		t.Errorf("error %v", err)
	}
	if fetched, missing := p.mirror.Files(); int(fetched) != len(files)-1 || missing != 1 || strings.Contains(strings.Join(p.remote.takeRequests(), "\n"), large) {
		t.Errorf("%d fetched, %d missing of %d", fetched, missing, len(files))
	}
}

func TestThreeFailuresInARowEndARun(t *testing.T) {
	t.Parallel()
	p := newPair(t, nil)
	p.later(0)
	p.remote.breaks(func(*http.Request) string { return "500" })
	p.remote.takeRequests()
	if err := p.mirror.fetchMissing(t.Context()); err == nil || len(p.remote.takeRequests()) != 3 {
		t.Errorf("%v", err)
	}
}
