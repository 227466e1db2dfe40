package delivery

import (
	"context"
	"errors"
	"slices"
	"strings"

	"ferrule/internal/rfq"
)

// Names of targets in the store. The name of a mail to the supplier may be followed
// by a colon and the address: each address has deliveries of its own, so that an
// invalid address does not block the others.
const (
	supplierTarget     = "mail"
	confirmationTarget = "confirmation"
	letterTarget       = "letter"
	assigneeTarget     = "assignee"
	webhookTarget      = "webhook"
	directusTarget     = "directus"
)

// Recipient is an address of the supplier.
type Recipient struct {
	Form    string // key of the form whose requests it receives; empty for all other forms
	Address string
}

// Targets are the configured targets; nil ones are not configured.
type Targets struct {
	Supplier []Recipient // empty: the address of Mailer.Contact
	Mailer   *Mailer
	Webhook  *Webhook
	Directus *Directus
}

// Route returns the names of the targets of an event, in delivery order.
func (t *Targets) Route(e rfq.Event, m rfq.Message) []string {
	switch e {
	case rfq.EventLetter:
		return []string{letterTarget}
	case rfq.EventExpiring:
		return []string{assigneeTarget, letterTarget}
	case rfq.EventExpired:
		return []string{assigneeTarget}
	default:
	}
	var names []string
	if t.Mailer != nil && e != rfq.EventAnswered && e != rfq.EventReopened {
		names = t.supplier(m.FormKey)
	}
	if t.Mailer != nil && m.Email != "" {
		switch e {
		case rfq.EventCreated:
			names = append(names, confirmationTarget)
		case rfq.EventWon:
			names = append(names, letterTarget)
		default:
		}
	}
	if t.Webhook != nil {
		names = append(names, webhookTarget)
	}
	if t.Directus != nil && e == rfq.EventCreated {
		names = append(names, directusTarget)
	}
	return names
}

// supplier returns the names of the mails to the supplier about a form's requests.
func (t *Targets) supplier(form string) []string {
	if !slices.ContainsFunc(t.Supplier, func(r Recipient) bool { return r.Form == form }) {
		form = ""
	}
	var names []string
	for _, r := range t.Supplier {
		if name := supplierTarget + ":" + r.Address; r.Form == form && !slices.Contains(names, name) {
			names = append(names, name)
		}
	}
	if len(names) == 0 {
		return []string{supplierTarget}
	}
	return names
}

// firstAddress returns the first address of the supplier for a form; empty for the contact.
func (t *Targets) firstAddress(form string) string {
	_, address, _ := strings.Cut(t.supplier(form)[0], ":")
	return address
}

// allNames returns all names that Route may return.
func (t *Targets) allNames() []string {
	names := []string{supplierTarget, confirmationTarget, letterTarget, assigneeTarget, webhookTarget, directusTarget}
	for _, r := range t.Supplier {
		names = append(names, supplierTarget+":"+r.Address)
	}
	return slices.DeleteFunc(names, func(name string) bool { return t.named(name) == nil })
}

// named returns the target of a name; nil if it is not configured.
func (t *Targets) named(name string) Target {
	kind, address, _ := strings.Cut(name, ":")
	switch {
	case kind == supplierTarget && t.Mailer != nil:
		return supplierMail{t.Mailer, address}
	case kind == confirmationTarget && t.Mailer != nil:
		return confirmation{t.Mailer}
	case kind == letterTarget && t.Mailer != nil:
		return visitorLetter{t.Mailer}
	case kind == assigneeTarget && t.Mailer != nil:
		return assigneeMail{t.Mailer, t.firstAddress}
	case kind == webhookTarget && t.Webhook != nil:
		return t.Webhook
	case kind == directusTarget && t.Directus != nil:
		return t.Directus
	}
	return nil
}

// report mails the statistics to the supplier. It fails when no address could be
// mailed.
func (t *Targets) report(ctx context.Context, s rfq.DeliveryStats, dead []rfq.Delivery) error {
	var failed []error
	names := t.supplier("")
	for _, name := range names {
		_, to, _ := strings.Cut(name, ":")
		if to == "" {
			to = t.Mailer.Contact(ctx)
		}
		if err := t.Mailer.report(ctx, to, s, dead); err != nil {
			failed = append(failed, err)
		}
	}
	if len(failed) < len(names) {
		return nil
	}
	return errors.Join(failed...)
}
