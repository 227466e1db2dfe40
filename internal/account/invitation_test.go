package account

import (
	"context"
	"strings"
	"testing"
	"time"

	"ferrule/internal/database"
	"ferrule/internal/fault"
	"ferrule/internal/mail"
)

func TestAnInvitationIsMailedInThePersonsLanguage(t *testing.T) {
	t.Parallel()
	onBoth(t, func(t *testing.T, _ *Service, db *database.DB) {
		sent := &mailbox{}
		s, err := Open(t.Context(), db, Options{Mailer: sent})
		must(t, err)
		ctx := By(t.Context(), Actor{Name: "Mara <b>Keller</b>", Via: "desk"})
		for language, want := range map[string]string{"de-DE": "Einladung an den Schreibtisch von Ferrule AG", "en-US": "Invitation to the desk of Ferrule AG"} {
			u, token, err := s.InviteToDesk(ctx, NewPerson{Email: strings.ToLower(language) + "@example.com", Role: Sales, Language: language})
			must(t, err)
			link := "https://www.example.com/desk/invite#token=" + token
			must(t, s.SendInvitation(ctx, u, language, "Ferrule AG", link))
			m := sent.last
			if m.To[0] != u.Email || m.Subject != want || !strings.Contains(m.Text, link) || !strings.Contains(m.Text, "Mara <b>Keller</b>") || strings.Contains(m.HTML, "<b>Keller") {
				t.Errorf("%s: %+v", language, m)
			}
		}
	})
}

// mailbox keeps the last mail.
type mailbox struct{ last mail.Message }

func (b *mailbox) Send(_ context.Context, m mail.Message) error {
	b.last = m
	return nil
}

func TestAnInvitationEndsAfterTwoDays(t *testing.T) {
	t.Parallel()
	onBoth(t, func(t *testing.T, _ *Service, db *database.DB) {
		s, now := clocked(t, db)
		_, token, err := s.InviteToDesk(t.Context(), NewPerson{Email: "a@example.com", Role: Sales})
		must(t, err)
		*now = now.Add(InvitationLife - time.Second)
		if _, err := s.ReadInvitation(t.Context(), token, "k"); err != nil {
			t.Error(err)
		}
		*now = now.Add(time.Second)
		if _, err := s.AcceptInvitation(t.Context(), token, Acceptance{Password: "correct horse"}, "k"); fault.KindOf(err) != fault.Forbidden {
			t.Errorf("after two days: %v", err)
		}
	})
}
