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
	ContactConfig
	DataConfig
	ModelConfig
	MirrorConfig
	AccountConfig
	DeliveryConfig
	MailboxConfig
	OfferConfig
	RetentionConfig
	PurgeConfig
	ProxyConfig
	DomainConfig
	AccessLogConfig
	ScheduleConfig

	Version string            `kong:"-"` // of the program
	Sources map[string]string `kong:"-"` // of the settings that are not those of the database: flag, environment or file

	Listen        string            `help:"Address to serve the site on, without --domain." default:"127.0.0.1:8080"`
	MetricsListen *string           `help:"Address to serve /metrics and /debug/pprof on; empty to disable. If not given, 127.0.0.1:9090, unless that port is in use." placeholder:"ADDRESS"`
	Demo          bool              `help:"Load the demo content if the data folder is new."`
	BaseURL       string            `help:"Public URL of the site, for canonical links." placeholder:"URL"`
	CacheMB       int               `help:"Memory for rendered pages, in MiB." default:"96"`
	PagesMB       int               `help:"Disk space for rendered pages, which persist across restarts, in MiB; 0 to disable." default:"512"`
	Warm          bool              `help:"Render pages in the background before they are requested." default:"true" negatable:""`
	Variants      string            `help:"Folder of resized pictures; several servers may share one. If not given, it is in the data folder." placeholder:"DIR"`
	VariantsMB    int               `help:"Disk space for resized pictures, in MiB." default:"512"`
	Transforms    int               `help:"Maximum number of pictures resized concurrently; 0 for one per processor." default:"0"`
	UploadMB      int               `help:"Maximum size of a file that editors upload, in MiB." default:"200"`
	Preset        map[string]string `help:"Named parameters of a picture: card=width=400&height=300 defines /assets/{id}?key=card. Separate several with semicolons." placeholder:"KEY=PARAMETERS"`
	ConsentHours  int               `help:"Hours that a decision about cookies is stored; at most 8784 (12 months)." default:"36"`
	CartHours     int               `help:"Hours that a cart is stored after its last change; at most 8784 (12 months)." default:"36"`
	RequestRate   int               `help:"Maximum number of requests for quotation from one address in ten minutes." default:"60"`
	BuildCheck    time.Duration     `help:"Interval at which browsers check for a new build; 0 to disable." default:"5m"`
	LogFormat     string            `help:"Log format." enum:"text,json" default:"text"`
	LogLevel      string            `help:"Minimum log level." enum:"debug,info,warn,error" default:"warn"`
	Dev           string            `help:"Address of the front end's development server; the browser then renders the pages." placeholder:"URL"`
}

// maxStoredHours is the longest time that a browser stores a decision about cookies
// or a cart, 12 months.
const maxStoredHours = 366 * 24

// Validate returns every problem of the configuration, joined. kong calls it after
// parsing.
func (c *Config) Validate() error {
	var problems []error
	addProblem := func(format string, args ...any) { problems = append(problems, fmt.Errorf(format, args...)) }
	checkAddress := func(flag, address string) {
		if _, _, err := net.SplitHostPort(address); err != nil {
			addProblem("--%s: %q is not an address; use host:port such as 127.0.0.1:8080", flag, address)
		}
	}
	checkAddress("listen", c.Listen)
	if c.MetricsListen != nil && *c.MetricsListen != "" {
		checkAddress("metrics-listen", *c.MetricsListen)
	}
	c.validateProxies(addProblem)
	checkURL := func(flag, address string) {
		if u, err := url.Parse(address); address != "" && (err != nil || u.Host == "" || (u.Scheme != "http" && u.Scheme != "https")) {
			addProblem("--%s: %q is not an address; use one such as https://www.example.com", flag, address)
		}
	}
	checkURL("base-url", c.BaseURL)
	checkURL("dev", c.Dev)
	checkURL("directus", c.Directus)
	c.validateMirror(addProblem)
	checkURL("purge-url", c.PurgeURL)
	c.validatePurge(addProblem)
	problems = append(problems, c.ContactConfig.Validate())
	checkURL("request-webhook", c.RequestWebhook)
	c.validateDelivery(addProblem)
	problems = append(problems, c.OfferConfig.Validate(), c.RetentionConfig.Validate())
	if c.Demo && c.Directus != "" {
		addProblem("--demo: not possible with --directus, which supplies the content; omit --demo")
	}
	if c.Files != "" && c.Directus != "" {
		addProblem("--files: not possible with --directus, whose files are copied to the data folder; omit --files")
	}
	if c.Files != "" {
		if _, err := blob.NewBucket(c.Files); err != nil {
			addProblem("--files: %w", err)
		}
	}
	if c.Demo && c.Model != "" {
		addProblem("--demo: not possible with --model, because the demo content needs the built-in model; omit --model")
	}
	c.validateLimits(addProblem)
	problems = append(problems, c.MailboxConfig.Validate(), c.DomainConfig.Validate(), c.CalendarConfig.Validate(), c.ScheduleConfig.Validate())
	return errors.Join(problems...)
}

// validateLimits checks the flags that are numbers or durations.
func (c *Config) validateLimits(addProblem func(format string, args ...any)) {
	if c.CacheMB < 1 {
		addProblem("--cache-mb: %d is too small; use 1 or more", c.CacheMB)
	}
	if c.PagesMB < 0 {
		addProblem("--pages-mb: %d is not a size; use 1 or more, or 0 to disable", c.PagesMB)
	}
	if c.VariantsMB < 1 {
		addProblem("--variants-mb: %d is too small; use 1 or more", c.VariantsMB)
	}
	if c.UploadMB < 1 {
		addProblem("--upload-mb: %d would reject every file; use 1 or more", c.UploadMB)
	}
	if c.Transforms < 0 {
		addProblem("--transforms: %d is not a number of pictures; use 1 or more, or 0 for one per processor", c.Transforms)
	}
	if c.RequestRate < 1 {
		addProblem("--request-rate: %d would reject every request; use 1 or more", c.RequestRate)
	}
	if c.BuildCheck != 0 && c.BuildCheck < time.Second {
		addProblem("--build-check: %s is too short; use 1s or more, or 0 to disable", c.BuildCheck)
	}
	if c.ConsentHours < 1 || c.ConsentHours > maxStoredHours {
		addProblem("--consent-hours: %d is out of range; use 1 to %d (12 months)", c.ConsentHours, maxStoredHours)
	}
	if c.CartHours < 1 || c.CartHours > maxStoredHours {
		addProblem("--cart-hours: %d is out of range; use 1 to %d (12 months)", c.CartHours, maxStoredHours)
	}
}

// Logger returns a logger to standard error in the configured format, which bounds
// repeated problems.
func (c *Config) Logger() (*slog.Logger, error) {
	var level slog.Level
	if err := level.UnmarshalText([]byte(c.LogLevel)); err != nil {
		return nil, fmt.Errorf("--log-level: %w", err)
	}
	options := &slog.HandlerOptions{Level: level}
	if c.LogFormat == "json" {
		return slog.New(newBoundedLog(slog.NewJSONHandler(os.Stderr, options))), nil
	}
	return slog.New(newBoundedLog(slog.NewTextHandler(os.Stderr, options))), nil
}
