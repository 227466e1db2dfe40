package rfq

import (
	"cmp"
	"context"
	"database/sql"
	"encoding/json"
	"fmt"
	"strings"
	"time"
	"unicode/utf8"

	"github.com/shopspring/decimal"

	"ferrule/internal/fault"
	"ferrule/internal/rfq/offer"
)

// Decision is what the sender of a request declares about an offer.
type Decision struct {
	Offer       string          `json:"offer"` // its number
	Accept      bool            `json:"accept"`
	Total       decimal.Decimal `json:"total,omitzero"` // as the sender saw it; required to accept
	Currency    string          `json:"currency,omitempty"`
	Name        string          `json:"name,omitempty"`        // who decides; required to accept
	OrderNumber string          `json:"orderNumber,omitempty"` // of the buyer
	Words       string          `json:"words,omitempty"`       // the sentence that was accepted, see offer.Offer.Acceptance; of a refusal, a free text
	Reason      string          `json:"reason,omitempty"`      // of a refusal: a choice
}

// Codes of errors of Decide.
const (
	CodeTooLong    = "TEXT_TOO_LONG"
	CodeAccepted   = "OFFER_ACCEPTED"
	CodeReplaced   = "OFFER_REPLACED"
	CodeExpired    = "OFFER_EXPIRED"
	CodeOtherOffer = "OFFER_OTHER"
)

// maxReason is the maximum length of the reason of an outcome, in characters.
const maxReason = 1000

// Decide stores the decision about the last offer for the request with a token. The same
// decision again changes nothing. The error is *fault.Error: of kind NotFound for an
// unknown token or offer, of kind Invalid for a decision that lacks something, and of kind
// Conflict for an offer that was decided, replaced or is no longer valid, and where the
// total or the words are not those of the offer. It has a code for each of these.
func (s *Store) Decide(ctx context.Context, token string, d Decision) error {
	r, err := s.ByToken(ctx, token)
	if err != nil {
		return err
	}
	if d, err = d.checked(); err != nil {
		return err
	}
	return s.change(ctx, r.Reference, func(tx *sql.Tx, r Request) error {
		if r.State == StateForgotten {
			return errUnknownToken()
		}
		sent, err := s.offer(ctx, tx, r.ID, d.Offer)
		if err != nil {
			return err
		}
		if done, err := sent.decidable(d, s.now()); done || err != nil {
			return err
		}
		return s.storeDecision(ctx, tx, r, d)
	})
}

// checked returns the decision with trimmed texts, or what it lacks.
func (d Decision) checked() (Decision, error) {
	for _, text := range []*string{&d.Name, &d.OrderNumber, &d.Words, &d.Reason} {
		*text = cleanText(*text)
		if utf8.RuneCountInString(*text) > maxMessage {
			return d, fault.New(fault.Invalid, "The text has more than %d characters; shorten it", maxMessage).WithCode(CodeTooLong)
		}
	}
	if d.Accept && utf8.RuneCountInString(d.Name) < 2 {
		return d, fault.New(fault.Invalid, "Name the person who accepts")
	}
	return d, nil
}

// decidable returns why an offer cannot be decided in this way now; done reports that
// it was decided in this way already.
func (o SentOffer) decidable(d Decision, now time.Time) (done bool, err error) {
	switch {
	case o.State == OfferAccepted && d.Accept, o.State == OfferDeclined && !d.Accept:
		return true, nil
	case o.State == OfferAccepted:
		return false, fault.New(fault.Conflict, "%s was accepted", o.Offer.Number).WithCode(CodeAccepted)
	case o.State == OfferReplaced:
		return false, fault.New(fault.Conflict, "%s was replaced", o.Offer.Number).WithCode(CodeReplaced)
	case o.State == OfferExpired, !now.Before(o.End):
		return false, fault.New(fault.Conflict, "%s was valid until %s", o.Offer.Number, o.Offer.ValidUntil).WithCode(CodeExpired)
	case d.Accept && (d.Currency != o.Offer.Currency || !offer.IsCalculable(d.Total) || !d.Total.Equal(o.Offer.Total().Total) || d.Words != o.Offer.Acceptance()):
		return false, fault.New(fault.Conflict, "The total or the words of %s are others", o.Offer.Number).WithCode(CodeOtherOffer)
	}
	return false, nil
}

