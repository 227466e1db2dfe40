package admin

import (
	"slices"
	"testing"

	"ferrule/internal/content"
	"ferrule/internal/directus/schema"
)

func TestMirrorReadsNothingOfRequestsButWhatItReadsBack(t *testing.T) {
	t.Parallel()
	model, err := schema.FromDeclaration(content.Declaration())
	if err != nil {
		t.Fatal(err)
	}
	for _, p := range readerPermissions(model) {
		if p.Collection == requests && p.Action == content.ActionRead && slices.Contains(p.Fields, "*") {
			t.Errorf("the mirror may read %v of %s", p.Fields, p.Collection)
		}
	}
}
