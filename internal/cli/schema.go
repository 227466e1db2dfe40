package cli

import (
	"context"
	"encoding/json"
	"fmt"
	"io"

	"ferrule/internal/directus/mirror"
	"ferrule/internal/directus/schema"
)

// applyFlags create the model in a Directus instance.
type applyFlags struct {
	Apply string `help:"With --format directus: create the missing parts of the model in the Directus at this address. Existing parts are not changed; differences are reported." placeholder:"URL"`
	Token string `help:"Static token of an administrator of that Directus." placeholder:"TOKEN" env:"FERRULE_DIRECTUS_TOKEN"`
}

// directus prints the schema of a Directus instance for a declaration of the model, or
// creates it there.
func (f applyFlags) directus(ctx context.Context, declaration []byte, out io.Writer) error {
	model, err := schema.FromDeclaration(declaration)
	if err != nil {
		return err
	}
	if f.Apply != "" {
		return mirror.ApplySchema(ctx, f.Apply, f.Token, model, func(format string, args ...any) {
			fmt.Fprintf(out, format+"\n", args...)
		})
	}
	text, err := json.MarshalIndent(model, "", "  ")
	if err != nil {
		return err
	}
	_, err = out.Write(append(text, '\n'))
	return err
}
