package app

import (
	"context"
	"strings"

	"ferrule/internal/desk"
	"ferrule/internal/rfq/rfqcontent"
)

// openDesk creates the desk, and indexes the requests of a former build for its search in
// the background.
func (a *App) openDesk(ctx context.Context) (err error) {
	a.desk, err = desk.New(desk.Options{
		Accounts: a.accounts, Requests: a.requests, Content: rfqcontent.Reader{Source: a.content}, Prefix: a.pages.Prefix, Build: a.build.Desk,
		BaseURL: strings.TrimSuffix(a.config.BaseURL, "/"), Secure: strings.HasPrefix(a.config.BaseURL, "https:"), Proxies: a.proxies, Log: a.log,
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
