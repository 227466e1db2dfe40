package desk

import (
	"errors"
	"net/http"
	"time"

	"golang.org/x/text/language"

	"ferrule/internal/account"
	"ferrule/internal/directus/envelope"
	"ferrule/internal/fault"
)

// Cookie holds the token of a session of the desk. Its path keeps it from being sent with
// the pages of the site.
const (
	Cookie     = "ferrule_desk"
	cookiePath = "/desk"
)

// me is the caller as the application knows it.
type me struct {
	ID       string  `json:"id"`
	Email    string  `json:"email"`
	Name     string  `json:"name"`
	Role     string  `json:"role"`
	Rights   []Right `json:"rights"`
	Language string  `json:"language"` // "de-DE" or "en-US"
	Site     string  `json:"site"`     // name of the supplier
}

// caller returns who sends a request; SIGN_IN without a session.
func (h *Handler) caller(r *http.Request) (caller, error) {
	cookie, err := r.Cookie(Cookie)
	if err != nil {
		return caller{}, errSession()
	}
	session, err := h.options.Accounts.Desk(r.Context(), cookie.Value)
	if fault.KindOf(err) == fault.Unauthorized {
		return caller{}, errSession()
	}
	if err != nil {
		return caller{}, err
	}
	role, err := h.roleOf(r.Context(), session.User)
	if err != nil {
		return caller{}, err
	}
	if role == "" {
		return caller{}, errSession()
	}
	return caller{user: session.User, role: role, rights: rightsOf(role), session: session.ID, since: session.Created, token: cookie.Value}, nil
}

func errSession() error {
	return fault.New(fault.Unauthorized, "There is no session, or it has ended. Sign in.").WithCode(codeSignIn)
}

// signIn serves POST /desk/api/session, with a password, a passkey or the token of a link.
func (h *Handler) signIn(w http.ResponseWriter, r *http.Request, _ caller) error {
	u, err := h.authenticated(w, r)
	if err != nil {
		return err
	}
	role, err := h.roleOf(r.Context(), u)
	if err != nil {
		return err
	}
	if role == "" {
		return fault.New(fault.Forbidden, "Your account has no role at the desk. Ask an owner of the site.")
	}
	return h.begin(w, r, u, role)
}

// authenticated returns the user whom the body of a request signs in.
func (h *Handler) authenticated(w http.ResponseWriter, r *http.Request) (u account.User, err error) {
	var given struct {
		Email, Password, Code, Token string
		Passkey                      *passkeyAnswer
	}
	if err := readBody(w, r, &given); err != nil {
		return u, err
	}
	accounts, key := h.options.Accounts, h.options.Proxies.Key(r)
	switch {
	case given.Token != "":
		u, err = accounts.LoginWithLink(r.Context(), given.Token, h.options.Proxies.Client(r), key)
	case given.Passkey != nil:
		var site account.Site
		if site, err = h.passkeySite(r); err == nil {
			u, err = accounts.LoginWithPasskey(r.Context(), site, given.Passkey.State, given.Passkey.Answer, key)
		}
	case given.Email != "" && given.Password != "":
		u, err = accounts.Login(r.Context(), account.Credentials{Email: given.Email, Password: given.Password, Code: given.Code}, key)
	default:
		return u, fault.New(fault.Invalid, "Send the e-mail address and the password, the answer of a passkey, or the token of a link.")
	}
	f, ok := errors.AsType[*fault.Error](err)
	switch {
	case ok && f.Code == account.CodeRequired:
		return u, f.WithCode(codeCode)
	case ok && f.Kind == fault.Unauthorized:
		return u, fault.Wrap(fault.Unauthorized, err, "The e-mail address or the password is wrong, the passkey is unknown, or the link was used or is too old.").WithCode(codeCredentials)
	}
	return u, err
}

// begin opens a session in place of the browser's former one.
func (h *Handler) begin(w http.ResponseWriter, r *http.Request, u account.User, role string) error {
	accounts := h.options.Accounts
	if former, err := r.Cookie(Cookie); err == nil {
		if err := accounts.EndDesk(r.Context(), former.Value); err != nil {
			return err
		}
	}
	token, err := accounts.BeginDesk(r.Context(), u, r.UserAgent(), h.options.Proxies.Client(r))
	if err != nil {
		return err
	}
	h.setCookie(w, r, token, account.DeskLife)
	return h.replyMe(w, r, caller{user: u, role: role, rights: rightsOf(role)})
}

