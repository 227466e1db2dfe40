package account

import (
	"context"
	"crypto/rand"
	"crypto/subtle"
	"encoding/json"
	"errors"
	"fmt"
	"net/http"
	"regexp"
	"sync"
	"time"

	"github.com/coreos/go-oidc/v3/oidc"
	"golang.org/x/oauth2"

	"ferrule/internal/fault"
)

// Provider is an identity provider that speaks OpenID Connect.
type Provider struct {
	Name   string // in addresses: letters, digits and -
	Label  string // for people; empty for the name
	Issuer string // its address, under which /.well-known/openid-configuration is
	Client string
	Secret string
	Role   string // role of accounts created at the first sign-in; empty: only existing accounts can sign in
}

// provider is a Provider whose configuration is discovered on first use, so that the
// site can start while the provider is down.
type provider struct {
	Provider

	redirect string
	client   *http.Client

	mu         sync.Mutex
	discovered *oidc.Provider
}

// providerTimeout bounds each call to a provider.
const providerTimeout = 10 * time.Second

var providerName = regexp.MustCompile(`^[a-z0-9][a-z0-9-]{0,39}$`)

func (s *Service) addProvider(ctx context.Context, p Provider) error {
	switch {
	case !providerName.MatchString(p.Name) || p.Name == LocalProvider || s.providers[p.Name] != nil:
		return errors.New("the name is in use, or has other characters than lower-case letters, digits and -")
	case p.Issuer == "" || p.Client == "":
		return errors.New("issuer and client are required")
	case s.options.PublicURL == "":
		return errors.New("the site's public address is required: the provider redirects browsers to it")
	}
	if p.Role != "" {
		if _, ok, err := s.Role(ctx, p.Role); err != nil || !ok {
			return errors.Join(errors.New("there is no such role"), err)
		}
	}
	s.providers[p.Name] = &provider{
		Provider: p, client: &http.Client{Timeout: providerTimeout},
		redirect: s.options.PublicURL + "/auth/login/" + p.Name + "/callback",
	}
	return nil
}

// Providers returns the identity providers in the order of Options.
func (s *Service) Providers() []Provider { return s.options.Providers }

// HasProvider reports whether a provider with the name is configured.
func (s *Service) HasProvider(name string) bool { return s.providers[name] != nil }

// discover returns the provider's configuration, and a context with the HTTP client
// for requests to it.
func (p *provider) discover(ctx context.Context) (context.Context, *oidc.Provider, *oauth2.Config, error) {
	ctx = oidc.ClientContext(ctx, p.client)
	p.mu.Lock()
	defer p.mu.Unlock()
	if p.discovered == nil {
		// The discovered provider outlives the request: it fetches its keys later.
		found, err := oidc.NewProvider(oidc.ClientContext(context.WithoutCancel(ctx), p.client), p.Issuer)
		if err != nil {
			return nil, nil, nil, fault.Wrap(fault.Unavailable, err, "The identity provider does not answer. Try again later.").WithCode("SERVICE_UNAVAILABLE")
		}
		p.discovered = found
	}
	return ctx, p.discovered, &oauth2.Config{
		ClientID: p.Client, ClientSecret: p.Secret, Endpoint: p.discovered.Endpoint(), RedirectURL: p.redirect,
		Scopes: []string{oidc.ScopeOpenID, "email", "profile"},
	}, nil
}

// AuthFlow is the state of a sign-in at an identity provider.
type AuthFlow struct {
	State    string `json:"state"`
	Nonce    string `json:"nonce"`
	Verifier string `json:"verifier"` // PKCE (RFC 7636)
	Provider string `json:"provider"`
	Redirect string `json:"redirect"` // where the browser is redirected at the end; empty for a JSON reply
}

// AuthFlowLife is the longest duration of an AuthFlow.
const AuthFlowLife = loginLife

// BeginLogin returns the provider's URL to redirect the browser to, and a token with
// the flow's state, to be stored in a cookie until the callback.
func (s *Service) BeginLogin(ctx context.Context, name, redirect string) (to, flowToken string, err error) {
	p := s.providers[name]
	if p == nil {
		return "", "", errForbidden()
	}
	_, _, config, err := p.discover(ctx)
	if err != nil {
		return "", "", err
	}
	flow := AuthFlow{State: rand.Text(), Nonce: rand.Text(), Verifier: oauth2.GenerateVerifier(), Provider: name, Redirect: redirect}
	state, err := json.Marshal(flow)
	if err != nil {
		return "", "", err
	}
	flowToken, err = s.keys.action(actionToken{Scope: scopeProvider, State: state}, AuthFlowLife)
	return config.AuthCodeURL(flow.State, oidc.Nonce(flow.Nonce), oauth2.S256ChallengeOption(flow.Verifier)), flowToken, err
}

// ReadFlow returns the flow in the token of BeginLogin. It returns an error unless the
// flow belongs to the provider and has the state of the callback.
func (s *Service) ReadFlow(name, flowToken, state string) (AuthFlow, error) {
	e, err := s.keys.readAction(flowToken, scopeProvider)
	if err != nil {
		return AuthFlow{}, err
	}
	var flow AuthFlow
	if err := json.Unmarshal(e.State, &flow); err != nil {
		return AuthFlow{}, fmt.Errorf("decode sign-in flow: %w", err)
	}
	if flow.Provider != name || subtle.ConstantTimeCompare([]byte(flow.State), []byte(state)) != 1 {
		return AuthFlow{}, errToken()
	}
	return flow, nil
}
