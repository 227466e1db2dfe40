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
	Role   string // who comes for the first time gets an account with this role; empty: only who has one comes in
}

// provider is a Provider that is asked for its configuration when it is first
// needed, so that the site starts while it is down.
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
		return errors.New("the name is taken, or not of small letters, digits and -")
	case p.Issuer == "" || p.Client == "":
		return errors.New("issuer and client are required")
	case s.options.PublicURL == "":
		return errors.New("the site's public address is needed: the provider sends people back to it")
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

// Providers lists who else people can sign in with, in the order given.
func (s *Service) Providers() []Provider { return s.options.Providers }

// HasProvider reports whether there is one of the name.
func (s *Service) HasProvider(name string) bool { return s.providers[name] != nil }

// ask returns the provider's configuration and the client that talks to it.
func (p *provider) ask(ctx context.Context) (context.Context, *oidc.Provider, *oauth2.Config, error) {
	ctx = oidc.ClientContext(ctx, p.client)
	p.mu.Lock()
	defer p.mu.Unlock()
	if p.discovered == nil {
		// What is discovered outlives the request: its keys are fetched later.
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

// Journey is a sign-in that is away at the provider.
type Journey struct {
	State    string `json:"state"`
	Nonce    string `json:"nonce"`
	Verifier string `json:"verifier"` // PKCE (RFC 7636)
	Provider string `json:"provider"`
	Redirect string `json:"redirect"` // where the browser goes at the end; empty for a reply
}

// JourneyLife is how long it may take.
const JourneyLife = loginLife

// Depart returns the provider's address to send the browser to, and a token
// that the browser keeps until it comes back.
func (s *Service) Depart(ctx context.Context, name, redirect string) (to, kept string, err error) {
	p := s.providers[name]
	if p == nil {
		return "", "", errForbidden()
	}
	_, _, config, err := p.ask(ctx)
	if err != nil {
		return "", "", err
	}
	j := Journey{State: rand.Text(), Nonce: rand.Text(), Verifier: oauth2.GenerateVerifier(), Provider: name, Redirect: redirect}
	state, err := json.Marshal(j)
	if err != nil {
		return "", "", err
	}
	kept, err = s.keys.errand(errand{Scope: scopeProvider, State: state}, JourneyLife)
	return config.AuthCodeURL(j.State, oidc.Nonce(j.Nonce), oauth2.S256ChallengeOption(j.Verifier)), kept, err
}

// Resume reads the token of Depart; an error if it is not of this browser's
// journey to the provider.
func (s *Service) Resume(name, kept, state string) (Journey, error) {
	e, err := s.keys.readErrand(kept, scopeProvider)
	if err != nil {
		return Journey{}, err
	}
	var j Journey
	if err := json.Unmarshal(e.State, &j); err != nil {
		return Journey{}, fmt.Errorf("journey: %w", err)
	}
	if j.Provider != name || subtle.ConstantTimeCompare([]byte(j.State), []byte(state)) != 1 {
		return Journey{}, errToken()
	}
	return j, nil
}
