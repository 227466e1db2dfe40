package cli

import (
	"bufio"
	"context"
	"crypto/rand"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"maps"
	"os"
	"os/user"
	"slices"
	"strings"
	"text/tabwriter"
	"time"

	"ferrule/internal/account"
	"ferrule/internal/app"
	"ferrule/internal/fault"
)

type usersCommand struct {
	Add        addUserCommand    `cmd:"" help:"Create an account, such as the first administrator."`
	List       listUsersCommand  `cmd:"" help:"List the accounts."`
	Role       userRoleCommand   `cmd:"" help:"Give an account another role."`
	Invite     inviteCommand     `cmd:"" help:"Mail invitations to accounts that have no password yet."`
	InviteLink inviteLinkCommand `cmd:"" help:"Print an address that accepts an invitation to the desk once, within 48 hours; creates the account."`
	Program    programCommand    `cmd:"" help:"Create an account for a program and print its token, which ends on a day."`
	SignIn     signInCommand     `cmd:"" name:"sign-in-link" help:"Print an address that signs in at the desk once, within 15 minutes."`
	Setup      setupLinkCommand  `cmd:"" name:"setup-link" help:"Print an address that opens the set-up of a site without an owner once, within an hour."`
	Factors    factorsCommand    `cmd:"" help:"Show how an account signs in, and remove a lost second factor."`
	Log        logCommand        `cmd:"" help:"Show who did what to accounts, sign-ins and exports, when and from where."`
	Remove     removeUserCommand `cmd:"" help:"Remove an account; all its sessions end immediately."`
}

type addUserCommand struct {
	app.DataConfig

	Email         string `help:"E-mail address to sign in with." required:"" placeholder:"ADDRESS"`
	Role          string `help:"Role of the account." enum:"administrator,editor,sales,translator,viewer" default:"editor"`
	FirstName     string `help:"First name."`
	LastName      string `help:"Last name."`
	PasswordStdin bool   `help:"Read the password from the first line of standard input. If not given, a password is generated and printed, unless --token is given."`
	Token         bool   `help:"Create a static token for a program and print only the token."`
}

// Run prints a generated password or token, this once: only hashes are stored.
func (c *addUserCommand) Run(ctx context.Context, out io.Writer) error {
	return c.run(ctx, os.Stdin, out)
}

func (c *addUserCommand) run(ctx context.Context, in io.Reader, out io.Writer) error {
	fields := map[string]string{"email": c.Email, "role": account.RoleID(c.Role)}
	switch {
	case c.PasswordStdin:
		line, err := bufio.NewReader(in).ReadString('\n')
		if err != nil && !errors.Is(err, io.EOF) {
			return fmt.Errorf("read the password: %w", err)
		}
		fields["password"] = strings.TrimRight(line, "\r\n")
	case !c.Token:
		fields["password"] = rand.Text()
	}
	for name, value := range map[string]string{"first_name": c.FirstName, "last_name": c.LastName} {
		if value != "" {
			fields[name] = value
		}
	}
	if c.Token {
		fields["token"] = account.NewToken()
	}
	change := account.Change{}
	for name, value := range fields {
		raw, err := json.Marshal(value)
		if err != nil {
			return err
		}
		change[name] = raw
	}
	return withAccounts(ctx, c.DataConfig, func(ctx context.Context, s *account.Service) error {
		u, err := s.AddUser(ctx, change)
		if err != nil {
			return fieldErrors(err)
		}
		switch {
		case c.Token: // alone, for scripts
			_, err = fmt.Fprintln(out, fields["token"])
		case c.PasswordStdin:
			_, err = fmt.Fprintf(out, "Made %s %s.\n", c.Role, u.Email)
		default:
			_, err = fmt.Fprintf(out, "Made %s %s.\nPassword: %s\n", c.Role, u.Email, fields["password"])
		}
		return err
	})
}

