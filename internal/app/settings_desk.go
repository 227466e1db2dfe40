package app

import (
	"context"
	"errors"
	"net"
	netmail "net/mail"
	"net/url"
	"path/filepath"
	"slices"
	"strings"
	"time"

	"ferrule/internal/desk"
	"ferrule/internal/fault"
	"ferrule/internal/mail"
)

// siteSettings implements desk.Settings.
type siteSettings struct{ *App }

// List implements desk.Settings.
func (s siteSettings) List(ctx context.Context) (version int64, list []desk.Setting, err error) {
	stored, err := s.settings.Read(ctx)
	if err != nil {
		return 0, nil, err
	}
	texts := s.config.with(stored).texts()
	for _, name := range SettingNames() {
		one := desk.Setting{Name: name, Value: texts[name], IsSet: texts[name] != "", Source: s.config.sourceOf(name)}
		if value, changed := stored.Values[name]; changed && one.Source == "" {
			if value.Text != nil {
				one.Source = "desk"
			}
			one.At, one.By = &value.At, value.By
		}
		if one.Source == "" {
			one.Source = "default"
		}
		if slices.Contains(secretSettings(), name) {
			one.Secret, one.Value = true, ""
		}
		list = append(list, one)
	}
	return stored.Version, list, nil
}

// Change implements desk.Settings.
func (s siteSettings) Change(ctx context.Context, by string, seen int64, change map[string]*string) error {
	return s.changeSettings(ctx, by, seen, change)
}

// TestMail implements desk.Settings.
func (s siteSettings) TestMail(ctx context.Context, to string, change map[string]*string) (result desk.MailTest, err error) {
	if _, err := netmail.ParseAddress(to); err != nil {
		problem := fault.New(fault.Invalid, "The recipient is not a mail address.")
		problem.Fields = map[string]string{"to": problem.Message}
		return result, problem
	}
	stored, err := s.settings.Read(ctx)
	if err != nil {
		return result, err
	}
	if stored, err = s.changed(stored, change); err != nil {
		return result, err
	}
	c := s.config.with(stored)
	begun := time.Now()
	result.To, result.Domain = to, domainOf(c.MailFrom)
	message := mail.Message{
		To: []string{to}, Subject: "Ferrule: Testmail / test mail",
		Text: "Der Versand von Mails ist eingerichtet.\n\nThe site can send mails.\n\n" + c.BaseURL + "\n",
	}
	if c.SMTP == "" {
		var folder *mail.Folder
		if folder, err = mail.NewFolder(filepath.Join(c.Data, mailFolder), c.MailFrom); err == nil {
			err = folder.Send(ctx, message)
		}
	} else {
		var server *mail.SMTP
		if u, err := url.Parse(c.SMTP); err == nil {
			result.Server = u.Host
		}
		if server, err = mail.NewSMTP(c.SMTP, c.MailFrom); err == nil {
			err = server.Send(ctx, message)
		}
	}
	result.Sent, result.Took = err == nil, time.Since(begun).Milliseconds()
	if err != nil {
		result.Error = reasonOf(err)
	}
	for _, f := range mail.CheckDomain(ctx, net.DefaultResolver, result.Domain) {
		result.Checks = append(result.Checks, desk.MailCheck{Name: f.Name, State: string(f.State), Reason: f.Reason, Record: f.Record})
	}
	return result, nil
}

// reasonOf returns what a mail server said: the cause without our own words.
func reasonOf(err error) string {
	if f, ok := errors.AsType[*fault.Error](err); ok && f.Err != nil {
		return f.Err.Error()
	}
	return err.Error()
}

// domainOf returns the domain of a sender.
func domainOf(from string) string {
	address, err := netmail.ParseAddress(from)
	if err != nil {
		return ""
	}
	_, domain, _ := strings.Cut(address.Address, "@")
	return domain
}
