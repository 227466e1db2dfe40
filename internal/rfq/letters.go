package rfq

import (
	"context"
	"database/sql"
	"errors"
	"fmt"
	"regexp"
	"strings"
	"time"
	"unicode/utf8"

	"ferrule/internal/fault"
)

// LetterKind is the kind of a letter.
type LetterKind string

// The kinds of letters: to the sender of a request, and from them.
const (
	LetterQuestion LetterKind = "question"
	LetterOffer    LetterKind = "offer"
	LetterDecline  LetterKind = "decline"

	LetterReply    LetterKind = "reply"
	LetterAccepted LetterKind = "accepted"
	LetterRefused  LetterKind = "refused"

	// LetterAutomatic is an absence notice or another mail that no person wrote. It
	// changes no state, and nobody is told.
	LetterAutomatic LetterKind = "automatic"
)

// Letter is a message between the supplier and the sender of a request. Letters to the
// sender are mailed, see EventLetter.
type Letter struct {
	ID       int64      `json:"id"`
	At       time.Time  `json:"at"`
	By       Person     `json:"by"` // the zero value for the sender
	Kind     LetterKind `json:"kind"`
	Language string     `json:"language"` // "de-DE"
	Subject  string     `json:"subject"`
	Text     string     `json:"text"`
	Offer    string     `json:"offer,omitempty"` // its number; empty for letters that concern none
	After    int64      `json:"-"`               // ID of the last letter that the writer has seen; 0 for none. It is not stored
	Mail     *Mail      `json:"mail,omitempty"`  // nil for a letter that was not received by mail
	Files    []File     `json:"files,omitempty"` // attached to the mail
}

// Outcome is how an answered request continues; empty for one that was answered outside
// of the program, and for open requests.
type Outcome string

// The outcomes: a question waits for its reply, an offer waits for a decision, it was
// accepted, refused or declined, or its validity is over.
const (
	OutcomeWaiting Outcome = "waiting"
	OutcomeOffered Outcome = "offered"
	OutcomeWon     Outcome = "won"
	OutcomeLost    Outcome = "lost"
	OutcomeExpired Outcome = "expired"
)

// Maximum lengths of letters, in characters.
const (
	maxSubject = 300
	maxLetter  = 20_000
)

// Ask sends a question to the sender of a request: it counts as answered until their
// reply. Errors are those of Decline.
func (a Acting) Ask(ctx context.Context, reference string, l Letter) error {
	return a.send(ctx, reference, l, LetterQuestion, OutcomeWaiting)
}

// Decline answers a request without an offer. An open offer is withdrawn. The error is
// *fault.Error: of kind Invalid for a letter without text or a request without a mail
// address; and of kind Conflict for spam and forgotten requests, and with CodeLetter if a
// letter came since Letter.After. The same letter of the same account again is not sent.
func (a Acting) Decline(ctx context.Context, reference string, l Letter) error {
	return a.send(ctx, reference, l, LetterDecline, OutcomeLost)
}

func (a Acting) send(ctx context.Context, reference string, l Letter, kind LetterKind, outcome Outcome) error {
	l.Kind, l.By = kind, a.by
	l, err := l.checked()
	if err != nil {
		return err
	}
	return a.store.change(ctx, reference, func(tx *sql.Tx, r Request) error {
		if done, err := a.sentBefore(ctx, tx, r, l, nil); done || err != nil {
			return err
		}
		if err := r.answerable(); err != nil {
			return err
		}
		if kind == LetterDecline {
			if err := a.store.replaceOffers(ctx, tx, r.ID); err != nil {
				return err
			}
		}
		return a.answerWith(ctx, tx, r, l, outcome)
	})
}

// CodeLetter is the code of the error for a letter whose writer has not seen the last one.
const CodeLetter = "LETTER"

