package main

import (
	"context"

	"ferrule/internal/page"
	"ferrule/internal/proofofwork"
	"ferrule/internal/rfq"
	"ferrule/internal/rfq/rfqapi"
	"ferrule/web"
)

// newChallenges makes the challenges of a site. All its servers have the secret
// from their common database.
func newChallenges(ctx context.Context, requests *rfq.Store) (*proofofwork.Challenges, error) {
	secret, err := requests.Secret(ctx, "challenge")
	if err != nil {
		return nil, err
	}
	return proofofwork.New(secret), nil
}

// newPageHead returns what the pages of refused forms need of the build.
func newPageHead(build web.Build) (rfqapi.PageHead, error) {
	assets, err := page.ParseManifest(build.Manifest, "src/app/browser.tsx", "/static/")
	return rfqapi.PageHead{Name: "Ferrule", Styles: assets.Styles, Icon: "/favicon.svg", Boot: build.Boot}, err
}
