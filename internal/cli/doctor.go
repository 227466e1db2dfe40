package cli

import (
	"context"
	"errors"
	"fmt"
	"io"
	"strings"

	"ferrule/internal/app"
)

type doctorCommand struct {
	app.DataConfig
	app.ModelConfig
	app.MirrorConfig
	app.MailboxConfig
	app.PurgeConfig
	app.ProxyConfig
	app.DomainConfig
	app.AccessLogConfig
	app.ScheduleConfig
}

// Validate implements kong's check.
func (c *doctorCommand) Validate() error {
	return errors.Join(c.MailboxConfig.Validate(), c.CalendarConfig.Validate(), c.DomainConfig.Validate(), c.ScheduleConfig.Validate())
}

// warning is an error that is reported and does not make the command fail.
type warning string

func (w warning) Error() string { return string(w) }

// check is one check of the doctor. run returns the finding, or an error that
// states the problem and its remedy.
type check struct {
	name string
	run  func(ctx context.Context) (string, error)
}

// ErrUnhealthy is the error of the doctor if any check failed; a warning is not a failure.
var ErrUnhealthy = errors.New("a check failed")

// Run prints a line for each check. The configuration was validated when the
// flags were parsed.
func (c *doctorCommand) Run(ctx context.Context, out io.Writer) error {
	var failed error
	for _, check := range []check{
		{"web build", checkBuild},
		{"data folder", c.checkFolder},
		{"time zone", c.checkTimeZone},
		{"working days", c.checkWorkingDays},
		{"database", c.checkDatabase},
		{"model", c.checkModel},
		{"content", c.checkContent},
		{"files", c.checkFiles},
		{"directus", c.checkDirectus},
		{"requests", c.checkRequests},
		{"deliveries", c.checkDeliveries},
		{"mailbox", c.checkMailbox},
		{"accounts", c.checkAccounts},
		{"proxies", c.checkProxies},
		{"shared cache", c.checkPurges},
		{"domain", c.checkDomain},
		{"access log", c.checkAccessLog},
		{"backup", c.checkBackup},
	} {
		found, err := check.run(ctx)
		if advice, ok := errors.AsType[warning](err); ok {
			fmt.Fprintf(out, "WARN  %-12s %s\n", check.name, strings.ReplaceAll(advice.Error(), "\n", "\n"+strings.Repeat(" ", 19)))
			continue
		}
		if err != nil {
			failed = ErrUnhealthy
			fmt.Fprintf(out, "FAIL  %-12s %s\n", check.name, strings.ReplaceAll(err.Error(), "\n", "; "))
			continue
		}
		fmt.Fprintf(out, "OK    %-12s %s\n", check.name, found)
	}
	return failed
}
