package account

import (
	"crypto/hmac"
	"crypto/sha256"
	"encoding/base64"
	"encoding/json"
	"net/http"
	"net/url"
	"strings"
	"testing"
	"time"
)

// FuzzSignedToken checks that a token is accepted only with the signature of the
// server's secret, the one algorithm, the issuer and a time in the future, and that
// a token for one action grants no access.
func FuzzSignedToken(f *testing.F) {
	const header = `{"alg":"HS256","typ":"JWT"}`
	f.Add(header, `{"id":"a","iss":"directus","exp":2000000000}`, []byte{})
	f.Add(header, `{"id":"a","iss":"directus","exp":1000000000,"session":"s"}`, []byte("x"))
	f.Add(header, `{"scope":"password-reset","email":"a@b.de","id":"a","iss":"directus","exp":2000000000}`, []byte{})
	f.Add(`{"alg":"none"}`, `{"id":"a","iss":"directus","exp":2000000000}`, []byte{})
	f.Add(`{"alg":"HS512","crit":["exp"],"exp":1}`, `{"id":"a","ID":"b","exp":2e9}`, []byte{})
	now := time.Unix(1_500_000_000, 0)
	secret := []byte("a secret of at least thirty-two bytes")
	k, err := newKeyring(secret, func() time.Time { return now })
	if err != nil {
		f.Fatal(err)
	}
	f.Fuzz(func(t *testing.T, header, payload string, signature []byte) {
		encode := base64.RawURLEncoding.EncodeToString
		content := encode([]byte(header)) + "." + encode([]byte(payload))
		mac := hmac.New(sha256.New, secret)
		mac.Write([]byte(content))
		if !hmac.Equal(mac.Sum(nil), signature) {
			forged := content + "." + encode(signature)
			if _, err := k.readAccess(forged); err == nil {
				t.Errorf("a forged token grants access: %s", forged)
			}
			if session, err := (&Service{keys: k}).refreshToken(forged); err == nil {
				t.Errorf("a forged token has the session %q: %s", session, forged)
			}
		}
		signed := content + "." + encode(mac.Sum(nil))
		c, err := k.readAccess(signed)
		if err == nil {
			var head struct {
				Alg string `json:"alg"`
			}
			if err := json.Unmarshal([]byte(header), &head); err != nil || head.Alg != "HS256" {
				t.Errorf("a token with the header %q grants access", header)
			}
			if c.ID == "" || c.Issuer != issuer || c.Expires <= now.Unix() {
				t.Errorf("%+v grants access", c)
			}
		}
		for _, s := range []scope{scopeReset, scopeInvite, scopeRegister, scopeProvider} {
			if e, actionErr := k.readAction(signed, s); actionErr == nil && (err == nil || e.Scope != s || e.Issuer != issuer || e.Expires <= now.Unix()) {
				t.Errorf("%+v is accepted for %s, and grants access: %v", e, s, err == nil)
			}
		}
	})
}

// FuzzTokenOf checks that the token of a request is the one that net/url and
// net/http find, that a cookie comes last, and that two tokens are rejected.
func FuzzTokenOf(f *testing.F) {
	f.Add("access_token=a", "", "")
	f.Add("%61ccess_token=a&access_token=b", "Bearer c", "directus_session_token=d")
	f.Add("a=b;access_token=c&access_token=%zz", "bearer  ", `x=y; directus_session_token="d"`)
	f.Add("", "Basic c", "directus_session_token=; directus_session_token=d")
	f.Fuzz(func(t *testing.T, query, authorization, cookie string) {
		r := &http.Request{URL: &url.URL{RawQuery: query}, Header: http.Header{"Authorization": {authorization}, "Cookie": {cookie}}}
		token, fromCookie, err := tokenOf(r)
		inQuery := r.URL.Query().Get("access_token")
		inHeader := ""
		if len(authorization) > len("bearer ") && strings.EqualFold(authorization[:len("bearer ")], "bearer ") {
			inHeader = strings.TrimSpace(authorization[len("bearer "):])
		}
		if both := inQuery != "" && inHeader != ""; both != (err != nil) {
			t.Fatalf("query %q, header %q: %v", inQuery, inHeader, err)
		}
		if err != nil {
			return
		}
		want := inQuery + inHeader
		c, cookieErr := r.Cookie(SessionCookie)
		if want == "" && cookieErr == nil {
			want = c.Value
		}
		if token != want || fromCookie != (inQuery+inHeader == "" && cookieErr == nil) {
			t.Errorf("%q %q %q: token %q, want %q, from a cookie: %t", query, authorization, cookie, token, want, fromCookie)
		}
	})
}
