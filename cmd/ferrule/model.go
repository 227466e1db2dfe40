package main

import (
	"fmt"
	"os"

	"ferrule/internal/content"
)

// modelFlags choose the content model. Every command that reads or writes
// content has to be given the same one, since the tables follow it.
type modelFlags struct {
	Model string `help:"Content model of your own, in the shape of a Directus schema; the built-in one if not given." placeholder:"FILE" env:"FERRULE_MODEL"`
}

// declaration is the model as it is written down.
func (f modelFlags) declaration() ([]byte, error) {
	if f.Model == "" {
		return content.Declaration(), nil
	}
	data, err := os.ReadFile(f.Model)
	if err != nil {
		return nil, fmt.Errorf("--model: %w", err)
	}
	return data, nil
}

func (f modelFlags) contentModel() (*content.Model, error) {
	data, err := f.declaration()
	if err != nil {
		return nil, err
	}
	m, err := content.ParseModel(data)
	if err != nil {
		return nil, fmt.Errorf("--model %s: %w", f.Model, err)
	}
	return m, nil
}
