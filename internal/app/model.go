package app

import (
	"fmt"
	"os"

	"ferrule/internal/content"
	"ferrule/internal/content/query"
)

// ModelConfig selects the content model. All commands that read or write the same
// content need the same one, since the tables follow it.
type ModelConfig struct {
	Model string `help:"Content model in the format of a Directus schema; the built-in one if not given." placeholder:"FILE" env:"FERRULE_MODEL"`
}

// ModelDeclaration returns the JSON that declares the model.
func (c ModelConfig) ModelDeclaration() ([]byte, error) {
	if c.Model == "" {
		return content.Declaration(), nil
	}
	data, err := os.ReadFile(c.Model)
	if err != nil {
		return nil, fmt.Errorf("--model: %w", err)
	}
	return data, nil
}

// ContentModel parses the declaration.
func (c ModelConfig) ContentModel() (*content.Model, error) {
	data, err := c.ModelDeclaration()
	if err != nil {
		return nil, err
	}
	m, err := content.ParseModel(data)
	if err == nil {
		err = query.CheckPolicy(m, nil)
	}
	if err != nil {
		return nil, fmt.Errorf("--model %s: %w", c.Model, err)
	}
	return m, nil
}
