package authapi

import (
	"net/http"

	"ferrule/internal/account"
	"ferrule/internal/directus/envelope"
)

// refreshCookie holds the refresh token in cookie mode.
const refreshCookie = "directus_refresh_token"

func (h *handler) login(w http.ResponseWriter, r *http.Request) error {
	var in struct {
		Email    string `json:"email"`
		Password string `json:"password"`
		Code     string `json:"otp"`
		Mode     string `json:"mode"`
	}
	if err := read(w, r, &in); err != nil {
		return err
	}
	if err := require("email", in.Email); err != nil {
		return err
	}
	if _, ok := account.ParseEmail(in.Email); !ok {
		return account.Payload(`"email" must be a valid email`)
	}
	if err := require("password", in.Password); err != nil {
		return err
	}
	mode, err := account.ParseMode(in.Mode, account.ModeJSON)
	if err != nil {
		return err
	}
	u, err := h.accounts.Login(r.Context(), account.Credentials{Email: in.Email, Password: in.Password, Code: in.Code}, h.options.Proxies.Key(r))
	if err != nil {
		return err
	}
	tokens, err := h.accounts.Begin(r.Context(), u, mode)
	if err != nil {
		return err
	}
	return h.sendTokens(w, r, tokens, mode)
}

// sendTokens sends tokens to the client in its mode.
func (h *handler) sendTokens(w http.ResponseWriter, r *http.Request, t account.Tokens, m account.Mode) error {
	data := map[string]any{"expires": t.Life.Milliseconds()}
	switch m {
	case account.ModeSession:
		h.setCookie(w, r, account.SessionCookie, t.Access, int(t.CookieLife.Seconds()))
	case account.ModeCookie:
		h.setCookie(w, r, refreshCookie, t.Refresh, int(t.CookieLife.Seconds()))
		data["access_token"] = t.Access
	case account.ModeJSON:
		data["access_token"], data["refresh_token"] = t.Access, t.Refresh
	}
	return envelope.Data(w, r, http.StatusOK, data)
}

func (h *handler) setCookie(w http.ResponseWriter, r *http.Request, name, value string, seconds int) {
	http.SetCookie(w, &http.Cookie{
		Name: name, Value: value, Path: h.options.CookiePath, MaxAge: seconds,
		HttpOnly: true, Secure: h.options.Secure || h.options.Proxies.Secure(r), SameSite: http.SameSiteLaxMode,
	})
}

// clearCookie removes a cookie from the browser.
func (h *handler) clearCookie(w http.ResponseWriter, r *http.Request, name string) {
	h.setCookie(w, r, name, "", -1)
}

func (h *handler) refresh(w http.ResponseWriter, r *http.Request) error {
	token, mode, err := h.refreshToken(w, r)
	if err != nil {
		return err
	}
	tokens, err := h.accounts.Refresh(r.Context(), token, mode)
	if err != nil {
		h.clearTokens(w, r, mode)
		return err
	}
	return h.sendTokens(w, r, tokens, mode)
}

func (h *handler) logout(w http.ResponseWriter, r *http.Request) error {
	token, mode, err := h.refreshToken(w, r)
	if err != nil {
		return err
	}
	h.clearTokens(w, r, mode)
	return noContent(w, h.accounts.End(r.Context(), token))
}

func (h *handler) clearTokens(w http.ResponseWriter, r *http.Request, m account.Mode) {
	switch m {
	case account.ModeSession:
		h.clearCookie(w, r, account.SessionCookie)
	case account.ModeCookie:
		h.clearCookie(w, r, refreshCookie)
	case account.ModeJSON:
	}
}

// refreshToken returns the client's refresh token from the place its mode defines.
// Without a mode it is taken from the body, or else from the cookie.
func (h *handler) refreshToken(w http.ResponseWriter, r *http.Request) (token string, mode account.Mode, err error) {
	var in struct {
		Token string `json:"refresh_token"`
		Mode  string `json:"mode"`
	}
	if err := read(w, r, &in); err != nil {
		return "", "", err
	}
	otherwise := account.ModeJSON
	if in.Token == "" && cookie(r, refreshCookie) != "" {
		otherwise = account.ModeCookie
	}
	if mode, err = account.ParseMode(in.Mode, otherwise); err != nil {
		return "", "", err
	}
	switch mode {
	case account.ModeSession:
		token = cookie(r, account.SessionCookie)
	case account.ModeCookie:
		token = cookie(r, refreshCookie)
	case account.ModeJSON:
		token = in.Token
	}
	if mode != account.ModeJSON {
		if err := h.accounts.CheckOrigin(r); err != nil {
			return "", "", err
		}
	}
	if token == "" {
		return "", "", account.Payload("The refresh token is required in either the payload or cookie")
	}
	return token, mode, nil
}

func cookie(r *http.Request, name string) string {
	c, err := r.Cookie(name)
	if err != nil {
		return ""
	}
	return c.Value
}

func (h *handler) requestReset(w http.ResponseWriter, r *http.Request) error {
	var in struct {
		Email string `json:"email"`
		Page  string `json:"reset_url"`
	}
	if err := read(w, r, &in); err != nil {
		return err
	}
	if err := require("email", in.Email); err != nil {
		return err
	}
	return noContent(w, h.accounts.RequestReset(r.Context(), in.Email, in.Page, h.options.Proxies.Key(r)))
}

// mailToken is the body of a request that redeems a mailed token.
type mailToken struct {
	Token    string `json:"token"`
	Password string `json:"password"`
}

func readMailToken(w http.ResponseWriter, r *http.Request) (in mailToken, err error) {
	if err := read(w, r, &in); err != nil {
		return in, err
	}
	return in, require("token", in.Token, "password", in.Password)
}

func (h *handler) reset(w http.ResponseWriter, r *http.Request) error {
	in, err := readMailToken(w, r)
	if err != nil {
		return err
	}
	return noContent(w, h.accounts.Reset(r.Context(), in.Token, in.Password))
}
