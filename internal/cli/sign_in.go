package cli

import (
	"context"
	"fmt"
	"io"

	"ferrule/internal/account"
	"ferrule/internal/app"
)

type signInCommand struct {
	app.DataConfig

	Email   string `arg:"" help:"E-mail address of the account."`
	BaseURL string `help:"Public URL of the site." default:"http://127.0.0.1:8080" placeholder:"URL"`
}

// Run prints the address alone, for scripts.
func (c *signInCommand) Run(ctx context.Context, out io.Writer) error {
	return withAccounts(ctx, c.DataConfig, func(ctx context.Context, s *account.Service) error {
		u, err := existingUser(ctx, s, c.Email)
		if err != nil {
			return err
		}
		if u.Status != account.Active {
			return fmt.Errorf("%s is %s; only active accounts can sign in", u.Email, u.Status)
		}
		token, err := s.SignInLink(ctx, u.ID, false)
		if err != nil {
			return err
		}
		_, err = fmt.Fprintln(out, app.SignInAddress(c.BaseURL, token))
		return err
	})
}

type setupLinkCommand struct {
	app.DataConfig

	BaseURL string `help:"Public URL of the site." default:"http://127.0.0.1:8080" placeholder:"URL"`
}

// Run prints the address alone, for scripts.
func (c *setupLinkCommand) Run(ctx context.Context, out io.Writer) error {
	return withAccounts(ctx, c.DataConfig, func(ctx context.Context, s *account.Service) error {
		token, err := s.SetupLink(ctx, false)
		if err != nil {
			return err
		}
		_, err = fmt.Fprintln(out, app.SetupAddress(c.BaseURL, token))
		return err
	})
}
