package admin

import (
	"slices"
	"strings"
	"testing"

	"ferrule/internal/content"
	"ferrule/internal/directus/schema"
)

func TestMirrorReadsOnlyWhatItNeeds(t *testing.T) {
	t.Parallel()
	model, err := schema.FromDeclaration(content.Declaration())
	if err != nil {
		t.Fatal(err)
	}
	for _, p := range readerPermissions(model) {
		if p.Collection == requests && p.Action == content.ActionRead && slices.Contains(p.Fields, "*") {
			t.Errorf("the mirror may read %v of %s", p.Fields, p.Collection)
		}
		if rule := string(p.Rule); p.Collection == "directus_activity" && (!strings.Contains(rule, `"products"`) || !strings.Contains(rule, `"directus_files"`) || strings.Contains(rule, "directus_users") || strings.Contains(rule, requests)) {
			t.Errorf("the mirror reads the log of %s", rule)
		}
	}
}
