package rfq

import (
	"context"
	"database/sql"
	"encoding/json"
	"errors"
	"fmt"
	"strings"
	"time"
	"unicode/utf8"

	"github.com/shopspring/decimal"

	"ferrule/internal/fault"
	"ferrule/internal/rfq/offer"
)

// OfferState is the state of a sent offer.
type OfferState string

// The states of an offer. A declined one may be accepted while it is valid; a replaced
// one was followed by another offer, or withdrawn.
const (
	OfferOpen     OfferState = "open"
	OfferAccepted OfferState = "accepted"
	OfferDeclined OfferState = "declined"
	OfferExpired  OfferState = "expired"
	OfferReplaced OfferState = "replaced"
)

// SentOffer is an offer as it was sent.
type SentOffer struct {
	Offer     offer.Offer
	State     OfferState
	SentAt    time.Time
	SentBy    Person
	End       time.Time // the first moment at which it is no longer valid
	Document  []byte    // the PDF that was sent
	DecidedAt time.Time
	Decision  Decision
}

// Decision is what the sender of a request declares about an offer.
type Decision struct {
	Offer       string          `json:"offer"` // its number
	Accept      bool            `json:"accept"`
	Total       decimal.Decimal `json:"total,omitzero"` // as the sender saw it; required to accept
	Currency    string          `json:"currency,omitempty"`
	Name        string          `json:"name,omitempty"`        // who decides; required to accept
	OrderNumber string          `json:"orderNumber,omitempty"` // of the buyer
	Words       string          `json:"words,omitempty"`       // the sentence that was accepted, as shown
	Reason      string          `json:"reason,omitempty"`      // of a refusal
}

// NewOffer returns what an offer for a request begins with: its number, version, day and
// language.
func (s *Store) NewOffer(ctx context.Context, r Request) (offer.Offer, error) {
	var sent int
	if err := s.read.QueryRowContext(ctx, s.read.Rebind(`SELECT count(*) FROM request_offers WHERE request_id = ?`), r.ID).Scan(&sent); err != nil {
		return offer.Offer{}, fmt.Errorf("count offers: %w", err)
	}
	return offer.Offer{
		Number: offer.Number(r.Reference, sent+1), Version: sent + 1,
		Date: offer.NewDate(s.now().In(s.calendar.Zone)), Language: r.Language,
	}, nil
}

// SendOffer sends an offer that began with NewOffer, as the PDF that the sender receives.
// Open offers for the request are replaced. The error is *fault.Error: of kind Invalid
// for an offer with problems, with a field for each; and of kind Conflict for spam,
// forgotten requests, and when another offer was sent since NewOffer.
func (a Acting) SendOffer(ctx context.Context, reference string, l Letter, o offer.Offer, pdf []byte) error {
	s := a.store
	l.Kind, l.By, l.Offer = LetterOffer, a.by, o.Number
	l, err := l.checked()
	if err != nil {
		return err
	}
	if problems := o.Check(offer.NewDate(s.now().In(s.calendar.Zone))); len(problems) > 0 {
		invalid := fault.New(fault.Invalid, "The offer is not complete")
		invalid.Fields = map[string]string{}
		for _, p := range problems {
			invalid.Fields[p.Field] = p.Message
		}
		return invalid
	}
	end, _ := o.ValidUntil.End(s.calendar.Zone) // checked
	body, err := json.Marshal(o)
	if err != nil {
		return fmt.Errorf("encode offer %s: %w", o.Number, err)
	}
	return s.change(ctx, reference, func(tx *sql.Tx, r Request) error {
		if err := r.answerable(); err != nil {
			return err
		}
		if err := s.checkVersion(ctx, tx, r, o); err != nil {
			return err
		}
		if err := s.replaceOffers(ctx, tx, r.ID); err != nil {
			return err
		}
		insert := s.write.Rebind(`INSERT INTO request_offers (number, request_id, version, state, sent_at, sent_by_id, sent_by, valid_until, body, document) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?)`)
		if _, err := tx.ExecContext(ctx, insert, o.Number, r.ID, o.Version, OfferOpen, stamp(s.now()), a.by.ID, a.by.Name, stamp(end), string(body), pdf); err != nil {
			return err
		}
		return a.answerWith(ctx, tx, r, l, OutcomeOffered)
	})
}

