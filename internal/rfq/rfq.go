// Package rfq owns what visitors send: the rules a message must meet, the
// reference a visitor can read out over the phone, and the durable store. It
// knows nothing of HTTP or of content; the texts of a form come to it as data.
package rfq

import (
	"encoding/json"
	"time"
)

// Message is what a form of the site sends, after Parse: trimmed, within the
// limits and complete.
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
	Sent           json.RawMessage `json:"-"`                 // the lines before Review, as JSON; nil without one
	Files          []string        `json:"files,omitempty"`   // ids of files that were received before, in their order
	SpamReason     string          `json:"suspect,omitempty"` // why this looks like spam; empty when it does not
	Language       string          `json:"language"`          // "de-DE"
	Page           string          `json:"page"`              // the address the form was sent from
	IdempotencyKey string          `json:"idempotencyKey"`

	// ClientAddress is the IP address it was sent from, against abuse: no part of
	// what is delivered or exported, and erased by ForgetAddressesBefore.
	ClientAddress string `json:"-"`
}

// Line is one item of the cart (specification, section 3, "Cart item").
type Line struct {
	UID          string                     `json:"uid"`
	ProductID    json.RawMessage            `json:"productId,omitempty"` // number or string, as the content system has it
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
	Meta         map[string]json.RawMessage `json:"meta,omitempty"` // its own, and every field not named here
}

// Known reports whether the line was found among the articles of the content.
func (l Line) Known() bool { return string(l.Meta[metaKnown]) == "true" }

// Request is a stored message.
type Request struct {
	ID         int64     `json:"id"`
	Reference  string    `json:"reference"` // "F-7K3-94Q"
	Token      string    `json:"-"`         // opens the request's page to whoever sent it; "" for requests from before there were any
	State      State     `json:"state"`
	Created    time.Time `json:"created"`
	AnsweredAt time.Time `json:"answeredAt,omitzero"`
	AnsweredBy string    `json:"answeredBy,omitempty"`
	SpamAt     time.Time `json:"spamAt,omitzero"` // when somebody called it spam, and who; Suspect says why the program did
	SpamBy     string    `json:"spamBy,omitempty"`
	Message
}

// State is what became of a request.
type State string

// A request is open until somebody marks it. Spam is kept apart and told to
// nobody until somebody calls it none. Of a forgotten one only the reference
// and the times are left.
const (
	StateOpen      State = "open"
	StateAnswered  State = "answered"
	StateSpam      State = "spam"
	StateForgotten State = "forgotten"
)

// MaxLines is how many items one cart may hold.
const MaxLines = 500

// The greatest lengths in characters. They leave room for anything a person
// types and keep a hostile sender from filling the disk.
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
	maxQuantity = 1_000_000
)
