package delivery

import (
	"context"
	"errors"
	"slices"
	"strings"

	"ferrule/internal/rfq"
)

// The names of targets, as the store keeps them. That of a mail to the supplier
// may be followed by a colon and whom it is for: each address has deliveries of
// its own, so that one that does not exist keeps no other from being told.
const (
	supplierTarget     = "mail"
	confirmationTarget = "confirmation"
	webhookTarget      = "webhook"
	directusTarget     = "directus"
)

// Recipient is an address of the supplier.
type Recipient struct {
	Form    string // the key of the form whose requests it gets; empty for those of all others
	Address string
}

// Targets are all that may be told. What is nil is not.
type Targets struct {
	Supplier []Recipient // empty: whoever Letters.Contact names
	Mailer   *Mailer
	Webhook  *Webhook
	Directus *Directus
}

// For returns the names of those that are told of an event, in their order.
func (t *Targets) Route(e rfq.Event, m rfq.Message) []string {
	var names []string
	if t.Mailer != nil && (e == rfq.EventCreated || e == rfq.EventDue) {
		names = t.supplier(m.FormKey)
	}
	if t.Mailer != nil && e == rfq.EventCreated && m.Email != "" {
		names = append(names, confirmationTarget)
	}
	if t.Webhook != nil {
		names = append(names, webhookTarget)
	}
	if t.Directus != nil && e == rfq.EventCreated {
		names = append(names, directusTarget)
	}
	return names
}

// supplier are the names of the mails to the supplier about a form's requests.
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

// names are all that For may return.
func (t *Targets) allNames() []string {
	names := []string{supplierTarget, confirmationTarget, webhookTarget, directusTarget}
	for _, r := range t.Supplier {
		names = append(names, supplierTarget+":"+r.Address)
	}
	return slices.DeleteFunc(names, func(name string) bool { return t.named(name) == nil })
}

// named is the target of a name, nil if there is none.
func (t *Targets) named(name string) Target {
	kind, address, _ := strings.Cut(name, ":")
	switch {
	case kind == supplierTarget && t.Mailer != nil:
		return supplierMail{t.Mailer, address}
	case kind == confirmationTarget && t.Mailer != nil:
		return confirmation{t.Mailer}
	case kind == webhookTarget && t.Webhook != nil:
		return t.Webhook
	case kind == directusTarget && t.Directus != nil:
		return t.Directus
	}
	return nil
}

// report tells the supplier how things stand. It is an error when nobody could
// be told.
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
