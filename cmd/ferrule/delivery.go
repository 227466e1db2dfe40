package main

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"log/slog"
	netmail "net/mail"
	"path/filepath"
	"regexp"
	"strings"
	"time"

	"ferrule/internal/content"
	"ferrule/internal/mail"
	"ferrule/internal/rfq"
	"ferrule/internal/rfq/delivery"
	"ferrule/internal/rfq/rfqapi"
)

// deliveryFlags say who is told of requests.
type deliveryFlags struct {
	RequestMail          []string      `help:"Address of the supplier that requests are sent to; FORM=ADDRESS for those of one form. May be given more than once. Without one, they are kept as files in the data folder." placeholder:"ADDRESS"`
	RequestLanguage      string        `help:"Language of mails to the supplier." default:"de-DE"`
	RequestWebhook       string        `help:"Address that requests are posted to as JSON, see docs/webhook.md." placeholder:"URL"`
	RequestWebhookSecret string        `help:"Secret that webhooks are signed with." placeholder:"SECRET"`
	RequestDirectus      bool          `help:"Store requests as form_messages in the Directus of --directus, too."`
	RequestRetry         time.Duration `help:"About how long to wait before what could not be delivered is tried again; doubled each time, up to four hours." default:"10s"`
	RequestGiveUp        time.Duration `help:"How long to try at least." default:"72h"`
	RequestKeepDays      int           `help:"Days after which requests are forgotten; 0 for never." default:"0"`
}

// checkDelivery names what is wrong with the flags.
func (c *serveCommand) checkDelivery(complain func(format string, args ...any)) {
	for _, r := range c.recipients() {
		if _, err := netmail.ParseAddress(r.Address); err != nil {
			complain("--request-mail: %q is no mail address", r.Address)
		}
	}
	if c.RequestWebhook == "" && c.RequestWebhookSecret != "" {
		complain("--request-webhook: missing; the secret says nothing without an address")
	}
	if c.RequestWebhook != "" && c.RequestWebhookSecret == "" {
		complain("--request-webhook-secret: missing; a receiver could not tell a webhook from a forged one")
	}
	if c.RequestDirectus && c.Directus == "" {
		complain("--request-directus: say which Directus with --directus")
	}
	if c.RequestRetry < time.Millisecond || c.RequestRetry > rfq.MaxWait {
		complain("--request-retry: %s is out of range; use up to %s", c.RequestRetry, rfq.MaxWait)
	}
	if c.RequestGiveUp < time.Hour {
		complain("--request-give-up: %s is too short; use 1h or more", c.RequestGiveUp)
	}
	if c.RequestKeepDays < 0 {
		complain("--request-keep-days: %d is no number of days; use 1 or more, or 0 for ever", c.RequestKeepDays)
	}
}

// recipients are the supplier's addresses.
func (f *deliveryFlags) recipients() (list []delivery.Recipient) {
	for _, given := range f.RequestMail {
		r := delivery.Recipient{Address: given}
		if form, address, ok := strings.Cut(given, "="); ok && !strings.Contains(form, "@") {
			r = delivery.Recipient{Form: form, Address: address}
		}
		list = append(list, r)
	}
	return list
}

// delivered starts telling of requests, and ends it with the site. The store is
// not used before.
func (s *site) delivered(ctx context.Context, c *serveCommand, requests *rfq.Store, source content.Source, metrics *rfqapi.Metrics, log *slog.Logger) error {
	targets, err := c.targets(requests, source)
	if err != nil {
		return err
	}
	worker := delivery.New(delivery.Options{
		Store: requests, Targets: targets, Retry: c.RequestRetry, GiveUp: c.RequestGiveUp, Keep: time.Duration(c.RequestKeepDays) * 24 * time.Hour,
		Observe: metrics.DeliveryAttempted, Log: log,
	})
	requests.Tell(targets.For)
	requests.WhenPlanned(worker.Wake)
	ctx, stop := context.WithCancel(context.WithoutCancel(ctx)) // until the last request was answered
	done := make(chan struct{})
	go func() {
		defer close(done)
		worker.Run(ctx)
	}()
	s.closers = append(s.closers, func() error {
		stop()
		<-done
		return nil
	})
	return nil
}

