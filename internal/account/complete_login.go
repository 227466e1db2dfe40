package account

import (
	"context"
	"errors"

	"github.com/coreos/go-oidc/v3/oidc"
	"golang.org/x/oauth2"

	"ferrule/internal/fault"
)

// person holds the claims of an ID token.
type person struct {
	Subject   string `json:"sub"`
	Email     string `json:"email"`
	Verified  bool   `json:"email_verified"`
	FirstName string `json:"given_name"`
	LastName  string `json:"family_name"`
}

// CompleteLogin exchanges the provider's authorization code for the user who signed
// in there.
func (s *Service) CompleteLogin(ctx context.Context, j AuthFlow, code string) (User, error) {
	p := s.providers[j.Provider]
	if p == nil {
		return User{}, errForbidden()
	}
	ctx, found, config, err := p.discover(ctx)
	if err != nil {
		return User{}, err
	}
	token, err := config.Exchange(ctx, code, oauth2.VerifierOption(j.Verifier))
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
	if id.Nonce != j.Nonce {
		return User{}, errProvider(errors.New("nonce does not match"))
	}
	var who person
	if err := id.Claims(&who); err != nil {
		return User{}, errProvider(err)
	}
	return s.userOfPerson(ctx, p, who)
}

// userOfPerson finds the user of a person by subject identifier, then by verified
// address among this provider's users without one. It never takes over an account
// with a password. A new person gets an account if the provider has a role.
func (s *Service) userOfPerson(ctx context.Context, p *provider, who person) (User, error) {
	const find = `SELECT ` + userColumns + ` FROM ferrule_users WHERE provider = ? AND (external_identifier = ? OR (external_identifier IS NULL AND email = ? AND ? = 1))
		ORDER BY external_identifier IS NULL LIMIT 1`
	u, err := scanUser(s.row(ctx, s.db, find, p.Name, who.Subject, normalEmail(who.Email), flag(who.Verified)))
	if isNone(err) {
		return s.addPerson(ctx, p, who)
	}
	if err != nil {
		return User{}, err
	}
	if u.External == nil {
		if u, err = s.ChangeUser(ctx, u.ID, Change{"external_identifier": quoted(who.Subject)}); err != nil {
			return User{}, err
		}
	}
	if u.Status != Active {
		return User{}, errProvider(errors.New("the user is not active"))
	}
	return u, nil
}

func (s *Service) addPerson(ctx context.Context, p *provider, who person) (User, error) {
	if p.Role == "" || !who.Verified {
		return User{}, errProvider(errors.New("no user has this identity, or its address is not verified"))
	}
	c := Change{
		"email": quoted(who.Email), "provider": quoted(p.Name), "external_identifier": quoted(who.Subject), "role": quoted(p.Role),
	}
	for name, value := range map[string]string{"first_name": who.FirstName, "last_name": who.LastName} {
		if value != "" {
			c[name] = quoted(value)
		}
	}
	return s.AddUser(ctx, c)
}

func errProvider(err error) error {
	return fault.Wrap(fault.Unauthorized, err, "The identity provider's answer lets nobody in here.").WithCode("INVALID_CREDENTIALS")
}
