package cli

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"net/url"

	"ferrule/internal/account"
	"ferrule/internal/app"
)

type inviteCommand struct {
	app.DataConfig
	app.InvitationConfig

	Email   []string `arg:"" optional:"" help:"E-mail addresses of accounts with the status invited."`
	All     bool     `help:"Invite all accounts with this status."`
	BaseURL string   `help:"Public URL of the site." placeholder:"URL"`
}

// Validate implements kong's check.
func (c *inviteCommand) Validate() error {
	if (len(c.Email) == 0) != c.All {
		return errors.New("needs either addresses or --all")
	}
	return nil
}

func (c *inviteCommand) Run(ctx context.Context, out io.Writer) error {
	options, err := c.AccountOptions(c.Data, c.BaseURL)
	if err != nil {
		return err
	}
	if !c.All {
		return invite(ctx, c.DataConfig, options, c.Email, out)
	}
	var emails []string
	err = withAccounts(ctx, c.DataConfig, func(ctx context.Context, s *account.Service) error {
		users, err := s.Users(ctx)
		for _, u := range users {
			if u.Status == account.Invited {
				emails = append(emails, u.Email)
			}
		}
		return err
	})
	if err != nil {
		return err
	}
	return invite(ctx, c.DataConfig, options, emails, out)
}

// invite mails invitations to accounts with the status invited.
func invite(ctx context.Context, c app.DataConfig, o account.Options, emails []string, out io.Writer) (err error) {
	accounts, closeAll, err := c.OpenAccounts(ctx, o)
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, closeAll()) }()
	ctx = atTerminal(ctx)
	for _, email := range emails {
		u, err := existingUser(ctx, accounts, email)
		switch {
		case err != nil:
			return err
		case u.Status != account.Invited:
			return fmt.Errorf("%s is %s; only accounts with the status invited get an invitation", u.Email, u.Status)
		}
		if err := accounts.Invite(ctx, u.Email, "", ""); err != nil {
			return fmt.Errorf("invite %s: %w", u.Email, err)
		}
		if _, err := fmt.Fprintf(out, "Invited %s.\n", u.Email); err != nil {
			return err
		}
	}
	return nil
}

type userRoleCommand struct {
	app.DataConfig

	Email string `arg:"" help:"E-mail address of the account."`
	Role  string `arg:"" help:"administrator, editor, sales, translator, viewer, or the id of another role."`
}

func (c *userRoleCommand) Run(ctx context.Context, out io.Writer) error {
	return withAccounts(ctx, c.DataConfig, func(ctx context.Context, s *account.Service) error {
		u, err := existingUser(ctx, s, c.Email)
		if err != nil {
			return err
		}
		role, err := json.Marshal(account.RoleID(c.Role))
		if err != nil {
			return err
		}
		if _, err := s.ChangeUser(ctx, u.ID, account.Change{"role": role}); err != nil {
			return fieldErrors(err)
		}
		_, err = fmt.Fprintf(out, "Made %s %s.\n", u.Email, c.Role)
		return err
	})
}

// existingUser returns the account with an e-mail address.
func existingUser(ctx context.Context, s *account.Service, email string) (account.User, error) {
	u, ok, err := s.UserByEmail(ctx, email)
	if err == nil && !ok {
		err = fmt.Errorf("there is no account %s; to list accounts: ferrule users list", email)
	}
	return u, err
}

// withoutPassword returns an address without its password, for messages.
func withoutPassword(address string) string {
	u, err := url.Parse(address)
	if err != nil || u.User == nil {
		return address
	}
	u.User = url.User(u.User.Username())
	return u.String()
}
