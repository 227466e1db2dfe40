package account

import (
	"context"
	"errors"

	"github.com/coreos/go-oidc/v3/oidc"
	"golang.org/x/oauth2"

	"ferrule/internal/fault"
)

// idClaims holds the claims of an ID token.
type idClaims struct {
	Subject   string `json:"sub"`
	Email     string `json:"email"`
	Verified  bool   `json:"email_verified"`
	FirstName string `json:"given_name"`
	LastName  string `json:"family_name"`
}

// CompleteLogin exchanges the provider's authorization code for the user who signed
// in there.
func (s *Service) CompleteLogin(ctx context.Context, flow AuthFlow, code string) (User, error) {
	p := s.providers[flow.Provider]
	if p == nil {
		return User{}, errForbidden()
	}
	ctx, found, config, err := p.discover(ctx)
	if err != nil {
		return User{}, err
	}
	token, err := config.Exchange(ctx, code, oauth2.VerifierOption(flow.Verifier))
	if err != nil {
		if _, refused := errors.AsType[*oauth2.RetrieveError](err); refused {
			return User{}, errProvider(err)
		}
		return User{}, fault.Wrap(fault.Unavailable, err, "The identity provider does not answer. Try again later.").WithCode("SERVICE_UNAVAILABLE")
	}
	raw, _ := token.Extra("id_token").(string)
	id, err := found.VerifierContext(ctx, &oidc.Config{ClientID: p.Client, Now: s.now}).Verify(ctx, raw)
	if err != nil {
		return User{}, errProvider(err)
	}
	if id.Nonce != flow.Nonce {
		return User{}, errProvider(errors.New("nonce does not match"))
	}
	var claims idClaims
	if err := id.Claims(&claims); err != nil {
		return User{}, errProvider(err)
	}
	u, err := s.userByClaims(ctx, p, claims)
	u.way = p.Name
	return u, err
}

// userByClaims finds the user by subject identifier, then by verified address among
// this provider's users without one. It never links an account with a password. It
// creates an account for unknown claims if the provider has a role.
func (s *Service) userByClaims(ctx context.Context, p *provider, claims idClaims) (User, error) {
	const find = `SELECT ` + userColumns + ` FROM ferrule_users WHERE provider = ? AND (external_identifier = ? OR (external_identifier IS NULL AND email = ? AND ? = 1))
		ORDER BY external_identifier IS NULL LIMIT 1`
	u, err := scanUser(s.row(ctx, s.db, find, p.Name, claims.Subject, normalEmail(claims.Email), flag(claims.Verified)))
	if isNone(err) {
		return s.addUserByClaims(ctx, p, claims)
	}
	if err != nil {
		return User{}, err
	}
	if u.External == nil {
		if u, err = s.ChangeUser(ctx, u.ID, Change{"external_identifier": quoted(claims.Subject)}); err != nil {
			return User{}, err
		}
	}
	if u.Status != Active {
		return User{}, errProvider(errors.New("the user is not active"))
	}
	return u, nil
}

func (s *Service) addUserByClaims(ctx context.Context, p *provider, claims idClaims) (User, error) {
	if p.Role == "" || !claims.Verified {
		return User{}, errProvider(errors.New("no user has this identity, or its address is not verified"))
	}
	c := Change{
		"email": quoted(claims.Email), "provider": quoted(p.Name), "external_identifier": quoted(claims.Subject), "role": quoted(p.Role),
	}
	for name, value := range map[string]string{"first_name": claims.FirstName, "last_name": claims.LastName} {
		if value != "" {
			c[name] = quoted(value)
		}
	}
	return s.AddUser(ctx, c)
}

func errProvider(err error) error {
	return fault.Wrap(fault.Unauthorized, err, "The sign-in at the identity provider grants no access to this site.").WithCode("INVALID_CREDENTIALS")
}