// sentBefore reports whether a letter, with an offer as it is stored, was sent already: its
// writer may not know, because the connection broke. If another letter came that the writer has not seen, the error is
// *fault.Error of kind Conflict and CodeLetter.
func (a Acting) sentBefore(ctx context.Context, tx *sql.Tx, r Request, l Letter, offered []byte) (bool, error) {
	last, err := a.store.lastLetter(ctx, tx, r.ID)
	if err != nil || last.ID == l.After {
		return false, err
	}
	if a.by.ID != "" && last.By.ID == a.by.ID && last.Kind == l.Kind && last.Subject == l.Subject && last.Text == l.Text && last.Offer == l.Offer {
		if l.Offer == "" {
			return true, nil
		}
		var body string
		if err := tx.QueryRowContext(ctx, a.store.write.Rebind(`SELECT body FROM request_offers WHERE number = ?`), l.Offer).Scan(&body); err != nil || body == string(offered) {
			return err == nil, err
		}
	}
	return false, fault.New(fault.Conflict, "A letter about %s came meanwhile; read it before you send this one", r.Reference).WithCode(CodeLetter)
}

// cleanText returns a text that both databases accept, without space around it.
func cleanText(text string) string { return strings.TrimSpace(plain(text)) }

// checked returns the letter with trimmed texts, or what is wrong with them.
func (l Letter) checked() (Letter, error) {
	l.Subject, l.Text = strings.Join(strings.Fields(cleanText(l.Subject)), " "), cleanText(l.Text)
	switch {
	case l.By.Name == "":
		return l, fault.New(fault.Invalid, "Name the person who answers")
	case l.Subject == "":
		return l, invalid("subject", "The letter has no subject; write one")
	case l.Text == "":
		return l, invalid("text", "The letter has no text; write one")
	case utf8.RuneCountInString(l.Subject) > maxSubject:
		return l, invalid("subject", fmt.Sprintf("The subject has more than %d characters; shorten it", maxSubject))
	case utf8.RuneCountInString(l.Text) > maxLetter:
		return l, invalid("text", fmt.Sprintf("The letter has more than %d characters; shorten it", maxLetter))
	case openField.MatchString(l.Subject):
		return l, invalid("subject", "Fill in "+openField.FindString(l.Subject))
	case openField.MatchString(l.Text):
		return l, invalid("text", "Fill in "+openField.FindString(l.Text))
	}
	return l, nil
}

// openField is a field of a template that is not filled in.
var openField = regexp.MustCompile(`\{\{[^{}\n]*\}\}`)

func invalid(field, message string) error {
	err := fault.New(fault.Invalid, "%s", message)
	err.Fields = map[string]string{field: message}
	return err
}

// answerable returns why a request cannot be answered by a letter; nil if it can.
func (r Request) answerable() error {
	switch {
	case r.State == StateForgotten:
		return forgotten(r)
	case r.State == StateSpam:
		return fault.New(fault.Conflict, "%s is spam; release it before it is answered", r.Reference)
	case r.Email == "":
		return fault.New(fault.Invalid, "%s has no mail address; call %s and mark the request as answered", r.Reference, r.Phone)
	}
	return nil
}

// answerWith stores a letter to the sender and plans its delivery, and marks the request
// as answered.
func (a Acting) answerWith(ctx context.Context, tx *sql.Tx, r Request, l Letter, outcome Outcome) error {
	s := a.store
	if err := s.setAnswered(ctx, tx, r, a.by, outcome, ""); err != nil {
		return err
	}
	id, err := s.addLetter(ctx, tx, r.ID, l)
	if err != nil {
		return err
	}
	if err := s.record(ctx, tx, r.ID, a.by, Kind(l.Kind), l.Offer); err != nil {
		return err
	}
	if err := s.deleteDraft(ctx, tx, r.ID, a.by.ID); err != nil {
		return err
	}
	if r.State == StateOpen {
		if err := s.plan(ctx, tx, EventAnswered, r.ID, r.Reference, r.Message); err != nil {
			return err
		}
	}
	if err := s.planEvent(ctx, tx, pendingEvent{event: EventLetter, request: r.ID, reference: r.Reference, message: r.Message, letter: id}); err != nil {
		return err
	}
	if outcome != OutcomeLost {
		return nil
	}
	return s.planEvent(ctx, tx, pendingEvent{event: EventLost, request: r.ID, reference: r.Reference, message: r.Message, letter: id})
}

