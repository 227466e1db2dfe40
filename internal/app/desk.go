package app

import (
	"context"
	"encoding/json"
	"fmt"
	"io"
	"net"
	"net/netip"
	"strings"

	"ferrule/internal/account"
	"ferrule/internal/desk"
	"ferrule/internal/rfq/rfqcontent"
)

// openDesk creates the desk, and indexes the requests of a former build for its search in
// the background.
func (a *App) openDesk(ctx context.Context) (err error) {
	offers, err := a.config.OfferDefaults()
	if err != nil {
		return err
	}
	a.desk, err = desk.New(desk.Options{
		Accounts: a.accounts, Requests: a.requests, Content: rfqcontent.Reader{Source: a.content}, Search: a.findArticles, Offers: offers, Prefix: a.pages.Prefix, Build: a.build.Desk,
		BaseURL: strings.TrimSuffix(a.config.BaseURL, "/"), Secure: strings.HasPrefix(a.config.BaseURL, "https:"), Proxies: a.proxies, Log: a.log,
		Settings: siteSettings{a}, Setup: siteSetup{a},
	})
	if err != nil {
		return err
	}
	a.onClose(a.desk.Close)
	a.start(context.WithoutCancel(ctx), func(ctx context.Context) {
		if n, err := a.requests.FillSearch(ctx); err != nil && ctx.Err() == nil {
			a.log.ErrorContext(ctx, "index requests for the desk failed, tried again at the next start", "error", err)
		} else if n > 0 {
			a.log.InfoContext(ctx, "requests indexed for the desk", "requests", n)
		}
	})
	return nil
}

// SignInAddress returns the address that signs in at the desk with the token of
// account.SignInLink. The token is in the fragment, which no browser sends and no
// server logs.
func SignInAddress(base, token string) string {
	return strings.TrimSuffix(base, "/") + "/desk/sign-in#token=" + token
}

// demoOwner is the owner of the demo's desk, who has no password.
const demoOwner = "mara.keller@ferrule.example"

// printDemoLink prints a link that signs the owner of the demo in, once and from this
// machine alone. It creates the owner where there are no accounts; a site with accounts
// of its own that runs with --demo gets neither.
func (a *App) printDemoLink(ctx context.Context, out io.Writer, listening net.Addr) error {
	if !a.config.Demo || len(a.config.Domain) > 0 {
		return nil
	}
	u, ok, err := a.accounts.UserByEmail(ctx, demoOwner)
	if err != nil {
		return err
	}
	if !ok {
		users, err := a.accounts.Users(ctx)
		if err != nil || len(users) > 0 {
			return err
		}
		if u, err = a.addDemoOwner(ctx); err != nil {
			return err
		}
	}
	if u.Status != account.Active {
		return nil
	}
	base := loopbackURL(listening)
	if base == "" {
		return nil // a socket in the file system has no browser
	}
	token, err := a.accounts.SignInLink(ctx, u.ID, true)
	if err != nil {
		return err
	}
	_, err = fmt.Fprintf(out, "Desk, as its owner, once within 15 minutes on this machine: %s\n", SignInAddress(base, token))
	return err
}

// loopbackURL returns the address of a listener for a browser on this machine; empty for a
// socket in the file system.
func loopbackURL(listening net.Addr) string {
	address, err := netip.ParseAddrPort(listening.String())
	if err != nil {
		return ""
	}
	if address.Addr().IsUnspecified() {
		address = netip.AddrPortFrom(netip.AddrFrom4([4]byte{127, 0, 0, 1}), address.Port())
	}
	return "http://" + address.String()
}

func (a *App) addDemoOwner(ctx context.Context) (account.User, error) {
	owner := account.Change{}
	for field, value := range map[string]string{"email": demoOwner, "first_name": "Mara", "last_name": "Keller", "role": account.Administrator} {
		text, err := json.Marshal(value)
		if err != nil {
			return account.User{}, err
		}
		owner[field] = text
	}
	return a.accounts.AddUser(ctx, owner)
}
