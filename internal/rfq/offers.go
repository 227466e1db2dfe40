package rfq

import (
	"context"
	"database/sql"
	"encoding/json"
	"errors"
	"fmt"
	"time"

	"ferrule/internal/database"
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
	Offer     offer.Offer `json:"offer"`
	State     OfferState  `json:"state"`
	SentAt    time.Time   `json:"sentAt"`
	SentBy    Person      `json:"sentBy"`
	End       time.Time   `json:"end"` // the first moment at which it is no longer valid
	Document  []byte      `json:"-"`   // the PDF that was sent
	DecidedAt time.Time   `json:"decidedAt,omitzero"`
	Decision  Decision    `json:"decision,omitzero"`
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
		Date: offer.NewDate(s.now().In(s.Calendar().Zone)), Language: r.Language,
	}, nil
}

// SendOffer sends an offer that began with NewOffer, with the PDF that write returns.
// Open offers for the request are replaced. The error is *fault.Error: of kind Invalid
// for an offer with problems, with a field for each; of kind Conflict for spam, forgotten
// requests, and when another offer was sent since NewOffer; and as of Decline.
func (a Acting) SendOffer(ctx context.Context, reference string, l Letter, o offer.Offer, write func() ([]byte, error)) error {
	s := a.store
	l.Kind, l.By, l.Offer = LetterOffer, a.by, o.Number
	l, err := l.checked()
	if err != nil {
		return err
	}
	if problems := o.Check(offer.NewDate(s.now().In(s.Calendar().Zone))); len(problems) > 0 {
		invalid := fault.New(fault.Invalid, "The offer is not complete")
		invalid.Fields = map[string]string{}
		for _, p := range problems {
			invalid.Fields[p.Field] = p.Message
		}
		return invalid
	}
	end, _ := o.ValidUntil.End(s.Calendar().Zone) // checked
	body, err := json.Marshal(o)
	if err != nil {
		return fmt.Errorf("encode offer %s: %w", o.Number, err)
	}
	pdf, err := write()
	if err != nil {
		return fmt.Errorf("write offer %s: %w", o.Number, err)
	}
	return s.change(ctx, reference, func(tx *sql.Tx, r Request) error {
		if done, err := a.sentBefore(ctx, tx, r, l, body); done || err != nil {
			return err
		}
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
		if _, err := tx.ExecContext(ctx, s.write.Rebind(`UPDATE requests SET expires_at = ? WHERE id = ?`), stamp(end), r.ID); err != nil {
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
	if _, err := tx.ExecContext(ctx, update, OfferReplaced, request, OfferOpen, OfferDeclined); err != nil {
		return err
	}
	_, err := tx.ExecContext(ctx, s.write.Rebind(`UPDATE requests SET expires_at = '' WHERE id = ?`), request)
	return err
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
	return s.Offer(ctx, r.ID, number)
}

// Offers returns the offers for a request, oldest first.
func (s *Store) Offers(ctx context.Context, requestID int64) (list []SentOffer, err error) {
	err = database.EachRow(ctx, s.read, s.read.Rebind(offerColumns+` ORDER BY version`), func(rows *sql.Rows) error {
		o, err := scanOffer(rows)
		list = append(list, o)
		return err
	}, requestID)
	return list, err
}

// Offer returns an offer for a request by its number. The error is *fault.Error of kind
// NotFound if there is none.
func (s *Store) Offer(ctx context.Context, requestID int64, number string) (SentOffer, error) {
	o, err := scanOffer(s.read.QueryRowContext(ctx, s.read.Rebind(offerColumns+` AND number = ?`), requestID, plain(number)))
	if errors.Is(err, sql.ErrNoRows) {
		return o, fault.New(fault.NotFound, "There is no offer %q for this request", number)
	}
	return o, err
}

func scanOffer(row interface{ Scan(...any) error }) (o SentOffer, err error) {
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
