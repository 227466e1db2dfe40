package app

import (
	"errors"
	"fmt"
	"log/slog"
	"net"
	"net/url"
	"os"
	"time"

	"ferrule/internal/blob"
)

// Config is the configuration of a site: the only declaration of its flags,
// environment variables and keys of the configuration file, which kong reads
// from the tags. A zero value is not valid; the defaults are in the tags.
type Config struct {
	DataConfig
	ModelConfig
	MirrorConfig
	AccountConfig
	DeliveryConfig
	PurgeConfig
	ProxyConfig

	Version string `kong:"-"` // of the program

	Listen        string            `help:"Address to serve the site on." default:"127.0.0.1:8080"`
	MetricsListen *string           `help:"Address to serve /metrics on; empty for none. Without one, 127.0.0.1:9090 if it is free." placeholder:"ADDRESS"`
	Demo          bool              `help:"Load the demo supplier when the data folder is new."`
	BaseURL       string            `help:"The site's public address, for canonical links." placeholder:"URL"`
	CacheMB       int               `help:"Memory for rendered pages, in MiB." default:"96"`
	PagesMB       int               `help:"Disk for rendered pages, in MiB, which survive a restart; 0 for none." default:"512"`
	Warm          bool              `help:"Render pages in the background before they are requested." default:"true" negatable:""`
	Variants      string            `help:"Folder of pictures in other sizes; several servers may share one. In the data folder if not given." placeholder:"DIR"`
	VariantsMB    int               `help:"Disk for pictures in other sizes, in MiB." default:"512"`
	Transforms    int               `help:"Pictures scaled concurrently; 0 for one per processor." default:"0"`
	UploadMB      int               `help:"The largest file that editors may upload, in MiB." default:"200"`
	Preset        map[string]string `help:"A picture's size by a name: with card=width=400&height=300, /assets/{id}?key=card. Several are separated by semicolons." placeholder:"KEY=PARAMETERS"`
	ConsentHours  int               `help:"Hours a decision about cookies is stored, 12 months at most." default:"36"`
	CartHours     int               `help:"Hours a cart is stored after its last change, 12 months at most." default:"36"`
	RequestRate   int               `help:"Requests for quotation that one address may send in ten minutes." default:"60"`
	BuildCheck    time.Duration     `help:"Interval at which browsers check for a new build; 0 for never." default:"5m"`
	LogFormat     string            `help:"Format of the log." enum:"text,json" default:"text"`
	LogLevel      string            `help:"Minimum level that is logged." enum:"debug,info,warn,error" default:"warn"`
	Dev           string            `help:"Address of the front end's development server; pages are then rendered by the browser." placeholder:"URL"`
}

// maxKeptHours is the longest time that a browser keeps a decision about cookies
// or a cart, 12 months.
const maxKeptHours = 366 * 24

// Validate returns every problem of the configuration, joined. It implements
// kong's check.
func (c *Config) Validate() error {
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
	if _, err := c.trustedProxies(); err != nil {
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
	c.validateMirror(complain)
	checkURL("purge-url", c.PurgeURL)
	c.validatePurge(complain)
	checkURL("request-webhook", c.RequestWebhook)
	c.validateDelivery(complain)
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
	c.validateLimits(complain)
	return errors.Join(problems...)
}

// validateLimits checks the flags that are numbers or durations.
func (c *Config) validateLimits(complain func(format string, args ...any)) {
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
	if c.ConsentHours < 1 || c.ConsentHours > maxKeptHours {
		complain("--consent-hours: %d is out of range; use 1 to %d (12 months)", c.ConsentHours, maxKeptHours)
	}
	if c.CartHours < 1 || c.CartHours > maxKeptHours {
		complain("--cart-hours: %d is out of range; use 1 to %d (12 months)", c.CartHours, maxKeptHours)
	}
}

// Logger returns a logger to standard error in the configured format.
func (c *Config) Logger() (*slog.Logger, error) {
	var level slog.Level
	if err := level.UnmarshalText([]byte(c.LogLevel)); err != nil {
		return nil, fmt.Errorf("--log-level: %w", err)
	}
	options := &slog.HandlerOptions{Level: level}
	if c.LogFormat == "json" {
		return slog.New(slog.NewJSONHandler(os.Stderr, options)), nil
	}
	return slog.New(slog.NewTextHandler(os.Stderr, options)), nil
}
