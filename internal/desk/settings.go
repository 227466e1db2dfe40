package desk

import (
	"context"
	"net/http"
	"time"

	"ferrule/internal/directus/envelope"
	"ferrule/internal/fault"
)

// Settings are the settings of the site, which its owners change.
type Settings interface {
	// List returns all settings and the version of the stored ones.
	List(ctx context.Context) (version int64, list []Setting, err error)
	// Change stores settings of the version that the person has seen; nil removes one. A
	// setting that is not valid is an error of kind Invalid with its message in Fields.
	Change(ctx context.Context, by string, seen int64, change map[string]*string) error
	// TestMail sends a mail with the settings after a change that is not stored, and looks
	// at what others know of the sender's domain.
	TestMail(ctx context.Context, to string, change map[string]*string) (MailTest, error)
}

// Setting is a setting as the desk shows it. Of a secret, Value is always empty.
type Setting struct {
	Name   string     `json:"name"`
	Value  string     `json:"value"`
	Secret bool       `json:"secret"`
	IsSet  bool       `json:"isSet"`
	Source string     `json:"source"` // flag, environment, file: read-only; desk; default
	At     *time.Time `json:"at"`     // of the last change at the desk
	By     string     `json:"by"`
}

// MailTest is the result of a test.
type MailTest struct {
	Sent   bool        `json:"sent"`
	Error  string      `json:"error"` // the words of the mail server
	To     string      `json:"to"`
	Server string      `json:"server"` // empty if mails are written to files
	Took   int64       `json:"took"`   // milliseconds
	Domain string      `json:"domain"` // of the sender
	Checks []MailCheck `json:"checks"`
}

// MailCheck is what DNS says of a domain of mails.
type MailCheck struct {
	Name   string `json:"name"`   // spf, dkim, dmarc
	State  string `json:"state"`  // good, weak, missing, wrong, unchecked
	Reason string `json:"reason"` // a code that the application translates
	Record string `json:"record"` // as found; else one to be added
}

// maxTestTime bounds a test of mails; the mail server has 30 seconds of it.
const maxTestTime = 40 * time.Second

// serveSettings serves GET /desk/api/settings.
func (h *Handler) serveSettings(w http.ResponseWriter, r *http.Request, _ caller) error {
	version, list, err := h.options.Settings.List(r.Context())
	if err != nil {
		return err
	}
	return envelope.Data(w, r, http.StatusOK, struct {
		Version  int64     `json:"version"`
		Settings []Setting `json:"settings"`
	}{version, list})
}

// changeSettings serves PUT /desk/api/settings.
func (h *Handler) changeSettings(w http.ResponseWriter, r *http.Request, c caller) error {
	var given struct {
		Version int64
		Change  map[string]*string
	}
	if err := readBody(w, r, &given); err != nil {
		return err
	}
	if err := h.options.Settings.Change(r.Context(), nameOf(c.user), given.Version, given.Change); err != nil {
		return err
	}
	return h.serveSettings(w, r, c)
}

// testMail serves POST /desk/api/settings/mail-test.
func (h *Handler) testMail(w http.ResponseWriter, r *http.Request, c caller) error {
	given := struct {
		To     string
		Change map[string]*string
	}{To: c.user.Email}
	if err := readBody(w, r, &given); err != nil {
		return err
	}
	if given.To == "" {
		return fault.New(fault.Invalid, "Name the address that the mail is sent to.")
	}
	ctx, cancel := context.WithTimeout(r.Context(), maxTestTime)
	defer cancel()
	result, err := h.options.Settings.TestMail(ctx, given.To, given.Change)
	if err != nil {
		return err
	}
	return envelope.Data(w, r, http.StatusOK, result)
}
