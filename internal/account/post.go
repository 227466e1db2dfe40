package account

import (
	"context"
	"fmt"
	"html"
	"time"

	"ferrule/internal/fault"
	"ferrule/internal/mail"
)

// postTimeout bounds the way of a mail.
const postTimeout = time.Minute

// post sends a letter in the background, so that the reply takes as long
// whether or not there is anybody to write to. A letter that does not go out
// is logged; its reader asks again.
func (s *Service) post(ctx context.Context, u User, l letter, page, token string) {
	select {
	case s.letterC <- struct{}{}:
	default:
		s.log.ErrorContext(ctx, "account: too many mails under way", "user", u.ID)
		return
	}
	ctx = context.WithoutCancel(ctx)
	s.posting.Go(func() {
		defer func() { <-s.letterC }()
		if err := s.send(ctx, u, l, page, token); err != nil {
			s.log.ErrorContext(ctx, "account: mail not sent", "user", u.ID, "err", err)
		}
	})
}

func (s *Service) send(ctx context.Context, u User, l letter, page, token string) error {
	if s.options.Mailer == nil {
		return fault.New(fault.Unavailable, "This site sends no mail. Set one up, or make the user with a password.").WithCode("SERVICE_UNAVAILABLE")
	}
	ctx, cancel := context.WithTimeout(ctx, postTimeout)
	defer cancel()
	text, markup := l.body(link(page, token), token)
	return s.options.Mailer.Send(ctx, mail.Message{To: []string{u.Email}, Subject: l.subject, Text: text, HTML: markup})
}

// letter is one of the mails, in English: a person who is invited has not
// chosen a language yet.
type letter struct {
	subject, why, action, otherwise string
}

//nolint:gochecknoglobals // constants; Go has no constant structs
var (
	resetLetter = letter{
		subject:   "Your new password",
		why:       "Somebody, probably you, asked for a new password for this address.",
		action:    "Choose a new password",
		otherwise: "This works once, within 24 hours. If it was not you, nothing needs to be done: your password stays as it is.",
	}
	inviteLetter = letter{
		subject:   "You have been invited",
		why:       "An administrator has made an account for you.",
		action:    "Choose a password and sign in",
		otherwise: "This works once, within 7 days. If you do not know why you receive this, nothing needs to be done.",
	}
	registerLetter = letter{
		subject:   "Confirm your address",
		why:       "Somebody, probably you, made an account with this address.",
		action:    "Confirm the address",
		otherwise: "This works once, within 24 hours. If it was not you, nothing needs to be done.",
	}
)

// body words the letter as text and as HTML. Without a page to lead to, the
// reader gets the token, for the program that asks for it.
func (l letter) body(link, token string) (text, markup string) {
	if link == "" {
		return fmt.Sprintf("%s\n\n%s, with this token:\n%s\n\n%s\n", l.why, l.action, token, l.otherwise),
			fmt.Sprintf("<p>%s</p><p>%s, with this token:</p><pre>%s</pre><p>%s</p>", l.why, l.action, html.EscapeString(token), l.otherwise)
	}
	return fmt.Sprintf("%s\n\n%s:\n%s\n\n%s\n", l.why, l.action, link, l.otherwise),
		fmt.Sprintf(`<p>%s</p><p><a href="%s">%s</a></p><p>%s</p>`, l.why, html.EscapeString(link), l.action, l.otherwise)
}