// targets are whom the flags name.
func (c *serveCommand) targets(requests *rfq.Store, source content.Source) (delivery.Targets, error) {
	site := strings.TrimSuffix(c.BaseURL, "/")
	targets := delivery.Targets{Supplier: c.recipients()}
	from, err := netmail.ParseAddress(c.MailFrom)
	if err != nil {
		return targets, fmt.Errorf("--mail-from: %w", err)
	}
	_, domain, _ := strings.Cut(from.Address, "@")
	letters := &delivery.Letters{
		Contact: contactOf(source), Domain: domain, Language: c.RequestLanguage, BaseURL: site, Open: requests.OpenFile,
	}
	folder, err := mail.NewFolder(filepath.Join(c.Data, mailFolder), c.MailFrom)
	if err != nil {
		return targets, err
	}
	letters.ToSupplier, letters.ToVisitor = folder, folder
	if c.SMTP != "" {
		server, err := mail.NewSMTP(c.SMTP, c.MailFrom)
		if err != nil {
			return targets, err
		}
		letters.ToVisitor = server
		if len(c.RequestMail) > 0 {
			letters.ToSupplier = server
		}
	}
	if len(targets.Supplier) > 0 {
		letters.ReplyTo = targets.Supplier[0].Address
	}
	targets.Letters = letters
	if c.RequestWebhook != "" {
		targets.Webhook = delivery.NewWebhook(c.RequestWebhook, c.RequestWebhookSecret, site)
	}
	if c.RequestDirectus {
		targets.Directus = delivery.NewDirectus(c.Directus, c.DirectusToken)
	}
	return targets, nil
}

// whereMailsGo is what the start-up output says of mails.
func (c *serveCommand) whereMailsGo() string {
	folder := filepath.Join(c.Data, mailFolder)
	switch {
	case c.SMTP == "":
		return "Mails are kept as files in " + folder + "; to send them, use --smtp and --request-mail.\n"
	case len(c.RequestMail) == 0:
		return "Requests to the supplier are kept as files in " + folder + "; to send them, use --request-mail.\n"
	}
	return ""
}

// nobody is whom mails to the supplier are for that knows no address at all.
const nobody = "supplier@localhost"

var mailAddress = regexp.MustCompile(`[\w.+-]+@[\w-]+(\.[\w-]+)+`)

// contactOf finds the first address among the contacts in the content, be it
// text or a link.
func contactOf(source content.Source) func(context.Context) string {
	return func(ctx context.Context) string {
		found, err := source.Read(ctx, content.Query{Collection: "contacts", Fields: []string{"translations.contact_us_list"}})
		if err != nil {
			return nobody // the content may be of another model
		}
		return cmp.Or(string(mailAddress.Find(found.Body)), nobody)
	}
}

// oldDelivery is after how long a delivery that waits is worth a word.
const oldDelivery = time.Hour

// checkDeliveries tells whether requests reach the supplier.
func (c *doctorCommand) checkDeliveries(ctx context.Context) (string, error) {
	s, err := c.requests(ctx)
	if err != nil {
		return "", err
	}
	standing, err := s.Standing(ctx)
	dead, err2 := s.Dead(ctx, 1)
	if err := errors.Join(err, err2, s.Close()); err != nil {
		return "", err
	}
	if len(dead) > 0 {
		return "", fmt.Errorf("%s, the last of them %s to %s: %s; to try again: ferrule requests resend %s",
			count(standing.Dead, "was given up", "were given up"), dead[0].Reference, dead[0].Target, dead[0].Error, dead[0].Reference)
	}
	var advice []string
	if waited := time.Since(standing.Oldest); standing.Waiting > 0 && waited > oldDelivery {
		advice = append(advice, fmt.Sprintf("%s, the oldest for %s; the server's log says why", count(standing.Waiting, "waits", "wait"), waited.Round(time.Minute)))
	}
	if standing.Overdue > 0 {
		advice = append(advice, count(standing.Overdue, "request has", "requests have")+" been open for more than a day: ferrule requests list --overdue")
	}
	if len(advice) > 0 {
		return "", warning(strings.Join(advice, "; "))
	}
	return count(standing.Waiting, "waits", "wait"), nil
}
