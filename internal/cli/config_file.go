package cli

import (
	"fmt"
	"io"
	"os"
	"slices"

	"github.com/BurntSushi/toml"
	"github.com/alecthomas/kong"

	"ferrule/internal/app"
)

// defaultConfigFile is read if it exists and --config is not given.
const defaultConfigFile = "ferrule.toml"

// configFlag is the path of a configuration file, which must exist.
type configFlag string

// BeforeResolve implements kong's hook: it adds the file's values before flags
// get theirs.
func (c configFlag) BeforeResolve(k *kong.Kong, ctx *kong.Context, trace *kong.Path) error {
	path := string(ctx.FlagValue(trace.Flag).(configFlag)) //nolint:forcetypeassert // the flag's own type
	f, err := os.Open(path)                                //nolint:gosec // the operator names the file
	if err != nil {
		return fmt.Errorf("read configuration: %w", err)
	}
	defer func() { _ = f.Close() }() // it was only read
	resolver, err := tomlResolver(f)
	if err != nil {
		return fmt.Errorf("read configuration %s: %w", path, err)
	}
	ctx.AddResolver(resolver)
	return nil
}

// tomlResolver returns the values of a TOML file for flags that neither the
// command line nor the environment sets: `listen = "…"` for --listen.
func tomlResolver(r io.Reader) (kong.Resolver, error) {
	values := map[string]any{}
	if _, err := toml.NewDecoder(r).Decode(&values); err != nil {
		return nil, err
	}
	return kong.ResolverFunc(func(_ *kong.Context, _ *kong.Path, flag *kong.Flag) (any, error) {
		v, ok := values[flag.Name]
		if !ok || inEnvironment(flag.Envs) {
			return nil, nil //nolint:nilnil // not in the file, or overridden by the environment
		}
		if list, ok := v.([]any); ok {
			return list, nil
		}
		return fmt.Sprint(v), nil
	}), nil
}

// SettingSources returns what sets a setting of the site other than by default: flag,
// environment or file.
func SettingSources(parsed *kong.Context) map[string]string {
	sources := map[string]string{}
	for _, flag := range parsed.Flags() {
		if !slices.Contains(app.SettingNames(), flag.Name) {
			continue
		}
		if inEnvironment(flag.Envs) {
			sources[flag.Name] = "environment"
		}
		for _, path := range parsed.Path {
			if path.Flag != flag {
				continue
			}
			if !path.Resolved { // a flag overrides both
				sources[flag.Name] = "flag"
				break
			}
			if sources[flag.Name] == "" {
				sources[flag.Name] = "file"
			}
		}
	}
	return sources
}

// inEnvironment reports whether one of the variables is set, including to an
// empty value.
func inEnvironment(names []string) bool {
	return slices.ContainsFunc(names, func(name string) bool {
		_, set := os.LookupEnv(name)
		return set
	})
}
