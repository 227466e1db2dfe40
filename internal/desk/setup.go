package desk

import (
	"context"
	"encoding/json"
	"io"
	"net/http"
	"strings"
	"time"

	"ferrule/internal/account"
	"ferrule/internal/directus/envelope"
	"ferrule/internal/fault"
)

// Setup is the set-up of a new site.
type Setup interface {
	// Draft returns what was typed so far, a JSON object.
	Draft(ctx context.Context) (json.RawMessage, error)
	SaveDraft(ctx context.Context, draft json.RawMessage) error
	// State returns what the site has.
	State(ctx context.Context) (SiteState, error)
	// Load loads content into a site that has none.
	Load(ctx context.Context, from ContentSource) error
}

// SiteState is what a site has, as its server sees it.
type SiteState struct {
	Empty      bool           `json:"empty"`     // there is no content
	Articles   int            `json:"articles"`  // counted
	Languages  []string       `json:"languages"` // of the content
	Records    map[string]int `json:"records"`   // by collection
	Address    string         `json:"address"`   // --base-url
	Reachable  bool           `json:"reachable"` // this server reached itself there
	Status     string         `json:"status"`    // why not
	MailServer bool           `json:"mailServer"`
	Recipients []string       `json:"recipients"` // of requests
	Backup     bool           `json:"backup"`
}

// ContentSource is what to load.
type ContentSource struct {
	Kind    string // demo, empty, file, directus
	Company json.RawMessage
	File    io.Reader // of kind file
	URL     string    // of a Directus
	Token   string
}

// setupCookie holds the session of a set-up before there is an account.
const (
	setupCookie     = "ferrule_setup"
	setupCookiePath = "/desk/api/setup"
)

// maxLoadTime bounds an upload of content and its import.
const maxLoadTime = 10 * time.Minute

// maxContentFile bounds an uploaded file of content.
const maxContentFile = 200 << 20

// beginSetup serves POST /desk/api/setup/session, with the token of a link.
func (h *Handler) beginSetup(w http.ResponseWriter, r *http.Request, _ caller) error {
	var given struct{ Token string }
	if err := readBody(w, r, &given); err != nil {
		return err
	}
	owned, err := h.options.Accounts.HasOwner(r.Context())
	if err != nil {
		return err
	}
	if owned {
		return errOwned()
	}
	session, err := h.options.Accounts.BeginSetup(r.Context(), given.Token, h.options.Proxies.Client(r), h.options.Proxies.Key(r))
	if fault.KindOf(err) == fault.Unauthorized {
		return errSetupLink(err)
	}
	if err != nil {
		return err
	}
	h.setSetupCookie(w, r, session, int(account.SetupLife/time.Second))
	w.WriteHeader(http.StatusNoContent)
	return nil
}

func errOwned() error {
	return fault.New(fault.Conflict, "The site is set up already: it has an owner. Sign in.")
}

func errSetupLink(err error) error {
	return fault.Wrap(fault.Unauthorized, err, "The link to the set-up was used, or is too old. Make a new one with: ferrule users setup-link").WithCode(codeCredentials)
}

func (h *Handler) setSetupCookie(w http.ResponseWriter, r *http.Request, session string, age int) {
	http.SetCookie(w, &http.Cookie{
		Name: setupCookie, Value: session, Path: setupCookiePath, MaxAge: age, HttpOnly: true, SameSite: http.SameSiteStrictMode,
		Secure: h.options.Secure || h.options.Proxies.Secure(r),
	})
}

// maySetUp allows a set-up to who has its session or, once there is an owner, to owners.
func (h *Handler) maySetUp(r *http.Request) (owned bool, err error) {
	if owned, err = h.options.Accounts.HasOwner(r.Context()); err != nil {
		return owned, err
	}
	if owned {
		c, err := h.caller(r)
		if err == nil && !c.may(ChangeSettings) {
			err = errRight()
		}
		return owned, err
	}
	cookie, err := r.Cookie(setupCookie)
	if err != nil {
		return owned, errSetupLink(err)
	}
	valid, err := h.options.Accounts.InSetup(r.Context(), cookie.Value)
	if err == nil && !valid {
		err = errSetupLink(nil)
	}
	return owned, err
}