// setAnswered marks a request as answered with an outcome. The time of an answered one
// stays: it is that of the first answer since its clock started.
func (s *Store) setAnswered(ctx context.Context, tx *sql.Tx, r Request, by Person, outcome Outcome, reason string) error {
	at, name := r.AnsweredAt, r.AnsweredBy
	if r.State != StateAnswered {
		at, name = s.now(), by.Name
	}
	update := s.write.Rebind(`UPDATE requests SET state = ?, answered_at = ?, answered_by = ?, outcome = ?, outcome_reason = ? WHERE id = ?`)
	_, err := tx.ExecContext(ctx, update, StateAnswered, stamp(at), name, outcome, reason, r.ID)
	return err
}

// addLetter stores a letter and returns its id.
func (s *Store) addLetter(ctx context.Context, tx *sql.Tx, request int64, l Letter) (id int64, err error) {
	insert := s.write.Rebind(`INSERT INTO request_letters (request_id, at, by_id, by_name, kind, language, subject, text, offer, mail) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?) RETURNING id`)
	mail, err := l.Mail.encode()
	if err != nil {
		return 0, err
	}
	err = tx.QueryRowContext(ctx, insert, request, stamp(s.now()), l.By.ID, l.By.Name, l.Kind, l.Language, l.Subject, l.Text, l.Offer, mail).Scan(&id)
	if err != nil {
		return 0, fmt.Errorf("store letter: %w", err)
	}
	return id, nil
}

// letterColumns selects what scanLetter reads.
const letterColumns = `SELECT id, at, by_id, by_name, kind, language, subject, text, offer, mail FROM request_letters`

// Letters returns the letters of a request, oldest first.
func (s *Store) Letters(ctx context.Context, requestID int64) (list []Letter, err error) {
	rows, err := s.read.QueryContext(ctx, s.read.Rebind(letterColumns+` WHERE request_id = ? ORDER BY id`), requestID)
	if err != nil {
		return nil, fmt.Errorf("read letters: %w", err)
	}
	defer func() { _ = rows.Close() }()
	for rows.Next() {
		l, err := scanLetter(rows)
		if err != nil {
			return nil, err
		}
		list = append(list, l)
	}
	if err := rows.Err(); err != nil {
		return nil, err
	}
	return list, s.addFiles(ctx, requestID, list)
}

// Letter returns a letter by its id.
func (s *Store) Letter(ctx context.Context, id int64) (Letter, error) {
	return scanLetter(s.read.QueryRowContext(ctx, s.read.Rebind(letterColumns+` WHERE id = ?`), id))
}

func scanLetter(row interface{ Scan(...any) error }) (l Letter, err error) {
	var at, mail string
	if err := row.Scan(&l.ID, &at, &l.By.ID, &l.By.Name, &l.Kind, &l.Language, &l.Subject, &l.Text, &l.Offer, &mail); err != nil {
		return l, fmt.Errorf("read letter: %w", err)
	}
	if l.At, err = time.Parse(timeFormat, at); err != nil {
		return l, fmt.Errorf("read letter: %w", err)
	}
	if l.Mail, err = decodeMail(mail); err != nil {
		return l, fmt.Errorf("read letter: %w", err)
	}
	return l, nil
}

// CodeNoText is the code of the error for a reply without text.
const CodeNoText = "NO_TEXT"

