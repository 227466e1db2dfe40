package cli

import (
	"context"
	"fmt"
	"io"
	"strings"
	"text/tabwriter"

	"ferrule/internal/account"
	"ferrule/internal/app"
)

type factorsCommand struct {
	app.DataConfig

	Email  string `arg:"" help:"E-mail address of the account."`
	Remove string `help:"Remove the codes of an authenticator app, for somebody who has lost the phone; all passkeys, unless they are the only way to sign in; or both." enum:"none,codes,passkeys,all" default:"none"`
}

func (c *factorsCommand) Run(ctx context.Context, out io.Writer) error {
	return withAccounts(ctx, c.DataConfig, func(ctx context.Context, s *account.Service) error {
		u, err := existingUser(ctx, s, c.Email)
		if err != nil {
			return err
		}
		if c.Remove == "codes" || c.Remove == "all" {
			if err := s.RemoveCodes(ctx, u); err != nil {
				return err
			}
		}
		list, err := s.Passkeys(ctx, u.ID)
		if err != nil {
			return err
		}
		if c.Remove == "passkeys" || c.Remove == "all" {
			for _, k := range list {
				if err := s.RemovePasskey(ctx, u.ID, k.ID); err != nil {
					return fmt.Errorf("%w To let %s sign in and add one: ferrule users sign-in-link %s", err, u.Email, u.Email)
				}
			}
			list = nil
		}
		all, err := s.Factors(ctx, u.ID)
		if err != nil {
			return err
		}
		fmt.Fprintf(out, "%s signs in with: %s\n", u.Email, waysOf(all[u.ID]))
		if len(list) == 0 {
			return nil
		}
		w := tabwriter.NewWriter(out, 0, 0, 2, ' ', 0)
		fmt.Fprintln(w, "PASSKEY\tSITE\tADDED\tLAST USED")
		for _, k := range list {
			used := "never"
			if !k.Used.IsZero() {
				used = k.Used.Format("2006-01-02")
			}
			fmt.Fprintf(w, "%s\t%s\t%s\t%s\n", k.Name, k.Site, k.Created.Format("2006-01-02"), used)
		}
		return w.Flush()
	})
}

// waysOf describes how a user signs in.
func waysOf(f account.Factors) string {
	var ways []string
	if f.Passkeys > 0 {
		ways = append(ways, count(f.Passkeys, "passkey", "passkeys"))
	}
	if f.Password {
		way := "password"
		if f.Codes {
			way += " and code (" + count(f.Recovery, "recovery code", "recovery codes") + " left)"
		}
		ways = append(ways, way)
	}
	if len(ways) == 0 {
		return "nothing"
	}
	return strings.Join(ways, ", ")
}