// serveSetup serves GET /desk/api/setup.
func (h *Handler) serveSetup(w http.ResponseWriter, r *http.Request, _ caller) error {
	owned, err := h.maySetUp(r)
	if err != nil {
		return err
	}
	draft, err := h.options.Setup.Draft(r.Context())
	if err != nil {
		return err
	}
	return envelope.Data(w, r, http.StatusOK, struct {
		Owner bool            `json:"owner"`
		Draft json.RawMessage `json:"draft"`
	}{owned, draft})
}

// saveSetup serves PUT /desk/api/setup.
func (h *Handler) saveSetup(w http.ResponseWriter, r *http.Request, _ caller) error {
	if _, err := h.maySetUp(r); err != nil {
		return err
	}
	var draft json.RawMessage
	if err := readBody(w, r, &draft); err != nil {
		return err
	}
	if !strings.HasPrefix(string(draft), "{") {
		return fault.New(fault.Invalid, "Send the draft as a JSON object.")
	}
	if err := h.options.Setup.SaveDraft(r.Context(), draft); err != nil {
		return err
	}
	w.WriteHeader(http.StatusNoContent)
	return nil
}

// addFirstOwner serves POST /desk/api/setup/account: it makes the owner and signs in.
func (h *Handler) addFirstOwner(w http.ResponseWriter, r *http.Request, _ caller) error {
	owned, err := h.maySetUp(r)
	if err == nil && owned {
		err = errOwned()
	}
	if err != nil {
		return err
	}
	var given struct{ Name, Email, Password, Language string }
	if err := readBody(w, r, &given); err != nil {
		return err
	}
	change := account.Change{}
	first, last := "", strings.TrimSpace(given.Name)
	if at := strings.LastIndex(last, " "); at >= 0 {
		first, last = strings.TrimSpace(last[:at]), last[at+1:]
	}
	for field, text := range map[string]string{"first_name": first, "last_name": last, "email": strings.TrimSpace(given.Email), "password": given.Password, "language": given.Language} {
		if change[field], err = json.Marshal(text); err != nil {
			return err
		}
	}
	u, err := h.options.Accounts.AddFirstOwner(r.Context(), change)
	if err != nil {
		return err
	}
	token, err := h.options.Accounts.BeginDesk(r.Context(), u, r.UserAgent(), h.options.Proxies.Client(r))
	if err != nil {
		return err
	}
	h.setSetupCookie(w, r, "", -1)
	h.setCookie(w, r, token, account.DeskLife)
	return h.replyMe(w, r, caller{user: u, role: "owner", rights: rightsOf("owner")})
}

// serveSetupContent serves GET /desk/api/setup/content.
func (h *Handler) serveSetupContent(w http.ResponseWriter, r *http.Request, _ caller) error {
	state, err := h.options.Setup.State(r.Context())
	if err != nil {
		return err
	}
	return envelope.Data(w, r, http.StatusOK, state)
}

// loadSetupContent serves POST /desk/api/setup/content. The file of kind file is the body;
// other kinds have a JSON object.
func (h *Handler) loadSetupContent(w http.ResponseWriter, r *http.Request, c caller) error {
	from := ContentSource{Kind: "file"}
	if r.URL.Query().Get("kind") == from.Kind {
		from.File = http.MaxBytesReader(w, r.Body, maxContentFile)
	} else {
		var given struct{ Kind, URL, Token string }
		if err := readBody(w, r, &given); err != nil {
			return err
		}
		from = ContentSource{Kind: given.Kind, URL: given.URL, Token: given.Token}
	}
	connection := http.NewResponseController(w)
	_ = connection.SetReadDeadline(time.Now().Add(maxLoadTime)) // fails where there is no connection
	_ = connection.SetWriteDeadline(time.Now().Add(maxLoadTime))
	// What was begun is finished, also if the browser is closed.
	if err := h.options.Setup.Load(context.WithoutCancel(r.Context()), from); err != nil {
		return err
	}
	return h.serveSetupContent(w, r, c)
}
