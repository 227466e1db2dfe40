package app_test

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"ferrule/internal/account"
	"ferrule/internal/app"
)

func TestUnknownKeysOfTheProvidersFileAreErrors(t *testing.T) {
	t.Parallel()
	file := filepath.Join(t.TempDir(), "providers.toml")
	write := func(text string) {
		if err := os.WriteFile(file, []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	write("[works]\nissuer = 'https://id.example.com'\nclient = 'ferrule'\nsecret = 's'\nrole = 'editor'\n[azure]\nissuer = 'https://x'\n")
	list, err := app.ReadProviders(file)
	if err != nil || len(list) != 2 || list[1].Name != "works" || list[1].Role != account.Editor || list[1].Role == "editor" {
		t.Errorf("%+v, %v", list, err)
	}
	write("[works]\nisuer = 'https://id.example.com'\n")
	if _, err := app.ReadProviders(file); err == nil || !strings.Contains(err.Error(), "works.isuer") {
		t.Errorf("a misspelt key: %v", err)
	}
}