// setCookie sets the cookie; a life of 0 removes it.
func (h *Handler) setCookie(w http.ResponseWriter, r *http.Request, token string, life time.Duration) {
	age := int(life.Seconds())
	if age == 0 {
		age = -1
	}
	http.SetCookie(w, &http.Cookie{
		Name: Cookie, Value: token, Path: cookiePath, MaxAge: age, HttpOnly: true, SameSite: http.SameSiteStrictMode,
		Secure: h.options.Secure || h.options.Proxies.Secure(r),
	})
}

// serveMe serves GET /desk/api/session.
func (h *Handler) serveMe(w http.ResponseWriter, r *http.Request, c caller) error {
	return h.replyMe(w, r, c)
}

func (h *Handler) replyMe(w http.ResponseWriter, r *http.Request, c caller) error {
	spoken := languageOf(r, c)
	supplier, err := h.options.Content.Supplier(r.Context(), spoken)
	if err != nil {
		return err
	}
	return envelope.Data(w, r, http.StatusOK, me{
		ID: c.user.ID, Email: c.user.Email, Name: nameOf(c.user), Role: c.role, Rights: c.rights, Language: spoken, Site: supplier.Name,
	})
}

// languageOf returns the language of the caller, from the profile or else the browser.
func languageOf(r *http.Request, c caller) string {
	profile := string(c.user.Profile["language"])
	if profile == "null" {
		profile = ""
	}
	matcher := language.NewMatcher([]language.Tag{language.AmericanEnglish, language.German})
	_, at := language.MatchStrings(matcher, trimQuotes(profile), r.Header.Get("Accept-Language"))
	return []string{"en-US", "de-DE"}[at]
}

func trimQuotes(s string) string {
	if len(s) >= 2 && s[0] == '"' && s[len(s)-1] == '"' {
		return s[1 : len(s)-1]
	}
	return s
}

// signOut serves DELETE /desk/api/session. Without a session there is nothing to do.
func (h *Handler) signOut(w http.ResponseWriter, r *http.Request, _ caller) error {
	if cookie, err := r.Cookie(Cookie); err == nil {
		if err := h.options.Accounts.EndDesk(r.Context(), cookie.Value); err != nil {
			return err
		}
	}
	return h.signedOut(w, r)
}

func (h *Handler) signedOut(w http.ResponseWriter, r *http.Request) error {
	h.setCookie(w, r, "", 0)
	w.WriteHeader(http.StatusNoContent)
	return nil
}

// session is a session in the list of its user.
type session struct {
	ID      string    `json:"id"`
	Created time.Time `json:"created"`
	Seen    time.Time `json:"seen"`
	Agent   string    `json:"agent"`
	Address string    `json:"address"`
	Current bool      `json:"current"`
}

// listSessions serves GET /desk/api/sessions.
func (h *Handler) listSessions(w http.ResponseWriter, r *http.Request, c caller) error {
	list, err := h.options.Accounts.DeskSessions(r.Context(), c.user.ID)
	if err != nil {
		return err
	}
	out := make([]session, len(list))
	for i, s := range list {
		out[i] = session{s.ID, s.Created, s.Seen, s.Agent, s.Address, s.ID == c.session}
	}
	return envelope.Data(w, r, http.StatusOK, out)
}

// endSession serves DELETE /desk/api/sessions/{id}.
func (h *Handler) endSession(w http.ResponseWriter, r *http.Request, c caller) error {
	id := r.PathValue("id")
	ok, err := h.options.Accounts.EndDeskSession(r.Context(), c.user.ID, id)
	if err == nil && !ok {
		err = fault.New(fault.NotFound, "You have no such session. Load the list again.")
	}
	if err != nil {
		return err
	}
	if id == c.session {
		return h.signedOut(w, r)
	}
	w.WriteHeader(http.StatusNoContent)
	return nil
}

// endSessions serves DELETE /desk/api/sessions: it signs the caller out everywhere.
func (h *Handler) endSessions(w http.ResponseWriter, r *http.Request, c caller) error {
	if err := h.options.Accounts.EndDeskSessions(r.Context(), c.user.ID); err != nil {
		return err
	}
	return h.signedOut(w, r)
}