// checkVersion returns an error if the offer is not the next one for a request.
func (s *Store) checkVersion(ctx context.Context, tx *sql.Tx, r Request, o offer.Offer) error {
	var sent int
	if err := tx.QueryRowContext(ctx, s.write.Rebind(`SELECT count(*) FROM request_offers WHERE request_id = ?`), r.ID).Scan(&sent); err != nil {
		return err
	}
	if o.Version != sent+1 || o.Number != offer.Number(r.Reference, o.Version) {
		return fault.New(fault.Conflict, "Another offer was sent for %s meanwhile; look at it before you send this one", r.Reference)
	}
	return nil
}

// replaceOffers ends the offers for a request that are not decided.
func (s *Store) replaceOffers(ctx context.Context, tx *sql.Tx, request int64) error {
	update := s.write.Rebind(`UPDATE request_offers SET state = ? WHERE request_id = ? AND state IN (?, ?)`)
	_, err := tx.ExecContext(ctx, update, OfferReplaced, request, OfferOpen, OfferDeclined)
	return err
}

// Decide stores the decision about the last offer for the request with a token. The same
// decision again changes nothing. The error is *fault.Error: of kind NotFound for an
// unknown token or offer, of kind Invalid for a decision that lacks something, and of kind
// Conflict for an offer that was decided, replaced or is no longer valid, and where the
// total is not that of the offer.
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
		*text = strings.TrimSpace(strings.ReplaceAll(strings.ToValidUTF8(*text, ""), "\x00", ""))
		if utf8.RuneCountInString(*text) > maxMessage {
			return d, fault.New(fault.Invalid, "The text has more than %d characters; shorten it", maxMessage)
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
		return false, fault.New(fault.Conflict, "%s was accepted", o.Offer.Number)
	case o.State == OfferReplaced:
		return false, fault.New(fault.Conflict, "%s was replaced", o.Offer.Number)
	case o.State == OfferExpired, !now.Before(o.End):
		return false, fault.New(fault.Conflict, "%s was valid until %s", o.Offer.Number, o.Offer.ValidUntil)
	case d.Accept && (d.Currency != o.Offer.Currency || !d.Total.Equal(o.Offer.Total().Total)):
		return false, fault.New(fault.Conflict, "The total of %s is another one", o.Offer.Number)
	}
	return false, nil
}

func (s *Store) storeDecision(ctx context.Context, tx *sql.Tx, r Request, d Decision) error {
	state, outcome, kind, event := OfferDeclined, OutcomeLost, LetterRefused, EventLost
	if d.Accept {
		state, outcome, kind, event = OfferAccepted, OutcomeWon, LetterAccepted, EventWon
	}
	body, err := json.Marshal(d)
	if err != nil {
		return fmt.Errorf("encode decision: %w", err)
	}
	update := s.write.Rebind(`UPDATE request_offers SET state = ?, decided_at = ?, decision = ? WHERE number = ?`)
	if _, err := tx.ExecContext(ctx, update, state, stamp(s.now()), string(body), d.Offer); err != nil {
		return err
	}
	if _, err := tx.ExecContext(ctx, s.write.Rebind(`UPDATE requests SET outcome = ? WHERE id = ?`), outcome, r.ID); err != nil {
		return err
	}
	text := d.Reason
	if d.Accept {
		text = d.Words
	}
	if _, err := s.addLetter(ctx, tx, r.ID, Letter{Kind: kind, Language: r.Language, Text: text, Offer: d.Offer}); err != nil {
		return err
	}
	if err := s.record(ctx, tx, r.ID, Person{}, Kind(kind), d.Offer); err != nil {
		return err
	}
	return s.plan(ctx, tx, event, r.ID, r.Reference, r.Message)
}

const offerColumns = `SELECT state, sent_at, sent_by_id, sent_by, valid_until, body, document, decided_at, decision FROM request_offers WHERE request_id = ?`

// offer returns an offer for a request by its number.
func (s *Store) offer(ctx context.Context, tx *sql.Tx, request int64, number string) (SentOffer, error) {
	o, err := scanOffer(tx.QueryRowContext(ctx, s.write.Rebind(offerColumns+` AND number = ?`), request, number))
	if errors.Is(err, sql.ErrNoRows) {
		return o, fault.New(fault.NotFound, "There is no offer %q for this request", number)
	}
	return o, err
}

