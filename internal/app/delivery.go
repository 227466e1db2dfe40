package app

import (
	"context"
	"fmt"
	netmail "net/mail"
	"path/filepath"
	"strings"
	"time"

	"ferrule/internal/account"
	"ferrule/internal/content"
	"ferrule/internal/fault"
	"ferrule/internal/mail"
	"ferrule/internal/rfq"
	"ferrule/internal/rfq/delivery"
	"ferrule/internal/rfq/rfqcontent"
)

// DeliveryConfig names the recipients of requests for quotation.
type DeliveryConfig struct {
	RequestMail          []string      `help:"Mail address of the supplier to which requests are sent, or FORM=ADDRESS for the requests of one form. Repeatable. If not given, these mails are written to files in the data folder." placeholder:"ADDRESS"`
	RequestLanguage      string        `help:"Language of mails to the supplier." default:"de-DE"`
	RequestWebhook       string        `help:"URL to which requests are posted as JSON, see docs/webhook.md." placeholder:"URL"`
	RequestWebhookSecret string        `help:"Secret that signs webhooks." placeholder:"SECRET"`
	RequestDirectus      bool          `help:"Store requests as form_messages in the Directus of --directus as well."`
	RequestRetry         time.Duration `help:"Approximate delay before a failed delivery is retried; doubled each time, up to four hours." default:"10s"`
	RequestGiveUp        time.Duration `help:"Minimum time for which a failed delivery is retried." default:"72h"`
	RequestKeepDays      int           `help:"Days after which the personal data of requests are erased; 0 for never." default:"0"`
}

func (c *Config) validateDelivery(addProblem func(format string, args ...any)) {
	for _, r := range c.recipients() {
		if _, err := netmail.ParseAddress(r.Address); err != nil {
			addProblem("--request-mail: %q is not a mail address", r.Address)
		}
	}
	if c.RequestWebhook == "" && c.RequestWebhookSecret != "" {
		addProblem("--request-webhook: missing; --request-webhook-secret has no effect without it")
	}
	if c.RequestWebhook != "" && c.RequestWebhookSecret == "" {
		addProblem("--request-webhook-secret: missing; a receiver cannot detect forged webhooks without it")
	}
	if c.RequestDirectus && c.Directus == "" {
		addProblem("--request-directus: needs --directus")
	}
	if c.RequestRetry < time.Millisecond || c.RequestRetry > rfq.MaxWait {
		addProblem("--request-retry: %s is out of range; use up to %s", c.RequestRetry, rfq.MaxWait)
	}
	if c.RequestGiveUp < time.Hour {
		addProblem("--request-give-up: %s is too short; use 1h or more", c.RequestGiveUp)
	}
	if c.RequestKeepDays < 0 {
		addProblem("--request-keep-days: %d is not a number of days; use 1 or more, or 0 for never", c.RequestKeepDays)
	}
}

// recipients returns the supplier's addresses.
func (c *DeliveryConfig) recipients() (list []delivery.Recipient) {
	for _, given := range c.RequestMail {
		r := delivery.Recipient{Address: given}
		if form, address, ok := strings.Cut(given, "="); ok && !strings.Contains(form, "@") {
			r = delivery.Recipient{Form: form, Address: address}
		}
		list = append(list, r)
	}
	return list
}

// startDelivery starts the worker that delivers requests; until then the
// store rejects requests. It runs until Close: a request may be stored while the server
// drains. Another worker takes over when the settings change.
func (a *App) startDelivery(ctx context.Context) error {
	stored := a.settings.Current()
	end, err := a.deliver(ctx, a.config.with(stored))
	if err != nil {
		return err
	}
	a.start(context.WithoutCancel(ctx), func(ctx context.Context) {
		a.followSettings(ctx, stored.Version, func(c *Config) error {
			next, err := a.deliver(ctx, c)
			if err == nil {
				end() // after the next one has begun: it takes over what is pending
				end = next
			}
			return err
		})
		end()
	})
	return nil
}

