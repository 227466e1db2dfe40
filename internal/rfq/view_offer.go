package rfq

import (
	"context"
	"slices"
	"time"

	"github.com/shopspring/decimal"

	"ferrule/internal/rfq/offer"
)

// OfferView is the last offer for a request as its recipient sees it.
type OfferView struct {
	offer.Offer

	Lines      []LineView  `json:"lines"`     // the first ones
	LineCount  int         `json:"lineCount"` // of all
	Decimals   int32       `json:"decimals"`  // of amounts
	Acceptable bool        `json:"acceptable"`
	Total      offer.Total `json:"total"`
	End        Moment      `json:"end"` // the first moment at which it is no longer valid
	SentAt     Moment      `json:"sentAt"`
	State      OfferState  `json:"state"`
	DecidedAt  Moment      `json:"decidedAt,omitzero"`
	Decision   *Decision   `json:"decision,omitempty"`
	Words      string      `json:"words"`    // see offer.Offer.Acceptance
	Document   string      `json:"document"` // address of the PDF
}

// LineView is a line of an offer with its amount.
type LineView struct {
	offer.Line

	Amount decimal.Decimal `json:"amount"`
}

// addLetters adds to a view what was written and offered.
func (s *Store) addLetters(ctx context.Context, v *View, r Request, maxLines int) error {
	letters, err := s.Letters(ctx, r.ID)
	if err != nil {
		return err
	}
	letters = slices.DeleteFunc(letters, func(l Letter) bool { return l.Kind == LetterAutomatic || l.Mail != nil && l.Mail.Other }) // not written by the sender
	v.Letters = make([]LetterView, len(letters))
	for i, l := range letters {
		supplier, name := l.By != (Person{}), r.Name
		if supplier {
			name = l.By.Name
		}
		v.Letters[i] = LetterView{At: s.moment(l.At), Supplier: supplier, Name: name, Kind: l.Kind, Text: l.Text, Language: l.Language}
	}
	last, ok, err := s.LastOffer(ctx, r.ID)
	if err != nil {
		return err
	}
	var shown *SentOffer
	if ok {
		shown = &last
		if last.State == OfferOpen && !s.now().Before(last.End) { // the job has not run yet
			last.State = OfferExpired
		}
		v.Offer = s.offerView(last, r.Token, maxLines)
	}
	since, err := s.workSince(ctx, r)
	if err != nil {
		return err
	}
	v.WorkSince = s.moment(since)
	v.Stage = stageOf(r, shown, len(letters) > 0 || !since.IsZero())
	return nil
}

// stageOf returns the stage of a request with its last offer, which may be nil. begun
// reports whether somebody has worked on it.
func stageOf(r Request, last *SentOffer, begun bool) Stage {
	switch {
	case r.State == StateAnswered && r.Outcome == OutcomeWaiting:
		return StageQuestion
	case last != nil && last.State == OfferAccepted:
		return StageAccepted
	case last != nil && last.State == OfferOpen:
		return StageOffered
	case r.State != StateAnswered && begun:
		return StageWork
	case r.State != StateAnswered:
		return StageReceived
	case last != nil && last.State == OfferDeclined:
		return StageDeclined
	case last != nil && last.State == OfferExpired:
		return StageExpired
	default:
		return StageAnswered
	}
}

// workSince returns when a request that has an assignee was last assigned; zero without
// one.
func (s *Store) workSince(ctx context.Context, r Request) (time.Time, error) {
	if r.Assignee == "" {
		return time.Time{}, nil
	}
	history, err := s.History(ctx, r)
	var since time.Time
	for _, e := range history {
		if e.Kind == KindAssigned {
			since = e.At
		}
	}
	return since, err
}

func (s *Store) offerView(o SentOffer, token string, maxLines int) *OfferView {
	total := o.Offer.Total()
	lines := make([]LineView, min(len(o.Offer.Lines), maxLines))
	for i, l := range o.Offer.Lines[:len(lines)] {
		lines[i] = LineView{l, total.Lines[i]}
	}
	v := &OfferView{
		Offer: o.Offer, Lines: lines, LineCount: len(o.Offer.Lines), Decimals: offer.MinorUnits(o.Offer.Currency), Total: total, End: s.moment(o.End), SentAt: s.moment(o.SentAt), State: o.State, DecidedAt: s.moment(o.DecidedAt),
		Acceptable: (o.State == OfferOpen || o.State == OfferDeclined) && s.now().Before(o.End),
		Words:      o.Offer.Acceptance(), Document: "/api/requests/" + token + "/offers/" + o.Offer.Number + ".pdf",
	}
	if o.Decision.Offer != "" {
		v.Decision = &o.Decision
	}
	return v
}