// LastOffer returns the last offer for a request; ok is false if there is none.
func (s *Store) LastOffer(ctx context.Context, requestID int64) (o SentOffer, ok bool, err error) {
	o, err = scanOffer(s.read.QueryRowContext(ctx, s.read.Rebind(offerColumns+` ORDER BY version DESC LIMIT 1`), requestID))
	if errors.Is(err, sql.ErrNoRows) {
		return o, false, nil
	}
	return o, err == nil, err
}

// OfferByToken returns an offer by the token of its request and its number. The error is
// *fault.Error of kind NotFound if there is none.
func (s *Store) OfferByToken(ctx context.Context, token, number string) (SentOffer, error) {
	r, err := s.ByToken(ctx, token)
	if err != nil {
		return SentOffer{}, err
	}
	o, err := scanOffer(s.read.QueryRowContext(ctx, s.read.Rebind(offerColumns+` AND number = ?`), r.ID, number))
	if errors.Is(err, sql.ErrNoRows) {
		return o, fault.New(fault.NotFound, "There is no offer %q for this request", number)
	}
	return o, err
}

func scanOffer(row *sql.Row) (o SentOffer, err error) {
	var sent, end, decided string
	var body, decision []byte
	if err := row.Scan(&o.State, &sent, &o.SentBy.ID, &o.SentBy.Name, &end, &body, &o.Document, &decided, &decision); err != nil {
		return o, fmt.Errorf("read offer: %w", err)
	}
	if err := errors.Join(json.Unmarshal(body, &o.Offer), json.Unmarshal(decision, &o.Decision)); err != nil {
		return o, fmt.Errorf("read offer: %w", err)
	}
	for _, c := range []struct {
		text string
		into *time.Time
	}{{sent, &o.SentAt}, {end, &o.End}, {decided, &o.DecidedAt}} {
		if c.text == "" {
			continue
		}
		if *c.into, err = time.Parse(timeFormat, c.text); err != nil {
			return o, fmt.Errorf("read offer %s: %w", o.Offer.Number, err)
		}
	}
	return o, nil
}

// ExpireOffers marks the offers whose validity is over, and returns their number.
func (s *Store) ExpireOffers(ctx context.Context) (int, error) {
	rows, err := s.read.QueryContext(ctx, s.read.Rebind(`SELECT r.reference, o.number FROM request_offers o JOIN requests r ON r.id = o.request_id
		WHERE o.state = ? AND o.valid_until <= ? ORDER BY o.valid_until LIMIT 1000`), OfferOpen, stamp(s.now()))
	if err != nil {
		return 0, fmt.Errorf("find expired offers: %w", err)
	}
	defer func() { _ = rows.Close() }()
	var pairs [][2]string
	for rows.Next() {
		var pair [2]string
		if err := rows.Scan(&pair[0], &pair[1]); err != nil {
			return 0, fmt.Errorf("find expired offers: %w", err)
		}
		pairs = append(pairs, pair)
	}
	if err := rows.Err(); err != nil {
		return 0, fmt.Errorf("find expired offers: %w", err)
	}
	for i, pair := range pairs {
		if err := s.expire(ctx, pair[0], pair[1]); err != nil {
			return i, err
		}
	}
	return len(pairs), nil
}

// expire marks an offer as expired unless it was decided meanwhile.
func (s *Store) expire(ctx context.Context, reference, number string) error {
	return s.change(ctx, reference, func(tx *sql.Tx, r Request) error {
		update := s.write.Rebind(`UPDATE request_offers SET state = ? WHERE number = ? AND state = ?`)
		result, err := tx.ExecContext(ctx, update, OfferExpired, number, OfferOpen)
		if err != nil {
			return err
		}
		if n, err := result.RowsAffected(); err != nil || n == 0 {
			return err
		}
		if _, err := tx.ExecContext(ctx, s.write.Rebind(`UPDATE requests SET outcome = ? WHERE id = ?`), OutcomeExpired, r.ID); err != nil {
			return err
		}
		return s.record(ctx, tx, r.ID, Person{}, KindExpired, number)
	})
}
