package account

import "context"

// attempt is an attempt to sign in to an account, by the keys that it counts under.
type attempt struct{ key, pair string }

// allow counts an attempt to sign in to an account before its password is checked, and
// returns an error if there were too many failures. They count for the account and the
// address together: no failure keeps somebody at another address out. The limit of an
// address alone is against trying one password at many accounts; it does not hold for
// accounts that have signed in from there before, so that nobody behind the same
// address is kept out either.
func (s *Service) allow(ctx context.Context, email, key string) (attempt, error) {
	a := attempt{key: key, pair: key + " " + email}
	if !s.attempts.Allow(ctx, a.pair) {
		return a, errTooMany(s.attempts.Wait(ctx, a.pair))
	}
	if !s.repeated.Allow(ctx, a.pair) {
		s.attempts.Undo(ctx, a.pair)
		return a, errTooMany(s.repeated.Wait(ctx, a.pair))
	}
	if s.addresses.Allow(ctx, key) {
		return a, nil
	}
	known, err := s.signedInFrom(ctx, email, ActorOf(ctx).Address)
	if err != nil || known {
		return a, err
	}
	s.attempts.Undo(ctx, a.pair)
	s.repeated.Undo(ctx, a.pair)
	return a, errTooMany(s.addresses.Wait(ctx, key))
}

// succeeded forgets the failures of an account at an address.
func (s *Service) succeeded(ctx context.Context, a attempt) {
	s.addresses.Undo(ctx, a.key) // not Reset: one valid password must not allow a hundred guesses at others
	s.attempts.Reset(ctx, a.pair)
	s.repeated.Reset(ctx, a.pair)
}

// unchecked takes back an attempt whose password was not checked.
func (s *Service) unchecked(ctx context.Context, a attempt) {
	s.addresses.Undo(ctx, a.key)
	s.attempts.Undo(ctx, a.pair)
	s.repeated.Undo(ctx, a.pair)
}

// signedInFrom reports whether an account has signed in from an address before, within
// the time that the log is kept.
func (s *Service) signedInFrom(ctx context.Context, email, address string) (known bool, err error) {
	if address == "" {
		return false, nil
	}
	const find = `SELECT EXISTS (SELECT 1 FROM ferrule_log l JOIN ferrule_users u ON u.id = l.subject
		WHERE u.email = ? AND l.action = ? AND l.address = ? AND l.at > ?)`
	err = s.row(ctx, s.db, find, email, SignedIn, address, moment(s.now().Add(-LogLife))).Scan(&known)
	return known, err
}

// allowAddress counts an attempt with something that cannot be guessed, such as the token
// of a link, by its address alone.
func (s *Service) allowAddress(ctx context.Context, key string) error {
	if s.addresses.Allow(ctx, key) {
		return nil
	}
	return errTooMany(s.addresses.Wait(ctx, key))
}

// allowMail counts a mail to an account that was requested from an address.
func (s *Service) allowMail(ctx context.Context, address, email string) error {
	for _, key := range []string{address, email} {
		if !s.mails.Allow(ctx, key) {
			return errTooMany(s.mails.Wait(ctx, key))
		}
	}
	return nil
}
