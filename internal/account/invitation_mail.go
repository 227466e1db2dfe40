package account

import (
	"context"
	"fmt"
	"time"

	"ferrule/internal/mail"
)

// SendInvitation mails the link of an invitation to the desk, in the person's language.
// It waits for the mail server: who invites must see an error.
func (s *Service) SendInvitation(ctx context.Context, u User, language, site, link string) error {
	if s.options.Mailer == nil {
		return errNoMail()
	}
	ctx, cancel := context.WithTimeout(ctx, sendTimeout)
	defer cancel()
	m := invitationMail(language, ActorOf(ctx).Name, site, s.now().Add(InvitationLife))
	text, markup := m.body(link, "")
	return s.options.Mailer.Send(ctx, mail.Message{To: []string{u.Email}, Subject: m.subject, Text: text, HTML: markup})
}

// invitationMail returns the texts of an invitation.
func invitationMail(language, by, site string, until time.Time) message {
	if language == "de-DE" {
		return message{
			subject:   fmt.Sprintf("Einladung an den Schreibtisch von %s", site),
			why:       fmt.Sprintf("%s hat Sie eingeladen, am Schreibtisch von %s mitzuarbeiten.", by, site),
			action:    "Einladung ansehen und annehmen",
			otherwise: fmt.Sprintf("Der Link gilt einmal, bis %s UTC. Wenn Sie nicht wissen, worum es geht, müssen Sie nichts tun.", until.UTC().Format("02.01.2006, 15:04")),
		}
	}
	return message{
		subject:   fmt.Sprintf("Invitation to the desk of %s", site),
		why:       fmt.Sprintf("%s has invited you to work at the desk of %s.", by, site),
		action:    "Look at the invitation and accept it",
		otherwise: fmt.Sprintf("The link works once, until %s UTC. If you do not know what this is about, nothing needs to be done.", until.UTC().Format("2 January 2006, 15:04")),
	}
}
