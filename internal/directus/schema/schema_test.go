package schema_test

import (
	"bytes"
	"encoding/json"
	"testing"

	"ferrule/internal/content"
	"ferrule/internal/directus/schema"
)

func TestFormerCollectionNameIsReplaced(t *testing.T) {
	t.Parallel()
	const former = "directus_files_translations"
	declaration := bytes.ReplaceAll(content.Declaration(), []byte(`"files_translations"`), []byte(`"`+former+`"`))
	model, err := schema.FromDeclaration(declaration)
	if err != nil {
		t.Fatal(err)
	}
	text, err := json.Marshal(model)
	if err != nil || bytes.Contains(text, []byte(former)) {
		t.Errorf("a Directus refuses collections that begin with directus_: %v", err)
	}
}
