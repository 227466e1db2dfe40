package account

import (
	"context"
	"fmt"
)

// RemovedUsers returns the ids of all users that were removed.
func (s *Service) RemovedUsers(ctx context.Context) (ids []string, err error) {
	rows, err := s.db.QueryContext(ctx, `SELECT id FROM ferrule_removed_users`)
	if err != nil {
		return nil, fmt.Errorf("list removed users: %w", err)
	}
	defer func() { _ = rows.Close() }()
	for rows.Next() {
		var id string
		if err := rows.Scan(&id); err != nil {
			return nil, fmt.Errorf("list removed users: %w", err)
		}
		ids = append(ids, id)
	}
	return ids, rows.Err()
}

// EndAllSessions signs out all users and ends all links that sign in or invite.
func (s *Service) EndAllSessions(ctx context.Context) error {
	for _, table := range []string{"ferrule_sessions", "ferrule_desk_sessions", "ferrule_sign_in_links", "ferrule_invitations", "ferrule_setup"} {
		if _, err := s.exec(ctx, s.db, `DELETE FROM `+table); err != nil {
			return fmt.Errorf("end sessions: %w", err)
		}
	}
	return nil
}
