package desk

import (
	"context"
	"time"

	"ferrule/internal/rfq"
	"ferrule/internal/rfq/offer"
)

// letter is a letter about a request. Without SeePersons its texts are empty.
type letter struct {
	ID       int64          `json:"id"`
	At       time.Time      `json:"at"`
	By       *person        `json:"by"` // null for the visitor
	Kind     rfq.LetterKind `json:"kind"`
	Language string         `json:"language"`
	Subject  string         `json:"subject"`
	Text     string         `json:"text"`
	Offer    string         `json:"offer"`
	Mail     *rfq.Mail      `json:"mail"` // null for a letter that was not received by mail
	Files    []file         `json:"files"`
}

// offered is an offer as it was sent.
type offered struct {
	Number     string         `json:"number"`
	Version    int            `json:"version"`
	State      rfq.OfferState `json:"state"`
	SentAt     time.Time      `json:"sentAt"`
	SentBy     *person        `json:"sentBy"`
	ValidUntil offer.Date     `json:"validUntil"`
	Total      string         `json:"total"`
	Currency   string         `json:"currency"`
	Terms      string         `json:"terms"`
	DecidedAt  *time.Time     `json:"decidedAt"`
	Decision   *decision      `json:"decision"` // null without SeePersons
}

type decision struct {
	Name        string `json:"name"`
	OrderNumber string `json:"orderNumber"`
	Words       string `json:"words"`
	Reason      string `json:"reason"`
}

// drafted says that the caller has a draft.
type drafted struct {
	Kind  rfq.LetterKind `json:"kind"`
	Saved time.Time      `json:"savedAt"`
}

// addLetters adds to a detail what was written and offered.
func (h *Handler) addLetters(ctx context.Context, d *detail, r rfq.Request, build rows) error {
	store, persons := h.options.Requests, build.caller.may(SeePersons)
	letters, err := store.Letters(ctx, r.ID)
	if err != nil {
		return err
	}
	d.Letters = make([]letter, len(letters))
	for i, l := range letters {
		d.Letters[i] = letter{ID: l.ID, At: l.At, By: build.person(l.By.ID, l.By.Name), Kind: l.Kind, Language: l.Language, Offer: l.Offer, Files: []file{}}
		if persons {
			d.Letters[i].Subject, d.Letters[i].Text, d.Letters[i].Mail = l.Subject, l.Text, l.Mail
			for _, f := range l.Files {
				d.Letters[i].Files = append(d.Letters[i].Files, file{f.ID, f.Name, f.Type, f.Size})
			}
		}
		d.LastLetter = l.ID
	}
	offers, err := store.Offers(ctx, r.ID)
	if err != nil {
		return err
	}
	d.Offers = make([]offered, len(offers))
	for i, o := range offers {
		d.Offers[i] = offeredOf(o, build)
		if r.State == rfq.StateForgotten && !build.caller.may(ForgetRequests) {
			d.Offers[i].Decision = nil // kept for owners alone
		}
	}
	draft, err := store.Draft(ctx, r.ID, build.caller.user.ID)
	if draft != nil {
		d.Draft = &drafted{draft.Kind, draft.Saved}
	}
	if persons {
		d.OutcomeReason = r.OutcomeReason
	}
	return err
}

func offeredOf(o rfq.SentOffer, build rows) offered {
	out := offered{
		Number: o.Offer.Number, Version: o.Offer.Version, State: o.State, SentAt: o.SentAt, SentBy: build.person(o.SentBy.ID, o.SentBy.Name), ValidUntil: o.Offer.ValidUntil,
		Total: o.Offer.Total().Total.StringFixed(offer.MinorUnits(o.Offer.Currency)), Currency: o.Offer.Currency, Terms: o.Offer.Terms, DecidedAt: timeOrNull(o.DecidedAt),
	}
	if d := o.Decision; d.Offer != "" && build.caller.may(SeePersons) {
		out.Decision = &decision{d.Name, d.OrderNumber, d.Words, d.Reason}
	}
	return out
}
