package app

import (
	"context"
	"fmt"
	"log/slog"
	"maps"
	"net/http"
	"path/filepath"
	"slices"
	"strings"

	"github.com/BurntSushi/toml"

	"ferrule/internal/account"
	"ferrule/internal/content"
	"ferrule/internal/content/query"
	"ferrule/internal/directus/authapi"
	"ferrule/internal/directus/itemsapi"
	"ferrule/internal/mail"
	"ferrule/internal/ratelimit"
)

// InvitationConfig configures mails to users and how they sign in.
type InvitationConfig struct {
	SMTP      string   `help:"Mail server: smtp://user:password@host:587 or smtps://…:465. If not given, mails are written to files in the data folder." placeholder:"URL"`
	MailFrom  string   `help:"Sender of mails." default:"Ferrule <ferrule@localhost>" placeholder:"ADDRESS"`
	InviteURL []string `help:"Page where an invited user sets a password; ?token= is added to it. Repeatable; the first is the default." placeholder:"URL"`
	Providers string   `help:"TOML file of identity providers (OpenID Connect): one table each, with issuer, client, secret and the role of new users." type:"existingfile" placeholder:"FILE"`
}

// AccountConfig configures accounts and sign-in.
type AccountConfig struct {
	InvitationConfig

	ResetURL     []string `help:"Page where a user sets a new password; ?token= is added to it. Repeatable; the first is the default." placeholder:"URL"`
	RedirectURL  []string `help:"Page on another site to which a provider's sign-in may redirect. Repeatable." placeholder:"URL"`
	Register     bool     `help:"Allow visitors to create accounts."`
	RegisterRole string   `help:"Role of accounts that visitors create: editor, sales, translator, viewer, or a role's id; none if not given." placeholder:"ROLE"`
}

// apiPath is where the content API is mounted.
const apiPath = "/api/content"

// openAccounts opens the database of accounts and the service on it.
func (a *App) openAccounts(ctx context.Context) error {
	options, err := a.config.accountOptions(a.model, a.limits, a.log)
	if err != nil {
		return err
	}
	a.sender.to.Store(&options.Mailer)
	options.Mailer = &a.sender
	accounts, closeAll, err := a.config.OpenAccounts(ctx, options)
	if err != nil {
		return err
	}
	a.accounts = accounts
	a.onClose(closeAll)
	return nil
}

// accountOptions returns the options of the accounts of a site.
func (c *Config) accountOptions(model *content.Model, limits *ratelimit.Table, log *slog.Logger) (account.Options, error) {
	o, err := c.AccountOptions(c.Data, c.BaseURL)
	o.ResetURLs, o.Register, o.RegisterRole, o.Limits, o.Log = c.ResetURL, c.Register, account.RoleID(c.RegisterRole), limits, log
	for _, collection := range model.Collections {
		o.Collections = append(o.Collections, collection.Name)
	}
	return o, err
}

// AccountOptions returns the options of accounts that may be invited. Without a mail
// server, mails are files in the data folder.
func (c InvitationConfig) AccountOptions(data, baseURL string) (o account.Options, err error) {
	o.InviteURLs = c.InviteURL
	if baseURL != "" {
		o.PublicURL = strings.TrimSuffix(baseURL, "/") + apiPath
	}
	if o.Providers, err = readProviders(c.Providers); err != nil {
		return o, err
	}
	if c.SMTP == "" {
		o.Mailer, err = mail.NewFolder(filepath.Join(data, mailFolder), c.MailFrom)
	} else {
		o.Mailer, err = mail.NewSMTP(c.SMTP, c.MailFrom)
	}
	return o, err
}

// accountHandler returns the HTTP API of the accounts.
func (a *App) accountHandler() http.Handler {
	return authapi.New(a.accounts, authapi.Options{
		CookiePath: apiPath, Secure: strings.HasPrefix(a.config.BaseURL, "https:"), Redirects: a.config.RedirectURL, Proxies: a.proxies,
	})
}

// identify returns the function that the content API calls for each request. It
// returns the policy and ID of the user that sent the request; no policy and ""
// for the public.
func identify(accounts *account.Service, model *content.Model) itemsapi.Identify {
	policies := query.NewPolicyCache(model)
	return func(r *http.Request) (*content.Policy, string, error) {
		id, err := accounts.Identify(r)
		if err != nil || id.User == "" {
			return nil, "", err
		}
		if id.Admin {
			return content.Administrator().For(id.User), id.User, nil
		}
		policy, err := policies.Policy(id.Permissions)
		if err != nil {
			return nil, "", fmt.Errorf("parse policy of role %s: %w", id.Role, err)
		}
		return policy.For(id.User), id.User, nil
	}
}

// readProviders reads a file such as
//
//	[works]
//	label  = "The works"
//	issuer = "https://id.example.com"
//	client = "ferrule"
//	secret = "…"
//	role   = "editor"
//
// An unknown key is an error.
func readProviders(file string) (list []account.Provider, err error) {
	if file == "" {
		return nil, nil
	}
	tables := map[string]struct{ Label, Issuer, Client, Secret, Role string }{}
	found, err := toml.DecodeFile(file, &tables)
	if err != nil {
		return nil, fmt.Errorf("read providers: %w", err)
	}
	if unknown := found.Undecoded(); len(unknown) > 0 {
		return nil, fmt.Errorf("read providers %s: unknown key %s", file, unknown[0])
	}
	for _, name := range slices.Sorted(maps.Keys(tables)) {
		p := tables[name]
		list = append(list, account.Provider{Name: name, Label: p.Label, Issuer: p.Issuer, Client: p.Client, Secret: p.Secret, Role: account.RoleID(p.Role)})
	}
	return list, nil
}
