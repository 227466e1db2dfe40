package app

import (
	"fmt"
	"os"
	"path/filepath"

	"ferrule/internal/content"
	"ferrule/internal/content/query"
)

// ModelConfig selects the content model. All commands that read or write the same
// content need the same one, since the tables follow it.
type ModelConfig struct {
	Model string `help:"Content model in the format of a Directus schema. If not given, model.json in the data folder, which an import from a Directus writes, or else the built-in one." placeholder:"FILE" env:"FERRULE_MODEL"`
}

// In returns the selection with the model of a data folder, if it has one and no other is
// given.
func (c ModelConfig) In(data string) ModelConfig {
	if c.Model == "" && hasModel(data) {
		c.Model = filepath.Join(data, ModelFile)
	}
	return c
}

// hasModel reports whether a data folder has a model of its own.
func hasModel(data string) bool {
	_, err := os.Stat(filepath.Join(data, ModelFile))
	return err == nil
}

// ModelDeclaration returns the JSON that declares the model of a data folder.
func (c ModelConfig) ModelDeclaration(data string) ([]byte, error) {
	if c = c.In(data); c.Model == "" {
		return content.Declaration(), nil
	}
	text, err := os.ReadFile(c.Model)
	if err != nil {
		return nil, fmt.Errorf("--model: %w", err)
	}
	return text, nil
}

// ContentModel parses the declaration.
func (c ModelConfig) ContentModel(data string) (*content.Model, error) {
	c = c.In(data)
	text, err := c.ModelDeclaration(data)
	if err != nil {
		return nil, err
	}
	m, err := content.ParseModel(text)
	if err == nil {
		err = query.CheckPolicy(m, nil)
	}
	if err != nil {
		advice := ""
		if c.Model == filepath.Join(data, ModelFile) {
			advice = "; an import from a Directus wrote it: restore it from a backup, or import again"
		}
		return nil, fmt.Errorf("--model %s: %w%s", c.Model, err, advice)
	}
	return m, nil
}
