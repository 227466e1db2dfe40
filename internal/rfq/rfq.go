// Package rfq owns requests for quotation: the validation rules of a form, the
// references that identify requests, and the durable store. It depends on neither
// HTTP nor the content model; the caller supplies the texts of a form as data.
package rfq

import (
	"encoding/json"
	"time"
)

// Message is a form of the site after Parse: trimmed, within the limits and
// complete.
type Message struct {
	FormID         int64           `json:"formId"`
	FormKey        string          `json:"formKey"`
	FormTitle      string          `json:"formTitle"`
	Source         string          `json:"source"`
	Name           string          `json:"name"`
	Phone          string          `json:"phone"`
	Email          string          `json:"email,omitempty"`
	Subject        string          `json:"subject"`
	Message        string          `json:"message"`
	Agree          bool            `json:"agree"`
	Meta           json.RawMessage `json:"meta,omitempty"` // an object; formType and secondLine by convention
	Lines          []Line          `json:"lines,omitempty"`
	Sent           json.RawMessage `json:"-"`                 // the lines before Review, as JSON; nil without Review
	Files          []string        `json:"files,omitempty"`   // ids of files uploaded earlier, in their order
	SpamReason     string          `json:"suspect,omitempty"` // why the message is classified as spam; empty for none
	Language       string          `json:"language"`          // "de-DE"
	Page           string          `json:"page"`              // the address of the page with the form
	IdempotencyKey string          `json:"idempotencyKey"`

	// ClientAddress is the IP address of the sender, stored against abuse. It is
	// neither delivered nor exported, and ForgetAddressesBefore erases it.
	ClientAddress string `json:"-"`
}

// Line is one item of the cart (specification, section 3, "Cart item").
type Line struct {
	UID          string                     `json:"uid"`
	ProductID    json.RawMessage            `json:"productId,omitempty"` // number or string, as the content system stores it
	Slug         string                     `json:"slug,omitempty"`
	SKU          string                     `json:"sku,omitempty"`
	Type         string                     `json:"type,omitempty"` // simple, variation or bundle
	Quantity     int64                      `json:"quantity"`
	Price        json.RawMessage            `json:"price,omitempty"` // number or numeric string
	Currency     string                     `json:"currency,omitempty"`
	Image        string                     `json:"image,omitempty"`
	Translations json.RawMessage            `json:"translations,omitempty"`
	Variation    json.RawMessage            `json:"variation,omitempty"`
	Bundle       json.RawMessage            `json:"bundle,omitempty"`
	Meta         map[string]json.RawMessage `json:"meta,omitempty"` // the item's meta, and every field not named here
}

// Known reports whether Review found the line's article in the content.
func (l Line) Known() bool { return string(l.Meta[metaKnown]) == "true" }

// Request is a stored message.
type Request struct {
	ID         int64     `json:"id"`
	Reference  string    `json:"reference"` // "F-7K3-94Q"
	Token      string    `json:"-"`         // secret of the link to the request's page; "" for requests of builds without tokens
	State      State     `json:"state"`
	Created    time.Time `json:"created"`
	AnsweredAt time.Time `json:"answeredAt,omitzero"`
	AnsweredBy string    `json:"answeredBy,omitempty"`
	SpamAt     time.Time `json:"spamAt,omitzero"` // when and by whom it was marked as spam; SpamReason is why it was classified so
	SpamBy     string    `json:"spamBy,omitempty"`
	Assignee   string    `json:"assignee,omitempty"` // id of the account that works on it
	Deadline   time.Time `json:"deadline,omitzero"`  // the end of its clock, see Calendar.DeadlineOf
	Outcome    Outcome   `json:"outcome,omitempty"`

	OutcomeReason string    `json:"outcomeReason,omitempty"`
	Expires       time.Time `json:"expires,omitzero"` // the end of the open offer

	Message
}

// State is the state of a request.
type State string

// A request is open until it is marked as answered. The deliveries of spam are held
// until it is released. A forgotten request retains only its reference, its times
// and the articles.
const (
	StateOpen      State = "open"
	StateAnswered  State = "answered"
	StateSpam      State = "spam"
	StateForgotten State = "forgotten"
)

// MaxLines is the maximum number of items of a cart.
const MaxLines = 5000

// Maximum lengths, in characters unless stated otherwise. They suffice for anything
// that a person types and limit what a hostile sender can store.
const (
	maxName     = 200
	maxPhone    = 60
	maxEmail    = 254 // RFC 5321, section 4.5.3.1.3, less the angle brackets
	maxTitle    = 300
	maxKey      = 200
	maxMessage  = 10_000
	maxAddress  = 2_000
	maxLanguage = 20
	maxMeta     = 16 << 10 // bytes
	maxPosition = 40
	maxQuantity = 1_000_000
)
