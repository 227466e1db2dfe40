package rfq

import (
	"context"
	"encoding/json"
	"fmt"
	"time"
)

// View is the part of a request that its sender may see. It does not reveal that the
// request is classified as spam.
type View struct {
	Reference  string `json:"reference"`
	State      State  `json:"state"`
	Stage      Stage  `json:"stage"`
	Created    Moment `json:"created"`
	WorkSince  Moment `json:"workSince,omitzero"` // when somebody last took it
	Deadline   Moment `json:"deadline"`
	AnsweredAt Moment `json:"answeredAt,omitzero"`
	Language   string `json:"language"`
	FormTitle  string `json:"formTitle"`
	Name       string `json:"name"`
	Company    string `json:"company"`
	Phone      string `json:"phone"`
	Email      string `json:"email"`
	Message    string `json:"message"`
	Lines      []Line `json:"lines"`
	LineCount  int    `json:"lineCount"` // of the request; Lines may be the first ones only
	Files      []File `json:"files"`

	Letters []LetterView `json:"letters"` // oldest first
	Offer   *OfferView   `json:"offer,omitempty"`
}

// Stage is how far a request has come, as its sender sees it.
type Stage string

// The stages. Declined is what its sender has declined; a request that the supplier has
// declined, or answered outside of the program, is answered.
const (
	StageReceived Stage = "received"
	StageWork     Stage = "work"
	StageQuestion Stage = "question"
	StageOffered  Stage = "offered"
	StageAccepted Stage = "accepted"
	StageDeclined Stage = "declined"
	StageExpired  Stage = "expired"
	StageAnswered Stage = "answered"
)

// LetterView is a Letter as the sender of a request sees it.
type LetterView struct {
	At       Moment     `json:"at"`
	Supplier bool       `json:"supplier"` // whether it is of the supplier
	Name     string     `json:"name"`
	Kind     LetterKind `json:"kind"`
	Text     string     `json:"text"`
	Language string     `json:"language"`
}

// Moment is a time in the site's time zone.
type Moment struct {
	Time time.Time `json:"time"` // with the offset of the zone
	Zone string    `json:"zone"` // abbreviation of the zone: "CET"
}

func (s *Store) moment(t time.Time) Moment {
	if t.IsZero() {
		return Moment{}
	}
	t = t.In(s.Calendar().Zone)
	return Moment{t, t.Format("MST")}
}

// View returns the View of the request with a token as JSON, with its first maxLines
// lines. An unknown token is *fault.Error of kind NotFound.
func (s *Store) View(ctx context.Context, token string, maxLines int) ([]byte, error) {
	r, err := s.ByToken(ctx, token)
	if err != nil {
		return nil, err
	}
	files, err := s.FilesOf(ctx, r.ID)
	if err != nil {
		return nil, err
	}
	v := View{
		Reference: r.Reference, State: r.State, Created: s.moment(r.Created), Deadline: s.moment(s.Calendar().DeadlineOf(r)), AnsweredAt: s.moment(r.AnsweredAt),
		Language: r.Language, FormTitle: r.FormTitle,
		Name: r.Name, Company: r.Company(), Phone: r.Phone, Email: r.Email, Message: r.Message.Message, Lines: r.Lines[:min(len(r.Lines), maxLines)], LineCount: len(r.Lines), Files: files,
	}
	if v.State == StateSpam {
		v.State = StateOpen
	}
	if v.Lines == nil {
		v.Lines = []Line{}
	}
	if v.Files == nil {
		v.Files = []File{}
	}
	if err := s.addLetters(ctx, &v, r, maxLines); err != nil {
		return nil, err
	}
	body, err := json.Marshal(v)
	if err != nil {
		return nil, fmt.Errorf("encode request %s: %w", r.Reference, err)
	}
	return body, nil
}
