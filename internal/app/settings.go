package app

import (
	"context"
	"errors"
	"fmt"
	"maps"
	netmail "net/mail"
	"net/url"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"sync/atomic"

	"ferrule/internal/account"
	"ferrule/internal/fault"
	"ferrule/internal/mail"
	"ferrule/internal/page"
	"ferrule/internal/settings"
)

// Names of settings that are no flags: the flag --smtp has them in its address.
const (
	smtpUser     = "smtp-user"
	smtpPassword = "smtp-password"
)

// SettingNames returns the names of the settings that owners may change while the site
// runs. They are those of flags, with the same values; an item of a list per line or
// separated by commas.
func SettingNames() []string {
	return []string{
		"smtp", smtpUser, smtpPassword, "mail-from", "request-mail", "request-language", "request-webhook", "request-webhook-secret",
		"time-zone", "working-days", "holidays", "request-keep-days",
	}
}

// secretSettings returns the names of settings that are never shown.
func secretSettings() []string { return []string{smtpPassword, "request-webhook-secret"} }

// sourceOf returns what sets a setting outside the database: flag, environment or file;
// empty for nothing.
func (c *Config) sourceOf(name string) string {
	switch name {
	case smtpUser, smtpPassword:
		name = "smtp"
	case "request-webhook-secret":
		if source := c.Sources["request-webhook"]; source != "" {
			return source
		}
	}
	return c.Sources[name]
}

// with returns the configuration with the stored settings.
func (c *Config) with(stored settings.Snapshot) *Config {
	out := *c
	get := func(name string) (string, bool) {
		if c.sourceOf(name) != "" {
			return "", false
		}
		return stored.Text(name)
	}
	set := func(name string, to *string) {
		if text, ok := get(name); ok {
			*to = text
		}
	}
	list := func(name string, to *[]string) {
		if text, ok := get(name); ok {
			*to = split(text)
		}
	}
	set("smtp", &out.SMTP)
	user, password := "", ""
	set(smtpUser, &user)
	set(smtpPassword, &password)
	if address, err := url.Parse(out.SMTP); err == nil && user != "" && out.SMTP != "" {
		address.User = url.UserPassword(user, password)
		out.SMTP = address.String()
	}
	set("mail-from", &out.MailFrom)
	list("request-mail", &out.RequestMail)
	set("request-language", &out.RequestLanguage)
	set("request-webhook", &out.RequestWebhook)
	set("request-webhook-secret", &out.RequestWebhookSecret)
	set("time-zone", &out.TimeZone)
	list("working-days", &out.WorkingDays)
	list("holidays", &out.Holidays)
	days := strconv.Itoa(out.RequestKeepDays)
	set("request-keep-days", &days)
	out.RequestKeepDays = atoi(days)
	return &out
}

// split returns the items of a list.
func split(text string) []string {
	items := strings.FieldsFunc(text, func(r rune) bool { return r == ',' || r == '\n' })
	for i := range items {
		items[i] = strings.TrimSpace(items[i])
	}
	return slices.DeleteFunc(items, func(item string) bool { return item == "" })
}

// atoi returns a number, and -1, which no setting allows, for another text.
func atoi(text string) int {
	n, err := strconv.Atoi(strings.TrimSpace(text))
	if err != nil {
		return -1
	}
	return n
}

// texts returns the settings of a configuration.
func (c *Config) texts() map[string]string {
	out := map[string]string{
		"smtp": c.SMTP, "mail-from": c.MailFrom, "request-mail": strings.Join(c.RequestMail, "\n"), "request-language": c.RequestLanguage,
		"request-webhook": c.RequestWebhook, "request-webhook-secret": c.RequestWebhookSecret,
		"time-zone": c.TimeZone, "working-days": strings.Join(c.WorkingDays, ","), "holidays": strings.Join(c.Holidays, "\n"),
		"request-keep-days": strconv.Itoa(c.RequestKeepDays),
	}
	if u, err := url.Parse(c.SMTP); err == nil && u.User != nil {
		out[smtpUser] = u.User.Username()
		out[smtpPassword], _ = u.User.Password()
		u.User = nil
		out["smtp"] = u.String()
	}
	return out
}

// ofFlag matches the beginning of an error about a flag.
var ofFlag = regexp.MustCompile(`^--([a-z-]+): `)