// deliver starts a worker for a configuration; end waits for its attempts.
func (a *App) deliver(ctx context.Context, c *Config) (end func(), err error) {
	targets, err := c.targets(ctx, a.requests, a.content)
	if err != nil {
		return nil, err
	}
	targets.Mailer.Person = a.addressOf
	worker := delivery.New(delivery.Options{
		Store: a.requests, Targets: targets, Retry: c.RequestRetry, GiveUp: c.RequestGiveUp, Retention: time.Duration(c.RequestKeepDays) * 24 * time.Hour,
		Observe: a.requestMetrics.DeliveryAttempted, Log: a.log,
	})
	a.requests.SetRouter(targets.Route)
	a.requests.SetOnPlanned(worker.Wake)
	ctx, cancel := context.WithCancel(context.WithoutCancel(ctx))
	done := make(chan struct{})
	go func() {
		defer close(done)
		worker.Run(ctx)
	}()
	return func() {
		cancel()
		<-done
	}, nil
}

// addressOf returns the address of an active account; empty for another.
func (a *App) addressOf(ctx context.Context, id string) (string, error) {
	u, err := a.accounts.User(ctx, id)
	if fault.KindOf(err) == fault.Forbidden || err == nil && u.Status != account.Active {
		return "", nil
	}
	return u.Email, err
}

// targets returns the recipients that are configured. Without a mail server,
// and to the supplier without an address, mails are files in the data folder.
func (c *Config) targets(ctx context.Context, requests *rfq.Store, source content.Source) (delivery.Targets, error) {
	baseURL := strings.TrimSuffix(c.BaseURL, "/")
	targets := delivery.Targets{Supplier: c.recipients()}
	from, err := netmail.ParseAddress(c.MailFrom)
	if err != nil {
		return targets, fmt.Errorf("--mail-from: %w", err)
	}
	_, domain, _ := strings.Cut(from.Address, "@")
	reader := rfqcontent.Reader{Source: source}
	key, err := requests.ReplyKey(ctx)
	if err != nil {
		return targets, err
	}
	mailer := &delivery.Mailer{
		Contact: reader.ContactAddress, About: reader.Supplier, Domain: domain, ReplyKey: key, Language: c.RequestLanguage, Calendar: requests.Calendar(), BaseURL: baseURL, OpenFile: requests.OpenFile,
	}
	folder, err := mail.NewFolder(filepath.Join(c.Data, mailFolder), c.MailFrom)
	if err != nil {
		return targets, err
	}
	mailer.ToSupplier, mailer.ToVisitor = folder, folder
	if c.SMTP != "" {
		server, err := mail.NewSMTP(c.SMTP, c.MailFrom)
		if err != nil {
			return targets, err
		}
		mailer.ToVisitor = server
		if len(c.RequestMail) > 0 {
			mailer.ToSupplier = server
		}
	}
	if len(targets.Supplier) > 0 {
		mailer.ReplyTo = targets.Supplier[0].Address
	}
	if _, mailer.Mailbox, _, err = c.Mailbox(); err != nil {
		return targets, err
	}
	targets.Mailer = mailer
	if c.RequestWebhook != "" {
		targets.Webhook = delivery.NewWebhook(c.RequestWebhook, c.RequestWebhookSecret, baseURL)
	}
	if c.RequestDirectus {
		targets.Directus = delivery.NewDirectus(c.Directus, c.DirectusToken)
	}
	return targets, nil
}

// mailNotice returns the line of the start-up output about mails that are not
// sent, empty if all are.
func (c *Config) mailNotice() string {
	folder := filepath.Join(c.Data, mailFolder)
	switch {
	case c.SMTP == "":
		return "Mails are written to files in " + folder + "; to send them, use --smtp and --request-mail.\n"
	case len(c.RequestMail) == 0:
		return "Requests to the supplier are written to files in " + folder + "; to send them, use --request-mail.\n"
	}
	return ""
}
