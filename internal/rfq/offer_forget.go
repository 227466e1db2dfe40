package rfq

import (
	"context"
	"database/sql"
	"fmt"
	"time"
)

// forgetOffers ends the offers of a request that is forgotten. Of their decisions
// acceptances stay, which belong to the offer.
func (s *Store) forgetOffers(ctx context.Context, tx *sql.Tx, request int64) error {
	if s.retainOffers == 0 {
		_, err := tx.ExecContext(ctx, s.write.Rebind(`DELETE FROM request_offers WHERE request_id = ?`), request)
		return err
	}
	if err := s.replaceOffers(ctx, tx, request); err != nil {
		return err
	}
	update := s.write.Rebind(`UPDATE request_offers SET decision = '{}' WHERE request_id = ? AND state <> ?`)
	_, err := tx.ExecContext(ctx, update, request, OfferAccepted)
	return err
}

// OfferRetention returns until when an offer of a forgotten request is kept.
func (s *Store) OfferRetention(o SentOffer) time.Time { return o.SentAt.AddDate(s.retainOffers, 0, 0) }

// DeleteOldOffers deletes the offers of forgotten requests at the end of their retention,
// and returns their number.
func (s *Store) DeleteOldOffers(ctx context.Context) (int64, error) {
	remove := s.write.Rebind(`DELETE FROM request_offers WHERE sent_at < ? AND request_id IN (SELECT id FROM requests WHERE state = 'forgotten')`)
	done, err := s.write.ExecContext(ctx, remove, stamp(s.now().AddDate(-s.retainOffers, 0, 0)))
	if err != nil {
		return 0, fmt.Errorf("delete old offers: %w", err)
	}
	return done.RowsAffected()
}
