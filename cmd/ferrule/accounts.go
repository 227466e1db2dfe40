package main

import (
	"context"
	"errors"
	"fmt"
	"log/slog"
	"maps"
	"net/http"
	"path/filepath"
	"slices"
	"strings"
	"sync"

	"github.com/BurntSushi/toml"

	"ferrule/internal/account"
	"ferrule/internal/content"
	"ferrule/internal/directus/authapi"
	"ferrule/internal/directus/itemsapi"
	"ferrule/internal/mail"
	"ferrule/internal/proxy"
	"ferrule/internal/ratelimit"
)

// accountFlags say how people come to their accounts.
type accountFlags struct {
	SMTP         string   `help:"Mail server: smtp://user:password@host:587 or smtps://…:465. Without one, mails are kept as files in the data folder." placeholder:"URL"`
	MailFrom     string   `help:"Sender of mails." default:"Ferrule <ferrule@localhost>" placeholder:"ADDRESS"`
	ResetURL     []string `help:"Page where a new password is chosen; it is opened with ?token=. Several may be named, the first is the usual one." placeholder:"URL"`
	InviteURL    []string `help:"Page where who is invited chooses a password; the same." placeholder:"URL"`
	Providers    string   `help:"File of identity providers in TOML: a table for each, with issuer, client, secret, and the role of who is new." type:"existingfile" placeholder:"FILE"`
	RedirectURL  []string `help:"Page, besides the site's own, that a provider's sign-in may lead back to." placeholder:"URL"`
	Register     bool     `help:"Let anybody make an account."`
	RegisterRole string   `help:"Role of who does: editor, or a role's id; none if not given." placeholder:"ROLE"`
}

// mailFolder holds mails where no server is configured, in the data folder.
const mailFolder = "mail"

// apiPath is where the content API is mounted.
const apiPath = "/api/content"

// openAccounts opens the accounts; the caller calls the returned function.
func openAccounts(ctx context.Context, f dataFlags, o account.Options) (*account.Service, func() error, error) {
	db, err := account.OpenDatabase(ctx, f.Database, f.Data)
	if err != nil {
		return nil, nil, err
	}
	accounts, err := account.Open(ctx, db, o)
	if err != nil {
		return nil, nil, errors.Join(err, db.Close())
	}
	return accounts, func() error { return errors.Join(accounts.Close(), db.Close()) }, nil
}

// openAccounts opens the accounts of a site.
func (s *site) openAccounts(ctx context.Context, c *serveCommand, model *content.Model, limits *ratelimit.Table, log *slog.Logger) (*account.Service, error) {
	options, err := c.accountOptions(model, log)
	if err != nil {
		return nil, err
	}
	options.Limits = limits
	accounts, closeAll, err := openAccounts(ctx, c.dataFlags, options)
	if err == nil {
		s.closers = append(s.closers, closeAll)
	}
	return accounts, err
}

// accountOptions reads the flags.
func (c *serveCommand) accountOptions(model *content.Model, log *slog.Logger) (account.Options, error) {
	o := account.Options{
		ResetURLs: c.ResetURL, InviteURLs: c.InviteURL, Register: c.Register, RegisterRole: roleID(c.RegisterRole), Log: log,
	}
	for _, collection := range model.Collections {
		o.Collections = append(o.Collections, collection.Name)
	}
	if c.BaseURL != "" {
		o.PublicURL = strings.TrimSuffix(c.BaseURL, "/") + apiPath
	}
	var err error
	if o.Providers, err = readProviders(c.Providers); err != nil {
		return o, err
	}
	if c.SMTP == "" {
		o.Mailer, err = mail.NewFolder(filepath.Join(c.Data, mailFolder), c.MailFrom)
	} else {
		o.Mailer, err = mail.NewSMTP(c.SMTP, c.MailFrom)
	}
	return o, err
}

// accountHandler is the accounts' HTTP face.
func (c *serveCommand) accountHandler(accounts *account.Service, proxies proxy.Trusted) http.Handler {
	return authapi.New(accounts, authapi.Options{
		CookiePath: apiPath, Secure: strings.HasPrefix(c.BaseURL, "https:"), Redirects: c.RedirectURL, Proxies: proxies,
	})
}

// readProviders reads a file such as
//
//	[works]
//	label  = "The works"
//	issuer = "https://id.example.com"
//	client = "ferrule"
//	secret = "…"
//	role   = "editor"
func readProviders(file string) (list []account.Provider, err error) {
	if file == "" {
		return nil, nil
	}
	tables := map[string]struct{ Label, Issuer, Client, Secret, Role string }{}
	found, err := toml.DecodeFile(file, &tables)
	if err != nil {
		return nil, fmt.Errorf("providers: %w", err)
	}
	if unknown := found.Undecoded(); len(unknown) > 0 {
		return nil, fmt.Errorf("providers: %s: nothing is known of %s", file, unknown[0])
	}
	for _, name := range slices.Sorted(maps.Keys(tables)) {
		p := tables[name]
		list = append(list, account.Provider{Name: name, Label: p.Label, Issuer: p.Issuer, Client: p.Client, Secret: p.Secret, Role: roleID(p.Role)})
	}
	return list, nil
}

// roleID is the id of a built-in role's name; anything else is an id.
func roleID(role string) string {
	switch role {
	case "administrator":
		return account.Administrator
	case "editor":
		return account.Editor
	default:
		return role
	}
}

// checkAccounts counts the accounts, and says when nobody can manage the rest.
func (c *doctorCommand) checkAccounts(ctx context.Context) (found string, err error) {
	err = withAccounts(ctx, c.dataFlags, func(s *account.Service) error {
		users, err := s.Users(ctx)
		if err != nil {
			return err
		}
		administrators := 0
		for _, u := range users {
			if u.Status == account.Active && u.Role != nil && *u.Role == account.Administrator {
				administrators++
			}
		}
		found = count(len(users), "account", "accounts") + ", " + count(administrators, "of them an active administrator", "of them active administrators")
		if administrators == 0 {
			return warning("nobody may manage accounts; make an administrator with: ferrule users add --role administrator --email …")
		}
		return nil
	})
	return found, err
}

// identify tells the content API what whoever asks may do. Policies are made
// once for each role's permissions: making one checks every rule.
func identify(accounts *account.Service, model *content.Model) itemsapi.Identify {
	var mu sync.Mutex
	policies := map[string]*content.Policy{}
	return func(r *http.Request) (*content.Policy, string, error) {
		id, err := accounts.Identify(r)
		if err != nil || id.User == "" {
			return nil, "", err
		}
		if id.Admin {
			return content.Administrator().For(id.User), id.User, nil
		}
		mu.Lock()
		defer mu.Unlock()
		policy := policies[string(id.Permissions)]
		if policy == nil {
			if policy, err = model.ParsePolicy(id.Permissions); err != nil {
				return nil, "", fmt.Errorf("role %s: %w", id.Role, err)
			}
			policies[string(id.Permissions)] = policy
		}
		return policy.For(id.User), id.User, nil
	}
}
