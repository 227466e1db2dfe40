package cli

import (
	"context"
	"fmt"
	"io"
	"strings"
	"time"

	"ferrule/internal/account"
	"ferrule/internal/app"
	"ferrule/internal/desk"
)

type inviteLinkCommand struct {
	app.DataConfig

	Email    string `arg:"" help:"E-mail address of the person; an account with the status invited is invited again."`
	Role     string `help:"Role of a new account." enum:"administrator,editor,sales,translator,viewer" default:"sales"`
	Name     string `help:"First and last name."`
	Language string `help:"Language of the desk." enum:"de,en" default:"en"`
	BaseURL  string `help:"Public URL of the site." default:"http://127.0.0.1:8080" placeholder:"URL"`
}

// Run prints the address alone, for scripts.
func (c *inviteLinkCommand) Run(ctx context.Context, out io.Writer) error {
	return withAccounts(ctx, c.DataConfig, func(ctx context.Context, s *account.Service) error {
		language := map[string]string{"de": "de-DE", "en": "en-US"}[c.Language]
		_, token, err := s.InviteToDesk(ctx, account.NewPerson{Email: c.Email, Name: c.Name, Role: account.RoleID(c.Role), Language: language})
		if err != nil {
			return fieldErrors(err)
		}
		_, err = fmt.Fprintln(out, desk.InvitationAddress(strings.TrimSuffix(c.BaseURL, "/"), token))
		return err
	})
}

type programCommand struct {
	app.DataConfig

	Name  string `arg:"" help:"Name of the program."`
	Role  string `help:"Role of the program." enum:"administrator,editor,sales,translator,viewer" default:"editor"`
	Until string `help:"Last day of the token, at most two years ahead." required:"" placeholder:"YYYY-MM-DD"`
}

// Run prints the token alone, this once: only its digest is stored.
func (c *programCommand) Run(ctx context.Context, out io.Writer) error {
	until, err := time.Parse(time.DateOnly, c.Until)
	if err != nil {
		return fmt.Errorf("--until: %q is no day such as 2027-03-01", c.Until)
	}
	return withAccounts(ctx, c.DataConfig, func(ctx context.Context, s *account.Service) error {
		_, token, err := s.AddProgram(ctx, c.Name, account.RoleID(c.Role), until.AddDate(0, 0, 1))
		if err != nil {
			return fieldErrors(err)
		}
		_, err = fmt.Fprintln(out, token)
		return err
	})
}