// settingProblems returns what is wrong with the settings of a configuration, by name.
func (c *Config) settingProblems() map[string]string {
	problems := map[string]string{}
	add := func(format string, args ...any) {
		for line := range strings.SplitSeq(fmt.Errorf(format, args...).Error(), "\n") {
			if flag := ofFlag.FindStringSubmatch(line); flag != nil && problems[flag[1]] == "" {
				problems[flag[1]] = strings.TrimPrefix(line, flag[0])
			}
		}
	}
	if _, err := netmail.ParseAddress(c.MailFrom); err != nil {
		add("--mail-from: %q is not a mail address; use one such as Example <sales@example.com>", c.MailFrom)
	} else if c.SMTP != "" {
		if _, err := mail.NewSMTP(c.SMTP, c.MailFrom); err != nil {
			add("--smtp: %w", err)
		}
	}
	if u, err := url.Parse(c.RequestWebhook); c.RequestWebhook != "" && (err != nil || u.Host == "" || (u.Scheme != "http" && u.Scheme != "https")) {
		add("--request-webhook: %q is not an address; use one such as https://www.example.com/hook", c.RequestWebhook)
	}
	c.validateDelivery(add)
	if err := c.CalendarConfig.Validate(); err != nil {
		add("%w", err)
	}
	return problems
}

// openSettings opens the stored settings and applies them.
func (a *App) openSettings(ctx context.Context) error {
	db, err := account.OpenDatabase(ctx, a.config.Database, a.config.Data)
	if err != nil {
		return err
	}
	a.onClose(db.Close)
	if a.settings, err = settings.Open(ctx, db, secretSettings()...); err != nil {
		return err
	}
	return a.apply(a.config.with(a.settings.Current()))
}

// apply makes the settings of a configuration those of this server, but for deliveries.
func (a *App) apply(c *Config) error {
	calendar, err := c.Calendar()
	if err != nil {
		return err
	}
	options, err := c.AccountOptions(c.Data, c.BaseURL)
	if err != nil {
		return err
	}
	a.requests.SetCalendar(calendar)
	a.sender.to.Store(&options.Mailer)
	return nil
}

// followSettings applies each change of the settings after a version, until ctx ends.
func (a *App) followSettings(ctx context.Context, version int64, deliver func(*Config) error) {
	a.settings.Follow(ctx, func(stored settings.Snapshot) {
		if stored.Version == version {
			return
		}
		c := a.config.with(stored)
		err := a.apply(c)
		if err == nil {
			err = deliver(c)
		}
		if err != nil {
			a.log.ErrorContext(ctx, "settings not applied", "version", stored.Version, "error", err)
		}
	})
}

// promises returns what pages say of requests. It reads the settings, which are changed
// before the revision of the content that pages wait for.
func (a *App) promises(ctx context.Context) (page.Promises, error) {
	stored, err := a.settings.Read(ctx)
	if err != nil {
		return page.Promises{}, err
	}
	c := a.config.with(stored)
	calendar, err := c.Calendar()
	return page.Promises{WorkingDays: calendar.HasWorkingDays(), RequestDays: c.RequestKeepDays}, err
}

// sender sends mails as the present settings say.
type sender struct {
	to atomic.Pointer[account.Mailer]
}

// Send implements account.Mailer.
func (s *sender) Send(ctx context.Context, m mail.Message) error {
	to := s.to.Load()
	if to == nil {
		return errors.New("mails are not set up")
	}
	return (*to).Send(ctx, m)
}

// changeSettings stores settings that make a valid configuration; else the error has a
// message for each that is wrong.
func (a *App) changeSettings(ctx context.Context, by string, seen int64, change map[string]*string) error {
	before, err := a.settings.Read(ctx)
	if err != nil {
		return err
	}
	after, err := a.changed(before, change)
	if err != nil {
		return err
	}
	if _, err := a.settings.Change(ctx, seen, by, change); err != nil {
		return err
	}
	was, is := a.config.with(before), a.config.with(after)
	if len(was.WorkingDays) == 0 == (len(is.WorkingDays) == 0) && len(was.Holidays) == 0 == (len(is.Holidays) == 0) && was.RequestKeepDays == is.RequestKeepDays {
		return nil
	}
	if err := a.content.Invalidate(ctx); err != nil { // pages say it
		return err
	}
	a.pages.Invalidate()
	return nil
}

// changed returns the settings after a change.
func (a *App) changed(before settings.Snapshot, change map[string]*string) (settings.Snapshot, error) {
	problem := fault.New(fault.Invalid, "Some settings are not valid.")
	problem.Fields = map[string]string{}
	after := settings.Snapshot{Version: before.Version, Values: map[string]settings.Value{}}
	maps.Copy(after.Values, before.Values)
	for name, text := range change {
		switch source := a.config.sourceOf(name); {
		case !slices.Contains(SettingNames(), name):
			problem.Fields[name] = "There is no such setting."
		case source != "":
			problem.Fields[name] = "It is set by the " + source + " of the server, and cannot be changed here."
		default:
			after.Values[name] = settings.Value{Text: text}
		}
	}
	maps.Copy(problem.Fields, a.config.with(after).settingProblems())
	if len(problem.Fields) > 0 {
		return after, problem
	}
	return after, nil
}
