package typescript_test

import (
	"bytes"
	"os"
	"testing"

	"ferrule/internal/content"
	"ferrule/internal/content/typescript"
)

func TestGeneratedTypesAreCurrent(t *testing.T) {
	t.Parallel()
	have, err := os.ReadFile("../../../web/src/content/model.gen.ts")
	if err != nil {
		t.Fatal(err)
	}
	if !bytes.Equal(have, typescript.Types(content.Default())) {
		t.Error("web/src/content/model.gen.ts is outdated: run make generate")
	}
}