type listUsersCommand struct {
	app.DataConfig

	Format string `help:"Format of the list." enum:"table,json" default:"table"`
}

func (c *listUsersCommand) Run(ctx context.Context, out io.Writer) error {
	return withAccounts(ctx, c.DataConfig, func(ctx context.Context, s *account.Service) error {
		users, err := s.Users(ctx)
		if err != nil {
			return err
		}
		factors, err := s.Factors(ctx, "")
		if err != nil {
			return err
		}
		programs, err := s.Programs(ctx)
		if err != nil {
			return err
		}
		if c.Format == "json" {
			records := make([]map[string]any, 0, len(users))
			for _, u := range users {
				record := u.Record()
				record["passkeys"], record["codes"] = factors[u.ID].Passkeys, factors[u.ID].Codes
				records = append(records, record)
			}
			return writeIndented(out, records)
		}
		w := tabwriter.NewWriter(out, 0, 0, 2, ' ', 0)
		fmt.Fprintln(w, "EMAIL\tROLE\tSTATUS\tSIGN-IN\tLAST ACCESS")
		for _, u := range users {
			role, last := "none", "never"
			if u.Role != nil {
				found, _, err := s.Role(ctx, *u.Role)
				if err != nil {
					return err
				}
				role = found.Name
			}
			if u.LastAccess != nil {
				last = *u.LastAccess
			}
			ways := waysOf(factors[u.ID])
			if p, ok := programs[u.ID]; ok {
				ways = "token until " + p.Expires.AddDate(0, 0, -1).Format(time.DateOnly)
			}
			fmt.Fprintf(w, "%s\t%s\t%s\t%s\t%s\n", u.Email, role, u.Status, ways, last)
		}
		return w.Flush()
	})
}

type removeUserCommand struct {
	app.DataConfig

	Email string `arg:"" help:"E-mail address of the account."`
}

func (c *removeUserCommand) Run(ctx context.Context, out io.Writer) error {
	return withAccounts(ctx, c.DataConfig, func(ctx context.Context, s *account.Service) error {
		u, err := existingUser(ctx, s, c.Email)
		if err != nil {
			return err
		}
		if err := s.RemoveUser(ctx, u.ID); err != nil {
			return fieldErrors(err)
		}
		_, err = fmt.Fprintf(out, "Removed %s.\n", u.Email)
		return err
	})
}

// withAccounts calls do with the accounts, and with a context whose changes are logged as
// those of the user of the operating system.
func withAccounts(ctx context.Context, f app.DataConfig, do func(context.Context, *account.Service) error) error {
	accounts, closeAll, err := f.OpenAccounts(ctx, account.Options{})
	if err != nil {
		return err
	}
	return errors.Join(do(atTerminal(ctx), accounts), closeAll())
}

// atTerminal returns a context whose changes of accounts are logged as those of the user
// of the operating system; with sudo, of the one who called it.
func atTerminal(ctx context.Context) context.Context {
	name := os.Getenv("SUDO_USER")
	if u, err := user.Current(); err == nil && name == "" {
		name = u.Username
	}
	return account.By(ctx, account.Actor{Name: name, Via: "command line"})
}

// record writes an entry of the log about something outside of the accounts, before it
// is done.
func record(ctx context.Context, f app.DataConfig, action, subject, detail string) error {
	return withAccounts(ctx, f, func(ctx context.Context, s *account.Service) error { return s.Record(ctx, action, subject, detail) })
}

// fieldErrors returns the messages of all fields of an error, for the terminal;
// an error without fields is returned as it is.
func fieldErrors(err error) error {
	f, ok := errors.AsType[*fault.Error](err)
	if !ok || len(f.Fields) == 0 {
		return err
	}
	var out []error
	for _, field := range slices.Sorted(maps.Keys(f.Fields)) {
		out = append(out, errors.New(f.Fields[field]))
	}
	return errors.Join(out...)
}
