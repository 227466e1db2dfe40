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
	toSupplier = "mail"
	toSender   = "confirmation"
	toWebhook  = "webhook"
	toDirectus = "directus"
)

// Recipient is an address of the supplier.
type Recipient struct {
	Form    string // the key of the form whose requests it gets; empty for those of all others
	Address string
}

// Targets are all that may be told. What is nil is not.
type Targets struct {
	Supplier []Recipient // empty: whoever Letters.Contact names
	Letters  *Letters
	Webhook  *Webhook
	Directus *Directus
}

// For returns the names of those that are told of an event, in their order.
func (t *Targets) For(e rfq.Event, m rfq.Message) []string {
	var names []string
	if t.Letters != nil && (e == rfq.EventCreated || e == rfq.EventDue) {
		names = t.supplier(m.FormKey)
	}
	if t.Letters != nil && e == rfq.EventCreated && m.Email != "" {
		names = append(names, toSender)
	}
	if t.Webhook != nil {
		names = append(names, toWebhook)
	}
	if t.Directus != nil && e == rfq.EventCreated {
		names = append(names, toDirectus)
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
		if name := toSupplier + ":" + r.Address; r.Form == form && !slices.Contains(names, name) {
			names = append(names, name)
		}
	}
	if len(names) == 0 {
		return []string{toSupplier}
	}
	return names
}

// names are all that For may return.
func (t *Targets) names() []string {
	names := []string{toSupplier, toSender, toWebhook, toDirectus}
	for _, r := range t.Supplier {
		names = append(names, toSupplier+":"+r.Address)
	}
	return slices.DeleteFunc(names, func(name string) bool { return t.named(name) == nil })
}

// named is the target of a name, nil if there is none.
func (t *Targets) named(name string) Target {
	kind, address, _ := strings.Cut(name, ":")
	switch {
	case kind == toSupplier && t.Letters != nil:
		return supplierMail{t.Letters, address}
	case kind == toSender && t.Letters != nil:
		return confirmation{t.Letters}
	case kind == toWebhook && t.Webhook != nil:
		return t.Webhook
	case kind == toDirectus && t.Directus != nil:
		return t.Directus
	}
	return nil
}

// report tells the supplier how things stand. It is an error when nobody could
// be told.
func (t *Targets) report(ctx context.Context, s rfq.Standing, dead []rfq.Delivery) error {
	var failed []error
	names := t.supplier("")
	for _, name := range names {
		_, to, _ := strings.Cut(name, ":")
		if to == "" {
			to = t.Letters.Contact(ctx)
		}
		if err := t.Letters.report(ctx, to, s, dead); err != nil {
			failed = append(failed, err)
		}
	}
	if len(failed) < len(names) {
		return nil
	}
	return errors.Join(failed...)
}