// Reply adds a letter from the sender of a request, found by the token of its link. An
// answered request is open again. The error is *fault.Error: of kind NotFound for an
// unknown token, and of kind Invalid for a text that is empty or too long.
func (s *Store) Reply(ctx context.Context, token, text string) error {
	r, err := s.ByToken(ctx, token)
	if err != nil {
		return err
	}
	text = cleanText(text)
	switch {
	case text == "":
		return fault.New(fault.Invalid, "The reply has no text; write one").WithCode(CodeNoText)
	case utf8.RuneCountInString(text) > maxMessage:
		return fault.New(fault.Invalid, "The reply has more than %d characters; shorten it", maxMessage).WithCode(CodeTooLong)
	}
	return s.change(ctx, r.Reference, func(tx *sql.Tx, r Request) error {
		if r.State == StateForgotten {
			return errUnknownToken()
		}
		return s.addReply(ctx, tx, r, text)
	})
}

// addReply adds a letter from the sender of a request; the same letter again changes
// nothing.
func (s *Store) addReply(ctx context.Context, tx *sql.Tx, r Request, text string) error {
	last, err := s.lastLetter(ctx, tx, r.ID)
	if err != nil || last.Kind == LetterReply && last.Text == text {
		return err
	}
	_, err = s.addReplyLetter(ctx, tx, r, Letter{Text: text})
	return err
}

// addReplyLetter adds a letter from the sender of a request and returns its id. What
// follows a letter to them restarts the clock. Spam is not delivered.
func (s *Store) addReplyLetter(ctx context.Context, tx *sql.Tx, r Request, l Letter) (id int64, err error) {
	l.Kind, l.Language = LetterReply, r.Language
	if id, err = s.addLetter(ctx, tx, r.ID, l); err != nil {
		return 0, err
	}
	if err := s.record(ctx, tx, r.ID, Person{}, KindReply, ""); err != nil {
		return 0, err
	}
	if r.State == StateAnswered {
		var outcome Outcome
		if r.Outcome == OutcomeWon { // a word about what was ordered
			outcome = OutcomeWon
		}
		if err := s.reopen(ctx, tx, r, outcome, false); err != nil {
			return 0, err
		}
	}
	if r.State == StateSpam {
		return id, nil
	}
	return id, s.planEvent(ctx, tx, pendingEvent{event: EventReply, request: r.ID, reference: r.Reference, message: r.Message, letter: id})
}

// lastLetter returns the last letter of a request; its ID is 0 if there is none.
func (s *Store) lastLetter(ctx context.Context, tx *sql.Tx, request int64) (Letter, error) {
	l, err := scanLetter(tx.QueryRowContext(ctx, s.write.Rebind(letterColumns+` WHERE request_id = ? ORDER BY id DESC LIMIT 1`), request))
	if errors.Is(err, sql.ErrNoRows) {
		return Letter{}, nil
	}
	return l, err
}

// CodeOfferValid is the code of the error of Again for an offer that can be accepted.
const CodeOfferValid = "OFFER_VALID"

// Again asks for another offer after the last one has expired, or the request was
// declined: it adds a letter of the sender, as Reply does, with a text in the request's
// language if theirs is empty. A request that is open stays unchanged. The error is
// *fault.Error: as of Reply, and of kind Conflict for an offer that is valid or accepted.
func (s *Store) Again(ctx context.Context, token, text string) error {
	r, err := s.ByToken(ctx, token)
	if err != nil {
		return err
	}
	if text = cleanText(text); utf8.RuneCountInString(text) > maxMessage {
		return fault.New(fault.Invalid, "The text has more than %d characters; shorten it", maxMessage).WithCode(CodeTooLong)
	}
	if text == "" {
		text = TextsIn(r.Language).Again
	}
	return s.change(ctx, r.Reference, func(tx *sql.Tx, r Request) error {
		switch {
		case r.State == StateForgotten:
			return errUnknownToken()
		case r.Outcome == OutcomeWon:
			return fault.New(fault.Conflict, "The offer for %s was accepted", r.Reference).WithCode(CodeAccepted)
		case r.State == StateAnswered && s.now().Before(r.Expires):
			return fault.New(fault.Conflict, "The offer for %s is valid until %s", r.Reference, r.Expires).WithCode(CodeOfferValid)
		case r.State != StateAnswered:
			return nil
		}
		return s.addReply(ctx, tx, r, text)
	})
}