func (s *Store) storeDecision(ctx context.Context, tx *sql.Tx, r Request, d Decision) error {
	state, outcome, kind, event := OfferDeclined, OutcomeLost, LetterRefused, EventLost
	if d.Accept {
		state, outcome, kind, event = OfferAccepted, OutcomeWon, LetterAccepted, EventWon
	}
	text, reason := d.Words, ""
	if !d.Accept {
		text, reason = strings.TrimSpace(d.Reason+"\n\n"+d.Words), beginning(cmp.Or(d.Reason, d.Words), maxReason)
	}
	body, err := json.Marshal(d)
	if err != nil {
		return fmt.Errorf("encode decision: %w", err)
	}
	update := s.write.Rebind(`UPDATE request_offers SET state = ?, decided_at = ?, decision = ? WHERE number = ?`)
	if _, err := tx.ExecContext(ctx, update, state, stamp(s.now()), string(body), d.Offer); err != nil {
		return err
	}
	if err := s.conclude(ctx, tx, r, Person{}, outcome, reason); err != nil {
		return err
	}
	id, err := s.addLetter(ctx, tx, r.ID, Letter{Kind: kind, Language: r.Language, Text: text, Offer: d.Offer})
	if err != nil {
		return err
	}
	if err := s.record(ctx, tx, r.ID, Person{}, Kind(kind), d.Offer); err != nil {
		return err
	}
	return s.planEvent(ctx, tx, pendingEvent{event: event, request: r.ID, reference: r.Reference, message: r.Message, letter: id})
}

// conclude marks a request as answered with an outcome, without a letter to its sender.
func (s *Store) conclude(ctx context.Context, tx *sql.Tx, r Request, by Person, outcome Outcome, reason string) error {
	if err := s.setAnswered(ctx, tx, r, by, outcome, reason); err != nil {
		return err
	}
	if _, err := tx.ExecContext(ctx, s.write.Rebind(`UPDATE requests SET expires_at = '' WHERE id = ?`), r.ID); err != nil {
		return err
	}
	if r.State != StateOpen {
		return nil
	}
	return s.plan(ctx, tx, EventAnswered, r.ID, r.Reference, r.Message)
}

// Conclude sets the outcome of an answered request, OutcomeWon or OutcomeLost, that was
// reached outside of the program; the reason may be empty. An open offer counts as accepted, or
// stays open for its recipient. The error is *fault.Error: of kind Invalid for another
// outcome, and of kind Conflict for a request that is not answered.
func (a Acting) Conclude(ctx context.Context, reference string, outcome Outcome, reason string) error {
	s := a.store
	reason = cleanText(reason)
	switch {
	case outcome != OutcomeWon && outcome != OutcomeLost:
		return fault.New(fault.Invalid, "There is no outcome %q; use won or lost", outcome)
	case utf8.RuneCountInString(reason) > maxReason:
		return fault.New(fault.Invalid, "The reason has more than %d characters; shorten it", maxReason)
	}
	return s.change(ctx, reference, func(tx *sql.Tx, r Request) error {
		switch {
		case r.State == StateForgotten:
			return forgotten(r)
		case r.State != StateAnswered:
			return fault.New(fault.Conflict, "%s is not answered; answer it first", r.Reference)
		case r.Outcome == outcome && r.OutcomeReason == reason:
			return nil
		}
		if err := s.conclude(ctx, tx, r, a.by, outcome, reason); err != nil {
			return err
		}
		kind, event := KindLost, EventLost
		if outcome == OutcomeWon {
			kind, event = KindWon, EventWon
			update := s.write.Rebind(`UPDATE request_offers SET state = ?, decided_at = ? WHERE request_id = ? AND state IN (?, ?)`)
			if _, err := tx.ExecContext(ctx, update, OfferAccepted, stamp(s.now()), r.ID, OfferOpen, OfferDeclined); err != nil {
				return err
			}
		}
		if err := s.record(ctx, tx, r.ID, a.by, kind, reason); err != nil || r.Outcome == outcome {
			return err
		}
		return s.plan(ctx, tx, event, r.ID, r.Reference, r.Message)
	})
}

// beginning returns the first characters of a text.
func beginning(text string, characters int) string {
	if utf8.RuneCountInString(text) <= characters {
		return text
	}
	return string([]rune(text)[:characters])
}
