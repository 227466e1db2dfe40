package account

import (
	"context"
	"fmt"
	"html"
	"time"

	"ferrule/internal/fault"
	"ferrule/internal/mail"
)

// sendTimeout bounds the sending of one mail.
const sendTimeout = time.Minute

// sendLater sends a mail in the background, so that the time of the reply does not
// reveal whether the account exists. A failure is logged and not retried; the user
// can request another mail.
func (s *Service) sendLater(ctx context.Context, u User, m message, page, token string) {
	select {
	case s.sendSlots <- struct{}{}:
	default:
		s.logger.ErrorContext(ctx, "account mail dropped: too many in progress", "user", u.ID)
		return
	}
	ctx = context.WithoutCancel(ctx)
	s.sending.Go(func() {
		defer func() { <-s.sendSlots }()
		if err := s.send(ctx, u, m, page, token); err != nil {
			s.logger.ErrorContext(ctx, "send account mail failed", "user", u.ID, "error", err)
		}
	})
}

func (s *Service) send(ctx context.Context, u User, m message, page, token string) error {
	if s.options.Mailer == nil {
		return errNoMail()
	}
	ctx, cancel := context.WithTimeout(ctx, sendTimeout)
	defer cancel()
	text, markup := m.body(link(page, token), token)
	return s.options.Mailer.Send(ctx, mail.Message{To: []string{u.Email}, Subject: m.subject, Automatic: true, Text: text, HTML: markup})
}

func errNoMail() error {
	return fault.New(fault.Unavailable, "This site sends no mail. Configure a mail server, or create the user with a password.").WithCode("SERVICE_UNAVAILABLE")
}

// message is the text of a mail; over the content API in English, because an invited
// person has not chosen a language yet.
type message struct {
	subject, why, action, otherwise string
}

//nolint:gochecknoglobals // constants; Go has no constant structs
var (
	resetMail = message{
		subject:   "Your new password",
		why:       "Somebody, probably you, asked for a new password for this address.",
		action:    "Choose a new password",
		otherwise: "This works once, within 24 hours. If it was not you, nothing needs to be done: your password stays as it is.",
	}
	inviteMail = message{
		subject:   "You have been invited",
		why:       "An administrator has made an account for you.",
		action:    "Choose a password and sign in",
		otherwise: "This works once, within 7 days. If you do not know why you receive this, nothing needs to be done.",
	}
	registerMail = message{
		subject:   "Confirm your address",
		why:       "Somebody, probably you, made an account with this address.",
		action:    "Confirm the address",
		otherwise: "This works once, within 24 hours. If it was not you, nothing needs to be done.",
	}
)

// body returns the mail as text and as HTML. Without a link it contains the token,
// to be entered in a client.
func (m message) body(link, token string) (text, markup string) {
	if link == "" {
		return fmt.Sprintf("%s\n\n%s, with this token:\n%s\n\n%s\n", m.why, m.action, token, m.otherwise),
			fmt.Sprintf("<p>%s</p><p>%s, with this token:</p><pre>%s</pre><p>%s</p>", m.why, m.action, html.EscapeString(token), m.otherwise)
	}
	return fmt.Sprintf("%s\n\n%s:\n%s\n\n%s\n", m.why, m.action, link, m.otherwise),
		fmt.Sprintf(`<p>%s</p><p><a href="%s">%s</a></p><p>%s</p>`, html.EscapeString(m.why), html.EscapeString(link), m.action, m.otherwise)
}
