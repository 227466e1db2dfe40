package main

import (
	"context"
	"errors"
	"fmt"
	"io"
	"net"
	"net/url"
	"os"
	"slices"
	"time"

	"github.com/BurntSushi/toml"
	"github.com/alecthomas/kong"

	"ferrule/internal/blob"
	"ferrule/internal/content"
	"ferrule/internal/content/store"
	"ferrule/internal/rfq"
)

const (
	defaultConfig   = "ferrule.toml"
	maxConsentHours = 366 * 24
	maxCartHours    = 366 * 24
)

// configFlag names a configuration file that must exist.
type configFlag string

// BeforeResolve adds the file's values before flags take theirs.
func (c configFlag) BeforeResolve(k *kong.Kong, ctx *kong.Context, trace *kong.Path) error {
	path := string(ctx.FlagValue(trace.Flag).(configFlag)) //nolint:forcetypeassert // the flag's own type
	f, err := os.Open(path)                                //nolint:gosec // the operator names the file
	if err != nil {
		return fmt.Errorf("configuration: %w", err)
	}
	defer func() { _ = f.Close() }() // it was only read
	resolver, err := tomlResolver(f)
	if err != nil {
		return fmt.Errorf("configuration %s: %w", path, err)
	}
	ctx.AddResolver(resolver)
	return nil
}

// tomlResolver reads flags from a TOML file: `listen = "…"` for --listen.
func tomlResolver(r io.Reader) (kong.Resolver, error) {
	values := map[string]any{}
	if _, err := toml.NewDecoder(r).Decode(&values); err != nil {
		return nil, err
	}
	return kong.ResolverFunc(func(_ *kong.Context, _ *kong.Path, flag *kong.Flag) (any, error) {
		v, ok := values[flag.Name]
		if !ok || inEnvironment(flag.Envs) {
			return nil, nil //nolint:nilnil // not set in the file, or by what beats it
		}
		if list, ok := v.([]any); ok {
			return list, nil
		}
		return fmt.Sprint(v), nil
	}), nil
}

// inEnvironment reports whether one of the variables is set, be it to nothing.
func inEnvironment(names []string) bool {
	return slices.ContainsFunc(names, func(name string) bool {
		_, set := os.LookupEnv(name)
		return set
	})
}

// bucketScheme begins the address of a bucket.
const bucketScheme = "s3://"

// dataFlags are shared by every command that touches stored data.
type dataFlags struct {
	Data     string `help:"Folder of the databases and files." default:"./data" env:"FERRULE_DATA"`
	Files    string `help:"Bucket for the files of the content and of requests, s3://bucket/prefix?endpoint=https://host; without it they are in the data folder. The key is in AWS_ACCESS_KEY_ID and AWS_SECRET_ACCESS_KEY. For copy, another data folder, to which they are copied." placeholder:"URL" env:"FERRULE_FILES"`
	Database string `help:"Address of a PostgreSQL database, for everything but files: postgres://user:password@host/name. Without it, files in the data folder." placeholder:"URL" env:"FERRULE_DATABASE"`
}

// content opens the content store; the caller closes it.
func (f dataFlags) content(ctx context.Context, m *content.Model) (*store.Store, error) {
	s, err := store.OpenAt(ctx, f.Database, f.Data, m)
	if err != nil || f.Files == "" {
		return s, err
	}
	bucket, err := blob.NewBucket(f.Files)
	if err == nil {
		err = s.KeepFiles(bucket)
	}
	if err == nil {
		_, err = bucket.Check(ctx)
	}
	if err != nil {
		return nil, errors.Join(fmt.Errorf("--files: %w", err), s.Close())
	}
	return s, nil
}

// requests opens the store of requests; the caller closes it.
func (f dataFlags) requests(ctx context.Context) (*rfq.Store, error) {
	s, err := rfq.OpenAt(ctx, f.Database, f.Data)
	if err != nil || f.Files == "" {
		return s, err
	}
	bucket, err := blob.NewBucket(f.Files)
	if err != nil {
		return nil, errors.Join(fmt.Errorf("--files: %w", err), s.Close())
	}
	s.KeepFiles(bucket.Below(rfq.FilesFolder))
	return s, nil
}

// Validate names everything that is wrong with the configuration at once.
func (c *serveCommand) Validate() error {
	var problems []error
	complain := func(format string, args ...any) { problems = append(problems, fmt.Errorf(format, args...)) }
	checkAddress := func(flag, address string) {
		if _, _, err := net.SplitHostPort(address); err != nil {
			complain("--%s: %q is no address; use host:port such as 127.0.0.1:8080", flag, address)
		}
	}
	checkAddress("listen", c.Listen)
	if c.MetricsListen != nil && *c.MetricsListen != "" {
		checkAddress("metrics-listen", *c.MetricsListen)
	}
	if _, err := c.trusted(); err != nil {
		complain("%w", err)
	}
	checkURL := func(flag, address string) {
		if u, err := url.Parse(address); address != "" && (err != nil || u.Host == "" || (u.Scheme != "http" && u.Scheme != "https")) {
			complain("--%s: %q is no address; use one such as https://www.example.com", flag, address)
		}
	}
	checkURL("base-url", c.BaseURL)
	checkURL("dev", c.Dev)
	checkURL("directus", c.Directus)
	c.checkMirror(complain)
	checkURL("purge-url", c.PurgeURL)
	c.checkPurge(complain)
	checkURL("request-webhook", c.RequestWebhook)
	c.checkDelivery(complain)
	if c.Demo && c.Directus != "" {
		complain("--demo: with --directus the content is that of the Directus; leave out --demo")
	}
	if c.Files != "" && c.Directus != "" {
		complain("--files: with --directus the files are a copy, which is in the data folder; leave out --files")
	}
	if c.Files != "" {
		if _, err := blob.NewBucket(c.Files); err != nil {
			complain("--files: %w", err)
		}
	}
	if c.Demo && c.Model != "" {
		complain("--demo: the demo supplier's content is for the built-in model; leave out --model")
	}
	if c.CacheMB < 1 {
		complain("--cache-mb: %d is too small; use 1 or more", c.CacheMB)
	}
	if c.PagesMB < 0 {
		complain("--pages-mb: %d is no size; use 1 or more, or 0 for none", c.PagesMB)
	}
	if c.VariantsMB < 1 {
		complain("--variants-mb: %d is too small; use 1 or more", c.VariantsMB)
	}
	if c.UploadMB < 1 {
		complain("--upload-mb: %d would refuse every file; use 1 or more", c.UploadMB)
	}
	if c.Transforms < 0 {
		complain("--transforms: %d is no number of pictures; use 1 or more, or 0 for one per processor", c.Transforms)
	}
	if c.RequestRate < 1 {
		complain("--request-rate: %d would refuse every request; use 1 or more", c.RequestRate)
	}
	if c.BuildCheck != 0 && c.BuildCheck < time.Second {
		complain("--build-check: %s is too often; use 1s or more, or 0 for never", c.BuildCheck)
	}
	if c.ConsentHours < 1 || c.ConsentHours > maxConsentHours {
		complain("--consent-hours: %d is out of range; use 1 to %d (12 months)", c.ConsentHours, maxConsentHours)
	}
	if c.CartHours < 1 || c.CartHours > maxCartHours {
		complain("--cart-hours: %d is out of range; use 1 to %d (12 months)", c.CartHours, maxCartHours)
	}
	return errors.Join(problems...)
}
